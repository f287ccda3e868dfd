#if Llama
import Foundation
public import HearthCore

/// A model of a ``ModelPool`` as an engine among others: it is loaded when it is asked, and may be unloaded when it is not.
public struct PooledLanguageModel: LanguageModel {
    public let engine = Engine.local
    public let modelID: String
    /// The path of the model's file.
    public let path: String
    private let pool: ModelPool
    private let setup: ModelPool.Setup?
    private let settings: ModelSettings

    init(path: String, id: String?, pool: ModelPool, setup: ModelPool.Setup?, settings: ModelSettings) {
        self.path = path
        self.pool = pool
        self.setup = setup
        self.settings = settings
        modelID = id ?? URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    }

    public var capabilities: ModelCapabilities {
        LlamaEngine.capabilities(
            trainedContext: (try? pool.files.head(of: path))?.trainedContext,
            configuration: setup?.engine ?? pool.configuration.engine)
    }

    /// The model's own tokenizer, also before the model is loaded: then its vocabulary alone is read.
    public var tokenizer: any TextTokenizer { pool.files.tokenizer(of: path) }

    /// Whether the model's file is there and whole. Loads nothing.
    public func availability() async -> Availability {
        do {
            _ = try pool.files.head(of: path)
            return .available
        } catch {
            return .unavailable(reason: .modelMissing, message: error.message)
        }
    }

    public func respond(to request: ModelRequest) -> AsyncThrowingStream<ResponseEvent, any Error> {
        let request = settings.writing(request)
        return AsyncThrowingStream { continuation in
            // A bare task, because the stream is made outside of any; it ends with the stream.
            let task = Task {
                do {
                    let lease = try await pool.lease(path, setup: setup)
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
