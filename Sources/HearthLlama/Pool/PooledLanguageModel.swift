#if Llama
import Foundation
public import HearthCore
import Synchronization

/// A model of a ``ModelPool`` as an engine among others: it is loaded when it is asked, and may be unloaded when it is not.
public struct PooledLanguageModel: LanguageModel {
    public let engine = Engine.local
    public let modelID: String
    /// The path of the model's file.
    public let path: String
    private let pool: ModelPool

    init(path: String, pool: ModelPool) {
        self.path = path
        self.pool = pool
        modelID = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    }

    public var capabilities: ModelCapabilities {
        LlamaEngine.capabilities(
            trainedContext: (try? ModelFile(path: path))?.trainedContext, configuration: pool.configuration.engine)
    }

    /// The model's own tokenizer while it is loaded, else an estimate, which errs to the safe side.
    public var tokenizer: any TextTokenizer { pool.tokenizer(of: path) ?? EstimatedTokenizer() }

    public func availability() async -> Availability { LlamaEngine.availability(ofFile: path) }

    public func respond(to request: ModelRequest) -> AsyncThrowingStream<ResponseEvent, any Error> {
        AsyncThrowingStream { continuation in
            // A bare task, because the stream is made outside of any; it ends with the stream.
            let task = Task {
                do {
                    let lease = try await pool.lease(path)
                    // Until the answer is whole the model is in use.
                    defer { withExtendedLifetime(lease) {} }
                    for try await event in lease.engine.respond(to: request) { continuation.yield(event) }
                    try Task.checkCancellation()
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
#endif
