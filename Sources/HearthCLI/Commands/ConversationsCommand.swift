import ArgumentParser
import Foundation
import HearthCore
import HearthEngine
import HearthStore

/// `hearth conversations`: what was said in chats.
struct ConversationsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conversations",
        abstract: "List, show, export, rename and remove conversations.",
        discussion: """
            A conversation is named by its id, or by the beginning of it.

            EXAMPLES
              hearth conversations list
              hearth conversations show 3f2a91c0
              hearth conversations export 3f2a91c0 --format markdown --output talk.md
              hearth conversations remove 3f2a91c0
            """,
        subcommands: [List.self, Show.self, Export.self, Rename.self, Remove.self], defaultSubcommand: List.self)

    struct Output: Encodable {
        var conversationID: String
        var title: String?
        var messages: Int
        var createdAt: Date
        var updatedAt: Date

        init(_ conversation: Conversation) {
            conversationID = conversation.id
            title = conversation.title
            messages = conversation.messageCount
            createdAt = conversation.createdAt
            updatedAt = conversation.updatedAt
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "All conversations, the one used last first.")
        @Option(parsing: .unconditional, help: "The most conversations to show.") var limit: Int?
        @OptionGroup var options: StoreOptions

        func validate() throws {
            if let limit, limit < 1 { throw ValidationError("--limit must be at least 1.") }
        }

        func run() async throws {
            let conversations = try await Hearth().conversations(limit: limit ?? .max)
            let lines = JSONLines()
            for conversation in conversations {
                if options.json {
                    try lines.write(Output(conversation))
                } else {
                    let title = Terminal.output.bold(Terminal.line(conversation.title ?? "untitled"))
                    let time = Terminal.output.dim(conversation.updatedAt.formatted(.iso8601))
                    Terminal.output.write(
                        "\(conversation.id.prefix(8))  \(title)  "
                            + "\(Format.count(conversation.messageCount, "message"))  \(time)\n")
                }
            }
            if conversations.isEmpty, !options.json {
                Terminal.output.write("No conversations yet. `hearth chat` starts one.\n")
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "One conversation with its messages.")
        @Argument(help: "An id, or its beginning.") var id: String
        @OptionGroup var options: StoreOptions

        func run() async throws {
            let conversation = try await Hearth().wholeConversation(id)
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
            abstract: "Write a conversation as Markdown or JSON. Not encrypted.")
        @Argument(help: "An id, or its beginning.") var id: String
        @Option(help: "markdown or json.") var format = ConversationFormat.markdown
        @Option(help: "The file to write; must not exist. Standard output when it is left out.", completion: .file())
        var output: String?

        func run() async throws {
            let conversation = try await Hearth().wholeConversation(id)
            if let output {
                try ConversationFile.write(conversation, as: format.value, to: output)
            } else {
                let text = try ConversationExport.text(of: conversation, as: format.value)
                Terminal.output.writeContent(text)
            }
        }
    }

    struct Rename: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Give a conversation another title.")
        @Argument(help: "An id, or its beginning.") var id: String
        @Argument(help: "The title.") var title: String

        func run() async throws {
            let hearth = try Hearth()
            let conversation = try await hearth.conversation(id)
            try await hearth.database().renameConversation(id: conversation.id, to: title)
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
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
                let conversation = try await hearth.conversation(id)
                // Named twice, it goes once.
                if !found.contains(where: { $0.id == conversation.id }) { found.append(conversation) }
            }
            for conversation in found {
                let count = try await hearth.database().removeConversation(id: conversation.id) ?? 0
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
    case markdown, json

    var value: ConversationExport.Format { self == .json ? .json : .markdown }
}
