/// Tells the language of a text: by its script where that decides, else by frequent words and the sequence of letters.
///
/// Knows 35 languages in Latin script, 8 in Cyrillic, 4 in Arabic, 3 in Devanagari, Chinese, Japanese, Korean, and 18 languages that have
/// a script to themselves. Reads at most a few thousand characters of a long text.
public struct LanguageIdentifier: Sendable {
    public init() {}

    /// Half the bytes read at the beginning, the middle and the end of a long text.
    private static let window = 1500

    /// The language of most of the text. `und` when it holds no letters.
    public func identify(_ text: String) -> LanguageGuess {
        let sample = Self.sample(text)
        var counts = [Int](repeating: 0, count: Script.allCases.count)
        for scalar in sample.unicodeScalars {
            if let script = Script(scalar.value) { counts[script.rawValue] += script.weight }
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
            return LanguageGuess(language: kana * 20 >= japaneseOrChinese ? "ja" : "zh", confidence: share)
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
