import Foundation
import HearthCore
import HearthModels

/// `POST /v1/embeddings`
struct Embeddings: Sendable {
    private let service: any ModelService

    init(_ service: any ModelService) { self.service = service }

    func respond(to request: ServerRequest) async throws -> ServerResponse {
        let fields = try RequestFields(try await request.json())
        let texts = try Self.texts(fields)
        let format = try fields.string("encoding_format") ?? "float"
        guard format == "float" || format == "base64" else {
            throw fields.wrong("encoding_format", "`float` or `base64`")
        }
        var made = try await VectorWork(service: service).vectors(of: texts, fields, label: try request.label())
        let known: Set<String> = ["model", "input", "encoding_format", "dimensions", "user"]
        if let note = fields.note(beyond: known.union(EmbeddingTask.fields)) {
            made.notes.append(note)
        }
        // Written as text: as values, each of up to a million numbers would be twenty times as large until it is sent.
        let data = made.vectors.enumerated().map { index, vector in
            let text = format == "float" ? Self.numbers(vector) : "\"\(Self.base64(vector))\""
            return "{\"object\":\"embedding\",\"index\":\(index),\"embedding\":\(text)}"
        }
        return .json(
            text:
                "{\"object\":\"list\",\"data\":[\(data.joined(separator: ","))],\"model\":\(JSONValue.string(made.model).description),"
                + "\"usage\":{\"prompt_tokens\":\(made.tokens),\"total_tokens\":\(made.tokens)}}",
            headers: GenerationResult.headers(made.decision, notes: made.notes))
    }

    private static func texts(_ fields: RequestFields) throws -> [String] {
        if fields["input"]?.arrayValue?.first.map({ $0.numberValue != nil || $0.arrayValue != nil }) == true {
            throw fields.unsupported(
                "input",
                "tokens of another model mean nothing here; send text. (LangChain's OpenAIEmbeddings does with "
                    + "check_embedding_ctx_length=False.)")
        }
        guard let texts = try fields.strings("input", most: 2048) else { throw fields.missing("input") }
        guard !texts.isEmpty else { throw fields.wrong("input", "a text, or a list of at least one") }
        guard !texts.contains("") else { throw fields.wrong("input", "text that is not empty") }
        return texts
    }

    static func numbers(_ vector: [Float]) -> String {
        var text = "["
        for (index, value) in vector.enumerated() {
            if index > 0 { text += "," }
            // JSON has no words for what is not a number.
            text += value.isFinite ? value.description : "0"
        }
        return text + "]"
    }

    /// 32-bit floats, least significant byte first, as OpenAI's clients unpack them.
    static func base64(_ vector: [Float]) -> String {
        var bytes = Data(capacity: vector.count * 4)
        for value in vector {
            withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
        }
        return bytes.base64EncodedString()
    }
}

// MARK: - Rankings

/// `POST /v1/rerank`: how well texts answer a query, in the form of llama-server, Jina and Cohere.
struct Rerank: Sendable {
    private static let textLimit = 1000
    /// Names that mean the reranking model, whichever it is.
    private static let usual: Set<String> = ["", "auto", "hearth", "local", "localonly", "reranking"]

    private let service: any ModelService

    init(_ service: any ModelService) { self.service = service }

    func respond(to request: ServerRequest) async throws -> ServerResponse {
        let fields = try RequestFields(try await request.json())
        let query = try fields.required("query")
        guard !query.isEmpty else { throw fields.wrong("query", "text that is not empty") }
        let texts = try Self.texts(fields)
        guard !texts.isEmpty else { throw fields.wrong("documents", "a text, or a list of at least one") }
        let top = try fields.integer("top_n", in: 1...1_000_000) ?? texts.count
        let givesTexts = try fields.bool("return_documents") ?? false
        guard let reranker = try await service.reranker() else {
            throw ServerError(
                .noEngine, "There is no reranking model: the setting `reranking-model` names one.",
                help: [.diagnose], parameter: "model")
        }
        let model = "local/\(reranker.id)"
        let served = ServedModel(
            id: model, engine: .local, model: reranker.id,
            otherNames: try await service.otherNames(ofModelFor: .rerank), task: .rerank)
        let asked = try fields.string("model") ?? "auto"
        let aliases = try await service.aliases()
        let isUsual = Self.usual.contains(ModelNames.key(try ModelChoice.target(of: asked, aliases)))
        guard try isUsual || ModelNames([served]).model(asked, aliases: aliases) != nil else {
            var all = try await service.named().filter(\.isForAll)
            if !all.contains(where: { $0.id == model }) { all.append(served) }
            throw ModelChoice.unknown(asked, all, for: .rerank)
        }
        let bytes = texts.reduce(query.utf8.count * texts.count) { $0 + $1.utf8.count }
        try await Reservation.current?.take(tokens: bytes / 4)
        let router = try await service.router(engine: nil, model: nil)
        let (scores, decision) = try await router.perform(
            RoutingRequest(task: .rerank, label: try request.label(), engine: .local),
            with: RoutingCandidate(
                engine: .local, model: reranker.id,
                capabilities: ModelCapabilities(offline: true, contextLength: nil, tasks: [.rerank]))
        ) {
            try await reranker.scores(query: query, texts: texts)
        }
        guard scores.count == texts.count, scores.allSatisfy(\.isFinite) else {
            throw ServerError(.malformedResponse, "The reranking model lost a text. Ask again.")
        }
        let best = scores.indices.sorted { scores[$0] == scores[$1] ? $0 < $1 : scores[$0] > scores[$1] }.prefix(top)
        let results = best.map { index -> JSONValue in
            var result = JSONObject([
                ("index", .number(JSONNumber(index))),
                ("relevance_score", .number(JSONNumber("\(scores[index])") ?? JSONNumber(0))),
            ])
            if givesTexts { result["document"] = ["text": .string(texts[index])] }
            return .object(result)
        }
        var notes = ["Tokens are estimated."]
        if let note = fields.note(beyond: ["model", "query", "documents", "top_n", "return_documents"]) {
            notes.append(note)
        }
        let estimated = EstimatedTokenizer()
        let tokens = texts.reduce(estimated.countTokens(query) * texts.count) { $0 + estimated.countTokens($1) }
        let count = JSONValue.number(JSONNumber(tokens))
        return .json(
            [
                "id": .string(Identifier.make("rerank-")), "model": .string(model), "object": "list",
                "results": .array(results), "usage": ["prompt_tokens": count, "total_tokens": count],
                "meta": ["tokens": ["input_tokens": count]],
            ], headers: GenerationResult.headers(decision, notes: notes))
    }

    /// The documents: each a text, or an object with one, as Cohere's and Jina's clients also send them.
    private static func texts(_ fields: RequestFields) throws -> [String] {
        guard fields["documents"]?.arrayValue?.contains(where: { $0.objectValue != nil }) == true else {
            guard let texts = try fields.strings("documents", most: textLimit) else {
                throw fields.missing("documents")
            }
            return texts
        }
        return try (fields.array("documents", most: textLimit) ?? []).enumerated().map { place, value in
            if let text = value.stringValue { return text }
            return try RequestFields(value, path: "documents[\(place)].").required("text")
        }
    }
}
