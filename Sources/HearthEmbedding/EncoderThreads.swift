import Foundation

/// A few threads of their own for work that keeps a core busy for milliseconds, so that the cooperative pool stays free for
/// everything else.
///
/// Tasks come here by executor preference, and so keep their cancellation and their place in a task group. Threads start
/// with the first task and end with this object.
final class EncoderThreads: TaskExecutor {
    private let queue = JobQueue()
    let count: Int

    init(count: Int) { self.count = count }

    func enqueue(_ job: consuming ExecutorJob) {
        let unowned = UnownedJob(job)
        if queue.add(unowned, threads: count) {
            let executor = asUnownedTaskExecutor()
            let queue = queue
            // The thread holds the queue only. A job that runs holds the executor, so `executor` is good whenever it is used.
            let thread = Thread {
                while let job = queue.next() { job.runSynchronously(on: executor) }
            }
            thread.name = "hearth-encoder"
            thread.stackSize = 1 << 20
            thread.start()
        }
    }

    deinit { queue.close() }
}

/// Jobs that wait, first in first out.
///
/// `@unchecked Sendable`: all state is guarded by `condition`.
private final class JobQueue: @unchecked Sendable {
    private let condition = NSCondition()
    private var jobs: [UnownedJob] = []
    private var head = 0
    private var started = 0
    private var idle = 0
    private var isClosed = false

    /// Adds a job. True when no thread waits for it and another may be started; then the caller starts it.
    func add(_ job: UnownedJob, threads: Int) -> Bool {
        condition.withLock {
            jobs.append(job)
            condition.signal()
            guard idle < jobs.count - head, started < threads else { return false }
            started += 1
            return true
        }
    }

    /// Waits for a job; `nil` once the queue is closed and empty.
    func next() -> UnownedJob? {
        condition.withLock {
            idle += 1
            defer { idle -= 1 }
            while head == jobs.count {
                if isClosed { return nil }
                condition.wait()
            }
            let job = jobs[head]
            head += 1
            // Dropping what has been taken only when it is half of the list keeps both cheap.
            if head == jobs.count || head >= 256 && head * 2 >= jobs.count {
                jobs.removeFirst(head)
                head = 0
            }
            return job
        }
    }

    func close() {
        condition.withLock {
            isClosed = true
            condition.broadcast()
        }
    }
}
