import HearthCore

/// Whether a member of a group is given requests: a circuit breaker, by real requests alone, that lets it come back slowly.
///
/// After some failures in a row it rests; then one request tries it. Where that is answered, its share grows from a tenth to the whole
/// (slow start): a server that just came back has a cold cache, and may still be loading. A pure state machine; times are given, in the
/// uptime of whoever asks.
struct MemberHealth: Hashable, Sendable {
    /// Failures in a row after which it rests. One may be the fault of a single connection.
    static let threshold = 3
    /// The first rest; it doubles with each trial that fails.
    static let rest = Duration.seconds(5)
    static let longestRest = Duration.seconds(60)
    /// The longest wait, in seconds, that a server may wish for.
    static let longestWish = 3600.0
    /// How long the share grows after a rest.
    static let warmUp = Duration.seconds(30)
    /// The share at the beginning of that.
    static let firstShare = 0.1

    private enum Phase: Hashable {
        case well(failures: Int)
        case resting(until: Duration, lasted: Duration)
        /// One request is under way to see whether it is back.
        case tried(after: Duration)
        case warming(since: Duration, failures: Int)
    }

    private var phase = Phase.well(failures: 0)

    /// Whether a request may go to it now.
    func isUsable(at now: Duration) -> Bool {
        switch phase {
        case .well, .warming: true
        case .resting(let until, _): now >= until
        case .tried: false
        }
    }

    /// Whether a request is under way to see whether it is back.
    var isTried: Bool { if case .tried = phase { true } else { false } }

    /// Whether the next request would be the trial after a rest.
    func isDue(at now: Duration) -> Bool {
        if case .resting(let until, _) = phase { return now >= until }
        return false
    }

    /// The part of its weight that it has now, from ``firstShare`` to 1.
    func share(at now: Duration) -> Double {
        guard case .warming(let since, _) = phase else { return 1 }
        let part = (now - since) / Self.warmUp
        return min(1, Self.firstShare + (1 - Self.firstShare) * max(0, part))
    }

    /// How long it is still left alone; zero where it is not.
    func wait(at now: Duration) -> Duration {
        switch phase {
        case .well, .warming: .zero
        case .resting(let until, _): max(.zero, until - now)
        // The trial tells soon.
        case .tried: .seconds(1)
        }
    }

    mutating func begin(at now: Duration) {
        if case .resting(let until, let lasted) = phase, now >= until { phase = .tried(after: lasted) }
    }

    /// - Returns: Whether it is back from a rest with this.
    @discardableResult
    mutating func end(_ outcome: MemberOutcome, at now: Duration) -> Bool {
        switch (outcome, phase) {
        case (.answered, .well): phase = .well(failures: 0)
        case (.answered, .warming(let since, _)):
            phase = now - since >= Self.warmUp ? .well(failures: 0) : .warming(since: since, failures: 0)
        case (.answered, .tried):
            phase = .warming(since: now, failures: 0)
            return true
        // A request from before the rest may still be answered; it is no proof that new ones are.
        case (.answered, .resting): break
        case (.failed(let wait?), .well), (.failed(let wait?), .warming):
            // Who says when it wants to be asked again is believed at once.
            phase = .resting(until: now + max(wait, Self.rest), lasted: Self.rest)
        case (.failed(nil), .well(let failures)):
            phase = failures + 1 >= Self.threshold ? Self.resting(Self.rest, at: now) : .well(failures: failures + 1)
        case (.failed(nil), .warming(let since, let failures)):
            phase =
                failures + 1 >= Self.threshold
                ? Self.resting(Self.rest, at: now) : .warming(since: since, failures: failures + 1)
        case (.failed(let wait), .tried(let lasted)):
            phase = Self.resting(min(max(lasted * 2, wait ?? .zero), max(Self.longestRest, wait ?? .zero)), at: now)
        case (.failed, .resting): break
        case (.silent, .tried(let lasted)): phase = .resting(until: now, lasted: lasted)
        case (.silent, _): break
        }
        return false
    }

    private static func resting(_ rest: Duration, at now: Duration) -> Phase {
        .resting(until: now + rest, lasted: min(rest, longestRest))
    }
}
