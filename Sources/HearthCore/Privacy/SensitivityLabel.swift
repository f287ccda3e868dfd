/// How private a document is, which decides what machines may see it.
public enum SensitivityLabel: String, Codable, Sendable, CaseIterable, Comparable {
    /// Anyone may read it.
    case `public`
    /// The owner's own matters; the default.
    case personal
    /// Never leaves this machine.
    case `private`

    private var rank: Int {
        switch self {
        case .public: 0
        case .personal: 1
        case .private: 2
        }
    }

    /// Less private comes first.
    public static func < (a: SensitivityLabel, b: SensitivityLabel) -> Bool { a.rank < b.rank }
}

extension SensitivityLabel {
    /// The label of something made from parts: the strictest of theirs.
    ///
    /// No parts at all give ``personal``, the label of whatever nobody labelled: a prompt without documents still holds the
    /// words of its owner.
    public static func strictest(of labels: some Sequence<SensitivityLabel>) -> SensitivityLabel {
        labels.max() ?? .personal
    }
}

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
