import ArgumentParser
import Foundation
import HearthCore
import HearthEngine
import HearthKnowledge
import HearthStore

/// `hearth chat`: questions that follow each other.
struct ChatCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chat",
        abstract: "Ask questions that follow each other.",
        discussion: """
            Each answer comes from your documents, with checked citations, as in `hearth ask`. A short question such as "And \
            how much is it?" is understood with the one before. The conversation is kept in the store.

            Commands: /new starts afresh, /help lists the commands, /quit ends (so does Ctrl-D).

            EXAMPLES
              hearth chat
              hearth chat --in contracts/ --model ~/models/llama-3.2-1b.gguf
            """)

    @OptionGroup var scope: ScopeOptions
    @OptionGroup var engine: EngineOptions

    func run() async throws {
        let hearth = try engine.hearth()
        let filter = try await scope.filter(scope.in, hearth: hearth)
        var talk = try await hearth.startConversation()
        let interactive = isatty(STDIN_FILENO) == 1
        if interactive { Terminal.output.write("Ask about your documents. /help lists commands.\n") }
        while true {
            if interactive { Terminal.output.write(Terminal.output.bold("\n> ")) }
            guard let line = readLine() else { break }
            let question = line.trimmingCharacters(in: .whitespacesAndNewlines)
            switch question {
            case "": continue
            case "/quit", "/exit": return
            case "/help": Terminal.output.write("/new  start afresh\n/quit  end\n")
            case "/new": talk = try await hearth.startConversation()
            case let command where command.hasPrefix("/"):
                Terminal.error.write("There is no command \(command); /help lists them.\n")
            default:
                do {
                    try await answer(question, in: &talk, filter: filter, hearth: hearth)
                } catch let error as any ReadableError {
                    Terminal.error.write("error: \(error.message)\n")
                }
            }
        }
        if interactive { Terminal.output.write("\n") }
    }

    private func answer(
        _ question: String, in talk: inout Conversation, filter: SearchFilter, hearth: Hearth
    ) async throws {
        let request = AnswerRequest(
            question: question, filter: filter, routing: engine.routing, history: talk.messages,
            options: engine.generation())
        let view = AnswerView()
        for try await event in try await hearth.ask(request) {
            switch event {
            case .found: break
            case .text(let piece): view.write(piece)
            case .final(let answer):
                view.finish(answer)
                try await hearth.append(
                    [Message(.user, question), Message(.assistant, answer.text)], to: &talk)
            }
        }
    }
}
