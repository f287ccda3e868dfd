public import HearthCore

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
