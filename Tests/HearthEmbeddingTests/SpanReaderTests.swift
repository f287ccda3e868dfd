import CEncoderKernels
import Foundation
import HearthCore
import HearthTesting
import Testing

@testable import HearthEmbedding
@testable import HearthGGUF

@Suite struct SpanReaderTests {
    private let tiny = TinyReader()

    private func reader(
        _ tiny: TinyReader = TinyReader(), kernel: hearth_kernel = HEARTH_KERNEL_PORTABLE, threads: Int = 2
    ) throws -> SpanReader {
        try SpanReader(file: GGUFFile(data: tiny.builder.build()), threads: threads, kernel: kernel)
    }

    /// - Parameter isWhole: Whether each word is one token, so that a passage can be cut anywhere.
    private func passage(_ words: Int, seed: UInt64, isWhole: Bool = false) -> String {
        var generator = SeededGenerator(seed: seed)
        let some =
            ["the", "quick", "brown", "fox", "over", "lazy", "dog", "e", ".", "漢"]
            + (isWhole ? [] : ["jumped", "dogs", "unaffable", "漢字"])
        return (0..<words).map { _ in some.randomElement(using: &generator) ?? "" }.joined(separator: " ")
    }

    // MARK: One window

    @Test(arguments: KernelTests.supported)
    func agreesWithAPlainReading(_ kernel: hearth_kernel) async throws {
        let reader = try reader(kernel: kernel)
        let tolerance = kernel == HEARTH_KERNEL_AVX512_BF16 ? 0.5 : 1e-3
        let question = "the quick fox?"
        let asked = reader.tokenizer.tokens(of: question)
        for seed in 0..<8 as Range<UInt64> {
            let text = passage(9, seed: seed)
            let tokens = reader.tokenizer.placedTokens(of: text, limit: .max)
            let expected = tiny.window(question: asked, passage: tokens.map(\.token))
            let found = try await reader.read(question: question, passages: [text])[0]
            let logits = try #require(found.logits)
            #expect(abs(logits.relevance - expected.relevance) < tolerance)
            #expect(abs(logits.answerable - expected.answerable) < tolerance)
            func probability(_ logit: Double, _ calibration: (scale: Double, shift: Double)) -> Double {
                1 / (1 + exp(-(calibration.scale * logit + calibration.shift)))
            }
            #expect(abs(found.relevance - probability(logits.relevance, TinyReader.relevance)) < 1e-6)
            #expect(abs(found.answerable - probability(logits.answerable, TinyReader.answerable)) < 1e-6)
            let best = expected.best
            let span = try #require(found.spans.first)
            #expect(abs(span.score - best.score) < 2 * tolerance)
            #expect(abs(span.probability - exp(span.score)) < 1e-9)
            if kernel != HEARTH_KERNEL_AVX512_BF16 {
                #expect(span.place.start == tokens[best.tokens.lowerBound].start)
                #expect(span.place.end == tokens[best.tokens.upperBound - 1].end)
            }
            #expect(found.bytesRead == text.utf8.count)
        }
    }

    /// Were both texts of one segment, the reading would be another one.
    @Test func questionAndPassageAreOfTwoSegments() async throws {
        let reader = try reader()
        let text = passage(9, seed: 3)
        let asked = reader.tokenizer.tokens(of: "the fox?")
        let tokens = reader.tokenizer.tokens(of: text)
        let sequence = [2] + asked + [3] + tokens + [3]
        let weights = try BertWeights(
            GGUFFile(data: tiny.builder.build()), shape: BertShape(GGUFFile(data: tiny.builder.build())),
            kernel: HEARTH_KERNEL_PORTABLE, hasTwoSegments: true)
        let encoder = BertEncoder(weights: weights)
        let workspace = BertWorkspace(shape: weights.shape, kernel: HEARTH_KERNEL_PORTABLE, capacity: 64)
        // Two sequences whose second text begins in different places.
        try encoder.transform([sequence, sequence], secondSegments: [asked.count + 2, 1], in: workspace)
        for (number, second) in [asked.count + 2, 1].enumerated() {
            let expected = tiny.model.vectors(sequence, second: second)
            for (row, vector) in expected.enumerated() {
                let place = (number * sequence.count + row) * TinyModel.width
                for (i, value) in vector.enumerated() {
                    #expect(abs(Double(workspace.stream[place + i]) - value) < 1e-3)
                }
            }
        }
        let alone = tiny.model.vectors(sequence)
        #expect(zip(alone[0], tiny.model.vectors(sequence, second: 1)[0]).contains { abs($0 - $1) > 1e-2 })
    }

    @Test func spansAreRankedApartAndInsideTheirLength() async throws {
        let reader = try reader()
        let text = passage(20, seed: 12)
        let tokens = reader.tokenizer.placedTokens(of: text, limit: .max)
        let spans = try await reader.read(question: "fox", passages: [text])[0].spans
        #expect(spans.count > 1)
        #expect(spans.count <= PassageTokens.mostSpans)
        // Those of another window stand where its logit puts them.
        let (scale, shift) = TinyReader.answerable
        let worths = spans.map { (log($0.answerable / (1 - $0.answerable)) - shift) / scale + $0.score }
        #expect(zip(worths, worths.dropFirst()).allSatisfy { $0 >= $1 - 1e-6 })
        for (index, span) in spans.enumerated() {
            #expect(text.text(in: span.place) != nil)
            #expect(spans.dropFirst(index + 1).allSatisfy { !$0.place.overlaps(span.place) })
            let held = tokens.filter { span.place.contains(TextSpan(start: $0.start, end: $0.end)) }
            #expect((1...TinyReader.spanTokens).contains(held.count))
        }
    }

    // MARK: Windows

    @Test func windowsCoverAPassageAndOverlap() throws {
        let format = try ReaderFormat(GGUFFile(data: tiny.builder.build()), positions: TinyModel.positions)
        #expect(ReaderWindow.cut(0, question: 3, format).isEmpty)
        #expect(ReaderWindow.cut(26, question: 3, format) == [0..<26])
        #expect(ReaderWindow.cut(27, question: 3, format) == [0..<26, 10..<27])
        for question in 1...8 {
            for count in 1...100 {
                let windows = ReaderWindow.cut(count, question: question, format)
                #expect(windows.first?.lowerBound == 0)
                #expect(windows.last?.upperBound == count)
                #expect(windows.allSatisfy { $0.count + question + 3 <= TinyReader.window })
                #expect(zip(windows, windows.dropFirst()).allSatisfy { $1.lowerBound <= $0.upperBound })
            }
        }
    }

    /// The window counts whose answer is the likeliest, by answerability and span; and its span is that of the window alone.
    @Test func aLongPassageIsReadLikeItsBestWindowAlone() async throws {
        let reader = try reader()
        let question = "the lazy dog"
        let asked = reader.tokenizer.tokens(of: question)
        for seed in 0..<6 as Range<UInt64> {
            let text = passage(70, seed: 40 + seed, isWhole: true)
            let tokens = reader.tokenizer.placedTokens(of: text, limit: .max)
            let windows = ReaderWindow.cut(tokens.count, question: asked.count, reader.format)
            #expect(windows.count > 3)
            let expected = windows.map { tiny.window(question: asked, passage: tokens[$0].map(\.token)) }
            let best = try #require(
                expected.indices.max {
                    expected[$0].answerable + expected[$0].best.score < expected[$1].answerable
                        + expected[$1].best.score
                })
            let found = try await reader.read(question: question, passages: [text])[0]
            #expect(abs((found.logits?.answerable ?? 0) - expected[best].answerable) < 1e-3)
            #expect(abs((found.logits?.relevance ?? 0) - expected[best].relevance) < 1e-3)
            let span = try #require(found.spans.first)
            let place = expected[best].best.tokens
            let first = windows[best].lowerBound
            #expect(span.place.start == tokens[first + place.lowerBound].start)
            #expect(span.place.end == tokens[first + place.upperBound - 1].end)
            // The stretch by itself, without its neighbours.
            let stretch = TextSpan(
                start: tokens[windows[best].lowerBound].start, end: tokens[windows[best].upperBound - 1].end)
            let alone = try await reader.read(question: question, passages: [try #require(text.text(in: stretch))])[0]
            #expect(
                alone.spans.first?.place
                    == TextSpan(start: span.place.start - stretch.start, end: span.place.end - stretch.start))
            #expect(found.spans.allSatisfy { text.text(in: $0.place) != nil })
        }
    }

    @Test func readingsDoNotDependOnTheirNeighbours() async throws {
        let reader = try reader()
        let passages = (0..<40).map { passage($0 * 2, seed: UInt64($0)) }
        let together = try await reader.read(question: "the fox", passages: passages)
        #expect(together.count == passages.count)
        for (text, reading) in zip(passages, together) {
            let alone = try await reader.read(question: "the fox", passages: [text])[0]
            #expect(alone.spans.map(\.place) == reading.spans.map(\.place))
            #expect(abs(alone.answerable - reading.answerable) < 1e-5)
        }
    }

    // MARK: Edges

    @Test func whatHasNoWordsIsNotRead() async throws {
        let reader = try reader()
        #expect(try await reader.read(question: "the fox", passages: []).isEmpty)
        #expect(try await reader.read(question: " \u{0}", passages: ["the fox", ""]) == [.nothing, .nothing])
        let readings = try await reader.read(question: "the fox", passages: ["", " \n\u{200B}", "fox"])
        #expect(readings[0] == .nothing)
        #expect(readings[1].logits == nil && readings[1].spans.isEmpty && readings[1].answerable == 0)
        #expect(readings[2].spans.first?.place == TextSpan(start: 0, end: 3))
    }

    @Test func aLongQuestionIsCutAndALongPassageReadInPart() async throws {
        let reader = try reader()
        let eight = "the quick brown fox jump over lazy dog"
        let text = passage(30, seed: 2)
        let cut = try await reader.read(question: eight, passages: [text])
        #expect(try await reader.read(question: eight + " " + passage(50_000, seed: 1), passages: [text]) == cut)
        let long = String(repeating: "fox dog ", count: SpanReader.mostTokens)
        let reading = try await reader.read(question: "fox", passages: [long])[0]
        #expect(reading.bytesRead == long.utf8.count / 2 - 1)
        // One word without end is one token.
        let word = String(repeating: "a", count: 300_000)
        let found = try await reader.read(question: "fox", passages: [word])[0]
        #expect(found.spans.first?.place == TextSpan(start: 0, end: 300_000))
    }

    @Test func aSpanTakesItsAccentsAlong() async throws {
        let reader = try reader()
        let found = try await reader.read(question: "fox", passages: ["e\u{301}\u{302}"])[0]
        #expect(found.spans.first?.place == TextSpan(start: 0, end: 5))
        // A hangul syllable is three tokens and one character.
        let syllable = try await reader.read(question: "fox", passages: ["한"])[0]
        #expect(syllable.spans.map(\.place) == [TextSpan(start: 0, end: 3)])
    }

    @Test func cancellationEndsTheWorkEarly() async throws {
        let reader = try reader(threads: 1)
        let passages = [String](repeating: passage(200, seed: 1), count: 20_000)
        let task = Task { try await reader.read(question: "the fox", passages: passages) }
        try await Task.sleep(for: .milliseconds(30))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func manyQuestionsAtOnceGetTheirOwnReadings() async throws {
        let reader = try reader()
        let texts = (0..<12).map { passage(20, seed: UInt64($0)) }
        let questions = ["the fox", "lazy dogs", "unaffable?"]
        var expected: [[PassageReading]] = []
        for question in questions { expected.append(try await reader.read(question: question, passages: texts)) }
        try await withThrowingTaskGroup(of: (Int, [PassageReading]).self) { group in
            for number in 0..<12 {
                group.addTask { (number % 3, try await reader.read(question: questions[number % 3], passages: texts)) }
            }
            for try await (question, readings) in group {
                #expect(zip(readings, expected[question]).allSatisfy { $0.spans.map(\.place) == $1.spans.map(\.place) })
            }
        }
    }

    // MARK: Files

    @Test func otherModelsAreRefusedWithAReason() {
        func refused(_ change: (inout TinyReader) -> Void) -> EmbeddingError.Reason? {
            var tiny = self.tiny
            change(&tiny)
            do {
                _ = try reader(tiny)
                return nil
            } catch { return (error as? EmbeddingError)?.reason }
        }
        func key(_ name: String, _ value: GGUFBuilder.Value?) -> (inout TinyReader) -> Void {
            { $0.set("hearth.reader." + name, value) }
        }
        func without(_ tensor: String) -> (inout TinyReader) -> Void {
            { $0.builder.tensors.removeAll { $0.name == tensor } }
        }
        func replaced(_ tensor: String, _ dimensions: [Int], _ value: Float = 0) -> (inout TinyReader) -> Void {
            {
                $0.builder.tensors.removeAll { $0.name == tensor }
                $0.builder.addFloats(
                    tensor, dimensions, [Float](repeating: value, count: dimensions.reduce(1, *)))
            }
        }
        let width = TinyModel.width
        #expect(refused { _ in } == nil)
        // A sentence encoder is no reader.
        #expect(refused { $0.builder = $0.model.builder } == .unsupportedModel)
        #expect(refused(key("version", .uint32(2))) == .unsupportedModel)
        #expect(refused { $0.set("general.architecture", .string("llama")) } == .unsupportedModel)
        #expect(refused { $0.set("tokenizer.ggml.model", .string("t5")) } == .unsupportedModel)
        for name in ["question_tokens", "window", "stride", "span_tokens"] {
            #expect(refused(key(name, nil)) == .malformedModel, "\(name)")
            #expect(refused(key(name, .uint32(0))) == .malformedModel, "\(name)")
            #expect(refused(key(name, .uint32(.max))) == .malformedModel, "\(name)")
            #expect(refused(key(name, .int32(-1))) == .malformedModel, "\(name)")
            #expect(refused(key(name, .string("8"))) == .malformedModel, "\(name)")
        }
        // Windows that hardly move on.
        #expect(refused(key("stride", .uint32(UInt32(TinyReader.window / 16)))) == .malformedModel)
        // Longer than the encoder has positions for, and no room for a passage.
        #expect(refused(key("window", .uint32(UInt32(TinyModel.positions + 1)))) == .malformedModel)
        #expect(refused(key("question_tokens", .uint32(UInt32(TinyReader.window - 3)))) == .malformedModel)
        for head in ["answerable", "relevance"] {
            #expect(refused(key(head + ".scale", nil)) == .malformedModel)
            #expect(refused(key(head + ".shift", nil)) == .malformedModel)
            #expect(refused(key(head + ".scale", .float(.nan))) == .malformedModel)
            #expect(refused(key(head + ".scale", .float(-1))) == .malformedModel)
            #expect(refused(key(head + ".shift", .float(.infinity))) == .malformedModel)
        }
        #expect(refused { $0.set("general.languages", nil) } == .malformedModel)
        #expect(refused { $0.set("general.languages", .array(type: 4, [.uint32(1)])) } == .malformedModel)
        for head in ["reader.span", "reader.passage"] {
            #expect(refused(without(head + ".weight")) == .malformedModel)
            #expect(refused(without(head + ".bias")) == .malformedModel)
            #expect(refused(replaced(head + ".weight", [width, 3])) == .malformedModel)
            #expect(refused(replaced(head + ".weight", [width / 2, 2])) == .malformedModel)
            #expect(refused(replaced(head + ".bias", [3])) == .malformedModel)
            #expect(refused(replaced(head + ".weight", [width, 2], .nan)) == .malformedModel)
            #expect(refused(replaced(head + ".bias", [2], .infinity)) == .malformedModel)
        }
        #expect(refused(replaced("token_types.weight", [width, 1])) == .malformedModel)
        #expect(refused(without("blk.1.ffn_up.weight")) == .malformedModel)
        #expect(refused { $0.builder.tensors[0].type = 12 } != nil)
    }

    /// What is no number in the middle of the network is seen where it comes out.
    @Test func brokenWeightsAreAnErrorAndNoReading() async throws {
        var broken = tiny
        let index = try #require(broken.builder.tensors.firstIndex { $0.name == "blk.0.ffn_down.weight" })
        broken.builder.tensors[index].bytes.replaceSubrange(0..<4, with: bytes(Float.nan.bitPattern))
        let reader = try reader(broken)
        await #expect(throws: EmbeddingError.self) { try await reader.read(question: "fox", passages: ["the fox"]) }
    }

    @Test func aFileThatIsNoneIsAnError() throws {
        #expect(throws: GGUFError.self) { try SpanReader(modelAt: "/nowhere/reader.gguf") }
        let data = tiny.builder.build()
        for count in stride(from: 0, to: data.count, by: max(1, data.count / 40)) {
            #expect(throws: (any Error).self) {
                try SpanReader(file: GGUFFile(data: data.prefix(count)), threads: 1, kernel: HEARTH_KERNEL_PORTABLE)
            }
        }
    }
}
