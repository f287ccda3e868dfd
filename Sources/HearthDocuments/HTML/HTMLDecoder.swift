/// Makes UTF-8 of a page's bytes.
///
/// Evidence comes before declarations: a byte-order mark, then text that is valid UTF-8 and not ASCII alone. Then what
/// the container declares, and what the page's `<meta>` declares. Where nothing is declared, or the bytes contradict
/// it, the reading that looks most like a language is taken, as for plain text.
enum HTMLDecoder {
    static func decode(_ bytes: [UInt8], declared: String?) -> DecodedText {
        let isMarked = [[0xEF, 0xBB, 0xBF], [0xFE, 0xFF], [0xFF, 0xFE]].contains { bytes.starts(with: $0) }
        if !isMarked, let label = declared ?? metaCharset(bytes), let encoding = encoding(named: label) {
            // Seven-bit encodings are valid UTF-8 as well.
            let isUTF8 = encoding != .iso2022JP && String(validating: bytes, as: UTF8.self) != nil
            if !isUTF8 {
                if encoding == .windows1252 { return LegacyDecoder.decodeWindows1252(bytes) }
                if let text = LegacyDecoder.decode(bytes, encoding) { return text }
            }
        }
        return TextDecoder.decode(bytes)
    }

    /// The encoding that a label means (WHATWG Encoding Standard, 4.2); `nil` for UTF-8, which needs no table, and for
    /// labels that are unknown.
    private static func encoding(named label: String) -> LegacyEncoding? {
        let label = label.trimmedHTMLSpace.lowercased()
        return labels[label] ?? LegacyEncoding(rawValue: label)
    }

    private static let labels: [String: LegacyEncoding] = [
        "iso-8859-1": .windows1252, "iso8859-1": .windows1252, "iso_8859-1": .windows1252, "latin1": .windows1252,
        "l1": .windows1252, "cp1252": .windows1252, "x-cp1252": .windows1252, "iso-8859-15": .windows1252,
        "iso-8859-2": .windows1250, "latin2": .windows1250, "cp1250": .windows1250, "x-cp1250": .windows1250,
        "cp1251": .windows1251, "x-cp1251": .windows1251, "cp1253": .windows1253, "iso-8859-7": .windows1253,
        "cp1254": .windows1254, "iso-8859-9": .windows1254, "latin5": .windows1254, "cp1255": .windows1255,
        "iso-8859-8": .windows1255, "cp1256": .windows1256, "iso-8859-6": .windows1256, "cp1257": .windows1257,
        "iso-8859-13": .windows1257, "tis-620": .windows874, "iso-8859-11": .windows874, "koi8": .koi8R,
        "koi8-u": .koi8R,
        "cp866": .cp866, "866": .cp866, "sjis": .shiftJIS, "shift-jis": .shiftJIS, "x-sjis": .shiftJIS,
        "windows-31j": .shiftJIS, "ms_kanji": .shiftJIS, "x-euc-jp": .eucJP, "gb2312": .gb18030, "gbk": .gb18030,
        "x-gbk": .gb18030, "gb_2312-80": .gb18030, "chinese": .gb18030, "ks_c_5601-1987": .eucKR, "euckr": .eucKR,
        "korean": .eucKR, "windows-949": .eucKR, "big5-hkscs": .big5, "x-x-big5": .big5, "cn-big5": .big5,
    ]

    /// The encoding named in a `<meta>` among the first 4096 bytes (the standard asks for 1024; pages are later than
    /// that).
    static func metaCharset(_ bytes: [UInt8]) -> String? {
        let head = bytes.prefix(4096).map(lowercased)
        var position = 0
        while let key = head.firstIndex(of: "charset", in: position..<head.count) {
            position = key + 7
            while position < head.count, head[position].isHTMLSpace { position += 1 }
            guard position < head.count, head[position] == UInt8(ascii: "=") else { continue }
            position += 1
            while position < head.count, head[position].isHTMLSpace || head[position] == 0x22 || head[position] == 0x27
            {
                position += 1
            }
            let label = head[position...].prefix {
                isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
            }
            if !label.isEmpty { return String(decoding: label, as: UTF8.self) }
        }
        return nil
    }
}
