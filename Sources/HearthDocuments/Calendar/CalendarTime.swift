import Foundation
import HearthCore

/// A day, or a moment of one, as a calendar writes it (RFC 5545, 3.3.4 and 3.3.5).
struct CalendarTime: Hashable {
    enum Zone: Hashable {
        /// That of whoever looks at it.
        case floating
        case utc
        case named(String)
    }

    var day: CivilDate
    /// Since midnight; `nil` for a whole day.
    var seconds: Int?
    var zone: Zone

    init(day: CivilDate, seconds: Int?, zone: Zone) {
        (self.day, self.seconds, self.zone) = (day, seconds, zone)
    }

    /// "20240514", "20240514T100000", "20240514T100000Z", also with the marks that some programs write between the figures.
    init?(_ text: some StringProtocol, zone: String?) {
        var digits = text.utf8.prefix(40).filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ":") && !isSpace($0) }
        let isUTC = digits.last == UInt8(ascii: "Z")
        if isUTC { digits.removeLast() }
        let fields = digits.split(separator: UInt8(ascii: "T"), maxSplits: 1)
        guard let date = fields.first, date.count == 8, let year = Self.number(date.prefix(4)),
            let month = Self.number(date.dropFirst(4).prefix(2)), let day = Self.number(date.suffix(2)),
            let civil = CivilDate(year: year, month: month, day: day)
        else { return nil }
        self.day = civil
        self.zone = isUTC ? .utc : zone.map { Zone.named(CalendarZones.key($0)) } ?? .floating
        guard fields.count == 2 else {
            seconds = nil
            self.zone = .floating
            return
        }
        let time = fields[1]
        guard time.count >= 4, let hours = Self.number(time.prefix(2)),
            let minutes = Self.number(time.dropFirst(2).prefix(2)), hours < 24, minutes < 60
        else { return nil }
        let rest = Self.number(time.dropFirst(4).prefix(2)) ?? 0
        // A leap second is the last one before it to every clock.
        seconds = hours * 3_600 + minutes * 60 + min(rest, 59)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard !digits.isEmpty, digits.allSatisfy(isDigit) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// So many seconds later; of a whole day, so many days.
    func adding(seconds more: Int) -> CalendarTime? {
        guard let seconds else {
            return day.adding(days: more / 86_400).map { CalendarTime(day: $0, seconds: nil, zone: zone) }
        }
        let (total, overflow) = seconds.addingReportingOverflow(more)
        guard !overflow else { return nil }
        let days = total >= 0 ? total / 86_400 : -((86_399 - total) / 86_400)
        return day.adding(days: days).map { CalendarTime(day: $0, seconds: total - days * 86_400, zone: zone) }
    }

    /// "2024-05-14", "2024-05-14 10:00", without the zone.
    var text: String { seconds.map { "\(day) \(SheetDate.clock($0))" } ?? "\(day)" }
}

/// The time zones of a calendar: those that everybody knows by their names, and those that it defines itself.
struct CalendarZones {
    private static let most = 1_000
    /// Bytes of a zone's name; the longest of the list has 38.
    private static let longestName = 200

    /// What each zone that the calendar defines is ahead of UTC, in seconds: the whole year, or in winter and summer.
    private var offsets: [String: [Int]] = [:]
    private var known: [String: TimeZone?] = [:]

    /// What a zone is known by. Thousands of dates may share a name and are looked up by it, and a line may be all name.
    static func key(_ name: String) -> String {
        guard name.utf8.count > longestName else { return name }
        return String(decoding: name.utf8.prefix(longestName), as: UTF8.self)
    }

    /// Notes an offset of a zone: "+0100".
    mutating func add(_ name: String, offset text: String) {
        let zone = Self.key(name)
        let digits = Array(text.utf8.drop { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") })
        guard digits.count >= 4, digits.allSatisfy(isDigit), offsets.count < Self.most || offsets[zone] != nil else {
            return
        }
        let figures = digits.map { Int($0 - 0x30) }
        let seconds = (figures[0] * 10 + figures[1]) * 3_600 + (figures[2] * 10 + figures[3]) * 60
        let signed = text.hasPrefix("-") ? -seconds : seconds
        let others = offsets[zone] ?? []
        if others.count < 8, !others.contains(signed) { offsets[zone] = others + [signed] }
    }

    /// How a zone is named behind a time: ", Europe/Berlin", " UTC"; nothing where there is none.
    mutating func words(_ zone: CalendarTime.Zone) -> String {
        switch zone {
        case .floating: return ""
        case .utc: return " UTC"
        case .named(let name):
            let shown = name.split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(100)
            guard timeZone(name) == nil, let own = offsets[name], !own.isEmpty else { return ", \(shown)" }
            // A name of the calendar's own says nothing to others.
            return ", \(shown) (UTC\(own.sorted().map(Self.offset).joined(separator: " or ")))"
        }
    }

    private static func offset(_ seconds: Int) -> String {
        (seconds < 0 ? "-" : "+") + SheetDate.clock(abs(seconds))
    }

    /// The same moment in another zone, as far as that is known; else as it is.
    mutating func local(_ time: CalendarTime, in zone: CalendarTime.Zone) -> CalendarTime {
        guard time.zone == .utc, let seconds = time.seconds, case .named(let name) = zone else { return time }
        let moment = time.day.daysSince1970 * 86_400 + seconds
        let offset =
            timeZone(name)?.secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment))) ?? offsets[name]?.min()
        guard let offset, var local = time.adding(seconds: offset) else { return time }
        local.zone = zone
        return local
    }

    /// The zone of a name; `nil` where nobody knows it.
    mutating func timeZone(_ name: String) -> TimeZone? {
        if let found = known[name] { return found }
        guard known.count < Self.most, Self.isName(name) else { return nil }
        let found = TimeZone(identifier: name)
        known[name] = found
        return found
    }

    /// Names are those of files on some systems: only what looks like one of the list is looked up, "Europe/Berlin", or "GMT+0200".
    private static func isName(_ name: String) -> Bool {
        let bytes = Array(name.utf8)
        guard bytes.count < 64, let first = bytes.first, isLetter(first) else { return false }
        if bytes.starts(with: "GMT"), bytes.count >= 5, "+-".utf8.contains(bytes[3]) {
            return bytes.count <= 8 && bytes[4...].allSatisfy { isDigit($0) || $0 == UInt8(ascii: ":") }
        }
        return bytes.contains(UInt8(ascii: "/"))
            && bytes.allSatisfy { isLetter($0) || isDigit($0) || "/_+-".utf8.contains($0) }
    }
}
