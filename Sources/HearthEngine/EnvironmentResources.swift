import Foundation
import HearthCore
import HearthKnowledge
import HearthLlama
import HearthModels
import HearthPostgres
import HearthStore
import Synchronization

/// What the requests of one environment work with, as its settings stood when they began.
///
/// The settings of one never change: when those of the environment do, ``Hearth`` makes another one, which shares what the
/// change leaves as it was. Requests that are under way keep theirs, and with the last of them goes what only they used, its
/// transport too.
final class EnvironmentResources: Sendable {
    let snapshot: EnvironmentSnapshot
    let transcriptFacts: TranscriptFactCache
    private let store: OpenStore
    private let loadedEmbedder: SharedValue<HeldEmbedder>
    private let formerEmbedder: FormerEmbedder
    private let sentenceVectors: SentenceVectors
    private let lazyReranker: LazyReranker?
    private let builtIn: BuiltInModels
    private let pool: ModelPool
    /// What is known of custom endpoints: by their address, so that it holds across changes of settings.
    private let servers: CustomServers
    /// What is under way to the members of groups of endpoints, and who waits for them; by names, for the same reason.
    let pools: EndpointPools
    private let opened = Mutex(RouterAndTransport())
    private let sharing: Sharing
    /// Why the embedding model could not be used when it was last asked for.
    private let problem = Mutex<String?>(nil)

    private struct RouterAndTransport {
        var router: ModelRouter?
        var transport: LazyTransport?
        var contacts: ContactBook?
    }

    /// - Parameter former: Those of the same environment until now.
    init(
        _ snapshot: EnvironmentSnapshot, after former: EnvironmentResources? = nil, pool: ModelPool,
        builtIn: BuiltInModels, sharing: Sharing
    ) {
        self.snapshot = snapshot
        self.sharing = sharing
        self.pool = pool
        self.builtIn = builtIn
        servers = former?.servers ?? CustomServers()
        pools = former?.pools ?? EndpointPools()
        let same = former?.snapshot
        let hasSameModels = same?.sharedFolder == snapshot.sharedFolder
        let hasSameThreads = same?.settings.threads == snapshot.settings.threads
        let threads = Self.threads(snapshot)
        let hasSameLibrary =
            hasSameModels && same?.dataFolder == snapshot.dataFolder
            && same?.settings.library == snapshot.settings.library
            // Whether one on another machine may be spoken to.
            && (snapshot.settings.library?.isLocal != false || same?.settings.offline == snapshot.settings.offline)
        if let former, hasSameLibrary {
            (store, transcriptFacts) = (former.store, former.transcriptFacts)
        } else {
            (store, transcriptFacts) = (OpenStore(snapshot), TranscriptFactCache())
            // A worker keeps the library that it works for, and what it hears of it, for longer than any request.
            if snapshot.settings.offline { former?.store.goOffline() }
        }
        if let former, hasSameModels, hasSameThreads,
            former.snapshot.settings.embeddingModel == snapshot.settings.embeddingModel,
            former.snapshot.settings.embeddingPrefixes == snapshot.settings.embeddingPrefixes
        {
            (loadedEmbedder, formerEmbedder) = (former.loadedEmbedder, former.formerEmbedder)
            sentenceVectors = hasSameLibrary ? former.sentenceVectors : SentenceVectors()
        } else {
            sentenceVectors = SentenceVectors()
            loadedEmbedder = SharedValue {
                guard let file = try await BlockingWork.run({ EmbedderFile.chosen(snapshot) }) else {
                    throw HeldEmbedder.Missing()
                }
                let model: any EmbeddingModel
                do {
                    model = try await LocalEmbedder.open(file, threads: threads, host: pool.host)
                } catch let error as any ReadableError where error.kind.leavesModelUnused {
                    // Who searches or writes an entry has named no model, and must be told which one is meant.
                    throw EngineError(embeddingModel: file.path, isSet: snapshot.settings.embeddingModel != nil, error)
                }
                let id = model.id
                try await BlockingWork.run {
                    KnownEmbedders(dataFolder: snapshot.sharedFolder).remember(file, as: id)
                }
                return HeldEmbedder(model: model, held: HeldModel(file.path, in: pool))
            }
            formerEmbedder = FormerEmbedder(snapshot: snapshot, threads: threads, pool: pool)
        }
        if let former, hasSameThreads, former.snapshot.settings.rerankingModel == snapshot.settings.rerankingModel {
            lazyReranker = former.lazyReranker
        } else {
            lazyReranker = snapshot.settings.rerankingModel.map { path in
                LazyReranker(path: path, threads: threads, host: pool.host) { HeldModel(path, in: pool) }
            }
        }
    }

    /// The store, opened on first use.
    func library() async throws -> any Library { try await store.library() }

    /// The store as an SQLite database; see ``Hearth/database()``.
    func database() async throws -> HearthDatabase { try await store.database() }

    /// The embedding model, loaded on first use; `nil` when its file is not there, which is looked for each time.
    ///
    /// For what cannot do without; everything else takes ``usableEmbedder()``.
    ///
    /// - Throws: ``EngineError`` with the code `model-damaged` for a file that cannot be used.
    func embedder() async throws -> (any EmbeddingModel)? {
        guard Self.embeddingModel(snapshot) != nil else { return nil }
        do {
            // The process of a model may have ended; who asks then has it loaded again.
            await loadedEmbedder.forget { ($0.model as? any HostedEmbeddingModel)?.isGone == true }
            return try await loadedEmbedder.value().model
        } catch is HeldEmbedder.Missing {
            return nil
        }
    }

    /// As ``embedder()``; a file that cannot be used is a problem that is told, and no error.
    func usableEmbedder() async throws -> UsableEmbedder {
        let found: UsableEmbedder
        do {
            found = UsableEmbedder(model: try await embedder())
        } catch let error as EngineError where error.reason == .modelDamaged {
            found = UsableEmbedder(problem: error.message)
        }
        problem.withLock { $0 = found.problem }
        return found
    }

    /// Why the embedding model could not be used when it was last asked for; `nil` where it could, or was not asked for.
    var embedderProblem: String? { problem.withLock { $0 } }

    /// The reranking model, loaded on first use; `nil` where none is set.
    var reranker: (any RerankingModel)? { lazyReranker }

    /// The reader that comes with Hearth, loaded when a question first needs it; `nil` where its file is not there.
    func reader() async throws -> (any ReadingModel)? {
        let (snapshot, builtIn, pool) = (snapshot, builtIn, pool)
        return try await BlockingWork.run {
            builtIn.reader(
                in: ModelFiles(dataFolder: snapshot.sharedFolder), threads: Self.threads(snapshot), pool: pool)
        }
    }

    /// The tagger that comes with Hearth, loaded when a text first needs it; `nil` where its file is not there.
    func tagger() async throws -> (any TaggingModel)? {
        let (snapshot, builtIn, pool) = (snapshot, builtIn, pool)
        return try await BlockingWork.run {
            builtIn.tagger(
                in: ModelFiles(dataFolder: snapshot.sharedFolder), threads: Self.threads(snapshot), pool: pool)
        }
    }

    /// What tells where sentences end in transcripts without marks, and comes with Hearth, loaded when one first needs it; `nil` where its
    /// file is not there.
    func stops() async throws -> (any SentenceEndModel)? {
        let (snapshot, builtIn, pool) = (snapshot, builtIn, pool)
        return try await BlockingWork.run {
            builtIn.stops(
                in: ModelFiles(dataFolder: snapshot.sharedFolder), threads: Self.threads(snapshot), pool: pool)
        }
    }

    func tokenizer() async throws -> any TextTokenizer {
        try await usableEmbedder().model?.tokenizer ?? EstimatedTokenizer()
    }

    /// The model of the vectors that search uses: the one that is chosen, or, as long as not all passages have its vectors, the one before.
    func searchEmbedder() async throws -> SearchEmbedder {
        let chosen = try await usableEmbedder()
        guard chosen.model != nil || chosen.problem != nil else { return SearchEmbedder(model: nil) }
        let active = try await library().activeVectorModel()
        guard let active, active.id != chosen.model?.id, active.vectorCount > 0 else {
            formerEmbedder.letGo()
            return SearchEmbedder(model: chosen.model, why: chosen.problem)
        }
        if let former = try await formerEmbedder.model(of: active) { return SearchEmbedder(model: former) }
        let name = chosen.model?.name ?? active.id
        return SearchEmbedder(
            model: nil,
            why: chosen.problem
                ?? "The passages have vectors of a model whose file is not here any more (\(active.id)): searched by words "
                + "only, until they have those of \(name). A running server makes them, or the next ingestion."
        )
    }

    /// Over one's own library, and where something is given beside it over that too.
    func retriever(with shared: SharedReading? = nil) async throws -> Retriever {
        try await retriever(searchEmbedder(), reader: reader(), shared)
    }

    private func retriever(
        _ search: SearchEmbedder, reader: (any ReadingModel)?, _ shared: SharedReading?
    ) async throws -> Retriever {
        let own = try await library()
        var retriever = Retriever(
            library: shared?.library ?? own, embedder: search.model, reranker: lazyReranker, reader: reader,
            whyNoEmbedder: search.why, contacts: try await contactBook())
        retriever.notes = shared?.notes ?? []
        return retriever
    }

    /// What is kept of the address books in the library.
    func contactBook() async throws -> ContactBook {
        if let book = opened.withLock({ $0.contacts }) { return book }
        let book = ContactBook(library: try await library())
        return opened.withLock { opened in
            let kept = opened.contacts ?? book
            opened.contacts = kept
            return kept
        }
    }

    /// What others share with whoever has this library, joined with it; `nil` where nobody shares anything.
    func shared() async throws -> SharedReading? { try await sharing.reading(beside: library()) }

    func answerService(with shared: SharedReading? = nil) async throws -> AnswerService {
        let search = try await searchEmbedder()
        var sentences = search.model
        // What is compared needs no vectors that are kept.
        if sentences == nil { sentences = try await usableEmbedder().model }
        let reader = try await reader()
        let own = try await library()
        var service = AnswerService(
            library: shared?.library ?? own, retriever: try await retriever(search, reader: reader, shared),
            router: try await router(), embedder: sentences, reader: reader)
        service.vectors = sentenceVectors
        return service
    }

    func router() async throws -> ModelRouter {
        if let router = opened.withLock({ $0.router }) { return router }
        let router = try await engines().router()
        opened.withLock { $0.router = router }
        return router
    }

    func engines() async throws -> Engines { try await engines(snapshot) }

    /// Engines with other settings than those of the environment, for one request.
    func engines(_ snapshot: EnvironmentSnapshot) async throws -> Engines {
        let library = try await library()
        return try Engines(
            snapshot: snapshot, library: library, labels: SharedLabels(own: library, sharing: sharing),
            states: try await store.promptStates(),
            transport: transport(library), pool: pool, owner: store.owner, servers: servers,
            pools: pools)
    }

    /// The HTTP transport, for requests that do not come from an engine.
    func anyTransport() async throws -> any HTTPTransport { transport(try await library()) }

    /// The one transport, made on first use.
    private func transport(_ ledger: any RoutingLedger) -> LazyTransport {
        opened.withLock { opened in
            let transport = opened.transport ?? LazyTransport(settings: snapshot.settings, ledger: ledger)
            opened.transport = transport
            return transport
        }
    }

    /// The transport; `nil` when nothing needed one yet.
    var openedTransport: LazyTransport? { opened.withLock { $0.transport } }

    /// Closes the store. Requests that are under way lose it.
    func close() async throws { try await store.close() }

    private static func threads(_ snapshot: EnvironmentSnapshot) -> Int {
        snapshot.settings.threads ?? ProcessInfo.processInfo.activeProcessorCount
    }

    private static func embeddingModel(_ snapshot: EnvironmentSnapshot) -> String? {
        snapshot.settings.embeddingModel ?? ModelFiles(dataFolder: snapshot.sharedFolder).embeddingModel()
    }
}

/// The store of one environment, opened when it is first needed. What it is made of is known here alone, and where it is used as the
/// file that it is.
final class OpenStore: Sendable {
    /// Another one for each store that is opened: what models have evaluated of one must not be used for the next.
    let owner = UUID().uuidString
    private let kind: Kind
    /// What stands before a library on another machine.
    private let gate: LibraryGate?

    private enum Kind {
        case file(SharedValue<HearthDatabase>)
        case server(LibraryAddress, SharedValue<any Library>)
    }

    init(_ snapshot: EnvironmentSnapshot) {
        let folder = snapshot.dataFolder
        let gate = snapshot.settings.library.flatMap { Self.gate($0, in: snapshot) }
        self.gate = gate
        if let address = snapshot.settings.library {
            kind = .server(
                address,
                SharedValue {
                    // Many are open at once where each person has one.
                    let library = try await Self.open(
                        address, in: snapshot, through: gate, connections: snapshot.home != nil ? 2 : 4)
                    try await Self.refuseUnfinished(library, address.description)
                    return library
                })
        } else {
            kind = .file(
                SharedValue {
                    // A Keychain may ask its owner first, and a key file may lie on a disk that sleeps.
                    let key = try await BlockingWork.run {
                        try DatabaseKey.loadOrCreate(
                            in: SecretStores.preferred(folder: folder), for: StoreFiles(folder: folder))
                    }
                    let database = try await HearthDatabase.opened(.init(folder: folder, key: key))
                    do {
                        try await Self.refuseUnfinished(database, folder.path)
                    } catch {
                        try? await BlockingWork.run { try database.close() }
                        throw error
                    }
                    return database
                })
        }
    }

    /// Sends nothing more to a library on another machine.
    func goOffline() { gate?.goOffline() }

    /// Opens a library in PostgreSQL.
    ///
    /// - Parameters:
    ///   - snapshot: Whose place of keys has the password, and which says whether it may be spoken to.
    ///   - given: What stands before it; `nil` makes one where there has to be one.
    ///   - isToBeFilled: Whether it is opened for a copy: by one connection, which is recorded elsewhere.
    static func open(
        _ address: LibraryAddress, in snapshot: EnvironmentSnapshot, through given: LibraryGate? = nil,
        isToBeFilled: Bool = false, connections: Int = 4
    ) async throws -> any Library {
        var configuration = try await configuration(address, in: snapshot, through: given)
        configuration.connections = isToBeFilled ? 1 : connections
        configuration.recordsConnections = !isToBeFilled
        return try await PostgresLibrary.open(configuration)
    }

    /// Looks at a library in PostgreSQL, and changes nothing there.
    static func condition(_ address: LibraryAddress, in snapshot: EnvironmentSnapshot) async throws -> LibraryCondition
    {
        try await PostgresLibrary.examine(configuration(address, in: snapshot))
    }

    private static func configuration(
        _ address: LibraryAddress, in snapshot: EnvironmentSnapshot, through given: LibraryGate? = nil
    ) async throws -> PostgresLibrary.Configuration {
        // Before anything else: whether it may be spoken to at all.
        let gate = given ?? gate(address, in: snapshot)
        try gate?.check()
        try await requireDriver(address)
        let folder = snapshot.sharedFolder
        let password = try await BlockingWork.run {
            try LibraryPassword(address, folder: folder).read()
        }
        var configuration = PostgresLibrary.Configuration(address: address, password: password)
        configuration.gate = gate
        return configuration
    }

    /// What stands before connections to a library on another machine; `nil` on this one.
    static func gate(_ address: LibraryAddress, in snapshot: EnvironmentSnapshot) -> LibraryGate? {
        address.isLocal
            ? nil : LibraryGate(address, folder: snapshot.sharedFolder, isOffline: snapshot.settings.offline)
    }

    /// Refuses an address that this build has nothing to speak to with.
    static func requireDriver(_ address: LibraryAddress) async throws {
        // It says itself what this build lacks.
        if !PostgresLibrary.isAvailable { _ = try await PostgresLibrary.open(.init(address: address)) }
    }

    /// A copy that is not whole is not to be taken for the library, nor to be written into.
    private static func refuseUnfinished(_ library: any LibraryRows, _ place: String) async throws {
        guard let source = try await library.unfinishedCopy() else { return }
        throw StoreError(
            .unfinishedCopy,
            """
            The library at \(place) is an unfinished copy of the one at \(source). Go on with \
            the copy by the same command that began it, or use the one that was copied.
            """)
    }

    func library() async throws -> any Library {
        switch kind {
        case .file(let database): try await database.value()
        case .server(_, let library): try await library.value()
        }
    }

    /// The library as the file that it is.
    ///
    /// - Throws: ``StoreError`` with the code `invalid-input` where it is none.
    func database() async throws -> HearthDatabase {
        switch kind {
        case .file(let database): return try await database.value()
        case .server(let address, _):
            throw StoreError(
                .invalidInput,
                """
                The library is in PostgreSQL at \(address.host), and only one that is a file can be asked for that. Use the server's \
                own tools, such as pg_dump for a backup.
                """)
        }
    }

    /// Where what models have read of its conversations is kept; `nil` for a store beside which nothing can be.
    func promptStates() async throws -> (any PromptStateStore)? {
        switch kind {
        case .file(let database): try await database.value().promptStates()
        case .server(_, let library): try await library.value().promptStateStore
        }
    }

    func close() async throws {
        switch kind {
        case .file(let database):
            guard let open = await database.take(telling: Self.closed) else { return }
            try await BlockingWork.run { try open.close() }
        case .server(_, let library):
            // Connections close with the last that uses the library.
            _ = await library.take(telling: Self.closed)
        }
    }

    private static let closed = StoreError(
        .busy, "The library was closed, or another came in its place, while this waited for it. Try again.")
}

/// An embedding model in memory.
struct HeldEmbedder: Sendable {
    let model: any EmbeddingModel
    let held: HeldModel

    /// The file went away between a look and the loading.
    struct Missing: Error {}
}

/// Counts a model that is loaded beside the pool against the pool's budget, for as long as this lives.
final class HeldModel: Sendable {
    private let path: String
    private let pool: ModelPool

    init(_ path: String, in pool: ModelPool) {
        self.path = path
        self.pool = pool
        pool.hold(path, bytes: LocalEmbedder.fileSize(path))
    }

    deinit { pool.letGo(path) }
}
