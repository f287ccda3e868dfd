/// How many tasks of one kind are in a queue, by what is going on with them: for whoever watches it. What was done or cancelled is not
/// counted; it is forgotten within a day.
public struct WorkTally: Hashable, Sendable {
    public var kind: WorkKind
    /// Those whose files are being put into the store.
    public var arriving: Int
    /// Those that could be claimed now: nobody worked on them yet, a pause is over, or whoever did said nothing for too long.
    public var waiting: Int
    /// Those that are tried again after a pause, which is not over.
    public var paused: Int
    /// Those that somebody works on, by a lease that holds.
    public var running: Int
    /// Those that are not tried again by themselves: dead letters.
    public var failed: Int
    /// For how many seconds, by the store's clock, that one could be claimed which waits for longest; `nil` where none waits.
    public var oldestWaiting: Double?

    public init(
        kind: WorkKind, arriving: Int = 0, waiting: Int = 0, paused: Int = 0, running: Int = 0, failed: Int = 0,
        oldestWaiting: Double? = nil
    ) {
        (self.kind, self.arriving, self.waiting, self.paused) = (kind, arriving, waiting, paused)
        (self.running, self.failed, self.oldestWaiting) = (running, failed, oldestWaiting)
    }
}

extension WorkTally {
    /// Of several queues together.
    public static func + (first: WorkTally, second: WorkTally) -> WorkTally {
        WorkTally(
            kind: first.kind, arriving: first.arriving + second.arriving, waiting: first.waiting + second.waiting,
            paused: first.paused + second.paused, running: first.running + second.running,
            failed: first.failed + second.failed,
            oldestWaiting: [first.oldestWaiting, second.oldestWaiting].compactMap { $0 }.max())
    }
}
