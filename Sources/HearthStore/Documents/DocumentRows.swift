import Foundation
import GRDB
import HearthCore

/// Reads rows of documents.
struct DocumentRows {
    private let db: Database

    init(_ db: Database) { self.db = db }

    func documents(where condition: String, _ arguments: StatementArguments) throws -> [StoredDocument] {
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT number, id, contentHash, processing, format, title, language, label, createdAt, ingestedAt,
                        byteCount, pageCount, firstChunk, chunkCount, warnings
                    FROM document WHERE \(condition)
                    """), arguments: arguments)
        let paths = try db.cachedStatement(sql: "SELECT path FROM source WHERE document = ? ORDER BY path")
        return try rows.map { row in
            try document(row, paths: String.fetchAll(paths, arguments: [row["number"] as Int64]))
        }
    }

    func content(id: String, _ readable: ReadableLabels) throws -> ExtractedDocument? {
        guard
            let row = try Row.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT format, title, warnings, structure, text
                        FROM document JOIN documentText ON documentText.document = document.number
                        WHERE id = ? AND \(readable.allow("document.label"))
                        """), arguments: [id])
        else { return nil }
        guard let structure = DocumentStructure(decoding: Array(row["structure"] as Data)) else {
            throw StoreError(.damaged, "The structure of document \(id) cannot be read. Ingest it again.")
        }
        return ExtractedDocument(
            format: try format(row), title: row["title"], text: try row.text("text") ?? "", pages: structure.pages,
            blocks: structure.blocks, warnings: try warnings(row))
    }

    private func document(_ row: Row, paths: [String]) throws -> StoredDocument {
        let id: String = row["id"]
        let range = ChunkRange(first: row["firstChunk"], count: row["chunkCount"])
        guard let hash = ContentHash(bytes: Array(row["contentHash"] as Data)),
            let label = SensitivityLabel(rawValue: row["label"])
        else { throw StoreError(.damaged, "The row of document \(id) cannot be read. Ingest it again.") }
        return StoredDocument(
            id: id, contentHash: hash, processing: row["processing"], format: try format(row), title: row["title"],
            language: row["language"], label: label,
            createdAt: (row["createdAt"] as Double?).map(Date.init(timeIntervalSince1970:)),
            ingestedAt: Date(timeIntervalSince1970: row["ingestedAt"]), byteCount: row["byteCount"],
            pageCount: row["pageCount"], chunkCount: range.count,
            chunkIDs: range.first..<(range.first + Int64(range.count)), warnings: try warnings(row), paths: paths)
    }

    private func format(_ row: Row) throws -> DocumentFormat {
        guard let format = DocumentFormat(rawValue: row["format"]) else {
            throw StoreError(
                .newerSchema, "A document has the unknown format \(row["format"] as String). Update Hearth.")
        }
        return format
    }

    private func warnings(_ row: Row) throws -> [ExtractionWarning] {
        let text: String = row["warnings"]
        // The usual case, and JSONDecoder takes longer than the rest of the row.
        guard text != "[]" else { return [] }
        return try JSONDecoder().decode([ExtractionWarning].self, from: Data(text.utf8))
    }
}

/// Reads rows of chunks.
struct ChunkRows {
    private let db: Database
    private let readable: ReadableLabels

    init(_ db: Database, _ readable: ReadableLabels) {
        self.db = db
        self.readable = readable
    }

    func chunks(where condition: String, _ arguments: StatementArguments) throws -> [StoredChunk] {
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT chunk.id AS id, document.id AS documentID, chunk.id - document.firstChunk AS position, start,
                        end, tokens, page, headings, startTime, endTime, text
                    FROM chunk JOIN document ON document.number = chunk.document
                        AND \(readable.allow("document.label"))
                    WHERE \(condition)
                    """), arguments: arguments)
        var chunks: [StoredChunk] = []
        while let row = try rows.next() {
            let chunk = Chunk(
                index: row["position"], span: TextSpan(start: row["start"], end: row["end"]),
                text: try row.text("text") ?? "", tokens: row["tokens"], page: row["page"],
                headings: HeadingsText.split(try row.text("headings")), startTime: row["startTime"],
                endTime: row["endTime"])
            chunks.append(StoredChunk(id: row["id"], documentID: row["documentID"], chunk: chunk))
        }
        return chunks
    }
}

/// Reads rows of sources.
struct SourceRows {
    private let db: Database

    init(_ db: Database) { self.db = db }

    func states(where condition: String, _ arguments: StatementArguments) throws -> [SourceState] {
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT path, fileSize, modifiedAt, fileHash, seenAt, document.id, processing
                    FROM source JOIN document ON document.number = source.document WHERE \(condition)
                    """), arguments: arguments)
        return try rows.map { row in
            let path: String = row["path"]
            guard let hash = ContentHash(bytes: Array(row["fileHash"] as Data)) else {
                throw StoreError(.damaged, "The row of \(path) cannot be read. Ingest it again.")
            }
            let file = SourceFile(
                path: path, size: row["fileSize"], modifiedAt: Date(timeIntervalSince1970: row["modifiedAt"]),
                hash: hash)
            return SourceState(
                file: file, documentID: row["id"], processing: row["processing"],
                seenAt: Date(timeIntervalSince1970: row["seenAt"]))
        }
    }
}

/// Consecutive chunk ids, such as those of one document.
struct ChunkRange: Hashable, Sendable {
    var first: Int64
    /// May be smaller than `first`, for an empty range.
    var last: Int64

    init(first: Int64, last: Int64) {
        self.first = first
        self.last = last
    }

    init(first: Int64, count: Int) {
        self.init(first: first, last: first + Int64(count) - 1)
    }

    var count: Int { max(0, Int(last - first + 1)) }

    /// The same ids in sorted, disjoint ranges, neighbours joined.
    static func merged(_ ranges: [ChunkRange]) -> [ChunkRange] {
        var result: [ChunkRange] = []
        for range in ranges.filter({ $0.count > 0 }).sorted(by: { $0.first < $1.first }) {
            if let end = result.last?.last, range.first <= end + 1 {
                result[result.count - 1].last = max(end, range.last)
            } else {
                result.append(range)
            }
        }
        return result
    }

    /// Pairs of little-endian 64-bit integers, as the SQL function `hearth_within` reads them.
    static func encoded(_ ranges: [ChunkRange]) -> Data {
        var data = Data(capacity: ranges.count * 16)
        for range in ranges {
            for value in [range.first, range.last] {
                withUnsafeBytes(of: value.littleEndian) { data.append(contentsOf: $0) }
            }
        }
        return data
    }
}

/// Pages and blocks of a document, packed: a long book has a hundred thousand blocks, and JSON of them would be larger than
/// the book and slow to read.
struct DocumentStructure: Equatable {
    var pages: [Page]
    var blocks: [Block]

    private static let version = 1

    func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.append(Self.version)
        writer.append(pages.count)
        for page in pages {
            writer.append(page.number)
            writer.append(page.span)
        }
        writer.append(blocks.count)
        for block in blocks {
            writer.append(Self.number(of: block.kind))
            writer.append(block.span)
            writer.append(block.startTime)
            writer.append(block.endTime)
            writer.append(block.speaker)
        }
        return writer.bytes
    }

    init(pages: [Page], blocks: [Block]) {
        self.pages = pages
        self.blocks = blocks
    }

    /// `nil` when the bytes are not what ``encoded()`` writes.
    init?(decoding bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard reader.readInteger() == Self.version, let pageCount = reader.readCount() else { return nil }
        pages = []
        pages.reserveCapacity(pageCount)
        for _ in 0..<pageCount {
            guard let number = reader.readInteger(), let span = reader.readSpan() else { return nil }
            pages.append(Page(number: number, span: span))
        }
        guard let blockCount = reader.readCount() else { return nil }
        blocks = []
        blocks.reserveCapacity(blockCount)
        for _ in 0..<blockCount {
            guard let number = reader.readInteger(), let kind = Self.kind(of: number), let span = reader.readSpan(),
                let start = reader.readDouble(), let end = reader.readDouble(), let speaker = reader.readString()
            else { return nil }
            blocks.append(Block(kind, span: span, startTime: start, endTime: end, speaker: speaker))
        }
        guard reader.isAtEnd else { return nil }
    }

    /// Stable numbers: 1 to 9 are kinds without a level, headings are 16 plus their level.
    private static func number(of kind: Block.Kind) -> Int {
        switch kind {
        case .paragraph: 1
        case .listItem: 2
        case .table: 3
        case .code: 4
        case .quote: 5
        case .utterance: 6
        case .heading(let level): 16 + max(0, min(level, 255))
        }
    }

    private static func kind(of number: Int) -> Block.Kind? {
        switch number {
        case 1: .paragraph
        case 2: .listItem
        case 3: .table
        case 4: .code
        case 5: .quote
        case 6: .utterance
        case 16...271: .heading(level: number - 16)
        default: nil
        }
    }
}

extension ByteWriter {
    mutating func append(_ span: TextSpan) {
        append(span.start)
        append(span.count)
    }
}

extension ByteReader {
    mutating func readSpan() -> TextSpan? {
        guard let start = readInteger(), let count = readInteger() else { return nil }
        let (end, overflow) = start.addingReportingOverflow(count)
        return overflow ? nil : TextSpan(start: start, end: end)
    }
}

/// Appends small values to bytes: unsigned LEB128 for integers, little-endian bits for floating point.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    mutating func append(_ value: Int) { append(UInt64(max(0, value))) }

    mutating func append(_ value: Double?) {
        guard let value else { return append(0) }
        append(1)
        withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func append(_ value: String?) {
        guard let value else { return append(0) }
        append(value.utf8.count + 1)
        bytes.append(contentsOf: value.utf8)
    }
}

/// Reads what ``ByteWriter`` wrote; `nil` wherever the bytes end early or make no sense.
struct ByteReader {
    private let bytes: [UInt8]
    private var at = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { at == bytes.count }
    /// Bytes not read yet: no list in them has more elements than this.
    var remaining: Int { bytes.count - at }

    mutating func readInteger() -> Int? {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while at < bytes.count, shift < 63 {
            let byte = bytes[at]
            at += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return Int(exactly: value) }
            shift += 7
        }
        return nil
    }

    mutating func readCount() -> Int? {
        guard let count = readInteger(), count <= remaining else { return nil }
        return count
    }

    /// The outer optional tells whether it could be read, the inner one is the value.
    mutating func readDouble() -> Double?? {
        guard let flag = readInteger() else { return nil }
        guard flag == 1 else { return .some(nil) }
        guard remaining >= 8 else { return nil }
        let bits = (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes[at + $1]) << (8 * UInt64($1)) }
        at += 8
        return .some(Double(bitPattern: bits))
    }

    mutating func readString() -> String?? {
        guard let size = readInteger() else { return nil }
        guard size > 0 else { return .some(nil) }
        guard size - 1 <= remaining else { return nil }
        defer { at += size - 1 }
        return String(validating: bytes[at..<(at + size - 1)], as: UTF8.self).map { .some($0) }
    }
}
