public import Foundation

/// The append-only record of every decision and every connection.
public protocol RoutingLedger: Sendable {
    /// Writes an entry durably and returns its number, counted from 1.
    ///
    /// - Throws: When it cannot be written; whoever wanted to act must then not act.
    func append(_ entry: LedgerEntry) async throws -> Int
}

/// The content of one ledger record. It holds the text of a prompt only if the user turned that on.
public struct LedgerEntry: Hashable, Codable, Sendable {
    public enum Kind: String, Codable, Sendable {
        /// An engine was chosen; written before anything is sent to it.
        case decision
        /// No engine was allowed or able.
        case refusal
        /// A connection to another process or host ended, well or badly.
        case connection
        /// An engine ended its work: tokens, duration, error.
        case outcome
        /// A program outside, or somebody with whom it is shared, was given something of the library; written before it is.
        case read
        /// The label of an item was changed.
        case label
        /// Somebody with whom a collection is shared adds something to it, or changes or removes what they added; written before they do.
        case write
    }

    public var kind: Kind
    public var time: Date
    public var task: TaskKind?
    public var engine: Engine?
    public var model: String?
    /// For `read` and `label`, what the program calls itself; for `write`, and where something shared was read, the name of who did it.
    public var host: String?
    /// Why bytes move when no task of an engine asks for them: `download`, `probe`. For `read`, the interface and what was asked
    /// of it, such as `mcp read_document`; for `label`, who changed it: `owner`, or an interface.
    public var purpose: String?
    public var label: SensitivityLabel?
    public var consentID: String?
    /// The number of the decision's record that this one follows from.
    public var decision: Int?
    public var bytesOut: Int?
    public var bytesIn: Int?
    /// SHA-256 of the request's body, hexadecimal.
    public var bodyHash: String?
    /// Seconds from start to end.
    public var duration: Double?
    public var usage: TokenUsage?
    /// Millionths of a US dollar; `nil` when the price is not known.
    public var costMicros: Int?
    /// `nil` when all went well.
    public var errorCode: String?
    public var wasFallback: Bool
    /// The prompt, only when the user turned that on. For `read` and `label`, the ids of what was given or labelled.
    public var text: String?

    public init(
        kind: Kind, time: Date, task: TaskKind? = nil, engine: Engine? = nil, model: String? = nil,
        host: String? = nil, purpose: String? = nil, label: SensitivityLabel? = nil, consentID: String? = nil,
        decision: Int? = nil, bytesOut: Int? = nil, bytesIn: Int? = nil, bodyHash: String? = nil,
        duration: Double? = nil, usage: TokenUsage? = nil, costMicros: Int? = nil, errorCode: String? = nil,
        wasFallback: Bool = false, text: String? = nil
    ) {
        self.kind = kind
        self.time = time
        self.task = task
        self.engine = engine
        self.model = model
        self.host = host
        self.purpose = purpose
        self.label = label
        self.consentID = consentID
        self.decision = decision
        self.bytesOut = bytesOut
        self.bytesIn = bytesIn
        self.bodyHash = bodyHash
        self.duration = duration
        self.usage = usage
        self.costMicros = costMicros
        self.errorCode = errorCode
        self.wasFallback = wasFallback
        self.text = text
    }
}

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
    /// - Parameter purpose: `probe`, `download`, `server`, `tool`.
    /// - Throws: What the ledger throws; nothing may be done then. Whoever began an errand must ``end(_:)`` it.
    package static func begin(
        _ purpose: String, host: String?, engine: Engine? = nil, in ledger: any RoutingLedger,
        now: @escaping @Sendable () -> Date = { Date() }
    ) async throws -> LedgerErrand {
        try await begin(
            LedgerEntry(kind: .decision, time: now(), engine: engine, host: host, purpose: purpose), in: ledger,
            now: now)
    }

    /// Writes a decision that says more, such as what is sent and how private that is.
    package static func begin(
        _ decision: LedgerEntry, in ledger: any RoutingLedger, now: @escaping @Sendable () -> Date = { Date() }
    ) async throws -> LedgerErrand {
        LedgerErrand(
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
        entry.duration = start.duration(to: .now).seconds
        entry.errorCode = error?.recordedCode
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

// MARK: - Writing together

/// Gathers appends that come while a transaction is under way, and writes them together in the next one (group commit).
///
/// A commit waits for the disk; a hundred requests at once then wait for two commits, not for a hundred. Cancelling whoever
/// appends does not take the record back: that a request was cancelled is what the record is about to say.
package actor LedgerQueue {
    package typealias Write = @Sendable ([LedgerBody]) async throws -> Int

    /// The most records of one transaction, which bounds how long another process waits.
    private static let limit = 1_000

    private var waiting: [(body: LedgerBody, continuation: CheckedContinuation<Int, any Error>)] = []
    private var isWriting = false

    package init() {}

    /// Writes a record by `write`, which takes the bodies of records and returns the number of the first.
    package nonisolated func append(_ body: LedgerBody, write: @escaping Write) async throws -> Int {
        // Where everything is done: a task that has threads of its own, all of them at work, would come in or back late, and keep
        // the others out until then.
        try await withTaskExecutorPreference(globalConcurrentExecutor) { try await queue(body, write) }
    }

    private func queue(_ body: LedgerBody, _ write: @escaping Write) async throws -> Int {
        try await withCheckedThrowingContinuation { continuation in
            waiting.append((body, continuation))
            guard !isWriting else { return }
            isWriting = true
            // Not a child of the caller: the others' records must not depend on the caller's cancellation.
            Task { await drain(write) }
        }
    }

    private func drain(_ write: Write) async {
        while !waiting.isEmpty {
            let batch = waiting.prefix(Self.limit)
            waiting.removeFirst(batch.count)
            do {
                let first = try await write(batch.map(\.body))
                for (offset, item) in batch.enumerated() { item.continuation.resume(returning: first + offset) }
            } catch {
                for item in batch { item.continuation.resume(throwing: error) }
            }
        }
        isWriting = false
    }
}
