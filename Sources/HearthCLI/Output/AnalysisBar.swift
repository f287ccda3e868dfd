/// Shows how an analysis gets on, where a person looks on: one line that is redrawn.
struct AnalysisBar {
    private let terminal = Terminal.error
    private var isVisible = false

    mutating func show(_ fraction: Double, _ message: String) {
        guard terminal.isInteractive else { return }
        let width = min(30, max(10, terminal.width - message.count - 8))
        let filled = Int(Double(width) * min(1, max(0, fraction)))
        let bar = String(repeating: "━", count: filled) + String(repeating: "╌", count: width - filled)
        terminal.redraw(terminal.green(bar) + " " + message)
        isVisible = true
    }

    /// Takes the line away, so that other text can be written.
    mutating func clear() {
        if isVisible { terminal.redraw("") }
        isVisible = false
    }
}
