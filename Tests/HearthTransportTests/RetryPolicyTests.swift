import Foundation
import Testing

@testable import HearthTransport

@Suite struct RetryPolicyTests {
    private let policy = RetryPolicy(baseDelay: .seconds(1), maximumDelay: .seconds(20))
    private let now = Date(timeIntervalSince1970: 784_111_777)  // Sun, 06 Nov 1994 08:49:37 GMT

    @Test(arguments: [(1, 1), (2, 2), (3, 4), (5, 16), (6, 20), (1_000, 20)])
    func theLongestWaitDoublesUpToItsLimit(attempt: Int, seconds: Int) {
        #expect(policy.delay(afterAttempt: attempt, jitter: 1) == .seconds(seconds))
        #expect(policy.delay(afterAttempt: attempt, jitter: 0) == .zero)
    }

    @Test func jitterOutsideItsRangeIsCutToIt() {
        #expect(policy.delay(afterAttempt: 1, jitter: 7) == .seconds(1))
        #expect(policy.delay(afterAttempt: 0, jitter: -7) == .zero)
    }

    @Test func retryAfterIsSecondsOrADate() {
        #expect(RetryPolicy.retryAfter("120", now: now) == .seconds(120))
        #expect(RetryPolicy.retryAfter(" 0 ", now: now) == .zero)
        #expect(RetryPolicy.retryAfter("Sun, 06 Nov 1994 08:50:37 GMT", now: now) == .seconds(60))
        #expect(RetryPolicy.retryAfter("Sun, 06 Nov 1994 08:00:00 GMT", now: now) == .zero)
    }

    @Test(arguments: [
        nil, "", "soon", "-1", "1.5", "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 25:49:37 GMT",
        "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 CET", "Sunday, 06-Nov-94 08:49:37 GMT",
    ])
    func whatIsNeitherIsNoWait(header: String?) {
        #expect(RetryPolicy.retryAfter(header, now: now) == nil)
    }

    @Test func anAbsurdWaitDoesNotOverflow() {
        #expect(RetryPolicy.retryAfter(String(repeating: "9", count: 400), now: now) == .seconds(366 * 86_400))
    }

    @Test func onlyPassingTroubleIsRepeated() {
        for status in [408, 429, 500, 502, 503, 504, 529] { #expect(RetryPolicy.isTransient(status: status)) }
        for status in [200, 301, 400, 401, 403, 404, 409, 413, 422, 501] {
            #expect(!RetryPolicy.isTransient(status: status))
        }
    }
}
