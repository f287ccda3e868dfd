import HearthCore

/// The marks at the beginnings of a text's lines that are no part of what is said: of lists, quotations and headings.
///
/// The text is left as it is; what is told is which bytes of a sentence are its words.
struct LineMarks {
    private let text: String
    /// Markers of numbered lines, by what comes before their number's place in a list. A number alone may be a date.
    private var numbers: Set<Int> = []

    init(_ text: String) {
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
        guard let marker = ListMarkers.marker(in: bytes, at: start, end: bytes.count), marker.numbering == .arabic
        else {
            return nil
        }
        return marker
    }

    /// Whether a sentence is a heading by its mark: `## Heating`, or the first row of a table with a rule below it.
    func isHeading(_ span: TextSpan) -> Bool {
        text.withBytes { bytes in
            var at = span.start
            while at < span.end, at - span.start < 7, bytes[at] == 0x23 { at += 1 }
            let isMarked = at > span.start && at - span.start < 7 && at < span.end && bytes.spaceLength(at: at) != nil
            return isLineStart(span.start, bytes) && (isMarked || isTableHead(span, bytes))
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
    func words(of span: TextSpan) -> TextSpan? {
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
