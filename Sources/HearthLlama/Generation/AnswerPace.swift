import Synchronization

/// How much of an answer its reader has still to take. An answer whose reader is behind is not computed further until that has
/// caught up: a slow reader fills no memory, and costs the others nothing.
package final class AnswerPace: Sendable {
    private struct State {
        var open = 0
    }

    private let state = Mutex(State())
    private let window: Int
    private let onRelease: @Sendable () -> Void

    /// - Parameters:
    ///   - window: How many pieces may be on their way.
    ///   - onRelease: Called when a reader that was behind has caught up.
    package init(window: Int, onRelease: @escaping @Sendable () -> Void) {
        self.window = max(1, window)
        self.onRelease = onRelease
    }

    /// Whether the reader has as many pieces before it as it may have.
    var isExhausted: Bool { state.withLock { $0.open >= window } }

    /// A piece was given out. It is never refused: one token may make several.
    package func took() { state.withLock { $0.open += 1 } }

    /// The reader has read so many pieces.
    package func read(_ count: Int) {
        let isReleased = state.withLock { state in
            let wasExhausted = state.open >= window
            state.open = max(0, state.open - max(0, count))
            return wasExhausted && state.open < window
        }
        if isReleased { onRelease() }
    }
}
