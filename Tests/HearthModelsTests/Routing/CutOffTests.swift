import HearthCore
import HearthTesting
import Testing

@testable import HearthModels

@Suite struct CutOffTests {
    private func note(
        _ prompt: Int, _ written: Int, asked: Int = 1_024, window: Int? = 4_096, most: Int? = nil,
        finish: FinishReason = .length, engine: Engine = .custom
    ) -> String? {
        CutOff.note(
            ModelResponse(
                text: "x", usage: TokenUsage(promptTokens: prompt, completionTokens: written), timings: Timings(),
                finishReason: finish),
            options: GenerationOptions(maxTokens: asked),
            capabilities: ModelCapabilities(
                offline: false, contextLength: window, maximumOutput: most, tasks: [.answer]), engine: engine)
    }

    @Test func theLimitThatCutIsNamed() throws {
        #expect(note(90, 20, finish: .stop) == nil)
        #expect(try #require(note(900, 1_024)).contains("limit of 1024 tokens"))
        #expect(try #require(note(900, 512, most: 512)).contains("512 tokens, the most that the model writes"))
        // The prompt filled the window: the limit was never reached.
        let full = try #require(note(4_083, 13))
        #expect(full.contains("after 13 tokens") && full.contains("4083") && full.contains("window of 4096"))
        #expect(!full.contains("1024"))
        // What is set for a local model holds where nobody chose a limit.
        #expect(
            try #require(note(90, 2, engine: .local)).contains("after 2 tokens, the limit that is set for the model"))
        let unknown = try #require(note(4_083, 13, window: nil))
        #expect(unknown.contains("after 13 tokens") && unknown.contains("window"))
    }

    @Test func everyAnswerThatIsCutOffSaysSo() async throws {
        let usage = TokenUsage(promptTokens: 9, completionTokens: 1_024)
        let model = ScriptedModel(replies: [.text("half", usage: usage, finishReason: .length), .text("whole")])
        let router = ModelRouter(models: [model])
        var request = prompt()
        request.options.maxTokens = 1_024
        var notes: [[String]] = []
        for _ in 0..<2 {
            for try await event in router.respond(to: request) {
                if case .event(.final(let response)) = event { notes.append(response.notes) }
            }
        }
        #expect(notes.map(\.count) == [1, 0] && notes[0][0].contains("1024"))
    }
}

@Suite struct CautiousTokenizerTests {
    /// Counts that vocabularies in use give, from their published tables, rounded down: what is fitted by the estimate must fit
    /// by them.
    @Test(arguments: [
        ("The north gate is painted green. It was repaired by Selma Novak in May.", 17),
        ("2026-03-01 12:45:10 9182736455", 25), ("Die Straßenverkehrsordnung gilt überall.", 12),
        ("Съешь же ещё этих мягких французских булок", 18), ("第一回の会議では電灯の計画について話し合いました。", 27),
        ("a\n\n\n\nb", 5),
    ])
    func theEstimateIsNeverBelow(_ text: String, _ tokens: Int) {
        let tokenizer = CautiousTokenizer()
        #expect(tokenizer.countTokens(text) >= tokens, "\(tokenizer.countTokens(text))")
        #expect(tokenizer.countTokens(text) < 3 * tokens)
        let ends = tokenizer.tokenEnds(in: text)
        #expect(ends == ends.sorted() && ends.last ?? 0 <= text.utf8.count)
    }

    @Test func whatIsFittedToAWindowByItIsLessThanByTheUsualEstimate() {
        let text = String(repeating: "The council met in 1998 and spent 12,500 on the weir. ", count: 50)
        #expect(CautiousTokenizer().countTokens(text) > EstimatedTokenizer().countTokens(text) * 5 / 4)
        #expect(CautiousTokenizer().countTokens("") == 0)
    }
}
