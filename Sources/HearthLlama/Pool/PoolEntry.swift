#if Llama
import Foundation
import HearthCore

/// The weights of one file in a pool, loading or loaded, and those who use them.
///
/// Not thread-safe: it belongs to the pool's actor, except for what counts users and progress.
final class PoolEntry {
    /// One way to run the model, with an engine of its own: a context, and what was evaluated in it.
    final class Slot {
        let setup: ModelPool.Setup
        let memory: MemoryEstimate
        let users = UseCount()
        var waiters = 0
        var lastUsed = Date()
        /// A count of uses, which tells two of the same moment apart.
        var lastUse = 0
        var engine: (any HostedEngine)?

        init(setup: ModelPool.Setup, memory: MemoryEstimate) {
            self.setup = setup
            self.memory = memory
        }

        var isBusy: Bool { waiters > 0 || users.count > 0 }
        /// Bytes that are its own: the context, and what is computed on the way.
        var bytes: UInt64 { memory.cache.addingReportingOverflow(memory.working).partialValue }
    }

    /// One who waits for the load.
    struct Waiter {
        let slot: Slot
        let continuation: CheckedContinuation<ModelLease, any Error>
    }

    let path: String
    let stamp: FileStamp?
    /// How the weights are loaded.
    let loading: LlamaModel.Configuration
    /// Bytes of the weights.
    let weights: UInt64
    let since = Date()
    let listeners = Listeners()
    var slots: [Slot] = []
    var waiters: [Int: Waiter] = [:]
    var load: Task<Void, Never>?
    /// Which load of the pool it is.
    var number = 0
    var model: (any HostedModel)?

    init(path: String, stamp: FileStamp?, loading: LlamaModel.Configuration, weights: UInt64) {
        self.path = path
        self.stamp = stamp
        self.loading = loading
        self.weights = weights
    }

    /// Whether the model was loaded and is no more: its process ended.
    var isGone: Bool { model?.isGone ?? false }
    var id: String { URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent }
    var isBusy: Bool { slots.contains(where: \.isBusy) }
    var lastUse: Int { slots.map(\.lastUse).max() ?? 0 }
    /// Bytes of everything; of what is in use alone.
    var bytes: UInt64 { slots.reduce(weights) { $0.addingReportingOverflow($1.bytes).partialValue } }
    var busyBytes: UInt64 {
        slots.reduce(weights) { $1.isBusy ? $0.addingReportingOverflow($1.bytes).partialValue : $0 }
    }

    /// For a list of what is loaded.
    var description: LoadedModel {
        var memory = slots.first?.memory ?? MemoryEstimate(weights: weights)
        for slot in slots.dropFirst() { memory.add(slot.memory) }
        return LoadedModel(
            id: id, path: path, state: model == nil ? .loading : .ready, progress: listeners.share, memory: memory,
            users: slots.reduce(0) { $0 + $1.users.count }, facts: model?.facts, since: since,
            lastUsed: slots.map(\.lastUsed).max() ?? since)
    }
}
#endif
