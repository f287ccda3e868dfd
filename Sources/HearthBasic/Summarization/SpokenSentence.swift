/// What remains of a spoken sentence when fillers, repeated words and empty openings are left out.
struct SpokenSentence {
    /// Runs of tokens that stay, each verbatim.
    var pieces: [Range<Int>] = []

    init(_ range: Range<Int>, tokens: SummaryTokens, language: String) {
        let openers = SpokenLanguage.openers[language] ?? []
        var kept: [(range: Range<Int>, word: String)] = []
        for token in tokens.tokens(in: range) {
            let word = Self.bare(token, tokens.bytes)
            let isMark = word.isEmpty
            if SpokenLanguage.fillers.contains(word) {
                // A filler takes the comma after it along, but never the end of the sentence.
                continue
            }
            if isMark, let last = kept.last {
                // What is left of ", uh ," is one comma.
                if last.word.isEmpty, Self.isComma(token, tokens.bytes) { continue }
            }
            if kept.isEmpty, isMark || openers.contains(word) { continue }
            if let last = kept.last, !word.isEmpty, last.word == word, Self.isLetters(token, tokens.bytes) { continue }
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

    /// "it is it is" → "it is".
    private static func dropRepeatedPair(_ kept: inout [(range: Range<Int>, word: String)]) {
        let count = kept.count
        guard count >= 4, !kept[count - 1].word.isEmpty, !kept[count - 2].word.isEmpty,
            kept[count - 1].word == kept[count - 3].word, kept[count - 2].word == kept[count - 4].word
        else { return }
        kept.removeLast(2)
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
