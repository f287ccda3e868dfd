import Foundation
import HearthCore
import HearthKnowledge
import HearthLlama
import HearthModels
import HearthStore

/// What the requests of one environment work with. Owned by ``Hearth``, which is an actor.
final class Parts {
    private(set) var snapshot: EnvironmentSnapshot
    private var openDatabase: HearthDatabase?
    let transcriptFacts = TranscriptFactCache()
    private var loadedEmbedder: (any EmbeddingModel)?
    private var lookedForEmbedder = false
    private var madeReranker: LazyReranker?
    private var madeRouter: ModelRouter?
    private var madeTransport: LazyTransport?
    private var formerTransports: [LazyTransport] = []
    private let pool: ModelPool
    /// Another one for each database that is opened: what was evaluated of one must not be used for the next.
    private var owner = UUID().uuidString
    /// Files of models that are loaded beside the pool and count against its budget.
    private var embedderPath: String?

    init(_ snapshot: EnvironmentSnapshot, pool: ModelPool) {
        self.snapshot = snapshot
        self.pool = pool
    }

    /// Takes over changed settings of the same environment; models are only made again when something about them changed.
    func update(_ newer: EnvironmentSnapshot) {
        guard newer != snapshot else { return }
        // Requests that are under way keep the database they have.
        if newer.dataFolder != snapshot.dataFolder {
            openDatabase = nil
            owner = UUID().uuidString
        }
        if newer.settings.embeddingModel != snapshot.settings.embeddingModel
            || newer.settings.threads != snapshot.settings.threads
        {
            dropEmbedder()
        }
        if newer.settings.rerankingModel != snapshot.settings.rerankingModel
            || newer.settings.threads != snapshot.settings.threads
        {
            dropReranker()
        }
        snapshot = newer
        madeRouter = nil
        // Requests that are under way end with the old one.
        if let madeTransport { formerTransports.append(madeTransport) }
        madeTransport = nil
    }

    func database() throws -> HearthDatabase {
        if let openDatabase { return openDatabase }
        let folder = snapshot.dataFolder
        let key = try DatabaseKey.loadOrCreate(
            in: SecretStores.preferred(folder: folder), for: StoreFiles(folder: folder))
        let database = try HearthDatabase(.init(folder: folder, key: key))
        openDatabase = database
        return database
    }

    func embedder() throws -> (any EmbeddingModel)? {
        if lookedForEmbedder { return loadedEmbedder }
        if let path = snapshot.settings.embeddingModel ?? ModelFiles(dataFolder: snapshot.dataFolder).embeddingModel() {
            loadedEmbedder = try LocalEmbedder.open(path, threads: threads)
            embedderPath = path
            pool.hold(path, bytes: LocalEmbedder.fileSize(path))
        }
        lookedForEmbedder = true
        return loadedEmbedder
    }

    func tokenizer() throws -> any TextTokenizer { try embedder()?.tokenizer ?? EstimatedTokenizer() }

    func reranker() -> (any RerankingModel)? {
        if let madeReranker { return madeReranker }
        guard let path = snapshot.settings.rerankingModel else { return nil }
        let reranker = LazyReranker(path: path, threads: threads, host: pool.host) { [pool] in
            pool.hold(path, bytes: LocalEmbedder.fileSize(path))
        }
        madeReranker = reranker
        return reranker
    }

    private var threads: Int { snapshot.settings.threads ?? ProcessInfo.processInfo.activeProcessorCount }

    func retriever() throws -> Retriever {
        try Retriever(database: database(), embedder: embedder(), reranker: reranker())
    }

    func router() throws -> ModelRouter {
        if let madeRouter { return madeRouter }
        let router = try engines().router()
        madeRouter = router
        return router
    }

    func engines() throws -> Engines { try engines(snapshot) }

    /// Engines with other settings than those of the environment, for one request.
    func engines(_ snapshot: EnvironmentSnapshot) throws -> Engines {
        try Engines(snapshot: snapshot, database: database(), transport: transport(), pool: pool, owner: owner)
    }

    func transport() throws -> LazyTransport {
        if let madeTransport { return madeTransport }
        let transport = LazyTransport(settings: snapshot.settings, ledger: try database())
        madeTransport = transport
        return transport
    }

    /// The transports that were in use; what is sent from now on goes through new ones.
    func takeTransports() -> [LazyTransport] {
        defer { (madeTransport, formerTransports) = (nil, []) }
        return formerTransports + [madeTransport].compactMap { $0 }
    }

    func close() throws {
        try openDatabase?.close()
        openDatabase = nil
        madeRouter = nil
        dropEmbedder()
        dropReranker()
    }

    private func dropEmbedder() {
        loadedEmbedder = nil
        lookedForEmbedder = false
        if let embedderPath { pool.letGo(embedderPath) }
        embedderPath = nil
    }

    private func dropReranker() {
        madeReranker = nil
        if let path = snapshot.settings.rerankingModel { pool.letGo(path) }
    }
}
