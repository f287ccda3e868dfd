#if canImport(CPostgres)
import Foundation
import HearthCore

/// One search for vectors: candidates by numbers of 16 bits, chosen by the server, then the best of them again with all of their
/// bits.
struct VectorSearch {
    let db: Transaction
    let support: VectorSupport
    let model: PostgresVectorModel
    let query: [Float]
    /// What a filter lets through; `nil` for everything.
    let ranges: [ChunkRange]?
    /// How many vectors are all compared; see ``PostgresLibrary/Configuration/exactVectors``.
    let exactVectors: Int

    func best(_ limit: Int) throws -> [ChunkMatch] {
        guard model.halves == model.vectors, let half = support.value(query) else { return try compared(limit) }
        let (tripled, overflow) = limit.multipliedReportingOverflow(by: 3)
        let wanted = overflow ? Int.max : max(tripled, 32)
        let amount = ranges?.reduce(0) { $0 + $1.count } ?? Int(model.vectors)
        let index = VectorIndexer.name(model.dimension)
        guard amount > exactVectors, wanted <= 500, try db.hasIndex(index) else {
            return try rescored(scanned(half, wanted), limit)
        }
        return try rescored(searched(half, wanted), limit)
    }

    /// Every vector that the filter lets through, by the server.
    private func scanned(_ half: RawParameter, _ wanted: Int) throws -> [Int64] {
        var values: [any Bindable] = [model.number, half, wanted]
        var within = ""
        if let ranges {
            within =
                "JOIN unnest($5::bigint[], $6::bigint[]) AS part (low, high) ON chunk BETWEEN part.low AND part.high"
            values += [ranges.map(\.first), ranges.map(\.last)]
        }
        return try db.rows(
            """
            SELECT chunk FROM chunk_vector \(within) WHERE owner_id = $1 AND model = $2 ORDER BY half <#> $3, chunk LIMIT $4
            """, values: values
        ).map { try $0["chunk"] }
    }

    /// The nearest by the index. Where a filter takes most of them away, it goes on searching (`iterative_scan`).
    private func searched(_ half: RawParameter, _ wanted: Int) throws -> [Int64] {
        try db.set("hnsw.ef_search", to: "\(min(1_000, max(200, wanted * 4)))")
        try db.set("hnsw.iterative_scan", to: "relaxed_order")
        var values: [any Bindable] = [model.number, half, wanted]
        var within = ""
        if let ranges {
            within = "AND chunk <@ $5::text::int8multirange"
            values.append("{" + ranges.map { "[\($0.first),\($0.last)]" }.joined(separator: ",") + "}")
        }
        let type = "halfvec(\(model.dimension))"
        return try db.rows(
            """
            SELECT chunk FROM chunk_vector
            WHERE owner_id = $1 AND model = $2 AND dimension = \(model.dimension) \(within)
            ORDER BY half::\(type) <#> $3::\(type) LIMIT $4
            """, values: values
        ).map { try $0["chunk"] }
    }

    private func rescored(_ chunks: [Int64], _ limit: Int) throws -> [ChunkMatch] {
        try best(
            limit,
            of: db.rows(
                "SELECT chunk, exact FROM chunk_vector WHERE owner_id = $1 AND model = $2 AND chunk = ANY($3)",
                model.number,
                chunks))
    }

    /// Every vector that the filter lets through, one by one and here.
    private func compared(_ limit: Int) throws -> [ChunkMatch] {
        let ranges = ranges ?? [ChunkRange(first: 0, last: .max)]
        var best = BestMatches(limit: limit)
        for range in ranges {
            var next = range.first
            while next <= range.last {
                // A page at a time, so that memory stays the same.
                let rows = try db.rows(
                    """
                    SELECT chunk, exact FROM chunk_vector
                    WHERE owner_id = $1 AND model = $2 AND chunk BETWEEN $3 AND $4 ORDER BY chunk LIMIT 2000
                    """, model.number, next, range.last)
                try add(rows, to: &best)
                guard let last = rows.last, rows.count == 2_000 else { break }
                next = try (last["chunk"] as Int64) + 1
            }
        }
        return best.sorted
    }

    private func best(_ limit: Int, of rows: Rows) throws -> [ChunkMatch] {
        var best = BestMatches(limit: limit)
        try add(rows, to: &best)
        return best.sorted
    }

    private func add(_ rows: Rows, to best: inout BestMatches) throws {
        for row in rows {
            guard let score = try row.withBytes("exact", { VectorTable.dot(query, $0) }) else {
                throw StoreError(.damaged, "A vector of \(model.id) cannot be read. Remove the model and embed again.")
            }
            best.add(ChunkMatch(chunkID: try row["chunk"], score: score))
        }
    }
}

/// Builds the index that chooses candidates among many vectors, when there are many.
actor VectorIndexer {
    private var work: Task<Void, any Error>?
    private var lastLook: ContinuousClock.Instant?

    static func name(_ dimension: Int) -> String { "chunk_vector_hnsw_\(dimension)" }

    /// Builds what is missing, unless somebody is at it or looked a moment ago.
    func buildIfNeeded(_ library: PostgresLibrary) async {
        if let lastLook, lastLook.duration(to: .now) < .seconds(30) { return }
        lastLook = .now
        // Without it searches are slower and no different; the next store tries again.
        try? await build(library)
    }

    /// Builds an index for every length of vectors of which this owner has many. Who asks while one is built waits for it.
    func build(_ library: PostgresLibrary) async throws {
        if let work { return try await work.value }
        // Who gave up waiting must not break off what others wait for.
        let new = Task { try await Self.makeMissing(library) }
        work = new
        defer { work = nil }
        try await new.value
    }

    private static func makeMissing(_ library: PostgresLibrary) async throws {
        guard library.vectorSupport.type != nil else { return }
        let (configuration, most, owner) = (
            library.configuration, library.configuration.exactVectors, library.owner
        )
        let missing = try await library.read { db in
            let lengths: [Int] = try db.rows(
                """
                SELECT DISTINCT dimension FROM vector_model
                WHERE owner_id = $1 AND vectors > $2 AND halves = vectors AND dimension <= $3
                """, most, VectorSupport.longestIndexed
            ).map { try $0["dimension"] }
            return try lengths.filter { try !db.hasIndex(name($0)) }
        }
        for dimension in missing {
            try await BlockingWork.run(on: "hearth.index") {
                do {
                    try make(dimension, configuration, owner)
                } catch let failure as PostgresFailure {
                    throw StoreError(failure, to: configuration.address)
                }
            }
        }
    }

    /// Under the account itself, which owns the table, on a connection of its own: it may take minutes, beside which all others go on.
    private static func make(_ dimension: Int, _ configuration: PostgresLibrary.Configuration, _ owner: Int64) throws {
        let connection = try PostgresConnection.open(configuration)
        try PostgresLibrary.record(connection, configuration, owner)
        try connection.script(
            "SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0")
        let isMine: Bool? = try connection.rows(
            "SELECT pg_try_advisory_lock(1214603634, $1::integer) AS mine", ["\(dimension)".parameter]
        ).first?["mine"]
        guard isMine == true else { return }
        let name = name(dimension)
        // One that was broken off is there, and of no use.
        let isBroken =
            try connection.rows(
                "SELECT 1 FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid", [name.parameter]
            ).first != nil
        if isBroken { try connection.script("DROP INDEX CONCURRENTLY IF EXISTS \(name)") }
        try connection.script(
            """
            CREATE INDEX CONCURRENTLY IF NOT EXISTS \(name) ON chunk_vector
            USING hnsw ((half::halfvec(\(dimension))) halfvec_ip_ops) WHERE dimension = \(dimension)
            """)
    }
}
#endif
