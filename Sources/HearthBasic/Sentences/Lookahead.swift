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
