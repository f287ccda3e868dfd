import Foundation
import HearthCore
import HearthStore
import HearthTesting
import Testing

@Suite("A database that was lost is told from one that was never there")
struct LostDatabaseTests {
    private let store: TemporaryStore
    private let samples = SampleDocuments()

    init() throws { store = try TemporaryStore() }

    private var files: StoreFiles { StoreFiles(folder: store.folder) }

    /// Everything in the folder, with its bytes.
    private func contents() throws -> [String: Data] {
        let names = try FileManager.default.contentsOfDirectory(atPath: store.folder.path)
        return try names.reduce(into: [:]) { $0[$1] = try Data(contentsOf: store.folder.appending(path: $1)) }
    }

    private func lose(emptied: Bool) throws {
        if emptied {
            try Data().write(to: files.database)
        } else {
            try FileManager.default.removeItem(at: files.database)
        }
    }

    private func message(readOnly: Bool = false) -> String? {
        var configuration = store.configuration
        configuration.isReadOnly = readOnly
        do {
            try HearthDatabase(configuration).close()
            return nil
        } catch {
            return (error as? StoreError).flatMap { $0.reason == .lost ? $0.message : nil } ?? "\(error)"
        }
    }

    /// Reading in documents writes nothing into the ledger, so its anchor tells of no record.
    @Test(arguments: [false, true])
    func `A library of documents does not open as an empty one`(emptied: Bool) async throws {
        let database = try store.open()
        try await database.store([samples.ingestion(1)])
        try database.close()
        let whole = try Data(contentsOf: files.database)
        try lose(emptied: emptied)
        let before = try contents()
        let message = try #require(self.message())
        #expect(message.contains(files.database.path) && message.contains("hearth.content"))
        #expect(message.contains(emptied ? "0 bytes" : "missing") && message.contains("backup"))
        // Whoever only looks, as the doctor does, is told the same.
        #expect(files.lostDatabase() == message)
        #expect(try contents() == before, "something was written")
        try whole.write(to: files.database)
        #expect(files.lostDatabase() == nil)
        let again = try store.open()
        #expect(try await again.counts().documents == 1)
    }

    @Test func `The records of the ledger tell of it, also where the key is lost too`() async throws {
        let database = try store.open()
        _ = try await database.append(
            LedgerEntry(kind: .outcome, time: Date(timeIntervalSince1970: 0), purpose: "test"))
        try database.close()
        try lose(emptied: false)
        #expect(message()?.contains("1 records") == false && message()?.contains("1 record of the ledger") == true)
        let secrets = KeyFileSecretStore(folder: store.folder)
        #expect(await code { _ = try DatabaseKey.loadOrCreate(in: secrets, for: files) } == "lost-database")
        #expect(!FileManager.default.fileExists(atPath: secrets.file(named: DatabaseKey.name).path))
    }

    /// SQLite removes the log of a database without pages, and what was in it.
    @Test func `A log that is left is not taken away`() throws {
        let log = Data(repeating: 7, count: 5_000)
        try log.write(to: files.writeAheadLog)
        #expect(message()?.contains("hearth.sqlite-wal") == true)
        #expect(try Data(contentsOf: files.writeAheadLog) == log)
        try Data().write(to: files.database)
        #expect(message(readOnly: true)?.contains("hearth.sqlite-wal") == true)
        #expect(try Data(contentsOf: files.writeAheadLog) == log)
    }

    @Test func `What never held anything opens`() throws {
        try store.open().close()
        // An anchor of zero records, a check of the key, and no database.
        try lose(emptied: true)
        #expect(message() == nil)
        try lose(emptied: false)
        #expect(message() == nil)
    }

    @Test func `A backup is restored, and who wants to begins anew`() async throws {
        let database = try store.open()
        try await database.store([samples.ingestion(1)])
        let elsewhere = try TemporaryStore()
        let backup = elsewhere.folder.appending(path: "copy.backup")
        try await database.backup(to: backup)
        try database.close()
        try lose(emptied: true)
        try await HearthDatabase.restore(from: backup, into: store.configuration)
        let restored = try store.open()
        #expect(try await restored.counts().documents == 1)
        try restored.close()
        try lose(emptied: false)
        #expect(message() != nil)
        // As the message says; the restore was recorded, so the anchor tells of it too.
        for file in [files.contentMark, files.ledgerAnchor] { try FileManager.default.removeItem(at: file) }
        let anew = try store.open()
        #expect(try await anew.counts().documents == 0)
    }

    /// SQLite would read it into any database that stands in the place of its own.
    @Test func `The log of a lost database is not read into the backup that is restored`() async throws {
        let database = try store.open()
        try await database.store([samples.ingestion(1)])
        let elsewhere = try TemporaryStore()
        let backup = elsewhere.folder.appending(path: "copy.backup")
        try await database.backup(to: backup)
        try await database.store((2..<20).map { samples.ingestion($0) })
        let log = try Data(contentsOf: files.writeAheadLog)
        try #require(!log.isEmpty)
        try database.close()
        try lose(emptied: false)
        try log.write(to: files.writeAheadLog)
        try await HearthDatabase.restore(from: backup, into: store.configuration)
        let restored = try store.open()
        #expect(try await restored.counts().documents == 1)
        #expect(try await restored.checkIntegrity().problems == [])
    }

    @Test func `A library of an earlier version gets its mark when it is opened`() async throws {
        let database = try store.open()
        _ = try await database.createConversation(title: "one")
        try database.close()
        try FileManager.default.removeItem(at: files.contentMark)
        try store.open().close()
        #expect(FileManager.default.fileExists(atPath: files.contentMark.path))
    }
}
