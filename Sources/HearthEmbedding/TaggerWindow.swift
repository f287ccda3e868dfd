import HearthCore

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
