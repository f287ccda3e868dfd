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
            throw fields.unsupported("input", "tokens of another model mean nothing here; send text.")
        }
        guard let texts = try fields.strings("input", most: 2048), !texts.isEmpty else { throw fields.missing("input") }
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
