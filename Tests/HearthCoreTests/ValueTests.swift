import Foundation
import HearthCore
import Testing

struct TokenLogprobTests {
    @Test func partsOfCharactersAreWrittenAsTheirBytes() {
        #expect(TokenLogprob.text(of: Array("né".utf8)) == "né")
        #expect(TokenLogprob.text(of: []) == "")
        #expect(TokenLogprob.text(of: [0xE2, 0x82]) == #"\xe2\x82"#)
        #expect(TokenLogprob.text(of: [0x20, 0xF0, 0x9F, 0x0A]) == #" \xf0\x9f\x0a"#)
    }
}

@Suite struct JSONTextTests {
    @Test func stringsAreEscapedScalarByScalar() throws {
        let scalars = (0..<0x180).compactMap(Unicode.Scalar.init) + ["東", "👩", "\u{200D}", "\u{FEFF}", "\u{10FFFF}"]
        for scalar in scalars {
            let text = String(String.UnicodeScalarView([scalar, "a", scalar]))
            let quoted = JSONValue.quoted(text)
            #expect(quoted == "\"\(JSONValue.escaped(scalar))a\(JSONValue.escaped(scalar))\"")
            #expect(try JSONValue(parsing: quoted) == .string(text))
        }
        #expect(JSONValue.quoted("") == "\"\"")
    }
}

@Suite("Text in which there is nothing to read")
struct EmptyTextTests {
    @Test(arguments: [
        "", " ", "\n\t\r\n", "\u{A0}", "\u{3000}\u{2028}", "\u{200B}", "\u{200C}\u{200D}", "\u{2060}", "\u{FEFF}",
        "\u{AD}",
        "\u{0}\u{1B}\u{7F}\u{85}", "\u{202E}\u{2066}", "\u{FE0F}", "\u{3164}", " \u{200B}\n\u{3000}",
    ])
    func `White space, control characters and what is not shown say nothing`(_ text: String) throws {
        #expect(text.isBlank)
        let error = #expect(throws: EmptyTextError.self) { try EmptyTextError.check(text, "text", called: "entry") }
        #expect(error?.field == "text" && error?.code == "empty-text" && error?.kind == .usage)
        #expect(error?.message.hasPrefix("The entry is empty.") == true)
    }

    @Test(arguments: [
        "a", "?", ".", "0", "\u{200B}a", " \u{4F60} ", "\u{301}", "\u{1F600}", "\u{1F468}\u{200D}\u{1F469}",
    ])
    func `One character that is shown is text`(_ text: String) throws {
        #expect(!text.isBlank)
        try EmptyTextError.check(text, "text")
    }
}

@Suite struct ShownTextTests {
    @Test func aPlaceInARecordingHasNoMoreHoursThanThereAre() {
        #expect(ClockText.short(0) == "00:00" && ClockText.short(123.9) == "02:03")
        #expect(ClockText.short(3_723) == "1:02:03" && ClockText.short(360_000) == "100:00:00")
    }

    /// Times come from files, which may say anything.
    @Test(arguments: [-1, .nan, .infinity, -.infinity, 1e300, -1e300, .greatestFiniteMagnitude])
    func whatIsNoTimeIsShownAsOne(_ seconds: Double) {
        let text = ClockText.short(seconds)
        #expect(text == "00:00" || text == "277777:46:40")
    }

    @Test func aTimeOfDayHasTwoDigitsEach() {
        #expect(ClockText.full(0) == "00:00:00" && ClockText.full(3_723) == "01:02:03")
        #expect(ClockText.full(86_399) == "23:59:59" && ClockText.full(360_000) == "100:00:00")
    }

    @Test func aDurationIsANumberOfSeconds() {
        #expect(Duration.milliseconds(1_500).seconds == 1.5)
        #expect(Duration.seconds(-2).seconds == -2 && Duration.zero.seconds == 0)
        #expect(Duration.seconds(3_000_000_000).seconds == 3e9)
    }

    @Test func aTextOnOneLineHasOneSpaceBetweenItsWords() {
        #expect(" a\u{A0}b\r\n\tc  ".singleSpaced == "a b c")
        #expect("ab cd".dropFirst().singleSpaced == "b cd")
        #expect(" \n ".singleSpaced == "" && "".singleSpaced == "")
        // What Unicode calls white space parts words, and nothing else does.
        let wrong = (UInt32(1)...0x3_FFFF).compactMap { Unicode.Scalar($0) }.filter { scalar in
            let text = "a\(String(scalar))b"
            return text.singleSpaced != (scalar.properties.isWhitespace ? "a b" : text)
        }
        #expect(wrong.isEmpty)
    }
}

// MARK: -

@Suite struct NearestNameTests {
    private let names = ["custom-url", "custom-model", "mode", "order", "offline", "threads"]

    @Test(arguments: [
        ("custm-url", "custom-url"), ("customurl", "custom-url"), ("CUSTOM_URL", "custom-url"), ("ofline", "offline"),
        ("oredr", "order"), ("thread", "threads"), ("custom-modle", "custom-model"), ("moode", "mode"),
    ])
    func aSlipLeadsToTheName(_ given: String, _ meant: String) {
        #expect(NearestName.of(given, among: names) == meant)
        #expect(NearestName.question(given, among: names) == "; did you mean \(meant)?")
    }

    @Test(arguments: ["", "sk-proj-0123456789", "temperature", "x", "url", String(repeating: "a", count: 300)])
    func whatIsFarIsNotGuessedAt(_ given: String) {
        #expect(NearestName.of(given, among: names) == nil)
        #expect(NearestName.question(given, among: names) == ".")
    }
}

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
