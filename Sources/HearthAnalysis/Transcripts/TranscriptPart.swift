import HearthCore
import HearthPrompts

/// A stretch of a transcript that is read in one request.
struct TranscriptPart: Hashable, Sendable {
    /// The cues of which it holds words.
    var cues: Range<Int>
    /// The bytes of the ``TranscriptText``.
    var range: Range<Int>
    /// As a model reads it: a line for each change of speaker, the name before the words.
    var text: String
    /// Tokens of ``text``.
    var tokens: Int
}

/// Cuts a transcript into parts that fit an engine's window.
///
/// A part ends where the topic changes, else where the speaker changes, else at the end of a sentence, looked for in its last
/// third; a sentence is cut only when it alone is too long.
struct PartCutter {
    let text: TranscriptText
    let sentences: SpokenSentences
    /// The first cues of topics.
    let borders: Set<Int>
    let tokenizer: any TextTokenizer

    private struct Piece {
        var range: Range<Int>
        var cue: Int
        var tokens: Int
        /// How good a place it is to begin a part with.
        var opening: Int
    }

    func parts(limit: Int) -> [TranscriptPart] {
        let pieces = pieces(limit: limit)
        var parts: [TranscriptPart] = []
        var start = 0
        while start < pieces.count {
            var end = start
            var tokens = 0
            while end < pieces.count, end == start || tokens + pieces[end].tokens <= limit {
                tokens += pieces[end].tokens
                end += 1
            }
            if end < pieces.count {
                // The best opening in the last third; of equals the last.
                var kept = tokens
                var best = (place: end, opening: pieces[end].opening)
                var place = end
                while place - 1 > start {
                    place -= 1
                    kept -= pieces[place].tokens
                    if kept * 3 < limit * 2 { break }
                    if pieces[place].opening > best.opening { best = (place, pieces[place].opening) }
                }
                end = best.place
            }
            parts.append(part(Array(pieces[start..<end])))
            start = end
        }
        return parts
    }

    // MARK: - Pieces

    /// Sentences, cut where cues begin and where they are too long.
    private func pieces(limit: Int) -> [Piece] {
        var pieces: [Piece] = []
        var speaker: String?
        var last = -1
        for sentence in sentences.spans {
            for range in cut(sentence, limit: limit) {
                let cue = text.cues(of: range).lowerBound
                let isNewSpeaker = pieces.isEmpty || text.cues[cue].speaker != speaker
                speaker = text.cues[cue].speaker
                // A name and its colon, wherever a line may begin.
                let name = speaker.map { tokenizer.countTokens($0 + ": ") } ?? 0
                let opening =
                    range.lowerBound != sentence.lowerBound
                    ? 0 : cue != last && borders.contains(cue) ? 3 : isNewSpeaker ? 2 : 1
                let words = text.text.text(in: TextSpan(range)) ?? ""
                pieces.append(
                    Piece(
                        range: range, cue: cue,
                        tokens: tokenizer.countTokens(words) + 1 + (isNewSpeaker || pieces.count == 0 ? name : 0),
                        opening: opening))
                last = cue
            }
        }
        return pieces
    }

    private func cut(_ sentence: Range<Int>, limit: Int) -> [Range<Int>] {
        // A token has a byte at least.
        guard sentence.count > limit / 2 else { return [sentence] }
        guard let words = text.text.text(in: TextSpan(sentence)) else { return [sentence] }
        let most = max(16, limit / 2)
        let ends = tokenizer.tokenEnds(in: words)
        guard ends.count > most else { return [sentence] }
        let bytes = Array(words.utf8)
        var found: [Range<Int>] = []
        var start = 0
        var token = 0
        while token < ends.count {
            let last = min(ends.count, token + most)
            var end = last == ends.count ? bytes.count : min(ends[last - 1], bytes.count)
            // Not within a character, and where it is near, not within a word.
            while end > start + 1, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
            var space = end
            while space > start + 1, end - space < 40, end < bytes.count, bytes[space - 1] != 0x20 { space -= 1 }
            if end < bytes.count, space > start + 1, bytes[space - 1] == 0x20 { end = space }
            if end > start {
                found.append((sentence.lowerBound + start)..<(sentence.lowerBound + end))
                start = end
            }
            token = last
            // What a cut left over is read again with the next piece.
            while token > 0, token < ends.count, ends[token - 1] > start { token -= 1 }
            if end <= start, last == ends.count { break }
        }
        if start < bytes.count {
            found.append((sentence.lowerBound + start)..<(sentence.lowerBound + bytes.count))
        }
        return found
    }

    private func part(_ pieces: [Piece]) -> TranscriptPart {
        let first = pieces[0].range.lowerBound
        let last = pieces[pieces.count - 1].range.upperBound
        var lines = ""
        var speaker: String?
        for (number, piece) in pieces.enumerated() {
            let name = text.cues[piece.cue].speaker
            if number > 0 { lines += name == speaker ? " " : "\n" }
            if let name, number == 0 || name != speaker { lines += name + ": " }
            speaker = name
            lines += text.text.text(in: TextSpan(piece.range)) ?? ""
        }
        // A NUL would end the text for an engine that is written in C.
        if lines.utf8.contains(0) { lines = lines.replacing("\0", with: " ") }
        return TranscriptPart(
            cues: text.cues(of: first..<last), range: first..<last, text: lines, tokens: tokenizer.countTokens(lines))
    }
}

/// How much of a transcript goes into one request, and how much may come back, in the engine's own tokens.
///
/// A window is shared: a fifth for the transcript, a tenth for the answer, and the rest for the prompt's own words, the form of
/// the answer and a second try, which repeats the first answer. A window of 4,096 tokens so gives 800 in and 400 out. However
/// large the window, a part stays small enough that the model does not lose its middle. Where somebody chose how long an
/// answer may be, that holds as far as the window has room beside such parts.
struct TokenBudget: Hashable, Sendable {
    /// Tokens of transcript, or of notes, in one request.
    var input: Int
    /// Tokens of one answer.
    var output: Int

    /// Whether a person chose how long an answer may be.
    private let isChosen: Bool

    /// Tokens of an answer that is a line, such as a title.
    var line: Int { isChosen ? output : min(Self.lineOutput, output) }

    static let lineOutput = 80
    static let largestInput = 6_000
    static let largestOutput = 1_200
    /// Below these a part says too little, and an answer is cut off.
    static let smallestInput = 160
    static let smallestOutput = 100

    /// - Parameters:
    ///   - frame: The most tokens that a prompt has beside the transcript: its words and its schema.
    ///   - wanted: The most tokens of an answer, where a person chose them; `nil` goes by the window.
    /// - Throws: ``AnalysisError`` with the code `window-too-small`.
    init(_ capabilities: ModelCapabilities, frame: Int = 0, wanted: Int? = nil) throws {
        let window = capabilities.contextLength ?? .max / 1_000
        // Round numbers: 4,096 tokens are 800 and 400.
        output = min(Self.largestOutput, max(Self.smallestOutput, window * 25 / 256))
        isChosen = wanted != nil
        input = min(Self.largestInput, max(Self.smallestInput, window * 25 / 128))
        if let wanted { output = max(Self.smallestOutput, min(wanted, (window - frame - input) / 2)) }
        if let most = capabilities.maximumOutput { output = min(output, most) }
        // The frame, the answer, and the answer again when the model is asked to correct it.
        input = min(input, window - frame - 2 * output)
        guard input >= Self.smallestInput, output >= Self.smallestOutput else {
            throw AnalysisError.windowTooSmall
        }
    }
}

/// What a prompt needs beside the transcript: its own words, and the form of the answer, which most engines are told.
enum PromptFrame {
    /// A chat template's own marks, and the words that tell the form.
    private static let marks = 80

    /// Tokens of the largest prompt that the aspects need.
    static func largest(for aspects: Set<TranscriptAspect>, tokenizer: any TextTokenizer) -> Int {
        var frames: [([Message], GenerationSchema)] = []
        for aspect in aspects {
            switch aspect {
            case .summary:
                frames.append((TranscriptSummaryPrompt.messages(notes: []), TranscriptSummaryAnswer.generationSchema))
                frames.append((TranscriptNotesPrompt.merge([]), TranscriptNotesAnswer.generationSchema))
            case .tags:
                frames.append((TranscriptTagsPrompt.messages(notes: []), TranscriptTagsAnswer.generationSchema))
                frames.append((TranscriptNotesPrompt.merge([]), TranscriptNotesAnswer.generationSchema))
            case .entities:
                frames.append((TranscriptEntitiesPrompt.messages(part: ""), TranscriptEntitiesAnswer.generationSchema))
            case .highlights:
                frames.append(
                    (TranscriptHighlightsPrompt.messages(part: ""), TranscriptHighlightsAnswer.generationSchema))
            case .chapters:
                frames.append(
                    (
                        TranscriptChapterPrompt.messages(chapter: "", keyphrases: []),
                        TranscriptChapterAnswer.generationSchema
                    ))
            case .exchanges: break
            }
        }
        return frames.map { tokens($0.0, $0.1, tokenizer) }.max() ?? 0
    }

    static func tokens(_ messages: [Message], _ schema: GenerationSchema, _ tokenizer: any TextTokenizer) -> Int {
        messages.reduce(marks + tokenizer.countTokens(schema.root.description)) {
            $0 + tokenizer.countTokens($1.content)
        }
    }
}
