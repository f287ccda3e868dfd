import HearthCore
import Synchronization

/// A microphone that can be made deaf, so that an assistant does not answer itself. What comes meanwhile is silence on the
/// same clock.
final class GatedSource: AudioSource {
    private let source: any AudioSource
    private let closed = Mutex(0)

    init(_ source: any AudioSource) { self.source = source }

    var name: String { source.name }

    /// Hears nothing while the work is done.
    func deaf<Value>(_ work: () async throws -> Value) async rethrows -> Value {
        closed.withLock { $0 += 1 }
        defer { closed.withLock { $0 -= 1 } }
        return try await work()
    }

    func produce(into channel: BoundedChannel<AudioChunk>) async throws -> AudioReport {
        let chunks = BoundedChannel<AudioChunk>(capacity: 1)
        return try await withThrowingTaskGroup(of: AudioReport.self) { group in
            group.addTask { [source] in
                do {
                    let report = try await source.produce(into: chunks)
                    chunks.finish()
                    return report
                } catch {
                    chunks.finish(throwing: error)
                    throw error
                }
            }
            while var chunk = try await chunks.next() {
                if closed.withLock({ $0 > 0 }) {
                    chunk.samples = [Float](repeating: 0, count: chunk.samples.count)
                }
                try await channel.send(chunk)
            }
            guard let report = try await group.next() else { throw CancellationError() }
            return report
        }
    }
}
