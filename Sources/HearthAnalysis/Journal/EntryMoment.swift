public import Foundation
public import HearthCore

/// The day and the time of an entry, read from what people and programs write.
///
/// An entry belongs to the day on its writer's own clock. `2026-03-29T23:30:00+02:00` is 29 March, though it is another day
/// elsewhere; only where the zone is named and the time is given in another one is it moved: `2026-03-29T22:30:00Z` in
/// `Europe/Berlin` was written at 00:30 on 30 March.
public struct EntryMoment: Hashable, Sendable {
    public enum Calendar: String, Codable, Sendable, CaseIterable {
        /// ISO 8601's, also for days before it was in use.
        case gregorian
        /// The calendar of Caesar, in England until 1752; days are stored as the Gregorian ones they fall on.
        case julian
    }

    public var date: CivilDate
    /// Seconds after midnight on the clock; `nil` when only the day is given.
    public var time: Int?
    public var timeZone: String?

    /// Reads `YYYY-MM-DD`, the double years of old diaries (`1659/60-01-05`), and ISO 8601 with a time.
    ///
    /// - Parameters:
    ///   - time: `hh:mm` or `hh:mm:ss`, where it is given on its own.
    ///   - timeZone: A name such as `Europe/Berlin`, or an offset.
    /// - Throws: ``AnalysisError`` with the code `bad-date`, `bad-time` or `bad-zone`.
    public init(
        _ text: String, time: String? = nil, timeZone: String? = nil, calendar: Calendar = .gregorian
    ) throws {
        let text = String(text.utf8.prefix(64)) ?? ""
        let separator = text.firstIndex { $0 == "T" || $0 == "t" || $0 == " " }
        let day = try Self.day(String(text[..<(separator ?? text.endIndex)]), calendar, whole: text)
        if let timeZone { _ = try Self.timeZone(named: timeZone) }
        guard let separator else {
            self.date = day
            self.time = try time.map { try Self.clock($0) }
            self.timeZone = timeZone
            return
        }
        let rest = text[text.index(after: separator)...]
        let mark = rest.firstIndex { "Zz+-−".contains($0) } ?? rest.endIndex
        let seconds = try Self.clock(String(rest[..<mark]))
        let offset = rest[mark...]
        guard !offset.isEmpty else {
            (self.date, self.time, self.timeZone) = (day, seconds, timeZone)
            return
        }
        guard let written = Self.offset(offset) else {
            throw AnalysisError(.badZone, "\(offset.prefix(20)) is no offset. Write Z or +02:00.")
        }
        guard let timeZone, let zone = Self.zone(timeZone) else {
            (self.date, self.time) = (day, seconds)
            self.timeZone = String(offset)
            return
        }
        let instant = day.daysSince1970 * 86_400 + seconds - written
        let local = instant + zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant)))
        let days = Int((Double(local) / 86_400).rounded(.down))
        guard let moved = CivilDate(daysSince1970: days) else { throw AnalysisError.badDate(text) }
        (self.date, self.time, self.timeZone) = (moved, local - days * 86_400, timeZone)
    }

    /// The time zone of a name such as `Europe/Berlin`, or of an offset.
    ///
    /// - Throws: ``AnalysisError`` with the code `bad-zone`.
    public static func timeZone(named name: String) throws -> TimeZone {
        guard let zone = Self.zone(name) else {
            throw AnalysisError(
                .badZone, "\(name.prefix(40)) is no time zone. Write a name such as Europe/Berlin, or +02:00.")
        }
        return zone
    }

    // MARK: -

    private static func day(_ text: String, _ calendar: Calendar, whole: String) throws -> CivilDate {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, let month = number(parts[1], digits: 2...2), let day = number(parts[2], digits: 2...2)
        else { throw AnalysisError.badDate(whole) }
        let years = parts[0].split(separator: "/", omittingEmptySubsequences: false)
        guard let first = number(years[0], digits: 4...4), years.count <= 2 else { throw AnalysisError.badDate(whole) }
        var year = first
        if years.count == 2 {
            // In England until 1752 the year began on 25 March: what was written in January 1659/60 is in our 1660.
            let digits = years[1].utf8.count
            let scale = digits == 1 ? 10 : digits == 2 ? 100 : 10_000
            guard let second = number(years[1], digits: 1...4), second == (first + 1) % scale, digits != 3,
                month < 3 || (month == 3 && day < 25)
            else { throw AnalysisError.badDate(whole) }
            year = first + 1
        }
        switch calendar {
        case .gregorian:
            guard let date = CivilDate(year: year, month: month, day: day) else { throw AnalysisError.badDate(whole) }
            return date
        case .julian:
            guard let date = julian(year, month, day) else { throw AnalysisError.badDate(whole) }
            return date
        }
    }

    /// The Gregorian day of a Julian one, over the Julian day number (Richards, in Urban and Seidelmann, Explanatory
    /// Supplement to the Astronomical Almanac, 2013, 15.11).
    private static func julian(_ year: Int, _ month: Int, _ day: Int) -> CivilDate? {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1 else { return nil }
        let last = month == 2 ? (year % 4 == 0 ? 29 : 28) : CivilDate.days(inMonth: month, ofYear: 2001)
        guard day <= last else { return nil }
        let shift = (14 - month) / 12
        let (y, m) = (year + 4800 - shift, month + 12 * shift - 3)
        let number = day + (153 * m + 2) / 5 + 365 * y + y / 4 - 32_083
        return CivilDate(daysSince1970: number - 2_440_588)
    }

    private static func clock(_ text: String) throws -> Int {
        let whole = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).first ?? ""
        let parts = whole.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), let hours = number(parts[0], digits: 1...2),
            let minutes = number(parts[1], digits: 2...2),
            let seconds = parts.count == 3 ? number(parts[2], digits: 2...2) : 0, hours < 24, minutes < 60, seconds < 61
        else {
            throw AnalysisError(.badTime, "\(text.prefix(20)) is no time of day. Write 21:30.")
        }
        return hours * 3600 + minutes * 60 + seconds
    }

    /// Seconds east of Greenwich.
    private static func offset(_ text: some StringProtocol) -> Int? {
        if text == "Z" || text == "z" { return 0 }
        let sign = text.first == "+" ? 1 : -1
        let digits = String(text.dropFirst().filter { $0 != ":" })
        guard digits.utf8.count == 2 || digits.utf8.count == 4, let value = number(digits, digits: 2...4) else {
            return nil
        }
        let (hours, minutes) = digits.utf8.count == 2 ? (value, 0) : (value / 100, value % 100)
        guard hours <= 18, minutes < 60 else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }

    private static func zone(_ name: String) -> TimeZone? {
        if let first = name.first, "+-−".contains(first) || name == "Z" {
            return offset(name).flatMap { TimeZone(secondsFromGMT: $0) }
        }
        return TimeZone(identifier: name)
    }

    private static func number(_ text: some StringProtocol, digits: ClosedRange<Int>) -> Int? {
        guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text)
    }
}
