public import HearthCore
public import HearthStore

/// What to look for, and where.
public struct SearchRequest: Sendable {
    public var text: String
    /// The most passages.
    public var limit: Int
    public var filter: SearchFilter

    public init(text: String, limit: Int = 10, filter: SearchFilter = .everything) {
        self.text = text
        self.limit = limit
        self.filter = filter
    }
}

/// Passages, best first, and what the user should know about how they were found.
public struct SearchResponse: Sendable {
    public var passages: [Passage]
    /// Such as "no embedding model: searched by words only".
    public var notes: [String]
}
