import Foundation

/// Makes UTF-8 of a page's bytes.
///
/// In this order: a byte-order mark, the encoding the container declares, the one the page's `<meta>` declares, UTF-8 where
/// the bytes are valid UTF-8, and Windows-1252. A declared encoding that the bytes contradict (declared UTF-8, not valid) is
/// followed, and the bad bytes are counted.
enum HTMLDecoder {
    struct Decoded {
        var bytes: [UInt8]
        var encoding: String
        /// Bytes that became U+FFFD.
        var replaced = 0
    }

    static func decode(_ bytes: [UInt8], declared: String?) -> Decoded {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return utf8(Array(bytes.dropFirst(3))) }
        if bytes.starts(with: [0xFF, 0xFE]) {
            return decode(Array(bytes.dropFirst(2)), as: .utf16LittleEndian, "utf-16le")
        }
        if bytes.starts(with: [0xFE, 0xFF]) {
            return decode(Array(bytes.dropFirst(2)), as: .utf16BigEndian, "utf-16be")
        }
        let isUTF8 = String(validating: bytes, as: UTF8.self) != nil
        guard let label = (declared ?? metaCharset(bytes))?.lowercased() else {
            return isUTF8 ? Decoded(bytes: bytes, encoding: "utf-8") : windows1252(bytes)
        }
        switch label {
        case "utf-8", "utf8", "utf-16", "utf-16le", "utf-16be", "us-ascii", "ascii":
            return isUTF8 ? Decoded(bytes: bytes, encoding: "utf-8") : utf8(bytes)
        case "iso-8859-1", "latin1", "iso8859-1", "windows-1252", "cp1252": return windows1252(bytes)
        default:
            guard let encoding = foundationEncodings[label] else {
                return isUTF8 ? Decoded(bytes: bytes, encoding: "utf-8") : windows1252(bytes)
            }
            return decode(bytes, as: encoding, label)
        }
    }

    /// Declared encodings beyond the common ones.
    private static let foundationEncodings: [String: String.Encoding] = [
        "shift_jis": .shiftJIS, "sjis": .shiftJIS, "euc-jp": .japaneseEUC, "iso-2022-jp": .iso2022JP,
        "iso-8859-2": .isoLatin2, "windows-1250": .windowsCP1250, "windows-1251": .windowsCP1251,
        "windows-1253": .windowsCP1253, "windows-1254": .windowsCP1254,
    ]

    private static func decode(_ bytes: [UInt8], as encoding: String.Encoding, _ name: String) -> Decoded {
        guard let text = String(data: Data(bytes), encoding: encoding) else { return utf8(bytes) }
        return Decoded(bytes: Array(text.utf8), encoding: name)
    }

    private static func utf8(_ bytes: [UInt8]) -> Decoded {
        let text = String(decoding: bytes, as: UTF8.self)
        let added = text.unicodeScalars.lazy.filter { $0 == "\u{FFFD}" }.count
        return Decoded(bytes: Array(text.utf8), encoding: "utf-8", replaced: added)
    }

    private static func windows1252(_ bytes: [UInt8]) -> Decoded {
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count + bytes.count / 8)
        for byte in bytes {
            if byte < 0x80 {
                out.append(byte)
            } else {
                let value = byte < 0xA0 ? HTMLEntities.windows1252[Int(byte) - 0x80] : UInt16(byte)
                out.append(contentsOf: String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8)
            }
        }
        return Decoded(bytes: out, encoding: "windows-1252")
    }

    /// The encoding named in a `<meta>` among the first 4096 bytes (the standard asks for 1024; pages are later than that).
    static func metaCharset(_ bytes: [UInt8]) -> String? {
        let head = bytes.prefix(4096).map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
        let key = Array("charset".utf8)
        var position = 0
        while position + key.count < head.count {
            guard head[position] == key[0], head[position..<position + key.count].elementsEqual(key) else {
                position += 1
                continue
            }
            position += key.count
            while position < head.count, head[position].isHTMLSpace { position += 1 }
            guard position < head.count, head[position] == 0x3D else { continue }
            position += 1
            while position < head.count, head[position].isHTMLSpace || head[position] == 0x22 || head[position] == 0x27
            {
                position += 1
            }
            let from = position
            while position < head.count,
                head[position].isASCIILetter || head[position].isASCIIDigit || head[position] == 0x2D
                    || head[position] == 0x5F
            {
                position += 1
            }
            if position > from { return String(decoding: head[from..<position], as: UTF8.self) }
        }
        return nil
    }
}
