import Foundation
import GRDB
public import HearthCore

extension HearthDatabase: LibraryRows {
    /// The key under which the table `setting` says of what the library is an unfinished copy.
    private static let mark = "unfinishedCopy"

    public func rows(of kind: LibraryRow.Kind, after last: LibraryRow?, limit: Int) async throws -> [LibraryRow] {
        try LibraryRow.refusePrograms()
        return try await read { try RowTable(kind).rows(after: last, limit: max(1, limit), $0) }
    }

    public func rowCount(of kind: LibraryRow.Kind) async throws -> Int {
        try LibraryRow.refusePrograms()
        return try await read { try RowTable(kind).count($0) }
    }

    public func keep(_ rows: [LibraryRow], of kind: LibraryRow.Kind) async throws {
        try LibraryRow.refusePrograms()
        try LibraryRow.check(rows, of: kind)
        guard !rows.isEmpty else { return }
        let (seal, floor) = (ledgerSeal, anchorFile.floor)
        let anchor = try await write { db -> SealedAnchor? in
            guard try Self.mark(db) != nil else { throw LibraryRow.notMarked }
            switch kind {
            case .ledgerRecord:
                try LedgerWriter(db: db, seal: seal).carry(rows, notBefore: floor)
                return try db.ledgerAnchor()
            case .counter: try Self.count(rows, db)
            case .vector: try Self.addVectors(rows, db)
            default:
                try RowTable(kind).insert(rows, db)
                try Self.countUp(rows, of: kind, db)
            }
            return nil
        }
        // After the commit: what is noted is there.
        if let anchor { anchorFile.note(anchor) }
    }

    /// The numbers that are given once are above those of the rows at any time, also where the copy is never finished.
    private static func countUp(_ rows: [LibraryRow], of kind: LibraryRow.Kind, _ db: Database) throws {
        guard let last = rows.last?.values.first?.integer else { return }
        switch kind {
        case .chunk:
            var statistics = try Statistics(db)
            statistics.chunks += Int64(rows.count)
            statistics.nextChunk = max(statistics.nextChunk, last + 1)
            try statistics.save(db)
        case .message:
            try db.execute(sql: "UPDATE sequence SET last = max(last, ?) WHERE name = 'message'", arguments: [last])
        default: break
        }
    }

    private static func count(_ rows: [LibraryRow], _ db: Database) throws {
        for row in rows {
            guard let name = row.values[0].text, let last = row.values[1].integer else { continue }
            switch name {
            case LibraryRow.Counter.chunk:
                var statistics = try Statistics(db)
                statistics.nextChunk = max(statistics.nextChunk, last + 1)
                try statistics.save(db)
            case LibraryRow.Counter.message:
                try db.execute(
                    sql: "UPDATE sequence SET last = max(last, ?) WHERE name = 'message'", arguments: [last])
            default: throw StoreError(.newerSchema, "The library counts \(name), which is not known. Update Hearth.")
            }
        }
    }

    private static func addVectors(_ rows: [LibraryRow], _ db: Database) throws {
        let models = Dictionary(uniqueKeysWithValues: try VectorModel.all(db).map { ($0.number, $0.id) })
        var vectors: [Int64: [(chunk: Int64, vector: [Float])]] = [:]
        for row in rows {
            guard let model = row.values[0].integer, models[model] != nil, let chunk = row.values[1].integer,
                let vector = row.values[2].bytes.flatMap(CarriedVector.vector)
            else { throw LibraryRow.damaged(.vector) }
            vectors[model, default: []].append((chunk, vector))
        }
        for (model, added) in vectors.sorted(by: { $0.key < $1.key }) {
            guard let id = models[model] else { continue }
            try ChunkVectors.validate(added.map(\.vector))
            try VectorWriter.add(added, of: id, db)
        }
    }

    // MARK: The mark

    public func unfinishedCopy() async throws -> String? {
        try await read { db in
            // A store that was opened read-only may be of any version.
            guard try db.tableExists("setting") else { return nil }
            return try Self.mark(db)
        }
    }

    public func setUnfinishedCopy(of source: String?) async throws {
        try LibraryRow.refusePrograms()
        try await write { db in
            guard let source else {
                return try db.execute(sql: "DELETE FROM setting WHERE key = ?", arguments: [Self.mark])
            }
            try db.execute(
                sql: "INSERT OR REPLACE INTO setting (key, value) VALUES (?, ?)", arguments: [Self.mark, source.blob])
        }
    }

    private static func mark(_ db: Database) throws -> String? {
        try Row.fetchOne(db, sql: "SELECT value FROM setting WHERE key = ?", arguments: [mark])?.text("value")
    }

    // MARK: Alone

    /// Keeps every other process from opening the store until it is closed.
    ///
    /// - Throws: ``StoreError`` with the code `busy` when one has it open.
    package func keepToItself() throws {
        guard lock?.acquire(.exclusive, timeout: 0) != false else {
            throw StoreError(
                .busy,
                """
                The library in \(configuration.folder.path) is open. Close every program that uses it, a server too, and try again.
                """)
        }
    }
}

extension HearthDatabase: LibraryItems {
    public func rows(_ lookup: LibraryLookup, after last: LibraryRow?, limit: Int) async throws -> [LibraryRow] {
        try LibraryRow.refusePrograms()
        return try await read { db in
            try RowTable(lookup.kind).rows(after: last, limit: max(1, limit), where: lookup, db)
        }
    }

    public func add(_ item: LibraryItem) async throws {
        try LibraryRow.refusePrograms()
        try item.check()
        try await write { db in
            if let source = try Self.mark(db) { throw LibraryItem.unfinished(source) }
            for lookup in item.identities {
                let there = try RowTable(lookup.kind).rows(after: nil, limit: 1, where: lookup, db)
                guard there.isEmpty else { throw LibraryItem.taken }
            }
            let new = item.numbered(from: try Self.nextNumbers(db))
            for kind in LibraryItem.kinds {
                for page in new.pages(of: kind) {
                    try RowTable(kind).insert(page, db)
                    try Self.countUp(page, of: kind, db)
                }
            }
        }
    }

    private static func nextNumbers(_ db: Database) throws -> LibraryNumbers {
        func next(_ table: String) throws -> Int64 {
            try Int64.fetchOne(db, sql: "SELECT coalesce(max(number), 0) + 1 FROM \(table)") ?? 1
        }
        let message = try Int64.fetchOne(db, sql: "SELECT last FROM sequence WHERE name = 'message'") ?? 0
        return LibraryNumbers(
            document: try next("document"), chunk: try Statistics(db).nextChunk,
            conversation: try next("conversation"), message: message + 1, entry: try next("journalSession"))
    }
}

extension LedgerWriter {
    /// Adds records as they were written elsewhere, under the seal of this store.
    func carry(_ rows: [LibraryRow], notBefore floor: SealedAnchor?) throws {
        var head = try LedgerHead.read(db, seal)
        if let floor, head.count < floor.count {
            throw StoreError.brokenLedger("it ends with record \(head.count), and had at least \(floor.count)")
        }
        for row in rows {
            guard let content = row.values[1].bytes, let hash = row.values[2].bytes,
                LedgerColumns([UInt8](content))?.number == head.count + 1
            else { throw StoreError.brokenLedger("record \(head.count + 1) is not the one that should follow") }
            try add([UInt8](content), to: &head)
            guard head.hash == [UInt8](hash) else {
                throw StoreError.brokenLedger("record \(head.count) has another hash than its content")
            }
        }
        try head.write(db, seal)
    }
}
