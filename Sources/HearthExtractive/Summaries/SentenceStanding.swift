import HearthCore
import HearthText

/// How well each unit of a text can be read without what stands around it: a summary is read as a text of its own.
///
/// A question whose answer is not there, a sentence that was broken off, a headline among sentences and a sentence that leans on the
/// one before it ("That's why …") say less than their words weigh. The shares are by judgement, mild enough that a sentence which
/// says much more is still taken.
struct SentenceStanding {
    /// For each unit, the share of its quality that it keeps.
    private(set) var shares: [Double] = []
    /// For each unit, whether a text can begin with it.
    private(set) var opens: [Bool] = []

    private static let question = 0.6
    private static let unfinished = 0.6
    private static let headline = 0.1
    private static let leaning = 0.75
    private static let runOn = 0.7
    /// Words of a sentence from which on it is hard to follow when it was spoken.
    private static let longest = 45

    init(_ source: SummarySource, _ bytes: UTF8Bytes) {
        let leaning = PhraseList(SpeechMarkers.leaning, language: source.language)
        let isTalk = source.lines.isTranscript
        let closed = source.units.map { Self.isClosed($0.pieces.last, bytes) }
        // Where sentences end with a mark, what has none is no sentence.
        let tellsEnds = closed.count { $0 } * 5 >= closed.count * 3
        for (index, unit) in source.units.enumerated() {
            let opening = bytes.string((unit.pieces.first ?? unit.span).prefix(120))
            let leans = index > 0 && leaning.opens(SpokenWords(opening, limit: 6))
            let isQuestion = Self.asks(unit.pieces.last, bytes)
            var share = leans ? Self.leaning : 1
            if isQuestion { share *= Self.question }
            if !closed[index] { share *= isTalk || !tellsEnds ? Self.unfinished : Self.headline }
            if isTalk, unit.words > Self.longest { share *= Self.runOn }
            shares.append(share)
            opens.append(!leans && !isQuestion && closed[index])
        }
    }

    /// Whether a piece ends as a sentence does; what does not is shown to be cut off.
    static func isClosed(_ piece: Range<Int>?, _ bytes: UTF8Bytes) -> Bool {
        guard let piece, let (value, _) = bytes.scalar(before: piece.upperBound) else { return true }
        return ScalarClass(value) == .other && ![0x2C, 0x3B, 0x3A, 0x2D].contains(value)
    }

    private static func asks(_ piece: Range<Int>?, _ bytes: UTF8Bytes) -> Bool {
        guard let piece else { return false }
        return SentenceEnd.asks(bytes.string(piece.suffix(16)))
    }
}

/// What somebody said as it is written down for a reader: without fillers, repeated words and empty openings, each sentence with a
/// capital where its script has them.
public enum SpokenWording {
    /// - Parameter language: ISO 639-1.
    /// - Returns: Empty where nothing was said but fillers.
    public static func cleaned(_ text: String, language: String) -> String {
        let text = PlainText.line(text)
        let sentences = SentenceSplitter().sentences(in: text, language: language)
        return text.withBytes { bytes in
            let tokens = SummaryTokens(bytes)
            var shown = ""
            for span in sentences {
                let sentence = write(
                    SpokenSentence(span.range, tokens: tokens, language: language).pieces, of: span.range, tokens)
                guard sentence.contains(where: { $0.isLetter || $0.isNumber }) else { continue }
                if !shown.isEmpty { shown += " " }
                shown += sentence
            }
            return shown
        }
    }

    /// Whether a word is torn off before it is said whole: "ergonom ergonomic", "th things".
    public static func stumbles(_ words: [String]) -> Bool {
        zip(words, words.dropFirst()).contains { said, next in
            let (said, next) = (said.lowercased(), next.lowercased())
            return next.hasPrefix(said) && next != said && (said.utf8.count >= 4 || isTorn(said, before: next))
        }
    }

    /// The pieces of a sentence, with a capital where an opening before them was left out, and with the mark of what was cut off.
    static func write(_ pieces: [Range<Int>], of sentence: Range<Int>, _ tokens: SummaryTokens) -> String {
        var shown = ""
        tokens.append(pieces, to: &shown)
        // Where sentences are written without capitals, none of them gets one.
        if let first = pieces.first, first.lowerBound > sentence.lowerBound, let letter = shown.first,
            letter.isLowercase, letter.uppercased().count == 1,
            tokens.bytes.string(sentence.prefix(8)).first?.isUppercase == true
        {
            shown = letter.uppercased() + shown.dropFirst()
        }
        guard !SentenceStanding.isClosed(pieces.last, tokens.bytes) else { return shown }
        while let last = shown.unicodeScalars.last, [",", ";", ":", "-", " "].contains(last) {
            shown.unicodeScalars.removeLast()
        }
        return shown + "…"
    }

    /// A few consonants that the next word begins with: "th things". A word of a language has a vowel.
    static func isTorn(_ said: String, before next: String) -> Bool {
        !said.isEmpty && said.utf8.count <= 3 && next.utf8.count > said.utf8.count && next.hasPrefix(said)
            && said.utf8.allSatisfy { consonants.contains($0) }
    }

    private static let consonants = Set("bcdfghjklmnpqrstvwxz".utf8)
}
