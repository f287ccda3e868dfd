#if canImport(CPostgres)
import Foundation
import HearthCore
@testable import HearthPostgres
import HearthTesting
import Testing

/// What keeps the libraries of a database apart, also from a query that somebody forgot the owner in.
@Suite(.enabled(if: PostgresServer.isThere, PostgresServer.missing)) struct PostgresProtectionTests {
    /// A library with something in every table.
    private func filled() async throws -> PostgresLibrary {
        let library = try await PostgresServer.library()
        let samples = SampleDocuments()
        var dated = samples.ingestion(1)
        dated.document.chunks[0].chunk.origin = ChunkOrigin(first: Date(), last: Date(), senders: ["Ann"])
        try await library.store([dated, samples.ingestion(2)])
        try await library.setLabel(.private, ofFolder: "/samples", lowers: false)
        try await library.setLabel(.private, ofSource: "/samples/1.txt", lowers: false)
        let id = try await library.document(atPath: "/samples/2.txt")?.id ?? ""
        _ = try await library.createConversation(id: "talk", systemPrompt: "p")
        _ = try await library.append(
            [ConversationMessage(Message(.user, "q"), origin: .init(documents: [id: .private]))], toConversation: "talk"
        )
        try await library.setContextBoundary(ContextBoundary(upTo: 1), ofConversation: "talk")
        let entry = JournalSession(id: "e", date: CivilDate("2026-01-01"), text: "text")
        _ = try await library.storeJournal([entry])
        try await library.storeJournalNodes([
            JournalNode(
                level: .session, period: "e", model: "m", key: ContentHash(of: [1]), content: Data([1]),
                entries: ["e": entry.contentHash])
        ])
        try await library.keepAnalysisNodes([ContentHash(of: [1]): Data([1])])
        try await library.keepFamiliarities(
            [LanguageFamiliarity(language: "de", value: 1, chunks: 1, measure: "1")], modelID: "m")
        try await library.add(Consent(id: "c", engine: .openai, host: "h", task: nil, grantedAt: Date()))
        _ = try await library.keepRecord(Data([1]), of: .feed, named: "news", replacing: nil)
        try await library.addWork(
            NewWork(id: "w", kind: "sample", title: "t", payload: Data(), label: .personal, hasFiles: true))
        try await library.keepWorkPart(Data([1]), at: WorkPart(file: 0, number: 0), of: "w")
        _ = try await library.keepRecord(Data([1]), of: .watchedFolder, named: "notes", replacing: nil)
        try await library.keepWatchedFiles(
            [WatchedFile(path: "a.md", stamp: FileStamp(size: 1, modified: 2, inode: 3), state: .read)],
            forgetting: [], of: "notes")
        let names = [PeopleRegister.Name(key: "rosa", name: "Rosa", meaning: .person("r"))]
        try await library.storePeopleRegister(
            PeopleRegister(persons: [.init(id: "r", name: "Rosa")], names: names), over: PeopleRegister())
        return library
    }

    private func count(_ table: String, _ connection: PostgresConnection) throws -> Int {
        try connection.rows("SELECT count(*) AS rows FROM \(table)", []).first?["rows"] ?? -1
    }

    @Test func aStatementWithoutItsOwnerSeesNothingAndAnotherOwnerNothingEither() async throws {
        let library = try await filled()
        let other = try await PostgresServer.library()
        let connection = try PostgresConnection(library.configuration)
        try PostgresLibrary.prepare(connection, library.configuration)
        func isSeen(by owner: Int64?) throws -> [String: Int] {
            try connection.script("BEGIN")
            defer { try? connection.script("ROLLBACK") }
            if let owner {
                _ = try connection.rows("SELECT set_config('hearth.owner', $1, true)", ["\(owner)".parameter])
            }
            return try PostgresMigrations.tables.reduce(into: [:]) { $0[$1] = try count($1, connection) }
        }
        let own = try isSeen(by: library.owner)
        // What the test filled; a place without a file and a message that follows a source come only later.
        let empty = own.filter { $0.value == 0 }.keys.sorted()
        #expect(empty == ["message_place", "place_label"])
        #expect(try isSeen(by: nil).values.allSatisfy { $0 == 0 })
        let seen = try isSeen(by: other.owner).filter { $0.value > 0 }.keys.sorted()
        #expect(seen == ["ledger_head", "library"], "its own two rows")
        #expect(try count("owner", connection) == 0)
    }

    @Test func nobodyWritesIntoTheLibraryOfAnother() async throws {
        let library = try await PostgresServer.library()
        let other = try await PostgresServer.library()
        let stranger = other.owner
        await #expect { () async throws in
            try await library.write { db in
                try db.change(
                    "INSERT INTO folder_label (owner_id, path, label) SELECT $2, '/a/', 'public' WHERE $1::bigint IS NOT NULL",
                    stranger)
            }
        } throws: { ($0 as? StoreError)?.reason == .notAllowed }
        #expect(try await other.folderLabels().isEmpty)
    }

    @Test func everyTableOfOwnersIsProtected() async throws {
        let library = try await PostgresServer.library()
        let connection = try PostgresConnection(library.configuration)
        let rows = try connection.rows(
            """
            SELECT relname::text AS name FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
            WHERE nspname = $1 AND relkind = 'r' AND NOT (relrowsecurity AND relforcerowsecurity)
            """, [library.configuration.schema.parameter])
        #expect(try rows.map { try $0["name"] as String } == ["migration"])
        let keys = try connection.rows(
            """
            SELECT relname::text AS name FROM pg_index
            JOIN pg_class ON pg_class.oid = indexrelid JOIN pg_namespace ON pg_namespace.oid = relnamespace
            JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0]
            WHERE nspname = $1 AND attname <> 'owner_id' ORDER BY relname
            """, [library.configuration.schema.parameter])
        // What begins with another column: the list of owners, the list of migrations.
        #expect(try keys.map { try $0["name"] as String } == ["migration_pkey", "owner_name_key"])
    }

    @Test func aStatementThatForgetsItsOwnerIsNotEvenTaken() async throws {
        let library = try await PostgresServer.library()
        await #expect { () async throws in
            _ = try await library.read { try $0.rows("SELECT id FROM document WHERE number = $2", Int64(1)).count }
        } throws: { ($0 as? StoreError)?.cause?.contains("42P18") == true }
    }

    @Test func twoOwnersHaveTheSameDocumentsWithoutMeeting() async throws {
        let (a, b) = (try await PostgresServer.library(), try await PostgresServer.library())
        let item = SampleDocuments().ingestion(1, words: ["harbour"])
        try await a.store([item])
        try await b.store([item])
        let id = try await a.document(atPath: item.source.path)?.id
        #expect(try await b.document(atPath: item.source.path)?.id == id)
        try await a.removeDocuments(ids: [id ?? ""])
        #expect(try await a.fullText([QueryTerm("harbour")], limit: 9).isEmpty)
        #expect(try await b.fullText([QueryTerm("harbour")], limit: 9).count == 1)
    }

    @Test func anAdministratorsAccountIsLaidDownForOneThatMayLess() async throws {
        var configuration = try PostgresServer.configuration()
        configuration.address.user = "postgres"
        configuration.schema = "hearth_\(UInt32.random(in: 0 ... .max))"
        let library = try await PostgresLibrary.open(configuration)
        let name: String? = try await library.read { db in
            try db.first("SELECT current_user::text AS name WHERE $1::bigint IS NOT NULL")?["name"]
        }
        #expect(name == PostgresMigrations.role)
        try await library.store([SampleDocuments().ingestion(1)])
        #expect(try await library.counts().documents == 1)
        _ = try await library.append(LedgerEntry(kind: .read, time: Date()))
        // It may add to the ledger, and no more.
        await #expect { () async throws in
            try await library.write { try $0.change("DELETE FROM ledger_record WHERE owner_id = $1") }
        } throws: { ($0 as? StoreError)?.reason == .notAllowed }
    }
}
#endif
