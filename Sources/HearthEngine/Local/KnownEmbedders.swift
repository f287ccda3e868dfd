import Foundation
import HearthCore
import HearthLlama
import HearthRegistry
import HearthStore
import Synchronization

/// The file of an embedding model, and what is put before the texts that it is given.
struct EmbedderFile: Codable, Hashable, Sendable {
    var path: String
    var prefixes: EmbeddingPrefixes

    /// The embedding model that the settings choose, or the one that is there without; `nil` where there is none.
    ///
    /// What stands before texts is what the setting says; else what the list says of the file; else what is known of models of the name that
    /// the file gives itself.
    static func chosen(_ snapshot: EnvironmentSnapshot) -> EmbedderFile? {
        let files = ModelFiles(dataFolder: snapshot.sharedFolder)
        guard let path = snapshot.settings.embeddingModel ?? files.embeddingModel() else { return nil }
        if let said = snapshot.settings.embeddingPrefixes { return EmbedderFile(path: path, prefixes: said) }
        return EmbedderFile(path: path, in: files.registry)
    }

    init(path: String, prefixes: EmbeddingPrefixes) { (self.path, self.prefixes) = (path, prefixes) }

    /// As the list of models and the file itself say.
    init(path: String, in registry: ModelRegistry) {
        self.init(
            path: path,
            prefixes: ModelFiles.entry(at: path, in: registry)?.manifest.prefixes ?? EmbeddingFile(path: path)?.prefixes
                ?? .none)
    }

    /// The ids that the model in it may have, as the file's head tells without loading it.
    var possibleIDs: [String] { (EmbeddingFile(path: path)?.names ?? []).map { $0 + prefixes.mark } }
}

/// Remembers in which files the models are whose vectors a library has, so that search can go on with them after another one was chosen.
///
/// A small file in the folder of what can be made anew. Where it cannot be read, models are looked for among those that are installed.
struct KnownEmbedders: Sendable {
    private let file: PrivateFile
    /// More models than anyone changes between; the oldest are not told apart, so all go.
    private static let most = 32

    init(dataFolder: URL) {
        file = PrivateFile(StoreFiles(folder: dataFolder).modelCache.appendingPathComponent("embedders.json"))
    }

    /// The file of the model of an id.
    func file(of id: String) -> EmbedderFile? { read()[id] }

    /// The id of the model in a file; `nil` where it was never loaded.
    func id(of file: EmbedderFile) -> String? { read().first { $0.value == file }?.key }

    func remember(_ file: EmbedderFile, as id: String) {
        var all = read()
        guard all[id] != file || all.contains(where: { $0.value == file && $0.key != id }) else { return }
        if all.count >= Self.most { all = [:] }
        // Another model was put in the place of a file.
        all = all.filter { $0.value != file }
        all[id] = file
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(all) else { return }
        // What cannot be written is looked for the next time.
        try? self.file.write(Array(data))
    }

    private func read() -> [String: EmbedderFile] {
        guard let bytes = (try? file.read()) ?? nil else { return [:] }
        let all = (try? JSONDecoder().decode([String: EmbedderFile].self, from: Data(bytes))) ?? [:]
        return all.filter { $0.value.prefixes.isSensible }
    }
}

/// A model with what it wants before texts. Its id tells both, so that its vectors never stand among such as were made otherwise.
struct PrefixedEmbedder: HostedEmbeddingModel {
    let inner: any EmbeddingModel
    let prefixes: EmbeddingPrefixes

    var id: String { inner.id + prefixes.mark }
    var name: String { inner.name }
    var dimension: Int { inner.dimension }
    var maxTokens: Int { inner.maxTokens }
    var tokenizer: any TextTokenizer { inner.tokenizer }
    var isGone: Bool { (inner as? any HostedEmbeddingModel)?.isGone ?? false }

    func embed(_ texts: [String]) async throws -> [[Float]] { try await inner.embed(texts) }
}

/// The embedding model as far as it can be used.
///
/// What is done by meaning is done by words without one. A file that was cut off, or that this machine cannot load, must not keep
/// anybody from their documents: who works with it goes on without, and says which file it is and what to do.
struct UsableEmbedder: Sendable {
    /// `nil` where there is none, or none that can be used.
    var model: (any EmbeddingModel)?
    /// Why the file that is there cannot be used, and what to do, for a person; `nil` where it can, or where there is none.
    var problem: String?
}

extension Failure.Kind {
    /// Whether a model that fails so while it is loaded cannot be used as it is, here, so that the work goes on without it.
    ///
    /// Everything else is no fault of the model or its file, and would only be hidden.
    var leavesModelUnused: Bool {
        switch self {
        // The file is missing a part, damaged, unreadable, or of a kind that nothing here runs.
        case .unusableModel, .unfitModel, .unreadable, .unsupportedTask, .unusableTemplate,
            // What runs it is not in this build, or not on this machine.
            .unavailable, .toolMissing, .notConfigured, .modelNotReady,
            // It does not fit, or ended while it was loaded.
            .notEnoughMemory, .windowTooSmall, .modelFailed, .modelEnded:
            true
        case .usage, .badRequest, .invalidInput, .contextTooLong, .messageTooLong, .tooLarge, .nothingToRead,
            .notExpressible, .unknownItem, .conflict, .occupied, .unauthorized, .notAllowed, .refusedByPolicy,
            .refusedBySystem, .noEngine, .noSpeechEngine, .keyOfAnotherHost, .unsupportedOption, .noLogprobs,
            .unknownModel, .invalidOutput, .refusedByModel, .incompleteResponse, .providerFailed, .overloaded,
            .rateLimited, .quotaExceeded, .badKey, .wrongAddress, .unsendable, .connectionFailed, .timedOut,
            .badResponse, .badSettings, .locked, .damagedData, .diskFull, .busy, .storeUnreachable, .uncertain,
            .systemFailed, .notRecorded, .stopped, .internal:
            false
        }
    }
}

// MARK: - What search uses

/// What search makes the vectors of queries with.
struct SearchEmbedder: Sendable {
    /// `nil` where search is by words only.
    var model: (any EmbeddingModel)?
    /// Why there is none, where it is not that none is set.
    var why: String?
}

/// The model whose vectors search uses while the library waits for those of the one that is chosen. It is loaded when a search first needs
/// it, and let go when the new vectors are whole.
final class FormerEmbedder: Sendable {
    private let snapshot: EnvironmentSnapshot
    private let threads: Int
    private let pool: ModelPool
    private let held = Mutex<Held?>(nil)

    private struct Held: Sendable {
        var id: String
        var model: SharedValue<HeldEmbedder>
    }

    init(snapshot: EnvironmentSnapshot, threads: Int, pool: ModelPool) {
        (self.snapshot, self.threads, self.pool) = (snapshot, threads, pool)
    }

    /// The model of stored vectors; `nil` where its file is not there, or another model is in it now.
    func model(of stored: StoredVectorModel) async throws -> (any EmbeddingModel)? {
        let shared = shared(stored)
        // The process of a model may have ended; who asks then has it loaded again.
        await shared.forget { ($0.model as? any HostedEmbeddingModel)?.isGone == true }
        do {
            return try await shared.value().model
        } catch is HeldEmbedder.Missing {
            return nil
        }
    }

    func letGo() { held.withLock { $0 = nil } }

    private func shared(_ stored: StoredVectorModel) -> SharedValue<HeldEmbedder> {
        held.withLock { held in
            if let held, held.id == stored.id { return held.model }
            let model = SharedValue { [snapshot, threads, pool] in
                let files = try await BlockingWork.run { Self.files(of: stored.id, snapshot) }
                for file in files {
                    do {
                        let model = try await LocalEmbedder.open(file, threads: threads, host: pool.host)
                        guard model.id == stored.id, model.dimension == stored.dimension else { continue }
                        return HeldEmbedder(model: model, held: HeldModel(file.path, in: pool))
                    } catch let error as CancellationError {
                        throw error
                    } catch {
                        // A file that cannot be used is as good as gone: the library gets other vectors anyway.
                    }
                }
                throw HeldEmbedder.Missing()
            }
            held = Held(id: stored.id, model: model)
            return model
        }
    }

    /// Files that may hold the model: where it was last, else those that would make a model of that id.
    private static func files(of id: String, _ snapshot: EnvironmentSnapshot) -> [EmbedderFile] {
        if let known = KnownEmbedders(dataFolder: snapshot.sharedFolder).file(of: id),
            FileManager.default.fileExists(atPath: known.path)
        {
            return [known]
        }
        let files = ModelFiles(dataFolder: snapshot.sharedFolder)
        let entries = ((try? files.registry.entries()) ?? []).filter { $0.manifest.modality == .embedding }
        let paths =
            [snapshot.settings.embeddingModel, files.embeddingModel()].compactMap(\.self) + entries.compactMap(\.path)
        var seen: Set<String> = []
        return paths.filter { seen.insert($0).inserted }.flatMap { path in
            // Earlier versions put nothing before texts.
            Set([EmbedderFile(path: path, in: files.registry), EmbedderFile(path: path, prefixes: .none)])
        }.filter { $0.possibleIDs.contains(id) }
    }
}
