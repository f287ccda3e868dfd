public import HearthCore
import HearthSystem

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

extension ModelSettings {
    /// The settings of a model by name: the one table from which the file, the command and its help are made.
    public enum Key: String, Sendable, CaseIterable, CodingKey {
        /// Tokens of prompt and answer together. Memory is set aside for all of it, about 0.1 GB for 8,192 tokens of a model
        /// of one billion parameters and 1 GB for eight, so more than the usual is a choice.
        case contextLength = "context-length"
        /// Prompt tokens evaluated in one go. The weights are read once for all of them, which is what takes the time, so 512
        /// reads prompts about ten times faster than one by one; beyond that nothing is gained, and working memory grows.
        case batchSize = "batch-size"
        /// Threads for the arithmetic. One for each physical core, efficiency cores left out, within the quota of a
        /// container: a second thread on a core shares its arithmetic units and only adds waiting.
        case threads
        /// Requests answered at the same time. Making a token reads all weights for one row of numbers, so up to four rows
        /// cost little more than one on two cores; each has the less of the context.
        case parallelRequests = "parallel-requests"
        /// Layers on the GPU, where llama.cpp was built for one. All of them are the fastest if they fit its memory.
        case gpuLayers = "gpu-layers"
        /// The name of a family, Jinja text, the path of a file with it, or a name that llama.cpp knows, for a model whose own
        /// is missing or wrong. The file's is the one that the model was trained with.
        case chatTemplate = "chat-template"
        /// The longest answer, in tokens, where nobody chose another length and nothing has to be whole (chat, answers and
        /// completions): for a model that does not know when to end. Never longer than the task's own limit.
        case maxTokens = "max-tokens"
        /// How far the model may stray from its likeliest words, for tasks that do not need a certain one. Answers about
        /// one's own documents are to be right rather than original; 0 repeats itself word for word, which small models turn
        /// into loops.
        case temperature
        /// Only this many of the likeliest tokens are considered. It costs nothing, and spares the sampling of 100,000 others.
        case topK = "top-k"
        /// Of these only as many as make up this share of the probability (Holtzman et al. 2020): a tail of many unlikely
        /// tokens is together likely enough to spoil a sentence now and then.
        case topP = "top-p"
        /// Nor those that are less likely than this share of the likeliest (Nguyen et al. 2024), which adapts to how sure the
        /// model is.
        case minP = "min-p"
        /// Above 1 makes the last 64 tokens less likely. Off, because sources are to be quoted as they are; 1.1 helps a model
        /// that falls into loops.
        case repetitionPenalty = "repetition-penalty"
        /// Repeats an answer: the same question with the same seed is answered with the same words.
        case seed

        /// What it does, in a line.
        public var summary: String {
            switch self {
            case .contextLength: "tokens of prompt and answer together; memory is set aside for all of it"
            case .batchSize: "prompt tokens evaluated in one go"
            case .threads: "threads for the arithmetic"
            case .parallelRequests: "requests answered at the same time; they share the context"
            case .gpuLayers: "layers on the GPU, where there is one"
            case .chatTemplate:
                "the name of a family such as phi-3, Jinja text, or a file with it, instead of the file's own"
            case .maxTokens: "the longest answer, where nobody chose a length"
            case .temperature: "how far it strays from the likeliest words, where the task does not need a certain one"
            case .topK: "only so many of the likeliest tokens are considered; 0 considers all"
            case .topP: "only the likeliest tokens that make up this share are considered; 1 considers all"
            case .minP: "no tokens less likely than this share of the likeliest; 0 drops none"
            case .repetitionPenalty: "above 1 makes what was said lately less likely"
            case .seed: "the same answer to the same question each time"
            }
        }

        /// What holds when it is not set.
        public var defaultText: String {
            let (running, writing) = (LlamaEngine.Configuration(), GenerationOptions())
            return switch self {
            case .contextLength: "the model's own, at most \(LlamaEngine.Configuration.usualContext)"
            case .batchSize: "\(running.batchSize)"
            case .threads: "\(ThreadCount.recommended), one for each physical core"
            case .parallelRequests: "\(running.parallelRequests)"
            case .gpuLayers: "all"
            case .chatTemplate: "the file's own, or else the family that the file tells"
            case .maxTokens: "the task's"
            case .temperature: "\(writing.temperature), or the task's"
            case .topK: "\(writing.topK)"
            case .topP: "\(writing.topP)"
            case .minP: "\(writing.minP)"
            case .repetitionPenalty: "\(writing.repetitionPenalty), which is off"
            case .seed: "another one each time"
            }
        }

        /// Beyond these a value cannot be meant.
        private enum Form {
            case integer(ClosedRange<Int>, WritableKeyPath<ModelSettings, Int?>)
            case number(ClosedRange<Double>, WritableKeyPath<ModelSettings, Double?>)
            case seed
            case text
        }

        private var form: Form {
            switch self {
            case .contextLength: .integer(256...1_048_576, \.contextLength)
            case .batchSize: .integer(1...65_536, \.batchSize)
            case .threads: .integer(1...1024, \.threads)
            case .parallelRequests:
                .integer(1...LlamaEngine.Configuration.mostParallelRequests, \.parallelRequests)
            case .gpuLayers: .integer(0...1024, \.gpuLayers)
            case .chatTemplate: .text
            case .maxTokens: .integer(1...1_048_576, \.maxTokens)
            case .temperature: .number(0...5, \.temperature)
            case .topK: .integer(0...1_000_000, \.topK)
            case .topP: .number(0.01...1, \.topP)
            case .minP: .number(0...0.99, \.minP)
            case .repetitionPenalty: .number(0.5...2, \.repetitionPenalty)
            case .seed: .seed
            }
        }

        /// What a value must look like, as the end of a sentence.
        public var allowed: String {
            switch form {
            case .integer(let range, _): "a number from \(range.lowerBound) to \(range.upperBound)"
            case .number(let range, _): "a number from \(range.lowerBound) to \(range.upperBound)"
            case .seed: "a number from 0 to \(UInt32.max)"
            case .text: "a template of at most \(Self.mostTemplateBytes) bytes"
            }
        }

        /// Far beyond the longest templates there are, which take some tens of kilobytes.
        private static let mostTemplateBytes = 256 << 10

        /// The value in `settings` as text; `nil` when it is not set.
        public func text(in settings: ModelSettings) -> String? {
            switch form {
            case .integer(_, let place): settings[keyPath: place].map { "\($0)" }
            case .number(_, let place): settings[keyPath: place].map { "\($0)" }
            case .seed: settings.seed.map { "\($0)" }
            case .text: settings.chatTemplate
            }
        }

        /// Sets the value in `settings` that `text` stands for; `nil` goes back to the default.
        ///
        /// - Throws: ``LlamaError`` with the code `bad-option`, which names the setting and what is allowed.
        public func set(_ text: String?, in settings: inout ModelSettings) throws {
            let wrong = LlamaError.badSetting(self)
            switch form {
            case .integer(let range, let place):
                let value = text.map { Int($0) }
                guard value.map({ $0.map(range.contains) ?? false }) ?? true else { throw wrong }
                settings[keyPath: place] = value ?? nil
            case .number(let range, let place):
                let value = text.map { Double($0) }
                guard value.map({ $0.map(range.contains) ?? false }) ?? true else { throw wrong }
                settings[keyPath: place] = value ?? nil
            case .seed:
                let value = text.map { UInt32($0) }
                guard value.map({ $0 != nil }) ?? true else { throw wrong }
                settings.seed = value ?? nil
            case .text:
                guard text.map({ !$0.isEmpty && $0.utf8.count <= Self.mostTemplateBytes }) ?? true else { throw wrong }
                settings.chatTemplate = text
            }
        }
    }
}

extension ModelSettings: Codable {
    /// Reads names as on the command line; what is left out takes its default, and what is not known is left alone.
    ///
    /// - Throws: ``LlamaError`` with the code `bad-option`; `DecodingError` for a value that is neither text nor number.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        self.init()
        for key in Key.allCases where values.contains(key) {
            let text: String?
            if let number = try? values.decode(Double.self, forKey: key) {
                text = number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
            } else {
                text = try values.decodeIfPresent(String.self, forKey: key)
            }
            try key.set(text, in: &self)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        for key in Key.allCases {
            guard let text = key.text(in: self) else { continue }
            if key == .chatTemplate {
                try values.encode(text, forKey: key)
            } else if let whole = Int(text) {
                try values.encode(whole, forKey: key)
            } else if let number = Double(text) {
                try values.encode(number, forKey: key)
            }
        }
    }
}
