import HearthCore
import HearthStore
import HearthTesting
import Testing

@Suite struct ConversationTests {
    private let store: TemporaryStore
    private let database: HearthDatabase

    init() throws {
        store = try TemporaryStore()
        database = try store.open()
    }

    @Test func messagesStayInOrder() async throws {
        let first = try await database.createConversation(title: "First")
        let second = try await database.createConversation(id: "second")
        for number in 0..<5 {
            try await database.append(
                Message(number % 2 == 0 ? .user : .assistant, "m\(number)"), toConversation: first.id)
        }
        try await database.append(Message(.user, "other"), toConversation: second.id, metadata: #"{"engine":"basic"}"#)
        #expect(
            try await database.messages(ofConversation: first.id).map(\.message.content) == [
                "m0", "m1", "m2", "m3", "m4",
            ])
        #expect(try await database.messages(ofConversation: first.id, limit: 2).map(\.message.content) == ["m3", "m4"])
        #expect(try await database.messages(ofConversation: "second").first?.metadata == #"{"engine":"basic"}"#)
        #expect(try await database.conversations().map(\.id) == ["second", first.id])
        #expect(try await database.conversations().map(\.messageCount) == [1, 5])
        #expect(try await database.messages(ofConversation: "none").isEmpty)
    }

    @Test func unknownOrDoubleConversationsAreErrors() async throws {
        _ = try await database.createConversation(id: "a")
        #expect(await code { _ = try await database.createConversation(id: "a") } == "invalid-input")
        #expect(await code { try await database.append(Message(.user, "x"), toConversation: "b") } == "unknown-item")
    }

    @Test func aRemovedConversationIsGone() async throws {
        _ = try await database.createConversation(id: "a")
        try await database.append(Message(.user, "plantedquestion"), toConversation: "a")
        #expect(try await database.removeConversation(id: "a") == 1)
        #expect(try await database.removeConversation(id: "a") == nil)
        #expect(try await database.conversations().isEmpty)
        #expect(try await database.scan(for: [Array("plantedquestion".utf8)]) == 0)
    }

    @Test func settingsAreKept() async throws {
        #expect(try await database.setting("engine") == nil)
        try await database.setSetting("engine", to: "local")
        try await database.setSetting("engine", to: "basic")
        try await database.setSetting("engine.model", to: "x")
        try await database.setSetting("other_1", to: "y")
        #expect(try await database.setting("engine") == "basic")
        #expect(try await database.settings(withPrefix: "engine") == ["engine": "basic", "engine.model": "x"])
        #expect(try await database.settings(withPrefix: "%").isEmpty)
        try await database.setSetting("engine", to: nil)
        #expect(try await database.settings().keys.sorted() == ["engine.model", "other_1"])
    }
}
