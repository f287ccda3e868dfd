/// The encodings of text in Rich Text files: by the code page of the file, or by the character set of a font.
enum RichTextEncoding: Equatable {
    case legacy(LegacyEncoding)
    case utf8

    /// `\ansicpg`, and `\cpg` of a font; `nil` for code pages that are not read.
    init?(codePage: Int) {
        switch codePage {
        case 65_001: self = .utf8
        case 874: self = .legacy(.windows874)
        case 866: self = .legacy(.cp866)
        case 932: self = .legacy(.shiftJIS)
        case 936, 54_936: self = .legacy(.gb18030)
        case 949: self = .legacy(.eucKR)
        case 950: self = .legacy(.big5)
        case 10_000: self = .legacy(.macintosh)
        case 10_007: self = .legacy(.macCyrillic)
        case 20_866: self = .legacy(.koi8R)
        case 21_866: self = .legacy(.koi8U)
        case 1_250...1_258:
            guard let encoding = LegacyEncoding(rawValue: "windows-\(codePage)") else { return nil }
            self = .legacy(encoding)
        default: return nil
        }
    }

    /// `\fcharset`; `nil` where the code page of the file holds.
    init?(charset: Int) {
        let pages = [
            77: 10_000, 128: 932, 129: 949, 134: 936, 136: 950, 161: 1_253, 162: 1_254, 163: 1_258, 177: 1_255,
            178: 1_256,
            186: 1_257, 204: 1_251, 222: 874, 238: 1_250,
        ]
        guard let page = pages[charset] else { return nil }
        self.init(codePage: page)
    }

    func decode(_ bytes: [UInt8]) -> DecodedText {
        switch self {
        case .utf8: TextDecoder.decode(bytes)
        // The commonest, in runs of a letter or two.
        case .legacy(.windows1252): LegacyDecoder.decodeWindows1252(bytes)
        case .legacy(let encoding): LegacyDecoder.decode(bytes, encoding) ?? LegacyDecoder.decodeWindows1252(bytes)
        }
    }
}
