import Foundation
import HearthCore

extension StoreRun {
    private func record(_ kind: LedgerEntry.Kind, _ second: Int, engine: Engine? = nil) -> LedgerEntry {
        LedgerEntry(kind: kind, time: Date(timeIntervalSince1970: Double(second)), engine: engine, model: "m")
    }

    func ledger() async throws {
        var full = record(.outcome, 10, engine: .openai)
        full.task = .answer
        full.host = "api.example.com"
        full.label = .personal
        full.decision = 1
        full.duration = 1.5
        full.usage = TokenUsage(promptTokens: 3, completionTokens: 2, cachedTokens: 1)
        full.costMicros = 12
        full.errorCode = "timeout"
        full.wasFallback = true
        full.text = "Grüße \0"
        try equal(try await library.append(record(.decision, 5)), 1, "the first number")
        try equal(try await library.append(full), 2, "the second number")
        let records = try await library.ledger(LedgerFilter())
        try equal(records.map(\.number), [1, 2], "numbers")
        try equal(records.last?.entry, full, "the entry")
        try equal(records.last?.previousHash, records.first?.hash, "the chain")
        try equal(records.first?.previousHash.bytes, [UInt8](repeating: 0, count: 32), "its beginning")
        let content = CanonicalRecord.bytes(number: 2, body: try CanonicalRecord.body(of: full))
        try equal(records.last?.hash, ContentHash(of: records[0].hash.bytes + content), "the hash of a record")
        try await fails(.invalidInput, "a time that is none") {
            _ = try await library.append(LedgerEntry(kind: .read, time: Date(timeIntervalSince1970: .nan)))
        }
        let usage = try await library.ledgerUsage()
        try equal(usage.map(\.tokens.promptTokens), [3], "what was used")
        try equal(usage.map(\.failed), [1], "what failed")
    }

    func ledgerPages() async throws {
        for second in 1...7 {
            _ = try await library.append(
                record(second % 2 == 0 ? .decision : .read, second, engine: second > 4 ? .local : .openai))
        }
        func numbers(_ filter: LedgerFilter) async throws -> [Int] { try await library.ledger(filter).map(\.number) }
        try equal(try await numbers(LedgerFilter(limit: 2)), [6, 7], "the latest")
        try equal(try await numbers(LedgerFilter(kind: .decision, after: 2)), [4, 6], "of a kind, after one")
        try equal(try await numbers(LedgerFilter(engine: .local)), [5, 6, 7], "of an engine")
        try equal(
            try await numbers(
                LedgerFilter(since: Date(timeIntervalSince1970: 3), until: Date(timeIntervalSince1970: 5))), [3, 4],
            "of a time")
        try equal(
            try await library.ledgerPage(LedgerFilter(kind: .read, after: 1, limit: 1), limit: 2).map(\.number),
            [3, 5],
            "the oldest of a page")
        try equal(try await library.ledgerPage(after: 5).map(\.number), [6, 7], "after one")
        var seen: [Int] = []
        try await library.forEachLedgerRecord { seen.append($0.number) }
        try equal(seen, Array(1...7), "all of them")
    }

    func ledgerVerification() async throws {
        try equal(try await library.verifyLedger().records, 0, "records of an empty one")
        for second in 1...3 { _ = try await library.append(record(.read, second)) }
        let first = try await library.verifyLedger()
        try expect(first.valid && first.records == 3, "a whole ledger is not valid")
        let anchor = try unwrap(first.anchor.flatMap { LedgerAnchor($0) }, "anchor")
        var decision = record(.decision, 4, engine: .openai)
        decision.host = "api.example.com"
        _ = try await library.append(decision)
        try equal(try await library.verifyLedger(anchor: anchor).valid, true, "against what was noted")
        try equal(try await library.verifyLedger().unfinished, [4], "decisions without an end")
        var end = record(.outcome, 5, engine: .openai)
        end.decision = 4
        _ = try await library.append(end)
        try equal(try await library.verifyLedger().unfinished, [], "decisions that ended")
        let other = try unwrap(LedgerAnchor("3:" + String(repeating: "ab", count: 32)), "anchor")
        let found = try await library.verifyLedger(anchors: [anchor, other])
        try equal(found.reason, .replaced, "against what is another ledger's")
        try equal(found.firstBroken, 3, "where it differs")
        try await library.acceptLedger()
        try equal(try await library.ledger(LedgerFilter(limit: 1)).first?.entry.purpose, "ledger-accepted", "the note")
    }

    func ledgerForPrograms() async throws {
        var read = record(.read, 1)
        read.host = "another program"
        read.purpose = "mcp read_document"
        read.label = .private
        read.text = "secret id"
        _ = try await library.append(read)
        try await asProgram(upTo: .personal) {
            let seen = try unwrap(try await library.ledger(LedgerFilter()).first, "record").entry
            try expect(seen.text == nil && seen.host == nil && seen.purpose == nil, "what a program sees: \(seen)")
            let page = try unwrap(try await library.ledgerPage(after: 0).first, "record").entry
            try expect(page.text == nil, "what it sees page by page")
        }
        try equal(try await library.ledger(LedgerFilter()).first?.entry, read, "what the owner sees")
    }

    func consents() async throws {
        let given = Consent(
            id: "c", engine: .openai, host: "api.example.com", task: .answer, grantedAt: Date(timeIntervalSince1970: 9))
        try await library.add(given)
        try await library.add(
            Consent(id: "d", engine: .custom, host: "h", task: nil, grantedAt: Date(timeIntervalSince1970: 8)))
        try equal(try await library.consents().map(\.id), ["c", "d"], "those that hold")
        try equal(try await library.consents().first, given, "the consent")
        try equal(try await library.removeConsent(id: "c"), true, "revoked")
        try equal(try await library.removeConsent(id: "c"), false, "revoked twice")
        try equal(try await library.consents().map(\.id), ["d"], "those that are left")
        try equal(try await library.consentHistory().map { $0.revokedAt != nil }, [true, false], "all there were")
        try await fails(.invalidInput, "one that was revoked") { try await library.add(given) }
        try await fails(.invalidInput, "one for no host") {
            try await library.add(Consent(id: "e", engine: .custom, host: "", task: nil, grantedAt: Date()))
        }
    }

    func cancellation() async throws {
        let item = samples.ingestion(1)
        let write = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try await library.store([item])
        }
        do {
            try await write.value
            throw StoreConformance.Failure(check: check, store: store, what: "a cancelled task has written")
        } catch is CancellationError {}
        try equal(try await library.counts().documents, 0, "documents that a cancelled task stored")
        // What a record is about to say is that a request was cancelled.
        let note = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await library.append(LedgerEntry(kind: .outcome, time: Date(), errorCode: "cancelled"))
        }
        try equal(try await note.value, 1, "the record of a cancelled task")
    }
}
