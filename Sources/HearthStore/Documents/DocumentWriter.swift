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
    /// Labels that were changed by a word that came with a document.
    var log: LabelLog

    init(_ db: Database, reader: Reader? = nil) throws {
        self.db = db
        log = LabelLog(reader: reader)
        statistics = try Statistics(db)
        removal = DocumentRemover(db)
    }

    mutating func store(_ item: Ingestion) throws -> IngestionOutcome {
        let document = item.document
        let former = try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT document FROM source WHERE path = ?"), arguments: [item.source.path])
        let known = try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT number, id, processing, title, firstChunk, chunkCount, label FROM document
                    WHERE contentHash = ?
                    """),
            arguments: [Data(document.contentHash.bytes)])
        // What a program sends takes the place of nothing that it may not read. A file is read again from where it lies: that is
        // the owner's, whoever has it read.
        if let reader = log.reader, !item.source.path.hasPrefix("/"), let former, try present(former) > reader.ceiling {
            throw StoreError(.notAllowed, "\(item.source.path) is not this program's to replace. Choose another name.")
        }
        if item.condition != .none, let there = try passingOver(item) { return there }
        let held = (known?["label"] as String?).map(SensitivityLabel.init(stored:))
        let before = try held ?? former.map(present)
        let label = try label(of: item, former: former, held: held, known: known?["number"])
        let number: Int64
        let id: String
        let change: IngestionOutcome.Change
        if let known {
            number = known["number"]
            id = known["id"]
            if known["processing"] == document.processing {
                change = .alreadyStored
                let chunks = ChunkRange(first: known["firstChunk"], count: known["chunkCount"])
                if let vectors = document.vectors, vectors.vectors.count == chunks.count {
                    gather(vectors, from: chunks.first)
                }
                if try isRenamed(item, number) {
                    try retitle(document, number, chunks)
                }
            } else {
                change = .reprocessed
                try removal.removeContent(of: number, &statistics)
                try insert(document, label: held ?? .private, number: number, id: id)
            }
        } else {
            change = .added
            id = try freeID(for: document.contentHash)
            number = (try Int64.fetchOne(db, sql: "SELECT max(number) FROM document") ?? 0) + 1
            // What it really is, the triggers compute as soon as its source is noted.
            try insert(document, label: .private, number: number, id: id)
        }
        if let former, former != number {
            try MessageSources.follow(former, to: number, at: item.source.path, db)
        }
        try note(item.source, document: number, label: label)
        if former == nil { try HearthDatabase.dropKeptLabel(of: item.source.path, db) }
        // What is said of an entry of the journal is written down with the entry.
        if let before, !item.source.path.hasPrefix(HearthDatabase.journalPrefix) {
            log.add("document \(id)", from: before, to: try present(number))
        }
        var removed: [String] = []
        if let former, former != number, let id = try removal.removeIfUnused(former, &statistics, isFollowed: true) {
            removed.append(id)
        }
        return IngestionOutcome(
            documentID: id, change: change, removedDocumentIDs: removed,
            wasThere: change == .alreadyStored && former == number)
    }

    /// What is there in its place where it is not to be stored; `nil` where it is.
    private func passingOver(_ item: Ingestion) throws -> IngestionOutcome? {
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT document.id, source.modifiedAt, source.fileHash FROM source
                    JOIN document ON document.number = source.document WHERE source.path = ?
                    """), arguments: [item.source.path])
        let known = row.flatMap { row in
            ContentHash(bytes: Array(row["fileHash"] as Data)).map { hash in
                (modifiedAt: Date(timeIntervalSince1970: row["modifiedAt"]), hash: hash)
            }
        }
        guard !item.condition.holds(for: item.source, known: known) else { return nil }
        return IngestionOutcome(documentID: (row?["id"] as String?) ?? "", change: .passedOver)
    }

    mutating func finish() throws {
        try removal.finish()
        try statistics.save(db)
        for (model, vectors) in pending.sorted(by: { $0.key < $1.key }) {
            try VectorWriter.add(vectors, of: model, db)
        }
    }

    /// Its owner's word for the place, from now on: what was said of it before, or now where that is stricter or may lower it;
    /// and never less than what the same content is called elsewhere, or than what stood there. `nil` leaves it to the folder. See
    /// ``NewDocument/label``.
    private func label(
        of item: Ingestion, former: Int64?, held: SensitivityLabel?, known: Int64?
    ) throws -> SensitivityLabel? {
        let path = item.source.path
        let own = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT label FROM source WHERE path = ?"), arguments: [path])
        let folder = try HearthDatabase.folderLabel(of: path, db)
        var said = (own?["label"] as String?).map(SensitivityLabel.init(stored:))
        if own == nil { said = try HearthDatabase.keptLabel(of: path, folder: folder, db) }
        let present = said ?? folder
        var label = said
        if var given = item.document.label {
            // Programs call nothing public, as with their own words.
            if log.reader != nil { given = max(given, .personal) }
            label = item.document.lowersLabel ? given : max(given, present ?? (former == nil ? given : .personal))
        }
        if let held {
            let isElsewhere = try Bool.fetchOne(
                db.cachedStatement(sql: "SELECT 1 FROM source WHERE document = ? AND path <> ? LIMIT 1"),
                arguments: [known, path])
            if isElsewhere == true, held > label ?? folder ?? .personal { label = held }
        }
        // What takes the place of a text holds most of it, mostly. Called strict for another place of its, it was so here as well.
        if let former, item.document.label == nil || !item.document.lowersLabel {
            let before = try self.present(former)
            if before > label ?? folder ?? .personal { label = before }
        }
        return label == folder && said == nil ? nil : label
    }

    private func present(_ document: Int64) throws -> SensitivityLabel {
        try String.fetchOne(
            db.cachedStatement(sql: "SELECT label FROM document WHERE number = ?"), arguments: [document]
        ).map(SensitivityLabel.init(stored:)) ?? .private
    }

    private mutating func insert(
        _ document: NewDocument, label: SensitivityLabel, number: Int64, id: String
    ) throws {
        let first = statistics.nextChunk
        let content = document.content
        try db.cachedStatement(
            sql: """
                INSERT INTO document (number, id, contentHash, processing, format, title, language, label, createdAt,
                    ingestedAt, byteCount, pageCount, firstChunk, chunkCount, warnings, analysis)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            number, id, Data(document.contentHash.bytes), document.processing, content.format.rawValue,
            (document.title ?? content.title)?.withoutNUL, document.language, label.rawValue,
            document.createdAt?.timeIntervalSince1970, now, document.byteCount, content.pages.count, first,
            document.chunks.count, String(decoding: try JSONEncoder().encode(content.warnings), as: UTF8.self),
            document.analysis,
        ])
        let structure = DocumentStructure(pages: content.pages, blocks: content.blocks, layouts: content.layouts)
        try db.cachedStatement(sql: "INSERT INTO documentText (document, structure, text) VALUES (?, ?, ?)")
            .execute(arguments: [number, Data(structure.encoded()), content.text.blob])
        let insertChunk = try db.cachedStatement(
            sql: """
                INSERT INTO chunk (id, document, start, end, tokens, page, startTime, endTime, titleTerms, bodyTerms,
                    headings, text)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        let insertTerms = try db.cachedStatement(sql: "INSERT INTO chunkTerms (rowid, title, body) VALUES (?, ?, ?)")
        let insertOrigin = try db.cachedStatement(
            sql: "INSERT INTO chunkOrigin (chunk, document, firstAt, lastAt, senders) VALUES (?, ?, ?, ?, ?)")
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
            if let origin = chunk.origin {
                try insertOrigin.execute(arguments: [
                    chunkID, number, origin.first?.timeIntervalSince1970, origin.last?.timeIntervalSince1970,
                    origin.senders.joined(separator: "\n").withoutNUL,
                ])
            }
            statistics.chunks += 1
            statistics.titleTerms += Int64(titleTerms)
            statistics.bodyTerms += Int64(bodyTerms)
        }
        statistics.nextChunk += Int64(document.chunks.count)
        if let vectors = document.vectors { gather(vectors, from: first) }
    }

    /// Whether the file has another name now, by which the document is called or at least found: of those that had its content
    /// none is there any more.
    private func isRenamed(_ item: Ingestion, _ number: Int64) throws -> Bool {
        guard !item.gone.isEmpty else { return false }
        let others = try String.fetchAll(
            db.cachedStatement(sql: "SELECT path FROM source WHERE document = ? AND path <> ?"),
            arguments: [number, item.source.path])
        return !others.isEmpty && others.allSatisfy(item.gone.contains)
    }

    /// Calls a document something else, in the index too. What was made of its text stays, because the text did.
    private mutating func retitle(_ document: NewDocument, _ number: Int64, _ chunks: ChunkRange) throws {
        guard chunks.count == document.chunks.count else { return }
        try db.execute(
            sql: "UPDATE document SET title = ? WHERE number = ?", arguments: [document.title?.withoutNUL, number])
        guard chunks.count > 0 else { return }
        let range: StatementArguments = [chunks.first, chunks.last]
        let before = try Int64.fetchOne(
            db, sql: "SELECT sum(titleTerms) FROM chunk WHERE id BETWEEN ? AND ?", arguments: range)
        try db.execute(sql: "DELETE FROM chunkTerms WHERE rowid BETWEEN ? AND ?", arguments: range)
        statistics.titleTerms -= before ?? 0
        for (position, new) in document.chunks.enumerated() {
            let id = chunks.first + Int64(position)
            let count = TermText.count(new.titleTerms)
            try db.execute(
                sql: "INSERT INTO chunkTerms (rowid, title, body) VALUES (?, ?, ?)",
                arguments: [id, new.titleTerms, new.terms])
            try db.execute(sql: "UPDATE chunk SET titleTerms = ? WHERE id = ?", arguments: [count, id])
            statistics.titleTerms += Int64(count)
        }
    }

    private mutating func gather(_ vectors: ChunkVectors, from first: Int64) {
        let rows = vectors.vectors.enumerated().map { (chunk: first + Int64($0.offset), vector: $0.element) }
        pending[vectors.modelID, default: []].append(contentsOf: rows)
    }

    private func note(_ source: SourceFile, document: Int64, label: SensitivityLabel?) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO source (path, document, fileSize, modifiedAt, fileHash, seenAt, label)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (path) DO UPDATE SET document = excluded.document, fileSize = excluded.fileSize,
                    modifiedAt = excluded.modifiedAt, fileHash = excluded.fileHash, seenAt = excluded.seenAt,
                    label = excluded.label
                """
        ).execute(arguments: [
            source.path, document, source.size, source.modifiedAt.timeIntervalSince1970, Data(source.hash.bytes), now,
            label?.rawValue,
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
