import Foundation
import HearthCore
import HearthEngine
import HearthTesting
import Testing

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
