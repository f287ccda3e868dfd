import Hearth
import Synchronization

/// Shows a turn of a chat without documents: reasoning dimmed, the answer as it comes, then where it came from.
final class ChatView: Sendable {
    private let terminal = Terminal.output
    private let isReasoning = Mutex(false)

    func show(_ event: ChatEvent) {
        switch event {
        case .reasoning(let piece):
            isReasoning.withLock { $0 = true }
            terminal.write(terminal.dim(Terminal.safe(piece)))
        case .text(let piece):
            let endsReasoning = isReasoning.withLock { reasoning in
                defer { reasoning = false }
                return reasoning
            }
            if endsReasoning { terminal.write("\n\n") }
            terminal.write(Terminal.safe(piece))
        case .routed, .final: break
        }
    }

    func finish(_ answer: ChatAnswer) {
        terminal.write("\n")
        if answer.message.state == .stopped {
            terminal.write(terminal.dim("stopped; what came so far is kept") + "\n")
            return
        }
        let route = answer.route
        let cached =
            answer.usage.cachedTokens > 0
            ? ", \(answer.usage.cachedTokens) of \(answer.usage.promptTokens) prompt tokens read before" : ""
        terminal.write(
            "\n" + terminal.dim("answered by: \(Terminal.safe(WriterText.place(of: route)))\(cached)") + "\n")
        if answer.dropped.count > 0 {
            let how = answer.dropped.summary == nil ? "left out" : "summed up"
            Terminal.note(
                "\(Format.count(answer.dropped.count, "earlier message")) did not fit and were \(how)")
        }
        if let reason = WriterText.fallback(route) { Terminal.note(reason) }
        for note in answer.notes { Terminal.note(note) }
    }
}
