import Foundation
import HearthCore
import HearthStore
import HearthTesting
import Testing

@Suite struct DocumentTests {
    private let store: TemporaryStore
    private let database: HearthDatabase
    private let samples = SampleDocuments()

    init() throws {
        store = try TemporaryStore()
        database = try store.open()
    }

    @Test func whatWasStoredComesBack() async throws {
        var document = samples.document(1)
        document.language = "en"
        document.label = .private
        document.createdAt = Date(timeIntervalSince1970: 1_000_000)
        document.content.warnings = [ExtractionWarning(.noTextLayer, "Page 3 is a scan.", page: 3)]
        document.content.pages = [
            Page(number: 1, span: TextSpan(start: 0, end: 10)), Page(number: 7, span: TextSpan(start: 10, end: 99)),
        ]
        document.content.blocks = [
            Block(.heading(level: 2), span: TextSpan(start: 0, end: 5)),
            Block(.utterance, span: TextSpan(start: 5, end: 9), startTime: 1.25, endTime: 2.5, speaker: "Zoë"),
        ]
        document.chunks[0].chunk.headings = ["Part I", "", "§ 2"]
        document.chunks[0].chunk.startTime = 1.25
        document.chunks[1].chunk.page = nil
        let outcome = try await database.replaceSource(samples.source("/a/b.txt", of: document), with: document)
        #expect(outcome.change == .added)
        #expect(outcome.documentID == String(document.contentHash.hex.prefix(16)))

        let stored = try #require(try await database.document(id: outcome.documentID))
        #expect(stored.title == "Document 1")
        #expect(stored.language == "en")
        #expect(stored.label == .private)
        #expect(stored.createdAt == document.createdAt)
        #expect(stored.paths == ["/a/b.txt"])
        #expect(stored.warnings == document.content.warnings)
        #expect(stored.pageCount == 2)
        let content = try #require(try await database.content(ofDocument: stored.id))
        #expect(content.text == document.content.text)
        #expect(content.pages == document.content.pages)
        #expect(content.blocks == document.content.blocks)
        #expect(try await database.text(ofDocument: stored.id) == document.content.text)
        let chunks = try await database.chunks(ofDocument: stored.id)
        #expect(chunks.map(\.chunk) == document.chunks.map(\.chunk))
        #expect(chunks.map(\.id) == Array(stored.chunkIDs))
    }

    @Test func theSameContentIsStoredOnceWithAllItsSources() async throws {
        let document = samples.document(1)
        let first = try await database.replaceSource(samples.source("/a", of: document), with: document)
        let second = try await database.replaceSource(samples.source("/b", of: document), with: document)
        #expect(first.documentID == second.documentID)
        #expect(second.change == .alreadyStored)
        #expect(try await database.counts() == StoreCounts(documents: 1, sources: 2, chunks: 3))
        #expect(try await database.document(id: first.documentID)?.paths == ["/a", "/b"])
    }

    @Test func changedContentReplacesWhatTheSourceHeld() async throws {
        let (old, new) = (samples.document(1, words: ["oldword"]), samples.document(2, words: ["newword"]))
        let first = try await database.replaceSource(samples.source("/a", of: old), with: old)
        let second = try await database.replaceSource(samples.source("/a", of: new), with: new)
        #expect(second.removedDocumentIDs == [first.documentID])
        #expect(try await database.counts() == StoreCounts(documents: 1, sources: 1, chunks: 3))
        #expect(try await database.fullText([QueryTerm("oldword")], limit: 9).isEmpty)
        #expect(try await database.fullText([QueryTerm("newword")], limit: 9).count == 1)
        #expect(try await database.checkIntegrity().problems == [])
    }

    @Test func contentThatAnotherSourceHoldsStays() async throws {
        let (shared, new) = (samples.document(1), samples.document(2))
        for path in ["/a", "/b"] {
            try await database.replaceSource(samples.source(path, of: shared), with: shared)
        }
        let outcome = try await database.replaceSource(samples.source("/a", of: new), with: new)
        #expect(outcome.removedDocumentIDs == [])
        #expect(try await database.counts().documents == 2)
        #expect(try await database.removeSources(paths: ["/b", "/nowhere"]).count == 1)
        #expect(try await database.counts() == StoreCounts(documents: 1, sources: 1, chunks: 3))
    }

    @Test func anotherProcessingStoresTheContentAnewUnderTheSameID() async throws {
        let first = samples.document(1, processing: "chunks of 10")
        var second = first
        second.processing = "chunks of 20"
        second.chunks.removeLast()
        second.vectors?.vectors.removeLast()
        let a = try await database.replaceSource(samples.source("/a", of: first), with: first)
        try await database.replaceSource(samples.source("/b", of: first), with: first)
        let b = try await database.replaceSource(samples.source("/a", of: second), with: second)
        #expect(b.change == .reprocessed)
        #expect(b.documentID == a.documentID)
        #expect(try await database.counts() == StoreCounts(documents: 1, sources: 2, chunks: 2))
        #expect(try await database.sourceState(path: "/a")?.processing == "chunks of 20")
        #expect(try await database.checkIntegrity().problems == [])
    }

    @Test func aBatchWithOneBadDocumentStoresNothing() async throws {
        var batch = (0..<3).map { samples.ingestion($0) }
        batch[2].document.chunks[1].chunk.span.end = 1_000_000
        #expect(await code { try await database.store(batch) } == "invalid-input")
        batch = (0..<3).map { samples.ingestion($0) }
        batch[2].document.vectors?.vectors[0][5] = .nan
        #expect(await code { try await database.store(batch) } == "invalid-vector")
        batch = (0..<3).map { samples.ingestion($0) }
        batch[2].document.vectors?.vectors = Array(repeating: [1, 0], count: 3)
        #expect(await code { try await database.store(batch) } == "invalid-vector")
        #expect(try await database.counts() == StoreCounts(documents: 0, sources: 0, chunks: 0))
    }

    @Test func sourcesAreKnownByTheirState() async throws {
        let ingestion = samples.ingestion(1, folder: "/docs/sub")
        try await database.store([
            ingestion, samples.ingestion(2, folder: "/docs"), samples.ingestion(3, folder: "/docs2"),
        ])
        #expect(try await database.sourceState(path: "/docs/sub/1.txt")?.file == ingestion.source)
        #expect(try await database.sourceState(path: "/docs/sub") == nil)
        #expect(
            try await database.sourceStates(under: "/docs/").map(\.file.path) == ["/docs/2.txt", "/docs/sub/1.txt"])
        var touched = ingestion.source
        touched.modifiedAt = Date(timeIntervalSince1970: 1_800_000_000)
        try await database.touchSources([touched])
        #expect(try await database.sourceState(path: "/docs/sub/1.txt")?.file == touched)
    }

    @Test func sourcesThatAreRenamedAtTheSameTimeGetDifferentNames() async throws {
        try await database.store((0..<12).map { samples.ingestion($0, folder: "/incoming") })
        let database = database
        let names = try await withThrowingTaskGroup(of: String?.self) { group in
            for number in 0..<12 {
                group.addTask {
                    try await database.renameSource("/incoming/\(number).txt") { $0 == 1 ? "talk" : "talk \($0)" }
                }
            }
            return try await group.reduce(into: Set<String>()) { if let name = $1 { $0.insert(name) } }
        }
        #expect(names == Set(["talk"] + (2...12).map { "talk \($0)" }))
        #expect(try await database.counts().documents == 12)
        // The same content keeps its name, and what is not there gets none.
        let again = samples.ingestion(3, folder: "/incoming")
        try await database.store([again])
        let kept = try #require(try await database.document(atPath: again.source.path)?.paths.last)
        let name = try await database.renameSource(again.source.path) { $0 == 1 ? kept : "other" }
        #expect(name == kept && again.source.path != kept)
        #expect(try await database.renameSource("/nothing") { "talk \($0)" } == nil)
    }

    @Test func documentsAreFoundByWhatAPersonCallsThem() async throws {
        let outcomes = try await database.store((1...3).map { samples.ingestion($0, folder: "/docs/x") })
        let id = outcomes[1].documentID
        for name in [id, String(id.prefix(6)), "/docs/x/2.txt", "2.txt", "x/2.txt", "document 2"] {
            #expect(try await database.documents(named: name).map(\.id) == [id], "\(name)")
        }
        #expect(try await database.documents(named: "/docs").count == 3)
        #expect(try await database.documents(named: "nothing").isEmpty)
        #expect(try await database.documents(named: "%").isEmpty)
        #expect(try await database.documents(named: "").isEmpty)
        #expect(try await database.document(atPath: "/docs/x/3.txt")?.id == outcomes[2].documentID)
    }

    @Test func filtersCombine() async throws {
        var batch = (0..<6).map { samples.ingestion($0, folder: $0 < 3 ? "/a" : "/a b") }
        for (number, label) in [SensitivityLabel.public, .personal, .private].enumerated() {
            batch[number].document.label = label
            batch[number + 3].document.label = label
        }
        batch[4].document.createdAt = Date(timeIntervalSince1970: 500)
        batch[5].document.content.format = .pdf
        let ids = try await database.store(batch).map(\.documentID)
        func found(_ filter: SearchFilter) async throws -> Set<Int> {
            Set(try await database.documents(matching: filter).compactMap { ids.firstIndex(of: $0.id) })
        }
        #expect(try await found(.everything) == [0, 1, 2, 3, 4, 5])
        #expect(try await found(SearchFilter(paths: ["/a"])) == [0, 1, 2])
        #expect(try await found(SearchFilter(paths: ["/a", "/a b/4.txt"])) == [0, 1, 2, 4])
        #expect(try await found(SearchFilter(paths: [])) == [])
        #expect(try await found(SearchFilter(labels: [.public, .private])) == [0, 2, 3, 5])
        #expect(try await found(SearchFilter(paths: ["/a b"], labels: [.private])) == [5])
        #expect(try await found(SearchFilter(formats: [.pdf])) == [5])
        #expect(try await found(SearchFilter(documentIDs: [ids[1], ids[4]], labels: [.personal])) == [1, 4])
        let dates = Date(timeIntervalSince1970: 0)...Date(timeIntervalSince1970: 1_000)
        #expect(try await found(SearchFilter(dates: dates)) == [4])
        #expect(try await database.documents(limit: 2, offset: 1).count == 2)
    }

    @Test func aNameIsAPartOfTheTitleOrOfAPathWhateverItsLetterCase() async throws {
        var batch = (1...3).map { samples.ingestion($0, folder: "/docs/Übung") }
        batch[1].document.title = "ÄRGER mit %_ und 'Ä'"
        batch[1].source.path = "/other/b.txt"
        batch[2].document.title = nil
        let ids = try await database.store(batch).map(\.documentID)
        func found(_ name: String) async throws -> Set<Int> {
            var filter = SearchFilter()
            filter.name = name
            return Set(try await database.documents(matching: filter).compactMap { ids.firstIndex(of: $0.id) })
        }
        #expect(try await found("übung/") == [0, 2])
        // One letter and a mark, as the file systems of Apple write it.
        #expect(try await found("U\u{308}BUNG/") == [0, 2])
        #expect(try await found("ärger") == [1])
        #expect(try await found("%_ und 'ä'") == [1])
        #expect(try await found("_") == [1])
        #expect(try await found("/other/B.TXT") == [1])
        #expect(try await found("nothing of this name") == [])
    }

    @Test func aPageComesWithTheCountOfAllThatTheFilterLetsThroughWithoutTheJournal() async throws {
        var batch = (1...7).map { samples.ingestion($0, folder: "/docs") }
        batch[6].document.label = .private
        _ = try await database.store(batch)
        var entries = (8...9).map { samples.ingestion($0, folder: "/docs") }
        for index in entries.indices { entries[index].source.path = "journal:\(index)" }
        let ids = try await database.store(entries).map(\.documentID)
        // One of them is a file as well.
        var file = entries[1].source
        file.path = "/docs/9.txt"
        try await database.replaceSource(file, with: entries[1].document)

        var filter = SearchFilter()
        filter.withoutJournal = true
        filter.labels = [.public, .personal]
        let all = try await database.documents(matching: filter)
        #expect(all.count == 7 && all.contains { $0.id == ids[1] } && !all.contains { $0.id == ids[0] })
        var pages: [StoredDocument] = []
        for offset in stride(from: 0, to: 9, by: 3) {
            let page = try await database.page(matching: filter, limit: 3, offset: offset)
            #expect(page.total == 7)
            pages += page.documents
        }
        #expect(pages == all)
        #expect(try await database.page(limit: 0).total == 9)
        #expect(try await database.page(limit: .max, offset: .max).documents.isEmpty)
    }

    @Test func neighboursStayInTheirDocument() async throws {
        try await database.store((0..<3).map { samples.ingestion($0) })
        let middle = try await database.chunks(ofDocument: database.documents(named: "1.txt")[0].id)
        let ids = middle.map(\.id)
        func around(_ id: Int64, _ before: Int, _ after: Int) async throws -> [Int64] {
            try await database.neighbours(ofChunk: id, before: before, after: after).map(\.id)
        }
        #expect(try await around(ids[1], 1, 1) == ids)
        #expect(try await around(ids[0], 5, 1) == Array(ids[0...1]))
        #expect(try await around(ids[2], 0, .max) == [ids[2]])
        #expect(try await around(999, 3, 3) == [])
        #expect(try await database.chunks(ids: [ids[2], 999, ids[0]]).map(\.id) == [ids[2], ids[0]])
    }

    @Test func idsOfRemovedChunksAreNotUsedAgain() async throws {
        try await database.store([samples.ingestion(1)])
        let first = try await database.documents()[0].chunkIDs
        try await database.removeDocument(id: database.documents()[0].id)
        try await database.store([samples.ingestion(2)])
        #expect(try await database.documents()[0].chunkIDs.lowerBound >= first.upperBound)
    }

    @Test func textWithNULComesBackWhole() async throws {
        var document = samples.document(title: "T\0T", texts: ["before\0after it", "more\0"])
        document.chunks[0].chunk.headings = ["h\0h"]
        let id = try await database.replaceSource(samples.source("/a", of: document), with: document).documentID
        #expect(try await database.text(ofDocument: id) == document.content.text)
        #expect(try await database.content(ofDocument: id)?.text == document.content.text)
        #expect(try await database.chunks(ofDocument: id).map(\.chunk) == document.chunks.map(\.chunk))
        #expect(try await database.document(id: id)?.title == "T\u{FFFD}T")
        let conversation = try await database.createConversation()
        try await database.append(Message(.user, "x\0y", reasoning: "\0"), toConversation: conversation.id)
        let message = try await database.messages(ofConversation: conversation.id).first
        #expect(message?.message == Message(.user, "x\0y", reasoning: "\0"))
        #expect(
            await code { try await database.replaceSource(samples.source("/a\0b", of: document), with: document) }
                == "invalid-input")
    }

    @Test func aDocumentWithoutTextOrChunksIsADocument() async throws {
        var document = SampleDocuments(chunkCount: 0, dimension: nil).document(1)
        document.title = nil
        try await database.replaceSource(samples.source("/empty", of: document), with: document)
        let stored = try #require(try await database.document(atPath: "/empty"))
        #expect(stored.chunkIDs.isEmpty && stored.title == nil)
        #expect(try await database.text(ofDocument: stored.id) == "")
        #expect(try await database.removeDocument(id: stored.id)?.removed.documents == 1)
    }
}
