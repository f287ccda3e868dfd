/// Keeps what an engine has evaluated of a conversation, so that a program that starts again need not read it all anew.
///
/// The calls block; an engine makes them on a thread of its own. What is kept is a cache: a store may lose it at any time,
/// and gives out only what it can prove to be what was kept.
public protocol PromptStateStore: Sendable {
    /// The largest state that it takes, in bytes.
    var maximumStateSize: Int { get }
    /// The tokens of the state kept for a conversation; `nil` when there is none that was made under `identity`.
    func tokens(ofConversation id: String, identity: String) -> [Int32]?
    /// The whole state; `nil` as above, or when it is damaged.
    func state(ofConversation id: String, identity: String) -> PromptState?
    /// What tells later whether anything was forgotten since. It is taken before the texts are read that a state will hold.
    func mark() throws -> PromptStateMark
    /// Keeps a state in the place of the one before. Keeps nothing where anything was forgotten since `mark`: the state may
    /// hold what was to go.
    func save(_ state: PromptState, ofConversation id: String, since mark: PromptStateMark) throws
    /// Forgets the state of a conversation, also the one that is being made.
    func removeState(ofConversation id: String) throws
}

extension PromptStateStore {
    /// Keeps a state that holds nothing that may have been forgotten meanwhile.
    public func save(_ state: PromptState, ofConversation id: String) throws {
        try save(state, ofConversation: id, since: mark())
    }
}

/// A moment in the life of a ``PromptStateStore``; another one after anything was forgotten.
public struct PromptStateMark: Hashable, Sendable {
    public let value: String

    public init(_ value: String) { self.value = value }
}

/// What an engine has evaluated: tokens, and the memory that they left in the model.
public struct PromptState: Sendable {
    /// Everything that must agree for the state to be of use: the model's file, the engine's version, its settings.
    public var identity: String
    public var tokens: [Int32]
    /// The engine's own format.
    public var data: [UInt8]

    public init(identity: String, tokens: [Int32], data: [UInt8]) {
        self.identity = identity
        self.tokens = tokens
        self.data = data
    }
}
