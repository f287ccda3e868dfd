/// What the packs of Tesseract's languages are called (ISO 639-2, with additions of its own), and by which script each is read.
enum RecognitionLanguage {
    /// The pack for a language as ``ExtractedDocument``s name them (BCP 47); `nil` where none is known.
    static func pack(of language: String) -> String? {
        packs[String(language.prefix { $0 != "-" })]
    }

    /// The language that a pack is for, as BCP 47 calls it.
    static func language(of pack: String) -> String? { packs.first { $0.value == pack }?.key }

    /// The package that has a pack on Debian: "tesseract-ocr-chi-sim".
    static func package(of pack: String) -> String {
        "tesseract-ocr-" + pack.lowercased().map { $0 == "_" ? "-" : String($0) }.joined()
    }

    /// Whether a page in a script, as Tesseract names scripts, may be in the language of a pack.
    static func reads(_ pack: String, script: String) -> Bool {
        if pack.hasPrefix("script/") { return pack.dropFirst(7).lowercased().hasPrefix(script.lowercased()) }
        let own = scripts.first { $0.value.contains(pack) }?.key ?? "Latin"
        // Fraktur has packs of its own, and is Latin to all others.
        return own == script || (script == "Fraktur" && own == "Latin")
    }

    /// The package on Debian that reads a whole script.
    static func package(ofScript script: String) -> String? {
        scriptPackages[script].map { "tesseract-ocr-" + $0 }
    }

    private static let packs: [String: String] = [
        "af": "afr", "sq": "sqi", "eu": "eus", "br": "bre", "ca": "cat", "hr": "hrv", "cs": "ces", "da": "dan",
        "nl": "nld", "en": "eng", "eo": "epo", "et": "est", "fi": "fin", "fr": "fra", "gl": "glg", "de": "deu",
        "hu": "hun", "is": "isl", "id": "ind", "ga": "gle", "it": "ita", "la": "lat", "lv": "lav", "lt": "lit",
        "ms": "msa", "mt": "mlt", "nb": "nor", "no": "nor", "nn": "nor", "pl": "pol", "pt": "por", "ro": "ron",
        "sk": "slk", "sl": "slv", "es": "spa", "sw": "swa", "sv": "swe", "tl": "fil", "tr": "tur", "vi": "vie",
        "cy": "cym", "ru": "rus", "uk": "ukr", "be": "bel", "bg": "bul", "sr": "srp", "mk": "mkd", "kk": "kaz",
        "ky": "kir", "tg": "tgk", "mn": "mon", "ar": "ara", "fa": "fas", "ur": "urd", "ps": "pus", "he": "heb",
        "yi": "yid", "hi": "hin", "mr": "mar", "ne": "nep", "sa": "san", "bn": "ben", "gu": "guj", "pa": "pan",
        "ta": "tam", "te": "tel", "kn": "kan", "ml": "mal", "or": "ori", "si": "sin", "th": "tha", "lo": "lao",
        "km": "khm", "my": "mya", "ka": "kat", "hy": "hye", "am": "amh", "el": "ell", "ja": "jpn", "zh": "chi_sim",
        "ko": "kor", "bo": "bod",
    ]

    private static let scripts: [String: Set<String>] = [
        "Cyrillic": ["rus", "ukr", "bel", "bul", "srp", "mkd", "kaz", "kir", "tgk", "mon", "uzb_cyrl", "aze_cyrl"],
        "Arabic": ["ara", "fas", "urd", "pus", "uig", "snd"], "Hebrew": ["heb", "yid"],
        "Devanagari": ["hin", "mar", "nep", "san"], "Bengali": ["ben", "asm"], "Gujarati": ["guj"],
        "Gurmukhi": ["pan"], "Tamil": ["tam"], "Telugu": ["tel"], "Kannada": ["kan"], "Malayalam": ["mal"],
        "Oriya": ["ori"], "Sinhala": ["sin"], "Thai": ["tha"], "Lao": ["lao"], "Khmer": ["khm"], "Myanmar": ["mya"],
        "Georgian": ["kat", "kat_old"], "Armenian": ["hye"], "Ethiopic": ["amh", "tir"], "Greek": ["ell", "grc"],
        "Japanese": ["jpn", "jpn_vert"], "Han": ["chi_sim", "chi_tra", "chi_sim_vert", "chi_tra_vert"],
        "Korean": ["kor", "kor_vert"], "Tibetan": ["bod"],
    ]

    private static let scriptPackages: [String: String] = [
        "Cyrillic": "script-cyrl", "Arabic": "script-arab", "Hebrew": "script-hebr", "Devanagari": "script-deva",
        "Bengali": "script-beng", "Greek": "script-grek", "Thai": "script-thai", "Georgian": "script-geor",
        "Armenian": "script-armn", "Japanese": "jpn", "Han": "script-hans", "Korean": "script-hang",
        "Tamil": "script-taml", "Telugu": "script-telu", "Gujarati": "script-gujr", "Latin": "script-latn",
    ]
}
