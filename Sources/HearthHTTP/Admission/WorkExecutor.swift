import Dispatch
import Foundation
import Synchronization

/// Threads of their own for requests with large bodies: reading megabytes of JSON, filling in a template and counting tokens is
/// work of seconds without a pause, and on the threads that everything shares nobody else would be answered meanwhile. What is
/// waited for (a database, a model) has threads of its own in any case.
final class WorkExecutor: TaskExecutor {
    /// Half of the cores: the others answer.
    static let shared = WorkExecutor(threads: max(1, ProcessInfo.processInfo.activeProcessorCount / 2))

    private struct Queue {
        var jobs: [UnownedJob] = []
        /// The next one; those before it are gone.
        var position = 0
    }

    private let queue = Mutex(Queue())
    private let ready = DispatchSemaphore(value: 0)

    init(threads: Int) {
        for number in 1...threads {
            let thread = Thread { [self] in work() }
            thread.name = "hearth.work.\(number)"
            thread.stackSize = 8 << 20
            thread.start()
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.withLock { $0.jobs.append(job) }
        ready.signal()
    }

    private func work() {
        while true {
            ready.wait()
            let job = queue.withLock { queue -> UnownedJob? in
                guard queue.position < queue.jobs.count else { return nil }
                let job = queue.jobs[queue.position]
                queue.position += 1
                if queue.position == queue.jobs.count {
                    queue.jobs.removeAll(keepingCapacity: true)
                    queue.position = 0
                }
                return job
            }
            job?.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}
