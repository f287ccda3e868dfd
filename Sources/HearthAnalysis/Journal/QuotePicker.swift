import HearthBasic
import HearthCore

/// Chooses sentences of an entry that are worth reading on their own. Every one is a part of the text, byte for byte.
struct QuotePicker {
    /// A sentence of the entry.
    struct Sentence {
        var text: String
        /// The UTF-8 of the text in lower case.
        var lower: [UInt8]
        var words: [String]
    }

    let language: String
    private let firstPerson: Set<String>
    private let thoughts: [[UInt8]]

    /// Bytes of a quote, at most: what fits a page beside others.
    static let longest = 420
    static let most = 4

    init(language: String) {
        self.language = language
        firstPerson = JournalWords.firstPerson(language)
        thoughts = JournalWords.thoughts(language).map { Array($0.utf8) }
    }

    static func sentences(_ text: String, spans: [TextSpan]) -> [Sentence] {
        let bytes = Array(text.utf8)
        return spans.compactMap { span in
            guard span.start >= 0, span.end <= bytes.count, span.start < span.end else { return nil }
            let text = String(decoding: bytes[span.start..<span.end], as: UTF8.self)
            let lower = text.lowercased()
            return Sentence(text: text, lower: Array(lower.utf8), words: ByteSearch.words(lower))
        }
    }

    /// The best first, at least one.
    func quotes(of session: JournalSession, sentences: [Sentence], topics: [String]) -> [JournalQuote] {
        let keys = topics.map { Array(JournalWords.key($0).utf8) }
        var ranked = sentences.enumerated().map { (index: $0, score: score($1, keys: keys)) }.filter { $0.score > 0 }
        ranked.sort { $0.score != $1.score ? $0.score > $1.score : $0.index < $1.index }
        let highlighter = TranscriptHighlighter()
        // Mood is costly to count, so only those near the top are asked for it.
        var quotes = ranked.prefix(2 * Self.most).map { candidate in
            let text = sentences[candidate.index].text
            let mood = highlighter.sentiment(of: text, language: language)
            let feeling = 0.35 * Double(min(3, mood.positive + mood.negative))
            return JournalQuote(
                text: text, entryID: session.id, date: session.date,
                score: ((candidate.score + feeling) * 1000).rounded() / 1000)
        }
        quotes.sort { $0.score != $1.score ? $0.score > $1.score : $0.text < $1.text }
        if quotes.isEmpty { quotes = [opening(of: session, sentences: sentences)] }
        return Array(quotes.prefix(Self.most))
    }

    /// The first thought-like sentences in their order.
    func thoughts(in sentences: [Sentence], limit: Int) -> [String] {
        guard !thoughts.isEmpty else { return [] }
        return Array(
            sentences.lazy.filter { sentence in
                sentence.text.utf8.count <= Self.longest && sentence.words.count >= 4
                    && thoughts.contains { ByteSearch.first($0, in: sentence.lower) != nil }
            }.map(\.text).prefix(limit))
    }

    // MARK: -

    private func score(_ sentence: Sentence, keys: [[UInt8]]) -> Double {
        let text = sentence.text
        guard text.utf8.count <= Self.longest, let first = text.first, let last = text.last else { return 0 }
        // Scripts without spaces: two characters count as a word.
        let words = sentence.words.count > 2 ? sentence.words.count : max(sentence.words.count, text.count / 2)
        guard words >= 5, words <= 60 else { return 0 }
        var score = 1.0
        if words < 8 || words > 40 { score -= 0.4 }
        if !Self.endings.contains(last) { score -= 0.5 }
        if first.isLowercase || !(first.isLetter || first.isNumber || "“\"«„¡¿「".contains(first)) { score -= 0.5 }
        if text.contains("[") || text.contains("\n") { score -= 0.4 }
        for (rank, key) in keys.enumerated() where ByteSearch.first(key, in: sentence.lower) != nil {
            score += 0.5 / Double(rank + 1)
        }
        if sentence.words.contains(where: { firstPerson.contains($0) }) { score += 0.4 }
        if thoughts.contains(where: { ByteSearch.first($0, in: sentence.lower) != nil }) { score += 0.4 }
        if last == "!" { score += 0.2 }
        return max(0.01, score)
    }

    private static let endings: Set<Character> = [".", "!", "?", "…", "”", "\"", "»", "。", "！", "？", "」"]

    /// What stands in for a quote where no sentence makes one: the beginning.
    private func opening(of session: JournalSession, sentences: [Sentence]) -> JournalQuote {
        let sentence = sentences.first { $0.text.unicodeScalars.contains { !$0.properties.isWhitespace } }?.text
        let text = Self.beginning(of: sentence ?? session.text, bytes: Self.longest)
        return JournalQuote(text: text, entryID: session.id, date: session.date, score: 0)
    }

    /// Whole words from the beginning, without white space around them.
    static func beginning(of text: String, bytes limit: Int) -> String {
        let scalars = text.unicodeScalars
        guard let start = scalars.firstIndex(where: { !$0.properties.isWhitespace }) else { return "" }
        var end = start
        var size = 0
        var lastGap: String.UnicodeScalarView.Index?
        var cursor = start
        while cursor < scalars.endIndex {
            let scalar = scalars[cursor]
            size += UTF8.width(scalar)
            if size > limit { break }
            if scalar.properties.isWhitespace { lastGap = lastGap.map { max($0, end) } ?? end } else { lastGap = nil }
            cursor = scalars.index(after: cursor)
            if !scalar.properties.isWhitespace { end = cursor }
        }
        if cursor == scalars.endIndex { return String(scalars[start..<end]) }
        // Cut in the middle: back to the last white space, when there is one.
        let head = scalars[start..<end]
        if lastGap == nil, let gap = head.lastIndex(where: { $0.properties.isWhitespace }) {
            var last = gap
            while last > start, scalars[scalars.index(before: last)].properties.isWhitespace {
                last = scalars.index(before: last)
            }
            return String(scalars[start..<last])
        }
        return String(head)
    }
}
