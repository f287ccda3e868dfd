import Testing

@testable import HearthTransport

@Suite struct CircuitBreakerTests {
    private func breaker(failures: Int = 0) -> CircuitBreaker {
        var breaker = CircuitBreaker(.init(threshold: 3, cooldown: .seconds(30)))
        for _ in 0..<failures { breaker.reportFailure(at: .seconds(100)) }
        return breaker
    }

    @Test func opensAfterSoManyFailuresInARow() {
        var breaker = breaker(failures: 2)
        #expect(breaker.requestPermission(at: .seconds(100)) == .granted)
        breaker.reportFailure(at: .seconds(100))
        #expect(breaker.requestPermission(at: .seconds(110)) == .refused(wait: .seconds(20)))
    }

    @Test func forgetsFailuresAtASuccess() {
        var breaker = breaker(failures: 2)
        breaker.reportSuccess()
        breaker.reportFailure(at: .seconds(100))
        breaker.reportFailure(at: .seconds(100))
        #expect(breaker.requestPermission(at: .seconds(100)) == .granted)
    }

    @Test func letsOneRequestTryAfterTheCooldown() {
        var breaker = breaker(failures: 3)
        #expect(breaker.requestPermission(at: .seconds(130)) == .granted)
        #expect(breaker.requestPermission(at: .seconds(130)) != .granted)
        breaker.reportSuccess()
        #expect(breaker.requestPermission(at: .seconds(130)) == .granted)
        #expect(breaker.isAtRest)
    }

    @Test func opensAgainWhenTheTrialFails() {
        var breaker = breaker(failures: 3)
        _ = breaker.requestPermission(at: .seconds(130))
        breaker.reportFailure(at: .seconds(131))
        #expect(breaker.requestPermission(at: .seconds(160)) == .refused(wait: .seconds(1)))
        #expect(breaker.requestPermission(at: .seconds(161)) == .granted)
    }

    @Test func anAbandonedTrialLeavesRoomForAnother() {
        var breaker = breaker(failures: 3)
        _ = breaker.requestPermission(at: .seconds(130))
        breaker.reportAbandoned(at: .seconds(131))
        #expect(breaker.requestPermission(at: .seconds(131)) == .granted)
    }

    @Test func aLateSuccessDoesNotCloseAnOpenCircuit() {
        var breaker = breaker(failures: 3)
        breaker.reportSuccess()
        #expect(breaker.requestPermission(at: .seconds(101)) == .refused(wait: .seconds(29)))
    }

    @Test func lateFailuresDoNotProlongTheCooldown() {
        var breaker = breaker(failures: 3)
        breaker.reportFailure(at: .seconds(120))
        #expect(breaker.requestPermission(at: .seconds(130)) == .granted)
    }
}

// MARK: -

@Suite struct RetryPolicyTests {
    private let policy = RetryPolicy(baseDelay: .seconds(1), maximumDelay: .seconds(20))

    @Test(arguments: [(1, 1), (2, 2), (3, 4), (5, 16), (6, 20), (1_000, 20)])
    func theLongestWaitDoublesUpToItsLimit(attempt: Int, seconds: Int) {
        #expect(policy.delay(afterAttempt: attempt, jitter: 1) == .seconds(seconds))
        #expect(policy.delay(afterAttempt: attempt, jitter: 0) == .zero)
    }

    @Test func jitterOutsideItsRangeIsCutToIt() {
        #expect(policy.delay(afterAttempt: 1, jitter: 7) == .seconds(1))
        #expect(policy.delay(afterAttempt: 0, jitter: -7) == .zero)
    }

    @Test func onlyPassingTroubleIsRepeated() {
        for status in [408, 429, 500, 502, 503, 504, 529] { #expect(RetryPolicy.isTransient(status: status)) }
        for status in [200, 301, 400, 401, 403, 404, 409, 413, 422, 501] {
            #expect(!RetryPolicy.isTransient(status: status))
        }
    }
}
