import Foundation
import HearthCore
import Synchronization
import Testing

@Suite struct NoteQueueTests {
    private final class Written: Sendable {
        private let values = Mutex<[String]>([])
        private let gate = Latch()
        var all: [String] { values.withLock { $0 } }

        func open() { gate.set() }

        func add(_ value: String) {
            while !gate.isSet { sched_yield() }
            values.withLock { $0.append(value) }
        }
    }

    @Test func aNoteIsWrittenWhileNobodyWaitsAndTheSameOneIsLeftOut() async throws {
        let (notes, written) = (NoteQueue<String>(on: "test.notes"), Written())
        for key in ["a", "a", "b", "a", "b"] { notes.add(key) { written.add(key) } }
        #expect(!notes.isEmpty && written.all.isEmpty)
        written.open()
        while !notes.isEmpty { await Task.yield() }
        #expect(written.all == ["a", "b"])
        // What was written is noted anew when it is true again.
        notes.add("a") { written.add("again") }
        while !notes.isEmpty { await Task.yield() }
        #expect(written.all == ["a", "b", "again"])
    }
}
