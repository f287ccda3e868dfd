import CEncoderKernels
import Foundation
import HearthCore
import HearthGGUF
import Synchronization

/// An encoder at work: its weights, a thread a core, and the working memory of each.
///
/// What it is given goes through in batches that are about equally much work, each worker taking the next when it is free.
final class EncoderWorkers: Sendable {
    let encoder: BertEncoder
    let threads: ThreadPool
    /// The most tokens of one batch.
    private let rows: Int
    private let workspaces = Mutex<[BertWorkspace]>([])

    /// - Parameters:
    ///   - threads: How many cores to use; ``checked(threads:)`` says which numbers are good.
    ///   - rows: The most tokens of a batch. The longest sequence must fit into one.
    init(encoder: BertEncoder, threads: Int, rows: Int) {
        self.encoder = encoder
        self.threads = ThreadPool(name: "hearth.encoder", count: threads, stackSize: 1 << 20)
        self.rows = rows
    }

    /// How many threads are meant; `nil` means one for each core.
    static func checked(threads: Int?) throws -> Int {
        let threads = threads ?? ProcessInfo.processInfo.activeProcessorCount
        guard threads >= 1, threads <= 1024 else {
            throw EmbeddingError(.invalidConfiguration, "The encoder can use 1 to 1024 threads, not \(threads).")
        }
        return threads
    }

    /// Does a piece of work for each of some items, in their order.
    ///
    /// - Parameters:
    ///   - sizes: For each item how many tokens it has, or about how many.
    ///   - work: Is given items that lie side by side and together have no more tokens than a batch, by their sizes, or a single one; with
    ///     memory that no other has meanwhile. Gives one result for each. Runs on the encoder's threads.
    /// - Throws: What `work` throws; `CancellationError` between two batches.
    func run<Done: Sendable>(
        sizes: [Int], _ work: @escaping @Sendable (_ items: Range<Int>, _ workspace: BertWorkspace) throws -> [Done]
    ) async throws -> [Done] {
        guard !sizes.isEmpty else { return [] }
        let batches = BatchQueue(sizes: sizes, rows: rows)
        return try await withThrowingTaskGroup(of: [(Int, [Done])].self) { group in
            for _ in 0..<min(threads.count, sizes.count) {
                group.addTask(executorPreference: threads) {
                    var done: [(Int, [Done])] = []
                    while let batch = batches.take() {
                        try Task.checkCancellation()
                        done.append((batch.lowerBound, try self.withWorkspace { try work(batch, $0) }))
                        // Lets a question's embedding, queued meanwhile, go ahead of the next batch.
                        await Task.yield()
                    }
                    return done
                }
            }
            var all: [(start: Int, done: [Done])] = []
            for try await batches in group { all += batches }
            return all.sorted { $0.start < $1.start }.flatMap(\.done)
        }
    }

    private func withWorkspace<Value>(_ body: (BertWorkspace) throws -> Value) rethrows -> Value {
        let workspace =
            workspaces.withLock { $0.popLast() }
            ?? BertWorkspace(shape: encoder.shape, kernel: encoder.weights.kernel, capacity: rows)
        defer { workspaces.withLock { $0.append(workspace) } }
        return try body(workspace)
    }
}

/// Hands out items in batches to the workers of one call, each worker taking the next when it is free.
final class BatchQueue: Sendable {
    private let sizes: [Int]
    private let rows: Int
    private let next = Mutex(0)

    /// - Parameters:
    ///   - sizes: Tokens of each item.
    ///   - rows: About how many tokens make a batch.
    init(sizes: [Int], rows: Int) {
        self.sizes = sizes
        self.rows = rows
    }

    /// The next items, or `nil` when none are left. At least one, and by their sizes no more than `rows` tokens.
    func take() -> Range<Int>? {
        next.withLock { next in
            guard next < sizes.count else { return nil }
            let first = next
            var sum = 0
            while next < sizes.count, next == first || sum + sizes[next] <= rows {
                sum += sizes[next]
                next += 1
            }
            return first..<next
        }
    }
}
