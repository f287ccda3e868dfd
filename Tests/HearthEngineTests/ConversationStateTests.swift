import Foundation
import HearthCore
import HearthKnowledge
import HearthModels
import HearthStore
import Testing
import TinyModels

@testable import HearthEngine

/// What a local model has read of a conversation is taken up again by the next program over the same store.
@Suite struct ConversationStateTests {
    private let folder: TemporaryFolder
    private let model: String

    init() throws {
        folder = try TemporaryFolder()
        model = try TinyModel(context: 4096).write()
    }

    /// As a program that is started anew: another store connection, another engine.
    private func hearth() throws -> Hearth {
        try Hearth(
            folder: folder.url.appendingPathComponent("home"), flags: [.localModel: model, .threads: "1"])
    }

    @Test func aChatOverDocumentsGoesOnWhereItWasAfterARestart() async throws {
        try folder.write(
            "gate.txt", "The colour of the north gate is green. Ms Okafor has the key of the north gate.\n")
        let first = try hearth()
        for try await _ in try await first.documents.ingest([folder.url.appendingPathComponent("gate.txt").path]) {}
        let talk = try await first.conversations.start()
        func ask(_ hearth: Hearth, _ question: String) async throws -> TokenUsage {
            let request = AnswerRequest(
                question: question, routing: RoutingChoice(engine: .local),
                options: GenerationOptions(temperature: 0, maxTokens: 8))
            return try #require(try await hearth.conversations.ask(request, inConversation: talk.id) { _ in }).usage
        }
        #expect(try await ask(first, "What colour is the north gate?").cachedTokens == 0)
        let again = try await ask(hearth(), "Who has the key of the north gate?")
        #expect(again.cachedTokens > 64, "the instructions were read before")
        #expect(again.cachedTokens < again.promptTokens)
        // A question on its own belongs to no conversation, and leaves nothing behind.
        let states = try FileManager.default.contentsOfDirectory(
            atPath: folder.url.appendingPathComponent("home/model-cache/states").path)
        #expect(states.filter { $0.hasSuffix(".state") }.count == 1)
    }

    @Test func theSettingSaysHowConversationsAreLaidOut() async throws {
        let bare = try TinyModel(template: nil, confidence: 0.05).write()
        let home = folder.url.appendingPathComponent("home")
        for (template, note) in [(nil, "chatml, because its vocabulary has"), ("alpaca", nil)] as [(String?, String?)] {
            var flags: [SettingKey: String] = [.localModel: bare, .threads: "1"]
            flags[.chatTemplate] = template
            let hearth = try Hearth(folder: home, flags: flags)
            let talk = try await hearth.conversations.start()
            let answer = try await hearth.conversations.chat(
                ChatRequest(
                    conversationID: talk.id, text: "Hello", routing: RoutingChoice(engine: .local),
                    options: GenerationOptions(temperature: 0, maxTokens: 4))
            ) { _ in }
            #expect(answer.notes.contains { $0.contains("no chat template") } == (note != nil), "\(answer.notes)")
            if let note { #expect(answer.notes.contains { $0.contains(note) }, "\(answer.notes)") }
        }
        let settings = SettingsFile(folder: home)
        #expect(failure { try settings.set(.chatTemplate, to: "lama3") }?.message.contains("llama3") == true)
        try settings.set(.chatTemplate, to: "phi-3")
    }
}
