import Foundation
import HearthCore

extension StoreRun {
    func ranking() async throws {
        try await store("/a", ["harbour harbour wall", "harbour and much more than the wall of it in many words"])
        try await store("/b", ["wall", "wall wall", "nothing"])
        let matches = try await found("harbour", "wall")
        let texts = try await library.chunks(ids: matches.map(\.chunkID)).map(\.chunk.text)
        try equal(texts.count, 4, "chunks with one of the words")
        try equal(texts.first, "harbour harbour wall", "the best")
        try expect(zip(matches, matches.dropFirst()).allSatisfy { $0.score >= $1.score }, "not best first")
        // BM25F by hand: 5 chunks, 2 with the word; lengths 3, 12, 1, 2, 1; the title is the same everywhere.
        let hits = try await found("harbour")
        let rarity = log(1 + (5.0 - 2 + 0.5) / 2.5)
        func part(_ count: Double, _ length: Double) -> Double {
            let frequency = count / (1 - 0.75 + 0.75 * length / (19.0 / 5))
            return rarity * frequency * 2.2 / (frequency + 1.2)
        }
        try expect(abs(hits[0].score - part(2, 3)) < 1e-9, "a score of \(hits[0].score), not \(part(2, 3))")
        try expect(abs(hits[1].score - part(1, 12)) < 1e-9, "a score of \(hits[1].score), not \(part(1, 12))")
        let light = try await library.fullText(
            [QueryTerm("harbour", weight: 0.5), QueryTerm("harbour", weight: 0.5), QueryTerm("", weight: 1)], limit: 1,
            filter: .everything, ranking: FullTextRanking())
        try equal(light.map(\.chunkID), [hits[0].chunkID], "with a limit")
        try expect(abs(light[0].score - hits[0].score) < 1e-9, "equal terms are not one")
        try equal(try await found("\"wall\" OR harbour").count, 0, "what looks like syntax")
        try equal(try await found().count, 0, "no terms")
    }

    func phrases() async throws {
        try await store("/a", ["the old harbour wall", "wall harbour old the"], title: "Old harbour")
        try equal(try await found("old harbour wall").count, 1, "chunks with the phrase")
        try equal(try await found("harbour old").count, 1, "chunks with the words the other way round")
        // Titles hold it as well, letter case made small by who analysed them.
        try equal(try await found("old harbour").count, 2, "chunks with the phrase in the title")
    }

    func filteredWords() async throws {
        for number in 0..<40 { try await store("/many/\(number)", ["common word\(number)"]) }
        let id = try await store("/few/a", ["common rare", "common", "common"])
        let filter = SearchFilter(paths: ["/few"])
        try equal(try await found("common", filter: filter).count, 3, "matches within the filter")
        try equal(try await found("word3", filter: filter).count, 0, "matches outside of it")
        // What each chunk of the document says does not tell its chunks apart.
        let local = try await found("common", "rare", filter: SearchFilter(documentIDs: [id]))
        let best = try await library.chunks(ids: local.prefix(1).map(\.chunkID))
        try equal(best.map(\.chunk.text), ["common rare"], "the best of the document")
        let rows = 43.0
        func rarity(_ rows: Double, _ count: Double) -> Double { log(1 + (rows - count + 0.5) / (count + 0.5)) }
        let weight = (3.0 / 19 * rarity(3, 3) + 16.0 / 19 * rarity(rows, 43)) / rarity(rows, 43)
        let inAll = try await found("common").first { $0.chunkID == local[1].chunkID }?.score ?? 0
        try expect(
            abs(local[1].score - inAll * weight) < 1e-9, "rarity is not that of the documents searched")
    }

    /// Chunks of one document that were written at different times, and by different people, are told apart.
    func origins() async throws {
        func day(_ number: Int) -> Date { Date(timeIntervalSince1970: Double(number) * 86_400) }
        func origin(_ first: Int?, _ last: Int?, _ senders: String...) -> ChunkOrigin? {
            ChunkOrigin(first: first.map(day), last: last.map(day), senders: senders)
        }
        var chat = samples.document(title: "Chat", texts: ["roof one", "roof two", "roof three", "roof four"])
        chat.createdAt = day(500)
        chat.chunks[0].chunk.origin = origin(10, 12, "Ann Keller <ann@example.org>", "Tom")
        chat.chunks[1].chunk.origin = origin(20, 20, "JÖRG")
        chat.chunks[2].chunk.origin = origin(nil, nil, "Joanna")
        let id = try await library.replaceSource(samples.source("/chat", of: chat), with: chat).documentID
        var letter = samples.document(title: "Letter", texts: ["roof five"])
        letter.createdAt = day(11)
        let other = try await library.replaceSource(samples.source("/letter", of: letter), with: letter).documentID
        try await store("/undated", ["roof six"])

        func texts(_ filter: SearchFilter) async throws -> [String] {
            let matches = try await found("roof", filter: filter)
            return try await library.chunks(ids: matches.map(\.chunkID)).map(\.chunk.text).sorted()
        }
        func documents(_ filter: SearchFilter) async throws -> Set<String> {
            Set(try await library.documents(matching: filter, limit: 10, offset: 0).map(\.id))
        }
        func filter(_ dates: ClosedRange<Int>? = nil, _ senders: String...) -> SearchFilter {
            var filter = SearchFilter(dates: dates.map { day($0.lowerBound)...day($0.upperBound) })
            if !senders.isEmpty { filter.senders = senders }
            return filter
        }
        let kept = try await library.chunks(ofDocument: id).map(\.chunk.origin)
        try equal(kept, chat.chunks.map(\.chunk.origin), "what is known of chunks")
        try equal(
            try await library.writers(), ["Ann Keller <ann@example.org>", "Joanna", "JÖRG", "Tom"],
            "who wrote something")
        // A chunk that reaches into the time, and a document that says as a whole when it was written.
        try equal(try await texts(filter(12...15)), ["roof one"], "at the end of a chunk")
        try equal(try await texts(filter(11...11)), ["roof five", "roof one"], "within a chunk and a document")
        try equal(try await texts(filter(13...19)), [], "between chunks")
        // Without dates of its own a chunk is as old as its document.
        try equal(try await texts(filter(499...501)), ["roof three"], "by the document")
        try equal(try await texts(filter(nil, "ann")), ["roof one"], "by a name, and not by a part of one")
        try equal(try await texts(filter(nil, "Ann@Example.org")), ["roof one"], "by an address")
        try equal(try await texts(filter(nil, "jörg", "Keller")), ["roof one", "roof two"], "by one of two")
        try equal(try await texts(filter(nil, "keller")), ["roof one"], "by a later word of a name")
        try equal(try await texts(filter(nil, "roof")), [], "by nobody's name")
        try equal(try await texts(filter(nil, "?")), [], "by no name")
        try equal(try await texts(filter(20...30, "ann")), [], "by somebody at another time")
        try equal(try await texts(filter(20...30, "jörg")), ["roof two"], "by somebody at a time")
        try equal(try await documents(filter(11...11)), [id, other], "documents of a time")
        try equal(try await documents(filter(nil, "tom")), [id], "documents of somebody")
        try equal(try await documents(filter(13...19)), [], "documents of no time")

        let chunk = try await library.chunks(ofDocument: id)[1]
        try await library.addVectors([(chunkID: chunk.id, vector: [1, 0])], modelID: "m")
        let near = try await library.nearest(to: [1, 0], limit: 5, modelID: "m", filter: filter(20...20, "jörg"))
        try equal(near.map(\.chunkID), [chunk.id], "by meaning, of somebody at a time")
        try equal(
            try await library.nearest(to: [1, 0], limit: 5, modelID: "m", filter: filter(10...12)), [],
            "by meaning, at another time")

        // Read anew, it is known again, and gone with the document.
        chat.processing = "next"
        chat.chunks[1].chunk.origin = origin(30, 30, "Eve")
        try await library.replaceSource(samples.source("/chat", of: chat), with: chat)
        try equal(try await texts(filter(nil, "jörg")), [], "of what was read anew")
        try equal(try await texts(filter(30...30)), ["roof two"], "of what was read anew, by its time")
        try await library.removeDocuments(ids: [id])
        try equal(try await texts(filter(nil, "eve")), [], "of what is gone")
        try equal(try await library.writers(), [], "who wrote what is gone")
    }

    func frequencies() async throws {
        try equal(try await library.fullTextStatistics().chunks, 0, "chunks of an empty library")
        try await store("/a", ["one two", "two two two"], title: "One")
        try equal(
            try await library.documentFrequencies(of: ["one", "two", "three"]), ["one": 2, "two": 2], "frequencies")
        try equal(
            try await library.fullTextStatistics(),
            FullTextStatistics(chunks: 2, averageBodyLength: 2.5, averageTitleLength: 1), "statistics")
    }

    func indexing() async throws {
        var document = samples.document(title: "T", texts: ["old1", "old2"])
        document.language = "de"
        document.analysis = "1"
        let id = try await library.replaceSource(samples.source("/a", of: document), with: document).documentID
        try await store("/b", ["other"])
        let waiting = try await library.documentsToIndex(as: "2", most: 10, largest: .max)
        try equal(waiting.count, 2, "documents of another analysis")
        try equal(try await library.documentsToIndex(as: "2", most: 1, largest: .max).count, 1, "one step of them")
        try equal(try await library.documentsToIndex(as: "2", most: 10, largest: 1).count, 1, "small ones")
        try equal(try await library.languages(analysedAs: "1"), ["de"], "languages")
        let terms = waiting.map { item in
            (document: item, terms: item.chunks.map { _ in ChunkTerms(title: "t", body: "new new") })
        }
        try equal(try await library.index(terms, as: "2"), 2, "indexed")
        try equal(try await library.index(terms, as: "2"), 0, "indexed again")
        try equal(try await found("old1").count, 0, "chunks by the old terms")
        try equal(try await found("new").count, 3, "chunks by the new ones")
        try equal(try await library.fullTextStatistics().averageBodyLength, 2, "the mean length")
        try equal(try await library.languages(analysedAs: "2"), ["de"], "languages of the new analysis")
        // One that was read anew meanwhile is left alone.
        document.processing = "next"
        try await library.replaceSource(samples.source("/a", of: document), with: document)
        try equal(try await library.index(terms, as: "3"), 1, "indexed of what is still there")
        try equal(try await found("old1").count, 1, "chunks of what was read anew")
        try expect(try await library.document(id: id) != nil, "the document went")
    }

    func nearest() async throws {
        let a = try await store("/a", ["one", "two"])
        let b = try await store("/b", ["three"], label: .private)
        let chunks = try await library.chunks(ofDocument: a) + library.chunks(ofDocument: b)
        let vectors: [[Float]] = [[1, 0, 0], [0, 1, 0], [0.6, 0.8, 0]]
        let rows = zip(chunks, vectors).map { (chunkID: $0.id, vector: $1) }
        try equal(try await library.nearest(to: [1], limit: 3, modelID: nil, filter: .everything), [], "no vectors")
        try equal(try await library.addVectors(rows + [(9_999, [1, 1, 1])], modelID: "m"), 3, "added")
        try equal(try await library.addVectors(rows, modelID: "m"), 0, "added again")
        let all = try await library.nearest(to: [0, 1, 0], limit: 9, modelID: nil, filter: .everything)
        try equal(all.map(\.chunkID), [chunks[1].id, chunks[2].id, chunks[0].id], "the nearest first")
        try expect(abs(all[1].score - 0.8) < 1e-3, "a product of \(all[1].score), not 0.8")
        let some = try await library.nearest(
            to: [0, 1, 0], limit: 1, modelID: "m", filter: SearchFilter(documentIDs: [b]))
        try equal(some.map(\.chunkID), [chunks[2].id], "within a filter")
        try equal(
            try await library.nearest(to: [0, 1, 0], limit: 9, modelID: "none", filter: .everything), [], "no model")
        let back = try await library.vectors(ofChunks: [chunks[2].id, 9_999], modelID: nil)
        try expect(zip(back[chunks[2].id] ?? [], vectors[2]).allSatisfy { abs($0 - $1) < 1e-3 }, "vectors changed")
        try equal(back.count, 1, "vectors of what is there")
        let seen = try await asProgram(upTo: .personal) {
            try await library.nearest(to: [0, 1, 0], limit: 9, modelID: nil, filter: .everything)
        }
        try equal(seen.map(\.chunkID), [chunks[1].id, chunks[0].id], "what a program finds")
    }

    func missingVectors() async throws {
        let a = try await store("/a", ["one", "two"])
        let entry = try await store(JournalSession.pathPrefix + "x", ["three"])
        let ids = try await (library.chunks(ofDocument: a) + library.chunks(ofDocument: entry)).map(\.id)
        func missing(after: Int64 = 0, limit: Int = 9, journal: Bool = false) async throws -> [Int64] {
            try await library.chunksMissingVectors(modelID: "m", after: after, limit: limit, onlyJournal: journal)
                .map(\.id)
        }
        try equal(try await missing(), ids, "all")
        try equal(try await missing(after: ids[0], limit: 1), [ids[1]], "a step")
        try equal(try await missing(journal: true), [ids[2]], "entries of the journal")
        try equal(try await library.chunksWithoutVectors(), 3, "chunks without vectors, before there is a model")
        _ = try await library.addVectors([(ids[1], [1])], modelID: "m")
        try equal(try await missing(), [ids[0], ids[2]], "what is left")
        try equal(try await library.chunksWithoutVectors(), 2, "chunks without vectors")
        let newest = try await library.chunksMissingVectors(modelID: "m", before: .max, limit: 1).map(\.id)
        try equal(newest, [ids[2]], "the newest first")
        try equal(
            try await library.chunksMissingVectors(modelID: "m", before: ids[2], limit: 9).map(\.id), [ids[0]],
            "what is older")
        func missing(of documents: [String], after: Int64 = 0) async throws -> [Int64] {
            try await library.chunksMissingVectors(modelID: "m", ofDocuments: documents, after: after, limit: 9)
                .map(\.id)
        }
        try equal(try await missing(of: [entry, a, "none"]), [ids[0], ids[2]], "of some documents, in their order")
        try equal(try await missing(of: [a], after: ids[0]), [], "of one, after what was done")
    }

    func vectorModels() async throws {
        let id = try await store("/a", ["one", "two"])
        let ids = try await library.chunks(ofDocument: id).map(\.id)
        try expect(try await library.activeVectorModel() == nil, "a model before there are vectors")
        _ = try await library.addVectors(ids.map { ($0, [1, 0]) }, modelID: "old")
        _ = try await library.addVectors([(ids[0], [1, 0, 0])], modelID: "new")
        try equal(try await library.activeVectorModel()?.id, "old", "the first model is active")
        try equal(try await library.vectorModels().map(\.vectorCount), [2, 1], "how far they are")
        try await fails(.incompleteVectors, "a model that lacks vectors") {
            try await library.activateVectorModel("new", removesOthers: true)
        }
        try await fails(.unknownItem, "no model") {
            try await library.activateVectorModel("none", removesOthers: true)
        }
        _ = try await library.addVectors([(ids[1], [0, 1, 0])], modelID: "new")
        try await library.activateVectorModel("new", removesOthers: true)
        try equal(
            try await library.vectorModels(),
            [StoredVectorModel(id: "new", dimension: 3, isActive: true, vectorCount: 2, chunkCount: 2)], "models")
        try await library.removeDocuments(ids: [id])
        try equal(try await library.vectorModels().map(\.vectorCount), [0], "vectors of a document that went")
    }

    func familiarities() async throws {
        try equal(try await library.chunksByLanguage(), [:], "languages of an empty library")
        for (path, language, label) in [
            ("/a", "de", nil), ("/b", "de", nil), ("/c", "zh", SensitivityLabel.private), ("/d", nil, nil),
        ] {
            var document = samples.document(title: path, texts: ["one", "two"])
            document.language = language
            document.label = label
            try await library.replaceSource(samples.source(path, of: document), with: document)
        }
        try equal(try await library.chunksByLanguage(), ["de": 4, "zh": 2], "chunks of each language")
        let seen = try await asProgram(upTo: .personal) { try await library.chunksByLanguage() }
        try equal(seen, ["de": 4], "what a program is told")
        func known(_ language: String, _ value: Double?, _ chunks: Int) -> LanguageFamiliarity {
            LanguageFamiliarity(language: language, value: value, chunks: chunks, measure: "1")
        }
        try equal(try await library.familiarities(modelID: "m"), [], "before anything was measured")
        try await library.keepFamiliarities([known("zh", nil, 2), known("de", 0.25, 4)], modelID: "m")
        try await library.keepFamiliarities([known("de", 1, 9)], modelID: "other")
        try equal(
            try await library.familiarities(modelID: "m"), [known("de", 0.25, 4), known("zh", nil, 2)], "one model's")
        try await library.keepFamiliarities([known("zh", 0.5, 8)], modelID: "m")
        try equal(
            try await library.familiarities(modelID: "m"), [known("de", 0.25, 4), known("zh", 0.5, 8)],
            "after one was measured again")
        let ids = try await library.chunksMissingVectors(modelID: "m", after: 0, limit: 99, onlyJournal: false).map(
            \.id)
        for model in ["m", "other"] {
            _ = try await library.addVectors(ids.map { ($0, [1, 0]) }, modelID: model)
        }
        try await library.activateVectorModel("other", removesOthers: true)
        try equal(try await library.familiarities(modelID: "m"), [], "of a model that was replaced")
        try equal(try await library.familiarities(modelID: "other").map(\.language), ["de"], "of the one in use")
    }

    func badVectors() async throws {
        let id = try await store("/a", ["one", "two"])
        let ids = try await library.chunks(ofDocument: id).map(\.id)
        for (vectors, what) in [
            ([[Float.nan, 1], [1, 1]], "not a number"), ([[1, 1], [1]], "of two lengths"),
            ([[], []], "without components"),
        ] {
            try await fails(.invalidVector, "vectors \(what)") {
                _ = try await library.addVectors(zip(ids, vectors).map { ($0, $1) }, modelID: "m")
            }
        }
        try equal(try await library.vectorModels(), [], "models")
        _ = try await library.addVectors([(ids[0], [1, 0])], modelID: "m")
        for query: [Float] in [[1], [.infinity, 0]] {
            try await fails(.invalidVector, "a query \(query)") {
                _ = try await library.nearest(to: query, limit: 1, modelID: "m", filter: .everything)
            }
        }
    }
}
