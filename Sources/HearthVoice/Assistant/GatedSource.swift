import HearthCore
import Synchronization

/// A microphone that can be made deaf, so that an assistant does not answer itself. What comes meanwhile is silence on the
/// same clock.
final class GatedSource: AudioSource {
    private let source: any AudioSource
    private let times = Mutex(DeafTimes())

    init(_ source: any AudioSource) { self.source = source }

    var name: String { source.name }

    /// Hears nothing of the time in which the work is done.
    func deaf<Value>(_ work: () async throws -> Value) async rethrows -> Value {
        times.withLock { $0.begin(at: .now) }
        defer { times.withLock { $0.end(at: .now) } }
        return try await work()
    }

    func produce(into channel: BoundedChannel<AudioChunk>) async throws -> AudioReport {
        let chunks = BoundedChannel<AudioChunk>(capacity: 1)
        times.withLock { $0.restart() }
        return try await withThrowingTaskGroup(of: AudioReport.self) { group in
            group.addTask { [source] in try await chunks.ended { try await source.produce(into: $0) } }
            while var chunk = try await chunks.next() {
                if times.withLock({ $0.cover(chunk, arrivedAt: .now) }) {
                    chunk.samples = [Float](repeating: 0, count: chunk.samples.count)
                }
                try await channel.send(chunk)
            }
            guard let report = try await group.next() else { throw CancellationError() }
            return report
        }
    }
}

/// When a source was deaf, and whether a sound was recorded then.
///
/// When a sound arrives does not tell: while a recognizer works, sound waits in a queue, and the assistant's own voice would
/// come out of it after it has fallen silent.
struct DeafTimes {
    typealias Moment = ContinuousClock.Instant

    /// How long a room, and the way to the loudspeaker, hold a sound.
    private static let echo = Duration.milliseconds(300)
    /// The share by which a sound card's clock may be slow.
    private static let drift = 0.001

    private var depth = 0
    private var since: Moment?
    /// Times of which sound may still come.
    private var past: [Range<Moment>] = []
    /// When the source's clock was at 0. Nothing arrives before it was recorded, so the earliest guess is the best.
    private var origin: Moment?

    mutating func begin(at now: Moment) {
        if depth == 0 { since = now }
        depth += 1
    }

    mutating func end(at now: Moment) {
        depth -= 1
        guard depth == 0, let began = since else { return }
        past.append(began..<max(began, now + Self.echo))
        since = nil
    }

    /// A microphone's clock begins anew each time that it is read.
    mutating func restart() { origin = nil }

    /// Whether a part of the chunk was recorded in a deaf time.
    mutating func cover(_ chunk: AudioChunk, arrivedAt now: Moment) -> Bool {
        let length = AudioFormat.seconds(chunk.samples.count)
        let latest = now - .seconds(AudioFormat.seconds(chunk.end))
        let zero = origin.map { min($0 + .seconds(length * Self.drift), latest) } ?? latest
        origin = zero
        let first = zero + .seconds(AudioFormat.seconds(chunk.start))
        let last = zero + .seconds(AudioFormat.seconds(chunk.end))
        past.removeAll { $0.upperBound < first }
        if let since, since <= last { return true }
        return past.contains { $0.lowerBound <= last && first <= $0.upperBound }
    }
}
