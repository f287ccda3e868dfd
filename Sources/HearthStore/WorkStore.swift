public import Foundation
import GRDB
public import HearthCore

/// The queue of what is to be done. One change of the database happens at a time, so that no two workers claim the same task.
extension HearthDatabase: WorkStore {
    @discardableResult
    public func addWork(_ work: NewWork) async throws -> WorkTask {
        try WorkTask.refusePrograms()
        let added = try await write { db in
            let now = Date()
            if let known = try WorkRows.task(work.id, db) { return known }
            try WorkRows.forget(before: now, db)
            let there = try Row.fetchOne(
                db,
                sql: """
                    SELECT count(*) FILTER (WHERE state <> 'failed') AS open, max(createdAt) AS last FROM work
                    WHERE state IN ('arriving', 'queued', 'running', 'failed')
                    """)
            guard there?["open"] ?? 0 < NewWork.mostOpen else { throw StoreError.queueFull }
            let last = (there?["last"] as Double?).map(Date.init(timeIntervalSince1970:))
            let task = try work.task(at: now, behind: last)
            try WorkRows.keep(task, db)
            // As it is kept: a time loses its last bits on the way.
            return try WorkRows.task(work.id, db) ?? task
        }
        workSignal.ring()
        return added
    }

    public func keepWorkPart(_ data: Data, at part: WorkPart, of id: String) async throws {
        try WorkTask.refusePrograms()
        try part.check(data)
        try await write { db in
            guard let task = try WorkRows.task(id, db) else { throw StoreError.noSuchWork }
            guard task.state == .arriving else { throw StoreError.filesAreThere }
            try db.execute(
                sql: """
                    INSERT INTO workPart (task, file, part, data) VALUES (?, ?, ?, ?)
                    ON CONFLICT (task, file, part) DO UPDATE SET data = excluded.data
                    """, arguments: [id, part.file, part.number, data])
        }
    }

    public func workPart(_ part: WorkPart, of id: String) async throws -> Data? {
        try WorkTask.refusePrograms()
        return try await read { db in
            try Data.fetchOne(
                db, sql: "SELECT data FROM workPart WHERE task = ? AND file = ? AND part = ?",
                arguments: [id, part.file, part.number])
        }
    }

    public func claimWork(_ kinds: Set<WorkKind>, worker: String, seconds: Double) async throws -> WorkTask? {
        try WorkTask.refusePrograms()
        guard !kinds.isEmpty else { return nil }
        // Looked at before anything is locked: most of the time there is nothing.
        guard try await secondsToWork(kinds) == 0 else { return nil }
        let (task, hasChanged) = try await write { db -> (WorkTask?, Bool) in
            let now = Date()
            var hasChanged = false
            // Each round ends a task whose lease lapsed for the last time, or gives one.
            while var task = try WorkRows.next(kinds, at: now, db) {
                let isClaimed = task.claim(by: worker, lease: UUID().uuidString, seconds: seconds, at: now)
                try WorkRows.keep(task, db)
                hasChanged = true
                if isClaimed { return (task, hasChanged) }
            }
            return (nil, hasChanged)
        }
        if hasChanged { workSignal.ring() }
        return task
    }

    @discardableResult
    public func changeWork(_ change: WorkChange, of id: String) async throws -> WorkTask {
        try WorkTask.refusePrograms()
        let task = try await write { db in
            guard var task = try WorkRows.task(id, db) else { throw StoreError.noSuchWork }
            try task.apply(change, at: Date())
            try WorkRows.keep(task, db)
            // As it is kept: a time loses its last bits on the way.
            return try WorkRows.task(id, db) ?? task
        }
        workSignal.ring()
        return task
    }

    public func workTask(id: String) async throws -> WorkTask? {
        let labels = Reader.labels
        return try await read { db in
            guard try db.tableExists("work") else { return nil }
            return try WorkRows.task(id, db).flatMap { labels.allow($0.label) ? $0 : nil }
        }
    }

    public func workTasks(in states: Set<WorkTask.State>, limit: Int) async throws -> [WorkTask] {
        let labels = SensitivityLabel.allCases.filter(Reader.labels.allow).map(\.rawValue)
        return try await read { db in
            // A store that was opened read-only may be of an older version.
            guard try db.tableExists("work") else { return [] }
            return try WorkRows.tasks(
                """
                WHERE state IN (\(WorkRows.marks(states.count))) AND label IN (\(WorkRows.marks(labels.count)))
                ORDER BY createdAt DESC, id DESC LIMIT ?
                """, StatementArguments(states.map(\.rawValue) + labels) + [max(0, limit)], db)
        }
    }

    public func secondsToWork(_ kinds: Set<WorkKind>) async throws -> Double? {
        try await read { db in
            let moment = try Double.fetchOne(
                db,
                sql: """
                    SELECT min(CASE state WHEN 'queued' THEN notBefore ELSE coalesce(leaseUntil, 0) END) FROM work
                    WHERE state IN ('queued', 'running') AND kind IN (\(WorkRows.marks(kinds.count)))
                    """, arguments: StatementArguments(kinds.map(\.rawValue)))
            return moment.map { max(0, $0 - Date().timeIntervalSince1970) }
        }
    }

    public func workTallies() async throws -> [WorkTally] {
        let labels = SensitivityLabel.allCases.filter(Reader.labels.allow).map(\.rawValue)
        return try await read { db in
            guard try db.tableExists("work") else { return [] }
            let now = Date().timeIntervalSince1970
            return try Row.fetchAll(
                db,
                sql: """
                    WITH moment(now) AS (VALUES (?)), task AS (
                        SELECT kind, state, CASE state
                                WHEN 'queued' THEN notBefore WHEN 'running' THEN coalesce(leaseUntil, notBefore)
                            END AS due
                        FROM work
                        WHERE state IN ('arriving', 'queued', 'running', 'failed')
                            AND label IN (\(WorkRows.marks(labels.count)))
                    )
                    SELECT kind, count(*) FILTER (WHERE state = 'arriving') AS arriving,
                        count(*) FILTER (WHERE due <= now) AS waiting,
                        count(*) FILTER (WHERE state = 'queued' AND due > now) AS paused,
                        count(*) FILTER (WHERE state = 'running' AND due > now) AS running,
                        count(*) FILTER (WHERE state = 'failed') AS failed,
                        max(now - due) FILTER (WHERE due <= now) AS oldest
                    FROM task, moment GROUP BY kind ORDER BY kind
                    """, arguments: StatementArguments([now]) + StatementArguments(labels)
            ).map { row in
                WorkTally(
                    kind: WorkKind(rawValue: row["kind"]), arriving: row["arriving"], waiting: row["waiting"],
                    paused: row["paused"], running: row["running"], failed: row["failed"],
                    oldestWaiting: row["oldest"])
            }
        }
    }

    public func workNews() async -> AsyncStream<Void> { workSignal.news() }

    /// What was done tells of files by their names and titles, which go with the documents that were made of them.
    static func forgetEndedWork(_ db: Database) throws {
        try db.execute(sql: "DELETE FROM work WHERE state IN ('done', 'cancelled')")
    }
}

/// Tasks as rows of the database.
private enum WorkRows {
    private static let table = RowTable(.work)
    private static let columns = LibraryRow.Kind.work.columns.map(\.name)

    static func marks(_ count: Int) -> String { repeatElement("?", count: count).joined(separator: ", ") }

    static func tasks(_ rest: String, _ arguments: StatementArguments, _ db: Database) throws -> [WorkTask] {
        let names = columns.map { "work.\"\($0)\"" }.joined(separator: ", ")
        return try Row.fetchAll(db, sql: "SELECT \(names) FROM work \(rest)", arguments: arguments).map {
            try WorkTask(table.read($0))
        }
    }

    static func task(_ id: String, _ db: Database) throws -> WorkTask? {
        try tasks("WHERE id = ?", [id], db).first
    }

    /// The task that is to be claimed next. Whoever was never served comes before whoever was.
    static func next(_ kinds: Set<WorkKind>, at now: Date, _ db: Database) throws -> WorkTask? {
        let moment = now.timeIntervalSince1970
        return try tasks(
            """
            LEFT JOIN (
                SELECT requester, max(startedAt) AS served FROM work WHERE startedAt IS NOT NULL GROUP BY requester
            ) AS turn ON turn.requester = work.requester
            WHERE work.kind IN (\(marks(kinds.count)))
                AND (work.state = 'queued' AND work.notBefore <= ?
                    OR work.state = 'running' AND coalesce(work.leaseUntil, 0) <= ?)
            ORDER BY work.priority DESC, turn.served NULLS FIRST, work.createdAt, work.id LIMIT 1
            """, StatementArguments(kinds.map(\.rawValue)) + [moment, moment], db
        ).first
    }

    /// Writes a task down as it is now. In place: a row that is replaced would take its files with it.
    static func keep(_ task: WorkTask, _ db: Database) throws {
        let names = columns.map { "\"\($0)\"" }
        let updates = names.dropFirst().map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO work (\(names.joined(separator: ", "))) VALUES (\(marks(names.count)))
                ON CONFLICT (id) DO UPDATE SET \(updates)
                """)
        try statement.execute(arguments: StatementArguments(try task.row.values.map(\.bound)))
        if task.dropsFiles { try db.execute(sql: "DELETE FROM workPart WHERE task = ?", arguments: [task.id]) }
    }

    /// Removes what was remembered long enough, with its files.
    static func forget(before now: Date, _ db: Database) throws {
        let moment = now.timeIntervalSince1970
        try db.execute(
            sql: """
                DELETE FROM work WHERE state IN ('done', 'cancelled') AND endedAt < ? OR state = 'failed' AND endedAt < ?
                    OR state = 'arriving' AND createdAt < ?
                """,
            arguments: [moment - WorkMemory.ended, moment - WorkMemory.failed, moment - WorkMemory.arriving])
    }
}
