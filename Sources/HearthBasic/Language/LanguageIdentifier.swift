import HearthCore

/// Tells the language of a text.
public struct LanguageIdentifier: Sendable {
    public init() {}

    public func identify(_ text: String) -> LanguageGuess {
        text.unicodeScalars.contains { $0.isHan }
            ? LanguageGuess(language: "zh", confidence: 0.5) : LanguageGuess(language: "en", confidence: 0.5)
    }
}
