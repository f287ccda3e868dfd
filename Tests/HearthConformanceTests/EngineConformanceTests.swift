import Foundation
import HearthCore
import HearthLlama
import HearthTesting
import Testing
import TinyModels

/// Whether this build has llama.cpp is a trait of the package, which this module does not see: the engine says so itself.
private let hasLlama: Bool = {
    do {
        _ = try LlamaModel(path: "/nowhere")
        return true
    } catch {
        return (error as? LlamaError) != .notBuilt
    }
}()

/// The engines inside the process against the public suite.
@Suite(.enabled(if: hasLlama, "Built without llama.cpp: run scripts/setup, then test again."))
struct LocalConformanceTests {
    private static func engine(_ vocabulary: TinyVocabulary) -> EngineConformance {
        EngineConformance(name: "local") {
            // One thread: dozens of these run at once, and none has work for two.
            LlamaEngine(path: try TinyModel(vocabulary: vocabulary).write(), configuration: .init(threads: 1))
        }
    }
    static let bytePair = engine(.bytePair())
    static let sentencePiece = engine(.sentencePiece)
    /// As it is used: loaded with the first request, and shared.
    static let pooled = EngineConformance(name: "pooled") {
        ModelPool(configuration: .init(engine: .init(threads: 1))).languageModel(try TinyModel().write())
    }

    @Test(arguments: EngineConformance.Check.allCases)
    func modelsWithBytePairsConform(check: EngineConformance.Check) async throws { try await Self.bytePair.run(check) }

    @Test(arguments: EngineConformance.Check.allCases)
    func modelsWithSentencePieceConform(check: EngineConformance.Check) async throws {
        try await Self.sentencePiece.run(check)
    }

    @Test(arguments: EngineConformance.Check.allCases)
    func modelsOfAPoolConform(check: EngineConformance.Check) async throws { try await Self.pooled.run(check) }
}
