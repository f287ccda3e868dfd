public import Foundation

/// A library as the rows that it is kept in, the same for every store: what is carried into another store, with the same ids, times,
/// labels and origins.
///
/// It is for the owner alone, and for copying alone: rows are neither checked against labels nor written into the ledger. What can be
/// made anew from the rest is in no row: the index of words, and what models have read.
public protocol LibraryRows: Sendable {
    /// A page of the rows of a kind, in the order of their keys, as of one moment.
    ///
    /// - Parameters:
    ///   - last: The last row of the page before; `nil` from the beginning on.
    ///   - limit: The most rows. A page ends earlier where it has ``LibraryRow/pageBytes``, and has one row at least if any is left.
    /// - Throws: `not-allowed` for a program.
    func rows(of kind: LibraryRow.Kind, after last: LibraryRow?, limit: Int) async throws -> [LibraryRow]
    /// How many rows of a kind there are.
    func rowCount(of kind: LibraryRow.Kind) async throws -> Int
    /// Adds rows as they are, all or none, while the library is marked as an unfinished copy.
    ///
    /// Rows of a kind come in the order of their keys, and what a row refers to was added before: the kinds in the order of
    /// ``LibraryRow/Kind/carried``. The counters alone may be there already, and are moved on.
    ///
    /// - Throws: `invalid-input` for a library that is not so marked, and for rows that are not of that kind; `broken-ledger` for a
    ///   record of the ledger that does not follow the last one; `not-allowed` for a program.
    func keep(_ rows: [LibraryRow], of kind: LibraryRow.Kind) async throws
    /// From where this library is being copied; `nil` where it is whole.
    func unfinishedCopy() async throws -> String?
    /// Says that the library is an unfinished copy, and from where; `nil` that it is whole.
    func setUnfinishedCopy(of source: String?) async throws
}

/// One row of a library.
public struct LibraryRow: Hashable, Sendable {
    /// A value of a row. A date is its seconds since 1970, or its microseconds where the column says `integer`; a text that may be
    /// long, or hold a NUL, is the bytes of its UTF-8.
    public enum Value: Hashable, Sendable {
        case null
        case integer(Int64)
        case real(Double)
        case text(String)
        case bytes(Data)
    }

    /// In the order of ``Kind/columns``.
    public var values: [Value]

    public init(_ values: [Value]) { self.values = values }

    /// Where a page ends, however few rows it has.
    public static let pageBytes = 4 << 20

    /// About how much of a page it takes.
    public var byteCount: Int {
        values.reduce(0) { sum, value in
            switch value {
            case .null, .integer, .real: sum + 8
            case .text(let text): sum + text.utf8.count
            case .bytes(let bytes): sum + bytes.count
            }
        }
    }
}

extension LibraryRow {
    /// What a row is of.
    public enum Kind: String, Hashable, Sendable, CaseIterable, Codable {
        case folderLabel = "folder-labels"
        case placeLabel = "place-labels"
        case document = "documents"
        case text = "texts"
        case source = "sources"
        /// The labels that follow from those of sources and folders: made by the store, and only compared.
        case documentLabel = "document-labels"
        case chunk = "chunks"
        /// Who wrote what stands in a chunk, and when; of those of which that is known.
        case origin = "chunk-origins"
        case vectorModel = "vector-models"
        /// 32-bit numbers one after the other. Stores keep them at 15 bits or better, to which they are compared.
        case vector = "vectors"
        case familiarity = "familiarities"
        case conversation = "conversations"
        case boundary = "context-boundaries"
        case message = "messages"
        case messageDocument = "message-documents"
        case messagePlace = "message-places"
        case entry = "journal-entries"
        case rollup = "journal-contents"
        /// What a person said of the names in the journal.
        case person = "journal-persons"
        case name = "journal-names"
        case analysis = "analyses"
        case feed = "feeds"
        case work = "work"
        /// Pieces of the files of tasks.
        case workPart = "work-parts"
        case watchedFolder = "watched-folders"
        case watchedFile = "watched-files"
        case consent = "consents"
        /// The last numbers that were given to chunks and messages, which are given once.
        case counter = "counters"
        case ledgerRecord = "ledger-records"

        /// Those that are written, in an order in which each comes after what it refers to. The ledger is the last, so that what is
        /// said in it meanwhile is in the copy.
        public static var carried: [Kind] { allCases.filter { $0 != .documentLabel } }
    }

    /// A column of a kind.
    public struct Column: Hashable, Sendable {
        public enum Form: Sendable { case integer, real, text, bytes }

        public var name: String
        public var form: Form
    }
}

extension LibraryRow.Kind {
    /// How many of the first columns are the key.
    public var keyCount: Int {
        switch self {
        case .vector, .familiarity, .messageDocument, .messagePlace, .watchedFile: 2
        case .rollup, .workPart: 3
        default: 1
        }
    }

    /// The columns of a row, the key first.
    public var columns: [LibraryRow.Column] {
        switch self {
        case .folderLabel, .placeLabel: Self.columns("path:text label:text")
        case .document:
            Self.columns(
                """
                number:integer id:text contentHash:bytes processing:text format:text title:text language:text createdAt:real \
                ingestedAt:real byteCount:integer pageCount:integer firstChunk:integer chunkCount:integer warnings:text
                """)
        case .text: Self.columns("document:integer structure:bytes text:bytes")
        case .source:
            Self.columns(
                "path:text document:integer fileSize:integer modifiedAt:real fileHash:bytes seenAt:real label:text")
        case .documentLabel: Self.columns("number:integer label:text")
        case .chunk:
            Self.columns(
                """
                id:integer document:integer start:integer end:integer tokens:integer page:integer startTime:real endTime:real \
                headings:bytes text:bytes
                """)
        case .origin: Self.columns("chunk:integer document:integer firstAt:real lastAt:real senders:text")
        case .vectorModel: Self.columns("number:integer id:text dimension:integer isActive:integer")
        case .vector: Self.columns("model:integer chunk:integer vector:bytes")
        case .familiarity: Self.columns("model:text language:text value:real chunks:integer measure:text")
        case .conversation:
            Self.columns(
                """
                number:integer id:text title:text systemPrompt:bytes promptLabel:text createdAt:real updatedAt:real pinned:integer \
                folder:text
                """)
        case .boundary:
            Self.columns(
                "conversation:integer upTo:integer label:text promptTokens:integer maxMessages:integer summary:bytes")
        case .message:
            Self.columns(
                """
                number:integer conversation:integer role:text createdAt:real metadata:bytes content:bytes state:text label:text \
                given:integer reasoning:bytes toolCalls:bytes toolCallID:text tokenizer:text tokens:integer
                """)
        case .messageDocument: Self.columns("message:integer document:integer")
        case .messagePlace: Self.columns("message:integer path:text")
        case .entry:
            Self.columns(
                """
                number:integer id:text date:text time:integer timeZone:text title:text label:text duration:real languages:text \
                words:integer hash:bytes addedAt:real changedAt:real cues:bytes text:bytes
                """)
        case .rollup: Self.columns("level:text period:text model:text key:bytes content:bytes")
        case .person: Self.columns("id:text name:text label:text")
        case .name: Self.columns("key:text name:text person:text kind:text")
        case .analysis: Self.columns("key:bytes value:bytes source:bytes createdAt:integer")
        case .feed, .watchedFolder: Self.columns("name:text version:integer value:bytes")
        case .work:
            Self.columns(
                """
                id:text kind:text requester:text title:text payload:bytes label:text priority:integer state:text createdAt:real \
                notBefore:real attempts:integer mostAttempts:integer leaseToken:text leaseWorker:text leaseUntil:real \
                isCancelling:integer report:bytes failure:bytes startedAt:real endedAt:real
                """)
        case .workPart: Self.columns("task:text file:integer part:integer data:bytes")
        case .watchedFile:
            Self.columns(
                """
                folder:text path:text size:integer modified:integer inode:integer isElsewhere:integer state:text code:text \
                message:text
                """)
        case .consent:
            Self.columns("number:integer id:text engine:text host:text task:text grantedAt:integer revokedAt:integer")
        case .counter: Self.columns("name:text last:integer")
        case .ledgerRecord: Self.columns("number:integer content:bytes hash:bytes")
        }
    }

    private static func columns(_ text: String) -> [LibraryRow.Column] {
        let forms: [Substring: LibraryRow.Column.Form] = [
            "integer": .integer, "real": .real, "text": .text, "bytes": .bytes,
        ]
        return text.split(separator: " ").map { word in
            let parts = word.split(separator: ":")
            return LibraryRow.Column(name: String(parts[0]), form: forms[parts[1]] ?? .bytes)
        }
    }
}

// MARK: - What stores share

extension LibraryRow {
    /// The names of the counters.
    package enum Counter {
        package static let chunk = "chunk"
        package static let message = "message"
    }

    /// The key, which a page goes on after.
    package func key(of kind: Kind) -> ArraySlice<Value> { values.prefix(kind.keyCount) }

    package static func refusePrograms() throws {
        guard Reader.current == nil else {
            throw StoreError(.notAllowed, "Only the owner copies a library.")
        }
    }

    /// Refuses rows that are not of a kind: another number of values, or values of another form.
    package static func check(_ rows: [LibraryRow], of kind: Kind) throws {
        let columns = kind.columns
        for row in rows {
            guard row.values.count == columns.count,
                zip(row.values, columns).allSatisfy({ $0.fits($1.form) }),
                !row.key(of: kind).contains(.null), kind != .documentLabel
            else { throw StoreError(.invalidInput, "A row is none of \(kind.rawValue), or lacks a value.") }
        }
    }

    /// A library that is not marked takes no rows.
    package static let notMarked = StoreError(
        .invalidInput, "Rows are only added to a library that is marked as an unfinished copy.")

    /// A row that cannot be read, or refers to something that is not there.
    package static func damaged(_ kind: Kind) -> StoreError {
        StoreError(.damaged, "What the library holds of \(kind.rawValue) cannot be read or does not fit together.")
    }

    /// As many of the rows as make a page.
    package static func page(_ rows: some Sequence<LibraryRow>, limit: Int) -> [LibraryRow] {
        var page: [LibraryRow] = []
        var bytes = 0
        for row in rows {
            guard page.count < limit, page.isEmpty || bytes + row.byteCount <= pageBytes else { break }
            bytes += row.byteCount
            page.append(row)
        }
        return page
    }
}

extension LibraryRow.Value {
    func fits(_ form: LibraryRow.Column.Form) -> Bool {
        switch (self, form) {
        case (.null, _), (.integer, .integer), (.real, .real), (.text, .text), (.bytes, .bytes): true
        default: false
        }
    }

    package init(_ value: Int64?) { self = value.map { .integer($0) } ?? .null }
    package init(_ value: Int?) { self.init(value.map { Int64($0) }) }
    package init(_ value: Double?) { self = value.map { .real($0) } ?? .null }
    package init(_ value: String?) { self = value.map { .text($0) } ?? .null }
    package init(_ value: Data?) { self = value.map { .bytes($0) } ?? .null }
    /// A text as bytes.
    package init(bytesOf value: String?) { self.init(value.map { Data($0.utf8) }) }

    package var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
    package var real: Double? { if case .real(let value) = self { value } else { nil } }
    package var text: String? { if case .text(let value) = self { value } else { nil } }
    package var bytes: Data? { if case .bytes(let value) = self { value } else { nil } }

    /// Whether it stands before another one of the same form, as databases sort: texts and bytes by their bytes.
    package func precedes(_ other: LibraryRow.Value) -> Bool {
        switch (self, other) {
        case (.integer(let a), .integer(let b)): a < b
        case (.text(let a), .text(let b)): a.utf8.lexicographicallyPrecedes(b.utf8)
        case (.bytes(let a), .bytes(let b)): a.lexicographicallyPrecedes(b)
        default: false
        }
    }
}
