import HearthCore
import HearthText

/// The part of a long sentence that says most of what is asked.
///
/// Where a script has no full stop (Thai, Lao), and where a writer sets none, all of a paragraph may be one sentence by its certain
/// borders. A reader then gets the phrases around the best one, whole, up to a length.
struct AnswerPart {
    /// Characters (Unicode scalars) that are told of a sentence at most, unless one phrase is longer: a short paragraph of print, some
    /// hundred words of Thai.
    static let longest = 600
    /// Characters after which a phrase without a space is cut, before a vowel that is written first, with which a syllable begins: in a
    /// text without any space a sentence would be all of it.
    private static let longestPhrase = 1_500
    /// Phrases of a sentence that are weighed.
    private static let mostPhrases = 4_000

    private let question: AnswerQuestion
    private let settings: AnswerSettings
    private var likeness: TermLikeness

    init(question: AnswerQuestion, settings: AnswerSettings) {
        self.question = question
        self.settings = settings
        likeness = TermLikeness(question.terms.map(\.text))
    }

    /// - Parameter language: ISO 639-1, of the text.
    /// - Returns: `span` where it is short, or in a script whose spaces part words.
    mutating func part(of span: TextSpan, in text: String, language: String) -> TextSpan {
        guard span.count > Self.longest else { return span }
        let phrases = text.withBytes { bytes in
            Self.isUnspaced(span, bytes) ? Self.phrases(span, bytes) : []
        }
        guard phrases.count > 1, let last = phrases.last else { return span }
        let size = text.withBytes { bytes in Self.characters(span.start..<last.span.end, bytes) }
        guard size > Self.longest else { return span }
        let read = AnswerSentence.read(
            text, language: language, spans: phrases.map { ($0.span, false) }, question: question, likeness: &likeness)
        let window = best(phrases, read.map(\.said))
        return TextSpan(start: phrases[window.lowerBound].span.start, end: phrases[window.upperBound].span.end)
    }

    private struct Phrase {
        var span: TextSpan
        /// Characters from the start of the sentence to its own start and end.
        var characters: Range<Int>
    }

    /// The run of phrases within the length that says most together, weighed as sentences are; of equal ones, the one in whose
    /// middle the best phrase stands.
    private func best(_ phrases: [Phrase], _ said: [[Double]]) -> ClosedRange<Int> {
        let weights = weights(said)
        let worth = said.map { zip($0, weights).reduce(0) { $0 + $1.0 * $1.1 } }
        let top = worth.indices.max { (worth[$0], -$0) < (worth[$1], -$1) } ?? 0
        let middle = (phrases[top].characters.lowerBound + phrases[top].characters.upperBound) / 2
        var holding = [Int](repeating: 0, count: weights.count)
        func count(_ phrase: Int, _ change: Int) {
            for (term, value) in said[phrase].enumerated() where value > 0 { holding[term] += change }
        }
        var found: (window: ClosedRange<Int>, says: Double, off: Int)?
        var first = 0
        for last in phrases.indices {
            count(last, 1)
            let end = phrases[last].characters.upperBound
            while first < last, end - phrases[first].characters.lowerBound > Self.longest {
                count(first, -1)
                first += 1
            }
            let says = zip(holding, weights).reduce(0) { $0 + ($1.0 > 0 ? $1.1 : 0) }
            let off = abs((phrases[first].characters.lowerBound + end) / 2 - middle)
            // Sums in another order may differ in their last digit.
            if let best = found, says < best.says - 1e-9 || says <= best.says + 1e-9 && off >= best.off { continue }
            found = (first...last, says, off)
        }
        return found?.window ?? 0...0
    }

    /// What each term is worth: its share of the question, and how well it tells these phrases apart.
    private func weights(_ said: [[Double]]) -> [Double] {
        let count = Double(said.count)
        let tells = question.terms.indices.map { term in
            TermSums.telling(Double(said.count { $0[term] > 0 }), of: count)
        }
        let total = (rarity: max(question.total, 1e-9), tells: max(tells.reduce(0, +), 1e-9))
        let share = settings.weights[.coverage] ?? 0
        let telling = settings.weights[.telling] ?? 0
        return zip(question.terms, tells).map { share * $0.rarity / total.rarity + telling * $1 / total.tells }
    }

    // MARK: - Phrases

    /// Whether most of its letters are of a script that sets no spaces between words, but between phrases.
    private static func isUnspaced(_ span: TextSpan, _ bytes: UTF8Bytes) -> Bool {
        var (unspaced, other) = (0, 0)
        var at = span.start
        while at < span.end {
            let (value, length) = bytes.scalar(at: at)
            switch ScalarClass(value) {
            case .southEastAsian: unspaced += 1
            case .letter, .han, .hiragana, .katakana, .hangul: other += 1
            default: break
            }
            at += length
        }
        return unspaced > other
    }

    /// Parted at spaces between two letters of such a script: those around a number or a foreign word part nothing.
    private static func phrases(_ span: TextSpan, _ bytes: UTF8Bytes) -> [Phrase] {
        var found: [Phrase] = []
        var start = (byte: span.start, characters: 0)
        var at = span.start
        var characters = 0
        func isLetter(_ value: UInt32) -> Bool { [.southEastAsian, .mark].contains(ScalarClass(value)) }
        while at < span.end {
            let (value, length) = bytes.scalar(at: at)
            guard ScalarClass(value) == .space else {
                if characters - start.characters >= longestPhrase, isWrittenFirst(value), found.count < mostPhrases {
                    found.append(
                        Phrase(
                            span: TextSpan(start: start.byte, end: at), characters: start.characters..<characters))
                    start = (at, characters)
                }
                at += length
                characters += 1
                continue
            }
            let end = (byte: at, characters: characters)
            while at < span.end, ScalarClass(bytes.scalar(at: at).value) == .space {
                at += bytes.scalar(at: at).length
                characters += 1
            }
            guard at < span.end, end.byte > start.byte, found.count < mostPhrases,
                let last = bytes.scalar(before: end.byte), isLetter(last.value), isLetter(bytes.scalar(at: at).value)
            else { continue }
            found.append(
                Phrase(
                    span: TextSpan(start: start.byte, end: end.byte),
                    characters: start.characters..<end.characters))
            start = (at, characters)
        }
        if start.byte < span.end {
            found.append(
                Phrase(span: TextSpan(start: start.byte, end: span.end), characters: start.characters..<characters))
        }
        return found
    }

    /// The vowels of Thai and Lao that stand before the consonant after which they are spoken.
    private static func isWrittenFirst(_ value: UInt32) -> Bool {
        (0xE40...0xE44).contains(value) || (0xEC0...0xEC4).contains(value)
    }

    private static func characters(_ range: Range<Int>, _ bytes: UTF8Bytes) -> Int {
        range.count { bytes[$0] & 0xC0 != 0x80 }
    }
}
