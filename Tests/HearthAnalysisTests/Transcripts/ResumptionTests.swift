import Foundation
import HearthAnalysis
import HearthCore
import HearthKnowledge
import HearthModels
import HearthStore
import HearthTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct ResumptionTests {
    private static let cues = Samples.english(tokens: 4_000)

    @Test func aSecondRunAsksNothingThatWasAnswered() async throws {
        let cache = MemoryCache()
        let model = Scripted.model { Scripted.plausible($0) }
        let analyzer = TranscriptAnalyzer(router: Scripted.router([model]), cache: cache)
        let first = try await analyzer.analyze(
            TranscriptAnalysisRequest(cues: Self.cues, aspects: [.summary, .highlights]))
        let asked = model.requests.count
        let second = try await analyzer.analyze(
            TranscriptAnalysisRequest(cues: Self.cues, aspects: [.summary, .highlights]))
        #expect(model.requests.count == asked)
        #expect(second.reused == asked)
        #expect(second.usage == TokenUsage())
        #expect(second.summary == first.summary)
        #expect(second.highlights == first.highlights)
    }

    @Test func anEditAsksOnlyForThePartThatChangedAndWhatStandsOnIt() async throws {
        let cache = MemoryCache()
        // Notes differ with their parts, so that what is joined from them differs too.
        let model = Scripted.model { request in
            guard Scripted.kind(request) == "notes" else { return Scripted.plausible(request) }
            var notes = Scripted.notes
            notes["summary"] = "Notes on \(Scripted.part(request).hashValue)"
            return Scripted.json(notes)
        }
        let analyzer = TranscriptAnalyzer(router: Scripted.router([model]), cache: cache)
        _ = try await analyzer.analyze(TranscriptAnalysisRequest(cues: Self.cues, aspects: [.summary]))
        let before = model.requests.count
        let parts = model.requests.count { Scripted.kind($0) == "notes" }
        var edited = Self.cues
        let last = edited.count - 1
        edited[last].text = edited[last].text.replacing("our town", with: "your town")
        _ = try await analyzer.analyze(TranscriptAnalysisRequest(cues: edited, aspects: [.summary]))
        let again = model.requests.dropFirst(before).map(Scripted.kind)
        #expect(again.count { $0 == "notes" } == 1)
        #expect(again.last == "summary")
        #expect(parts > 3)
    }

    @Test func anotherModelOrOptionAsksAnew() async throws {
        let cache = MemoryCache()
        let one = Scripted.model(id: "one") { Scripted.plausible($0) }
        let two = Scripted.model(id: "two") { Scripted.plausible($0) }
        let request = TranscriptAnalysisRequest(cues: Self.cues, aspects: [.summary])
        _ = try await TranscriptAnalyzer(router: Scripted.router([one]), cache: cache).analyze(request)
        let other = try await TranscriptAnalyzer(router: Scripted.router([two]), cache: cache).analyze(request)
        #expect(other.reused == 0)
        var warmer = request
        warmer.options.temperature = 0.9
        let third = try await TranscriptAnalyzer(router: Scripted.router([one]), cache: cache).analyze(warmer)
        #expect(third.reused == 0)
    }

    @Test func aCancelledRunStopsAndTheNextGoesOnWhereItWas() async throws {
        let cache = MemoryCache()
        let (asked, signal) = AsyncStream.makeStream(of: Void.self)
        // The third part is never answered.
        let stuck = Scripted.model(
            replies: [Scripted.json(Scripted.notes), Scripted.json(Scripted.notes)]
        ) { _ in
            signal.yield()
            return .never(after: "{\"summary\":")
        }
        let request = TranscriptAnalysisRequest(cues: Self.cues, aspects: [.summary])
        let task = Task {
            try await TranscriptAnalyzer(router: Scripted.router([stuck]), cache: cache).analyze(request)
        }
        for await _ in asked { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { _ = try await task.value }
        #expect(stuck.requests.count == 3)
        #expect(await cache.count == 2)

        let model = Scripted.model { Scripted.plausible($0) }
        let analysis = try await TranscriptAnalyzer(router: Scripted.router([model]), cache: cache).analyze(request)
        #expect(analysis.reused == 2)
        #expect(analysis.coverage.isComplete)
        #expect(model.requests.count { Scripted.kind($0) == "notes" } == analysis.coverage.parts - 2)
    }

    @Test func droppingTheStatesStopsTheWork() async throws {
        let (asked, signal) = AsyncStream.makeStream(of: Void.self)
        let stuck = Scripted.model { _ in
            signal.yield()
            return .never()
        }
        let analyzer = TranscriptAnalyzer(router: Scripted.router([stuck]))
        let reader = Task {
            for try await state in analyzer.states(of: TranscriptAnalysisRequest(cues: Self.cues, aspects: [.summary]))
            {
                if case .completed = state { return true }
            }
            return false
        }
        for await _ in asked { break }
        reader.cancel()
        await #expect(throws: CancellationError.self) { _ = try await reader.value }
        while stuck.openStreams > 0 { await Task.yield() }
        #expect(stuck.cancelledStreams == 1)
    }

    @Test func whatAnAnalysisFailsWithComesAfterItsStates() async throws {
        let analyzer = TranscriptAnalyzer(router: Scripted.router([]))
        var count = 0
        await #expect(throws: RoutingError.self) {
            for try await _ in analyzer.states(of: TranscriptAnalysisRequest(cues: Self.cues)) { count += 1 }
        }
        #expect(count > 0)
    }

    @Test func aReaderThatThrowsStopsTheWork() async throws {
        struct Enough: Error {}
        let stuck = Scripted.model { _ in .never() }
        let analyzer = TranscriptAnalyzer(router: Scripted.router([stuck]))
        await #expect(throws: Enough.self) {
            try await analyzer.states(of: TranscriptAnalysisRequest(cues: Self.cues, aspects: [.summary])).forEach {
                // The work has begun.
                if case .analyzing = $0 { throw Enough() }
            }
        }
        // The analysis is a child of the reader's task: none of it is left when that goes on.
        #expect(stuck.openStreams == 0)
    }

    @Test func theStoreCarriesARunOver() async throws {
        let store = try TemporaryStore()
        let database = try store.open()
        let model = Scripted.model { Scripted.plausible($0) }
        let request = TranscriptAnalysisRequest(cues: Self.cues, aspects: [.summary])
        _ = try await TranscriptAnalyzer(router: Scripted.router([model]), cache: StoredCache(database)).analyze(
            request)
        try database.close()
        let again = try store.open()
        let second = try await TranscriptAnalyzer(
            router: Scripted.router([model]), cache: StoredCache(again)
        ).analyze(request)
        #expect(second.usage == TokenUsage())
        #expect(second.reused > 0)
    }
}
