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
