/// Makes UTF-8 of a page's bytes.
///
/// Evidence comes before declarations: a byte-order mark, then text that is valid UTF-8 and not ASCII alone. Then what the
/// container declares, and what the page's `<meta>` declares, by the HTML and Encoding Standards. Where nothing is declared, or
/// the bytes contradict it, the reading that looks most like a language is taken, as for plain text.
enum HTMLEncoding {
    static func decode(_ bytes: [UInt8], declared: String?) -> DecodedText {
        let isMarked = [[0xEF, 0xBB, 0xBF], [0xFE, 0xFF], [0xFF, 0xFE]].contains { bytes.starts(with: $0) }
        let label = declared.flatMap { name(ofLabel: Array($0.utf8)) } ?? declaredName(in: bytes)
        if !isMarked, let label, let encoding = LegacyEncoding(rawValue: label) {
            // Seven-bit encodings are valid UTF-8 as well.
            let isUTF8 = encoding != .iso2022JP && String(validating: bytes, as: UTF8.self) != nil
            if !isUTF8 {
                if encoding == .windows1252 { return LegacyDecoder.decodeWindows1252(bytes) }
                if let text = LegacyDecoder.decode(bytes, encoding) { return text }
            }
        }
        return TextDecoder.decode(bytes)
    }

    /// How far a page is searched for what it declares. The standard asks for 1,024 bytes here, and for another look when the
    /// tree's construction meets a later `<meta>`; this is both in one.
    private static let searchSize = 16_384

    /// The encoding that a page declares in a `<meta>`, by its standard name (HTML Living Standard, 13.2.3.2, "prescan a byte
    /// stream"); `nil` where it declares none that is known.
    static func declaredName(in bytes: [UInt8]) -> String? {
        var scan = DeclarationScan(bytes: Array(bytes.prefix(searchSize)))
        return scan.run()
    }

    /// The standard name of the encoding that a label means (Encoding Standard, 4.2), in lower case; `nil` for labels that are
    /// unknown, and for those of encodings that browsers do not decode because pages are attacked with them.
    static func name(ofLabel label: some BidirectionalCollection<UInt8>) -> String? {
        let trimmed = Array(label).trimmed().map(lowercased)
        return names[String(decoding: trimmed, as: UTF8.self)]
    }

    private static let names: [String: String] = {
        var names: [String: String] = [:]
        for line in labels.split(separator: "\n") {
            let words = line.split(separator: " ")
            for word in words { names[String(word)] = String(words[0]) }
        }
        return names
    }()

    /// Each line: the name, then its labels. The reading of GBK is that of GB 18030, of which it is a part.
    private static let labels = """
        utf-8 utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8
        ibm866 866 cp866 csibm866
        iso-8859-2 csisolatin2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2
        iso-8859-3 csisolatin3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3
        iso-8859-4 csisolatin4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4
        iso-8859-5 csisolatincyrillic cyrillic iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988
        iso-8859-6 arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6-e iso-8859-6-i iso-ir-127 \
        iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987
        iso-8859-7 csisolatingreek ecma-118 elot_928 greek greek8 iso-ir-126 iso8859-7 iso88597 iso_8859-7 iso_8859-7:1987 \
        sun_eu_greek
        iso-8859-8 csiso88598e csisolatinhebrew hebrew iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8 \
        iso_8859-8:1988 visual csiso88598i iso-8859-8-i logical
        iso-8859-10 csisolatin6 iso-ir-157 iso8859-10 iso885910 l6 latin6
        iso-8859-13 iso8859-13 iso885913
        iso-8859-14 iso8859-14 iso885914
        iso-8859-15 csisolatin9 iso8859-15 iso885915 iso_8859-15 l9
        iso-8859-16
        koi8-r cskoi8r koi koi8 koi8_r
        koi8-u koi8-ru
        macintosh csmacintosh mac x-mac-roman
        windows-874 dos-874 iso-8859-11 iso8859-11 iso885911 tis-620
        windows-1250 cp1250 x-cp1250
        windows-1251 cp1251 x-cp1251
        windows-1252 ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 \
        iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii x-cp1252 x-user-defined
        windows-1253 cp1253 x-cp1253
        windows-1254 cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 \
        x-cp1254
        windows-1255 cp1255 x-cp1255
        windows-1256 cp1256 x-cp1256
        windows-1257 cp1257 x-cp1257
        windows-1258 cp1258 x-cp1258
        x-mac-cyrillic x-mac-ukrainian
        gb18030 chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk
        big5 big5-hkscs cn-big5 csbig5 x-x-big5
        euc-jp cseucpkdfmtjapanese x-euc-jp
        iso-2022-jp csiso2022jp
        shift_jis csshiftjis ms932 ms_kanji shift-jis sjis windows-31j x-sjis
        euc-kr cseuckr csksc56011987 iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949
        utf-16be unicodefffe
        utf-16le csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16
        """
}

/// A look at the beginning of a page for `<meta charset>` and its like, before it is read.
private struct DeclarationScan {
    let bytes: [UInt8]
    var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    private struct Attribute {
        var name: [UInt8] = []
        var value: [UInt8] = []
    }

    mutating func run() -> String? {
        while position < bytes.count {
            let rest = bytes[position...]
            guard rest.first == 0x3C else {
                position += 1
                continue
            }
            if rest.starts(with: "<!--") {
                // The dashes of its beginning may be those of its end.
                guard let end = bytes.firstIndex(of: "-->", in: position + 2..<bytes.count) else { return nil }
                position = end + 3
            } else if rest.startsLowercased(with: "<meta"), rest.count > 5,
                rest[position + 5].isHTMLSpace || rest[position + 5] == 0x2F
            {
                position += 5
                if let name = declaration() { return name }
            } else if isTag(at: position) {
                while position < bytes.count, !bytes[position].isHTMLSpace, bytes[position] != 0x3E { position += 1 }
                while attribute() != nil {}
            } else if rest.count > 1, [0x21, 0x2F, 0x3F].contains(rest[position + 1]) {
                while position < bytes.count, bytes[position] != 0x3E { position += 1 }
            } else {
                position += 1
            }
        }
        return nil
    }

    private func isTag(at start: Int) -> Bool {
        let name = start + 1 < bytes.count && bytes[start + 1] == 0x2F ? start + 2 : start + 1
        return name < bytes.count && bytes[name].isASCIILetter
    }

    /// What the attributes of a `<meta>` declare.
    private mutating func declaration() -> String? {
        var seen: Set<[UInt8]> = []
        var isPragma = false
        var needsPragma: Bool?
        var name: String?
        while let attribute = attribute() {
            guard seen.insert(attribute.name).inserted else { continue }
            switch String(decoding: attribute.name, as: UTF8.self) {
            case "http-equiv": isPragma = attribute.value.elementsEqual("content-type".utf8)
            case "content":
                guard name == nil, let label = Self.charset(in: attribute.value) else { continue }
                name = HTMLEncoding.name(ofLabel: label)
                if name != nil { needsPragma = true }
            case "charset":
                name = HTMLEncoding.name(ofLabel: attribute.value)
                needsPragma = false
            default: break
            }
        }
        guard let needsPragma, !needsPragma || isPragma, let name else { return nil }
        // Whoever can read this in a page in ASCII does not read UTF-16.
        return name.hasPrefix("utf-16") ? "utf-8" : name
    }

    /// The next attribute, its name and value in lower case; `nil` where the tag ends, or the bytes do.
    private mutating func attribute() -> Attribute? {
        while position < bytes.count, bytes[position].isHTMLSpace || bytes[position] == 0x2F { position += 1 }
        guard position < bytes.count, bytes[position] != 0x3E else { return nil }
        var attribute = Attribute()
        while position < bytes.count {
            let byte = bytes[position]
            if byte == 0x3D, !attribute.name.isEmpty { break }
            if byte.isHTMLSpace || byte == 0x2F || byte == 0x3E { break }
            attribute.name.append(lowercased(byte))
            position += 1
        }
        skipSpace()
        guard position < bytes.count else { return nil }
        guard bytes[position] == 0x3D else { return attribute }
        position += 1
        skipSpace()
        guard position < bytes.count else { return nil }
        let quote = bytes[position]
        if quote == 0x22 || quote == 0x27 {
            guard let end = bytes[(position + 1)...].firstIndex(of: quote) else {
                position = bytes.count
                return nil
            }
            attribute.value = bytes[position + 1..<end].map(lowercased)
            position = end + 1
            return attribute
        }
        while position < bytes.count, !bytes[position].isHTMLSpace, bytes[position] != 0x3E {
            attribute.value.append(lowercased(bytes[position]))
            position += 1
        }
        // A value that goes on behind what was looked at is none.
        return position < bytes.count ? attribute : nil
    }

    private mutating func skipSpace() {
        while position < bytes.count, bytes[position].isHTMLSpace { position += 1 }
    }

    /// The encoding in a value such as `text/html; charset=utf-8` (HTML Living Standard, 2.6.5).
    private static func charset(in value: [UInt8]) -> ArraySlice<UInt8>? {
        var position = 0
        while let key = value.firstIndex(of: "charset", in: position..<value.count) {
            var rest = value[(key + 7)...].drop(while: \.isHTMLSpace)
            position = rest.startIndex
            guard rest.first == 0x3D else { continue }
            rest = rest.dropFirst().drop(while: \.isHTMLSpace)
            guard let first = rest.first else { return nil }
            if first == 0x22 || first == 0x27 {
                guard let end = rest.dropFirst().firstIndex(of: first) else { return nil }
                return rest[(rest.startIndex + 1)..<end]
            }
            return rest.prefix { !$0.isHTMLSpace && $0 != 0x3B }
        }
        return nil
    }
}
