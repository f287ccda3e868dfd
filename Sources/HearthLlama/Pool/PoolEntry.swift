public import Foundation
import Synchronization

#if Llama
import HearthCore
import HearthGGUF
import HearthSystem

/// The weights of one file in a pool, loading or loaded, and those who use them.
///
/// Not thread-safe: it belongs to the pool's actor, except for what counts users and progress.
final class PoolEntry {
    /// One way to run the model, with an engine of its own: a context, and what was evaluated in it.
    final class Slot {
        let setup: ModelPool.Setup
        let memory: MemoryFootprint
        let users = UseCount()
        var waiters = 0
        var lastUsed = Date()
        /// A count of uses, which tells two of the same moment apart.
        var lastUse = 0
        var engine: (any HostedEngine)?

        init(setup: ModelPool.Setup, memory: MemoryFootprint) {
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
    /// What lets it see, as it lay beside the file then.
    let projector: ProjectorFile?
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

    init(
        path: String, stamp: FileStamp?, projector: ProjectorFile?, loading: LlamaModel.Configuration, weights: UInt64
    ) {
        self.path = path
        self.stamp = stamp
        self.projector = projector
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
        var memory = slots.first?.memory ?? MemoryFootprint(weights: weights)
        for slot in slots.dropFirst() { memory.add(slot.memory) }
        return LoadedModel(
            id: id, path: path, state: model == nil ? .loading : .ready, progress: listeners.share, memory: memory,
            users: slots.reduce(0) { $0 + $1.users.count }, facts: model?.facts, since: since,
            lastUsed: slots.map(\.lastUsed).max() ?? since)
    }
}

// MARK: - Files

/// What a pool knows of files without loading their weights: their heads, and their vocabularies for counting tokens.
///
/// Reading either takes some tenths of a second for a large vocabulary, and both are asked for with every request.
final class PoolFiles: Sendable {
    private struct State {
        var heads: [String: (stamp: FileStamp, file: ModelFile)] = [:]
        /// Projectors, by the models' paths, with the folder and the file as they were then: `nil` where there is none.
        var projectors: [String: (folder: Date?, stamp: FileStamp?, file: ProjectorFile?)] = [:]
        var vocabularies: [String: (stamp: FileStamp, tokenizer: any TextTokenizer)] = [:]
        /// Models that are loaded; this keeps none of them so.
        var loaded: [String: LoadedFile] = [:]
    }

    private struct LoadedFile {
        let stamp: FileStamp?
        weak var model: (any HostedModel)?
    }

    private let state = Mutex(State())
    private let host: any ModelHost
    /// Held while a vocabulary is read, so that each is read once.
    private let reading = Mutex(())

    /// A vocabulary of 128,000 tokens takes some tens of megabytes, and few models are talked to in turns.
    private static let mostVocabularies = 2
    /// Heads take some hundred bytes; this is more files than anyone has.
    private static let mostHeads = 256

    init(host: any ModelHost) { self.host = host }

    static func resolved(_ path: String) -> String { URL(fileURLWithPath: path).resolvingSymlinksInPath().path }

    /// The head of a file as it is now.
    func head(of path: String) throws(LlamaError) -> ModelFile {
        let stamp = FileStamp(path: Self.resolved(path))
        if let stamp, let known = state.withLock({ $0.heads[path] }), known.stamp == stamp { return known.file }
        let file = try ModelFile(path: path)
        guard let stamp else { return file }
        state.withLock { state in
            if state.heads.count >= Self.mostHeads { state.heads = [:] }
            state.heads[path] = (stamp, file)
        }
        return file
    }

    /// The projector of a file, looked for anew once something was put into the folder or taken from it.
    func projector(of path: String) -> ProjectorFile? {
        let path = Self.resolved(path)
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let changed = (try? FileManager.default.attributesOfItem(atPath: folder))?[.modificationDate] as? Date
        // One that is just being copied is looked at again as it grows.
        let stamp = FileStamp(path: ProjectorFile.name(of: path))
        if let known = state.withLock({ $0.projectors[path] }), known.folder == changed, known.stamp == stamp {
            return known.file
        }
        let found = ProjectorFile(of: path)
        state.withLock { state in
            if state.projectors.count >= Self.mostHeads { state.projectors = [:] }
            state.projectors[path] = (changed, stamp, found)
        }
        return found
    }

    /// Takes note of a model that was loaded from a file as it was then; its tokenizer serves for as long as that is the file.
    func remember(_ model: any HostedModel, _ stamp: FileStamp?) {
        let path = Self.resolved(model.path)
        state.withLock { state in
            state.loaded = state.loaded.filter { $0.value.model != nil }
            state.loaded[path] = LoadedFile(stamp: stamp, model: model)
            state.vocabularies[path] = nil
        }
    }

    /// The model's own tokenizer: that of the loaded model, or of the vocabulary alone, which is read now if it was not.
    ///
    /// So that tokens are counted the same way before and after the model is loaded, and looking at a prompt loads no
    /// gigabytes. An estimate where the file cannot be read; a request then says why.
    func tokenizer(of path: String) -> any TextTokenizer {
        let path = Self.resolved(path)
        if let known = known(path) { return known }
        return reading.withLock { _ in
            if let known = known(path) { return known }
            guard let stamp = FileStamp(path: path), let tokenizer = try? host.tokenizer(of: path)
            else { return EstimatedTokenizer() }
            state.withLock { state in
                if state.vocabularies.count >= Self.mostVocabularies { state.vocabularies = [:] }
                state.vocabularies[path] = (stamp, tokenizer)
            }
            return tokenizer
        }
    }

    private func known(_ path: String) -> (any TextTokenizer)? {
        let stamp = FileStamp(path: path)
        return state.withLock { state in
            if let known = state.loaded[path], known.stamp == stamp, let model = known.model, !model.isGone {
                return model.tokenizer
            }
            guard let known = state.vocabularies[path], known.stamp == stamp else { return nil }
            return known.tokenizer
        }
    }
}
#endif

/// A model in a ``ModelPool``: for `hearth models loaded` and for a server's status.
public struct LoadedModel: Hashable, Codable, Sendable {
    public enum State: String, Codable, Sendable { case loading, ready }

    /// The name of the file without its ending.
    public var id: String
    public var path: String
    public var state: State
    /// The share of the weights that is loaded, from 0 to 1.
    public var progress: Double
    /// What is counted against the budget, in bytes.
    public var memory: MemoryFootprint
    /// Whether another part of the program than the pool loaded it, and keeps it. Its users are not counted, and it is unloaded
    /// by those who hold it.
    public var isHeld = false
    /// Requests that use it now; it is unloaded only when there are none.
    public var users: Int
    /// `nil` while it is loading, and for a model that others than the pool loaded.
    public var facts: LlamaModel.Facts?
    /// When loading began.
    public var since: Date
    /// When it was last asked for.
    public var lastUsed: Date
}

/// A model that stays loaded for as long as this value lives.
public final class ModelLease: Sendable {
    public let model: any HostedModel
    /// Answers requests with the model, all users together in one context.
    public let engine: any HostedEngine
    private let users: UseCount

    init(model: any HostedModel, engine: any HostedEngine, users: UseCount) {
        self.model = model
        self.engine = engine
        self.users = users
        users.add(1)
    }

    deinit { users.add(-1) }
}

/// How many use something (a reference count); counted from any thread.
final class UseCount: Sendable {
    private let value = Mutex(0)

    var count: Int { value.withLock { $0 } }

    func add(_ change: Int) { value.withLock { $0 += change } }
}

/// How far a load is, and those who want to hear of it (observers).
final class Listeners: Sendable {
    private struct State {
        var share = 0.0
        var all: [@Sendable (Double) -> Void] = []
    }

    private let state = Mutex(State())

    /// From 0 to 1.
    var share: Double { state.withLock { $0.share } }

    func add(_ listener: @escaping @Sendable (Double) -> Void) { state.withLock { $0.all.append(listener) } }

    func removeAll() { state.withLock { $0.all = [] } }

    func tell(_ share: Double) {
        let all = state.withLock { state in
            state.share = share
            return state.all
        }
        for listener in all { listener(share) }
    }
}
