import Foundation
import GRDB
import HearthCore

extension Migrations {
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
                SELECT path, document.label FROM source JOIN document ON document.number = source.document
                WHERE substr(path, 1, 1) = '/'
                """)
        var folders: [String: (sources: Int, others: Int)] = [:]
        while let row = try rows.next() {
            let isPrivate = (row[1] as String) == SensitivityLabel.private.rawValue
            var rest = (row[0] as String)[...]
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
            let metadata = try? JSONDecoder().decode(ConversationMessage.Metadata.self, from: row[1] as Data)
            let documents = Set(metadata?.citations?.map(\.documentID) ?? [])
            if !documents.isEmpty { cited.append((row[0], documents)) }
        }
        for (message, documents) in cited { try MessageSources.keep(documents, of: message, db) }
    }
}
