import HearthCore

/// A stretch of a transcript that is read in one request.
struct TranscriptPart: Hashable, Sendable {
    /// The cues of which it holds words.
    var cues: Range<Int>
    /// The bytes of the ``CueText``.
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
    let text: CueText
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
