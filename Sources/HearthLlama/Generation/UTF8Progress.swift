/// Follows a text in UTF-8 byte by byte and refuses what cannot be one (Unicode Standard, table 3-7).
///
/// llama.cpp's grammars decode loosely: overlong forms and bytes that continue nothing pass as characters, even a quotation
/// mark in two bytes, which JSON parsers then rightly refuse.
struct UTF8Progress {
    /// How many bytes the character still needs.
    private(set) var missing = 0
    private var allowed: ClosedRange<UInt8> = 0x80...0xBF

    /// Takes a byte; `false` when no text goes on so.
    mutating func take(_ byte: UInt8) -> Bool {
        if missing > 0 {
            guard allowed.contains(byte) else { return false }
            missing -= 1
            allowed = 0x80...0xBF
            return true
        }
        allowed = 0x80...0xBF
        switch byte {
        case ..<0x80: return true
        case 0xC2...0xDF: missing = 1
        case 0xE0...0xEF:
            missing = 2
            if byte == 0xE0 { allowed = 0xA0...0xBF }
            if byte == 0xED { allowed = 0x80...0x9F }
        case 0xF0...0xF4:
            missing = 3
            if byte == 0xF0 { allowed = 0x90...0xBF }
            if byte == 0xF4 { allowed = 0x80...0x8F }
        default: return false
        }
        return true
    }

    /// Whether a text can go on with these bytes.
    func accepts(_ bytes: [UInt8]) -> Bool {
        var copy = self
        return bytes.allSatisfy { copy.take($0) }
    }
}
