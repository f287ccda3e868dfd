import Synchronization

/// Small notes about what goes on, such as when something was last used, which are written on a thread of their own, one after the
/// other, and for which nobody waits: a file lock that another process holds then keeps no request waiting.
///
/// A note whose key is waiting, or being written, is left out: it would say the same. What decides about anything is no note.
package final class NoteQueue<Key: Hashable & Sendable>: Sendable {
    private struct Note: Sendable {
        var key: Key
        var write: @Sendable () -> Void
    }

    private struct State {
        var waiting: [Note] = []
        /// Those of the notes that wait, and of the one that is being written.
        var keys: Set<Key> = []
        var isWriting = false
    }

    private let name: String
    private let state = Mutex(State())

    /// - Parameter name: Of the thread, which is there only while there are notes.
    package init(on name: String) { self.name = name }

    /// Whether no write is pending or under way.
    package var isEmpty: Bool { state.withLock { !$0.isWriting } }

    package func add(_ key: Key, _ write: @escaping @Sendable () -> Void) {
        let isFirst = state.withLock { state -> Bool in
            guard state.keys.insert(key).inserted else { return false }
            state.waiting.append(Note(key: key, write: write))
            guard !state.isWriting else { return false }
            state.isWriting = true
            return true
        }
        if isFirst { NamedThread.start(name) { [self] in writeAll() } }
    }

    private func writeAll() {
        while let note = next() {
            note.write()
            state.withLock { _ = $0.keys.remove(note.key) }
        }
    }

    private func next() -> Note? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isWriting = false
                return nil
            }
            return state.waiting.removeFirst()
        }
    }
}
