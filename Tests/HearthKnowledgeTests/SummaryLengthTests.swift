import HearthCore
import HearthKnowledge
import HearthModels
import HearthTesting
import Testing

/// How long the answers may be of which a summary is made.
@Suite struct SummaryLengthTests {
    private let text = String(repeating: "The council met and spoke about the weir and the river. ", count: 40)

    private func summarize(_ model: ScriptedModel, chosen: Int?) async throws -> TextSummary {
        var options = TaskDefaults.options(for: .summarize)
        options.choose(maxTokens: chosen)
        return try await SummaryService(router: ModelRouter(models: [model])).summarize(
            text, words: 20, options: options)
    }

    @Test func whatAPersonChoseHoldsAndElseTheWordsDecide() async throws {
        let usual = ScriptedModel([.answer("They met.")], contextLength: 8_192)
        _ = try await summarize(usual, chosen: nil)
        #expect(usual.requests.map(\.options.maxTokens) == [50])
        let chosen = ScriptedModel([.answer("They met.")], contextLength: 8_192)
        _ = try await summarize(chosen, chosen: 3_000)
        #expect(chosen.requests.map(\.options.maxTokens) == [3_000])
        // Half of the window stays for what is summed up.
        let small = ScriptedModel([], contextLength: 2_048)
        _ = try await summarize(small, chosen: 3_000)
        #expect(small.requests.allSatisfy { $0.options.maxTokens == 1_024 })
        for request in small.requests {
            let prompt = request.messages.reduce(0) { $0 + small.tokenizer.countTokens($1.content) }
            #expect(prompt + request.options.maxTokens <= 2_048)
        }
    }

    @Test func aSummaryThatWasCutOffSaysSo() async throws {
        let cut = ScriptedModel.Reply.text(
            "They met", usage: TokenUsage(promptTokens: 90, completionTokens: 50), finishReason: .length)
        let summary = try await summarize(ScriptedModel([cut], contextLength: 8_192), chosen: nil)
        #expect(summary.notes.contains { $0.contains("cut off at its limit of 50 tokens") }, "\(summary.notes)")
    }
}
