import HearthCore
import HearthLlama
import HearthVoice

/// What the child is to be, and how.
struct LoadMessage: Codable, Sendable {
    enum Purpose: String, Codable, Sendable {
        /// A model that writes: engines are made of it.
        case text
        /// Its vocabulary alone.
        case vocabulary
        /// A model that ranks texts.
        case ranking
        /// A model that makes vectors of texts.
        case embedding
        /// A model that writes down speech.
        case speech
    }

    var purpose: Purpose
    /// What the file is called, for messages; the child cannot open it.
    var path: String
    /// ``ModelIdentity/file(_:)``.
    var identity: String
    var gpuLayers: Int?
    var memoryMapped = true
    /// Of a model that ranks or makes vectors.
    var maxTokens: Int?
    var threads: Int?
    /// Of a model that writes down speech.
    var beams = 1
    var usesGPU = true
    /// Whether a child that cannot be confined is to work nevertheless.
    var needsConfinement: Bool

    var configuration: LlamaModel.Configuration { .init(gpuLayers: gpuLayers, memoryMapped: memoryMapped) }
}

struct LoadedMessage: Codable, Sendable {
    /// Of a model that writes.
    var facts: LlamaModel.Facts?
    /// ``TextTokenizer/name``.
    var tokenizer = ""
    /// Of a model that ranks or makes vectors: the tokens that it reads.
    var maxTokens: Int?
    /// Of a model that makes vectors: their components.
    var dimension: Int?
}

struct EngineMessage: Codable, Sendable {
    var contextLength: Int?
    var threads: Int
    var batchSize: Int
    var parallelRequests: Int
    var chatTemplate: String?
    /// Pieces of an answer that may be on their way.
    var window: Int
    /// The largest state that is kept, in bytes; `nil` where none are.
    var maximumStateSize: Int?
    var remembersChecks: Bool

    init(_ configuration: LlamaEngine.Configuration, window: Int, maximumStateSize: Int?, remembersChecks: Bool) {
        contextLength = configuration.contextLength
        // The child cannot count the machine's cores.
        threads = configuration.threads ?? ThreadCount.recommended
        batchSize = configuration.batchSize
        parallelRequests = configuration.parallelRequests
        // Nor can it open a file with a template.
        chatTemplate = configuration.chatTemplate.map { ChatTemplateText.ofFile($0) ?? $0 }
        self.window = window
        self.maximumStateSize = maximumStateSize
        self.remembersChecks = remembersChecks
    }

    func configuration(_ model: LlamaModel.Configuration) -> LlamaEngine.Configuration {
        .init(
            contextLength: contextLength, threads: threads, batchSize: batchSize, parallelRequests: parallelRequests,
            chatTemplate: chatTemplate, model: model)
    }
}

struct RequestMessage: Codable, Sendable {
    var engine: UInt32
    var task: TaskKind
    var messages: [Message]
    var options: GenerationOptions
    var schemaName: String?
    /// JSON.
    var schema: String?
    /// Whether what is evaluated may be kept. Which conversation it is the child does not learn.
    var isKept: Bool

    init(_ request: ModelRequest, engine: UInt32, isKept: Bool) {
        self.engine = engine
        self.isKept = isKept
        task = request.task
        messages = request.messages
        options = request.options
        schemaName = request.schema?.name
        schema = request.schema.map(\.root.description)
    }

    /// - Parameter number: What stands for the conversation.
    func request(_ number: UInt32) throws -> ModelRequest {
        var request = ModelRequest(task: task, messages: messages, options: options)
        if let schema {
            request.schema = GenerationSchema(name: schemaName ?? "answer", root: try JSONValue(parsing: schema))
        }
        if isKept {
            request.conversationID = String(number)
            // The real one is the parent's.
            request.conversationMark = PromptStateMark("")
        }
        return request
    }
}

struct ResponseMessage: Codable, Sendable {
    var text: String
    var reasoning: String?
    var usage: TokenUsage
    var timings: Timings
    var finishReason: FinishReason
    var logprobs: [TokenLogprob]?
    var notes: [String]

    init(_ response: ModelResponse) {
        text = response.text
        reasoning = response.reasoning
        usage = response.usage
        timings = response.timings
        finishReason = response.finishReason
        logprobs = response.logprobs
        notes = response.notes
    }

    /// - Parameter request: What was asked; a value under its schema is made here, since what is sent may be none.
    func response(to request: ModelRequest) -> ModelResponse {
        ModelResponse(
            text: text, reasoning: reasoning,
            structured: finishReason == .stop ? request.schema.flatMap { AnswerValue.of(text, under: $0) } : nil,
            usage: usage, timings: timings, finishReason: finishReason, logprobs: logprobs,
            notes: notes.prefix(16).map { String($0.prefix(1000)) })
    }
}

struct ErrorMessage: Codable, Sendable {
    var code: String
    var message: String
    var detail: String
    /// Whether it is of the modules for voices, which share some codes with those for models.
    var isOfVoice: Bool

    static let cancelled = "cancelled"

    init(_ error: any Error) {
        code = "decode-failed"
        message = String(describing: error)
        if error is CancellationError { code = Self.cancelled }
        if let error = error as? any ReadableError {
            code = error.code
            message = error.message
        }
        detail = (error as? LlamaError)?.detail ?? ""
        isOfVoice = error is VoiceError
    }

    var error: any Error {
        if code == Self.cancelled { return CancellationError() }
        if isOfVoice { return VoiceError(VoiceError.Code(rawValue: code) ?? .recognitionFailed, Self.plain(message)) }
        let isCode = code.utf8.count <= 40 && code.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2D }
        return LlamaError(isCode ? code : "decode-failed", Self.plain(message), detail: Self.plain(detail))
    }

    private static func plain(_ text: String) -> String {
        String(text.unicodeScalars.filter { $0.value >= 0x20 }.map(Character.init).prefix(2000))
    }
}

struct RankMessage: Codable, Sendable {
    var query: String
    var texts: [String]
}

/// How a clip is to be written down.
struct ClipMessage: Codable, Sendable {
    var language: String?
    var vocabulary: [String]
    var prompt: String?
    var temperature: Double?

    init(_ options: RecognitionOptions) {
        language = options.language
        vocabulary = options.vocabulary
        prompt = options.prompt
        temperature = options.temperature
    }

    var options: RecognitionOptions {
        RecognitionOptions(language: language, vocabulary: vocabulary, prompt: prompt, temperature: temperature)
    }
}
