import Foundation
import GRDB
import HearthCore

/// Stores documents within one transaction. Vectors and totals are gathered and written once, by ``finish()``.
struct DocumentWriter {
    private let db: Database
    private let now = Date().timeIntervalSince1970
    private var statistics: Statistics
    private var pending: [String: [(chunk: Int64, vector: [Float])]] = [:]
    private var removal: DocumentRemover

    init(_ db: Database) throws {
        self.db = db
        statistics = try Statistics(db)
        removal = DocumentRemover(db)
    }

    mutating func store(_ item: Ingestion) throws -> IngestionOutcome {
        let document = item.document
        let former = try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT document FROM source WHERE path = ?"), arguments: [item.source.path])
        let known = try Row.fetchOne(
            db.cachedStatement(
                sql: "SELECT number, id, processing, firstChunk, chunkCount, label FROM document WHERE contentHash = ?"),
            arguments: [Data(document.contentHash.bytes)])
        let label = try label(of: item, former: former, known: known)
        let number: Int64
        let id: String
        let change: IngestionOutcome.Change
        if let known {
            number = known["number"]
            id = known["id"]
            if known["processing"] == document.processing {
                change = .alreadyStored
                try db.cachedStatement(sql: "UPDATE document SET label = ? WHERE number = ?")
                    .execute(arguments: [label.rawValue, number])
                let chunks = ChunkRange(first: known["firstChunk"], count: known["chunkCount"])
                if let vectors = document.vectors, vectors.vectors.count == chunks.count {
                    gather(vectors, from: chunks.first)
                }
            } else {
                change = .reprocessed
                try removal.removeContent(of: number, &statistics)
                try insert(document, label: label, number: number, id: id)
            }
        } else {
            change = .added
            id = try freeID(for: document.contentHash)
            number = (try Int64.fetchOne(db, sql: "SELECT max(number) FROM document") ?? 0) + 1
            try insert(document, label: label, number: number, id: id)
        }
        try note(item.source, document: number)
        var removed: [String] = []
        if let former, former != number, let id = try removal.removeIfUnused(former, &statistics) { removed.append(id) }
        return IngestionOutcome(documentID: id, change: change, removedDocumentIDs: removed)
    }

    mutating func finish() throws {
        try removal.finish()
        try statistics.save(db)
        for (model, vectors) in pending.sorted(by: { $0.key < $1.key }) {
            try VectorWriter.add(vectors, of: model, db)
        }
    }

    /// The label that the content has from now on; see ``NewDocument/label``.
    private func label(of item: Ingestion, former: Int64?, known: Row?) throws -> SensitivityLabel {
        // A word of a newer version, or of nobody, is taken for the strictest.
        func read(_ text: String?) -> SensitivityLabel? { text.map { SensitivityLabel(rawValue: $0) ?? .private } }
        let held = known.flatMap { read($0["label"] as String?) }
        if let explicit = item.document.label {
            guard let held, let number = known?["number"] as Int64? else { return explicit }
            let isElsewhere = try Bool.fetchOne(
                db.cachedStatement(sql: "SELECT 1 FROM source WHERE document = ? AND path <> ? LIMIT 1"),
                arguments: [number, item.source.path])
            return isElsewhere == true ? max(explicit, held) : explicit
        }
        let before = try former.flatMap {
            try String.fetchOne(
                db.cachedStatement(sql: "SELECT label FROM document WHERE number = ?"), arguments: [$0])
        }
        let labels = [held, read(before)].compactMap { $0 }
        return labels.max() ?? .personal
    }

    private mutating func insert(
        _ document: NewDocument, label: SensitivityLabel, number: Int64, id: String
    ) throws {
        let first = statistics.nextChunk
        let content = document.content
        try db.cachedStatement(
            sql: """
                INSERT INTO document (number, id, contentHash, processing, format, title, language, label, createdAt,
                    ingestedAt, byteCount, pageCount, firstChunk, chunkCount, warnings)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            number, id, Data(document.contentHash.bytes), document.processing, content.format.rawValue,
            (document.title ?? content.title)?.withoutNUL, document.language, label.rawValue,
            document.createdAt?.timeIntervalSince1970, now, document.byteCount, content.pages.count, first,
            document.chunks.count, String(decoding: try JSONEncoder().encode(content.warnings), as: UTF8.self),
        ])
        let structure = DocumentStructure(pages: content.pages, blocks: content.blocks)
        try db.cachedStatement(sql: "INSERT INTO documentText (document, structure, text) VALUES (?, ?, ?)")
            .execute(arguments: [number, Data(structure.encoded()), content.text.blob])
        let insertChunk = try db.cachedStatement(
            sql: """
                INSERT INTO chunk (id, document, start, end, tokens, page, startTime, endTime, titleTerms, bodyTerms,
                    headings, text)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        let insertTerms = try db.cachedStatement(sql: "INSERT INTO chunkTerms (rowid, title, body) VALUES (?, ?, ?)")
        for (position, new) in document.chunks.enumerated() {
            let chunk = new.chunk
            let chunkID = first + Int64(position)
            let titleTerms = TermText.count(new.titleTerms)
            let bodyTerms = TermText.count(new.terms)
            try insertChunk.execute(arguments: [
                chunkID, number, chunk.span.start, chunk.span.end, chunk.tokens, chunk.page, chunk.startTime,
                chunk.endTime, titleTerms, bodyTerms, HeadingsText.joined(chunk.headings)?.blob, chunk.text.blob,
            ])
            try insertTerms.execute(arguments: [chunkID, new.titleTerms, new.terms])
            statistics.chunks += 1
            statistics.titleTerms += Int64(titleTerms)
            statistics.bodyTerms += Int64(bodyTerms)
        }
        statistics.nextChunk += Int64(document.chunks.count)
        if let vectors = document.vectors { gather(vectors, from: first) }
    }

    private mutating func gather(_ vectors: ChunkVectors, from first: Int64) {
        let rows = vectors.vectors.enumerated().map { (chunk: first + Int64($0.offset), vector: $0.element) }
        pending[vectors.modelID, default: []].append(contentsOf: rows)
    }

    private func note(_ source: SourceFile, document: Int64) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO source (path, document, fileSize, modifiedAt, fileHash, seenAt) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (path) DO UPDATE SET document = excluded.document, fileSize = excluded.fileSize,
                    modifiedAt = excluded.modifiedAt, fileHash = excluded.fileHash, seenAt = excluded.seenAt
                """
        ).execute(arguments: [
            source.path, document, source.size, source.modifiedAt.timeIntervalSince1970, Data(source.hash.bytes), now,
        ])
    }

    /// The shortest prefix of the hash, from 16 digits on, that no other document has.
    private func freeID(for hash: ContentHash) throws -> String {
        let hex = hash.hex
        for length in stride(from: 16, through: 64, by: 4) {
            let candidate = String(hex.prefix(length))
            let taken = try Bool.fetchOne(
                db.cachedStatement(sql: "SELECT 1 FROM document WHERE id = ?"), arguments: [candidate])
            if taken == nil { return candidate }
        }
        throw StoreError(.failure, "No free id for a document. This is a bug; please report it.")
    }
}
