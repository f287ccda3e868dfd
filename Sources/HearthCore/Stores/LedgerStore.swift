public import Foundation

/// The ledger, to be read and verified. For a program that may not read everything its records are without texts.
public protocol LedgerStore: RoutingLedger {
    /// Records in their order; of more than ``LedgerFilter/limit`` the latest. Nothing is verified.
    func ledger(_ filter: LedgerFilter) async throws -> [LedgerRecord]
    /// The oldest records of a filter, whose ``LedgerFilter/limit`` is not regarded. The next page begins after the last one's
    /// number.
    func ledgerPage(_ filter: LedgerFilter, limit: Int) async throws -> [LedgerRecord]
    /// Walks along the whole chain and names the first record that was changed, removed, moved, inserted or cut off.
    ///
    /// - Parameter anchors: Places noted earlier.
    func verifyLedger(anchors: [LedgerAnchor]) async throws -> LedgerVerification
    /// Takes the ledger as it is for whole, and notes that this was done. What is missing stays missing.
    ///
    /// - Throws: `broken-ledger` when the chain itself does not fit together.
    func acceptLedger() async throws
}

extension LedgerStore {
    /// Calls `body` with each record in order, however many there are; memory stays the same.
    ///
    /// Records that are appended meanwhile may be among them. `filter.limit` is not regarded.
    public func forEachLedgerRecord(
        _ filter: LedgerFilter = LedgerFilter(), _ body: (LedgerRecord) throws -> Void
    ) async throws {
        var page = filter
        while true {
            try Task.checkCancellation()
            let records = try await ledgerPage(page, limit: 500)
            guard let last = records.last else { return }
            for record in records { try body(record) }
            page.after = last.number
        }
    }

    /// The records after a number, oldest first; a page of them.
    public func ledgerPage(after number: Int, limit: Int = 500) async throws -> [LedgerRecord] {
        try await ledgerPage(LedgerFilter(after: number), limit: limit)
    }

    /// The same against one place that was noted, or none.
    public func verifyLedger(anchor: LedgerAnchor? = nil) async throws -> LedgerVerification {
        try await verifyLedger(anchors: anchor.map { [$0] } ?? [])
    }
}

/// Which records of the ledger are meant.
public struct LedgerFilter: Hashable, Sendable {
    /// Not before this moment.
    public var since: Date?
    /// Before this moment.
    public var until: Date?
    public var engine: Engine?
    public var kind: LedgerEntry.Kind?
    /// Only records with a higher number.
    public var after: Int
    /// The most records; of more, the latest.
    public var limit: Int?

    public init(
        since: Date? = nil, until: Date? = nil, engine: Engine? = nil, kind: LedgerEntry.Kind? = nil, after: Int = 0,
        limit: Int? = nil
    ) {
        self.since = since
        self.until = until
        self.engine = engine
        self.kind = kind
        self.after = after
        self.limit = limit
    }
}

extension LedgerEntry {
    /// Leaves out what is not for a program that may not read everything.
    ///
    /// A prompt that was kept, and the ids and places of what was given or labelled, are as private as they were then and may be
    /// more by now. What another program read, and what it calls itself, is between it and the owner.
    package mutating func hide(above ceiling: SensitivityLabel) {
        text = nil
        guard [.read, .label, .write].contains(kind) else { return }
        host = nil
        if label ?? .private > ceiling { purpose = nil }
    }
}

/// The result of verifying the whole ledger.
public struct LedgerVerification: Hashable, Codable, Sendable {
    /// What is wrong with the first record that is.
    public enum Reason: String, Codable, Sendable {
        /// Its content is not what was recorded.
        case changed
        /// It is not there, but later ones are.
        case removed
        /// Another record of the ledger stands in its place.
        case reordered
        /// It was not written by who has the ledger's key.
        case inserted
        /// It and all later ones are not there, although the head counts them.
        case truncated
        /// The records fit together, but the head, which says where they end, was changed or is missing.
        case head
        /// The record that was noted earlier is not in the ledger: an older or another ledger was put in its place.
        case replaced
        /// The file that says how far the ledger reached is missing, or is not what was written.
        case anchor
    }

    public var valid: Bool
    /// How many records there are.
    public var records: Int
    /// The number of the first record that is wrong or missing.
    public var firstBroken: Int?
    public var reason: Reason?
    /// A sentence for a person.
    public var message: String?
    /// `COUNT:HASH` of the last record, to be noted outside and compared later; `nil` unless valid.
    public var anchor: String?
    /// The numbers of decisions for an engine beyond the process of which nothing says how they ended: the program was ended
    /// while it worked, or is at work now. Something may have left meanwhile, of which there is no record but the decision.
    public var unfinished: [Int]

    public init(
        valid: Bool, records: Int, firstBroken: Int? = nil, reason: Reason? = nil, message: String? = nil,
        anchor: String? = nil, unfinished: [Int] = []
    ) {
        self.valid = valid
        self.records = records
        self.firstBroken = firstBroken
        self.reason = reason
        self.message = message
        self.anchor = anchor
        self.unfinished = unfinished
    }
}

/// A place in the chain that was noted earlier, outside the database: `COUNT:HASH`.
public struct LedgerAnchor: Hashable, Sendable {
    public var count: Int
    public var hash: ContentHash

    package init?(count: Int, hash: [UInt8]) {
        guard let hash = ContentHash(bytes: hash) else { return nil }
        self.count = count
        self.hash = hash
    }

    /// - Parameter text: `COUNT:HASH`; what follows behind a space is not looked at, such as the day that it was noted.
    public init?(_ text: String) {
        let text = text.split(whereSeparator: \.isWhitespace).first ?? ""
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let count = Int(parts[0]), count >= 0, parts[1].utf8.count == 64 else { return nil }
        let digits = parts[1].utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count == 64 else { return nil }
        let bytes = stride(from: 0, to: 64, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
        guard let hash = ContentHash(bytes: bytes) else { return nil }
        self.count = count
        self.hash = hash
    }
}

// MARK: - Sums

/// Tokens and costs of the requests to one model.
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
