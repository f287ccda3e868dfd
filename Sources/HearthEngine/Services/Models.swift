public import Foundation
import HearthCore
import HearthLlama
import HearthModels
public import HearthRegistry
import HearthRunner
import HearthTemplates

extension Hearth {
    /// Engines and models: what there is, what fits, what is loaded, which one would serve.
    ///
    /// Nothing is fetched unless a person asks for it. What is fetched goes through the transport and into the ledger, with the
    /// purpose `probe` for a look and `download` for a file; offline it is refused by the policy.
    public struct Models: Sendable {
        let hearth: Hearth
    }
}

extension Hearth.Models {
    // MARK: What there is

    /// The models that are known and those that are here. Opens no connection.
    public var registry: ModelRegistry { ModelFiles(dataFolder: hearth.sharedFolder).registry }

    /// The memory, processors and disk space that this machine has for models.
    public var machine: MachineFacts { MachineFacts.current(folder: registry.folder) }

    package static let fetching = "Adding or fetching a model"

    /// Takes in, checks and removes models, and fetches them. A program, which could have any address asked by it, gets none.
    ///
    /// - Throws: ``EngineError`` with the code `owner-only` for a program.
    public func library() async throws -> ModelLibrary {
        try Reader.requireOwner(for: Self.fetching, of: .server)
        return ModelLibrary(registry: registry, downloader: ModelDownloader(connection: try await connection()))
    }

    /// Takes in, checks and removes files of this machine; opens neither a connection nor the store.
    public var localLibrary: ModelLibrary { ModelLibrary(registry: registry) }

    /// Finds out whether a model would run here: an address with `https`, a `file:` URL, or a path.
    ///
    /// - Throws: `RegistryError`, and what the transport throws: `refused-by-policy` when offline; ``EngineError`` `owner-only` for a
    ///   program, since an address is a way out, and a path tells what files there are.
    public func inspect(_ place: ModelPlace, wishes: ModelWishes = ModelWishes()) async throws -> ModelInspection {
        try Reader.requireOwner(for: "Examining a file or an address")
        switch place {
        case .file(let path):
            // It may lie on a disk that sleeps.
            var found = try await BlockingWork.run { try localInspector.inspect(file: path, wishes: wishes) }
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
    public func pull(
        _ id: String, progress: @escaping @Sendable (DownloadEvent) -> Void
    ) async throws -> DownloadedFile {
        try await library().pull(id, inspector: remoteInspector(), progress: progress)
    }

    /// Everything that is known of a model, what its file says included when it is here. Opens no connection.
    ///
    /// - Parameter context: Tokens of the window for which memory is computed; `nil` takes what a local engine would.
    /// - Throws: `RegistryError` `unknown-model`.
    public func details(_ id: String, context: Int? = nil) throws -> ModelDetails {
        try ModelDetails(registry.entry(id), inspector: localInspector, context: context)
    }

    /// Looks for models on Hugging Face. What is looked for goes there, and into the ledger as a look; offline it is refused by the policy.
    ///
    /// - Throws: ``EngineError`` `owner-only` for a program.
    public func hub() async throws -> HubSearch {
        try Reader.requireOwner(for: "Looking for models elsewhere")
        return HubSearch(connection: try await connection(), machine: machine)
    }

    private var localInspector: ModelInspector { inspector(nil) }

    private func remoteInspector() async throws -> ModelInspector { inspector(try await connection()) }

    private func inspector(_ connection: ModelConnection?) -> ModelInspector {
        ModelInspector(
            connection: connection, machine: machine,
            readTemplate: { template in
                let family = TemplateFamily.detect(template)
                return TemplateFacts(
                    family: family?.name, stops: family?.stops ?? [],
                    reasons: template.contains("<think") || template.contains("reasoning_content"))
            }, supports: ArchitectureProbe.knows)
    }

    private func connection() async throws -> ModelConnection {
        let resources = try await hearth.current()
        let key = try await resources.engines().key(.huggingface)
        return ModelConnection(
            transport: try await resources.engines().transport, ledger: try await resources.library()
        ) {
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
    public func use(_ id: String, for purpose: ModelPurpose? = nil) async throws -> ModelRegistry.Entry {
        try Reader.requireOwner(for: "Choosing a model for all", of: .server)
        // The file of the settings has a lock, for which another process may have to be waited for.
        return try await BlockingWork.run { try choose(id, for: purpose) }
    }

    private func choose(_ id: String, for purpose: ModelPurpose?) throws -> ModelRegistry.Entry {
        let entry = try registry.entry(id)
        guard let path = entry.path else { throw Self.notInstalled(entry) }
        guard let purpose = purpose ?? ModelPurpose(entry.manifest.modality) else {
            let instead =
                [.reading, .tagging].contains(entry.manifest.modality)
                ? "it is used by itself wherever it is there."
                : "a transcription takes what is installed, or what it is given by name."
            throw EngineError(
                .incompatibleModel,
                "\(entry.manifest.id) is a model for \(entry.manifest.modality.title), and none is chosen once for all: "
                    + instead)
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
                .incompatibleModel,
                "\(entry.manifest.id) cannot be used for \(purpose.rawValue): "
                    + (isMeantForIt ? "nothing here runs it." : "it is a model for \(entry.manifest.modality.title)."),
                help: [.findModel])
        }
        if let problem = try details(id).problem {
            throw EngineError(.modelDamaged, "\(entry.manifest.id) cannot be used: \(problem)")
        }
        // Whoever may choose may choose an installed model, though no path.
        try Person.$current.withValue(nil) {
            // They were said of another file.
            if key == .embeddingModel, hearth.settings.embeddingPrefixes != nil { try set(.embeddingPrefixes, to: nil) }
            try set(key, to: path)
        }
        return entry
    }

    /// Loads an installed model once, as its work would, so that one that cannot be used is seen before it is chosen.
    ///
    /// - Returns: What the self-test found against the chat template; usually nothing.
    /// - Throws: `RegistryError` `unknown-model`; what loading throws, such as `not-enough-memory` or `model-truncated`.
    public func tryOut(_ id: String, for purpose: ModelPurpose) async throws -> [String] {
        let entry = try registry.entry(id)
        guard let path = entry.path else { throw Self.notInstalled(entry) }
        switch purpose {
        case .chat:
            let own = try ModelSettingsFile(folder: hearth.sharedFolder).settings(of: entry.manifest.id)
            var engine = LocalEngine.configuration(own, hearth.environments.current)
            // A short context spares the memory of a long one, and is nobody's conversation.
            engine.contextLength = 512
            let setup = ModelPool.Setup(
                engine: engine, checks: ModelFiles(dataFolder: hearth.sharedFolder).checks, owner: "trial")
            return try await hearth.pool.lease(path, setup: setup).engine.examine()
        case .embed: _ = try await LocalEmbedder.open(path, threads: 1, host: hearth.pool.host).embed(["a sentence"])
        case .rerank:
            _ = try await LazyReranker(path: path, threads: 1, host: hearth.pool.host).scores(
                query: "a question", texts: ["an answer"])
        }
        return []
    }

    private static func notInstalled(_ entry: ModelRegistry.Entry) -> EngineError {
        EngineError(
            .modelNotFound, "\(entry.manifest.id) is not installed.", help: [.fetchModel(id: entry.manifest.id)])
    }

    /// Sets a value, or takes it away, and makes sure that it holds.
    func set(_ key: SettingKey, to text: String?) throws {
        let snapshot = hearth.environments.current
        switch snapshot.sources[key] {
        case .variable(let name)?:
            throw EngineError(
                .settingOverridden, "The variable \(name) stands above what is chosen here. Unset it first.")
        case .flag?:
            throw EngineError(.settingOverridden, "A flag of this call stands above what is chosen here.")
        case .environment?, .file?, .preset?, nil:
            if let text { try snapshot.editor.set(key, to: text) } else { try snapshot.editor.unset(key) }
        }
        try hearth.environments.reload()
    }

    // MARK: Names

    /// Gives a model another name, by which programs may ask for it; `nil` takes the name away.
    ///
    /// Other names that lead in a circle, which earlier versions took, go with it: they lead nowhere.
    ///
    /// - Parameter target: What is served under the name: a model as `/v1/models` lists it, an engine, a mode, or another of
    ///   these names.
    /// - Throws: ``EngineError`` `usage` for what is no name, and for a name that would lead back to itself; `setting-overridden`.
    public func setAlias(_ name: String, to target: String?) async throws {
        var aliases = hearth.settings.modelAliases
        for word in [name, target].compactMap(\.self) where !ModelAliases.isName(word) {
            throw EngineError(
                .usage, "A model's name has up to 200 characters, without spaces, commas and equals signs.")
        }
        aliases[name] = target
        guard aliases.count <= ModelAliases.most else {
            throw EngineError(.usage, "There are \(ModelAliases.most) names already. Take one away first.")
        }
        let path = ModelAliasPath(from: name, in: aliases)
        guard target == nil || !path.isCircle else {
            throw EngineError(
                .usage,
                "\(name) would lead back to itself (\(path.description)), and to no model. Name a model as `/v1/models` lists it, "
                    + "such as local/ID, or take away one of these names first.")
        }
        aliases = aliases.filter { !ModelAliasPath(from: $0.key, in: aliases).isCircle }
        let text = ModelAliases.text(aliases)
        // The file of the settings has a lock, for which another process may have to be waited for.
        try await BlockingWork.run { try set(.modelAliases, to: text.isEmpty ? nil : text) }
    }

    /// Files of models that are in use: those that the settings name, and the embedding model, the reader, the tagger and the restorer of
    /// full stops that are found without.
    public var inUse: [String] {
        let files = ModelFiles(dataFolder: hearth.sharedFolder)
        let chat = hearth.settings.localModel.map { LocalChatModel.path($0, in: files.registry) }
        return [
            chat, hearth.settings.embeddingModel ?? files.embeddingModel(), hearth.settings.rerankingModel,
            files.readerModels().first, files.taggerModels().first, files.stopsModels().first,
        ].compactMap { $0 }
    }

    /// What lies in the folder of models and is not used, with the reason; without the files that a setting names by their path.
    ///
    /// - Throws: `RegistryError` `bad-registry`, or `file-failed`.
    public func unlistedFiles() throws -> [UnlistedFile] {
        let used = Set(inUse.map(ModelFiles.real))
        return try registry.unlistedFiles().filter { !used.contains(ModelFiles.real($0.path)) }
    }

    // MARK: Trying

    /// Loads a file once in a process of its own, and lets it evaluate a sentence: what its head does not show ends that process
    /// and not this one. `nil` where there is nothing to try: a file for another library, or models that run in this process.
    ///
    /// - Parameter modality: What the model is for.
    public func trial(ofFile path: String, for modality: Modality) async -> ModelInspection.Check? {
        guard hearth.pool.host is ChildHost, let head = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? head.close() }
        guard (try? head.read(upToCount: 4)) == Data("GGUF".utf8) else { return nil }
        do {
            switch modality {
            case .textGeneration:
                let configuration = LlamaEngine.Configuration(
                    contextLength: 512, threads: hearth.settings.threads, parallelRequests: 1)
                let trial = ModelPool(configuration: .init(engine: configuration), host: hearth.pool.host)
                _ = try await trial.lease(path).engine.examine()
            case .reranking:
                _ = try await LazyReranker(path: path, threads: 1, host: hearth.pool.host)
                    .scores(query: "a question", texts: ["an answer"])
            case .embedding:
                _ = try await LocalEmbedder.open(path, threads: 1, host: hearth.pool.host).embed(["a sentence"])
            default: return nil
            }
            return .init(name: "trial", state: .passed, reason: "It was loaded in a process of its own, and worked.")
        } catch let error as LlamaError where Self.isTheMachine(error) {
            return .init(name: "trial", state: .unknown, reason: "It could not be tried: \(error.message)")
        } catch let error as any ReadableError {
            return .init(name: "trial", state: .failed, reason: error.message)
        } catch {
            return nil
        }
    }

    /// Whether it says something about this machine rather than about the file.
    private static func isTheMachine(_ error: LlamaError) -> Bool {
        switch error.reason {
        case .notEnoughMemory, .notBuilt, .runnerUnavailable, .notConfined, .modelKilled, .contextFailed: true
        case .notConfigured, .modelNotFound, .modelUnreadable, .notAGguf, .modelDamaged, .modelTruncated, .modelInParts,
            .unsupportedArchitecture, .modelLoadFailed, .wrongKindOfModel, .modelInUse, .contextOverflow,
            .unknownTemplate, .templateLimit, .badGrammar, .malformedSchema, .unresolvedReference, .malformedPattern,
            .malformedGrammar, .tooCostly, .notExpressible, .unsatisfiable, .grammarDeadEnd, .badOption, .emptyPrompt,
            .emptyQuery, .unreadablePicture, .noVision, .noInfill, .projectorFailed, .unknownToken, .decodeFailed,
            .modelDoubtful, .modelCrashed, .modelStuck:
            false
        }
    }
}

/// The purpose of a local model.
public enum ModelPurpose: String, Sendable, CaseIterable {
    case chat, embed, rerank

    /// The purpose of models that do this; `nil` when none is chosen for it.
    public init?(_ modality: Modality) {
        switch modality {
        case .textGeneration: self = .chat
        case .embedding: self = .embed
        case .reranking: self = .rerank
        case .reading, .tagging, .speechRecognition, .voiceActivity, .diarization: return nil
        }
    }
}

/// The location of a model that a person names: an address, or a file.
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
