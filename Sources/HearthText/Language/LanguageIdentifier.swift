/// Tells the language of a text: by its script where that decides, else by frequent words and the sequence of letters.
///
/// Knows 37 languages in Latin script, 8 in Cyrillic, 4 in Arabic, 3 in Devanagari, Chinese, Japanese, Korean, and 18 languages that have
/// a script to themselves. Reads at most a few thousand characters of a long text.
public struct LanguageIdentifier: Sendable {
    public init() {}

    /// Half the bytes read at the beginning, the middle and the end of a long text.
    private static let window = 1500

    /// Characters in the forms of the Japanese reform of 1946, which are neither the traditional nor the simplified Chinese ones: headings
    /// and signs are often without kana.
    private static let japaneseForms = Set(
        """
        駅円図売読変実続検験権広転帰価囲応桜絵駆鉄銭沢浜戦単厳楽薬労済遅関覚観営栄仏払込働畑辺伝団粋聴総縄険
        収従渋鶏齢髪歯霊恵徳黒毎対気県経軽圧悪壊拡渓継蛍砕剤桟児釈縦奨焼醸壌譲畳浄嬢穣帯滝択弾鋳庁逓徴稲脳覇
        拝廃弐塀豊黙訳謡頼覧塁
        """.unicodeScalars)

    /// The language of most of the text. `und` when it holds no letters.
    public func identify(_ text: String) -> LanguageGuess {
        let sample = Self.sample(text)
        var counts = [Int](repeating: 0, count: Script.allCases.count)
        var japaneseForms = 0
        for scalar in sample.unicodeScalars {
            guard let script = Script(scalar.value) else { continue }
            counts[script.rawValue] += script.weight
            if script == .han, Self.japaneseForms.contains(scalar) { japaneseForms += script.weight }
        }
        let total = counts.reduce(0, +)
        guard total > 0 else { return .undetermined }
        // Kana and Han are one writing system in Japanese.
        let kana = counts[Script.kana.rawValue]
        let han = counts[Script.han.rawValue]
        let japaneseOrChinese = kana + han
        guard let best = Script.allCases.max(by: { counts[$0.rawValue] < counts[$1.rawValue] }) else {
            return .undetermined
        }
        if japaneseOrChinese >= counts[best.rawValue] {
            let share = Double(japaneseOrChinese) / Double(total)
            let isJapanese = (kana + japaneseForms) * 20 >= japaneseOrChinese
            return LanguageGuess(language: isJapanese ? "ja" : "zh", confidence: share)
        }
        let share = Double(counts[best.rawValue]) / Double(total)
        if let language = best.onlyLanguage { return LanguageGuess(language: language, confidence: share) }
        let profile =
            switch best {
            case .cyrillic: LetterProfile.cyrillic
            case .arabic: LetterProfile.arabic
            case .devanagari: LetterProfile.devanagari
            default: LetterProfile.latin
            }
        return Self.likeliest(profile, sample, share: share)
    }

    /// The language of a text that stands among others of some languages: where it is too short to tell by itself, it is in one of these.
    ///
    /// "Fontanero Nowak: 976 550 172" has one word that tells, and looks like English. Of 49 such notes in 17 languages 18 were taken for another one.
    ///
    /// - Parameter known: ISO 639-1, of the others; none changes nothing.
    public func identify(_ text: String, among known: Set<String>) -> LanguageGuess {
        let guess = identify(text)
        guard !known.isEmpty, !known.contains(guess.language), guess != .undetermined,
            text.utf8.count <= Self.longestNote
        else {
            return guess
        }
        let words = LetterProfile.words(of: text)
        guard words.count <= Self.mostWordsOfNote, let profile = LetterProfile.holding(guess.language) else {
            return guess
        }
        let scores = profile.scores(of: words)
        guard let own = profile.languages.firstIndex(of: guess.language),
            let best = profile.languages.indices.filter({ known.contains(profile.languages[$0]) }).max(by: {
                scores[$0] < scores[$1]
            })
        else { return guess }
        guard scores[own] - scores[best] <= Self.mostOfNote else { return guess }
        // What is really in the other language has words by which it is known, of which the one that is here has none: "with", "the".
        let frequent = LanguageSample.frequentWords(of: guess.language)
            .subtracting(LanguageSample.frequentWords(of: profile.languages[best]))
        let telling = text.lowercased().split { !$0.isLetter }.count { frequent.contains(String($0)) }
        guard telling < Self.tellingWords else { return guess }
        return LanguageGuess(language: profile.languages[best], confidence: min(guess.confidence, 0.5))
    }

    /// Bytes and words of a text that may be too short to tell its language.
    private static let (longestNote, mostWordsOfNote) = (240, 24)
    /// By how much, as logarithms of odds, another language may look likelier. Set by hand on such notes.
    private static let mostOfNote: Float = 24
    private static let tellingWords = 2

    private static func likeliest(_ profile: LetterProfile, _ sample: String, share: Double) -> LanguageGuess {
        let scores = profile.scores(of: LetterProfile.words(of: sample))
        guard let top = scores.indices.max(by: { scores[$0] < scores[$1] }) else { return .undetermined }
        let next = scores.indices.filter { $0 != top }.map { scores[$0] }.max() ?? -.infinity
        // Words are not independent, so the margin is discounted before it is read as odds.
        let margin = Double(scores[top] - next) / 4
        let confidence = margin > 30 ? 1 : 1 - 1 / (1 + powerOfE(margin))
        return LanguageGuess(language: profile.languages[top], confidence: confidence * share)
    }

    private static func powerOfE(_ value: Double) -> Double {
        var result = 1.0
        var term = 1.0
        let small = value / 16
        for index in 1..<12 {
            term *= small / Double(index)
            result += term
        }
        for _ in 0..<4 { result *= result }
        return result
    }

    private static func sample(_ text: String) -> String {
        let bytes = text.utf8.count
        guard bytes > window * 8 else { return text }
        return text.withBytes { utf8 in
            [0, bytes / 2, bytes - window * 2].map { place in
                var start = place
                while start < bytes, utf8[start] & 0xC0 == 0x80 { start += 1 }
                var end = min(start + window * 2, bytes)
                while end < bytes, utf8[end] & 0xC0 == 0x80 { end += 1 }
                return utf8.string(start..<end)
            }.joined(separator: " ")
        }
    }
}

/// The likeliest language of a text.
public struct LanguageGuess: Hashable, Codable, Sendable {
    /// ISO 639-1, or `und` when the text gives no evidence.
    public var language: String
    /// From 0 to 1: how much likelier this language is than the next.
    public var confidence: Double

    public init(language: String, confidence: Double) {
        self.language = language
        self.confidence = confidence
    }

    public static let undetermined = LanguageGuess(language: "und", confidence: 0)
}

/// Tells apart the languages of one script: naive Bayes over words, each either one of a language's frequent words or made of
/// letters by a trigram model. The numbers come from ``LanguageSample``.
struct LetterProfile: Sendable {
    let languages: [String]
    /// The row of log-probabilities of each known trigram and word; `count` numbers a row, one for each language.
    private var trigramRows: [UInt64: Int32] = [:]
    private var trigrams: [Float] = []
    private var pairs = LetterPairs(languages: 0)
    private var wordRows: [String: Int32] = [:]
    private var words: [Float] = []
    /// For each letter that some of the languages have and others have not, a bit for each language that has it.
    private var owners: [UInt32: UInt64] = [:]

    static let latin = LetterProfile(LanguageSample.latin)
    static let cyrillic = LetterProfile(LanguageSample.cyrillic)
    static let arabic = LetterProfile(LanguageSample.arabic)
    static let devanagari = LetterProfile(LanguageSample.devanagari)

    /// The one that tells a language from others of its script; `nil` for a script of one language.
    static func holding(_ language: String) -> LetterProfile? {
        [latin, cyrillic, arabic, devanagari].first { $0.languages.contains(language) }
    }

    /// Taken from the logarithm of a language's probability before anything is read: hardly anybody writes Latin today, and the short
    /// words of its descendants and of English are its own. In a sentence the words decide. Galician, Malay and Pashto share most words with far
    /// more common neighbours, and what does not tell them apart is more likely one of those. Nothing is written more often than English: of
    /// two or three words that say little, it is the best guess.
    private static let handicaps: [String: Float] = ["la": 3, "gl": 3, "ms": 3, "ps": 3, "en": -2]
    /// Share of running words that are among the listed ones, in any of the languages: about half in prose.
    private static let listedShare: Float = 0.5
    /// Share of a trigram's probability that comes from its pairs of letters: a sample of a few hundred words has hardly half of the
    /// trigrams that a language has, but nearly all of its pairs.
    private static let pairShare: Float = 0.5

    init(_ samples: [LanguageSample]) {
        languages = samples.map(\.language)
        learnTrigrams(samples)
        learnWords(samples)
        learnAlphabets()
    }

    private mutating func learnAlphabets() {
        var unlisted: UInt64 = 0
        for (index, language) in languages.enumerated() {
            let bit = UInt64(1) << UInt64(index & 63)
            guard let letters = LanguageAlphabets.letters[language] else {
                unlisted |= bit
                continue
            }
            for letter in letters.unicodeScalars { owners[letter.value, default: 0] |= bit }
        }
        for letter in owners.keys { owners[letter]? |= unlisted }
    }

    private mutating func learnTrigrams(_ samples: [LanguageSample]) {
        let count = samples.count
        var counts: [Float] = []
        var totals = [Float](repeating: 0, count: count)
        pairs = LetterPairs(languages: count)
        for (index, sample) in samples.enumerated() {
            for source in [sample.words, sample.text, EverydaySamples.text(of: sample.language)] {
                for word in Self.words(of: source) {
                    Self.forEachTrigram(of: word) { key in
                        let row: Int
                        if let known = trigramRows[key] {
                            row = Int(known)
                        } else {
                            row = counts.count / count
                            trigramRows[key] = Int32(row)
                            counts.append(contentsOf: repeatElement(0, count: count))
                        }
                        counts[row * count + index] += 1
                        totals[index] += 1
                        pairs.count(key, language: index)
                    }
                }
            }
        }
        pairs.finish(uniform: 1 / Float(max(trigramRows.count, 1) * 2))
        trigrams = counts
        var likelihood = [Float](repeating: 0, count: count)
        for (key, row) in trigramRows {
            pairs.likelihood(of: key, &likelihood)
            for index in 0..<count {
                // Samples are of different lengths, and count as if they were of one.
                let share = counts[Int(row) * count + index] / max(totals[index], 1)
                let mixed = (1 - Self.pairShare) * share + Self.pairShare * likelihood[index]
                trigrams[Int(row) * count + index] = naturalLogarithm(mixed)
            }
        }
    }

    /// A listed word has the probability of its rank by Zipf's law, one that asks at least that of a frequent word.
    private mutating func learnWords(_ samples: [LanguageSample]) {
        let count = samples.count
        var probabilities: [Float] = []
        for (index, sample) in samples.enumerated() {
            let list = Self.words(of: sample.words)
            let sum = list.indices.reduce(Float(0)) { $0 + 1 / Float($1 + 5) }
            func slot(of scalars: [UInt32]) -> Int {
                let word = Self.string(scalars)
                if let known = wordRows[word] { return Int(known) * count + index }
                let row = probabilities.count / count
                wordRows[word] = Int32(row)
                probabilities.append(contentsOf: repeatElement(0, count: count))
                return row * count + index
            }
            for (rank, scalars) in list.enumerated() {
                let place = slot(of: scalars)
                probabilities[place] += Self.listedShare / Float(rank + 5) / sum
            }
            for scalars in Self.words(of: AskingSamples.words(of: sample.language)) {
                let place = slot(of: scalars)
                probabilities[place] = max(probabilities[place], Self.listedShare / (Self.rankOfAsking + 5) / sum)
            }
        }
        words = probabilities
    }

    /// The rank that words that ask have at least. Any from 10 to 120 tells short questions apart as well.
    private static let rankOfAsking: Float = 30

    // MARK: - Scoring

    /// The log-probability of the text in each language, and the number of words that counted.
    func scores(of words: [[UInt32]]) -> [Float] {
        var total = languages.map { -(Self.handicaps[$0] ?? 0) }
        var word = [Float](repeating: 0, count: languages.count)
        var pairLikelihood = word
        for scalars in words {
            for index in word.indices { word[index] = 0 }
            Self.forEachTrigram(of: scalars) { key in
                if let row = trigramRows[key] {
                    let start = Int(row) * languages.count
                    for index in word.indices { word[index] += trigrams[start + index] }
                } else {
                    pairs.likelihood(of: key, &pairLikelihood)
                    for index in word.indices {
                        word[index] += naturalLogarithm(Self.pairShare * pairLikelihood[index])
                    }
                }
            }
            if let row = wordRows[Self.string(scalars)] {
                let start = Int(row) * languages.count
                for index in word.indices where self.words[start + index] > 0 {
                    word[index] = max(word[index], naturalLogarithm(self.words[start + index]))
                }
            }
            let able = scalars.reduce(UInt64.max) { $0 & (owners[$1] ?? .max) }
            for index in total.indices {
                let isAble = able >> UInt64(index & 63) & 1 == 1
                total[index] += isAble ? word[index] : word[index] - LanguageAlphabets.penalty
            }
        }
        return total
    }

    // MARK: - Words

    /// Runs of letters, lower-cased.
    static func words(of text: String) -> [[UInt32]] {
        var found: [[UInt32]] = []
        var current: [UInt32] = []
        for scalar in text.unicodeScalars {
            if Script(scalar.value) != nil || (ScalarClass(scalar.value) == .mark && !current.isEmpty) {
                let lower = scalar.properties.lowercaseMapping.unicodeScalars
                current.append(lower.first?.value ?? scalar.value)
            } else if !current.isEmpty {
                found.append(current)
                current.removeAll(keepingCapacity: true)
            }
        }
        if !current.isEmpty { found.append(current) }
        return found
    }

    private static func string(_ scalars: [UInt32]) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars.compactMap(Unicode.Scalar.init))
        return String(view)
    }

    /// Trigrams with a space at both ends of the word. Longer words than this are cut: they are no words.
    private static func forEachTrigram(of word: [UInt32], _ body: (UInt64) -> Void) {
        var first: UInt64 = 0
        var second: UInt64 = 0x20
        for scalar in word.prefix(30) {
            let third = UInt64(scalar)
            if first != 0 || second != 0 { body(first << 42 | second << 21 | third) }
            first = second
            second = third
        }
        body(first << 42 | second << 21 | 0x20)
    }
}

/// The natural logarithm, by the series of the inverse hyperbolic tangent on the mantissa, so that no library is needed.
func naturalLogarithm(_ value: Float) -> Float {
    guard value > 0 else { return -.infinity }
    let mantissa = value.significand
    let ratio = (mantissa - 1) / (mantissa + 1)
    let square = ratio * ratio
    let series = 1 + square * (1 / 3 + square * (1 / 5 + square * (1 / 7 + square * (1 / 9 + square / 11))))
    return Float(value.exponent) * 0.693_147_18 + 2 * ratio * series
}

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
