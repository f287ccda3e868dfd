public import Foundation
public import HearthCore

/// Vectors from OpenAI or from a compatible server (`/v1/embeddings`).
public struct OpenAIEmbeddingModel: EmbeddingModel {
    /// How much goes into one request.
    public struct Configuration: Hashable, Sendable {
        /// OpenAI takes 2,048; fewer keep a repetition after a failure cheap.
        public var batchTexts: Int
        /// OpenAI takes 300,000 tokens in one request; these are estimated, so there is room.
        public var batchTokens: Int
        /// The most tokens of one text, estimated; what lies beyond is not sent.
        public var maxTokens: Int
        /// Base64 is a third of the size of decimal numbers, but not every compatible server knows it; `nil` takes it for
        /// OpenAI only.
        public var usesBase64: Bool?
        /// Asks for vectors of the model's dimension, which only models trained for it (`text-embedding-3-…`) can do.
        public var sendsDimension: Bool

        public init(
            batchTexts: Int = 256, batchTokens: Int = 200_000, maxTokens: Int = 8000, usesBase64: Bool? = nil,
            sendsDimension: Bool = false
        ) {
            self.batchTexts = batchTexts
            self.batchTokens = batchTokens
            self.maxTokens = maxTokens
            self.usesBase64 = usesBase64
            self.sendsDimension = sendsDimension
        }
    }

    static let absurdDimension = 65_536

    public let id: String
    public let dimension: Int
    public let modelID: String
    public let tokenizer: any TextTokenizer = EstimatedTokenizer()
    private let configuration: Configuration
    private let connection: ProviderConnection
    private let permit: RemotePermit

    /// - Parameters:
    ///   - engine: `openai` needs a key, `custom` does not.
    ///   - dimension: Of the model's vectors: 1536 for `text-embedding-3-small`, 3072 for `text-embedding-3-large`.
    ///   - permit: Asked before each request.
    /// - Throws: ``ProviderError`` `bad-option` for limits that are not positive.
    public init(
        engine: Engine = .openai, modelID: String = "text-embedding-3-small", dimension: Int = 1536,
        baseURL: URL = OpenAIModel.defaultBaseURL, configuration: Configuration = Configuration(),
        transport: any HTTPTransport, permit: RemotePermit,
        key: @escaping @Sendable () async throws -> Secret?
    ) throws {
        guard (1...Self.absurdDimension).contains(dimension) else {
            throw ProviderError.badOption("The dimension of vectors must be between 1 and \(Self.absurdDimension)")
        }
        guard configuration.batchTexts > 0, configuration.batchTokens > 0, configuration.maxTokens > 0 else {
            throw ProviderError.badOption("The limits of a request for vectors must be positive")
        }
        self.modelID = modelID
        self.dimension = dimension
        self.configuration = configuration
        self.permit = permit
        connection = ProviderConnection(
            engine: engine, baseURL: baseURL, transport: transport, requiresKey: engine == .openai, key: key)
        id = "\(engine.rawValue)/\(modelID)@\(dimension)"
    }

    public var maxTokens: Int { configuration.maxTokens }
    /// The host that texts go to.
    public var host: String? { connection.host }

    /// Whether address, model and, for OpenAI, a key are set. Opens no connection.
    public func availability() async -> Availability { await connection.availability(model: modelID) }

    /// - Throws: ``ProviderError``, what the transport or the permit throws, or `CancellationError`.
    public func embed(_ texts: [String]) async throws -> [[Float]] {
        var vectors: [[Float]] = []
        vectors.reserveCapacity(texts.count)
        var batch: [String] = []
        var tokens = 0
        for text in texts {
            let (shortened, count) = shortened(text)
            if !batch.isEmpty, batch.count == configuration.batchTexts || tokens + count > configuration.batchTokens {
                vectors += try await request(batch)
                batch = []
                tokens = 0
            }
            batch.append(shortened)
            tokens += count
        }
        if !batch.isEmpty { vectors += try await request(batch) }
        return vectors
    }

    private func shortened(_ text: String) -> (String, Int) {
        // OpenAI refuses an empty text; a space has a vector.
        guard !text.isEmpty else { return (" ", 1) }
        let count = tokenizer.countTokens(text)
        guard count > configuration.maxTokens else { return (text, count) }
        return (tokenizer.head(of: text, tokens: configuration.maxTokens), configuration.maxTokens)
    }

    private func request(_ texts: [String]) async throws -> [[Float]] {
        try Task.checkCancellation()
        var body = JSONObject([
            ("model", .string(modelID)), ("input", .array(texts.map { .string($0) })),
            (
                "encoding_format",
                .string((configuration.usesBase64 ?? (connection.engine == .openai)) ? "base64" : "float")
            ),
        ])
        if configuration.sendsDimension { body["dimensions"] = .number(JSONNumber(dimension)) }
        return try await permit.request(to: host) { record in
            let reply = try await connection.post(
                "embeddings", body: .object(body), model: modelID, ledgerRecord: record,
                purpose: TaskKind.embed.rawValue,
                // A component takes at most some 25 bytes as a decimal number.
                maximumResponseBytes: texts.count * (dimension * 32 + 1024) + (1 << 20),
                mayLeave: permit.mayLeave(record))
            let value = try await connection.value(of: reply)
            return (try vectors(of: value, count: texts.count), value.vectorUsage)
        }
    }

    /// The vectors in the order of the texts, whatever order they came in.
    private func vectors(of value: JSONValue, count: Int) throws -> [[Float]] {
        func malformed(_ what: String) -> ProviderError { .malformed(connection.engine, what) }
        guard let items = value["data"]?.arrayValue else { throw malformed("it has no vectors") }
        guard items.count == count else { throw malformed("it has \(items.count) vectors for \(count) texts") }
        var vectors = [[Float]?](repeating: nil, count: count)
        for (position, item) in items.enumerated() {
            let index = item["index"] == nil ? position : item["index"]?.numberValue?.intValue ?? -1
            guard vectors.indices.contains(index), vectors[index] == nil else {
                throw malformed("its vectors are not numbered as the texts are")
            }
            guard let raw = Self.components(item["embedding"]), raw.count == dimension else {
                throw malformed("a vector does not have \(dimension) numbers")
            }
            guard let unit = Self.unit(raw) else { throw malformed("a vector has no direction") }
            vectors[index] = unit
        }
        return vectors.compactMap { $0 }
    }

    private static func components(_ value: JSONValue?) -> [Float]? {
        switch value {
        case .array(let items)?:
            var components: [Float] = []
            components.reserveCapacity(items.count)
            for item in items {
                guard let number = item.numberValue, let component = Float(number.description) else { return nil }
                components.append(component)
            }
            return components
        case .string(let text)?:
            guard let data = Data(base64Encoded: text), data.count % 4 == 0 else { return nil }
            let bytes = [UInt8](data)
            return stride(from: 0, to: bytes.count, by: 4).map { at in
                let bits = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[at + $1]) << (8 * UInt32($1)) }
                return Float(bitPattern: bits)
            }
        default: return nil
        }
    }

    /// The vector at length 1; `nil` when it has no direction or is not finite.
    private static func unit(_ vector: [Float]) -> [Float]? {
        let square = vector.reduce(0.0) { $0 + Double($1) * Double($1) }
        guard square.isFinite, square > 0 else { return nil }
        let scale = 1 / square.squareRoot()
        return vector.map { Float(Double($0) * scale) }
    }
}
