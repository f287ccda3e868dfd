public import Foundation
import HearthBasic
public import HearthCore
import HearthDocuments
import HearthEmbedding
public import HearthKnowledge
import HearthLlama
public import HearthModels
public import HearthStore

/// Everything that Hearth does, behind one object: documents go in, checked answers come out.
///
/// ```swift
/// let hearth = try Hearth()
/// for try await _ in try await hearth.ingest(["/home/me/notes"]) {}
/// for try await event in try await hearth.ask(AnswerRequest(question: "When does the lease end?")) {
///     if case .final(let answer) = event { print(answer.text) }
/// }
/// ```
///
/// Parts are made when they are first needed: a program that only extracts text never opens the database.
public actor Hearth {
    /// The data folder.
    public nonisolated let folder: URL
    public nonisolated let settings: Settings

    private nonisolated let localModelPath: String?
    private var openDatabase: HearthDatabase?
    private var loadedEmbedder: (any EmbeddingModel)?
    private var lookedForEmbedder = false
    private var madeRouter: ModelRouter?

    /// - Parameters:
    ///   - folder: The data folder; `nil` takes ``DataFolder/resolve(environment:)``.
    ///   - localModel: A GGUF file for the local engine; `nil` takes the settings' one.
    /// - Throws: ``EngineError`` when the settings cannot be read.
    public init(folder: URL? = nil, localModel: String? = nil) throws {
        let folder = folder ?? DataFolder.resolve()
        self.folder = folder
        settings = try Settings.load(from: folder)
        localModelPath = localModel ?? settings.localModel
    }

    // MARK: Parts

    /// The store, created on first use.
    public func database() throws -> HearthDatabase {
        if let openDatabase { return openDatabase }
        let secrets = SecretStores.preferred(folder: folder)
        let key = try DatabaseKey.loadOrCreate(in: secrets, for: StoreFiles(folder: folder))
        let database = try HearthDatabase(.init(folder: folder, key: key))
        openDatabase = database
        return database
    }

    /// The embedding model, or `nil` when its file is not there.
    ///
    /// - Throws: What loading throws, when the file is there but cannot be used: a damaged model must not go unnoticed.
    public func embedder() throws -> (any EmbeddingModel)? {
        if lookedForEmbedder { return loadedEmbedder }
        if let path = ModelFiles(dataFolder: folder).embeddingModel() {
            let threads = settings.threads ?? ProcessInfo.processInfo.activeProcessorCount
            loadedEmbedder = try SentenceEncoder(modelAt: path, threads: threads)
        }
        lookedForEmbedder = true
        return loadedEmbedder
    }

    /// The tokenizer that sizes chunks: the embedding model's own, or a stated estimate.
    public func tokenizer() throws -> any TextTokenizer {
        try embedder()?.tokenizer ?? EstimatedTokenizer()
    }

    /// The router over all engines of this build.
    public func router() -> ModelRouter {
        if let madeRouter { return madeRouter }
        var local = LlamaEngine.Configuration()
        local.contextLength = settings.contextLength
        local.threads = settings.threads
        let router = ModelRouter(models: [
            UnavailableModel(
                engine: .apple, reason: .platform, message: "the on-device Apple model is not supported by this version"
            ),
            LlamaEngine(
                path: localModelPath, configuration: local, states: storeIfThere()?.promptStates(),
                checks: ModelFiles(dataFolder: folder).checks),
            UnavailableModel(engine: .openai, reason: .notConfigured, message: Self.noRemote),
            UnavailableModel(engine: .anthropic, reason: .notConfigured, message: Self.noRemote),
            UnavailableModel(engine: .custom, reason: .notConfigured, message: Self.noRemote),
            BasicEngine(),
        ])
        madeRouter = router
        return router
    }

    /// The store where there is one: choosing an engine must not make one.
    private func storeIfThere() -> HearthDatabase? {
        openDatabase ?? (StoreFiles(folder: folder).databaseExists ? try? database() : nil)
    }

    private static let noRemote = "remote engines are not supported by this version; nothing leaves this machine"

    /// Closes the store; it is opened again when it is next needed.
    func close() throws {
        try openDatabase?.close()
        openDatabase = nil
    }

    // MARK: Documents

    /// Reads files and folders into the store. See ``Ingestor/ingest(_:options:)``.
    public func ingest(
        _ paths: [String], options: IngestOptions = IngestOptions()
    ) throws -> AsyncThrowingStream<IngestEvent, any Error> {
        try ingestor().ingest(paths, options: options)
    }

    /// Keeps the store in step with files and folders until the stream is dropped.
    public func watch(
        _ paths: [String], options: IngestOptions = IngestOptions()
    ) throws -> AsyncThrowingStream<IngestEvent, any Error> {
        try ingestor().watch(paths, options: options)
    }

    private func ingestor() throws -> Ingestor {
        Ingestor(database: try database(), embedder: try embedder())
    }

    /// Passages that fit a query, best first.
    public func search(_ request: SearchRequest) async throws -> SearchResponse {
        try await Retriever(database: database(), embedder: embedder()).search(request)
    }

    /// Answers a question from the documents.
    public func ask(_ request: AnswerRequest) throws -> AsyncThrowingStream<AnswerEvent, any Error> {
        let (database, embedder) = (try database(), try embedder())
        return AnswerService(
            database: database, retriever: Retriever(database: database, embedder: embedder), router: router(),
            embedder: embedder
        ).ask(request)
    }

    /// Sums up a text.
    public func summarize(
        _ text: String, words: Int, query: String? = nil, engine: Engine? = nil,
        options: GenerationOptions = GenerationOptions(),
        progress: @escaping @Sendable (SummaryEvent) -> Void = { _ in }
    ) async throws -> TextSummary {
        try await SummaryService(router: router()).summarize(
            text, words: words, query: query, engine: engine, options: options, progress: progress)
    }

    /// The one document that a person means by an id, a path, a file's name or a title.
    ///
    /// - Throws: ``EngineError`` with the code `unknown-document` or `ambiguous-document`.
    public func document(_ name: String) async throws -> StoredDocument {
        let database = try database()
        let path = FileFinder.realPath(name) ?? name
        var found = try await database.documents(named: path)
        if found.isEmpty { found = try await database.documents(named: name) }
        guard let first = found.first else {
            throw EngineError(
                code: "unknown-document",
                message: "There is no document \(name); `hearth documents list` shows what is there.")
        }
        guard found.count == 1 else {
            throw EngineError(
                code: "ambiguous-document",
                message: "\(found.count) documents are meant by \(name): "
                    + found.prefix(5).map(\.id).joined(separator: ", ") + "; name one by its id.")
        }
        return first
    }

    /// The filter for documents and folders that a person names; everything when `places` is empty.
    public func filter(for places: [String]) async throws -> SearchFilter {
        guard !places.isEmpty else { return .everything }
        let database = try database()
        var ids: Set<String> = []
        for place in places {
            let path = FileFinder.realPath(place) ?? place
            var found = try await database.documents(named: path)
            if found.isEmpty { found = try await database.documents(named: place) }
            guard !found.isEmpty else {
                throw EngineError(
                    code: "unknown-document",
                    message: "There is no document \(place); `hearth documents list` shows what is there.")
            }
            ids.formUnion(found.map(\.id))
        }
        return SearchFilter(documentIDs: ids)
    }
}
