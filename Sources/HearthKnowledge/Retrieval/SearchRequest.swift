public import HearthCore

/// What to look for, and where.
public struct SearchRequest: Sendable {
    public var text: String
    /// The most passages.
    public var limit: Int
    public var filter: SearchFilter
    /// Whether the reader, where there is one for the query's language, has its share in the order.
    public var isRead: Bool
    /// The day on which it is asked, from which "last month" counts; `nil` leaves such words to their letters.
    public var today: CivilDate?

    public init(text: String, limit: Int = 10, filter: SearchFilter = .everything, isRead: Bool = true) {
        self.text = text
        self.limit = limit
        self.filter = filter
        self.isRead = isRead
    }
}

/// Passages, best first, and what the user should know about how they were found.
public struct SearchResponse: Sendable {
    public var passages: [Passage]
    /// Such as "no embedding model: searched by words only".
    public var notes: [String]
    /// Whether no word of the query occurs in any of the passages.
    public var isByMeaningAlone = false
    /// Those whose names decided what was found: whoever tells of it tells of their address books.
    package var contacts: [Contacts.Contact] = []
}
