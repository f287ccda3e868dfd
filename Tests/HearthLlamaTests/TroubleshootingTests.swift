#if Llama
import Foundation
import HearthCore
import Testing
import TinyModels

@testable import HearthLlama

/// What users meet when something is wrong with a model: each case has its own words, which name the way out.
struct TroubleshootingTests {
    private func failure(
        _ path: String, configuration: LlamaEngine.Configuration = .init(threads: 1)
    ) async throws -> LlamaError {
        let engine = LlamaEngine(path: path, configuration: configuration)
        let error = await #expect(throws: LlamaError.self) { _ = try await engine.answer("hello") }
        return try #require(error)
    }

    private func written(_ data: Data) throws -> String {
        let path = TinyModel.path()
        try data.write(to: URL(fileURLWithPath: path))
        return path
    }

    @Test func aMissingFileIsSaidToBeMissing() async throws {
        let error = try await failure("/nowhere/model.gguf")
        #expect(error.code == "model-not-found")
        #expect(error.message.contains("/nowhere/model.gguf") && error.message.contains("fetch the model again"))
    }

    /// Who writes no path means a model of the list.
    @Test func aNameThatIsNoneIsNotCalledAMissingFile() async throws {
        let error = try await failure("no-such-model")
        #expect(error.code == "model-not-found" && error.message.contains("neither an installed model"))
        #expect(error.help == [.see(.models)])
    }

    @Test func aFileOfTheWrongSizeIsNamedWithBothSizes() async throws {
        let whole = TinyModel().encoded()
        let error = try await failure(try written(whole.dropLast(1000)))
        #expect(error.code == "model-truncated")
        #expect(
            error.message.contains("has \(whole.count - 1000) of \(whole.count) bytes")
                && error.message.contains("Use a whole copy"), "\(error.message)")
    }

    @Test func aDamagedHeadIsSaidToBeDamaged() async throws {
        var data = TinyModel().encoded()
        for index in 200..<400 { data[index] = 0xFF }
        let error = try await failure(try written(data))
        #expect(error.code == "model-damaged")
        #expect(error.message.contains("Use a whole copy"))
    }

    @Test func aModelThatIsNoLanguageModelIsNamedAsWhatItIs() async throws {
        let vectors = try await failure(try TinyEncoder().write())
        #expect(vectors.code == "wrong-kind-of-model" && vectors.message.contains("makes embeddings"))
        let ranker = try await failure(try TinyEncoder(pooling: 4, hasRankingHead: true).write())
        #expect(ranker.code == "wrong-kind-of-model" && ranker.message.contains("ranks texts"))
        #expect(ranker.message.contains("Choose another model file"))
        // However it was loaded.
        let loaded = LlamaEngine(model: try LlamaModel(path: TinyEncoder().write()), configuration: .init(threads: 1))
        let error = await #expect(throws: LlamaError.self) { _ = try await loaded.answer("hello") }
        #expect(error?.code == "wrong-kind-of-model")
    }

    @Test func aContextBeyondTheMemoryIsRefusedWithOneThatFits() async throws {
        let path = try TinyModel(width: 256, layers: 8, context: 1 << 30).write()
        let error = try await failure(path, configuration: .init(contextLength: 1 << 30, threads: 1))
        #expect(error.code == "not-enough-memory")
        let tokens = try #require(error.message.firstMatch(of: /A context of (\d+) tokens would fit/)?.1)
        let fitting = try MemoryFootprint(path: path, configuration: .init(contextLength: Int(tokens)))
        #expect(fitting.total <= ProcessInfo.processInfo.physicalMemory)
    }

    @Test func weightsThatMakeNoSenseAreCalledGibberish() async throws {
        // Random weights that are sure of themselves.
        let answer = try await LlamaEngine.tiny(try TinyModel().write()).answer("hello")
        #expect(answer.response?.notes.contains { $0.contains("gibberish") && $0.contains("Fetch it again") } == true)
        let modest = try await LlamaEngine.tiny(try TinyModel(confidence: 0.05).write()).answer("hello")
        #expect(modest.response?.notes == [])
    }

    @Test func weightsThatAreNotNumbersAreCalledDamaged() async throws {
        let found = try await LlamaEngine.tiny(try TinyModel(confidence: .nan).write()).examine()
        #expect(found.contains { $0.contains("not a number") && $0.contains("damaged") })
    }

    @Test func aTemplateOfAnotherModelIsSaidToBeWrong() async throws {
        let path = try TinyModel(template: "llama3").write()
        let notes = try #require(try await LlamaEngine.tiny(path).answer("hello").response?.notes)
        #expect(notes.contains { $0.contains("not this model's") && $0.contains("Set the right one") })
    }

    @Test func anAnswerThatNeverStopsIsNamedWithWhatHelps() async throws {
        let engine = LlamaEngine.tiny(try TinyModel().write())
        for (grammar, limit, isLoop) in [
            ("root ::= \"ab\"{300}", 200, true), ("root ::= \"a\"{300}", 110, true), ("root ::= \"a\"{300}", 50, false),
        ] {
            let response = try #require(
                try await engine.answer("go", options: .init(temperature: 0, maxTokens: limit, grammar: grammar))
                    .response)
            #expect(response.finishReason == .length)
            #expect(
                response.notes.contains { $0.contains("repeats itself") && $0.contains("repetition penalty") } == isLoop
            )
        }
    }

    @Test func repetitionIsToldFromLongText() {
        func repeats(_ tokens: [Int32]) -> Bool { RepetitionFinder.repeatsItself(tokens[...]) }
        let piece: [Int32] = [5, 9, 2, 5, 7]
        #expect(repeats(Array(repeating: piece, count: 40).flatMap { $0 }))
        #expect(repeats(Array(0..<300) + Array(repeating: piece, count: 40).flatMap { $0 }))
        #expect(!repeats(Array(repeating: piece, count: 40).flatMap { $0 } + [1]))
        #expect(!repeats(Array(repeating: piece, count: 5).flatMap { $0 }))
        #expect(!repeats((0..<400).map { Int32($0 * $0 % 97) }))
        #expect(!repeats([]))
    }

    @Test func aPoolWithoutRoomNamesWhatWouldFit() async throws {
        let path = try TinyModel(width: 256, layers: 8, context: 8192).write()
        let whole = try MemoryFootprint(path: path)
        let pool = ModelPool(configuration: .init(byteBudget: whole.total - whole.cache / 2))
        let error = await #expect(throws: LlamaError.self) { _ = try await pool.languageModel(path).answer("hello") }
        #expect(error?.code == "not-enough-memory")
        #expect(error?.message.contains("would fit") == true && error?.help == [.set(setting: "model-memory")])
    }
}
#endif
