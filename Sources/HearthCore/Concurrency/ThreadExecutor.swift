import Foundation

/// Runs the jobs of one actor, in order, on one thread of its own.
///
/// An engine in C blocks for seconds; on the cooperative pool that would starve every other task. The thread ends when the
/// executor is released.
package final class ThreadExecutor: SerialExecutor {
    private let queue = JobQueue()

    package init(name: String) {
        let queue = self.queue
        let thread = Thread {
            while let job = queue.next() { job.run() }
        }
        thread.name = name
        // Tokenizers and grammars of such engines recurse; the default for secondary threads is small on macOS.
        thread.stackSize = 8 << 20
        thread.start()
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        queue.push(Job(job: UnownedJob(job), executor: asUnownedSerialExecutor()))
    }

    deinit { queue.close() }
}

private struct Job {
    let job: UnownedJob
    let executor: UnownedSerialExecutor

    func run() { job.runSynchronously(on: executor) }
}

/// A blocking first-in, first-out queue. `@unchecked Sendable`: every access to its fields holds `condition`.
private final class JobQueue: @unchecked Sendable {
    private let condition = NSCondition()
    private var jobs: [Job] = []
    private var head = 0
    private var closed = false

    func push(_ job: Job) {
        condition.lock()
        jobs.append(job)
        condition.signal()
        condition.unlock()
    }

    /// Lets the jobs that are left run, then ends the thread.
    func close() {
        condition.lock()
        closed = true
        condition.signal()
        condition.unlock()
    }

    func next() -> Job? {
        condition.lock()
        defer { condition.unlock() }
        while head == jobs.count {
            jobs.removeAll(keepingCapacity: true)
            head = 0
            if closed { return nil }
            condition.wait()
        }
        defer { head += 1 }
        return jobs[head]
    }
}
