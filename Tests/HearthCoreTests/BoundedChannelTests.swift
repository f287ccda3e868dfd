import HearthCore
import Synchronization
import Testing

@Suite struct BoundedChannelTests {
    @Test func keepsTheOrderAndLosesNothing() async throws {
        let channel = BoundedChannel<Int>(capacity: 3)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for value in 0..<1_000 { try await channel.send(value) }
                channel.finish()
            }
            var seen: [Int] = []
            for try await value in channel { seen.append(value) }
            #expect(seen == Array(0..<1_000))
            try await group.waitForAll()
        }
    }

    @Test func manySendersShareIt() async throws {
        let channel = BoundedChannel<Int>(capacity: 2)
        let sum = try await withThrowingTaskGroup(of: Void.self) { group in
            for sender in 0..<8 {
                group.addTask { for value in 0..<100 { try await channel.send(sender * 100 + value) } }
            }
            var seen: Set<Int> = []
            while seen.count < 800, let value = try await channel.next() { seen.insert(value) }
            try await group.waitForAll()
            return seen.reduce(0, +)
        }
        #expect(sum == 799 * 800 / 2)
    }

    @Test func aFullChannelMakesTheSenderWait() async throws {
        let channel = BoundedChannel<Int>(capacity: 2)
        let sent = Mutex(0)
        let task = Task {
            for value in 0..<10 {
                try await channel.send(value)
                sent.withLock { $0 = value + 1 }
            }
            channel.finish()
        }
        #expect(try await channel.next() == 0)
        for _ in 0..<100 { await Task.yield() }
        // One was read and two may wait.
        #expect(sent.withLock { $0 } <= 3)
        while try await channel.next() != nil {}
        try await task.value
        #expect(sent.withLock { $0 } == 10)
    }

    @Test func theEndComesAfterWhatWaits() async throws {
        struct Broken: Error {}
        let channel = BoundedChannel<Int>(capacity: 2)
        #expect(channel.trySend(1) && channel.trySend(2) && !channel.trySend(3))
        channel.finish(throwing: Broken())
        #expect(!channel.trySend(4))
        #expect(try await channel.next() == 1)
        #expect(try await channel.next() == 2)
        await #expect(throws: Broken.self) { _ = try await channel.next() }
        await #expect(throws: CancellationError.self) { try await channel.send(5) }
    }

    @Test func aReaderThatGoesFreesTheSenders() async throws {
        let channel = BoundedChannel<Int>(capacity: 1)
        let task = Task { for value in 0..<5 { try await channel.send(value) } }
        #expect(try await channel.next() == 0)
        channel.close()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func cancellingFreesWhoeverWaits() async throws {
        for _ in 0..<50 {
            let empty = BoundedChannel<Int>(capacity: 1)
            let reader = Task { try await empty.next() }
            let full = BoundedChannel<Int>(capacity: 1)
            full.trySend(0)
            let sender = Task { try await full.send(1) }
            await Task.yield()
            reader.cancel()
            sender.cancel()
            await #expect(throws: CancellationError.self) { _ = try await reader.value }
            await #expect(throws: CancellationError.self) { try await sender.value }
            // What a cancelled sender had to say was not taken.
            #expect(try await full.next() == 0)
            full.finish()
            #expect(try await full.next() == nil)
        }
    }
}
