public import Foundation

/// What requests to one model cost.
public struct LedgerUsage: Hashable, Codable, Sendable {
    /// `2026-11-21` in UTC; `nil` when days are summed.
    public var day: String?
    public var engine: Engine?
    public var model: String?
    /// How often an engine ended its work, well or badly.
    public var requests: Int
    public var failed: Int
    public var tokens: TokenUsage
    /// Millionths of a US dollar, of the requests whose price is known.
    public var costMicros: Int
    /// Requests that used tokens at a price that is not known.
    public var unpriced: Int
    /// Seconds that the engine worked.
    public var duration: Double
}

extension LedgerStore {
    /// Tokens and costs from the ledger's outcomes, by model or by day and model, in the order of day, engine and model.
    public func ledgerUsage(since: Date? = nil, until: Date? = nil, byDay: Bool = false) async throws -> [LedgerUsage] {
        var sums: [UsageKey: UsageSum] = [:]
        try await forEachLedgerRecord(LedgerFilter(since: since, until: until, kind: .outcome)) { record in
            let entry = record.entry
            // A restore and a key that is shown to its service have outcomes, too, but no engine worked.
            guard entry.engine != nil, entry.purpose == nil else { return }
            let day = byDay ? LedgerTime.day(micros: try CanonicalRecord.micros(entry.time.timeIntervalSince1970)) : nil
            sums[UsageKey(day: day, engine: entry.engine, model: entry.model), default: UsageSum()].add(entry)
        }
        return sums.sorted { $0.key < $1.key }.map { key, sum in
            LedgerUsage(
                day: key.day, engine: key.engine, model: key.model, requests: sum.requests, failed: sum.failed,
                tokens: sum.tokens, costMicros: sum.costMicros, unpriced: sum.unpriced, duration: sum.duration)
        }
    }
}

private struct UsageKey: Hashable, Comparable {
    var day: String?
    var engine: Engine?
    var model: String?

    static func < (a: UsageKey, b: UsageKey) -> Bool {
        (a.day ?? "", a.engine?.rawValue ?? "", a.model ?? "") < (b.day ?? "", b.engine?.rawValue ?? "", b.model ?? "")
    }
}

private struct UsageSum {
    var requests = 0
    var failed = 0
    var tokens = TokenUsage()
    var costMicros = 0
    var unpriced = 0
    var duration = 0.0

    mutating func add(_ entry: LedgerEntry) {
        requests += 1
        if entry.errorCode != nil { failed += 1 }
        if let usage = entry.usage {
            tokens.promptTokens = Self.sum(tokens.promptTokens, usage.promptTokens)
            tokens.completionTokens = Self.sum(tokens.completionTokens, usage.completionTokens)
            tokens.cachedTokens = Self.sum(tokens.cachedTokens, usage.cachedTokens)
            // What runs on this machine costs nothing.
            if entry.costMicros == nil, entry.engine?.isRemote != false { unpriced += 1 }
        }
        costMicros = Self.sum(costMicros, entry.costMicros ?? 0)
        duration += entry.duration ?? 0
    }

    /// A provider may report anything; a sum stays at the largest number.
    private static func sum(_ a: Int, _ b: Int) -> Int {
        let (result, overflow) = a.addingReportingOverflow(b)
        return overflow ? (b > 0 ? .max : .min) : result
    }
}
