import ArgumentParser
import Foundation
import Hearth

/// `hearth conversations`: what was said in chats.
struct ConversationsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conversations",
        abstract: "List, show, export, rename, pin, file, branch and remove conversations.",
        discussion: """
            A conversation is named by its id, or by the beginning of it.

            EXAMPLES
              hearth conversations list
              hearth conversations show 3f2a91c0
              hearth conversations export 3f2a91c0 --format markdown --output talk.md
              hearth conversations export 3f2a91c0 --format html --output talk.html
              hearth conversations pin 3f2a91c0
              hearth conversations folder 3f2a91c0 "Flat"
              hearth conversations list --folder "Flat"
              hearth conversations remove 3f2a91c0
            """,
        subcommands: [
            List.self, Show.self, Export.self, Rename.self, Pin.self, Folder.self, Branch.self, Remove.self,
        ], defaultSubcommand: List.self)

    struct Output: Encodable {
        var conversationID: String
        var title: String?
        var messages: Int
        var createdAt: Date
        var updatedAt: Date
        var isPinned: Bool
        var folder: String?

        init(_ conversation: Conversation) {
            conversationID = conversation.id
            title = conversation.title
            messages = conversation.messageCount
            createdAt = conversation.createdAt
            updatedAt = conversation.updatedAt
            isPinned = conversation.isPinned
            folder = conversation.folder
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "All conversations, the one used last first.")
        @Option(parsing: .unconditional, help: "The most conversations to show.") var limit: Int?
        @Option(help: "Only those in this folder.") var folder: String?
        @OptionGroup var options: StoreOptions

        func validate() throws {
            if let limit, limit < 1 { throw ValidationError("--limit must be at least 1.") }
        }

        func run() async throws {
            let hearth = try Hearth()
            let conversations =
                if let folder {
                    try await hearth.conversations.page(
                        holding: nil, inFolder: folder.split(whereSeparator: \.isWhitespace).joined(separator: " "),
                        limit: limit ?? .max
                    ).conversations
                } else { try await hearth.conversations.list(limit: limit ?? .max) }
            let lines = JSONLines()
            for conversation in conversations {
                if options.json {
                    try lines.write(Output(conversation))
                } else {
                    let title = Terminal.output.bold(Terminal.line(conversation.title ?? "untitled"))
                    let time = Terminal.output.dim(conversation.updatedAt.formatted(.iso8601))
                    Terminal.output.write(
                        "\(conversation.id.prefix(8))  \(title)  "
                            + "\(Format.count(conversation.messageCount, "message"))  \(time)"
                            + "\(conversation.isPinned ? "  pinned" : "")"
                            + "\(conversation.folder.map { "  in \(Terminal.line($0))" } ?? "")\n")
                }
            }
            if conversations.isEmpty, !options.json {
                Terminal.output.write(
                    folder == nil
                        ? "No conversations yet. `hearth chat` starts one.\n"
                        : "No conversation is in this folder. `hearth conversations list` names the folders.\n")
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "One conversation with its messages.")
        @Argument(help: "An id, or its beginning.") var id: String
        @OptionGroup var options: StoreOptions

        func run() async throws {
            let conversation = try await Hearth().conversations.whole(id)
            if options.json {
                try JSONLines().write(ConversationExport.Record(conversation))
                return
            }
            Terminal.output.write(
                Terminal.output.bold(Terminal.line(conversation.title ?? "untitled")) + "  "
                    + Terminal.output.dim(conversation.id) + "\n")
            if let prompt = conversation.systemPrompt {
                Terminal.output.write(Terminal.output.dim("system: " + Terminal.safe(prompt)) + "\n")
            }
            for message in conversation.messages { ConversationView.show(message) }
        }
    }

    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export",
            abstract: "Write a conversation as Markdown, JSON or a page of HTML. Not encrypted.",
            discussion:
                "The page is one file for people who were not there: it opens in any browser and loads nothing. Instructions, "
                + "reasoning and what tools gave are left out of it.")
        @Argument(help: "An id, or its beginning.") var id: String
        @Option(help: "markdown, json or html.") var format = ConversationFormat.markdown
        @Option(help: "The file to write; must not exist. Standard output when it is left out.", completion: .file())
        var output: String?

        func run() async throws {
            let hearth = try Hearth()
            if let output { try hearth.data.requireOutside(URL(fileURLWithPath: output)) }
            let conversation = try await hearth.conversations.find(id)
            if let output {
                try await ConversationFile.write(conversation, of: hearth, as: format.value, to: output)
            } else {
                try await hearth.conversations.export(conversation, as: format.value) { piece in
                    Terminal.output.writeContent(piece)
                }
            }
        }
    }

    struct Rename: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rename", abstract: "Give a conversation another title.")
        @Argument(help: "An id, or its beginning.") var id: String
        @Argument(help: "The title.") var title: String

        func run() async throws {
            let hearth = try Hearth()
            let conversation = try await hearth.conversations.find(id)
            try await hearth.conversations.rename(conversation.id, to: title)
        }
    }

    struct Pin: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "pin", abstract: "Let a conversation stand before the others on the page.")
        @Argument(help: "An id, or its beginning.") var id: String
        @Flag(help: "Take the pin off.") var off = false

        func run() async throws {
            let hearth = try Hearth()
            try await hearth.conversations.pin(try await hearth.conversations.find(id).id, !off)
        }
    }

    struct Folder: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "folder",
            abstract: "Put a conversation in a folder, or take it out.",
            discussion: "A folder is a name; it is there as long as a conversation has it.")
        @Argument(help: "An id, or its beginning.") var id: String
        @Argument(help: "The folder's name; left out to take the conversation out of its folder.") var name: String?

        func run() async throws {
            let hearth = try Hearth()
            try await hearth.conversations.move(try await hearth.conversations.find(id).id, toFolder: name)
        }
    }

    struct Branch: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "branch",
            abstract: "Begin another conversation with the messages of this one, and print its id.")
        @Argument(help: "An id, or its beginning.") var id: String
        @Option(parsing: .unconditional, help: "The id of the last message that both have, as `show --json` tells it.")
        var upTo: Int?
        @OptionGroup var options: StoreOptions

        func run() async throws {
            let hearth = try Hearth()
            let found = try await hearth.conversations.find(id)
            let branch = try await hearth.conversations.branch(found.id, upTo: upTo.map(Int64.init))
            if options.json {
                try JSONLines().write(Output(branch))
            } else {
                Terminal.output.write(branch.id + "\n")
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Remove conversations, with what models keep of them.")
        @Argument(help: "Ids, or their beginnings.") var ids: [String]
        @OptionGroup var options: StoreOptions

        private struct Removed: Encodable {
            var conversationID: String
            var messages: Int
        }

        func run() async throws {
            let hearth = try Hearth()
            // All are looked up before the first goes: a mistake in one must not leave the work half done.
            var found: [Conversation] = []
            for id in ids {
                let conversation = try await hearth.conversations.find(id)
                // Named twice, it goes once.
                if !found.contains(where: { $0.id == conversation.id }) { found.append(conversation) }
            }
            for conversation in found {
                let count = try await hearth.conversations.remove(conversation.id) ?? 0
                if options.json {
                    try JSONLines().write(Removed(conversationID: conversation.id, messages: count))
                } else {
                    Terminal.output.write("Removed \(conversation.id), \(Format.count(count, "message")).\n")
                }
            }
        }
    }
}

/// The formats of an export by their names on the command line.
enum ConversationFormat: String, ExpressibleByArgument, CaseIterable {
    case markdown, json, html

    var value: ConversationExport.Format {
        switch self {
        case .markdown: .markdown
        case .json: .json
        case .html: .html
        }
    }
}

/// Shows messages of a conversation to a person.
enum ConversationView {
    static func show(_ message: ConversationMessage) {
        let terminal = Terminal.output
        let state = message.state == .complete ? "" : " " + terminal.yellow("(\(message.state.rawValue))")
        let label = message.label == .personal ? "" : " " + terminal.dim(message.label.rawValue)
        let time = message.createdAt.formatted(.iso8601)
        terminal.write(
            "\n" + terminal.bold(message.message.role.rawValue) + state + label + "  " + terminal.dim(time) + "\n")
        if let reasoning = message.message.reasoning { terminal.write(terminal.dim(Terminal.safe(reasoning)) + "\n\n") }
        terminal.write(Terminal.safe(message.message.content) + "\n")
        for citation in message.metadata?.citations ?? [] { show(citation) }
    }

    static func show(_ citation: Citation) {
        let terminal = Terminal.output
        let page = citation.page.map { ", page \($0)" } ?? ""
        let mark = citation.verified ? terminal.green("✓") : terminal.yellow("?")
        let quote = AnswerView.quote(citation, on: terminal, lines: 12)
        terminal.write("[\(citation.index)] \(mark) \(terminal.dim(Terminal.line(citation.path + page)))\n\(quote)\n")
    }
}

/// Writes a conversation to a file of a person's choice.
enum ConversationFile {
    /// - Throws: ``CommandFailure`` when the file is there already or cannot be written.
    static func write(
        _ conversation: Conversation, of hearth: Hearth, as format: ConversationExport.Format, to path: String
    ) async throws {
        do {
            try await NewFile.write(to: path) { file in
                try await hearth.conversations.export(conversation, as: format) { piece in
                    try file.append(Data(piece.utf8))
                }
            }
        } catch let error as SystemError where error.reason == .exists {
            throw ChatCommandError("\(Terminal.line(path)) is there already; name another file.")
        } catch is SystemError {
            throw ChatCommandError("\(Terminal.line(path)) cannot be written; check the folder and its permissions.")
        }
    }
}
