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
                linked their account on the page, who accept an invitation with it, or whose domain you let in. There may be several, each \
                with an id of its own. Register this server there as a confidential client with the redirect address that is printed, for \
                each address by which people use it.

                Only its own host is asked, and those that you allow with --host; each question is in the ledger.

                EXAMPLES
                  hearth people provider set https://login.example.org/realms/home --client-id hearth --label Home
                  hearth people provider add google https://accounts.google.com --client-id ID --label Google --secret \\
                    --host oauth2.googleapis.com --host www.googleapis.com
                  hearth people provider
                  hearth people provider remove google
                """,
            subcommands: [List.self, Show.self, Add.self, Set.self, Remove.self], defaultSubcommand: List.self)

        /// A provider, as it is printed.
        struct Row: Encodable {
            var id: String
            var issuer: String
            var clientID: String
            var label: String
            var domains: [String]
            var hosts: [String]
            var hasSecret: Bool
            /// How many people could not sign in any more without it.
            var dependents: Int
            var redirect: String?

            init(_ state: SignInProviders.State, redirect: String?) {
                let provider = state.provider
                (id, issuer, clientID) = (provider.id.text, provider.issuer, provider.clientID)
                (label, domains, hosts) = (provider.label, provider.domains, provider.hosts)
                (hasSecret, dependents, self.redirect) = (state.hasSecret, state.dependents, redirect)
            }
        }

        /// Prints providers: all, or the one of an id.
        private static func write(_ hearth: Hearth, only id: IdentityProvider.ID? = nil, json: Bool) async throws {
            let all = try await hearth.signInProviders(of: hearth.people).list()
            let place = try RunningServer.find(in: hearth.folder)
            for state in all where id == nil || state.provider.id == id {
                let row = Row(
                    state, redirect: place.map { state.provider.id.redirect(from: "\($0.url)/oauth/sign-in") })
                if json {
                    try JSONLines().write(row)
                    continue
                }
                let name = Terminal.output.bold(Terminal.line(row.label))
                var lines = ["\(name)  \(Terminal.line(row.issuer))  \(Terminal.output.dim(row.id))"]
                lines.append("  client id: \(Terminal.line(row.clientID))\(row.hasSecret ? ", with a secret" : "")")
                if !row.domains.isEmpty { lines.append("  new members from: \(row.domains.joined(separator: ", "))") }
                if !row.hosts.isEmpty { lines.append("  also asked: \(row.hosts.joined(separator: ", "))") }
                if row.dependents > 0 {
                    lines.append("  the only way in of \(Format.count(row.dependents, "account"))")
                }
                let path = state.provider.id.redirect(from: "/oauth/sign-in")
                lines.append("  redirect: \(row.redirect ?? "the server's address, with \(path)")")
                Terminal.output.write(lines.map { $0 + "\n" }.joined())
            }
            if all.isEmpty, !json { Terminal.output.write("People sign in with a name and a password alone.\n") }
        }

        struct List: AsyncParsableCommand {
            static let configuration = CommandConfiguration(commandName: "list", abstract: "Which providers there are.")
            @Flag(help: "Print JSON Lines.") var json = false

            func run() async throws { try await ProviderCommand.write(try Hearth(), json: json) }
        }

        struct Show: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "show", abstract: "What is set up of one, or of all.")
            @Argument(help: "Its id; all where it is left out.") var id: String?
            @Flag(help: "Print JSON Lines.") var json = false

            func run() async throws {
                let hearth = try Hearth()
                let place = hearth.signInProviders(of: hearth.people)
                var wanted: IdentityProvider.ID?
                if let id { wanted = try await place.find(id).id }
                try await ProviderCommand.write(hearth, only: wanted, json: json)
            }
        }

        /// What is said of a provider that is set up.
        struct Options: ParsableArguments {
            @Option(help: "Who this server is to it.") var clientID: String
            @Option(help: "What the button says after “Sign in with”.") var label: String
            @Option(
                help: "Whoever has an address of mail of this domain becomes a member by signing in; may be repeated.")
            var domain: [String] = []
            @Option(help: "A host that may be asked beside its own; may be repeated.") var host: [String] = []
            @Flag(help: "Read the client's secret.") var secret = false
            @Flag(help: "Print JSON Lines.") var json = false

            func set(_ id: IdentityProvider.ID, at issuer: String, isNew: Bool, in hearth: Hearth) async throws {
                let provider = try IdentityProvider(
                    id: id, issuer: issuer, clientID: clientID, label: label, domains: domain, hosts: host)
                let word = try secret ? Self.readSecret(of: id) : nil
                try await hearth.signInProviders(of: hearth.people).set(provider, secret: word, isNew: isNew)
                try await ProviderCommand.write(hearth, only: id, json: json)
                await hearth.shutdown()
            }

            private static func readSecret(of id: IdentityProvider.ID) throws -> Secret {
                let bytes = try HiddenInput.read(prompt: "The client's secret (it is not shown): ")
                return try KeyText.secret(bytes, for: .identityProvider(id))
            }
        }

        struct Add: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "add", abstract: "Set one up, beside those that there are.",
                discussion: """
                    The provider is asked what it says of itself. Its secret is typed without being shown, or read from standard input with \
                    --secret. No two have the same issuer.
                    """)
            @Argument(help: "What you call it here, such as google: 1 to 20 characters of a-z, 0-9 and -.") var id:
                String
            @Argument(help: "Its issuer: the address by which it calls itself.") var issuer: String
            @OptionGroup var options: Options

            func run() async throws {
                let id = try IdentityProvider.ID(checking: id)
                try await options.set(id, at: issuer, isNew: true, in: try Hearth())
            }
        }

        struct Set: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "set", abstract: "Set one up, in the place of the one that was there.",
                discussion: """
                    The provider is asked what it says of itself. Its secret is typed without being shown, or read from standard input with \
                    --secret; without that flag the one of before stays, at the same host. Where there are several, --id says which is meant.
                    """)
            @Argument(help: "Its issuer: the address by which it calls itself.") var issuer: String
            @Option(help: "Which one; the only one where it is left out.") var id: String?
            @OptionGroup var options: Options

            func run() async throws {
                let hearth = try Hearth()
                try await options.set(try await wanted(hearth), at: issuer, isNew: false, in: hearth)
            }

            private func wanted(_ hearth: Hearth) async throws -> IdentityProvider.ID {
                if let id { return try IdentityProvider.ID(checking: id) }
                do {
                    return try await hearth.signInProviders(of: hearth.people).find(nil).id
                } catch let error as AccountError where error.reason == .noProvider {
                    return .default
                }
            }
        }

        struct Remove: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "remove",
                abstract: "Have nobody sign in with one any more. Links stay for when it comes back.")
            @Argument(help: "Its id; the only one where it is left out.") var id: String?

            func run() async throws {
                let hearth = try Hearth()
                let place = hearth.signInProviders(of: hearth.people)
                let provider: IdentityProvider
                do {
                    provider = try await place.find(id)
                } catch let error as AccountError where error.reason == .noProvider && id == nil {
                    return Terminal.output.write("There was none.\n")
                }
                let lockedOut = try await place.remove(provider.id)
                let rest = try await place.list()
                let ways = rest.map { Terminal.line($0.provider.label) }.joined(separator: ", ")
                Terminal.output.write(
                    rest.isEmpty
                        ? "People sign in with a name and a password alone.\n"
                        : "People sign in with \(ways), or with a name and a password.\n")
                guard lockedOut > 0 else { return }
                Terminal.output.write(
                    "\(Format.count(lockedOut, "account")) cannot sign in any more: no password, and no link to another provider. "
                        + "`hearth people password` sets a password.\n")
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
