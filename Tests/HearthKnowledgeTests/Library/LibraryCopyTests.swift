import Foundation
import HearthCore
import HearthStore
import HearthTesting
import HearthText
import Synchronization
import Testing

@testable import HearthKnowledge

/// A library that moves to another store is the same there: ids, times, labels, origins, vectors, and the ledger to its last record.
@Suite struct LibraryCopyTests {
    private func filled(documents: Int = 5) async throws -> MemoryLibrary {
        let library = MemoryLibrary()
        try await SampleLibrary.fill(library, documents: documents)
        return library
    }

    private func digests(_ library: any LibraryRows) async throws -> [LibraryRow.Kind: ContentHash] {
        var found: [LibraryRow.Kind: ContentHash] = [:]
        for kind in LibraryRow.Kind.allCases {
            var (digest, last) = (LibraryDigest(), LibraryRow?.none)
            while let end = try await add(library, kind, after: last, to: &digest) { last = end }
            found[kind] = digest.value()
        }
        return found
    }

    private func add(
        _ library: any LibraryRows, _ kind: LibraryRow.Kind, after last: LibraryRow?, to digest: inout LibraryDigest
    ) async throws -> LibraryRow? {
        let page = try await library.rows(of: kind, after: last, limit: 100)
        for row in page { digest.add(row, of: kind) }
        return page.last
    }

    private func copy(
        _ source: any LibraryCopy.Source, _ target: any LibraryCopy.Target, called name: String = "there"
    ) async throws -> LibraryCopyReport {
        try await LibraryCopy(from: source, called: name, to: target).run()
    }

    private func reason(_ body: () async throws -> Void) async -> StoreError.Reason? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? StoreError)?.reason
        }
    }

    @Test func `Memory to memory is the same, and the source is not changed`() async throws {
        let (source, target) = (try await filled(), MemoryLibrary())
        let before = try await digests(source)
        let report = try await copy(source, target)
        #expect(try await digests(source) == before)
        #expect(try await digests(target) == before)
        #expect(!report.isResumed)
        #expect(report.kinds.map(\.kind) == LibraryRow.Kind.allCases)
        for kind in report.kinds { #expect(before[kind.kind] == kind.hash, "\(kind.kind)") }
        #expect(report.count(of: .document) == (try await source.rowCount(of: .document)))
        #expect(report.privateDocuments > 0)
        #expect(report.ledger.valid)
        #expect(report.ledger.anchor == (try await source.verifyLedger(anchors: []).anchor))
        #expect(try await target.unfinishedCopy() == nil)
    }

    @Test func `A file to a file to memory and back to a file is the same all the way`() async throws {
        let stores = [try TemporaryStore(), try TemporaryStore(), try TemporaryStore()]
        let files = try stores.map { try $0.open() }
        try await SampleLibrary.fill(files[0])
        let wanted = try await digests(files[0])
        _ = try await copy(files[0], files[1])
        #expect(try await digests(files[1]) == wanted)
        let memory = MemoryLibrary()
        _ = try await copy(files[1], memory)
        #expect(try await digests(memory) == wanted)
        _ = try await copy(memory, files[2])
        #expect(try await digests(files[2]) == wanted)
        // Under a seal of its own, and after it was closed and opened.
        try files[2].close()
        let again = try stores[2].open()
        #expect(try await again.verifyLedger(anchors: []).valid)
        #expect(try await again.checkIntegrity().problems == [])
        for file in [files[0], files[1], again] { try file.close() }
        withExtendedLifetime(stores) {}
    }

    @Test func `What was copied is found by its words`() async throws {
        let (source, target) = (try await filled(), MemoryLibrary())
        _ = try await copy(source, target)
        #expect(try await target.documentsToIndex(as: SearchAnalyzer.version, most: 10, largest: .max).isEmpty)
        let terms = SearchAnalyzer(language: "de").terms(in: "drei")
        let found = try await target.fullText(
            terms.map { QueryTerm($0) }, limit: 10, filter: .everything, ranking: FullTextRanking())
        let chunks = try await target.chunks(ids: found.map(\.chunkID))
        #expect(chunks.contains { $0.chunk.text == "drei vier" })
    }

    @Test func `A copy that breaks off after any number of writes is gone on with and ends the same`() async throws {
        let source = try await filled()
        let wanted = try await digests(source)
        var writes = 0
        while true {
            let target = MemoryLibrary()
            let failing = FailingTarget(target, after: writes)
            do {
                _ = try await copy(source, failing)
                break
            } catch is FailingTarget.Broken {
                // It is told of before it is gone on with.
                if writes > 0 { #expect(try await target.unfinishedCopy() == "there") }
            }
            let report = try await copy(source, target)
            #expect(report.isResumed == (writes > 0))
            #expect(try await digests(target) == wanted, "after \(writes) writes")
            #expect(try await target.unfinishedCopy() == nil)
            writes += 1
        }
        #expect(writes > LibraryRow.Kind.carried.count)
    }

    @Test func `A copy into a file that was ended between pages is gone on with`() async throws {
        struct Stop: Error {}
        // More than a page of passages.
        let source = try await filled(documents: 400)
        let store = try TemporaryStore()
        for stop in [1, 4, 9, 15, 20] {
            let file = try store.open()
            let steps = Atomic(0)
            await #expect(throws: Stop.self) {
                try await LibraryCopy(from: source, called: "there", to: file).run { _ in
                    if steps.wrappingAdd(1, ordering: .relaxed).newValue == stop { throw Stop() }
                }
            }
            #expect(try await file.unfinishedCopy() == "there")
            try file.close()
        }
        let file = try store.open()
        let report = try await copy(source, file)
        #expect(report.isResumed)
        #expect(report.count(of: .chunk) > 1_000)
        #expect(try await digests(file) == digests(source))
        try file.close()
        withExtendedLifetime(store) {}
    }

    @Test func `A target that holds something is refused, and says what`() async throws {
        let (source, target) = (try await filled(), MemoryLibrary())
        _ = try await target.append(LedgerEntry(kind: .read, time: Date()))
        let before = try await digests(target)
        let error = await #expect(throws: StoreError.self) { try await copy(source, target) }
        #expect(error?.reason == .notEmpty)
        #expect(error?.message.contains("(ledger records: 1)") == true)
        #expect(try await digests(target) == before)
        #expect(try await target.unfinishedCopy() == nil)
        // Nor is a copy made twice.
        let whole = MemoryLibrary()
        _ = try await copy(source, whole)
        #expect(await reason { _ = try await copy(source, whole) } == .notEmpty)
    }

    @Test func `An unfinished copy is gone on with from its own source alone, and is copied nowhere`() async throws {
        let (source, target) = (try await filled(), MemoryLibrary())
        try await target.setUnfinishedCopy(of: "elsewhere")
        #expect(await reason { _ = try await copy(source, target) } == .notEmpty)
        #expect(await reason { _ = try await copy(target, MemoryLibrary()) } == .unfinishedCopy)
    }

    @Test func `A source that changes while it is copied is told`() async throws {
        let (source, target) = (try await filled(), MemoryLibrary())
        let isDone = Atomic(false)
        let changing = ChangingSource(source) { kind in
            guard kind == .message, !isDone.exchange(true, ordering: .relaxed) else { return }
            try await source.renameConversation(id: "talk", to: "Another name")
        }
        #expect(await reason { _ = try await copy(changing, target) } == .changed)
        #expect(try await target.unfinishedCopy() == "there", "it is not whole")
        // What is there by now is no beginning of what the source has become.
        #expect(await reason { _ = try await copy(source, target) } == .changed)
    }

    @Test func `A source of whose ledger something else went on is told, and the copy catches up`() async throws {
        let (source, target) = (try await filled(), MemoryLibrary())
        let isDone = Atomic(false)
        let changing = ChangingSource(source) { kind in
            guard kind == .ledgerRecord, !isDone.exchange(true, ordering: .relaxed) else { return }
            // After the ledger was read to its end: the first question for more of it.
            _ = try await source.append(LedgerEntry(kind: .read, time: Date()))
        }
        #expect(await reason { _ = try await copy(changing, target) } == .changed)
        _ = try await copy(source, target)
        #expect(try await digests(target) == digests(source))
    }

    @Test func `The records of its own connections do not make a source another one`() async throws {
        let (source, target) = (try await filled(), MemoryLibrary())
        let isDone = Atomic(false)
        let changing = ChangingSource(source) { kind in
            guard kind == .ledgerRecord, !isDone.exchange(true, ordering: .relaxed) else { return }
            _ = try await source.append(
                LedgerEntry(kind: .connection, time: Date(), host: "localhost", purpose: "library"))
        }
        let report = try await copy(changing, target)
        #expect(report.ledger.valid)
        #expect(report.ledger.records == (try await source.rowCount(of: .ledgerRecord)) - 1)
    }

    @Test func `No program copies a library`() async throws {
        let source = try await filled()
        await Reader.$current.withValue(Reader(.api, name: "program", ceiling: .private)) {
            #expect(await reason { _ = try await copy(source, MemoryLibrary()) } == .notAllowed)
        }
    }
}

/// A store that fails after some writes.
private final class FailingTarget: LibraryRows, LedgerStore, WordIndex {
    struct Broken: Error {}

    private let library: MemoryLibrary
    private let left: Mutex<Int>

    init(_ library: MemoryLibrary, after writes: Int) {
        self.library = library
        left = Mutex(writes)
    }

    private func spend() throws {
        try left.withLock { left in
            guard left > 0 else { throw Broken() }
            left -= 1
        }
    }

    func keep(_ rows: [LibraryRow], of kind: LibraryRow.Kind) async throws {
        try spend()
        try await library.keep(rows, of: kind)
    }

    func setUnfinishedCopy(of source: String?) async throws {
        try spend()
        try await library.setUnfinishedCopy(of: source)
    }

    func index(_ items: [(document: DocumentToIndex, terms: [ChunkTerms])], as analysis: String) async throws -> Int {
        try spend()
        return try await library.index(items, as: analysis)
    }

    func rows(of kind: LibraryRow.Kind, after last: LibraryRow?, limit: Int) async throws -> [LibraryRow] {
        try await library.rows(of: kind, after: last, limit: limit)
    }

    func rowCount(of kind: LibraryRow.Kind) async throws -> Int { try await library.rowCount(of: kind) }
    func unfinishedCopy() async throws -> String? { try await library.unfinishedCopy() }
    func append(_ entry: LedgerEntry) async throws -> Int { try await library.append(entry) }
    func ledger(_ filter: LedgerFilter) async throws -> [LedgerRecord] { try await library.ledger(filter) }

    func ledgerPage(_ filter: LedgerFilter, limit: Int) async throws -> [LedgerRecord] {
        try await library.ledgerPage(filter, limit: limit)
    }

    func verifyLedger(anchors: [LedgerAnchor]) async throws -> LedgerVerification {
        try await library.verifyLedger(anchors: anchors)
    }

    func acceptLedger() async throws { try await library.acceptLedger() }

    func fullText(
        _ terms: [QueryTerm], limit: Int, filter: SearchFilter, ranking: FullTextRanking
    ) async throws -> [ChunkMatch] {
        try await library.fullText(terms, limit: limit, filter: filter, ranking: ranking)
    }

    func documentFrequencies(of terms: [String]) async throws -> [String: Int] {
        try await library.documentFrequencies(of: terms)
    }

    func fullTextStatistics() async throws -> FullTextStatistics { try await library.fullTextStatistics() }

    func documentsToIndex(as analysis: String, most: Int, largest: Int) async throws -> [DocumentToIndex] {
        try await library.documentsToIndex(as: analysis, most: most, largest: largest)
    }

    func languages(analysedAs analysis: String) async throws -> [String] {
        try await library.languages(analysedAs: analysis)
    }
}

/// A library that something happens to after the last page of a kind was read.
private struct ChangingSource: LibraryRows, LedgerStore {
    private let library: MemoryLibrary
    private let afterLastPage: @Sendable (LibraryRow.Kind) async throws -> Void

    init(_ library: MemoryLibrary, afterLastPage: @escaping @Sendable (LibraryRow.Kind) async throws -> Void) {
        self.library = library
        self.afterLastPage = afterLastPage
    }

    func rows(of kind: LibraryRow.Kind, after last: LibraryRow?, limit: Int) async throws -> [LibraryRow] {
        let page = try await library.rows(of: kind, after: last, limit: limit)
        if page.isEmpty { try await afterLastPage(kind) }
        return page
    }

    func keep(_ rows: [LibraryRow], of kind: LibraryRow.Kind) async throws { try await library.keep(rows, of: kind) }
    func rowCount(of kind: LibraryRow.Kind) async throws -> Int { try await library.rowCount(of: kind) }
    func unfinishedCopy() async throws -> String? { try await library.unfinishedCopy() }

    func setUnfinishedCopy(of source: String?) async throws { try await library.setUnfinishedCopy(of: source) }
    func append(_ entry: LedgerEntry) async throws -> Int { try await library.append(entry) }
    func ledger(_ filter: LedgerFilter) async throws -> [LedgerRecord] { try await library.ledger(filter) }

    func ledgerPage(_ filter: LedgerFilter, limit: Int) async throws -> [LedgerRecord] {
        try await library.ledgerPage(filter, limit: limit)
    }

    func verifyLedger(anchors: [LedgerAnchor]) async throws -> LedgerVerification {
        try await library.verifyLedger(anchors: anchors)
    }

    func acceptLedger() async throws { try await library.acceptLedger() }
}
