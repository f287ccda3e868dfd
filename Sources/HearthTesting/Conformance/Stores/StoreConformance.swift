public import HearthCore

/// What every ``Library`` must do, whatever keeps it.
///
/// ```swift
/// let conformance = StoreConformance(name: "memory") { MemoryLibrary() }
/// for check in StoreConformance.Check.allCases { try await conformance.run(check) }
/// ```
public struct StoreConformance: Sendable {
    public enum Check: String, Hashable, Sendable, CaseIterable {
        // Documents
        case storing, sameContentTwice, replacedSources, reprocessing, conditions, batchesAreWhole, listing, filters
        case manyPlaces, placesThatAreGone
        case names, chunks, sources, renaming, removal
        // Search
        case ranking, phrases, filteredWords, origins, frequencies, indexing, nearest, missingVectors, vectorModels,
            badVectors
        case familiarities
        // Labels
        case places, folders, contentInTwoPlaces, placesThatComeBack, documentLabels, programs, labelsAreInTheLedger
        // Conversations
        case conversationPlaces, branches
        case conversations, conversationNames, titles, messages, messagesFromTheOldest, replacedTurns, lastTurns
        case conversationSearch, prompts, boundaries, labelsOfMessages, labelsThatOutliveDocuments
        case systemPrompts, promptStates
        // Journal, analyses
        case entries, entryOrder, entryIDs, entryLabels, entryDocuments, nodes, people, analyses
        // Ledger, consents
        case ledger, ledgerPages, ledgerVerification, ledgerForPrograms, consents
        // Feeds, folders
        case feeds, watchedFolders, watchedFiles
        // Work
        case work, workOrder, workFiles, workClaims, workLeases, workAttempts, workTurns, workCancelling,
            workForPrograms, workTallies, workNews
        // Rows, for copies
        case rowsAreRead, rowsAreKept, rowsAreFound, rowsAreForCopies, itemsAreAdded, itemsAreRefused
        // All
        case cancellation
    }

    /// A check that failed, and how.
    public struct Failure: Error, CustomStringConvertible, Sendable {
        public let check: Check
        public let store: String
        public let what: String

        public var description: String { "\(store), \(check.rawValue): \(what)" }
    }

    let name: String
    private let make: @Sendable () async throws -> any Library

    /// - Parameter make: A new library with nothing in it.
    public init(name: String, make: @escaping @Sendable () async throws -> any Library) {
        self.name = name
        self.make = make
    }

    /// - Throws: ``Failure``, or what kept the check from being made.
    public func run(_ check: Check) async throws {
        let run = StoreRun(check: check, store: name, library: try await make())
        switch check {
        case .storing: try await run.storing()
        case .sameContentTwice: try await run.sameContentTwice()
        case .replacedSources: try await run.replacedSources()
        case .reprocessing: try await run.reprocessing()
        case .conditions: try await run.conditions()
        case .batchesAreWhole: try await run.batchesAreWhole()
        case .placesThatAreGone: try await run.placesThatAreGone()
        case .listing: try await run.listing()
        case .filters: try await run.filters()
        case .manyPlaces: try await run.manyPlaces()
        case .names: try await run.names()
        case .chunks: try await run.chunks()
        case .sources: try await run.sources()
        case .renaming: try await run.renaming()
        case .removal: try await run.removal()
        case .ranking: try await run.ranking()
        case .phrases: try await run.phrases()
        case .filteredWords: try await run.filteredWords()
        case .origins: try await run.origins()
        case .frequencies: try await run.frequencies()
        case .indexing: try await run.indexing()
        case .nearest: try await run.nearest()
        case .missingVectors: try await run.missingVectors()
        case .vectorModels: try await run.vectorModels()
        case .badVectors: try await run.badVectors()
        case .familiarities: try await run.familiarities()
        case .places: try await run.places()
        case .folders: try await run.folders()
        case .contentInTwoPlaces: try await run.contentInTwoPlaces()
        case .placesThatComeBack: try await run.placesThatComeBack()
        case .documentLabels: try await run.documentLabels()
        case .programs: try await run.programs()
        case .labelsAreInTheLedger: try await run.labelsAreInTheLedger()
        case .conversations: try await run.conversations()
        case .conversationNames: try await run.conversationNames()
        case .conversationPlaces: try await run.conversationPlaces()
        case .branches: try await run.branches()
        case .titles: try await run.titles()
        case .messages: try await run.messages()
        case .messagesFromTheOldest: try await run.messagesFromTheOldest()
        case .replacedTurns: try await run.replacedTurns()
        case .lastTurns: try await run.lastTurns()
        case .conversationSearch: try await run.conversationSearch()
        case .prompts: try await run.prompts()
        case .boundaries: try await run.boundaries()
        case .labelsOfMessages: try await run.labelsOfMessages()
        case .labelsThatOutliveDocuments: try await run.labelsThatOutliveDocuments()
        case .systemPrompts: try await run.systemPrompts()
        case .promptStates: try await run.promptStates()
        case .entries: try await run.entries()
        case .entryOrder: try await run.entryOrder()
        case .entryIDs: try await run.entryIDs()
        case .entryLabels: try await run.entryLabels()
        case .entryDocuments: try await run.entryDocuments()
        case .nodes: try await run.nodes()
        case .people: try await run.people()
        case .analyses: try await run.analyses()
        case .ledger: try await run.ledger()
        case .ledgerPages: try await run.ledgerPages()
        case .ledgerVerification: try await run.ledgerVerification()
        case .ledgerForPrograms: try await run.ledgerForPrograms()
        case .consents: try await run.consents()
        case .feeds: try await run.records(of: .feed)
        case .work: try await run.work()
        case .workOrder: try await run.workOrder()
        case .workFiles: try await run.workFiles()
        case .workClaims: try await run.workClaims()
        case .workLeases: try await run.workLeases()
        case .workAttempts: try await run.workAttempts()
        case .workTurns: try await run.workTurns()
        case .workCancelling: try await run.workCancelling()
        case .workForPrograms: try await run.workForPrograms()
        case .workTallies: try await run.workTallies()
        case .workNews: try await run.workNews()
        case .watchedFolders: try await run.records(of: .watchedFolder)
        case .watchedFiles: try await run.watchedFiles()
        case .rowsAreRead: try await run.rowsAreRead()
        case .rowsAreKept: try await run.rowsAreKept()
        case .rowsAreFound: try await run.rowsAreFound()
        case .rowsAreForCopies: try await run.rowsAreForCopies()
        case .itemsAreAdded: try await run.itemsAreAdded()
        case .itemsAreRefused: try await run.itemsAreRefused()
        case .cancellation: try await run.cancellation()
        }
    }
}

/// One check under way: the library, and what all checks need.
struct StoreRun: Sendable {
    let check: StoreConformance.Check
    let store: String
    let library: any Library
    let samples = SampleDocuments()

    func expect(_ condition: Bool, _ what: @autoclosure () -> String) throws {
        if !condition { throw StoreConformance.Failure(check: check, store: store, what: what()) }
    }

    func equal<Value: Equatable>(_ found: Value, _ wanted: Value, _ what: @autoclosure () -> String) throws {
        try expect(found == wanted, "\(what()): \(found), not \(wanted)")
    }

    func unwrap<Value>(_ value: Value?, _ what: @autoclosure () -> String) throws -> Value {
        guard let value else { throw StoreConformance.Failure(check: check, store: store, what: "no \(what())") }
        return value
    }

    /// That `body` fails in this way.
    func fails(
        _ reason: StoreError.Reason, _ what: @autoclosure () -> String, _ body: () async throws -> Void
    ) async throws {
        do {
            try await body()
        } catch let error as StoreError {
            return try equal(error.reason, reason, "the error of \(what())")
        }
        throw StoreConformance.Failure(
            check: check, store: store, what: "\(what()) did not fail with \(reason.rawValue)")
    }

    // MARK: What is stored

    /// Stores texts, a chunk each, as the document of a place; returns its id.
    @discardableResult
    func store(
        _ path: String, _ texts: [String], title: String = "Sample", label: SensitivityLabel? = nil,
        lowers: Bool = false, dimension: Int? = nil
    ) async throws -> String {
        let samples = SampleDocuments(dimension: dimension)
        var document = samples.document(title: title, texts: texts)
        document.label = label
        document.lowersLabel = lowers
        return try await library.replaceSource(samples.source(path, of: document), with: document).documentID
    }

    func label(of id: String) async throws -> SensitivityLabel? { try await library.document(id: id)?.label }

    func found(_ terms: String..., filter: SearchFilter = .everything) async throws -> [ChunkMatch] {
        try await library.fullText(terms.map { QueryTerm($0) }, limit: 100, filter: filter, ranking: FullTextRanking())
    }

    func talk(_ id: String = "talk", prompt: String? = nil, label: SensitivityLabel? = nil) async throws -> String {
        try await library.createConversation(id: id, title: nil, systemPrompt: prompt, label: label).id
    }

    @discardableResult
    func say(
        _ role: Message.Role, _ text: String, in id: String, label: SensitivityLabel = .personal,
        origin: ConversationMessage.Origin = .init()
    ) async throws -> ConversationMessage {
        let stored = try await library.append(
            [ConversationMessage(Message(role, text), label: label, origin: origin)], toConversation: id,
            answering: nil, replacingFrom: nil, upTo: .max)
        return try unwrap(stored.first, "stored message")
    }

    func said(_ id: String) async throws -> [ConversationMessage] {
        try await library.messages(ofConversation: id, after: .min, before: .max, limit: .max)
    }

    func asProgram<Result>(
        upTo ceiling: SensitivityLabel, _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await Reader.$current.withValue(Reader(.api, name: "program", ceiling: ceiling)) { try await body() }
    }

    func entry(
        _ id: String, _ date: String?, _ text: String, time: Int? = nil, label: SensitivityLabel = .private
    ) -> JournalSession {
        JournalSession(id: id, date: date.flatMap { CivilDate($0) }, time: time, text: text, label: label)
    }

    @discardableResult
    func write(_ entries: JournalSession..., lowers: Bool = false) async throws -> [JournalChange] {
        try await library.storeJournal(entries, lowersLabels: lowers, document: nil)
    }
}
