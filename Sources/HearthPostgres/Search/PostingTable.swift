#if canImport(CPostgres)
import Foundation
import HearthCore

/// In how many places of which chunks a term stands, packed: one row for each term and 1,024 chunk ids.
///
/// A row for each term and chunk would be six times as many rows, of which the database would keep forty bytes each that say nothing;
/// PostgreSQL's own full-text index knows neither how often a term stands in a chunk, nor BM25F.
enum PostingBlock {
    /// Chunk ids of one row.
    static let size: Int64 = 1_024

    static func number(of chunk: Int64) -> Int64 { chunk / size }

    struct Entry: Equatable {
        var chunk: Int64
        /// How often the term stands in the title and in the body.
        var title: Int
        var body: Int
        /// How many terms these have.
        var titleLength: Int
        var bodyLength: Int
    }

    static func append(_ entry: Entry, to bytes: inout [UInt8]) {
        for value in [Int(entry.chunk % size), entry.title, entry.body, entry.titleLength, entry.bodyLength] {
            var rest = UInt(max(0, value))
            while rest >= 0x80 {
                bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
                rest >>= 7
            }
            bytes.append(UInt8(rest))
        }
    }

    /// Calls `body` with each entry of a row.
    ///
    /// - Throws: ``StoreError`` with the code `damaged` where the bytes are not what ``append(_:to:)`` writes.
    static func forEach(
        _ bytes: UnsafeRawBufferPointer, block: Int64, _ body: (Entry) throws -> Void
    ) throws {
        var at = 0
        func next() throws -> Int {
            var value: UInt = 0
            var shift: UInt = 0
            while at < bytes.count, shift < 56 {
                let byte = bytes[at]
                at += 1
                value |= UInt(byte & 0x7F) << shift
                if byte & 0x80 == 0 { return Int(value) }
                shift += 7
            }
            throw StoreError(.damaged, "The index of words cannot be read. Restore a backup of the database.")
        }
        while at < bytes.count {
            let offset = try next()
            guard offset < size else {
                throw StoreError(.damaged, "The index of words cannot be read. Restore a backup of the database.")
            }
            try body(
                Entry(
                    chunk: block * size + Int64(offset), title: try next(), body: try next(), titleLength: try next(),
                    bodyLength: try next()))
        }
    }

    /// What stands in the index for a term; `nil` for one that cannot be looked for. A key of PostgreSQL's has a third of a page at
    /// most, so that a very long term is represented by its hash.
    static func key(_ term: String) -> String? {
        if term.utf8.contains(0) { return nil }
        return term.utf8.count <= 400 ? term : "\u{1}" + ContentHash(of: Data(term.utf8)).hex
    }
}

/// Writes the index of words within a transaction, and keeps the totals right.
struct PostingTable {
    private struct Key: Hashable, Comparable {
        var term: String
        var block: Int64

        static func < (a: Key, b: Key) -> Bool { a.term == b.term ? a.block < b.block : a.term < b.term }
    }

    private let db: Transaction

    init(_ db: Transaction) { self.db = db }

    /// Adds chunks that are not in the index, in the order of their ids.
    func add(_ chunks: [Int64], _ terms: [ChunkTerms]) throws {
        var rows: [Key: (count: Int, data: [UInt8])] = [:]
        var (titles, bodies) = (0, 0)
        for (chunk, terms) in zip(chunks, terms) {
            let (title, body) = (Self.split(terms.title), Self.split(terms.body))
            (titles, bodies) = (titles + title.count, bodies + body.count)
            var counts: [String: (title: Int, body: Int)] = [:]
            for term in title { counts[term, default: (0, 0)].title += 1 }
            for term in body { counts[term, default: (0, 0)].body += 1 }
            for (term, count) in counts {
                guard let term = PostingBlock.key(term) else { continue }
                let entry = PostingBlock.Entry(
                    chunk: chunk, title: count.title, body: count.body, titleLength: title.count, bodyLength: body.count
                )
                let key = Key(term: term, block: PostingBlock.number(of: chunk))
                rows[key, default: (0, [])].count += 1
                PostingBlock.append(entry, to: &rows[key, default: (0, [])].data)
            }
        }
        try db.change(
            """
            INSERT INTO chunk_terms (owner_id, chunk, title, body)
            SELECT $1, new.* FROM unnest($2::bigint[], $3::bytea[], $4::bytea[]) AS new
            """, chunks, terms.map(\.title.blob), terms.map(\.body.blob))
        let keys = rows.keys.sorted()
        if !keys.isEmpty {
            try db.change(
                """
                INSERT INTO posting (owner_id, term, block, count, data)
                SELECT $1, new.* FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::bytea[]) AS new
                ON CONFLICT (owner_id, term, block) DO UPDATE
                SET count = posting.count + excluded.count, data = posting.data || excluded.data
                """, keys.map(\.term), keys.map(\.block), keys.map { rows[$0]?.count ?? 0 },
                keys.map { Data(rows[$0]?.data ?? []) })
        }
        try db.count {
            $0.titleTerms += Int64(titles)
            $0.bodyTerms += Int64(bodies)
        }
    }

    /// Takes chunks out of the index.
    func remove(_ range: ChunkRange) throws {
        try remove(
            where: "chunk BETWEEN $2 AND $3", [range.first, range.last]
        ) { $0 >= range.first && $0 <= range.last }
    }

    /// Gives chunks that are in the index other terms.
    func replace(_ chunks: [Int64], with terms: [ChunkTerms]) throws {
        let wanted = Set(chunks)
        try remove(where: "chunk = ANY($2)", [chunks]) { wanted.contains($0) }
        try add(chunks, terms)
        try db.change(
            """
            UPDATE chunk SET title_terms = new.title, body_terms = new.body
            FROM unnest($2::bigint[], $3::bigint[], $4::bigint[]) AS new (id, title, body)
            WHERE chunk.owner_id = $1 AND chunk.id = new.id
            """, chunks, terms.map { TermText.count($0.title) }, terms.map { TermText.count($0.body) })
    }

    private func remove(
        where condition: String, _ values: [any Bindable], _ isGone: (Int64) -> Bool
    ) throws {
        var keys: Set<Key> = []
        var (titles, bodies) = (0, 0)
        for row in try db.rows(
            "SELECT chunk, title, body FROM chunk_terms WHERE owner_id = $1 AND \(condition)", values: values)
        {
            let block = PostingBlock.number(of: try row["chunk"])
            let (title, body) = (Self.split(try row.text("title") ?? ""), Self.split(try row.text("body") ?? ""))
            (titles, bodies) = (titles + title.count, bodies + body.count)
            for term in title + body {
                if let term = PostingBlock.key(term) { keys.insert(Key(term: term, block: block)) }
            }
        }
        try db.change("DELETE FROM chunk_terms WHERE owner_id = $1 AND \(condition)", values: values)
        var left: [(key: Key, count: Int, data: [UInt8])] = []
        let sorted = keys.sorted()
        let rows = try db.rows(
            """
            SELECT posting.term AS term, posting.block AS block, data
            FROM posting JOIN unnest($2::text[], $3::bigint[]) AS gone (term, block)
                ON posting.term = gone.term AND posting.block = gone.block
            WHERE posting.owner_id = $1
            """, sorted.map(\.term), sorted.map(\.block))
        for row in rows {
            let key = Key(term: try row["term"], block: try row["block"])
            var (count, data) = (0, [UInt8]())
            try row.withBytes("data") { bytes in
                try PostingBlock.forEach(bytes, block: key.block) { entry in
                    guard !isGone(entry.chunk) else { return }
                    count += 1
                    PostingBlock.append(entry, to: &data)
                }
            }
            left.append((key, count, data))
        }
        let (empty, kept) = (left.filter { $0.count == 0 }.map(\.key), left.filter { $0.count > 0 })
        try db.change(
            """
            DELETE FROM posting USING unnest($2::text[], $3::bigint[]) AS gone (term, block)
            WHERE posting.owner_id = $1 AND posting.term = gone.term AND posting.block = gone.block
            """, empty.map(\.term), empty.map(\.block))
        try db.change(
            """
            UPDATE posting SET count = kept.count, data = kept.data
            FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::bytea[]) AS kept (term, block, count, data)
            WHERE posting.owner_id = $1 AND posting.term = kept.term AND posting.block = kept.block
            """, kept.map(\.key.term), kept.map(\.key.block), kept.map(\.count), kept.map { Data($0.data) })
        try db.count {
            $0.titleTerms -= Int64(titles)
            $0.bodyTerms -= Int64(bodies)
        }
    }

    static func split(_ terms: String) -> [String] {
        terms.utf8.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
    }
}
#endif
