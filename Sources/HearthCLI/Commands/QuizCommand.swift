import ArgumentParser
import Hearth

/// `hearth quiz`: study questions from documents.
struct QuizCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quiz",
        abstract: "Make study questions with answers and sources from your documents.",
        discussion: """
            Without a model, key sentences with a phrase left out. With a model, questions whose quotes were looked up in \
            the text; what was not found there is dropped and counted.

            EXAMPLES
              hearth quiz --in lectures/ --count 20
              hearth quiz --topic "cell division" --model ~/models/llama-3.2-1b.gguf
            """)

    @OptionGroup var scope: ScopeOptions
    @Option(parsing: .unconditional, help: "The most questions.") var count = 10
    @Option(help: "What to be asked about.") var topic: String?
    @OptionGroup var engine: EngineOptions
    @Flag(help: "Show questions first, and all answers at the end.") var answersLast = false
    @Flag(help: "Print JSON Lines.") var json = false

    private struct Output: Encodable {
        var question: String
        var answer: String
        var citation: CitationJSON
        var engine: Engine
    }

    private struct Summary: Encodable {
        struct Facts: Encodable {
            var questions: Int
            var coverage: Quiz.Coverage
            var route: RoutingDecision
            var usage: TokenUsage
            var notes: [String]
        }
        var summary: Facts
    }

    func validate() throws {
        guard (1...1000).contains(count) else { throw ValidationError("--count must be from 1 to 1000.") }
        try SaidText.check(topic, "topic")
    }

    func run() async throws {
        let hearth = try engine.hearth()
        let filter = try await scope.filter(scope.in, hearth: hearth)
        let request = QuizRequest(
            filter: filter, count: count, topic: topic, routing: engine.routing,
            options: engine.generation(for: .studyQuestionGen))
        if engine.preview { return try PreviewView(json: json).write(await hearth.answers.preview(request)) }
        let quiz = try await hearth.answers.quiz(request)
        if json {
            for item in quiz.questions {
                try JSONLines().write(
                    Output(
                        question: item.question, answer: item.answer, citation: .init(item.citation),
                        engine: quiz.route.engine))
            }
            return try JSONLines().write(
                Summary(
                    summary: .init(
                        questions: quiz.questions.count, coverage: quiz.coverage, route: quiz.route, usage: quiz.usage,
                        notes: quiz.notes)))
        }
        write(quiz)
    }

    private func write(_ quiz: Quiz) {
        let output = Terminal.output
        if quiz.questions.isEmpty { output.write("No question could be made from this.\n") }
        for (index, item) in quiz.questions.enumerated() {
            output.write(output.bold("\(index + 1). ") + Terminal.safe(item.question) + "\n")
            if !answersLast { write(item, indent: "   ") }
        }
        if !quiz.questions.isEmpty, !answersLast { output.write("\n") }
        if answersLast, !quiz.questions.isEmpty {
            output.write("\nAnswers\n")
            for (index, item) in quiz.questions.enumerated() { write(item, indent: "\(index + 1). ") }
        }
        output.write(WriterText.line("by", quiz.route))
        if let reason = WriterText.fallback(quiz.route) { Terminal.note(reason) }
        for note in quiz.notes { Terminal.note(note) }
    }

    private func write(_ item: StudyQuestion, indent: String) {
        let citation = item.citation
        let page = citation.page.map { ", page \($0)" } ?? ""
        Terminal.output.write(
            indent + Terminal.safe(item.answer)
                + Terminal.output.dim("  (\(Terminal.safe(citation.title ?? citation.path))\(page))") + "\n")
    }
}
