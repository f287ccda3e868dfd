import Foundation
import Hearth
import HearthHTTP

/// `/api/ledger`: what was decided, and what was sent where.
struct LedgerRoutes: Sendable {
    let hearth: Hearth

    var routes: [ServerRoute] {
        [
            Wire.listLedger.route { try await page($0) },
            Wire.getLedgerTotals.route { try await totals($0) },
            Wire.verifyLedger.route { try await verify($0) },
            Wire.exportLedger.responding { _ in export() },
        ]
    }

    private func page(_ call: Call<Wire.LedgerQuery, Nothing>) async throws -> Wire.LedgerPage {
        let query = try call.query()
        let (limit, before, host) = (query.limit, query.before ?? .max, query.host)
        let filter = LedgerFilter(
            since: query.since, until: query.until, engine: query.engine,
            kind: query.kind.flatMap(LedgerEntry.Kind.init(rawValue:)))
        let page = try await hearth.privacy.ledger.page(filter, before: before, host: host, limit: limit)
        return Wire.LedgerPage(
            records: try page.records.reversed().map { try Encoded($0) }, hasEarlier: page.hasEarlier, total: page.total
        )
    }

    private func totals(_ call: Call<Wire.LedgerTotalsQuery, Nothing>) async throws -> Wire.LedgerTotals {
        let since = try call.query().since
        let hosts = try await hearth.privacy.ledger.traffic(since: since)
        let rows = hosts.sorted { $0.value.out > $1.value.out }.map { host, totals in
            Wire.HostTotal(
                host: host, engines: totals.engines.sorted { $0.rawValue < $1.rawValue },
                connections: totals.connections, failed: totals.failed, bytesOut: totals.out, bytesIn: totals.back,
                first: totals.first, last: totals.last)
        }
        let usage = try await hearth.privacy.ledger.usage(since: since).map(UsageJSON.init)
        return Wire.LedgerTotals(
            hosts: rows, programs: try await programs(since: since), usage: usage)
    }

    /// What programs were given is sent to no host, and has left this one all the same.
    private func programs(since: Date?) async throws -> [Wire.LedgerTotals.Program] {
        try await hearth.privacy.ledger.programs(since: since).map { given in
            Wire.LedgerTotals.Program(program: given.program, times: given.times, last: given.last)
        }
    }

    private func verify(
        _ call: Call<Nothing, Wire.LedgerCheck>
    ) async throws -> Encoded<Wire.LedgerVerification> {
        var anchor: LedgerAnchor?
        if let text = try await call.body().anchor {
            guard let parsed = LedgerAnchor(text) else {
                throw ServerError.invalid("anchor", "`anchor` has to be COUNT:HASH.")
            }
            anchor = parsed
        }
        return try Encoded(try await hearth.privacy.ledger.verify(anchors: anchor.map { [$0] } ?? []))
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
                let encoder = JSONEncoder()
                encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
                // A page at a time, so that a ledger of any length is not held in memory.
                var after = 0
                while true {
                    let page = try await hearth.privacy.ledger.records(after: after)
                    guard let last = page.last else { return }
                    var lines: [UInt8] = []
                    for record in page { lines += Array(try encoder.encode(record)) + [0x0A] }
                    try await sink.send(raw: lines)
                    after = last.number
                }
            })
    }
}
