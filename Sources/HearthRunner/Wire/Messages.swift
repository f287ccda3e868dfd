import HearthCore
import HearthLlama
import HearthSystem
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
    /// What the file of its projector is called, which follows this message; `nil` for a model that sees nothing.
    var projector: String?
    /// Bytes of that file.
    var projectorSize: UInt64?
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
    /// Left out where there is no gap to fill.
    var suffix: String?
    var options: GenerationOptions
    var schemaName: String?
    /// JSON.
    var schema: String?
    /// Left out where there are none.
    var tools: [ToolMessage]?
    var toolChoice: ToolChoice?
    /// Whether what is evaluated may be kept. Which conversation it is the child does not learn.
    var isKept: Bool

    init(_ request: ModelRequest, engine: UInt32, isKept: Bool) {
        self.engine = engine
        self.isKept = isKept
        task = request.task
        messages = request.messages
        suffix = request.suffix
        options = request.options
        schemaName = request.schema?.name
        schema = request.schema.map(\.root.description)
        if !request.tools.isEmpty {
            tools = request.tools.map(ToolMessage.init)
            toolChoice = request.toolChoice
        }
    }

    /// - Parameter number: What stands for the conversation.
    func request(_ number: UInt32) throws -> ModelRequest {
        var request = ModelRequest(task: task, messages: messages, options: options)
        request.suffix = suffix
        if let schema {
            request.schema = GenerationSchema(name: schemaName ?? "answer", root: try JSONValue(parsing: schema))
        }
        request.tools = try (tools ?? []).map { try $0.tool() }
        if let toolChoice { request.toolChoice = toolChoice }
        if isKept {
            request.conversationID = String(number)
            // The real one is the parent's.
            request.conversationMark = PromptStateMark("")
        }
        return request
    }
}

/// A request whose prompt is to be laid out and counted; no engine is needed for that.
struct PromptMessage: Codable, Sendable {
    var request: RequestMessage
    /// The text of a template, or its name.
    var chatTemplate: String?

    init(_ request: ModelRequest, chatTemplate: String?) {
        self.request = RequestMessage(request, engine: 0, isKept: false)
        // The child can open no file with a template.
        self.chatTemplate = chatTemplate.map { ChatTemplateText.ofFile($0) ?? $0 }
    }
}

struct ToolMessage: Codable, Sendable {
    var name: String
    var description: String
    /// JSON.
    var parameters: String

    init(_ tool: ToolDefinition) {
        name = tool.name
        description = tool.description
        parameters = tool.parameters.description
    }

    func tool() throws -> ToolDefinition {
        ToolDefinition(name: name, description: description, parameters: try JSONValue(parsing: parameters))
    }
}

struct ResponseMessage: Codable, Sendable {
    var text: String
    var reasoning: String?
    /// Left out where there are none.
    var toolCalls: [ToolCall]?
    var usage: TokenUsage
    var timings: Timings
    var finishReason: FinishReason
    var stopSequence: String?
    var logprobs: [TokenLogprob]?
    var notes: [String]

    init(_ response: ModelResponse) {
        text = response.text
        reasoning = response.reasoning
        toolCalls = response.toolCalls.isEmpty ? nil : response.toolCalls
        usage = response.usage
        timings = response.timings
        finishReason = response.finishReason
        stopSequence = response.stopSequence
        logprobs = response.logprobs
        notes = response.notes
    }

    /// - Parameter request: What was asked; a value under its schema is made here, since what is sent may be none.
    ///
    /// - Throws: ``WireError`` for a call of what was not offered, and for one that is not JSON.
    func response(to request: ModelRequest) throws -> ModelResponse {
        let calls = toolCalls ?? []
        for (index, call) in calls.enumerated() {
            try ToolCallDelta(index: index, id: call.id, name: call.name).check(against: request)
            guard (try? JSONValue(parsing: call.arguments))?.objectValue != nil else { throw WireError() }
        }
        return ModelResponse(
            text: text, reasoning: reasoning,
            structured: finishReason == .stop ? request.schema.flatMap { AnswerValue.of(text, under: $0) } : nil,
            toolCalls: calls, usage: usage, timings: timings, finishReason: finishReason,
            // A child may say anything, but only what was asked for can have ended the answer.
            stopSequence: stopSequence.flatMap { request.options.stopSequences.contains($0) ? $0 : nil },
            logprobs: logprobs,
            notes: notes.prefix(16).map { String($0.prefix(1000)) })
    }
}

extension ToolCallDelta {
    /// What a child says of a call may be anything: only tools that were offered are called, a few of them, under plain ids.
    ///
    /// - Throws: ``WireError``.
    func check(against request: ModelRequest) throws {
        let isPlain = id.utf8.allSatisfy { byte in
            byte == 0x5F || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        }
        guard index < 1024, isPlain, (1...64).contains(id.utf8.count),
            request.tools.contains(where: { $0.name == name })
        else { throw WireError() }
    }
}

struct ErrorMessage: Codable, Sendable {
    var code: String
    var message: String
    var detail: String
    /// Whether it is of the modules for voices, which share some codes with those for models.
    var isOfVoice: Bool
    /// What would help, as far as a process that only computes may have a say in it.
    var help: [HelpMessage]

    static let cancelled = "cancelled"

    init(_ error: any Error) {
        code = LlamaError.Reason.decodeFailed.code
        help = (error.readable?.help ?? []).compactMap(HelpMessage.init)
        message = String(describing: error)
        if error is CancellationError { code = Self.cancelled }
        if let error = error.readable {
            code = error.code
            message = error.message
        }
        detail = (error as? LlamaError)?.detail ?? ""
        isOfVoice = error is VoiceError
    }

    var error: any Error {
        if code == Self.cancelled { return CancellationError() }
        // A model's file may have made its process say anything; a long list helps nobody.
        let help = self.help.prefix(4).compactMap(\.help)
        if isOfVoice {
            return VoiceError(
                VoiceError.Reason(rawValue: code) ?? .recognitionFailed, Self.plain(message), help: help)
        }
        guard let reason = LlamaError.Reason(rawValue: code) else {
            return ForeignError(code: Self.isCode(code) ? code : ForeignError.unknown, message: Self.plain(message))
        }
        return LlamaError(reason, Self.plain(message), detail: Self.plain(detail), help: help)
    }

    private static func isCode(_ text: String) -> Bool {
        text.utf8.count <= 40 && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2D }
    }

    private static func plain(_ text: String) -> String {
        String(text.unicodeScalars.filter { $0.value >= 0x20 }.map(Character.init).prefix(2000))
    }
}

/// What would help, from a child: only what is about models, and in names that can be nothing else. Whatever it says, nobody is
/// told by it to give a consent or a key, to remove anything, or to change what may be sent.
struct HelpMessage: Codable, Sendable {
    var action: String
    var name: String?

    /// Settings that are about how a model is run.
    private static let settings: Set = ["model-memory", "chat-template", "context-length", "threads"]

    init?(_ help: Failure.Help) {
        action = help.action
        name = help.details.first?.value
        guard self.help == help else { return nil }
    }

    var help: Failure.Help? {
        switch (action, name) {
        case ("see", "models"): .see(.models)
        case ("see", "templates"): .see(.templates)
        case ("find-model", nil): .findModel
        case ("add-model-file", nil): .addModelFile
        case ("rebuild", nil): .rebuild
        case ("fetch-model", let id?) where Self.isName(id): .fetchModel(id: id)
        case ("give", let option?) where Self.isName(option): .give(option: option)
        case ("set", let setting?) where Self.settings.contains(setting): .set(setting: setting)
        default: nil
        }
    }

    private static func isName(_ text: String) -> Bool {
        (1...80).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
                    || [0x2D, 0x2E, 0x5F].contains($0)
            }
            && text.utf8.first != 0x2D
    }
}

/// What a child says that went wrong in none of the ways that this module knows. It may say anything; its kind is ours, and no
/// other engine serves because of it.
private struct ForeignError: ReadableError {
    static let unknown = LlamaError.Reason.decodeFailed.code

    let code: String
    let kind = Failure.Kind.modelFailed
    let message: String
}

/// A conversation that is to be laid out, and no more.
struct LayOutMessage: Codable, Sendable {
    /// As ``EngineMessage/chatTemplate``.
    var chatTemplate: String?
    var messages: [Message]
    var tools: [ToolMessage]
    var toolChoice: ToolChoice

    init(_ request: ModelRequest, chatTemplate: String?) {
        self.chatTemplate = TemplateMessage(chatTemplate).chatTemplate
        messages = request.messages
        tools = request.tools.map(ToolMessage.init)
        toolChoice = request.toolChoice
    }

    func request() throws -> ModelRequest {
        var request = ModelRequest(task: .chat, messages: messages, options: GenerationOptions())
        request.tools = try tools.map { try $0.tool() }
        request.toolChoice = toolChoice
        return request
    }
}

/// What is set for a model's chat template.
struct TemplateMessage: Codable, Sendable {
    var chatTemplate: String?

    /// - Parameter setting: Where it names a file, the file's text goes over: the child cannot open it.
    init(_ setting: String?) { chatTemplate = setting.map { ChatTemplateText.ofFile($0) ?? $0 } }
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
    var translates: Bool

    init(_ options: RecognitionOptions) {
        language = options.language
        vocabulary = options.vocabulary
        prompt = options.prompt
        temperature = options.temperature
        translates = options.translates
    }

    var options: RecognitionOptions {
        RecognitionOptions(
            language: language, vocabulary: vocabulary, prompt: prompt, temperature: temperature,
            translates: translates)
    }
}
