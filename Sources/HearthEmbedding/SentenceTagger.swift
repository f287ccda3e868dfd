import CEncoderKernels
public import HearthCore
import HearthGGUF

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Tells names, mood, acts of speech and salience of sentences with a BERT encoder that reads several of a text at once, on this machine's
/// processor.
///
/// A text goes through the encoder's threads in windows of whole sentences, each with as many as it has room for; no sentence is read twice.
public final class SentenceTagger: TaggingModel {
    public let id: String
    public var languages: Set<String> { format.languages }

    let tokenizer: WordPieceTokenizer
    let format: TaggerFormat
    private let heads: TaggerHeads
    private let workers: EncoderWorkers

    /// Windows are taken up until they have as many tokens as this, and read before others are: the memory does not grow with the text, but
    /// for what is found.
    private static let tokensAtOnce = 65_536
    /// A word that names nothing with less probability than this may name something. Where rules add what they find to such words, F1 of names
    /// rose most: 0.7 to 0.9 did nearly the same over five sources (0.664 by rules, 0.670 by the tagger, 0.721 by both).
    private static let leastSure = 0.8

    /// Opens a model file.
    ///
    /// - Parameters:
    ///   - path: A GGUF file with a BERT encoder and the heads of a tagger. It stays mapped for as long as the tagger lives.
    ///   - threads: How many cores to use; `nil` means all.
    /// - Throws: `EmbeddingError`, `GGUFError`.
    public convenience init(modelAt path: String, threads: Int? = nil) throws {
        try self.init(file: GGUFFile(mapping: path), threads: threads, kernel: hearth_kernel_best())
    }

    /// As above, with a form of the kernels that the machine must support.
    init(file: GGUFFile, threads: Int?, kernel: hearth_kernel) throws {
        let shape = try BertShape(file)
        format = try TaggerFormat(file, positions: shape.positions)
        let threads = try EncoderWorkers.checked(threads: threads)
        tokenizer = try WordPieceTokenizer(file)
        heads = try TaggerHeads(file, format, width: shape.width)
        let weights = try BertWeights(file, shape: shape, kernel: kernel, hasTwoSegments: true)
        try weights.check(holds: tokenizer.vocabulary)
        id = file.name ?? "tagger"
        workers = EncoderWorkers(
            encoder: BertEncoder(weights: weights), threads: threads, rows: max(256, format.window))
    }

    public func tag(_ sentences: [TaggerSentence]) async throws -> [SentenceTags] {
        try Task.checkCancellation()
        return try await withTaskExecutorPreference(workers.threads) {
            var tags = [SentenceTags](repeating: .nothing, count: sentences.count)
            var cutter = WindowCutter(sentences, tokenizer, format)
            while case let windows = cutter.next(tokens: Self.tokensAtOnce), !windows.isEmpty {
                try Task.checkCancellation()
                let found = try await workers.run(sizes: windows.map(\.tokens.count)) { batch, workspace in
                    try self.read(windows[batch], in: workspace)
                }
                for (number, found) in found.joined() { tags[number] = found }
            }
            return tags
        }
    }

    /// Reads some windows at once; gives for each the numbers of its sentences, and what they are.
    private func read(
        _ windows: ArraySlice<TaggerWindow>, in workspace: BertWorkspace
    ) throws -> [[(number: Int, tags: SentenceTags)]] {
        let encoder = workers.encoder
        try encoder.transform(windows.map(\.tokens), marks: windows.map(\.marks), rows: heads.shapes, in: workspace)
        var states = UnsafePointer(workspace.stream)
        return try windows.map { window in
            defer { states += window.tokens.count * encoder.shape.width }
            return try window.members.map {
                ($0.number, try tags(of: $0.sentence, states + $0.head * encoder.shape.width))
            }
        }
    }

    /// - Parameter states: What the encoder made of the sentence's `[CLS]`, and of its pieces after it.
    private func tags(of sentence: TaggedSentence, _ states: UnsafePointer<Float>) throws -> SentenceTags {
        let width = workers.encoder.shape.width
        func logits(_ head: LinearHead, _ state: UnsafePointer<Float>) throws -> [Double] {
            let logits = head(state).map(Double.init)
            guard logits.allSatisfy(\.isFinite) else { throw EmbeddingError.givesNoNumbers("tagger") }
            return logits
        }
        let (mood, acts, salience) = try mean(of: states, count: 1 + sentence.tokens.count).withUnsafeBufferPointer {
            guard let mean = $0.baseAddress else { throw EmbeddingError.givesNoNumbers("tagger") }
            return (try logits(heads.mood, mean), try logits(heads.acts, mean), try logits(heads.salience, mean))
        }
        let scores = try sentence.words.map { logSoftmax(try logits(heads.names, states + (1 + $0.piece) * width)) }
        let labels = format.names.decode(scores)
        let spans = format.names.names(labels)
        let names = spans.map { words, kind in
            let least = words.map { scores[$0][labels[$0]] }.min() ?? 0
            return SentenceTags.Name(kind: kind, place: sentence.place(of: words), probability: exp(least))
        }
        let named = Set(spans.flatMap { Array($0.words) })
        let possible = scores.indices.filter {
            !named.contains($0) && exp(scores[$0][format.names.outside]) < Self.leastSure
        }
        return SentenceTags(
            names: names, possibleNames: possible.map { sentence.place(of: $0..<$0 + 1) },
            valence: mood[format.valence], positive: format.positive(mood),
            negative: format.negative(mood),
            emotions: .init(uniqueKeysWithValues: format.emotions.map { ($0.emotion, $0.label(mood)) }),
            acts: .init(uniqueKeysWithValues: format.actsOfSpeech.map { ($0.act, $0.label(acts)) }),
            salience: salience[0], bytesRead: sentence.bytesRead)
    }

    /// The mean of some tokens' states.
    private func mean(of states: UnsafePointer<Float>, count: Int) -> [Float] {
        let width = workers.encoder.shape.width
        var mean = [Float](repeating: 0, count: width)
        for token in 0..<count {
            for i in 0..<width { mean[i] += states[token * width + i] }
        }
        let share = 1 / Float(count)
        for i in 0..<width { mean[i] *= share }
        return mean
    }
}

// MARK: - Sentences in windows

/// A sentence in pieces.
struct TaggedSentence: Sendable {
    struct Word: Hashable, Sendable {
        /// Its first piece, by which its name is told.
        var piece: Int
        var shape: WordShape
        /// Bytes of the sentence.
        var start: Int
        var end: Int
    }

    let text: String
    /// The pieces, as many as a window has room for.
    let tokens: [Int32]
    /// Of each piece the shape of its word.
    let shapes: [WordShape]
    let words: [Word]
    /// Bytes of the sentence that are read; a word counts where its first piece does.
    let bytesRead: Int

    /// - Parameter limit: Pieces that are read.
    init(_ text: String, _ tokenizer: WordPieceTokenizer, limit: Int) {
        var text = text
        // Its bytes are counted off for each word.
        text.makeContiguousUTF8()
        // Words that are cut off by the limit have the shape of the whole.
        let pieces = tokenizer.placedTokens(of: text, limit: limit + WordPieceWord.maximumLength)
        var shapes: [WordShape] = []
        var words: [Word] = []
        var isFirst = true
        while shapes.count < min(limit, pieces.count) {
            let piece = shapes.count
            let next = pieces[(piece + 1)...].firstIndex { $0.beginsWord } ?? pieces.count
            let (start, end) = (pieces[piece].start, pieces[next - 1].end)
            let from = text.utf8.index(text.utf8.startIndex, offsetBy: start)
            let to = text.utf8.index(from, offsetBy: end - start)
            let shape = WordShape(text.unicodeScalars[from..<to], isFirst: isFirst)
            isFirst = isFirst && !shape.hasLetters
            words.append(Word(piece: piece, shape: shape, start: start, end: end))
            shapes += [WordShape](repeating: shape, count: min(next, limit) - piece)
        }
        self.text = text
        self.shapes = shapes
        self.words = words
        tokens = pieces.prefix(shapes.count).map(\.token)
        bytesRead = pieces.count <= limit ? text.utf8.count : words.last?.end ?? 0
    }

    /// Bytes of some words, with the marks that stand behind the last character.
    func place(of words: Range<Int>) -> TextSpan {
        var place = text.placeWithMarks(
            start: self.words[words.lowerBound].start, end: self.words[words.upperBound - 1].end)
        // A mark that encloses a character is one of a word of its own behind some characters, such as Chinese ones.
        if words.upperBound < self.words.count { place.end = min(place.end, self.words[words.upperBound].start) }
        return place
    }
}

/// Sentences of a text that are read at once, in their order: `[CLS]` and the pieces of each, and `[SEP]` behind the last (BERTSum's form: Liu
/// and Lapata 2019, arXiv:1908.08345).
struct TaggerWindow: Sendable {
    struct Member: Sendable {
        /// Which of the sentences it is that were given.
        let number: Int
        let sentence: TaggedSentence
        /// The place of its `[CLS]` in the window.
        let head: Int
    }

    private(set) var members: [Member] = []
    private(set) var tokens: [Int32] = []
    private(set) var marks: [TokenMark] = []
    private var speaker = ""
    private var isSecondSegment = false

    /// Takes a sentence where there is room for it: in an empty window there is for one that has no more pieces than the window tokens, but
    /// for two.
    ///
    /// - Parameters:
    ///   - speaker: Who says it, empty for nobody; another one than before turns the segment.
    /// - Returns: Whether it was taken.
    mutating func add(
        _ sentence: TaggedSentence, number: Int, speaker: String, _ format: TaggerFormat,
        _ vocabulary: WordPieceVocabulary
    ) -> Bool {
        // Room is left for the last token.
        guard tokens.count + 1 + sentence.tokens.count + 1 <= format.window else { return false }
        if !members.isEmpty, speaker != self.speaker { isSecondSegment.toggle() }
        self.speaker = speaker
        members.append(Member(number: number, sentence: sentence, head: tokens.count))
        append(vocabulary.classification, .none, format)
        for (token, shape) in zip(sentence.tokens, sentence.shapes) { append(token, shape, format) }
        return true
    }

    /// Puts the last token behind the sentences.
    mutating func close(_ format: TaggerFormat, _ vocabulary: WordPieceVocabulary) {
        append(vocabulary.separator, .none, format)
    }

    private mutating func append(_ token: Int32, _ shape: WordShape, _ format: TaggerFormat) {
        tokens.append(token)
        marks.append(TokenMark(isSecondSegment: isSecondSegment, row: format.shapes[shape]))
    }
}

/// Parts the sentences of a text into windows: as many in each as it has room for, whole ones.
struct WindowCutter {
    private let sentences: [TaggerSentence]
    private let tokenizer: WordPieceTokenizer
    private let format: TaggerFormat
    private var number = 0
    /// The sentence of that number, for which there was no room.
    private var waiting: TaggedSentence?

    init(_ sentences: [TaggerSentence], _ tokenizer: WordPieceTokenizer, _ format: TaggerFormat) {
        self.sentences = sentences
        self.tokenizer = tokenizer
        self.format = format
    }

    /// The next windows, until they have about as many tokens; none when no sentence with anything to read is left.
    mutating func next(tokens: Int) -> [TaggerWindow] {
        var windows: [TaggerWindow] = []
        var left = tokens
        while left > 0, let window = next() {
            left -= window.tokens.count
            windows.append(window)
        }
        return windows
    }

    private mutating func next() -> TaggerWindow? {
        var window = TaggerWindow()
        while number < sentences.count {
            let sentence =
                waiting ?? TaggedSentence(sentences[number].text, tokenizer, limit: format.window - 2)
            waiting = nil
            if !sentence.tokens.isEmpty {
                let speaker = sentences[number].speaker ?? ""
                guard window.add(sentence, number: number, speaker: speaker, format, tokenizer.vocabulary) else {
                    waiting = sentence
                    break
                }
            }
            number += 1
        }
        guard !window.members.isEmpty else { return nil }
        window.close(format, tokenizer.vocabulary)
        return window
    }
}
