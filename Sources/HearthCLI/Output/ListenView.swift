import Hearth
import Synchronization

/// Shows a talk: what is heard while it is heard, then the words, then the answer.
final class ListenView: Sendable {
    private struct Line: Encodable {
        var event: String
        var text: String?
        var start: Double?
        var end: Double?

        init(event: String, text: String? = nil, start: Double? = nil, end: Double? = nil) {
            // Thousandths say all there is to say.
            let rounded = { (time: Double) in (time * 1_000).rounded() / 1_000 }
            self.event = event
            self.text = text
            self.start = start.map(rounded)
            self.end = end.map(rounded)
        }
    }

    private let json: Bool
    /// Whether there is a line that the next one replaces.
    private let hasDraft = Mutex(false)

    init(json: Bool) { self.json = json }

    func started(_ name: String) {
        if !json, Terminal.error.isInteractive {
            Terminal.error.write("Listening to \(Terminal.line(name)); Ctrl-C ends it.\n")
        }
    }

    func show(_ event: VoiceAssistant.Event) throws {
        switch event {
        case .voice(let event): try show(event)
        case .heard: break
        case .sentence(let sentence):
            try write(Line(event: "answer", text: sentence), text: Terminal.output.green(Terminal.safe(sentence)))
        case .answered: if json { try JSONLines().write(Line(event: "answered")) }
        case .failed(let message):
            if json {
                try JSONLines().write(Line(event: "failed", text: message))
            } else {
                Terminal.error.write("error: \(Terminal.safe(message))\n")
            }
        }
    }

    private func show(_ event: VoiceEvent) throws {
        switch event {
        case .segments(let segments):
            for segment in segments {
                try write(
                    Line(event: "segment", text: segment.text, start: segment.start, end: segment.end),
                    text: Terminal.output.dim(Format.time(segment.start)) + "  " + Terminal.safe(segment.text))
            }
        case .partial(let text, _):
            guard !json, Terminal.error.isInteractive else { return }
            hasDraft.withLock { $0 = true }
            Terminal.error.redraw(Terminal.error.dim(String(text.suffix(70))))
        case .notice, .state, .progress, .speakerTurns, .finished: break
        }
    }

    private func write(_ line: Line, text: String) throws {
        if json { return try JSONLines().write(line) }
        let clears = hasDraft.withLock { draft in
            defer { draft = false }
            return draft
        }
        if clears { Terminal.error.redraw("") }
        Terminal.output.write(text + "\n")
    }
}
