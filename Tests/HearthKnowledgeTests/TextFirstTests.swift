import Foundation
import HearthCore
import HearthStore
import HearthTesting
import HearthText
import Synchronization
import Testing

@testable import HearthKnowledge

/// Text is stored before vectors are made, and no file waits for those of another.
@Suite struct TextFirstTests {
    private let store: TemporaryStore
    private let database: HearthDatabase
    private let folder: URL

    init() throws {
        store = try TemporaryStore()
        database = try store.open()
        folder = store.folder.resolvingSymlinksInPath().appending(path: "files")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// Tells what it is given before it makes vectors of it.
    private struct Watched: EmbeddingModel {
        private let inner = LexicalEmbedder()
        let willEmbed: @Sendable ([String]) async throws -> Void
        var id: String { inner.id }
        var dimension: Int { inner.dimension }
        var maxTokens: Int { inner.maxTokens }
        var tokenizer: any TextTokenizer { inner.tokenizer }

        func embed(_ texts: [String]) async throws -> [[Float]] {
            try await willEmbed(texts)
            return try await inner.embed(texts)
        }
    }

    private struct Broken: Error {}

    /// Holds up whoever comes until it is opened.
    private actor Gate {
        private var isOpen = false
        private var isReached = false
        private var held: [CheckedContinuation<Void, Never>] = []
        private var watchers: [CheckedContinuation<Void, Never>] = []

        func pass() async {
            isReached = true
            for watcher in watchers { watcher.resume() }
            watchers = []
            guard !isOpen else { return }
            await withCheckedContinuation { held.append($0) }
        }

        func reached() async {
            guard !isReached else { return }
            await withCheckedContinuation { watchers.append($0) }
        }

        func open() {
            isOpen = true
            for one in held { one.resume() }
            held = []
        }
    }

    private func ingestor(
        runs: IngestRuns = IngestRuns(), _ willEmbed: @escaping @Sendable ([String]) async throws -> Void = { _ in }
    ) -> Ingestor {
        var configuration = Ingestor.Configuration()
        configuration.chunker.maxTokens = 32
        configuration.largeFile = 20_000
        var ingestor = Ingestor(
            library: database, embedder: Watched(willEmbed: willEmbed), configuration: configuration)
        ingestor.runs = runs
        return ingestor
    }

    private func write(_ name: String, _ text: String) throws -> String {
        let file = folder.appending(path: name)
        try Data(text.utf8).write(to: file)
        return file.path
    }

    /// More passages than are given vectors at a time.
    private func writeLarge(_ name: String) throws -> String {
        try write(
            name,
            (0..<700).map { "The lighthouse keeper wrote in line \($0) of the log that the sea was calm and grey." }
                .joined(separator: "\n\n"))
    }

    private func missing() async throws -> Int {
        try await database.chunksMissingVectors(modelID: LexicalEmbedder().id, limit: 10_000).count
    }

    private func found(_ words: String) async throws -> [String] {
        try await Retriever(library: database, embedder: nil).search(SearchRequest(text: words, limit: 3)).passages
            .map { ($0.path as NSString).lastPathComponent }
    }

    @Test func theTextOfAllFilesIsStoredBeforeTheFirstVectorIsMade() async throws {
        _ = try writeLarge("a.txt")
        _ = try write("b.txt", "The heron stands in the marsh.")
        let database = database
        let looks = Mutex<[(documents: Int, texts: [String])]>([])
        var order: [String] = []
        var vectors: [(done: Int, total: Int)] = []
        let ingestor = ingestor { texts in
            let documents = try await database.counts().documents
            looks.withLock { $0.append((documents, texts)) }
        }
        for try await event in ingestor.ingest([folder.path]) {
            switch event {
            case .file(let report):
                order.append((report.path as NSString).lastPathComponent)
                #expect(vectors.isEmpty, "all files are stored by then")
            case .vectors(let done, let total): vectors.append((done, total))
            case .progress, .note, .pictures, .recognized, .summary: break
            }
        }
        #expect(order == ["b.txt", "a.txt"], "a large file is read after the others")
        let calls = looks.withLock { $0 }
        #expect(calls.first?.documents == 2)
        #expect(calls.first?.texts.count == 1 && calls.first?.texts.first?.contains("heron") == true)
        #expect(calls.count > 2, "the large one takes several")
        #expect(vectors.map(\.done) == vectors.map(\.done).sorted())
        #expect(vectors.last?.done == vectors.last?.total && (vectors.last?.total ?? 0) > 512)
        #expect(try await missing() == 0)
    }

    @Test func aRunThatIsBrokenOffLeavesTheTextAndTheNextMakesTheVectors() async throws {
        _ = try writeLarge("a.txt")
        _ = try write("b.txt", "The heron stands in the marsh.")
        let broken = ingestor { texts in
            if texts.count > 1 { throw Broken() }
        }
        await #expect(throws: Broken.self) {
            for try await _ in broken.ingest([folder.path]) {}
        }
        #expect(try await database.counts().documents == 2)
        #expect(try await found("lighthouse keeper").first == "a.txt")
        let missing = try await missing()
        #expect(missing > 512)
        #expect(try await database.chunksWithoutVectors() == missing)

        var statuses: [IngestReport.Status] = []
        for try await event in ingestor().ingest([folder.path]) {
            if case .file(let report) = event { statuses.append(report.status) }
        }
        #expect(statuses == [.unchanged, .unchanged])
        #expect(try await self.missing() == 0)
        #expect(try await database.chunksWithoutVectors() == 0)
        #expect(try await database.checkIntegrity().problems == [])
    }

    @Test func aStoreIsCompletedWithoutAnIngestionAndItsModelIsLoadedOnlyForThat() async throws {
        _ = try write("b.txt", "The heron stands in the marsh.")
        let broken = ingestor { _ in throw Broken() }
        await #expect(throws: Broken.self) {
            for try await _ in broken.ingest([folder.path]) {}
        }
        #expect(try await missing() == 1)
        try await EmbeddingBackfill.complete(database) { LexicalEmbedder() }
        #expect(try await missing() == 0)
        try await EmbeddingBackfill.complete(database) {
            Issue.record("nothing is missing")
            return nil
        }
    }

    @Test func aSmallFileDoesNotWaitForTheVectorsOfALargeOneThatCameBefore() async throws {
        let large = try writeLarge("a.txt")
        let small = try write("b.txt", "The heron stands in the marsh.")
        let runs = IngestRuns()
        let gate = Gate()
        let slow = ingestor(runs: runs) { _ in await gate.pass() }
        let first = Task { for try await _ in slow.ingest([large]) {} }
        await gate.reached()

        let texts = Mutex<[String]>([])
        for try await _ in ingestor(runs: runs, { new in texts.withLock { $0 += new } }).ingest([small]) {}
        #expect(texts.withLock { $0 }.count == 1, "the vectors of the large one are left to its own run")
        #expect(try await found("heron marsh") == ["b.txt"])
        #expect(try await found("lighthouse keeper").first == "a.txt", "its text is there meanwhile")

        await gate.open()
        try await first.value
        #expect(try await missing() == 0)
    }

    @Test func aFileThatIsCalledNothingButSpacesHasATitleNevertheless() async throws {
        _ = try write(" .txt", "The heron stands in the marsh.")
        for try await _ in ingestor().ingest([folder.path]) {}
        #expect(try await database.documents(matching: .everything).map(\.title) == [" .txt"])
    }
}
