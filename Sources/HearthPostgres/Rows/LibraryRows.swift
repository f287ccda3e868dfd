#if canImport(CPostgres)
import Foundation
public import HearthCore

extension PostgresLibrary: LibraryRows {
    public func rows(of kind: LibraryRow.Kind, after last: LibraryRow?, limit: Int) async throws -> [LibraryRow] {
        try LibraryRow.refusePrograms()
        return try await read { try PostgresRowTable(kind).rows(after: last, limit: max(1, limit), $0) }
    }

    public func rowCount(of kind: LibraryRow.Kind) async throws -> Int {
        try LibraryRow.refusePrograms()
        return try await read { try PostgresRowTable(kind).count($0) }
    }

    public func keep(_ rows: [LibraryRow], of kind: LibraryRow.Kind) async throws {
        try LibraryRow.refusePrograms()
        try LibraryRow.check(rows, of: kind)
        try refuseElsewhere()
        guard !rows.isEmpty else { return }
        let support = vectorSupport
        try await write { db in
            guard try Self.mark(db) != nil else { throw LibraryRow.notMarked }
            switch kind {
            case .ledgerRecord: try PostgresLedgerWriter(db).carry(rows)
            case .counter: try Self.count(rows, db)
            case .vector: try Self.addVectors(rows, support, db)
            default:
                try PostgresRowTable(kind).insert(rows, db)
                try Self.countUp(rows, of: kind, db)
            }
        }
    }

    /// Rows are as private as they are; whoever writes them one by one does not compute it.
    private func refuseElsewhere() throws {
        guard !configuration.isElsewhere else {
            throw StoreError(
                .unsafe,
                """
                A copy takes what is private, too, and \(configuration.address.host) is another machine. Nothing was sent there. Copy to \
                this machine; what is not private can be added to a new library there.
                """)
        }
    }

    /// The numbers that are given once are above those of the rows at any time, also where the copy is never finished.
    private static func countUp(_ rows: [LibraryRow], of kind: LibraryRow.Kind, _ db: Transaction) throws {
        guard let last = rows.last?.values.first?.integer else { return }
        try db.count { totals in
            switch kind {
            case .document: totals.lastDocument = max(totals.lastDocument, last)
            case .chunk:
                totals.lastChunk = max(totals.lastChunk, last)
                totals.chunks += Int64(rows.count)
            case .vectorModel: totals.lastModel = max(totals.lastModel, last)
            case .conversation: totals.lastConversation = max(totals.lastConversation, last)
            case .message: totals.lastMessage = max(totals.lastMessage, last)
            case .entry: totals.lastEntry = max(totals.lastEntry, last)
            case .consent: totals.lastConsent = max(totals.lastConsent, last)
            default: break
            }
        }
    }

    private static func count(_ rows: [LibraryRow], _ db: Transaction) throws {
        for row in rows {
            guard let name = row.values[0].text, let last = row.values[1].integer else { continue }
            try db.count { totals in
                switch name {
                case LibraryRow.Counter.chunk: totals.lastChunk = max(totals.lastChunk, last)
                case LibraryRow.Counter.message: totals.lastMessage = max(totals.lastMessage, last)
                default:
                    throw StoreError(.newerSchema, "The library counts \(name), which is not known. Update Hearth.")
                }
            }
        }
    }

    private static func addVectors(_ rows: [LibraryRow], _ support: VectorSupport, _ db: Transaction) throws {
        let models: [Int64: String] = try db.rows("SELECT number, id FROM vector_model WHERE owner_id = $1").reduce(
            into: [:]
        ) { $0[try $1["number"]] = try $1["id"] }
        var vectors: [Int64: [(chunk: Int64, vector: [Float])]] = [:]
        for row in rows {
            guard let model = row.values[0].integer, models[model] != nil, let chunk = row.values[1].integer,
                let vector = row.values[2].bytes.flatMap(CarriedVector.vector)
            else { throw LibraryRow.damaged(.vector) }
            vectors[model, default: []].append((chunk, vector))
        }
        for (model, added) in vectors.sorted(by: { $0.key < $1.key }) {
            guard let id = models[model] else { continue }
            let count = try VectorTable.add(added, of: id, support, db)
            guard count == added.count else { throw LibraryRow.damaged(.vector) }
        }
    }

    // MARK: The mark

    public func unfinishedCopy() async throws -> String? { try await read { try Self.mark($0) } }

    public func setUnfinishedCopy(of source: String?) async throws {
        try LibraryRow.refusePrograms()
        try await write { db in
            try db.change("UPDATE library SET unfinished_copy = $2 WHERE owner_id = $1", source?.blob)
        }
        // What was carried is searched fast from now on.
        if source == nil { indexVectorsIfMany() }
    }

    private static func mark(_ db: Transaction) throws -> String? {
        try db.first("SELECT unfinished_copy FROM library WHERE owner_id = $1")?.text("unfinished_copy")
    }
}

extension PostgresLibrary: LibraryItems {
    public func rows(_ lookup: LibraryLookup, after last: LibraryRow?, limit: Int) async throws -> [LibraryRow] {
        try LibraryRow.refusePrograms()
        return try await read { db in
            try PostgresRowTable(lookup.kind).rows(after: last, limit: max(1, limit), where: lookup, db)
        }
    }

    public func add(_ item: LibraryItem) async throws {
        try LibraryRow.refusePrograms()
        try item.check()
        try refuseElsewhere()
        try await write { db in
            if let source = try Self.mark(db) { throw LibraryItem.unfinished(source) }
            for lookup in item.identities {
                let there = try PostgresRowTable(lookup.kind).rows(after: nil, limit: 1, where: lookup, db)
                guard there.isEmpty else { throw LibraryItem.taken }
            }
            let next = try db.count { totals in
                LibraryNumbers(
                    document: totals.lastDocument + 1, chunk: totals.lastChunk + 1,
                    conversation: totals.lastConversation + 1, message: totals.lastMessage + 1,
                    entry: totals.lastEntry + 1)
            }
            let new = item.numbered(from: next)
            for kind in LibraryItem.kinds {
                for page in new.pages(of: kind) {
                    try PostgresRowTable(kind).insert(page, db)
                    try Self.countUp(page, of: kind, db)
                }
            }
        }
    }
}

extension PostgresLedgerWriter {
    /// Adds records as they were written elsewhere.
    func carry(_ rows: [LibraryRow]) throws {
        var head = try head()
        let first = head.count + 1
        var columns: [LedgerColumns] = []
        var (contents, hashes): ([Data], [Data]) = ([], [])
        for row in rows {
            guard let content = row.values[1].bytes, let hash = row.values[2].bytes,
                let known = LedgerColumns([UInt8](content)), known.number == head.count + 1
            else { throw StoreError.brokenLedger("record \(head.count + 1) is not the one that should follow") }
            head = PostgresLedgerHead(
                count: known.number, hash: PostgresLedgerHead.hash(after: head.hash, [UInt8](content)))
            guard head.hash == [UInt8](hash) else {
                throw StoreError.brokenLedger("record \(head.count) has another hash than its content")
            }
            columns.append(known)
            contents.append(content)
            hashes.append(hash)
        }
        try write(
            from: first, times: columns.map(\.timeMicros), kinds: columns.map(\.kind), engines: columns.map(\.engine),
            contents, hashes, head)
    }
}
#endif
