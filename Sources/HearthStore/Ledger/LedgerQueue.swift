/// Gathers appends that come while a transaction is under way, and writes them together in the next one.
///
/// A commit waits for the disk; a hundred requests at once then wait for two commits, not for a hundred. Cancelling whoever
/// appends does not take the record back: that a request was cancelled is what the record is about to say.
actor LedgerQueue {
    typealias Write = @Sendable ([LedgerBody]) async throws -> Int

    /// The most records of one transaction, which bounds how long another process waits.
    private static let limit = 1_000

    private var waiting: [(body: LedgerBody, continuation: CheckedContinuation<Int, any Error>)] = []
    private var isWriting = false

    /// Writes a record by `write`, which takes the bodies of records and returns the number of the first.
    func append(_ body: LedgerBody, write: @escaping Write) async throws -> Int {
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
