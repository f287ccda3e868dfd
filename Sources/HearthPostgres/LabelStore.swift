#if canImport(CPostgres)
import Foundation
public import HearthCore

extension PostgresLibrary: LabelStore {
    public func label(of origins: Set<LabelOrigin>) async throws -> SensitivityLabel? {
        guard !origins.isEmpty else { return nil }
        return try await read { try Self.label(of: origins, $0) }
    }

    public func label(of origins: Set<LabelOrigin>, gone: SensitivityLabel) async throws -> SensitivityLabel? {
        guard !origins.isEmpty else { return nil }
        return try await read { try Self.label(of: origins, gone: gone, $0) }
    }

    static func label(
        of origins: Set<LabelOrigin>, gone: SensitivityLabel? = nil, _ db: Transaction
    ) throws -> SensitivityLabel? {
        var strictest: SensitivityLabel?
        for origin in origins {
            let label: SensitivityLabel?
            switch origin {
            case .document(let id):
                label = try stored(
                    db.first("SELECT label FROM document WHERE owner_id = $1 AND id = $2", id.withoutNUL))
            case .entry(let id):
                label = try stored(
                    db.first("SELECT label FROM journal_session WHERE owner_id = $1 AND id = $2", id.withoutNUL))
            case .conversation(let id, let since, let before):
                label = try number(ofConversation: id, db).map { number in
                    let labels = try ConversationLabels(number, db)
                    return max(labels.prompt, labels.strictest(since: since, before: before) ?? .public)
                }
            }
            if let label = label ?? gone { strictest = max(strictest ?? label, label) }
        }
        return strictest
    }

    /// The label of a row; `nil` where there is no row, or none in it.
    private static func stored(_ row: Row?) throws -> SensitivityLabel? {
        try (row?["label"] as String?).map(SensitivityLabel.init(stored:))
    }

    public func label(ofContent hash: ContentHash, path: String?) async throws -> SensitivityLabel? {
        let path = path?.withoutNUL
        return try await read { db in
            var labels: [SensitivityLabel] = try db.rows(
                """
                SELECT label FROM document WHERE owner_id = $1 AND (content_hash = $2
                    OR number IN (SELECT source.document FROM source WHERE source.owner_id = $1 AND source.path = $3))
                """, Data(hash.bytes), path
            ).map { SensitivityLabel(stored: try $0["label"]) }
            if let path {
                let own = try Self.stored(db.first("SELECT label FROM source WHERE owner_id = $1 AND path = $2", path))
                // Its owner's word for this very file stands above that for the folder.
                if own == nil, let place = try Self.label(ofPath: path, db) { labels.append(place) }
            }
            return labels.max()
        }
    }

    public func label(ofPath path: String) async throws -> SensitivityLabel? {
        try await read { try Self.label(ofPath: path.withoutNUL, $0) }
    }

    static func label(ofPath path: String, _ db: Transaction) throws -> SensitivityLabel? {
        let own = try db.first("SELECT label FROM source WHERE owner_id = $1 AND path = $2", path)
        if let label = try stored(own) { return label }
        let folder = try folderLabel(of: path, db)
        return try own == nil ? keptLabel(of: path, folder: folder, db) ?? folder : folder
    }

    /// What its owner called a file that disappeared, where that is stricter than what anything there would be called.
    ///
    /// - Parameter folder: What the folder says of the path.
    static func keptLabel(
        of path: String, folder: SensitivityLabel?, _ db: Transaction
    ) throws -> SensitivityLabel? {
        try stored(db.first("SELECT label FROM place_label WHERE owner_id = $1 AND path = $2", path))
            .flatMap { $0 > folder ?? .personal ? $0 : nil }
    }

    /// Keeps the labels of sources that are about to go, where no folder would say as much.
    static func keepLabels(of paths: [String], _ db: Transaction) throws {
        for path in paths {
            guard let own = try stored(db.first("SELECT label FROM source WHERE owner_id = $1 AND path = $2", path)),
                try own > folderLabel(of: path, db) ?? .personal
            else { continue }
            try db.change(
                """
                INSERT INTO place_label (owner_id, path, label) VALUES ($1, $2, $3)
                ON CONFLICT (owner_id, path) DO UPDATE SET label = excluded.label
                """, path, own.rawValue)
        }
    }

    /// What is said of a place that is filled again stands with its source.
    static func dropKeptLabel(of path: String, _ db: Transaction) throws {
        try db.change("DELETE FROM place_label WHERE owner_id = $1 AND path = $2", path)
    }

    /// What the nearest folder says that has a label.
    static func folderLabel(of path: String, _ db: Transaction) throws -> SensitivityLabel? {
        try stored(db.first("SELECT folder_label_of($1, $2) AS label", path))
    }

    public func folderLabels() async throws -> [String: SensitivityLabel] {
        try await read { db in
            try db.rows("SELECT path, label FROM folder_label WHERE owner_id = $1").reduce(into: [:]) {
                $0[try $1["path"]] = SensitivityLabel(stored: try $1["label"])
            }
        }
    }

    // MARK: The owner's word

    public func setLabel(_ label: SensitivityLabel, ofDocument id: String) async throws {
        let reader = Reader.current
        try await labelling { db, log in
            let row = try db.first("SELECT number, label FROM document WHERE owner_id = $1 AND id = $2", id.withoutNUL)
            guard let row, let before = try Self.stored(row), reader.map({ before <= $0.ceiling }) ?? true else {
                throw StoreError(.unknownItem, "There is no document \(id).")
            }
            guard reader == nil || label >= before else { throw StoreError.loweredByProgram }
            let number: Int64 = try row["number"]
            try db.change("UPDATE source SET label = $2 WHERE owner_id = $1 AND document = $3", label.rawValue, number)
            try Self.labelEntries(ofDocument: number, label, db)
            log.add("document \(id)", from: before, to: label)
        }
    }

    public func setLabel(_ label: SensitivityLabel, ofFolder path: String, lowers: Bool) async throws {
        let path = path.withoutNUL
        let prefix = path.hasSuffix("/") ? path : path + "/"
        let reader = Reader.current
        let lowers = lowers && reader == nil
        try await labelling { db, log in
            let before = try Self.folderLabel(of: prefix, db)
            // What is there and was called nothing is personal.
            let known = try db.first(
                "SELECT 1 FROM source WHERE owner_id = $1 AND starts_with(path, $2) LIMIT 1", prefix)
            let floor = before ?? (known != nil || reader != nil ? .personal : .public)
            let new = lowers ? label : max(label, floor)
            let inside =
                "owner_id = $1 AND starts_with(path, $2) AND (\(lowers ? "label IS NOT NULL" : "label_rank(label) < $3"))"
            let values: [any Bindable] = lowers ? [prefix] : [prefix, new.rank]
            let folders: [(String, SensitivityLabel)] = try db.rows(
                "SELECT path AS name, label FROM folder_label WHERE \(inside) ORDER BY path", values: values
            ).map { (try $0["name"], SensitivityLabel(stored: try $0["label"])) }
            // What had a word of its own and is to lose it: the folder's own change does not tell of it.
            let documents: [(String, SensitivityLabel)] = try db.rows(
                """
                SELECT id AS name, label FROM document WHERE owner_id = $1
                    AND number IN (SELECT document FROM source WHERE label IS NOT NULL AND \(inside)) ORDER BY number
                """, values: values
            ).map { (try $0["name"], SensitivityLabel(stored: try $0["label"])) }
            try db.change("DELETE FROM folder_label WHERE path <> $2 AND \(inside)", values: values)
            try db.change("DELETE FROM place_label WHERE \(inside)", values: values)
            try db.change(
                """
                INSERT INTO folder_label (owner_id, path, label) VALUES ($1, $2, $3)
                ON CONFLICT (owner_id, path) DO UPDATE SET label = excluded.label
                """, prefix, new.rawValue)
            try db.change("UPDATE source SET label = NULL WHERE label IS NOT NULL AND \(inside)", values: values)
            if before != new { log.add("folder \(prefix)", from: before, to: new) }
            for (path, label) in folders where path != prefix { log.add("folder \(path)", from: label, to: new) }
            for (id, label) in documents {
                log.add("document \(id)", from: label, to: try Self.label(of: [.document(id)], db) ?? label)
            }
        }
    }

    public func setLabel(_ label: SensitivityLabel, ofSource path: String, lowers: Bool) async throws {
        let lowers = lowers && Reader.current == nil
        let path = path.withoutNUL
        try await labelling { db, log in
            let row = try db.first(
                """
                SELECT id, document.label AS label, (
                    SELECT count(*) FROM source other WHERE other.owner_id = $1 AND other.document = number) AS places
                FROM document JOIN source ON source.owner_id = document.owner_id AND source.document = number
                WHERE document.owner_id = $1 AND source.path = $2
                """, path)
            guard let row, let before = try Self.stored(row) else { return }
            let isElsewhere = try (row["places"] as Int) > 1
            let new = lowers && !isElsewhere ? label : max(label, before)
            guard try new != before || Self.label(ofPath: path, db) != new else { return }
            try db.change("UPDATE source SET label = $2 WHERE owner_id = $1 AND path = $3", new.rawValue, path)
            if new != before { log.add("document \(try row["id"] as String)", from: before, to: new) }
        }
    }

    /// Changes labels in one transaction with what the ledger says of it, and forgets what models have read where one rose.
    func labelling(_ change: @escaping @Sendable (Transaction, inout LabelLog) throws -> Void) async throws {
        let reader = Reader.current
        try await write { db in
            var log = LabelLog(reader: reader)
            try change(db, &log)
            try log.write(db)
            if log.rose { try db.forgetPromptStates() }
        }
    }

    /// An entry of the journal and the document by which search finds it have one label.
    private static func labelEntries(ofDocument number: Int64, _ label: SensitivityLabel, _ db: Transaction) throws {
        let prefix = JournalSession.pathPrefix
        let paths: [String] = try db.rows(
            "SELECT path FROM source WHERE owner_id = $1 AND document = $2 AND starts_with(path, $3)", number, prefix
        ).map { try $0["path"] }
        for path in paths {
            guard var session = try journalSession(id: String(path.dropFirst(prefix.count)), db), session.label != label
            else {
                continue
            }
            session.label = label
            try removeNodes(of: session.id, date: session.date, db)
            try db.change(
                "UPDATE journal_session SET label = $2, hash = $3 WHERE owner_id = $1 AND id = $4", label.rawValue,
                Data(session.contentHash.bytes), session.id)
        }
    }
}

extension LabelLog {
    /// Writes what changed into the ledger.
    func write(_ db: Transaction) throws {
        let entries = entries()
        guard !entries.isEmpty else { return }
        do {
            _ = try PostgresLedgerWriter(db).append(try entries.map(CanonicalRecord.body))
        } catch let error as StoreError where error.reason == .brokenLedger {
            // A damaged ledger must keep nobody from calling something private.
            guard !lowered else { throw error }
        }
    }
}

extension ReadableLabels {
    /// A condition on a column that holds a label. A word that a newer version wrote is among none.
    func allow(_ column: String) -> String {
        guard !isOwner else { return "1 = 1" }
        let words = SensitivityLabel.allCases.filter(allow).map { "'\($0.rawValue)'" }
        return "\(column) IN (\(words.joined(separator: ", ")))"
    }
}
#endif
