import HearthCore
import Synchronization
import Testing

@Suite struct EventStreamTests {
    private struct Broken: Error {}

    /// Counts what was taken of it, and notes how it ended.
    private final class Counting: Sendable {
        private let count = Mutex(0)
        private let ending = Mutex<(any Error)?>(nil)
        let ended = BoundedChannel<Bool>(capacity: 1)

        var emitted: Int { count.withLock { $0 } }
        var error: (any Error)? { ending.withLock { $0 } }

        /// The numbers from 0 on.
        func numbers(to end: Int = .max, then error: (any Error)? = nil) -> EventStream<Int> {
            EventStream { [self] emit in
                defer { ended.finish() }
                do {
                    var number = 0
                    while number < end {
                        try await emit(number)
                        number += 1
                        count.withLock { $0 += 1 }
                    }
                } catch {
                    ending.withLock { $0 = error }
                    throw error
                }
                if let error { throw error }
            }
        }
    }

    /// Layers that each change the events, as those between an engine and a reader do.
    private func layered(_ stream: EventStream<Int>, _ layers: Int) -> EventStream<Int> {
        guard layers > 0 else { return stream }
        return layered(EventStream { emit in try await stream.forEach { try await emit($0 + 1) } }, layers - 1)
    }

    /// Lets others work, often enough for a writer that waits for nobody to run far ahead.
    private func letOthersWork() async { for _ in 0..<300 { await Task.yield() } }

    @Test(arguments: [0, 1, 8]) func aSlowReaderSlowsTheWorkHoweverManyLayersThereAre(layers: Int) async throws {
        let work = Counting()
        var read = 0
        for try await _ in layered(work.numbers(), layers) {
            read += 1
            await letOthersWork()
            // One waits, whatever is between.
            #expect(work.emitted <= read + 1)
            if read == 20 { break }
        }
    }

    @Test(arguments: [0, 8]) func nothingIsLostAndTheOrderIsKept(layers: Int) async throws {
        var seen: [Int] = []
        for try await number in layered(Counting().numbers(to: 2_000), layers) { seen.append(number) }
        #expect(seen == Array(layers..<(2_000 + layers)))
    }

    @Test func whoLeavesStopsTheWork() async throws {
        let work = Counting()
        for try await number in layered(work.numbers(), 3) where number > 5 { break }
        #expect(try await work.ended.next() == nil)
        #expect(work.error is CancellationError)
    }

    @Test func cancellingTheReaderStopsTheWorkAndIsNoEnd() async throws {
        let work = Counting()
        let stream = layered(work.numbers(to: 1), 3)
        // It gave its only event, and would then have ended well.
        let held = EventStream<Int> { emit in
            try await stream.forEach(emit)
            _ = try await BoundedChannel<Int>(capacity: 1).next()
        }
        let begun = BoundedChannel<Int>(capacity: 1)
        let reader = Task { for try await number in held { begun.trySend(number) } }
        #expect(try await begun.next() == 3)
        reader.cancel()
        await #expect(throws: CancellationError.self) { try await reader.value }
    }

    @Test func anErrorComesAfterWhatWasGivenBefore() async throws {
        var seen: [Int] = []
        await #expect(throws: Broken.self) {
            for try await number in layered(Counting().numbers(to: 3, then: Broken()), 2) { seen.append(number) }
        }
        #expect(seen == [2, 3, 4])
    }

    @Test func whatTheReaderThrowsEndsTheWork() async throws {
        let work = Counting()
        await #expect(throws: Broken.self) {
            try await layered(work.numbers(), 2).forEach { if $0 > 4 { throw Broken() } }
        }
        #expect(work.error is Broken && work.emitted == 3)
    }

    @Test func theWorkBeginsWithItsReaderAndAnewWithEach() async throws {
        let work = Counting()
        let stream = work.numbers(to: 3)
        await letOthersWork()
        #expect(work.emitted == 0)
        for try await _ in stream {}
        try await stream.forEach { _ in }
        #expect(work.emitted == 6)
    }

    @Test func oneThatIsCancelledAlreadyBeginsNothing() async throws {
        let work = Counting()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await work.numbers().forEach { _ in }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(work.emitted == 0)
    }

    @Test func aBodyIsReadOnceAlsoByThoseWhoTakeItUpLater() async throws {
        let work = Counting()
        let numbers = work.numbers(to: 5)
        let body = HTTPBody(EventStream { emit in try await numbers.forEach { try await emit([UInt8($0)]) } })
        for try await piece in body where piece == [2] { break }
        var rest: [UInt8] = []
        for try await piece in body { rest += piece }
        #expect(rest == [3, 4])
    }
}

// MARK: - The channel below

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
