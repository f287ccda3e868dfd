import Foundation
import HearthCore
import Synchronization

/// Wakes one task that waits: when it is rung, or when it has waited long enough. A ring while nobody waits is kept.
final class WorkAlarm: Sendable {
    private let rings: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (rings, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1)) }

    func ring() { continuation.yield() }

    /// - Throws: `CancellationError`.
    func wait(atMost seconds: Double) async throws {
        // It ends with the wait, which a child task of it would keep from ending.
        let timer = Task { [continuation] in
            guard (try? await Task.sleep(for: .seconds(max(0, seconds)))) != nil else { return }
            continuation.yield()
        }
        defer { timer.cancel() }
        var iterator = rings.makeAsyncIterator()
        _ = await iterator.next()
        try Task.checkCancellation()
    }

    /// Calls `look` at once, again with each news of a queue or ring of this, and after as many seconds as it says; until it says `nil`.
    func watch(_ store: any WorkStore, _ look: () async throws -> Double?) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in await store.workNews() { self.ring() } }
            defer { group.cancelAll() }
            while let seconds = try await look() { try await wait(atMost: seconds) }
        }
    }
}

/// What whoever works on a task has to tell of it, until it is written down.
///
/// Progress comes many times a second, and each writing is a change of the library; so the newest is asked for when it is written.
final class WorkReporter: Sendable {
    typealias Report = (data: Data, label: SensitivityLabel)

    let alarm = WorkAlarm()
    private let state = Mutex(State())

    private struct State {
        var read: (@Sendable () -> Report?)?
        var isChanged = false
    }

    /// Says how what is to be told can be had, and that there is something.
    func tell(_ read: @escaping @Sendable () -> Report?) {
        state.withLock { ($0.read, $0.isChanged) = (read, true) }
        alarm.ring()
    }

    /// What was not told yet; `nil` where nothing is.
    func news() -> Report? {
        let read = state.withLock { state -> (@Sendable () -> Report?)? in
            defer { state.isChanged = false }
            return state.isChanged ? state.read : nil
        }
        return read?()
    }

    /// What there was to tell could not be written down.
    func isUntold() { state.withLock { $0.isChanged = $0.read != nil } }
}
