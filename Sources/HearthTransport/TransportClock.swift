public import Foundation

/// Where the transport takes its time from; tests bring their own.
public struct TransportClock: Sendable {
    /// The time of day, for records and `Retry-After`.
    public var now: @Sendable () -> Date
    /// A time that only ever moves forward, for limits.
    public var uptime: @Sendable () -> Duration
    /// Waits before a retry. Throws `CancellationError` when the task is cancelled.
    public var sleep: @Sendable (Duration) async throws -> Void

    @usableFromInline static let start = ContinuousClock.now

    public init(
        now: @escaping @Sendable () -> Date = { Date() },
        uptime: @escaping @Sendable () -> Duration = { ContinuousClock.now - TransportClock.start },
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.now = now
        self.uptime = uptime
        self.sleep = sleep
    }
}
