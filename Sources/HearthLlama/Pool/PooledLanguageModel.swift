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
        let answer = PooledAnswer(pool, path, setup, settings.writing(request))
        // What is not asked for is not fetched: a slow reader slows the engine down where that can be slowed.
        return AsyncThrowingStream { try await answer.next() }
    }
}

/// One answer of a model in a pool, which is in use until the answer is whole or nobody wants it.
private final class PooledAnswer: Sendable {
    private typealias Begun = (lease: ModelLease, events: AsyncThrowingStream<ResponseEvent, any Error>)

    /// A bare task, because the work begins before anyone reads; it ends with this object.
    private let beginning: Task<Begun, any Error>

    init(_ pool: ModelPool, _ path: String, _ setup: ModelPool.Setup?, _ request: ModelRequest) {
        beginning = Task {
            let lease = try await pool.lease(path, setup: setup)
            return (lease, lease.engine.respond(to: request))
        }
    }

    deinit { beginning.cancel() }

    func next() async throws -> ResponseEvent? {
        let begun = try await withTaskCancellationHandler {
            try await beginning.value
        } onCancel: {
            beginning.cancel()
        }
        // All iterators of a stream read from the same place.
        var iterator = begun.events.makeAsyncIterator()
        let event = try await iterator.next()
        if event == nil { try Task.checkCancellation() }
        return event
    }
}
#endif
