import Foundation
public import HearthCore

extension MemoryLibrary {
    /// Writes an entry also when the task is cancelled: that it was is what the record is about to say.
    public func append(_ entry: LedgerEntry) throws -> Int { try state.append(entry) }

    public func ledger(_ filter: LedgerFilter = LedgerFilter()) throws -> [LedgerRecord] {
        let found = try state.records(filter)
        return found.suffix(max(0, filter.limit ?? .max)).map(\.self)
    }

    public func ledgerPage(_ filter: LedgerFilter, limit: Int) throws -> [LedgerRecord] {
        try state.records(filter).prefix(max(0, limit)).map(\.self)
    }

    public func verifyLedger(anchors: [LedgerAnchor]) throws -> LedgerVerification {
        var missing = anchors.filter { $0.count != 0 || $0.hash.bytes != MemoryState.start }
        var previous = MemoryState.start
        var open: Set<Int> = []
        for (index, record) in state.records.enumerated() {
            let number = index + 1
            let hash = MemoryState.hash(after: previous, record.content)
            guard hash == record.hash, CanonicalRecord.number(record.content) == number else {
                return LedgerVerification(
                    valid: false, records: state.records.count, firstBroken: number, reason: .changed,
                    message: "Record \(number) was changed after it was written.")
            }
            missing.removeAll { $0.count == number && $0.hash.bytes == hash }
            let entry = try LedgerRecord(content: record.content, previous: previous, hash: hash).entry
            switch entry.kind {
            case .decision: if entry.host != nil { open.insert(number) }
            case .outcome, .refusal: if let decision = entry.decision { open.remove(decision) }
            case .connection, .read, .label, .write: break
            }
            previous = hash
        }
        if let first = missing.map(\.count).min() {
            return LedgerVerification(
                valid: false, records: state.records.count, firstBroken: min(max(first, 1), state.records.count + 1),
                reason: .replaced, message: "The record that was noted is not in this ledger.")
        }
        return LedgerVerification(
            valid: true, records: state.records.count,
            anchor: "\(state.records.count):\(ContentHash(bytes: previous)?.hex ?? "")", unfinished: open.sorted())
    }

    public func acceptLedger() throws {
        let found = try verifyLedger(anchors: [])
        guard found.valid else { throw StoreError.brokenLedger(found.message ?? "its records do not fit together") }
        _ = try append(
            LedgerEntry(kind: .outcome, time: Date(), purpose: "ledger-accepted", errorCode: "anchor-renewed"))
    }

    // MARK: Consents

    public func consentHistory() throws -> [StoredConsent] { state.consents }

    public func add(_ consent: Consent) throws {
        guard !consent.id.isEmpty, !consent.host.isEmpty else {
            throw StoreError(.invalidInput, "A consent needs an id and names the host that it is given for.")
        }
        try change { state in
            guard !state.consents.contains(where: { $0.id == consent.id }) else {
                throw StoreError(
                    .invalidInput, "There is, or was, a consent \(consent.id) already; give a new one a new id.")
            }
            state.consents.append(StoredConsent(consent: consent))
        }
    }

    public func removeConsent(id: String) throws -> Bool {
        try change { state in
            guard let index = state.consents.firstIndex(where: { $0.id == id && $0.revokedAt == nil }) else {
                return false
            }
            state.consents[index].revokedAt = Date()
            return true
        }
    }
}

extension MemoryState {
    /// What stands for the hash before the first record.
    static let start = [UInt8](repeating: 0, count: 32)

    static func hash(after previous: [UInt8], _ content: [UInt8]) -> [UInt8] {
        ContentHash(of: previous + content).bytes
    }

    mutating func append(_ entry: LedgerEntry) throws -> Int {
        let number = records.count + 1
        let content = CanonicalRecord.bytes(number: number, body: try CanonicalRecord.body(of: entry))
        records.append((content, Self.hash(after: records.last?.hash ?? Self.start, content)))
        return number
    }

    /// The records of a filter in their order, without texts for a program that may not read everything.
    func records(_ filter: LedgerFilter) throws -> [LedgerRecord] {
        let found = try records.indices.dropFirst(max(0, filter.after)).map { index in
            try LedgerRecord(
                content: records[index].content, previous: index > 0 ? records[index - 1].hash : Self.start,
                hash: records[index].hash)
        }
        let ceiling = Self.ceiling
        return found.filter { record in
            let entry = record.entry
            return filter.since.map { entry.time >= $0 } ?? true && filter.until.map { entry.time < $0 } ?? true
                && filter.engine.map { entry.engine == $0 } ?? true && filter.kind.map { entry.kind == $0 } ?? true
        }.map { record in
            var record = record
            if ceiling < .private { record.entry.hide(above: ceiling) }
            return record
        }
    }
}
