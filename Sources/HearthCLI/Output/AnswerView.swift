import Hearth

/// Shows an answer to a person: the text as it comes, then numbered citations.
struct AnswerView {
    private let terminal = Terminal.output

    func write(_ piece: String) {
        terminal.write(Terminal.safe(piece))
    }

    func finish(_ answer: Answer) {
        terminal.write("\n")
        if !answer.citations.isEmpty { terminal.write("\n") }
        for citation in answer.citations { terminal.write(line(citation)) }
        let text = Array(answer.text.utf8)
        for span in answer.unsupported {
            let sentence = String(decoding: text[span.range], as: UTF8.self)
            terminal.write(terminal.yellow("? not supported by the sources: ") + Terminal.safe(sentence) + "\n")
        }
        terminal.write("\n" + WriterText.line("answered by", answer.route))
        if let reason = WriterText.fallback(answer.route) { Terminal.note(reason) }
        if answer.abstention == .noDocuments {
            Terminal.note(HelpText.sentence(.addDocuments))
        }
        for note in answer.notes { Terminal.note(note) }
    }

    private func line(_ citation: Citation) -> String {
        let mark = citation.verified ? terminal.green("✓") : terminal.yellow("?")
        let page = citation.page.map { ", page \($0)" } ?? ""
        let time = citation.startTime.map { ", \(Format.time($0))" } ?? ""
        let title = Terminal.line("\(citation.title ?? citation.path)\(page)\(time)")
        let quote = Terminal.safe(Format.excerpt("“\(citation.quote)”", width: terminal.width, lines: 4))
        return
            "[\(citation.index)] \(mark) \(terminal.bold(title))  \(terminal.dim(Terminal.line(citation.path)))\n\(quote)\n"
    }

    func showContext(_ context: AnswerContext) {
        terminal.write("\n" + terminal.bold("What the engine saw") + "\n")
        if let messages = context.messages {
            for message in messages {
                terminal.write(
                    terminal.dim("--- \(message.role.rawValue)") + "\n" + Terminal.safe(message.content) + "\n")
            }
        } else {
            for (number, passage) in context.included.enumerated() {
                terminal.write(
                    terminal.dim(
                        "--- \(number + 1). \(Terminal.line(passage.path)) \(passage.span.start)..<\(passage.span.end)")
                )
                terminal.write("\n" + Terminal.safe(passage.text) + "\n")
            }
        }
        terminal.write(
            "\n" + terminal.bold("What did not fit: \(Format.count(context.dropped.count, "passage"))") + "\n")
        for passage in context.dropped {
            terminal.write(Terminal.line("\(passage.path) \(passage.span.start)..<\(passage.span.end)") + "\n")
        }
    }
}

/// An answer as one JSON object.
struct AnswerOutput: Encodable {
    struct Cited: Encodable {
        var index: Int
        var documentID: String
        var path: String
        var title: String?
        var page: Int?
        var start: Int
        var end: Int
        var quote: String
        var verified: Bool
        var startTime: Double?
        var endTime: Double?

        init(_ citation: Citation) {
            index = citation.index
            documentID = citation.documentID
            path = citation.path
            title = citation.title
            page = citation.page
            start = citation.span.start
            end = citation.span.end
            quote = citation.quote
            verified = citation.verified
            startTime = citation.startTime
            endTime = citation.endTime
        }
    }

    struct Usage: Encodable {
        var promptTokens: Int
        var completionTokens: Int
        var cachedTokens: Int
    }

    struct Context: Encodable {
        var included: Int
        var dropped: Int
    }

    var id: RowID
    var answer: String
    var abstained: Bool
    var abstention: Abstention?
    var citations: [Cited]
    var unsupported: [TextSpan]
    var route: RoutingDecision
    var usage: Usage
    var context: Context
    var notes: [String]?

    init(_ id: RowID, _ answer: Answer) {
        self.id = id
        self.answer = answer.text
        abstained = answer.abstained
        abstention = answer.abstention
        citations = answer.citations.map(Cited.init)
        unsupported = answer.unsupported
        route = answer.route
        usage = Usage(
            promptTokens: answer.usage.promptTokens, completionTokens: answer.usage.completionTokens,
            cachedTokens: answer.usage.cachedTokens)
        context = Context(included: answer.context.included.count, dropped: answer.context.dropped.count)
        notes = answer.notes.isEmpty ? nil : answer.notes
    }
}
