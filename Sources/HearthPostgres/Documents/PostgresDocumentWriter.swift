#if canImport(CPostgres)
import Foundation
import HearthCore

/// Stores documents within one transaction. What goes into the index is gathered and written once, by ``finish()``: a statement a
/// batch, not one a chunk.
struct PostgresDocumentWriter {
    private let db: Transaction
    private let support: VectorSupport
    private let now = Date().timeIntervalSince1970
    private var chunks = ChunkBatch()
    private var pending: [String: [(chunk: Int64, vector: [Float])]] = [:]
    private var removal: PostgresDocumentRemover
    /// Labels that were changed by a word that came with a document.
    var log: LabelLog

    init(_ db: Transaction, _ support: VectorSupport, reader: Reader? = nil) {
        self.db = db
        self.support = support
        log = LabelLog(reader: reader)
        removal = PostgresDocumentRemover(db)
    }

    mutating func store(_ item: Ingestion) throws -> IngestionOutcome {
        let document = item.document
        let path = item.source.path
        let former: Int64? = try db.first(
            "SELECT document FROM source WHERE owner_id = $1 AND path = $2", path)?["document"]
        let known = try db.first(
            """
            SELECT number, id, processing, title, first_chunk, chunk_count, label FROM document
            WHERE owner_id = $1 AND content_hash = $2
            """, Data(document.contentHash.bytes))
        // What a program sends takes the place of nothing that it may not read. A file is read again from where it lies: that is
        // the owner's, whoever has it read.
        if let reader = log.reader, !path.hasPrefix("/"), let former, try present(former) > reader.ceiling {
            throw StoreError(.notAllowed, "\(path) is not this program's to replace. Choose another name.")
        }
        if item.condition != .none, let there = try passingOver(item) { return there }
        let held = try (known?["label"] as String?).map(SensitivityLabel.init(stored:))
        let before = try held ?? former.map(present)
        let label = try label(of: item, former: former, held: held, known: known?["number"])
        let number: Int64
        let id: String
        let change: IngestionOutcome.Change
        if let known {
            number = try known["number"]
            id = try known["id"]
            if try known["processing"] == document.processing {
                change = .alreadyStored
                let range = ChunkRange(first: try known["first_chunk"], count: try known["chunk_count"])
                if let vectors = document.vectors, vectors.vectors.count == range.count {
                    gather(vectors, from: range.first)
                }
                if try isRenamed(item, number) {
                    try retitle(document, number, range)
                }
            } else {
                change = .reprocessed
                try refusePrivate(item, label, held)
                // What was gathered so far may be of this very document.
                try write()
                try removal.removeContent(of: number)
                try insert(document, label: held ?? .private, number: number, id: id)
            }
        } else {
            try refusePrivate(item, label, held)
            change = .added
            id = try freeID(for: document.contentHash)
            number = try db.next(\.lastDocument)
            // What it really is, the triggers compute as soon as its source is noted.
            try insert(document, label: .private, number: number, id: id)
        }
        if let former, former != number { try PostgresMessageSources.follow(former, to: number, at: path, db) }
        try note(item.source, document: number, label: label)
        if former == nil { try PostgresLibrary.dropKeptLabel(of: path, db) }
        // What is said of an entry of the journal is written down with the entry.
        if let before, !path.hasPrefix(JournalSession.pathPrefix) {
            log.add("document \(id)", from: before, to: try present(number))
        }
        var removed: [String] = []
        if let former, former != number {
            try write()
            if let id = try removal.removeIfUnused(former, isFollowed: true) { removed.append(id) }
        }
        return IngestionOutcome(
            documentID: id, change: change, removedDocumentIDs: removed,
            wasThere: change == .alreadyStored && former == number)
    }

    /// What is there in its place where it is not to be stored; `nil` where it is.
    private func passingOver(_ item: Ingestion) throws -> IngestionOutcome? {
        let row = try db.first(
            """
            SELECT document.id, source.modified_at, source.file_hash FROM source
            JOIN document ON document.owner_id = source.owner_id AND document.number = source.document
            WHERE source.owner_id = $1 AND source.path = $2
            """, item.source.path)
        var known: (modifiedAt: Date, hash: ContentHash)?
        if let row, let hash = ContentHash(bytes: Array(try row["file_hash"] as Data)) {
            known = (Date(timeIntervalSince1970: try row["modified_at"]), hash)
        }
        guard !item.condition.holds(for: item.source, known: known) else { return nil }
        return IngestionOutcome(documentID: try (row?["id"] as String?) ?? "", change: .passedOver)
    }

    mutating func finish() throws {
        try write()
        try removal.finish()
        for (model, vectors) in pending.sorted(by: { $0.key < $1.key }) {
            // Another document of the batch may have taken the place of one.
            try VectorTable.add(vectors, of: model, support, db)
        }
    }

    /// Writes the chunks that were gathered.
    private mutating func write() throws {
        try chunks.write(db)
        chunks = ChunkBatch()
    }

    /// Its owner's word for the place, from now on: what was said of it before, or now where that is stricter or may lower it;
    /// and never less than what the same content is called elsewhere, or than what stood there. `nil` leaves it to the folder. See
    /// ``NewDocument/label``.
    private func label(
        of item: Ingestion, former: Int64?, held: SensitivityLabel?, known: Int64?
    ) throws -> SensitivityLabel? {
        let path = item.source.path
        let own = try db.first("SELECT label FROM source WHERE owner_id = $1 AND path = $2", path)
        let folder = try PostgresLibrary.folderLabel(of: path, db)
        var said = try (own?["label"] as String?).map(SensitivityLabel.init(stored:))
        if own == nil { said = try PostgresLibrary.keptLabel(of: path, folder: folder, db) }
        let present = said ?? folder
        var label = said
        if var given = item.document.label {
            // Programs call nothing public, as with their own words.
            if log.reader != nil { given = max(given, .personal) }
            label = item.document.lowersLabel ? given : max(given, present ?? (former == nil ? given : .personal))
        }
        if let held, let known, held > label ?? folder ?? .personal {
            let elsewhere = try db.first(
                "SELECT 1 FROM source WHERE owner_id = $1 AND document = $2 AND path <> $3 LIMIT 1", known, path)
            if elsewhere != nil { label = held }
        }
        // What takes the place of a text holds most of it, mostly. Called strict for another place of its, it was so here as well.
        if let former, item.document.label == nil || !item.document.lowersLabel {
            let before = try self.present(former)
            if before > label ?? folder ?? .personal { label = before }
        }
        return label == folder && said == nil ? nil : label
    }

    /// Of a text that is about to be sent to another machine. What is there already, and is only called private now, is not.
    private func refusePrivate(_ item: Ingestion, _ label: SensitivityLabel?, _ held: SensitivityLabel?) throws {
        try db.refusePrivate(
            max(held ?? .public, label ?? PostgresLibrary.folderLabel(of: item.source.path, db) ?? .personal),
            item.source.path)
    }

    private func present(_ document: Int64) throws -> SensitivityLabel {
        try (db.first("SELECT label FROM document WHERE owner_id = $1 AND number = $2", document)?["label"] as String?)
            .map(SensitivityLabel.init(stored:)) ?? .private
    }

    private mutating func insert(
        _ document: NewDocument, label: SensitivityLabel, number: Int64, id: String
    ) throws {
        let content = document.content
        let title = (document.title ?? content.title)?.withoutNUL
        let first = try db.count { totals in
            totals.lastChunk += Int64(document.chunks.count)
            return totals.lastChunk - Int64(document.chunks.count) + 1
        }
        try db.change(
            """
            INSERT INTO document (owner_id, number, id, content_hash, processing, format, title, folded, language, label,
                created_at, ingested_at, byte_count, page_count, first_chunk, chunk_count, warnings, analysis)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
            """, number, id, Data(document.contentHash.bytes), document.processing.withoutNUL, content.format.rawValue,
            title,
            (title ?? "").folded, document.language?.withoutNUL, label.rawValue,
            document.createdAt?.timeIntervalSince1970, now,
            document.byteCount, content.pages.count, first, document.chunks.count,
            String(decoding: try JSONEncoder().encode(content.warnings), as: UTF8.self), document.analysis?.withoutNUL)
        let structure = DocumentStructure(pages: content.pages, blocks: content.blocks, layouts: content.layouts)
        try db.change(
            "INSERT INTO document_text (owner_id, document, structure, text) VALUES ($1, $2, $3, $4)", number,
            Data(structure.encoded()), content.text.blob)
        for (position, new) in document.chunks.enumerated() {
            chunks.add(new, id: first + Int64(position), document: number)
        }
        if let vectors = document.vectors { gather(vectors, from: first) }
        // Nothing is kept twice in memory for long.
        if chunks.bytes > 32 << 20 { try write() }
    }

    /// Whether the file has another name now, by which the document is called or at least found: of those that had its content
    /// none is there any more.
    private func isRenamed(_ item: Ingestion, _ number: Int64) throws -> Bool {
        guard !item.gone.isEmpty else { return false }
        let others: [String] = try db.rows(
            "SELECT path FROM source WHERE owner_id = $1 AND document = $2 AND path <> $3", number, item.source.path
        ).map { try $0["path"] }
        return !others.isEmpty && others.allSatisfy(item.gone.contains)
    }

    /// Calls a document something else, in the index too. What was made of its text stays, because the text did.
    private mutating func retitle(_ document: NewDocument, _ number: Int64, _ range: ChunkRange) throws {
        guard range.count == document.chunks.count else { return }
        let title = document.title?.withoutNUL
        try db.change(
            "UPDATE document SET title = $2, folded = $3 WHERE owner_id = $1 AND number = $4", title,
            (title ?? "").folded, number)
        guard range.count > 0 else { return }
        try write()
        let terms = document.chunks.map { ChunkTerms(title: $0.titleTerms, body: $0.terms) }
        try PostingTable(db).replace(Array(range.first...range.last), with: terms)
    }

    private mutating func gather(_ vectors: ChunkVectors, from first: Int64) {
        let rows = vectors.vectors.enumerated().map { (chunk: first + Int64($0.offset), vector: $0.element) }
        pending[vectors.modelID, default: []].append(contentsOf: rows)
    }

    private func note(_ source: SourceFile, document: Int64, label: SensitivityLabel?) throws {
        try db.change(
            """
            INSERT INTO source (owner_id, path, folded, document, file_size, modified_at, file_hash, seen_at, label)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
            ON CONFLICT (owner_id, path) DO UPDATE SET document = excluded.document, file_size = excluded.file_size,
                modified_at = excluded.modified_at, file_hash = excluded.file_hash, seen_at = excluded.seen_at,
                label = excluded.label
            """, source.path, source.path.folded, document, source.size, source.modifiedAt.timeIntervalSince1970,
            Data(source.hash.bytes), now, label?.rawValue)
    }

    /// The shortest prefix of the hash, from 16 digits on, that no other document has.
    private func freeID(for hash: ContentHash) throws -> String {
        let hex = hash.hex
        for length in stride(from: 16, through: 64, by: 4) {
            let candidate = String(hex.prefix(length))
            if try db.first("SELECT 1 FROM document WHERE owner_id = $1 AND id = $2", candidate) == nil {
                return candidate
            }
        }
        throw StoreError(.failure, "No free id for a document. This is a bug; please report it.")
    }
}

/// Chunks that are written together.
private struct ChunkBatch {
    private(set) var bytes = 0
    private var ids: [Int64] = []
    private var documents: [Int64] = []
    private var chunks: [Chunk] = []
    private var terms: [ChunkTerms] = []

    mutating func add(_ new: NewChunk, id: Int64, document: Int64) {
        ids.append(id)
        documents.append(document)
        chunks.append(new.chunk)
        terms.append(ChunkTerms(title: new.titleTerms, body: new.terms))
        bytes += new.chunk.text.utf8.count + new.terms.utf8.count
    }

    func write(_ db: Transaction) throws {
        guard !ids.isEmpty else { return }
        try db.change(
            """
            INSERT INTO chunk (owner_id, id, document, start_byte, end_byte, tokens, page, start_time, end_time, title_terms,
                body_terms, headings, text)
            SELECT $1, new.* FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
                $8::double precision[], $9::double precision[], $10::bigint[], $11::bigint[], $12::bytea[], $13::bytea[]) AS new
            """, ids, documents, chunks.map(\.span.start), chunks.map(\.span.end), chunks.map(\.tokens),
            ArrayParameter(chunks.map(\.page)), ArrayParameter(chunks.map(\.startTime)),
            ArrayParameter(chunks.map(\.endTime)),
            terms.map { TermText.count($0.title) }, terms.map { TermText.count($0.body) },
            ArrayParameter(chunks.map { HeadingsText.joined($0.headings)?.blob }), chunks.map(\.text.blob))
        try writeOrigins(db)
        try PostingTable(db).add(ids, terms)
        try db.count { $0.chunks += Int64(ids.count) }
    }

    private func writeOrigins(_ db: Transaction) throws {
        let places = ids.indices.filter { chunks[$0].origin != nil }
        guard !places.isEmpty else { return }
        let origins = places.compactMap { chunks[$0].origin }
        try db.change(
            """
            INSERT INTO chunk_origin (owner_id, chunk, document, first_at, last_at, senders, folded)
            SELECT $1, new.* FROM unnest($2::bigint[], $3::bigint[], $4::double precision[], $5::double precision[], $6::text[],
                $7::bytea[]) AS new
            """, places.map { ids[$0] }, places.map { documents[$0] },
            ArrayParameter(origins.map { $0.first?.timeIntervalSince1970 }),
            ArrayParameter(origins.map { $0.last?.timeIntervalSince1970 }),
            origins.map { $0.senders.joined(separator: "\n").withoutNUL },
            origins.map { Data(SenderKey.of($0.senders).utf8) })
    }
}
#endif
