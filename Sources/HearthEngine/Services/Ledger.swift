public import Foundation
public import HearthCore

extension Hearth {
    /// The ledger: every decision, every connection, and what programs were given. Nothing in it can be changed unnoticed.
    ///
    /// For a program that may not read everything, records are without texts.
    public struct Ledger: Sendable {
        let hearth: Hearth
    }
}

/// A page of the ledger.
public struct LedgerPage: Sendable {
    /// In their order, the latest last.
    public var records: [LedgerRecord]
    /// Whether there are earlier ones.
    public var hasEarlier: Bool
    /// How many records the ledger has; of a page further back, the number of the last one that its filter lets through.
    public var total: Int
}

/// Connections to one host, with the bytes sent and received.
public struct HostTraffic: Sendable {
    public var engines: Set<Engine> = []
    public var connections = 0
    public var failed = 0
    /// Bytes out and back.
    public var out = 0
    public var back = 0
    public var first: Date?
    public var last: Date?
}

/// The number of times that a program was given something to read.
public struct ProgramReads: Sendable {
    public var program: String
    public var times: Int
    public var last: Date
}

extension Hearth.Ledger {
    /// Records in their order; of more than the filter's limit, the latest. Nothing is verified, see ``verify(anchors:)``.
    public func records(_ filter: LedgerFilter = LedgerFilter()) async throws -> [LedgerRecord] {
        try await hearth.library().ledger(filter)
    }

    /// The records after a number, the oldest first; a page of them, so that a ledger of any length is not held in memory.
    public func records(after number: Int) async throws -> [LedgerRecord] {
        try await hearth.library().ledgerPage(after: number)
    }

    /// Calls `body` with each record in order, however many there are; memory stays the same. The filter's limit is not
    /// regarded.
    public func forEach(
        _ filter: LedgerFilter = LedgerFilter(), _ body: (LedgerRecord) throws -> Void
    ) async throws {
        try await hearth.library().forEachLedgerRecord(filter, body)
    }

    /// The latest records, or those before a number.
    ///
    /// - Parameters:
    ///   - before: Only records with a lower number.
    ///   - host: Only those of this host.
    public func page(
        _ filter: LedgerFilter, before: Int = .max, host: String? = nil, limit: Int
    ) async throws -> LedgerPage {
        guard before != .max || host != nil else {
            var latest = filter
            latest.limit = limit + 1
            let records = try await records(latest)
            let total = try await self.records(LedgerFilter(limit: 1)).last?.number ?? 0
            return LedgerPage(records: records.suffix(limit), hasEarlier: records.count > limit, total: total)
        }
        // Going back, or by host: a walk from the oldest on, of which the last ones are kept.
        var page = LedgerPage(records: [], hasEarlier: false, total: 0)
        try await forEach(filter) { record in
            page.total = max(page.total, record.number)
            guard record.number < before, host == nil || record.entry.host == host else { return }
            page.records.append(record)
            if page.records.count > limit {
                page.records.removeFirst()
                page.hasEarlier = true
            }
        }
        return page
    }

    /// What went where, by host.
    ///
    /// - Parameter since: Not before this moment.
    public func traffic(since: Date? = nil) async throws -> [String: HostTraffic] {
        var hosts: [String: HostTraffic] = [:]
        try await forEach(LedgerFilter(since: since, kind: .connection)) { record in
            let entry = record.entry
            var traffic = hosts[entry.host ?? ""] ?? HostTraffic()
            if let engine = entry.engine { traffic.engines.insert(engine) }
            traffic.connections += 1
            if entry.errorCode != nil { traffic.failed += 1 }
            traffic.out += entry.bytesOut ?? 0
            traffic.back += entry.bytesIn ?? 0
            traffic.first = traffic.first ?? entry.time
            traffic.last = entry.time
            hosts[entry.host ?? ""] = traffic
        }
        return hosts
    }

    /// What programs were given is sent to no host, and has left this one all the same: by program, the busiest first.
    ///
    /// - Parameter since: Not before this moment.
    public func programs(since: Date? = nil) async throws -> [ProgramReads] {
        var found: [String: ProgramReads] = [:]
        try await forEach(LedgerFilter(since: since, kind: .read)) { record in
            let (name, time) = (record.entry.host ?? "", record.entry.time)
            found[name, default: ProgramReads(program: name, times: 0, last: time)].times += 1
            found[name]?.last = time
        }
        return found.values.sorted { ($1.times, $0.program) < ($0.times, $1.program) }
    }

    /// Tokens and costs by engine and model.
    ///
    /// - Parameters:
    ///   - since: Not before this moment.
    ///   - byDay: Whether each day (UTC) is summed up by itself.
    public func usage(since: Date? = nil, byDay: Bool = false) async throws -> [LedgerUsage] {
        try await hearth.library().ledgerUsage(since: since, byDay: byDay)
    }

    /// Walks along the whole chain and names the first record that was changed, removed, moved, inserted or cut off.
    ///
    /// - Parameter anchors: Places that were noted earlier. Without one, an older copy of the whole data folder, put back, cannot
    ///   be told from the real one: it was authentic when it was made.
    public func verify(anchors: [LedgerAnchor] = []) async throws -> LedgerVerification {
        try await hearth.library().verifyLedger(anchors: anchors)
    }

    /// Takes the ledger as it is for whole, and notes that this was done: for a database that was copied without its anchor.
    ///
    /// - Throws: `StoreError` `broken-ledger` when the chain itself does not fit together.
    public func accept() async throws { try await hearth.library().acceptLedger() }
}
