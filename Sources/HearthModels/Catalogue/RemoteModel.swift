public import HearthCore

/// What is known of one remote model.
public struct RemoteModel: Hashable, Sendable {
    /// How the provider keeps answers to a schema.
    public enum StructuredOutput: String, Hashable, Sendable, CaseIterable {
        /// It is given the schema and follows it.
        case schema
        /// It writes JSON of whatever form; the schema stands in the prompt.
        case json
        /// It can neither.
        case none
    }

    /// Millionths of a US dollar for each million tokens: a price of $0.15 is 150,000.
    public struct Price: Hashable, Sendable {
        public var input: Int
        public var output: Int
        /// For prompt tokens that the provider had kept from an earlier request; `nil` where it costs as any other.
        public var cachedInput: Int?

        public init(input: Int, output: Int, cachedInput: Int? = nil) {
            self.input = input
            self.output = output
            self.cachedInput = cachedInput
        }
    }

    public var id: String
    /// `openai`, `anthropic` or `custom`.
    public var provider: Engine
    /// Tokens of prompt and answer together.
    public var contextWindow: Int?
    /// The most tokens of one answer.
    public var maximumOutput: Int?
    public var price: Price?
    /// The day on which these facts held, `2024-10-22`.
    public var asOf: String?
    public var tools: Bool
    public var structuredOutput: StructuredOutput
    /// Thinks before it answers, and takes neither temperature nor stop sequences.
    public var reasons: Bool
    /// A later model of its kind, for when the provider has retired this one.
    public var successor: String?
    /// Whether nothing later of its kind is known.
    public var isCurrent: Bool { successor == nil }

    public init(
        id: String, provider: Engine, contextWindow: Int? = nil, maximumOutput: Int? = nil, price: Price? = nil,
        asOf: String? = nil, tools: Bool = true, structuredOutput: StructuredOutput = .schema, reasons: Bool = false,
        successor: String? = nil
    ) {
        self.id = id
        self.provider = provider
        self.contextWindow = contextWindow
        self.maximumOutput = maximumOutput
        self.price = price
        self.asOf = asOf
        self.tools = tools
        self.structuredOutput = structuredOutput
        self.reasons = reasons
        self.successor = successor
    }

    /// What a call cost in millionths of a US dollar, rounded up; `nil` when the price is not known or a count is absurd.
    public func cost(of usage: TokenUsage) -> Int? {
        guard let price, usage.promptTokens >= 0, usage.completionTokens >= 0, usage.cachedTokens >= 0 else {
            return nil
        }
        let cached = min(usage.cachedTokens, usage.promptTokens)
        var sum = 0
        for (tokens, rate) in [
            (usage.promptTokens - cached, price.input), (cached, price.cachedInput ?? price.input),
            (usage.completionTokens, price.output),
        ] {
            let (product, tooLarge) = tokens.multipliedReportingOverflow(by: rate)
            let (total, tooLarge2) = sum.addingReportingOverflow(product)
            if tooLarge || tooLarge2 { return nil }
            sum = total
        }
        return sum / 1_000_000 + (sum % 1_000_000 == 0 ? 0 : 1)
    }
}
