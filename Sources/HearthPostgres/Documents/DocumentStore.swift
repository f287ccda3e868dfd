#if canImport(CPostgres)
import Foundation
public import HearthCore

extension PostgresLibrary: DocumentStore {
    public func documents(
        matching filter: SearchFilter = .everything, limit: Int = .max, offset: Int = 0
    ) async throws -> [StoredDocument] {
        let filter = filter.limited()
        return try await read { try Self.documents(matching: filter, limit: limit, offset: offset, $0) }
    }

    public func page(
        matching filter: SearchFilter = .everything, limit: Int, offset: Int = 0
    ) async throws -> (documents: [StoredDocument], total: Int) {
        let filter = filter.limited()
        return try await read { db in
            let (condition, values) = filter.condition
            let row = try db.rows(
                "SELECT count(*) AS total FROM document WHERE document.owner_id = $1 AND \(condition)", values: values
            ).first
            return (
                try Self.documents(matching: filter, limit: limit, offset: offset, db), try row?["total"] ?? 0
            )
        }
    }

    private static func documents(
        matching filter: SearchFilter, limit: Int, offset: Int, _ db: Transaction
    ) throws -> [StoredDocument] {
        let (condition, values) = filter.condition
        return try PostgresDocumentRows(db).documents(
            where: """
                \(condition) ORDER BY ingested_at DESC, number DESC LIMIT $\(values.count + 2) OFFSET $\(values.count + 3)
                """, values + [max(0, limit), max(0, offset)])
    }

    public func counts() async throws -> StoreCounts {
        let readable = Reader.labels
        let allowed = readable.allow("document.label")
        return try await read { db in
            let documents = try db.first(
                """
                SELECT count(*) AS documents, count(*) FILTER (WHERE chunk_count = 0) AS without_text FROM document
                WHERE owner_id = $1 AND \(allowed) AND number NOT IN (
                    SELECT source.document FROM source WHERE source.owner_id = $1 AND starts_with(source.path, $2))
                """, JournalSession.pathPrefix)
            let sources = try db.first(
                """
                SELECT count(*) AS sources
                FROM source JOIN document ON document.owner_id = source.owner_id AND document.number = source.document
                WHERE source.owner_id = $1 AND \(allowed)
                """)
            let chunks: Int64? =
                try readable.isOwner
                ? Totals(db).chunks
                : db.first(
                    "SELECT coalesce(sum(chunk_count), 0)::bigint AS chunks FROM document WHERE owner_id = $1 AND \(allowed)"
                )?["chunks"]
            return StoreCounts(
                documents: try documents?["documents"] ?? 0, sources: try sources?["sources"] ?? 0,
                chunks: Int(chunks ?? 0), withoutText: try documents?["without_text"] ?? 0)
        }
    }

    public func document(id: String) async throws -> StoredDocument? {
        let readable = Reader.labels
        return try await read {
            try PostgresDocumentRows($0).documents(
                where: "id = $2 AND \(readable.allow("document.label"))", [id.withoutNUL]
            )
            .first
        }
    }

    public func document(atPath path: String) async throws -> StoredDocument? {
        let readable = Reader.labels
        return try await read { db in
            try PostgresDocumentRows(db).documents(
                where: """
                    number = (SELECT source.document FROM source WHERE source.owner_id = $1 AND source.path = $2)
                        AND \(readable.allow("document.label"))
                    """, [path.withoutNUL]
            ).first
        }
    }

    public func writers() async throws -> [String] {
        let readable = Reader.labels
        return try await read { db in
            ChunkOrigin.names(
                inLists: try db.rows(
                    """
                    SELECT DISTINCT chunk_origin.senders FROM chunk_origin
                    JOIN document ON document.owner_id = chunk_origin.owner_id AND document.number = chunk_origin.document
                    WHERE chunk_origin.owner_id = $1 AND chunk_origin.senders <> '' AND \(readable.allow("document.label"))
                    ORDER BY chunk_origin.senders
                    """
                ).map { try $0["senders"] })
        }
    }

    public func documents(named name: String) async throws -> [StoredDocument] {
        guard !name.isEmpty, !name.utf8.contains(0) else { return [] }
        let readable = Reader.labels
        let within = "number IN (SELECT source.document FROM source WHERE source.owner_id = $1 AND "
        return try await read { db in
            let reader = PostgresDocumentRows(db)
            let place = PathRange(name)
            var attempts: [(String, [any Bindable])] = [
                (
                    within + "(source.path = $2 OR (source.path >= $3 AND source.path < $4)))",
                    [place.path, place.first, place.end]
                ),
                (within + "right(source.path, length($2)) = $2)", ["/" + name]),
                // Letter case of ASCII aside, as in the embedded store: in this collation no other letter has a case.
                (#"lower(title COLLATE "C") = lower($2 COLLATE "C")"#, [name]),
            ]
            if name.utf8.count >= 4 { attempts.insert(("id >= $2 AND id < $2 || 'g'", [name]), at: 0) }
            for (condition, values) in attempts {
                let found = try reader.documents(
                    where: "(\(condition)) AND \(readable.allow("document.label")) ORDER BY number", values)
                if !found.isEmpty { return found }
            }
            return []
        }
    }

    // MARK: Texts

    public func content(ofDocument id: String) async throws -> ExtractedDocument? {
        let readable = Reader.labels
        return try await read { try PostgresDocumentRows($0).content(id: id.withoutNUL, readable) }
    }

    public func texts(ofDocuments ids: Set<String>) async throws -> [String: String] {
        let readable = Reader.labels
        return try await read { db in
            let rows = try db.rows(
                """
                SELECT document.id AS id, text
                FROM document_text JOIN document
                    ON document.owner_id = document_text.owner_id AND document.number = document_text.document
                WHERE document_text.owner_id = $1 AND document.id = ANY($2) AND \(readable.allow("document.label"))
                """, ids.map(\.withoutNUL))
            return try rows.reduce(into: [:]) { texts, row in texts[try row["id"]] = try row.text("text") }
        }
    }

    // MARK: Chunks

    public func chunks(ofDocument id: String) async throws -> [StoredChunk] {
        let readable = Reader.labels
        return try await read { db in
            try PostgresChunkRows(db, readable).chunks(
                where: """
                    document.id = $2 AND chunk.id BETWEEN document.first_chunk
                        AND document.first_chunk + document.chunk_count - 1 ORDER BY chunk.id
                    """, [id.withoutNUL])
        }
    }

    public func chunks(ids: [Int64]) async throws -> [StoredChunk] {
        guard !ids.isEmpty else { return [] }
        let readable = Reader.labels
        return try await read { db in
            let found = try PostgresChunkRows(db, readable).chunks(where: "chunk.id = ANY($2)", [ids])
            let known = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
            return ids.compactMap { known[$0] }
        }
    }

    public func neighbours(
        ofChunks ids: [Int64], before: Int, after: Int
    ) async throws -> [Int64: [StoredChunk]] {
        guard !ids.isEmpty else { return [:] }
        let (low, high) = (Int64(clamping: max(0, before)), Int64(clamping: max(0, after)))
        let readable = Reader.labels
        return try await read { db in
            // The chunks of a document have consecutive ids, so the neighbours of all are one condition.
            let rows = try db.rows(
                """
                SELECT wanted.id AS id, first_chunk, chunk_count FROM document
                JOIN chunk wanted ON wanted.owner_id = document.owner_id AND wanted.document = document.number
                WHERE document.owner_id = $1 AND wanted.id = ANY($2) AND \(readable.allow("document.label"))
                """, ids)
            var ranges: [Int64: ChunkRange] = [:]
            for row in rows {
                let id: Int64 = try row["id"]
                let all = ChunkRange(first: try row["first_chunk"], count: try row["chunk_count"])
                ranges[id] = ChunkRange(first: id - min(low, id - all.first), last: id + min(high, all.last - id))
            }
            guard !ranges.isEmpty else { return [:] }
            let merged = ChunkRange.merged(Array(ranges.values))
            let found = try PostgresChunkRows(db, readable).chunks(
                where: """
                    EXISTS (SELECT 1 FROM unnest($2::bigint[], $3::bigint[]) AS part (low, high)
                        WHERE chunk.id BETWEEN part.low AND part.high)
                    AND chunk.id BETWEEN $4 AND $5 ORDER BY chunk.id
                    """,
                [merged.map(\.first), merged.map(\.last), merged.first?.first ?? 0, merged.last?.last ?? 0])
            return ranges.mapValues { range in found.filter { $0.id >= range.first && $0.id <= range.last } }
        }
    }

    public func chunks(after id: Int64, limit: Int) async throws -> [StoredChunk] {
        let readable = Reader.labels
        return try await read { db in
            try PostgresChunkRows(db, readable).chunks(
                where: "chunk.id > $2 ORDER BY chunk.id LIMIT $3", [id, max(0, limit)])
        }
    }

    // MARK: Sources

    public func sourceState(path: String) async throws -> SourceState? {
        try await read { try PostgresSourceRows($0).states(where: "source.path = $2", [path.withoutNUL]).first }
    }

    public func sourceStates(under path: String) async throws -> [SourceState] {
        let place = PathRange(path.withoutNUL)
        return try await read { db in
            try PostgresSourceRows(db).states(
                where: "(source.path = $2 OR (source.path >= $3 AND source.path < $4)) ORDER BY source.path",
                [place.path, place.first, place.end])
        }
    }

    public func touchSources(_ files: [SourceFile]) async throws {
        guard !files.isEmpty else { return }
        try await write { db in
            try db.change(
                """
                UPDATE source SET file_size = seen.size, modified_at = seen.modified, seen_at = $2
                FROM unnest($3::text[], $4::bytea[], $5::bigint[], $6::double precision[]) AS seen (path, hash, size, modified)
                WHERE source.owner_id = $1 AND source.path = seen.path AND source.file_hash = seen.hash
                """, Date().timeIntervalSince1970, files.map(\.path.withoutNUL), files.map { Data($0.hash.bytes) },
                files.map(\.size), files.map(\.modifiedAt.timeIntervalSince1970))
        }
    }
}
#endif
