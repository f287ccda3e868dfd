import HearthCore

/// Finds names of persons, organizations, places, products and works.
///
/// The evidence is the capital: inside a sentence it marks a name unless the word is a common one; at the start of a sentence it
/// counts when the word is no common one, is known as a name, or occurs as a name elsewhere in the text. Lists of names stand
/// in where people write without capitals. Text in scripts without case yields only what the lists know.
public struct EntityRecognizer: Sendable {
    public init() {}

    /// The names in order of their place; they do not overlap.
    ///
    /// - Parameter language: ISO 639-1. German capitalizes every noun, so that only known names count there.
    public func entities(in text: String, language: String? = nil) -> [Entity] {
        entities(in: text, capitalsMarkNouns: language == "de" || language == "lb")
    }

    /// - Parameter capitalsMarkNouns: Whether a capital is no sign of a name.
    func entities(in text: String, capitalsMarkNouns: Bool) -> [Entity] {
        text.withBytes { bytes in
            let tokens = EntityToken.tokens(of: bytes)
            guard !tokens.isEmpty else { return [] }
            let marks = NameMarker(tokens: tokens, capitalizesNouns: capitalsMarkNouns).mark()
            return NameRuns(tokens: tokens, names: marks, bytes: bytes).entities()
        }
    }
}
