/// How well an embedding model knows a language, as far as the library's own text shows it.
public struct LanguageFamiliarity: Hashable, Sendable {
    /// ISO 639-1.
    public var language: String
    /// From 0, where its vectors say nothing of what a text means, to 1, where it is at home; `nil` where the texts were such that
    /// nothing could be told from them.
    public var value: Double?
    /// The chunks in that language when it was measured.
    public var chunks: Int
    /// Names how it was measured. What was measured in another way is measured anew.
    public var measure: String

    public init(language: String, value: Double?, chunks: Int, measure: String) {
        self.language = language
        self.value = value
        self.chunks = chunks
        self.measure = measure
    }
}
