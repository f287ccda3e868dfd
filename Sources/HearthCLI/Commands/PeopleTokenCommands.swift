import ArgumentParser
import Foundation
import Hearth

// Tokens of programs that act for somebody with an account.

extension PeopleCommand {
    struct TokenRow: Encodable {
        var id: String
        var name: String
        var scope: Person.Scope
        var ceiling: SensitivityLabel
        var createdAt: Date
        var usedAt: Date?
        /// Only where it was just made.
        var token: String?

        init(_ token: AccountToken, text: String? = nil) {
            (id, name, scope, ceiling) = (token.id, token.name, token.scope, token.ceiling)
            (createdAt, usedAt, self.token) = (token.createdAt, token.usedAt, text)
        }
    }

    struct Tokens: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "tokens", abstract: "What programs have that act for somebody.")
        @Argument(help: "A name, or an id.") var name: String
        @Flag(help: "Print JSON Lines.") var json = false

        func run() async throws {
            let people = try Hearth().people
            let tokens = try people.tokens(of: try Password.account(name, people).id)
            for token in tokens {
                if json {
                    try JSONLines().write(TokenRow(token))
                    continue
                }
                let used = token.usedAt?.formatted(date: .abbreviated, time: .shortened)
                Terminal.output.write(
                    "\(Terminal.output.bold(Terminal.safe(token.name)))  \(token.scope.rawValue), up to \(token.ceiling.rawValue), "
                        + (used.map { "last used \($0)" } ?? "never used") + "  \(Terminal.output.dim(token.id))\n")
            }
            if tokens.isEmpty, !json { Terminal.output.write("no program has a token\n") }
        }
    }

    struct Token: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "token", abstract: "Give a program a token that acts for somebody.",
            discussion: """
                A token for `read` looks at what is there; one for `ask` lets models work as well; one for `write` may do all that \
                programs may. The token is printed once.
                """)
        @Argument(help: "A name, or an id.") var name: String
        @Argument(help: "Which program it is for.") var program: String
        @Option(
            help: "read, ask or write.", completion: .list(Person.Scope.allCases.map(\.rawValue)))
        var scope = Person.Scope.read.rawValue
        @Option(
            help: "The most private label that it reads: public, personal or private.",
            completion: .list(SensitivityLabel.allCases.map(\.rawValue)))
        var ceiling = SensitivityLabel.personal.rawValue
        @Flag(help: "Print JSON Lines.") var json = false

        func run() async throws {
            guard let scope = Person.Scope(rawValue: scope) else {
                throw CommandFailure(ExitStatus.usage, "--scope takes read, ask or write.")
            }
            guard let ceiling = SensitivityLabel(rawValue: ceiling) else {
                throw CommandFailure(ExitStatus.usage, "--ceiling takes public, personal or private.")
            }
            let people = try Hearth().people
            let made = try people.makeToken(
                program, for: try Password.account(name, people).id, scope: scope, ceiling: ceiling)
            if json { return try JSONLines().write(TokenRow(made.token, text: made.text)) }
            Terminal.output.write("The token, once:\n  \(made.text)\n")
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "revoke", abstract: "Take a program's token back.")
        @Argument(help: "A name, or an id.") var name: String
        @Argument(help: "The token's id.") var id: String

        func run() async throws {
            let people = try Hearth().people
            try people.revokeToken(id, of: try Password.account(name, people).id)
            Terminal.output.write("revoked\n")
        }
    }
}
