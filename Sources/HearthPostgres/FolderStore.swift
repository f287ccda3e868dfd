#if canImport(CPostgres)
public import HearthCore

extension PostgresLibrary: FolderStore {
    public func watchedFiles(
        of folder: String, under path: String?, in states: Set<WatchedFile.State>?, after last: String?, limit: Int
    ) async throws -> [WatchedFile] {
        guard Reader.current == nil else { return [] }
        return try await read { db in
            var conditions = ["owner_id = $1", "folder = $2"]
            var values: [any Bindable] = [folder.withoutNUL]
            if let path {
                let place = PathRange(path.withoutNUL)
                conditions.append("(path = $3 OR (path >= $4 AND path < $5))")
                values += [place.path, place.first, place.end]
            }
            if let states {
                values.append(ArrayParameter(states.map(\.rawValue).sorted()))
                conditions.append("state = ANY($\(values.count + 1)::text[])")
            }
            if let last {
                values.append(last.withoutNUL)
                conditions.append("path > $\(values.count + 1)")
            }
            values.append(max(0, limit))
            return try db.rows(
                """
                SELECT path, size, modified, inode, is_elsewhere, state, code, message FROM watched_file
                WHERE \(conditions.joined(separator: " AND ")) ORDER BY path LIMIT $\(values.count + 1)
                """, values: values
            ).map { row in
                let state: String = try row["state"]
                return WatchedFile(
                    path: try row["path"],
                    stamp: FileStamp(
                        size: try row["size"], modified: try row["modified"] as Int64, inode: try row["inode"] as Int64
                    ),
                    isElsewhere: try row["is_elsewhere"] as Int != 0,
                    state: WatchedFile.State(rawValue: state) ?? .failed, code: try row["code"] as String?,
                    message: try row["message"] as String?)
            }
        }
    }

    public func keepWatchedFiles(
        _ files: [WatchedFile], forgetting paths: [String], of folder: String
    ) async throws {
        try WatchedFile.checkChange(of: folder, paths: files.map(\.path))
        // A statement that has one row twice changes none.
        let files = Dictionary(files.map { ($0.path, $0) }) { $1 }.values
        try await write { db in
            let there = try db.first("SELECT 1 AS one FROM watched_folder WHERE owner_id = $1 AND name = $2", folder)
            guard there != nil else { return }
            if !paths.isEmpty {
                try db.change(
                    "DELETE FROM watched_file WHERE owner_id = $1 AND folder = $2 AND path = ANY($3::text[])", folder,
                    ArrayParameter(paths.map(\.withoutNUL)))
            }
            guard !files.isEmpty else { return }
            try db.change(
                """
                INSERT INTO watched_file
                    (owner_id, folder, path, size, modified, inode, is_elsewhere, state, code, message)
                SELECT $1, $2, path, size, modified, inode, is_elsewhere, state, nullif(code, ''), nullif(message, '')
                FROM unnest(
                    $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::text[], $9::text[],
                    $10::text[]
                ) AS seen (path, size, modified, inode, is_elsewhere, state, code, message)
                ON CONFLICT (owner_id, folder, path) DO UPDATE SET size = excluded.size, modified = excluded.modified,
                    inode = excluded.inode, is_elsewhere = excluded.is_elsewhere, state = excluded.state,
                    code = excluded.code, message = excluded.message
                """, folder, ArrayParameter(files.map(\.path)), ArrayParameter(files.map { Int64($0.stamp.size) }),
                ArrayParameter(files.map(\.stamp.modified)), ArrayParameter(files.map(\.stamp.inode)),
                ArrayParameter(files.map { Int64($0.isElsewhere ? 1 : 0) }),
                ArrayParameter(files.map(\.state.rawValue)),
                ArrayParameter(files.map { ($0.code ?? "").withoutNUL }),
                ArrayParameter(files.map { ($0.message ?? "").withoutNUL }))
        }
    }

    public func watchedFileCounts() async throws -> [String: [WatchedFile.State: Int]] {
        guard Reader.current == nil else { return [:] }
        return try await read { db in
            var counts: [String: [WatchedFile.State: Int]] = [:]
            let rows = try db.rows(
                "SELECT folder, state, count(*) AS files FROM watched_file WHERE owner_id = $1 GROUP BY folder, state")
            for row in rows {
                let (folder, state): (String, String) = (try row["folder"], try row["state"])
                counts[folder, default: [:]][WatchedFile.State(rawValue: state) ?? .failed, default: 0] +=
                    try row["files"] as Int
            }
            return counts
        }
    }
}
#endif
