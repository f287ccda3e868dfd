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
