/// What stands out in a transcript. Everything in it is quoted word for word.
public struct TranscriptReel: Hashable, Codable, Sendable {
    /// Three to five moments in order of time; fewer in a short transcript.
    public var highlights: [TranscriptMoment]
    public var bestQuote: TranscriptMoment?
    public var entertainingMoment: TranscriptMoment?
    public var controversialPoint: TranscriptMoment?
    /// In order of time.
    public var actionItems: [TranscriptTask]
}

/// A moment worth going to.
public struct TranscriptMoment: Hashable, Codable, Sendable {
    /// What it is about, in a few words.
    public var title: String
    public var place: TimedQuote

    private enum CodingKeys: String, CodingKey { case title }

    init(title: String, place: TimedQuote) {
        self.title = title
        self.place = place
    }

    public init(from decoder: any Decoder) throws {
        title = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .title)
        place = try TimedQuote(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(title, forKey: .title)
        try place.encode(to: encoder)
    }
}

/// Something to be done.
public struct TranscriptTask: Hashable, Codable, Sendable {
    /// What is to be done; the quote itself when no model worded it.
    public var task: String
    /// Who is to do it, as far as the words tell.
    public var owner: String?
    /// By when, in the words of the transcript.
    public var due: String?
    public var place: TimedQuote

    private enum CodingKeys: String, CodingKey { case task, owner, due }

    init(task: String, owner: String?, due: String?, place: TimedQuote) {
        self.task = task
        self.owner = owner
        self.due = due
        self.place = place
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        task = try container.decode(String.self, forKey: .task)
        owner = try container.decodeIfPresent(String.self, forKey: .owner)
        due = try container.decodeIfPresent(String.self, forKey: .due)
        place = try TimedQuote(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(task, forKey: .task)
        try container.encodeIfPresent(owner, forKey: .owner)
        try container.encodeIfPresent(due, forKey: .due)
        try place.encode(to: encoder)
    }
}
