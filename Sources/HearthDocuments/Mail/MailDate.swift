import Foundation
import HearthCore

/// The time in the header `Date` of a mail (RFC 5322, 3.3, with the zones of 4.3): "Tue, 14 May 2024 10:00:00 +0200 (CEST)".
enum MailDate {
    /// As they are written in mails and mailboxes, in lower case.
    static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

    /// `nil` for what is no such time.
    static func parse(_ text: String) -> Date? {
        let words = String(decoding: text.utf8.prefix(200), as: UTF8.self).prefix { $0 != "(" }.lowercased()
            .split { $0.isWhitespace || $0 == "," }.drop { $0.first?.isLetter == true }
        guard words.count >= 4, let day = Int(words[words.startIndex]),
            let month = months.firstIndex(of: String(words[words.startIndex + 1].prefix(3))),
            let year = year(words[words.startIndex + 2]),
            let date = CivilDate(year: year, month: month + 1, day: day),
            let seconds = seconds(words[words.startIndex + 3])
        else { return nil }
        let offset = words.count > 4 ? offset(words[words.startIndex + 4]) : 0
        return Date(timeIntervalSince1970: Double(date.daysSince1970 * 86_400 + seconds - offset))
    }

    /// Years of two figures are those of old programs (RFC 5322, 4.3).
    private static func year(_ word: Substring) -> Int? {
        guard let year = Int(word), year >= 0 else { return nil }
        switch word.utf8.count {
        case 2: return year + (year < 50 ? 2_000 : 1_900)
        case 3: return year + 1_900
        default: return year
        }
    }

    /// Since midnight: "10:00", "10:00:05".
    private static func seconds(_ word: Substring) -> Int? {
        let fields = word.split(separator: ":").compactMap { Int($0) }
        guard (2...3).contains(fields.count), (0..<24).contains(fields[0]), (0..<60).contains(fields[1]) else {
            return nil
        }
        // A leap second is the last one before it.
        return fields[0] * 3_600 + fields[1] * 60 + (fields.count == 3 ? min(max(fields[2], 0), 59) : 0)
    }

    /// Seconds ahead of UTC; nothing for zones that nobody knows.
    private static func offset(_ word: Substring) -> Int {
        let american = ["edt": -4, "est": -5, "cdt": -5, "cst": -6, "mdt": -6, "mst": -7, "pdt": -7, "pst": -8]
        if let hours = american[String(word)] { return hours * 3_600 }
        let digits = word.dropFirst().utf8
        guard word.first == "+" || word.first == "-", digits.count == 4, digits.allSatisfy(isDigit),
            let number = Int(word.dropFirst())
        else { return 0 }
        let seconds = (number / 100 * 60 + number % 100) * 60
        return word.first == "-" ? -seconds : seconds
    }
}
