import Hearth

/// Shows an answer to a person: the text as it comes, then numbered citations.
struct AnswerView {
    private let terminal = Terminal.output
    /// Who the numbers are by which chats call people.
    private let contacts: Contacts

    init(_ contacts: Contacts = .none) { self.contacts = contacts }

    func write(_ piece: String) {
        terminal.write(Terminal.safe(contacts.named(piece).text))
    }

    func finish(_ answer: Answer) {
        terminal.write("\n")
        if !answer.citations.isEmpty { terminal.write("\n") }
        for citation in answer.citations { terminal.write(line(citation)) }
        if !answer.nearest.isEmpty { terminal.write("\n" + terminal.bold("Nearest to it") + "\n") }
        for citation in answer.nearest { terminal.write(line(citation)) }
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
        let title = Terminal.line("\(contacts.title(citation.title) ?? citation.path)\(page)\(time)")
        let quote = Self.quote(citation, on: terminal, lines: 4, contacts: contacts)
        return
            "[\(citation.index)] \(mark) \(terminal.bold(title))  \(terminal.dim(Terminal.line(citation.path)))\n\(quote)\n"
    }

    /// The quote between its marks on a few lines, as it is read and not as it is written, with the words that answer in bold.
    static func quote(
        _ citation: Citation, on terminal: Terminal, lines: Int, contacts: Contacts = .none
    ) -> String {
        let mark = "“"
        let quote = contacts.named(citation.quote)
        let shown = ShownText(quote.text)
        let answer = citation.answerInQuote.map(quote.moved).map(shown.moved).map {
            TextSpan(start: $0.start + mark.utf8.count, end: $0.end + mark.utf8.count)
        }
        return Terminal.safe(
            Format.excerpt(
                "\(mark)\(shown.text)”", width: terminal.width, lines: lines, around: answer, bold: terminal.bold))
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
    struct Context: Encodable {
        var included: Int
        var dropped: Int
    }

    var id: RowID
    var answer: String
    var abstained: Bool
    var abstention: Abstention?
    var citations: [CitationJSON]
    /// Where the documents do not say it: what they say that is nearest.
    var nearest: [CitationJSON]?
    var unsupported: [TextSpan]
    var route: RoutingDecision
    var usage: TokenUsage
    var context: Context
    var notes: [String]?
    /// Who people are whom the answer calls by numbers, in bytes of its text.
    var names: [NamedText.Name]?

    init(_ id: RowID, _ answer: Answer, _ contacts: Contacts = .none) {
        names = contacts.named(answer.text).list()
        self.id = id
        self.answer = answer.text
        abstained = answer.abstained
        abstention = answer.abstention
        citations = answer.citations.map { CitationJSON($0, contacts) }
        nearest = answer.nearest.isEmpty ? nil : answer.nearest.map { CitationJSON($0, contacts) }
        unsupported = answer.unsupported
        route = answer.route
        usage = answer.usage
        context = Context(included: answer.context.included.count, dropped: answer.context.dropped.count)
        notes = answer.notes.isEmpty ? nil : answer.notes
    }
}

extension CitationJSON {
    init(_ citation: Citation, _ contacts: Contacts) {
        let names = contacts.named(citation.quote).list(from: citation.span.start)
        self.init(citation, names: names)
    }
}

// MARK: - Who did it

/// Names engines in what is shown to a person: who did a piece of work, and where.
enum WriterText {
    /// `custom (mock-1)`.
    static func name(_ engine: Engine, _ model: String) -> String { name(engine.rawValue, model) }

    static func name(_ engine: String, _ model: String) -> String { model.isEmpty ? engine : "\(engine) (\(model))" }

    /// `custom (mock-1), at api.example.com`, or `basic (extractive), on this machine`.
    static func place(of route: RoutingDecision) -> String {
        name(route.engine, route.model) + ", " + (route.host.map { "at \($0)" } ?? "on this machine")
    }

    /// The line below a result.
    static func line(_ verb: String, _ route: RoutingDecision, on terminal: Terminal = .output) -> String {
        terminal.dim(Terminal.safe("\(verb): \(place(of: route))")) + "\n"
    }

    /// Why another engine than the first did it; `nil` where none failed.
    static func fallback(_ route: RoutingDecision) -> String? {
        route.wasFallback ? route.fallbackReason : nil
    }

    /// All who wrote an analysis; with what, where they are several.
    static func names(of analysis: TranscriptAnalysis) -> String {
        let found = analysis.writersWithAspects
        guard let first = found.first else { return name(analysis.route.engine, analysis.route.model) }
        guard found.count > 1 else { return name(first.writer.engine, first.writer.model) }
        return found.map { entry in
            "\(name(entry.writer.engine, entry.writer.model)): \(entry.aspects.map(\.name).joined(separator: ", "))"
        }.joined(separator: "; ")
    }
}

// MARK: - What would be sent

/// Prints what would leave the machine.
struct PreviewView {
    struct Output: Encodable {
        struct Sent: Encodable {
            var role: String
            var content: String
        }
        struct Replaced: Encodable {
            var placeholder: String
            var kind: String
            var original: String
        }
        var route: RoutingDecision
        var leavesProcess: Bool
        var leavesMachine: Bool
        var messages: [Sent]
        var replaced: [Replaced]
        var notes: [String]
        var tokens: Int
        var bytes: Int

        init(_ preview: OutboundPreview) {
            route = preview.decision
            leavesProcess = preview.leavesProcess
            leavesMachine = preview.leavesMachine
            messages = preview.messages.map { Sent(role: $0.role.rawValue, content: $0.content) }
            replaced = preview.replaced.map {
                Replaced(placeholder: $0.placeholder, kind: $0.kind.rawValue, original: $0.original)
            }
            notes = preview.notes
            tokens = preview.estimatedTokens
            bytes = preview.bytes
        }
    }

    var json: Bool
    /// Whether more is asked about the answers, which nobody knows yet.
    var isFirstOfSeveral = false

    func write(_ previews: [OutboundPreview]) throws {
        if json { return try previews.forEach { try JSONLines().write(Output($0)) } }
        // Where nothing leaves, it is said once.
        for preview in previews.contains(where: \.leavesProcess) ? previews : Array(previews.prefix(1)) {
            write(preview)
        }
        if isFirstOfSeveral, previews.contains(where: \.leavesProcess) {
            Terminal.output.write(
                Terminal.output.dim("What is then asked about the answers is made of them, and goes the same way.\n"))
        }
    }

    private func write(_ preview: OutboundPreview) {
        let decision = preview.decision
        let output = Terminal.output
        guard preview.leavesProcess else {
            output.write("Nothing would leave this program: the engine \(decision.engine.rawValue) serves.\n")
            for rejection in decision.rejected {
                output.write(output.dim("  \(rejection.engine.rawValue): \(Terminal.safe(rejection.reason))\n"))
            }
            return
        }
        let verb = preview.leavesMachine ? "leave this machine" : "go to another program on this machine"
        output.write(
            output.bold(
                "\(Format.count(preview.bytes, "byte")), about \(Format.count(preview.estimatedTokens, "token")), would \(verb):\n"
            ))
        output.write("  host: \(Terminal.line(decision.host ?? "unknown"))\n")
        output.write("  engine: \(decision.engine.rawValue), model \(Terminal.line(decision.model))\n")
        output.write("  why: \(Terminal.safe(decision.reason))\n")
        output.write("  label: \(decision.label.rawValue)\n")
        if let consent = decision.consentID { output.write("  consent: \(consent)\n") }
        for item in preview.replaced {
            output.write("  replaced: \(Terminal.safe(item.original)) → \(item.placeholder)\n")
        }
        for note in preview.notes { output.write("  \(output.yellow("left")): \(Terminal.safe(note))\n") }
        for message in preview.messages {
            output.write(output.dim("--- \(message.role.rawValue)\n") + Terminal.safe(message.content) + "\n")
        }
    }
}
