public import HearthCore

/// What one entry is about.
///
/// Names, mood, numbers and quotes are taken from the text by code, whatever engine wrote the rest.
public struct SessionIntelligence: Hashable, Codable, Sendable {
    public var entryID: String
    public var date: CivilDate?
    public var title: String
    public var keyInsights: [String]
    /// Up to five.
    public var mainThemes: [String]
    /// How the writer's thinking goes, or what his thoughts turn to one after the other.
    public var thoughtProcess: String
    public var actionItems: [String]
    /// Up to ten phrases, the most important first.
    public var topics: [String]
    public var entities: [NamedEntity]
    public var mood: JournalMood
    /// Runs of characters that are not white space.
    public var words: Int
    /// Seconds; `nil` when the entry does not say.
    public var duration: Double?
    /// BCP 47; `und` when it was not recognised.
    public var language: String
    /// The best first; at least one.
    public var quotes: [JournalQuote]
    /// The engine and the model that wrote it.
    public var engine: String
    public var model: String
    /// What an engine did not read of the entry, in words; empty when everything was read.
    public var notes: [String]

    /// For a person, composed from the fields.
    public var summary: String {
        var parts = [title + "."]
        parts += keyInsights
        if !actionItems.isEmpty { parts.append("To do: " + actionItems.joined(separator: "; ")) }
        return parts.joined(separator: " ")
    }
}
