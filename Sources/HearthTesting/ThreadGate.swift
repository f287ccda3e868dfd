import Foundation
import Synchronization

/// Holds threads, as work without a pause does, until it is opened; what should have been answered meanwhile may be what opens it.
package final class ThreadGate: Sendable {
    /// Far beyond what tests beside it take, so that a fault ends in ``isOverdue`` and not in a run without an end.
    private static let patience = Duration.seconds(300)

    private let state = Mutex((isOpen: false, blocked: 0, isOverdue: false))

    package init() {}

    /// How many threads came to it.
    package var blocked: Int { state.withLock { $0.blocked } }
    /// Whether one was let go without it having been opened.
    package var isOverdue: Bool { state.withLock { $0.isOverdue } }

    package func open() { state.withLock { $0.isOpen = true } }

    package func block() {
        state.withLock { $0.blocked += 1 }
        let end = ContinuousClock.now + Self.patience
        while !state.withLock({ $0.isOpen }) {
            guard ContinuousClock.now < end else { return state.withLock { $0.isOverdue = true } }
            usleep(1000)
        }
    }
}
