import Foundation

/// A library to which single things of another one are added, with the numbers that it gives itself.
///
/// Like ``LibraryRows``, for the owner alone: rows are neither checked against labels nor written into the ledger, so whoever adds them
/// says in them how private they are.
public protocol LibraryItems: LibraryRows {
    /// A page of the rows that say something in a column, in the order of their keys; as ``rows(of:after:limit:)`` otherwise.
    func rows(_ lookup: LibraryLookup, after last: LibraryRow?, limit: Int) async throws -> [LibraryRow]
    /// Adds one thing with all its rows, or nothing of it. Its own numbers are replaced by the next that this library gives; numbers of
    /// documents that are not among its rows are this library's already. Words are indexed later (``WordIndex``).
    ///
    /// - Throws: `library-changed` where something of it is there already, `unfinished-copy` for a library that is not whole,
    ///   `invalid-input` for rows that are no thing's, `library-unsafe` for a library on another machine, `not-allowed` for a program.
    func add(_ item: LibraryItem) async throws
}

/// Rows of a kind that are found by one of their columns.
public struct LibraryLookup: Hashable, Sendable {
    public let kind: LibraryRow.Kind
    package let column: String
    package let value: LibraryRow.Value

    private init(_ kind: LibraryRow.Kind, _ column: String, _ value: LibraryRow.Value) {
        (self.kind, self.column, self.value) = (kind, column, value)
    }

    /// The document with a content; none or one.
    public static func document(_ content: ContentHash) -> LibraryLookup {
        LibraryLookup(.document, "contentHash", .bytes(Data(content.bytes)))
    }

    /// The document of an id; none or one.
    public static func document(id: String) -> LibraryLookup { LibraryLookup(.document, "id", .text(id)) }

    /// The places of a document.
    public static func sources(ofDocument number: Int64) -> LibraryLookup {
        LibraryLookup(.source, "document", .integer(number))
    }

    /// What is at a place; none or one.
    public static func source(path: String) -> LibraryLookup { LibraryLookup(.source, "path", .text(path)) }

    /// The label that is kept for a place from which a file disappeared; none or one.
    public static func keptLabel(path: String) -> LibraryLookup { LibraryLookup(.placeLabel, "path", .text(path)) }

    /// The conversation of an id; none or one.
    public static func conversation(id: String) -> LibraryLookup { LibraryLookup(.conversation, "id", .text(id)) }

    /// The messages of a conversation.
    public static func messages(ofConversation number: Int64) -> LibraryLookup {
        LibraryLookup(.message, "conversation", .integer(number))
    }

    /// The entry of the journal of an id; none or one.
    public static func entry(id: String) -> LibraryLookup { LibraryLookup(.entry, "id", .text(id)) }

    /// What an analysis kept under a key; none or one.
    public static func analysis(_ key: ContentHash) -> LibraryLookup {
        LibraryLookup(.analysis, "key", .bytes(Data(key.bytes)))
    }

    /// Whether a row is one of these, for stores that look at each.
    package func finds(_ row: LibraryRow) -> Bool {
        guard let index = kind.columns.firstIndex(where: { $0.name == column }), index < row.values.count else {
            return false
        }
        return row.values[index] == value
    }
}

/// One thing of a library with all of its rows: a document with its places and passages, a conversation with its messages, an entry of
/// the journal with the document by which search finds it.
public struct LibraryItem: Hashable, Sendable {
    private var rows: [LibraryRow.Kind: [LibraryRow]] = [:]

    public init() {}

    public init(_ rows: [LibraryRow], of kind: LibraryRow.Kind) { self.rows[kind] = rows }

    /// The rows of a kind, in the order of their keys.
    public subscript(kind: LibraryRow.Kind) -> [LibraryRow] {
        get { rows[kind] ?? [] }
        set { rows[kind] = newValue.isEmpty ? nil : newValue }
    }

    /// The kinds of rows that things consist of, in an order in which each comes after what it refers to.
    public static let kinds: [LibraryRow.Kind] = [
        .placeLabel, .document, .text, .source, .chunk, .origin, .conversation, .boundary, .message, .messageDocument,
        .messagePlace, .entry, .rollup, .analysis,
    ]
}

// MARK: - Numbers

/// The next numbers that a library gives.
package struct LibraryNumbers: Hashable, Sendable {
    package var document: Int64
    package var chunk: Int64
    package var conversation: Int64
    package var message: Int64
    package var entry: Int64

    package init(
        document: Int64 = 0, chunk: Int64 = 0, conversation: Int64 = 0, message: Int64 = 0, entry: Int64 = 0
    ) {
        self.document = document
        self.chunk = chunk
        self.conversation = conversation
        self.message = message
        self.entry = entry
    }
}

extension LibraryItem {
    /// What a library numbers. The first column of the kind has the numbers themselves.
    private enum Numbered: CaseIterable {
        case document, chunk, conversation, message, entry

        var kind: LibraryRow.Kind {
            switch self {
            case .document: .document
            case .chunk: .chunk
            case .conversation: .conversation
            case .message: .message
            case .entry: .entry
            }
        }

        func next(_ numbers: LibraryNumbers) -> Int64 {
            switch self {
            case .document: numbers.document
            case .chunk: numbers.chunk
            case .conversation: numbers.conversation
            case .message: numbers.message
            case .entry: numbers.entry
            }
        }
    }

    /// In which columns of a kind such numbers stand.
    private static func numbers(in kind: LibraryRow.Kind) -> [(column: Int, what: Numbered)] {
        switch kind {
        case .document: [(0, .document), (11, .chunk)]
        case .text: [(0, .document)]
        case .source: [(1, .document)]
        case .chunk, .origin: [(0, .chunk), (1, .document)]
        case .conversation: [(0, .conversation)]
        case .boundary: [(0, .conversation), (1, .message)]
        case .message: [(0, .message), (1, .conversation), (8, .message)]
        case .messageDocument: [(0, .message), (1, .document)]
        case .messagePlace: [(0, .message)]
        case .entry: [(0, .entry)]
        default: []
        }
    }

    /// The same thing under the numbers that follow on these. Numbers of a thing follow each other without gaps, in their order; one that
    /// nothing of it has is that of the next that something has.
    package func numbered(from next: LibraryNumbers) -> LibraryItem {
        let own = Dictionary(
            uniqueKeysWithValues: Numbered.allCases.map { what in
                (what, self[what.kind].compactMap { $0.values.first?.integer })
            })
        func new(_ old: Int64, _ what: Numbered) -> Int64? {
            let (known, first) = (own[what] ?? [], what.next(next))
            guard !known.isEmpty else {
                // A document without passages has the number of a first one all the same; another thing's number stays.
                return what == .chunk ? first : old
            }
            var (low, high) = (0, known.count)
            while low < high {
                let middle = (low + high) / 2
                if known[middle] < old { low = middle + 1 } else { high = middle }
            }
            return low < known.count ? first + Int64(low) : nil
        }
        var item = self
        for kind in Self.kinds {
            let columns = Self.numbers(in: kind)
            guard !columns.isEmpty, !self[kind].isEmpty else { continue }
            item[kind] = self[kind].map { row in
                var row = row
                for (column, what) in columns where column < row.values.count {
                    guard let old = row.values[column].integer else { continue }
                    row.values[column] = LibraryRow.Value(new(old, what))
                }
                return row
            }
        }
        return item
    }

    /// The SHA-256 digest of what it says, the same whatever its numbers are and whichever store it is in. Which documents a message was
    /// made of goes in as how many they are, since a thing knows no other's content.
    ///
    /// - Parameter kinds: Of which rows; of all, where nothing is said.
    package func digest(of kinds: [LibraryRow.Kind] = LibraryItem.kinds) -> ContentHash {
        let relative = numbered(from: LibraryNumbers())
        var digest = LibraryDigest()
        for kind in kinds {
            digest.add(LibraryRow([.text(kind.rawValue), .init(relative[kind].count)]), of: kind)
            for row in relative[kind] {
                digest.add(kind == .messageDocument ? LibraryRow(Array(row.values.prefix(1))) : row, of: kind)
            }
        }
        return digest.value()
    }
}

// MARK: - What stores share

extension LibraryItem {
    /// Refuses rows that are no thing's, and what no store keeps.
    package func check() throws {
        for (kind, rows) in rows {
            guard Self.kinds.contains(kind) else {
                throw StoreError(.invalidInput, "Rows of \(kind.rawValue) are not added one by one.")
            }
            try LibraryRow.check(rows, of: kind)
        }
    }

    /// By what it would be there already.
    package var identities: [LibraryLookup] {
        func texts(_ kind: LibraryRow.Kind, _ column: Int, _ lookup: (String) -> LibraryLookup) -> [LibraryLookup] {
            self[kind].compactMap { $0.values[column].text.map(lookup) }
        }
        func hashes(
            _ kind: LibraryRow.Kind, _ column: Int, _ lookup: (ContentHash) -> LibraryLookup
        ) -> [LibraryLookup] {
            self[kind].compactMap { row in
                row.values[column].bytes.flatMap { ContentHash(bytes: Array($0)) }.map(lookup)
            }
        }
        var found = texts(.placeLabel, 0) { .keptLabel(path: $0) }
        found += texts(.document, 1) { .document(id: $0) } + hashes(.document, 2) { .document($0) }
        found += texts(.source, 0) { .source(path: $0) }
        found += texts(.conversation, 1) { .conversation(id: $0) } + texts(.entry, 1) { .entry(id: $0) }
        return found + hashes(.analysis, 0) { .analysis($0) }
    }

    /// Its rows of a kind, in parts that are written in one statement.
    package func pages(of kind: LibraryRow.Kind) -> [[LibraryRow]] {
        var (pages, rest) = ([[LibraryRow]](), self[kind][...])
        while !rest.isEmpty {
            pages.append(LibraryRow.page(rest, limit: 500))
            rest = rest.dropFirst(pages.last?.count ?? rest.count)
        }
        return pages
    }

    /// Something of it came there meanwhile.
    package static let taken = StoreError(
        .changed,
        "The library was changed while another one was merged into it: what was to be added is there by now. Merge again."
    )

    /// A copy that is not whole is finished, not added to.
    package static func unfinished(_ source: String) -> StoreError {
        StoreError(
            .unfinishedCopy, "The library is an unfinished copy of \(source). Finish that copy before you add to it.")
    }
}
