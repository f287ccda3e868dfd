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
    ///   - permit: Called before each request.
    ///   - key: `nil` for a server without keys.
    public init(
        modelID: String, baseURL: URL, transport: any HTTPTransport, permit: @escaping RemotePermit,
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
        let reply = try await connection.post(
            "rerank",
            body: [
                "model": .string(modelID), "query": .string(query),
                "documents": .array(texts.map { .string($0) }), "top_n": .number(JSONNumber(texts.count)),
                "return_documents": false,
            ],
            model: modelID, ledgerRecord: try await permit(host), purpose: TaskKind.rerank.rawValue)
        let value = try await connection.value(of: reply)
        func malformed(_ what: String) -> ProviderError { .malformed(connection.engine, what) }
        guard let items = (value["results"] ?? value["data"] ?? value).arrayValue, items.count == texts.count else {
            throw malformed("it does not have a score for each of \(texts.count) texts")
        }
        var scores = [Double?](repeating: nil, count: texts.count)
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
