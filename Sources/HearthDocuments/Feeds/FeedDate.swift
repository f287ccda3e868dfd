import Foundation
import HearthCore

/// The dates of feeds: those of mails (RSS), and those of ISO 8601 (Atom, RDF, JSON Feed), in the forms in which feeds have them.
enum FeedDate {
    /// `nil` for what is no date.
    static func parse(_ text: String) -> Date? {
        let text = String(decoding: text.utf8.prefix(100), as: UTF8.self).trimmingCharacters(
            in: .whitespacesAndNewlines)
        return iso(Array(text.utf8)) ?? MailDate.parse(text)
    }

    /// "2024", "2024-05", "2024-05-14", "2024-05-14T10:00Z", "2024-05-14 10:00:05.25+02:00" (https://www.w3.org/TR/NOTE-datetime).
    private static func iso(_ bytes: [UInt8]) -> Date? {
        var place = 0
        func number(_ digits: Int) -> Int? {
            guard place + digits <= bytes.count, bytes[place..<place + digits].allSatisfy(isDigit) else { return nil }
            defer { place += digits }
            return bytes[place..<place + digits].reduce(0) { $0 * 10 + Int($1 - 0x30) }
        }
        func take(_ mark: UInt8) -> Bool {
            guard place < bytes.count, bytes[place] == mark else { return false }
            place += 1
            return true
        }
        guard let year = number(4) else { return nil }
        var (month, day) = (1, 1)
        if take(UInt8(ascii: "-")) {
            guard let found = number(2) else { return nil }
            month = found
            if take(UInt8(ascii: "-")) {
                guard let found = number(2) else { return nil }
                day = found
            }
        }
        guard let date = CivilDate(year: year, month: month, day: day) else { return nil }
        var seconds = Double(date.daysSince1970) * 86_400
        guard place < bytes.count else { return Date(timeIntervalSince1970: seconds) }
        guard take(UInt8(ascii: "T")) || take(UInt8(ascii: "t")) || take(space), let hours = number(2), hours <= 24,
            take(UInt8(ascii: ":")), let minutes = number(2), minutes < 60
        else { return nil }
        seconds += Double(hours * 3_600 + minutes * 60)
        if take(UInt8(ascii: ":")) {
            // A leap second is the last one before it.
            guard let found = number(2), found <= 60 else { return nil }
            seconds += Double(min(found, 59))
            if take(UInt8(ascii: ".")) || take(UInt8(ascii: ",")) {
                while place < bytes.count, isDigit(bytes[place]) { place += 1 }
            }
        }
        while take(space) {}
        // Without a zone it is taken for one of UTC.
        let isAhead = take(UInt8(ascii: "+"))
        if isAhead || take(UInt8(ascii: "-")) {
            guard let hours = number(2), hours < 24 else { return nil }
            _ = take(UInt8(ascii: ":"))
            let minutes = number(2) ?? 0
            seconds -= Double(hours * 3_600 + minutes * 60) * (isAhead ? 1 : -1)
        }
        return Date(timeIntervalSince1970: seconds)
    }

    /// Lengths of episodes: seconds, "MM:SS" and "HH:MM:SS". `nil` for what is none.
    static func duration(_ text: String) -> Double? {
        let bytes = Array(text.utf8.prefix(30)).trimmed()
        let found: Double?
        if bytes.contains(UInt8(ascii: ":")) {
            found = Timestamp.lenient(Array(bytes), at: 0, limit: bytes.count)?.seconds
        } else {
            found = Double(String(decoding: bytes, as: UTF8.self))
        }
        // No episode is longer than a month.
        return found.flatMap { $0.isFinite && $0 > 0 && $0 < 31 * 86_400 ? $0 : nil }
    }
}
