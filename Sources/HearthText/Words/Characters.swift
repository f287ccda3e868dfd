/// What a character is to the word and sentence scanners. A table for ASCII, ranges for the scripts that need care, and
/// the Unicode properties for the rest.
package enum ScalarClass: UInt8 {
    case other
    case space
    case letter
    case digit
    /// Combining marks, joiners and other format characters: they belong to what stands before them.
    case mark
    case han
    case hiragana
    case katakana
    case hangul
    /// Thai, Lao, Khmer and Burmese: scripts that set no spaces between words.
    case southEastAsian

    @inlinable package var isWordPart: Bool { rawValue >= ScalarClass.letter.rawValue }

    /// The class of an ASCII byte.
    @inlinable @inline(__always)
    package init(ascii byte: UInt8) {
        if (byte | 0x20) &- 0x61 < 26 {
            self = .letter
        } else if byte &- 0x30 < 10 {
            self = .digit
        } else {
            self = byte == 0x20 || byte &- 9 < 5 ? .space : .other
        }
    }

    @inlinable @inline(__always)
    package init(_ value: UInt32) {
        self = value < 0x80 ? ScalarClass(ascii: UInt8(truncatingIfNeeded: value)) : ScalarClass(beyondASCII: value)
    }

    @usableFromInline init(beyondASCII value: UInt32) {
        switch value {
        case 0xC0...0x24F: self = value == 0xD7 || value == 0xF7 ? .other : .letter
        case 0x300...0x36F: self = .mark
        case 0x3B1...0x3C9, 0x400...0x481, 0x48A...0x52F: self = .letter
        case 0x3041...0x3096, 0x309D...0x309F: self = .hiragana
        case 0x3099, 0x309A: self = .mark
        case 0x30A1...0x30FA, 0x30FC...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: self = .katakana
        case 0x4E00...0x9FFF, 0x3400...0x4DBF, 0xF900...0xFAFF, 0x20000...0x323AF, 0x3005, 0x3007: self = .han
        case 0xAC00...0xD7AF, 0x1100...0x11FF, 0x3131...0x318E, 0xA960...0xA97F, 0xD7B0...0xD7FF: self = .hangul
        case 0xFF10...0xFF19: self = .digit
        case 0xFF21...0xFF3A, 0xFF41...0xFF5A: self = .letter
        case 0x3000, 0xA0, 0x85, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F: self = .space
        case 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2064, 0xFEFF, 0xAD, 0xFE00...0xFE0F: self = .mark
        case 0x2010...0x2BFF, 0x3000...0x303F, 0x1F000...0x1FAFF: self = .other
        case 0..<0x2000: self = ScalarClass.alphabets[Int(value)]
        default: self = ScalarClass.fromProperties(value)
        }
    }

    /// What the properties say of the alphabets: every letter of a text in Thai or Hindi is asked for, several times.
    private static let alphabets = (0..<0x2000).map { fromProperties($0) }

    private static func fromProperties(_ value: UInt32) -> ScalarClass {
        guard let scalar = Unicode.Scalar(value) else { return .other }
        let properties = scalar.properties
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark, .format: return .mark
        case .decimalNumber: return .digit
        case .spaceSeparator, .lineSeparator, .paragraphSeparator: return .space
        default: break
        }
        guard properties.isAlphabetic else { return .other }
        switch value {
        case 0xE00...0xEFF, 0x1000...0x109F, 0x1780...0x17FF: return .southEastAsian
        default: return .letter
        }
    }
}

/// What marks and letters are to sentences and names, by the values of their scalars.
extension UInt32 {
    package var isLowercase: Bool {
        if self < 0x80 { return self >= 0x61 && self <= 0x7A }
        return Unicode.Scalar(self)?.properties.isLowercase ?? false
    }

    package var isUppercase: Bool {
        if self < 0x80 { return self >= 0x41 && self <= 0x5A }
        guard let properties = Unicode.Scalar(self)?.properties else { return false }
        return properties.isUppercase || properties.generalCategory == .titlecaseLetter
    }

    var isBullet: Bool {
        switch self {
        case 0x2022, 0x2023, 0x2043, 0x204C, 0x204D, 0x2219, 0x25AA, 0x25AB, 0x25B8, 0x25CF, 0x25E6, 0x25A0, 0x25BA,
            0x2756, 0x27A2, 0xF0B7:
            true
        default: false
        }
    }

    /// A mark that ends sentences in some script: the property Sentence_Terminal of Unicode 15 but for dots
    /// that lead to a number (U+2024), the marks of abbreviation and pause
    /// that may end one (`.`, `…`), and Khmer's and Tibetan's, which a later Unicode and the languages' writers add.
    package var isTerminator: Bool {
        switch self {
        case 0x2E, 0x21, 0x3F: true
        // Letters of most texts, which need not be held against the rest.
        case 0..<0x589, 0x3040..<0xA4FF, 0xAC00..<0xD7B0: false
        case 0x2026, 0x3002, 0xFF0E, 0xFF01, 0xFF1F, 0xFF61, 0x589, 0x61D...0x61F, 0x6D4, 0x700...0x702, 0x7F9, 0x837,
            0x839, 0x83D, 0x83E, 0x964, 0x965, 0xF0D, 0x104A, 0x104B, 0x1362, 0x1367, 0x1368, 0x166E, 0x1735, 0x1736,
            0x17D4, 0x17D5, 0x1803, 0x1809, 0x1944, 0x1945, 0x1AA8...0x1AAB, 0x1B5A, 0x1B5B, 0x1B5E, 0x1B5F, 0x1B7D,
            0x1B7E, 0x1C3B, 0x1C3C, 0x1C7E, 0x1C7F, 0x203C, 0x203D, 0x2047...0x2049, 0x2CF9...0x2CFB, 0x2E2E, 0x2E3C,
            0x2E53, 0x2E54:
            true
        case 0xA4FF, 0xA60E, 0xA60F, 0xA6F3, 0xA6F7, 0xA876, 0xA877, 0xA8CE, 0xA8CF, 0xA92F, 0xA9C8, 0xA9C9,
            0xAA5D...0xAA5F, 0xAAF0, 0xAAF1, 0xABEB, 0xFE12, 0xFE15, 0xFE16, 0xFE52, 0xFE56, 0xFE57, 0x10A56, 0x10A57,
            0x10F55...0x10F59,
            0x10F86...0x10F89, 0x11047, 0x11048, 0x110BE...0x110C1, 0x11141...0x11143, 0x111C5, 0x111C6, 0x111CD,
            0x111DE,
            0x111DF, 0x11238, 0x11239, 0x1123B, 0x1123C, 0x112A9, 0x1144B, 0x1144C, 0x115C2, 0x115C3, 0x115C9...0x115D7,
            0x11641, 0x11642, 0x1173C...0x1173E, 0x11944, 0x11946, 0x11A42, 0x11A43, 0x11A9B, 0x11A9C, 0x11C41, 0x11C42,
            0x11EF7, 0x11EF8, 0x11F43, 0x11F44, 0x16A6E, 0x16A6F, 0x16AF5, 0x16B37, 0x16B38, 0x16B44, 0x16E98, 0x1BC9F,
            0x1DA88:
            true
        default: false
        }
    }

    /// A raised number, or a mark that refers to a note: ¹ ² † ‡ ※.
    var isNoteMark: Bool {
        switch self {
        case 0xB9, 0xB2, 0xB3, 0x2070, 0x2074...0x2079, 0x2020, 0x2021, 0x203B, 0xB6, 0xA7: true
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

/// UTF-8 that is known to be valid, as the bytes of a `String` are. Reads never leave the buffer.
package typealias UTF8Bytes = UnsafeBufferPointer<UInt8>

extension UnsafeBufferPointer where Element == UInt8 {
    /// The scalar at `offset` and its length in bytes. `offset` must be that of a first byte, below `count`.
    @inlinable @inline(__always)
    package func scalar(at offset: Int) -> (value: UInt32, length: Int) {
        let first = self[offset]
        if first < 0x80 { return (UInt32(first), 1) }
        if first < 0xE0 {
            guard offset + 1 < count else { return (0xFFFD, 1) }
            return (UInt32(first & 0x1F) << 6 | UInt32(self[offset + 1] & 0x3F), 2)
        }
        if first < 0xF0 {
            guard offset + 2 < count else { return (0xFFFD, count - offset) }
            let tail = UInt32(self[offset + 1] & 0x3F) << 6 | UInt32(self[offset + 2] & 0x3F)
            return (UInt32(first & 0x0F) << 12 | tail, 3)
        }
        guard offset + 3 < count else { return (0xFFFD, count - offset) }
        let middle = UInt32(self[offset + 1] & 0x3F) << 12 | UInt32(self[offset + 2] & 0x3F) << 6
        return (UInt32(first & 0x07) << 18 | middle | UInt32(self[offset + 3] & 0x3F), 4)
    }

    /// The scalar that ends just before `offset`, and its length in bytes; `nil` at the start.
    @inlinable @inline(__always)
    package func scalar(before offset: Int) -> (value: UInt32, length: Int)? {
        guard offset > 0 else { return nil }
        var start = offset - 1
        while start > 0, offset - start < 4, self[start] & 0xC0 == 0x80 { start -= 1 }
        return scalar(at: start)
    }

    /// The length of the white space character at `offset`, or `nil` when it is none.
    @inline(__always)
    func spaceLength(at offset: Int) -> Int? {
        let byte = self[offset]
        if byte < 0x80 { return byte == 0x20 || (byte >= 9 && byte <= 13) ? 1 : nil }
        guard byte == 0xC2 || byte == 0xE1 || byte == 0xE2 || byte == 0xE3 else { return nil }
        let (value, length) = scalar(at: offset)
        return ScalarClass(value) == .space ? length : nil
    }

    /// The scalar at `offset`; `nil` outside of the buffer.
    func scalarIfAny(at offset: Int) -> UInt32? {
        offset >= 0 && offset < count ? scalar(at: offset).value : nil
    }

    /// The bytes of a range as a string.
    @inlinable @inline(__always)
    package func string(_ range: Range<Int>) -> String {
        String(decoding: self[range], as: UTF8.self)
    }
}

extension String {
    /// Runs `body` on the string's UTF-8 bytes, without a copy where the storage allows it.
    @inlinable @inline(__always)
    package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
        if let result = try utf8.withContiguousStorageIfAvailable(body) { return result }
        var copy = self
        return try copy.withUTF8(body)
    }

    /// About the first `count` bytes, cut at a character.
    package func prefixOfBytes(_ count: Int) -> Substring {
        var end = utf8.index(utf8.startIndex, offsetBy: count, limitedBy: utf8.endIndex) ?? endIndex
        while end > startIndex, String.Index(end, within: unicodeScalars) == nil { end = utf8.index(before: end) }
        return self[startIndex..<end]
    }
}
