import Foundation
import GRDB
import HearthCore
import HearthTesting
import Testing

@testable import HearthStore

/// What is known of how well models know languages, in stores of this version and of the one before.
@Suite struct LanguageFamiliarityTests {
    private let store: TemporaryStore
    private let samples = SampleDocuments()

    init() throws { store = try TemporaryStore() }

    private let known = LanguageFamiliarity(language: "de", value: 0.25, chunks: 40, measure: "1")

    /// Makes a store as it was before the migration.
    private func makeOlder() async throws {
        let database = try store.open()
        var document = samples.document(1)
        document.language = "de"
        try await database.store([Ingestion(source: samples.source("/1.txt", of: document), document: document)])
        try await database.write { db in
            try db.execute(sql: "DROP TABLE languageFamiliarity")
            try db.execute(
                sql: "DELETE FROM grdb_migrations WHERE identifier = ?", arguments: [Migrations.familiarities])
        }
        try database.close()
    }

    @Test func aStoreOfTheVersionBeforeGetsItsTableAndKeepsItsText() async throws {
        try await makeOlder()
        let database = try store.open()
        #expect(try await database.chunksByLanguage() == ["de": 3])
        #expect(try await database.familiarities(modelID: "sample-model").isEmpty)
        try await database.keepFamiliarities([known], modelID: "sample-model")
        try database.close()
        let again = try store.open()
        #expect(try await again.familiarities(modelID: "sample-model") == [known])
        #expect(try await again.checkIntegrity().problems == [])
    }

    @Test func aStoreOfTheVersionBeforeThatIsOnlyReadKnowsNothing() async throws {
        try await makeOlder()
        var configuration = store.configuration
        configuration.isReadOnly = true
        let database = try HearthDatabase(configuration)
        #expect(try await database.familiarities(modelID: "sample-model").isEmpty)
        #expect(try await database.chunksByLanguage() == ["de": 3])
    }

    @Test func aBackupCarriesWhatWasMeasured() async throws {
        let database = try store.open()
        try await database.keepFamiliarities([known], modelID: "m")
        let backup = store.folder.appending(path: "copy.backup")
        try await database.backup(to: backup)
        try await database.keepFamiliarities(
            [LanguageFamiliarity(language: "de", value: 1, chunks: 99, measure: "2")], modelID: "m")
        try database.close()
        try await HearthDatabase.restore(from: backup, into: store.configuration)
        #expect(try await store.open().familiarities(modelID: "m") == [known])
    }
}
