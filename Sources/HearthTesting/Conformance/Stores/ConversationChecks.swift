import Foundation
import HearthCore
import HearthPrompts

extension StoreRun {
    func conversations() async throws {
        let made = try await library.createConversation(
            id: nil, title: "One", systemPrompt: "Be brief.", label: .private)
        try expect(UUID(uuidString: made.id) != nil, "an id that is none")
        try equal(made.systemPromptLabel, .private, "the label of the prompt")
        let second = try await talk("second")
        try await fails(.invalidInput, "an id that is taken") { _ = try await talk("second") }
        let at = Date(timeIntervalSinceNow: 60)
        _ = try await library.append(
            [ConversationMessage(Message(.user, "Hello"), createdAt: at)], toConversation: made.id, answering: nil,
            replacingFrom: nil, upTo: .max)
        let all = try await library.conversations(limit: .max)
        try equal(all.map(\.id), [made.id, second], "the one with the latest message first")
        try equal(all.first?.messageCount, 1, "messages")
        try equal(try await library.conversations(limit: 1).count, 1, "with a limit")
        try await library.renameConversation(id: made.id, to: "Two")
        try equal(try await library.conversation(matching: made.id).title, "Two", "the new title")
        try equal(try await library.removeConversation(id: made.id), 1, "messages that went")
        try expect(try await library.removeConversation(id: made.id) == nil, "gone twice")
        try equal(try await said(made.id), [], "messages of what is gone")
        try await fails(.unknownItem, "a title for nothing") {
            try await library.renameConversation(id: made.id, to: nil)
        }
    }

    /// A title that nobody gave is part of the first question: it is not there before it, and not after it.
    func titles() async throws {
        func title(_ id: String) async throws -> String? { try await library.conversation(matching: id).title }
        let id = try await talk()
        try equal(try await title(id), nil, "a title before a question")
        let words = "Is it " + Array(repeating: "word", count: 2_000).joined(separator: " ")
        try await say(.user, words.replacingOccurrences(of: " it ", with: "\n  it "), in: id)
        try await say(.assistant, "Yes.", in: id)
        let beginning: String = words.prefix(59) + "…"
        try equal(try await title(id), beginning, "the beginning of the first question")
        try await say(.user, "And now?", in: id)
        try equal(try await title(id), beginning, "after a second question")
        try await library.renameConversation(id: id, to: "Mine")
        try equal(try await title(id), "Mine", "a title that was given")
        try await library.renameConversation(id: id, to: nil)
        _ = try await library.removeLastTurn(ofConversation: id)
        try equal(try await library.conversations(limit: 1).first?.title, beginning, "in a list")
        _ = try await library.removeLastTurn(ofConversation: id)
        try equal(try await title(id), nil, "when the question is gone")
    }

    func conversationNames() async throws {
        for id in ["abc", "abcd", "x_y", "x%y"] { _ = try await talk(id) }
        try equal(try await library.conversation(matching: "abc").id, "abc", "a whole id")
        try equal(try await library.conversation(matching: "abcd").id, "abcd", "another")
        try equal(try await library.conversation(matching: "x_").id, "x_y", "a beginning with a sign")
        try await fails(.ambiguousItem, "a beginning of several") {
            _ = try await library.conversation(matching: "ab")
        }
        for id in ["", "z", "%"] {
            try await fails(.unknownItem, "'\(id)'") { _ = try await library.conversation(matching: id) }
        }
        for number in 1...4 {
            _ = try await talk("many\(number)")
            try await say(.user, "Q", in: "many\(number)", label: number == 4 ? .public : .private)
        }
        try await asProgram(upTo: .personal) {
            try equal(
                try await library.conversation(matching: "many").id, "many4", "the one of several that may be read")
        }
    }

    func messages() async throws {
        let id = try await talk()
        var message = Message(.assistant, "Answer\0", reasoning: "Thought")
        message.toolCalls = [ToolCall(id: "c", name: "tool", arguments: "{}")]
        var metadata = ConversationMessage.Metadata()
        metadata.notes = ["a note"]
        let stored = try await library.append(
            [
                ConversationMessage(
                    Message(.user, "Question"), createdAt: Date(timeIntervalSince1970: 7), state: .unanswered),
                ConversationMessage(message, label: .private, metadata: metadata),
            ], toConversation: id, answering: nil, replacingFrom: nil, upTo: .max)
        let read = try await said(id)
        try equal(read.map(\.message), [Message(.user, "Question"), message], "the messages")
        try equal(read.map(\.id), stored.map(\.id), "their ids")
        try equal(read.map(\.state), [.unanswered, .complete], "their states")
        try equal(read.first?.createdAt, Date(timeIntervalSince1970: 7), "when it was written")
        try equal(read.last?.metadata, metadata, "what is known of it")
        try await library.setTokenCounts([stored[0].id: 5], tokenizer: "t")
        _ = try await library.append(
            [ConversationMessage(Message(.assistant, "Late"))], toConversation: id, answering: stored[0].id,
            replacingFrom: nil, upTo: .max)
        let after = try await said(id)
        try equal(after.first?.state, .complete, "a question that was answered")
        try equal(after.first?.tokenCount, .init(tokenizer: "t", count: 5), "its length")
        var seen: [Int64] = []
        while true {
            let page = try await library.messages(
                ofConversation: id, after: .min, before: seen.last ?? .max, limit: 2)
            guard !page.isEmpty else { break }
            seen += page.map(\.id).reversed()
        }
        try equal(seen.reversed(), after.map(\.id), "all of them page by page")
        try equal(
            try await library.messages(ofConversation: id, after: after[0].id, before: after[2].id, limit: 9).map(\.id),
            [after[1].id], "between two")
        try await fails(.unknownItem, "a message for nothing") { try await say(.user, "x", in: "none") }
    }

    func messagesFromTheOldest() async throws {
        let (id, other) = (try await talk(), try await talk("other"))
        for number in 0..<7 {
            try await say(.user, "\(number)", in: id, label: number == 0 ? .private : .personal)
            try await say(.user, "aside", in: other)
        }
        let all = try await said(id)
        var seen: [ConversationMessage] = []
        while true {
            let page = try await library.oldestMessages(
                ofConversation: id, after: seen.last?.id ?? .min, before: .max, limit: 3)
            guard !page.isEmpty else { break }
            try expect(page.count <= 3, "\(page.count) messages, with a limit of 3")
            seen += page
        }
        try equal(seen, all, "all of them page by page, with their labels")
        func ids(after: Int64, before: Int64, limit: Int) async throws -> [Int64] {
            try await library.oldestMessages(ofConversation: id, after: after, before: before, limit: limit).map(\.id)
        }
        try equal(
            try await ids(after: all[1].id, before: all[5].id, limit: 2), [all[2].id, all[3].id],
            "the first of those between two")
        try equal(
            try await ids(after: all[1].id, before: all[4].id, limit: 9), [all[2].id, all[3].id], "between two")
        try equal(try await ids(after: .min, before: .max, limit: 0), [], "none")
        try equal(
            try await library.oldestMessages(ofConversation: "none", after: .min, before: .max, limit: 9), [],
            "of nothing")
        let hidden = try await asProgram(upTo: .personal) { try await ids(after: .min, before: .max, limit: 9) }
        try equal(hidden, [], "of a conversation that is not a program's to read")
        var walked: [Int64] = []
        try await library.forEachMessage(ofConversation: id, together: 2) { message in
            walked.append(message.id)
            if walked.count < 3 { try await say(.user, "said meanwhile", in: id) }
        }
        try equal(walked, all.map(\.id), "a walk through what was there when it began")
    }

    func replacedTurns() async throws {
        let id = try await talk()
        for text in ["Q1", "A1", "Q2", "A2"] { try await say(text.hasPrefix("Q") ? .user : .assistant, text, in: id) }
        let before = try await said(id)
        try await library.setContextBoundary(ContextBoundary(upTo: before[2].id), ofConversation: id)
        try await say(.user, "Q3", in: id)
        _ = try await library.append(
            [ConversationMessage(Message(.user, "Q2 again")), ConversationMessage(Message(.assistant, "A2 again"))],
            toConversation: id, answering: nil, replacingFrom: before[2].id, upTo: before[3].id)
        let after = try await said(id)
        try equal(
            after.map(\.message.content), ["Q1", "A1", "Q3", "Q2 again", "A2 again"], "one in place of the other")
        try expect(after.last.map { $0.id > before[3].id } ?? false, "an id was given again")
        try expect(try await library.contextBoundary(ofConversation: id) == nil, "a boundary behind what is left")
    }

    func lastTurns() async throws {
        let id = try await talk()
        try equal(try await library.lastTurn(ofConversation: id), [], "of an empty one")
        for text in ["Q1", "A1", "Q2", "A2"] { try await say(text.hasPrefix("Q") ? .user : .assistant, text, in: id) }
        try equal(try await library.lastTurn(ofConversation: id).map(\.message.content), ["Q2", "A2"], "the last turn")
        let last = try unwrap(try await said(id).last, "message").id
        try equal(try await library.removeLastTurn(ofConversation: id).map(\.message.content), ["Q2", "A2"], "removed")
        try equal(try await said(id).map(\.message.content), ["Q1", "A1"], "what is left")
        try expect(try await say(.user, "Q3", in: id).id > last, "an id was given again")
        try await fails(.unknownItem, "the last turn of nothing") {
            _ = try await library.lastTurn(ofConversation: "none")
        }
    }

    func conversationSearch() async throws {
        for (id, title, text) in [
            ("a", "Harbour", "We talked."), ("b", "Garden", "ÜBER den Hafen"), ("c", "Hafen", ""),
        ] {
            _ = try await library.createConversation(id: id, title: title, systemPrompt: nil, label: nil)
            if !text.isEmpty { try await say(.user, text, in: id) }
        }
        func found(_ text: String?) async throws -> [String] {
            try await library.conversations(holding: text, inFolder: nil, limit: 9, offset: 0).conversations.map(\.id)
                .sorted()
        }
        try equal(try await found("HARBOUR"), ["a"], "by title")
        try equal(try await found("über DEN"), ["b"], "by what was said")
        try equal(try await found("hafen"), ["b"], "without those in which nothing was said")
        try equal(try await found(nil), ["a", "b"], "all")
        let page = try await library.conversations(holding: nil, inFolder: nil, limit: 1, offset: 1)
        try equal(page.conversations.count, 1, "a page")
        try equal(page.total, 2, "how many there are")
    }

    func prompts() async throws {
        let id = try await talk()
        for turn in 0..<100 {
            try await say(.user, "question \(turn)", in: id)
            try await say(.assistant, "answer \(turn)", in: id, label: turn == 99 ? .private : .personal)
        }
        let budget = ContextBudget(contextLength: 500, reservedForOutput: 100, tokensAroundMessage: 0)
        let built = try await library.context(
            ofConversation: id, systemPrompt: "Be brief.", budget: budget, tokenizer: EstimatedTokenizer(),
            new: [Message(.user, "next")])
        let texts = built.context.messages.map(\.content)
        try equal(texts.first, "Be brief.", "the system prompt")
        try equal(texts.last, "next", "the new message")
        try equal(texts.dropLast().last, "answer 99", "the newest of the conversation")
        try expect(built.overflows, "a hundred turns fit")
        try equal(built.context.label, .private, "the strictest label")
        let taken = texts.count - 2
        try equal(built.context.dropped.count, 200 - taken, "what was left out")
        let first = try unwrap(built.context.firstIncluded, "first message")
        try equal(try await library.extent(ofConversation: id, before: first).count, 200 - taken, "what is older")
        let wide = try await library.context(
            ofConversation: id, systemPrompt: nil, budget: ContextBudget(contextLength: nil),
            tokenizer: EstimatedTokenizer(), new: [])
        try equal(wide.context.messages.count, 200, "without a bound")
        try equal(try await library.lastAnswer(ofConversation: id, before: first), first - 1, "the answer before")
        try await fails(.unknownItem, "a prompt from nothing") {
            _ = try await library.context(
                ofConversation: "none", systemPrompt: nil, budget: budget, tokenizer: EstimatedTokenizer(), new: [])
        }
        try await asProgram(upTo: .personal) {
            try await fails(.unknownItem, "a prompt above the ceiling") {
                _ = try await library.context(
                    ofConversation: id, systemPrompt: nil, budget: budget, tokenizer: EstimatedTokenizer(), new: [])
            }
        }
    }

    func boundaries() async throws {
        let id = try await talk()
        let document = try await store("/a", ["a"])
        let question = try await say(.user, "Q", in: id, origin: .init(documents: [document: .personal]))
        try expect(try await library.contextBoundary(ofConversation: id) == nil, "a boundary that nobody set")
        let boundary = ContextBoundary(
            upTo: question.id, summary: "So far.", label: .public, promptTokens: 9, maxMessages: 8)
        try await library.setContextBoundary(boundary, ofConversation: id)
        var read = try unwrap(try await library.contextBoundary(ofConversation: id), "boundary")
        try equal(read.label, .personal, "the label of what was summed up")
        try await library.setLabel(.private, ofDocument: document)
        read = try unwrap(try await library.contextBoundary(ofConversation: id), "boundary")
        try equal(read.label, .private, "the label of what is called private since")
        read.label = .public
        try equal(read, boundary, "the rest")
        try await library.setContextBoundary(nil, ofConversation: id)
        try expect(try await library.contextBoundary(ofConversation: id) == nil, "a boundary that was taken away")
    }

    func labelsOfMessages() async throws {
        let document = try await store("/a", ["a"])
        let id = try await talk()
        let question = try await say(.user, "Q", in: id, label: .public)
        try await say(.assistant, "A", in: id, label: .public, origin: .init(documents: [document: .personal]))
        try await say(.user, "Q", in: id, label: .public)
        try await say(.assistant, "A", in: id, label: .public, origin: .init(given: question.id))
        try equal(try await said(id).map(\.label), [.public, .personal, .public, .personal], "of their sources")
        try await library.setLabel(.private, ofDocument: document)
        try equal(try await said(id).map(\.label), [.public, .private, .public, .private], "of what is private now")
        try equal(try await library.strictestLabel(ofConversation: id, before: .max), .private, "of all")
        try equal(
            try await library.strictestLabel(ofConversation: id, before: question.id + 1), .public, "of the first")
        try equal(
            try await library.label(of: [.conversation(id, before: question.id + 1)]), .public, "of a part as origin")
        try equal(try await library.label(of: [.conversation(id)]), .private, "of the whole as origin")
        try await asProgram(upTo: .personal) {
            try equal(try await said(id), [], "what a program reads")
            try equal(try await library.conversations(limit: 9).count, 0, "what it lists")
            try await fails(.unknownItem, "it by name") { _ = try await library.conversation(matching: id) }
        }
    }

    func labelsThatOutliveDocuments() async throws {
        let document = try await store("/a", ["a"], label: .private)
        let id = try await talk()
        let question = try await say(.user, "Q", in: id, label: .public)
        try await say(.assistant, "A", in: id, label: .public, origin: .init(documents: [document: .private]))
        try await library.removeDocuments(ids: [document])
        try equal(try await said(id).map(\.label), [.public, .private], "of a document that is gone")
        // One that was gone before the message came.
        let late = try await say(.user, "L", in: id, label: .public, origin: .init(documents: ["none": .personal]))
        try equal(late.label, .personal, "of a document that was gone already")
        try await say(.user, "Q2", in: id, label: .public)
        try await say(.assistant, "A2", in: id, label: .public, origin: .init(given: question.id))
        let all = try await said(id)
        _ = try await library.append(
            [ConversationMessage(Message(.user, "Q again"), label: .public)], toConversation: id, answering: nil,
            replacingFrom: all[0].id, upTo: all[1].id)
        let answer = try unwrap(try await said(id).first { $0.message.content == "A2" }, "answer")
        try equal(answer.label, .private, "of messages that are gone")
        // A copy of the later version that is called milder says nothing of the earlier one, whose place is gone.
        let first = try await store("/b", ["b"])
        let other = try await talk("other")
        try await say(.assistant, "B", in: other, label: .public, origin: .init(documents: [first: .personal]))
        let edited = try await store("/b", ["c"], label: .private)
        try await store("/copy", ["c"])
        _ = try await library.removeSources(paths: ["/b"], keepsLabels: false)
        try await library.setLabel(.public, ofDocument: edited)
        try equal(try await said(other).map(\.label), [.private], "of an earlier version of what lies elsewhere too")
    }

    func systemPrompts() async throws {
        let id = try await talk(prompt: "Secret rules.", label: .private)
        try await say(.user, "Q", in: id, label: .public)
        try await say(.assistant, "A", in: id, label: .public)
        try equal(try await said(id).map(\.label), [.public, .private], "an answer under a private prompt")
        try await library.setSystemPrompt("Rules.", label: .public, ofConversation: id)
        try equal(try await said(id).map(\.label), [.public, .private], "an answer under the prompt before")
        try equal(try await library.conversation(matching: id).systemPrompt, "Rules.", "the prompt")
        let records = try await library.ledger(LedgerFilter(kind: .label)).map(\.entry.text)
        try equal(records, ["prompt of conversation talk: private to public"], "the record")
        try await library.setSystemPrompt("Rules", label: .private, ofConversation: id)
        try await asProgram(upTo: .private) {
            try await fails(.notAllowed, "a milder prompt by a program") {
                try await library.setSystemPrompt("x", label: .personal, ofConversation: "talk")
            }
            var change = ConversationChange()
            change.systemPrompt = .init("x", label: .personal)
            change.title = .some("Mine")
            change.isPinned = true
            change.folder = .some("Home")
            try await fails(.notAllowed, "a milder prompt among other changes") { [change] in
                try await library.changeConversation(id: "talk", change)
            }
        }
        let kept = try await library.conversation(matching: id)
        try expect(kept.title != "Mine" && !kept.isPinned && kept.folder == nil, "the rest of what was refused")
        try equal(kept.systemPrompt, "Rules", "the prompt that stays")
    }

    func promptStates() async throws {
        let states = library.promptStateStore
        let id = try await talk()
        func keep() throws {
            try states.save(PromptState(identity: "m", tokens: [1], data: [2]), ofConversation: id)
        }
        func isKept() -> Bool { states.tokens(ofConversation: id, identity: "m") != nil }
        try keep()
        try expect(isKept(), "a state is not kept")
        try expect(
            states.tokens(ofConversation: id, identity: "other") == nil, "a state of another engine is given out")
        try await say(.user, "Q", in: id)
        try expect(isKept(), "a message takes a state away")
        _ = try await library.removeLastTurn(ofConversation: id)
        try expect(!isKept(), "a state outlives a turn that was removed")
        let document = try await store("/a", ["a"])
        try keep()
        let mark = try states.mark()
        try await library.setLabel(.private, ofDocument: document)
        try expect(!isKept(), "a state outlives a label that rose")
        try states.save(PromptState(identity: "m", tokens: [1], data: [2]), ofConversation: id, since: mark)
        try expect(!isKept(), "a state that was begun before is kept")
        try keep()
        try await library.removeDocuments(ids: [document])
        try expect(!isKept(), "a state outlives a document")
        try keep()
        _ = try await library.removeConversation(id: id)
        try expect(!isKept(), "a state outlives its conversation")
    }
}
