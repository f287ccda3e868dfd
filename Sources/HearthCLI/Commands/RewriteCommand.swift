import ArgumentParser
import Hearth

/// `hearth rewrite`: another wording of a text.
struct RewriteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rewrite",
        abstract: "Word a text differently.",
        discussion: """
            Needs an engine that writes: a local model, Apple's, or one of your own endpoints. The basic engine refuses.

            EXAMPLES
              hearth rewrite letter.txt --as "friendlier and shorter"
              pbpaste | hearth rewrite - --engine local
              hearth rewrite --text "their going too the bank"
            """)

    @Argument(help: "The file, a document in the store, or - for standard input.", completion: .file()) var file:
        String?
    @Option(help: "The text itself.") var text: String?
    @Option(name: .customLong("as"), help: "How to word it; without it, clearer and without mistakes.")
    var instruction: String?
    @OptionGroup var engine: EngineOptions
    @OptionGroup var privacy: LabelOption
    @Flag(help: "Print JSON Lines.") var json = false

    private struct Output: Encodable {
        var text: String
        var route: RoutingDecision
        var usage: TokenUsage
        var finishReason: FinishReason
        var notes: [String]?
    }

    func validate() throws {
        guard (file == nil) != (text == nil) else {
            throw ValidationError("Give a file, - for standard input, or --text TEXT; one of them.")
        }
        try SaidText.check(text, "text")
        if let instruction, instruction.isBlank {
            throw ValidationError("--as is empty. Say how to word the text, or leave it out.")
        }
    }

    func run() async throws {
        let hearth = try engine.hearth()
        let source: TextSource
        if let text { source = TextSource(text: text) } else { source = try await TextSource(file, hearth: hearth) }
        let request = RewriteRequest(
            text: source.text, instruction: instruction,
            routing: source.applied(to: privacy.applied(to: engine.routing)),
            options: engine.generation(for: .rewrite))
        if engine.preview { return try PreviewView(json: json).write([try await hearth.answers.preview(request)]) }
        var route: RoutingDecision?
        for try await event in try await hearth.answers.rewrite(request) {
            switch event {
            case .routed(let decision): route = decision
            case .event(.text(let piece)): if !json { Terminal.output.write(Terminal.safe(piece)) }
            case .event(.reasoning), .event(.logprobs), .event(.toolCall): break
            case .event(.final(let response)):
                guard let route else { continue }
                if json {
                    try JSONLines().write(
                        Output(
                            text: response.text, route: route, usage: response.usage,
                            finishReason: response.finishReason, notes: response.notes.isEmpty ? nil : response.notes))
                    continue
                }
                Terminal.output.write("\n")
                // On standard error: the text is what the caller goes on with.
                Terminal.error.write(WriterText.line("by", route, on: .error))
                if let reason = WriterText.fallback(route) {
                    Terminal.note(reason)
                }
                for note in response.notes { Terminal.note(note) }
            }
        }
    }
}
