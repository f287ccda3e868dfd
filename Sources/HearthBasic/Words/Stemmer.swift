/// Reduces words to their stems, so that the forms of a word meet: "connected", "connection" → "connect".
///
/// Snowball's algorithms for English, German, French and Spanish.
public struct Stemmer: Sendable {
    /// ISO 639-1. Languages without a stemmer leave words as they are, in lower case.
    public let language: String

    public init(language: String) {
        self.language = language
    }

    /// The stem of one word, lower-cased. Words with letters from outside the language's alphabet are their own stem.
    public func stem(_ word: String) -> String {
        let lower = word.lowercased()
        guard lower.utf8.count <= 64 else { return lower }
        switch language {
        case "en":
            var bytes = lower.utf8.map { $0 }
            guard bytes.allSatisfy({ $0 < 0x80 }) else { return lower }
            EnglishStemmer.stem(&bytes)
            return String(decoding: bytes, as: UTF8.self)
        case "de": return GermanStemmer.stem(lower) ?? lower
        case "fr": return FrenchStemmer.stem(lower) ?? lower
        case "es": return SpanishStemmer.stem(lower) ?? lower
        default: return lower
        }
    }
}
