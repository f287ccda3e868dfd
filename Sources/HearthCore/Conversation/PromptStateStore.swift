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
    /// Keeps a state in the place of the one before.
    func save(_ state: PromptState, ofConversation id: String) throws
    /// Forgets the state of a conversation.
    func removeState(ofConversation id: String) throws
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
