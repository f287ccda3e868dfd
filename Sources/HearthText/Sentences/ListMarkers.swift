package import HearthCore

/// Finds the items of lists that run on in a line: `1. First 2. Second`, `a) this b) that`, `(i) One. (ii) Two.`, `• this • that`.
///
/// A number or letter counts as a marker only as part of a sequence; one alone may be anything.
enum ListMarkers {
    struct Marker {
        enum Style: Hashable { case stop, parenthesis, stopParenthesis, bothParentheses }
        enum Numbering: Hashable { case arabic, letter, roman }
        var style: Style
        var numbering: Numbering
        var value: Int
        /// Bytes of the marker, without the white space after it.
        var range: Range<Int>
    }

    /// Where the items of a block start, in order, and where their markers end.
    static func items(in bytes: UTF8Bytes, block: Range<Int>) -> [Range<Int>] {
        var candidates: [Marker] = []
        var items: [Range<Int>] = []
        var at = block.lowerBound
        var afterSpace = true
        while at < block.upperBound {
            if let space = bytes.spaceLength(at: at) {
                afterSpace = true
                at += space
                continue
            }
            guard afterSpace else {
                at += 1
                continue
            }
            afterSpace = false
            let (value, length) = bytes.scalar(at: at)
            if value.isBullet {
                items.append(at..<bulletEnd(bytes, from: at + length, block: block))
            } else if let found = marker(in: bytes, at: at, end: block.upperBound) {
                candidates.append(found)
                if let roman = romanReading(of: found, bytes) { candidates.append(roman) }
            }
            at += length
        }
        items += sequences(candidates)
        return items.sorted { $0.lowerBound < $1.lowerBound }
    }

    /// The number that may follow a bullet belongs to the marker: `• 9. The item`.
    private static func bulletEnd(_ bytes: UTF8Bytes, from start: Int, block: Range<Int>) -> Int {
        var at = start
        while at < block.upperBound, let space = bytes.spaceLength(at: at) { at += space }
        guard at < block.upperBound, let number = marker(in: bytes, at: at, end: block.upperBound) else { return start }
        return number.range.upperBound
    }

    private static func sequences(_ candidates: [Marker]) -> [Range<Int>] {
        struct Key: Hashable {
            var style: Marker.Style
            var numbering: Marker.Numbering
            var value: Int
        }
        var last: [Key: Int] = [:]
        var chosen = [Bool](repeating: false, count: candidates.count)
        for (index, marker) in candidates.enumerated() {
            last[Key(style: marker.style, numbering: marker.numbering, value: marker.value)] = index
            let key = Key(style: marker.style, numbering: marker.numbering, value: marker.value - 1)
            guard let previous = last[key] else { continue }
            // "5. … 6. …" may be two sentences that end in numbers; a list with full stops starts at its beginning.
            guard marker.style != .stop || marker.value <= 2 || chosen[previous] else { continue }
            chosen[previous] = true
            chosen[index] = true
        }
        var found: [Range<Int>] = []
        for (index, marker) in candidates.enumerated() where chosen[index] && found.last != marker.range {
            found.append(marker.range)
        }
        return found
    }

    /// The end of a clock in brackets that starts at `start` and is followed by a space, `[9:05]` or `[1:02:03]`: what is said begins with
    /// it in exports of conversations and in written transcripts.
    static func clock(in bytes: UTF8Bytes, at start: Int, end: Int) -> Int? {
        guard start < end, bytes[start] == UInt8(ascii: "[") else { return nil }
        var at = start + 1
        var parts = 0
        while true {
            let first = at
            while at < end, at - first < 2, (0x30...0x39).contains(bytes[at]) { at += 1 }
            // Hours may have one digit.
            guard at - first == 2 || parts == 0 && at > first else { return nil }
            parts += 1
            guard at < end, bytes[at] == UInt8(ascii: ":"), parts < 3 else { break }
            at += 1
        }
        guard parts > 1, at + 1 < end, bytes[at] == UInt8(ascii: "]"), bytes[at + 1] == 0x20 else { return nil }
        return at + 1
    }

    /// The same with a date before the clock, as other exports of conversations and logs have it: `[2026-11-12 09:01]`,
    /// `[12.11.2026, 9:01:22 PM]`; or the clock alone.
    ///
    /// - Returns: Where it ends, behind the bracket, and where its clock begins.
    static func stamp(in bytes: UTF8Bytes, at start: Int, end: Int) -> (end: Int, clock: Int)? {
        if let alone = clock(in: bytes, at: start, end: end) { return (alone, start + 1) }
        guard start < end, bytes[start] == UInt8(ascii: "[") else { return nil }
        var at = start + 1
        func number(_ widths: ClosedRange<Int>) -> Bool {
            let first = at
            while at < end, at - first < widths.upperBound, (0x30...0x39).contains(bytes[at]) { at += 1 }
            return widths.contains(at - first)
        }
        for place in 0..<3 {
            guard number(1...4) else { return nil }
            if place == 2 { break }
            guard at < end, [0x2E, 0x2D, 0x2F].contains(bytes[at]) else { return nil }
            at += 1
            while at < end, bytes[at] == 0x20 { at += 1 }
        }
        let gap = at
        // " ", ", ", "T", ". "
        while at < end, at - gap < 3, [0x20, 0x2C, 0x2E, 0x54].contains(bytes[at]) { at += 1 }
        let first = at
        guard first > gap, number(1...2), at < end, bytes[at] == UInt8(ascii: ":") else { return nil }
        at += 1
        guard number(2...2) else { return nil }
        // Seconds and parts of them, " PM", "Z", "+01:00".
        let rest = at
        while at < end, at - rest < 16, bytes[at] != UInt8(ascii: "]"), bytes[at] != UInt8(ascii: "["),
            bytes[at] >= 0x20
        {
            at += 1
        }
        guard at + 1 < end, bytes[at] == UInt8(ascii: "]"), bytes[at + 1] == 0x20 else { return nil }
        return (at + 1, first)
    }

    /// The marker that starts at `start`, which must be the start of a word, and is followed by white space.
    static func marker(in bytes: UTF8Bytes, at start: Int, end: Int) -> Marker? {
        var at = start
        let opens = bytes[at] == 0x28
        if opens { at += 1 }
        let bodyStart = at
        var value = 0
        var numbering = Marker.Numbering.arabic
        while at < end, at - bodyStart < 3, bytes[at] >= 0x30, bytes[at] <= 0x39 {
            value = value * 10 + Int(bytes[at] - 0x30)
            at += 1
        }
        if at == bodyStart {
            var length = 0
            while bodyStart + length < end, length < 5, bytes[bodyStart + length] | 0x20 >= 0x61,
                bytes[bodyStart + length] | 0x20 <= 0x7A
            {
                length += 1
            }
            guard length > 0 else { return nil }
            if length == 1 {
                numbering = .letter
                value = Int(bytes[bodyStart] | 0x20) - 0x60
            } else {
                guard let roman = RomanNumeral.value(bytes[bodyStart..<(bodyStart + length)]) else { return nil }
                numbering = .roman
                value = roman
            }
            at = bodyStart + length
        }
        guard at < end, let (style, width) = closing(bytes, at: at, end: end, opens: opens) else { return nil }
        at += width
        guard at < end, bytes.spaceLength(at: at) != nil else { return nil }
        // Capitals with a full stop are initials.
        if style == .stop, numbering != .arabic, bytes[bodyStart] < 0x61 { return nil }
        return Marker(style: style, numbering: numbering, value: value, range: start..<at)
    }

    private static func closing(
        _ bytes: UTF8Bytes, at place: Int, end: Int, opens: Bool
    ) -> (Marker.Style, Int)? {
        if bytes[place] == 0x29 { return (opens ? .bothParentheses : .parenthesis, 1) }
        guard bytes[place] == 0x2E, !opens else { return nil }
        if place + 1 < end, bytes[place + 1] == 0x29 { return (.stopParenthesis, 2) }
        return (.stop, 1)
    }

    /// `i`, `v` and `x` are letters and numerals.
    private static func romanReading(of marker: Marker, _ bytes: UTF8Bytes) -> Marker? {
        guard marker.numbering == .letter else { return nil }
        let roman: Int
        switch marker.value {
        case 9: roman = 1
        case 22: roman = 5
        case 24: roman = 10
        default: return nil
        }
        return Marker(style: marker.style, numbering: .roman, value: roman, range: marker.range)
    }
}

/// The numerals of lists, rulers and centuries, up to what I, V and X make.
enum RomanNumeral {
    /// What letters of either case make; `nil` where they are none.
    static func value(_ letters: some BidirectionalCollection<UInt8>) -> Int? {
        var total = 0
        var previous = 0
        for letter in letters.reversed() {
            let value: Int
            switch letter | 0x20 {
            case UInt8(ascii: "i"): value = 1
            case UInt8(ascii: "v"): value = 5
            case UInt8(ascii: "x"): value = 10
            default: return nil
            }
            total += value < previous ? -value : value
            previous = max(previous, value)
        }
        return total > 0 ? total : nil
    }

    static func isOne(_ word: String) -> Bool { word.utf8.count <= 6 && value(word.utf8) != nil }
}

/// The marks at the beginnings of a text's lines that are no part of what is said: of lists, quotations and headings.
///
/// The text is left as it is; what is told is which bytes of a sentence are its words.
package struct LineMarks {
    private let text: String
    /// Markers of numbered lines, by what comes before their number's place in a list. A number alone may be a date.
    private var numbers: Set<Int> = []

    package init(_ text: String) {
        self.text = text
        text.withBytes { bytes in
            var at = 0
            while at < bytes.count {
                while at < bytes.count, bytes[at] == 0x20 || bytes[at] == 0x09 { at += 1 }
                if at < bytes.count, let marker = Self.number(in: bytes, at: at) { numbers.insert(marker.value) }
                while at < bytes.count, bytes[at] != 0x0A { at += 1 }
                at += 1
            }
        }
    }

    private static func number(in bytes: UTF8Bytes, at start: Int) -> ListMarkers.Marker? {
        guard let marker = ListMarkers.marker(in: bytes, at: start, end: bytes.count), marker.numbering == .arabic,
            !isDay(marker, in: bytes)
        else {
            return nil
        }
        return marker
    }

    /// Whether a number with a full stop is the day of a date, before the name of a month: "11. Mai: Wittenberg". The entries of a diary are
    /// numbered like a list, and say nothing of when without their number.
    private static func isDay(_ marker: ListMarkers.Marker, in bytes: UTF8Bytes) -> Bool {
        guard marker.style == .stop, marker.numbering == .arabic, (1...31).contains(marker.value) else { return false }
        var start = marker.range.upperBound
        while start < bytes.count, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
        var end = start
        while end < bytes.count, end - start < longestMonth {
            let (value, length) = bytes.scalar(at: end)
            guard ScalarClass(value) == .letter else { break }
            end += length
        }
        guard end > start else { return false }
        let month = MonthNames.month(bytes.string(start..<end).lowercased(), in: monthsBehindOrdinals)
        return month?.isShort == false
    }

    /// Bytes of the longest name of a month, and more.
    private static let longestMonth = 32

    /// Of the languages that write the day of a date as an ordinal, with a full stop.
    private static let monthsBehindOrdinals = [
        "de", "da", "nb", "is", "fi", "et", "lv", "cs", "sk", "sl", "hr", "sr", "hu",
    ].compactMap(MonthNames.names(of:))

    /// Whether a sentence is a heading by its mark: `## Heating`, or the first row of a table with a rule below it.
    package func isHeading(_ span: TextSpan) -> Bool {
        text.withBytes { bytes in
            var at = span.start
            while at < span.end, at - span.start < 7, bytes[at] == 0x23 { at += 1 }
            let isMarked = at > span.start && at - span.start < 7 && at < span.end && bytes.spaceLength(at: at) != nil
            return isLineStart(span.start, bytes) && (isMarked || isTableHead(span, bytes))
        }
    }

    /// Whether a sentence begins an item of a list, by a mark or a number before it: `- this`, `(b) that`.
    ///
    /// - Parameter span: Of the sentence with its mark.
    package func beginsItem(_ span: TextSpan) -> Bool {
        text.withBytes { bytes in
            guard isLineStart(span.start, bytes) else { return false }
            if afterMark(span.start, span.end, bytes) != nil { return true }
            return ListMarkers.marker(in: bytes, at: span.start, end: span.end).map { !Self.isDay($0, in: bytes) }
                ?? false
        }
    }

    private func isTableHead(_ span: TextSpan, _ bytes: UTF8Bytes) -> Bool {
        guard bytes[span.start] == 0x7C else { return false }
        var at = span.end
        while at < bytes.count, [0x20, 0x09, 0x0D, 0x0A].contains(bytes[at]) { at += 1 }
        guard at < bytes.count, bytes[at] == 0x7C else { return false }
        var rules = 0
        while at < bytes.count, bytes[at] != 0x0A {
            guard [0x7C, 0x2D, 0x3A, 0x20, 0x09, 0x0D].contains(bytes[at]) else { return false }
            if bytes[at] == 0x2D { rules += 1 }
            at += 1
        }
        return rules > 0
    }

    /// The bytes of a sentence without the marks before it; `nil` where nothing but marks is left.
    package func words(of span: TextSpan) -> TextSpan? {
        text.withBytes { bytes in
            var start = span.start
            if isLineStart(start, bytes) {
                while let after = afterMark(start, span.end, bytes) { start = after }
            }
            var at = start
            while at < span.end {
                let (value, length) = bytes.scalar(at: at)
                let kind = ScalarClass(value)
                if kind.isWordPart, kind != .mark { return TextSpan(start: start, end: span.end) }
                at += length
            }
            return nil
        }
    }

    private func isLineStart(_ place: Int, _ bytes: UTF8Bytes) -> Bool {
        var at = place
        while at > 0, bytes[at - 1] == 0x20 || bytes[at - 1] == 0x09 { at -= 1 }
        return at == 0 || bytes[at - 1] == 0x0A || bytes[at - 1] == 0x0D
    }

    /// Where the words go on behind a mark; `nil` where there is none.
    private func afterMark(_ start: Int, _ end: Int, _ bytes: UTF8Bytes) -> Int? {
        guard start < end else { return nil }
        let (value, length) = bytes.scalar(at: start)
        var at = start + length
        switch value {
        case 0x2D, 0x2A, 0x2B, 0x2013, 0x2014, 0x3E: break
        case _ where value.isBullet: break
        case _ where CheckBox.isSign(value):
            while at < end, [0xFE0E, 0xFE0F].contains(bytes.scalar(at: at).value) { at += bytes.scalar(at: at).length }
        case 0x5B:
            // The box of a task: [ ] or [x].
            guard start + 2 < end, bytes[start + 2] == 0x5D, [0x20, 0x78, 0x58].contains(bytes[start + 1]) else {
                return nil
            }
            at = start + 3
        default:
            guard let marker = Self.number(in: bytes, at: start), marker.range.upperBound < end,
                numbers.contains(marker.value + 1) || numbers.contains(marker.value - 1)
            else { return nil }
            at = marker.range.upperBound
        }
        guard at < end, bytes.spaceLength(at: at) != nil || value.isBullet else { return nil }
        while at < end, let space = bytes.spaceLength(at: at) { at += space }
        return at < end ? at : nil
    }
}
