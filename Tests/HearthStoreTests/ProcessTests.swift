import Foundation
import HearthCore
import HearthTesting
import Testing

@testable import HearthStore

/// With other processes: killed, limited, without rights, at the same time.
@Suite(.serialized) struct ProcessTests {
    @Test func aKilledWriterLeavesWholeDocumentsOnly() async throws {
        let store = try TemporaryStore()
        var generator = SeededGenerator(seed: UInt64(ProcessInfo.processInfo.processIdentifier))
        for round in 0..<10 {
            let writer = try Helper("ingest", store.folder.path, "round\(round)", "100000")
            try await Task.sleep(for: .milliseconds(Int.random(in: 20...400, using: &generator)))
            writer.kill()
            let reported = writer.lines().count
            let database = try store.open()
            #expect(try await database.checkIntegrity().problems == [])
            // Whatever was reported as stored is there.
            let sources = try await database.sourceStates(under: "/round\(round)").count
            #expect(sources >= reported - reported / 3 - 1)
            for document in try await database.documents(limit: 5) {
                #expect(try await database.chunks(ofDocument: document.id).count == 3)
                #expect(try await database.vectors(ofChunks: Array(document.chunkIDs)).count == 3)
            }
            try database.close()
        }
    }

    @Test func twoProcessesWriteAtOnceFromTheStart() async throws {
        let store = try TemporaryStore()
        let writers = try ["one", "two", "three"].map { try Helper("ingest", store.folder.path, $0, "30") }
        for writer in writers {
            #expect(writer.lines().count == 30)
            #expect(writer.process.terminationStatus == 0)
        }
        let database = try store.open()
        #expect(try await database.counts() == StoreCounts(documents: 60, sources: 60, chunks: 180))
        #expect(try await database.checkIntegrity().problems == [])
    }

    @Test func aFullDiskIsSaidAndLeavesTheStoreWhole() async throws {
        let store = try TemporaryStore()
        let lines = try Helper("limited", store.folder.path, "1500000").lines()
        #expect(lines.last == "disk-full")
        let database = try store.open()
        #expect(try await database.checkIntegrity().problems == [])
        let count = try await database.counts().documents
        #expect(count >= lines.count - 1 - lines.count / 3 - 1)
        try await database.store([SampleDocuments().ingestion(-1)])
        #expect(try await database.counts().documents == count + 1)
    }

    @Test(.enabled(if: geteuid() == 0, "needs the right to become another user"))
    func aFolderThatCannotBeWrittenCanBeRead() async throws {
        let store = try TemporaryStore()
        let database = try store.open()
        try await database.store([SampleDocuments().ingestion(1)])
        try database.close()
        let files = StoreFiles(folder: store.folder)
        for file in [files.database, files.keyCheck, files.lock] { chmod(file.path, 0o644) }
        chmod(store.folder.path, 0o755)
        #expect(try Helper("nobody", store.folder.path).lines() == ["read-only", "1", "read-only"])
    }

    @Test func processesThatStartAtOnceGetTheSameKey() throws {
        let folder = try TemporaryStore().folder
        defer { try? FileManager.default.removeItem(at: folder) }
        let helpers = try (0..<6).map { _ in try Helper("key", folder.path) }
        let keys = helpers.map { $0.lines() }
        #expect(Set(keys).count == 1)
        #expect(keys[0].map(\.count) == [64])
    }
}
