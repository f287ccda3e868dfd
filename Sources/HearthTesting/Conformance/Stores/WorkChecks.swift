import Foundation
import HearthCore

/// The queue: that each task is done by one worker at a time, by somebody in the end, and in a fair order.
extension StoreRun {
    private static let kind: WorkKind = "sample"

    @discardableResult
    private func add(
        _ id: String, for requester: String = NewWork.owner, priority: WorkPriority = .normal,
        label: SensitivityLabel = .personal, most: Int = 4, kind: WorkKind = StoreRun.kind
    ) async throws -> WorkTask {
        try await library.addWork(
            NewWork(
                id: id, kind: kind, requester: requester, title: "Title of \(id)\0", payload: Data([0, 255]),
                label: label, priority: priority, mostAttempts: most))
    }

    private func claim(_ seconds: Double = 600, worker: String = "worker") async throws -> WorkTask? {
        try await library.claimWork([Self.kind], worker: worker, seconds: seconds)
    }

    private func claimed(_ seconds: Double = 600) async throws -> (task: WorkTask, token: String) {
        let task = try unwrap(try await claim(seconds), "task to claim")
        return (task, try unwrap(task.lease?.token, "lease"))
    }

    private func task(_ id: String) async throws -> WorkTask {
        try unwrap(try await library.workTask(id: id), "task \(id)")
    }

    /// A task is kept, claimed, told of and ended.
    func work() async throws {
        let added = try await add("a")
        try equal(added.state, .queued, "the state of a new task")
        try equal(added.title, "Title of a\u{FFFD}", "its title")
        try equal(try await task("a"), added, "what is kept of it")
        try equal(
            try await add("a", for: "somebody else"), added, "one that is added again under the same id")
        try expect(
            try await library.claimWork(["another"], worker: "w", seconds: 600) == nil, "a kind that nobody asked for")
        try expect(try await library.claimWork([], worker: "w", seconds: 600) == nil, "a claim of no kind")
        let (task, token) = try await claimed()
        try equal([task.attempts, task.id == "a" ? 1 : 0], [1, 1], "the attempts and the task")
        try equal(task.lease?.worker, "worker", "who has it")
        let told = try await library.changeWork(
            .keep(lease: token, seconds: 600, report: Data([7]), label: .private), of: "a")
        try equal(told.report, Data([7]), "what is told of it")
        try equal(told.label, .private, "its stricter label")
        let ended = try await library.changeWork(.end(lease: token, .done, label: .public), of: "a")
        try equal(ended.state, .done, "its end")
        try expect(ended.endedAt != nil && ended.lease == nil, "one that has ended has a time and no lease")
        try equal(ended.label, .private, "a label becomes no milder")
        try equal(ended.report, Data([7]), "what was told of it last")
        try await add("b")
        try equal(
            try await library.workTasks(in: [.done, .queued], limit: 10).map(\.id), ["b", "a"], "the newest first")
        try equal(try await library.workTasks(in: [.done], limit: 10).map(\.id), ["a"], "those in a state")
        try equal(try await library.workTasks(in: Set(WorkTask.State.allCases), limit: 1).count, 1, "a limit")
        try await fails(.unknownItem, "a change of none") { try await library.changeWork(.cancel, of: "none") }
        try await fails(.workState, "the end of what has ended") { try await library.changeWork(.cancel, of: "a") }
        try await fails(.invalidInput, "a task without an id") { try await add("") }
        // What was done tells of what is removed.
        let id = try await store("/a.txt", ["one"])
        try await library.removeDocuments(ids: [id])
        try equal(
            try await library.workTasks(in: Set(WorkTask.State.allCases), limit: 10).map(\.id), ["b"],
            "what is left when a document was removed")
    }

    /// Of two that are added one after the other the second one is the later one, whatever the clock says.
    func workOrder() async throws {
        func add(_ id: String, after: Date?) async throws -> WorkTask {
            let new = NewWork(
                id: id, kind: Self.kind, title: id, payload: Data(), label: .personal, mostAttempts: 1, after: after)
            try await library.addWork(new)
            return try await task(id)
        }
        // As if the clock had been set back by an hour since that was changed.
        let ahead = Date().addingTimeInterval(3600)
        let first = try await add("a", after: ahead)
        try expect(first.createdAt > ahead, "what takes the place of something is later than that")
        let second = try await add("b", after: nil)
        try expect(second.createdAt > first.createdAt, "what is added later is later")
        let (one, token) = try await claimed()
        try equal(one.id, "a", "the first to be claimed, and at once")
        let failure = WorkFailure(code: "c", kind: .unreadable, message: "m")
        try await library.changeWork(.end(lease: token, .failed(failure, isFinal: true)), of: "a")
        let (other, last) = try await claimed()
        try equal(other.id, "b", "the second")
        try await library.changeWork(.end(lease: last, .done), of: "b")
        let third = try await add("c", after: nil)
        try expect(third.createdAt > first.createdAt, "one that failed may be tried again, and is earlier")
    }

    /// Files travel through the store, and go when nobody needs them.
    func workFiles() async throws {
        let new = NewWork(
            id: "a", kind: Self.kind, title: "files", payload: Data(), label: .personal, hasFiles: true)
        try equal(try await library.addWork(new).state, .arriving, "a task whose files come")
        let part = WorkPart(file: 1, number: 2)
        try await library.keepWorkPart(Data([1]), at: part, of: "a")
        try await library.keepWorkPart(Data([2, 0]), at: part, of: "a")
        try expect(try await claim() == nil, "nobody claims what is not there yet")
        try equal(try await library.changeWork(.ready, of: "a").state, .queued, "one whose files are there")
        try await fails(.workState, "a file that comes late") {
            try await library.keepWorkPart(Data([3]), at: part, of: "a")
        }
        try await fails(.unknownItem, "a file of nothing") {
            try await library.keepWorkPart(Data([3]), at: part, of: "none")
        }
        try await fails(.invalidInput, "an empty part") { try await library.keepWorkPart(Data(), at: part, of: "a") }
        try await fails(.invalidInput, "a part that is too large") {
            try await library.keepWorkPart(Data(count: WorkPart.bytes + 1), at: part, of: "a")
        }
        try equal(try await library.workPart(part, of: "a"), Data([2, 0]), "a part, as it was put there last")
        try expect(
            try await library.workPart(WorkPart(file: 1, number: 3), of: "a") == nil, "there is nothing behind the last"
        )
        let failure = WorkFailure(code: "c", kind: .unreadable, message: "m")
        let (_, token) = try await claimed()
        try await library.changeWork(.end(lease: token, .failed(failure, isFinal: true)), of: "a")
        try expect(try await library.workPart(part, of: "a") != nil, "the files of one that failed are kept")
        try await library.changeWork(.retry, of: "a")
        let (_, second) = try await claimed()
        try await library.changeWork(.end(lease: second, .done), of: "a")
        try expect(try await library.workPart(part, of: "a") == nil, "the files of one that is done go")
    }

    /// However many ask at a time, each task is given to one.
    func workClaims() async throws {
        for number in 0..<12 { try await add("task-\(number)") }
        let claimed = try await withThrowingTaskGroup(of: [String].self) { group in
            for worker in 0..<4 {
                group.addTask {
                    var found: [String] = []
                    while let task = try await claim(worker: "worker-\(worker)") { found.append(task.id) }
                    return found
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        try equal(claimed.sorted(), (0..<12).map { "task-\($0)" }.sorted(), "what was claimed, once each")
    }

    /// A lease that is not kept lapses, and whoever had it changes nothing any more.
    func workLeases() async throws {
        try await add("a")
        let (_, lost) = try await claimed(0)
        let (again, token) = try await claimed()
        try equal([again.id == "a" ? 1 : 0, again.attempts], [1, 2], "a task whose lease lapsed")
        try await fails(.leaseLost, "a lease that is kept too late") {
            try await library.changeWork(.keep(lease: lost, seconds: 600, report: Data([1])), of: "a")
        }
        try await fails(.leaseLost, "an end that comes too late") {
            try await library.changeWork(.end(lease: lost, .done), of: "a")
        }
        try expect(try await task("a").report == nil, "what was told too late is kept")
        try expect(try await claim() == nil, "nobody claims what somebody works on")
        // It may be kept again as long as nobody else has it.
        try await library.changeWork(.keep(lease: token, seconds: 0), of: "a")
        try equal(try await library.secondsToWork([Self.kind]), 0, "the seconds until a lease that lapsed")
        try await library.changeWork(.keep(lease: token, seconds: 600), of: "a")
        try expect(try await library.secondsToWork([Self.kind]) ?? 0 > 500, "the seconds until the lease lapses")
        try equal(try await library.changeWork(.end(lease: token, .givenBack), of: "a").attempts, 1, "one given back")
        try equal(try await library.secondsToWork([Self.kind]), 0, "the seconds until what is there")
        try expect(try await library.secondsToWork(["another"]) == nil, "the seconds until nothing")
    }

    /// What fails is tried again after pauses that grow, and is a dead letter with its reason in the end.
    func workAttempts() async throws {
        let failure = WorkFailure(
            code: "c", kind: .busy, message: "Somebody else was at it.", help: [.set(setting: "s"), .makeRoom])
        try await add("a", most: 2)
        let (_, token) = try await claimed()
        let waiting = try await library.changeWork(.end(lease: token, .failed(failure, isFinal: false)), of: "a")
        try equal(waiting.state, .queued, "one that failed once")
        try expect(waiting.notBefore.timeIntervalSince(waiting.createdAt) > 4, "there is a pause")
        try equal(waiting.failure, failure, "why it failed")
        // The pause is of seconds, which a busy machine may take for less than this: what was claimed when it was over is no fault, and
        // what waits for its end must not come before the tasks below.
        let early = try await claim()
        try expect(early == nil || Date() >= waiting.notBefore, "somebody claims it before the pause is over")
        try await library.changeWork(.cancel, of: "a")
        try await add("b", most: 1)
        let (_, second) = try await claimed()
        let dead = try await library.changeWork(.end(lease: second, .failed(failure, isFinal: false)), of: "b")
        try equal(dead.state, .failed, "one that failed as often as it may")
        try equal(try await task("b").failure, failure, "the reason of a dead letter")
        // Whoever dies at it each time says nothing; the queue says it for them.
        try await add("c", most: 1)
        _ = try await claimed(0)
        try expect(try await claim() == nil, "nobody gets a task that nobody survives")
        try equal(try await task("c").failure, .abandoned, "why nobody gets it")
        let again = try await library.changeWork(.retry, of: "c")
        try equal([again.attempts, again.failure == nil ? 0 : 1], [0, 0], "one that is tried again")
        try equal(try await claimed().task.id, "c", "who gets it")
        try await fails(.workState, "another try of what is under way") {
            try await library.changeWork(.retry, of: "c")
        }
        // What the library itself held up was not tried, and says since when.
        try await add("d", most: 1)
        let (_, third) = try await claimed()
        let held = try await library.changeWork(.end(lease: third, .heldUp(failure)), of: "d")
        try equal(held.state, .queued, "one that was held up")
        try equal(
            [held.attempts, held.failure?.heldUp?.times ?? 0], [0, 1], "its attempts, and how often it was held up")
        try expect(held.notBefore.timeIntervalSince(held.createdAt) > 2, "there is a pause after it was held up")
        try equal(try await task("d").failure, held.failure, "what is kept of its being held up")
    }

    /// What is waited for goes first, those who wait take turns, and of one's own the oldest goes first.
    func workTurns() async throws {
        for number in 0..<3 { try await add("many-\(number)", for: "many") }
        try await add("few", for: "few")
        try await add("later", for: "many", priority: .background)
        try await add("now", for: "many", priority: .awaited)
        var order: [String] = []
        while let task = try await claim() { order.append(task.id) }
        try equal(order, ["now", "few", "many-0", "many-1", "many-2", "later"], "the order")
    }

    /// Who works on what was cancelled learns it with the next sign of life.
    func workCancelling() async throws {
        try await add("a")
        try equal(try await library.changeWork(.cancel, of: "a").state, .cancelled, "one that nobody worked on")
        try expect(try await claim() == nil, "nobody claims what was cancelled")
        try await add("b")
        let (_, token) = try await claimed()
        try equal(try await library.changeWork(.cancel, of: "b").state, .running, "one that somebody works on")
        let seen = try await library.changeWork(.keep(lease: token, seconds: 600), of: "b")
        try expect(seen.isCancelling, "who works on it does not learn that it was cancelled")
        try equal(try await library.changeWork(.end(lease: token, .cancelled), of: "b").state, .cancelled, "its end")
        // Whoever was to stop has died: it is not begun anew.
        try await add("c")
        let (_, gone) = try await claimed(600)
        try await library.changeWork(.cancel, of: "c")
        try await library.changeWork(.keep(lease: gone, seconds: 0), of: "c")
        try expect(try await claim() == nil, "what was cancelled is begun anew")
        try equal(try await task("c").state, .cancelled, "one whose worker died after it was cancelled")
    }

    /// Programs see what their ceiling lets them see, and change nothing.
    func workForPrograms() async throws {
        try await add("public", label: .public)
        try await add("private", label: .private)
        let part = WorkPart(file: 0, number: 0)
        try await asProgram(upTo: .personal) {
            try equal(
                try await library.workTasks(in: Set(WorkTask.State.allCases), limit: 10).map(\.id), ["public"],
                "what a program sees")
            try expect(try await library.workTask(id: "private") == nil, "a program sees a private task")
            try await fails(.notAllowed, "a program's task") { try await add("c") }
            try await fails(.notAllowed, "a program's claim") { _ = try await claim() }
            try await fails(.notAllowed, "a program's change") {
                try await library.changeWork(.cancel, of: "public")
            }
            try await fails(.notAllowed, "a program's file") {
                try await library.keepWorkPart(Data([1]), at: part, of: "public")
            }
            try await fails(.notAllowed, "a program that reads files") {
                _ = try await library.workPart(part, of: "public")
            }
        }
    }

    /// Whoever watches the queue is told how much there is of each kind, and how long it has waited.
    func workTallies() async throws {
        try equal(try await library.workTallies(), [], "what is told of a queue with nothing in it")
        let failure = WorkFailure(code: "c", kind: .busy, message: "m")
        // Claimed one by one, so that each is known.
        try await add("dead", most: 1)
        let (_, first) = try await claimed()
        try await library.changeWork(.end(lease: first, .failed(failure, isFinal: true)), of: "dead")
        try await add("done")
        let (_, second) = try await claimed()
        try await library.changeWork(.end(lease: second, .done), of: "done")
        try await add("gone")
        try await library.changeWork(.cancel, of: "gone")
        try await add("lapsed", label: .private)
        _ = try await claimed(0)
        try await add("waiting")
        try await add("other", kind: "another")
        try await library.addWork(
            NewWork(
                id: "arriving", kind: "another", title: "t", payload: Data(), label: .personal, hasFiles: true))
        try await add("paused", kind: "third")
        let third = try unwrap(
            try await library.claimWork(["third"], worker: "worker", seconds: 600)?.lease?.token, "lease")
        let paused = try await library.changeWork(
            .end(lease: third, .failed(failure, isFinal: false)), of: "paused")
        let tallies = try await library.workTallies()
        try equal(tallies.map(\.kind), ["another", Self.kind, "third"], "the kinds, in their order")
        let (other, own) = (tallies[0], tallies[1])
        try equal([other.arriving, other.waiting, other.running, other.failed], [1, 1, 0, 0], "those of one kind")
        try equal([own.arriving, own.waiting, own.running, own.failed], [0, 2, 0, 1], "those of another kind")
        let oldest = try unwrap(own.oldestWaiting, "seconds that one waits")
        try expect(oldest >= 0 && oldest < 3600, "the seconds that the oldest waits are \(oldest)")
        // The pause is of seconds, which a busy machine may take for less than this.
        try expect(
            [tallies[2].paused, tallies[2].waiting] == [1, 0] || Date() >= paused.notBefore,
            "one that is tried again later is not told as such")
        let taken = try await claimed().task
        try equal([taken.id == "lapsed" ? 1 : 0, taken.isTakenOver ? 1 : 0], [1, 1], "what is taken over")
        let next = try await claimed().task
        try equal([next.id == "waiting" ? 1 : 0, next.isTakenOver ? 1 : 0], [1, 0], "what nobody had before")
        func later() async throws -> WorkTally {
            try unwrap(
                try await library.workTallies().first { $0.kind == Self.kind }, "what is told of a kind later")
        }
        try equal([try await later().waiting, try await later().running], [0, 2], "those that somebody works on")
        try expect(try await later().oldestWaiting == nil, "where none waits, none waits for longest")
        try await asProgram(upTo: .personal) {
            try equal(try await later().running, 1, "what a program is told of")
        }
    }

    /// Who waits hears of a change.
    func workNews() async throws {
        let late = StoreConformance.Failure(check: check, store: store, what: "who waited heard nothing")
        // Far beyond what a busy machine takes: it is for a store that says nothing at all.
        try await TimeLimit.run(.seconds(300), error: late) {
            var news = await library.workNews().makeAsyncIterator()
            // One at once, since something may have changed before.
            _ = await news.next()
            try await add("a")
            _ = await news.next()
        }
    }
}
