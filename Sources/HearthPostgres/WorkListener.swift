#if canImport(CPostgres)
import Foundation
import HearthCore
import Synchronization

/// Hears what other processes and machines change in an owner's queue (LISTEN), over a connection and on a thread of its own, for as
/// long as somebody wants to know.
///
/// A notification is a hint and no more: one is lost while the connection is being made anew, so there is a tick after that, and whoever
/// waits looks by itself now and then.
final class WorkListener: Sendable {
    static let channel = "hearth_work"
    /// Milliseconds after which the thread looks whether anybody still listens.
    private static let look: Int32 = 1000
    /// Seconds before a connection that broke is made again: at first, and at most.
    private static let pauses = 1.0...30.0

    private struct State {
        var isListening = false
        var isClosed = false
    }

    private let owner: String
    private let check: @Sendable () throws -> Void
    private let open: @Sendable () throws -> PostgresConnection
    private let signal = WorkSignal()
    private let state = Mutex(State())

    /// - Parameters:
    ///   - check: Throws where a connection may not be used any longer.
    ///   - open: A connection that is ready for statements.
    init(
        owner: Int64, check: @escaping @Sendable () throws -> Void,
        open: @escaping @Sendable () throws -> PostgresConnection
    ) {
        self.owner = "\(owner)"
        self.check = check
        self.open = open
    }

    func news() -> AsyncStream<Void> {
        let news = signal.news()
        let starts = state.withLock { state in
            guard !state.isListening, !state.isClosed else { return false }
            state.isListening = true
            return true
        }
        if starts { NamedThread.start("hearth.work.news") { [self] in listen() } }
        return news
    }

    func close() { state.withLock { $0.isClosed = true } }

    /// Whether the thread may end: nobody waits, or the library was closed.
    private var isOver: Bool {
        state.withLock { state in
            guard state.isClosed || signal.isQuiet else { return false }
            state.isListening = false
            return true
        }
    }

    private func listen() {
        var pause = Self.pauses.lowerBound
        while !isOver {
            do {
                let connection = try open()
                try connection.script("LISTEN \(Self.channel)")
                pause = Self.pauses.lowerBound
                // What happened before it listened.
                signal.ring()
                while true {
                    try check()
                    if try connection.notifications(waiting: Self.look).contains(owner) { signal.ring() }
                    if isOver { return }
                }
            } catch {
                // What else is asked of the library says what is wrong with it; here the news is only late.
                Thread.sleep(forTimeInterval: pause)
                pause = min(Self.pauses.upperBound, pause * 2)
            }
        }
    }
}
#endif
