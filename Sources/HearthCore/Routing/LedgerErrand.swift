package import Foundation

/// Something for which bytes move between this machine and a host although no task of an engine asks for it: a look at a
/// model's file, a download, a key that is shown to its service, a question to Hearth's own server.
///
/// The decision is in the ledger before anything is done, and how it ended afterwards, whatever happens: as an outcome, or as
/// a refusal where the policy let no connection be opened. So `hearth ledger verify` names only what was really cut off.
package struct LedgerErrand: Sendable {
    /// The number of the decision, for the requests that follow from it.
    package let record: Int
    private let ledger: any RoutingLedger
    private let decision: LedgerEntry
    private let start = ContinuousClock.now
    private let now: @Sendable () -> Date

    /// Writes the decision.
    ///
    /// - Parameter purpose: `probe`, `download`, `server`.
    /// - Throws: What the ledger throws; nothing may be done then. Whoever began an errand must ``end(_:)`` it.
    package static func begin(
        _ purpose: String, host: String?, engine: Engine? = nil, in ledger: any RoutingLedger,
        now: @escaping @Sendable () -> Date = { Date() }
    ) async throws -> LedgerErrand {
        let decision = LedgerEntry(kind: .decision, time: now(), engine: engine, host: host, purpose: purpose)
        return LedgerErrand(
            record: try await ledger.append(decision), ledger: ledger, decision: decision, now: now)
    }

    private init(
        record: Int, ledger: any RoutingLedger, decision: LedgerEntry, now: @escaping @Sendable () -> Date
    ) {
        self.record = record
        self.ledger = ledger
        self.decision = decision
        self.now = now
    }

    /// Writes how it ended.
    ///
    /// It throws nothing: what was done is done, and while the ledger cannot be written the next decision is refused.
    ///
    /// - Parameter error: `nil` when all went well.
    package func end(_ error: (any Error)? = nil) async {
        var entry = decision
        entry.decision = record
        entry.time = now()
        entry.duration = start.duration(to: .now) / .seconds(1)
        entry.errorCode = error.map {
            $0 is CancellationError ? "cancelled" : ($0 as? any ReadableError)?.code ?? "failed"
        }
        entry.kind = (error as? any ReadableError)?.kind == .refusedByPolicy ? .refusal : .outcome
        // A task of its own, because a cancelled one may not be able to write, and that is what has to be written down.
        await Task { [entry] in _ = try? await ledger.append(entry) }.value
    }
}

extension RoutingLedger {
    /// Runs one errand from its decision to its end.
    ///
    /// - Parameter body: Gets the number of the decision.
    package func errand<Value: Sendable>(
        _ purpose: String, host: String?, engine: Engine? = nil, now: @escaping @Sendable () -> Date = { Date() },
        isolation: isolated (any Actor)? = #isolation, _ body: (_ record: Int) async throws -> Value
    ) async throws -> Value {
        let errand = try await LedgerErrand.begin(purpose, host: host, engine: engine, in: self, now: now)
        do {
            let value = try await body(errand.record)
            await errand.end()
            return value
        } catch {
            await errand.end(error)
            throw error
        }
    }
}
