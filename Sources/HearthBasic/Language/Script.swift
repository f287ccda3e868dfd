/// The writing systems that the identifier tells apart.
enum Script: Int, CaseIterable {
    case latin, cyrillic, arabic, devanagari
    case han, kana, hangul
    case greek, armenian, hebrew, georgian, thai, lao, khmer, myanmar, ethiopic, bengali, gurmukhi, gujarati, oriya
    case tamil, telugu, kannada, malayalam, sinhala, tibetan

    init?(_ value: UInt32) {
        switch value {
        case 0x41...0x5A, 0x61...0x7A, 0xC0...0x24F, 0x1E00...0x1EFF, 0xFF21...0xFF5A: self = .latin
        case 0x400...0x52F: self = .cyrillic
        case 0x620...0x64A, 0x66E...0x6D3, 0x6D5...0x6FF, 0x750...0x77F, 0xFB50...0xFDFF, 0xFE70...0xFEFC:
            self = .arabic
        case 0x904...0x963, 0x971...0x97F: self = .devanagari
        case 0x4E00...0x9FFF, 0x3400...0x4DBF, 0x20000...0x323AF, 0xF900...0xFAFF: self = .han
        case 0x3041...0x309F, 0x30A1...0x30FF, 0xFF66...0xFF9F: self = .kana
        case 0xAC00...0xD7AF, 0x1100...0x11FF, 0x3131...0x318E: self = .hangul
        case 0x370...0x3FF, 0x1F00...0x1FFF: self = .greek
        case 0x531...0x588: self = .armenian
        case 0x5D0...0x5EA: self = .hebrew
        case 0x10A0...0x10FF, 0x1C90...0x1CBF: self = .georgian
        case 0xE01...0xE4E: self = .thai
        case 0xE81...0xEDF: self = .lao
        case 0x1780...0x17D3: self = .khmer
        case 0x1000...0x1049: self = .myanmar
        case 0x1200...0x135A: self = .ethiopic
        case 0x985...0x9E3: self = .bengali
        case 0xA05...0xA75: self = .gurmukhi
        case 0xA85...0xAE3: self = .gujarati
        case 0xB05...0xB63: self = .oriya
        case 0xB83...0xBD7: self = .tamil
        case 0xC05...0xC63: self = .telugu
        case 0xC85...0xCE3: self = .kannada
        case 0xD05...0xD63: self = .malayalam
        case 0xD82...0xDF3: self = .sinhala
        case 0xF40...0xFBC: self = .tibetan
        default: return nil
        }
    }

    /// The language of a script that only one of the languages we know uses.
    var onlyLanguage: String? {
        switch self {
        case .latin, .cyrillic, .arabic, .devanagari, .han, .kana: nil
        case .hangul: "ko"
        case .greek: "el"
        case .armenian: "hy"
        case .hebrew: "he"
        case .georgian: "ka"
        case .thai: "th"
        case .lao: "lo"
        case .khmer: "km"
        case .myanmar: "my"
        case .ethiopic: "am"
        case .bengali: "bn"
        case .gurmukhi: "pa"
        case .gujarati: "gu"
        case .oriya: "or"
        case .tamil: "ta"
        case .telugu: "te"
        case .kannada: "kn"
        case .malayalam: "ml"
        case .sinhala: "si"
        case .tibetan: "bo"
        }
    }

    /// A character of these scripts says as much as several letters.
    var weight: Int { self == .han || self == .kana || self == .hangul ? 5 : 1 }
}
