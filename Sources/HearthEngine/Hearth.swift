public import Foundation
public import HearthCore
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
    /// The environments and the settings that hold in them. Switching takes effect for requests that start afterwards.
    public nonisolated let environments: EnvironmentSwitch

    /// The local models that are loaded, for as long as this object lives: whatever is changed in the settings, weights are
    /// loaded once, and all environments share one budget.
    nonisolated let pool: ModelPool

    private var parts: [String: Parts] = [:]
    /// Transports of settings that hold no more, while requests still use them.
    private var formerTransports: [WeakTransport] = []

    /// - Parameters:
    ///   - folder: The base data folder; `nil` takes ``DataFolder/resolve(environment:)``.
    ///   - environment: The environment to start in; `nil` takes the one that is in use.
    ///   - flags: Settings for this object alone, which stand above all others.
    /// - Throws: ``EngineError`` when the settings cannot be read, or ask for what this system cannot enforce.
    public init(folder: URL? = nil, environment: String? = nil, flags: [SettingKey: String] = [:]) throws {
        environments = try EnvironmentSwitch(
            loader: SettingsLoader(folder: folder, environment: environment, flags: flags))
        try environments.current.settings.enforceInKernel()
        for folder in Set([environments.current.baseFolder, environments.current.dataFolder]) {
            Leftovers.sweep(folder)
        }
        let snapshot = environments.current
        pool = ModelPool(
            configuration: .init(byteBudget: snapshot.settings.modelBytes),
            host: ModelHosts.host(dataFolder: snapshot.dataFolder))
    }

    /// The settings that hold for a request that starts now.
    public nonisolated var settings: Settings { environments.current.settings }

    /// The data folder that holds for a request that starts now.
    public nonisolated var folder: URL { environments.current.dataFolder }

    // MARK: Parts

    /// What one environment needs, made when it is first needed. A request takes this once, in one step, so that it ends in the
    /// environment and with the settings in which it began.
    ///
    /// - Throws: ``EngineError`` when the environment was switched to one that asks for what this system cannot enforce.
    func current() throws -> Parts {
        let snapshot = environments.current
        try snapshot.settings.enforceInKernel()
        pool.setByteBudget(snapshot.settings.modelBytes)
        let former = parts[snapshot.environment.name]
        if let former, former.snapshot == snapshot { return former }
        formerTransports.removeAll { $0.transport == nil }
        if let transport = former?.madeTransport { formerTransports.append(WeakTransport(transport)) }
        let made = Parts(snapshot, after: former, pool: pool)
        parts[snapshot.environment.name] = made
        return made
    }

    /// The store, created on first use.
    public func database() async throws -> HearthDatabase { try await current().database() }

    /// The embedding model, or `nil` when its file is not there.
    ///
    /// - Throws: What loading throws, when the file is there but cannot be used: a damaged model must not go unnoticed.
    public func embedder() async throws -> (any EmbeddingModel)? { try await current().embedder() }

    /// The tokenizer that sizes chunks: the embedding model's own, or a stated estimate.
    public func tokenizer() async throws -> any TextTokenizer { try await current().tokenizer() }

    /// The router over all engines of this build, with the user's policy and the ledger.
    public func router() async throws -> ModelRouter { try await current().router() }

    func engines() async throws -> Engines { try await current().engines() }

    /// Ends every connection, and returns when what is to be said of them is in the ledger. Call it before the program ends.
    public func shutdown() async {
        let open = parts.values.compactMap(\.madeTransport) + formerTransports.compactMap(\.transport)
        formerTransports = []
        for transport in open { await transport.shutdown() }
    }

    /// Closes the store; it is opened again when it is next needed.
    func close() async throws {
        let all = parts.values
        parts = [:]
        for part in all { try await part.close() }
        // What was evaluated of conversations goes with them.
        await pool.unloadIdle()
    }

    // MARK: Documents

    /// Reads files and folders into the store. See ``Ingestor/ingest(_:options:)``.
    public func ingest(
        _ paths: [String], options: IngestOptions = IngestOptions()
    ) async throws -> AsyncThrowingStream<IngestEvent, any Error> {
        try await ingestor().ingest(paths, options: options)
    }

    /// The same for files that were found before.
    public func ingest(
        found entries: [FileFinder.Entry], options: IngestOptions = IngestOptions()
    ) async throws -> AsyncThrowingStream<IngestEvent, any Error> {
        try await ingestor().ingest(found: entries, options: options)
    }

    /// Keeps the store in step with files and folders until the stream is dropped.
    public func watch(
        _ paths: [String], options: IngestOptions = IngestOptions()
    ) async throws -> AsyncThrowingStream<IngestEvent, any Error> {
        try await ingestor().watch(paths, options: options)
    }

    /// Makes the entries of the search index anew that an earlier version made, from the text in the store. Every ingestion does it, too,
    /// and a search a little of it; everything can be found meanwhile. It can be cancelled, and goes on where it ended.
    ///
    /// - Parameter progress: Is told how many documents are done.
    public func refreshIndex(progress: @Sendable (Int) -> Void = { _ in }) async throws {
        try await IndexRefresh(database: current().database()).run(progress: progress)
    }

    private func ingestor() async throws -> Ingestor {
        let parts = try current()
        return Ingestor(database: try await parts.database(), embedder: try await parts.embedder())
    }

    /// How private a file, or a text from elsewhere, is known to be: an edited or copied document is no less private than the
    /// one in the store. `nil` when the store knows neither the content nor the place.
    public func label(ofContent hash: ContentHash, path: String? = nil) async throws -> SensitivityLabel? {
        try await database().label(ofContent: hash, path: path.map { FileFinder.realPath($0) ?? $0 })
    }

    /// Passages that fit a query, best first.
    public func search(_ request: SearchRequest) async throws -> SearchResponse {
        try await current().retriever().search(request)
    }

    /// Answers a question from the documents.
    public func ask(_ request: AnswerRequest) async throws -> AsyncThrowingStream<AnswerEvent, any Error> {
        try await answers().ask(request)
    }

    /// What a question would send, and to whom, without sending it.
    public func preview(_ request: AnswerRequest) async throws -> OutboundPreview {
        try await answers().preview(request)
    }

    private func answers() async throws -> AnswerService { try await answers(current()) }

    func answers(_ parts: Parts) async throws -> AnswerService {
        AnswerService(
            database: try await parts.database(), retriever: try await parts.retriever(),
            router: try await parts.router(), embedder: try await parts.embedder())
    }

    /// Sums up a text.
    public func summarize(
        _ text: String, words: Int, query: String? = nil, routing: RoutingChoice = RoutingChoice(),
        options: GenerationOptions = TaskDefaults.options(for: .summarize),
        progress: @escaping @Sendable (SummaryEvent) -> Void = { _ in }
    ) async throws -> TextSummary {
        try await SummaryService(router: router()).summarize(
            text, words: words, query: query, routing: routing, options: options, progress: progress)
    }

    /// What a summary would send, one preview for each part that is read, without sending it.
    public func previewSummary(
        of text: String, words: Int, query: String? = nil, routing: RoutingChoice = RoutingChoice(),
        options: GenerationOptions = TaskDefaults.options(for: .summarize)
    ) async throws -> [OutboundPreview] {
        try await SummaryService(router: router()).preview(
            text, words: words, query: query, routing: routing, options: options)
    }

    /// The one document that a person means by an id, a path, a file's name or a title.
    ///
    /// - Throws: ``EngineError`` with the code `unknown-document` or `ambiguous-document`.
    public func document(_ name: String) async throws -> StoredDocument {
        let database = try await database()
        let path = FileFinder.realPath(name) ?? name
        var found = try await database.documents(named: path)
        if found.isEmpty { found = try await database.documents(named: name) }
        guard let first = found.first else {
            throw EngineError(.unknownDocument, "There is no document \(name).\(Reader.hint)", help: [.see(.documents)])
        }
        guard found.count == 1 else {
            throw EngineError(
                .ambiguousDocument,
                "\(found.count) documents are meant by \(name): "
                    + found.prefix(5).map(\.id).joined(separator: ", ") + "; name one by its id.")
        }
        return first
    }

    /// The filter for documents and folders that a person names; everything when `places` is empty.
    public func filter(for places: [String]) async throws -> SearchFilter {
        guard !places.isEmpty else { return .everything }
        let database = try await database()
        var ids: Set<String> = []
        for place in places {
            let path = FileFinder.realPath(place) ?? place
            var found = try await database.documents(named: path)
            if found.isEmpty { found = try await database.documents(named: place) }
            guard !found.isEmpty else {
                throw EngineError(
                    .unknownDocument, "There is no document \(place).\(Reader.hint)", help: [.see(.documents)]
                )
            }
            ids.formUnion(found.map(\.id))
        }
        return SearchFilter(documentIDs: ids)
    }
}
