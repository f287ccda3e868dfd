import Foundation
import GRDB
import HearthCore
import HearthDocuments
import HearthTesting
import Testing

/// The database of Apple's Messages, made here by SQLite itself: the reader of documents has none, and reads the file's pages.
@Suite struct MessagesDatabaseTests {
    /// As macOS makes it, as far as it is read; the columns between are those of macOS 13 in part.
    static let schema = """
        CREATE TABLE _SqliteDatabaseProperties (key TEXT, value TEXT, UNIQUE(key));
        CREATE TABLE message (ROWID INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT UNIQUE NOT NULL, text TEXT, replace INTEGER
            DEFAULT 0, service_center TEXT, handle_id INTEGER DEFAULT 0, subject TEXT, country TEXT, attributedBody BLOB,
            version INTEGER DEFAULT 0, type INTEGER DEFAULT 0, service TEXT, account TEXT, error INTEGER DEFAULT 0,
            date INTEGER, date_read INTEGER, is_from_me INTEGER DEFAULT 0, is_system_message INTEGER DEFAULT 0,
            item_type INTEGER DEFAULT 0, group_title TEXT, associated_message_guid TEXT DEFAULT NULL,
            associated_message_type INTEGER DEFAULT 0, balloon_bundle_id TEXT DEFAULT NULL, thread_originator_guid TEXT);
        CREATE TABLE chat (ROWID INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT UNIQUE NOT NULL, style INTEGER, state INTEGER,
            chat_identifier TEXT, service_name TEXT, room_name TEXT, display_name TEXT);
        CREATE TABLE handle (ROWID INTEGER PRIMARY KEY AUTOINCREMENT UNIQUE, id TEXT NOT NULL, country TEXT, service TEXT NOT
            NULL, uncanonicalized_id TEXT, UNIQUE (id, service));
        CREATE TABLE attachment (ROWID INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT UNIQUE NOT NULL, filename TEXT, mime_type
            TEXT, transfer_name TEXT);
        CREATE TABLE chat_message_join (chat_id INTEGER REFERENCES chat (ROWID) ON DELETE CASCADE, message_id INTEGER
            REFERENCES message (ROWID) ON DELETE CASCADE, message_date INTEGER DEFAULT 0, PRIMARY KEY (chat_id, message_id));
        CREATE TABLE chat_handle_join (chat_id INTEGER REFERENCES chat (ROWID) ON DELETE CASCADE, handle_id INTEGER
            REFERENCES handle (ROWID) ON DELETE CASCADE, UNIQUE(chat_id, handle_id));
        CREATE TABLE message_attachment_join (message_id INTEGER REFERENCES message (ROWID) ON DELETE CASCADE, attachment_id
            INTEGER REFERENCES attachment (ROWID) ON DELETE CASCADE, UNIQUE(message_id, attachment_id));
        CREATE INDEX message_idx_handle ON message(handle_id, date);
        CREATE TRIGGER hostile AFTER INSERT ON handle BEGIN DELETE FROM message; END;
        CREATE VIEW everything AS SELECT * FROM message;
        """

    /// Later versions of the system add columns, which older rows lack.
    static let later = """
        ALTER TABLE message ADD COLUMN associated_message_emoji TEXT DEFAULT NULL;
        ALTER TABLE message ADD COLUMN date_retracted INTEGER DEFAULT 0;
        ALTER TABLE message ADD COLUMN date_edited INTEGER DEFAULT 0;
        """

    /// Nanoseconds from 2001 to a moment.
    private static func apple(_ text: String) throws -> Int64 {
        Int64(try Date(text, strategy: .iso8601).timeIntervalSinceReferenceDate) * 1_000_000_000
    }

    /// A text with attributes, as Messages writes it.
    private static func attributed(_ text: String) -> Data {
        let bytes = Array(text.utf8)
        let length: [UInt8] =
            bytes.count < 0x80 ? [UInt8(bytes.count)] : [0x81, UInt8(bytes.count & 0xFF), UInt8(bytes.count >> 8)]
        let head: [UInt8] =
            [0x04, 0x0B] + Array("streamtyped".utf8) + [0x81, 0xE8, 0x03, 0x84, 0x01, 0x40, 0x84, 0x84, 0x84]
        let classes: [UInt8] =
            [0x12] + Array("NSAttributedString".utf8) + [0x00, 0x84, 0x84, 0x08] + Array("NSObject".utf8)
            + [0x00, 0x85, 0x92, 0x84, 0x84, 0x84, 0x08] + Array("NSString".utf8) + [0x01, 0x94, 0x84, 0x01, 0x2B]
        return Data(head + classes + length + bytes + [0x86, 0x84, 0x02, 0x69, 0x49, 0x01])
    }

    /// - Parameter more: What is done beside what each of them has.
    private static func database(
        pageSize: Int = 4_096, encoding: String = "UTF-8", isLogged: Bool = false,
        _ more: (Database) throws -> Void = { _ in }
    ) throws -> [UInt8] {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("chat-\(UUID().uuidString).db").path
        defer {
            for ending in ["", "-wal", "-shm", "-journal"] {
                try? FileManager.default.removeItem(atPath: path + ending)
            }
        }
        do {
            let queue = try DatabaseQueue(path: path)
            try queue.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA page_size = \(pageSize); PRAGMA encoding = '\(encoding)'")
                try db.execute(sql: "DROP TRIGGER IF EXISTS hostile; \(schema) DROP TRIGGER hostile;")
                try fill(db)
                try db.execute(sql: later)
                try db.execute(
                    sql: "CREATE TRIGGER hostile AFTER INSERT ON handle BEGIN DELETE FROM message; END")
                try more(db)
                if isLogged {
                    _ = try Row.fetchAll(db, sql: "PRAGMA journal_mode = WAL")
                    _ = try Row.fetchAll(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
                }
            }
            try queue.close()
        }
        return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    private static func fill(_ db: Database) throws {
        for (number, id) in ["+491701234567", "ann@example.org"].enumerated() {
            try db.execute(
                sql: "INSERT INTO handle (ROWID, id, service) VALUES (?, ?, 'iMessage')", arguments: [number + 1, id])
        }
        try db.execute(
            sql: """
                INSERT INTO chat (ROWID, guid, style, chat_identifier, display_name) VALUES
                    (1, 'iMessage;-;+491701234567', 45, '+491701234567', ''), (2, 'SMS;-;+491701234567', 45, '+491701234567', NULL),
                    (3, 'iMessage;+;chat77', 43, 'chat77', 'Roof')
                """)
        try add(db, 1, chat: 1, from: 1, "2024-03-05T09:15:00Z", text: "Did you call the roofer?")
        try add(db, 2, chat: 1, from: nil, "2024-03-05T09:17:00Z", body: attributed("Yes. Größe stimmt."))
        // By SMS with the same person.
        try add(db, 3, chat: 2, from: 1, "2024-03-06T10:00:00Z", text: "He comes on Friday.", answering: "g2")
        try add(db, 4, chat: 3, from: 2, "2024-03-07T10:00:00Z", text: "\u{FFFC}Here is the offer")
        try add(
            db, 5, chat: 3, from: nil, "2024-03-07T10:01:00Z", text: "Loved “Here is the offer”",
            reacting: ("p:0/g4", 2_000))
        try add(db, 6, chat: 3, from: 1, "2024-03-07T10:02:00Z", text: "Liked “…”", reacting: ("bp:g4", 2_001))
        try add(db, 7, chat: 3, from: 1, "2024-03-07T10:03:00Z", text: "Removed a like", reacting: ("bp:g4", 3_001))
        try add(db, 8, chat: 3, from: 2, "2024-03-07T10:04:00Z", text: nil, itemType: 2)
        try db.execute(
            sql: """
                INSERT INTO attachment (ROWID, guid, filename, transfer_name) VALUES
                    (1, 'a1', '~/Library/Messages/Attachments/0/offer.pdf', 'offer.pdf');
                INSERT INTO message_attachment_join VALUES (4, 1);
                """)
    }

    private static func add(
        _ db: Database, _ number: Int64, chat: Int64, from handle: Int64?, _ date: String, text: String? = nil,
        body: Data? = nil, answering: String? = nil, reacting: (String, Int)? = nil, itemType: Int = 0
    ) throws {
        try db.execute(
            sql: """
                INSERT INTO message (ROWID, guid, text, attributedBody, handle_id, date, is_from_me, item_type,
                    associated_message_guid, associated_message_type, thread_originator_guid)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                number, "g\(number)", text, body, handle ?? 0, try apple(date), handle == nil, itemType, reacting?.0,
                reacting?.1 ?? 0, answering,
            ])
        try db.execute(
            sql: "INSERT INTO chat_message_join (chat_id, message_id) VALUES (?, ?)", arguments: [chat, number])
    }

    private func read(_ bytes: [UInt8], _ name: String = "chat.db") async throws -> ExtractedDocument {
        try await DocumentReader().read(bytes, name: name)
    }

    private func lines(_ document: ExtractedDocument) -> [String] {
        let bytes = Array(document.text.utf8)
        return document.blocks.map { String(decoding: bytes[$0.span.range], as: UTF8.self) }
    }

    private static let said = [
        "+491701234567 · Messages", "+491701234567, You · 2024-03-05 to 2024-03-06 · times in UTC", "2024-03-05",
        "[09:15] +491701234567: Did you call the roofer?", "[09:17] You: Yes. Größe stimmt.", "2024-03-06",
        "[10:00] +491701234567: (to You, 2024-03-05) He comes on Friday.",
        "Roof · Messages · 2024-03-07", "ann@example.org · times in UTC", "2024-03-07",
        "[10:00] ann@example.org: Here is the offer [offer.pdf] (❤️ You)",
    ]

    // MARK: What is read

    @Test func conversationsAreReadWithTheirPeopleTimesFilesAndReactions() async throws {
        let document = try await read(Self.database(), "copy")
        #expect(document.format == .chat && document.pages.count == 2)
        #expect(lines(document) == Self.said)
        #expect(
            document.warnings.map(\.message) == [
                "1 file is named and was left out.", "1 line that the program wrote itself was left out.",
            ])
        let first = try #require(document.writtenParts.first)
        let sent = try Date("2024-03-05T09:15:00Z", strategy: .iso8601)
        #expect(first.sender == "+491701234567" && first.date == sent)
    }

    @Test(arguments: [512, 1_024, 65_536]) func pagesOfEverySizeAreRead(size: Int) async throws {
        #expect(lines(try await read(Self.database(pageSize: size))) == Self.said)
    }

    @Test(arguments: ["UTF-16le", "UTF-16be"]) func textsInUTF16AreRead(encoding: String) async throws {
        #expect(lines(try await read(Self.database(encoding: encoding))) == Self.said)
    }

    @Test func whatIsLongerThanAPageAndManyPagesAreRead() async throws {
        let long = String(repeating: "Slate lasts a hundred years. ", count: 2_000)
        let bytes = try Self.database(pageSize: 1_024) { db in
            try Self.add(db, 100, chat: 3, from: 2, "2024-03-08T10:00:00Z", text: long)
            try Self.add(
                db, 101, chat: 3, from: 2, "2024-03-08T10:01:00Z", body: Self.attributed(String(long.prefix(20_000))))
            for number in 200..<2_200 {
                try Self.add(db, Int64(number), chat: 3, from: 2, "2024-03-09T10:00:00Z", text: "Number \(number)")
            }
        }
        let found = lines(try await read(bytes))
        #expect(found.contains { $0.hasSuffix(long.trimmingCharacters(in: .whitespaces)) })
        #expect(found.contains { $0.utf8.count > 19_000 && $0.utf8.count < 21_000 })
        #expect((200..<2_200).allSatisfy { number in found.contains("[10:00] ann@example.org: Number \(number)") })
    }

    @Test func whatWasTakenBackIsNotShown() async throws {
        let bytes = try Self.database { db in
            try db.execute(sql: "UPDATE message SET date_retracted = 5, text = NULL WHERE ROWID = 1")
            try db.execute(sql: "UPDATE message SET date_edited = 5, text = 'He comes on Monday.' WHERE ROWID = 3")
            try Self.add(db, 50, chat: 3, from: 2, "2024-03-08T10:00:00Z", text: "?", reacting: ("p:0/gone", 2_003))
            try Self.add(db, 51, chat: 3, from: 1, "2024-03-08T10:00:00Z", text: "?", reacting: ("p:0/g4", 2_006))
            try db.execute(sql: "UPDATE message SET associated_message_emoji = '🏠' WHERE ROWID = 51")
            try db.execute(sql: "DELETE FROM message WHERE ROWID = 2")
        }
        let document = try await read(bytes)
        #expect(!document.text.contains("roofer") && !document.text.contains("Größe"))
        #expect(document.text.contains("He comes on Monday.") && document.text.contains("(❤️ You, 🏠 +491701234567)"))
        let told = document.warnings.map(\.message)
        #expect(told.contains("1 message was deleted by its sender."))
        #expect(told.contains("1 former version of a message was left out."))
        #expect(told.contains("1 reaction was left out."))
    }

    @Test func secondsOfOlderSystemsAreTimes() async throws {
        let bytes = try Self.database { db in
            try db.execute(sql: "UPDATE message SET date = date / 1000000000")
        }
        #expect(lines(try await read(bytes)) == Self.said)
    }

    @Test func aLogBesideItIsNamed() async throws {
        let document = try await read(Self.database(isLogged: true))
        #expect(document.warnings.contains { $0.message.contains("chat.db-wal") })
        #expect(lines(document) == Self.said)
    }

    // MARK: The log beside it

    /// A database and its log, as they lie while Messages runs: what was written last is in the log alone.
    ///
    /// - Parameter steps: What is written one after the other.
    private static func running(pageSize: Int = 1_024, _ steps: [(Database) throws -> Void]) throws -> (URL, [UInt8]) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("log-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let live = folder.appendingPathComponent("live.db").path
        try Data(try database(pageSize: pageSize, isLogged: true)).write(to: URL(fileURLWithPath: live))
        // One step leaves its transaction open.
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let queue = try DatabaseQueue(path: live, configuration: configuration)
        try queue.writeWithoutTransaction { db in
            try db.execute(sql: "DROP TRIGGER hostile; PRAGMA wal_autocheckpoint = 0; PRAGMA cache_size = 4")
            for step in steps { try step(db) }
        }
        let copy = folder.appendingPathComponent("chat.db")
        try FileManager.default.copyItem(atPath: live, toPath: copy.path)
        let log = Array(try Data(contentsOf: URL(fileURLWithPath: live + "-wal")))
        try queue.close()
        return (copy, log)
    }

    private func read(_ copy: URL, log: [UInt8]) async throws -> ExtractedDocument {
        try Data(log).write(to: URL(fileURLWithPath: copy.path + "-wal"))
        return try await DocumentReader().read(contentsOf: copy)
    }

    private static func write(_ number: Int64, _ text: String) -> (Database) throws -> Void {
        { db in try add(db, number, chat: 3, from: 2, "2024-03-08T10:00:00Z", text: text) }
    }

    @Test(arguments: [512, 1_024, 65_536]) func whatIsInTheLogAloneIsRead(size: Int) async throws {
        let long = String(repeating: "Slate lasts a hundred years. ", count: 3_000)
        let (copy, log) = try Self.running(
            pageSize: size,
            [
                Self.write(60, "Only in the log."), Self.write(61, long),
                { try $0.execute(sql: "UPDATE message SET text = 'Did you see the roofer?' WHERE ROWID = 1") },
                { try $0.execute(sql: "DELETE FROM message WHERE ROWID = 2") },
            ])
        defer { try? FileManager.default.removeItem(at: copy.deletingLastPathComponent()) }
        let alone = try await DocumentReader().read(contentsOf: copy)
        #expect(lines(alone) == Self.said && alone.warnings.contains { $0.message.contains("chat.db-wal") })
        let document = try await read(copy, log: log)
        #expect(document.text.contains("Only in the log.") && document.text.contains("Did you see the roofer?"))
        #expect(document.text.contains(long.trimmingCharacters(in: .whitespaces)))
        #expect(!document.text.contains("Did you call") && !document.text.contains("Größe"))
        #expect(!document.warnings.contains { $0.message.contains("chat.db-wal") })
        // By itself it is no document, and no failure.
        let error = await #expect(throws: DocumentError.self) {
            try await DocumentReader().read(log, name: "chat.db-wal")
        }
        #expect(error?.reason == .unsupportedFormat)
    }

    /// As it lies where somebody packed the folder; the other database is a program's own.
    @Test func inAnArchiveItIsReadWithItsLog() async throws {
        let (copy, log) = try Self.running([Self.write(60, "Only in the log.")])
        defer { try? FileManager.default.removeItem(at: copy.deletingLastPathComponent()) }
        let database = Array(try Data(contentsOf: copy))
        let other = try Self.database { try $0.execute(sql: "ALTER TABLE message RENAME TO letters") }
        let files: [(String, [UInt8])] = [
            ("Messages/chat.db", database), ("Messages/chat.db-wal", log), ("Messages/chat.db-shm", [0, 1, 2]),
            ("Messages/cache.db", other), ("note.txt", Array("A note about the roof.".utf8)),
        ]
        let whole = try await read(Self.archive(files), "backup.zip")
        #expect(whole.text.contains("Only in the log.") && whole.text.contains("A note about the roof."))
        #expect(!whole.warnings.contains { $0.message.contains("chat.db-wal") || $0.message.contains("not read") })
        #expect(whole.warnings.contains { $0.message.hasPrefix("1 picture, recording or program") })
        let alone = try await read(Self.archive(files.filter { $0.0 != "Messages/chat.db-wal" }), "backup.zip")
        #expect(!alone.text.contains("Only in the log.") && alone.text.contains("Did you call the roofer?"))
        #expect(alone.warnings.contains { $0.message.contains("chat.db-wal") })
    }

    /// A ZIP archive whose entries are stored as they are.
    private static func archive(_ files: [(String, [UInt8])]) -> [UInt8] {
        func little(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        func checksum(_ bytes: [UInt8]) -> Int {
            var crc: UInt32 = 0xFFFF_FFFF
            for byte in bytes {
                crc ^= UInt32(byte)
                for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
            }
            return Int(~crc)
        }
        var (bytes, directory): ([UInt8], [UInt8]) = ([], [])
        for (name, contents) in files {
            let fields =
                little(0, 8) + little(checksum(contents), 4) + little(contents.count, 4) + little(contents.count, 4)
                + little(name.utf8.count, 2) + little(0, 2)
            directory += Array("PK\u{1}\u{2}".utf8) + little(20, 2) + little(20, 2) + fields + little(0, 10)
            directory += little(bytes.count, 4) + Array(name.utf8)
            bytes += Array("PK\u{3}\u{4}".utf8) + little(20, 2) + fields + Array(name.utf8) + contents
        }
        return bytes + directory + Array("PK\u{5}\u{6}".utf8) + little(0, 4) + little(files.count, 2)
            + little(files.count, 2) + little(directory.count, 4) + little(bytes.count, 4) + little(0, 2)
    }

    /// A transaction that was not ended, and what is behind a frame that is damaged, never was.
    @Test func whatWasNotCommittedIsNotRead() async throws {
        let many = (100..<400).map { "Number \($0)" }
        let (copy, log) = try Self.running([
            Self.write(60, "Committed."),
            { db in
                // More than the cache holds, so that some of it is in the log before its end, which never comes.
                try db.execute(sql: "BEGIN")
                for (index, text) in many.enumerated() { try Self.write(Int64(100 + index), text)(db) }
            },
        ])
        defer { try? FileManager.default.removeItem(at: copy.deletingLastPathComponent()) }
        let document = try await read(copy, log: log)
        #expect(document.text.contains("Committed.") && !document.text.contains("Number 100"))
        var damaged = log
        // In the first frame's page.
        damaged[32 + 24 + 100] ^= 1
        #expect(lines(try await read(copy, log: damaged)) == Self.said)
        let cut = Array(log.prefix(32 + 24 + 500))
        #expect(lines(try await read(copy, log: cut)) == Self.said)
        // The salts of another log.
        var foreign = log
        foreign[32 + 8] ^= 1
        #expect(lines(try await read(copy, log: foreign)) == Self.said)
    }

    @Test func whatAnEarlierLogLeftIsNotRead() async throws {
        let (copy, log) = try Self.running([
            Self.write(60, "Of the first log."),
            { db in
                try db.execute(sql: "UPDATE message SET text = 'Long ago.' WHERE ROWID = 60")
                _ = try Row.fetchAll(db, sql: "PRAGMA wal_checkpoint(RESTART)")
            }, Self.write(61, "Of the second log."),
        ])
        defer { try? FileManager.default.removeItem(at: copy.deletingLastPathComponent()) }
        let document = try await read(copy, log: log)
        #expect(document.text.contains("Long ago.") && document.text.contains("Of the second log."))
        #expect(!document.text.contains("Of the first log."))
    }

    @Test(.timeLimit(.minutes(2))) func damagedLogsEndInADocument() async throws {
        let (copy, log) = try Self.running(pageSize: 512, [Self.write(60, "Only in the log."), Self.write(61, "Too.")])
        defer { try? FileManager.default.removeItem(at: copy.deletingLastPathComponent()) }
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<200 {
            var bytes = log
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(
                    in: 0...255, using: &generator)
            }
            let document = try await read(copy, log: bytes)
            // As far as it is whole: never less than the file has, but for what the log says of it.
            #expect(document.text.contains("Did you call the roofer?"))
        }
    }

    // MARK: What is none

    @Test func otherDatabasesAreRefused() async throws {
        var bytes = try Self.database { try $0.execute(sql: "ALTER TABLE message RENAME TO letters") }
        await #expect(throws: DocumentError.self) { try await read(bytes) }
        bytes = Array(bytes.prefix(100))
        await #expect(throws: DocumentError.self) { try await read(bytes) }
    }

    /// Whatever stands in the file: a document, or an error that says so, in a time that grows with the file.
    @Test(.timeLimit(.minutes(2))) func damagedFilesEndInADocumentOrAnError() async throws {
        let whole = try Self.database(pageSize: 512)
        var generator = SeededGenerator(seed: 4)
        for round in 0..<600 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...12, using: &generator) {
                bytes[Int.random(in: 16..<bytes.count, using: &generator)] = UInt8.random(
                    in: 0...255, using: &generator)
            }
            if round % 5 == 0 { bytes = Array(bytes.prefix(Int.random(in: 600..<bytes.count, using: &generator))) }
            do {
                let document = try await read(bytes)
                let count = document.text.utf8.count
                #expect(document.blocks.allSatisfy { $0.span.start <= $0.span.end && $0.span.end <= count })
            } catch is DocumentError {}
        }
    }

    /// Pages that refer to each other, and to themselves, are read once.
    @Test(.timeLimit(.minutes(1))) func aCircleOfPagesIsNoTask() async throws {
        var bytes = try Self.database(pageSize: 512)
        // Each page that leads to others leads to the second, and to itself.
        for page in 1..<(bytes.count / 512) where bytes[page * 512] == 0x05 {
            bytes[page * 512 + 11] = UInt8(truncatingIfNeeded: page + 1)
            let cell = Int(bytes[page * 512 + 12]) << 8 | Int(bytes[page * 512 + 13])
            if cell > 12, cell < 508 {
                bytes.replaceSubrange((page * 512 + cell)..<(page * 512 + cell + 4), with: [0, 0, 0, 2])
            }
        }
        _ = try? await read(bytes)
    }
}
