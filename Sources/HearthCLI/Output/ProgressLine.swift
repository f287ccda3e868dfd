import Foundation
import Hearth
import Synchronization

/// Shows how ingestion gets on: one line that is redrawn on a terminal, a plain line now and then elsewhere.
struct ProgressLine {
    private let interactive = Terminal.error.isInteractive
    private var bar = ProgressBar()
    private var lastShown = Date.distantPast
    private let started = Date()
    private var vectorsBegan: (at: Date, done: Int)?

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
        draw(
            "\(done)/\(total) files, \(Format.decimal(rate, places: rate < 10 ? 1 : 0)) chunks/s"
                + (left.map { ", \(Format.duration($0)) left" } ?? ""), done: done, total: total, after: seconds)
    }

    /// Of the chunks of this run, which are all stored, those that have vectors.
    mutating func show(vectors done: Int, of total: Int) {
        let now = Date()
        guard total > 0, now.timeIntervalSince(lastShown) >= (interactive ? 0.1 : 10) else { return }
        lastShown = now
        let began = vectorsBegan ?? (now, done)
        vectorsBegan = began
        let rate = Double(done - began.done) / max(now.timeIntervalSince(began.at), 0.001)
        let left = rate > 0 ? ", \(Format.duration(Double(total - done) / rate)) left" : ""
        draw(
            "all text is stored; \(done)/\(total) chunks found by meaning, too\(left)", done: done, total: total,
            after: now.timeIntervalSince(started))
    }

    /// Everything else of this run is stored; files that are read from their pictures take long, and nobody knows how long.
    ///
    /// - Parameter left: Such files, this one included.
    mutating func show(pictures path: String, left: Int) {
        guard interactive else { return }
        let more = left > 1 ? ", \(Format.count(left - 1, "file")) more" : ""
        bar.show(nil, "all text is stored; reading \(Terminal.line(path)) from its pictures\(more)")
    }

    private mutating func draw(_ figures: String, done: Int, total: Int, after seconds: Double) {
        if interactive {
            bar.show(Double(done) / Double(total), figures)
        } else if seconds > 5 {
            Terminal.error.write(figures + "\n")
        }
    }

    /// Takes the line away, so that other text can be written.
    mutating func clear() {
        bar.clear()
        lastShown = .distantPast
    }
}

/// How something gets on, where a person looks on: one line that is redrawn.
struct ProgressBar {
    private let terminal = Terminal.error
    private var isVisible = false

    /// - Parameter fraction: From 0 to 1; `nil` where nobody knows how much there is, which shows no bar.
    mutating func show(_ fraction: Double?, _ message: String) {
        guard terminal.isInteractive else { return }
        isVisible = true
        guard let fraction else { return terminal.redraw(message) }
        let width = min(30, max(10, terminal.width - message.count - 8))
        let filled = Int(Double(width) * min(1, max(0, fraction)))
        let bar = String(repeating: "━", count: filled) + String(repeating: "╌", count: width - filled)
        terminal.redraw(terminal.green(bar) + " " + message)
    }

    /// Takes the line away, so that other text can be written.
    mutating func clear() {
        if isVisible { terminal.redraw("") }
        isVisible = false
    }

    /// Follows an analysis to its end.
    static func following(_ states: EventStream<AnalysisState>) async throws -> TranscriptAnalysis {
        var bar = ProgressBar()
        defer { bar.clear() }
        for try await state in states {
            switch state {
            case .idle: break
            case .analyzing(let fraction, let message): bar.show(fraction, message)
            case .completed(let analysis): return analysis
            }
        }
        throw CancellationError()
    }
}

/// Shows how a recording gets on, where a person looks on: how much was heard, and what was understood last.
final class TranscriptionBar: Sendable {
    private struct State {
        var bar = ProgressBar()
        var fraction = 0.0
        var text = ""
    }

    private let state = Mutex(State())

    func show(_ event: VoiceEvent) {
        state.withLock { state in
            switch event {
            case .progress(let heard, let total):
                state.fraction = total.map { $0 > 0 ? heard / $0 : 0 } ?? 0
            case .partial(let text, _): state.text = text
            case .segments(let segments): state.text = segments.last?.text ?? ""
            case .finished: return state.bar.clear()
            case .state, .speakerTurns, .notice: return
            }
            let percent = Int(min(1, max(0, state.fraction)) * 100)
            state.bar.show(state.fraction, Terminal.safe("\(percent) %  \(state.text.suffix(40))"))
        }
    }

    /// Takes the line away, so that other text can be written.
    func clear() { state.withLock { $0.bar.clear() } }
}

// MARK: - Downloads

/// Shows how a download gets on: JSON events, one line that is redrawn on a terminal, or a plain line now and then.
final class DownloadView: Sendable {
    private struct State {
        var lastShown = Date.distantPast
        var bar = ProgressBar()
    }

    private struct Progress: Encodable {
        let event = "progress"
        var bytes: Int
        var total: Int?
        var bytesPerSecond: Double?
        var secondsRemaining: Double?

        enum CodingKeys: CodingKey { case event, bytes, total, bytesPerSecond, secondsRemaining }

        /// Every field each time: what is not known is null.
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(event, forKey: .event)
            try container.encode(bytes, forKey: .bytes)
            try container.encode(total, forKey: .total)
            try container.encode(bytesPerSecond, forKey: .bytesPerSecond)
            try container.encode(secondsRemaining, forKey: .secondsRemaining)
        }
    }

    private struct Retrying: Encodable {
        let event = "retrying"
        var reason: String
        var seconds: Double
    }

    private let json: Bool
    private let terminal = Terminal.error
    private let isInteractive = Terminal.error.isInteractive
    private let state = Mutex(State())

    init(json: Bool) { self.json = json }

    func show(_ event: DownloadEvent) {
        switch event {
        case .progress(let progress): show(progress)
        case .retrying(let reason, let seconds):
            clear()
            if json { try? JSONLines().write(Retrying(reason: reason, seconds: seconds)) }
            terminal.write("\(Terminal.safe(reason)) Going on in \(Format.duration(seconds)).\n")
        case .done: clear()
        }
    }

    /// Takes the line away, so that other text can be written.
    func clear() { state.withLock { $0.bar.clear() } }

    private func show(_ progress: DownloadProgress) {
        let isDue = state.withLock { state in
            let interval: Double = json ? 0.2 : isInteractive ? 0.1 : 10
            let now = Date()
            let isComplete = progress.bytes == progress.total
            guard isComplete || now.timeIntervalSince(state.lastShown) >= interval else { return false }
            state.lastShown = now
            return true
        }
        guard isDue else { return }
        if json {
            try? JSONLines().write(
                Progress(
                    bytes: progress.bytes, total: progress.total, bytesPerSecond: progress.bytesPerSecond,
                    secondsRemaining: progress.secondsRemaining))
        } else if isInteractive {
            let fraction = progress.total.flatMap { $0 > 0 ? Double(progress.bytes) / Double($0) : nil }
            state.withLock { $0.bar.show(fraction, figures(progress)) }
        } else {
            terminal.write(figures(progress) + "\n")
        }
    }

    private func figures(_ progress: DownloadProgress) -> String {
        var parts: [String] = []
        if let total = progress.total, total > 0 {
            parts.append("\(Int(Double(progress.bytes) / Double(total) * 100)) %")
            parts.append("\(Format.bytes(progress.bytes)) of \(Format.bytes(total))")
        } else {
            parts.append(Format.bytes(progress.bytes))
        }
        if let speed = progress.bytesPerSecond { parts.append("\(Format.bytes(Int(speed)))/s") }
        if let left = progress.secondsRemaining, left < 1e7 { parts.append("\(Format.duration(left)) left") }
        return parts.joined(separator: ", ")
    }
}
