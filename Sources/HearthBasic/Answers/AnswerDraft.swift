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
        var span: TextSpan
        /// The same in characters (Unicode scalars) from the start of the passage.
        var characters: Range<Int>
        /// The heading under which it stands, counted in the passage: a quote does not reach over one.
        var section: Int
        var score: Double
        /// Whether it holds what a question for a time or a number wants.
        var holdsKind: Bool
        /// Whether a time is asked for and it names a year, a month or a day.
        var holdsDate: Bool
        /// How well each term of the question is said.
        var said: [Double]
        /// The same, of the sentence and its two neighbours together.
        var saidAround: [Double]
    }

    let passages: [AnswerPassage]
    let settings: AnswerSettings
    private(set) var candidates: [Candidate] = []
    /// For each passage, the least length of a quote.
    private var quoteLengths: [Int] = []
    /// For each passage, how well each term of the question is said in it.
    private var saidInPassage: [[Double]] = []
    private let question: AnswerQuestion

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
        let identifier = LanguageIdentifier()
        let sample = self.passages.prefix(3).map { $0.text.prefixOfBytes(1_000) }.joined(separator: "\n")
        let language = identifier.identify(sample.isEmpty ? question : sample).language
        // Passages of one answer may be in different languages, which end their sentences in different ways.
        let own = self.passages.map { identifier.identify(String($0.text.prefixOfBytes(600))).language }
        var parsed = AnswerQuestion(
            question, language: language, asked: identifier.identify(String(question.prefixOfBytes(500))).language,
            capitalsMarkNames: !CapitalUse.marksNouns(in: sample))
        var likeness = TermLikeness(parsed.terms.map(\.text))
        let sentences = zip(self.passages, own).map { passage, language in
            AnswerSentence.read(
                passage.text, spans: Self.spans(of: passage, language: language), question: parsed,
                likeness: &likeness)
        }
        let titles = self.passages.map { passage in
            let title = String((passage.title ?? "").prefixOfBytes(200))
            let whole = [(span: TextSpan(start: 0, end: title.utf8.count), isHeading: true)]
            return AnswerSentence.read(title, spans: whole, question: parsed, likeness: &likeness)[0].said
        }
        parsed.weigh(sentences, settings: settings, documentShare: documentShare)
        self.question = parsed
        weigh(sentences, titles: titles, asked: Self.words(of: question))
    }

    /// The words of a question in lower case, which are no answer to it.
    private static func words(of question: String) -> Set<String> {
        Set(WordSplitter().words(in: question).compactMap { question.text(in: $0.span)?.lowercased() })
    }

    /// The sentences between the headings, and the headings.
    private static func spans(of passage: AnswerPassage, language: String) -> [(span: TextSpan, isHeading: Bool)] {
        let splitter = SentenceSplitter()
        let marks = LineMarks(passage.text)
        var found: [(span: TextSpan, isHeading: Bool)] = []
        var place = 0
        func addSentences(until end: Int) {
            guard end > place, let part = passage.text.text(in: TextSpan(start: place, end: end)) else { return }
            for span in splitter.sentences(in: part, language: language) {
                let span = TextSpan(start: place + span.start, end: place + span.end)
                if marks.isHeading(span) {
                    found.append((span, true))
                } else if let words = marks.words(of: span) {
                    found.append((words, false))
                }
            }
        }
        for heading in passage.headings.sorted()
        where heading.start >= place && passage.text.text(in: heading) != nil && heading.count > 0 {
            addSentences(until: heading.start)
            found.append((heading, true))
            place = heading.end
        }
        addSentences(until: passage.text.utf8.count)
        return Array(found.prefix(mostSentences))
    }

    // MARK: - Weighing

    private mutating func weigh(_ sentences: [[AnswerSentence]], titles: [[Double]], asked: Set<String>) {
        let question = question
        let fits = Self.passageFits(passages, sentences, question, settings)
        let rarities = question.terms.map(\.rarity)
        let all = sentences.joined()
        let count = Double(all.count)
        let holding = rarities.indices.map { term in Double(all.count { $0.said[term] > 0 }) }
        // Words that no sentence has say nothing about which of them is meant.
        let telling = holding.map { $0 > 0 ? log(1 + (count - $0 + 0.5) / ($0 + 0.5)) : 0 }
        let squares = zip(rarities, holding).map { $1 > 0 ? $0 * $0 : 0 }
        func share(_ said: [Double], _ weights: [Double]) -> Double {
            let total = weights.reduce(0, +)
            return total > 0 ? zip(said, weights).reduce(0) { $0 + $1.0 * $1.1 } / total : 0
        }
        for (index, list) in sentences.enumerated() {
            let whole = Self.joined(list.map(\.said) + [titles[index]], terms: rarities.count)
            saidInPassage.append(whole)
            let passageScore = settings.passage * fits[index] + settings.passageCoverage * question.coverage(whole)
            passages[index].text.withBytes { bytes in
                var characters = CharacterCounter(bytes)
                var section = 0
                // The title stands above all headings.
                var heading = titles[index]
                for (place, sentence) in list.enumerated() {
                    if sentence.isHeading {
                        // Headings below one another stand for the text together.
                        let isBelow = place > 0 && list[place - 1].isHeading
                        heading = Self.joined(
                            [isBelow ? heading : titles[index], sentence.said], terms: rarities.count)
                        section += 1
                        continue
                    }
                    let own = question.coverage(sentence.said)
                    let hasBefore = place > 0 && !list[place - 1].isHeading
                    let before = hasBefore ? list[place - 1].said : []
                    let after = place + 1 < list.count && !list[place + 1].isHeading ? list[place + 1].said : []
                    let told = Self.joined([sentence.said, heading], terms: rarities.count)
                    // Where the sentence before says more of it than this one, it is the answer itself.
                    let better = hasBefore ? max(0, question.coverage(before) - own) : 0
                    let leaning = max(0, question.coverage(Self.added(by: before, to: told)) - better)
                    var score = passageScore + settings.coverage * own
                    score += settings.rare * share(sentence.said, squares)
                    score += settings.telling * share(sentence.said, telling)
                    score += settings.before * (leaning + question.coverage(Self.added(by: heading, to: sentence.said)))
                    score += settings.after * question.coverage(Self.added(by: after, to: sentence.said))
                    score += settings.weight * zip(sentence.said, rarities).reduce(0) { $0 + $1.0 * $1.1 }
                    var holdsKind = true
                    var holdsDate = false
                    if !question.kind.isEmpty {
                        let evidence = AnswerEvidence(sentence.span.range, bytes, asked: asked)
                        score += Self.fit(of: evidence, to: question.kind, settings)
                        holdsKind = Self.holds(evidence, question.kind)
                        holdsDate =
                            question.kind.contains(.time) && (evidence.hasYearOrMonth || evidence.hasNamedDay)
                    }
                    if Self.asks(bytes, sentence.span) { score -= settings.asking }
                    let first = characters.count(until: sentence.span.start)
                    let last = characters.count(until: sentence.span.end)
                    candidates.append(
                        Candidate(
                            passage: index, span: sentence.span, characters: first..<max(first, last),
                            section: section, score: score, holdsKind: holdsKind, holdsDate: holdsDate,
                            said: sentence.said,
                            saidAround: Self.joined([told, before, after], terms: rarities.count)))
                }
                // Cyrillic and Greek take two bytes a character, the dense scripts three.
                let all = characters.count(until: bytes.count)
                quoteLengths.append(bytes.count * 10 >= all * 22 ? Self.shortestDenseQuote : Self.shortestQuote)
            }
        }
    }

    /// How well each term is said by any of several stretches.
    private static func joined(_ said: [[Double]], terms: Int) -> [Double] {
        said.reduce(into: [Double](repeating: 0, count: terms)) { joined, one in
            for (term, worth) in one.enumerated() where worth > joined[term] { joined[term] = worth }
        }
    }

    private static func added(by other: [Double], to said: [Double]) -> [Double] {
        zip(other, said).map { max(0, $0 - $1) }
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
        if kind.contains(.person) { score += settings.person * Double(evidence.names) / 4 }
        if kind.contains(.time) {
            if evidence.hasYearOrMonth { score += settings.year }
            if evidence.hasDigits { score += settings.digits }
        }
        if kind.contains(.place) {
            score += settings.place * Double(min(2, evidence.names + (evidence.hasPlace ? 1 : 0))) / 2
        }
        if kind.contains(.number), evidence.hasDigits || evidence.hasNumberWord { score += settings.number }
        if kind.contains(.reason), evidence.hasReason { score += settings.reason }
        return score
    }

    private static func holds(_ evidence: AnswerEvidence, _ kind: QuestionKind) -> Bool {
        if kind.contains(.time) { return evidence.hasYearOrMonth || evidence.hasNamedDay || evidence.hasDigits }
        if kind.contains(.number) { return evidence.hasDigits || evidence.hasNumberWord }
        return true
    }

    // MARK: - Answering

    func text(of candidate: Int) -> String {
        let found = candidates[candidate]
        return passages[found.passage].text.text(in: found.span) ?? ""
    }

    /// The best candidates by their words, those only that are no farther than a margin behind the best.
    func promising(_ count: Int, within margin: Double?) -> [Int] {
        let ranking = ranked(candidates.map(\.score))
        guard let margin, let best = ranking.first else { return Array(ranking.prefix(count)) }
        return ranking.prefix(count).filter { candidates[$0].score >= candidates[best].score - margin }
    }

    private func ranked(_ scores: [Double]) -> [Int] {
        scores.indices.sorted { scores[$0] != scores[$1] ? scores[$0] > scores[$1] : $0 < $1 }
    }

    func answer(maxSentences: Int, similarity: [Int: Double]) -> ExtractiveAnswer {
        guard maxSentences > 0, !candidates.isEmpty, !question.terms.isEmpty else {
            return ExtractiveAnswer(sentences: [], confidence: 0, abstained: true)
        }
        // What was not embedded gets what the least similar one got.
        let floor = similarity.values.min() ?? 0
        let scores = candidates.indices.map {
            candidates[$0].score + (similarity.isEmpty ? 0 : settings.similarity * (similarity[$0] ?? floor))
        }
        let ranking = ranked(scores)
        let best = ranking[0]
        let powers = scores.map { exp($0 - scores[best]) }
        let total = powers.reduce(0, +)
        let sentences = chosen(ranking, scores, similarity, most: maxSentences).map {
            candidate -> ExtractiveAnswer.Sentence in
            let found = candidates[candidate]
            return ExtractiveAnswer.Sentence(
                text: text(of: candidate), passage: found.passage, passageID: passages[found.passage].id,
                span: found.span, quote: quote(of: candidate), score: powers[candidate] / total)
        }
        let confidence = settings.doubt.likelihood(evidence(for: best))
        return ExtractiveAnswer(
            sentences: sentences, confidence: confidence, abstained: confidence < settings.doubt.least)
    }

    /// The best, and what adds something to it: the next best where the best is hardly better, where it lacks the kind of
    /// thing that is asked for, or where more than one sentence is; and what means the same in other words.
    private func chosen(
        _ ranking: [Int], _ scores: [Double], _ similarity: [Int: Double], most: Int
    ) -> [Int] {
        let best = ranking[0]
        let isForSeveral = question.kind.contains(.several) || question.kind.contains(.reason)
        let limit = isForSeveral ? most : min(most, 2)
        var chosen = [best]
        var told = Set(question.analyzer.terms(in: text(of: best)))
        func tell(_ candidate: Int) {
            let terms = Set(question.analyzer.terms(in: text(of: candidate)))
            let new = terms.subtracting(told)
            guard Double(new.count) >= settings.leastNew * Double(max(1, terms.count)) else { return }
            chosen.append(candidate)
            told.formUnion(terms)
        }
        for candidate in ranking.dropFirst() where chosen.count < limit {
            let found = candidates[candidate]
            guard found.said.contains(where: { $0 > 0 }) else { continue }
            let isWanted = found.holdsKind && !candidates[best].holdsKind
            let margin = isWanted ? settings.besideWanted : isForSeveral ? settings.besideSeveral : settings.beside
            if scores[candidate] > scores[best] - margin { tell(candidate) }
        }
        let others = similarity.filter { !chosen.contains($0.key) }
        if chosen.count < limit, let alike = others.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }),
            alike.value >= settings.leastSimilarity,
            alike.value >= (similarity[best] ?? 0) - settings.besideSimilarity
        {
            tell(alike.key)
        }
        // What goes on from the best reads on in its order; the rest stays in that of worth.
        let following = chosen.dropFirst().filter {
            candidates[$0].passage == candidates[best].passage
                && candidates[$0].span.start > candidates[best].span.start
        }
        let order =
            [best] + following.sorted { candidates[$0].span.start < candidates[$1].span.start }
            + chosen.dropFirst().filter { !following.contains($0) }
        guard let date = dated(order) else { return order }
        return [date] + order.filter { $0 != date }
    }

    /// Where a time is asked for and the best of these sentences tells none: the one that tells a date and says as much of the
    /// question, together with what stands around it. It answers, and the best adds to it.
    private func dated(_ order: [Int]) -> Int? {
        guard question.kind.contains(.time), !candidates[order[0]].holdsKind else { return nil }
        let said = question.coverage(candidates[order[0]].saidAround)
        return order.dropFirst().first {
            candidates[$0].holdsDate && question.coverage(candidates[$0].saidAround) >= said - settings.asMuch
        }
    }

    private func evidence(for best: Int) -> AnswerDoubt.Evidence {
        let passage = saidInPassage[candidates[best].passage]
        let coverages = saidInPassage.map { question.coverage($0) }.sorted(by: >)
        let others = coverages.dropFirst()
        let middle =
            others.isEmpty
            ? 0
            : (others[others.startIndex + (others.count - 1) / 2] + others[others.startIndex + others.count / 2]) / 2
        let names = question.terms.indices.filter { question.terms[$0].isName }
        var evidence = AnswerDoubt.Evidence()
        evidence.window = question.coverage(candidates[best].saidAround)
        evidence.lead = (coverages.first ?? 0) - middle
        evidence.weight = question.coverage(passage) * question.total
        evidence.terms = question.terms.count
        if !names.isEmpty {
            evidence.missingNames = Double(names.count { passage[$0] <= 0 }) / Double(names.count)
        }
        evidence.unknown = question.coverage(question.terms.map { $0.isUnknown ? 1 : 0 })
        return evidence
    }

    /// The candidate and, where it is too short for a quote, those after it under the same heading.
    private func quote(of candidate: Int) -> TextSpan {
        let found = candidates[candidate]
        var last = candidate
        while last + 1 < candidates.count, candidates[last + 1].passage == found.passage,
            candidates[last + 1].section == found.section,
            candidates[last].characters.upperBound - found.characters.lowerBound < quoteLengths[found.passage]
        {
            last += 1
        }
        return TextSpan(start: found.span.start, end: candidates[last].span.end)
    }
}

/// Counts characters (Unicode scalars) of a text, from its start to places that only go forward.
private struct CharacterCounter {
    private let bytes: UTF8Bytes
    private var at = 0
    private var passed = 0

    init(_ bytes: UTF8Bytes) { self.bytes = bytes }

    mutating func count(until end: Int) -> Int {
        while at < end {
            if bytes[at] & 0xC0 != 0x80 { passed += 1 }
            at += 1
        }
        return passed
    }
}
