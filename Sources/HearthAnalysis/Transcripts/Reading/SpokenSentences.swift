import HearthBasic
import HearthCore

/// The sentences of a transcript as bytes of its ``CueText``. None crosses from one speaker to the next.
struct SpokenSentences: Sendable {
    let spans: [Range<Int>]

    /// Automatic captions have no full stops; what is longer than this is no sentence that could be shown.
    static let longest = 400

    init(_ text: CueText, language: String) {
        var found: [Range<Int>] = []
        let splitter = SentenceSplitter()
        var from = 0
        while from < text.cues.count {
            var to = from + 1
            while to < text.cues.count, text.cues[to].speaker == text.cues[from].speaker { to += 1 }
            let turn = text.range(of: from..<to)
            if let words = text.text.text(in: TextSpan(turn)), !words.isEmpty {
                for span in splitter.sentences(in: words, language: language) where !span.isEmpty {
                    found.append((turn.lowerBound + span.start)..<(turn.lowerBound + span.end))
                }
            }
            from = to
        }
        spans = found
    }

    /// What to quote for some bytes: their sentence, or the cues around them where that is too long to be shown.
    func around(_ range: Range<Int>, in text: CueText) -> Range<Int> {
        var low = 0
        var high = spans.count
        while low < high {
            let middle = (low + high) / 2
            if spans[middle].upperBound <= range.lowerBound { low = middle + 1 } else { high = middle }
        }
        guard low < spans.count, spans[low].lowerBound <= range.lowerBound else { return range }
        let sentence = spans[low].lowerBound..<max(spans[low].upperBound, range.upperBound)
        guard sentence.count > Self.longest else { return sentence }
        let held = text.cues(of: range)
        let near = text.range(of: max(0, held.lowerBound - 1)..<min(text.cues.count, held.upperBound + 1))
        let clipped = max(near.lowerBound, sentence.lowerBound)..<min(near.upperBound, sentence.upperBound)
        guard clipped.lowerBound <= range.lowerBound, clipped.upperBound >= range.upperBound else { return range }
        return clipped.count > Self.longest ? words(around: range, in: text, within: clipped) : clipped
    }

    /// Whole words on both sides, a hundred bytes or so.
    private func words(around range: Range<Int>, in text: CueText, within bounds: Range<Int>) -> Range<Int> {
        var start = max(bounds.lowerBound, range.lowerBound - 100)
        while start > bounds.lowerBound, start < range.lowerBound, !opensWord(start, text) { start += 1 }
        var end = min(bounds.upperBound, range.upperBound + 100)
        while end < bounds.upperBound, end > range.upperBound, text.folded[end] != 0x20 { end -= 1 }
        return start..<max(end, range.upperBound)
    }

    private func opensWord(_ place: Int, _ text: CueText) -> Bool { text.folded[place - 1] == 0x20 }
}
