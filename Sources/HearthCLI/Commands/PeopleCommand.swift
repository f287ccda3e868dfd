import ArgumentParser
import Foundation
import Hearth

/// `hearth people`: who has an account on `hearth serve`.
struct PeopleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "people",
        abstract: "Accounts on a server that several people use.",
        discussion: """
            Without an account `hearth serve` is yours alone. Each person who has one signs in with a name and a password, and has a \
            library of their own, which nobody else sees on the page: documents, conversations, journal, consents and ledger. \
            Models, settings, keys of services and endpoints are everybody's, and administrators look after them. Your own library \
            stays what it is, and you sign in as ever.

            A password is typed without being shown, or read from standard input; never from the command line.

            EXAMPLES
              hearth people invite
              hearth people add Mira --role administrator
              hearth people
              hearth people role Mira member
              hearth people remove Mira
            """,
        subcommands: [
            List.self, Add.self, Invite.self, Withdraw.self, Password.self, Role.self, QuotaCommand.self, Remove.self,
            Tokens.self,
            Token.self,
            Revoke.self,
            ProviderCommand.self, Links.self, Unlink.self,
        ], defaultSubcommand: List.self)

    /// An account or an open invitation, as it is printed.
    struct Row: Encodable {
        /// `account` or `invitation`.
        var kind: String
        var id: String
        var name: String?
        var role: Person.Role
        var createdAt: Date
        var signedInAt: Date?
        var expiresAt: Date?
        var tokens: Int?
        var bytes: Int?
        var quota: Quota?
        /// What lets them in beside a password.
        var links: Int?

        init(_ account: Account, bytes: Int?) {
            (kind, id, name, role) = ("account", account.id, account.name, account.role)
            (createdAt, signedInAt) = (account.createdAt, account.signedInAt)
            (tokens, self.bytes, quota) = (account.tokens.count, bytes, account.quota)
            links = account.linkedIdentities.count
        }

        init(_ invitation: Invitation) {
            (kind, id, name, role) = ("invitation", invitation.id, invitation.name, invitation.role)
            (createdAt, expiresAt) = (invitation.createdAt, invitation.expiresAt)
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Who has an account, and who is invited.")
        @Flag(help: "Print JSON Lines.") var json = false

        func run() async throws {
            let hearth = try Hearth()
            let people = hearth.people
            let isInFolders = hearth.settings.library == nil
            let accounts = try people.list().map {
                Row($0, bytes: isInFolders ? people.libraryBytes(of: $0.id) : nil)
            }
            let rows = try accounts + people.invitations().map(Row.init)
            for row in rows {
                if json { try JSONLines().write(row) } else { Terminal.output.write(Self.line(row) + "\n") }
            }
            if rows.isEmpty, !json { Terminal.output.write("Nobody has an account: the server is yours alone.\n") }
        }

        private static func line(_ row: Row) -> String {
            let name = Terminal.output.bold(Terminal.safe(row.name ?? "(chooses a name)"))
            let day = { (date: Date) in date.formatted(.iso8601.year().month().day()) }
            guard row.kind == "account" else {
                return "\(name)  invited as \(row.role.rawValue) until \(row.expiresAt.map(day) ?? "")  \(row.id)"
            }
            var line = "\(name)  \(row.role.rawValue)  "
            line += row.signedInAt.map { "last signed in \(day($0))" } ?? "never signed in"
            if let bytes = row.bytes {
                line += ", \(Format.bytes(bytes))" + (row.quota?.bytes.map { " of \(Format.bytes($0))" } ?? "")
            }
            if let most = row.quota?.tokensPerDay { line += ", at most \(most) tokens a day" }
            if let tokens = row.tokens, tokens > 0 { line += ", \(Format.count(tokens, "token"))" }
            if let links = row.links, links > 0 { line += ", \(Format.count(links, "link"))" }
            return line + "  " + Terminal.output.dim(row.id)
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Make an account with a password that you choose.")
        @Argument(help: "What they sign in with.") var name: String
        @Option(help: "member or administrator.", completion: .roles) var role = Person.Role.member.rawValue
        @Flag(help: "Print JSON Lines.") var json = false

        func run() async throws {
            let role = try Person.Role(argument: role)
            let password = try PasswordInput.read(for: name)
            let account = try await Hearth().people.add(name, password: password, role: role)
            if json { return try JSONLines().write(Row(account, bytes: nil)) }
            Terminal.output.write("\(Terminal.safe(account.name)) can sign in now, as \(account.role.rawValue).\n")
        }
    }

    struct Invite: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "invite", abstract: "Let one person make an account, once, with a password that they choose.")
        @Argument(help: "What they will sign in with; they choose where it is left out.") var name: String?
        @Option(help: "member or administrator.", completion: .roles) var role = Person.Role.member.rawValue
        @Option(help: "How long it holds, in days.") var days = People.daysOfInvitation
        @Flag(help: "Print JSON Lines.") var json = false

        private struct Output: Encodable {
            var id: String
            var code: String
            var url: String?
            var expiresAt: Date
        }

        func run() async throws {
            let hearth = try Hearth()
            let made = try hearth.people.invite(name, role: try Person.Role(argument: role), days: days)
            let place = try RunningServer.find(in: hearth.folder)
            let url = place.map { "\($0.url)/#/invitation?code=\(made.code)" }
            let until = made.invitation.expiresAt
            if json {
                return try JSONLines().write(
                    Output(id: made.invitation.id, code: made.code, url: url, expiresAt: until))
            }
            Terminal.output.write(
                "The invitation, once, until \(until.formatted(date: .abbreviated, time: .shortened)):\n  \(made.code)\n"
            )
            if let url { Terminal.output.write("On this machine: \(Terminal.line(url))\n") }
            Terminal.output.write(
                "It is typed where the page asks to sign in, under “I have an invitation”. Whoever has it may use it.\n"
            )
        }
    }

    struct Withdraw: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "withdraw", abstract: "Withdraw an invitation.")
        @Argument(help: "Its id.") var id: String

        func run() async throws {
            try Hearth().people.withdraw(id)
            Terminal.output.write("withdrawn\n")
        }
    }

    struct Password: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "password", abstract: "Give somebody a new password; their sessions end.")
        @Argument(help: "A name, or an id.") var name: String

        func run() async throws {
            let people = try Hearth().people
            let account = try Self.account(name, people)
            try await people.setPassword(try PasswordInput.read(for: account.name), of: account.id)
            Terminal.output.write("\(Terminal.safe(account.name)) has a new password, and is signed out everywhere.\n")
        }

        static func account(_ name: String, _ people: People) throws -> Account {
            guard let account = try people.find(name) else {
                let names = try people.list().map(\.name)
                throw EngineError(
                    .unknownItem, "There is nobody of that name\(NearestName.question(name, among: names))")
            }
            return account
        }
    }

    struct Role: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "role", abstract: "Change what somebody may do; their sessions end.",
            discussion: """
                A member has a library of their own. An administrator also changes settings, keys of services, models and endpoints, \
                and invites and removes people; they see how much somebody has, and nothing of it.
                """)
        @Argument(help: "A name, or an id.") var name: String
        @Argument(help: "member or administrator.", completion: .roles) var role: String
        @Flag(help: "Print JSON Lines.") var json = false

        func run() async throws {
            let people = try Hearth().people
            let role = try Person.Role(argument: role)
            let account = try people.setRole(role, of: try Password.account(name, people).id)
            if json { return try JSONLines().write(Row(account, bytes: nil)) }
            Terminal.output.write("\(Terminal.safe(account.name)) is \(account.role.rawValue) now.\n")
        }
    }

    struct QuotaCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "quota", abstract: "How much of this machine somebody may take.",
            discussion: "What is not given here has no limit from then on.")
        @Argument(help: "A name, or an id.") var name: String
        @Option(help: "Megabytes of their library on the disk.") var megabytes: Int?
        @Option(help: "Tokens that engines read and write for them in a day (UTC).") var tokens: Int?
        @Flag(help: "Print JSON Lines.") var json = false

        func validate() throws {
            guard megabytes.map({ (1...1_000_000_000).contains($0) }) ?? true, tokens.map({ $0 > 0 }) ?? true else {
                throw ValidationError("--megabytes and --tokens take numbers above 0.")
            }
        }

        func run() async throws {
            let people = try Hearth().people
            let quota = Quota(bytes: megabytes.map { $0 * 1_000_000 }, tokensPerDay: tokens)
            let account = try people.setQuota(quota, of: try Password.account(name, people).id)
            if json { return try JSONLines().write(Row(account, bytes: nil)) }
            let parts = [
                account.quota?.bytes.map { "\(Format.bytes($0)) on the disk" },
                account.quota?.tokensPerDay.map { "\($0) tokens a day" },
            ].compactMap(\.self)
            let told = parts.isEmpty ? "as much as there is" : parts.joined(separator: " and ")
            Terminal.output.write("\(Terminal.safe(account.name)) may take \(told).\n")
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove an account. Sessions and tokens end at once; the library stays.")
        @Argument(help: "A name, or an id.") var name: String
        @Flag(help: "Remove their library too, for good. The server must not run; its page can do it while it does.")
        var withLibrary = false
        @Flag(help: "Print JSON Lines.") var json = false

        func run() async throws {
            let hearth = try Hearth()
            let people = hearth.people
            if withLibrary, try people.find(name) == nil, hearth.mayHaveLibrary(of: name) {
                return try await removeLibraryAlone(hearth)
            }
            let account = try Password.account(name, people)
            if withLibrary, try RunningServer.find(in: hearth.folder) != nil {
                throw CommandFailure(
                    ExitStatus.failed,
                    "The server runs, and may have the library open. Stop it first, or remove \(account.name) on its page. Nothing "
                        + "was removed.")
            }
            // The library first: where it cannot be removed, the account is still there to try again.
            let rows = withLibrary ? try await hearth.removeLibrary(of: account.id, keepsAccount: true) : nil
            try people.remove(account.id)
            if json { return try JSONLines().write(Row(account, bytes: nil)) }
            let rest =
                if withLibrary {
                    " Gone with it: \(rows ?? "their library")."
                } else if hearth.mayHaveLibrary(of: account.id) {
                    " Their library is left; `hearth people remove \(account.id) --with-library` removes it."
                } else {
                    ""
                }
            Terminal.output.write("\(Terminal.safe(account.name)) has no account any more.\(Terminal.line(rest))\n")
        }

        /// Of somebody whose account was removed before.
        private func removeLibraryAlone(_ hearth: Hearth) async throws {
            let rows = try await hearth.removeLibrary(of: name)
            if json { return }
            Terminal.output.write(
                "Nobody has the account \(Terminal.safe(name)) any more. Gone: \(Terminal.line(rows ?? "its library")).\n"
            )
        }
    }
}

extension Person.Role {
    init(argument: String) throws {
        guard let role = Person.Role(rawValue: argument.lowercased()) else {
            throw CommandFailure(ExitStatus.usage, "A role is member or administrator.")
        }
        self = role
    }
}

extension CompletionKind {
    fileprivate static var roles: CompletionKind { .list(Person.Role.allCases.map(\.rawValue)) }
}

/// Reads a password for somebody.
enum PasswordInput {
    /// - Throws: ``CommandFailure`` where it is no text.
    static func read(for name: String) throws -> String {
        var bytes = try HiddenInput.read(prompt: "Password for \(Terminal.safe(name)) (it is not shown): ")
        // The end of the line that a pipe brings is none of it.
        while bytes.last == 0x0A || bytes.last == 0x0D { bytes.removeLast() }
        guard let text = String(validating: bytes, as: UTF8.self), !text.isEmpty else {
            throw CommandFailure(ExitStatus.usage, "No password was given, or it is not text in UTF-8.")
        }
        // No page can send one, and what answers a prompt twice does not mean one.
        guard !text.contains(where: \.isNewline) else {
            throw CommandFailure(ExitStatus.usage, "A password is one line. Nothing was changed.")
        }
        return text
    }
}
