extension Unicode.Scalar {
    /// Han, kana, hangul and their punctuation-free neighbours: scripts in which a character carries about as much as a
    /// word's syllable elsewhere and in which words are not reliably set apart by spaces.
    public var isCJK: Bool { isHan || isKana || isHangul }

    /// Chinese characters, in Chinese, Japanese and Korean text (Unicode blocks CJK Unified Ideographs and extensions).
    public var isHan: Bool {
        switch value {
        case 0x4E00...0x9FFF, 0x3400...0x4DBF, 0x20000...0x323AF, 0xF900...0xFAFF, 0x3005, 0x3007: true
        default: false
        }
    }

    /// Hiragana and katakana, with their half-width forms.
    public var isKana: Bool {
        switch value {
        case 0x3041...0x309F, 0x30A0...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: true
        default: false
        }
    }

    /// Hangul syllables and jamo.
    public var isHangul: Bool {
        switch value {
        case 0xAC00...0xD7AF, 0x1100...0x11FF, 0x3130...0x318F, 0xA960...0xA97F, 0xD7B0...0xD7FF: true
        default: false
        }
    }
}
