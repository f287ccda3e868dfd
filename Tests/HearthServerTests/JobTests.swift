import Foundation
import HearthCore
import HearthEngine
import HearthKnowledge
import HearthTesting
import Testing

@testable import HearthServer

@Suite("How far an ingestion is")
struct IngestProgressTests {
    @Test func `100 % is said when nothing is left to wait for`() {
        var progress = IngestProgress()
        let events: [IngestEvent] = [
            .progress(done: 0, total: 2, chunks: 0), .progress(done: 1, total: 2, chunks: 3),
            .progress(done: 2, total: 2, chunks: 7), .vectors(done: 3, total: 7), .vectors(done: 7, total: 7),
            .note("Embedding what was stored before with a model."), .summary(IngestSummary()),
        ]
        let steps = events.map { progress.step($0) }
        #expect(steps.map { $0?.fraction } == [0, 0.5, nil, 3.0 / 7, nil, nil, 1])
        // From how many are done a page reckons the share itself.
        #expect(steps.map { $0?.done } == [0, 1, nil, 3, nil, nil, nil])
    }

    @Test func `What is waited for is named`() {
        var progress = IngestProgress()
        #expect(progress.step(.note("No embedding model.")) == nil)
        _ = progress.step(.progress(done: 1, total: 1, chunks: 1))
        let step = progress.step(.note("Embedding what was stored before with a model."))
        #expect(step?.message == "The files can be searched. Embedding what was stored before with a model.")
    }
}

/// What is asked while jobs compute.
@Suite struct BusyJobTests {
    @Test(.timeLimit(.minutes(10))) func cheapRequestsAreAnsweredWhileEveryCoreHasAJob() async throws {
        try await ServerClient.with { client, hearth, _ in
            let gate = ThreadGate()
            defer { gate.open() }
            let cores = ProcessInfo.processInfo.activeProcessorCount
            var jobs: [String] = []
            for number in 0..<cores {
                jobs.append(await hearth.jobs.start(.ingest, title: "\(number)") { _ in gate.block() }.id)
            }
            while gate.blocked < cores { await Task.yield() }
            #expect(try await client.send("GET", "/healthz").status == 200)
            let listed = try await client.send("GET", "/api/jobs").json["jobs"]?.arrayValue ?? []
            #expect(listed.count { $0["state"] == "running" } >= cores)
            #expect(try await client.send("GET", "/api/documents").status == 200)
            #expect(try await client.send("GET", "/api/session").json["signedIn"] == true)
            #expect(!gate.isOverdue)
            gate.open()
            for id in jobs { #expect(await hearth.jobs.ended(id)?.state == .done) }
        }
    }
}
