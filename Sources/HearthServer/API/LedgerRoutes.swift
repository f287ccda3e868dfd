import Foundation
import HearthCore
import HearthEngine
import HearthHTTP
import HearthStore

/// `/api/ledger`: what was decided, and what was sent where.
struct LedgerRoutes: Sendable {
    let hearth: Hearth

    var routes: [ServerRoute] {
        [
            ServerRoute(.get, "/api/ledger", work: .long) { try await page($0) },
            ServerRoute(.get, "/api/ledger/totals", work: .long) { try await totals($0) },
            ServerRoute(.post, "/api/ledger/verify", work: .long, bodyLimit: 64 << 10) { try await verify($0) },
            ServerRoute(.get, "/api/ledger/export", work: .long) { _ in export() },
        ]
    }

    private func page(_ request: ServerRequest) async throws -> ServerResponse {
        let limit = try request.integer("limit", in: 1...500, otherwise: 100)
        let before = try request.integer("before", in: 0...Int.max, otherwise: .max)
        let host = try request.text("host", most: 300)
        let filter = LedgerFilter(
            since: try request.moment("since"), until: try request.moment("until"),
            engine: try request.choice("engine", Engine.self),
            kind: try request.choice("kind", LedgerEntry.Kind.self))
        let database = try await hearth.database()
        var records: [LedgerRecord] = []
        var total = 0
        var hasEarlier = false
        if before == .max, host == nil {
            var latest = filter
            latest.limit = limit + 1
            records = try await database.ledger(latest)
            hasEarlier = records.count > limit
            records = Array(records.suffix(limit))
            total = try await database.ledger(LedgerFilter(limit: 1)).last?.number ?? 0
        } else {
            // Going back, or by host: a walk from the oldest on, of which the last ones are kept.
            try await database.forEachLedgerRecord(filter) { record in
                total = max(total, record.number)
                guard record.number < before, host == nil || record.entry.host == host else { return }
                records.append(record)
                if records.count > limit {
                    records.removeFirst()
                    hasEarlier = true
                }
            }
        }
        return .json([
            "records": .array(try records.reversed().map { try JSONEncoding.value($0) }),
            "hasEarlier": .bool(hasEarlier), "total": JSONEncoding.number(total),
        ])
    }

    private struct Totals {
        var engines: Set<Engine> = []
        var connections = 0
        var failed = 0
        var out = 0
        var back = 0
        var first: Date?
        var last: Date?
    }

    private func totals(_ request: ServerRequest) async throws -> ServerResponse {
        let since = try request.moment("since")
        let database = try await hearth.database()
        var hosts: [String: Totals] = [:]
        try await database.forEachLedgerRecord(LedgerFilter(since: since, kind: .connection)) { record in
            let entry = record.entry
            var totals = hosts[entry.host ?? ""] ?? Totals()
            if let engine = entry.engine { totals.engines.insert(engine) }
            totals.connections += 1
            if entry.errorCode != nil { totals.failed += 1 }
            totals.out += entry.bytesOut ?? 0
            totals.back += entry.bytesIn ?? 0
            totals.first = totals.first ?? entry.time
            totals.last = entry.time
            hosts[entry.host ?? ""] = totals
        }
        let rows = hosts.sorted { $0.value.out > $1.value.out }.map { host, totals -> JSONValue in
            var object: JSONObject = [
                "host": .string(host), "engines": JSONEncoding.strings(totals.engines.map(\.rawValue).sorted()),
                "connections": JSONEncoding.number(totals.connections), "failed": JSONEncoding.number(totals.failed),
                "bytesOut": JSONEncoding.number(totals.out), "bytesIn": JSONEncoding.number(totals.back),
            ]
            if let first = totals.first { object["first"] = JSONEncoding.date(first) }
            if let last = totals.last { object["last"] = JSONEncoding.date(last) }
            return .object(object)
        }
        let usage = try await database.ledgerUsage(since: since).map { row -> JSONValue in
            [
                "day": JSONEncoding.optional(row.day), "engine": JSONEncoding.optional(row.engine?.rawValue),
                "model": JSONEncoding.optional(row.model), "requests": JSONEncoding.number(row.requests),
                "failed": JSONEncoding.number(row.failed),
                "promptTokens": JSONEncoding.number(row.tokens.promptTokens),
                "completionTokens": JSONEncoding.number(row.tokens.completionTokens),
                "cachedTokens": JSONEncoding.number(row.tokens.cachedTokens),
                "costMicros": JSONEncoding.number(row.costMicros), "unpriced": JSONEncoding.number(row.unpriced),
                "seconds": JSONEncoding.number(row.duration),
            ]
        }
        return .json([
            "hosts": .array(rows), "programs": .array(try await programs(since: since, database)),
            "usage": .array(usage),
        ])
    }

    /// What programs were given is sent to no host, and has left this one all the same.
    private func programs(since: Date?, _ database: HearthDatabase) async throws -> [JSONValue] {
        struct Given {
            var times = 0
            var last: Date
        }
        var found: [String: Given] = [:]
        try await database.forEachLedgerRecord(LedgerFilter(since: since, kind: .read)) { record in
            let entry = record.entry
            found[entry.host ?? "", default: Given(last: entry.time)].times += 1
            found[entry.host ?? ""]?.last = entry.time
        }
        return found.sorted { ($1.value.times, $0.key) < ($0.value.times, $1.key) }.map { name, given -> JSONValue in
            [
                "program": .string(name), "times": JSONEncoding.number(given.times),
                "last": JSONEncoding.date(given.last),
            ]
        }
    }

    private func verify(_ request: ServerRequest) async throws -> ServerResponse {
        let fields = try await request.fields()
        var anchor: LedgerAnchor?
        if let text = try fields.string("anchor") {
            guard let parsed = LedgerAnchor(text) else { throw fields.wrong("anchor", "COUNT:HASH") }
            anchor = parsed
        }
        return try .encoding(try await hearth.database().verifyLedger(anchor: anchor))
    }

    private func export() -> ServerResponse {
        ServerResponse(
            .ok,
            headers: [
                ("content-type", "application/x-ndjson"),
                ("content-disposition", "attachment; filename=\"ledger.jsonl\""),
            ],
            content: .stream(.raw) { sink in
                sink.start()
                let database = try await hearth.database()
                let encoder = JSONEncoder()
                encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
                // A page at a time, so that a ledger of any length is not held in memory.
                var after = 0
                while true {
                    let page = try await database.ledgerPage(after: after)
                    guard let last = page.last else { return }
                    var lines: [UInt8] = []
                    for record in page { lines += Array(try encoder.encode(record)) + [0x0A] }
                    try await sink.send(raw: lines)
                    after = last.number
                }
            })
    }
}
