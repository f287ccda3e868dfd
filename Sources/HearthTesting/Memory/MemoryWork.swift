public import Foundation
public import HearthCore

extension MemoryLibrary {
    @discardableResult
    public func addWork(_ work: NewWork) throws -> WorkTask {
        try WorkTask.refusePrograms()
        if let known = state.work[work.id] { return known }
        let now = clock()
        let open = state.work.values.filter { !$0.isForgotten(at: now) && (!$0.state.isFinal || $0.state == .failed) }
        let task = try work.task(at: now, behind: open.map(\.createdAt).max())
        try change { state in
            for old in state.work.values where old.isForgotten(at: now) { state.removeWork(old.id) }
            guard state.work.values.count(where: { !$0.state.isFinal }) < NewWork.mostOpen else {
                throw StoreError.queueFull
            }
            state.work[task.id] = task
        }
        workSignal.ring()
        return task
    }

    public func keepWorkPart(_ data: Data, at part: WorkPart, of id: String) throws {
        try WorkTask.refusePrograms()
        try part.check(data)
        guard let task = state.work[id] else { throw StoreError.noSuchWork }
        guard task.state == .arriving else { throw StoreError.filesAreThere }
        try change { $0.workParts[id, default: [:]][part] = data }
    }

    public func workPart(_ part: WorkPart, of id: String) throws -> Data? {
        try WorkTask.refusePrograms()
        return state.workParts[id]?[part]
    }

    public func claimWork(_ kinds: Set<WorkKind>, worker: String, seconds: Double) throws -> WorkTask? {
        try WorkTask.refusePrograms()
        let now = clock()
        while var task = state.nextWork(kinds, at: now) {
            let isClaimed = task.claim(by: worker, lease: UUID().uuidString, seconds: seconds, at: now)
            try change { [task] in $0.keepWork(task) }
            workSignal.ring()
            if isClaimed { return task }
        }
        return nil
    }

    @discardableResult
    public func changeWork(_ change: WorkChange, of id: String) throws -> WorkTask {
        try WorkTask.refusePrograms()
        guard var task = state.work[id] else { throw StoreError.noSuchWork }
        try task.apply(change, at: clock())
        try self.change { [task] in $0.keepWork(task) }
        workSignal.ring()
        return task
    }

    public func workTask(id: String) throws -> WorkTask? {
        state.work[id].flatMap { $0.label <= MemoryState.ceiling ? $0 : nil }
    }

    public func workTasks(in states: Set<WorkTask.State>, limit: Int) throws -> [WorkTask] {
        let seen = state.work.values.filter { states.contains($0.state) && $0.label <= MemoryState.ceiling }
        let sorted = seen.sorted {
            $0.createdAt == $1.createdAt ? $1.id.precedes($0.id) : $0.createdAt > $1.createdAt
        }
        return Array(sorted.prefix(max(0, limit)))
    }

    public func secondsToWork(_ kinds: Set<WorkKind>) throws -> Double? {
        let now = clock()
        return state.work.values.filter { kinds.contains($0.kind) }.compactMap { task -> Double? in
            switch task.state {
            case .queued: max(0, task.notBefore.timeIntervalSince(now))
            case .running: max(0, task.lease?.until.timeIntervalSince(now) ?? 0)
            case .arriving, .done, .failed, .cancelled: nil
            }
        }.min()
    }

    public func workTallies() throws -> [WorkTally] {
        let now = clock()
        let seen = state.work.values.filter { $0.label <= MemoryState.ceiling }
        var tallies: [WorkKind: WorkTally] = [:]
        for task in seen {
            var tally = WorkTally(kind: task.kind)
            switch task.state {
            case .arriving: tally.arriving = 1
            case .failed: tally.failed = 1
            case .queued, .running:
                if task.isClaimable(at: now) {
                    let due = task.state == .running ? task.lease?.until ?? task.notBefore : task.notBefore
                    (tally.waiting, tally.oldestWaiting) = (1, now.timeIntervalSince(due))
                } else if task.state == .queued {
                    tally.paused = 1
                } else {
                    tally.running = 1
                }
            case .done, .cancelled: continue
            }
            tallies[task.kind] = tallies[task.kind].map { $0 + tally } ?? tally
        }
        return tallies.values.sorted { $0.kind.rawValue.precedes($1.kind.rawValue) }
    }

    public func workNews() -> AsyncStream<Void> { workSignal.news() }
}

extension MemoryState {
    /// The task that is to be claimed next. Whoever was never served comes before whoever was.
    fileprivate func nextWork(_ kinds: Set<WorkKind>, at now: Date) -> WorkTask? {
        var served: [String: Date] = [:]
        for task in work.values {
            guard let started = task.startedAt else { continue }
            served[task.requester] = max(served[task.requester] ?? .distantPast, started)
        }
        func place(_ task: WorkTask) -> (Int, Date, Date) {
            (-task.priority.rawValue, served[task.requester] ?? .distantPast, task.createdAt)
        }
        return work.values.filter { kinds.contains($0.kind) && $0.isClaimable(at: now) }.min { first, second in
            place(first) == place(second) ? first.id.precedes(second.id) : place(first) < place(second)
        }
    }

    fileprivate mutating func keepWork(_ task: WorkTask) {
        work[task.id] = task
        if task.dropsFiles { workParts[task.id] = nil }
    }

    /// What was done tells of files by their names and titles, which go with the documents that were made of them.
    mutating func forgetEndedWork() {
        for task in work.values where task.dropsFiles { removeWork(task.id) }
    }

    fileprivate mutating func removeWork(_ id: String) { (work[id], workParts[id]) = (nil, nil) }
}
