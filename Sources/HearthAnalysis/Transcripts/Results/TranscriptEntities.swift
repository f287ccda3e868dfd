/// Who and what is named in a transcript. Each with words that name it, and how often it is named.
public struct TranscriptEntities: Hashable, Codable, Sendable {
    public var people: [TranscriptEntity]
    public var organizations: [TranscriptEntity]
    public var products: [TranscriptEntity]
    public var locations: [TranscriptEntity]
    /// Books, articles, tools, web pages.
    public var resources: [TranscriptEntity]

    var isEmpty: Bool {
        people.isEmpty && organizations.isEmpty && products.isEmpty && locations.isEmpty && resources.isEmpty
    }
}

/// Somebody or something that is named, most often named first within a list.
public struct TranscriptEntity: Hashable, Codable, Sendable {
    public var name: String
    /// How often the name stands in the transcript, as a word of its own.
    public var mentions: Int
    /// Words around the name.
    public var place: TimedQuote

    private enum CodingKeys: String, CodingKey { case name, mentions }

    init(name: String, mentions: Int, place: TimedQuote) {
        self.name = name
        self.mentions = mentions
        self.place = place
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        mentions = try container.decode(Int.self, forKey: .mentions)
        place = try TimedQuote(from: decoder)
    }

    /// The quote's fields stand beside the name, not in an object of their own.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(mentions, forKey: .mentions)
        try place.encode(to: encoder)
    }
}
