public import Foundation

/// The authors and times of the messages or mails in a chunk, for documents that record them piece by piece, such as chats and
/// mailboxes.
public struct ChunkOrigin: Hashable, Codable, Sendable {
    /// When the earliest and the latest piece of it were written; both are `nil` where none says.
    public var first: Date?
    public var last: Date?
    /// The authors of the pieces, by the names that the document uses, in order of appearance; each name once, on one line.
    public var senders: [String]

    /// The most senders that are recorded for one chunk; further ones are ignored.
    package static let mostSenders = 64

    /// - Returns: `nil` where nothing is known. Dates that no clock shows are none.
    public init?(first: Date?, last: Date?, senders: [String]) {
        let dates = [first, last].compactMap(\.self).filter { abs($0.timeIntervalSince1970) < 1e12 }
        var seen: Set<String> = []
        let lines = senders.map { $0.split(whereSeparator: \.isNewline).joined(separator: " ") }
        self.senders = Array(lines.filter { !$0.isEmpty && seen.insert($0).inserted }.prefix(Self.mostSenders))
        (self.first, self.last) = (dates.min(), dates.max())
        if dates.isEmpty, self.senders.isEmpty { return nil }
    }

    /// The origin of a chunk, from the messages of the document that overlap its span.
    package init?(of span: TextSpan, in parts: [WrittenPart]) {
        var (low, high) = (0, parts.count)
        while low < high {
            let middle = (low + high) / 2
            if parts[middle].start <= span.start { low = middle + 1 } else { high = middle }
        }
        // The one in which it begins, and those that begin in it.
        let inside = parts[max(0, low - 1)...].prefix { $0.start < span.end }
        let dates = inside.compactMap(\.date)
        self.init(first: dates.min(), last: dates.max(), senders: inside.compactMap(\.sender))
    }

    /// The names of lists as stores keep them, with a name on each line: each once, in the order of their bytes.
    package static func names(inLists lists: some Sequence<String>) -> [String] {
        var names: Set<String> = []
        for list in lists {
            for name in list.split(separator: "\n") where names.count < StoreCounts.mostWriters {
                names.insert(String(name))
            }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Whether any of its messages may have been written in a period.
    package func overlaps(_ dates: ClosedRange<Date>) -> Bool {
        guard let first, let last else { return false }
        return first <= dates.upperBound && last >= dates.lowerBound
    }
}

/// A piece of a document that somebody wrote at some time, up to the next one.
public struct WrittenPart: Hashable, Sendable {
    /// Where it begins, in bytes of the document's text.
    public var start: Int
    /// When it was written; `nil` where the document has no date for it.
    public var date: Date?
    /// `nil` for what nobody is said to have written, such as a heading between messages.
    public var sender: String?

    public init(start: Int, date: Date? = nil, sender: String? = nil) {
        (self.start, self.date, self.sender) = (start, date, sender)
    }
}

/// Names of those who wrote something, as they are looked for: word by word, letter case and marks between words aside. A word may
/// be left unfinished, so that "Ann K" names "Ann Keller <ann@example.org>", and not "Joann K".
package enum SenderKey {
    /// What a store keeps of names, or holds them in to compare: " ann keller ann example org \n tom ".
    package static func of(_ names: [String]) -> String {
        names.map { " " + words($0).joined(separator: " ") + " " }.joined(separator: "\n")
    }

    /// What has to stand in it for a name that somebody typed; `nil` for one without letters and digits.
    package static func wanted(_ name: String) -> String? {
        let words = words(name)
        return words.isEmpty ? nil : " " + words.joined(separator: " ")
    }

    private static func words(_ name: String) -> [Substring] {
        name.lowercased().precomposedStringWithCanonicalMapping.split { !$0.isLetter && !$0.isNumber }
    }
}
