#if Llama
import Foundation
public import HearthCore
import Synchronization

/// Keeps models loaded while they are used and for as long as there is room, so that programs with several users (a server)
/// load each once.
///
/// - One load serves all who ask for a model meanwhile; it is given up when none of them waits any more.
/// - What a model will take is estimated before it is loaded. Where that does not fit under the budget, models that nobody
///   uses are unloaded, the one used least recently first; what is in use is never freed.
/// - All users of a model share one engine, which answers their requests side by side in one context.
///
/// ```swift
/// let pool = ModelPool()
/// let lease = try await pool.lease("/models/small.gguf") { print("\(Int($0 * 100)) %") }
/// let answer = try await lease.engine.response(to: request)
/// ```
public actor ModelPool {
    public struct Configuration: Sendable {
        /// Bytes for all models together; `nil` takes three quarters of this machine's memory, the rest being for the system
        /// and for what else runs.
        public var byteBudget: UInt64?
        /// How models are run.
        public var engine: LlamaEngine.Configuration

        public init(byteBudget: UInt64? = nil, engine: LlamaEngine.Configuration = .init()) {
            self.byteBudget = byteBudget
            self.engine = engine
        }
    }

    // Reading the head of a file blocks, so the pool has a thread of its own.
    private let executor = ThreadExecutor(name: "hearth.llama.pool")
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    public nonisolated let configuration: Configuration
    /// Bytes for all models together.
    public nonisolated let byteBudget: UInt64
    private let states: (any PromptStateStore)?
    private let checks: ModelCheckFile?
    private var entries: [String: Entry] = [:]
    private var uses = 0
    private var tickets = 0
    /// What ``tokenizer(of:)`` finds without waiting; it keeps nothing loaded.
    private nonisolated let models = Mutex<[String: WeakModel]>([:])
    /// Loads that were made, for tests.
    private(set) var loads = 0

    private struct WeakModel {
        weak var model: LlamaModel?
    }

    private final class Entry {
        let path: String
        let stamp: FileStamp?
        let memory: MemoryEstimate
        let since = Date()
        let users = UseCount()
        let listeners = Listeners()
        var lastUsed = Date()
        var lastUse = 0
        var waiters: [Int: CheckedContinuation<ModelLease, any Error>] = [:]
        var load: Task<Void, Never>?
        var loaded: (model: LlamaModel, engine: LlamaEngine)?

        init(path: String, stamp: FileStamp?, memory: MemoryEstimate) {
            self.path = path
            self.stamp = stamp
            self.memory = memory
        }

        var id: String { URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent }
        var isIdle: Bool { loaded != nil && users.count == 0 }
    }

    /// - Parameters:
    ///   - states: Keeps what was evaluated of each conversation, as ``LlamaEngine`` takes it.
    ///   - checks: Remembers the self-tests of models.
    public init(
        configuration: Configuration = Configuration(), states: (any PromptStateStore)? = nil,
        checks: ModelCheckFile? = nil
    ) {
        self.configuration = configuration
        self.states = states
        self.checks = checks
        byteBudget = configuration.byteBudget ?? ProcessInfo.processInfo.physicalMemory / 4 * 3
    }

    // MARK: Taking and giving back

    /// The model at `path`, loaded now if it was not. It stays loaded for as long as the lease lives. Cancelling the task ends
    /// the wait at once, and the load where nobody else waits for it.
    ///
    /// - Parameter progress: Called with the share of the weights that is loaded, from 0 to 1, also for a load that others
    ///   began.
    /// - Throws: ``LlamaError``: `not-enough-memory` before anything is loaded or unloaded in vain, or as
    ///   ``LlamaModel/init(path:configuration:)``; `CancellationError`.
    public func lease(_ path: String, progress: (@Sendable (Double) -> Void)? = nil) async throws -> ModelLease {
        try Task.checkCancellation()
        let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let entry = try entry(for: path)
        uses += 1
        entry.lastUse = uses
        entry.lastUsed = Date()
        if let loaded = entry.loaded {
            progress?(1)
            return ModelLease(model: loaded.model, engine: loaded.engine, users: entry.users)
        }
        tickets += 1
        let ticket = tickets
        if let progress { entry.listeners.add(progress) }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                entry.waiters[ticket] = continuation
                begin(entry)
            }
        } onCancel: {
            Task { await self.abandon(path, ticket) }
        }
    }

    /// The model at `path` as an engine, which is loaded with the first request and counts as in use while it answers.
    public nonisolated func languageModel(_ path: String) -> PooledLanguageModel {
        PooledLanguageModel(path: path, pool: self)
    }

    /// The tokenizer of a model that is loaded now.
    nonisolated func tokenizer(of path: String) -> (any TextTokenizer)? {
        let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        return models.withLock { $0[path]?.model?.tokenizer }
    }

    /// Everything that is loaded or loading, the one used last first.
    public func loaded() -> [LoadedModel] {
        entries.values.sorted { $0.lastUse > $1.lastUse }.map { entry in
            LoadedModel(
                id: entry.id, path: entry.path, state: entry.loaded == nil ? .loading : .ready,
                progress: entry.listeners.share, memory: entry.memory, users: entry.users.count,
                facts: entry.loaded?.model.facts, since: entry.since, lastUsed: entry.lastUsed)
        }
    }

    /// Unloads one model; `false` when it was not loaded.
    ///
    /// - Throws: ``LlamaError`` with the code `model-in-use`.
    @discardableResult
    public func unload(_ path: String) throws -> Bool {
        let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        guard let entry = entries[path] else { return false }
        guard entry.isIdle else { throw LlamaError.inUse(path) }
        entries[path] = nil
        return true
    }

    /// Unloads every model that nobody uses.
    public func unloadIdle() {
        for entry in entries.values where entry.isIdle { entries[entry.path] = nil }
    }

    // MARK: Loading

    private func entry(for path: String) throws -> Entry {
        let stamp = FileStamp(path)
        if let known = entries[path] {
            // A file that was replaced meanwhile is another model; those who use the old one keep it.
            if known.loaded == nil || known.stamp == stamp { return known }
            entries[path] = nil
        }
        let memory = try MemoryEstimate(path: path, configuration: configuration.engine)
        try makeRoom(for: memory, path)
        let made = Entry(path: path, stamp: stamp, memory: memory)
        entries[path] = made
        return made
    }

    /// Unloads what nobody uses until there is room. Nothing is unloaded where that would not be enough.
    private func makeRoom(for memory: MemoryEstimate, _ path: String) throws {
        let busy = entries.values.filter { !$0.isIdle }
        let taken = busy.reduce(UInt64(0)) { $0.addingReportingOverflow($1.memory.total).partialValue }
        let left = byteBudget > taken ? byteBudget - taken : 0
        guard memory.total <= left else {
            throw LlamaError.overBudget(
                path, needs: memory.total, budget: byteBudget, inUse: busy.map(\.id).sorted(),
                fits: memory.whatFits(in: left))
        }
        for entry in entries.values.filter(\.isIdle).sorted(by: { $0.lastUse < $1.lastUse }) {
            let all = entries.values.reduce(UInt64(0)) { $0.addingReportingOverflow($1.memory.total).partialValue }
            guard all.addingReportingOverflow(memory.total).partialValue > byteBudget else { return }
            entries[entry.path] = nil
        }
    }

    private func begin(_ entry: Entry) {
        guard entry.load == nil else { return }
        loads += 1
        let (path, model, listeners) = (entry.path, configuration.engine.model, entry.listeners)
        // A bare task, because it belongs to all who wait; ``abandon`` cancels it when none is left.
        entry.load = Task {
            do {
                let model = try await LlamaModel.load(from: path, configuration: model) { share in
                    listeners.tell(share)
                }
                self.finish(path, .success(model))
            } catch {
                self.finish(path, .failure(error))
            }
        }
    }

    private func finish(_ path: String, _ result: Result<LlamaModel, any Error>) {
        guard let entry = entries[path], entry.loaded == nil else { return }
        let waiters = entry.waiters.values
        entry.waiters = [:]
        defer { entry.listeners.removeAll() }
        switch result {
        case .success(let model):
            let engine = LlamaEngine(model: model, configuration: configuration.engine, states: states, checks: checks)
            entry.loaded = (model, engine)
            models.withLock { models in
                models = models.filter { $0.value.model != nil }
                models[path] = WeakModel(model: model)
            }
            entry.listeners.tell(1)
            for waiter in waiters {
                waiter.resume(returning: ModelLease(model: model, engine: engine, users: entry.users))
            }
        case .failure(let error):
            entries[path] = nil
            for waiter in waiters { waiter.resume(throwing: error) }
        }
    }

    private func abandon(_ path: String, _ ticket: Int) {
        guard let entry = entries[path], let waiter = entry.waiters.removeValue(forKey: ticket) else { return }
        waiter.resume(throwing: CancellationError())
        guard entry.waiters.isEmpty, entry.loaded == nil else { return }
        entry.load?.cancel()
        // Whoever asks again begins anew; the load that was given up finds its entry gone.
        entries[path] = nil
    }
}
#endif
