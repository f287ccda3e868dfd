import HearthCore

/// Reads `My Clippings.txt` of Kindle readers, in any of their languages: each book a page, and below it what was marked and noted, with the place and
/// the day.
enum KindleReader {
    private struct Clipping {
        /// Where it is and when it was made: "Your Highlight on page 12 · Location 170-172 · 2024-03-05".
        var place: String
        var text: ArraySlice<UInt8>
        var isNote: Bool
    }

    /// Always ten: a longer rule is one of the words.
    private static func isRule(_ line: ArraySlice<UInt8>) -> Bool {
        line.count == 10 && line.allSatisfy { $0 == UInt8(ascii: "=") }
    }

    /// Whether a file begins with a clipping: the book, a line with a dash that ends with its day, an empty one, and a rule below the words. Lists in
    /// people's own notes have dashes and rules, too.
    static func begins(_ head: [UInt8]) -> Bool {
        var number = 0
        for line in Lines(head) {
            let content = head[head.trimmed(line.range)]
            number += 1
            switch number {
            case 1: if content.isEmpty { return false }
            case 2: if !content.starts(with: "- ") || !hasYear(content) { return false }
            case 3: if !content.isEmpty { return false }
            default:
                if isRule(content) { return true }
                if number > 400 { return false }
            }
        }
        return false
    }

    /// Whether four digits that may be a year stand behind the last bar of a line.
    private static func hasYear(_ line: ArraySlice<UInt8>) -> Bool {
        guard let bar = line.lastIndex(of: UInt8(ascii: "|")) else { return false }
        return line[bar...].split { !isDigit($0) }.contains { digits in
            digits.count == 4 && (digits.starts(with: "19") || digits.starts(with: "20"))
        }
    }

    static func read(_ bytes: [UInt8], into writer: inout NotesWriter) throws {
        var books: [String: [Clipping]] = [:]
        var order: [String] = []
        var bookmarks = 0
        // The book, where the clipping is, and the first and the last line of the words.
        var book: Range<Int>?
        var place: Range<Int>?
        var words: Range<Int>?
        func take() {
            defer { (book, place, words) = (nil, nil, nil) }
            guard let book else { return }
            guard let place else {
                writer.damaged += 1
                return
            }
            guard let words else {
                bookmarks += 1
                return
            }
            let name = onOneLine(bytes.string(book)).trimmingMarks
            let (shown, kind) = Self.place(bytes.string(place))
            if books[name] == nil { order.append(name) }
            books[name, default: []].append(
                Clipping(place: shown, text: bytes[words], isNote: kind == .note))
        }
        for line in Lines(bytes) {
            let content = bytes.trimmed(line.range)
            if isRule(bytes[content]) {
                try Task.checkCancellation()
                take()
            } else if content.isEmpty {
                continue
            } else if book == nil {
                book = content
            } else if place == nil {
                place = content
            } else {
                words = (words?.lowerBound ?? content.lowerBound)..<content.upperBound
            }
        }
        take()
        for book in order {
            guard writer.begin(book, nil) else { continue }
            for clipping in books[book] ?? [] {
                writer.builder.append(.heading(level: 3), clipping.place)
                writer.builder.append(clipping.isNote ? .paragraph : .quote, clipping.text)
            }
        }
        writer.files += bookmarks
    }

    private enum Kind { case highlight, note }

    /// "- Your Highlight on page 12 | Location 170-172 | Added on Tuesday, 5 March 2024 10:15:30", with the day as ISO 8601 writes it.
    private static func place(_ line: String) -> (String, Kind) {
        var parts = line.drop { $0 == "-" || $0.isWhitespace }.split(separator: "|").map { onOneLine($0) }
        let first = (parts.first ?? "").lowercased()
        let kind: Kind = notes.contains { first.contains($0) } ? .note : .highlight
        if let last = parts.last, parts.count > 1, let day = WrittenDay.parse(last) {
            parts[parts.count - 1] = "\(day)"
        }
        let place = parts.filter { !$0.isEmpty }.joined(separator: " · ")
        return (place.isEmpty ? "(no place)" : place, kind)
    }

    private static let notes = [
        "note", "notiz", "nota", "заметка", "笔记", "筆記", "メモ", "notitie", "anotação",
    ]
}

extension String {
    /// Without the byte-order marks that Kindle readers write before each clipping.
    fileprivate var trimmingMarks: String {
        String(String.UnicodeScalarView(unicodeScalars.drop { $0.value == 0xFEFF }))
    }
}

/// A day that is written with the name of its month, as programs show it: "Tuesday, March 5, 2024 10:15:30 AM", "5. März 2024", "2024年3月5日".
enum WrittenDay {
    /// The beginnings of the names of months that tell them apart, in English, German, French, Spanish, Italian, Portuguese, Dutch and Russian.
    private static let months: [[String]] = [
        ["jan", "jän", "ene", "gen", "янв"], ["feb", "fév", "fev", "фев"],
        ["mar", "mär", "maa", "mrt", "мар"], ["apr", "avr", "abr", "апр"],
        ["may", "mai", "mag", "mei", "maio", "мая", "май"],
        ["jun", "juin", "giu", "июн"], ["jul", "juil", "lug", "июл"], ["aug", "aoû", "ago", "авг"],
        ["sep", "set", "сен"], ["oct", "okt", "ott", "out", "окт"], ["nov", "ноя"],
        ["dec", "dez", "déc", "dic", "дек"],
    ]

    /// `nil` for what is no day that is known.
    static func parse(_ text: String) -> CivilDate? {
        let words = text.prefix(200).lowercased().split { !$0.isLetter && !$0.isNumber && $0 != ":" }
        var numbers: [Int] = []
        var month: Int?
        for word in words where !word.contains(":") {
            // "2024年3月5日" has no spaces.
            let runs = word.split { !$0.isNumber }
            if runs.isEmpty {
                // "de", "added" and days of the week are none; the last name counts, as days stand before months.
                if let found = months.firstIndex(where: { $0.contains { word.hasPrefix($0) } }), word.count >= 3 {
                    month = month ?? (Self.weekdays.contains { word.hasPrefix($0) } ? nil : found)
                }
            } else {
                numbers += runs.compactMap { Int($0) }
            }
        }
        guard let place = numbers.firstIndex(where: { (1_990...2_200).contains($0) }) else { return nil }
        let year = numbers[place]
        if let month {
            let others = numbers.enumerated().filter { $0.offset != place && (1...31).contains($0.element) }
            return others.first.flatMap { CivilDate(year: year, month: month + 1, day: $0.element) }
        }
        guard place + 2 < numbers.count else { return nil }
        return CivilDate(year: year, month: numbers[place + 1], day: numbers[place + 2])
    }

    /// Days of the week that begin like months: "mardi", "martes", "martedì", "maandag".
    private static let weekdays = ["mardi", "martes", "marted", "maandag"]
}
