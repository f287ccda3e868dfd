import Foundation
import HearthCore
import Testing

/// Today, by a clock in some time zone.
@Suite struct ClockReadingTests {
    @Test(arguments: [
        // Half a second before midnight in Greenwich, and in a zone east of it.
        (951_782_399.5, 0, "2000-02-28", 86_399), (951_782_399.5, 14 * 3600, "2000-02-29", 50_399),
        (0.0, -3600, "1969-12-31", 82_800), (-0.5, 0, "1969-12-31", 86_399), (0.0, 0, "1970-01-01", 0),
    ])
    func `A clock shows the day and the time of its zone`(
        instant: Double, offset: Int, day: String, time: Int
    ) throws {
        let zone = try #require(TimeZone(secondsFromGMT: offset))
        let date = Date(timeIntervalSince1970: instant)
        let found = try #require(ClockReading(date, zone: zone))
        #expect(found.date.description == day && found.time == time && found.timeZone == zone.identifier)
        #expect(CivilDate.today(date, zone: zone)?.description == day)
    }

    @Test(
        arguments: [
            1e18, -1e18, 1e300, -Double.infinity, .infinity, .nan,
            // The first second of the year 10000, and the last one before the year 1.
            253_402_300_800, -62_135_596_801,
        ] as [Double])
    func `Outside the years 1 to 9999 there is no day, rather than a wrong one`(instant: Double) {
        #expect(CivilDate.today(Date(timeIntervalSince1970: instant), zone: .gmt) == nil)
    }

    @Test func `The first and the last second of the calendar are read`() {
        let ends = [-62_135_596_800, 253_402_300_799].map { (second: Double) in
            CivilDate.today(Date(timeIntervalSince1970: second), zone: .gmt)?.description
        }
        #expect(ends == ["0001-01-01", "9999-12-31"])
    }
}
