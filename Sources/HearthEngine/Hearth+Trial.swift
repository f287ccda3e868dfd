import Foundation
import HearthCore
import HearthLlama
public import HearthRegistry
import HearthRunner

/// Trying a model's file before anyone says that it is good.
extension Hearth {
    /// Loads a file once in a process of its own, and lets it evaluate a sentence: what its head does not show ends that process
    /// and not this one. `nil` where there is nothing to try: a file for another library, or models that run in this process.
    ///
    /// - Parameter modality: What the model is for.
    public nonisolated func trial(ofFile path: String, for modality: Modality) async -> ModelInspection.Check? {
        guard pool.host is ChildHost, let head = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? head.close() }
        guard (try? head.read(upToCount: 4)) == Data("GGUF".utf8) else { return nil }
        do {
            switch modality {
            case .textGeneration:
                let configuration = LlamaEngine.Configuration(
                    contextLength: 512, threads: settings.threads, parallelRequests: 1)
                let trial = ModelPool(configuration: .init(engine: configuration), host: pool.host)
                _ = try await trial.lease(path).engine.examine()
            case .reranking:
                _ = try await LazyReranker(path: path, threads: 1, host: pool.host)
                    .scores(query: "a question", texts: ["an answer"])
            case .embedding:
                _ = try await LocalEmbedder.open(path, threads: 1, host: pool.host).embed(["a sentence"])
            default: return nil
            }
            return .init(name: "trial", state: .passed, reason: "It was loaded in a process of its own, and worked.")
        } catch let error as LlamaError where Self.isTheMachine(error) {
            return .init(name: "trial", state: .unknown, reason: "It could not be tried: \(error.message)")
        } catch let error as any ReadableError {
            return .init(name: "trial", state: .failed, reason: error.message)
        } catch {
            return nil
        }
    }

    /// Whether it says something about this machine rather than about the file.
    private static func isTheMachine(_ error: LlamaError) -> Bool {
        switch error.reason {
        case .notEnoughMemory, .notBuilt, .runnerUnavailable, .notConfined, .modelKilled, .contextFailed: true
        case .notConfigured, .modelNotFound, .modelUnreadable, .notAGguf, .modelDamaged, .modelTruncated, .modelInParts,
            .unsupportedArchitecture, .modelLoadFailed, .wrongKindOfModel, .modelInUse, .contextOverflow,
            .unknownTemplate, .templateLimit, .badGrammar, .malformedSchema, .unresolvedReference, .malformedPattern,
            .malformedGrammar, .tooCostly, .notExpressible, .unsatisfiable, .grammarDeadEnd, .badOption, .emptyPrompt,
            .emptyQuery, .decodeFailed, .modelDoubtful, .modelCrashed, .modelStuck:
            false
        }
    }
}
