import HearthCore

/// Who works off the queues of a ``Hearth``, and who follows them.
actor WorkQueue {
    typealias Run = @Sendable (WorkRunner.End) async -> Void

    private struct Runner {
        var task: Task<Void, Never>?
        /// Grows with each task that is added.
        var added = 0
    }

    private var runners: [ObjectIdentifier: Runner] = [:]
    private var followers: [Task<Void, Never>] = []
    private var isServing = false
    private var isStopped = false

    /// Sees to it that somebody works off a library's queue until nothing is left in it.
    func ensure(_ library: any Library, _ run: @escaping Run) {
        let id = Self.id(of: library)
        runners[id, default: Runner()].added += 1
        start(id, run)
    }

    /// Works off a library's queue, and follows it, until ``stop()``.
    func serve(_ library: any Library, _ run: @escaping Run, follow: @escaping @Sendable () async -> Void) {
        guard !isServing, !isStopped else { return }
        isServing = true
        // They live as long as the server, and have nothing of whoever started it: not who reads, and not the threads.
        followers.append(Task.detached { await follow() })
        ensure(library, run)
    }

    /// Ends all work; what was under way is given back. Nothing is worked on afterwards.
    func stop() async {
        isStopped = true
        let tasks = followers + runners.values.compactMap(\.task)
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }

    /// Ends all work before libraries are closed. What waits in it waits until the next task is added, or the next server begins.
    /// Also after ``stop()``: a library that rested is worked for again.
    func pause() async {
        let tasks = followers + runners.values.compactMap(\.task)
        (followers, runners, isServing, isStopped) = ([], [:], false, false)
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }

    /// Which library it is: every kind of one is an object.
    static func id(of library: any Library) -> ObjectIdentifier { ObjectIdentifier(library as AnyObject) }

    private func start(_ id: ObjectIdentifier, _ run: @escaping Run) {
        guard !isStopped, var runner = runners[id], runner.task == nil else { return }
        let (end, added) = (isServing ? WorkRunner.End.never : .whenNothingIsLeft, runner.added)
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
