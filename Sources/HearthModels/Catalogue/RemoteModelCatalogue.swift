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
        (try? RemoteModelCatalogue(parsing: Array(BuiltInModels.json.utf8))) ?? RemoteModelCatalogue()
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

    /// What is known of a model; `nil` when nothing is.
    public func model(_ id: String, provider: Engine) -> RemoteModel? { facts[Key(provider: provider, id: id)] }

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
