import ArgumentParser
import Foundation
import Hearth

/// `hearth chat`: questions that follow each other.
struct ChatCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chat",
        abstract: "Ask questions that follow each other.",
        discussion: """
            Each answer comes from your documents, with checked citations, as in `hearth ask`. A short question such as "And \
            how much is it?" is understood with the one before. With --no-documents you talk with a model alone. The \
            conversation is kept in the store; --continue goes on with it.

            Lines that begin with / are commands; /help lists them. A line that ends with \\ goes on in the next one. Ctrl-C \
            stops an answer, and what came so far is kept; Ctrl-D ends.

            EXAMPLES
              hearth chat
              hearth chat --in contracts/ --model ~/models/llama-3.2-1b.gguf
              hearth chat --no-documents --system "You are a patient teacher."
              hearth chat --no-documents --tools
              hearth chat --no-documents --context summarize --max-messages 40
              hearth chat --continue
              hearth chat --continue 3f2a91c0
            """)

    @Flag(name: .customLong("continue"), help: "Go on with the conversation ID, or with the last one.")
    var continues = false

    @Argument(help: "With --continue: a conversation's id, or its beginning.")
    var id: String?

    @Flag(help: "Talk with a model alone, without your documents.")
    var noDocuments = false

    @Option(help: "With --no-documents: how the model is to behave; kept with the conversation.")
    var system: String?

    @Flag(
        help:
            "With --no-documents: let the model call the tools of your servers (`hearth mcp add`); each call is asked about."
    )
    var tools = false

    @OptionGroup var scope: ScopeOptions
    @OptionGroup var history: HistoryOptions
    @OptionGroup var engine: EngineOptions

    func validate() throws {
        guard !engine.preview else {
            throw ValidationError("--preview is for one question or text: `hearth ask`, `summarize` or `rewrite`.")
        }
        if id != nil, !continues { throw ValidationError("To go on with a conversation, write --continue ID.") }
        if system != nil, !noDocuments {
            throw ValidationError("--system needs --no-documents: answers from documents follow rules of their own.")
        }
        if tools, !noDocuments {
            throw ValidationError("--tools needs --no-documents: what is in documents is answered from them alone.")
        }
    }

    func run() async throws {
        let hearth = try engine.hearth()
        let filter = try await scope.filter(scope.in, hearth: hearth)
        var conversation: Conversation?
        if continues {
            var found = try await hearth.conversations.find(id)
            if let system {
                try await hearth.conversations.setSystemPrompt(system, label: engine.routing.label, of: found.id)
                found.systemPrompt = system
            }
            conversation = found
        }
        let loop = ChatLoop(
            hearth: hearth, conversation: conversation, mode: noDocuments ? .plain : .documents, filter: filter,
            systemPrompt: system, routing: engine.routing,
            options: engine.generation(for: noDocuments ? .chat : .answer), history: history)
        guard tools else { return try await loop.run() }
        // Where nobody looks on there is nobody to ask, and only what is always allowed is called.
        let ask: ToolSession.Ask? = loop.isInteractive ? ToolAsking.ask : nil
        let session = try await hearth.tools.open(ask: ask)
        for problem in session.problems { Terminal.note(Terminal.line(problem)) }
        if session.tools.isEmpty { Terminal.note("there are no tools to call; `hearth mcp add` adds a server of them") }
        loop.tools = session
        do {
            try await loop.run()
        } catch {
            await session.close()
            throw error
        }
        await session.close()
        await hearth.shutdown()
    }
}

/// How much of a conversation goes along with each message.
struct HistoryOptions: ParsableArguments {
    @Option(
        help: """
            In a chat with a model alone, what becomes of messages that do not fit its window: drop leaves out the oldest, \
            summarize puts a summary in their place, strict refuses to go on.
            """)
    var context = ContextPolicy.drop

    @Option(
        parsing: .unconditional,
        help: "In a chat with a model alone, the most messages that go along, the new one included.")
    var maxMessages: Int?

    func validate() throws {
        if let maxMessages, maxMessages < 1 { throw ValidationError("--max-messages must be 1 or more.") }
    }

    var policy: ContextBudget.Policy {
        switch context {
        case .drop: .dropOldest
        case .summarize: .summarizeDropped
        case .strict: .strict
        }
    }
}

/// The policies under the names that a person writes.
enum ContextPolicy: String, CaseIterable, ExpressibleByArgument { case drop, summarize, strict }
