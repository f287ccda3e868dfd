import Foundation
import HearthCore
import HearthEngine
import Synchronization
import Testing

/// What is asked while jobs compute.
@Suite struct BusyJobTests {
    /// Keeps threads until it is opened, or for a while: what should have been answered meanwhile may be what opens it.
    private final class Gate: Sendable {
        private let state = Mutex((isOpen: false, blocked: 0, isOverdue: false))

        var blocked: Int { state.withLock { $0.blocked } }
        var isOverdue: Bool { state.withLock { $0.isOverdue } }

        func open() { state.withLock { $0.isOpen = true } }

        func block() {
            state.withLock { $0.blocked += 1 }
            let end = ContinuousClock.now + .seconds(60)
            while !state.withLock({ $0.isOpen }) {
                guard ContinuousClock.now < end else { return state.withLock { $0.isOverdue = true } }
                usleep(1000)
            }
        }
    }

    @Test(.timeLimit(.minutes(10))) func cheapRequestsAreAnsweredWhileEveryCoreHasAJob() async throws {
        try await ServerClient.with { client, hearth, _ in
            let gate = Gate()
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
