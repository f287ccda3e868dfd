import Foundation
import HearthCore
import HearthModels

/// `POST /v1/embeddings`
struct Embeddings: Sendable {
    private let service: any ModelService

    init(_ service: any ModelService) { self.service = service }

    func respond(to request: ServerRequest) async throws -> ServerResponse {
        let fields = try RequestFields(try await request.json())
        let name = try fields.required("model")
        let texts = try Self.texts(fields)
        let format = try fields.string("encoding_format") ?? "float"
        guard format == "float" || format == "base64" else {
            throw fields.wrong("encoding_format", "`float` or `base64`")
        }
        let engine: Engine = name == "basic" || name.hasPrefix("basic/") ? .basic : .local
        guard let embedder = try await service.embedder(engine) else {
            throw ServerError(
                .unprocessable, "no-engine",
                "There is no embedding model; `hearth doctor` says how to get one. The model `basic` needs none: it compares "
                    + "words.",
                parameter: "model")
        }
        let model = "\(engine.rawValue)/\(embedder.id)"
        let names: Set<String> =
            engine == .basic ? ["basic", model] : ["auto", "local", "embedding", embedder.id, model]
        guard names.contains(name) else {
            throw ModelChoice.unknown(name, try await service.models().filter(\.makesVectors))
        }
        let dimensions = try fields.integer("dimensions", in: 1...embedder.dimension) ?? embedder.dimension
        let window = embedder.maxTokens == .max ? nil : embedder.maxTokens
        let router = try await service.router(engine: nil, model: nil)
        let decision = try await router.authorize(
            RoutingRequest(task: .embed, label: try request.label(), engine: engine),
            candidates: [
                RoutingCandidate(
                    engine: engine, model: embedder.id,
                    capabilities: ModelCapabilities(offline: true, contextLength: window, tasks: [.embed]))
            ])
        let start = ContinuousClock.now
        let vectors: [[Float]]
        do {
            vectors = try await embedder.embed(texts)
        } catch {
            let code = error is CancellationError ? "cancelled" : (error as? any ReadableError)?.code ?? "failed"
            await router.conclude(decision, duration: start.duration(to: .now), errorCode: code)
            throw error
        }
        await router.conclude(decision, duration: start.duration(to: .now))
        guard vectors.count == texts.count else {
            throw ServerError(.badGateway, "malformed-response", "The embedding model lost a text. Ask again.")
        }
        let tokens = texts.reduce(0) { $0 + min(embedder.tokenizer.countTokens($1), embedder.maxTokens) }
        var notes: [String] = []
        if dimensions < embedder.dimension {
            notes.append("The vectors were cut to \(dimensions) dimensions; the model was not trained for that.")
        }
        let data = vectors.enumerated().map { index, vector in
            let vector = dimensions < vector.count ? Self.cut(vector, to: dimensions) : vector
            let text = format == "float" ? Self.numbers(vector) : "\"\(Self.base64(vector))\""
            return "{\"object\":\"embedding\",\"index\":\(index),\"embedding\":\(text)}"
        }
        return .json(
            text:
                "{\"object\":\"list\",\"data\":[\(data.joined(separator: ","))],\"model\":\(JSONValue.string(model).description),"
                + "\"usage\":{\"prompt_tokens\":\(tokens),\"total_tokens\":\(tokens)}}",
            headers: GenerationResult.headers(decision, notes: notes))
    }

    private static func texts(_ fields: RequestFields) throws -> [String] {
        if fields["input"]?.arrayValue?.first.map({ $0.numberValue != nil || $0.arrayValue != nil }) == true {
            throw fields.unsupported("input", "tokens of another model mean nothing here; send text.")
        }
        guard let texts = try fields.strings("input", most: 2048), !texts.isEmpty else { throw fields.missing("input") }
        guard !texts.contains("") else { throw fields.wrong("input", "text that is not empty") }
        return texts
    }

    /// The first dimensions, with length 1 again.
    static func cut(_ vector: [Float], to count: Int) -> [Float] {
        let part = vector.prefix(count)
        let length = part.reduce(Float(0)) { $0 + $1 * $1 }.squareRoot()
        return length > 0 ? part.map { $0 / length } : Array(part)
    }

    private static func numbers(_ vector: [Float]) -> String {
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
