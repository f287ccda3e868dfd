public import HearthCore

/// What a person set for one local model: how it is run, and how it writes. `nil` is the default.
///
/// The one place for these numbers; what each is for, what it may be and its default stand in ``ModelSettings/Key``.
public struct ModelSettings: Hashable, Sendable {
    // MARK: Running

    /// ``Key/contextLength``.
    public var contextLength: Int?
    /// ``Key/batchSize``.
    public var batchSize: Int?
    /// ``Key/threads``.
    public var threads: Int?
    /// ``Key/parallelRequests``.
    public var parallelRequests: Int?
    /// ``Key/gpuLayers``.
    public var gpuLayers: Int?
    /// ``Key/chatTemplate``.
    public var chatTemplate: String?

    // MARK: Writing

    /// ``Key/maxTokens``.
    public var maxTokens: Int?
    /// ``Key/temperature``.
    public var temperature: Double?
    /// ``Key/topK``.
    public var topK: Int?
    /// ``Key/topP``.
    public var topP: Double?
    /// ``Key/minP``.
    public var minP: Double?
    /// ``Key/repetitionPenalty``.
    public var repetitionPenalty: Double?
    /// ``Key/seed``.
    public var seed: UInt32?

    public init() {}

    /// How to run the model, for whoever would otherwise run it by `base`.
    public func running(_ base: LlamaEngine.Configuration) -> LlamaEngine.Configuration {
        var engine = base
        engine.contextLength = contextLength ?? base.contextLength
        engine.batchSize = batchSize ?? base.batchSize
        engine.threads = threads ?? base.threads
        engine.parallelRequests = parallelRequests ?? base.parallelRequests
        engine.chatTemplate = chatTemplate ?? base.chatTemplate
        engine.model.gpuLayers = gpuLayers ?? base.model.gpuLayers
        return engine
    }

    /// The request as this model is to answer it. In the order of what counts first:
    ///
    /// 1. what the caller of this request chose (``HearthCore/GenerationOptions/chosen``);
    /// 2. what its task needs: a temperature other than the general one is there for a reason (0 where the same words must
    ///    give the same action, 0.7 where questions should differ), and a form that must be whole is not cut off;
    /// 3. these settings;
    /// 4. the defaults.
    public func writing(_ request: ModelRequest) -> ModelRequest {
        var request = request
        let (chosen, usual) = (request.options.chosen, GenerationOptions())
        func put<Value: Equatable>(
            _ value: Value?, _ place: WritableKeyPath<GenerationOptions, Value>,
            _ choice: GenerationOptions.Choices = []
        ) {
            guard let value, chosen.isDisjoint(with: choice) else { return }
            guard request.options[keyPath: place] == usual[keyPath: place] else { return }
            request.options[keyPath: place] = value
        }
        put(temperature, \.temperature, .temperature)
        put(topK, \.topK, .topK)
        put(topP, \.topP, .topP)
        put(minP, \.minP)
        put(repetitionPenalty, \.repetitionPenalty)
        if request.options.seed == nil { request.options.seed = seed }
        let isFree = request.schema == nil && request.options.grammar == nil
        if let maxTokens, isFree, !chosen.contains(.maxTokens), Self.open.contains(request.task) {
            request.options.maxTokens = min(request.options.maxTokens, maxTokens)
        }
        return request
    }

    /// Tasks whose answer has no length of its own.
    private static let open: Set<TaskKind> = [.chat, .answer, .textCompletion]
}

extension GenerationOptions {
    /// - Throws: ``LlamaError`` with the code `bad-option`.
    func check() throws {
        func require(_ holds: Bool, _ what: String) throws {
            if !holds { throw LlamaError.badOption(what) }
        }
        try require(temperature.isFinite && temperature >= 0, "The temperature must be 0 or more")
        try require(topP > 0 && topP <= 1, "Top-p must be above 0 and at most 1")
        try require(minP >= 0 && minP < 1, "Min-p must be from 0 to below 1")
        try require(
            repetitionPenalty.isFinite && repetitionPenalty > 0, "The repetition penalty must be above 0")
        try require(
            [presencePenalty, frequencyPenalty].allSatisfy(Self.sensiblePenalties.contains),
            "Presence and frequency penalty must be from -2 to 2")
        try require(maxTokens >= 0, "The limit of tokens must not be negative")
        try require(
            logprobs.map(Self.sensibleLogprobs.contains) ?? true,
            "The number of alternatives to each token must be from 0 to \(Self.sensibleLogprobs.upperBound)")
    }
}
