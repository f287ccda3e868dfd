import Foundation
import GRDB
import HearthCore
import HearthTesting
import Testing

@testable import HearthStore

/// The rows in which a library is carried into another store.
@Suite struct LibraryRowTests {
    /// Tables that are in no row, and why a copy lacks nothing of them.
    private static let madeAnew: Set<String> = [
        // The index of words, its vocabulary and its totals are made of the texts; vectors in 8 bits of those in 15.
        "chunkTerms", "chunkVocabulary", "statistic", "vectorSegment",
        // The end of the ledger follows from its records; the anchor is a backup's alone; settings of the database itself.
        "ledgerHead", "ledgerAnchor", "setting", "grdb_migrations",
    ]

    /// Whoever adds a table adds its rows to `LibraryRow.Kind`, or says here what they are made of.
    @Test func `No table is forgotten in a copy`() async throws {
        let store = try TemporaryStore()
        let database = try store.open()
        let tables = try await database.read { db in
            try String.fetchSet(
                db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        }.filter { !$0.hasPrefix("chunkTerms_") }
        #expect(tables.subtracting(RowTable.all).subtracting(Self.madeAnew).sorted() == [])
        #expect(RowTable.all.subtracting(tables).sorted() == [])
        try database.close()
    }

    /// Nor is a column: what is in no row is computed, or the store's own number.
    @Test func `No column is forgotten in a copy`() async throws {
        let store = try TemporaryStore()
        let database = try store.open()
        let computed: [String: Set<String>] = [
            "document": ["label", "analysis"], "chunk": ["titleTerms", "bodyTerms"],
            "vectorModel": ["revision", "vectors"], "journalNode": ["number"],
            "ledgerRecord": ["time", "kind", "engine", "seal"],
        ]
        for kind in LibraryRow.Kind.carried where kind != .vector && kind != .counter {
            let table = RowTable(kind)
            let columns = try await database.read { db in try db.columns(in: table.name).map(\.name) }
            let carried = Set(table.columns.map(\.name))
            #expect(Set(columns) == carried.union(computed[table.name] ?? []), "\(table.name)")
        }
        try database.close()
    }

    @Test func `Until its places are there, a document that is carried is private`() async throws {
        let (source, store) = (MemoryLibrary(), try TemporaryStore())
        try await SampleLibrary.fill(source)
        let database = try store.open()
        try await database.setUnfinishedCopy(of: "there")
        let documents = try await source.rows(of: .document, after: nil, limit: 100)
        try await database.keep(documents, of: .document)
        let labels = try await database.rows(of: .documentLabel, after: nil, limit: 100)
        #expect(labels.count == documents.count)
        #expect(labels.allSatisfy { $0.values.last == .text("private") })
        try database.close()
    }

    @Test func `A page ends where it is large, and always has a row`() async throws {
        let store = try TemporaryStore()
        let database = try store.open()
        let samples = SampleDocuments(dimension: nil)
        let long = (1...3).map { number in
            let text = String(repeating: "\(number) ", count: LibraryRow.pageBytes / 3)
            let document = samples.document(title: "Long \(number)", texts: [text])
            return Ingestion(source: samples.source("/long/\(number)", of: document), document: document)
        }
        try await database.store(long)
        let first = try await database.rows(of: .text, after: nil, limit: 10)
        #expect(first.count == 1)
        let second = try await database.rows(of: .text, after: first.last, limit: 10)
        #expect(second.count >= 1 && second.first != first.first)
        try database.close()
    }

    @Test func `A library that one holds for itself is opened by no other`() async throws {
        let store = try TemporaryStore()
        let first = try store.open()
        try first.keepToItself()
        var configuration = store.configuration
        configuration.busyTimeout = 0
        let error = #expect(throws: StoreError.self) { try HearthDatabase(configuration) }
        #expect(error?.reason == .busy)
        try first.close()
        let (one, other) = (try store.open(), try store.open())
        let busy = #expect(throws: StoreError.self) { try one.keepToItself() }
        #expect(busy?.reason == .busy)
        try one.close()
        try other.close()
    }
}
