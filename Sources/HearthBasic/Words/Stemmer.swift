/// Reduces words to their stems, so that the forms of a word meet: "connected", "connection" → "connect".
public struct Stemmer: Sendable {
    /// ISO 639-1. Languages without a stemmer leave words as they are.
    public let language: String

    public init(language: String) {
        self.language = language
    }

    /// The stem of one word, lower-cased.
    public func stem(_ word: String) -> String {
        guard language == "en" else { return word.lowercased() }
        var bytes = Array(word.lowercased().utf8)
        guard bytes.allSatisfy({ $0 < 0x80 }) else { return word.lowercased() }
        EnglishStemmer.stem(&bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
