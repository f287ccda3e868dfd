import GRDB
public import HearthCore

extension HearthDatabase: FolderStore {
    /// The files of a folder in the order of their paths; none for a program.
    public func watchedFiles(
        of folder: String, under path: String?, in states: Set<WatchedFile.State>?, after last: String?, limit: Int
    ) async throws -> [WatchedFile] {
        guard Reader.current == nil else { return [] }
        return try await read { db in
            guard try db.tableExists("watchedFile") else { return [] }
            var conditions = ["folder = ?"]
            var arguments: StatementArguments = [folder]
            if let path {
                let place = PathRange(path)
                conditions.append("(path = ? OR (path >= ? AND path < ?))")
                arguments += [place.path, place.first, place.end]
            }
            if let states {
                let words = states.map(\.rawValue).sorted()
                conditions.append("state IN (\(words.map { _ in "?" }.joined(separator: ", ")))")
                arguments += StatementArguments(words)
            }
            if let last {
                conditions.append("path > ?")
                arguments += [last]
            }
            let statement = try db.cachedStatement(
                sql: """
                    SELECT path, size, modified, inode, isElsewhere, state, code, message FROM watchedFile
                    WHERE \(conditions.joined(separator: " AND ")) ORDER BY path LIMIT ?
                    """)
            let rows = try Row.fetchCursor(statement, arguments: arguments + [max(0, limit)])
            var files: [WatchedFile] = []
            while let row = try rows.next() {
                let state: String = row["state"]
                files.append(
                    WatchedFile(
                        path: row["path"],
                        stamp: FileStamp(size: row["size"], modified: row["modified"], inode: row["inode"]),
                        isElsewhere: row["isElsewhere"], state: WatchedFile.State(rawValue: state) ?? .failed,
                        code: row["code"], message: row["message"]))
            }
            return files
        }
    }

    /// Keeps what is known of files, and forgets others, in one step.
    public func keepWatchedFiles(
        _ files: [WatchedFile], forgetting paths: [String], of folder: String
    ) async throws {
        try WatchedFile.checkChange(of: folder, paths: files.map(\.path))
        try await write { db in
            let isThere = try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM watchedFolder WHERE name = ?)", arguments: [folder])
            guard isThere == true else { return }
            let removal = try db.cachedStatement(sql: "DELETE FROM watchedFile WHERE folder = ? AND path = ?")
            for path in paths { try removal.execute(arguments: [folder, path]) }
            let insertion = try db.cachedStatement(
                sql: """
                    INSERT INTO watchedFile (folder, path, size, modified, inode, isElsewhere, state, code, message)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (folder, path) DO UPDATE SET size = excluded.size, modified = excluded.modified,
                        inode = excluded.inode, isElsewhere = excluded.isElsewhere, state = excluded.state,
                        code = excluded.code, message = excluded.message
                    """)
            for file in files {
                try insertion.execute(arguments: [
                    folder, file.path, file.stamp.size, file.stamp.modified, file.stamp.inode, file.isElsewhere,
                    file.state.rawValue, file.code, file.message,
                ])
            }
        }
    }

    /// How many files of each folder are in each state; none for a program.
    public func watchedFileCounts() async throws -> [String: [WatchedFile.State: Int]] {
        guard Reader.current == nil else { return [:] }
        return try await read { db in
            guard try db.tableExists("watchedFile") else { return [:] }
            let rows = try Row.fetchAll(
                db, sql: "SELECT folder, state, count(*) AS files FROM watchedFile GROUP BY folder, state")
            return rows.reduce(into: [:]) { counts, row in
                let (folder, state): (String, String) = (row["folder"], row["state"])
                counts[folder, default: [:]][WatchedFile.State(rawValue: state) ?? .failed, default: 0] += row["files"]
            }
        }
    }
}
