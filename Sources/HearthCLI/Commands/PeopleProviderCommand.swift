import ArgumentParser
import Foundation
import Hearth

extension PeopleCommand {
    /// `hearth people provider`: who else may say who somebody is.
    struct ProviderCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "provider",
            abstract: "Let people sign in with an account that they have elsewhere (OpenID Connect).",
            discussion: """
                A provider such as Keycloak, Authentik or Google says who somebody is, and this server lets in whom it knows: those who \
                linked their account on the page, who accept an invitation with it, or whose domain you let in. Register this server \
                there as a confidential client with the redirect address that is printed, for each address by which people use it.

                Only its own host is asked, and those that you allow with --host; each question is in the ledger.

                EXAMPLES
                  hearth people provider set https://login.example.org/realms/home --client-id hearth --label Home
                  hearth people provider
                """,
            subcommands: [Show.self, Set.self, Remove.self], defaultSubcommand: Show.self)

        /// The provider, as it is printed.
        struct Row: Encodable {
            var issuer: String
            var clientID: String
            var label: String
            var domains: [String]
            var hosts: [String]
            var hasSecret: Bool
            var redirect: String?

            init(_ state: SignInProvider.State, redirect: String?) {
                (issuer, clientID, label) = (state.provider.issuer, state.provider.clientID, state.provider.label)
                (domains, hosts) = (state.provider.domains, state.provider.hosts)
                (hasSecret, self.redirect) = (state.hasSecret, redirect)
            }
        }

        struct Show: AsyncParsableCommand {
            static let configuration = CommandConfiguration(commandName: "show", abstract: "Which provider it is.")
            @Flag(help: "Print JSON Lines.") var json = false

            func run() async throws {
                let hearth = try Hearth()
                guard let state = try await hearth.signInProvider(of: hearth.people).state() else {
                    if !json { Terminal.output.write("People sign in with a name and a password alone.\n") }
                    return
                }
                try Self.write(state, hearth, json: json)
            }

            static func write(_ state: SignInProvider.State, _ hearth: Hearth, json: Bool) throws {
                let place = try RunningServer.find(in: hearth.folder)
                let row = Row(state, redirect: place.map { "\($0.url)/oauth/sign-in" })
                if json { return try JSONLines().write(row) }
                var lines = ["\(Terminal.output.bold(Terminal.line(row.label)))  \(Terminal.line(row.issuer))"]
                lines.append("  client id: \(Terminal.line(row.clientID))\(row.hasSecret ? ", with a secret" : "")")
                if !row.domains.isEmpty { lines.append("  new members from: \(row.domains.joined(separator: ", "))") }
                if !row.hosts.isEmpty { lines.append("  also asked: \(row.hosts.joined(separator: ", "))") }
                lines.append("  redirect: \(row.redirect ?? "the server's address, with /oauth/sign-in")")
                Terminal.output.write(lines.map { $0 + "\n" }.joined())
            }
        }

        struct Set: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "set", abstract: "Set it up, in the place of the one that was there.",
                discussion: """
                    The provider is asked what it says of itself. Its secret is typed without being shown, or read from standard input with \
                    --secret; without that flag the one of before stays, at the same host.
                    """)
            @Argument(help: "Its issuer: the address by which it calls itself.") var issuer: String
            @Option(help: "Who this server is to it.") var clientID: String
            @Option(help: "What the button says after “Sign in with”.") var label: String
            @Option(
                help: "Whoever has an address of mail of this domain becomes a member by signing in; may be repeated.")
            var domain: [String] = []
            @Option(help: "A host that may be asked beside its own; may be repeated.") var host: [String] = []
            @Flag(help: "Read the client's secret.") var secret = false
            @Flag(help: "Print JSON Lines.") var json = false

            func run() async throws {
                let provider = try IdentityProvider(
                    issuer: issuer, clientID: clientID, label: label, domains: domain, hosts: host)
                let word = try secret ? Self.readSecret() : nil
                let hearth = try Hearth()
                let place = hearth.signInProvider(of: hearth.people)
                try await place.set(provider, secret: word)
                if let state = try await place.state() { try Show.write(state, hearth, json: json) }
                await hearth.shutdown()
            }

            private static func readSecret() throws -> Secret {
                let bytes = try HiddenInput.read(prompt: "The client's secret (it is not shown): ")
                return try KeyText.secret(bytes, for: .identityProvider)
            }
        }

        struct Remove: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "remove",
                abstract: "Have nobody sign in with it any more. Links stay for when it comes back.")

            func run() async throws {
                let hearth = try Hearth()
                let wasThere = try await hearth.signInProvider(of: hearth.people).remove()
                Terminal.output.write(
                    wasThere ? "People sign in with a name and a password alone.\n" : "There was none.\n")
            }
        }
    }

    /// `hearth people links`: what lets somebody in beside their password.
    struct Links: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "links", abstract: "What lets somebody in beside their password.")
        @Argument(help: "A name, or an id.") var name: String
        @Flag(help: "Print JSON Lines.") var json = false

        private struct Row: Encodable {
            var id: String
            var issuer: String
            var name: String?
            var createdAt: Date
            var usedAt: Date?
        }

        func run() async throws {
            let people = try Hearth().people
            let links = try people.links(of: try Password.account(name, people).id)
            for link in links {
                let row = Row(
                    id: link.id, issuer: link.issuer, name: link.name, createdAt: link.createdAt, usedAt: link.usedAt)
                if json {
                    try JSONLines().write(row)
                    continue
                }
                let day = { (date: Date) in date.formatted(.iso8601.year().month().day()) }
                let used = row.usedAt.map { "last used \(day($0))" } ?? "never used"
                Terminal.output.write(
                    "\(Terminal.output.bold(Terminal.safe(row.name ?? "(without a name)")))  \(Terminal.line(row.issuer)), \(used)  "
                        + "\(Terminal.output.dim(row.id))\n")
            }
            if links.isEmpty, !json { Terminal.output.write("Nothing but a password.\n") }
        }
    }

    struct Unlink: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "unlink", abstract: "Take such a link away; their sessions end.")
        @Argument(help: "A name, or an id.") var name: String
        @Argument(help: "The link's id.") var link: String

        func run() async throws {
            let people = try Hearth().people
            let account = try people.unlink(link, of: try Password.account(name, people).id)
            let rest =
                account.hasPassword || !account.linkedIdentities.isEmpty
                ? "" : " Nothing lets them in any more: `hearth people password` sets a password."
            Terminal.output.write("unlinked\(rest)\n")
        }
    }
}
