import Foundation
import HearthCore

/// Which member of a group gets the next request. A value without a clock: it is told what begins, what ends and what time it is.
///
/// - Without a conversation, the member that has least under way for its weight; among equals the one that was given least so far.
/// - With one, the member that its name falls to (rendezvous hashing, Thaler and Ravishankar 1998, with weights), so that the server still
///   has what it read of it; unless that one has more than a quarter above its share under way (bounded loads, Mirrokni et al. 2016).
///   When a member goes or comes, only its own conversations move.
/// - One that failed rests, and comes back slowly; see ``MemberHealth``.
struct EndpointPool: Sendable {
    /// How far above its share a member may be for the sake of a conversation.
    static let excess = 1.25

    enum Pick: Hashable {
        case member(Engine, Why)
        /// Each that may serve has as much as it works on at a time.
        case full
        /// Each that may serve failed and is left alone.
        case resting(wait: Duration)
    }

    /// Why a member was picked.
    enum Why: Hashable {
        /// It has least to do.
        case leastBusy
        /// The conversation was there before, or begins there.
        case conversation
        /// It failed, and this request sees whether it is back.
        case trial
    }

    private struct State {
        var weight: Double
        /// Requests that it works on at a time.
        var parallel: Int
        /// Of its name, for conversations.
        let hash: UInt64
        var outstanding = 0
        /// What it was given so far by its weight. One that comes, or comes back, starts with what the others have: it is not flooded
        /// to catch up.
        var given: Double
        var health = MemberHealth()
    }

    private var members: [Engine: State] = [:]
    /// The order that the owner gave, by which ties are broken.
    private var order: [Engine] = []

    init(_ group: EndpointGroup) { update(group) }

    /// Takes another form of the group; what is known of members that stay is kept.
    mutating func update(_ group: EndpointGroup) {
        order = group.members.map(\.engine)
        let most = members.values.map { $0.given }.max() ?? 0
        for member in group.members {
            let weight = Double(max(1, member.weight))
            let parallel = max(1, member.parallel ?? group.parallel)
            if members[member.engine] == nil {
                members[member.engine] = State(
                    weight: weight, parallel: parallel, hash: StableHash.of(member.engine.rawValue), given: most)
            } else {
                members[member.engine]?.weight = weight
                members[member.engine]?.parallel = parallel
            }
        }
        // One that was taken out stays as long as requests are under way to it.
        members = members.filter { order.contains($0.key) || $0.value.outstanding > 0 }
    }

    func outstanding(of engine: Engine) -> Int { members[engine]?.outstanding ?? 0 }

    /// Whether it is left alone after failures.
    func isResting(_ engine: Engine, at now: Duration) -> Bool { !(members[engine]?.health.isUsable(at: now) ?? true) }

    /// Whom the next request goes to. Nothing is taken; ``begin(_:at:)`` does that.
    ///
    /// - Parameters:
    ///   - allowed: Those that may see the request and could serve it.
    ///   - conversation: A hash of the conversation that the request goes on with; `nil` for none.
    ///   - ignoresLimit: Whether one may be given more than it works on at a time.
    func pick(
        among allowed: [Engine], conversation: UInt64?, at now: Duration, ignoresLimit: Bool = false
    ) -> Pick {
        let known = allowed.filter { members[$0] != nil }
        let usable = known.filter { members[$0]?.health.isUsable(at: now) == true }
        guard !usable.isEmpty else {
            // Whoever tries it tells soon; who has the trial itself must not wait for it.
            if !ignoresLimit, known.contains(where: { members[$0]?.health.isTried == true }) { return .full }
            return .resting(wait: known.compactMap { members[$0]?.health.wait(at: now) }.min() ?? .zero)
        }
        // Whoever is due is tried with the next request: under least work it would never have its turn.
        if let due = usable.first(where: { members[$0]?.health.isDue(at: now) == true }) { return .member(due, .trial) }
        let free = ignoresLimit ? usable : usable.filter { hasRoom($0, at: now) }
        guard !free.isEmpty else { return .full }
        if let conversation, let home = home(of: conversation, among: usable, free: Set(free), at: now) {
            return .member(home, .conversation)
        }
        guard let best = free.min(by: { isBefore($0, $1, at: now) }) else { return .full }
        return .member(best, .leastBusy)
    }

    /// How long until any member may be asked again; a second where one may be now.
    func soonest(at now: Duration) -> Duration {
        order.compactMap { members[$0]?.health }
            .map { $0.isUsable(at: now) ? .seconds(1) : max(.seconds(1), $0.wait(at: now)) }.min() ?? .seconds(1)
    }

    /// Whether any member could take a request now.
    func hasRoom(at now: Duration) -> Bool {
        order.contains { members[$0]?.health.isUsable(at: now) == true && hasRoom($0, at: now) }
    }

    mutating func begin(_ engine: Engine, at now: Duration) {
        guard var state = members[engine] else { return }
        state.outstanding += 1
        state.given += 1 / state.weight
        state.health.begin(at: now)
        members[engine] = state
    }

    mutating func end(_ engine: Engine, _ outcome: MemberOutcome, at now: Duration) {
        guard var state = members[engine] else { return }
        state.outstanding = max(0, state.outstanding - 1)
        if state.health.end(outcome, at: now) {
            state.given = max(state.given, members.values.map { $0.given }.max() ?? 0)
        }
        members[engine] = state
        if state.outstanding == 0, !order.contains(engine) { members[engine] = nil }
    }

    // MARK: - Steps

    private func hasRoom(_ engine: Engine, at now: Duration) -> Bool {
        guard let state = members[engine] else { return false }
        let limit = max(1, Int((Double(state.parallel) * state.health.share(at: now)).rounded(.up)))
        return state.outstanding < limit
    }

    private func weight(_ engine: Engine, at now: Duration) -> Double {
        guard let state = members[engine] else { return 0 }
        return state.weight * state.health.share(at: now)
    }

    private func isBefore(_ a: Engine, _ b: Engine, at now: Duration) -> Bool {
        guard let first = members[a], let second = members[b] else { return members[a] != nil }
        let one = Double(first.outstanding + 1) / weight(a, at: now)
        let other = Double(second.outstanding + 1) / weight(b, at: now)
        // Among equals, the order in which `min` meets them.
        return one == other ? first.given < second.given : one < other
    }

    /// The member that a conversation falls to, the nearest of those that are not far above their share.
    private func home(of conversation: UInt64, among usable: [Engine], free: Set<Engine>, at now: Duration) -> Engine? {
        let total = usable.reduce(1) { $0 + outstanding(of: $1) }
        let weights = usable.reduce(0) { $0 + weight($1, at: now) }
        let ranked = usable.map { (engine: $0, score: score($0, conversation)) }.sorted { $0.score > $1.score }
        for (engine, _) in ranked where free.contains(engine) {
            let share = Double(total) * weight(engine, at: now) / weights
            if Double(outstanding(of: engine) + 1) <= (share * Self.excess).rounded(.up) { return engine }
        }
        return nil
    }

    /// With logarithms each gets as many conversations as its weight says (Schindelhauer and Schomaker, 2005).
    private func score(_ engine: Engine, _ conversation: UInt64) -> Double {
        guard let state = members[engine] else { return -.infinity }
        let mixed = StableHash.mix(state.hash ^ conversation)
        let part = (Double(mixed >> 11) + 0.5) / Double(UInt64(1) << 53)
        return -state.weight / log(part)
    }
}

/// A hash that is the same in each run, so that a conversation finds its server again after a restart. Against nobody: who could choose
/// names of conversations to burden one server can burden it anyhow, and is held by the bound.
enum StableHash {
    /// FNV-1a, mixed.
    static func of(_ text: String) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        return mix(hash)
    }

    /// The last step of SplitMix64 (Steele, Lea and Flood, 2014).
    static func mix(_ value: UInt64) -> UInt64 {
        var z = value &+ 0x9E37_79B9_7F4A_7C15
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
