package import Foundation

/// A day and a time of day, as a clock in one time zone shows them.
package struct ClockReading: Hashable, Sendable {
    package let date: CivilDate
    /// Seconds after midnight.
    package let time: Int
    /// The identifier of the time zone, such as `Europe/Berlin`.
    package let timeZone: String

    /// - Parameters:
    ///   - instant: The moment to read; now when left out.
    ///   - zone: The time zone of the clock; this machine's when left out.
    /// - Returns: `nil` outside the years 1 to 9999, which only a machine whose clock is wrong can show: no other day would be true.
    package init?(_ instant: Date = Date(), zone: TimeZone = .current) {
        // No time zone is asked of what it cannot know, and no number converted that an `Int` cannot hold.
        guard abs(instant.timeIntervalSince1970) < 1e12 else { return nil }
        let seconds = (instant.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: instant))).rounded(.down)
        let days = (seconds / 86_400).rounded(.down)
        guard let date = CivilDate(daysSince1970: Int(days)) else { return nil }
        self.date = date
        time = Int(seconds) - Int(days) * 86_400
        timeZone = zone.identifier
    }
}

extension CivilDate {
    /// The day at an instant, by the clock of a time zone; `nil` outside the years 1 to 9999.
    ///
    /// - Parameters:
    ///   - instant: The moment to read; now when left out.
    ///   - zone: The time zone of the clock; this machine's when left out.
    package static func today(_ instant: Date = Date(), zone: TimeZone = .current) -> CivilDate? {
        ClockReading(instant, zone: zone)?.date
    }
}
