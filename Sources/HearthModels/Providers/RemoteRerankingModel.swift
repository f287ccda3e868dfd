public import Foundation
public import HearthCore

/// Relevance scores from a server with `/v1/rerank`: llama-server, vLLM, Jina, Cohere-like gateways.
public struct RemoteRerankingModel: RerankingModel {
    /// More would be an accident: each text is read together with the query.
    static let textLimit = 1000

    public let id: String
    public let modelID: String
    private let connection: ProviderConnection
    private let permit: RemotePermit

    /// - Parameters:
    ///   - permit: Asked before each request.
    ///   - key: `nil` for a server without keys.
    public init(
        modelID: String, baseURL: URL, transport: any HTTPTransport, permit: RemotePermit,
        key: @escaping @Sendable () async throws -> Secret? = { nil }
    ) {
        self.modelID = modelID
        self.permit = permit
        connection = ProviderConnection(
            engine: .custom, baseURL: baseURL, transport: transport, requiresKey: false, key: key)
        id = "custom/\(modelID)"
    }

    /// The host that texts go to.
    public var host: String? { connection.host }

    /// Whether address and model are set. Opens no connection.
    public func availability() async -> Availability { await connection.availability(model: modelID) }

    /// - Throws: ``ProviderError``, what the transport or the permit throws, or `CancellationError`.
    public func scores(query: String, texts: [String]) async throws -> [Double] {
        guard !texts.isEmpty else { return [] }
        guard texts.count <= Self.textLimit else {
            throw ProviderError.badOption("At most \(Self.textLimit) texts can be ranked at once")
        }
        let body: JSONValue = [
            "model": .string(modelID), "query": .string(query), "documents": .array(texts.map { .string($0) }),
            "top_n": .number(JSONNumber(texts.count)), "return_documents": false,
        ]
        return try await permit.request(to: host) { record in
            let reply = try await connection.post(
                "rerank", body: body, model: modelID, ledgerRecord: record, purpose: TaskKind.rerank.rawValue,
                mayLeave: permit.mayLeave(record))
            let value = try await connection.value(of: reply)
            return (try self.scores(of: value, count: texts.count), value.vectorUsage)
        }
    }

    /// The scores in the order of the texts, whatever order they came in.
    private func scores(of value: JSONValue, count: Int) throws -> [Double] {
        func malformed(_ what: String) -> ProviderError { .malformed(connection.engine, what) }
        guard let items = (value["results"] ?? value["data"] ?? value).arrayValue, items.count == count else {
            throw malformed("it does not have a score for each of \(count) texts")
        }
        var scores = [Double?](repeating: nil, count: count)
        for item in items {
            guard let index = item["index"]?.numberValue?.intValue, scores.indices.contains(index),
                scores[index] == nil,
                let number = (item["relevance_score"] ?? item["score"])?.numberValue,
                let score = Double(number.description), score.isFinite
            else { throw malformed("its scores are not numbered as the texts are") }
            scores[index] = score
        }
        return scores.compactMap { $0 }
    }
}

extension JSONValue {
    /// The tokens that a service counted for vectors or scores; `nil` when it did not say.
    var vectorUsage: TokenUsage? {
        guard let tokens = (self["usage"]?["prompt_tokens"] ?? self["usage"]?["total_tokens"])?.tokenCount else {
            return nil
        }
        return TokenUsage(promptTokens: tokens)
    }
}
