import Foundation
import HearthCore
import Testing

/// The calendar against a second one, which only ever adds a day.
@Suite struct CivilCalendarTests {
    /// Walks from Monday, 1 January 1, day by day.
    private func walk(to last: Int, visit: (_ year: Int, _ month: Int, _ day: Int, _ weekday: Int) -> Void) {
        var (year, month, day, weekday) = (1, 1, 1, 1)
        while year <= last {
            visit(year, month, day, weekday)
            weekday = weekday == 7 ? 1 : weekday + 1
            day += 1
            let leap = (year % 400 == 0) || (year % 4 == 0 && year % 100 != 0)
            let lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            if day > lengths[month - 1] { (month, day) = (month + 1, 1) }
            if month > 12 { (year, month) = (year + 1, 1) }
        }
    }

    @Test func daysFollowEachOtherForTwoThousandYears() {
        var expected = -719_162
        var wrong = 0
        walk(to: 2100) { year, month, day, weekday in
            guard let date = CivilDate(year: year, month: month, day: day) else { return wrong += 1 }
            if date.daysSince1970 != expected || date.weekday != weekday || CivilDate(daysSince1970: expected) != date {
                wrong += 1
            }
            expected += 1
        }
        #expect(wrong == 0)
        #expect(CivilDate("1970-01-01")?.daysSince1970 == 0)
    }

    @Test func aWeekIsNumberedByTheThursdaysOfItsYear() {
        // The number of a week is how many Thursdays of the year have come by its end.
        var thursdays: [Int: Int] = [:]
        var week: [(Int, Int, Int)] = []
        var name: (year: Int, number: Int) = (0, 0)
        var wrong = 0
        walk(to: 2100) { year, month, day, weekday in
            week.append((year, month, day))
            if weekday == 4 {
                thursdays[year, default: 0] += 1
                name = (year, thursdays[year] ?? 0)
            }
            guard weekday == 7 else { return }
            for (year, month, day) in week {
                guard let date = CivilDate(year: year, month: month, day: day) else { return wrong += 1 }
                let found = CivilWeek(of: date)
                if found.year != name.year || found.number != name.number { wrong += 1 }
                if found.start > date || found.end < date || CivilWeek(found.description) != found { wrong += 1 }
            }
            week = []
        }
        #expect(wrong == 0)
    }

    @Test func foundationAgreesWhereItsCalendarIsGregorian() throws {
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        for days in stride(from: -120_000, through: 60_000, by: 37) {
            let date = try #require(CivilDate(daysSince1970: days))
            let parts = calendar.dateComponents(
                [.year, .month, .day, .weekOfYear, .yearForWeekOfYear],
                from: Date(timeIntervalSince1970: Double(days) * 86_400))
            #expect(parts.year == date.year && parts.month == date.month && parts.day == date.day)
            let week = CivilWeek(of: date)
            #expect(parts.yearForWeekOfYear == week.year && parts.weekOfYear == week.number)
        }
    }

    @Test(arguments: [
        ("2020-12-31", "2020-W53"), ("2021-01-03", "2020-W53"), ("2021-01-04", "2021-W01"), ("2018-12-31", "2019-W01"),
        ("1660-01-01", "1660-W01"), ("1660-12-31", "1660-W53"), ("1661-01-02", "1660-W53"), ("2024-02-29", "2024-W09"),
    ])
    func weeksAtTheEndsOfYears(day: String, week: String) throws {
        let date = try #require(CivilDate(day))
        #expect(CivilWeek(of: date).description == week)
        #expect(JournalPeriod(.week, holding: date).name == week)
    }

    @Test(arguments: [
        "1900-02-29", "1700-02-29", "2023-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "0000-01-01", "2026-1-01",
        "2026-01-1", " 2026-01-01", "2026-01-01 ", "２０２６-01-01", "2026/01/01", "", "-026-01-01",
    ])
    func whatIsNoDayIsRefused(text: String) {
        #expect(CivilDate(text) == nil)
    }

    @Test func weekFiftyThreeIsThereOnlyInLongYears() {
        #expect(CivilWeek("2020-W53") != nil)
        #expect(CivilWeek("2021-W53") == nil)
        #expect(CivilWeek("2021-W00") == nil)
        // 71 in each 400 years, after which the calendar repeats.
        #expect((1601...2000).count { CivilWeek.weeks(inYear: $0) == 53 } == 71)
    }

    @Test func periodsAreReadBackByTheirNames() throws {
        for text in ["1660-03-01", "2024-02-29", "2020-12-31", "0001-01-01", "9999-12-31"] {
            let date = try #require(CivilDate(text))
            for level in [RollupLevel.day, .week, .month, .year, .yearWrap] {
                let period = JournalPeriod(level, holding: date)
                #expect(period.contains(date))
                if level != .week || (date.year > 1 && date.year < 9999) {
                    #expect(JournalPeriod(level, named: period.name) == period)
                }
            }
        }
        #expect(JournalPeriod(.month, named: "2024-02")?.end == CivilDate("2024-02-29"))
        #expect(JournalPeriod(.month, named: "1900-02")?.end == CivilDate("1900-02-28"))
        #expect(JournalPeriod(.month, named: "2024-2") == nil)
        #expect(JournalPeriod(.day, named: "2024-02-30") == nil)
    }

    @Test func theEndsOfTheCalendarDoNotTrap() {
        #expect(CivilDate("9999-12-31")?.adding(days: 1) == nil)
        #expect(CivilDate("0001-01-01")?.adding(days: -1) == nil)
        #expect(CivilDate("2026-01-01")?.adding(days: .max) == nil)
        #expect(CivilDate(daysSince1970: .min) == nil)
        for text in ["0001-01-01", "9999-12-31"] {
            let week = CivilDate(text).map { CivilWeek(of: $0) }
            #expect(week.map { $0.start <= $0.end } == true)
        }
    }
}
