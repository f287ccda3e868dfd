public import HearthCore

#if Llama
import Foundation
import HearthGGUF
import HearthSystem
import Synchronization

/// Keeps models loaded while they are used and for as long as there is room, so that programs with several users (a server)
/// load each once.
///
/// - One load serves all who ask for a model meanwhile; it is given up when none of them waits any more.
/// - What a model will take is estimated before it is loaded. Where that does not fit under the budget, models that nobody
///   uses are unloaded, the one used least recently first; what is in use is never freed.
/// - All users of a model with the same ``Setup`` share one engine, which answers their requests side by side in one context.
///
/// ```swift
/// let pool = ModelPool()
/// let lease = try await pool.lease("/models/small.gguf") { print("\(Int($0 * 100)) %") }
/// let answer = try await lease.engine.response(to: request)
/// ```
public actor ModelPool {
    // Reading the head of a file blocks, so the pool has a thread of its own.
    private let executor = ThreadExecutor(name: "hearth.llama.pool")
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    public nonisolated let configuration: Configuration
    /// How models are run for those who do not say.
    private let standard: Setup
    var entries: [String: PoolEntry] = [:]
    /// Models whose files were replaced, or that are wanted in another way meanwhile, for as long as somebody uses them.
    var retired: [PoolEntry] = []
    private var uses = 0
    private var tickets = 0
    /// What files say of themselves, and their vocabularies; found without waiting for the actor.
    nonisolated let files: PoolFiles
    /// Where models run.
    public nonisolated let host: any ModelHost
    private nonisolated let limits: Mutex<Limits>
    /// Loads that were made, for tests.
    private(set) var loads = 0

    private struct Limits {
        var budget: UInt64
        /// Models that others hold, by their paths.
        var held: [String: (model: LoadedModel, holders: Int)] = [:]
    }

    /// - Parameters:
    ///   - states: Keeps what was evaluated of each conversation, as ``LlamaEngine`` takes it.
    ///   - checks: Remembers the self-tests of models.
    ///   - host: Where models run; in this process where nothing else is said.
    public init(
        configuration: Configuration = Configuration(), states: (any PromptStateStore)? = nil,
        checks: ModelCheckFile? = nil, host: any ModelHost = InProcessHost()
    ) {
        self.host = host
        files = PoolFiles(host: host)
        self.configuration = configuration
        standard = Setup(engine: configuration.engine, states: states, checks: checks)
        limits = Mutex(Limits(budget: Self.budget(configuration.byteBudget)))
    }

    private static func budget(_ bytes: UInt64?) -> UInt64 {
        let memory = ProcessInfo.processInfo.physicalMemory
        let reserve = max(memory / 10, 512 << 20)
        return bytes ?? (memory > reserve ? memory - reserve : memory)
    }

    // MARK: The budget

    /// Bytes for all models together.
    public nonisolated var byteBudget: UInt64 { limits.withLock(\.budget) }

    /// Changes the budget for what is loaded from now on; `nil` takes the default. Nothing is unloaded before that.
    public nonisolated func setByteBudget(_ bytes: UInt64?) { limits.withLock { $0.budget = Self.budget(bytes) } }

    /// Counts a model that others loaded, and keep, against the budget.
    public nonisolated func hold(_ path: String, bytes: UInt64) {
        let id = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
        let now = Date()
        let model = LoadedModel(
            id: id, path: path, state: .ready, progress: 1, memory: MemoryFootprint(weights: bytes), isHeld: true,
            users: 0, since: now, lastUsed: now)
        limits.withLock { limits in
            // While requests end with one that was loaded with other settings, there are two; they share the file's pages.
            limits.held[path, default: (model, 0)].holders += 1
        }
    }

    /// Counts a model no longer, as often as it was held.
    public nonisolated func letGo(_ path: String) {
        limits.withLock { limits in
            guard let held = limits.held[path], held.holders > 1 else { return limits.held[path] = nil }
            limits.held[path]?.holders = held.holders - 1
        }
    }

    nonisolated var held: [LoadedModel] { limits.withLock { $0.held.values.map(\.model) } }

    // MARK: Taking and giving back

    /// The model at `path`, loaded now if it was not. It stays loaded for as long as the lease lives. Cancelling the task ends
    /// the wait at once, and the load where nobody else waits for it.
    ///
    /// - Parameters:
    ///   - setup: How the model is run; `nil` takes the pool's own.
    ///   - progress: Called with the share of the weights that is loaded, from 0 to 1, also for a load that others began.
    /// - Throws: ``LlamaError``: `not-enough-memory` before anything is loaded or unloaded in vain, or as
    ///   ``LlamaModel/init(path:configuration:)``; `CancellationError`.
    public func lease(
        _ path: String, setup: Setup? = nil, progress: (@Sendable (Double) -> Void)? = nil
    ) async throws -> ModelLease {
        try Task.checkCancellation()
        let (entry, slot) = try place(path, setup ?? standard)
        uses += 1
        slot.lastUse = uses
        slot.lastUsed = Date()
        if let model = entry.model {
            progress?(1)
            return leased(model, slot)
        }
        tickets += 1
        let ticket = tickets
        if let progress { entry.listeners.add(progress) }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                slot.waiters += 1
                entry.waiters[ticket] = .init(slot: slot, continuation: continuation)
                begin(entry)
            }
        } onCancel: {
            Task { await self.abandon(ticket) }
        }
    }

    /// The model at `path` as an engine, which is loaded with the first request and counts as in use while it answers.
    ///
    /// - Parameters:
    ///   - id: What the model is called; `nil` takes the name of its file.
    ///   - setup: How the model is run; `nil` takes the pool's own.
    ///   - settings: How the model writes; how it is run is `setup`'s alone.
    public nonisolated func languageModel(
        _ path: String, id: String? = nil, setup: Setup? = nil, settings: ModelSettings = ModelSettings()
    ) -> PooledLanguageModel {
        PooledLanguageModel(path: path, id: id, pool: self, setup: setup, settings: settings)
    }

    /// Everything that is loaded or loading, the one used last first, and then what others hold.
    public func loaded() -> [LoadedModel] {
        sweep()
        return (Array(entries.values) + retired).sorted { $0.lastUse > $1.lastUse }.map(\.description)
            + held.sorted { $0.path < $1.path }
    }

    /// Unloads one model; `false` when it was not loaded.
    ///
    /// - Throws: ``LlamaError`` with the code `model-in-use`.
    @discardableResult
    public func unload(_ path: String) throws -> Bool {
        let path = PoolFiles.resolved(path)
        if held.contains(where: { PoolFiles.resolved($0.path) == path }) { throw LlamaError.held(path) }
        guard let entry = entries[path] else { return false }
        guard !entry.isBusy else { throw LlamaError.inUse(path) }
        entries[path] = nil
        return true
    }

    /// Unloads every model that nobody uses, and every context.
    public func unloadIdle() {
        for entry in entries.values {
            entry.slots.removeAll { !$0.isBusy }
            if entry.slots.isEmpty { entries[entry.path] = nil }
        }
    }

    // MARK: Loading

    private func begin(_ entry: PoolEntry) {
        guard entry.load == nil else { return }
        loads += 1
        let (path, configuration, listeners, host) = (entry.path, entry.loading, entry.listeners, host)
        // By number, because another load of the same file may have begun when this one ends.
        let number = loads
        entry.number = number
        // A bare task, because it belongs to all who wait; ``abandon`` cancels it when none is left.
        entry.load = Task {
            let result: Result<any HostedModel, any Error>
            do {
                result = .success(
                    try await host.load(path, configuration: configuration) { listeners.tell($0) })
            } catch {
                result = .failure(error)
            }
            self.finish(number, result)
        }
    }

    private func finish(_ number: Int, _ result: Result<any HostedModel, any Error>) {
        let all = Array(entries.values) + retired
        guard let entry = all.first(where: { $0.number == number && $0.model == nil }) else { return }
        let waiters = entry.waiters.values
        entry.waiters = [:]
        defer { entry.listeners.removeAll() }
        switch result {
        case .success(let model):
            entry.model = model
            // One that was replaced before it was loaded is no longer the file of its path.
            if entries[entry.path] === entry { files.remember(model, entry.stamp) }
            entry.listeners.tell(1)
            for waiter in waiters {
                waiter.slot.waiters -= 1
                waiter.continuation.resume(returning: leased(model, waiter.slot))
            }
        case .failure(let error):
            forget(entry)
            for waiter in waiters { waiter.continuation.resume(throwing: error) }
        }
    }

    /// A loaded model in one of its contexts, which is made now if nobody asked for it before. One who gave up waiting for
    /// the load leaves a slot without it.
    private func leased(_ model: any HostedModel, _ slot: PoolEntry.Slot) -> ModelLease {
        let setup = slot.setup
        let engine =
            slot.engine
            ?? model.engine(
                configuration: setup.engine, states: setup.states, checks: setup.checks, memory: slot.bytes)
        slot.engine = engine
        return ModelLease(model: model, engine: engine, users: slot.users)
    }

    private func abandon(_ ticket: Int) {
        let all = Array(entries.values) + retired
        guard let entry = all.first(where: { $0.waiters[ticket] != nil }),
            let waiter = entry.waiters.removeValue(forKey: ticket)
        else { return }
        waiter.slot.waiters -= 1
        waiter.continuation.resume(throwing: CancellationError())
        guard entry.waiters.isEmpty, entry.model == nil else { return }
        entry.load?.cancel()
        // Whoever asks again begins anew; the load that was given up finds its entry gone.
        forget(entry)
    }

    private func forget(_ entry: PoolEntry) {
        if entries[entry.path] === entry { entries[entry.path] = nil }
        retired.removeAll { $0 === entry }
    }
}

/// What is loaded where, and what goes when there is no room.
extension ModelPool {
    /// Where a model is, or will be, run so: room is made for it if it is not yet.
    ///
    /// - Throws: ``LlamaError`` `not-enough-memory`, and what reading the file's head throws.
    func place(_ path: String, _ setup: Setup) throws -> (PoolEntry, PoolEntry.Slot) {
        sweep()
        let resolved = PoolFiles.resolved(path)
        let stamp = FileStamp(path: resolved)
        let projector = files.projector(of: resolved)
        if let known = entries[resolved],
            known.stamp != stamp || known.loading != setup.engine.model || known.isGone || known.projector != projector
        {
            // A file that was replaced meanwhile is another model, and so are weights that are loaded in another way, or whose
            // process ended; those who use the old one, or wait for it, keep it.
            entries[resolved] = nil
            known.slots.removeAll { !$0.isBusy }
            if known.isBusy { retired.append(known) }
        }
        if let entry = entries[resolved], let slot = entry.slots.first(where: { $0.setup.isSame(as: setup) }) {
            return (entry, slot)
        }
        var memory = MemoryFootprint(try files.head(of: resolved), setup.engine)
        memory.add(projector)
        let known = entries[resolved]
        try makeRoom(for: memory, besides: known, resolved)
        // What the same owner ran in another way before is of no use any more.
        known?.slots.removeAll { $0.setup.owner == setup.owner && !$0.isBusy }
        let entry =
            known
            ?? PoolEntry(
                path: resolved, stamp: stamp, projector: projector, loading: setup.engine.model, weights: memory.weights
            )
        let slot = PoolEntry.Slot(setup: setup, memory: memory)
        entry.slots.append(slot)
        entries[resolved] = entry
        return (entry, slot)
    }

    /// Unloads what nobody uses until there is room for one more. Nothing is unloaded where that would not be enough.
    ///
    /// - Parameter kept: The entry whose weights the new one shares.
    private func makeRoom(for memory: MemoryFootprint, besides kept: PoolEntry?, _ path: String) throws {
        let all = Array(entries.values) + retired
        func sum(_ bytes: [UInt64]) -> UInt64 { bytes.reduce(0) { $0.saturatingAdding($1) } }
        let others = held
        let busy = all.filter { $0.isBusy && $0 !== kept }
        let taken = sum(others.map(\.memory.total) + busy.map(\.busyBytes) + [kept.map(\.busyBytes) ?? 0])
        let budget = byteBudget
        let left = budget > taken ? budget - taken : 0
        let needed = kept == nil ? memory.total : memory.cache.saturatingAdding(memory.working)
        guard needed <= left else {
            throw LlamaError.overBudget(
                path, needs: needed, budget: budget, inUse: (busy.map(\.id) + others.map(\.id)).sorted(),
                fits: memory.whatFits(in: kept == nil ? left : left.saturatingAdding(memory.weights)))
        }
        var total = sum(others.map(\.memory.total) + all.map(\.bytes))
        let idle = all.flatMap { entry in entry.slots.filter { !$0.isBusy }.map { (entry, $0) } }
        for (entry, slot) in idle.sorted(by: { $0.1.lastUse < $1.1.lastUse }) {
            guard total.saturatingAdding(needed) > budget else { return }
            entry.slots.removeAll { $0 === slot }
            total -= min(total, slot.bytes)
            guard entry.slots.isEmpty, entry !== kept else { continue }
            // A replaced model is no longer the one of its path.
            if entries[entry.path] === entry { entries[entry.path] = nil }
            total -= min(total, entry.weights)
        }
    }

    /// Forgets models whose files were replaced, once nobody uses them.
    func sweep() { retired.removeAll { !$0.isBusy } }
}

extension UInt64 {
    fileprivate func saturatingAdding(_ other: UInt64) -> UInt64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
#endif

extension ModelPool {
    public struct Configuration: Sendable {
        /// Bytes for all models together; `nil` leaves a tenth of this machine's memory, at least 512 MiB, to the system and to
        /// what else runs. `ModelFit` of the registry promises a model by the same rule.
        public var byteBudget: UInt64?
        /// How models are run for those who do not say.
        public var engine: LlamaEngine.Configuration

        public init(byteBudget: UInt64? = nil, engine: LlamaEngine.Configuration = .init()) {
            self.byteBudget = byteBudget
            self.engine = engine
        }
    }

    /// How a model is run, and for whom. Users with equal setups share a context; others share only the weights.
    public struct Setup: Sendable {
        public var engine: LlamaEngine.Configuration
        /// Keeps what was evaluated of each conversation, as ``LlamaEngine`` takes it.
        public var states: (any PromptStateStore)?
        /// Remembers the self-tests of models.
        public var checks: ModelCheckFile?
        /// Names whose conversations these are. Nothing that was evaluated for one owner is used for another.
        public var owner: String

        public init(
            engine: LlamaEngine.Configuration = .init(), states: (any PromptStateStore)? = nil,
            checks: ModelCheckFile? = nil, owner: String = ""
        ) {
            self.engine = engine
            self.states = states
            self.checks = checks
            self.owner = owner
        }

        /// One owner has one store of states.
        func isSame(as other: Setup) -> Bool {
            owner == other.owner && engine == other.engine && checks == other.checks
        }
    }
}
