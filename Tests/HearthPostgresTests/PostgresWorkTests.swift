#if canImport(CPostgres)
import Dispatch
import Foundation
import HearthCore
@testable import HearthPostgres
import HearthTesting
import Testing

/// What of the queue only many machines with one database have.
@Suite(.enabled(if: PostgresServer.isThere, PostgresServer.missing)) struct PostgresWorkTests {
    private func work(_ id: String) -> NewWork {
        NewWork(id: id, kind: "sample", title: id, payload: Data(), label: .personal)
    }

    @Test(.timeLimit(.minutes(2))) func whatOneMachineChangesIsHeardOnAnother() async throws {
        let here = try await PostgresServer.library()
        let there = try await PostgresLibrary.open(here.configuration)
        var news = await here.workNews().makeAsyncIterator()
        // One at once, and one when the server's notifications are listened to.
        _ = await news.next()
        _ = await news.next()
        try await there.addWork(work("a"))
        #expect(await news.next() != nil)
        #expect(try await here.workTask(id: "a")?.state == .queued)
        there.close()
        here.close()
    }

    @Test(.timeLimit(.minutes(2))) func aClaimWaitsForNoOtherChangeOfItsOwner() async throws {
        let library = try await PostgresServer.library()
        try await library.addWork(work("a"))
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let release = DispatchSemaphore(value: 0)
        // Such as a large ingestion: the owner's row stays locked until it ends.
        async let change: Void = library.write { _ in
            begin.yield()
            release.wait()
        }
        for await _ in begun { break }
        let claimed = try await library.claimWork(["sample"], worker: "w", seconds: 60)
        #expect(claimed?.id == "a")
        release.signal()
        try await change
    }

    @Test func aTaskThatSomebodyLooksAtIsPassedOver() async throws {
        let library = try await PostgresServer.library()
        try await library.addWork(work("a"))
        try await library.addWork(work("b"))
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let release = DispatchSemaphore(value: 0)
        async let look: Void = library.write { db in
            _ = try db.rows("SELECT id FROM work WHERE owner_id = $1 AND id = 'a' FOR UPDATE").count
            begin.yield()
            release.wait()
        }
        for await _ in begun { break }
        let claimed = try await library.claimWork(["sample"], worker: "w", seconds: 60)
        #expect(claimed?.id == "b")
        release.signal()
        try await look
        #expect(try await library.claimWork(["sample"], worker: "w", seconds: 60)?.id == "a")
    }
}
#endif
