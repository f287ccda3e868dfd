#if canImport(CPostgres)
import Foundation
import HearthCore
import HearthKnowledge
@testable import HearthPostgres
import HearthStore
import HearthTesting
import Synchronization
import Testing

/// A library goes into PostgreSQL and comes back as it was.
@Suite(.enabled(if: PostgresServer.isThere, PostgresServer.missing)) struct PostgresCopyTests {
    private func rows(_ library: any LibraryRows, _ kind: LibraryRow.Kind) async throws -> [LibraryRow] {
        var found: [LibraryRow] = []
        while true {
            let page = try await library.rows(of: kind, after: found.last, limit: 50)
            if page.isEmpty { return found }
            found += page
        }
    }

    private func expectSame(_ a: any LibraryRows, _ b: any LibraryRows) async throws {
        for kind in LibraryRow.Kind.allCases {
            let (wanted, found) = (try await rows(a, kind), try await rows(b, kind))
            #expect(found.count == wanted.count, "\(kind)")
            let differ = zip(found, wanted).first { !$0.isSame(as: $1, of: kind) }
            #expect(differ == nil, "\(kind)")
        }
    }

    @Test func `A file goes into PostgreSQL and back into a file`() async throws {
        let stores = [try TemporaryStore(), try TemporaryStore()]
        let (first, last) = (try stores[0].open(), try stores[1].open())
        try await SampleLibrary.fill(first)
        let server = try await PostgresServer.library()
        let there = try await LibraryCopy(from: first, called: "file", to: server).run()
        try await expectSame(first, server)
        let back = try await LibraryCopy(from: server, called: "server", to: last).run()
        try await expectSame(first, last)
        #expect(there.kinds == back.kinds, "the digests do not depend on the store")
        #expect(back.ledger.anchor == there.ledger.anchor)
        // The server goes on where the file ended.
        let before = try await server.chunks(after: 0, limit: .max).map(\.id).max() ?? 0
        let new = SampleDocuments().ingestion(5_000)
        let id = try await server.store([new])[0].documentID
        #expect(try await server.chunks(ofDocument: id)[0].id > before)
        try first.close()
        try last.close()
        withExtendedLifetime(stores) {}
    }

    @Test func `A copy into PostgreSQL that broke off at any page is gone on with`() async throws {
        struct Stop: Error {}
        let source = MemoryLibrary()
        try await SampleLibrary.fill(source)
        let server = try await PostgresServer.library()
        for stop in [1, 3, 6, 10, 14, 18] {
            let steps = Atomic(0)
            await #expect(throws: Stop.self) {
                try await LibraryCopy(from: source, called: "there", to: server).run { _ in
                    if steps.wrappingAdd(1, ordering: .relaxed).newValue == stop { throw Stop() }
                }
            }
            #expect(try await server.unfinishedCopy() == "there")
        }
        let report = try await LibraryCopy(from: source, called: "there", to: server).run()
        #expect(report.isResumed)
        #expect(try await server.unfinishedCopy() == nil)
        try await expectSame(source, server)
    }

    @Test func `A library is merged into one in PostgreSQL that has something, and a second time adds nothing`()
        async throws
    {
        let source = MemoryLibrary()
        try await SampleLibrary.fill(source)
        let server = try await PostgresServer.library()
        let own = SampleDocuments().ingestion(6_000, folder: "/own")
        try await server.store([own])
        let merge = LibraryMerge(from: source, into: server, withPrivate: true)
        let first = try await merge.run()
        for tally in first.tallies { #expect(tally.added == tally.total && tally.conflicts == 0, "\(tally.name)") }
        #expect(try await server.rowCount(of: .document) == (try await source.rowCount(of: .document)) + 1)
        #expect(try await server.document(atPath: own.source.path) != nil)
        for document in try await source.documents(matching: .everything, limit: 100, offset: 0) {
            let there = try #require(try await server.document(id: document.id))
            // The document by which an entry is found becomes as private as that.
            let label = document.paths == [JournalSession.pathPrefix + "spoken"] ? .private : document.label
            #expect(there.paths == document.paths && there.label == label)
        }
        let second = try await merge.run()
        for tally in second.tallies { #expect(tally.added == 0 && tally.conflicts == 0, "\(tally.name)") }
        // And from there into a file.
        let store = try TemporaryStore()
        let file = try store.open()
        try await file.store([own])
        let back = try await LibraryMerge(from: server, into: file, withPrivate: true).run()
        #expect(back.tally("documents").present == 1 && back.conflicts.isEmpty)
        #expect(try await file.rowCount(of: .document) == (try await server.rowCount(of: .document)))
        try file.close()
        withExtendedLifetime(store) {}
    }

    /// Whoever adds a table adds its rows to `LibraryRow.Kind`, or says here what they are made of.
    @Test func `No table is forgotten in a copy`() {
        let madeAnew: Set<String> = ["chunk_terms", "posting", "ledger_head"]
        #expect(Set(PostgresMigrations.tables).subtracting(PostgresRowTable.all) == madeAnew)
    }

    @Test func `A long text is a page of its own`() async throws {
        let server = try await PostgresServer.library()
        let samples = SampleDocuments(dimension: nil)
        let long = (1...3).map { number in
            let text = String(repeating: "\(number) ", count: LibraryRow.pageBytes / 3)
            let document = samples.document(title: "Long \(number)", texts: [text])
            return Ingestion(source: samples.source("/long/\(number)", of: document), document: document)
        }
        try await server.store(long)
        let first = try await server.rows(of: .text, after: nil, limit: 10)
        #expect(first.count == 1)
        #expect(try await rows(server, .text).count == 3)
    }
}

#endif
