import HearthCore
import HearthKnowledge

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
        if let reason = WriterText.fallback(answer.route) { Terminal.error.write("note: \(Terminal.safe(reason))\n") }
        if answer.abstention == .noDocuments {
            Terminal.error.write("note: \(HelpText.sentence(.addDocuments))\n")
        }
        for note in answer.notes { Terminal.error.write("note: \(note)\n") }
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
        terminal.write("\n" + terminal.bold("What did not fit: \(context.dropped.count) passages") + "\n")
        for passage in context.dropped {
            terminal.write(Terminal.line("\(passage.path) \(passage.span.start)..<\(passage.span.end)") + "\n")
        }
    }
}
