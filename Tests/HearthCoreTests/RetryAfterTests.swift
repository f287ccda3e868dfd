import Foundation
import HearthCore
import Testing

@Suite struct RetryAfterTests {
    private let now = Date(timeIntervalSince1970: 784_111_777)  // Sun, 06 Nov 1994 08:49:37 GMT

    @Test(arguments: [
        ("120", 120), ("17", 17), (" 0 ", 0), ("Sun, 06 Nov 1994 08:50:37 GMT", 60),
        ("Sun, 06 Nov 1994 08:00:00 GMT", 0),
    ])
    func aWaitIsSecondsOrADate(text: String, seconds: Int) {
        #expect(RetryAfter.wait(text, now: now) == .seconds(seconds))
    }

    @Test(arguments: [
        nil, "", "soon", "-1", "1.5", "1e9", "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 25:49:37 GMT",
        "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 CET", "Sunday, 06-Nov-94 08:49:37 GMT",
    ])
    func whatIsNeitherIsNoWait(header: String?) {
        #expect(RetryAfter.wait(header, now: now) == nil)
    }

    @Test(arguments: ["99999999999999999999", String(repeating: "9", count: 400), "Sun, 06 Nov 9994 08:49:37 GMT"])
    func anAbsurdWaitDoesNotOverflow(header: String) {
        #expect(RetryAfter.wait(header, now: now) == .seconds(366 * 86_400))
    }
}
