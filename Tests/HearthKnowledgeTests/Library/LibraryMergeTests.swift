import Foundation
import HearthCore
import HearthStore
import HearthTesting
import HearthText
import Synchronization
import Testing

@testable import HearthKnowledge

/// A library is added to one that has something: the same is there once, what differs is told, and nothing is lost.
@Suite struct LibraryMergeTests {
    private func filled() async throws -> MemoryLibrary {
        let library = MemoryLibrary()
        try await SampleLibrary.fill(library)
        return library
    }

    private func merge(
        _ source: any Library, _ target: any Library, withPrivate: Bool = true
    ) async throws -> LibraryMergeReport {
        try await LibraryMerge(from: source, into: target, withPrivate: withPrivate).run()
    }

    private func store(_ path: String, _ text: String, in library: any Library) async throws {
        let samples = SampleDocuments()
        let document = samples.document(title: "Sample", texts: [text])
        try await library.store([Ingestion(source: samples.source(path, of: document), document: document)])
    }

    private func say(_ texts: [String], in id: String, _ library: any Library) async throws {
        if try await library.rows(.conversation(id: id), after: nil, limit: 1).isEmpty {
            _ = try await library.createConversation(id: id, title: nil, systemPrompt: nil, label: nil)
        }
        let messages = texts.map {
            ConversationMessage(Message(.user, $0), createdAt: Date(timeIntervalSince1970: 1_750_000_000))
        }
        try await library.append(messages, toConversation: id, answering: nil, replacingFrom: nil, upTo: .max)
    }

    private func said(_ id: String, in library: any Library) async throws -> [String] {
        try await library.messages(ofConversation: id, after: .min, before: .max, limit: 100).map(\.message.content)
    }

    /// How many rows there are of what is merged.
    private func counts(_ library: any Library) async throws -> [LibraryRow.Kind: Int] {
        var counts: [LibraryRow.Kind: Int] = [:]
        for kind in LibraryItem.kinds + [.folderLabel, .feed, .person, .name] {
            counts[kind] = try await library.rowCount(of: kind)
        }
        return counts
    }

    private func check(_ target: any Library) async throws {
        let source = try await filled()
        try await store("/own/here.txt", "What was here before", in: target)
        try await say(["hello"], in: "here", target)
        let first = try await merge(source, target)
        for tally in first.tallies {
            #expect(tally.added == tally.total, "\(tally.name)")
            #expect(tally.conflicts == 0 && tally.withheld == 0, "\(tally.name)")
        }
        let added = first.tally("documents")
        #expect(added.total > 5 && added.hash != nil)
        #expect(first.left[.ledgerRecord] != nil && first.left[.consent] != nil)
        let labels = try await source.folderLabels()
        #expect(try await target.folderLabels() == labels)
        for document in try await source.documents(matching: .everything, limit: 100, offset: 0) {
            let there = try #require(try await target.document(id: document.id))
            // The document by which an entry is found becomes as private as that.
            let label = document.paths == [JournalSession.pathPrefix + "spoken"] ? .private : document.label
            #expect(there.paths == document.paths && there.label == label)
            let (wanted, found) = (
                try await source.chunks(ofDocument: document.id), try await target.chunks(ofDocument: document.id)
            )
            #expect(found.map(\.chunk) == wanted.map(\.chunk))
            let vectors = try await target.vectors(ofChunks: found.map(\.id), modelID: nil)
            let theirs = try await source.vectors(ofChunks: wanted.map(\.id), modelID: nil)
            #expect(vectors.count == theirs.count)
        }
        let (talk, theirs) = (
            try await target.messages(ofConversation: "talk", after: .min, before: .max, limit: 100),
            try await source.messages(ofConversation: "talk", after: .min, before: .max, limit: 100)
        )
        #expect(talk.map(\.message) == theirs.map(\.message) && talk.map(\.label) == theirs.map(\.label))
        #expect(try await said("here", in: target) == ["hello"])
        #expect(try await target.document(atPath: "/own/here.txt") != nil)
        #expect(try await target.peopleRegister() == source.peopleRegister())
        let terms = SearchAnalyzer(language: "de").terms(in: "drei")
        let hits = try await target.fullText(
            terms.map { QueryTerm($0) }, limit: 10, filter: .everything, ranking: FullTextRanking())
        #expect(!hits.isEmpty)
        // A second time everything is there.
        let before = try await counts(target)
        let second = try await merge(source, target)
        for tally in second.tallies { #expect(tally.added == 0 && tally.conflicts == 0, "\(tally.name)") }
        #expect(try await counts(target) == before)
        #expect(try await target.verifyLedger(anchors: []).valid)
    }

    @Test func `What a library has comes beside what is there, and a second time nothing is added`() async throws {
        try await check(MemoryLibrary())
    }

    @Test func `The same holds of a library in a file`() async throws {
        let store = try TemporaryStore()
        let file = try store.open()
        try await check(file)
        #expect(try await file.checkIntegrity().problems == [])
        try file.close()
        withExtendedLifetime(store) {}
    }

    @Test func `A merge that ends after any thing leaves each whole or absent, and is gone on with`() async throws {
        struct Stop: Error {}
        let (source, whole) = (try await filled(), MemoryLibrary())
        let steps = Atomic(0)
        _ = try await LibraryMerge(from: source, into: whole, withPrivate: true).run { _ in
            steps.wrappingAdd(1, ordering: .relaxed)
        }
        let wanted = try await counts(whole)
        let total = steps.load(ordering: .relaxed)
        #expect(total > 10)
        for stop in 1...total {
            let target = MemoryLibrary()
            let done = Atomic(0)
            await #expect(throws: Stop.self) {
                try await LibraryMerge(from: source, into: target, withPrivate: true).run { _ in
                    if done.wrappingAdd(1, ordering: .relaxed).newValue == stop { throw Stop() }
                }
            }
            for document in try await target.documents(matching: .everything, limit: 100, offset: 0) {
                let there = try await target.chunks(ofDocument: document.id)
                #expect(there.count == document.chunkCount && !document.paths.isEmpty)
            }
            let report = try await merge(source, target)
            #expect(report.conflicts.isEmpty, "after \(stop) steps")
            #expect(try await counts(target) == wanted, "after \(stop) steps")
        }
    }

    @Test func `What is private is not merged unless it is asked for`() async throws {
        let (source, target) = (try await filled(), MemoryLibrary())
        let report = try await merge(source, target, withPrivate: false)
        #expect(report.tally("documents").withheld > 0)
        #expect(report.tally("conversations").withheld == 1, "its prompt and what it cites are private")
        #expect(report.tally("journal-entries").withheld == 1)
        #expect(try await target.document(atPath: "/samples/1.txt") == nil)
        #expect(try await target.document(atPath: "/samples/3.txt") != nil)
        #expect(try await target.rows(.conversation(id: "talk"), after: nil, limit: 1).isEmpty)
        for document in try await target.documents(matching: .everything, limit: 100, offset: 0) {
            #expect(document.label < .private)
        }
        #expect(try await target.folderLabels().isEmpty)
        #expect(try await target.rowCount(of: .rollup) == 0, "what was made of a journal may tell of all of it")
        for tally in report.tallies { #expect(tally.total == tally.added + tally.present + tally.withheld) }
        let rest = try await merge(source, target)
        #expect(rest.withheld == 0 && rest.conflicts.isEmpty)
        #expect(try await target.rowCount(of: .document) == source.rowCount(of: .document))
    }

    @Test func `Another content in the same place is kept under another name, and told`() async throws {
        let (source, target) = (MemoryLibrary(), MemoryLibrary())
        try await store("/notes/plan.v2.md", "The plan of the laptop", in: source)
        try await store("/notes/plan.v2.md", "The plan of the server", in: target)
        let report = try await merge(source, target)
        let conflict = try #require(report.conflicts.first)
        #expect(report.conflicts.count == 1 && conflict.name == "/notes/plan.v2.md")
        let kept = try #require(conflict.keptAs)
        #expect(kept.hasPrefix("/notes/plan.v2 (") && kept.hasSuffix(").md"))
        let (ours, theirs) = (
            try await target.document(atPath: "/notes/plan.v2.md"), try await target.document(atPath: kept)
        )
        #expect(ours != nil && theirs != nil && ours?.id != theirs?.id)
        #expect(try await merge(source, target).conflicts == report.conflicts)
        #expect(try await target.rowCount(of: .document) == 2)
    }

    @Test(arguments: ["/server/b.txt", "/laptop/a.txt"])
    func `The same content is one document in all its places, as private as the stricter one`(_ path: String)
        async throws
    {
        let (source, target) = (MemoryLibrary(), MemoryLibrary())
        try await store("/laptop/a.txt", "The very same", in: source)
        try await source.setLabel(.private, ofSource: "/laptop/a.txt", lowers: false)
        try await store(path, "The very same", in: target)
        let report = try await merge(source, target)
        #expect(report.tally("documents").present == 1)
        let document = try #require(try await target.document(atPath: "/laptop/a.txt"))
        #expect(document.paths == Set(["/laptop/a.txt", path]).sorted())
        #expect(document.label == .private)
        #expect(try await target.rowCount(of: .document) == 1)
        // That it rose is in the ledger.
        #expect(try await target.ledger(LedgerFilter()).contains { $0.entry.kind == .label })
    }

    @Test func `A conversation that went on in one place is one, and two that differ are two`() async throws {
        let (source, target) = (MemoryLibrary(), MemoryLibrary())
        try await say(["one"], in: "same", source)
        try await say(["one", "two"], in: "same", target)
        try await say(["one", "here"], in: "other", source)
        try await say(["one", "there"], in: "other", target)
        let report = try await merge(source, target)
        #expect(report.conflicts.map(\.name) == ["other"])
        let kept = try #require(report.conflicts.first?.keptAs)
        #expect(try await said("same", in: target) == ["one", "two"])
        #expect(try await said("other", in: target) == ["one", "there"])
        #expect(try await said(kept, in: target) == ["one", "here"])
        let again = try await merge(source, target)
        #expect(again.conflicts == report.conflicts)
        #expect(again.tally("conversations").added == 0)
    }

    @Test func `An entry that differs is kept beside the one that is there`() async throws {
        let (source, target) = (MemoryLibrary(), MemoryLibrary())
        for (library, text) in [(source, "At home."), (target, "At work.")] {
            _ = try await library.storeJournal(
                [JournalSession(id: "monday", date: CivilDate("2026-01-05"), text: text, label: .personal)],
                lowersLabels: true, document: nil)
        }
        let report = try await merge(source, target, withPrivate: false)
        let kept = try #require(report.conflicts.first?.keptAs)
        #expect(try await target.journalSession(id: "monday")?.text == "At work.")
        #expect(try await target.journalSession(id: kept)?.text == "At home.")
        #expect(try await merge(source, target, withPrivate: false).tally("journal-entries").added == 0)
    }

    @Test func `No program merges libraries, and none into a copy that is not whole`() async throws {
        let (source, target) = (try await filled(), MemoryLibrary())
        await Reader.$current.withValue(Reader(.api, name: "program", ceiling: .private)) {
            let error = await #expect(throws: StoreError.self) { _ = try await merge(source, target) }
            #expect(error?.reason == .notAllowed)
        }
        try await target.setUnfinishedCopy(of: "elsewhere")
        let error = await #expect(throws: StoreError.self) { _ = try await merge(source, target) }
        #expect(error?.reason == .unfinishedCopy)
    }
}
