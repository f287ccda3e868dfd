import Foundation
public import HearthCore

/// A text with people's names in the place of their numbers, and where what stood in it stands now.
public struct NamedText: Sendable {
    public internal(set) var text: String
    /// Whose names are in it, with the bytes of the former text that they stand for.
    public private(set) var names: [(span: TextSpan, contact: Contacts.Contact)] = []
    /// Bytes of the former text, and of this one, in order.
    private var changes: [(before: TextSpan, after: TextSpan)] = []

    init(_ text: String) { self.text = text }

    /// Where a place of the former text is.
    public func moved(_ span: TextSpan) -> TextSpan {
        let start = moved(span.start, isEnd: false)
        return TextSpan(start: start, end: max(start, moved(span.end, isEnd: true)))
    }

    private func moved(_ place: Int, isEnd: Bool) -> Int {
        guard let change = changes.last(where: { $0.before.start < place || !isEnd && $0.before.start == place })
        else { return place }
        // Inside of a number there is the whole name.
        if place < change.before.end { return isEnd ? change.after.end : change.after.start }
        return place - change.before.end + change.after.end
    }

    mutating func replace(_ found: [(span: TextSpan, contact: Contacts.Contact)]) {
        guard !found.isEmpty else { return }
        let bytes = Array(text.utf8)
        var output: [UInt8] = []
        var place = 0
        for (span, contact) in found where span.start >= place {
            output += bytes[place..<span.start]
            let start = output.count
            output += Array(contact.name.utf8)
            changes.append((span, TextSpan(start: start, end: output.count)))
            names.append((span, contact))
            place = span.end
        }
        output += bytes[place...]
        text = String(decoding: output, as: UTF8.self)
    }
}

extension Contacts {
    /// Names at most that are put into one text.
    private static let mostNames = 20_000

    /// A text of a chat as it is shown: with names where it says who writes, to whom, or who reacts.
    ///
    /// A number in what somebody wrote stays: "call +49 170 1234567" means the number. So names stand only where the readers of chats put
    /// people: before a message ("[10:15] +49…: words", ``ChatLine``), behind "(to ", behind the signs of reactions at the end of a line, and
    /// in the headings of conversations ("+49…, You · 2024-03-05").
    public func named(_ text: String) -> NamedText {
        var named = NamedText(text)
        guard !isEmpty, text.utf8.contains(where: { $0 >= 0x30 && $0 <= 0x39 || $0 == 0x40 }) else { return named }
        var found: [(span: TextSpan, contact: Contact)] = []
        let bytes = Array(text.utf8)
        var start = 0
        while start <= bytes.count, found.count < Self.mostNames {
            let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
            found += people(in: Line(bytes, start..<end))
            start = end + 1
        }
        named.replace(found.sorted { $0.span < $1.span })
        return named
    }

    /// A line of a text, and what lies between two marks of it.
    private struct Line {
        let bytes: [UInt8]
        let range: Range<Int>

        init(_ bytes: [UInt8], _ range: Range<Int>) { (self.bytes, self.range) = (bytes, range) }

        func text(_ part: Range<Int>) -> String { String(decoding: bytes[part], as: UTF8.self) }

        func first(_ wanted: String, in part: Range<Int>) -> Int? {
            ByteSearch.first(Array(wanted.utf8), in: bytes, within: part)
        }
    }

    private func people(in line: Line) -> [(span: TextSpan, contact: Contact)] {
        let range = line.range
        guard !range.isEmpty else { return [] }
        var found: [(span: TextSpan, contact: Contact)] = []
        func take(_ part: Range<Int>) -> Bool {
            guard part.count <= ContactKey.longest, let contact = contact(line.text(part)) else { return false }
            found.append((TextSpan(part), contact))
            return true
        }
        let message = words(ofMessageAt: range.lowerBound, in: line, take)
        takeReactions(line, from: message ?? range.lowerBound, take)
        if message == nil, let dot = line.first(" · ", in: range) {
            takeList(line, range.lowerBound..<dot, take)
            // A heading that a conversation's people have to themselves: "Messages · +49…".
            let rest = (dot + " · ".utf8.count)..<range.upperBound
            takeList(line, rest.lowerBound..<(line.first(" · ", in: rest) ?? rest.upperBound), take)
        }
        // An answer has several messages on one line.
        var place = (message ?? range.lowerBound) + 1
        while place < range.upperBound, let next = line.first(" [", in: (place - 1)..<range.upperBound) {
            if clockEnd(line, next + 1) != nil { _ = words(ofMessageAt: next + 1, in: line, take) }
            place = next + 2
        }
        return found
    }

    /// Behind "[10:15] " or "[2024-03-05 10:15] "; `nil` where no time of day stands there.
    private func clockEnd(_ line: Line, _ start: Int) -> Int? {
        let part = line.bytes[start..<line.range.upperBound].prefix(20)
        guard part.first == UInt8(ascii: "["), let close = part.firstIndex(of: UInt8(ascii: "]")),
            close + 1 < line.range.upperBound, line.bytes[close + 1] == UInt8(ascii: " "), close - start > 3,
            Self.isMoment(part[(start + 1)..<close])
        else { return nil }
        return close + 2
    }

    /// "10:15", "2024-03-05 10:15".
    private static func isMoment(_ words: ArraySlice<UInt8>) -> Bool {
        let clock = words.count == 16 && words.contains(0x3A) ? words.dropFirst(11) : words
        return clock.allSatisfy { $0 >= 0x30 && $0 <= 0x3A }
            && words.dropLast(clock.count).allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x20 }
    }

    /// Takes who writes a message, and to whom.
    ///
    /// - Returns: Where its words begin; `nil` where neither a time of day nor somebody who is known stands there.
    private func words(ofMessageAt start: Int, in line: Line, _ take: (Range<Int>) -> Bool) -> Int? {
        let end = line.range.upperBound
        var place = clockEnd(line, start) ?? start
        // A name of a writer is short; what is looked through of a line has a limit.
        guard let colon = line.first(": ", in: place..<min(end, place + ContactKey.longest + 2)) else { return nil }
        let isKnown = take(place..<colon)
        guard isKnown || place > start else { return nil }
        place = colon + 2
        guard line.bytes[place..<end].starts(with: "(to ".utf8) else { return place }
        // "(to +49…, 2024-03-05) words"
        let limit = min(end, place + ContactKey.longest)
        guard let close = line.first(") ", in: place..<limit) else { return place }
        _ = take((place + 4)..<(line.first(", ", in: (place + 4)..<close) ?? close))
        return close
    }

    /// "A, B, You"
    private func takeList(_ line: Line, _ part: Range<Int>, _ take: (Range<Int>) -> Bool) {
        var start = part.lowerBound
        while start < part.upperBound {
            let end = line.first(", ", in: start..<part.upperBound) ?? part.upperBound
            _ = take(start..<end)
            start = end + 2
        }
    }

    /// "… (👍 +49…, ❤️ Ann and 3 more)" at the end of a line.
    private func takeReactions(_ line: Line, from place: Int, _ take: (Range<Int>) -> Bool) {
        guard line.range.upperBound > place, line.bytes[line.range.upperBound - 1] == UInt8(ascii: ")"),
            let open = ByteSearch.last(Array(" (".utf8), in: line.bytes, within: place..<line.range.upperBound)
        else { return }
        var start = open + 2
        let close = line.range.upperBound - 1
        while start < close {
            let end = line.first(", ", in: start..<close) ?? close
            // A sign, a space, and whose it is; a number may have spaces itself. What has no sign before it is no reaction.
            guard let space = line.first(" ", in: start..<end),
                line.text(start..<space).unicodeScalars.contains(where: { $0.properties.isEmoji && $0.value > 0x7F })
                    || line.text(start..<space) == "sticker"
            else { return }
            // Behind the space: in "👍 and 3 more" nobody stands between them.
            let stop = line.first(" and ", in: (space + 1)..<end) ?? end
            _ = take((space + 1)..<stop)
            start = end + 2
        }
    }
}

extension Contacts {
    /// A title as it is shown: that of a conversation with one person may be their number.
    public func title(_ title: String?) -> String? { title.map { contact($0)?.name ?? named($0).text } }
}
