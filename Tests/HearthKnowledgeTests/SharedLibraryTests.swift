import Foundation
import HearthCore
import HearthModels
import HearthTesting
import Synchronization
import Testing

@testable import HearthKnowledge

/// What somebody else may read of an owner's library, whichever operation is asked.
@Suite("A shared library")
struct SharedLibraryTests {
    /// The places that hold now.
    private final class Grant: Sendable {
        private let places: Mutex<[String]>
        init(_ places: [String]) { self.places = Mutex(places) }
        var now: [String] { places.withLock { $0 } }
        func set(_ places: [String]) { self.places.withLock { $0 = places } }
    }

    private let owners = MemoryLibrary()
    private let own = MemoryLibrary()
    private let samples = SampleDocuments()
    private let grant = Grant(["/home/mira/house"])

    private var view: RestrictedLibrary {
        RestrictedLibrary(owners, for: "Noah") { [grant] in grant.now }
    }

    private var joined: JoinedLibrary {
        JoinedLibrary(own, and: [.init(owner: "f00d", name: "Mira", view: view, holding: 0)])
    }

    /// - Returns: The document's id.
    private func keep(
        _ path: String, _ number: Int, _ words: [String], in library: MemoryLibrary, label: SensitivityLabel? = nil
    ) async throws -> String {
        var document = samples.document(number, words: words)
        document.label = label
        return try await library.replaceSource(samples.source(path, of: document), with: document).documentID
    }

    private func search(_ words: String..., in library: JoinedLibrary) async throws -> [ChunkMatch] {
        try await library.fullText(
            words.map { QueryTerm($0) }, limit: 50, filter: .everything, ranking: FullTextRanking())
    }

    /// Everything that can be asked of a document, which gives nothing of it.
    private func expectNothing(of id: String, chunks: [Int64], _ library: JoinedLibrary) async throws {
        let shown = SharedID.of(id, owner: "f00d")
        #expect(try await library.document(id: shown) == nil)
        #expect(try await library.unshown(shown) == nil)
        #expect(try await library.content(ofDocument: shown) == nil)
        #expect(try await library.texts(ofDocuments: [shown]).isEmpty)
        #expect(try await library.text(ofDocument: shown) == nil)
        #expect(try await library.chunks(ofDocument: shown).isEmpty)
        #expect(try await library.documents(named: shown).isEmpty)
        let filter = SearchFilter(documentIDs: [shown])
        #expect(try await library.documents(matching: filter, limit: 9, offset: 0).isEmpty)
        #expect(try await library.page(matching: filter, limit: 9, offset: 0).total == 0)
        // Chunks by their numbers, which can be guessed.
        let ids = chunks.map { SharedID.chunk($0, 0) }
        #expect(try await library.chunks(ids: ids).isEmpty)
        #expect(try await library.neighbours(ofChunks: ids, before: 9, after: 9).isEmpty)
        #expect(try await library.vectors(ofChunks: ids, modelID: samples.modelID).isEmpty)
        let matches = try await search("heron", "badger", "otter", in: library)
        #expect(try await library.chunks(ids: matches.map(\.chunkID)).allSatisfy { $0.documentID != shown })
        let vector = [Float](repeating: 0.2, count: samples.dimension ?? 0)
        let near = try await library.nearest(
            to: vector, limit: 99, modelID: samples.modelID, filter: .everything)
        #expect(Set(near.map(\.chunkID)).isDisjoint(with: ids))
    }

    @Test func `Of the owner's documents those at shared places are there, and nothing else of any kind`() async throws
    {
        let shared = try await keep("/home/mira/house/lease.md", 1, ["heron"], in: owners)
        let outside = try await keep("/home/mira/houses.md", 2, ["badger"], in: owners)
        let hidden = try await keep("/home/mira/house/diary.md", 3, ["otter"], in: owners, label: .private)
        let mine = try await keep("/home/noah/a.md", 4, ["heron"], in: own)
        let library = joined
        let found = try await library.documents(matching: .everything, limit: 9, offset: 0)
        #expect(Set(found.map(\.id)) == [SharedID.of(shared, owner: "f00d"), mine])
        let one = try #require(found.first { $0.id != mine })
        // Whose it is, and nothing of where they keep it.
        #expect(one.sharedBy == "Mira" && one.paths == ["house/lease.md"])
        #expect(found.first { $0.id == mine }?.sharedBy == nil)
        let matches = try await search("heron", in: library)
        #expect(Set(try await library.chunks(ids: matches.map(\.chunkID)).map(\.documentID)) == Set(found.map(\.id)))
        #expect(try await library.content(ofDocument: one.id) != nil)
        #expect(try await library.chunks(ofDocument: one.id).map(\.id) == Array(one.chunkIDs))
        // What only the rest says occurs nowhere, as far as anybody is told.
        #expect(try await library.documentFrequencies(of: ["badger", "otter", "heron"]) == ["heron": 2])
        #expect(try await library.counts().documents == 2)
        for id in [outside, hidden] {
            let chunks = try await owners.chunks(ofDocument: id).map(\.id)
            #expect(!chunks.isEmpty)
            try await expectNothing(of: id, chunks: chunks, library)
        }
    }

    @Test func `What is taken back, or called private, is not there from the next read on`() async throws {
        let id = try await keep("/home/mira/house/lease.md", 1, ["heron"], in: owners)
        let chunks = try await owners.chunks(ofDocument: id).map(\.id)
        let (library, shown) = (joined, SharedID.of(id, owner: "f00d"))
        #expect(try await library.document(id: shown) != nil)
        try await owners.setLabel(.private, ofDocument: id)
        try await expectNothing(of: id, chunks: chunks, library)
        try await owners.setLabel(.personal, ofDocument: id)
        #expect(try await library.document(id: shown) != nil)
        grant.set([])
        try await expectNothing(of: id, chunks: chunks, library)
        #expect(try await search("heron", in: library).isEmpty)
    }

    @Test func `A document that is also elsewhere shows those of its paths alone that are shared`() async throws {
        let document = samples.document(1, words: ["heron"])
        for path in ["/home/mira/house/lease.md", "/home/mira/divorce/lease.md"] {
            try await owners.replaceSource(samples.source(path, of: document), with: document)
        }
        let found = try await joined.documents(matching: .everything, limit: 9, offset: 0)
        #expect(found.map(\.paths) == [["house/lease.md"]])
        // Nor is it found by a path that is not shown.
        var filter = SearchFilter.everything
        filter.name = "divorce"
        #expect(try await joined.documents(matching: filter, limit: 9, offset: 0).isEmpty)
        #expect(
            try await joined.fullText(
                [QueryTerm("heron")], limit: 9, filter: filter, ranking: FullTextRanking()
            ).isEmpty)
        filter.name = "HOUSE"
        #expect(try await joined.documents(matching: filter, limit: 9, offset: 0).count == 1)
    }

    @Test func `An answer over both cites whose it is, and goes no farther than the strictest label`() async throws {
        _ = try await keep("/home/mira/house/lease.md", 1, ["heron", "marsh"], in: owners)
        let library = joined
        let remote = ScriptedModel(engine: .custom, host: "far.test") { _ in .text("The heron [1].") }
        let local = ScriptedModel(engine: .local) { _ in .text("The heron [1].") }
        // Without a consent of the reader's own nothing personal leaves, whatever the owner agreed to.
        let context = RoutingContext(
            models: [remote, local], policy: RoutingPolicy(order: [.custom, .local], consents: []))
        let router = ModelRouter(configuration: .init(ledger: own, labels: own)) { context }
        let answers = AnswerService(
            library: library, retriever: Retriever(library: library, embedder: nil), router: router, embedder: nil)
        var final: Answer?
        var found: [Passage] = []
        for try await event in answers.ask(AnswerRequest(question: "heron marsh?")) {
            if case .final(let answer) = event { final = answer }
            if case .found(let passages) = event { found = passages }
        }
        #expect(found.first?.sharedBy == "Mira")
        #expect(remote.requests.isEmpty && !local.requests.isEmpty)
        let citations = try #require(final).citations
        #expect(citations.allSatisfy { $0.sharedBy == "Mira" && SharedID.isOne($0.documentID) })
    }

    @Test func `What is written goes to one's own`() async throws {
        let id = try await keep("/home/mira/house/lease.md", 1, ["heron"], in: owners)
        let library = joined
        let receipt = try await library.removeDocuments(ids: [SharedID.of(id, owner: "f00d"), id])
        #expect(receipt.documentIDs.isEmpty)
        #expect(try await owners.document(id: id) != nil)
    }

    @Test func `A search asks another's store for what it needs, and for the list of documents once`() async throws {
        _ = try await keep("/home/mira/house/lease.md", 1, ["heron"], in: owners)
        _ = try await keep("/home/mira/house/letter.md", 2, ["badger"], in: owners)
        let counting = CountingLibrary(owners)
        let view = RestrictedLibrary(counting, for: "Noah") { [grant] in grant.now }
        let library = JoinedLibrary(own, and: [.init(owner: "f00d", name: "Mira", view: view, holding: 0)])
        // Whatever a search wants to know beforehand comes of one list.
        #expect(try await library.counts().documents == 2)
        #expect(try await library.fullTextStatistics().chunks > 0)
        _ = try await library.languages(analysedAs: "any")
        #expect(counting.calls() == ["documents": 1])
        let matches = try await search("heron", in: library)
        #expect(!matches.isEmpty && counting.calls() == ["fullText": 1])
        // A page asks for a page.
        #expect(try await library.page(matching: .everything, limit: 1, offset: 0).total == 2)
        #expect(counting.calls() == ["page": 1])
        // Where something was taken back it is counted anew.
        grant.set(["/home/mira/house/lease.md"])
        #expect(try await library.counts().documents == 1)
        #expect(try await library.counts().documents == 1)
        #expect(counting.calls() == ["documents": 1])
    }

    @Test func `What somebody added says who did, and shows its name alone`() async throws {
        let place = ContributionPlace(collection: "c0", person: "beef", number: "1", name: "lease.md")
        _ = try await keep(place.path, 1, ["heron"], in: owners)
        grant.set([place.path])
        let named = JoinedLibrary(
            own,
            and: [
                .init(owner: "f00d", name: "Mira", view: view, holding: 0, reader: "beef") { id in
                    id == "beef" ? "Noah" : nil
                }
            ])
        let found = try #require(try await named.documents(matching: .everything, limit: 9, offset: 0).first)
        #expect(found.addedBy == "Noah" && found.isAddedByReader && found.paths == ["lease.md"])
        // To somebody else it is Noah's as well, and not theirs to change.
        #expect(try await joined.documents(matching: .everything, limit: 9, offset: 0).first?.isAddedByReader == false)
        for path in ["uploads/shared/c0/beef/1/lease.md", "shared/c0/beef"] {
            #expect(ContributionPlace(path) == nil, "\(path)")
        }
        for name in ["", "..", "a/b", "a\\b", "a\u{7}b", String(repeating: "a", count: 201)] {
            #expect(ContributionPlace.checked(name) == nil, "\(name)")
        }
    }
}
