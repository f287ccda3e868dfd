import Foundation
import HearthCore
import HearthKnowledge
import HearthStore
import HearthTesting
import Testing
import TinyModels

@testable import HearthEngine

/// What lives between requests, and for how long.
@Suite struct EnvironmentResourcesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func change(_ hearth: Hearth, threads: String) throws {
        try hearth.environments.current.editor.set(.threads, to: threads)
        _ = try hearth.environments.reload()
    }

    @Test func aFormerTransportGoesWithTheLastRequestThatUsesIt() async throws {
        let hearth = try Hearth(folder: folder.url)
        weak var former: LazyTransport?
        do {
            let underWay = try await hearth.engines()
            former = underWay.transport
            try change(hearth, threads: "2")
            let later = try await hearth.engines()
            #expect(later.transport !== underWay.transport)
            let stores = [later, underWay].compactMap { $0.library as? HearthDatabase }
            #expect(stores.count == 2 && stores[0] === stores[1], "the store is not opened twice")
            #expect(later.owner == underWay.owner)
            #expect(former != nil)
        }
        #expect(former == nil)
        await hearth.shutdown()
    }

    @Test func whatIsStillReadEndsWellWhenTheSettingsChange() async throws {
        let body = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let server = try await WireServer.start { _ in .http(body: body) }
        let hearth = try Hearth(folder: folder.url)
        weak var former: LazyTransport?
        do {
            let response: HTTPResponse
            do {
                let transport = try await hearth.engines().transport
                former = transport
                let record = try await hearth.database().append(
                    LedgerEntry(kind: .decision, time: Date(), host: "127.0.0.1", purpose: "probe"))
                response = try await transport.send(
                    HTTPRequest(
                        .get, server.url, ledgerRecord: record, purpose: "probe", maximumResponseBytes: 1 << 20,
                        mayRetry: false))
            }
            try change(hearth, threads: "2")
            _ = try await hearth.engines()
            #expect(former != nil, "whoever reads an answer uses the transport, too")
            var read: [UInt8] = []
            for try await piece in response.body { read += piece }
            #expect(read == body)
        }
        #expect(former == nil)
        await hearth.shutdown()
        let kinds = try await hearth.database().ledger().map(\.entry.kind)
        #expect(kinds == [.decision, .connection])
        await server.stop()
    }

    @Test func aStoreThatAnotherProcessHoldsKeepsNobodyElseWaiting() async throws {
        do {
            let first = try Hearth(folder: folder.url)
            _ = try await first.database()
            try await first.close()
        }
        let lock = try #require(
            try FolderLock(StoreFiles(folder: folder.url).lock, mode: .exclusive, timeout: 0))
        let hearth = try Hearth(folder: folder.url)
        let (waiting, other) = (Task { try await hearth.database() }, Task { try await hearth.models.router() })
        // The object itself answers meanwhile.
        await hearth.shutdown()
        #expect(try await hearth.current().openedTransport == nil)
        waiting.cancel()
        await #expect(throws: CancellationError.self) { _ = try await waiting.value }
        lock.release()
        _ = try await other.value
        #expect(try await hearth.database().counts().documents == 0)
    }

    @Test func anEmbeddingModelThatCannotBeReadIsAnErrorEachTime() async throws {
        try folder.write("broken.gguf", "no model")
        let path = folder.url.appendingPathComponent("broken.gguf").path
        let hearth = try Hearth(folder: folder.url.appendingPathComponent("data"), flags: [.embeddingModel: path])
        for _ in 0..<2 {
            let error = await #expect(throws: EngineError.self) { _ = try await hearth.models.embedder() }
            // Who searches has named no model.
            #expect(error?.message.contains(path) == true && error?.help == [.unset(setting: "embedding-model")])
        }
        await hearth.shutdown()
    }

    /// As a download leaves it that broke off, or a disk that was full.
    @Test(arguments: [0, 1_000, 40_000])
    func aCutOffEmbeddingModelKeepsNobodyFromTheirDocuments(bytes: Int) async throws {
        let path = folder.url.appendingPathComponent("cut.gguf").path
        let whole = TinyEncoder().encoded()
        try #require(whole.count > bytes)
        try whole.prefix(bytes).write(to: URL(fileURLWithPath: path))
        let data = folder.url.appendingPathComponent("data")
        let hearth = try Hearth(folder: data, flags: [.embeddingModel: path])
        #expect(try await hearth.models.embedderProblem == nil, "nothing needed it yet")
        try folder.write("river.txt", "The heron stands in the river.")
        var notes: [String] = []
        var added = 0
        for try await event in try await hearth.documents.ingest([folder.url.path + "/river.txt"]) {
            if case .note(let note) = event { notes.append(note) }
            if case .summary(let summary) = event { added = summary.added }
        }
        #expect(added == 1 && notes.contains { $0.contains(path) && $0.contains("by words only") }, "\(notes)")
        let found = try await hearth.documents.search(SearchRequest(text: "heron"))
        #expect(found.passages.count == 1 && found.notes.filter { $0.contains(path) }.count == 1, "\(found.notes)")
        #expect(try await hearth.journal.add([JournalSession(id: "a", text: "A day at the river.")]) == [.added])
        #expect(try await hearth.models.usableEmbedder() == nil)
        #expect(try await hearth.models.embedderProblem?.contains("whole copy") == true)
        #expect(try await hearth.documents.vectorChange() == nil)
        await hearth.shutdown()
    }
}
