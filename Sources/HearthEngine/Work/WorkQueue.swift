import HearthCore
import Synchronization

/// Who works off the queues of a ``Hearth``, and who follows them.
actor WorkQueue {
    typealias Run = @Sendable (WorkRunner.End) async -> Void

    private struct Runner {
        var task: Task<Void, Never>?
        /// Grows with each task that is added.
        var added = 0
    }

    /// What whoever opens a library asks without waiting for this.
    private struct Service {
        /// Whether this process is to work for whatever library it has open.
        var isWanted = false
        /// The library that it works for.
        var library: ObjectIdentifier?
        var isStopped = false
    }

    private var runners: [ObjectIdentifier: Runner] = [:]
    private var followers: [Task<Void, Never>] = []
    private nonisolated let service = Mutex(Service())

    /// Whether this process works off the queue for as long as it lives, of whatever library it has open.
    nonisolated var isWanted: Bool { service.withLock { $0.isWanted } }

    /// Has this process work off the queue of whatever library it has open.
    nonisolated func want() { service.withLock { $0.isWanted = true } }

    /// Whether a library that is open now is to be worked for and is not yet: the first, or the one after a change of the environment, after
    /// a library was put back or copied. Whoever is told so begins; nobody is told twice.
    nonisolated func takesUp(_ library: any Library) -> Bool {
        let id = Self.id(of: library)
        return service.withLock { service in
            guard service.isWanted, !service.isStopped, service.library != id else { return false }
            service.library = id
            return true
        }
    }

    /// Sees to it that somebody works off a library's queue until nothing is left in it.
    func ensure(_ library: any Library, _ run: @escaping Run) {
        let id = Self.id(of: library)
        runners[id, default: Runner()].added += 1
        start(id, run)
    }

    /// Works off a library's queue, and follows it, until ``stop()`` or ``pause()``. Asked for once after ``takesUp(_:)``.
    func serve(_ library: any Library, _ run: @escaping Run, follow: @escaping @Sendable () async -> Void) {
        guard service.withLock({ !$0.isStopped && $0.library == Self.id(of: library) }) else { return }
        // Of a library of another environment, whose queue nobody works off now.
        for task in followers { task.cancel() }
        followers = []
        // They live as long as the server, and have nothing of whoever started it: not who reads, and not the threads.
        followers.append(Task.detached { await follow() })
        ensure(library, run)
    }

    /// Ends all work; what was under way is given back. Nothing is worked on afterwards.
    func stop() async {
        service.withLock { $0.isStopped = true }
        let tasks = followers + runners.values.compactMap(\.task)
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }

    /// Ends all work before libraries are closed. What waits in it waits until the next task is added, or a library is opened again where
    /// this process is to work for it. Also after ``stop()``: a library that rested is worked for again.
    func pause() async {
        let tasks = followers + runners.values.compactMap(\.task)
        (followers, runners) = ([], [:])
        service.withLock { ($0.library, $0.isStopped) = (nil, false) }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }

    /// Which library it is: every kind of one is an object.
    static func id(of library: any Library) -> ObjectIdentifier { ObjectIdentifier(library as AnyObject) }

    private func start(_ id: ObjectIdentifier, _ run: @escaping Run) {
        let (isStopped, isServed) = service.withLock { ($0.isStopped, $0.library == id) }
        guard !isStopped, var runner = runners[id], runner.task == nil else { return }
        let (end, added) = (isServed ? WorkRunner.End.never : .whenNothingIsLeft, runner.added)
        // Goes on when whoever added something has left, and works as the owner's process and not as a program.
        runner.task = Task.detached {
            await run(end)
            await self.ended(id, added, run)
        }
        runners[id] = runner
    }

    /// - Parameter added: How much had been added when it began.
    private func ended(_ id: ObjectIdentifier, _ added: Int, _ run: @escaping Run) {
        runners[id]?.task = nil
        // What was added while it ended is seen by another one.
        if let runner = runners[id], runner.added != added { start(id, run) }
    }
}
