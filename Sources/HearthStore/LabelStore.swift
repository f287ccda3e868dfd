import Foundation
import GRDB
public import HearthCore

extension HearthDatabase: LabelStore {
    public func label(of origins: Set<LabelOrigin>) async throws -> SensitivityLabel? {
        guard !origins.isEmpty else { return nil }
        return try await read { db in try Self.label(of: origins, db) }
    }

    /// The same where some of them may be gone, and nothing tells what they were called last.
    ///
    /// - Parameter gone: What counts for those; nothing of them is milder.
    public func label(of origins: Set<LabelOrigin>, gone: SensitivityLabel) async throws -> SensitivityLabel? {
        guard !origins.isEmpty else { return nil }
        return try await read { db in try Self.label(of: origins, gone: gone, db) }
    }

    static func label(
        of origins: Set<LabelOrigin>, gone: SensitivityLabel? = nil, _ db: Database
    ) throws -> SensitivityLabel? {
        var strictest: SensitivityLabel?
        for origin in origins {
            let label: SensitivityLabel?
            switch origin {
            case .document(let id):
                label = try String.fetchOne(
                    db.cachedStatement(sql: "SELECT label FROM document WHERE id = ?"), arguments: [id]
                ).map(SensitivityLabel.init(stored:))
            case .entry(let id):
                label = try String.fetchOne(
                    db.cachedStatement(sql: "SELECT label FROM journalSession WHERE id = ?"), arguments: [id]
                ).map(SensitivityLabel.init(stored:))
            case .conversation(let id, let since, let before):
                label = try number(ofConversation: id, db).flatMap { number in
                    let labels = try ConversationLabels(number, db)
                    return max(labels.prompt, labels.strictest(since: since, before: before) ?? .public)
                }
            }
            if let label = label ?? gone { strictest = max(strictest ?? label, label) }
        }
        return strictest
    }

    /// How private a text is known to be: the strictest label among the documents with this content, the one that was read from
    /// this path, and the folders that the path lies in; `nil` when the store knows none of them.
    ///
    /// - Parameter path: Absolute, without symbolic links; `nil` for a text that is no file.
    public func label(ofContent hash: ContentHash, path: String?) async throws -> SensitivityLabel? {
        try await read { db in
            var labels = try String.fetchAll(
                db,
                sql: """
                    SELECT label FROM document
                    WHERE contentHash = ? OR number IN (SELECT document FROM source WHERE path = ?)
                    """, arguments: [Data(hash.bytes), path]
            ).map(SensitivityLabel.init(stored:))
            if let path {
                let own = try Row.fetchOne(db, sql: "SELECT label FROM source WHERE path = ?", arguments: [path])
                // Its owner's word for this very file stands above that for the folder.
                if own?["label"] as String? == nil, let place = try Self.label(ofPath: path, db) {
                    labels.append(place)
                }
            }
            return labels.max()
        }
    }

    /// The label that a file at this path has, or would have; `nil` where nobody said anything.
    public func label(ofPath path: String) async throws -> SensitivityLabel? {
        try await read { db in try Self.label(ofPath: path, db) }
    }

    static func label(ofPath path: String, _ db: Database) throws -> SensitivityLabel? {
        let own = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT label FROM source WHERE path = ?"), arguments: [path])
        if let own = own?["label"] as String? { return SensitivityLabel(stored: own) }
        let folder = try folderLabel(of: path, db)
        return try own == nil ? keptLabel(of: path, folder: folder, db) ?? folder : folder
    }

    /// What its owner called a file that disappeared, where that is stricter than what anything there would be called.
    ///
    /// - Parameter folder: What the folder says of the path.
    static func keptLabel(
        of path: String, folder: SensitivityLabel?, _ db: Database
    ) throws -> SensitivityLabel? {
        try String.fetchOne(
            db.cachedStatement(sql: "SELECT label FROM placeLabel WHERE path = ?"), arguments: [path]
        ).map(SensitivityLabel.init(stored:)).flatMap { $0 > folder ?? .personal ? $0 : nil }
    }

    /// Keeps the labels of sources that are about to go, where no folder would say as much.
    static func keepLabels(of paths: [String], _ db: Database) throws {
        for path in paths {
            guard let own = try String.fetchOne(db, sql: "SELECT label FROM source WHERE path = ?", arguments: [path]),
                try SensitivityLabel(stored: own) > folderLabel(of: path, db) ?? .personal
            else { continue }
            try db.execute(
                sql: """
                    INSERT INTO placeLabel (path, label) VALUES (?, ?)
                    ON CONFLICT (path) DO UPDATE SET label = excluded.label
                    """, arguments: [path, own])
        }
    }

    /// What is said of a place that is filled again stands with its source.
    static func dropKeptLabel(of path: String, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM placeLabel WHERE path = ?").execute(arguments: [path])
    }

    /// What the nearest folder says that has a label.
    static func folderLabel(of path: String, _ db: Database) throws -> SensitivityLabel? {
        try String.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT label FROM folderLabel WHERE substr(?1, 1, length(path)) = path ORDER BY length(path) DESC LIMIT 1
                    """), arguments: [path]
        ).map(SensitivityLabel.init(stored:))
    }

    /// The folders that have labels, by path.
    public func folderLabels() async throws -> [String: SensitivityLabel] {
        try await read { db in
            let rows = try Row.fetchCursor(db, sql: "SELECT path, label FROM folderLabel")
            var labels: [String: SensitivityLabel] = [:]
            while let row = try rows.next() { labels[row["path"]] = SensitivityLabel(stored: row["label"]) }
            return labels
        }
    }

    // MARK: - The owner's word

    /// Sets how private a document is, in all its places; what was made of it follows at once. Written to the ledger.
    ///
    /// - Throws: `unknown-item` when there is no such document; `not-allowed` when a program would make it milder.
    public func setLabel(_ label: SensitivityLabel, ofDocument id: String) async throws {
        let reader = Reader.current
        try await labelling { db, log in
            guard
                let row = try Row.fetchOne(db, sql: "SELECT number, label FROM document WHERE id = ?", arguments: [id]),
                reader.map({ SensitivityLabel(stored: row["label"]) <= $0.ceiling }) ?? true
            else { throw StoreError(.unknownItem, "There is no document \(id).") }
            let before = SensitivityLabel(stored: row["label"])
            guard reader == nil || label >= before else { throw StoreError.loweredByProgram }
            try db.execute(
                sql: "UPDATE source SET label = ? WHERE document = ?",
                arguments: [label.rawValue, row["number"] as Int64])
            try Self.labelEntries(ofDocument: row["number"], label, db)
            log.add("document \(id)", from: before, to: label)
        }
    }

    /// Labels a folder: what is in it, and what will be.
    ///
    /// - Parameters:
    ///   - path: Absolute, without symbolic links, or another beginning of names such as `uploads/notes`.
    ///   - lowers: Whether that may make anything milder. Otherwise what is stricter stays so.
    public func setLabel(_ label: SensitivityLabel, ofFolder path: String, lowers: Bool) async throws {
        let prefix = path.hasSuffix("/") ? path : path + "/"
        let reader = Reader.current
        let lowers = lowers && reader == nil
        try await labelling { db, log in
            let before = try Self.folderLabel(of: prefix, db)
            let length = prefix.unicodeScalars.count
            // What is there and was called nothing is personal.
            let isKnown = try Bool.fetchOne(
                db, sql: "SELECT 1 FROM source WHERE substr(path, 1, ?) = ? LIMIT 1", arguments: [length, prefix])
            let floor = before ?? (isKnown == true || reader != nil ? .personal : .public)
            let new = lowers ? label : max(label, floor)
            let milder =
                lowers ? "1" : "\(SensitivityLabel.sqlRank("label")) < \(new.rank)"
            let inside = "substr(path, 1, ?1) = ?2 AND label IS NOT NULL AND \(milder)"
            let others = try Self.exceptions(inside, [length, prefix], db)
            try db.execute(
                sql: "DELETE FROM folderLabel WHERE path <> ?2 AND \(inside)", arguments: [length, prefix])
            try db.execute(sql: "DELETE FROM placeLabel WHERE \(inside)", arguments: [length, prefix])
            try db.execute(
                sql: """
                    INSERT INTO folderLabel (path, label) VALUES (?, ?) ON CONFLICT (path) DO UPDATE SET label = excluded.label
                    """, arguments: [prefix, new.rawValue])
            try db.execute(sql: "UPDATE source SET label = NULL WHERE \(inside)", arguments: [length, prefix])
            if before != new { log.add("folder \(prefix)", from: before, to: new) }
            for (path, label) in others.folders where path != prefix { log.add("folder \(path)", from: label, to: new) }
            for (id, label) in others.documents {
                log.add("document \(id)", from: label, to: try Self.label(of: [.document(id)], db) ?? label)
            }
        }
    }

    /// What had a word of its own in a folder and is to lose it, with the labels of before: the folder's own change does not tell
    /// of them.
    private static func exceptions(
        _ inside: String, _ arguments: StatementArguments, _ db: Database
    ) throws -> (folders: [(String, SensitivityLabel)], documents: [(String, SensitivityLabel)]) {
        func pairs(_ sql: String) throws -> [(String, SensitivityLabel)] {
            try Row.fetchAll(db, sql: sql, arguments: arguments).map { row in
                (row["name"] as String, SensitivityLabel(stored: row["label"]))
            }
        }
        return (
            try pairs("SELECT path AS name, label FROM folderLabel WHERE \(inside) ORDER BY path"),
            try pairs(
                """
                SELECT id AS name, label FROM document WHERE number IN (SELECT source.document FROM source WHERE \(inside))
                ORDER BY number
                """)
        )
    }

    /// Labels one place, of which the file was looked at again. The same content in another place may have been called stricter
    /// for a reason, and then stays so.
    public func setLabel(_ label: SensitivityLabel, ofSource path: String, lowers: Bool) async throws {
        let lowers = lowers && Reader.current == nil
        try await labelling { db, log in
            guard
                let row = try Row.fetchOne(
                    db,
                    sql: """
                        SELECT number, id, document.label AS label,
                            (SELECT count(*) FROM source other WHERE other.document = number) AS places
                        FROM document JOIN source ON source.document = number WHERE source.path = ?
                        """, arguments: [path])
            else { return }
            let before = SensitivityLabel(stored: row["label"])
            let isElsewhere = (row["places"] as Int) > 1
            let new = lowers && !isElsewhere ? label : max(label, before)
            guard try new != before || Self.label(ofPath: path, db) != new else { return }
            try db.execute(sql: "UPDATE source SET label = ? WHERE path = ?", arguments: [new.rawValue, path])
            if new != before { log.add("document \(row["id"] as String)", from: before, to: new) }
        }
    }

    /// Changes labels in one transaction with what the ledger says of it, and forgets what models have read where one rose.
    func labelling(_ change: @escaping @Sendable (Database, inout LabelLog) throws -> Void) async throws {
        let (seal, floor, states) = (ledgerSeal, anchorFile.floor, promptStates())
        let reader = Reader.current
        let (rose, anchor) = try await write { db in
            var log = LabelLog(reader: reader)
            try change(db, &log)
            let anchor = try log.write(db, seal, notBefore: floor)
            // It is a cache, so it may go before all is written.
            if log.rose { try states.removeAll() }
            return (log.rose, anchor)
        }
        if let anchor { anchorFile.note(anchor) }
        // Read in between, it is forgotten again.
        if rose { try states.removeAll() }
    }

    /// An entry of the journal and the document by which search finds it have one label.
    private static func labelEntries(ofDocument number: Int64, _ label: SensitivityLabel, _ db: Database) throws {
        let paths = try String.fetchAll(
            db, sql: "SELECT path FROM source WHERE document = ? AND substr(path, 1, ?) = ?",
            arguments: [number, journalPrefix.count, journalPrefix])
        for path in paths {
            guard var session = try journalSession(id: String(path.dropFirst(journalPrefix.count)), db),
                session.label != label
            else { continue }
            session.label = label
            try removeNodes(of: session.id, date: session.date, db)
            try db.execute(
                sql: "UPDATE journalSession SET label = ?, hash = ? WHERE id = ?",
                arguments: [label.rawValue, Data(session.contentHash.bytes), session.id])
        }
    }
}

extension LabelLog {
    /// - Parameter floor: How far the ledger is known to have reached.
    /// - Returns: How far it reaches now, to be noted after the transaction; `nil` where nothing was written.
    func write(_ db: Database, _ seal: LedgerSeal, notBefore floor: SealedAnchor?) throws -> SealedAnchor? {
        let entries = entries()
        guard !entries.isEmpty else { return nil }
        do {
            _ = try LedgerWriter(db: db, seal: seal).append(entries.map(CanonicalRecord.body), notBefore: floor)
            return try db.ledgerAnchor(first: floor?.count == 0 ? nil : floor?.first)
        } catch let error as StoreError where error.reason == .brokenLedger {
            // A damaged ledger must keep nobody from calling something private.
            guard !lowered else { throw error }
            return nil
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

extension SensitivityLabel {
    /// SQL for the rank of the label in a column, as ``SensitivityLabel/rank`` counts it; an unknown label counts as private.
    static func sqlRank(_ column: String) -> String {
        "CASE \(column) WHEN '\(SensitivityLabel.public.rawValue)' THEN 0 WHEN '\(SensitivityLabel.personal.rawValue)' THEN 1 ELSE 2 END"
    }
}
