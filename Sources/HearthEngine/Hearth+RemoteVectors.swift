import Foundation
public import HearthCore
public import HearthModels
import Synchronization

/// Vectors and rankings from a service. Hearth itself computes both on this machine, whatever the mode is: an index must not
/// depend on who may see which document. These are for callers who have texts of their own.
extension Hearth {
    /// A model that has texts turned into vectors by OpenAI or by the user's own endpoint.
    ///
    /// Each request is decided by the user's policy under the label in `routing` and written to the ledger before anything
    /// leaves, like every other.
    ///
    /// - Parameters:
    ///   - engine: `openai` or `custom`.
    ///   - dimension: Of the model's vectors.
    /// - Throws: ``EngineError`` `usage` for another engine, or for `custom` without an address; `ProviderError` `bad-option`.
    ///   The model itself throws `RoutingError` where policy or a missing consent refuses.
    public func remoteEmbedder(
        engine: Engine, modelID: String, dimension: Int, routing: RoutingChoice = RoutingChoice()
    ) async throws -> OpenAIEmbeddingModel {
        let parts = try current()
        let engines = try await parts.engines()
        let baseURL = try engines.vectorURL(engine)
        return try await OpenAIEmbeddingModel(
            engine: engine, modelID: modelID, dimension: dimension, baseURL: baseURL, transport: engines.transport,
            permit: permit(parts, .embed, engine, modelID, routing),
            key: engines.key(engine == .openai ? .openai : .custom))
    }

    /// A model that has texts ranked by the user's own endpoint (`/v1/rerank`: llama-server, vLLM), under the same rules.
    ///
    /// - Throws: ``EngineError`` `usage` without an address. The model itself throws `RoutingError` where policy refuses.
    public func remoteReranker(
        modelID: String, routing: RoutingChoice = RoutingChoice()
    ) async throws -> RemoteRerankingModel {
        let parts = try current()
        let engines = try await parts.engines()
        let baseURL = try engines.vectorURL(.custom)
        return RemoteRerankingModel(
            modelID: modelID, baseURL: baseURL, transport: engines.transport,
            permit: try await permit(parts, .rerank, .custom, modelID, routing), key: engines.key(.custom))
    }

    private func permit(
        _ parts: Parts, _ task: TaskKind, _ engine: Engine, _ modelID: String, _ routing: RoutingChoice
    ) async throws -> RemotePermit {
        let router = try await parts.router()
        var choice = routing
        choice.engine = engine
        let request = choice.request(task)
        let decisions = Mutex<[Int: RoutingDecision]>([:])
        @Sendable func candidate(_ host: String?) -> RoutingCandidate {
            RoutingCandidate(
                engine: engine, model: modelID, host: host,
                capabilities: ModelCapabilities(offline: false, contextLength: nil, tasks: [task]))
        }
        return RemotePermit { host in
            let decision = try await router.authorize(request, candidates: [candidate(host)])
            guard let record = decision.ledgerRecord else {
                throw EngineError(.noLedger, "Nothing leaves without a record, and no ledger is kept.")
            }
            decisions.withLock { $0[record] = decision }
            return record
        } again: { record in
            guard let decision = decisions.withLock({ $0[record] }) else { return }
            try await router.confirm(decision, of: request, for: candidate(decision.host))
        } end: { record, outcome in
            guard let decision = decisions.withLock({ $0.removeValue(forKey: record) }) else { return }
            await router.conclude(
                decision, duration: outcome.duration, usage: outcome.usage, errorCode: outcome.errorCode)
        }
    }
}

extension Engines {
    fileprivate func vectorURL(_ engine: Engine) throws -> URL {
        switch engine {
        case .openai: return snapshot.settings.openai.baseURL ?? OpenAIModel.defaultBaseURL
        case .custom:
            if let url = snapshot.settings.custom.baseURL { return url }
            throw EngineError(.usage, "No endpoint is set.", help: [.set(setting: "custom-url")])
        default:
            throw EngineError(
                .usage,
                "\(engine.rawValue) has no service for vectors; take openai or custom, or the model on this machine."
            )
        }
    }
}
