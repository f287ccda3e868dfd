import Foundation
import Hearth

/// Today, on the clock of this machine.
enum JournalClock {
    static func today(_ instant: Date = Date(), zone: TimeZone = .current) -> CivilDate? {
        now(instant, zone: zone).date
    }

    /// The day, and seconds after midnight. The day is `nil` for moments thousands of years away.
    static func now(_ instant: Date = Date(), zone: TimeZone = .current) -> (date: CivilDate?, time: Int) {
        let seconds = Int(instant.timeIntervalSince1970.rounded(.down)) + zone.secondsFromGMT(for: instant)
        let days = Int((Double(seconds) / 86_400).rounded(.down))
        return (CivilDate(daysSince1970: days), seconds - days * 86_400)
    }
}
