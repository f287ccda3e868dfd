import Foundation
import HearthCore

/// A day and a time of it, as a clock showed it: where a messenger wrote the time down, or in UTC.
struct ChatMoment: Comparable, Hashable {
    var day: CivilDate
    /// Since midnight.
    var seconds: Int

    init(day: CivilDate, seconds: Int) { (self.day, self.seconds) = (day, seconds) }

    /// Seconds since 1970, in UTC. `nil` for what is no time of the years 1 to 9999.
    init?(epoch: Double) {
        guard epoch.isFinite, abs(epoch) < 1e12 else { return nil }
        let whole = Int(epoch.rounded(.down))
        let days = whole >= 0 ? whole / 86_400 : -((86_399 - whole) / 86_400)
        guard let day = CivilDate(daysSince1970: days) else { return nil }
        self.init(day: day, seconds: whole - days * 86_400)
    }

    /// "2024-03-05T10:15:00", "2024-03-05 10:15": the day and the time as they are written, whatever zone follows.
    init?(iso text: some StringProtocol) {
        let bytes = Array(text.utf8.prefix(40))
        guard bytes.count >= 16, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            bytes[13] == UInt8(ascii: ":"), let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[5..<7]),
            let day = Self.number(bytes[8..<10]), let hours = Self.number(bytes[11..<13]),
            let minutes = Self.number(bytes[14..<16]), hours < 24, minutes < 60,
            let date = CivilDate(year: year, month: month, day: day)
        else { return nil }
        let seconds = bytes.count >= 19 && bytes[16] == UInt8(ascii: ":") ? Self.number(bytes[17..<19]) ?? 0 : 0
        // A leap second is the last one before it to every clock.
        self.init(day: date, seconds: hours * 3_600 + minutes * 60 + min(seconds, 59))
    }

    /// Whether a time in the form of ISO 8601 says that it is one of UTC.
    static func isUTC(_ text: some StringProtocol) -> Bool {
        text.hasSuffix("Z") || text.hasSuffix("+00:00")
    }

    /// "10:15".
    var clock: String { String(SheetDate.clock(seconds / 60 * 60).prefix(5)) }

    /// When a clock in a zone showed it. One that was set back showed it twice: then it is either.
    func date(in zone: TimeZone) -> Date {
        let utc = Date(timeIntervalSince1970: Double(day.daysSince1970 * 86_400 + seconds))
        let near = utc.addingTimeInterval(-Double(zone.secondsFromGMT(for: utc)))
        // Clocks may change between the two.
        return utc.addingTimeInterval(-Double(zone.secondsFromGMT(for: near)))
    }

    static func < (a: Self, b: Self) -> Bool { (a.day, a.seconds) < (b.day, b.seconds) }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard digits.allSatisfy(isDigit) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
}
