#if Llama
import Foundation
import HearthCore
import Testing
import TinyModels

@testable import HearthLlama

struct ModelFileTests {
    private func code(_ data: Data?) throws -> String? {
        let path = TinyModel.path()
        if let data { try data.write(to: URL(fileURLWithPath: path)) }
        do {
            _ = try LlamaModel(path: path)
            return nil
        } catch let error as LlamaError {
            #expect(error.message.contains(path))
            return error.code
        }
    }

    @Test func filesThatAreNoModelsAreRefusedWithTheirReason() throws {
        #expect(try code(nil) == "model-not-found")
        #expect(try code(Data()) == "not-a-gguf")
        #expect(try code(Data("A letter, not a model.".utf8)) == "not-a-gguf")
        #expect(try code(Data("GGUF".utf8)) == "model-damaged")
        #expect(try code(Data("GGUF".utf8) + Data(repeating: 0xFF, count: 4096)) == "model-damaged")
        #expect(try code(TinyModel(architecture: "nonesuch").encoded()) == "unsupported-architecture")
        let error = #expect(throws: LlamaError.self) { _ = try LlamaModel(path: NSTemporaryDirectory()) }
        #expect(error?.code == "model-unreadable")
    }

    @Test func aFileCutShortIsRefusedWhereverItWasCut() throws {
        let whole = TinyModel().encoded()
        #expect(try code(whole) == nil)
        for share in stride(from: 0.02, to: 1, by: 0.07) {
            let cut = try code(whole.prefix(Int(Double(whole.count) * share)))
            #expect(cut == "model-damaged" || cut == "model-truncated", "at \(share)")
        }
        #expect(try code(whole.dropLast(64)) == "model-truncated")
    }

    /// Each of these ends the process when llama.cpp gets to see it.
    @Test func numbersThatNoModelHasAreRefused() throws {
        for (key, value) in [("block_count", UInt32.max), ("block_count", 0), ("attention.head_count", 0)] {
            let file = TinyModel().encoded(replacing: ["llama.\(key)": .uint32(value)])
            #expect(try code(file) == "model-damaged", "\(key) \(value)")
        }
        let file = TinyModel().encoded(replacing: ["tokenizer.ggml.bos_token_id": .uint32(1 << 20)])
        #expect(try code(file) == "model-damaged")
        var twins = TinyVocabulary.bytePair()
        twins.tokens[3] = twins.tokens[4]
        #expect(try code(TinyModel(vocabulary: twins).encoded()) == "model-damaged")
    }

    @Test func aNormThatIsNoNumberIsRefused() throws {
        for value in [Float.nan, .infinity, -1, 1e30] {
            let file = TinyModel().encoded(replacing: ["llama.attention.layer_norm_rms_epsilon": .float(value)])
            #expect(try code(file) == "model-damaged", "\(value)")
        }
    }

    @Test func tensorsOfTypesThatNoWeightsHaveAreRefused() throws {
        let whole = TinyModel().encoded()
        // Behind its name and its two sizes stands the type of each tensor.
        let name = try #require(whole.range(of: Data("blk.0.attn_q.weight".utf8)))
        for type: UInt8 in [4, 26, 27, 28, 31, 77] {
            var file = whole
            file[name.upperBound + 4 + 16] = type
            #expect(try code(file) == "model-damaged", "\(type)")
        }
    }

    @Test func listsThatDoNotFitTheVocabularyAreRefused() throws {
        #expect(
            try code(TinyModel().encoded(replacing: ["tokenizer.ggml.token_type": .int32s([1, 1])])) == "model-damaged")
        let pieces = TinyModel(vocabulary: .sentencePiece)
        #expect(try code(pieces.encoded(replacing: ["tokenizer.ggml.scores": .floats([1])])) == "model-damaged")
        #expect(
            try code(TinyModel().encoded(replacing: ["llama.attention.head_count_kv": .uint32(3)])) == "model-damaged")
    }

    @Test func whatAModelSaysAboutItselfIsRead() throws {
        let model = try LlamaModel(path: TinyModel(layers: 3, context: 777).write())
        #expect(model.facts.architecture == "llama")
        #expect(model.facts.layers == 3)
        #expect(model.facts.trainedContext == 777)
        #expect(model.facts.dimension == 64)
        #expect(model.facts.vocabularySize == TinyVocabulary.bytePair().tokens.count)
        #expect(model.facts.chatTemplate == TinyModel.chatML)
        #expect(model.facts.generates)
        #expect(model.facts.weightBytes > 100_000)
    }

    @Test func availabilityIsKnownWithoutLoading() async throws {
        func reason(_ path: String?) async -> UnavailableReason? {
            guard case .unavailable(let reason, _) = await LlamaEngine.tiny(path).availability() else { return nil }
            return reason
        }
        #expect(await reason(nil) == .notConfigured)
        #expect(await reason(TinyModel.path()) == .modelMissing)
        let path = try TinyModel(context: 300).write()
        #expect(await reason(path) == nil)
        #expect(LlamaEngine.tiny(path).capabilities.contextLength == 300)
        #expect(LlamaEngine.tiny(path).modelID == URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent)
    }

    @Test func whoIsStoppedDoesNotWaitForTheDisk() async throws {
        let path = try TinyModel().write()
        let models: [any LanguageModel] = [LlamaEngine.tiny(path), ModelPool().languageModel(path)]
        for model in models {
            let state = await Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return await model.availability()
            }.value
            guard case .unavailable(.modelNotReady, _) = state else {
                Issue.record("It was looked at all the same: \(state)")
                continue
            }
        }
    }

    @Test func aContextThatCannotFitIntoMemoryIsRefusedBeforeItIsTried() async throws {
        let engine = LlamaEngine.tiny(try TinyModel().write(), context: 1 << 31)
        let error = await #expect(throws: LlamaError.self) { _ = try await engine.answer("hello") }
        #expect(error?.code == "not-enough-memory")
    }

    @Test func anEmbeddingModelIsNoLanguageModel() async throws {
        let engine = LlamaEngine.tiny(try TinyEncoder().write())
        let error = await #expect(throws: LlamaError.self) { _ = try await engine.answer("hello") }
        #expect(error?.code == "wrong-kind-of-model")
    }

    @Test func anUnloadedEngineLoadsAgain() async throws {
        let engine = LlamaEngine.tiny(try TinyModel().write())
        let first = try await engine.answer("hello").text
        await engine.unload()
        #expect(try await engine.answer("hello").text == first)
    }
}
#endif
