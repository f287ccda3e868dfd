import Synchronization
import Testing

@testable import HearthServer

/// How far work is, told to somebody who may be slow.
@Suite struct ConflationTests {
    private struct Failed: Error {}

    @Test func `Whoever is slow is told fewer states, in their order, and the last one`() async throws {
        let told = Mutex<[Int]>([])
        let (gate, opened) = AsyncStream.makeStream(of: Void.self)
        let value = await Conflation.telling { (state: Int) in
            told.withLock { $0.append(state) }
            for await _ in gate {}
        } during: { tell in
            // More than a queue of any length that waits for its reader would take.
            for state in 1...10_000 { tell(state) }
            opened.finish()
            return "done"
        }
        let states = told.withLock { $0 }
        #expect(value == "done" && states.last == 10_000)
        #expect(states.count <= 2 && states == states.sorted())
    }

    @Test func `What the work throws ends the telling, however slow the listener is`() async throws {
        let (gate, _) = AsyncStream.makeStream(of: Void.self)
        await #expect(throws: Failed.self) {
            try await Conflation.telling { (_: Int) in
                // Nobody opens it; the listener is cancelled.
                for await _ in gate {}
            } during: { tell in
                tell(1)
                throw Failed()
            }
        }
    }
}
