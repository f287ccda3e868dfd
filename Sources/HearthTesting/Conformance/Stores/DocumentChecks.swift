import Foundation
import HearthCore

extension StoreRun {
    func storing() async throws {
        var document = samples.document(1)
        document.language = "en"
        document.createdAt = Date(timeIntervalSince1970: 1_000)
        document.content.warnings = [ExtractionWarning(.damaged, "A page is damaged.", page: 2)]
        document.content.pages = [Page(number: 1, span: TextSpan(start: 0, end: 5))]
        document.content.layouts = SampleDocuments.layouts
        let outcome = try await library.replaceSource(samples.source("/a/one.txt", of: document), with: document)
        try equal(outcome.change, .added, "the first time")
        try equal(outcome.documentID, String(document.contentHash.hex.prefix(16)), "the id")
        let stored = try unwrap(try await library.document(id: outcome.documentID), "document")
        try equal(stored.title, "Document 1", "the title")
        try equal(stored.language, "en", "the language")
        try equal(stored.createdAt, document.createdAt, "when it was written")
        try equal(stored.label, .personal, "the label that nobody gave")
        try equal(stored.paths, ["/a/one.txt"], "the places")
        try equal(stored.pageCount, 1, "the pages")
        try equal(stored.warnings, document.content.warnings, "the warnings")
        let content = try unwrap(try await library.content(ofDocument: stored.id), "content")
        try equal(content.text, document.content.text, "the text")
        try equal(content.blocks, document.content.blocks, "the blocks")
        try equal(content.pages, document.content.pages, "the pages of the text")
        try equal(content.layouts, document.content.layouts, "the places of words")
        try equal(try await library.chunks(ofDocument: stored.id).map(\.chunk), document.chunks.map(\.chunk), "chunks")
        try equal(
            try await library.counts(), StoreCounts(documents: 1, sources: 1, chunks: 3, withoutText: 0), "the counts")
        try await fails(.invalidInput, "a place without a name") {
            _ = try await library.replaceSource(samples.source("", of: document), with: document)
        }
    }

    func sameContentTwice() async throws {
        let first = try await library.store([samples.ingestion(1, folder: "/a")])
        let second = try await library.store([samples.ingestion(1, folder: "/b")])
        try equal(second.map(\.change), [.alreadyStored], "the second place")
        try equal(second.map(\.wasThere), [false], "a place that is new")
        let third = try await library.store([samples.ingestion(1, folder: "/b")])
        try equal(third.map(\.wasThere), [true], "a place that another run was quicker to read")
        try equal(second.map(\.documentID), first.map(\.documentID), "the document")
        try equal(try await library.counts().documents, 1, "documents")
        try equal(try await library.document(id: first[0].documentID)?.paths, ["/a/1.txt", "/b/1.txt"], "its places")
    }

    func replacedSources() async throws {
        let old = try await store("/a", ["oldword here"])
        let other = try await store("/b", ["oldword there"])
        let new = samples.document(title: "New", texts: ["newword"])
        let outcome = try await library.replaceSource(samples.source("/a", of: new), with: new)
        try equal(outcome.removedDocumentIDs, [old], "what nothing names any more")
        try expect(try await library.document(id: old) == nil, "the replaced document is still there")
        try equal(try await found("oldword").count, 1, "chunks with the old word")
        try equal(try await found("newword").count, 1, "chunks with the new word")
        try expect(try await library.document(id: other) != nil, "another document went too")
    }

    func reprocessing() async throws {
        let first = samples.document(1)
        let before = try await library.replaceSource(samples.source("/a", of: first), with: first)
        let chunks = try await library.chunks(ofDocument: before.documentID).map(\.id)
        let again = samples.document(1, processing: "2")
        let after = try await library.replaceSource(samples.source("/a", of: again), with: again)
        try equal(after.change, .reprocessed, "another processing")
        try equal(after.documentID, before.documentID, "the document")
        let ids = try await library.chunks(ofDocument: after.documentID).map(\.id)
        try expect(Set(ids).isDisjoint(with: chunks), "ids of chunks were given again")
        try expect(try await library.chunks(ids: chunks).isEmpty, "former chunks are still there")
        try equal(try await library.counts().chunks, 3, "chunks")
    }

    func conditions() async throws {
        func offer(
            _ texts: String, at seconds: Double, _ condition: Ingestion.Condition
        ) async throws -> IngestionOutcome {
            let document = samples.document(title: "Sent", texts: [texts])
            var source = samples.source("uploads/a", of: document)
            source.modifiedAt = Date(timeIntervalSince1970: seconds)
            let item = Ingestion(source: source, document: document, condition: condition)
            return try unwrap(try await library.store([item]).first, "outcome")
        }
        let none = try await offer("early", at: 10, .whileThere)
        try equal([none.change.rawValue, none.documentID], ["passedOver", ""], "what was removed meanwhile")
        try equal(try await library.counts().documents, 0, "what is there of it")
        try equal(try await offer("early", at: 10, .unlessNewer).change, .added, "the first of a name")
        let late = try await offer("late", at: 20.25, .unlessNewer)
        try equal(late.change, .added, "one that was sent later")
        let between = try await offer("between", at: 20.125, .unlessNewer)
        try equal(between.change, .passedOver, "one that was sent earlier and is read later")
        try equal(between.documentID, late.documentID, "what is kept")
        try equal(try await offer("early", at: 10, .whileThere).change, .passedOver, "another content than is there")
        try equal(try await offer("late", at: 20.25, .whileThere).change, .alreadyStored, "the content that is there")
        try equal(try await library.document(atPath: "uploads/a")?.id, late.documentID, "the document of the name")
        try equal(try await library.counts().documents, 1, "documents")
        try equal(try await offer("same time", at: 20.25, .unlessNewer).change, .added, "one of the same time")
        try equal(try await offer("whenever", at: 1, .none).change, .added, "one without a condition")
    }

    /// No place of these exists on this machine: what a store is told counts, and nothing that it could look at.
    func placesThatAreGone() async throws {
        func offer(_ title: String, at path: String, gone: Set<String>) async throws -> String? {
            var document = samples.document(title: title, texts: ["The roof is red."])
            document.contentHash = ContentHash(of: Array("The roof is red.".utf8))
            let item = Ingestion(source: samples.source(path, of: document), document: document, gone: gone)
            let outcome = try unwrap(try await library.store([item]).first, "outcome")
            return try await library.document(id: outcome.documentID)?.title
        }
        try equal(try await offer("One", at: "/nowhere/one", gone: []), "One", "the first title")
        try equal(try await offer("Two", at: "/nowhere/two", gone: []), "One", "with another place that is not gone")
        try equal(
            try await offer("Three", at: "/nowhere/three", gone: ["/nowhere/one"]), "One", "with one that is left")
        try equal(
            try await offer("Four", at: "/nowhere/four", gone: ["/nowhere/one", "/nowhere/two", "/nowhere/three"]),
            "Four",
            "with none that is left")
    }

    func batchesAreWhole() async throws {
        var bad = samples.ingestion(2)
        bad.document.chunks[1].chunk.span = TextSpan(start: 0, end: 1 << 30)
        try await fails(.invalidInput, "a chunk outside its text") {
            try await library.store([samples.ingestion(1), bad])
        }
        try equal(try await library.counts().documents, 0, "documents of a batch that failed")
        try await store("/a", ["text"], dimension: 3)
        // Known only to the store: the model's vectors have another length.
        let small = SampleDocuments(dimension: 2)
        try await fails(.invalidVector, "vectors of another length") {
            try await library.store([small.ingestion(3), small.ingestion(4)])
        }
        try equal(try await library.counts(), StoreCounts(documents: 1, sources: 1, chunks: 1), "what was there")
    }

    func listing() async throws {
        for number in 1...5 { try await library.store([samples.ingestion(number)]) }
        let all = try await library.documents(matching: .everything, limit: .max, offset: 0)
        try equal(all.compactMap(\.title), (1...5).reversed().map { "Document \($0)" }, "newest first")
        let page = try await library.page(matching: .everything, limit: 2, offset: 3)
        try equal(page.documents.map(\.id), all[3...].map(\.id), "a page")
        try equal(page.total, 5, "how many there are")
        try expect(
            try await library.page(matching: .everything, limit: -1, offset: -1).documents.isEmpty, "a page of none")
    }

    /// What somebody shares is read by as many places as they may have, and by a reader who sees nothing private.
    func manyPlaces() async throws {
        let shared = try await store("/shared/a.txt", ["harbour wall"], title: "A")
        let inFolder = try await store("/folder/deep/b.txt", ["harbour light"], title: "B")
        _ = try await store("/shared/a.txt.old", ["harbour old"], title: "C")
        _ = try await store("/folder2/d.txt", ["harbour other"], title: "D")
        _ = try await store("/shared/e.txt", ["harbour secret"], title: "E", label: .private)
        var filter = SearchFilter.documents
        filter.paths = ["/shared/a.txt", "/folder", "/shared/e.txt"] + (0..<1_997).map { "/nowhere/\($0)" }
        let reader = Reader(.api, request: "shared", ceiling: .personal)
        try await Reader.$current.withValue(reader) { [filter] in
            let page = try await library.page(matching: filter, limit: 10, offset: 0)
            try equal(Set(page.documents.map(\.id)), [shared, inFolder], "documents at many places")
            try equal(page.total, 2, "how many")
            let matches = try await found("harbour", filter: filter)
            let chunks = try await library.chunks(ids: matches.map(\.chunkID))
            try equal(Set(chunks.map(\.documentID)), [shared, inFolder], "found at many places")
        }
    }

    func filters() async throws {
        let a = try await store("/folder/a.txt", ["a"], title: "Über Häfen")
        let b = try await store("/folder/sub/b.txt", ["b"], title: "Lease", label: .private)
        let c = try await store("/folder2/c.txt", ["c"], title: "Garden", label: .public)
        let entry = try await store(JournalSession.pathPrefix + "d", ["d"], title: "Day")
        func ids(_ filter: SearchFilter) async throws -> Set<String> {
            Set(try await library.documents(matching: filter, limit: .max, offset: 0).map(\.id))
        }
        try equal(try await ids(SearchFilter(documentIDs: [a, "none"])), [a], "by id")
        try equal(try await ids(SearchFilter(paths: ["/folder"])), [a, b], "by folder")
        try equal(try await ids(SearchFilter(paths: ["/folder/sub/", "/folder2/c.txt"])), [b, c], "by places")
        try equal(try await ids(SearchFilter(paths: [])), [], "by no place")
        try equal(try await ids(SearchFilter(labels: [.public])), [c], "by label")
        try equal(try await ids(SearchFilter(formats: [.pdf])), [], "by format")
        try equal(try await ids(SearchFilter(dates: Date.distantPast...Date.distantFuture)), [], "by date, undated")
        var named = SearchFilter.everything
        named.name = "HÄFEN"
        try equal(try await ids(named), [a], "by name, letter case aside")
        named.name = "SUB/B"
        try equal(try await ids(named), [b], "by a part of the path")
        var documents = SearchFilter.everything
        documents.withoutJournal = true
        try equal(try await ids(documents), [a, b, c], "without the journal")
        try equal(try await library.counts().documents, 3, "documents without entries")
        _ = try await store(JournalSession.pathPrefix + "e", [], title: "Silent day")
        try equal(try await library.counts().withoutText, 0, "documents without text, of which an entry is none")
        try expect(try await ids(.everything).contains(entry), "entries are not listed at all")
    }

    func names() async throws {
        let a = try await store("/x/notes.txt", ["a"], title: "Report")
        let b = try await store("/y/notes.txt", ["b"], title: "report")
        func named(_ name: String) async throws -> [String] { try await library.documents(named: name).map(\.id) }
        try equal(try await named(String(a.prefix(6))), [a], "by the beginning of an id")
        try equal(try await named("/y"), [b], "by a folder")
        try equal(try await named("/x/notes.txt"), [a], "by a path")
        try equal(try await named("notes.txt"), [a, b], "by a file's name")
        try equal(try await named("REPORT"), [a, b], "by title")
        try equal(try await named("otes.txt"), [], "by a piece of a name")
        try equal(try await named(""), [], "by nothing")
        try equal(try await library.document(atPath: "/x/notes.txt")?.id, a, "by its place")
    }

    func chunks() async throws {
        let first = try await store("/a", ["one", "two", "three"])
        let second = try await store("/b", ["four", "five"])
        let a = try await library.chunks(ofDocument: first)
        let b = try await library.chunks(ofDocument: second)
        try equal(a.map(\.chunk.text), ["one", "two", "three"], "the chunks in order")
        try equal(
            try await library.chunks(ids: [b[0].id, 9_999, a[2].id]).map(\.chunk.text), ["four", "three"], "by id")
        let around = try await library.neighbours(ofChunks: [a[0].id, a[2].id, b[1].id, 9_999], before: 1, after: 1)
        try equal(around[a[0].id]?.map(\.chunk.text), ["one", "two"], "around the first")
        try equal(around[a[2].id]?.map(\.chunk.text), ["two", "three"], "around the last")
        try equal(around[b[1].id]?.map(\.chunk.text), ["four", "five"], "around one of another document")
        try equal(around.count, 3, "those that are there")
        try equal(try await library.neighbours(ofChunk: a[1].id, before: .max, after: .max).count, 3, "all around")
        var seen: [Int64] = []
        while true {
            let page = try await library.chunks(after: seen.last ?? 0, limit: 2)
            guard !page.isEmpty else { break }
            seen += page.map(\.id)
        }
        try equal(seen, (a + b).map(\.id), "all in steps of two")
        try equal(try await library.texts(ofDocuments: [first, "none"]).keys.sorted(), [first], "texts by id")
        try expect(try await library.text(ofDocument: "none") == nil, "the text of no document")
    }

    func sources() async throws {
        try await library.store([samples.ingestion(1, folder: "/s"), samples.ingestion(2, folder: "/s/in")])
        try await library.store([samples.ingestion(3, folder: "/s2")])
        let states = try await library.sourceStates(under: "/s/")
        try equal(states.map(\.file.path), ["/s/1.txt", "/s/in/2.txt"], "the sources of a folder")
        let known = try unwrap(states.first, "source")
        var touched = known.file
        touched.size = 77
        touched.modifiedAt = Date(timeIntervalSince1970: 5)
        var changed = states[1].file
        changed.hash = ContentHash(of: [1])
        changed.size = 78
        try await library.touchSources([touched, changed])
        try equal(try await library.sourceState(path: "/s/1.txt")?.file, touched, "one that was seen again")
        try equal(try await library.sourceState(path: "/s/in/2.txt")?.file, states[1].file, "one that was changed")
        try expect(try await library.sourceState(path: "/none") == nil, "a source that is none")
    }

    func renaming() async throws {
        let id = try await store("upload-1", ["one"])
        try equal(
            try await library.renameSource("upload-1") { $0 == 1 ? "uploads/a" : "uploads/a \($0)" }, "uploads/a",
            "free")
        let other = try await store("upload-2", ["two"])
        let name: @Sendable (Int) -> String = { $0 == 1 ? "uploads/a" : "uploads/a \($0)" }
        try equal(try await library.renameSource("upload-2", toFirstFreeOf: name), "uploads/a 2", "the next free name")
        try expect(try await library.renameSource("none", toFirstFreeOf: name) == nil, "a name for nothing")
        try await library.renameSource("uploads/a 2", to: "uploads/a")
        try expect(try await library.document(id: id) == nil, "what had the name is still there")
        try equal(try await library.document(id: other)?.paths, ["uploads/a"], "the new name")
        // A file that moves is as private as it was, and as where it comes to.
        try await library.setLabel(.private, ofFolder: "/closed", lowers: false)
        let moved = try await store("/closed/a", ["three"])
        try await library.renameSource("/closed/a", to: "/open/a")
        try equal(try await library.document(id: moved)?.label, .private, "one that left a private folder")
        try equal(try await library.document(id: moved)?.paths, ["/open/a"], "its place")
        let entered = try await store("/open/b", ["four"])
        try await library.renameSource("/open/b", to: "/closed/b")
        try equal(try await library.document(id: entered)?.label, .private, "one that came into a private folder")
    }

    func removal() async throws {
        let id = try await store("/a", ["gone one", "gone two"], dimension: 4)
        try await store("/b", ["stays"], dimension: 4)
        let hash = try unwrap(try await library.document(id: id), "document").contentHash
        let key = ContentHash(of: [1])
        try await library.keepAnalysisNodes([key: Data([1])], source: hash)
        let receipt = try await library.removeDocuments(ids: [id, "none"])
        try equal(receipt.documentIDs, [id], "what went")
        try equal(receipt.removed.chunks, 2, "chunks that went")
        try equal(receipt.removed.vectors, 2, "vectors that went")
        try expect(receipt.isProven, "the proof failed")
        try equal(try await found("gone").count, 0, "chunks that are found")
        try expect(try await library.analysisNodes([key]).isEmpty, "what was made of it is still there")
        try equal(try await library.counts(), StoreCounts(documents: 1, sources: 1, chunks: 1), "what stays")
        let last = try await library.removeSources(paths: ["/b", "/none"], keepsLabels: false)
        try equal(last.count, 1, "documents that went with their source")
        try equal(try await library.counts().chunks, 0, "chunks")
        try expect(try await library.removeDocument(id: id) == nil, "a receipt for nothing")
    }
}
