import HearthCore

/// What stands before texts for an embedding model, as the value of a setting: `QUERY|PASSAGE|COMPARED`, what is left away at the end
/// empty, and `none` for nothing before any text. Spaces count: e5 wants `query: |passage: |query: `.
enum PrefixText {
    static let none = "none"
    private static let separator: Character = "|"

    /// `nil` where the text is none, or a prefix is too long.
    static func parse(_ text: String) -> EmbeddingPrefixes? {
        guard text.lowercased() != none else { return EmbeddingPrefixes.none }
        let parts = text.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
        guard parts.count <= 3 else { return nil }
        let prefixes = EmbeddingPrefixes(
            query: parts[0], passage: parts.count > 1 ? parts[1] : "", symmetric: parts.count > 2 ? parts[2] : "")
        return prefixes.isSensible ? prefixes : nil
    }

    static func text(_ prefixes: EmbeddingPrefixes) -> String {
        var parts = [prefixes.query, prefixes.passage, prefixes.symmetric]
        while parts.last == "" { parts.removeLast() }
        return parts.isEmpty ? none : parts.joined(separator: String(separator))
    }
}
