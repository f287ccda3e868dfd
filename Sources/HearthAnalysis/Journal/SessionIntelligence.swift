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
        // A title may be a sentence, and of a short entry the very one that is its insight.
        let isSentence = title.last.map { ".!?…。！？".contains($0) } ?? true
        var parts = keyInsights.first == title || title.isEmpty ? [] : [isSentence ? title : title + "."]
        parts += keyInsights
        if !actionItems.isEmpty { parts.append("To do: " + actionItems.joined(separator: "; ")) }
        return parts.joined(separator: " ")
    }
}

/// Words of an entry, exactly as they stand in it.
public struct JournalQuote: Hashable, Codable, Sendable {
    public var text: String
    public var entryID: String
    /// The entry's day; `nil` in an undated entry.
    public var date: CivilDate?
    /// How well it stands on its own, from 0; comparable within one journal.
    public var score: Double

    public init(text: String, entryID: String, date: CivilDate?, score: Double) {
        self.text = text
        self.entryID = entryID
        self.date = date
        self.score = score
    }
}

/// A name and how often it stands in an entry.
public struct NamedEntity: Hashable, Codable, Sendable {
    public enum Kind: String, Codable, Sendable {
        case person, organization, location, product, work, other
    }

    public var name: String
    public var kind: Kind
    public var count: Int

    public init(name: String, kind: Kind, count: Int) {
        self.name = name
        self.kind = kind
        self.count = count
    }
}

/// The mood of a text, counted with a list of words.
public struct JournalMood: Hashable, Codable, Sendable {
    public enum Label: String, Codable, Sendable {
        case positive, negative, mixed, neutral
    }

    /// Words of each kind; a negated word counts for the other kind.
    public var positive: Int
    public var negative: Int

    public init(positive: Int, negative: Int) {
        self.positive = positive
        self.negative = negative
    }

    /// From -1 to 1: the balance of both, drawn towards 0 where there are few, as by five words that say nothing.
    public var score: Double { Double(positive - negative) / Double(positive + negative + 5) }

    public var label: Label {
        switch score {
        case 0.15...: .positive
        case ...(-0.15): .negative
        default: positive > 2 && negative > 2 ? .mixed : .neutral
        }
    }

    static func + (a: JournalMood, b: JournalMood) -> JournalMood {
        JournalMood(positive: a.positive + b.positive, negative: a.negative + b.negative)
    }
}
