import Foundation
import GRDB
import HearthCore

extension HearthDatabase {
    /// What is known about the source at `path`, or `nil` when it was never ingested.
    public func sourceState(path: String) async throws -> SourceState? {
        try await read { try SourceReader($0).states(where: "source.path = ?", [path]).first }
    }

    /// The sources at `path` and in the folder of that path, by path. One call for a whole folder is much faster than one a
    /// file.
    public func sourceStates(under path: String) async throws -> [SourceState] {
        let place = PathRange(path)
        return try await read { db in
            try SourceReader(db).states(
                where: "source.path = ? OR (source.path >= ? AND source.path < ?) ORDER BY source.path",
                [place.path, place.first, place.end])
        }
    }

    /// Notes that sources were seen again with unchanged content: their size, time and hash as of now.
    ///
    /// Sources that the store does not know are left alone.
    public func touchSources(_ files: [SourceFile]) async throws {
        try await write { db in
            let statement = try db.cachedStatement(
                sql: "UPDATE source SET fileSize = ?, modifiedAt = ?, seenAt = ? WHERE path = ? AND fileHash = ?")
            let now = Date().timeIntervalSince1970
            for file in files {
                try statement.execute(arguments: [
                    file.size, file.modifiedAt.timeIntervalSince1970, now, file.path, Data(file.hash.bytes),
                ])
            }
        }
    }

    /// Gives a source another name, such as that of an upload whose file was only there to be read. A source that had the
    /// name goes, and its document with it when nothing else names that.
    public func renameSource(_ path: String, to name: String) async throws {
        let states = promptStates()
        let isForgotten = try await write { db in
            guard path != name, let moved = try Self.document(of: path, db) else { return false }
            var removed: [String] = []
            if let earlier = try Self.document(of: name, db), earlier != moved {
                // What stood there goes on under the new content: its label, and what was made of it.
                try Self.takeOver(name, from: path, db)
                try MessageSources.follow(earlier, to: moved, db)
                removed = try Self.removeSources(paths: [name], db)
                // What a model has read may hold it. It is a cache, so it may go before all is written.
                if !removed.isEmpty { try states.removeAll() }
            }
            try Self.rename(path, to: name, db)
            return !removed.isEmpty
        }
        // Read in between, it is forgotten again.
        if isForgotten { try states.removeAll() }
    }

    /// Gives a source the first name that no source of another document has. In one step: two who do it at the same time get
    /// two names.
    ///
    /// - Parameter name: The name to try first, then second and so on, from 1; each another one.
    /// - Returns: The name; `nil` when there is no such source.
    public func renameSource(
        _ path: String, toFirstFreeOf name: @escaping @Sendable (Int) -> String
    ) async throws -> String? {
        try await write { db in
            guard let moved = try Self.document(of: path, db) else { return nil }
            for number in 1... {
                let name = name(number)
                let holder = try Self.document(of: name, db)
                guard holder == nil || holder == moved else { continue }
                if name != path { try Self.rename(path, to: name, db) }
                return name
            }
            return nil
        }
    }

    private static func document(of path: String, _ db: Database) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT document FROM source WHERE path = ?"), arguments: [path])
    }

    /// Makes a source at least as private as the one whose name it is to have.
    private static func takeOver(_ name: String, from path: String, _ db: Database) throws {
        let labels = try String.fetchAll(
            db, sql: "SELECT label FROM source WHERE path IN (?, ?) AND label IS NOT NULL", arguments: [name, path]
        ).map(SensitivityLabel.init(stored:))
        let known = try label(ofPath: name, db)
        guard let strictest = (labels + [known].compactMap(\.self)).max() else { return }
        try db.execute(sql: "UPDATE source SET label = ? WHERE path = ?", arguments: [strictest.rawValue, path])
    }

    private static func rename(_ path: String, to name: String, _ db: Database) throws {
        let folder = try folderLabel(of: name, db)
        if let kept = try keptLabel(of: name, folder: folder, db) {
            let own = try String.fetchOne(db, sql: "SELECT label FROM source WHERE path = ?", arguments: [path])
            let label = max(kept, own.map(SensitivityLabel.init(stored:)) ?? kept)
            try db.execute(sql: "UPDATE source SET label = ? WHERE path = ?", arguments: [label.rawValue, path])
        }
        try dropKeptLabel(of: name, db)
        try db.execute(sql: "DELETE FROM source WHERE path = ?", arguments: [name])
        try db.execute(sql: "UPDATE source SET path = ? WHERE path = ?", arguments: [name, path])
    }
}

/// Reads rows of sources.
struct SourceReader {
    private let db: Database

    init(_ db: Database) { self.db = db }

    func states(where condition: String, _ arguments: StatementArguments) throws -> [SourceState] {
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT path, fileSize, modifiedAt, fileHash, seenAt, document.id, processing
                    FROM source JOIN document ON document.number = source.document WHERE \(condition)
                    """), arguments: arguments)
        return try rows.map { row in
            let path: String = row["path"]
            guard let hash = ContentHash(bytes: Array(row["fileHash"] as Data)) else {
                throw StoreError(.damaged, "The row of \(path) cannot be read. Ingest it again.")
            }
            let file = SourceFile(
                path: path, size: row["fileSize"], modifiedAt: Date(timeIntervalSince1970: row["modifiedAt"]),
                hash: hash)
            return SourceState(
                file: file, documentID: row["id"], processing: row["processing"],
                seenAt: Date(timeIntervalSince1970: row["seenAt"]))
        }
    }
}
