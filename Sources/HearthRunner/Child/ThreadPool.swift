import Foundation

/// Runs tasks on a thread of its own, which is there before the process is confined.
///
/// `@unchecked Sendable`: every access to its jobs holds `condition`.
final class ThreadPool: TaskExecutor, @unchecked Sendable {
    private let condition = NSCondition()
    private var jobs: [UnownedJob] = []

    init(name: String) {
        let thread = Thread { [self] in
            while true { next().runSynchronously(on: asUnownedTaskExecutor()) }
        }
        thread.name = name
        // As an engine's own thread: tokenizers and grammars recurse.
        thread.stackSize = 8 << 20
        thread.start()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        condition.lock()
        jobs.append(job)
        condition.signal()
        condition.unlock()
    }

    private func next() -> UnownedJob {
        condition.lock()
        defer { condition.unlock() }
        while jobs.isEmpty { condition.wait() }
        return jobs.removeFirst()
    }
}
