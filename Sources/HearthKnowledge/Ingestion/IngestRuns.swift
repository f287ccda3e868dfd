import Synchronization

/// Counts the runs that read files into one store at the same time (a reference count). Each makes the vectors of what it
/// stored itself, and the last one makes those that a run left behind which was broken off. Otherwise a small file would wait
/// for the vectors of a large one that came before it.
package final class IngestRuns: Sendable {
    private let count = Mutex(0)

    package init() {}

    package func begin() -> Run {
        count.withLock { $0 += 1 }
        return Run(self)
    }

    fileprivate func end() -> Bool {
        count.withLock { count in
            count -= 1
            return count == 0
        }
    }

    /// One run. It ends with its last reference, where it was not ended before.
    package final class Run: Sendable {
        private let runs: IngestRuns
        private let hasEnded = Mutex(false)

        fileprivate init(_ runs: IngestRuns) { self.runs = runs }

        /// Whether no other run is under way.
        package func end() -> Bool {
            let wasEnded = hasEnded.withLock { hasEnded in
                defer { hasEnded = true }
                return hasEnded
            }
            return !wasEnded && runs.end()
        }

        deinit { _ = end() }
    }
}
