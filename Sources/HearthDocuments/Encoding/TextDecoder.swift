import HearthCore

/// Turns the bytes of a text file into a string, with the encoding decided by evidence: a byte-order mark, the pattern of
/// UTF-16, validity as UTF-8, and at last the reading that looks most like a language (``LegacyEncodingDetector``).
///
/// It never fails: what cannot be decoded is replaced and counted.
enum TextDecoder {
    static func decode(_ bytes: [UInt8]) -> DecodedText {
        if let marked = decodeMarked(bytes) { return marked }
        if let order = UTF16Text.order(of: bytes) { return UTF16Text.decode(bytes[...], order) }
        if bytes.firstISO2022Escape != nil, let text = LegacyDecoder.decode(bytes, .iso2022JP), text.replacements == 0 {
            return text
        }
        if let text = String(validating: bytes, as: UTF8.self) {
            return DecodedText(text: text, encoding: "utf-8", replacements: 0, isVerbatim: true)
        }
        let damage = UTF8Damage(of: bytes)
        if damage.isMostlyUTF8 { return repaired(bytes[...], damage.errors) }
        for encoding in LegacyEncodingDetector.ranking(of: bytes) {
            if let text = LegacyDecoder.decode(bytes, encoding) { return text }
        }
        return LegacyDecoder.decodeWindows1252(bytes)
    }

    /// The text with a warning where bytes had to be replaced.
    static func decode(_ bytes: [UInt8], warnings: inout [ExtractionWarning]) -> DecodedText {
        let decoded = decode(bytes)
        if decoded.replacements > 0 {
            let places = decoded.replacements == 1 ? "1 place" : "\(decoded.replacements) places"
            warnings.append(
                ExtractionWarning(
                    .undecodableBytes, "Bytes at \(places) are not valid \(decoded.encoding.uppercased()); replaced."))
        }
        return decoded
    }

    private static func decodeMarked(_ bytes: [UInt8]) -> DecodedText? {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            let rest = bytes[3...]
            if let text = String(validating: rest, as: UTF8.self) {
                return DecodedText(text: text, encoding: "utf-8", replacements: 0, isVerbatim: false)
            }
            return repaired(rest, UTF8Damage(of: rest).errors)
        }
        // UTF-32 first: its little-endian mark begins with that of UTF-16.
        if bytes.starts(with: [0xFF, 0xFE, 0, 0]) { return UTF32Text.decode(bytes[4...], bigEndian: false) }
        if bytes.starts(with: [0, 0, 0xFE, 0xFF]) { return UTF32Text.decode(bytes[4...], bigEndian: true) }
        if bytes.starts(with: [0xFF, 0xFE]) { return UTF16Text.decode(bytes[2...], .littleEndian) }
        if bytes.starts(with: [0xFE, 0xFF]) { return UTF16Text.decode(bytes[2...], .bigEndian) }
        return nil
    }

    private static func repaired(_ bytes: ArraySlice<UInt8>, _ errors: Int) -> DecodedText {
        DecodedText(
            text: String(decoding: bytes, as: UTF8.self), encoding: "utf-8", replacements: max(1, errors),
            isVerbatim: false)
    }
}

extension [UInt8] {
    /// Where a shift into a Japanese character set stands (ESC $ B, ESC $ @): the sign of ISO-2022-JP, which is seven-bit and
    /// would pass as UTF-8.
    fileprivate var firstISO2022Escape: Int? {
        guard let escape = firstIndex(of: 0x1B) else { return nil }
        for index in escape..<Swift.max(escape, count - 2)
        where self[index] == 0x1B && self[index + 1] == 0x24 && (self[index + 2] == 0x42 || self[index + 2] == 0x40) {
            return index
        }
        return nil
    }
}
