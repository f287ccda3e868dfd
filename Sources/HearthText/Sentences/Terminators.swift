/// A run of terminators with the quotation marks, brackets and note references that close after it.
struct TerminatorCluster {
    var start: Int
    /// One past the closing marks.
    var end: Int
    /// A single full stop.
    var isStop: Bool
    /// Two or more dots, or `…`.
    var isEllipsis: Bool
    /// The last terminator.
    var last: UInt32
    /// A quotation mark or bracket closes after it.
    var hasCloser: Bool
    /// Three dots with spaces between.
    var isPause = false
    /// The dots that follow open the next sentence.
    var opensWithDots = false
    /// A Chinese or Japanese character follows without a space.
    var isFollowedByWideText: Bool

    init(_ bytes: UTF8Bytes, at place: Int, block: Range<Int>) {
        start = place
        var at = place
        var dots = 0
        var others = 0
        var last: UInt32 = 0
        while at < block.upperBound {
            let (value, length) = bytes.scalar(at: at)
            switch value {
            case 0x2E: dots += 1
            case 0x2026: dots += 3
            case 0x21, 0x3F, 0x203C, 0x2047, 0x2048, 0x2049, 0xFF01, 0xFF1F: others += 1
            default:
                guard ScalarClass(value) == .mark, last != 0 else {
                    (self.end, hasCloser) = Self.closers(bytes, from: at, block: block)
                    isStop = dots == 1 && others == 0
                    isEllipsis = dots > 1 && others == 0
                    self.last = last
                    let isWide = ScalarClass(value) == .han || ScalarClass(value) == .hiragana
                    isFollowedByWideText = isWide && !isStop && at == self.end && !isEllipsis
                    return
                }
            }
            if ScalarClass(value) != .mark { last = value }
            at += length
        }
        end = at
        hasCloser = false
        isStop = dots == 1 && others == 0
        isEllipsis = dots > 1 && others == 0
        self.last = last
        isFollowedByWideText = false
    }

    private static func closers(_ bytes: UTF8Bytes, from start: Int, block: Range<Int>) -> (Int, Bool) {
        var at = start
        var found = false
        while at < block.upperBound {
            let (value, length) = bytes.scalar(at: at)
            if value.isCloser {
                found = true
                at += length
            } else if value == 0x5B, let past = note(bytes, from: at, block: block) {
                at = past
            } else if value.isNoteMark, at > start || Self.standsAlone(bytes, at: at, block: block) {
                at += length
            } else if value == 0x3C, let past = tag(bytes, from: at, block: block) {
                at = past
            } else {
                break
            }
        }
        return (at, found)
    }

    /// Whether nothing but marks of notes stands from `place` to the next white space: "the line.¹² The next".
    private static func standsAlone(_ bytes: UTF8Bytes, at place: Int, block: Range<Int>) -> Bool {
        var at = place
        while at < block.upperBound, bytes.spaceLength(at: at) == nil {
            let (value, length) = bytes.scalar(at: at)
            guard value.isNoteMark || value.isCloser, at - place < 24 else { return false }
            at += length
        }
        return true
    }

    /// A reference to a note, such as `[12]` or `[a]`.
    private static func note(_ bytes: UTF8Bytes, from start: Int, block: Range<Int>) -> Int? {
        var at = start + 1
        while at < block.upperBound, at - start < 6, bytes[at] != 0x5D {
            guard ScalarClass(bytes.scalar(at: at).value) == .digit || bytes[at] | 0x20 >= 0x61 else { return nil }
            at += 1
        }
        return at < block.upperBound && bytes[at] == 0x5D && at > start + 1 ? at + 1 : nil
    }

    /// A closing tag, such as `</em>`.
    private static func tag(_ bytes: UTF8Bytes, from start: Int, block: Range<Int>) -> Int? {
        guard start + 3 < block.upperBound, bytes[start + 1] == 0x2F else { return nil }
        var at = start + 2
        while at < block.upperBound, at - start < 12, bytes[at] != 0x3E {
            guard ScalarClass(ascii: bytes[at]).isWordPart, bytes[at] < 0x80 else { return nil }
            at += 1
        }
        return at < block.upperBound && bytes[at] == 0x3E ? at + 1 : nil
    }
}

/// What follows a possible end of a sentence.
struct Lookahead {
    enum Kind {
        case upper, lower, digit
        /// A letter of a script without case.
        case uncased
        /// An opening bracket; `first` is the first letter in it.
        case bracket
        /// A dash; `first` is the first letter after it.
        case dash
        /// A mark with which a sentence may begin, such as a symbol or the dots of an ellipsis before a word.
        case mark
        /// A mark that goes on with a sentence.
        case punctuation
        case end
    }

    private(set) var kind = Kind.end
    /// The first letter or digit.
    private(set) var first: UInt32 = 0
    /// The word that starts with it.
    private(set) var word: Range<Int>

    /// Marks before the word that are looked past.
    private static let furthest = 12

    init(_ bytes: UTF8Bytes, from place: Int, block: Range<Int>) {
        var at = place
        while at < block.upperBound, let length = bytes.spaceLength(at: at) { at += length }
        word = at..<at
        var opener: Kind?
        var seen = 0
        while at < block.upperBound, seen < Self.furthest {
            let (value, length) = bytes.scalar(at: at)
            let kind = ScalarClass(value)
            if kind.isWordPart {
                first = value
                word = at..<Self.wordEnd(bytes, from: at, block: block)
                self.kind = opener ?? Self.kind(of: value, kind)
                return
            }
            seen += 1
            switch value {
            case 0x28, 0x5B, 0xFF08: opener = opener ?? .bracket
            case 0x2D, 0x2013, 0x2014, 0x2015: opener = opener ?? .dash
            case 0x2E, 0x2026: opener = opener ?? .mark
            case 0x2C, 0x3B, 0x3A, 0x29, 0x5D, 0x2F, 0x3D, 0x2B, 0x26, 0x25, 0x60C:
                if opener == nil {
                    self.kind = .punctuation
                    return
                }
            case 0x22, 0x27, 0x5F, 0x2A, 0x7B, 0x2018, 0x201C, 0x201E, 0x201A, 0xAB, 0xBB, 0x201D, 0x300C, 0x300E, 0xBF,
                0xA1, 0x20, 0xA0, 0x24, 0x3C, 0x3E:
                break
            default:
                if kind != .mark, kind != .space { opener = opener ?? .mark }
            }
            at += length
        }
        if seen > 0 { self.kind = opener ?? .mark }
    }

    private static func kind(of value: UInt32, _ kind: ScalarClass) -> Kind {
        switch kind {
        case .digit: return .digit
        case .letter:
            if value.isUppercase { return .upper }
            return value.isLowercase ? .lower : .uncased
        default: return .uncased
        }
    }

    private static func wordEnd(_ bytes: UTF8Bytes, from start: Int, block: Range<Int>) -> Int {
        var at = start
        while at < block.upperBound, at - start < 64 {
            let (value, length) = bytes.scalar(at: at)
            guard ScalarClass(value).isWordPart || value == 0x27 || value == 0x2019 else { break }
            at += length
        }
        return at
    }
}

// MARK: - How a sentence ends

/// How a sentence ends.
package enum SentenceEnd {
    package static func closes(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\"", "”", "»", "」", "』", ")": true
        default: scalar.value.isTerminator || scalar == "\u{37E}"
        }
    }

    /// Whether a mark of a question ends it; Armenian sets one above the word that asks.
    package static func asks(_ text: String) -> Bool {
        var rest = text.unicodeScalars.reversed().prefix(4)
        scan: while let scalar = rest.popFirst() {
            switch scalar {
            case "?", "？", "؟", "፧", "⁇", "⁉", "‽", "꘏": return true
            // The same sign parts clauses in other languages.
            case ";", "\u{37E}": if lastLetter(text).map(isGreek) == true { return true }
            default: if scalar.properties.isAlphabetic { break scan }
            }
        }
        return text.utf8.contains(0xD5) && text.unicodeScalars.contains("՞")
    }

    private static func lastLetter(_ text: String) -> Unicode.Scalar? {
        text.unicodeScalars.reversed().first { $0.properties.isAlphabetic }
    }

    private static func isGreek(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x370 && scalar.value < 0x400 || scalar.value >= 0x1F00 && scalar.value < 0x2000
    }

    package static func exclaims(_ text: String) -> Bool {
        for scalar in text.unicodeScalars.reversed().prefix(3) where scalar == "!" || scalar == "！" { return true }
        return false
    }
}
