import CEncoderKernels
import Foundation
import HearthCore
import HearthTesting
import Testing

@testable import HearthEmbedding
@testable import HearthGGUF

@Suite struct SentenceTaggerTests {
    private let tiny = TinyTagger()

    private func tagger(
        _ tiny: TinyTagger = TinyTagger(), kernel: hearth_kernel = HEARTH_KERNEL_PORTABLE, threads: Int = 2
    ) throws -> SentenceTagger {
        try SentenceTagger(file: GGUFFile(data: tiny.builder.build()), threads: threads, kernel: kernel)
    }

    /// Words that the tokenizer does not part.
    private func words(_ count: Int, seed: UInt64) -> [String] {
        var generator = SeededGenerator(seed: seed)
        let some = [
            "the", "The", "quick", "BROWN", "fox", "Fox", "jumped", "dogs", "unaffable", "A", "e", ".", "?", "漢", "30",
            "fOX", "A30", "É",
        ]
        return (0..<count).map { _ in some.randomElement(using: &generator) ?? "" }
    }

    /// The shape of a word of the above, in the plainest way.
    private func shape(_ word: String, isFirst: Bool) -> String {
        switch word {
        case ".", "?": "none"
        case "30": "digits"
        case "BROWN", "A30": "upper"
        case "fOX": "mixed"
        case "A", "É": isFirst ? "first capital" : "letter"
        case "The", "Fox": isFirst ? "first capital" : "capital"
        default: isFirst ? "first lower" : "lower"
        }
    }

    private func pieces(_ words: [String], _ tokenizer: WordPieceTokenizer) -> [TinyTagger.Word] {
        var isFirst = true
        return words.map { word in
            defer { if ![".", "?", "30"].contains(word) { isFirst = false } }
            return TinyTagger.Word(tokens: tokenizer.tokens(of: word), shape: shape(word, isFirst: isFirst))
        }
    }

    /// Bytes of some words of a sentence that has one space between each two.
    private func place(_ range: Range<Int>, in words: [String]) -> TextSpan {
        let start = words[..<range.lowerBound].reduce(0) { $0 + $1.utf8.count + 1 }
        return TextSpan(start: start, end: start + words[range].joined(separator: " ").utf8.count)
    }

    private func check(
        _ found: SentenceTags, _ expected: TinyTagger.Reading, words: [String], tolerance: Double,
        checksNames: Bool = true
    ) {
        #expect(abs(found.valence - (expected.mood["valence"] ?? .nan)) < tolerance)
        #expect(abs(found.salience - expected.salience) < tolerance)
        func check(_ label: SentenceTags.Label?, _ name: String, _ logits: [String: Double]) {
            let probability = expected.probability(name, of: logits)
            #expect(abs((label?.probability ?? .nan) - probability) < tolerance, "\(name)")
            let threshold = Double(TinyTagger.calibrations[name]?[2] ?? .nan)
            if abs(probability - threshold) > tolerance {
                #expect(label?.holds == (probability >= threshold), "\(name)")
            }
        }
        check(found.positive, "positive", expected.mood)
        check(found.negative, "negative", expected.mood)
        for emotion in SentenceTags.Emotion.allCases { check(found.emotions[emotion], emotion.rawValue, expected.mood) }
        for act in SentenceTags.Act.allCases { check(found.acts[act], act.rawValue, expected.acts) }
        #expect(found.bytesRead == words.joined(separator: " ").utf8.count)
        guard checksNames else { return }
        let spans = expected.spans
        #expect(found.names.map(\.kind) == spans.map(\.kind))
        #expect(found.names.map(\.place) == spans.map { place($0.words, in: words) })
        #expect(found.names.allSatisfy { (0...1).contains($0.probability) })
        let named = Set(spans.flatMap { Array($0.words) })
        let unsure = expected.names.indices.filter {
            !named.contains($0) && exp(expected.names[$0][0]) < 0.8 - tolerance
        }
        #expect(Set(unsure.map { place($0..<$0 + 1, in: words) }).isSubset(of: Set(found.possibleNames)))
        #expect(found.possibleNames.allSatisfy { possible in !found.names.contains { $0.place.overlaps(possible) } })
    }

    // MARK: One window

    @Test(arguments: KernelTests.supported)
    func agreesWithAPlainReading(_ kernel: hearth_kernel) async throws {
        let tagger = try tagger(kernel: kernel)
        let isRough = kernel == HEARTH_KERNEL_AVX512_BF16
        for seed in 0..<8 as Range<UInt64> {
            let sentences = [words(3, seed: seed), words(4, seed: seed + 100), words(2, seed: seed + 200)]
            let tokens = sentences.map { pieces($0, tagger.tokenizer) }
            let expected = tiny.window(tokens, segments: [0, 1, 1])
            let speakers = ["Ann", "Ben", "Ben"]
            let found = try await tagger.tag(
                zip(sentences, speakers).map { TaggerSentence($0.joined(separator: " "), speaker: $1) })
            #expect(found.count == sentences.count)
            for (index, sentence) in sentences.enumerated() {
                check(
                    found[index], expected[index], words: sentence, tolerance: isRough ? 0.6 : 2e-3,
                    checksNames: !isRough)
            }
        }
    }

    @Test func aNameIsAsSureAsTheLeastSureOfItsWords() async throws {
        var tiny = tiny
        // Each word begins a name or goes on with one.
        tiny.replace(
            "tagger.names.bias", [TinyTagger.names.count], TinyTagger.names.map { $0.hasSuffix("-PER") ? 20 : 0 })
        let tagger = try tagger(tiny)
        var longest = 0
        for seed in 0..<12 as Range<UInt64> {
            let sentence = words(6, seed: seed)
            let expected = tiny.window([pieces(sentence, tagger.tokenizer)], segments: [0])[0]
            let found = try await tagger.tag([TaggerSentence(sentence.joined(separator: " "))])[0]
            check(found, expected, words: sentence, tolerance: 2e-3)
            for (name, span) in zip(found.names, expected.spans) {
                let chances = span.words.map { word in
                    let label = word == span.words.lowerBound ? "B-PER" : "I-PER"
                    return exp(expected.names[word][TinyTagger.names.firstIndex(of: label) ?? 0])
                }
                #expect(abs(name.probability - (chances.min() ?? 0)) < 2e-3)
                longest = max(longest, span.words.count)
            }
        }
        #expect(longest > 1)
    }

    /// Kinds that a later file may have are no names here, and take no others along.
    @Test func labelsThatAreNotKnownAreNotTold() async throws {
        var tiny = tiny
        tiny.take(everyWordFor: "B-LAW")
        #expect(try await tagger(tiny).tag([TaggerSentence("the fox")])[0].names.isEmpty)
        tiny.take(everyWordFor: "B-MISC")
        let names = try await tagger(tiny).tag([TaggerSentence("the unaffable fox.")])[0].names
        #expect(names.map(\.kind) == [.other, .other, .other, .other])
        #expect(names.map { [$0.place.start, $0.place.end] } == [[0, 3], [4, 13], [14, 17], [17, 18]])
        // Nothing may go on that has not begun.
        tiny.take(everyWordFor: "I-ORG")
        let inside = try await tagger(tiny).tag([TaggerSentence("the quick fox")])[0].names
        #expect(inside.map(\.kind) == [.organization] && inside.map(\.place) == [TextSpan(start: 0, end: 13)])
    }

    @Test func theBestSequenceIsTheBestOfAll() throws {
        let labels = try TaggerFormat(GGUFFile(data: tiny.builder.build()), positions: TinyModel.positions).names
        #expect(labels.decode([]).isEmpty)
        let names = TinyTagger.names
        func isAllowed(_ before: Int?, _ after: Int) -> Bool {
            guard names[after].hasPrefix("I-") else { return true }
            return before.map { names[$0].dropFirst(2) == names[after].dropFirst(2) } ?? false
        }
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<40 {
            let scores = (0..<3).map { _ in logSoftmax(generator.floats(names.count, -3...3).map(Double.init)) }
            var best: (path: [Int], score: Double) = ([], -.infinity)
            for a in names.indices where isAllowed(nil, a) {
                for b in names.indices where isAllowed(a, b) {
                    for c in names.indices where isAllowed(b, c) {
                        let score = scores[0][a] + scores[1][b] + scores[2][c]
                        if score > best.score { best = ([a, b, c], score) }
                    }
                }
            }
            #expect(labels.decode(scores) == best.path)
        }
    }

    // MARK: Words

    /// As `case_of` of the training has them, not first and first in a sentence.
    @Test(arguments: [
        ("a", "lower", "first lower"), ("A", "letter", "first capital"), ("fox", "lower", "first lower"),
        ("Fox", "capital", "first capital"), ("FOX", "upper", "upper"), ("fOX", "mixed", "mixed"),
        ("McCartney", "mixed", "mixed"), ("iPhone", "mixed", "mixed"), ("A30", "upper", "upper"),
        ("7", "digits", "digits"), ("3rd", "lower", "first lower"), ("3RD", "upper", "upper"),
        ("X1", "upper", "upper"), ("1A", "upper", "upper"), ("A1b", "capital", "first capital"),
        ("1Ab", "mixed", "mixed"), ("'", "none", "none"), ("漢", "lower", "first lower"),
        ("É", "letter", "first capital"), ("Éa", "capital", "first capital"), ("ÉA", "upper", "upper"),
        ("\u{1C5}", "lower", "first lower"), ("\u{1C5}a", "lower", "first lower"), ("²", "digits", "digits"),
        ("½", "none", "none"), ("\u{2163}", "none", "none"), ("Ⓐ", "none", "none"), ("ⒶB", "upper", "upper"),
        ("\u{663}", "digits", "digits"), ("ª", "lower", "first lower"), ("ʰ", "lower", "first lower"),
        ("ΩΩ", "upper", "upper"), ("Аб", "capital", "first capital"), ("A\u{301}", "upper", "upper"),
        ("", "none", "none"),
    ])
    func shapesOfWordsAreThoseOfTheTraining(_ word: String, _ shape: String, _ first: String) {
        func label(_ isFirst: Bool) -> String {
            WordShape.labels[WordShape(word.unicodeScalars, isFirst: isFirst).rawValue]
        }
        #expect(label(false) == shape)
        #expect(label(true) == first)
    }

    @Test func sentencesArePartedIntoWords() throws {
        let tokenizer = try tagger().tokenizer
        func words(_ text: String, limit: Int = 100) -> [String] {
            let sentence = TaggedSentence(text, tokenizer, limit: limit)
            #expect(sentence.tokens.count == sentence.shapes.count)
            let bytes = Array(text.utf8)
            return sentence.words.map { word in
                String(decoding: bytes[word.start..<word.end], as: UTF8.self)
                    + " \(word.piece) " + WordShape.labels[word.shape.rawValue]
            }
        }
        #expect(
            words("…30 Foxes, THE 'Dog'漢字")
                == [
                    "… 0 none", "30 1 digits", "Foxes 2 first capital", ", 5 none", "THE 6 upper", "' 7 none",
                    "Dog 8 capital", "' 9 none", "漢 10 lower", "字 11 lower",
                ])
        #expect(words("fo\u{301}x 한") == ["fo\u{301}x 0 first lower", "한 1 lower"])
        // A word that is cut off has the shape of the whole.
        #expect(words("unaffaBle", limit: 2) == ["unaffaBle 0 mixed"])
        #expect(words("the unaffaBle dog", limit: 3) == ["the 0 first lower", "unaffaBle 1 mixed"])
        #expect(words(" \n\u{200B}").isEmpty)
        let cut = TaggedSentence("the fox the fox", tokenizer, limit: 3)
        #expect(cut.tokens.count == 3 && cut.bytesRead == 11)
        #expect(TaggedSentence("the fox  ", tokenizer, limit: 3).bytesRead == 9)
    }

    // MARK: Windows

    @Test func windowsHaveAsManySentencesAsTheyHaveRoomFor() async throws {
        let tagger = try tagger()
        var generator = SeededGenerator(seed: 11)
        let sentences = (0..<60).map { words(Int.random(in: 0...10, using: &generator), seed: UInt64($0)) }
        let speakers = sentences.map { _ in ["Ann", "Ben", nil].randomElement(using: &generator) ?? nil }
        let given = zip(sentences, speakers).map { TaggerSentence($0.joined(separator: " "), speaker: $1) }
        // In the plainest way: what has no tokens is passed over; a window begins where the former has no room.
        var expected: [[Int]] = []
        var room = 0
        for (number, sentence) in sentences.enumerated() where !sentence.isEmpty {
            let count = 1 + sentence.reduce(0) { $0 + tagger.tokenizer.tokens(of: $1).count }
            if expected.isEmpty || count > room {
                expected.append([])
                room = TinyTagger.window - 1
            }
            expected[expected.count - 1].append(number)
            room -= count
        }
        var cutter = WindowCutter(given, tagger.tokenizer, tagger.format)
        let windows = cutter.next(tokens: .max)
        #expect(windows.map { $0.members.map(\.number) } == expected)
        #expect(windows.allSatisfy { $0.tokens.count <= TinyTagger.window && $0.tokens.count == $0.marks.count })
        #expect(cutter.next(tokens: .max).isEmpty)
        // A part at a time they are the same.
        var byParts = WindowCutter(given, tagger.tokenizer, tagger.format)
        var parts: [TaggerWindow] = []
        while case let some = byParts.next(tokens: 1), !some.isEmpty { parts += some }
        #expect(parts.map(\.tokens) == windows.map(\.tokens))
        #expect(parts.map(\.marks) == windows.map(\.marks))
        // And each sentence is read as in its window.
        let found = try await tagger.tag(given)
        #expect(found.count == given.count)
        for window in expected {
            var segments = [0]
            for (before, after) in zip(window, window.dropFirst()) {
                segments.append(
                    speakers[before] == speakers[after]
                        ? segments[segments.count - 1] : 1 - segments[segments.count - 1])
            }
            let readings = tiny.window(window.map { pieces(sentences[$0], tagger.tokenizer) }, segments: segments)
            for (number, reading) in zip(window, readings) {
                check(found[number], reading, words: sentences[number], tolerance: 2e-3)
            }
        }
        #expect(zip(found, sentences).allSatisfy { $1.isEmpty ? $0 == .nothing : $0.bytesRead > 0 })
    }

    @Test func theSegmentTurnsWithTheSpeaker() throws {
        let tagger = try tagger()
        func segments(_ speakers: String?...) -> [Bool] {
            var cutter = WindowCutter(
                speakers.map { TaggerSentence("fox", speaker: $0) }, tagger.tokenizer, tagger.format)
            return cutter.next(tokens: 1)[0].marks.map(\.isSecondSegment)
        }
        #expect(segments(nil, nil) == [false, false, false, false, false])
        #expect(segments("a", "b", "b", "a") == [false, false, true, true, true, true, false, false, false])
        #expect(segments(nil, "a") == [false, false, true, true, true])
        // Nobody and a name without a letter are the same.
        #expect(segments(nil, "") == [false, false, false, false, false])
    }

    // MARK: Edges

    @Test func whatHasNoWordsIsNothing() async throws {
        let tagger = try tagger()
        #expect(try await tagger.tag([]).isEmpty)
        #expect(
            try await tagger.tag([TaggerSentence(""), TaggerSentence(" \n\u{200B}\u{0}")]) == [.nothing, .nothing])
        let alone = try await tagger.tag([TaggerSentence("the fox")])
        let between = try await tagger.tag([TaggerSentence(""), TaggerSentence("the fox"), TaggerSentence("\u{301}")])
        #expect(between == [.nothing] + alone + [.nothing])
    }

    @Test func ofALongSentenceTheBeginningIsRead() async throws {
        let tagger = try tagger()
        let room = TinyTagger.window - 2
        let long = String(repeating: "fox ", count: 50_000)
        let found = try await tagger.tag([TaggerSentence(long), TaggerSentence("the dog")])
        #expect(found[0].bytesRead == room * 4 - 1)
        #expect(found[1].bytesRead == 7)
        // It is alone in its window, and so is what follows.
        let alone = try await tagger.tag([TaggerSentence("the dog")])[0]
        #expect(
            found[1].names.map(\.place) == alone.names.map(\.place) && abs(found[1].salience - alone.salience) < 1e-4)
        // One word without end is one token.
        let word = String(repeating: "a", count: 300_000)
        #expect(try await tagger.tag([TaggerSentence(word)])[0].bytesRead == 300_000)
    }

    @Test func aNameTakesItsAccentsAlong() async throws {
        var tiny = tiny
        tiny.take(everyWordFor: "B-PER")
        let tagger = try tagger(tiny)
        func places(_ text: String) async throws -> [[Int]] {
            try await tagger.tag([TaggerSentence(text)])[0].names.map { [$0.place.start, $0.place.end] }
        }
        #expect(try await places("e\u{301}\u{302} fox") == [[0, 5], [6, 9]])
        #expect(try await places("한") == [[0, 3]])
        // A mark that is a word of its own is not taken twice.
        #expect(try await places("漢\u{20DD}") == [[0, 3], [3, 6]])
    }

    @Test func cancellationEndsTheWorkEarly() async throws {
        let tagger = try tagger(threads: 1)
        let sentences = [TaggerSentence](repeating: TaggerSentence("the quick brown fox"), count: 100_000)
        let task = Task { try await tagger.tag(sentences) }
        try await Task.sleep(for: .milliseconds(30))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func manyTextsAtOnceGetTheirOwnTags() async throws {
        let tagger = try tagger()
        let texts = (0..<4).map { text in
            (0..<10).map { TaggerSentence(words(8, seed: UInt64(10 * text + $0)).joined(separator: " ")) }
        }
        var expected: [[SentenceTags]] = []
        for text in texts { expected.append(try await tagger.tag(text)) }
        try await withThrowingTaskGroup(of: (Int, [SentenceTags]).self) { group in
            for number in 0..<16 { group.addTask { (number % 4, try await tagger.tag(texts[number % 4])) } }
            for try await (text, tags) in group {
                #expect(zip(tags, expected[text]).allSatisfy { $0.names.map(\.place) == $1.names.map(\.place) })
                #expect(zip(tags, expected[text]).allSatisfy { abs($0.salience - $1.salience) < 1e-4 })
            }
        }
    }

    // MARK: Files

    @Test func otherModelsAreRefusedWithAReason() {
        func refused(_ change: (inout TinyTagger) -> Void) -> EmbeddingError.Reason? {
            var tiny = self.tiny
            change(&tiny)
            do {
                _ = try tagger(tiny)
                return nil
            } catch { return (error as? EmbeddingError)?.reason }
        }
        func key(_ name: String, _ value: GGUFBuilder.Value?) -> (inout TinyTagger) -> Void {
            { $0.set("hearth.tagger." + name, value) }
        }
        func strings(_ values: [String]) -> GGUFBuilder.Value { .array(type: 8, values.map { .string($0) }) }
        func floats(_ values: [Float]) -> GGUFBuilder.Value { .array(type: 6, values.map { .float($0) }) }
        func without(_ tensor: String) -> (inout TinyTagger) -> Void {
            { $0.builder.tensors.removeAll { $0.name == tensor } }
        }
        func replaced(_ tensor: String, _ dimensions: [Int], _ value: Float = 0) -> (inout TinyTagger) -> Void {
            { $0.replace(tensor, dimensions, [Float](repeating: value, count: dimensions.reduce(1, *))) }
        }
        let width = TinyModel.width
        #expect(refused { _ in } == nil)
        // Neither a sentence encoder nor a reader is a tagger.
        #expect(refused { $0.builder = $0.model.builder } == .unsupportedModel)
        #expect(refused { $0.builder = TinyReader().builder } == .unsupportedModel)
        for version: UInt32 in [1, 3] { #expect(refused(key("version", .uint32(version))) == .unsupportedModel) }
        #expect(refused { $0.set("general.architecture", .string("llama")) } == .unsupportedModel)
        #expect(refused { $0.set("tokenizer.ggml.model", .string("t5")) } == .unsupportedModel)
        for value in [nil, .uint32(0), .uint32(2), .uint32(.max), .int32(-1), .string("8"), .uint64(.max)]
            as [GGUFBuilder.Value?]
        { #expect(refused(key("window", value)) == .malformedModel) }
        // Longer than the encoder has positions for.
        #expect(refused(key("window", .uint32(UInt32(TinyModel.positions + 1)))) == .malformedModel)
        #expect(refused(key("window", .uint32(3))) == nil)
        let lists = [
            ("case", TinyTagger.shapes, "mixed"), ("names", TinyTagger.names, "I-EVENT"),
            ("names", TinyTagger.names, "O"), ("mood", TinyTagger.mood, "valence"), ("mood", TinyTagger.mood, "shame"),
            ("acts", TinyTagger.acts, "decision"),
        ]
        for (list, labels, needed) in lists {
            let name = list + ".labels"
            let other = labels.map { $0 == needed ? (list == "names" ? "B-OTHER" : "other") : $0 }
            #expect(refused(key(name, strings(other))) == .malformedModel, "\(needed)")
            #expect(refused(key(name, nil)) == .malformedModel)
            #expect(refused(key(name, strings([]))) == .malformedModel)
            #expect(refused(key(name, strings(labels + [needed]))) == .malformedModel)
            #expect(refused(key(name, strings(labels + (0..<64).map { "B-\($0)" }))) == .malformedModel)
            #expect(refused(key(name, .array(type: 4, labels.map { _ in .uint32(1) }))) == .malformedModel)
            #expect(refused(key(name, .string(needed))) == .malformedModel)
            // One more is another matrix.
            #expect(refused(key(name, strings(labels + ["B-MORE"]))) == .malformedModel)
        }
        #expect(
            refused(key("names.labels", strings(TinyTagger.names.map { $0 == "B-LAW" ? "X-LAW" : $0 })))
                == .malformedModel)
        #expect(
            refused(key("names.labels", strings(TinyTagger.names.map { $0 == "B-LAW" ? "B-" : $0 }))) == .malformedModel
        )
        for (head, count) in [("mood", TinyTagger.mood.count), ("acts", TinyTagger.acts.count)] {
            for name in ["scale", "shift", "threshold"] {
                func values(_ last: Float) -> GGUFBuilder.Value {
                    floats([Float](repeating: 0.5, count: count - 1) + [last])
                }
                #expect(refused(key("\(head).\(name)", values(0.5))) == nil)
                #expect(refused(key("\(head).\(name)", nil)) == .malformedModel)
                #expect(refused(key("\(head).\(name)", values(.nan))) == .malformedModel)
                #expect(refused(key("\(head).\(name)", values(.infinity))) == .malformedModel)
                #expect(refused(key("\(head).\(name)", floats([]))) == .malformedModel)
                #expect(
                    refused(key("\(head).\(name)", floats([Float](repeating: 0.5, count: count + 1))))
                        == .malformedModel)
                #expect(
                    refused(key("\(head).\(name)", strings([String](repeating: "1", count: count)))) == .malformedModel)
                #expect(refused(key("\(head).\(name)", values(-1))) == (name == "shift" ? nil : .malformedModel))
                #expect(refused(key("\(head).\(name)", values(2))) == (name == "threshold" ? .malformedModel : nil))
            }
        }
        #expect(refused { $0.set("general.languages", nil) } == .malformedModel)
        for (head, count) in [
            ("names", TinyTagger.names.count), ("mood", TinyTagger.mood.count), ("acts", TinyTagger.acts.count),
            ("salience", 1),
        ] {
            let (weight, bias) = ("tagger.\(head).weight", "tagger.\(head).bias")
            #expect(refused(without(weight)) == .malformedModel)
            #expect(refused(without(bias)) == .malformedModel)
            #expect(refused(replaced(weight, [width, count + 1])) == .malformedModel)
            #expect(refused(replaced(weight, [width / 2, count])) == .malformedModel)
            #expect(refused(replaced(bias, [count + 1])) == .malformedModel)
            #expect(refused(replaced(weight, [width, count], .nan)) == .malformedModel)
            #expect(refused(replaced(bias, [count], .infinity)) == .malformedModel)
        }
        let shapes = TinyTagger.shapes.count
        #expect(refused(without("tagger.case.weight")) == .malformedModel)
        #expect(refused(replaced("tagger.case.weight", [width, shapes - 1])) == .malformedModel)
        #expect(refused(replaced("tagger.case.weight", [width, shapes], .nan)) == .malformedModel)
        #expect(refused(replaced("token_types.weight", [width, 1])) == .malformedModel)
        #expect(refused(without("blk.1.ffn_up.weight")) == .malformedModel)
    }

    /// What is no number in the middle of the network is seen where it comes out.
    @Test func brokenWeightsAreAnErrorAndNoTags() async throws {
        var broken = tiny
        let index = try #require(broken.builder.tensors.firstIndex { $0.name == "blk.0.ffn_down.weight" })
        broken.builder.tensors[index].bytes.replaceSubrange(0..<4, with: bytes(Float.nan.bitPattern))
        let tagger = try tagger(broken)
        await #expect(throws: EmbeddingError.self) { try await tagger.tag([TaggerSentence("the fox")]) }
    }

    @Test func aFileThatIsNoneIsAnError() throws {
        #expect(throws: GGUFError.self) { try SentenceTagger(modelAt: "/nowhere/tagger.gguf") }
        let data = tiny.builder.build()
        for count in stride(from: 0, to: data.count, by: max(1, data.count / 40)) {
            #expect(throws: (any Error).self) {
                try SentenceTagger(file: GGUFFile(data: data.prefix(count)), threads: 1, kernel: HEARTH_KERNEL_PORTABLE)
            }
        }
    }
}
