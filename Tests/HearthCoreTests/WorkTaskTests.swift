import Foundation
import Testing

@testable import HearthCore

/// What may become of a task, as a pure value.
@Suite struct WorkTaskTests {
    private let start = Date(timeIntervalSince1970: 1_750_000_000)

    private func task(most: Int = 3, hasFiles: Bool = false) throws -> WorkTask {
        try NewWork(
            id: "a", kind: "sample", title: "t", payload: Data(), label: .personal, mostAttempts: most,
            hasFiles: hasFiles
        ).task(at: start)
    }

    /// A task in each state; where somebody works on it or did, under the lease `mine`.
    private func task(in state: WorkTask.State, cancelling: Bool = false) throws -> WorkTask {
        var task = try task(hasFiles: state == .arriving)
        let failure = WorkFailure(code: "c", kind: .unreadable, message: "m")
        switch state {
        case .arriving, .queued: break
        case .cancelled: try task.apply(.cancel, at: start)
        case .running, .done, .failed:
            let isClaimed = task.claim(by: "w", lease: "mine", seconds: 60, at: start)
            #expect(isClaimed)
            if cancelling { try task.apply(.cancel, at: start) }
            if state == .done { try task.apply(.end(lease: "mine", .done), at: start) }
            if state == .failed {
                try task.apply(.end(lease: "mine", .failed(failure, isFinal: true)), at: start)
            }
        }
        #expect(task.state == state)
        return task
    }

    /// Every state, and everything that can happen in it: the next state, or why it cannot happen.
    @Test(arguments: WorkTask.State.allCases)
    func `Each change leads from each state where it may, or is refused`(_ state: WorkTask.State) throws {
        let failure = WorkFailure(code: "c", kind: .busy, message: "m")
        let changes: [(name: String, change: WorkChange)] = [
            ("ready", .ready), ("keep", .keep(lease: "mine", seconds: 60)),
            ("keep another's", .keep(lease: "other", seconds: 60)), ("done", .end(lease: "mine", .done)),
            ("fail", .end(lease: "mine", .failed(failure, isFinal: false))),
            ("fail for good", .end(lease: "mine", .failed(failure, isFinal: true))),
            ("be held up", .end(lease: "mine", .heldUp(failure))),
            ("stop", .end(lease: "mine", .cancelled)), ("give back", .end(lease: "mine", .givenBack)),
            ("end another's", .end(lease: "other", .done)), ("cancel", .cancel), ("retry", .retry),
        ]
        let lost = [
            "keep", "keep another's", "done", "fail", "fail for good", "be held up", "stop", "give back",
            "end another's",
        ]
        var wanted = Dictionary(uniqueKeysWithValues: lost.map { ($0, "lease-lost") })
        switch state {
        case .arriving:
            wanted.merge(["ready": "queued", "cancel": "cancelled", "retry": "work-state"]) { $1 }
        case .queued:
            wanted.merge(["ready": "queued", "cancel": "cancelled", "retry": "work-state"]) { $1 }
        case .running:
            wanted = [
                "ready": "running", "keep": "running", "keep another's": "lease-lost", "done": "done", "fail": "queued",
                "fail for good": "failed", "be held up": "queued", "stop": "cancelled", "give back": "queued",
                "end another's": "lease-lost",
                "cancel": "running", "retry": "work-state",
            ]
        case .done, .cancelled:
            wanted.merge(["ready": state.rawValue, "cancel": "work-state", "retry": "work-state"]) { $1 }
        case .failed:
            wanted.merge(["ready": "failed", "cancel": "cancelled", "retry": "queued"]) { $1 }
        }
        for (name, change) in changes {
            let before = try task(in: state)
            var task = before
            let found: String
            do {
                try task.apply(change, at: start)
                found = task.state.rawValue
            } catch let error as StoreError {
                found = error.code
                #expect(task == before, "\(name) was refused and changed something")
            }
            #expect(found == wanted[name], "\(name) in \(state.rawValue)")
            #expect(task.state.isFinal == (task.endedAt != nil), "\(name) in \(state.rawValue)")
            #expect((task.state == .running) == (task.lease != nil), "\(name) in \(state.rawValue)")
        }
    }

    @Test(arguments: WorkTask.State.allCases)
    func `Only what waits is claimed, and what was given up`(_ state: WorkTask.State) throws {
        var early = try task(in: state)
        let isEarly = early.claim(by: "w", lease: "new", seconds: 60, at: start)
        #expect(isEarly == (state == .queued))
        var late = try task(in: state)
        let isClaimed = late.claim(by: "w", lease: "new", seconds: 60, at: start.addingTimeInterval(61))
        #expect(isClaimed == (state == .queued || state == .running))
        if isClaimed { #expect(late.lease?.token == "new" && late.attempts == (state == .running ? 2 : 1)) }
    }

    @Test func `What only the library is to blame for holds a task up, and what cannot be done fails for good`() {
        func outcome(_ reason: StoreError.Reason) -> WorkOutcome {
            WorkOutcome(failingWith: StoreError(reason, "It failed."))
        }
        // What may have been done is done again: it has one effect.
        for reason in [StoreError.Reason.busy, .unreachable, .uncertain] {
            #expect(outcome(reason) == .heldUp(WorkFailure(StoreError(reason, "It failed."))), "\(reason)")
        }
        // A statement that takes too long may take too long each time.
        for (reason, isFinal) in [(StoreError.Reason.timedOut, false), (.invalidInput, true), (.diskFull, true)] {
            let wanted = WorkOutcome.failed(WorkFailure(StoreError(reason, "It failed.")), isFinal: isFinal)
            #expect(outcome(reason) == wanted, "\(reason)")
        }
        // Somebody else's being busy is not the library's.
        let other = WorkFailure(code: "overloaded", kind: .busy, message: "m")
        #expect(WorkOutcome(failingWith: other) == .failed(other, isFinal: false))
    }

    @Test func `Being held up costs no attempt, however often, after pauses that grow`() throws {
        var task = try task(most: 2)
        let failure = WorkFailure(code: "busy", kind: .busy, message: "m")
        var (now, pauses) = (start, [Double]())
        for times in 1...50 {
            let isClaimed = task.claim(by: "w", lease: "l", seconds: 60, at: now)
            #expect(isClaimed && task.attempts == 1)
            try task.apply(.end(lease: "l", .heldUp(failure)), at: now)
            #expect(task.state == .queued && task.attempts == 0 && task.failure?.message == "m")
            #expect(task.failure?.heldUp == WorkHold(since: start, times: times))
            #expect(try WorkTask(task.row).failure == task.failure)
            pauses.append(task.notBefore.timeIntervalSince(now))
            now = task.notBefore
        }
        for (index, pause) in pauses.enumerated() {
            let whole = min(300, 5 * pow(2, Double(min(index, 10))))
            #expect(pause > whole / 2 - 0.001 && pause <= whole + 0.001, "pause \(index)")
        }
        // Done at last, nothing is left of it.
        let isClaimed = task.claim(by: "w", lease: "l", seconds: 60, at: now)
        #expect(isClaimed)
        try task.apply(.end(lease: "l", .done), at: now)
        #expect(task.state == .done && task.failure == nil && task.attempts == 1)
    }

    @Test func `What is held up for more than a day fails like anything else, and another failure begins anew`() throws
    {
        var task = try task(most: 2)
        let failure = WorkFailure(code: "busy", kind: .busy, message: "m")
        func turn(_ outcome: WorkOutcome, at seconds: Double) throws {
            let isClaimed = task.claim(by: "w", lease: "l", seconds: 60, at: start.addingTimeInterval(seconds))
            #expect(isClaimed)
            try task.apply(.end(lease: "l", outcome), at: start.addingTimeInterval(seconds))
        }
        try turn(.heldUp(failure), at: 0)
        try turn(.failed(WorkFailure(code: "c", kind: .timedOut, message: "m"), isFinal: false), at: 1000)
        #expect(task.attempts == 1 && task.failure?.heldUp == nil)
        try turn(.heldUp(failure), at: 2000)
        #expect(task.attempts == 1 && task.failure?.heldUp?.times == 1)
        try turn(.heldUp(failure), at: 2000 + WorkPause.mostHeldUp - 1)
        #expect(task.attempts == 1 && task.state == .queued)
        try turn(.heldUp(failure), at: 4000 + WorkPause.mostHeldUp)
        #expect(task.state == .failed && task.attempts == 2 && task.failure?.heldUp?.times == 3)
        try task.apply(.retry, at: start)
        #expect(task.attempts == 0 && task.failure == nil)
    }

    @Test func `Tasks that were in each other's way come back at different times, the same in every store`() {
        let ids = (0..<100).map { "task-\($0)" }
        for times in [1, 2, 7, 100] {
            let pauses = ids.map { WorkPause.seconds(heldUp: times, task: $0) }
            #expect(Set(pauses.map { Int($0 * 1000) }).count > 80, "times \(times)")
            #expect(pauses == ids.map { WorkPause.seconds(heldUp: times, task: $0) })
        }
        #expect(WorkPause.seconds(heldUp: 0, task: "a") == 0)
        #expect(WorkPause.seconds(heldUp: .max, task: "a") <= WorkPause.longestHeldUp)
    }

    @Test func `What is being cancelled ends with its work, whatever that says but done`() throws {
        let failure = WorkFailure(code: "c", kind: .busy, message: "m")
        for (outcome, wanted) in [
            (WorkOutcome.cancelled, WorkTask.State.cancelled), (.givenBack, .cancelled),
            (.failed(failure, isFinal: false), .cancelled), (.failed(failure, isFinal: true), .cancelled),
            (.heldUp(failure), .cancelled), (.done, .done),
        ] {
            var task = try task(in: .running, cancelling: true)
            #expect(task.isCancelling)
            try task.apply(.end(lease: "mine", outcome), at: start)
            #expect(task.state == wanted && !task.isCancelling, "\(outcome)")
        }
        var gone = try task(in: .running, cancelling: true)
        let isClaimed = gone.claim(by: "w", lease: "new", seconds: 60, at: start.addingTimeInterval(61))
        #expect(!isClaimed)
        #expect(gone.state == .cancelled)
    }

    @Test func `A task fails as often as it may, each time after a longer pause`() throws {
        var task = try task(most: 3)
        let failure = WorkFailure(code: "c", kind: .busy, message: "m")
        var (now, pauses) = (start, [Double]())
        while task.state == .queued {
            #expect(!task.isClaimable(at: task.notBefore.addingTimeInterval(-1)))
            now = task.notBefore
            let isClaimed = task.claim(by: "w", lease: "l", seconds: 60, at: now)
            #expect(isClaimed)
            try task.apply(.end(lease: "l", .failed(failure, isFinal: false)), at: now)
            if task.state == .queued { pauses.append(task.notBefore.timeIntervalSince(now)) }
        }
        #expect(pauses == [5, 20])
        #expect(task.state == .failed && task.failure == failure && task.attempts == 3)
    }

    @Test func `Pauses grow, and not beyond an hour`() {
        #expect((0...7).map(WorkPause.seconds) == [0, 5, 20, 80, 320, 1280, 3600, 3600])
        #expect(WorkPause.seconds(afterAttempts: .max) == WorkPause.longest)
    }

    @Test func `A task at which every worker dies is a dead letter in the end`() throws {
        var task = try task(most: 2)
        var now = start
        for _ in 0..<2 {
            let isClaimed = task.claim(by: "w", lease: "l", seconds: 10, at: now)
            #expect(isClaimed)
            now = now.addingTimeInterval(11)
        }
        let isClaimed = task.claim(by: "w", lease: "l", seconds: 10, at: now)
        #expect(!isClaimed)
        #expect(task.state == .failed && task.failure == .abandoned)
    }

    @Test func `One that was given back was not tried`() throws {
        var task = try task(in: .running)
        try task.apply(.end(lease: "mine", .givenBack, report: Data([1])), at: start)
        #expect(task.attempts == 0 && task.report == Data([1]) && task.isClaimable(at: start))
    }

    @Test func `What passes by itself is tried again, and what does not is not`() {
        #expect(WorkOutcome(failingWith: StoreError(.busy, "m")).mayPass)
        #expect(!WorkOutcome(failingWith: StoreError(.invalidInput, "m")).mayPass)
        struct Odd: Error {}
        #expect(WorkOutcome(failingWith: Odd()).mayPass)
    }

    @Test func `What is told of a failure says what the error said, help as well`() throws {
        let error = StoreError(
            .diskFull, "No room.", help: [.makeRoom, .set(setting: "s", environment: "e"), .see(.models)])
        let failure = WorkFailure(error)
        let read = try JSONDecoder().decode(WorkFailure.self, from: JSONEncoder().encode(failure))
        #expect(read == failure && read.code == "disk-full" && read.kind == .diskFull && read.help == error.help)
        // What a newer version says and this one does not know costs no more than that.
        let newer = #"{"code":"c","kind":"new-kind","message":"m","help":[{"action":"new"},{"action":"diagnose"}]}"#
        let known = try JSONDecoder().decode(WorkFailure.self, from: Data(newer.utf8))
        #expect(known == WorkFailure(code: "c", kind: .internal, message: "m", help: [.diagnose]))
        let odd = #"{"code":"c","kind":"busy","message":"m","heldUp":{"for":"ever"}}"#
        #expect(
            try JSONDecoder().decode(WorkFailure.self, from: Data(odd.utf8))
                == WorkFailure(code: "c", kind: .busy, message: "m"))
        struct Odd: Error { let secret = "the words of a document" }
        #expect(!WorkFailure(Odd()).message.contains("words of"))
    }

    @Test func `Every help is read as it was written`() throws {
        let all: [Failure.Help] = [
            .see(.entries), .addDocuments, .startConversation, .giveKey(service: "s"), .signIn(server: "s"),
            .give(option: "o"),
            .set(setting: "s"), .unset(setting: "s", environment: "e"),
            .giveConsent(engine: .openai, task: .answer), .fetchModel(id: "m"), .removeModel(id: "m"), .addModelFile,
            .findModel, .makeRoom, .resetModelSettings(id: "m"), .addEnvironment, .chooseEnvironment, .setLabel,
            .acceptDoubt, .diagnose, .verifyLedger, .rebuild, .install(package: "p"),
        ]
        #expect(try JSONDecoder().decode([Failure.Help].self, from: JSONEncoder().encode(all)) == all)
    }

    @Test func `A row is the task that it was written of`() throws {
        for state in WorkTask.State.allCases {
            let task = try task(in: state)
            #expect(try WorkTask(task.row) == task)
            #expect(try task.row.values.count == LibraryRow.Kind.work.columns.count)
        }
        #expect(throws: StoreError.self) { try WorkTask(LibraryRow([.text("a")])) }
    }

    @Test func `A task is later than those before it and than what it replaces, whatever the clock says`() throws {
        func created(behind last: Double?, after: Double?) throws -> TimeInterval {
            let date = { (offset: Double) in start.addingTimeInterval(offset) }
            let work = NewWork(
                id: "a", kind: "k", title: "t", payload: Data(), label: .personal, after: after.map(date))
            let task = try work.task(at: start, behind: last.map(date))
            #expect(task.notBefore == start, "it may be done at once")
            return task.createdAt.timeIntervalSince(start)
        }
        #expect(try created(behind: nil, after: nil) == 0)
        #expect(try created(behind: -60, after: -3600) == 0)
        #expect(try created(behind: 60, after: nil) > 60)
        #expect(try created(behind: nil, after: 3600) > 3600)
        #expect(try created(behind: 7200, after: 3600) > 7200)
    }

    @Test func `A task that says too much is not taken`() {
        func refuses(_ change: (inout NewWork) -> Void) -> Bool {
            var work = NewWork(id: "a", kind: "k", title: "t", payload: Data(), label: .personal)
            change(&work)
            return (try? work.task(at: start)) == nil
        }
        #expect(!refuses { _ in })
        #expect(refuses { $0.id = "" })
        #expect(refuses { $0.id = "a\0" })
        #expect(refuses { $0.kind = "" })
        #expect(refuses { $0.mostAttempts = 0 })
        #expect(refuses { $0.title = String(repeating: "a", count: 5000) })
        #expect(refuses { $0.payload = Data(count: NewWork.mostPayloadBytes + 1) })
    }
}
