import Foundation
import HearthCore

extension CivilDate {
    /// The day at an instant, by the clock of the person at this machine; `nil` outside the years 1 to 9999.
    static func here(_ instant: Date = Date(), zone: TimeZone = .current) -> CivilDate? {
        let seconds = instant.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: instant))
        let days = (seconds / 86_400).rounded(.down)
        return abs(days) < 10_000_000 ? CivilDate(daysSince1970: Int(days)) : nil
    }
}
