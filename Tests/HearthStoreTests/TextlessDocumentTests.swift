import Foundation
import GRDB
import HearthCore
import HearthTesting
import Testing

@testable import HearthStore

/// Scans, blank files: documents in which there is nothing to find.
@Suite struct TextlessDocumentTests {
    private let store: TemporaryStore
    private let samples = SampleDocuments(chunkCount: 2, wordsPerChunk: 6)
    private let blanks = SampleDocuments(chunkCount: 0)

    init() throws { store = try TemporaryStore() }

    private func query() -> [Float] {
        var generator = SeededGenerator(seed: 1)
        return SampleDocuments.vector(24, using: &generator)
    }

    /// An earlier version stored a model without components for such a batch.
    private func plantModelWithoutComponents(_ id: String, isActive: Bool, isMended: Bool = false) async throws {
        let database = try store.open()
        try await database.write { db in
            try db.execute(
                sql: "INSERT INTO vectorModel (id, dimension, isActive) VALUES (?, 0, ?)", arguments: [id, isActive])
            guard !isMended else { return }
            try db.execute(
                sql: "DELETE FROM grdb_migrations WHERE identifier = ?", arguments: ["8 no models without components"])
        }
        try database.close()
    }

    @Test func theFirstBatchMayHoldNoTextAtAll() async throws {
        let database = try store.open()
        let first = try await database.store([blanks.ingestion(1), blanks.ingestion(2)])
        #expect(first.map(\.change) == [.added, .added])
        #expect(try await database.vectorModels().isEmpty)
        #expect(try await database.nearest(to: query(), limit: 3, modelID: "sample-model").isEmpty)
        try await database.store([samples.ingestion(3)])
        #expect(try await database.vectorModels().map(\.dimension) == [24])
        #expect(try await database.activeVectorModel()?.vectorCount == 2)
        try await database.store([blanks.ingestion(4)])
        #expect(try await database.nearest(to: query(), limit: 9).count == 2)
        #expect(try await database.counts() == StoreCounts(documents: 4, sources: 4, chunks: 2, withoutText: 3))
        #expect(try await database.checkIntegrity().problems == [])
    }

    @Test func aFileMayLoseItsTextAndGetItBack() async throws {
        let database = try store.open()
        let text = samples.document(1)
        let blank = blanks.document(2)
        for (document, vectors) in [(text, 2), (blank, 0), (text, 2)] {
            try await database.replaceSource(samples.source("/a", of: document), with: document)
            #expect(try await database.nearest(to: query(), limit: 9).count == vectors)
            #expect(try await database.counts().documents == 1)
            #expect(try await database.checkIntegrity().problems == [])
        }
    }

    @Test(arguments: [true, false]) func aStoreThatHasAModelWithoutComponentsIsMendedOnOpening(isAlone: Bool)
        async throws
    {
        do {
            let database = try store.open()
            try await database.store([isAlone ? blanks.ingestion(1) : samples.ingestion(1)])
            try await database.write { try $0.execute(sql: "UPDATE vectorModel SET isActive = 0") }
            try database.close()
        }
        try await plantModelWithoutComponents(isAlone ? "sample-model" : "other", isActive: true)
        let database = try store.open()
        #expect(try await database.vectorModels().map(\.dimension) == (isAlone ? [] : [24]))
        try await database.store([samples.ingestion(2)])
        #expect(try await database.activeVectorModel()?.dimension == 24)
        #expect(try await database.nearest(to: query(), limit: 9).count == (isAlone ? 2 : 4))
        #expect(try await database.checkIntegrity().problems == [])
    }

    @Test func aBackupOfSuchAStoreCanBeRestored() async throws {
        try await plantModelWithoutComponents("sample-model", isActive: true)
        let copy = store.folder.appending(path: "copy.backup")
        try FileManager.default.copyItem(at: StoreFiles(folder: store.folder).database, to: copy)
        try await HearthDatabase.restore(from: copy, into: store.configuration)
        let database = try store.open()
        #expect(try await database.vectorModels().isEmpty)
    }

    @Test func theCheckNoticesVectorsThatAreNotAsLongAsTheirModelSays() async throws {
        try await plantModelWithoutComponents("sample-model", isActive: true, isMended: true)
        let database = try store.open()
        #expect(try await database.checkIntegrity().problems.count == 1)
        try await database.write { try $0.execute(sql: "DELETE FROM vectorModel") }
        try await database.store([samples.ingestion(1)])
        #expect(try await database.checkIntegrity().isSound)
        try await database.write { try $0.execute(sql: "UPDATE vectorModel SET dimension = 128") }
        #expect(try await database.checkIntegrity().problems.count == 1)
    }

    @Test func anotherModelOfTheSameNameTakesThePlaceOfOneWithoutVectors() async throws {
        let database = try store.open()
        let id = try await database.store([samples.ingestion(1)])[0].documentID
        var longer = SampleDocuments(chunkCount: 2, dimension: 40)
        longer.modelID = samples.modelID
        await #expect(throws: StoreError.self) { try await database.store([longer.ingestion(2)]) }
        _ = try await database.removeDocument(id: id)
        try await database.store([longer.ingestion(2)])
        #expect(try await database.vectorModels().map(\.dimension) == [40])
        var generator = SeededGenerator(seed: 2)
        #expect(try await database.nearest(to: SampleDocuments.vector(40, using: &generator), limit: 9).count == 2)
    }
}
