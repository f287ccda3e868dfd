import HearthAnalysis
import HearthCore
import Testing

@Suite struct EntryMomentTests {
    @Test(
        arguments: [
            // A minute before and after midnight belong to the days of the writer's clock.
            ("2026-03-01T23:59:59+01:00", nil, "2026-03-01", 86_399),
            ("2026-03-02T00:00:00+01:00", nil, "2026-03-02", 0),
            ("2026-03-01T23:30:00Z", "Europe/Berlin", "2026-03-02", 1_800),
            ("2026-03-01T23:30:00Z", nil, "2026-03-01", 84_600),
            ("2026-03-01T23:30", "Europe/Berlin", "2026-03-01", 84_600),
            // Before and after Berlin's clocks go forward on 29 March 2026, and back on 25 October.
            ("2026-03-29T00:59:59Z", "Europe/Berlin", "2026-03-29", 7_199),
            ("2026-03-29T01:00:00Z", "Europe/Berlin", "2026-03-29", 10_800),
            ("2026-03-28T22:30:00Z", "Europe/Berlin", "2026-03-28", 84_600),
            ("2026-03-29T22:30:00Z", "Europe/Berlin", "2026-03-30", 1_800),
            ("2026-10-24T22:30:00Z", "Europe/Berlin", "2026-10-25", 1_800),
            ("2026-10-25T22:30:00Z", "Europe/Berlin", "2026-10-25", 84_600),
            // An hour that the clock left out is kept as it was noted.
            ("2026-03-29T02:30:00", "Europe/Berlin", "2026-03-29", 9_000),
            // Across the date line.
            ("2026-01-01T10:00:00Z", "Pacific/Kiritimati", "2026-01-02", 0),
            ("2026-01-01T05:00:00Z", "Pacific/Pago_Pago", "2025-12-31", 64_800),
            ("2024-02-29T12:00:00.250+0530", nil, "2024-02-29", 43_200),
            ("2024-03-01T00:30:00+02:00", "UTC", "2024-02-29", 81_000),
        ] as [(String, String?, String, Int)])
    func anEntryBelongsToTheDayOfItsWritersClock(text: String, zone: String?, day: String, time: Int) throws {
        let moment = try EntryMoment(text, timeZone: zone)
        #expect(moment.date.description == day)
        #expect(moment.time == time)
    }

    @Test(arguments: [
        // The Act of 1750: 2 September 1752 was followed by 14 September. Spain changed after 4 October 1582.
        ("1752-09-03", "1752-09-14"), ("1582-10-05", "1582-10-15"), ("1659-12-22", "1660-01-01"),
        ("1660-01-01", "1660-01-11"), ("1700-02-29", "1700-03-11"), ("1900-02-29", "1900-03-13"),
        ("1659/60-02-29", "1660-03-10"),
    ])
    func julianDaysFallOnGregorianOnes(julian: String, gregorian: String) throws {
        #expect(try EntryMoment(julian, calendar: .julian).date.description == gregorian)
    }

    @Test(
        arguments: [
            ("1659/60-01-05", "1660-01-05"), ("1659/60-03-24", "1660-03-24"), ("1660/1-02-10", "1661-02-10"),
            ("1699/700-01-01", nil), ("1699/1700-01-01", "1700-01-01"), ("1699/00-01-01", "1700-01-01"),
            // After Lady Day the year was one again; and two years that do not follow each other are a mistake.
            ("1659/60-03-25", nil), ("1659/61-01-05", nil), ("1660-02-29", "1660-02-29"),
        ] as [(String, String?)])
    func doubleYearsOfOldDiariesMeanTheSecond(text: String, day: String?) {
        #expect((try? EntryMoment(text))?.date.description == day)
    }

    @Test(arguments: [
        "1700-02-29", "yesterday", "2026-02-30", "2026-01-01T", "2026-01-01T25:00", "2026-01-01T10:00:00+99:00",
        "2026-01-01T10:61", "", "T", "2026-01-01T10:00:00Q", "1/2-01-01", "/-01-01",
    ])
    func whatIsNoMomentIsAnErrorThatSaysSo(text: String) {
        #expect(throws: AnalysisError.self) { try EntryMoment(text) }
        #expect(throws: AnalysisError.self) { try EntryMoment("2026-01-01", timeZone: "Mars/Olympus") }
    }
}
