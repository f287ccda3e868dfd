package import HearthSchema

/// A part of a list, in the words that OpenAI's and Anthropic's interfaces have in common.
package struct ListPage<Item: WireValue>: WireType {
    /// Anthropic's lists have none.
    package var object: String?
    package var data: [Item]
    package var firstID: String?
    package var lastID: String?
    package var hasMore: Bool

    package static var fields: [String: WireField] { ["object": .presence(.leftOut)] }

    package enum CodingKeys: String, CodingKey {
        case object, data
        case firstID = "first_id"
        case lastID = "last_id"
        case hasMore = "has_more"
    }

    package init(object: String? = "list", data: [Item], firstID: String?, lastID: String?, hasMore: Bool) {
        (self.object, self.data, self.hasMore) = (object, data, hasMore)
        (self.firstID, self.lastID) = (firstID, lastID)
    }

    /// The same page of something else: what stands behind the ids that were chosen.
    package func with<Other: WireValue>(_ data: [Other]) -> ListPage<Other> {
        ListPage<Other>(object: object, data: data, firstID: firstID, lastID: lastID, hasMore: hasMore)
    }
}

/// Which part of a list a client asks for.
package struct ListQuery: Sendable {
    package var limit: Int
    package var after: String?
    package var before: String?
    package var isAscending: Bool
    private var isOfAnthropic = false

    /// As OpenAI's clients ask: `limit`, `order`, `after`, `before`.
    ///
    /// - Parameters:
    ///   - usual: How many are given where nothing is said.
    ///   - most: How many may be asked for.
    ///   - isAscending: Whether the oldest come first where nothing is said.
    package init(_ query: QueryString, usual: Int = 20, most: Int = 100, isAscending: Bool = false) throws {
        limit = try Self.limit(query, usual: usual, most: most)
        switch query["order"] {
        case nil, "": self.isAscending = isAscending
        case "desc": self.isAscending = false
        case "asc": self.isAscending = true
        default: throw ServerError.invalid("order", "`order` has to be asc or desc.")
        }
        after = Self.id(query, "after")
        before = Self.id(query, "before")
    }

    /// As Anthropic's clients ask: `limit`, `after_id`, `before_id`. What is before something is what stands next to it.
    package init(ofAnthropic query: QueryString) throws {
        limit = try Self.limit(query, usual: 20, most: 1000)
        isAscending = false
        after = Self.id(query, "after_id")
        before = Self.id(query, "before_id")
        isOfAnthropic = true
    }

    private static func limit(_ query: QueryString, usual: Int, most: Int) throws -> Int {
        guard let text = query["limit"] else { return usual }
        guard let number = Int(text), (1...most).contains(number) else {
            throw ServerError.invalid("limit", "`limit` has to be a whole number from 1 to \(most).")
        }
        return number
    }

    private static func id(_ query: QueryString, _ name: String) -> String? {
        query[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// How many of the newest are needed for the answer; `nil` where it may be any.
    package var newest: Int? { isAscending || after != nil || before != nil ? nil : limit + 1 }

    /// The part that was asked for.
    ///
    /// - Parameter all: The newest first.
    /// - Throws: ``ServerError`` `invalid-input` where `after` or `before` is nothing of the list.
    package func page<Item: WireValue>(_ all: [Item], id: (Item) -> String) throws -> ListPage<Item> {
        var rest = (isAscending ? all.reversed() : all)[...]
        if let after {
            guard let index = rest.firstIndex(where: { id($0) == after }) else { throw unknown("after") }
            rest = rest[(index + 1)...]
        }
        if let before {
            guard let index = rest.firstIndex(where: { id($0) == before }) else { throw unknown("before") }
            rest = rest[..<index]
        }
        let isNearest = isOfAnthropic && before != nil
        let items = Array(isNearest ? rest.suffix(limit) : rest.prefix(limit))
        return ListPage(
            object: isOfAnthropic ? nil : "list", data: items, firstID: items.first.map(id), lastID: items.last.map(id),
            hasMore: rest.count > items.count)
    }

    private func unknown(_ name: String) -> ServerError {
        let name = isOfAnthropic ? name + "_id" : name
        return .invalid(name, "`\(name)` has to be the id of something in this list.")
    }
}
