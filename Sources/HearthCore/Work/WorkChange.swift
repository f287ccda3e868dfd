public import Foundation

/// What can happen to a task beside being claimed.
public enum WorkChange: Hashable, Sendable {
    /// All of its files are there.
    case ready
    /// Whoever works on it goes on, and tells how far it is. What is `nil` stays as it was.
    case keep(lease: String, seconds: Double, report: Data? = nil, label: SensitivityLabel? = nil)
    /// Whoever works on it has ended.
    case end(lease: String, WorkOutcome, report: Data? = nil, label: SensitivityLabel? = nil)
    /// It is to be done no more. Of one that failed: the dead letter has been seen, and goes.
    case cancel
    /// One that failed is to be tried again.
    case retry
}

/// How somebody's work on a task ended.
public enum WorkOutcome: Hashable, Sendable {
    case done
    /// - Parameter isFinal: Whether it would fail again in the same way until somebody changes something.
    case failed(WorkFailure, isFinal: Bool)
    /// The library itself held it up: others changed it, or it was away. That counts for no attempt, within ``WorkPause/mostHeldUp``.
    case heldUp(WorkFailure)
    /// Whoever worked on it was told to stop, and did.
    case cancelled
    /// Whoever worked on it has to go, and nothing is wrong with the task.
    case givenBack
}

extension WorkOutcome {
    /// What follows from an error by its kind: a failure that passes by itself is tried again. So is what may have been done: done twice,
    /// a task has one effect. What only the library is to blame for costs the task nothing.
    public init(failingWith error: any Error) {
        let failure = WorkFailure(error)
        if let error = error as? StoreError, error.isPassing || error.reason == .uncertain {
            self = .heldUp(failure)
            return
        }
        self = .failed(failure, isFinal: failure.kind.retry == .never && failure.kind != .uncertain)
    }

    /// Whether it did not end well and may by itself another time.
    package var mayPass: Bool {
        switch self {
        case .failed(_, let isFinal): !isFinal
        case .heldUp: true
        case .done, .cancelled, .givenBack: false
        }
    }
}

/// The pauses before a task is tried again.
public enum WorkPause {
    /// Seconds at most: an hour.
    public static let longest: Double = 3600

    /// Seconds after so many attempts: 5, 20, 80, 320, 1,280, and then an hour. What passes in seconds is soon tried again, and what
    /// lasts keeps nobody busy.
    public static func seconds(afterAttempts attempts: Int) -> Double {
        guard attempts >= 1 else { return 0 }
        // Beyond, the power would be longer than any pause.
        return min(longest, 5 * pow(4, Double(min(attempts, 20) - 1)))
    }

    /// Seconds at most before a task is tried again that the library held up: five minutes.
    public static let longestHeldUp: Double = 300
    /// Seconds for which being held up counts for no attempt, from the first time on: a day, which is more than a library is away for or
    /// many large documents take. What is held up beyond fails like anything else.
    public static let mostHeldUp: Double = 24 * 3600

    /// Seconds after the library held a task up so many times: 5, 10, 20 and so on, at most ``longestHeldUp``, less up to a half. How much
    /// less follows from the task and the number, so that those that were in each other's way do not come back together, and every store
    /// says the same.
    public static func seconds(heldUp times: Int, task id: String) -> Double {
        guard times >= 1 else { return 0 }
        let whole = min(longestHeldUp, 5 * pow(2, Double(min(times, 20) - 1)))
        // FNV-1a (Fowler, Noll, Vo), mixed once more: its high bits hardly know the last byte.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in id.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        hash = (hash ^ UInt64(times)) &* 0x9e37_79b9_7f4a_7c15
        hash = (hash ^ (hash >> 32)) &* 0x9e37_79b9_7f4a_7c15
        return whole * (1 - Double(hash >> 11) / Double(1 << 54))
    }
}

extension WorkTask {
    /// What happens to it.
    ///
    /// - Parameter now: By the store's clock.
    /// - Throws: ``StoreError`` `lease-lost` for who works on it no longer; `work-state` for what cannot follow on its state. It stays
    ///   as it was then.
    package mutating func apply(_ change: WorkChange, at now: Date) throws {
        switch change {
        case .ready:
            // Said twice, or of one that was cancelled meanwhile, it changes nothing.
            if state == .arriving { (state, notBefore) = (.queued, now) }
        case .keep(let token, let seconds, let report, let label):
            try requireLease(token)
            try tell(report, label)
            lease?.until = now.addingTimeInterval(max(0, seconds))
        case .end(let token, let outcome, let report, let label):
            try requireLease(token)
            try tell(report, label)
            end(outcome, at: now)
        case .cancel:
            switch state {
            case .arriving, .queued, .failed: finish(.cancelled, at: now)
            case .running: isCancelling = true
            case .done, .cancelled: throw StoreError.workEnded
            }
        case .retry:
            guard state == .failed else {
                throw StoreError(
                    .workState, "Only a task that failed is tried again; this one is \(state.rawValue).")
            }
            (state, attempts, notBefore) = (.queued, 0, now)
            (failure, endedAt, isCancelling) = (nil, nil, false)
        }
    }

    /// Whether it may be claimed now.
    package func isClaimable(at now: Date) -> Bool {
        switch state {
        case .queued: notBefore <= now
        case .running: lease.map { $0.until <= now } ?? true
        case .arriving, .done, .failed, .cancelled: false
        }
    }

    /// Claims it for a worker. One whose lease lapsed was given up by whoever had it: it ends where it was to be cancelled, and where it
    /// was begun as often as it may be.
    ///
    /// - Returns: Whether the worker has it now.
    package mutating func claim(by worker: String, lease token: String, seconds: Double, at now: Date) -> Bool {
        guard isClaimable(at: now) else { return false }
        if state == .running {
            if isCancelling {
                finish(.cancelled, at: now)
                return false
            }
            if attempts >= mostAttempts {
                failure = .abandoned
                finish(.failed, at: now)
                return false
            }
        }
        isTakenOver = state == .running
        (state, startedAt) = (.running, now)
        attempts += 1
        lease = WorkLease(token: token, worker: worker, until: now.addingTimeInterval(max(0, seconds)))
        return true
    }

    /// Whether its files serve nobody any more. Those of one that failed may be wanted for another try.
    package var dropsFiles: Bool { state == .done || state == .cancelled }

    private func requireLease(_ token: String) throws {
        guard state == .running, lease?.token == token else {
            throw StoreError(
                .leaseLost,
                "Somebody else works on this task now, or it has ended: its lease was not kept in time. Nothing was changed."
            )
        }
    }

    private mutating func tell(_ report: Data?, _ label: SensitivityLabel?) throws {
        if let report {
            guard report.count <= NewWork.mostReportBytes else {
                throw StoreError(.invalidInput, "What is told of the task is longer than the queue keeps.")
            }
            self.report = report
        }
        if let label { self.label = max(self.label, label) }
    }

    private mutating func end(_ outcome: WorkOutcome, at now: Date) {
        switch outcome {
        case .done:
            // Also of one that was to be stopped: it was done before.
            failure = nil
            finish(.done, at: now)
        case .failed(let failure, let isFinal):
            self.failure = failure
            if isCancelling { return finish(.cancelled, at: now) }
            if isFinal || attempts >= mostAttempts { return finish(.failed, at: now) }
            wait(until: now.addingTimeInterval(WorkPause.seconds(afterAttempts: attempts)))
        case .heldUp(let failure):
            let hold = WorkHold(after: self.failure?.heldUp, at: now)
            self.failure = failure
            self.failure?.heldUp = hold
            if isCancelling { return finish(.cancelled, at: now) }
            if now.timeIntervalSince(hold.since) < WorkPause.mostHeldUp {
                attempts = max(0, attempts - 1)
                wait(until: now.addingTimeInterval(WorkPause.seconds(heldUp: hold.times, task: id)))
            } else if attempts >= mostAttempts {
                finish(.failed, at: now)
            } else {
                wait(until: now.addingTimeInterval(WorkPause.seconds(afterAttempts: attempts)))
            }
        case .cancelled: finish(.cancelled, at: now)
        case .givenBack:
            if isCancelling { return finish(.cancelled, at: now) }
            attempts = max(0, attempts - 1)
            wait(until: now)
        }
    }

    private mutating func wait(until moment: Date) {
        (state, notBefore, lease) = (.queued, moment, nil)
    }

    private mutating func finish(_ state: State, at now: Date) {
        (self.state, lease, isCancelling, endedAt) = (state, nil, false, now)
    }
}

extension StoreError {
    package static let workEnded = StoreError(.workState, "The task has ended already.")
    package static let noSuchWork = StoreError(
        .unknownItem, "There is no such task; what ended long ago is forgotten.")
    package static let filesAreThere = StoreError(
        .workState, "All files of the task are there already, or it has ended; none is added any more.")
    package static let queueFull = StoreError(
        .queueFull,
        "\(NewWork.mostOpen) tasks wait already, which is as many as the library keeps. Try again when some of them are done."
    )
}
