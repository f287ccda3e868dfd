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
    ///
    /// - Parameter beginning: Of the file that these bytes are a later part of, which tells UTF-16 and UTF-32; empty for a whole file.
    static func decode(
        _ bytes: [UInt8], asIn beginning: [UInt8] = [], warnings: inout [ExtractionWarning]
    ) -> DecodedText {
        let form = beginning.isEmpty ? nil : WideUnicode.form(ofFileBeginning: beginning)
        let decoded = form?.decode(bytes) ?? decode(bytes)
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

// MARK: - Which encoding it is

/// Guesses the encoding of text that is not Unicode: each candidate reads a sample, and the reading that would take the
/// fewest bits in some language is the likeliest (minimum description length).
enum LegacyEncodingDetector {
    /// Enough for a safe decision, little enough to be read a dozen times.
    private static let sampleSize = 16_384

    /// The candidates, best first.
    static func ranking(of bytes: [UInt8]) -> [LegacyEncoding] {
        let sample = sample(of: bytes)
        var best: [(encoding: LegacyEncoding, bits: Double)] = []
        for encoding in LegacyEncoding.allCases where encoding != .iso2022JP {
            let profiles = LanguageProfile.all.filter { $0.encodings.contains(encoding) }
            guard !profiles.isEmpty, let reading = LegacyDecoder.convert(sample, encoding) else { continue }
            let scalars = String(decoding: reading.utf8, as: UTF8.self).unicodeScalars.map(\.value)
            if let bits = profiles.map({ price(scalars, $0) }).min() { best.append((encoding, bits)) }
        }
        return best.sorted { $0.bits < $1.bits }.map(\.encoding)
    }

    /// The lines that have bytes beyond ASCII. A line feed is no part of a character in any of these encodings.
    private static func sample(of bytes: [UInt8]) -> [UInt8] {
        var sample: [UInt8] = []
        for line in bytes.split(separator: newline) {
            guard let first = line.firstIndex(where: { $0 >= 0x80 }) else { continue }
            // A huge line is taken from a little before its first such byte.
            sample.append(contentsOf: line[max(line.startIndex, first - 64)...].prefix(sampleSize - sample.count))
            sample.append(newline)
            if sample.count >= sampleSize { break }
        }
        return sample
    }

    /// What a text costs in a language, in bits.
    static func price(_ scalars: [UInt32], _ profile: LanguageProfile) -> Double {
        var bits = profile.handicap
        var previous = Kind.other
        for scalar in scalars {
            let kind = Kind(scalar)
            bits += scalar < 0x80 ? 4.5 : profile.price(scalar)
            // No language mixes its script with Latin letters inside a word, or has capitals after small letters.
            if kind.isLetter, previous.isLetter {
                if kind.isLatin != previous.isLatin { bits += 6 }
                if kind.isCapital, !previous.isCapital { bits += 6 }
            }
            previous = kind
        }
        return bits
    }

    private enum Kind {
        case latinSmall, latinCapital, small, capital, ideograph, other

        init(_ scalar: UInt32) {
            switch scalar {
            case 0x61...0x7A, 0xDF...0xF6, 0xF8...0xFF: self = .latinSmall
            case 0x41...0x5A, 0xC0...0xD6, 0xD8...0xDE: self = .latinCapital
            case 0x100...0x24F:
                let isCapital = Unicode.Scalar(scalar)?.properties.isUppercase ?? false
                self = isCapital ? .latinCapital : .latinSmall
            case 0x370...0x6FF, 0xE00...0xE7F:
                let isCapital = Unicode.Scalar(scalar)?.properties.isUppercase ?? false
                self = isCapital ? .capital : .small
            case 0x3041...0x30FF, 0x4E00...0x9FFF, 0xAC00...0xD7A3: self = .ideograph
            default: self = .other
            }
        }

        var isLetter: Bool { self != .other && self != .ideograph }
        var isLatin: Bool { self == .latinSmall || self == .latinCapital }
        var isCapital: Bool { self == .latinCapital || self == .capital }
    }
}

/// How often characters occur in the text of a language, roughly: enough to tell a right reading of bytes from a wrong one.
///
/// The price of a character is its information in bits, -log2 p. Only the characters beyond ASCII are modelled; ASCII costs
/// the same in every profile, so that encodings which read two bytes as one character compare fairly with those that do not.
struct LanguageProfile: Sendable {
    let encodings: [LegacyEncoding]
    /// Bits that a text in this language is dearer from the start: how much rarer such files are.
    let handicap: Double
    private let bits: [UInt32: Double]
    private let scripts: [ClosedRange<UInt32>]
    private let scriptBits: Double

    /// - Parameters:
    ///   - letters: The characters of the language in order of frequency, with `mass` the share of the text they make up.
    ///   - script: Where its other characters lie, and how many bits each costs.
    init(
        _ encodings: [LegacyEncoding], handicap: Double = 4, letters: String, mass: Double = 0.9,
        script: [ClosedRange<UInt32>] = [], scriptBits: Double = 13
    ) {
        self.encodings = encodings
        self.handicap = handicap
        let scalars = Array(letters.unicodeScalars)
        // Zipf's law, flattened at the head as letter frequencies are.
        let harmonic = (0..<scalars.count).reduce(0.0) { $0 + 1 / (Double($1) + 4) }
        var bits: [UInt32: Double] = [:]
        for (rank, scalar) in scalars.enumerated() where bits[scalar.value] == nil {
            let price = -log2Of(mass / (Double(rank) + 4) / harmonic)
            bits[scalar.value] = price
            let capital = scalar.properties.uppercaseMapping.unicodeScalars
            if capital.count == 1, let first = capital.first, bits[first.value] == nil { bits[first.value] = price + 4 }
        }
        for scalar in Self.punctuation.unicodeScalars where bits[scalar.value] == nil { bits[scalar.value] = 7 }
        self.bits = bits
        self.scripts = script
        self.scriptBits = scriptBits
    }

    private static let punctuation = "\u{A0}‘’“”–—…«»„‚€§°•·©®™¿¡£、。「」，！？：；（）《》・"

    func price(_ scalar: UInt32) -> Double {
        if let known = bits[scalar] { return known }
        for range in scripts where range.contains(scalar) { return scriptBits }
        // Replaced bytes, controls and private characters do not occur in text.
        if scalar == 0xFFFD || scalar < 0xA0 || (0xE000...0xF8FF).contains(scalar) { return 24 }
        return 16
    }
}

func log2Of(_ value: Double) -> Double {
    // Logarithm without Foundation: the exponent, and a series for what is left of the significand.
    guard value > 0 else { return -1_000 }
    let x = (value.significand - 1) / (value.significand + 1)
    let square = x * x
    let series = x * (1 + square * (1 / 3 + square * (1 / 5 + square * (1 / 7 + square / 9))))
    return Double(value.exponent) + 2 * series / 0.693_147_180_559_945_3
}

extension LanguageProfile {
    private static let han: [ClosedRange<UInt32>] = [0x4E00...0x9FFF]
    private static let kana: [ClosedRange<UInt32>] = [0x3041...0x30FF]

    /// The languages that are told apart. Latin and Cyrillic letters in order of frequency; of Chinese, Japanese and Korean
    /// the commonest characters, which make up about half of any text.
    static let all: [LanguageProfile] = western + centralEuropean + others + eastAsian

    /// French, German, Spanish, Portuguese, Italian, Nordic, Dutch and what English borrows.
    private static let western = [
        "éèàêçùâîôûëïœ", "üäöß", "óíáéñúü", "ãáéçíóêõúâôà", "èàòùìé", "äåö", "øåæéòôü", "ðíáþóæéúýö", "ëéïèöü",
        "àéíòóèçúïü",
    ].map { LanguageProfile([.windows1252], handicap: 0, letters: $0) }

    private static let centralEuropean =
        // Polish, Czech and Slovak, Hungarian, Croatian and Slovene, Romanian
        ["łęąóżśćńź", "íáěéřšýčžůúňťďó", "áíéžčýúšľťôňäďó", "áéőöóíüúű", "čšžćđ", "ăâîşţșț"]
        .map { LanguageProfile([.windows1250], letters: $0) }
        + [LanguageProfile([.windows1254], letters: "ıüşğöçîâ")]
        // Lithuanian, Latvian, Estonian
        + ["ėųįšžūčąę", "āīēšūņļžģķčļ", "äõüöšž"].map { LanguageProfile([.windows1257], handicap: 6, letters: $0) }

    private static let cyrillic: [LegacyEncoding] = [.windows1251, .koi8R, .cp866]

    private static let others = [
        LanguageProfile(cyrillic, letters: "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё№"),
        LanguageProfile([.windows1251], letters: "оаинвіертсклудмпязьбгйчхцєїжюшщфґ’№"),
        LanguageProfile([.windows1251], letters: "аоеиинтрсјудкмвлпзбгчшњцжљћђфхџѓѕќ"),
        LanguageProfile([.windows1253], letters: "αοιτεσνηυρπκμλςωδγχθάίόέφύήβώξζψϊ"),
        LanguageProfile([.windows1255], letters: "יוהלאמתרבשנדחעקפכטםגסזןצךףץ"),
        LanguageProfile([.windows1256], letters: "الينمرتوبةعدسفكهحقجشصطخىأذضزثإغئءؤظآ،؟یکپگچ"),
        LanguageProfile([.windows874], letters: "านรก่เอ้งัมยลวดีทตสิคปบหแจใไุ์ขพะืช็ถโซผูธศภำณ"),
    ]

    private static let eastAsian = [
        LanguageProfile(
            [.shiftJIS, .eucJP],
            letters: "のにるたとしはをがてでいなれかっらもりすさあこ、。ンまきくせうけそスルイトーつおリどめラよわ"
                + "クシアえべレジフ日一人国年大十二本中長出三時行見月分後前生間上東今学高子外下来気小話女書先名川水男西電語車何南万天自社"
                + "発者地業方新場立開手力問代明動目通言理体田主題意不作用度強公持野以思家世多正安心界教文元重近",
            mass: 0.8, script: kana + han),
        LanguageProfile(
            [.gb18030],
            letters: "的，一。是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里"
                + "用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它"
                + "与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身",
            mass: 0.6, script: han),
        LanguageProfile(
            [.big5],
            letters: "的，一。是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡"
                + "用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日軍者意無力它"
                + "與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應戰向頭文體政美相見被利什二等產或新己制身",
            mass: 0.6, script: han),
        LanguageProfile(
            [.eucKR],
            letters: "이다는을의에가고하지한로기사도나리은를아서인어자대시해정일부그수과라만들게보으전었있주것장상원면여와적안구제스비우성"
                + "경거요마러조했까니위선동화신국소말음같방문때모없할오생공용습세무입관중더내계저개물당였진려간연미후민학실야않회업체년발",
            mass: 0.75, script: [0xAC00...0xD7A3], scriptBits: 12),
    ]
}
