import Foundation
import GRDB
import HearthCore

/// The versions of the schema, in order. Append only: a released migration never changes.
enum Migrations {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 documents, search, conversations", migrate: createVersion1)
        migrator.registerMigration("2 ledger, consents", migrate: createVersion2)
        migrator.registerMigration("3 conversations in full", migrate: createVersion3)
        migrator.registerMigration("4 analysis cache", migrate: createVersion4)
        migrator.registerMigration("5 journal", migrate: createVersion5)
        migrator.registerMigration("6 labels of system prompts", migrate: createVersion6)
        migrator.registerMigration("7 numbers that are given once", migrate: createVersion7)
        migrator.registerMigration("8 no models without components", migrate: removeModelsWithoutComponents)
        migrator.registerMigration("9 labels of sources", migrate: createVersion9)
        migrator.registerMigration(ledgerAnchor, migrate: createLedgerAnchor)
        migrator.registerMigration("labels of places", migrate: createPlaceLabels)
        migrator.registerMigration("10 analyses of documents", migrate: nameAnalyses)
        migrator.registerMigration(familiarities, migrate: createFamiliarities)
        migrator.registerMigration(messagePlaces, migrate: createMessagePlaces)
        migrator.registerMigration("feeds", migrate: createFeeds)
        migrator.registerMigration("13 people of the journal", migrate: createPeople)
        migrator.registerMigration("14 work", migrate: createWork)
        migrator.registerMigration("15 places of conversations", migrate: createConversationPlaces)
        migrator.registerMigration("16 watched folders", migrate: createWatchedFolders)
        migrator.registerMigration("17 origins of chunks", migrate: createChunkOrigins)
        return migrator
    }

    static func areComplete(_ db: Database) throws -> Bool {
        try migrator.hasCompletedMigrations(db)
    }

    static func refuseNewer(_ db: Database) throws {
        guard try migrator.hasBeenSuperseded(db) else { return }
        throw StoreError(
            .newerSchema, "A newer version of Hearth wrote this database. Update Hearth; nothing was changed.")
    }
}

// MARK: - From 6 on

extension Migrations {
    /// Version 6: system prompts have a label.
    ///
    /// `promptLabel` says how private the system prompt of a conversation is. Nobody said so until now; as with everything that
    /// a person wrote, it counts as personal where nothing is said.
    static func createVersion6(_ db: Database) throws {
        try db.execute(sql: "ALTER TABLE conversation ADD COLUMN promptLabel TEXT")
    }

    /// Tables of version 7: numbers that are given once.
    ///
    /// - `sequence.last` is the highest number that was ever given to a message. SQLite gives the number of a removed last row
    ///   again, and what a page or a program remembers under it would then be another message.
    static func createVersion7(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE sequence (
                    name TEXT PRIMARY KEY NOT NULL,
                    last INTEGER NOT NULL
                ) WITHOUT ROWID;
                INSERT INTO sequence SELECT 'message', coalesce(max(number), 0) FROM message;
                """)
    }

    /// Version 8: no models without components.
    ///
    /// A batch of files without text left a model whose vectors have no components, active where it was the first of the store.
    /// Every vector that came later was of another length, so that nothing could be stored or searched. Such a model has no
    /// vectors; without it the next ones are stored as those of a new model. Where there are others, one of them takes its
    /// place, the one that covers most.
    static func removeModelsWithoutComponents(_ db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM vectorSegment WHERE model IN (SELECT number FROM vectorModel WHERE dimension < 1);
                DELETE FROM vectorModel WHERE dimension < 1;
                UPDATE vectorModel SET isActive = 1
                WHERE number = (SELECT number FROM vectorModel ORDER BY vectors DESC, number LIMIT 1)
                    AND NOT EXISTS (SELECT 1 FROM vectorModel WHERE isActive);
                """)
    }

    /// Version 9: labels are those of sources; everything else is computed from them.
    ///
    /// - `source.label` is its owner's word for one place. Where there is none, the nearest folder in `folderLabel` says it, and
    ///   where none does, it is `personal`. `folderLabel.path` ends with `/`.
    /// - `document.label` is the strictest label of its sources. It is computed by the triggers and by nothing else, so that no
    ///   writer can forget it, and stands in the row so that a search can filter by it.
    /// - A content that leaves one of its places is as private in the others as it was (`sourceLeaves…`).
    /// - `message.label` is now only that of a message's own words. `messageSource` names the documents that it was made of,
    ///   `message.given` the first message of its conversation that it was given; `ConversationLabels` computes the rest.
    static func createVersion9(_ db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE source ADD COLUMN label TEXT;
                CREATE TABLE folderLabel (
                    path TEXT PRIMARY KEY NOT NULL,
                    label TEXT NOT NULL
                ) WITHOUT ROWID;
                CREATE VIEW sourceRank AS
                SELECT source.path AS path, source.document AS document,
                    CASE coalesce(source.label, (
                        SELECT folderLabel.label FROM folderLabel
                        WHERE substr(source.path, 1, length(folderLabel.path)) = folderLabel.path
                        ORDER BY length(folderLabel.path) DESC LIMIT 1), 'personal')
                    WHEN 'public' THEN 0 WHEN 'personal' THEN 1 ELSE 2 END AS rank
                FROM source;
                ALTER TABLE message ADD COLUMN given INTEGER;
                CREATE TABLE messageSource (
                    message INTEGER NOT NULL REFERENCES message(number) ON DELETE CASCADE,
                    document INTEGER NOT NULL,
                    PRIMARY KEY (message, document)
                ) WITHOUT ROWID;
                CREATE INDEX messageSourceOfDocument ON messageSource(document);
                CREATE INDEX messageLabel ON message(conversation, number, label, given, role);
                UPDATE source SET label = (SELECT document.label FROM document WHERE document.number = source.document);
                """)
        try labelFolders(db)
        try keepOrigins(db)
        let computed = { (document: String) in
            """
            UPDATE document SET label = (
                SELECT CASE max(rank) WHEN 0 THEN 'public' WHEN 1 THEN 'personal' ELSE 'private' END
                FROM sourceRank WHERE sourceRank.document = \(document))
            WHERE document.number = \(document)
                AND EXISTS (SELECT 1 FROM source WHERE source.document = \(document));
            """
        }
        let stays = """
            UPDATE source SET label = (SELECT document.label FROM document WHERE document.number = OLD.document)
            WHERE source.document = OLD.document;
            """
        let folder = { (path: String) in
            """
            UPDATE document SET label = (
                SELECT CASE max(rank) WHEN 0 THEN 'public' WHEN 1 THEN 'personal' ELSE 'private' END
                FROM sourceRank WHERE sourceRank.document = document.number)
            WHERE document.number IN (
                SELECT source.document FROM source WHERE substr(source.path, 1, length(\(path))) = \(path));
            """
        }
        try db.execute(
            sql: """
                CREATE TRIGGER sourceArrives AFTER INSERT ON source BEGIN \(computed("NEW.document")) END;
                CREATE TRIGGER sourceLeaves AFTER DELETE ON source BEGIN \(stays) \(computed("OLD.document")) END;
                CREATE TRIGGER sourceLeavesForAnother AFTER UPDATE OF document ON source
                WHEN NEW.document <> OLD.document
                BEGIN \(stays) \(computed("OLD.document")) \(computed("NEW.document")) END;
                CREATE TRIGGER sourceIsLabelled AFTER UPDATE OF label, path ON source
                BEGIN \(computed("NEW.document")) END;
                CREATE TRIGGER folderIsLabelled AFTER INSERT ON folderLabel BEGIN \(folder("NEW.path")) END;
                CREATE TRIGGER folderIsLabelledAnew AFTER UPDATE ON folderLabel BEGIN \(folder("NEW.path")) END;
                CREATE TRIGGER folderLosesItsLabel AFTER DELETE ON folderLabel BEGIN \(folder("OLD.path")) END;
                """)
    }

    /// Nobody wrote down so far which folders were called private. One of which several documents are known, all of them
    /// private, was.
    private static func labelFolders(_ db: Database) throws {
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT path, document.label AS label FROM source JOIN document ON document.number = source.document
                WHERE substr(path, 1, 1) = '/'
                """)
        var folders: [String: (sources: Int, others: Int)] = [:]
        while let row = try rows.next() {
            let isPrivate = (row["label"] as String) == SensitivityLabel.private.rawValue
            var rest = (row["path"] as String)[...]
            while let slash = rest.lastIndex(of: "/") {
                rest = rest[..<slash]
                let folder = String(rest) + "/"
                let known = folders[folder, default: (0, 0)]
                folders[folder] = (known.sources + 1, known.others + (isPrivate ? 0 : 1))
            }
        }
        let found = folders.filter { $0.value.sources > 1 && $0.value.others == 0 }.keys.sorted()
        // The outermost would be the root of a store that holds private documents only; the folder that they share is meant.
        var kept: [String] = []
        for path in found {
            let inner = found.filter { $0.count > path.count && $0.hasPrefix(path) }
            let isOnlyAWay = inner.contains { folders[$0]?.sources == folders[path]?.sources }
            if !isOnlyAWay, !kept.contains(where: { path.hasPrefix($0) }) { kept.append(path) }
        }
        for path in kept {
            try db.execute(sql: "INSERT INTO folderLabel (path, label) VALUES (?, 'private')", arguments: [path])
        }
    }

    /// Answers name the documents that they cite. What else they were made of is not known, so each counts as made of all that
    /// stood before it, and its label stays the one that it has.
    private static func keepOrigins(_ db: Database) throws {
        try db.execute(
            sql: """
                UPDATE message SET given = (
                    SELECT min(first.number) FROM message first WHERE first.conversation = message.conversation)
                WHERE role = 'assistant'
                """)
        let rows = try Row.fetchCursor(
            db, sql: "SELECT number, metadata FROM message WHERE metadata IS NOT NULL")
        var cited: [(message: Int64, documents: Set<String>)] = []
        while let row = try rows.next() {
            let metadata = try? JSONDecoder().decode(ConversationMessage.Metadata.self, from: row["metadata"] as Data)
            let documents = Set(metadata?.citations?.map(\.documentID) ?? [])
            if !documents.isEmpty { cited.append((row["number"], documents)) }
        }
        for (message, documents) in cited { try MessageSources.keep(documents, of: message, db) }
    }

    static let ledgerAnchor = "ledger anchor"

    /// From here on a store has the file `ledger.anchor`, which says how far the ledger reached.
    ///
    /// - `ledgerAnchor` is empty in a store. A backup, which is one file, carries in it what that file said.
    static func createLedgerAnchor(_ db: Database) throws {
        try db.execute(
            sql: "CREATE TABLE ledgerAnchor (id INTEGER PRIMARY KEY NOT NULL CHECK (id = 1), anchor BLOB NOT NULL)")
    }

    /// Whether this store must have an anchor.
    static func hasAnchor(_ db: Database) throws -> Bool {
        try db.tableExists("grdb_migrations") && migrator.appliedIdentifiers(db).contains(ledgerAnchor)
    }

    /// Labels outlive the sources that had them.
    ///
    /// - `placeLabel` has the owner's word for files that disappeared, where it is stricter than their folder's: one that comes
    ///   back has it again. A path that has a source has no row here.
    static func createPlaceLabels(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE placeLabel (
                    path TEXT PRIMARY KEY NOT NULL,
                    label TEXT NOT NULL
                ) WITHOUT ROWID
                """)
    }

    /// Version 10: documents know how their index entries were made.
    ///
    /// `document.analysis` names it, as ``NewDocument/analysis`` does. It is `NULL` in a store of before; what has another name than
    /// today's is made anew (``HearthDatabase/documentsToIndex(as:most:)``). The index also tells a query in which languages
    /// there are documents.
    static func nameAnalyses(_ db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE document ADD COLUMN analysis TEXT;
                CREATE INDEX documentOfAnalysis ON document(analysis, language);
                """)
    }

    static let familiarities = "11 familiarity with languages"

    /// Version 11: how well embedding models know the languages of the library.
    ///
    /// `languageFamiliarity.value` is `NULL` where nothing could be told from the texts; `chunks` were there when it was measured.
    static func createFamiliarities(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE languageFamiliarity (
                    model TEXT NOT NULL,
                    language TEXT NOT NULL,
                    value REAL,
                    chunks INTEGER NOT NULL,
                    measure TEXT NOT NULL,
                    PRIMARY KEY (model, language)
                ) WITHOUT ROWID
                """)
    }

    static let messagePlaces = "12 places of messages"

    /// Version 12: messages know which sources they follow.
    ///
    /// `messagePlace` names the sources that held an earlier version of what a message was made of; what they hold now is in
    /// `messageSource`, as if it were made of that. When such a source goes, the message keeps the label that it has, wherever else
    /// that document lies. Who follows was not written down so far: a message that is older than its document does.
    static func createMessagePlaces(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE messagePlace (
                    message INTEGER NOT NULL REFERENCES message(number) ON DELETE CASCADE,
                    path TEXT NOT NULL,
                    PRIMARY KEY (message, path)
                ) WITHOUT ROWID;
                CREATE INDEX messagePlaceOfPath ON messagePlace(path);
                INSERT OR IGNORE INTO messagePlace (message, path)
                SELECT message.number, source.path
                FROM messageSource JOIN message ON message.number = messageSource.message
                JOIN document ON document.number = messageSource.document
                JOIN source ON source.document = document.number
                WHERE message.createdAt < document.ingestedAt;
                """)
    }

    /// What is subscribed to.
    ///
    /// `feed.value` is the record of whoever keeps it; `version` grows with each change.
    static func createFeeds(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE feed (
                    name TEXT PRIMARY KEY NOT NULL,
                    version INTEGER NOT NULL,
                    value BLOB NOT NULL
                ) WITHOUT ROWID
                """)
    }
}

extension Database {
    /// The anchor that a backup carries.
    func anchorOfBackup(_ seal: LedgerSeal) throws -> SealedAnchor? {
        try Data.fetchOne(self, sql: "SELECT anchor FROM ledgerAnchor WHERE id = 1").flatMap {
            SealedAnchor($0, seal)
        }
    }

    func setAnchorOfBackup(_ anchor: SealedAnchor, _ seal: LedgerSeal) throws {
        try execute(
            sql: "INSERT OR REPLACE INTO ledgerAnchor (id, anchor) VALUES (1, ?)",
            arguments: [Data(anchor.bytes(seal))])
    }
}
