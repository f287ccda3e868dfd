public import Foundation
public import HearthCore

/// The facts about remote models that cannot be asked of the providers: windows, limits and prices, with their dates.
///
/// The built-in facts may be overridden by a file `models.json` of the user's: the members that an entry of that file has
/// replace those of the built-in entry with the same `id` and `provider`; new entries are added. A model without an entry
/// works too; only its price and limits are unknown.
///
/// ```json
/// {"models": [{"id": "gpt-4o-mini", "provider": "openai", "contextWindow": 128000, "maxOutput": 16384,
///              "price": {"input": 0.15, "cachedInput": 0.075, "output": 0.60}, "asOf": "2024-10-01",
///              "tools": true, "structuredOutput": "schema", "reasons": false, "successor": null}]}
/// ```
/// Prices are US dollars for a million tokens.
public struct RemoteModelCatalogue: Hashable, Sendable {
    private struct Key: Hashable, Sendable {
        var provider: Engine
        var id: String
    }

    static let fileLimit = 1 << 20
    static let entryLimit = 2000

    private var entries: [Key: JSONObject] = [:]
    private var facts: [Key: RemoteModel] = [:]

    /// A catalogue that knows nothing.
    public init() {}

    /// Reads a catalogue.
    ///
    /// - Throws: ``ProviderError`` `malformed-catalogue`, which names the entry and what is wrong with it.
    public init(parsing bytes: [UInt8]) throws {
        guard bytes.count <= Self.fileLimit else {
            throw ProviderError.malformedCatalogue("it is larger than \(Self.fileLimit) bytes")
        }
        let value: JSONValue
        do {
            value = try JSONValue(parsing: bytes, maxDepth: 32)
        } catch let error as JSONSyntaxError {
            throw ProviderError.malformedCatalogue(error.message)
        }
        guard let items = value["models"]?.arrayValue else {
            throw ProviderError.malformedCatalogue("it has no array `models`")
        }
        guard items.count <= Self.entryLimit else {
            throw ProviderError.malformedCatalogue("it has more than \(Self.entryLimit) entries")
        }
        for (number, item) in items.enumerated() {
            guard let object = item.objectValue else {
                throw ProviderError.malformedCatalogue("entry \(number + 1) is not an object")
            }
            let model = try RemoteModel(entry: object, number: number + 1)
            let key = Key(provider: model.provider, id: model.id)
            guard facts[key] == nil else {
                throw ProviderError.malformedCatalogue("entry \(number + 1) repeats an earlier one")
            }
            entries[key] = object
            facts[key] = model
        }
    }

    /// The built-in facts.
    public static let builtIn: RemoteModelCatalogue = {
        // A test reads this text, so it cannot be malformed in a released program.
        (try? RemoteModelCatalogue(parsing: Array(Self.builtInText.utf8))) ?? RemoteModelCatalogue()
    }()

    /// The built-in facts with those of a file over them; without the file, the built-in ones.
    ///
    /// - Throws: ``ProviderError`` `malformed-catalogue`, also when the file cannot be read.
    public static func builtIn(overriddenBy file: URL) throws -> RemoteModelCatalogue {
        let path = file.path(percentEncoded: false)
        guard FileManager.default.fileExists(atPath: path) else { return builtIn }
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.resolvingSymlinksInPath().path())
        guard attributes?[.type] as? FileAttributeType == .typeRegular,
            let size = (attributes?[.size] as? NSNumber)?.intValue, size <= fileLimit,
            let data = try? Data(contentsOf: file)
        else {
            throw ProviderError.malformedCatalogue("it is no readable file of at most \(fileLimit) bytes")
        }
        return try builtIn.merging(RemoteModelCatalogue(parsing: Array(data)))
    }

    /// This catalogue with the members of another one's entries over its own.
    public func merging(_ other: RemoteModelCatalogue) throws -> RemoteModelCatalogue {
        var merged = self
        for (key, members) in other.entries {
            var entry = entries[key] ?? JSONObject()
            for (name, value) in members { entry[name] = value }
            merged.entries[key] = entry
            merged.facts[key] = try RemoteModel(entry: entry, number: 0)
        }
        return merged
    }

    /// What is known of a model; `nil` when nothing is. What is written down of an endpoint by its name stands above what is
    /// written down of all endpoints, as `custom`.
    public func model(_ id: String, provider: Engine) -> RemoteModel? {
        if let known = facts[Key(provider: provider, id: id)] { return known }
        return provider.endpointName == nil ? nil : facts[Key(provider: .custom, id: id)]
    }

    /// All entries, by provider and id.
    public var models: [RemoteModel] {
        facts.values.sorted { ($0.provider.rawValue, $0.id) < ($1.provider.rawValue, $1.id) }
    }

    /// What a call cost in millionths of a US dollar; `nil` when the price is not known.
    public func cost(of usage: TokenUsage, model id: String, provider: Engine) -> Int? {
        model(id, provider: provider)?.cost(of: usage)
    }
}

extension ProviderError {
    static func malformedCatalogue(_ what: String) -> ProviderError {
        ProviderError(.malformedCatalogue, "The file of model facts cannot be used: \(what). Correct or remove it.")
    }
}

// MARK: - Models

/// The catalogue's entry for one remote model: limits, abilities and prices.
public struct RemoteModel: Hashable, Sendable {
    /// How the provider keeps answers to a schema.
    public enum StructuredOutput: String, Hashable, Sendable, CaseIterable {
        /// The provider enforces the schema that it is given.
        case schema
        /// The provider guarantees JSON, of whatever form; the schema is part of the prompt.
        case json
        /// The provider guarantees neither.
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
    /// `openai`, `anthropic`, `custom`, or `custom:NAME` for one endpoint.
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

extension RemoteModel {
    /// - Parameter number: Of the entry in its file, for messages; 0 for one that was put together.
    init(entry: JSONObject, number: Int) throws {
        let reader = EntryReader(entry: entry, number: number)
        let id = try reader.text("id")
        guard let id, (1...200).contains(id.utf8.count), id.unicodeScalars.allSatisfy({ $0.value > 0x20 }) else {
            throw reader.wrong("id", "must be 1 to 200 characters without spaces")
        }
        guard let provider = try reader.text("provider").flatMap(Engine.init(rawValue:)), provider.isRemote else {
            throw reader.wrong("provider", "must be openai, anthropic, custom or custom:NAME")
        }
        let form = try reader.text("structuredOutput") ?? StructuredOutput.schema.rawValue
        guard let structuredOutput = StructuredOutput(rawValue: form) else {
            throw reader.wrong("structuredOutput", "must be schema, json or none")
        }
        let day = try reader.text("asOf")
        if let day, !Self.isDay(day) { throw reader.wrong("asOf", "must be a day such as 2024-10-22") }
        self.init(
            id: id, provider: provider, contextWindow: try reader.count("contextWindow"),
            maximumOutput: try reader.count("maxOutput"), price: try reader.price(), asOf: day,
            tools: try reader.flag("tools") ?? true, structuredOutput: structuredOutput,
            reasons: try reader.flag("reasons") ?? false, successor: try reader.text("successor"))
    }

    private static func isDay(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.count == 10
            && bytes.enumerated().allSatisfy { at, byte in
                at == 4 || at == 7 ? byte == UInt8(ascii: "-") : (0x30...0x39).contains(byte)
            }
    }
}

/// Reads the members of one entry and says which one is wrong.
private struct EntryReader {
    /// A hundred million tokens, and ten thousand dollars for a million of them: far above anything, and no sum overflows.
    static let countLimit = 100_000_000
    static let priceLimit = 10_000_000_000

    let entry: JSONObject
    let number: Int

    func wrong(_ member: String, _ what: String) -> ProviderError {
        let place = number > 0 ? "entry \(number)" : "a merged entry"
        return .malformedCatalogue("`\(member)` of \(place) \(what)")
    }

    private func member(_ name: String) -> JSONValue? {
        if let value = entry[name], value != .null { value } else { nil }
    }

    func text(_ name: String) throws -> String? {
        guard let value = member(name) else { return nil }
        guard let text = value.stringValue, text.utf8.count <= 200 else { throw wrong(name, "must be a short string") }
        return text
    }

    func flag(_ name: String) throws -> Bool? {
        guard let value = member(name) else { return nil }
        guard let flag = value.boolValue else { throw wrong(name, "must be true or false") }
        return flag
    }

    func count(_ name: String) throws -> Int? {
        guard let value = member(name) else { return nil }
        guard let count = value.numberValue?.intValue, (1...Self.countLimit).contains(count) else {
            throw wrong(name, "must be a whole number from 1 to \(Self.countLimit)")
        }
        return count
    }

    func price() throws -> RemoteModel.Price? {
        guard let value = member("price") else { return nil }
        guard let object = value.objectValue else { throw wrong("price", "must be an object") }
        guard let input = try dollars("input", in: object), let output = try dollars("output", in: object) else {
            throw wrong("price", "must have `input` and `output`")
        }
        return RemoteModel.Price(input: input, output: output, cachedInput: try dollars("cachedInput", in: object))
    }

    /// Exact: the decimal number is moved by six digits, never rounded through a binary fraction.
    private func dollars(_ name: String, in object: JSONObject) throws -> Int? {
        guard let value = object[name], value != .null else { return nil }
        guard let number = value.numberValue, !number.isNegative else {
            throw wrong("price", "must have dollars that are not negative")
        }
        let micros = JSONNumber(isNegative: false, digits: number.digits, exponent: number.exponent + 6)
        guard let count = micros.intValue, count <= Self.priceLimit else {
            throw wrong("price", "must have at most six decimals and be below \(Self.priceLimit / 1_000_000) dollars")
        }
        return count
    }
}

// MARK: - What comes with the program

extension RemoteModelCatalogue {
    /// The facts that come with the program, from the providers' price lists and model pages; `asOf` is the day of each fact.
    ///
    /// A text in the source and not a resource, so that the program is one file that runs from anywhere.
    static let builtInText = #"""
        {"models": [
          {"id": "gpt-4o-mini", "provider": "openai", "contextWindow": 128000, "maxOutput": 16384,
           "price": {"input": 0.15, "cachedInput": 0.075, "output": 0.60}, "asOf": "2024-10-01",
           "successor": "gpt-4.1-mini"},
          {"id": "gpt-4o", "provider": "openai", "contextWindow": 128000, "maxOutput": 16384,
           "price": {"input": 2.50, "cachedInput": 1.25, "output": 10.00}, "asOf": "2024-10-01",
           "successor": "gpt-4.1"},
          {"id": "gpt-4-turbo", "provider": "openai", "contextWindow": 128000, "maxOutput": 4096,
           "price": {"input": 10.00, "output": 30.00}, "asOf": "2024-04-09",
           "structuredOutput": "json", "successor": "gpt-4.1"},
          {"id": "gpt-3.5-turbo", "provider": "openai", "contextWindow": 16385, "maxOutput": 4096,
           "price": {"input": 0.50, "output": 1.50}, "asOf": "2024-01-25",
           "structuredOutput": "json", "successor": "gpt-4.1-mini"},
          {"id": "gpt-4.1", "provider": "openai", "contextWindow": 1047576, "maxOutput": 32768,
           "price": {"input": 2.00, "cachedInput": 0.50, "output": 8.00}, "asOf": "2025-04-14"},
          {"id": "gpt-4.1-mini", "provider": "openai", "contextWindow": 1047576, "maxOutput": 32768,
           "price": {"input": 0.40, "cachedInput": 0.10, "output": 1.60}, "asOf": "2025-04-14"},
          {"id": "gpt-4.1-nano", "provider": "openai", "contextWindow": 1047576, "maxOutput": 32768,
           "price": {"input": 0.10, "cachedInput": 0.025, "output": 0.40}, "asOf": "2025-04-14"},
          {"id": "o3", "provider": "openai", "contextWindow": 200000, "maxOutput": 100000, "reasons": true,
           "price": {"input": 2.00, "cachedInput": 0.50, "output": 8.00}, "asOf": "2025-06-10"},
          {"id": "o4-mini", "provider": "openai", "contextWindow": 200000, "maxOutput": 100000, "reasons": true,
           "price": {"input": 1.10, "cachedInput": 0.275, "output": 4.40}, "asOf": "2025-04-16"},
          {"id": "gpt-5", "provider": "openai", "contextWindow": 400000, "maxOutput": 128000, "reasons": true,
           "price": {"input": 1.25, "cachedInput": 0.125, "output": 10.00}, "asOf": "2025-08-07"},
          {"id": "gpt-5-mini", "provider": "openai", "contextWindow": 400000, "maxOutput": 128000, "reasons": true,
           "price": {"input": 0.25, "cachedInput": 0.025, "output": 2.00}, "asOf": "2025-08-07"},
          {"id": "gpt-5-nano", "provider": "openai", "contextWindow": 400000, "maxOutput": 128000, "reasons": true,
           "price": {"input": 0.05, "cachedInput": 0.005, "output": 0.40}, "asOf": "2025-08-07"},
          {"id": "text-embedding-3-small", "provider": "openai", "contextWindow": 8191, "tools": false,
           "price": {"input": 0.02, "output": 0}, "asOf": "2024-01-25", "structuredOutput": "none"},
          {"id": "text-embedding-3-large", "provider": "openai", "contextWindow": 8191, "tools": false,
           "price": {"input": 0.13, "output": 0}, "asOf": "2024-01-25", "structuredOutput": "none"},
          {"id": "claude-3-5-sonnet-20241022", "provider": "anthropic", "contextWindow": 200000, "maxOutput": 8192,
           "price": {"input": 3.00, "cachedInput": 0.30, "output": 15.00}, "asOf": "2024-10-22",
           "successor": "claude-sonnet-4-5-20250929"},
          {"id": "claude-3-5-haiku-20241022", "provider": "anthropic", "contextWindow": 200000, "maxOutput": 8192,
           "price": {"input": 0.80, "cachedInput": 0.08, "output": 4.00}, "asOf": "2024-12-03",
           "successor": "claude-haiku-4-5-20251001"},
          {"id": "claude-3-opus-20240229", "provider": "anthropic", "contextWindow": 200000, "maxOutput": 4096,
           "price": {"input": 15.00, "cachedInput": 1.50, "output": 75.00}, "asOf": "2024-03-04",
           "successor": "claude-opus-4-1-20250805"},
          {"id": "claude-3-7-sonnet-20250219", "provider": "anthropic", "contextWindow": 200000, "maxOutput": 64000,
           "price": {"input": 3.00, "cachedInput": 0.30, "output": 15.00}, "asOf": "2025-02-24",
           "successor": "claude-sonnet-4-5-20250929"},
          {"id": "claude-sonnet-4-20250514", "provider": "anthropic", "contextWindow": 200000, "maxOutput": 64000,
           "price": {"input": 3.00, "cachedInput": 0.30, "output": 15.00}, "asOf": "2025-05-22",
           "successor": "claude-sonnet-4-5-20250929"},
          {"id": "claude-opus-4-20250514", "provider": "anthropic", "contextWindow": 200000, "maxOutput": 32000,
           "price": {"input": 15.00, "cachedInput": 1.50, "output": 75.00}, "asOf": "2025-05-22",
           "successor": "claude-opus-4-1-20250805"},
          {"id": "claude-opus-4-1-20250805", "provider": "anthropic", "contextWindow": 200000, "maxOutput": 32000,
           "price": {"input": 15.00, "cachedInput": 1.50, "output": 75.00}, "asOf": "2025-08-05"},
          {"id": "claude-sonnet-4-5-20250929", "provider": "anthropic", "contextWindow": 200000, "maxOutput": 64000,
           "price": {"input": 3.00, "cachedInput": 0.30, "output": 15.00}, "asOf": "2025-09-29"},
          {"id": "claude-haiku-4-5-20251001", "provider": "anthropic", "contextWindow": 200000, "maxOutput": 64000,
           "price": {"input": 1.00, "cachedInput": 0.10, "output": 5.00}, "asOf": "2025-10-15"}
        ]}
        """#
}
