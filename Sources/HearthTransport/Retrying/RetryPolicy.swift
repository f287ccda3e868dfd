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
