import HearthCore

/// Things of a library, read row by row.
extension LibraryItem {
    private static let rowsPerPage = 500

    /// A document with its text, places and passages; without vectors.
    static func document(_ row: LibraryRow, of library: any LibraryItems) async throws -> LibraryItem {
        guard let number = row.values[0].integer, let first = row.values[11].integer,
            let count = row.values[12].integer, number > 0, (0...Int64(Int32.max)).contains(count),
            (0...Int64.max / 2).contains(first)
        else { throw LibraryRow.damaged(.document) }
        var item = LibraryItem([row], of: .document)
        item[.text] = try await range(.text, from: number, to: number, of: library)
        item[.source] = try await all(.sources(ofDocument: number), of: library)
        item[.chunk] = try await range(.chunk, from: first, to: first + count - 1, of: library)
        item[.origin] = try await range(.origin, from: first, to: first + count - 1, of: library)
        return item
    }

    /// A conversation with its messages and what these were made of.
    static func conversation(_ row: LibraryRow, of library: any LibraryItems) async throws -> LibraryItem {
        guard let number = row.values[0].integer else { throw LibraryRow.damaged(.conversation) }
        var item = LibraryItem([row], of: .conversation)
        item[.boundary] = try await range(.boundary, from: number, to: number, of: library)
        item[.message] = try await all(.messages(ofConversation: number), of: library)
        guard let first = item[.message].first?.values[0].integer, let last = item[.message].last?.values[0].integer
        else { return item }
        // Those of other conversations lie between, where people went from one to the other.
        let own = Set(item[.message].compactMap { $0.values[0].integer })
        for kind in [LibraryRow.Kind.messageDocument, .messagePlace] {
            item[kind] = try await range(kind, from: first, to: last, of: library)
                .filter { $0.values[0].integer.map(own.contains) ?? false }
        }
        return item
    }

    /// All rows that are found by a column.
    static func all(_ lookup: LibraryLookup, of library: any LibraryItems) async throws -> [LibraryRow] {
        var found: [LibraryRow] = []
        while true {
            try Task.checkCancellation()
            let page = try await library.rows(lookup, after: found.last, limit: rowsPerPage)
            if page.isEmpty { return found }
            found += page
        }
    }

    /// The rows of a kind whose keys begin with a number of a range.
    static func range(
        _ kind: LibraryRow.Kind, from first: Int64, to last: Int64, of library: any LibraryItems
    ) async throws -> [LibraryRow] {
        guard first <= last, first > .min else { return [] }
        var found: [LibraryRow] = []
        // Before everything whose key begins with the first number: other parts of keys are numbers above 0, and paths.
        let rest: [LibraryRow.Value] =
            switch kind {
            case .messageDocument: [.integer(0)]
            case .messagePlace: [.text("")]
            default: []
            }
        var end = LibraryRow([LibraryRow.Value.integer(rest.isEmpty ? first - 1 : first)] + rest)
        while true {
            try Task.checkCancellation()
            let page = try await library.rows(of: kind, after: end, limit: rowsPerPage)
            let within = page.prefix { ($0.values[0].integer ?? .max) <= last }
            found += within
            guard within.count == page.count, let next = page.last else { return found }
            end = next
        }
    }
}

extension LibraryItems {
    /// The row that is found by a column of which it alone has a value.
    func row(_ lookup: LibraryLookup) async throws -> LibraryRow? {
        try await rows(lookup, after: nil, limit: 1).first
    }

    /// The row of a document by its number.
    func documentRow(_ number: Int64) async throws -> LibraryRow? {
        guard number > .min else { return nil }
        return try await rows(of: .document, after: LibraryRow([.integer(number - 1)]), limit: 1).first
            .flatMap { $0.values[0].integer == number ? $0 : nil }
    }
}
