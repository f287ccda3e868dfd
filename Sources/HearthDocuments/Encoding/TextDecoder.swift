import HearthCore

/// Turns the bytes of a text file into a string, with the encoding decided by evidence: a byte-order mark, the looks
/// of UTF-16 and UTF-32 (``WideUnicode``), validity as UTF-8, and at last the reading that looks most like a language (``LegacyEncodingDetector``).
///
/// It never fails: what cannot be decoded is replaced and counted.
enum TextDecoder {
    static func decode(_ bytes: [UInt8]) -> DecodedText {
        var decoded = byEvidence(bytes)
        // The mark says what the file is in and is none of its words; programs that join files leave several. It goes here for
        // all formats; ``DocumentReader`` puts it back, outside of all blocks, where places are those of the file.
        let marks = decoded.text.unicodeScalars.prefix { $0 == "\u{FEFF}" }.count
        if marks > 0 { decoded.text.unicodeScalars.removeFirst(marks) }
        return decoded
    }

    private static func byEvidence(_ bytes: [UInt8]) -> DecodedText {
        if let form = WideUnicode.marked(bytes) { return form.decode(bytes) }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            return utf8(bytes) ?? repaired(bytes, UTF8Damage(of: bytes).errors)
        }
        if let form = WideUnicode.detect(bytes) { return form.decode(bytes) }
        if bytes.firstISO2022Escape != nil, let text = LegacyDecoder.decode(bytes, .iso2022JP), text.replacements == 0 {
            return text
        }
        if let text = utf8(bytes) { return text }
        let damage = UTF8Damage(of: bytes)
        if damage.isMostlyUTF8 { return repaired(bytes, damage.errors) }
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

    private static func utf8(_ bytes: [UInt8]) -> DecodedText? {
        String(validating: bytes, as: UTF8.self).map { DecodedText(text: $0, encoding: "utf-8", replacements: 0) }
    }

    private static func repaired(_ bytes: [UInt8], _ errors: Int) -> DecodedText {
        DecodedText(text: String(decoding: bytes, as: UTF8.self), encoding: "utf-8", replacements: max(1, errors))
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

/// A file's text, and what had to be assumed and mended to read it.
struct DecodedText: Sendable {
    var text: String
    /// The encoding's name as registered with IANA, in lower case.
    var encoding: String
    /// How many times bytes that mean nothing in this encoding were replaced by U+FFFD.
    var replacements: Int
}

/// How far bytes that are not valid UTF-8 are from being it: a log with one cut character is still UTF-8, a Latin-1 letter
/// is not.
struct UTF8Damage {
    /// Characters of more than one byte that are whole.
    var sound = 0
    /// Places that are not valid.
    var errors = 0

    init(of bytes: some RandomAccessCollection<UInt8>) {
        var rest = bytes.makeIterator()
        var codec = UTF8()
        loop: while true {
            switch codec.decode(&rest) {
            case .scalarValue(let scalar): if scalar.value > 0x7F { sound += 1 }
            case .emptyInput: break loop
            case .error: errors += 1
            }
        }
    }

    /// Text in another encoding forms whole UTF-8 characters only by chance, so a clear majority decides.
    var isMostlyUTF8: Bool { sound >= 4 * errors && sound > 0 }
}
