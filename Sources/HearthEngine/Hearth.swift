public import Foundation
import HearthAnalysis
package import HearthCore
import HearthKnowledge
import HearthLlama
import HearthModels
package import HearthStore

/// Everything that Hearth does, behind one object: documents go in, checked answers come out.
///
/// ```swift
/// import Hearth
///
/// let hearth = try Hearth()
/// for try await _ in try await hearth.documents.ingest(["/home/me/notes"]) {}
/// for try await event in try await hearth.answers.ask(AnswerRequest(question: "When does the lease end?")) {
///     if case .final(let answer) = event { print(answer.text) }
/// }
/// ```
///
/// What it does is in services, one for each domain. A service is a value that costs nothing to make; each of its operations
/// takes the settings that hold when it begins. The stores behind them are nobody's to see.
///
/// Stores, models and connections are made when they are first needed: a program that only extracts text never opens the
/// database.
public actor Hearth {
    /// The environments and the settings that hold in them. Switching takes effect for requests that start afterwards.
    public nonisolated let environments: EnvironmentSwitch

    /// The local models that are loaded, for as long as this object lives: whatever is changed in the settings, weights are
    /// loaded once, and all environments share one budget.
    nonisolated let pool: ModelPool

    /// Work that goes on after the call that began it, and how far it is.
    public nonisolated let jobs = Jobs()

    /// The small models that come with Hearth, for as long as this object lives.
    private let builtIn: BuiltInModels

    /// Lets those who change what programs keep do it one after the other.
    nonisolated let depositTurns = FairSemaphore<OneQueue>(limit: 1)
    /// The same for those who change collections.
    nonisolated let collectionTurns = FairSemaphore<OneQueue>(limit: 1)

    /// What others of a server share with whoever has this library.
    package nonisolated let sharing: Sharing

    /// Attempts to sign in at servers of tools that are under way, and what their tokens did not suffice for.
    nonisolated let signIns = ToolSignIns()

    /// What was decoded of what is kept: the list of what programs keep, and the names in the journal's entries.
    nonisolated let depositLists = DecodedCache<[Deposit]>(bytes: 4 * Deposits.Room.usual.bytesOfList)
    nonisolated let journalNames = JournalNames()
    /// Who works off the queue of the library.
    nonisolated let workQueue = WorkQueue()
    /// What became of what this process worked on, those included who have an account on this server.
    nonisolated let workMeter: WorkMeter

    /// The files that are being read at the moment.
    nonisolated let ingestRuns = IngestRuns()

    /// Pages that were shown last.
    nonisolated let pagePictures = PagePictures()
    /// Who looks at the folders that are kept in step, one at a time, and what is going on with them.
    nonisolated let folderTurns = FolderTurns()
    private var resources: [String: EnvironmentResources] = [:]
    /// Of somebody with an account: what the server works with, of which the models are theirs too.
    private let shared: EnvironmentResources?
    /// Whether the account was removed whose library this is.
    private var isAbandoned = false
    /// Whether another library is being put in the place of this one.
    private var isHeld = false
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
        builtIn = BuiltInModels()
        workMeter = WorkMeter()
        shared = nil
        sharing = Sharing(of: People.ownerID)
    }

    /// The same server for somebody with an account on it: models, settings and keys of services are everybody's, and the library is
    /// theirs alone. Nothing of another's can be reached from it.
    ///
    /// - Parameter shared: What the server works with: its models are loaded once, whoever asks.
    init(for id: String, on server: Hearth, folder: URL, sharing shared: EnvironmentResources?) {
        let home = PersonHome(of: id, in: folder)
        environments = EnvironmentSwitch(of: server.environments, home: home)
        (pool, builtIn, self.shared) = (server.pool, server.builtIn, shared)
        workMeter = server.workMeter
        sharing = Sharing(of: id)
        Leftovers.sweep(home.folder)
    }

    /// The settings that hold for a request that starts now.
    public nonisolated var settings: Settings { environments.current.settings }

    /// The data folder that holds for a request that starts now.
    public nonisolated var folder: URL { environments.current.dataFolder }

    /// Where models are, and what else is everybody's on a server with accounts: ``folder``, but for those who have one.
    nonisolated var sharedFolder: URL { environments.current.sharedFolder }

    // MARK: Services

    /// Documents: taken in, kept in step with their files, found, read, labelled and removed.
    public nonisolated var documents: Documents { Documents(hearth: self) }
    /// Collections: named sets of documents, the owner's own and shared ones.
    public nonisolated var collections: Collections { Collections(hearth: self) }
    /// Answers with verified citations, summaries, rewrites and study questions.
    public nonisolated var answers: Answers { Answers(hearth: self) }
    /// Conversations and their turns.
    public nonisolated var conversations: Conversations { Conversations(hearth: self) }
    /// Transcripts: read, analysed, searched and asked.
    public nonisolated var transcripts: Transcripts { Transcripts(hearth: self) }
    /// Recordings and live talk, turned into text on this machine.
    public nonisolated var voice: Voice { Voice(hearth: self) }
    /// The journal: entries, and what is made of them by day, week, month and year.
    public nonisolated var journal: Journal { Journal(hearth: self) }
    /// Engines and models: what there is, what is loaded, which one would serve.
    public nonisolated var models: Models { Models(hearth: self) }
    /// Consents, labels, ceilings of programs, keys of services, and the ledger.
    public nonisolated var privacy: Privacy { Privacy(hearth: self) }
    /// The owner's own servers that speak OpenAI's protocol.
    public nonisolated var endpoints: Endpoints { Endpoints(hearth: self) }
    /// Servers of tools that the owner added, and what models may call of them.
    public nonisolated var tools: Tools { Tools(hearth: self) }
    /// Files, vector stores and batches that programs keep in the library beside documents.
    public nonisolated var deposits: Deposits { Deposits(hearth: self) }
    /// Subscriptions to feeds and podcasts, and single web pages.
    public nonisolated var feeds: Feeds { Feeds(hearth: self) }
    /// Folders of this machine that the library is kept in step with.
    public nonisolated var folders: Folders { Folders(hearth: self) }
    /// Work that outlives this process: files that were sent, recordings to be written down.
    public nonisolated var work: Work { Work(hearth: self) }
    /// The library as a whole: size, backups, exports and deletion.
    public nonisolated var data: StoredData { StoredData(hearth: self) }

    // MARK: What services work with

    // Nothing is waited for in the actor itself: a task whose own threads are all at work would come back to it late, and keep
    // everybody else out until then.

    /// What one environment needs, made when it is first needed. A request takes this once, in one step, so that it ends in the
    /// environment and with the settings in which it began.
    ///
    /// - Throws: ``EngineError`` when the environment was switched to one that asks for what this system cannot enforce.
    func current() throws -> EnvironmentResources {
        guard !isAbandoned else { throw EngineError(.unknownItem, "The account that had this library was removed.") }
        guard !isHeld else { throw Self.held }
        let snapshot = environments.current
        try snapshot.settings.enforceInKernel()
        pool.setByteBudget(snapshot.settings.modelBytes)
        let former = resources[snapshot.environment.name]
        if let former, former.snapshot == snapshot { return former }
        formerTransports.removeAll { $0.transport == nil }
        if let transport = former?.openedTransport { formerTransports.append(WeakTransport(transport)) }
        let latest = EnvironmentResources(
            snapshot, after: former ?? shared, pool: pool, builtIn: builtIn, sharing: sharing)
        resources[snapshot.environment.name] = latest
        return latest
    }

    /// The store, created on first use. For services and tests: what an app, a command or a route wants of it is an operation of
    /// a service.
    package nonisolated func library() async throws -> any Library {
        let library = try await current().library()
        if workQueue.takesUp(library) {
            // Goes on when whoever opened it has left, and is the owner's work and nobody's who may have asked.
            Task.detached { [work] in await work.serve(library) }
        }
        return library
    }

    /// The same as the file that it is: for what only a file has, such as a backup, and for tests.
    package nonisolated func database() async throws -> HearthDatabase { try await current().database() }

    nonisolated func engines() async throws -> Engines { try await current().engines() }

    /// Opens the store, so that the first request does not wait for it.
    ///
    /// - Throws: `StoreError` where it cannot be opened.
    public func open() async throws { _ = try await library() }

    /// Opens the store where it is not open, and reads a little of it, so that one that was reachable once and is not any more is found.
    ///
    /// - Throws: `StoreError`; one of the kind `busy` where it does not answer within `limit`.
    public nonisolated func reachStore(within limit: Duration = .seconds(2)) async throws {
        try await TimeLimit.abandoning(after: limit.seconds) {
            _ = try await self.library().consents()
        } timeout: {
            StoreError(.busy, "The library does not answer in time.")
        }
    }

    /// Gives back what is worked on, ends every connection, and returns when what is to be said of them is in the ledger. Call it before the
    /// program ends.
    public func shutdown() async {
        await workQueue.stop()
        let open = resources.values.compactMap(\.openedTransport) + formerTransports.compactMap(\.transport)
        formerTransports = []
        for transport in open { await transport.shutdown() }
    }

    /// Closes the store; it is opened again when it is next needed. Folders are looked at no more until `folderTurns` says otherwise: who
    /// looks at them by itself would open it at once.
    package func close() async throws {
        try await folderTurns.halt()
        try await rest()
        // What was evaluated of conversations goes with them.
        await pool.unloadIdle()
    }

    /// Lets nobody open the store until ``release()``: another library comes in its place.
    ///
    /// - Throws: `StoreError` `busy` where one is coming already.
    func hold() throws {
        guard !isHeld else { throw Self.held }
        isHeld = true
    }

    func release() { isHeld = false }

    private static let held = StoreError(
        .busy, "A library of another machine is being put here. Try again when that is done.")

    /// Closes the store for good: the account was removed, and whoever still works for it gets no further.
    package func abandon() async throws {
        isAbandoned = true
        try await close()
    }

    /// The same for somebody with an account who has not asked for a while: the models, which are everybody's, stay loaded.
    package func rest() async throws {
        await workQueue.pause()
        let all = resources.values
        resources = [:]
        depositLists.removeAll()
        journalNames.removeAll()
        for one in all { try await one.close() }
    }
}

/// The version of Hearth, as `hearth --version` prints it.
public enum Version {
    public static let current = "0.1.0"
}
