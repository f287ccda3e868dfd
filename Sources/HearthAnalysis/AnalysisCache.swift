import Crypto
public import Foundation
public import HearthCore

/// Keeps what analyses have worked out, by the hash of everything that it depends on.
///
/// Because a key holds all inputs (see ``NodeKey``), a value never becomes wrong and nothing has to be invalidated: whatever
/// changes has another key. A run that was cancelled finds what is done, and a second run does only what is new.
public protocol AnalysisCache: Sendable {
    /// What was kept under a key; `nil` when there is nothing.
    func value(for key: ContentHash) async throws -> Data?

    /// What was kept under each of some keys; those without a value are left out.
    func values(for keys: [ContentHash]) async throws -> [ContentHash: Data]

    /// Keeps values.
    ///
    /// - Parameter source: The hash of the content that they were made of, so that they go when that content is deleted;
    ///   `nil` for values that are made of other values.
    func keep(_ values: [ContentHash: Data], source: ContentHash?) async throws

    func remove(_ keys: [ContentHash]) async throws
}

extension AnalysisCache {
    public func values(for keys: [ContentHash]) async throws -> [ContentHash: Data] {
        var found: [ContentHash: Data] = [:]
        for key in keys where found[key] == nil { found[key] = try await value(for: key) }
        return found
    }

    /// Keeps one value.
    public func keep(_ value: Data, for key: ContentHash, source: ContentHash? = nil) async throws {
        try await keep([key: value], source: source)
    }
}

/// A cache that lasts as long as the program, for tests and for what should leave no trace.
public actor MemoryCache: AnalysisCache {
    private var kept: [ContentHash: Data] = [:]

    public init() {}

    public var count: Int { kept.count }

    public func value(for key: ContentHash) -> Data? { kept[key] }

    public func keep(_ values: [ContentHash: Data], source: ContentHash?) {
        kept.merge(values) { _, new in new }
    }

    public func remove(_ keys: [ContentHash]) {
        for key in keys { kept[key] = nil }
    }
}

/// The cache in the encrypted store.
public struct StoredCache: AnalysisCache {
    private let library: any AnalysisStore

    public init(_ library: any AnalysisStore) { self.library = library }

    public func value(for key: ContentHash) async throws -> Data? { try await library.analysisNode(key) }

    public func values(for keys: [ContentHash]) async throws -> [ContentHash: Data] {
        try await library.analysisNodes(keys)
    }

    public func keep(_ values: [ContentHash: Data], source: ContentHash?) async throws {
        try await library.keepAnalysisNodes(values, source: source)
    }

    public func remove(_ keys: [ContentHash]) async throws { try await library.removeAnalysisNodes(keys) }
}

/// Makes the key of a node: the SHA-256 of everything that its value depends on.
///
/// ```swift
/// var key = NodeKey("journal day", version: 2)
/// key.add("prompt", "\(DayPrompt.version)")
/// for child in children { key.add("child", child) }
/// let hash = key.hash
/// ```
///
/// Each part is hashed with its name and its length, so that no two lists of parts can look alike.
public struct NodeKey: Sendable {
    private var hasher = SHA256()

    /// - Parameters:
    ///   - kind: What the node is, so that nodes of different kinds never share a key.
    ///   - version: Of the code that makes the value; raise it when the same inputs give another value.
    public init(_ kind: String, version: Int) {
        add("kind", kind)
        add("version", "\(version)")
    }

    public mutating func add(_ name: String, _ value: String) {
        add(Array(name.utf8))
        add(Array(value.utf8))
    }

    public mutating func add(_ name: String, _ value: ContentHash) {
        add(Array(name.utf8))
        add(value.bytes)
    }

    /// Who writes: the engine and its model.
    public mutating func add(_ model: any RoutableEngine) {
        add("engine", model.engine.rawValue)
        add("model", model.modelID)
    }

    /// The form of the answer, with all its descriptions.
    public mutating func add(_ schema: GenerationSchema) {
        add("schema", schema.name)
        add("schema description", schema.description ?? "")
        add("schema root", schema.root.description)
    }

    /// How the model chooses tokens. All of it: another temperature is another answer.
    public mutating func add(_ options: GenerationOptions) {
        add("temperature", "\(options.temperature)")
        add("sampling", "\(options.topK) \(options.topP) \(options.minP) \(options.repetitionPenalty)")
        add("tokens", "\(options.maxTokens)")
        add("seed", options.seed.map { "\($0)" } ?? "")
        add("grammar", options.grammar ?? "")
        for stop in options.stopSequences { add("stop", stop) }
    }

    public mutating func add(_ messages: [Message]) {
        for message in messages { add(message.role.rawValue, message.content) }
    }

    public var hash: ContentHash {
        // 32 bytes always make a content hash; the other branch only keeps this free of a trap.
        ContentHash(bytes: Array(hasher.finalize())) ?? ContentHash(of: [UInt8]())
    }

    private mutating func add(_ bytes: [UInt8]) {
        withUnsafeBytes(of: UInt64(bytes.count).littleEndian) { hasher.update(bufferPointer: $0) }
        hasher.update(data: bytes)
    }
}
