import Foundation

/// Runs the jobs of one actor, in order, on one thread of its own.
///
/// An engine in C blocks for seconds; on the cooperative pool that would starve every other task. The thread starts with the
/// first job and ends when the executor is released.
package final class ThreadExecutor: SerialExecutor {
    private let queue: JobQueue

    package init(name: String) { queue = JobQueue(name: name, threads: 1, stackSize: NamedThread.deepStack) }

    package func enqueue(_ job: consuming ExecutorJob) {
        guard queue.add(UnownedJob(job)) else { return }
        let executor = asUnownedSerialExecutor()
        queue.startThread { $0.runSynchronously(on: executor) }
    }

    deinit { queue.close() }
}

/// A few threads of their own for tasks that keep a core busy for milliseconds or more, so that the cooperative pool stays free
/// for everything else.
///
/// Tasks come here by executor preference, and so keep their cancellation and their place in a task group.
package final class ThreadPool: TaskExecutor {
    /// The most threads that work at a time.
    package let count: Int
    private let queue: JobQueue

    /// - Parameters:
    ///   - name: Of each thread.
    ///   - stackSize: Bytes of each thread's stack.
    ///   - startsAtOnce: Whether the threads are there from the beginning, as for a process that may start none later. Otherwise
    ///     each starts with the first job for which no other is idle.
    package init(name: String, count: Int = 1, stackSize: Int = NamedThread.deepStack, startsAtOnce: Bool = false) {
        self.count = max(1, count)
        queue = JobQueue(name: name, threads: self.count, stackSize: stackSize)
        guard startsAtOnce else { return }
        let executor = asUnownedTaskExecutor()
        for _ in 0..<self.count where queue.reserveThread() {
            queue.startThread { $0.runSynchronously(on: executor) }
        }
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        guard queue.add(UnownedJob(job)) else { return }
        let executor = asUnownedTaskExecutor()
        queue.startThread { $0.runSynchronously(on: executor) }
    }

    deinit { queue.close() }
}

/// A blocking first-in, first-out queue of jobs, and the threads that work it off.
///
/// A thread holds the queue only, never the executor: a job that runs holds that, so it is good whenever it is used, and its end
/// ends the threads.
///
/// `@unchecked Sendable`: every access to its fields holds `condition`.
private final class JobQueue: @unchecked Sendable {
    private let name: String
    private let threads: Int
    private let stackSize: Int
    private let condition = NSCondition()
    private var jobs: [UnownedJob] = []
    private var head = 0
    private var started = 0
    private var idle = 0
    private var isClosed = false

    init(name: String, threads: Int, stackSize: Int) {
        self.name = name
        self.threads = threads
        self.stackSize = stackSize
    }

    /// Adds a job.
    ///
    /// - Returns: Whether no thread waits for it and another one may be started; the caller then owes ``startThread(_:)``.
    func add(_ job: UnownedJob) -> Bool {
        condition.withLock {
            jobs.append(job)
            condition.signal()
            guard idle < jobs.count - head, started < threads else { return false }
            started += 1
            return true
        }
    }

    /// - Returns: Whether another thread may be started; the caller then owes ``startThread(_:)``.
    func reserveThread() -> Bool {
        condition.withLock {
            guard started < threads else { return false }
            started += 1
            return true
        }
    }

    func startThread(_ run: @escaping @Sendable (UnownedJob) -> Void) {
        NamedThread.start(name, stackSize: stackSize) { [self] in
            while let job = next() { run(job) }
        }
    }

    /// Lets the jobs that are left run, then ends the threads.
    func close() {
        condition.withLock {
            isClosed = true
            condition.broadcast()
        }
    }

    /// Waits for a job; `nil` once the queue is closed and empty.
    private func next() -> UnownedJob? {
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
}

// MARK: -

/// Starts threads that debuggers and lists of processes show by a name (Linux cuts it to 15 bytes).
package enum NamedThread {
    /// Bytes: tokenizers, grammars and parsers recurse, and the default for secondary threads is small on macOS.
    package static let deepStack = 8 << 20

    /// Runs `work` on a new thread, which ends with it.
    ///
    /// - Parameter stackSize: Bytes of its stack.
    package static func start(_ name: String, stackSize: Int = deepStack, _ work: @escaping @Sendable () -> Void) {
        let hasBegun = DispatchSemaphore(value: 0)
        let thread = Thread {
            // From within, and not before `start` has come back: until then, Foundation on Linux drops the name, and the thread
            // keeps that of the one that started it.
            hasBegun.wait()
            Thread.current.name = name
            work()
        }
        thread.stackSize = stackSize
        thread.start()
        hasBegun.signal()
    }
}

// MARK: - Work that blocks

/// Work that blocks its thread: opening a file that others hold, loading weights, asking a keyring.
///
/// The threads of the cooperative pool are as many as the machine has cores. What blocks one of them keeps every other task of
/// the program waiting, timers and cancellations included; so such work gets a thread of its own.
package enum BlockingWork {
    /// Runs `work` on a thread of its own, of that name.
    ///
    /// Cancelling the task ends the wait at once. The work itself cannot be interrupted: it goes on to its end, and what it
    /// gives is dropped.
    ///
    /// - Throws: What the work throws; `CancellationError`.
    package static func run<Value: Sendable>(
        on name: String = "hearth.blocking", _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        let promise = Promise<Value>()
        // What is bound to the task is not to the thread, and a program's work has to stay the program's.
        let (reader, person) = (Reader.current, Person.current)
        return try await withTaskCancellationHandler {
            // What is cancelled by now is not begun.
            if !promise.isSettled {
                NamedThread.start(name) {
                    promise.settle(
                        Result {
                            try Reader.$current.withValue(reader) {
                                try Person.$current.withValue(person) { try work() }
                            }
                        })
                }
            }
            return try await promise.value()
        } onCancel: {
            promise.settle(.failure(CancellationError()))
        }
    }

    /// Runs `work` on a thread of its own, of that name, and waits for its end also when the task is cancelled: for work that
    /// holds something (a lock, half a file) which must not outlive the call.
    ///
    /// - Parameter work: Polls the flag, which a cancellation sets, and ends soon after.
    /// - Throws: What the work throws.
    package static func untilStopped<Value: Sendable>(
        on name: String = "hearth.blocking", _ work: @escaping @Sendable (_ flag: Latch) throws -> Value
    ) async throws -> Value {
        let flag = Latch()
        return try await withTaskCancellationHandler {
            // Awaited to its end by a task that nobody cancels; the flag is what tells the work.
            try await Task { try await run(on: name) { try work(flag) } }.value
        } onCancel: {
            flag.set()
        }
    }
}
