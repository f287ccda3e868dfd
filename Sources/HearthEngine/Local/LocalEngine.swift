import Foundation
import HearthCore
import HearthLlama
import HearthModels
import HearthRegistry
import HearthRunner
import HearthStore
import HearthVoice

/// Makes the engine of the local chat model, over the one pool of this object.
struct LocalEngine: Sendable {
    let snapshot: EnvironmentSnapshot
    /// The model that is chosen; `nil` when none is.
    let model: LocalChatModel?
    /// Where what models have read of conversations is kept.
    let states: (any PromptStateStore)?
    let pool: ModelPool
    /// Whose conversations these are: those of one open store.
    let owner: String

    /// The engine as it is set now. The model's settings are read each time, so that what another process changes takes effect
    /// for the next request.
    func engine() -> any RoutableEngine {
        guard let model else { return LlamaEngine(path: nil) }
        do {
            let own = try ModelSettingsFile(folder: snapshot.sharedFolder).settings(of: model.id)
            return pool.languageModel(model.path, id: model.id, setup: setup(own), settings: own)
        } catch {
            let message = (error as? any ReadableError)?.message ?? "model-settings.json cannot be read"
            return UnavailableEngine(engine: .local, reason: .notConfigured, message: message)
        }
    }

    private func setup(_ own: ModelSettings) -> ModelPool.Setup {
        ModelPool.Setup(
            engine: Self.configuration(own, snapshot), states: states,
            checks: ModelFiles(dataFolder: snapshot.sharedFolder).checks, owner: owner)
    }

    /// How a model is run: what was said for this call alone (a flag, a variable) stands above what is set for the model, and
    /// that above what is set for all.
    static func configuration(_ own: ModelSettings, _ snapshot: EnvironmentSnapshot) -> LlamaEngine.Configuration {
        func isForThisCall(_ key: SettingKey) -> Bool {
            switch snapshot.sources[key] {
            case .flag?, .variable?: true
            default: false
            }
        }
        let settings = snapshot.settings
        var engine = own.running(
            .init(
                contextLength: settings.contextLength, threads: settings.threads, chatTemplate: settings.chatTemplate))
        if isForThisCall(.contextLength) { engine.contextLength = settings.contextLength }
        if isForThisCall(.threads) { engine.threads = settings.threads }
        if isForThisCall(.chatTemplate) { engine.chatTemplate = settings.chatTemplate }
        return engine
    }
}

/// A local model for chat: what it is called, and where its file is.
struct LocalChatModel: Hashable, Sendable {
    /// Its id in the registry; the name of its file without the ending when it is not there.
    var id: String
    var path: String

    /// What `name` means: the path of a file, or the id of a model that is installed.
    init(_ name: String, in registry: ModelRegistry) {
        let real = ModelFiles.real(name)
        // A registry that cannot be read must not keep a file from being used.
        let installed = (try? Self.installed(in: registry)) ?? []
        if let known = installed.first(where: { ModelFiles.real($0.path) == real }) {
            self = LocalChatModel(id: known.id, path: name)
        } else if !Self.isPath(name), let known = Self.named(name, in: installed) {
            self = known
        } else {
            self = LocalChatModel(id: URL(fileURLWithPath: name).deletingPathExtension().lastPathComponent, path: name)
        }
    }

    /// The path of the file that `name` means. Reads the registry for an id alone.
    static func path(_ name: String, in registry: ModelRegistry) -> String {
        isPath(name) ? name : LocalChatModel(name, in: registry).path
    }

    private static func isPath(_ name: String) -> Bool {
        name.contains("/") || FileManager.default.fileExists(atPath: name)
    }

    private init(id: String, path: String) {
        self.id = id
        self.path = path
    }

    /// Everything that is here and that llama.cpp could chat with.
    ///
    /// - Throws: `RegistryError` `bad-registry`.
    static func installed(in registry: ModelRegistry) throws -> [LocalChatModel] {
        try registry.entries().compactMap { entry in
            guard let path = entry.path, entry.manifest.modality == .textGeneration,
                entry.manifest.runtimes.contains(.llama)
            else { return nil }
            return LocalChatModel(id: entry.manifest.id, path: path)
        }
    }

    /// The one that a client means: by its id, or by the name of its file.
    static func named(_ name: String, in models: [LocalChatModel]) -> LocalChatModel? {
        let lower = name.lowercased()
        return models.first { $0.id == lower } ?? models.first { $0.fileName == name }
            ?? models.first { $0.fileName.lowercased() == lower }
    }

    /// Without its folder and its ending.
    var fileName: String { URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent }
}

/// Where the local models of a data folder run: in processes of their own where the program says which (``RunnerProgram``), else
/// in this one.
enum ModelHosts {
    static func host(dataFolder: URL) -> any ModelHost {
        guard let program = RunnerProgram.standard else { return InProcessHost() }
        return ChildHost(
            program: program, crashLog: ModelFiles(dataFolder: dataFolder).crashes)
    }
}

// MARK: - Files

/// Finds the model files that are there already; nothing is ever downloaded from here.
struct ModelFiles: Sendable {
    static let embeddingFile = "all-MiniLM-L6-v2.gguf"
    static let readerFile = "hearth-reader-en.gguf"
    static let taggerFile = "hearth-tagger-en.gguf"
    static let stopsFile = "hearth-stops-en.gguf"

    var dataFolder: URL

    /// The embedding model: in the data folder, beside an installed program (`PREFIX/share/hearth/models`), or in the
    /// set-up folder of the checkout that the program was built in.
    func embeddingModel() -> String? { candidates(Self.embeddingFile).first { isFile($0) } }

    /// The reader of the basic engine.
    func readerModels() -> [String] { shippedModels(Self.readerFile) }

    /// The tagger of the basic engine.
    func taggerModels() -> [String] { shippedModels(Self.taggerFile) }

    /// What restores full stops.
    func stopsModels() -> [String] { shippedModels(Self.stopsFile) }

    /// A model that comes with Hearth, in the same places, and in a checkout in `Models/`: all that are there, because a file that is
    /// broken must not hide a whole one. The first that can be used is.
    func shippedModels(_ name: String) -> [String] {
        (candidates(name) + checkoutModels.map { $0.appendingPathComponent(name).path }).filter(isFile)
    }

    /// The network that hears whether somebody speaks, in the same places.
    func voiceActivityModel() -> String? { SileroFile.names.flatMap(candidates).first { isFile($0) } }

    /// The models that are known and those that are here.
    var registry: ModelRegistry {
        let folders = folders
        return ModelRegistry(folder: folders[0], otherPlaces: Array(folders.dropFirst()) + checkoutModels)
    }

    /// Where the self-tests of models are remembered.
    var crashes: URL { StoreFiles(folder: dataFolder).modelCache.appendingPathComponent("crashes.json") }

    var checks: ModelCheckFile {
        ModelCheckFile(url: StoreFiles(folder: dataFolder).modelCache.appendingPathComponent("checks.json"))
    }

    /// What a model's file is called without symbolic links: two names of one file are the same by it.
    static func real(_ path: String) -> String { URL(fileURLWithPath: path).resolvingSymlinksInPath().path }

    /// What the list of models says of a file; `nil` where it says nothing, or cannot be read, which is told of where it is needed.
    static func entry(at path: String, in registry: ModelRegistry) -> ModelRegistry.Entry? {
        let real = Self.real(path)
        return (try? registry.entries())?.first { $0.path.map(Self.real) == real }
    }

    private func candidates(_ name: String) -> [String] { folders.map { $0.appendingPathComponent(name).path } }

    /// The folders in which models may be, in the order in which they are looked through.
    var folders: [URL] {
        let folder = Self.executable.deletingLastPathComponent()
        var found = [
            dataFolder.appendingPathComponent("models", isDirectory: true),
            folder.deletingLastPathComponent().appendingPathComponent("share/hearth/models", isDirectory: true),
        ]
        for folder in Self.above { found.append(folder.appendingPathComponent(".deps/models", isDirectory: true)) }
        return found
    }

    /// Where a checkout keeps models of its own, if the program was built in one.
    private var checkoutModels: [URL] {
        Self.above.map { $0.appendingPathComponent("Models", isDirectory: true) }
    }

    /// The folder of the running program and those above it, in one of which it was built.
    private static let above: [URL] = {
        var folder = executable.deletingLastPathComponent()
        var found: [URL] = []
        for _ in 0..<6 where folder.path != "/" {
            found.append(folder)
            folder.deleteLastPathComponent()
        }
        return found
    }()

    private func isFile(_ path: String) -> Bool {
        var isDirectory: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && !isDirectory.boolValue
    }

    /// The running program, links resolved, so that a link in `~/bin` finds its models too.
    private static let executable: URL = {
        #if os(Linux)
        let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(fileURLWithPath: path)
        #else
        return (Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0]))
            .resolvingSymlinksInPath()
        #endif
    }()
}

/// The speech models of the registry, with what their files must measure and hash to; and files that were put into the
/// folders by hand, of which nothing is known but their name.
struct RegisteredSpeechModels: SpeechModelLocator {
    let registry: ModelRegistry
    let folders: [URL]

    func speechModel(named id: String?) throws -> SpeechModelFile? {
        let byHand = SpeechModelFolder(folders)
        guard let id else { return try installed().first.flatMap(Self.file) ?? byHand.speechModel(named: nil) }
        let names = [id.lowercased(), "whisper-" + id.lowercased()]
        return try installed().first { names.contains($0.manifest.id) }.flatMap(Self.file)
            ?? byHand.speechModel(named: id)
    }

    func translatingModel() throws -> SpeechModelFile? {
        try installed().lazy.compactMap(Self.file).first(where: \.canTranslate)
            ?? SpeechModelFolder(folders).translatingModel()
    }

    /// The best first: of one family the larger model hears better.
    private func installed() throws -> [ModelRegistry.Entry] {
        try registry.entries().filter {
            $0.manifest.modality == .speechRecognition && $0.manifest.runtimes.contains(.whisper) && $0.isInstalled
        }.sorted { ($0.manifest.bytes ?? 0) > ($1.manifest.bytes ?? 0) }
    }

    private static func file(_ entry: ModelRegistry.Entry) -> SpeechModelFile? {
        entry.path.map {
            SpeechModelFile(
                id: entry.manifest.id, path: $0, bytes: entry.manifest.bytes, sha256: entry.manifest.sha256)
        }
    }
}
