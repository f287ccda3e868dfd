import HearthCore
import HearthModels
import HearthTesting
import Synchronization
import Testing

@testable import HearthKnowledge

/// What becomes of the mark by which a model says that the sources do not tell.
@Suite struct AbstentionTests {
    @Test(arguments: [
        "NOT IN THE SOURCES", "Not in the sources.", "\"NOT IN THE SOURCES\"", "  **not in the sources!**\n",
        "«NOT IN THE SOURCES»", "NOT IN\nTHE SOURCES [1].", "“Not in the sources”.",
    ])
    func theMarkAloneIsAnAbstention(_ text: String) {
        #expect(AbstentionGate.isAbstention(text))
    }

    @Test(arguments: [
        "", "NOT IN", "The lease ends in May [1]. The rent is NOT IN THE SOURCES.", "Not in the sources of the river.",
        "NOT IN THE SOURCES, but I believe it is May.", "It is not in the sources", "Not in the sources 42",
    ])
    func anAnswerThatHoldsOrBeginsLikeItIsAnAnswer(_ text: String) {
        #expect(!AbstentionGate.isAbstention(text))
    }

    @Test func nothingIsShownThatMayBecomeTheMarkAndEverythingElseAtOnce() {
        var gate = AbstentionGate()
        for piece in ["*", "*NO", "T", " in the", "", " sour", "ces", ".**"] { #expect(gate.append(piece) == "") }
        #expect(gate.append(" But") == "**NOT in the sources.** But")
        #expect(gate.append(" more") == " more")
        #expect(gate.finish() == "")

        var other = AbstentionGate()
        #expect(other.append("N") == "")
        #expect(other.append("o, it ends") == "No, it ends")
        var whole = AbstentionGate()
        #expect(whole.append("Not") == "")
        #expect(whole.finish() == "Not")
    }

    // MARK: - In an answer

    private struct Fixture {
        let library = MemoryLibrary()

        init() async throws {
            let samples = SampleDocuments()
            let document = samples.document(1, words: ["heron", "marsh"])
            _ = try await library.replaceSource(samples.source("/a", of: document), with: document)
        }

        /// The streamed text and the answer.
        func ask(_ model: ScriptedModel, maxTokens: Int? = nil) async throws -> (shown: String, answer: Answer) {
            let service = AnswerService(
                library: library, retriever: Retriever(library: library, embedder: nil),
                router: ModelRouter(models: [model]), embedder: nil)
            var request = AnswerRequest(question: "heron marsh?")
            request.options.choose(maxTokens: maxTokens)
            var shown = ""
            for try await event in service.ask(request) {
                switch event {
                case .text(let piece): shown += piece
                case .final(let answer): return (shown, answer)
                case .found, .routed: break
                }
            }
            throw CancellationError()
        }
    }

    @Test func aStreamNeverShowsTheMark() async throws {
        let fixture = try await Fixture()
        let (shown, answer) = try await fixture.ask(ScriptedModel([.text("NOT IN", " THE SOURCES", ".")]))
        #expect(answer.abstained && shown == answer.text && !shown.uppercased().contains("SOURCES"))
    }

    @Test func anAnswerThatMentionsTheMarkIsKept() async throws {
        let fixture = try await Fixture()
        let text = "The heron lives in the marsh [1]. What it eats is NOT IN THE SOURCES."
        let (shown, answer) = try await fixture.ask(
            ScriptedModel([.text("The heron lives", String(text.dropFirst(15)))]))
        #expect(!answer.abstained && answer.text == text && shown == text)
    }

    @Test func aQuestionThatSaysNothingOfLengthHasTheLengthOfAllAnswers() async throws {
        let fixture = try await Fixture()
        let model = ScriptedModel([.text("The heron [1].")])
        _ = try await fixture.ask(model)
        #expect(model.requests.first?.options == TaskDefaults.options(for: .answer))
    }

    @Test func promptAndLimitFitTheWindowTogetherAndTheNoteNamesWhatCut() async throws {
        let fixture = try await Fixture()
        let model = ScriptedModel(
            [
                .text(
                    "The heron", usage: TokenUsage(promptTokens: 700, completionTokens: 700), finishReason: .length)
            ], contextLength: 1_400)
        let (_, answer) = try await fixture.ask(model, maxTokens: 3_000)
        let request = try #require(model.requests.first)
        let prompt = request.messages.reduce(0) { $0 + model.tokenizer.countTokens($1.content) }
        #expect(prompt + request.options.maxTokens <= 1_400)
        #expect(answer.notes.contains { $0.contains("window of 1400") }, "\(answer.notes)")
        #expect(answer.finishReason == .length)
        #expect(!answer.notes.contains { $0.contains("cut off at 3000") })
    }
}
