#if Llama
import Foundation
import HearthCore
import Synchronization
import Testing
import TinyModels

@testable import HearthLlama

struct ModelPoolTests {
    private static let engine = LlamaEngine.Configuration(contextLength: 256, threads: 1, batchSize: 32)

    private func pool(models: Double = 100) throws -> ModelPool {
        let one = try MemoryFootprint(path: TinyModel().write(), configuration: Self.engine).total
        return ModelPool(configuration: .init(byteBudget: UInt64(Double(one) * models), engine: Self.engine))
    }

    private func paths(_ count: Int) throws -> [String] { try (0..<count).map { _ in try TinyModel().write() } }

    /// The paths of what is loaded, the one used last first.
    private func loaded(_ pool: ModelPool) async -> [String] { await pool.loaded().map(\.path) }

    private func resolved(_ paths: [String]) -> [String] {
        paths.map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path }
    }

    @Test func oneLoadServesAllWhoAskMeanwhile() async throws {
        let pool = try pool()
        let path = try TinyModel(width: 256, layers: 4).write()
        let models = try await withThrowingTaskGroup(of: ModelLease.self) { group in
            for _ in 0..<20 { group.addTask { try await pool.lease(path) } }
            var leases: [ModelLease] = []
            for try await lease in group { leases.append(lease) }
            return leases
        }
        #expect(await pool.loads == 1)
        #expect(models.allSatisfy { $0.model === models[0].model && $0.engine === models[0].engine })
        #expect(await pool.loaded().map(\.users) == [20])
    }

    @Test func whatIsLoadedIsListed() async throws {
        let pool = try pool()
        let path = try TinyModel(layers: 3).write()
        #expect(await pool.loaded() == [])
        var lease: ModelLease? = try await pool.lease(path)
        let listed = try #require(await pool.loaded().first)
        #expect(listed.id == URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent)
        #expect(listed.state == .ready && listed.progress == 1 && listed.users == 1)
        #expect(listed.facts?.layers == 3)
        #expect(listed.memory.total > listed.memory.weights && listed.memory.contextLength == 256)
        let copy = try JSONDecoder().decode(LoadedModel.self, from: JSONEncoder().encode(listed))
        #expect(copy == listed)
        withExtendedLifetime(lease) {}
        lease = nil
        #expect(await pool.loaded().map(\.users) == [0])
    }

    @Test func theModelUsedLeastRecentlyIsUnloaded() async throws {
        let pool = try pool(models: 2.5)
        let paths = resolved(try paths(3))
        for index in [0, 1, 0] { _ = try await pool.lease(paths[index]) }
        _ = try await pool.lease(paths[2])
        #expect(await loaded(pool) == [paths[2], paths[0]])
        _ = try await pool.lease(paths[1])
        #expect(await loaded(pool) == [paths[1], paths[2]])
        #expect(await pool.loads == 4)
    }

    @Test func whatIsInUseIsNeverUnloaded() async throws {
        let pool = try pool(models: 2.5)
        let paths = resolved(try paths(3))
        let first = try await pool.lease(paths[0])
        var second: ModelLease? = try await pool.lease(paths[1])
        let error = await #expect(throws: LlamaError.self) { _ = try await pool.lease(paths[2]) }
        #expect(error?.code == "not-enough-memory")
        #expect(error?.message.contains(first.engine.modelID) == true)
        #expect(await loaded(pool) == [paths[1], paths[0]])
        await #expect(throws: LlamaError.self) { try await pool.unload(paths[0]) }
        let request = ModelRequest(task: .chat, messages: [Message(.user, "hello")], options: .init(maxTokens: 4))
        #expect(try await first.engine.response(to: request).usage.completionTokens > 0)
        withExtendedLifetime(second) {}
        second = nil
        _ = try await pool.lease(paths[2])
        #expect(await loaded(pool) == [paths[2], paths[0]])
        withExtendedLifetime(first) {}
    }

    @Test func aModelBeyondTheBudgetIsRefusedWithWhatWouldFitBeforeAnythingIsUnloaded() async throws {
        let small = try TinyModel().write()
        let large = try TinyModel(width: 256, layers: 8, context: 8192).write()
        let whole = try MemoryFootprint(path: large, configuration: .init(contextLength: 8192))
        // Room for all but some of the context.
        let pool = ModelPool(
            configuration: .init(
                byteBudget: whole.total - whole.cache / 2, engine: .init(contextLength: 8192, threads: 1)))
        _ = try await pool.lease(small)
        let error = await #expect(throws: LlamaError.self) { _ = try await pool.lease(large) }
        #expect(error?.code == "not-enough-memory")
        let tokens = try #require(error?.message.firstMatch(of: /A context of (\d+) tokens would fit/)?.1)
        #expect(await pool.loaded().count == 1)
        // What is said to fit does.
        let shorter = ModelPool(
            configuration: .init(
                byteBudget: whole.total - whole.cache / 2, engine: .init(contextLength: Int(tokens), threads: 1)))
        _ = try await shorter.lease(large)
        let tiny = ModelPool(configuration: .init(byteBudget: 20 << 20, engine: .init(contextLength: 8192, threads: 1)))
        let other = await #expect(throws: LlamaError.self) { _ = try await tiny.lease(large) }
        #expect(other?.message.contains("more strongly quantized") == true)
    }

    @Test func aLoadThatFailsIsReportedToAllAndTriedAgain() async throws {
        let pool = try pool()
        let path = TinyModel.path()
        let error = await #expect(throws: LlamaError.self) { _ = try await pool.lease(path) }
        #expect(error?.code == "model-not-found")
        try TinyModel(architecture: "nonesuch").encoded().write(to: URL(fileURLWithPath: path))
        await withTaskGroup(of: String?.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    do {
                        _ = try await pool.lease(path)
                        return nil
                    } catch { return (error as? LlamaError)?.code }
                }
            }
            for await code in group { #expect(code == "unsupported-architecture") }
        }
        #expect(await pool.loaded() == [])
        try TinyModel().encoded().write(to: URL(fileURLWithPath: path))
        _ = try await pool.lease(path)
    }

    @Test func progressRisesToTheEndForAllWhoListen() async throws {
        let pool = try pool()
        let path = try TinyModel(width: 128, layers: 4).write()
        let heard = [Shares(), Shares()]
        async let first = pool.lease(path) { heard[0].add($0) }
        async let second = pool.lease(path) { heard[1].add($0) }
        _ = try await (first, second)
        for one in heard {
            #expect(one.all == one.all.sorted() && one.all.last == 1)
        }
        #expect(max(heard[0].all.count, heard[1].all.count) > 5)
    }

    @Test func aLoadIsGivenUpWhenNobodyWaitsForIt() async throws {
        let path = try TinyModel(width: 128, layers: 4).write()
        // Cancelled from within, at the first sign of progress: so the load is under way for certain.
        let task = Task {
            try await LlamaModel.load(from: path) { _ in withUnsafeCurrentTask { $0?.cancel() } }
        }
        await #expect(throws: CancellationError.self) { _ = try await task.value }

        let pool = try pool()
        // Given up before it waits: on a busy machine the model may be there before another could say so.
        let waiting = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await pool.lease(path)
        }
        await #expect(throws: CancellationError.self) { _ = try await waiting.value }
        #expect(await pool.loaded() == [])
        // One who gives up does not disturb the others.
        let impatient = Task { try await pool.lease(path) }
        async let patient = pool.lease(path)
        impatient.cancel()
        #expect(try await patient.model.facts.layers == 4)
        _ = await impatient.result
    }

    @Test func aFileThatWasReplacedIsLoadedAnew() async throws {
        let pool = try pool()
        let path = try TinyModel(layers: 2).write()
        let old = try await pool.lease(path)
        // As a download puts it in place: by a rename.
        let other = try TinyModel(layers: 3).write()
        try #require(rename(other, path) == 0)
        #expect(try await pool.lease(path).model.facts.layers == 3)
        #expect(old.model.facts.layers == 2)
    }

    /// A load goes on until it is told to; then others are served by what they asked for.
    @Test func weightsThatAreLoadedInAnotherWayAreOthersAlsoWhileTheyLoad() async throws {
        let pool = try pool()
        let path = try TinyModel(width: 128, layers: 4).write()
        func setup(_ layers: Int) -> ModelPool.Setup {
            var engine = Self.engine
            engine.model.gpuLayers = layers
            return .init(engine: engine)
        }
        let (begun, voice) = AsyncStream.makeStream(of: Void.self)
        let other = DispatchSemaphore(value: 0)
        let first = Task {
            try await pool.lease(path, setup: setup(0)) { _ in
                voice.yield()
                // Long enough for the other to begin; without a limit, one that waits for this would wait for ever.
                _ = other.wait(timeout: .now() + 3)
            }
        }
        for await _ in begun { break }
        let second = try await pool.lease(path, setup: setup(1)) { _ in other.signal() }
        for _ in 0..<1000 { other.signal() }
        let one = try await first.value
        let (loads, users) = await (pool.loads, pool.loaded().map(\.users))
        #expect(one.model !== second.model)
        #expect(loads == 2 && users == [1, 1])
    }

    @Test func tokensAreCountedByTheFileAsItIsNow() async throws {
        let pool = try pool()
        let path = try TinyModel(vocabulary: .sentencePiece).write()
        let model = pool.languageModel(path)
        let old = try await pool.lease(path)
        let (text, before) = ("hello there, world", model.tokenizer.tokenEnds(in: "hello there, world"))
        try #require(rename(try TinyModel(vocabulary: .bytePair()).write(), path) == 0)
        let now = model.tokenizer.tokenEnds(in: text)
        #expect(now == (try LlamaModel(path: path).tokenizer.tokenEnds(in: text)) && now != before)
        #expect(old.model.tokenizer.tokenEnds(in: text) == before)
    }

    @Test func anEngineOfThePoolLoadsWhenAskedAndIsInUseWhileItAnswers() async throws {
        let pool = try pool(models: 1.5)
        let paths = try paths(2)
        let model = pool.languageModel(paths[0])
        #expect(await model.availability() == .available)
        #expect(model.capabilities.contextLength == 256)
        let counted = (model.tokenizer.name, model.tokenizer.tokenEnds(in: "hello there, world"))
        #expect(await pool.loaded() == [])
        let request = ModelRequest(
            task: .chat, messages: [Message(.user, "hello")], options: .init(temperature: 0, maxTokens: 8))
        let text = try await model.answer(request).text
        #expect(text == (try await LlamaEngine.tiny(paths[0], context: 256).answer(request).text))
        // Counted with the model's own vocabulary before anything was loaded, and the same way since.
        #expect(counted.0 != "estimate" && counted.0 == model.tokenizer.name)
        #expect(counted.1 == model.tokenizer.tokenEnds(in: "hello there, world"))
        for try await event in model.respond(to: request) {
            if case .text = event {
                await #expect(throws: LlamaError.self) { _ = try await pool.lease(paths[1]) }
                break
            }
        }
        // A dropped stream gives the model back as soon as its task has ended.
        while await pool.loaded().contains(where: { $0.users > 0 }) { await Task.yield() }
        _ = try await pool.languageModel(paths[1]).answer(request)
        #expect(try await model.answer(request).text == text)
        #expect(await pool.loads == 3)
    }

    @Test func usersOfDifferentSetupsShareTheWeightsAndNothingThatWasEvaluated() async throws {
        let pool = try pool()
        let path = try TinyModel().write()
        let one = try await pool.lease(path, setup: .init(engine: Self.engine, owner: "one"))
        let same = try await pool.lease(path, setup: .init(engine: Self.engine, owner: "one"))
        let two = try await pool.lease(path, setup: .init(engine: Self.engine, owner: "two"))
        #expect(one.engine === same.engine && one.engine !== two.engine)
        #expect(one.model === two.model)
        #expect(await pool.loads == 1)
        let request = ModelRequest(
            task: .chat, messages: [Message(.user, "a question of one")], options: .init(temperature: 0, maxTokens: 2))
        _ = try await one.engine.response(to: request)
        #expect(try await same.engine.response(to: request).usage.cachedTokens > 0)
        #expect(try await two.engine.response(to: request).usage.cachedTokens == 0)
        let listed = try #require(await pool.loaded().first)
        #expect(listed.users == 3)
        #expect(listed.memory.cache == 2 * (try MemoryFootprint(path: path, configuration: Self.engine)).cache)
    }

    @Test func aChangedContextTakesEffectWithoutLoadingAgain() async throws {
        let pool = try pool()
        let path = try TinyModel().write()
        var longer = Self.engine
        longer.contextLength = 300
        let before = try await pool.lease(path, setup: .init(engine: Self.engine, owner: "one"))
        let after = try await pool.lease(path, setup: .init(engine: longer, owner: "one"))
        #expect(before.model === after.model && before.engine !== after.engine)
        #expect(await pool.loads == 1)
        #expect(pool.languageModel(path, setup: .init(engine: longer)).capabilities.contextLength == 300)
        withExtendedLifetime(before) {}
    }

    @Test func anotherContextOfAModelInUseCountsAgainstTheBudget() async throws {
        let path = try TinyModel().write()
        let one = try MemoryFootprint(path: path, configuration: Self.engine)
        let pool = ModelPool(configuration: .init(byteBudget: one.total + one.cache / 2, engine: Self.engine))
        let first = try await pool.lease(path)
        let error = await #expect(throws: LlamaError.self) {
            _ = try await pool.lease(path, setup: .init(engine: Self.engine, owner: "other"))
        }
        #expect(error?.code == "not-enough-memory")
        pool.setByteBudget(2 * one.total)
        _ = try await pool.lease(path, setup: .init(engine: Self.engine, owner: "other"))
        withExtendedLifetime(first) {}
    }

    @Test func whatOthersHoldCountsAgainstTheBudgetAndIsListed() async throws {
        let pool = try pool(models: 1.5)
        let path = try TinyModel().write()
        pool.hold("/models/embedder.gguf", bytes: pool.byteBudget / 2)
        let error = await #expect(throws: LlamaError.self) { _ = try await pool.lease(path) }
        #expect(error?.message.contains("embedder") == true && error?.help == [.set(setting: "model-memory")])
        #expect(await pool.loaded().map(\.id) == ["embedder"])
        // Nobody asks anything of it: it is there.
        let held = await pool.loaded()
        #expect(held.map(\.users) == [0] && held.map(\.isHeld) == [true])
        let refused = await #expect(throws: LlamaError.self) { try await pool.unload("/models/embedder.gguf") }
        #expect(refused?.code == "model-in-use")
        pool.letGo("/models/embedder.gguf")
        _ = try await pool.lease(path)
    }

    @Test func aLoadThatWasGivenUpDoesNotEndTheNextOne() async throws {
        let path = try TinyModel(width: 256, layers: 4).write()
        let pool = try pool()
        for _ in 0..<10 {
            let impatient = Task { try await pool.lease(path) }
            impatient.cancel()
            #expect(try await pool.lease(path).model.facts.layers == 4)
            _ = await impatient.result
            await pool.unloadIdle()
        }
    }

    @Test(.timeLimit(.minutes(10))) func whoGaveUpWaitingForALoadOfOthersIsServedLater() async throws {
        let path = try TinyModel(width: 256, layers: 4).write()
        let (one, two) = (
            ModelPool.Setup(engine: Self.engine, owner: "one"), ModelPool.Setup(engine: Self.engine, owner: "two")
        )
        for _ in 0..<5 {
            let pool = try pool()
            let (begun, voice) = AsyncStream.makeStream(of: Void.self)
            let patient = Task { try await pool.lease(path, setup: one) }
            let impatient = Task { try await pool.lease(path, setup: two) { _ in voice.yield() } }
            for await _ in begun { break }
            impatient.cancel()
            _ = await impatient.result
            let (first, second) = (try await patient.value, try await pool.lease(path, setup: two))
            #expect(first.model === second.model && first.engine !== second.engine)
        }
    }

    @Test func aReplacedModelThatIsStillUsedCountsAgainstTheBudget() async throws {
        let pool = try pool(models: 1.5)
        let path = try TinyModel(layers: 2).write()
        var old: ModelLease? = try await pool.lease(path)
        try #require(rename(try TinyModel(layers: 2).write(), path) == 0)
        let error = await #expect(throws: LlamaError.self) { _ = try await pool.lease(path) }
        #expect(error?.code == "not-enough-memory")
        #expect(await pool.loaded().count == 1)
        withExtendedLifetime(old) {}
        old = nil
        _ = try await pool.lease(path)
        #expect(await pool.loaded().count == 1)
    }
}

private final class Shares: Sendable {
    private let shares = Mutex<[Double]>([])

    var all: [Double] { shares.withLock { $0 } }

    func add(_ share: Double) { shares.withLock { $0.append(share) } }
}
#endif
