/// How a line of a written transcript opens a turn: who speaks, when, and where his words begin.
struct TurnOpening {
    /// The ways of writing a transcript. A file keeps to one of them.
    enum Style: CaseIterable {
        /// `**Name:** words` or `**Name**: words`
        case bold
        /// `Name: words`, `[00:12] Name: words` or `Name (00:12): words`
        case plain
        /// `Name  00:12` or `[Name] 00:12` on a line of its own, the words below
        case header
    }

    var speaker: String
    var time: SpokenTime?
    /// Where the words begin, after the name and the time.
    var body: Int

    /// - Parameter line: The line without white space at its ends.
    init?(_ bytes: [UInt8], _ line: Range<Int>, _ style: Style) {
        var index = line.lowerBound
        let limit = line.upperBound
        // ">> anna: words", as captions are written down.
        let change = style == .plain ? Self.changeEnd(bytes, at: index, limit: limit) : nil
        index = change ?? index
        var time = SpokenTime(bytes, at: index, limit: limit)
        if let time { index = time.end }
        let name: Range<Int>
        switch style {
        case .bold:
            guard let found = Self.boldName(bytes, at: index, limit: limit) else { return nil }
            name = found.name
            index = found.end
        case .plain:
            guard let found = Self.plainName(bytes, at: index, limit: limit, strict: change == nil) else { return nil }
            name = found.name
            if time == nil { time = found.time }
            index = found.end
        case .header:
            guard let found = Self.headerName(bytes, at: index, limit: limit, time) else { return nil }
            name = found.name
            time = found.time
            index = limit
        }
        speaker = bytes.string(name)
        index = Self.skipSpace(bytes, index, limit)
        if time == nil, let after = SpokenTime(bytes, at: index, limit: limit) {
            time = after
            index = after.end
        }
        self.time = time
        body = index
    }

    private static let star = UInt8(ascii: "*")
    private static let colon = UInt8(ascii: ":")

    private static func boldName(_ bytes: [UInt8], at start: Int, limit: Int) -> (name: Range<Int>, end: Int)? {
        guard start + 5 < limit, bytes[start] == star, bytes[start + 1] == star else { return nil }
        let first = start + 2
        // A name longer than 80 bytes is a sentence in bold.
        guard let close = bytes.firstIndex(of: "**", in: first..<min(limit, first + 82)), close > first else {
            return nil
        }
        if bytes[close - 1] == colon {
            let name = bytes.trimmed(first..<(close - 1))
            return isName(bytes, name, strict: false) ? (name, close + 2) : nil
        }
        guard close + 2 < limit, bytes[close + 2] == colon else { return nil }
        let name = bytes.trimmed(first..<close)
        return isName(bytes, name, strict: false) ? (name, close + 3) : nil
    }

    private static func plainName(
        _ bytes: [UInt8], at start: Int, limit: Int, strict: Bool
    ) -> (name: Range<Int>, end: Int, time: SpokenTime?)? {
        let window = start..<min(limit, start + 80)
        guard let mark = bytes[window].firstIndex(of: colon), mark > start else { return nil }
        // "12:30" and "http://" are no speakers: white space follows the colon, or nothing.
        if mark + 1 == limit || isSpace(bytes[mark + 1]) {
            let (name, _) = withoutRemark(bytes, start..<mark)
            return isName(bytes, name, strict: strict) ? (name, mark + 1, nil) : nil
        }
        // "Name (00:12): words": the first colon is one of the time's.
        guard let open = bytes[window].firstIndex(where: { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "[") }),
            open < mark, let time = SpokenTime(bytes, at: open, limit: limit), time.end < limit,
            bytes[time.end] == colon
        else { return nil }
        let name = bytes.trimmed(start..<open)
        return isName(bytes, name, strict: true) ? (name, time.end + 1, time) : nil
    }

    /// Where the words begin behind the mark of another speaker, `>>`, or of another story, `>>>`.
    private static func changeEnd(_ bytes: [UInt8], at start: Int, limit: Int) -> Int? {
        let count = bytes[start..<limit].prefix { $0 == UInt8(ascii: ">") }.count
        return (2...3).contains(count) ? skipSpace(bytes, start + count, limit) : nil
    }

    private static func headerName(
        _ bytes: [UInt8], at start: Int, limit: Int, _ before: SpokenTime?
    ) -> (name: Range<Int>, time: SpokenTime)? {
        // With a colon in it, the line is a plain opening or a sentence.
        guard limit - start <= 80, before == nil || !bytes[start..<limit].contains(colon) else { return nil }
        if let before {
            let name = bytes.trimmed(start..<limit)
            return isName(bytes, name, strict: true) ? (name, before) : nil
        }
        // The time is the last word of the line.
        guard let gap = bytes[start..<limit].lastIndex(where: isSpace),
            let time = SpokenTime(bytes, at: gap + 1, limit: limit), time.end == limit
        else { return nil }
        var name = bytes.trimmed(start..<gap)
        // "[Anna Weiß] 10:02:03", as Zoom saves what it wrote down.
        if name.count > 2, bytes[name.lowerBound] == UInt8(ascii: "["), bytes[name].last == UInt8(ascii: "]") {
            name = bytes.trimmed((name.lowerBound + 1)..<(name.upperBound - 1))
        }
        return isName(bytes, name, strict: true) ? (name, time) : nil
    }

    /// Drops a remark in parentheses, as in `JOHN (laughing):`.
    private static func withoutRemark(_ bytes: [UInt8], _ name: Range<Int>) -> (Range<Int>, Bool) {
        let name = bytes.trimmed(name)
        guard bytes[name].last == UInt8(ascii: ")"), let open = bytes[name].firstIndex(of: UInt8(ascii: "(")),
            open > name.lowerBound
        else { return (name, false) }
        return (bytes.trimmed(name.lowerBound..<open), true)
    }

    /// Whether bytes look like the name of a speaker and not like the beginning of a sentence.
    ///
    /// - Parameter strict: Every word but short particles begins with a capital, a digit or a letter without case.
    private static func isName(_ bytes: [UInt8], _ name: Range<Int>, strict: Bool) -> Bool {
        guard (1...60).contains(name.count) else { return false }
        var words = 0
        var index = name.lowerBound
        while index < name.upperBound {
            let end = bytes[index..<name.upperBound].firstIndex(where: isSpace) ?? name.upperBound
            let word = bytes[index..<end]
            index = skipSpace(bytes, end, name.upperBound)
            words += 1
            guard let first = word.first, !word.contains(where: isForbidden) else { return false }
            let isSmall = first >= UInt8(ascii: "a") && first <= UInt8(ascii: "z")
            if strict {
                if words == 1, isSmall || isDigit(first) { return false }
                if isSmall, word.count > 3 { return false }
                // A full stop ends an abbreviation, not a sentence.
                if word.last == UInt8(ascii: "."), word.count > 5 { return false }
            }
        }
        let limit = strict ? 5 : 8
        return words <= limit && bytes[name].contains { isLetter($0) || $0 >= 0x80 }
    }

    private static func isForbidden(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "|"),
            UInt8(ascii: "="), UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: "!"),
            UInt8(ascii: "?"), UInt8(ascii: "*"), UInt8(ascii: "`"), UInt8(ascii: "\""), UInt8(ascii: "["),
            UInt8(ascii: "]"), UInt8(ascii: "%"), UInt8(ascii: "$"), UInt8(ascii: "@"), UInt8(ascii: "+"):
            true
        default: false
        }
    }

    private static func skipSpace(_ bytes: [UInt8], _ start: Int, _ limit: Int) -> Int {
        var index = start
        while index < limit, isSpace(bytes[index]) { index += 1 }
        return index
    }
}

/// A time as written transcripts give it: `[03:15]`, `(1:02:03)`, `00:03:15` or `[03:15 - 03:21]`, with the brackets
/// perhaps escaped for Markdown.
struct SpokenTime {
    var start: Double
    var stop: Double?
    /// The byte after it and after the white space that follows.
    var end: Int

    init?(_ bytes: [UInt8], at position: Int, limit: Int) {
        var index = position
        var closing: UInt8?
        if index < limit, bytes[index] == UInt8(ascii: "\\") { index += 1 }
        if index < limit, bytes[index] == UInt8(ascii: "[") || bytes[index] == UInt8(ascii: "(") {
            closing = bytes[index] == UInt8(ascii: "[") ? UInt8(ascii: "]") : UInt8(ascii: ")")
            index += 1
        } else if index > position {
            return nil
        }
        guard let first = Timestamp.lenient(bytes, at: index, limit: limit) else { return nil }
        start = first.seconds
        index = first.end
        if let second = Self.second(bytes, after: index, limit: limit) {
            stop = second.seconds
            index = second.end
        }
        if let closing {
            if index < limit, bytes[index] == UInt8(ascii: "\\") { index += 1 }
            guard index < limit, bytes[index] == closing else { return nil }
            index += 1
        } else if index < limit, !isSpace(bytes[index]) {
            // "10:30am" and "3:16." are parts of a sentence.
            return nil
        }
        while index < limit, isSpace(bytes[index]) { index += 1 }
        end = index
    }

    /// The second time of `00:01 - 00:05` or `00:01 --> 00:05`.
    private static func second(_ bytes: [UInt8], after position: Int, limit: Int) -> Timestamp? {
        var index = position
        var dashes = 0
        while index < limit, index - position < 8 {
            let byte = bytes[index]
            if byte == UInt8(ascii: "-") || byte == UInt8(ascii: ">") {
                dashes += 1
            } else if !isSpace(byte) {
                break
            }
            index += 1
        }
        return dashes > 0 ? Timestamp.lenient(bytes, at: index, limit: limit) : nil
    }
}
