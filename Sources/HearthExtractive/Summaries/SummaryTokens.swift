import HearthText

/// Runs of characters that are not white space, which is what a reader counts as the words of a summary.
///
/// Borrows the bytes of the text: never keep one beyond the closure that lends them.
struct SummaryTokens {
    let bytes: UTF8Bytes
    /// Whether the text sets spaces around its marks ("So , I will ."), as transcripts for research do.
    let spacedMarks: Bool

    init(_ bytes: UTF8Bytes, spacedMarks: Bool) {
        self.bytes = bytes
        self.spacedMarks = spacedMarks
    }

    init(_ bytes: UTF8Bytes) {
        self.bytes = bytes
        // Judged by the first hundred kilobytes: one in ten commas and full stops with a space before it is no
        // accident.
        var marks = 0
        var spaced = 0
        for at in 1..<max(1, min(bytes.count, 100_000)) where bytes[at] == 0x2C || bytes[at] == 0x2E {
            marks += 1
            if bytes[at - 1] == 0x20 { spaced += 1 }
        }
        spacedMarks = spaced * 10 > marks
    }

    /// The runs within a range.
    func tokens(in range: Range<Int>) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var at = range.lowerBound
        var start: Int?
        while at < range.upperBound {
            let (value, length) = bytes.scalar(at: at)
            if ScalarClass(value) == .space {
                if let from = start { found.append(from..<at) }
                start = nil
            } else if start == nil {
                start = at
            }
            at += length
        }
        if let from = start { found.append(from..<range.upperBound) }
        return found
    }

    /// Whether a token is written without a space before it: marks that close, and the ends of contractions.
    func attaches(_ token: Range<Int>) -> Bool {
        guard spacedMarks, token.count <= 4 else { return false }
        var at = token.lowerBound
        while at < token.upperBound, Self.closing.contains(bytes[at]) { at += 1 }
        if at == token.upperBound { return true }
        if bytes[token.lowerBound] == 0x27 { return token.count >= 2 && token.count <= 3 }
        return token.count == 3 && bytes[token.lowerBound] | 0x20 == 0x6E && bytes[token.lowerBound + 1] == 0x27
            && bytes[token.lowerBound + 2] | 0x20 == 0x74
    }

    private static let closing = Set(",.;:!?%)]".utf8)

    /// How many words a token counts: one, or in scripts without spaces one for every two characters.
    func words(in token: Range<Int>) -> Int {
        guard bytes[token.lowerBound] >= 0x80 || bytes[token.upperBound - 1] >= 0x80 || token.count > 12 else {
            return 1
        }
        var characters = 0
        var at = token.lowerBound
        while at < token.upperBound {
            let (value, length) = bytes.scalar(at: at)
            switch ScalarClass(value) {
            case .han, .hiragana, .katakana: characters += 1
            default: break
            }
            at += length
        }
        return max(1, (characters + 1) / 2)
    }

    /// The words of several pieces written one after the other.
    func count(_ pieces: [Range<Int>]) -> Int {
        var total = 0
        for piece in pieces {
            for token in tokens(in: piece) where total == 0 || !attaches(token) { total += words(in: token) }
        }
        return total
    }

    /// Appends the pieces to `text`, with single spaces.
    func append(_ pieces: [Range<Int>], to text: inout String) {
        var isFirst = true
        for piece in pieces {
            for token in tokens(in: piece) {
                if !isFirst, !attaches(token) { text.append(" ") }
                text.append(bytes.string(token))
                isFirst = false
            }
        }
    }
}

/// What remains of a spoken sentence when fillers, repeated words and empty openings are left out.
struct SpokenSentence {
    /// Runs of tokens that stay, each verbatim.
    var pieces: [Range<Int>] = []

    /// - Parameter dropsOpeners: Whether words that open a turn and say nothing go.
    init(_ range: Range<Int>, tokens: SummaryTokens, language: String, dropsOpeners: Bool = true) {
        let openers = Openers(language: dropsOpeners ? language : "")
        let fillers = SpokenLanguage.fillers(in: language)
        var kept: [(range: Range<Int>, word: String)] = []
        let all = tokens.tokens(in: range)
        for (index, token) in all.enumerated() {
            let word = Self.bare(token, tokens.bytes)
            let isMark = word.isEmpty
            if fillers.contains(word), !Self.isUnit(word, after: kept.last?.range, tokens.bytes) {
                // A filler takes the comma after it along, but never the end of the sentence.
                Self.dropComma(&kept, tokens.bytes, language)
                continue
            }
            if isMark, let last = kept.last {
                // What is left of ", uh ," is one comma.
                if last.word.isEmpty, Self.isComma(token, tokens.bytes) { continue }
            }
            if kept.isEmpty, isMark || openers.isEmpty(word, at: index, of: all, tokens.bytes) { continue }
            if let last = kept.last, !word.isEmpty, last.word == word, Self.isLetters(token, tokens.bytes) { continue }
            if let last = kept.last, last.range.count == last.word.utf8.count,
                SpokenWording.isTorn(last.word, before: word)
            {
                kept.removeLast()
            }
            kept.append((token, word))
            Self.dropRepeatedPair(&kept)
        }
        for (token, _) in kept {
            if let last = pieces.last, Self.onlySpace(between: last.upperBound, and: token.lowerBound, tokens.bytes) {
                pieces[pieces.count - 1] = last.lowerBound..<token.upperBound
            } else {
                pieces.append(token)
            }
        }
    }

    /// "The, um, car" is "the car": the comma before the filler goes with it where no clause can end.
    private static func dropComma(
        _ kept: inout [(range: Range<Int>, word: String)], _ bytes: UTF8Bytes, _ language: String
    ) {
        guard let words = NounLeaders.neverLast[language], let last = kept.last else { return }
        if last.word.isEmpty {
            guard kept.count > 1, isComma(last.range, bytes), words.contains(kept[kept.count - 2].word) else { return }
            kept.removeLast()
        } else if bytes[last.range.upperBound - 1] == 0x2C, words.contains(last.word) {
            kept[kept.count - 1].range = last.range.lowerBound..<(last.range.upperBound - 1)
        }
    }

    /// Whether a sound stands behind a number: "12 mm".
    private static func isUnit(_ word: String, after before: Range<Int>?, _ bytes: UTF8Bytes) -> Bool {
        guard let last = before?.last, SpokenLanguage.units.contains(word) else { return false }
        return (0x30...0x39).contains(bytes[last])
    }

    /// "it is it is" → "it is", and "I b I bet" → "I bet".
    private static func dropRepeatedPair(_ kept: inout [(range: Range<Int>, word: String)]) {
        let count = kept.count
        guard count >= 4, !kept[count - 1].word.isEmpty, !kept[count - 2].word.isEmpty,
            kept[count - 2].word == kept[count - 4].word
        else { return }
        if kept[count - 1].word == kept[count - 3].word {
            kept.removeLast(2)
        } else if SpokenWording.isTorn(kept[count - 3].word, before: kept[count - 1].word) {
            kept.removeSubrange((count - 4)..<(count - 2))
        }
    }

    private static func onlySpace(between start: Int, and end: Int, _ bytes: UTF8Bytes) -> Bool {
        (start..<max(start, end)).allSatisfy {
            bytes[$0] == 0x20 || bytes[$0] == 0x09 || bytes[$0] == 0x0A || bytes[$0] == 0x0D
        }
    }

    private static func isComma(_ token: Range<Int>, _ bytes: UTF8Bytes) -> Bool {
        token.count == 1 && (bytes[token.lowerBound] == 0x2C || bytes[token.lowerBound] == 0x2D)
    }

    private static func isLetters(_ token: Range<Int>, _ bytes: UTF8Bytes) -> Bool {
        token.allSatisfy { bytes[$0] >= 0x80 || (bytes[$0] | 0x20 >= 0x61 && bytes[$0] | 0x20 <= 0x7A) }
    }

    /// The token in lower case without marks at its ends.
    static func bare(_ token: Range<Int>, _ bytes: UTF8Bytes) -> String {
        var from = token.lowerBound
        var to = token.upperBound
        func isMark(_ byte: UInt8) -> Bool { byte < 0x80 && ScalarClass(ascii: byte) == .other }
        while from < to, isMark(bytes[from]) { from += 1 }
        while to > from, isMark(bytes[to - 1]) { to -= 1 }
        return bytes.string(from..<to).lowercased()
    }
}

/// Tells whether the word that opens a sentence says nothing. What would turn the sentence round without it stays.
private struct Openers {
    private let words, meaningful, subjects: Set<String>

    init(language: String) {
        words = SpokenLanguage.openers[language] ?? []
        meaningful = SpokenLanguage.meaningfulOpeners[language] ?? []
        subjects = SpokenLanguage.subjects[language] ?? []
    }

    func isEmpty(_ word: String, at index: Int, of tokens: [Range<Int>], _ bytes: UTF8Bytes) -> Bool {
        guard words.contains(word) else { return false }
        guard meaningful.contains(word), index + 1 < tokens.count else { return true }
        // A comma, a dash, an ellipsis: whatever is written behind it parts it from what follows.
        let next = SpokenSentence.bare(tokens[index + 1], bytes)
        let last = bytes[tokens[index].upperBound - 1]
        return next.isEmpty || last < 0x80 && ScalarClass(ascii: last) == .other || subjects.contains(next)
    }
}
