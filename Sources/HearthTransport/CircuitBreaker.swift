import HearthCore
import Synchronization

/// A circuit breaker: leaves a host alone for a while after it failed several times in a row, and then tries it with one request
/// (half open).
///
/// A pure state machine (Nygard, "Release It!", 2007): it holds no clock and opens nothing. Times are given, in the uptime of
/// whoever asks.
public struct CircuitBreaker: Hashable, Sendable {
    public struct Configuration: Hashable, Sendable {
        /// Failures in a row that open the circuit. More than the attempts of one request, so that a single request cannot.
        public var threshold: Int
        /// How long it then stays open.
        public var cooldown: Duration

        public init(threshold: Int = 5, cooldown: Duration = .seconds(30)) {
            self.threshold = threshold
            self.cooldown = cooldown
        }
    }

    enum State: Hashable, Sendable {
        /// Requests pass; so many failed in a row.
        case closed(failures: Int)
        case open(until: Duration)
        /// One request is under way to see whether the host is back.
        case halfOpen
    }

    enum Permission: Hashable, Sendable {
        case granted
        /// Ask again after that much time.
        case refused(wait: Duration)
    }

    let configuration: Configuration
    private(set) var state = State.closed(failures: 0)

    init(_ configuration: Configuration) {
        self.configuration = configuration
    }

    /// Whether nothing is remembered, so that it can be forgotten.
    var isAtRest: Bool { state == .closed(failures: 0) }

    /// Every granted permission is followed by one of the three reports below.
    mutating func requestPermission(at now: Duration) -> Permission {
        switch state {
        case .closed: return .granted
        case .open(let until) where now >= until:
            state = .halfOpen
            return .granted
        case .open(let until): return .refused(wait: until - now)
        // The trial tells soon; there is no better estimate than the time that was waited before.
        case .halfOpen: return .refused(wait: configuration.cooldown)
        }
    }

    mutating func reportSuccess() {
        // A request from before the circuit opened may still succeed; it is no proof that new ones do.
        if case .open = state { return }
        state = .closed(failures: 0)
    }

    mutating func reportFailure(at now: Duration) {
        switch state {
        case .closed(let failures):
            let count = failures + 1
            state =
                count >= configuration.threshold ? .open(until: now + configuration.cooldown) : .closed(failures: count)
        case .halfOpen: state = .open(until: now + configuration.cooldown)
        case .open: break
        }
    }

    /// The request ended without telling anything of the host: it was cancelled.
    mutating func reportAbandoned(at now: Duration) {
        if state == .halfOpen { state = .open(until: now) }
    }
}

/// The circuit breaker of every origin that has failed lately.
final class HostHealth: Sendable {
    private let configuration: CircuitBreaker.Configuration
    private let breakers = Mutex<[Origin: CircuitBreaker]>([:])

    init(_ configuration: CircuitBreaker.Configuration) {
        self.configuration = configuration
    }

    func requestPermission(for origin: Origin, at now: Duration) -> CircuitBreaker.Permission {
        change(origin) { $0.requestPermission(at: now) }
    }

    func reportSuccess(of origin: Origin) { change(origin) { $0.reportSuccess() } }
    func reportFailure(of origin: Origin, at now: Duration) { change(origin) { $0.reportFailure(at: now) } }
    func reportAbandoned(_ origin: Origin, at now: Duration) { change(origin) { $0.reportAbandoned(at: now) } }

    /// Only origins in trouble are kept.
    private func change<Result: Sendable>(_ origin: Origin, _ body: (inout CircuitBreaker) -> Result) -> Result {
        breakers.withLock { breakers in
            var breaker = breakers[origin] ?? CircuitBreaker(configuration)
            let result = body(&breaker)
            breakers[origin] = breaker.isAtRest ? nil : breaker
            return result
        }
    }
}

// MARK: -

/// When a failed attempt is repeated, and after which wait: exponential backoff with full jitter
/// (Brooker, "Exponential Backoff and Jitter", AWS 2015), or what the server asks for.
public struct RetryPolicy: Hashable, Sendable {
    /// The first one included; 1 never repeats.
    public var maximumAttempts: Int
    /// The longest wait before the second attempt; it doubles with each one.
    public var baseDelay: Duration
    public var maximumDelay: Duration
    /// The longest `Retry-After` that is waited for. Beyond it the caller is told the time instead.
    public var maximumRetryAfter: Duration

    /// Three attempts wait for three seconds at most together, unless the server asks for more: long enough for a hiccup
    /// behind a load balancer, short enough for a person who watches.
    public init(
        maximumAttempts: Int = 3, baseDelay: Duration = .seconds(1), maximumDelay: Duration = .seconds(20),
        maximumRetryAfter: Duration = .seconds(30)
    ) {
        self.maximumAttempts = maximumAttempts
        self.baseDelay = baseDelay
        self.maximumDelay = maximumDelay
        self.maximumRetryAfter = maximumRetryAfter
    }

    /// Whether a response of this status may be better a moment later: timeout, rate limit, and failures of the server or
    /// of what stands before it. 529 is "overloaded" with some providers.
    static func isTransient(status: Int) -> Bool {
        switch status {
        case 408, 429, 500, 502, 503, 504, 529: true
        default: false
        }
    }

    /// The wait after the attempt of that number, counted from 1; `jitter` is between 0 and 1.
    func delay(afterAttempt attempt: Int, jitter: Double) -> Duration {
        let doublings = min(max(attempt - 1, 0), 30)
        let longest = min(baseDelay * (1 << doublings), maximumDelay)
        return max(.zero, longest * min(max(jitter, 0), 1))
    }
}
