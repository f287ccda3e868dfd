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
