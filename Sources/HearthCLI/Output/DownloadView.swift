import Foundation
import Hearth
import Synchronization

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
