public import HearthCore

/// How one local model is run and how it writes: the one place for these numbers, each with its reason.
///
/// Kept as JSON; what a file leaves out takes its default. Tasks may ask for another temperature or length, see
/// `TaskDefaults`.
public struct ModelSettings: Hashable, Codable, Sendable {
    // MARK: Running

    /// Tokens of prompt and answer together; `nil` takes what the model was trained for, at most 8192. Memory is set aside
    /// for all of it, about 0.1 GB for a model of one billion parameters and 1 GB for eight, so more is a choice.
    public var contextLength: Int?
    /// Prompt tokens evaluated in one go. The weights are read once for all of them, which is what takes the time, so 512
    /// reads prompts about ten times faster than one by one; beyond that nothing is gained, and the working memory grows.
    public var batchSize = 512
    /// Threads for the arithmetic; `nil` takes one for each physical core, efficiency cores left out, within the quota of a
    /// container. A second thread on a core shares its arithmetic units and only adds waiting.
    public var threads: Int?
    /// Requests answered at the same time. Making a token reads all weights for one row of numbers, so up to four rows cost
    /// little more than one on two cores; each has the less of the context.
    public var parallelRequests = 4
    /// Layers on the GPU, where llama.cpp was built for one; `nil` means all.
    public var gpuLayers: Int?
    /// The name of a family such as `phi-3`, Jinja text or the path of a file with it, for a file whose own is missing or
    /// wrong; `nil` takes the file's, which is the one the model was trained with, or else the family that the file tells.
    public var chatTemplate: String?

    // MARK: Writing

    /// The longest answer, in tokens: about 350 words. A model that does not end is cut off there.
    public var maxTokens = 512
    /// How far the model may stray from its likeliest words. Answers about one's own documents are to be right rather than
    /// original; 0 repeats itself word for word, which small models turn into loops.
    public var temperature = 0.3
    /// Only this many of the likeliest tokens are considered. It costs nothing, and spares the sampling of 100,000 others.
    public var topK = 40
    /// Of these only as many as make up this share of the probability (Holtzman et al. 2020): a tail of many unlikely tokens
    /// is together likely enough to spoil a sentence now and then.
    public var topP = 0.95
    /// Nor those that are less likely than this share of the likeliest (Nguyen et al. 2024), which adapts to how sure the
    /// model is.
    public var minP = 0.05
    /// Above 1 makes the last 64 tokens less likely. Off, because sources are to be quoted as they are; 1.1 helps a model that
    /// falls into loops.
    public var repetitionPenalty = 1.0
    /// Repeats an answer; `nil` takes another one each time.
    public var seed: UInt32?

    public init() {}

    /// How to run the model.
    public var engine: LlamaEngine.Configuration {
        LlamaEngine.Configuration(
            contextLength: contextLength, threads: threads, batchSize: batchSize, parallelRequests: parallelRequests,
            chatTemplate: chatTemplate, model: .init(gpuLayers: gpuLayers))
    }

    /// How the model writes.
    public var options: GenerationOptions {
        GenerationOptions(
            temperature: temperature, topK: topK, topP: topP, minP: minP, repetitionPenalty: repetitionPenalty,
            maxTokens: maxTokens, seed: seed)
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        contextLength = try values.decodeIfPresent(Int.self, forKey: .contextLength)
        batchSize = try values.decodeIfPresent(Int.self, forKey: .batchSize) ?? batchSize
        threads = try values.decodeIfPresent(Int.self, forKey: .threads)
        parallelRequests = try values.decodeIfPresent(Int.self, forKey: .parallelRequests) ?? parallelRequests
        gpuLayers = try values.decodeIfPresent(Int.self, forKey: .gpuLayers)
        chatTemplate = try values.decodeIfPresent(String.self, forKey: .chatTemplate)
        maxTokens = try values.decodeIfPresent(Int.self, forKey: .maxTokens) ?? maxTokens
        temperature = try values.decodeIfPresent(Double.self, forKey: .temperature) ?? temperature
        topK = try values.decodeIfPresent(Int.self, forKey: .topK) ?? topK
        topP = try values.decodeIfPresent(Double.self, forKey: .topP) ?? topP
        minP = try values.decodeIfPresent(Double.self, forKey: .minP) ?? minP
        repetitionPenalty = try values.decodeIfPresent(Double.self, forKey: .repetitionPenalty) ?? repetitionPenalty
        seed = try values.decodeIfPresent(UInt32.self, forKey: .seed)
        try check()
    }

    /// Whether a model can be run and write so.
    ///
    /// - Throws: ``LlamaError`` with the code `bad-option`, which names the number and its range.
    public func check() throws {
        for (name, value, range) in [
            ("The context", contextLength ?? 1, 1...(1 << 30)), ("The batch", batchSize, 1...(1 << 16)),
            ("The number of threads", threads ?? 1, 1...1024),
            ("The number of parallel requests", parallelRequests, 1...LlamaEngine.Configuration.mostParallelRequests),
            ("The number of layers on the GPU", gpuLayers ?? 0, 0...1024),
        ] where !range.contains(value) {
            throw LlamaError.badOption("\(name) must be from \(range.lowerBound) to \(range.upperBound)")
        }
        try options.check()
    }
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
            (-2...2).contains(presencePenalty) && (-2...2).contains(frequencyPenalty),
            "Presence and frequency penalty must be from -2 to 2")
        try require(maxTokens >= 0, "The limit of tokens must not be negative")
    }
}
