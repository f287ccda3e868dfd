public import HearthCore
import Synchronization

/// What is under way to the members of all groups, and who waits for them. Shared by the routers that are made one after the other, so
/// that what is known of a server outlives a change of settings.
///
/// Who waits is served in the order of coming; requests that a member failed come first, since they have waited once. It is a lock and
/// not an actor: a place is given back at once, also by who was cancelled.
public final class EndpointPools: Sendable {
    /// The longest time that a request waits for a free endpoint of its group.
    public static let patience = Duration.seconds(60)

    private typealias Continuation = CheckedContinuation<EndpointPool.Pick, any Error>

    private struct Waiter {
        let id: Int
        let allowed: [Engine]
        let conversation: UInt64?
        let continuation: Continuation
    }

    private struct Group {
        var pool: EndpointPool
        var settings: EndpointGroup
        /// Requests that a member failed, then the others, each in the order of coming.
        var returning: [Waiter] = []
        var waiting: [Waiter] = []
        /// Seconds that a place is held, about; the later ones count for more.
        var held = 5.0
        var refused = 0
    }

    private struct State {
        var groups: [Engine: Group] = [:]
        var nextID = 0
    }

    private let state = Mutex(State())
    private let uptime: @Sendable () -> Duration
    private let patience: Duration

    /// - Parameters:
    ///   - patience: How long a request waits for a member.
    ///   - uptime: A time that only moves forward.
    public init(patience: Duration = EndpointPools.patience, uptime: (@Sendable () -> Duration)? = nil) {
        let start = ContinuousClock.now
        self.patience = patience
        self.uptime = uptime ?? { ContinuousClock.now - start }
    }

    /// The state of one endpoint of a group.
    public struct MemberState: Hashable, Sendable {
        public var engine: Engine
        /// Requests that are under way to it.
        public var outstanding: Int
        /// Whether it is left alone after failures.
        public var isResting: Bool
    }

    /// The state of a group.
    public struct GroupState: Hashable, Sendable {
        /// In the order of the group.
        public var members: [MemberState]
        /// Requests that wait for a member.
        public var waiting: Int
        /// Requests that were refused because as many waited as may, since this program was started.
        public var refused: Int
    }

    /// How a group and its members stand now.
    public func state(of group: EndpointGroup) -> GroupState {
        let now = uptime()
        return state.withLock { state in
            let known = state.groups[group.engine]
            let members = group.members.map { member in
                MemberState(
                    engine: member.engine, outstanding: known?.pool.outstanding(of: member.engine) ?? 0,
                    isResting: known?.pool.isResting(member.engine, at: now) ?? false)
            }
            return GroupState(
                members: members, waiting: known.map { $0.waiting.count + $0.returning.count } ?? 0,
                refused: known?.refused ?? 0)
        }
    }

    /// Whom a request would go to now; `nil` where it would wait or be refused. Nothing is taken.
    func preview(_ group: EndpointGroup, among allowed: [Engine], conversation: String?) -> Engine? {
        let now = uptime()
        return state.withLock { state in
            let pool = state.groups[group.engine]?.pool ?? EndpointPool(group)
            let pick = pool.pick(among: allowed, conversation: conversation.map(StableHash.of), at: now)
            if case .member(let engine, _) = pick { return engine }
            return nil
        }
    }

    /// A place at a member, waited for where all have as much as they work on.
    ///
    /// - Parameters:
    ///   - allowed: The members that may see the request and could serve it.
    ///   - conversation: What the request goes on with; `nil` for none.
    ///   - wasAdmitted: Whether a member failed the request already, so that it is not refused for want of room.
    /// - Throws: ``RoutingError`` `group-full` and `group-resting`; `CancellationError`.
    func place(
        in group: EndpointGroup, among allowed: [Engine], conversation: String?, wasAdmitted: Bool
    ) async throws -> PoolPlace {
        let key = conversation.map(StableHash.of)
        // Who holds a place of the group that it has not used yet must not wait for itself.
        let isInside = PoolPlace.held.contains(group.engine)
        let now = uptime()
        let (pick, id) = state.withLock { state -> (EndpointPool.Pick, Int) in
            state.nextID += 1
            let pick = change(group, &state) { known in
                let isFirst = known.returning.isEmpty && (wasAdmitted || known.waiting.isEmpty)
                var pick = known.pool.pick(among: allowed, conversation: key, at: now, ignoresLimit: isInside)
                // Nobody comes in before those who wait, unless they wait for other members.
                if !isFirst, !isInside, case .member = pick, isWanted(pick, by: known) { pick = .full }
                if case .member(let engine, _) = pick { known.pool.begin(engine, at: now) }
                // One that has just failed this request, and is not left alone for it, may serve the next.
                if wasAdmitted, case .resting = pick { pick = .resting(wait: known.pool.soonest(at: now)) }
                return pick
            }
            return (pick, state.nextID)
        }
        switch pick {
        case .member(let engine, let why): return PoolPlace(self, group.engine, engine, why)
        case .resting(let wait): throw RoutingError.groupResting(group.engine, wait: wait)
        case .full: break
        }
        let waited = try await wait(id, in: group, among: allowed, key: key, wasAdmitted: wasAdmitted)
        guard case .member(let engine, let why) = waited else {
            guard case .resting(let wait) = waited else { throw RoutingError.groupBusy(group.engine, waited: patience) }
            throw RoutingError.groupResting(group.engine, wait: wait)
        }
        return PoolPlace(self, group.engine, engine, why)
    }

    /// Whether somebody who waits could have the member that was picked.
    private func isWanted(_ pick: EndpointPool.Pick, by group: Group) -> Bool {
        guard case .member(let engine, _) = pick else { return false }
        return (group.returning + group.waiting).contains { $0.allowed.contains(engine) }
    }

    private func wait(
        _ id: Int, in group: EndpointGroup, among allowed: [Engine], key: UInt64?, wasAdmitted: Bool
    ) async throws -> EndpointPool.Pick {
        let isQueued = Promise<Void>()
        // A task of its own for the end of patience: it must not hold up who was served meanwhile.
        let timer = Task { [patience] in
            // However short patience is: who is not in the queue yet could not be taken out of it.
            try await isQueued.value()
            // Also a rest ends, and a share grows, without anybody's giving a place back.
            let end = ContinuousClock.now + patience
            while .now < end {
                try await Task.sleep(for: min(.seconds(1), ContinuousClock.now.duration(to: end)))
                serve(group.engine)
            }
            remove(id, from: group.engine)?.resume(returning: .full)
        }
        defer { timer.cancel() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome: Result<EndpointPool.Pick, any Error>? = state.withLock { state in
                    // Asked under the lock: who is cancelled later than this is found in the queue.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    return change(group, &state) { known in
                        let waiter = Waiter(id: id, allowed: allowed, conversation: key, continuation: continuation)
                        if wasAdmitted {
                            known.returning.append(waiter)
                        } else if known.waiting.count < group.queue {
                            known.waiting.append(waiter)
                        } else {
                            known.refused += 1
                            return .failure(
                                RoutingError.groupFull(group.engine, wait: .seconds(Self.estimate(known))))
                        }
                        return nil
                    }
                }
                isQueued.settle(.success(()))
                if let outcome { continuation.resume(with: outcome) }
                // A place may have come free between the two looks.
                serve(group.engine)
            }
        } onCancel: {
            remove(id, from: group.engine)?.resume(throwing: CancellationError())
        }
    }

    private func remove(_ id: Int, from group: Engine) -> Continuation? {
        state.withLock { state in
            if let place = state.groups[group]?.waiting.firstIndex(where: { $0.id == id }) {
                return state.groups[group]?.waiting.remove(at: place).continuation
            }
            if let place = state.groups[group]?.returning.firstIndex(where: { $0.id == id }) {
                return state.groups[group]?.returning.remove(at: place).continuation
            }
            return nil
        }
    }

    /// Seconds until one more that waits would have its turn, about.
    private static func estimate(_ group: Group) -> Double {
        let settings = group.settings
        let places = Double(max(1, settings.members.reduce(0) { $0 + ($1.parallel ?? settings.parallel) }))
        let rounds = Double(group.waiting.count + group.returning.count + 1) / places
        return min(max(1, (rounds * group.held).rounded(.up)), 60)
    }

    // MARK: - Giving back

    func begin(_ engine: Engine, in group: Engine) {
        let now = uptime()
        state.withLock { $0.groups[group]?.pool.begin(engine, at: now) }
    }

    /// - Parameter held: How long the place was held; `nil` where nothing was sent.
    func end(_ engine: Engine, in group: Engine, _ outcome: MemberOutcome, held: Duration?) {
        let now = uptime()
        state.withLock { state in
            state.groups[group]?.pool.end(engine, outcome, at: now)
            if let held, outcome == .answered, let known = state.groups[group]?.held {
                state.groups[group]?.held = known * 0.9 + held.seconds * 0.1
            }
        }
        serve(group)
    }

    /// Gives what is free to those who wait.
    private func serve(_ group: Engine) {
        let now = uptime()
        let served: [(Continuation, EndpointPool.Pick)] = state.withLock { state in
            guard var known = state.groups[group], !known.waiting.isEmpty || !known.returning.isEmpty else { return [] }
            var served: [(Continuation, EndpointPool.Pick)] = []
            func pass(_ line: [Waiter]) -> [Waiter] {
                var rest: [Waiter] = []
                for (place, waiter) in line.enumerated() {
                    let pick = known.pool.pick(among: waiter.allowed, conversation: waiter.conversation, at: now)
                    switch pick {
                    case .member(let engine, _):
                        known.pool.begin(engine, at: now)
                        served.append((waiter.continuation, pick))
                    case .resting: served.append((waiter.continuation, pick))
                    case .full:
                        rest.append(waiter)
                        // Where nobody has room, looking at the others is in vain.
                        if !known.pool.hasRoom(at: now) { return rest + line[(place + 1)...] }
                    }
                }
                return rest
            }
            known.returning = pass(known.returning)
            known.waiting = pass(known.waiting)
            state.groups[group] = known
            return served
        }
        for (continuation, pick) in served { continuation.resume(returning: pick) }
    }

    private func change<Value>(
        _ group: EndpointGroup, _ state: inout State, _ body: (inout Group) -> Value
    ) -> Value {
        var known = state.groups.removeValue(forKey: group.engine) ?? Group(pool: EndpointPool(group), settings: group)
        if known.settings != group {
            known.pool.update(group)
            known.settings = group
        }
        defer { state.groups[group.engine] = known }
        return body(&known)
    }
}

/// A request's place at a member of a group: kept for its first request, and given back when that has ended. Further requests of the same
/// work (after a tool was called, for one) go to the same member without waiting, so that an answer which has begun is never held up.
final class PoolPlace: Sendable {
    /// Groups in which the work of this task holds a place.
    @TaskLocal static var held: Set<Engine> = []

    let group: Engine
    let member: Engine
    let why: EndpointPool.Why
    private let pools: EndpointPools
    /// Whether the place is still kept for the first request.
    private let isKept = Mutex(true)

    init(_ pools: EndpointPools, _ group: Engine, _ member: Engine, _ why: EndpointPool.Why) {
        (self.pools, self.group, self.member, self.why) = (pools, group, member, why)
    }

    deinit { giveUp() }

    /// Begins a request; ``end(_:after:)`` is then owed once.
    func begin() {
        let wasKept = isKept.withLock { isKept in
            defer { isKept = false }
            return isKept
        }
        if !wasKept { pools.begin(member, in: group) }
    }

    func end(_ outcome: MemberOutcome, after duration: Duration) {
        pools.end(member, in: group, outcome, held: duration)
    }

    /// Gives the place back where no request was made.
    func giveUp() {
        let wasKept = isKept.withLock { isKept in
            defer { isKept = false }
            return isKept
        }
        if wasKept { pools.end(member, in: group, .silent, held: nil) }
    }
}
