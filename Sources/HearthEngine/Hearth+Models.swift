public import Foundation
import HearthCore
import HearthLlama
public import HearthRegistry
import HearthStore
import HearthTemplates

/// Local models: what there is, what fits, and bringing files here.
///
/// Nothing is fetched unless a person asks for it. What is fetched goes through the transport and into the ledger, with the
/// purpose `probe` for a look and `download` for a file; offline it is refused by the policy.
extension Hearth {
    /// The models that are known and those that are here. Opens no connection.
    public nonisolated var models: ModelRegistry { ModelFiles(dataFolder: environments.current.dataFolder).registry }

    /// What this machine has for models.
    public nonisolated var machine: MachineFacts { MachineFacts.current(folder: models.folder) }

    /// Takes in, checks and removes models, and fetches them.
    public func modelLibrary() async throws -> ModelLibrary {
        ModelLibrary(registry: models, downloader: ModelDownloader(connection: try await modelConnection()))
    }

    /// Takes in, checks and removes files of this machine; opens neither a connection nor the store.
    public nonisolated var localModelLibrary: ModelLibrary { ModelLibrary(registry: models) }

    /// Finds out whether a model would run here: an address with `https`, a `file:` URL, or a path.
    ///
    /// - Throws: `RegistryError`, and what the transport throws: `refused-by-policy` when offline.
    public func inspectModel(_ place: ModelPlace, wishes: ModelWishes = ModelWishes()) async throws -> ModelInspection {
        switch place {
        case .file(let path):
            var found = try localInspector.inspect(file: path, wishes: wishes)
            if found.isCompatible, let trial = await trial(ofFile: path, for: found.manifest.modality) {
                found.checks.append(trial)
            }
            return found
        case .remote(let url): return try await remoteInspector().inspect(url, wishes: wishes)
        }
    }

    /// Fetches a model of the list, or goes on fetching it, after a look at whether it would run here.
    ///
    /// - Throws: `RegistryError`, and what the transport throws: `refused-by-policy` when offline.
    public func pullModel(
        _ id: String, progress: @escaping @Sendable (DownloadEvent) -> Void
    ) async throws -> DownloadedFile {
        try await modelLibrary().pull(id, inspector: remoteInspector(), progress: progress)
    }

    /// Everything that is known of a model, what its file says included when it is here. Opens no connection.
    ///
    /// - Parameter context: Tokens of the window for which memory is computed; `nil` takes what a local engine would.
    /// - Throws: `RegistryError` `unknown-model`.
    public nonisolated func modelDetails(_ id: String, context: Int? = nil) throws -> ModelDetails {
        try ModelDetails(models.entry(id), inspector: localInspector, context: context)
    }

    private nonisolated var localInspector: ModelInspector { inspector(nil) }

    private func remoteInspector() async throws -> ModelInspector { inspector(try await modelConnection()) }

    private nonisolated func inspector(_ connection: ModelConnection?) -> ModelInspector {
        ModelInspector(
            connection: connection, machine: machine,
            readTemplate: { template in
                let family = TemplateFamily.detect(template)
                return TemplateFacts(
                    family: family?.name, stops: family?.stops ?? [],
                    reasons: template.contains("<think") || template.contains("reasoning_content"))
            }, supports: ArchitectureProbe.knows)
    }

    private func modelConnection() async throws -> ModelConnection {
        let parts = try current()
        let key = try await parts.engines().key(.huggingface)
        return ModelConnection(transport: try await parts.engines().transport, ledger: try await parts.database()) {
            origin in
            guard HuggingFace.mayHaveKey(origin), let key = try await key() else { return nil }
            return Credential(header: "Authorization", prefix: "Bearer ", key: key, origin: origin)
        }
    }

    /// Makes a model the one that is used for a kind of work, in the environment that is in use.
    ///
    /// - Parameter purpose: `nil` takes what the model is made for.
    /// - Throws: `RegistryError` `unknown-model`, `model-not-found` when it is not installed, `incompatible-model`.
    @discardableResult
    public nonisolated func useModel(_ id: String, for purpose: ModelPurpose? = nil) throws -> ModelRegistry.Entry {
        let entry = try models.entry(id)
        guard let path = entry.path else { throw Self.notInstalled(entry) }
        guard let purpose = purpose ?? ModelPurpose(entry.manifest.modality) else {
            throw EngineError(
                code: "incompatible-model",
                message:
                    "\(entry.manifest.id) is a model for \(entry.manifest.modality.title), and none is chosen once for "
                    + "all: `hearth transcribe` takes what is installed, or what its --model names.")
        }
        let (modality, runtimes, key): (Modality, [Runtime], SettingKey) =
            switch purpose {
            case .chat: (.textGeneration, [.llama], .localModel)
            case .embed: (.embedding, [.hearth, .llama], .embeddingModel)
            case .rerank: (.reranking, [.llama], .rerankingModel)
            }
        let isMeantForIt = entry.manifest.modality == modality
        guard isMeantForIt, entry.manifest.runtimes.contains(where: runtimes.contains) else {
            throw EngineError(
                code: "incompatible-model",
                message: "\(entry.manifest.id) cannot be used for \(purpose.rawValue): "
                    + (isMeantForIt ? "nothing here runs it." : "it is a model for \(entry.manifest.modality.title).")
                    + " `hearth models recommend` names some that can.")
        }
        if let problem = try modelDetails(id).problem {
            throw EngineError(code: "model-damaged", message: "\(entry.manifest.id) cannot be used: \(problem)")
        }
        try set(key, to: path)
        return entry
    }

    /// Loads an installed model once, as its work would, so that one that cannot be used is seen before it is chosen.
    ///
    /// - Returns: What the self-test found against the chat template; usually nothing.
    /// - Throws: `RegistryError` `unknown-model`; what loading throws, such as `not-enough-memory` or `model-truncated`.
    public nonisolated func tryModel(_ id: String, for purpose: ModelPurpose) async throws -> [String] {
        let entry = try models.entry(id)
        guard let path = entry.path else { throw Self.notInstalled(entry) }
        switch purpose {
        case .chat:
            let own = try ModelSettingsFile(folder: folder).settings(of: entry.manifest.id)
            var engine = LocalEngine.configuration(own, environments.current)
            // A short context spares the memory of a long one, and is nobody's conversation.
            engine.contextLength = 512
            let setup = ModelPool.Setup(engine: engine, checks: ModelFiles(dataFolder: folder).checks, owner: "trial")
            return try await pool.lease(path, setup: setup).engine.examine()
        case .embed: _ = try await LocalEmbedder.open(path, threads: 1, host: pool.host).embed(["a sentence"])
        case .rerank:
            _ = try await LazyReranker(path: path, threads: 1, host: pool.host).scores(
                query: "a question", texts: ["an answer"])
        }
        return []
    }

    private static func notInstalled(_ entry: ModelRegistry.Entry) -> EngineError {
        EngineError(
            code: "model-not-found",
            message: "\(entry.manifest.id) is not installed; `hearth models pull \(entry.manifest.id)` fetches it.")
    }

    /// Sets a value, and makes sure that it holds.
    private nonisolated func set(_ key: SettingKey, to text: String) throws {
        let snapshot = environments.current
        switch snapshot.sources[key] {
        case .variable(let name)?:
            throw EngineError(
                code: "setting-overridden",
                message: "The variable \(name) stands above what is chosen here. Unset it first.")
        case .flag?:
            throw EngineError(
                code: "setting-overridden", message: "A flag of this call stands above what is chosen here.")
        case .environment?, .file?, .preset?, nil: try snapshot.editor.set(key, to: text)
        }
        try environments.reload()
    }

    /// Files of models that are in use: those that the settings name, and the embedding model that is found without.
    public nonisolated var modelsInUse: [String] {
        let files = ModelFiles(dataFolder: folder)
        let chat = settings.localModel.map { LocalChatModel.path($0, in: files.registry) }
        return [chat, settings.embeddingModel ?? files.embeddingModel(), settings.rerankingModel].compactMap { $0 }
    }
}

/// What a local model is used for.
public enum ModelPurpose: String, Sendable, CaseIterable {
    case chat, embed, rerank

    /// The purpose of models that do this; `nil` when none is chosen for it.
    public init?(_ modality: Modality) {
        switch modality {
        case .textGeneration: self = .chat
        case .embedding: self = .embed
        case .reranking: self = .rerank
        case .speechRecognition, .voiceActivity, .diarization: return nil
        }
    }
}

/// Where a model is that somebody names.
public enum ModelPlace: Sendable {
    case remote(URL)
    case file(String)

    /// - Returns: `nil` for an address of another kind than `https`, `http` and `file`.
    public init?(_ text: String) {
        guard let colon = text.range(of: "://") else {
            self = .file(text.hasPrefix("file:") ? String(text.dropFirst(5)) : text)
            return
        }
        guard let url = URL(string: text) else { return nil }
        switch text[..<colon.lowerBound].lowercased() {
        case "https", "http": self = .remote(url)
        case "file": self = .file(url.path)
        default: return nil
        }
    }
}
