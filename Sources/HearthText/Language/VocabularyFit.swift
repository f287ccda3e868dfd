public import HearthCore

/// How well a model's vocabulary suits a text: a first guess at whether the model knows its language, at no cost.
///
/// Whoever trained a model on a language gave it pieces of words, not letters. So the letters of a piece are counted, in the lengths that
/// say something in each script: four letters, three where words run together (Thai), two in Chinese, Japanese and Korean. With the
/// vocabulary of all-MiniLM-L6-v2 a piece has 1.02 of these lengths in English; .51 to .75 in ten other languages, in which it has names and
/// loan words, and Chinese characters, one by one; .27 to .36 in Greek, Hindi, Russian and Korean.
///
/// A guess it stays: a vocabulary may have pieces of a language that the model never learned to read.
public enum VocabularyFit {
    /// Bytes of a text that are looked at.
    private static let most = 4_096
    /// The lengths between which a vocabulary goes from foreign to at home. What is guessed too high for names and loan words costs no
    /// search anything: a share of 0.2 for meaning did no harm in any language looked at.
    private static let foreign = 0.65
    private static let home = 0.9
    /// Below it the pieces are letters: a word of another language has at least a name's or a number's piece here and there.
    private static let letters = 0.4
    /// The share of unknown pieces at which nothing can be understood any more.
    private static let unreadable = 0.2

    /// - Parameter tokenizer: The model's own. An estimate has no vocabulary and says nothing against a model.
    /// - Returns: From 0, a foreign language, to 1. `nil` for a text without letters.
    public static func familiarity(of text: String, tokenizer: any TextTokenizer) -> Double? {
        guard let fit = fit(of: text, tokenizer) else { return nil }
        return min(1, max(0, (fit.length - foreign) / (home - foreign))) * max(0, 1 - fit.unknown / unreadable)
    }

    /// Whether a vocabulary has no words of a text, but spells it letter by letter, or has not even its letters. A model can make nothing of
    /// that, however much it reads: its vector tells which letters there are.
    ///
    /// - Parameter tokenizer: The model's own.
    public static func isSpelled(_ text: String, tokenizer: any TextTokenizer) -> Bool {
        guard let fit = fit(of: text, tokenizer) else { return false }
        return fit.length < letters || fit.unknown >= unreadable
    }

    /// How many of the telling lengths a piece has, and which share of the pieces is unknown; `nil` for a text without letters.
    private static func fit(of text: String, _ tokenizer: any TextTokenizer) -> (length: Double, unknown: Double)? {
        let text = String(text.prefixOfBytes(most))
        // What stands between words has pieces of its own, which say nothing about the language.
        var words = ""
        var lengths = 0.0
        text.withBytes { bytes in
            var scanner = WordScanner(bytes, in: 0..<bytes.count)
            while let word = scanner.next() {
                var at = word.span.start
                var length = 0.0
                while at < word.span.end {
                    let (value, width) = bytes.scalar(at: at)
                    length += part(ScalarClass(value))
                    at += width
                }
                guard length > 0 else { continue }
                lengths += length
                words += String(decoding: bytes[word.span.start..<word.span.end], as: UTF8.self)
                if word.kind != .ideographs { words += " " }
            }
        }
        guard lengths > 0 else { return nil }
        if tokenizer is EstimatedTokenizer { return (home, 0) }
        let pieces = tokenizer.countTokens(words)
        guard pieces > 0 else { return (0, 1) }
        return (lengths / Double(pieces), Double(tokenizer.countUnknownTokens(words)) / Double(pieces))
    }

    /// What a scalar adds to the telling lengths of its script.
    private static func part(_ kind: ScalarClass) -> Double {
        switch kind {
        case .han, .hiragana, .katakana, .hangul: 1 / 2
        case .southEastAsian: 1 / 3
        // Vowels are marks in many scripts.
        case .letter, .mark: 1 / 4
        // Numbers are cut into pieces in every language.
        case .digit, .other, .space: 0
        }
    }
}
