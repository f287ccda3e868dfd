import Foundation
import HearthKnowledge

/// Shows how ingestion gets on: one line that is redrawn on a terminal, a plain line now and then elsewhere.
struct ProgressLine {
    private let terminal = Terminal.error
    private let interactive = Terminal.error.isInteractive
    private var lastShown = Date.distantPast
    private let started = Date()
    private var visible = false

    /// - Parameters:
    ///   - done: Files finished, of `total`.
    ///   - chunks: Chunks stored so far in this run.
    mutating func show(done: Int, total: Int, chunks: Int) {
        let now = Date()
        guard total > 0, now.timeIntervalSince(lastShown) >= (interactive ? 0.1 : 10) else { return }
        lastShown = now
        let seconds = max(now.timeIntervalSince(started), 0.001)
        let rate = Double(chunks) / seconds
        let left = done > 0 ? seconds / Double(done) * Double(total - done) : nil
        let figures =
            "\(done)/\(total) files, \(Format.decimal(rate, places: rate < 10 ? 1 : 0)) chunks/s"
            + (left.map { ", \(Format.duration($0)) left" } ?? "")
        if interactive {
            let width = min(30, max(10, terminal.width - figures.count - 4))
            let filled = width * done / total
            let bar = String(repeating: "━", count: filled) + String(repeating: "╌", count: width - filled)
            terminal.redraw(terminal.green(bar) + " " + figures)
            visible = true
        } else if seconds > 5 {
            terminal.write(figures + "\n")
        }
    }

    /// Takes the line away, so that other text can be written.
    mutating func clear() {
        if visible { terminal.redraw("") }
        visible = false
        lastShown = .distantPast
    }
}
