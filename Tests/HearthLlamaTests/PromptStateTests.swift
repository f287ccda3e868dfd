#if Llama
import Foundation
import HearthCore
import Synchronization
import Testing
import TinyModels

@testable import HearthLlama

/// What was evaluated of a conversation is taken up again by another engine, as after a restart.
struct PromptStateTests {
    /// Keeps states in memory, where tests can spoil them.
    final class Memory: PromptStateStore {
        let states = Mutex<[String: PromptState]>([:])
        let saves = Mutex(0)
        let removals = Mutex(0)
        let maximumStateSize: Int

        init(maximumStateSize: Int = 1 << 30) { self.maximumStateSize = maximumStateSize }

        func tokens(ofConversation id: String, identity: String) -> [Int32]? {
            state(ofConversation: id, identity: identity)?.tokens
        }

        func state(ofConversation id: String, identity: String) -> PromptState? {
            states.withLock { $0[id] }.flatMap { $0.identity == identity ? $0 : nil }
        }

        func mark() -> PromptStateMark { PromptStateMark("\(removals.withLock { $0 })") }

        func save(_ state: PromptState, ofConversation id: String, since mark: PromptStateMark) {
            guard mark == self.mark() else { return }
            saves.withLock { $0 += 1 }
            states.withLock { $0[id] = state }
        }

        func removeState(ofConversation id: String) {
            removals.withLock { $0 += 1 }
            states.withLock { $0[id] = nil }
        }

        func change(_ id: String, _ body: (inout PromptState) -> Void) {
            states.withLock { states in
                if var state = states[id] {
                    body(&state)
                    states[id] = state
                }
            }
        }
    }

    private static let options = GenerationOptions(temperature: 0, maxTokens: 16)
    private static let first = [
        Message(.system, "Be brief."), Message(.user, "Hello " + String(repeating: "the inn ", count: 60)),
    ]

    private func engine(_ path: String, _ memory: Memory, context: Int? = nil) -> LlamaEngine {
        LlamaEngine(path: path, configuration: .init(contextLength: context, threads: 1), states: memory)
    }

    private func request(_ messages: [Message], id: String? = "talk") -> ModelRequest {
        ModelRequest(task: .chat, messages: messages, options: Self.options, conversationID: id)
    }

    private func followUp(_ answer: Answer) -> [Message] {
        Self.first + [Message(.assistant, answer.text), Message(.user, "and the world?")]
    }

    @Test(arguments: [TinyVocabulary.sentencePiece, .bytePair()])
    func aRestartEvaluatesOnlyWhatIsNewAndAnswersTheSame(_ vocabulary: TinyVocabulary) async throws {
        let path = try TinyModel(vocabulary: vocabulary, context: 1024).write()
        let memory = Memory()
        let before = try await engine(path, memory).answer(request(Self.first))
        #expect(before.response?.usage.cachedTokens == 0)
        let messages = followUp(before)
        let resumed = try await engine(path, memory).answer(request(messages))
        let fresh = try await engine(path, Memory()).answer(request(messages))
        let cached = try #require(resumed.response?.usage.cachedTokens)
        #expect(cached >= (before.response?.usage.promptTokens ?? .max) - 1)
        #expect(fresh.response?.usage.cachedTokens == 0)
        #expect(resumed.text == fresh.text && !fresh.text.isEmpty)
    }

    @Test func aStateThatDoesNotFitIsNotUsed() async throws {
        let path = try TinyModel(context: 1024).write()
        let memory = Memory()
        let before = try await engine(path, memory).answer(request(Self.first))
        let messages = followUp(before)
        let expected = try await engine(path, Memory()).answer(request(messages)).text
        let kept = try #require(memory.states.withLock { $0["talk"] })
        let spoilings: [(inout PromptState) -> Void] = [
            { $0.data = [] }, { $0.data.removeLast($0.data.count / 2) }, { $0.identity += "x" },
            { $0.tokens.removeLast(5) }, { $0.tokens = [] }, { $0.tokens[3] = .max },
        ]
        for (number, spoil) in spoilings.enumerated() {
            memory.states.withLock { $0["talk"] = kept }
            memory.change("talk", spoil)
            let answer = try await engine(path, memory).answer(request(messages))
            #expect(answer.text == expected, "spoiling \(number)")
            #expect((answer.response?.usage.cachedTokens ?? 0) < kept.tokens.count)
        }
        // Another context, another model file, another conversation, none.
        memory.states.withLock { $0["talk"] = kept }
        let shorter = try await engine(path, memory, context: 512).answer(request(messages))
        #expect(shorter.response?.usage.cachedTokens == 0)
        memory.states.withLock { $0["talk"] = kept }
        let copy = TinyModel.path()
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 9)], ofItemAtPath: copy)
        #expect(try await engine(copy, memory).answer(request(messages)).response?.usage.cachedTokens == 0)
        memory.states.withLock { $0["talk"] = kept }
        for id in ["other", nil] {
            let answer = try await engine(path, memory).answer(request(messages, id: id))
            #expect(answer.response?.usage.cachedTokens == 0 && answer.text == expected)
        }
    }

    @Test func conversationsTakeTurnsInOneEngine() async throws {
        let path = try TinyModel(context: 1024).write()
        let memory = Memory()
        let engine = engine(path, memory)
        let before = try await engine.answer(request(Self.first))
        let other = [Message(.user, String(repeating: "something else ", count: 40))]
        _ = try await engine.answer(request(other, id: "other"))
        let again = try await engine.answer(request(followUp(before)))
        #expect((again.response?.usage.cachedTokens ?? 0) >= (before.response?.usage.promptTokens ?? .max) - 1)
    }

    /// Taking a turn back removes the state; asking again leaves one of the same length that holds something else.
    @Test func afterATurnWasTakenBackTheStateIsKeptAgain() async throws {
        let path = try TinyModel(context: 1024).write()
        let memory = Memory()
        let one = engine(path, memory)
        func ending(_ letter: String) -> [Message] { [Message(.user, Self.first[1].content + letter)] }
        _ = try await one.answer(request(ending("x")))
        memory.removeState(ofConversation: "talk")
        _ = try await one.answer(request(ending("x")))
        #expect(memory.saves.withLock { $0 } == 2)
        let kept = try #require(memory.states.withLock { $0["talk"] }?.tokens)
        // Other last words: as long, nearly all of it as before, and not the same.
        _ = try await one.answer(request(ending("y")))
        #expect(memory.saves.withLock { $0 } == 3)
        let after = try #require(memory.states.withLock { $0["talk"] }?.tokens)
        #expect(after != kept && after.prefix(64) == kept.prefix(64))
    }

    @Test func whatWasBegunBeforeSomethingWasForgottenIsNotKept() async throws {
        let path = try TinyModel(context: 1024).write()
        let memory = Memory()
        let one = engine(path, memory)
        var late = request(Self.first)
        // The texts were read, and then something was removed, before the engine was asked.
        late.conversationMark = memory.mark()
        memory.removeState(ofConversation: "other")
        _ = try await one.answer(late)
        #expect(memory.states.withLock { $0.isEmpty })
        late.conversationMark = memory.mark()
        _ = try await one.answer(late)
        #expect(memory.states.withLock { $0.count } == 1)
        // Removed while it answers: the engine itself took the mark when it was asked.
        memory.removeState(ofConversation: "talk")
        for try await event in one.respond(to: request(Self.first)) {
            if case .text = event { memory.removeState(ofConversation: "talk") }
        }
        #expect(memory.states.withLock { $0.isEmpty })
    }

    @Test func onlyWhatIsWorthItIsKept() async throws {
        let path = try TinyModel(context: 1024).write()
        let memory = Memory()
        _ = try await engine(path, memory).answer(request([Message(.user, "hi")]))
        #expect(memory.saves.withLock { $0 } == 0)
        let small = Memory(maximumStateSize: 1000)
        _ = try await engine(path, small).answer(request(Self.first))
        #expect(small.saves.withLock { $0 } == 0)
        let one = engine(path, memory)
        _ = try await one.answer(request(Self.first))
        _ = try await one.answer(request(Self.first))
        #expect(memory.saves.withLock { $0 } == 1)
    }
}
#endif
