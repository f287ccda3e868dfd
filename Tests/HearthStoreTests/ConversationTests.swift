import Foundation
import HearthCore
import HearthPrompts
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

    /// A conversation of `turns` questions and answers, ten words each.
    private func talk(_ turns: Int, id: String = "talk") async throws -> Conversation {
        let conversation = try await database.createConversation(id: id)
        let words = String(repeating: "word ", count: 9)
        try await database.append(
            (0..<turns).flatMap {
                [
                    ConversationMessage(Message(.user, words + "q\($0)")),
                    ConversationMessage(Message(.assistant, words + "a\($0)")),
                ]
            }, toConversation: id)
        return conversation
    }

    @Test func messagesStayInOrder() async throws {
        let first = try await database.createConversation(title: "First")
        _ = try await database.createConversation(id: "second")
        for number in 0..<5 {
            try await database.append(
                Message(number % 2 == 0 ? .user : .assistant, "m\(number)"), toConversation: first.id)
        }
        try await database.append(Message(.user, "other"), toConversation: "second")
        let messages = try await database.messages(ofConversation: first.id)
        #expect(messages.map(\.message.content) == ["m0", "m1", "m2", "m3", "m4"])
        #expect(try await database.messages(ofConversation: first.id, limit: 2).map(\.message.content) == ["m3", "m4"])
        let page = try await database.messages(ofConversation: first.id, before: messages[3].id, limit: 2)
        #expect(page.map(\.message.content) == ["m1", "m2"])
        #expect(try await database.conversations().map(\.id) == ["second", first.id])
        #expect(try await database.conversations().map(\.messageCount) == [1, 5])
        #expect(try await database.messages(ofConversation: "none").isEmpty)
    }

    @Test func everythingAboutAMessageIsKept() async throws {
        _ = try await database.createConversation(id: "a", title: "T", systemPrompt: "Be brief.\0")
        var metadata = ConversationMessage.Metadata()
        metadata.engine = .local
        metadata.model = "m"
        metadata.usage = TokenUsage(promptTokens: 3, completionTokens: 4, cachedTokens: 2)
        metadata.dropped = DroppedContext(count: 1, tokens: 2, summary: "s")
        metadata.wasFallback = true
        metadata.abstained = true
        metadata.abstention = .noDocuments
        let call = ToolCall(id: "1", name: "n", arguments: "{}")
        let message = ConversationMessage(
            Message(.assistant, "text", reasoning: "thought", toolCalls: [call]),
            createdAt: Date(timeIntervalSince1970: 5),
            state: .stopped, label: .private, metadata: metadata, tokenCount: .init(tokenizer: "t", count: 7))
        let result = ConversationMessage(Message(.tool, "12:00", toolCallID: "1"), label: .public)
        let stored = try await database.append([message, result], toConversation: "a")
        #expect(try await database.messages(ofConversation: "a").map(\.id) == stored.map(\.id))
        var read = try await database.messages(ofConversation: "a")
        for index in read.indices { read[index].id = 0 }
        #expect(read[0] == message)
        #expect(read[1].message == result.message && read[1].label == .public)
        #expect(try await database.conversation(matching: "a").systemPrompt == "Be brief.\0")
        #expect(try await database.strictestLabel(ofConversation: "a") == .private)
    }

    @Test func unknownOrDoubleConversationsAreErrors() async throws {
        _ = try await database.createConversation(id: "a")
        #expect(await code { _ = try await database.createConversation(id: "a") } == "invalid-input")
        #expect(await code { try await database.append(Message(.user, "x"), toConversation: "b") } == "unknown-item")
        #expect(await code { try await database.renameConversation(id: "b", to: "t") } == "unknown-item")
        #expect(await code { try await database.setSystemPrompt("s", ofConversation: "b") } == "unknown-item")
        #expect(await code { try await database.removeLastTurn(ofConversation: "b") } == "unknown-item")
    }

    @Test func aConversationIsFoundByTheBeginningOfItsID() async throws {
        for id in ["abc1", "abc2", "abc", "a_c9"] { _ = try await database.createConversation(id: id) }
        #expect(try await database.conversation(matching: "abc2").id == "abc2")
        #expect(try await database.conversation(matching: "a_").id == "a_c9")
        // An id that is also the beginning of others means itself.
        #expect(try await database.conversation(matching: "abc").id == "abc")
        #expect(await code { _ = try await database.conversation(matching: "ab") } == "ambiguous-item")
        for unknown in ["", "x", "%", "abc22"] {
            #expect(await code { _ = try await database.conversation(matching: unknown) } == "unknown-item")
        }
    }

    @Test func anAnswerAndTheStateOfItsQuestionAreOneTransaction() async throws {
        _ = try await database.createConversation(id: "a")
        let question = try await database.append(
            [ConversationMessage(Message(.user, "q"), state: .unanswered)], toConversation: "a")
        #expect(try await database.messages(ofConversation: "a").map(\.state) == [.unanswered])
        try await database.append(
            [ConversationMessage(Message(.assistant, "a"))], toConversation: "a", answering: question[0].id)
        #expect(try await database.messages(ofConversation: "a").map(\.state) == [.complete, .complete])
    }

    @Test func theLastTurnCanBeTakenBack() async throws {
        let talk = try await talk(2)
        try await database.setContextBoundary(ContextBoundary(upTo: .max), ofConversation: talk.id)
        let removed = try await database.removeLastTurn(ofConversation: talk.id)
        #expect(removed.map { $0.message.content.suffix(2) } == ["q1", "a1"])
        #expect(try await database.messages(ofConversation: talk.id).count == 2)
        #expect(try await database.contextBoundary(ofConversation: talk.id) == nil)
        try await database.removeLastTurn(ofConversation: talk.id)
        #expect(try await database.removeLastTurn(ofConversation: talk.id).isEmpty)
    }

    @Test func aTurnIsReplacedInOneStep() async throws {
        let talk = try await talk(3)
        let before = try await database.messages(ofConversation: talk.id)
        try await database.setContextBoundary(ContextBoundary(upTo: before[4].id), ofConversation: talk.id)
        #expect(try await database.lastTurn(ofConversation: talk.id) == Array(before.suffix(2)))
        let new = [ConversationMessage(Message(.user, "q")), ConversationMessage(Message(.assistant, "a"))]
        let stored = try await database.append(new, toConversation: talk.id, replacingFrom: before[2].id)
        let after = try await database.messages(ofConversation: talk.id)
        #expect(after.map(\.id) == [before[0].id, before[1].id] + stored.map(\.id))
        #expect(after.suffix(2).map(\.message.content) == ["q", "a"])
        // It would hide what is there now.
        #expect(try await database.contextBoundary(ofConversation: talk.id) == nil)
        // Another conversation's messages are not its own to replace.
        let other = try await database.createConversation()
        try await database.append(new, toConversation: other.id, replacingFrom: 0)
        #expect(try await database.messages(ofConversation: talk.id) == after)
        // All or nothing: where the new ones cannot be written, the old ones stay.
        #expect(
            await code { try await database.append(new, toConversation: "none", replacingFrom: before[0].id) }
                == "unknown-item")
        #expect(try await database.messages(ofConversation: talk.id) == after)
        // What came after the last that may go stays.
        try await database.append(new, toConversation: talk.id, replacingFrom: stored[0].id, upTo: stored[0].id)
        let roles = try await database.messages(ofConversation: talk.id).map(\.message.role)
        #expect(roles.suffix(3) == [.assistant, .user, .assistant])
    }

    @Test func theLabelOfASystemPromptIsKept() async throws {
        let talk = try await database.createConversation(systemPrompt: "Rules.", label: .private)
        #expect(talk.promptLabel == .private)
        #expect(try await database.conversation(matching: talk.id).systemPromptLabel == .private)
        #expect(try await database.conversations().first?.promptLabel == .private)
        try await database.setSystemPrompt("Other rules.", ofConversation: talk.id)
        #expect(try await database.conversation(matching: talk.id).promptLabel == .personal)
        try await database.setSystemPrompt(nil, ofConversation: talk.id)
        #expect(try await database.conversation(matching: talk.id).promptLabel == .public)
    }

    @Test func theNumberOfAMessageIsNeverGivenAgain() async throws {
        _ = try await database.createConversation(id: "a")
        var given: Set<Int64> = []
        for round in 0..<4 {
            let turn = [ConversationMessage(Message(.user, "q")), ConversationMessage(Message(.assistant, "a"))]
            let ids = try await database.append(turn, toConversation: "a").map(\.id)
            #expect(ids == ids.sorted() && given.isDisjoint(with: ids) && ids.allSatisfy { $0 > given.max() ?? 0 })
            given.formUnion(ids)
            if round.isMultiple(of: 2) {
                try await database.removeLastTurn(ofConversation: "a")
            } else {
                try await database.removeConversation(id: "a")
                _ = try await database.createConversation(id: "a")
            }
        }
        #expect(given.count == 8)
    }

    @Test func whatWasDecidedAboutAnAnswerIsKeptWithIt() async throws {
        _ = try await database.createConversation(id: "a")
        var metadata = ConversationMessage.Metadata()
        metadata.route = RoutingDecision(
            task: .answer, engine: .local, model: "m", reason: "first in order",
            rejected: [.init(engine: .apple, reason: "not on this system")])
        metadata.unsupported = [TextSpan(start: 2, end: 4)]
        metadata.droppedPassages = [
            Passage(chunkID: 7, documentID: "d", path: "/d", span: TextSpan(start: 0, end: 9), text: "", score: 1)
        ]
        let message = ConversationMessage(Message(.assistant, "answer"), metadata: metadata)
        try await database.append([message], toConversation: "a")
        #expect(try await database.messages(ofConversation: "a").first?.metadata == metadata)
    }

    @Test func aRemovedConversationIsGone() async throws {
        _ = try await database.createConversation(id: "a", systemPrompt: "plantedprompt")
        try await database.append(Message(.user, "plantedquestion", reasoning: "plantedreason"), toConversation: "a")
        try await database.setContextBoundary(ContextBoundary(upTo: 1, summary: "plantedsummary"), ofConversation: "a")
        try database.promptStates().save(PromptState(identity: "i", tokens: [1], data: [2]), ofConversation: "a")
        #expect(try await database.removeConversation(id: "a") == 1)
        #expect(try await database.removeConversation(id: "a") == nil)
        #expect(try await database.conversations().isEmpty)
        #expect(database.promptStates().tokens(ofConversation: "a", identity: "i") == nil)
        let planted = ["plantedprompt", "plantedquestion", "plantedreason", "plantedsummary"]
        #expect(try await database.scan(for: planted.map { Array($0.utf8) }) == 0)
    }

    @Test func aPromptIsBuiltFromTheNewestPagesOnly() async throws {
        let talk = try await talk(500)
        // Each message has 10 words of up to 4 characters: 10 or 11 tokens by the estimate, 12 around it.
        let budget = ContextBudget(contextLength: 2000, reservedForOutput: 200)
        let new = [Message(.user, "new question")]
        let (built, overflows) = try await database.context(
            ofConversation: talk.id, systemPrompt: "Be brief.", budget: budget, tokenizer: EstimatedTokenizer(),
            new: new)
        let whole = try ContextBuilder(budget: budget, tokenizer: EstimatedTokenizer()).build(
            systemPrompt: "Be brief.", history: try await database.messages(ofConversation: talk.id), new: new)
        #expect(overflows)
        #expect(built.messages == whole.messages && built.promptTokens == whole.promptTokens)
        #expect(built.dropped == whole.dropped && built.dropped.count == 1000 - built.messages.count + 2)
        #expect(built.firstIncluded == whole.firstIncluded)

        try await database.setTokenCounts(built.counted, tokenizer: EstimatedTokenizer().name)
        let again = try await database.context(
            ofConversation: talk.id, systemPrompt: "Be brief.", budget: budget, tokenizer: EstimatedTokenizer(),
            new: new)
        #expect(again.context.messages == built.messages && again.context.counted.isEmpty)
    }

    @Test func theBoundaryOfAPromptIsRemembered() async throws {
        let talk = try await talk(3)
        let messages = try await database.messages(ofConversation: talk.id)
        let boundary = ContextBoundary(
            upTo: messages[1].id, summary: "They met.", label: .private, promptTokens: 900, maxMessages: nil)
        try await database.setContextBoundary(boundary, ofConversation: talk.id)
        #expect(try await database.contextBoundary(ofConversation: talk.id) == boundary)
        let (built, _) = try await database.context(
            ofConversation: talk.id, systemPrompt: nil, budget: ContextBudget(contextLength: nil),
            tokenizer: EstimatedTokenizer(), boundary: boundary, new: [Message(.user, "new")], label: .public)
        #expect(built.messages.count == 6)
        #expect(built.messages.first?.role == .system && built.messages.first?.content.contains("They met.") == true)
        #expect(built.dropped.count == 2 && built.dropped.summary == "They met.")
        #expect(built.label == .private)
        #expect(boundary.serves(ContextBudget(contextLength: 1000, reservedForOutput: 100)))
        #expect(!boundary.serves(ContextBudget(contextLength: 1001, reservedForOutput: 100)))
    }

    @Test func conversationsAreSearchedInTheStoreByTitleAndWords() async throws {
        for (id, title, words) in [
            ("a", "Harbour", "We talked about the LEASE."), ("b", "Über die Miete", "Nothing else."),
            ("c", "Garden", "Der Mietvertrag endet im MÄRZ.\0 lease"), ("d", "Lease, never begun", nil as String?),
        ] {
            _ = try await database.createConversation(id: id, title: title)
            guard let words else { continue }
            try await database.append(Message(.user, words), toConversation: id)
        }
        func found(_ text: String?, limit: Int = 10, offset: Int = 0) async throws -> (ids: [String], total: Int) {
            let page = try await database.conversations(holding: text, limit: limit, offset: offset)
            return (page.conversations.map(\.id), page.total)
        }
        // The one with the latest message first; one in which nothing was said is left out.
        #expect(try await found(nil) == (["c", "b", "a"], 3))
        #expect(try await found("lEaSe") == (["c", "a"], 2))
        #expect(try await found("lease", limit: 1) == (["c"], 2))
        #expect(try await found("lease", limit: 5, offset: 1) == (["a"], 2))
        // Letters beyond ASCII have a case, too; a wildcard is a character.
        #expect(try await found("märz") == (["c"], 1))
        #expect(try await found("ma\u{308}rz") == (["c"], 1))
        #expect(try await found("ÜBER") == (["b"], 1))
        #expect(try await found("%").total == 0)
        #expect(try await found("harbour") == (["a"], 1))
    }

    @Test func entriesOfTheJournalAreNotCountedAsDocuments() async throws {
        let entry = JournalSession(id: "one", text: "Planted a tree.")
        _ = try await database.storeJournal([entry]) { session in
            let hash = session.contentHash
            let path = JournalSession.pathPrefix + session.id
            let document = NewDocument(
                contentHash: hash, processing: "test", title: nil, language: nil, label: .private, createdAt: nil,
                byteCount: session.text.utf8.count,
                content: ExtractedDocument(format: .text, title: nil, text: session.text, blocks: []), chunks: [])
            return Ingestion(
                source: SourceFile(
                    path: path, size: session.text.utf8.count, modifiedAt: Date(timeIntervalSince1970: 0), hash: hash),
                document: document)
        }
        let counts = try await database.counts()
        #expect(counts.documents == 0 && counts.sources == 1)
    }
}
