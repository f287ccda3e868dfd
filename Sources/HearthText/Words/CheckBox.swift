package import HearthCore

/// The box before an item of what is to be done: `- [ ] Answer Hannah`, `- [x] Book the flight`, `☐ Slides`, `☑ Receipt`.
///
/// Whether an item is done is nowhere else than in its box, so that it has to be told with the words.
package struct CheckBox: Hashable, Sendable {
    package enum State: String, Hashable, Sendable { case open, done }

    package var state: State
    /// Bytes of the text from the first mark of the line to its end, and those of its words alone.
    package var line: TextSpan
    package var words: TextSpan
    /// Whether its sign is as often the mark of any list: a tick alone, "✓ Free delivery", or an empty square.
    private var isWeak: Bool

    private init(_ state: State, line: TextSpan, words: TextSpan, isWeak: Bool) {
        (self.state, self.line, self.words, self.isWeak) = (state, line, words, isWeak)
    }

    /// All boxes of a text with words behind them, in order, but for those in programs.
    package static func all(in text: String) -> [CheckBox] {
        let bytes = Array(text.utf8)
        guard bytes.contains(where: { $0 == 0x5B || $0 == 0xE2 }) else { return [] }
        var found: [CheckBox] = []
        var isCode = false
        var line = 0
        while line < bytes.count {
            let end = bytes[line...].firstIndex(of: 0x0A) ?? bytes.count
            let start = bytes[line..<end].firstIndex { $0 > 0x20 } ?? end
            if bytes[start..<end].starts(with: [0x60, 0x60, 0x60]) {
                isCode.toggle()
            } else if !isCode, let box = read(bytes, line..<end) {
                found.append(box)
            }
            line = end + 1
        }
        // What may be the mark of any list is a box where another one beside it says the opposite.
        let states = Set(found.map(\.state))
        return found.filter { !$0.isWeak || states.count > 1 }
    }

    /// The box of the line in which a place lies; `nil` where the line has none.
    package static func ofLine(at place: Int, in text: String) -> CheckBox? {
        all(in: text).first { $0.line.start <= place && place < $0.line.end }
    }

    /// The words of an item as they are told: with whether it is done, and without a sign that shows the same.
    package func told(_ words: String) -> String {
        let bare = words.drop { character in
            character.isWhitespace || character.unicodeScalars.first.map { Self.isSign($0.value) } == true
        }
        return "\(bare) (\(state.rawValue))"
    }

    private static func read(_ bytes: [UInt8], _ line: Range<Int>) -> CheckBox? {
        var end = line.upperBound
        while end > line.lowerBound, bytes[end - 1] <= 0x20 { end -= 1 }
        guard let start = bytes[line.lowerBound..<end].firstIndex(where: { $0 > 0x20 }) else { return nil }
        var at = PlainText.marksEnd(bytes, start..<end)
        // "1. [ ] Call the bank"
        let number = bytes[at..<end].prefix { (0x30...0x39).contains($0) }.count
        if (1...3).contains(number), at + number + 1 < end, bytes[at + number] == 0x2E || bytes[at + number] == 0x29,
            bytes[at + number + 1] == 0x20
        {
            at += number + 2
            while at < end, bytes[at] == 0x20 { at += 1 }
        }
        guard let sign = sign(bytes, at..<end) else { return nil }
        var words = sign.end
        while words < end, bytes[words] == 0x20 || bytes[words] == 0x09 { words += 1 }
        guard words < end else { return nil }
        return CheckBox(
            sign.state, line: TextSpan(start: start, end: end), words: TextSpan(start: words, end: end),
            isWeak: sign.isWeak)
    }

    private static func sign(_ bytes: [UInt8], _ rest: Range<Int>) -> (state: State, end: Int, isWeak: Bool)? {
        let at = rest.lowerBound
        guard rest.count > 3 else { return nil }
        if bytes[at] == 0x5B {
            if bytes[at + 2] == 0x5D, bytes[at + 3] == 0x20 || bytes[at + 3] == 0x09 {
                switch bytes[at + 1] {
                case 0x20: return (.open, at + 3, false)
                case 0x78, 0x58: return (.done, at + 3, false)
                default: return nil
                }
            }
            // "[✓] Book the flight"
            guard rest.count > 5, bytes[at + 4] == 0x5D, bytes[at + 5] == 0x20,
                let ticked = glyph(bytes, at + 1, rest.upperBound), ticked.state == .done
            else { return nil }
            return (.done, at + 5, false)
        }
        guard let glyph = glyph(bytes, at, rest.upperBound) else { return nil }
        var end = at + 3
        // As a picture or as a letter.
        if bytes[end..<rest.upperBound].starts(with: [0xEF, 0xB8, 0x8E])
            || bytes[end..<rest.upperBound].starts(with: [0xEF, 0xB8, 0x8F])
        {
            end += 3
        }
        return (glyph.state, end, glyph.isWeak)
    }

    private static func glyph(_ bytes: [UInt8], _ at: Int, _ limit: Int) -> (state: State, isWeak: Bool)? {
        guard at + 2 < limit, bytes[at] == 0xE2 else { return nil }
        let value = 0x2000 | UInt32(bytes[at + 1] & 0x3F) << 6 | UInt32(bytes[at + 2] & 0x3F)
        return signs[value].map { ($0, !boxes.contains(value)) }
    }

    /// Whether a character is such a sign: a line that begins with one is an item.
    static func isSign(_ value: UInt32) -> Bool { signs[value] != nil }

    /// Boxes (Unicode's Miscellaneous Symbols), ticks (Dingbats) and squares.
    private static let signs: [UInt32: State] = [
        0x2610: .open, 0x2611: .done, 0x2612: .done, 0x2705: .done, 0x2713: .done, 0x2714: .done, 0x25A1: .open,
        0x25FB: .open, 0x2B1C: .open,
    ]
    private static let boxes: Set<UInt32> = [0x2610, 0x2611, 0x2612]
}
