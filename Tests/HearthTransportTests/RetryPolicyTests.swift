import Testing

@testable import HearthTransport

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
