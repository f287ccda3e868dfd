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
            } else if value == 0x3C, let past = tag(bytes, from: at, block: block) {
                at = past
            } else {
                break
            }
        }
        return (at, found)
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

extension UInt32 {
    /// A mark that ends sentences in some script.
    var isTerminator: Bool {
        switch self {
        case 0x2E, 0x21, 0x3F, 0x2026, 0x3002, 0xFF0E, 0xFF01, 0xFF1F, 0xFF61, 0x589, 0x61F, 0x6D4, 0x700...0x702,
            0x964,
            0x965, 0x104A, 0x104B, 0x1362, 0x1367, 0x1368, 0x17D4, 0x17D5, 0x203C, 0x2047, 0x2048, 0x2049, 0xF0D,
            0x1803, 0x1809, 0xA4FF:
            true
        default: false
        }
    }

    var isFullWidthTerminator: Bool {
        self == 0x3002 || self == 0xFF0E || self == 0xFF01 || self == 0xFF1F || self == 0xFF61
    }

    /// A quotation mark or bracket that closes.
    var isCloser: Bool {
        switch self {
        case 0x22, 0x27, 0x29, 0x5D, 0x7D, 0x2019, 0x201D, 0xBB, 0x203A, 0x300D, 0x300F, 0x300B, 0x3009, 0x3011, 0xFF09,
            0xFF3D, 0xFF5D, 0x201C:
            true
        default: false
        }
    }

    var isOpener: Bool {
        switch self {
        case 0x22, 0x28, 0x5B, 0x7B, 0x2018, 0x201C, 0x201E, 0x201A, 0xAB, 0x300C, 0x300E, 0x300A, 0xFF08, 0xBF, 0xA1:
            true
        default: false
        }
    }
}

extension UnsafeBufferPointer where Element == UInt8 {
    func scalarIfAny(at offset: Int) -> UInt32? {
        offset >= 0 && offset < count ? scalar(at: offset).value : nil
    }
}
