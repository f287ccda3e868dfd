#if canImport(CPostgres)
public import Foundation
public import HearthCore

/// The queue of what is to be done, which any number of machines work off. A task is locked by whoever looks at it, and passed over by
/// the others (`SKIP LOCKED`); nothing waits for the other changes of its owner, such as a large ingestion.
extension PostgresLibrary: WorkStore {
    @discardableResult
    public func addWork(_ work: NewWork) async throws -> WorkTask {
        try WorkTask.refusePrograms()
        try refusePrivate(work.label, "What is to be done")
        return try await changeQueue { db in
            let now = try WorkRows.now(db)
            if let known = try WorkRows.task(work.id, db) { return known }
            try WorkRows.forget(before: now, db)
            let there = try db.first(
                """
                SELECT count(*) FILTER (WHERE state <> 'failed') AS open, max(created_at) AS last FROM work
                WHERE owner_id = $1 AND state IN ('arriving', 'queued', 'running', 'failed')
                """)
            let open: Int? = try there?["open"]
            guard open ?? 0 < NewWork.mostOpen else { throw StoreError.queueFull }
            let last: Double? = try there?["last"]
            let task = try work.task(at: now, behind: last.map(Date.init(timeIntervalSince1970:)))
            // Somebody may add it at this very moment: then it is theirs that stays.
            guard try WorkRows.add(task, db) else {
                guard let known = try WorkRows.task(work.id, db) else { throw StoreError.noSuchWork }
                return known
            }
            try WorkRows.notify(db)
            return task
        }
    }

    public func keepWorkPart(_ data: Data, at part: WorkPart, of id: String) async throws {
        try WorkTask.refusePrograms()
        try part.check(data)
        try await changeQueue { db in
            guard let task = try WorkRows.task(id, db, locks: true) else { throw StoreError.noSuchWork }
            guard task.state == .arriving else { throw StoreError.filesAreThere }
            try db.change(
                """
                INSERT INTO work_part (owner_id, task, file, part, data) VALUES ($1, $2, $3, $4, $5)
                ON CONFLICT (owner_id, task, file, part) DO UPDATE SET data = excluded.data
                """, id, part.file, part.number, data)
        }
    }

    public func workPart(_ part: WorkPart, of id: String) async throws -> Data? {
        try WorkTask.refusePrograms()
        return try await read { db in
            try db.first(
                "SELECT data FROM work_part WHERE owner_id = $1 AND task = $2 AND file = $3 AND part = $4", id,
                part.file, part.number)?["data"]
        }
    }

    public func claimWork(_ kinds: Set<WorkKind>, worker: String, seconds: Double) async throws -> WorkTask? {
        try WorkTask.refusePrograms()
        guard !kinds.isEmpty else { return nil }
        return try await changeQueue { db in
            // Each round ends a task whose lease lapsed for the last time, or gives one.
            while var task = try WorkRows.next(kinds, db) {
                let now = try WorkRows.now(db)
                let isClaimed = task.claim(by: worker, lease: UUID().uuidString, seconds: seconds, at: now)
                try WorkRows.keep(task, db)
                try WorkRows.notify(db)
                if isClaimed { return task }
            }
            return nil
        }
    }

    @discardableResult
    public func changeWork(_ change: WorkChange, of id: String) async throws -> WorkTask {
        try WorkTask.refusePrograms()
        return try await changeQueue { db in
            guard var task = try WorkRows.task(id, db, locks: true) else { throw StoreError.noSuchWork }
            try task.apply(change, at: try WorkRows.now(db))
            try WorkRows.keep(task, db)
            try WorkRows.notify(db)
            return task
        }
    }

    public func workTask(id: String) async throws -> WorkTask? {
        let labels = Reader.labels
        return try await read { try WorkRows.task(id, $0).flatMap { labels.allow($0.label) ? $0 : nil } }
    }

    public func workTasks(in states: Set<WorkTask.State>, limit: Int) async throws -> [WorkTask] {
        let labels = SensitivityLabel.allCases.filter(Reader.labels.allow).map(\.rawValue)
        return try await read { db in
            try WorkRows.tasks(
                """
                WHERE work.owner_id = $1 AND state = ANY($2) AND label = ANY($3)
                ORDER BY created_at DESC, id DESC LIMIT $4
                """, [states.map(\.rawValue), labels, max(0, limit)], db)
        }
    }

    public func secondsToWork(_ kinds: Set<WorkKind>) async throws -> Double? {
        try await read { db in
            try db.first(
                """
                SELECT greatest(0, min(CASE state WHEN 'queued' THEN not_before ELSE coalesce(lease_until, 0) END)
                    - extract(epoch FROM clock_timestamp())::double precision) AS seconds
                FROM work WHERE owner_id = $1 AND state IN ('queued', 'running') AND kind = ANY($2)
                HAVING count(*) > 0
                """, kinds.map(\.rawValue))?["seconds"]
        }
    }

    public func workTallies() async throws -> [WorkTally] {
        let labels = SensitivityLabel.allCases.filter(Reader.labels.allow).map(\.rawValue)
        return try await read { db in
            try db.rows(
                """
                WITH moment AS (
                    SELECT extract(epoch FROM statement_timestamp())::double precision AS now
                ), task AS (
                    SELECT kind, state, CASE state
                            WHEN 'queued' THEN not_before WHEN 'running' THEN coalesce(lease_until, not_before)
                        END AS due
                    FROM work
                    WHERE owner_id = $1 AND state IN ('arriving', 'queued', 'running', 'failed') AND label = ANY($2)
                )
                SELECT kind, count(*) FILTER (WHERE state = 'arriving') AS arriving,
                    count(*) FILTER (WHERE due <= now) AS waiting,
                    count(*) FILTER (WHERE state = 'queued' AND due > now) AS paused,
                    count(*) FILTER (WHERE state = 'running' AND due > now) AS running,
                    count(*) FILTER (WHERE state = 'failed') AS failed,
                    max(now - due) FILTER (WHERE due <= now) AS oldest
                FROM task, moment GROUP BY kind ORDER BY kind
                """, labels
            ).map { row in
                WorkTally(
                    kind: WorkKind(rawValue: try row["kind"]), arriving: try row["arriving"],
                    waiting: try row["waiting"], paused: try row["paused"], running: try row["running"],
                    failed: try row["failed"], oldestWaiting: try row["oldest"])
            }
        }
    }

    public func workNews() async -> AsyncStream<Void> { workListener.news() }

    /// A change of the queue alone, beside whatever else is changed.
    private func changeQueue<Value: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        let owner = owner
        return try await pool.run { connection, lease in
            try Transaction.append(connection, owner: owner, lease, body)
        }
    }
}

/// Tasks as rows of the database.
private enum WorkRows {
    private static let table = PostgresRowTable(.work)

    /// The database's clock, so that those of several machines need not agree.
    static func now(_ db: Transaction) throws -> Date {
        let seconds: Double? = try db.first(
            "SELECT extract(epoch FROM clock_timestamp())::double precision AS now WHERE $1::bigint IS NOT NULL")?[
                "now"]
        return seconds.map { Date(timeIntervalSince1970: $0) } ?? Date()
    }

    static func tasks(_ rest: String, _ values: [any Bindable], _ db: Transaction) throws -> [WorkTask] {
        let names = table.names.map { "work.\($0)" }.joined(separator: ", ")
        return try db.rows("SELECT \(names) FROM work \(rest)", values: values).map { try WorkTask(table.read($0)) }
    }

    /// - Parameter locks: Whether nobody else changes it until the end of the transaction.
    static func task(_ id: String, _ db: Transaction, locks: Bool = false) throws -> WorkTask? {
        guard locks else { return try tasks("WHERE owner_id = $1 AND id = $2", [id], db).first }
        return try db.locking { try tasks("WHERE owner_id = $1 AND id = $2 FOR UPDATE", [id], db).first }
    }

    /// The task that is to be claimed next, locked. Whoever was never served comes before whoever was.
    static func next(_ kinds: Set<WorkKind>, _ db: Transaction) throws -> WorkTask? {
        let moment = try now(db).timeIntervalSince1970
        return try tasks(
            """
            LEFT JOIN (
                SELECT requester, max(started_at) AS served FROM work
                WHERE owner_id = $1 AND started_at IS NOT NULL GROUP BY requester
            ) AS turn ON turn.requester = work.requester
            WHERE work.owner_id = $1 AND work.kind = ANY($2)
                AND (work.state = 'queued' AND work.not_before <= $3
                    OR work.state = 'running' AND coalesce(work.lease_until, 0) <= $3)
            ORDER BY work.priority DESC, turn.served NULLS FIRST, work.created_at, work.id LIMIT 1
            FOR UPDATE OF work SKIP LOCKED
            """, [kinds.map(\.rawValue), moment], db
        ).first
    }

    /// - Returns: Whether it was added; `false` where somebody else added it meanwhile.
    static func add(_ task: WorkTask, _ db: Transaction) throws -> Bool {
        let marks = table.names.indices.map { "$\($0 + 2)" }.joined(separator: ", ")
        return try db.change(
            """
            INSERT INTO work (owner_id, \(table.names.joined(separator: ", "))) VALUES ($1, \(marks))
            ON CONFLICT (owner_id, id) DO NOTHING
            """, values: try table.bindable(task.row)) > 0
    }

    /// Writes a task down as it is now.
    static func keep(_ task: WorkTask, _ db: Transaction) throws {
        let updates = table.names.enumerated().dropFirst().map { "\($0.element) = $\($0.offset + 2)" }
        try db.change(
            "UPDATE work SET \(updates.joined(separator: ", ")) WHERE owner_id = $1 AND id = $2",
            values: try table.bindable(task.row))
        if task.dropsFiles { try db.change("DELETE FROM work_part WHERE owner_id = $1 AND task = $2", task.id) }
    }

    /// Removes what was remembered long enough, with its files.
    static func forget(before now: Date, _ db: Transaction) throws {
        let moment = now.timeIntervalSince1970
        try db.change(
            """
            DELETE FROM work WHERE owner_id = $1 AND (state IN ('done', 'cancelled') AND ended_at < $2
                OR state = 'failed' AND ended_at < $3 OR state = 'arriving' AND created_at < $4)
            """, moment - WorkMemory.ended, moment - WorkMemory.failed, moment - WorkMemory.arriving)
    }

    /// Tells whoever listens, once the change is made good: whose queue it is, and nothing of what is in it.
    static func notify(_ db: Transaction) throws {
        _ = try db.rows("SELECT pg_notify('\(WorkListener.channel)', ($1::bigint)::text)")
    }
}
#endif
