import HearthCore
import HearthPrompts
import HearthTesting
import Testing

/// Prompts from conversations: what goes in, what is left out, and what is refused.
struct ContextBuilderTests {
    /// One token a letter, so that lengths can be read off.
    struct Letters: TextTokenizer {
        let name = "letters"
        func tokenEnds(in text: String) -> [Int] { (0..<text.utf8.count).map { $0 + 1 } }
    }

    /// Fails when it is asked to count.
    struct Refusing: TextTokenizer {
        let name = "letters"
        func tokenEnds(in text: String) -> [Int] {
            Issue.record("counted \(text.prefix(20))")
            return []
        }
    }

    private func builder(_ room: Int?, maxMessages: Int? = nil, policy: ContextBudget.Policy = .dropOldest)
        -> ContextBuilder
    {
        ContextBuilder(
            budget: ContextBudget(
                contextLength: room, reservedForOutput: 0, maxMessages: maxMessages, policy: policy,
                tokensAroundMessage: 0), tokenizer: Letters())
    }

    /// Questions and answers of ten letters each.
    private func history(_ turns: Int) -> [ConversationMessage] {
        var messages: [ConversationMessage] = []
        for turn in 0..<turns {
            let id = Int64(turn * 2)
            messages.append(ConversationMessage(id: id + 1, Message(.user, "question\(turn % 10)x")))
            messages.append(ConversationMessage(id: id + 2, Message(.assistant, "answer.\(turn % 10)xx")))
        }
        return messages
    }

    private let new = [Message(.user, "newquest.")]
    private let around = ContextBudget.tokensAroundPrompt

    @Test func withoutABoundEverythingGoesIn() throws {
        let built = try builder(nil).build(systemPrompt: "system", history: history(3), new: new)
        #expect(
            built.messages.map(\.role) == [.system, .user, .assistant, .user, .assistant, .user, .assistant, .user])
        #expect(built.dropped == DroppedContext())
        #expect(built.firstIncluded == 1)
        #expect(built.messages.last == new[0])
    }

    @Test func theOldestTurnsAreDroppedWhole() throws {
        let fixed = around + 6 + 9
        for room in 0..<45 {
            let built = try builder(fixed + room).build(systemPrompt: "system", history: history(2), new: new)
            let turns = min(2, room / 20)
            #expect(built.messages.count == 2 + 2 * turns, "room \(room)")
            #expect(built.messages[1].role == .user)
            #expect(built.dropped.count == 4 - 2 * turns)
            #expect(built.promptTokens == fixed + 20 * turns && built.promptTokens <= fixed + room)
        }
    }

    @Test func theAnswersShareIsKeptFree() throws {
        var budget = ContextBudget(contextLength: 100, reservedForOutput: 30)
        #expect(budget.promptTokens == 70)
        budget.reservedForOutput = .max
        #expect(budget.promptTokens == 50)
        budget.reservedForOutput = -5
        #expect(budget.promptTokens == 100)
        budget.contextLength = -1
        #expect(budget.promptTokens == 0)
        budget.contextLength = nil
        #expect(budget.promptTokens == nil)
    }

    @Test func theNewMessageEntersOnce() throws {
        // As after it was stored, and as from a caller that appends it to the history.
        let stored = history(1) + [ConversationMessage(id: 9, new[0], state: .unanswered)]
        let built = try builder(nil).build(history: stored, new: new)
        #expect(built.messages.filter { $0 == new[0] }.count == 1)
        #expect(built.messages.count == 3)
        #expect(built.dropped == DroppedContext())
    }

    @Test func questionsWithoutAnAnswerAreSkipped() throws {
        var broken = history(2)
        broken.insert(ConversationMessage(id: 90, Message(.user, "lost")), at: 2)
        broken.insert(ConversationMessage(id: 91, Message(.assistant, "")), at: 3)
        let built = try builder(nil).build(history: broken, new: new)
        #expect(built.messages == (history(2).map(\.message) + new))
        for pair in zip(built.messages, built.messages.dropFirst()) { #expect(pair.0.role != pair.1.role) }
    }

    @Test func aPromptNeverStartsWithAnAnswer() throws {
        let greeting = [ConversationMessage(id: 1, Message(.assistant, "Welcome!"))]
        let built = try builder(nil).build(history: greeting, new: new)
        #expect(built.messages == new)
        #expect(built.dropped.count == 1)
        let turns = history(3).map { message in
            var later = message
            later.id += 1
            return later
        }
        #expect(try builder(nil).build(history: greeting + turns, new: new).messages.first?.role == .user)
    }

    @Test func toolResultsStayWithTheirCalls() throws {
        let call = ToolCall(id: "1", name: "f", arguments: "{}")
        let turn = [
            ConversationMessage(id: 1, Message(.user, "q")),
            ConversationMessage(id: 2, Message(.assistant, "", toolCalls: [call])),
            ConversationMessage(id: 3, Message(.tool, "result", toolCallID: "1")),
            ConversationMessage(id: 4, Message(.assistant, "a")),
        ]
        let cost = 1 + 3 + 6 + 1
        let fixed = around + 9
        #expect(try builder(fixed + cost).build(history: turn, new: new).messages.count == 5)
        #expect(try builder(fixed + cost - 1).build(history: turn, new: new).messages.count == 1)
        // The call was made and the tool has answered: the model goes on in the same turn.
        let pending = turn.prefix(3).map(\.message)
        #expect(try builder(nil).build(history: [], new: pending).messages == pending)
    }

    @Test func theNumberOfMessagesIsBounded() throws {
        for limit in 1...9 {
            let built = try builder(nil, maxMessages: limit).build(systemPrompt: "s", history: history(3), new: new)
            #expect(built.messages.count - 1 == min(7, 1 + (limit - 1) / 2 * 2))
            #expect(built.dropped.count == 6 - (built.messages.count - 2))
        }
        #expect(throws: ContextError.self) {
            try builder(nil, maxMessages: 3, policy: .strict).build(history: history(3), new: new)
        }
    }

    @Test func theStrictPolicyDropsNothing() throws {
        let fixed = around + 9
        #expect(try builder(fixed + 40, policy: .strict).build(history: history(2), new: new).messages.count == 5)
        do {
            _ = try builder(fixed + 39, policy: .strict).build(history: history(2), new: new)
            Issue.record("nothing was refused")
        } catch {
            #expect(error.code == "context-too-long")
            #expect(error.message.contains("\(fixed + 39)"))
        }
    }

    @Test func aMessageThatDoesNotFitIsRefusedAndNeverCut() throws {
        for policy in ContextBudget.Policy.allCases {
            do {
                _ = try builder(around + 8, policy: policy).build(history: [], new: new)
                Issue.record("nothing was refused")
            } catch {
                #expect(error.code == "message-too-long")
                #expect(error.message.contains("\(around + 9)") && error.message.contains("\(around + 8)"))
            }
        }
        // In the history it is dropped whole, with everything before it.
        var long = history(3)
        long[2].message.content = String(repeating: "x", count: 5_000)
        let built = try builder(around + 9 + 100).build(history: long, new: new)
        #expect(built.messages.count == 3 && built.dropped.count == 4 && built.dropped.tokens > 1_000)
    }

    @Test func reasoningIsNotSentAgain() throws {
        var turns = history(1)
        turns[1].message.reasoning = "hm"
        #expect(try builder(nil).build(history: turns, new: new).messages.allSatisfy { $0.reasoning == nil })
    }

    @Test func theStrictestLabelWins() throws {
        var turns = history(2)
        turns[1].label = .private
        #expect(try builder(nil).build(history: turns, new: new, label: .public).label == .private)
        // What is dropped does not count.
        let built = try builder(around + 9 + 20).build(history: turns, new: new, label: .public)
        #expect(built.messages.count == 3 && built.label == .personal)
    }

    @Test func aSummaryStandsForWhatIsBeforeTheBoundary() throws {
        let boundary = ContextBoundary(upTo: 2, summary: "They spoke.", label: .private)
        let built = try builder(nil).build(
            systemPrompt: "Rules.", history: history(2), boundary: boundary, new: new, label: .public)
        #expect(built.messages.count == 4)
        #expect(built.messages[0].role == .system)
        #expect(built.messages[0].content.hasPrefix("Rules.") && built.messages[0].content.hasSuffix("They spoke."))
        #expect(built.dropped.count == 2 && built.dropped.summary == "They spoke.")
        #expect(built.label == .private)
    }

    @Test func countsThatAreKnownAreNotMadeAgain() throws {
        var turns = history(50)
        for index in turns.indices { turns[index].tokenCount = .init(tokenizer: "letters", count: 10) }
        let selector = try ContextSelector(
            budget: ContextBudget(contextLength: 4_000, reservedForOutput: 0), tokenizer: Refusing(), systemPrompt: nil,
            new: [])
        var used = selector
        for message in turns.reversed() { used.add(message) }
        #expect(used.takenCount == 100)
        // Those of another tokenizer are.
        turns[99].tokenCount = .init(tokenizer: "other", count: 1)
        let built = try builder(nil).build(history: turns, new: new)
        #expect(built.counted == [100: 10])
    }

    @Test func absurdCountsDoNotTrap() throws {
        var turns = history(2)
        turns[3].tokenCount = .init(tokenizer: "letters", count: .max)
        turns[1].tokenCount = .init(tokenizer: "letters", count: -.max)
        let built = try builder(1_000).build(history: turns, new: new)
        #expect(built.messages.count == 1)
        #expect(built.dropped.count == 4)
    }

    @Test func theEstimateIsNearWhatIsStated() {
        let estimate = EstimatedTokenizer()
        #expect(estimate.countTokens("今日は天気がいい") == 8)
        let latin = "The quick brown fox jumps over the lazy dog and runs away from the patient hunter"
        let charactersPerToken = Double(latin.count) / Double(estimate.countTokens(latin))
        #expect(charactersPerToken > 2.8 && charactersPerToken < 4.5)
    }
}
