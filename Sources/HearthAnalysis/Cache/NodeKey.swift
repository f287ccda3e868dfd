import Crypto
public import HearthCore
public import HearthStore

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
    public mutating func add(_ model: any LanguageModel) {
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
