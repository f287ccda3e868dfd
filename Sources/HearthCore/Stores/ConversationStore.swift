/// Conversations and their messages, with what models have read of them.
///
/// Ids of messages grow, and are never given again. A conversation is read as a whole or not at all: its answers were made of one
/// another.
public protocol ConversationStore: Sendable {
    /// What models have evaluated of these conversations. The store forgets it where text goes that a model may have read.
    var promptStateStore: any PromptStateStore { get }

    /// Starts a conversation and returns it.
    ///
    /// - Parameters:
    ///   - id: unique; `nil` for a new UUID in lower case. Throws `invalid-input` when it is taken.
    ///   - label: How private the system prompt is; `nil` counts as personal.
    func createConversation(
        id: String?, title: String?, systemPrompt: String?, label: SensitivityLabel?
    ) async throws -> Conversation
    /// Conversations without their messages, the one with the latest message first.
    func conversations(limit: Int) async throws -> [Conversation]
    /// A page of the conversations whose title or messages hold a text, letter case aside, those that are pinned first and of both
    /// the one with the latest message, and how many there are in all; both as of the same moment. Those in which nothing was said
    /// are left out.
    ///
    /// - Parameters:
    ///   - text: `nil` for all conversations.
    ///   - folder: Only those in the folder of this name; `nil` for all, in whatever folder.
    func conversations(
        holding text: String?, inFolder folder: String?, limit: Int, offset: Int
    ) async throws -> (conversations: [Conversation], total: Int)
    /// The folders that conversations are in, by their names. Conversations in which nothing was said do not count.
    func conversationFolders() async throws -> [ConversationFolder]
    /// Makes a conversation of the beginning of another one, with that one's title, system prompt and folder. Its messages are copies,
    /// as private as those that they are copies of, now and whenever what these were made of is called otherwise. Throws
    /// `unknown-item`.
    ///
    /// - Parameter last: The id of the last message that is copied; `.max` for all.
    func branchConversation(id: String, upTo last: Int64) async throws -> Conversation
    /// The conversation whose id is `id` or begins with it, without its messages.
    ///
    /// - Throws: `unknown-item`, or `ambiguous-item` when several begin like that.
    func conversation(matching id: String) async throws -> Conversation
    /// Changes a conversation: all that is said, or nothing. When it was used last stays. Where a prompt is called more or less private
    /// than the one before, the ledger says so. Throws `unknown-item`; `not-allowed` when a program would make the prompt milder.
    func changeConversation(id: String, _ change: ConversationChange) async throws
    /// Removes a conversation with its messages and its prompt state; returns how many messages went, or `nil` when there
    /// was no such conversation.
    @discardableResult
    func removeConversation(id: String) async throws -> Int?

    // MARK: Messages

    /// Adds messages at the end of a conversation, all or none, and returns them with their ids and the labels that they have
    /// there.
    ///
    /// - Parameters:
    ///   - answered: The id of the question that they answer; it is unanswered no longer.
    ///   - replaced: The id of the first message that they take the place of: it and everything after it goes in the same
    ///     step, so that there is one or the other at any time.
    ///   - last: The last message that may go; what came after it stays.
    /// - Throws: `unknown-item` when there is no such conversation.
    @discardableResult
    func append(
        _ messages: [ConversationMessage], toConversation id: String, answering answered: Int64?,
        replacingFrom replaced: Int64?, upTo last: Int64
    ) async throws -> [ConversationMessage]
    /// The newest `limit` messages of a conversation that are newer than `after` and older than `before`, oldest first, with the
    /// labels that they have now. Empty when there is no such conversation. To walk towards its beginning, pass the first id of
    /// one page as `before` of the next.
    func messages(
        ofConversation id: String, after: Int64, before: Int64, limit: Int
    ) async throws -> [ConversationMessage]
    /// The oldest `limit` messages of a conversation that are newer than `after` and older than `before`, oldest first, with the
    /// labels that they have now. Empty when there is no such conversation. To walk towards its end, pass the last id of one page
    /// as `after` of the next; see ``forEachMessage(ofConversation:together:_:)``.
    func oldestMessages(
        ofConversation id: String, after: Int64, before: Int64, limit: Int
    ) async throws -> [ConversationMessage]
    /// The last question and everything after it, oldest first; empty when there is none. Throws `unknown-item`.
    func lastTurn(ofConversation id: String) async throws -> [ConversationMessage]
    /// Removes the last question and everything after it, and returns what went, oldest first. Empty when there was none.
    @discardableResult
    func removeLastTurn(ofConversation id: String) async throws -> [ConversationMessage]
    /// Keeps the lengths of messages, so that they need not be counted again.
    func setTokenCounts(_ counts: [Int64: Int], tokenizer: String) async throws

    // MARK: What a prompt is built from

    /// How much of a conversation is older than a message, whatever it is. Throws `unknown-item`.
    func extent(ofConversation id: String, before first: Int64) async throws -> DroppedContext
    /// The id of the last message older than `before` that is no question: what comes after it waits for its answer. `nil`
    /// where there is none.
    func lastAnswer(ofConversation id: String, before: Int64) async throws -> Int64?
    /// Where the part of a conversation begins that goes into prompts; `nil` when that is all of it. Its summary is as private as
    /// what was summed up is now, and not milder than it was when it was made.
    func contextBoundary(ofConversation id: String) async throws -> ContextBoundary?
    /// Remembers the boundary; `nil` takes it away.
    func setContextBoundary(_ boundary: ContextBoundary?, ofConversation id: String) async throws
    /// The strictest label that a conversation's messages older than `before` have now; `nil` when it has none.
    func strictestLabel(ofConversation id: String, before: Int64) async throws -> SensitivityLabel?
}

/// What is to become something else of a conversation; the rest stays as it is.
public struct ConversationChange: Hashable, Sendable {
    /// How a model is to behave, and how private that is.
    public struct Prompt: Hashable, Sendable {
        /// `nil` takes it away.
        public var text: String?
        /// `nil` counts as personal.
        public var label: SensitivityLabel?

        public init(_ text: String?, label: SensitivityLabel? = nil) { (self.text, self.label) = (text, label) }
    }

    /// Another title; with `.some(nil)` it has that of its first question again (``Conversation/title``), which is never stored.
    public var title: String??
    public var systemPrompt: Prompt?
    /// Whether it stands before the others in a list.
    public var isPinned: Bool?
    /// The name of its folder; `.some(nil)` takes it out of the one that it is in.
    public var folder: String??

    public init() {}

    /// Whether everything stays.
    public var isEmpty: Bool { self == ConversationChange() }
}

extension ConversationStore {
    /// Gives a conversation another title; with `nil` it has that of its first question again. Throws `unknown-item`.
    public func renameConversation(id: String, to title: String?) async throws {
        var change = ConversationChange()
        change.title = .some(title)
        try await changeConversation(id: id, change)
    }

    /// Gives a conversation another system prompt; `nil` takes it away. Throws as ``changeConversation(id:_:)``.
    ///
    /// - Parameter label: How private it is; `nil` counts as personal.
    public func setSystemPrompt(
        _ prompt: String?, label: SensitivityLabel? = nil, ofConversation id: String
    ) async throws {
        var change = ConversationChange()
        change.systemPrompt = .init(prompt, label: label)
        try await changeConversation(id: id, change)
    }

    /// Pins a conversation or takes it off, and puts it in a folder; `nil` takes it out of the one that it is in. Throws
    /// `unknown-item`.
    public func placeConversation(id: String, isPinned: Bool, inFolder folder: String?) async throws {
        var change = ConversationChange()
        change.isPinned = isPinned
        change.folder = .some(folder)
        try await changeConversation(id: id, change)
    }

    /// Adds one message at the end of a conversation. Throws `unknown-item` when there is no such conversation.
    @discardableResult
    public func append(_ message: Message, toConversation id: String) async throws -> ConversationMessage {
        let stored = try await append(
            [ConversationMessage(message)], toConversation: id, answering: nil, replacingFrom: nil, upTo: .max)
        guard let first = stored.first else { throw StoreError(.failure, "The message was not stored.") }
        return first
    }

    /// Hands over the messages of a conversation in their order, a page in memory at a time. What is said meanwhile is not among
    /// them. None when there is no such conversation.
    ///
    /// - Parameters:
    ///   - together: How many messages are read at once.
    ///   - body: Sets the pace; what it throws ends the walk.
    public func forEachMessage(
        ofConversation id: String, together: Int = 32, _ body: (ConversationMessage) async throws -> Void
    ) async throws {
        guard let newest = try await messages(ofConversation: id, after: .min, before: .max, limit: 1).last?.id
        else { return }
        var last = Int64.min
        while last < newest {
            let page = try await oldestMessages(
                ofConversation: id, after: last, before: newest == .max ? newest : newest + 1, limit: max(1, together))
            // What was read of it went meanwhile.
            guard let end = page.last?.id else { return }
            for message in page { try await body(message) }
            last = end
        }
    }
}

/// The ids of messages and of their copies in another conversation, in their order.
package struct CopiedMessages {
    private var originals: [Int64] = []
    private var copies: [Int64] = []

    package init() {}

    package mutating func add(_ copy: Int64, of original: Int64) {
        originals.append(original)
        copies.append(copy)
    }

    /// The copy of the first message that one was given (`ConversationMessage.Origin.given`); of the first after it that is still
    /// there, where it went.
    package func given(_ given: Int64?) -> Int64? {
        guard let given else { return nil }
        var (low, high) = (0, originals.count)
        while low < high {
            let middle = (low + high) / 2
            if originals[middle] < given { low = middle + 1 } else { high = middle }
        }
        return low < copies.count ? copies[low] : nil
    }
}

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

/// A prefix that an engine has evaluated: its tokens, and the model's memory after them (the KV cache).
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
