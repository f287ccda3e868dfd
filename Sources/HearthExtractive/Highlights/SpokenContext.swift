import HearthCore
import HearthText

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A transcript with what several finders of highlights need to know of its sentences.
struct SpokenContext {
    let text: SpokenText
    let terms: SpokenTerms
    /// The words of each sentence, up to 80.
    let words: [SpokenWords]
    /// For each sentence, how much it says of what the whole is about; the best has 1.
    let importance: [Double]
    /// For each sentence, how well it can stand alone, from 0 to 1.
    let independence: [Double]
    /// What a tagger says of each sentence; `nil` where none did.
    let tags: [SentenceTags]?
    /// For each sentence, how much more a tagger thinks it worth for a summary than the others, in spreads, from -2 to 2; 0 where none did.
    let salience: [Double]
    /// Sentences that sponsors pay for, or that ask to subscribe.
    let adverts: Set<Int>

    /// - Parameter tags: Of the same cues; those of others are left out.
    init(_ text: SpokenText, tags: TaggedText? = nil) {
        self.text = text
        let terms = SpokenTerms(text)
        self.terms = terms
        let known = tags.flatMap { $0.sentences.map(\.place) == text.sentences.map(\.place) ? $0 : nil }
        self.tags = known?.sentences.map(\.tags)
        salience = known?.salience ?? text.sentences.map { _ in 0 }
        let words = text.sentences.map { SpokenWords($0.text, limit: 80, language: text.language) }
        self.words = words
        importance = Self.importance(terms)
        let adverts = SpokenAdverts.sentences(in: text)
        self.adverts = adverts
        let leaning = PhraseList(SpeechMarkers.leaning, language: text.language)
        let procedure = PhraseList(SpeechMarkers.procedure, language: text.language)
        let fillers = SpokenLanguage.fillers(in: text.language)
        // Where most sentences begin with a capital, one that does not is the rest of another.
        let lower = text.sentences.count { $0.text.first?.isLowercase == true }
        let tellsBeginnings = lower * 4 < text.sentences.count
        independence = text.sentences.indices.map { index in
            let matter = Set(terms.sentences[index]).count
            var value = Self.independence(text.sentences[index], words[index], matter, leaning, fillers)
            if procedure.occurs(in: words[index]) { value *= 0.2 }
            if adverts.contains(index) || Courtesies.isCourtesy(text.sentences[index].text, language: text.language) {
                value = 0
            }
            let first = text.sentences[index].text.unicodeScalars.first
            // "'cause …", "'kay …" and what a dash tore off begin inside a thought as well.
            let isRest =
                tellsBeginnings && first?.properties.isLowercase == true
                || first == "'" || first == "’" || first == "-" || first == "–" || first == "—"
            return isRest ? value * 0.4 : value
        }
    }

    var language: String { text.language }

    /// The best sentence by a score, of those above a least score; the first of equals.
    func best(above least: Double, in range: Range<Int>? = nil, _ score: (Int) -> Double) -> (
        index: Int, score: Double
    )? {
        var best: (index: Int, score: Double)?
        for index in range ?? text.sentences.indices {
            let value = score(index)
            if value > best?.score ?? least { best = (index, value) }
        }
        return best
    }

    /// A few words that say what is talked about around a sentence.
    func title(_ index: Int) -> String {
        let around = max(0, index - 1)..<min(text.sentences.count, index + 2)
        let finder = SpokenPhrases(language: language)
        let own = text.sentences[index].text
        let phrases = finder.phrases(
            in: text.sentences[around].map { String($0.text.prefixOfBytes(2000)) }.joined(separator: " "))
        let best = phrases.max { value($0, own) < value($1, own) }
        guard let best else { return String(PlainText.line(own).prefix(60)) }
        return best.text.prefix(1).uppercased() + best.text.dropFirst()
    }

    private func value(_ phrase: SpokenPhrase, _ own: String) -> Double {
        phrase.fitness * (1 + log(Double(phrase.count))) * (phrase.isName ? 1.15 : 1) * (own.holds(phrase.text) ? 2 : 1)
    }

    /// The mean weight of the terms, drawn down for short sentences. A term weighs by how often it comes, damped.
    private static func importance(_ terms: SpokenTerms) -> [Double] {
        var counts = [Int](repeating: 0, count: terms.names.count)
        for sentence in terms.sentences {
            for term in sentence { counts[Int(term)] += 1 }
        }
        let values = terms.sentences.map { sentence -> Double in
            let sum = Set(sentence).sorted().reduce(0.0) { $0 + log(Double(counts[Int($1)])) }
            return sum / Double(sentence.count + 6)
        }
        let most = max(values.max() ?? 0, .leastNormalMagnitude)
        return values.map { $0 / most }
    }

    /// Words of a sentence without a transcriber's notes, and how many of these stand between its words.
    private static func said(_ sentence: SpokenText.Sentence) -> (words: Int, broken: Int) {
        guard sentence.text.utf8.contains(where: { $0 == 0x5B || $0 == 0x7B || $0 == 0x28 }) else {
            return (sentence.words, 0)
        }
        let notes = AnnotationMarks.ranges(in: sentence.text)
        let words = sentence.text.utf8
        func hasWords(_ bytes: Substring.UTF8View) -> Bool { bytes.contains { $0 >= 0x80 || ($0 | 0x20) &- 0x61 < 26 } }
        let broken = notes.count { note in
            hasWords(Substring(words.prefix(note.lowerBound)).utf8)
                && hasWords(Substring(words.dropFirst(note.upperBound)).utf8)
        }
        return (max(0, sentence.words - notes.count), broken)
    }

    private static func independence(
        _ sentence: SpokenText.Sentence, _ words: SpokenWords, _ matter: Int, _ leaning: PhraseList,
        _ fillers: Set<String>
    ) -> Double {
        let (said, broken) = Self.said(sentence)
        guard said >= 6, said <= 60, let last = sentence.text.unicodeScalars.last else { return 0 }
        var value = 1.0
        if leaning.opens(words) { value *= 0.4 }
        if !SentenceEnd.closes(last) { value *= 0.6 }
        if SentenceEnd.asks(sentence.text) { value *= 0.3 }
        if said < 9 || said > 40 { value *= 0.7 }
        // Where a note stands inside of it, somebody broke off, or could not be understood.
        for _ in 0..<min(3, broken) { value *= 0.6 }
        // "Yeah, it does have, yeah" says nothing of anything.
        if matter < 3 { value *= 0.3 }
        let raw = sentence.text.prefixOfBytes(2000).lowercased().split { !($0.isLetter || $0 == "-") }
        let noise = Double(raw.count { fillers.contains(String($0)) }) / Double(max(1, raw.count))
        // A word said twice in a row is a stumble, and so is a consonant before the word that it begins: "t thirty".
        let tokens = sentence.text.prefixOfBytes(2000).lowercased().split(separator: " ")
        let torn = zip(tokens, tokens.dropFirst()).count { said, next in
            said.utf8.count == 1 && next.utf8.count > 1 && next.hasPrefix(said)
                && "bcdfghjklmnpqrstvwxz".contains(said)
        }
        let twice = zip(raw, raw.dropFirst()).count { $0 == $1 }
        let stumbles = Double(twice + torn) / Double(max(1, raw.count))
        return value * max(0, 1 - 6 * noise - 6 * stumbles)
    }
}

/// Values as distances from their mean, in standard deviations.
enum StandardScore {
    /// - Parameter limit: What is farther from the mean counts as so far.
    static func of(_ values: [Double], limit: Double) -> [Double] {
        guard values.count > 1 else { return values.map { _ in 0 } }
        let mean = values.reduce(0, +) / Double(values.count)
        let spread = (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)).squareRoot()
        guard spread > 0, spread.isFinite else { return values.map { _ in 0 } }
        return values.map { max(-limit, min(limit, ($0 - mean) / spread)) }
    }
}
