/// Something that carries a label, from which a text was made.
///
/// What is made of documents, entries and messages has no label of its own to copy: it has origins, and its label is the
/// strictest that they have when it is asked for.
public enum LabelOrigin: Hashable, Sendable {
    /// By its id in the store.
    case document(String)
    /// An entry of the journal, by its id.
    case entry(String)
    /// The messages of a conversation from `since` up to, but without, `before`, with its system prompt.
    case conversation(String, since: Int64 = .min, before: Int64 = .max)
}

/// Knows what labels the origins of a text have now.
public protocol LabelSource: Sendable {
    /// The strictest label of these; `nil` when none of them is there any more.
    func label(of origins: Set<LabelOrigin>) async throws -> SensitivityLabel?
}
