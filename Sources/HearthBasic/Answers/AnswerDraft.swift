import HearthCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The sentences of some passages, with everything that speaks for them as an answer to one question.
struct AnswerDraft {
    struct Candidate {
        var passage: Int
        /// Position among the sentences of its passage.
        var place: Int
        var span: TextSpan
        /// The same in characters (Unicode scalars) from the start of the passage.
        var characters: Range<Int>
        var score: Double
        /// Share of the question's weight that the sentence says, 0 to 1.
        var coverage: Double
    }

    let passages: [AnswerPassage]
    let settings: AnswerSettings
    private(set) var candidates: [Candidate] = []
    /// Where the candidates of each passage begin.
    private var firstOfPassage: [Int] = []
    /// For each passage, the least length of a quote.
    private var quoteLengths: [Int] = []
    private let question: AnswerQuestion
    private(set) var confidence = 0.0

    /// Sentences of a passage that are read.
    private static let mostSentences = 200
    /// A quote is made at least this long with the sentences after it, so that a reader sees what "he" or "it" is.
    /// Characters, about a line and a half.
    static let shortestQuote = 120
    /// As ``shortestQuote``, where most is written in Chinese, Japanese or Korean characters, of which each says more.
    static let shortestDenseQuote = 40

    init(
        question: String, passages: [AnswerPassage], documentShare: (@Sendable (String) -> Double?)?,
        settings: AnswerSettings
    ) {
        self.passages = Array(passages.prefix(ExtractiveAnswerer.mostPassages))
        self.settings = settings
        let sample = self.passages.first.map { String($0.text.prefixOfBytes(2_000)) } ?? question
        let language = LanguageIdentifier().identify(sample).language
        var parsed = AnswerQuestion(question, language: language)
        let splitter = SentenceSplitter()
        let sentences = self.passages.map { passage in
            let spans = splitter.sentences(in: passage.text, language: language).prefix(Self.mostSentences)
            return AnswerSentence.read(passage.text, spans: Array(spans), question: parsed)
        }
        parsed.weigh(
            sentences, grammar: settings.grammar, grammarPairs: settings.grammarPairs, documentShare: documentShare)
        self.question = parsed
        let fits = Self.passageFits(self.passages, sentences, parsed, settings)
        let asked = Set(WordSplitter().words(in: question).compactMap { question.text(in: $0.span)?.lowercased() })
        for (index, list) in sentences.enumerated() {
            firstOfPassage.append(candidates.count)
            let coverages = list.map { parsed.coverage($0.counts) }
            let most = coverages.max() ?? 0
            self.passages[index].text.withBytes { bytes in
                var at = 0
                var character = 0
                func characters(until end: Int) -> Int {
                    while at < end {
                        if bytes[at] & 0xC0 != 0x80 { character += 1 }
                        at += 1
                    }
                    return character
                }
                for (place, sentence) in list.enumerated() {
                    var score = settings.passage * fits[index] + settings.coverage * coverages[place]
                    if coverages[place] == most { score += settings.best }
                    score += settings.rarest * parsed.rarestMatch(sentence.counts)
                    if !parsed.kind.isEmpty {
                        let evidence = AnswerEvidence(sentence.span.range, bytes, asked: asked)
                        score += Self.fit(of: evidence, to: parsed.kind, settings)
                    }
                    if Self.asks(bytes, sentence.span) { score -= settings.asking }
                    let first = characters(until: sentence.span.start)
                    let last = characters(until: sentence.span.end)
                    candidates.append(
                        Candidate(
                            passage: index, place: place, span: sentence.span, characters: first..<max(first, last),
                            score: score, coverage: coverages[place]))
                }
                // Cyrillic and Greek take two bytes a character, the dense scripts three.
                let all = characters(until: bytes.count)
                quoteLengths.append(bytes.count * 10 >= all * 22 ? Self.shortestDenseQuote : Self.shortestQuote)
            }
            var whole = [Int](repeating: 0, count: parsed.terms.count)
            for sentence in list { for term in whole.indices { whole[term] += sentence.counts[term] } }
            confidence = max(confidence, parsed.topicCoverage(whole))
        }
    }

    /// Whether a sentence ends with a question mark, of any script; quotation marks may follow it.
    private static func asks(_ bytes: UnsafeBufferPointer<UInt8>, _ span: TextSpan) -> Bool {
        let tail = String(decoding: bytes[max(span.start, span.end - 8)..<span.end], as: UTF8.self)
        return tail.unicodeScalars.reversed().prefix(3).contains { $0 == "?" || $0 == "？" || $0 == "؟" }
    }

    /// How well each passage fits, from 0 to 1.
    private static func passageFits(
        _ passages: [AnswerPassage], _ sentences: [[AnswerSentence]], _ question: AnswerQuestion,
        _ settings: AnswerSettings
    ) -> [Double] {
        let lengths = sentences.map { $0.reduce(0) { $0 + $1.length } }
        let average = max(1, Double(lengths.reduce(0, +)) / Double(max(1, lengths.count)))
        let own = zip(sentences, lengths).map { list, length in
            question.terms.enumerated().reduce(0.0) { sum, entry in
                let (number, term) = entry
                let frequency = Double(list.reduce(0) { $0 + $1.counts[number] })
                let norm = 0.25 + 0.75 * Double(length) / average
                return sum + term.rarity * frequency * 2.2 / (frequency + 1.2 * norm)
            }
        }
        let mostOwn = max(own.max() ?? 0, 1e-9)
        let top = passages.map(\.score).max() ?? 0
        return passages.indices.map { index in
            let ratio = top > 0 ? max(0, passages[index].score / top) : 0
            let given = 0.5 * (ratio.isFinite ? ratio : 0) + 0.5 / (1 + 0.2 * Double(index))
            return settings.ownPassage * own[index] / mostOwn + (1 - settings.ownPassage) * given
        }
    }

    private static func fit(of evidence: AnswerEvidence, to kind: QuestionKind, _ settings: AnswerSettings) -> Double {
        var score = 0.0
        if kind.contains(.person), evidence.names > 0 {
            score += settings.person + settings.names * Double(evidence.names) / 4
        }
        if kind.contains(.time) {
            if evidence.hasYearOrMonth { score += settings.year }
            if evidence.hasDigits { score += settings.digits }
        }
        if kind.contains(.place) {
            if evidence.names > 0 { score += settings.place / 2 }
            if evidence.hasPlace { score += settings.place }
        }
        if kind.contains(.number) {
            if evidence.hasDigits || evidence.hasNumberWord { score += settings.number }
            if evidence.hasDigits { score += settings.number / 3 }
        }
        if kind.contains(.reason), evidence.hasReason { score += settings.reason }
        return score
    }

    // MARK: - Answering

    func text(of candidate: Int) -> String {
        let found = candidates[candidate]
        return passages[found.passage].text.text(in: found.span) ?? ""
    }

    /// The best candidates by their words.
    func promising(_ count: Int) -> [Int] {
        Array(ranked(candidates.map(\.score)).prefix(count))
    }

    private func ranked(_ scores: [Double]) -> [Int] {
        scores.indices.sorted { scores[$0] != scores[$1] ? scores[$0] > scores[$1] : $0 < $1 }
    }

    func answer(maxSentences: Int, similarity: [Int: Double]) -> ExtractiveAnswer {
        guard maxSentences > 0, !candidates.isEmpty, !question.terms.isEmpty else {
            return ExtractiveAnswer(sentences: [], readingOrder: [], confidence: 0, abstained: true)
        }
        // What was not embedded gets what the least similar one got.
        let floor = similarity.values.min() ?? 0
        let scores = candidates.indices.map {
            candidates[$0].score + (similarity.isEmpty ? 0 : settings.similarity * (similarity[$0] ?? floor))
        }
        let most = scores.max() ?? 0
        let powers = scores.map { exp($0 - most) }
        let total = powers.reduce(0, +)
        let chances = powers.map { $0 / total }

        let window = bestWindow(chances)
        let best = window.max { chances[$0] != chances[$1] ? chances[$0] < chances[$1] : $0 > $1 } ?? 0
        var chosen = [best]
        // What goes with the best has to say something of what was asked, and more than a greeting.
        for candidate in ranked(scores) where chosen.count < maxSentences && candidate != best {
            let isTold = candidates[candidate].coverage > 0 && scores[candidate] > scores[best] - settings.beside
            if isTold { chosen.append(candidate) }
        }
        let sentences = chosen.map { candidate -> ExtractiveAnswer.Sentence in
            let found = candidates[candidate]
            let quote = candidate == best ? span(of: window) : span(of: self.window(from: candidate))
            return ExtractiveAnswer.Sentence(
                text: text(of: candidate), passage: found.passage, passageID: passages[found.passage].id,
                span: found.span,
                quote: quote, score: chances[candidate])
        }
        let order = sentences.indices.sorted {
            (sentences[$0].passage, sentences[$0].span) < (sentences[$1].passage, sentences[$1].span)
        }
        let least = question.isPaired ? settings.leastPairCoverage : settings.leastCoverage
        return ExtractiveAnswer(
            sentences: sentences, readingOrder: order, confidence: min(1, confidence), abstained: confidence < least)
    }

    /// The stretch of neighbouring sentences, no longer than a quote must be, in which the answer most likely lies.
    private func bestWindow(_ chances: [Double]) -> Range<Int> {
        var best: (chance: Double, window: Range<Int>) = (-1, 0..<1)
        for first in candidates.indices {
            let window = window(from: first)
            let chance = chances[window].reduce(0, +)
            if chance > best.chance + 1e-12 { best = (chance, window) }
        }
        return best.window
    }

    /// The candidate and as many sentences after it as a quote needs.
    private func window(from first: Int) -> Range<Int> {
        let passage = candidates[first].passage
        let end = passage + 1 < firstOfPassage.count ? firstOfPassage[passage + 1] : candidates.count
        var last = first
        let start = candidates[first].characters.lowerBound
        while last + 1 < end, candidates[last].characters.upperBound - start < quoteLengths[passage] { last += 1 }
        return first..<(last + 1)
    }

    private func span(of window: Range<Int>) -> TextSpan {
        TextSpan(start: candidates[window.lowerBound].span.start, end: candidates[window.upperBound - 1].span.end)
    }
}
