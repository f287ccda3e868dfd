import ArgumentParser
import Hearth

/// `hearth ask`: an answer from the documents, with checked citations.
struct AskCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ask",
        abstract: "Answer a question from your documents, with checked citations.",
        discussion: """
            Without a model the basic engine answers with the sentences of your documents that answer best, word for word. \
            With --model a local GGUF model writes the answer; each of its sentences is then checked against its source. \
            In English, the words that answer stand in bold in the quote where they were found, and with --json as \
            answerStart and answerEnd of the citation.

            EXAMPLES
              hearth ask "When does the lease end?"
              hearth ask "What did we decide about the budget?" --in meetings/march.vtt
              hearth ask "Who repairs the boiler?" --model ~/models/llama-3.2-1b.gguf --show-context
            """)

    @Argument(help: "The question, or - for standard input.")
    var question: String?

    @Option(help: "A JSONL file of {\"id\", \"text\", \"in\"?} rows, or - for standard input.", completion: .file())
    var questions: String?

    @OptionGroup var scope: ScopeOptions
    @OptionGroup var engine: EngineOptions

    @Flag(help: "Show what the engine saw, and what did not fit.")
    var showContext = false

    @Flag(help: "Print JSON Lines.")
    var json = false

    func validate() throws {
        try Batch.requireOne(question, orBatch: questions, preview: engine.preview)
    }

    func run() async throws {
        let hearth = try engine.hearth()
        if let questions {
            try await Batch.answer(questions, as: SearchCommand.Row.self) { id, row in
                let filter = try await scope.filter(row.in ?? scope.in, hearth: hearth)
                return AnswerOutput(
                    id, try await answer(row.text, filter: filter, hearth: hearth),
                    try await hearth.documents.contacts())
            }
        } else if let question {
            let question = try await TextSource.words(question, "question")
            let filter = try await scope.filter(scope.in, hearth: hearth)
            if engine.preview {
                try PreviewView(json: json).write([try await hearth.answers.preview(request(question, filter))])
            } else if json {
                try JSONLines().write(
                    AnswerOutput(
                        .null, try await answer(question, filter: filter, hearth: hearth),
                        try await hearth.documents.contacts()))
            } else {
                try await stream(question, filter: filter, hearth: hearth)
            }
        }
    }

    private func request(_ question: String, _ filter: SearchFilter) -> AnswerRequest {
        AnswerRequest(question: question, filter: filter, routing: engine.routing, options: engine.generation())
    }

    private func answer(_ question: String, filter: SearchFilter, hearth: Hearth) async throws -> Answer {
        for try await event in try await hearth.answers.ask(request(question, filter)) {
            if case .final(let answer) = event { return answer }
        }
        throw CancellationError()
    }

    private func stream(_ question: String, filter: SearchFilter, hearth: Hearth) async throws {
        let view = AnswerView(try await hearth.documents.contacts())
        for try await event in try await hearth.answers.ask(request(question, filter)) {
            switch event {
            case .found, .routed: break
            case .text(let piece): view.write(piece)
            case .final(let answer):
                view.finish(answer)
                if showContext { view.showContext(answer.context) }
            }
        }
    }
}
