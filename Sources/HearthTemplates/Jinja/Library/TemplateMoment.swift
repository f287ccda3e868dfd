public import Foundation
import HearthCore

/// A date and time on the wall, as a template sees it with `strftime_now`.
public struct TemplateMoment: Sendable, Equatable {
    public var year: Int
    /// From 1.
    public var month: Int
    /// From 1.
    public var day: Int
    public var hour = 0
    public var minute = 0
    public var second = 0
    public var microsecond = 0
    /// Seconds east of Greenwich; `nil` when no zone is known.
    public var offset: Int?

    /// The time of `date` on a clock in `zone`.
    public init(_ date: Date = Date(), zone: TimeZone = .current) {
        let offset = zone.secondsFromGMT(for: date)
        let seconds = min(max(date.timeIntervalSince1970, -1e11), 1e11) + Double(offset)
        let whole = Int(seconds.rounded(.down))
        let days = Self.floorDivide(whole, 86_400)
        (year, month, day) = Self.civil(days)
        let rest = whole - days * 86_400
        hour = rest / 3600
        minute = rest / 60 % 60
        second = rest % 60
        microsecond = min(999_999, Int((seconds - Double(whole)) * 1e6))
        self.offset = offset
    }

    /// From ISO 8601: `2026-01-02`, with `T00:00`, `T00:00:00.5`, and `Z` or `+02:00` if you like; the time on the wall
    /// is the one that is written. `nil` for anything else.
    public init?(iso8601 text: String) {
        var rest = Array(text.utf8)[...]
        func number(_ width: Int) -> Int? {
            let digits = rest.prefix(width)
            guard digits.count == width, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            rest = rest.dropFirst(width)
            return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        }
        func skip(_ mark: Character) -> Bool {
            guard rest.first == mark.asciiValue else { return false }
            rest = rest.dropFirst()
            return true
        }
        guard let year = number(4), skip("-"), let month = number(2), skip("-"), let day = number(2),
            (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
        guard !rest.isEmpty else { return }
        guard skip("T") || skip(" "), let hour = number(2), skip(":"), let minute = number(2), hour < 24, minute < 60
        else { return nil }
        (self.hour, self.minute) = (hour, minute)
        if skip(":") {
            guard let second = number(2), second < 60 else { return nil }
            self.second = second
            if skip(".") {
                let digits = rest.prefix { (0x30...0x39).contains($0) }
                guard !digits.isEmpty else { return nil }
                rest = rest.dropFirst(digits.count)
                let padded = digits.prefix(6) + Array(repeating: 0x30, count: max(0, 6 - digits.count))
                microsecond = padded.reduce(0) { $0 * 10 + Int($1 - 0x30) }
            }
        }
        if skip("Z") {
            offset = 0
        } else if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") {
            let sign = skip("-") ? -1 : 1
            if sign == 1 { _ = skip("+") }
            guard let hours = number(2) else { return nil }
            _ = skip(":")
            guard let minutes = rest.isEmpty ? 0 : number(2), hours < 24, minutes < 60 else { return nil }
            offset = sign * (hours * 3600 + minutes * 60)
        }
        guard rest.isEmpty else { return nil }
    }

    // MARK: Calendar

    private static func floorDivide(_ a: Int, _ b: Int) -> Int { a / b - (a % b < 0 ? 1 : 0) }

    /// Days from 1970-01-01 to a date, after H. Hinnant, "chrono-compatible low-level date algorithms".
    private static func civil(_ days: Int) -> (Int, Int, Int) {
        let shifted = days + 719_468
        let era = floorDivide(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let part = (5 * dayOfYear + 2) / 153
        let month = part < 10 ? part + 3 : part - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * part + 2) / 5 + 1)
    }

    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = floorDivide(year, 400)
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// From Sunday, 0.
    private var weekday: Int { ((Self.days(year, month, day) + 4) % 7 + 7) % 7 }
    private var dayOfYear: Int { Self.days(year, month, day) - Self.days(year, 1, 1) + 1 }

    /// From Sunday, as ``weekday`` counts.
    private static let weekdays = Array(EnglishCalendar.weekdays.suffix(1) + EnglishCalendar.weekdays.dropLast())

    // MARK: Formatting

    /// C's `strftime`, in English; unknown marks stay as they are. `%-d` leaves padding out.
    func formatted(_ format: String) -> String {
        var result = ""
        var rest = Array(format)[...]
        while let character = rest.popFirst() {
            guard character == "%", var mark = rest.popFirst() else {
                result.append(character)
                continue
            }
            var padding: Character = "0"
            if mark == "-" || mark == "_" || mark == "0", let next = rest.popFirst() {
                padding = mark
                mark = next
            }
            result += field(mark, padding) ?? "%\(padding == "0" ? "" : String(padding))\(mark)"
        }
        return result
    }

    private func field(_ mark: Character, _ padding: Character) -> String? {
        func padded(_ value: Int, _ width: Int = 2, _ fill: Character = "0") -> String {
            let text = String(value)
            guard padding != "-" else { return text }
            let fill = padding == "_" ? " " : fill
            return String(repeating: fill, count: max(0, width - text.count)) + text
        }
        let clock = hour % 12 == 0 ? 12 : hour % 12
        switch mark {
        case "Y": return String(year)
        case "C": return padded(year / 100)
        case "y": return padded(((year % 100) + 100) % 100)
        case "m": return padded(month)
        case "d": return padded(day)
        case "e": return padded(day, 2, " ")
        case "H": return padded(hour)
        case "k": return padded(hour, 2, " ")
        case "I": return padded(clock)
        case "l": return padded(clock, 2, " ")
        case "M": return padded(minute)
        case "S": return padded(second)
        case "f": return padded(microsecond, 6)
        case "j": return padded(dayOfYear, 3)
        case "p": return hour < 12 ? "AM" : "PM"
        case "P": return hour < 12 ? "am" : "pm"
        case "a": return String(Self.weekdays[weekday].prefix(3))
        case "A": return Self.weekdays[weekday]
        case "w": return String(weekday)
        case "u": return String(weekday == 0 ? 7 : weekday)
        case "U": return padded((dayOfYear + 6 - weekday) / 7)
        case "W": return padded((dayOfYear + 6 - (weekday + 6) % 7) / 7)
        case "b", "h": return String(monthName.prefix(3))
        case "B": return monthName
        case "z":
            guard let offset else { return "" }
            let minutes = abs(offset) / 60
            let digits = String(10_000 + minutes / 60 * 100 + minutes % 60).dropFirst()
            return (offset < 0 ? "-" : "+") + digits
        case "Z": return offset == 0 ? "UTC" : ""
        case "D", "x": return formatted("%m/%d/%y")
        case "F": return formatted("%Y-%m-%d")
        case "T", "X": return formatted("%H:%M:%S")
        case "R": return formatted("%H:%M")
        case "r": return formatted("%I:%M:%S %p")
        case "c": return formatted("%a %b %e %H:%M:%S %Y")
        case "s":
            return String(Self.days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - (offset ?? 0))
        case "n": return "\n"
        case "t": return "\t"
        case "%": return "%"
        default: return nil
        }
    }

    private var monthName: String { EnglishCalendar.months[max(0, min(11, month - 1))] }
}
