import Foundation
import GRDB
import HearthCore
import HearthTesting
import Testing

@testable import HearthStore

@Suite struct EncryptionTests {
    private let samples = SampleDocuments()

    @Test func nothingOnDiskIsReadable() async throws {
        let store = try TemporaryStore()
        let database = try store.open()
        try await database.store(
            (0..<30).map { samples.ingestion($0, folder: "/secretfolder", words: ["plantedword"]) })
        let conversation = try await database.createConversation(title: "plantedtitle")
        try await database.append(Message(.user, "plantedquestion"), toConversation: conversation.id)
        try await database.keepAnalysisNodes([Self.node: Data("plantedvalue".utf8)])
        // While it is open, so with the log and the shared memory.
        for data in [
            try store.bytesOnDisk(),
            try {
                try database.close(); return try store.bytesOnDisk()
            }(),
        ] {
            #expect(data.count > 30_000)
            // Long enough that none is there by chance: four letters are, once in some ten thousand runs.
            for word in [
                "planted", "plantedword", "secretfolder", "Document", "CREATE TABLE", "SQLite format 3",
                "grdb_migrations",
            ] {
                #expect(data.range(of: Data(word.utf8)) == nil, "\(word)")
            }
            #expect(data.range(of: Data(store.key.exposedBytes())) == nil)
        }
    }

    @Test func filesAreForTheOwnerOnly() async throws {
        let store = try TemporaryStore()
        let database = try store.open()
        try await database.store([samples.ingestion(1)])
        for file in try FileManager.default.contentsOfDirectory(atPath: store.folder.path) {
            let path = store.folder.appending(path: file).path
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600, "\(file)")
        }
    }

    @Test func anotherKeyOpensNothing() async throws {
        let store = try TemporaryStore()
        try store.open().close()
        let names = try FileManager.default.contentsOfDirectory(atPath: store.folder.path).sorted()
        #expect(names == ["hearth.keycheck", "hearth.lock", "hearth.sqlite", "ledger.anchor"])
        var configuration = store.configuration
        configuration.key = .random(count: 32)
        #expect(await code { _ = try HearthDatabase(configuration) } == "wrong-key")
        try FileManager.default.removeItem(at: StoreFiles(folder: store.folder).keyCheck)
        #expect(await code { _ = try HearthDatabase(configuration) } == "wrong-key")
        configuration.key = Secret("short")
        #expect(await code { _ = try HearthDatabase(configuration) } == "invalid-store-key")
        try store.open().close()
    }

    @Test func errorsNeverQuoteTheKey() async throws {
        let store = try TemporaryStore()
        try store.open().close()
        var configuration = store.configuration
        configuration.key = Secret(bytes: [UInt8](repeating: 0xAB, count: 32))
        do {
            _ = try HearthDatabase(configuration)
            Issue.record("opened")
        } catch {
            let cause = (error as? StoreError)?.cause ?? ""
            let words = "\(error) \(String(reflecting: error)) \(cause)".lowercased()
            #expect(words.range(of: "abab") == nil)
        }
        #expect("\(configuration)".contains("<redacted>"))
    }

    @Test func aChangedByteIsNoticedWhereverItIs() async throws {
        for page in [0, 1, 5, 20] {
            let store = try TemporaryStore()
            let database = try store.open()
            try await database.store((0..<40).map { samples.ingestion($0) })
            try database.close()
            try store.flipByte(at: page * 4_096 + 100)
            let found = await code {
                let damaged = try store.open()
                let report = try await damaged.checkIntegrity()
                if !report.isSound { throw StoreError(.damaged, "reported") }
            }
            #expect(found == "damaged", "page \(page)")
        }
    }

    @Test func aFileThatIsNoDatabaseIsSaidToBeOne() async throws {
        let store = try TemporaryStore()
        try Data(repeating: 65, count: 9_000).write(to: StoreFiles(folder: store.folder).database)
        #expect(await code { _ = try store.open() } == "wrong-key")
    }

    @Test func aDatabaseOfANewerVersionIsLeftAlone() async throws {
        let store = try TemporaryStore()
        let database = try store.open()
        try await database.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99 of the future')") }
        try database.close()
        #expect(await code { _ = try store.open() } == "newer-schema")
        var readOnly = store.configuration
        readOnly.isReadOnly = true
        #expect(await code { _ = try HearthDatabase(readOnly) } == "newer-schema")
    }

    @Test func aMissingDatabaseIsNotMadeWhenItMustExist() async throws {
        let store = try TemporaryStore()
        var configuration = store.configuration
        configuration.createsIfMissing = false
        #expect(await code { _ = try HearthDatabase(configuration) } == "no-database")
        configuration.isReadOnly = true
        #expect(await code { _ = try HearthDatabase(configuration) } == "no-database")
        #expect(try FileManager.default.contentsOfDirectory(atPath: store.folder.path).isEmpty)
    }

    @Test func aReadOnlyDatabaseReadsAndRefusesChanges() async throws {
        let store = try TemporaryStore()
        let database = try store.open()
        try await database.store([samples.ingestion(1)])
        var configuration = store.configuration
        configuration.isReadOnly = true
        let reader = try HearthDatabase(configuration)  // beside the open one, and its log
        #expect(try await reader.counts().documents == 1)
        #expect(try await reader.fullText([QueryTerm("document")], limit: 5).count == 3)
        #expect(await code { _ = try await reader.createConversation() } == "read-only")
        #expect(await code { try await reader.removeDocuments(ids: ["a"]) } == "read-only")
    }

    @Test func commitsAreSynchronisedToTheDisk() async throws {
        let database = try TemporaryStore().open()
        let values = try await database.write { db in
            [
                try Int.fetchOne(db, sql: "PRAGMA synchronous"), try Int.fetchOne(db, sql: "PRAGMA foreign_keys"),
                try Int.fetchOne(db, sql: "PRAGMA secure_delete"),
            ]
        }
        #expect(values == [2, 1, 1])
    }

    /// Writes the database of this version, to be kept as a fixture: `HEARTH_WRITE_FIXTURE=FOLDER swift test --filter fixture`.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["HEARTH_WRITE_FIXTURE"] != nil))
    func fixtureOfThisVersionIsWritten() async throws {
        let place = URL(filePath: ProcessInfo.processInfo.environment["HEARTH_WRITE_FIXTURE"] ?? "/dev/null")
        let store = try TemporaryStore()
        let database = try store.open()
        try await database.store((0..<3).map { samples.ingestion($0, folder: "/old", words: ["fixtureword"]) })
        let conversation = try await database.createConversation(id: "old", title: "Old")
        try await database.append(Message(.user, "An old question"), toConversation: conversation.id)
        _ = try await database.storeJournal([Self.entry])
        try await database.keepAnalysisNodes([Self.node: Data("kept".utf8)])
        try await database.backup(to: place)
    }

    private static let entry = JournalSession(
        id: "old-entry", date: CivilDate(year: 2024, month: 2, day: 29), title: "Old", text: "An old entry.",
        languages: ["en"])
    private static let node = ContentHash(of: Data("an old analysis".utf8))

    /// What version 5 added to what an earlier version held.
    @Test func aDatabaseOfVersion5KeepsItsJournalAndItsAnalyses() async throws {
        let fixture = try #require(
            Bundle.module.url(forResource: "store-5", withExtension: "sqlite", subdirectory: "Fixtures"))
        let store = try TemporaryStore()
        try FileManager.default.copyItem(at: fixture, to: StoreFiles(folder: store.folder).database)
        let database = try store.open()
        #expect(try await database.journalSession(id: "old-entry") == Self.entry)
        #expect(try await database.journalHeads().map(\.words) == [3])
        #expect(try await database.analysisNode(Self.node) == Data("kept".utf8))
    }

    /// A store of version 1 that was opened by each version in between, and used by it, is opened by this one.
    @Test(arguments: [1, 2, 3, 4, 5, 6, 7]) func everyVersionInBetweenIsMigratedOnward(_ version: Int) async throws {
        let fixture = try #require(
            Bundle.module.url(forResource: "store-1", withExtension: "sqlite", subdirectory: "Fixtures"))
        let store = try TemporaryStore()
        let file = StoreFiles(folder: store.folder).database
        try FileManager.default.copyItem(at: fixture, to: file)
        do {
            let pool = try DatabasePool(
                path: file.path, configuration: HearthDatabase.connectionConfiguration(store.configuration))
            let migrator = Migrations.migrator
            try migrator.migrate(pool, upTo: migrator.migrations[version - 1])
            try await pool.write { db in
                #expect(try migrator.appliedIdentifiers(db).count == version)
                if version >= 3 { try db.execute(sql: "UPDATE message SET label = 'private'") }
                if version >= 4 {
                    try db.execute(
                        sql: "INSERT INTO analysisNode (key, value, createdAt) VALUES (?, ?, 1)",
                        arguments: [Data(Self.node.bytes), Data("kept".utf8)])
                }
            }
            try pool.close()
        }
        let database = try store.open()
        #expect(try await database.counts() == StoreCounts(documents: 3, sources: 3, chunks: 9))
        #expect(try await database.fullText([QueryTerm("fixtureword")], limit: 9).count == 3)
        let message = try #require(try await database.messages(ofConversation: "old").first)
        #expect(message.label == (version >= 3 ? .private : .personal))
        #expect(try await database.analysisNode(Self.node) == (version >= 4 ? Data("kept".utf8) : nil))
        // Everything that came since can be used.
        let added = try await database.append(Message(.user, "A new question"), toConversation: "old")
        #expect(added.id > message.id)
        _ = try await database.storeJournal([Self.entry])
        #expect(try await database.journalSession(id: "old-entry") == Self.entry)
        #expect(try await database.consents().isEmpty)
        #expect(try await database.checkIntegrity().problems == [])
    }

    @Test(arguments: ["store-1", "store-5"]) func databasesOfEveryEarlierVersionOpen(_ name: String) async throws {
        let fixture = try #require(
            Bundle.module.url(forResource: name, withExtension: "sqlite", subdirectory: "Fixtures"))
        let store = try TemporaryStore()
        try FileManager.default.copyItem(at: fixture, to: StoreFiles(folder: store.folder).database)
        let database = try store.open()
        #expect(try await database.counts() == StoreCounts(documents: 3, sources: 3, chunks: 9))
        #expect(try await database.fullText([QueryTerm("fixtureword")], limit: 9).count == 3)
        #expect(try await database.documentsToIndex(as: "any", most: 99).count == 3)
        let text = samples.document(1, words: ["fixtureword"]).content.text
        #expect(try await database.text(ofDocument: #require(database.document(atPath: "/old/1.txt")).id) == text)
        var generator = SeededGenerator(seed: 1)
        let query = SampleDocuments.vector(24, using: &generator)
        #expect(try await database.nearest(to: query, limit: 9).count == 9)
        #expect(try await database.messages(ofConversation: "old").map(\.message.content) == ["An old question"])
        let message = try #require(try await database.messages(ofConversation: "old").first)
        #expect(message.state == .complete && message.label == .personal && message.tokenCount == nil)
        #expect(try await database.checkIntegrity().problems == [])
    }
}
