import HearthCore
import Testing

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
