import HearthCore
import HearthText

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The sentences of some passages, with everything that speaks for them as an answer to one question.
struct AnswerCandidates {
    struct Candidate {
        var passage: Int
        var span: TextSpan
        /// The same in characters (Unicode scalars) from the start of the passage.
        var characters: Range<Int>
        /// The heading under which it stands, counted in the passage: a quote does not reach over one.
        var section: Int
        /// The headings right above it, in the passage.
        var heading: TextSpan?
        var evidence: SentenceEvidence
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

    /// A passage as a whole.
    private struct Whole {
        /// How well each term of the question is said in it.
        var said: [Double]
        /// Share of the question's neighbours that stand side by side in it.
        var pairs: Double
        /// BM25 by words, those that are alike counting too, and by runs of letters.
        var fit: Double
        var letters: Double
    }

    let passages: [AnswerPassage]
    let settings: AnswerSettings
    private(set) var candidates: [Candidate] = []
    /// For each passage, the least length of a quote.
    private var quoteLengths: [Int] = []
    private var wholes: [Whole] = []
    let question: AnswerQuestion
    /// ISO 639-1, as far as it is known, of the question and of each passage.
    let language: String
    let languages: [String]

    /// Below this the guess of a language is none: a line of text may be in any.
    private static let sureLanguage = 0.5
    /// Below this a question is taken to be in the language of what was found for it: a few words are often taken for another one.
    private static let sureQuestion = 0.9
    /// Sentences of a passage that are read.
    private static let mostSentences = 200
    /// A quote is made at least this long with the sentences after it, so that a reader sees what "he" or "it" is.
    /// Characters, about a line and a half.
    static let shortestQuote = 120
    /// As ``shortestQuote``, where most is written in Chinese, Japanese or Korean characters, of which each says more.
    static let shortestDenseQuote = 40
    /// Bytes of a title, of headings and of a sentence that are turned into a vector.
    private static let mostContext = 160
    private static let mostEmbedded = 1_000

    init(
        question: String, passages: [AnswerPassage], documentShare: (@Sendable (String) -> Double?)?,
        settings: AnswerSettings
    ) {
        self.passages = Array(passages.prefix(ExtractiveAnswerer.mostPassages))
        self.settings = settings
        let identifier = LanguageIdentifier()
        let sample = self.passages.prefix(3).map { $0.text.prefixOfBytes(1_000) }.joined(separator: "\n")
        // Passages of one answer may be in different languages, which have different stems and end their sentences in different ways.
        let asked = identifier.identify(String(question.prefixOfBytes(500)))
        let usual = identifier.identify(sample)
        let most =
            usual.confidence >= Self.sureLanguage
            ? usual.language : asked.confidence >= Self.sureLanguage ? asked.language : "en"
        let own = self.passages.map { passage in
            let guess = identifier.identify(String(passage.text.prefixOfBytes(600)))
            return guess.confidence >= Self.sureLanguage ? guess.language : most
        }
        language = asked.confidence >= Self.sureQuestion ? asked.language : most
        languages = own
        var parsed = AnswerQuestion(
            question, languages: [most] + Set(own).subtracting([most]).sorted(),
            asked: asked.language,
            capitalsMarkNames: !CapitalUse.marksNouns(in: sample))
        var likeness = TermLikeness(parsed.terms.map(\.text))
        let sentences = zip(self.passages, own).map { passage, language in
            AnswerSentence.read(
                passage.text, language: language, spans: Self.spans(of: passage, language: language), question: parsed,
                likeness: &likeness)
        }
        let titles = zip(self.passages, own).map { passage, language in
            let title = String((passage.title ?? "").prefixOfBytes(200))
            let whole = [(span: TextSpan(start: 0, end: title.utf8.count), isHeading: true)]
            return AnswerSentence.read(
                title, language: language, spans: whole, question: parsed, likeness: &likeness)[0].said
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
        let rarities = question.terms.map(\.rarity)
        let all = sentences.joined()
        let count = Double(all.count)
        // Words that no sentence has say nothing about which of them is meant.
        func telling(_ holding: Int) -> Double {
            holding > 0 ? log(1 + (count - Double(holding) + 0.5) / (Double(holding) + 0.5)) : 0
        }
        let tells = rarities.indices.map { term in telling(all.count { $0.said[term] > 0 }) }
        let telLetters =
            (0..<question.grams.count).map { gram in telling(all.count { $0.grams[gram] > 0 }) }
            + question.gramless.map { tells[$0] }
        let perTerm = question.gramTerms.reduce(into: [Int: Double]()) { $0[$1, default: 0] += 1 }
        let rareLetters =
            question.gramTerms.map { rarities[$0] / (perTerm[$0] ?? 1) } + question.gramless.map { rarities[$0] }
        let pairs = question.pairs.map { rarities[$0.first] + rarities[$0.second] }
        let average = max(1, Double(all.reduce(0) { $0 + $1.length }) / max(1, count))
        let fits = Self.fits(sentences, rarities) { $0.counts.map(Double.init) }
        let alike = Self.fits(sentences, rarities) { $0.alike }
        let letters = Self.fits(sentences, rareLetters) { sentence in
            sentence.grams.map(Double.init) + question.gramless.map { sentence.alike[$0] }
        }
        let most = (fits: Self.most(fits), alike: Self.most(alike), letters: Self.most(letters))
        let actors = AnswerSentence.actors(sentences)
        let asks =
            question.isPaired
            ? []
            : question.terms.indices.filter { term in
                !question.terms[term].isGrammar && !question.terms[term].forms.isDisjoint(with: actors)
            }
        let others = asks.isEmpty ? [] : question.terms.reduce(into: actors) { $0.subtract($1.forms) }
        let top = passages.map(\.score).max() ?? 0
        for (index, list) in sentences.enumerated() {
            let whole = Self.joined(list.map(\.said) + [titles[index]], terms: rarities.count)
            let side = Self.joined(list.map(\.pairs), terms: pairs.count)
            wholes.append(
                Whole(
                    said: whole, pairs: pairs.isEmpty ? question.coverage(whole) : Self.share(side, pairs),
                    fit: alike[index], letters: letters[index]))
            var common = SentenceEvidence()
            let ratio = top > 0 ? max(0, passages[index].score / top) : 0
            common[.passageWords] = fits[index] / most.fits
            common[.passageAlike] = alike[index] / most.alike
            common[.passageLetters] = letters[index] / most.letters
            common[.passageScore] = ratio.isFinite ? ratio : 0
            common[.passageRank] = 1 / (1 + 0.2 * Double(index))
            common[.passageCoverage] = question.coverage(whole)
            let grams = list.map { sentence in
                sentence.grams.map { $0 > 0 ? 1.0 : 0 } + question.gramless.map { sentence.said[$0] }
            }
            passages[index].text.withBytes { bytes in
                var characters = CharacterCounter(bytes)
                var section = 0
                // The title stands above all headings.
                var heading = titles[index]
                var headingSpan: TextSpan?
                for (place, sentence) in list.enumerated() {
                    if sentence.isHeading {
                        // Headings below one another stand for the text together.
                        let isBelow = place > 0 && list[place - 1].isHeading
                        heading = Self.joined(
                            [isBelow ? heading : titles[index], sentence.said], terms: rarities.count)
                        headingSpan = TextSpan(
                            start: isBelow ? headingSpan?.start ?? sentence.span.start : sentence.span.start,
                            end: sentence.span.end)
                        section += 1
                        continue
                    }
                    let own = question.coverage(sentence.said)
                    let hasBefore = place > 0 && !list[place - 1].isHeading
                    let before = hasBefore ? list[place - 1].said : []
                    let after = place + 1 < list.count && !list[place + 1].isHeading ? list[place + 1].said : []
                    let told = Self.joined([sentence.said, heading], terms: rarities.count)
                    // Where the sentence before says more of it than this one, it is the answer itself, if it says anything.
                    let saysAnything =
                        hasBefore && list[place - 1].news > 1 && !Self.asks(bytes, list[place - 1].span)
                    let better = saysAnything ? max(0, question.coverage(before) - own) : 0
                    var evidence = common
                    evidence[.coverage] = own
                    evidence[.count] = sentence.said.reduce(0, +) / Double(max(1, sentence.said.count))
                    evidence[.telling] = Self.share(sentence.said, tells)
                    evidence[.letters] = Self.share(grams[place], telLetters)
                    evidence[.before] = max(0, question.coverage(Self.added(by: before, to: told)) - better)
                    if hasBefore {
                        evidence[.lettersBefore] = Self.share(
                            Self.added(by: grams[place - 1], to: grams[place]), telLetters)
                    }
                    evidence[.heading] = question.coverage(Self.added(by: heading, to: sentence.said))
                    evidence[.echo] = sentence.news == 0 ? 1 : sentence.news == 1 ? 0.5 : 0
                    if let opener = sentence.opener, others.contains(opener),
                        asks.allSatisfy({ sentence.said[$0] <= 0 })
                    {
                        evidence[.other] = 1
                    }
                    evidence[.after] = question.coverage(Self.added(by: after, to: sentence.said))
                    let opening = place > 1 && !list[0].isHeading ? list[0].said : []
                    evidence[.opening] = question.coverage(
                        Self.added(by: opening, to: Self.joined([told, before], terms: rarities.count)))
                    evidence[.length] = log((1 + Double(sentence.length)) / (1 + average))
                    let offer = AnswerOffer(sentence.span.range, bytes, asked: asked)
                    Self.fit(offer, question.kind, &evidence)
                    var score = settings.score(evidence)
                    if Self.asks(bytes, sentence.span) { score -= settings.asking }
                    let first = characters.count(until: sentence.span.start)
                    let last = characters.count(until: sentence.span.end)
                    candidates.append(
                        Candidate(
                            passage: index, span: sentence.span, characters: first..<max(first, last),
                            section: section, heading: headingSpan, evidence: evidence, score: score,
                            holdsKind: Self.holds(offer, question.kind),
                            holdsDate: question.kind.contains(.time) && (offer.hasYearOrMonth || offer.hasNamedDay),
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

    /// Of the weights, the share that is said.
    private static func share(_ said: [Double], _ weights: [Double]) -> Double {
        let total = weights.reduce(0, +)
        return total > 0 ? zip(said, weights).reduce(0) { $0 + $1.0 * $1.1 } / total : 0
    }

    private static func most(_ fits: [Double]) -> Double { max(fits.max() ?? 0, 1e-9) }

    private static func added(by other: [Double], to said: [Double]) -> [Double] {
        zip(other, said).map { max(0, $0 - $1) }
    }

    /// Whether a sentence ends with a question mark, of any script; quotation marks may follow it.
    private static func asks(_ bytes: UnsafeBufferPointer<UInt8>, _ span: TextSpan) -> Bool {
        let tail = String(decoding: bytes[max(span.start, span.end - 8)..<span.end], as: UTF8.self)
        return tail.unicodeScalars.reversed().prefix(3).contains { $0 == "?" || $0 == "？" || $0 == "؟" }
    }

    /// How well each passage fits: BM25 of what is counted in its sentences.
    private static func fits(
        _ sentences: [[AnswerSentence]], _ weights: [Double], counts: (AnswerSentence) -> [Double]
    ) -> [Double] {
        let lengths = sentences.map { $0.reduce(0) { $0 + $1.length } }
        let average = max(1, Double(lengths.reduce(0, +)) / Double(max(1, lengths.count)))
        return zip(sentences, lengths).map { list, length in
            let norm = 0.25 + 0.75 * Double(length) / average
            let sums = list.reduce(into: [Double](repeating: 0, count: weights.count)) { sums, sentence in
                for (index, count) in counts(sentence).enumerated() { sums[index] += count }
            }
            return zip(sums, weights).reduce(0) { $0 + $1.1 * $1.0 * 2.2 / ($1.0 + 1.2 * norm) }
        }
    }

    private static func fit(_ offer: AnswerOffer, _ kind: QuestionKind, _ evidence: inout SentenceEvidence) {
        if kind.contains(.person) { evidence[.person] = Double(offer.names) / 4 }
        if kind.contains(.time) {
            if offer.hasYearOrMonth { evidence[.year] = 1 }
            if offer.hasDigits { evidence[.digits] = 1 }
        }
        if kind.contains(.place) { evidence[.place] = Double(min(2, offer.names + (offer.hasPlace ? 1 : 0))) / 2 }
        if kind.contains(.number), offer.hasDigits || offer.hasNumberWord { evidence[.number] = 1 }
        if kind.contains(.reason), offer.hasReason { evidence[.reason] = 1 }
    }

    private static func holds(_ offer: AnswerOffer, _ kind: QuestionKind) -> Bool {
        if kind.contains(.time) { return offer.hasYearOrMonth || offer.hasNamedDay || offer.hasDigits }
        if kind.contains(.number) { return offer.hasDigits || offer.hasNumberWord }
        return true
    }

    // MARK: - Answering

    func text(of candidate: Int) -> String {
        let found = candidates[candidate]
        return passages[found.passage].text.text(in: found.span) ?? ""
    }

    /// The sentence below what stands above it, its document's title and its headings: "He gets 60 grams" means little without.
    func textInContext(of candidate: Int) -> String {
        let found = candidates[candidate]
        let passage = passages[found.passage]
        let above = [passage.title, found.heading.flatMap { passage.text.text(in: $0) }].compactMap { part -> String? in
            let line = part.map { PlainText.line(String($0.prefixOfBytes(Self.mostContext))) } ?? ""
            return line.isEmpty ? nil : line
        }
        let own = String(text(of: candidate).prefixOfBytes(Self.mostEmbedded))
        return above.isEmpty ? own : "\(above.joined(separator: ". ")): \(own)"
    }

    /// The candidates whose closeness in meaning may decide, the best by their words first.
    func promising() -> [Int] {
        let best = ranked(candidates.map(\.score)).prefix(settings.mostEmbedded)
        guard let first = best.first, !isShort else { return Array(best) }
        return best.filter { candidates[$0].score >= candidates[first].score - settings.lift }
    }

    /// Whether the question has too few words to tell sentences apart by them.
    private var isShort: Bool { question.topics <= settings.shortQuestion }

    /// Places of scores, the best first.
    func ranked(_ scores: [Double]) -> [Int] {
        scores.indices.sorted { scores[$0] != scores[$1] ? scores[$0] > scores[$1] : $0 < $1 }
    }

    /// - Parameters:
    ///   - similarity: By candidate, how close it is to the question in meaning.
    ///   - reader: What a reader says; `nil` where none read anything.
    func answer(
        maxSentences: Int, similarity: [Int: Double], reader: ReaderEvidence? = nil
    ) -> ExtractiveAnswer {
        guard maxSentences > 0, !candidates.isEmpty, !question.terms.isEmpty else {
            return ExtractiveAnswer(sentences: [], confidence: 0, abstained: true)
        }
        // What was not embedded gets what the least similar one got.
        let floor = similarity.values.min() ?? 0
        let scores = candidates.indices.map { index in
            candidates[index].score + (similarity.isEmpty ? 0 : settings.similarity * (similarity[index] ?? floor))
                + (reader.map {
                    settings.reader.score($0, candidate: index, passage: candidates[index].passage)
                } ?? 0)
        }
        let ranking = ranked(scores)
        let best = ranking[0]
        let powers = scores.map { exp($0 - scores[best]) }
        let total = powers.reduce(0, +)
        let rules = settings.doubt.likelihood(evidence(for: best), similarity: similarity[best])
        let confidence = reader.map { settings.reader.likelihood($0, rules: rules) } ?? rules
        let others = confidence < ExtractiveAnswer.sure ? similarity : [:]
        let isRead = reader?.words[best]?.worth ?? 0 >= settings.reader.leastLeading
        let sentences = chosen(ranking, scores, meaning: others, most: maxSentences, bestLeads: isRead).map {
            candidate -> ExtractiveAnswer.Sentence in
            let found = candidates[candidate]
            let words = reader?.words[candidate].flatMap { $0.worth >= settings.reader.leastShown ? $0.span : nil }
            return ExtractiveAnswer.Sentence(
                text: text(of: candidate), passage: found.passage, passageID: passages[found.passage].id,
                span: found.span, quote: quote(of: candidate), score: powers[candidate] / total, words: words)
        }
        return ExtractiveAnswer(
            sentences: sentences, confidence: confidence,
            abstained: reader.map { settings.reader.abstains($0, rules: rules) } ?? (rules < settings.doubt.least))
    }

    /// The best, and what adds something to it: the next best where the best is hardly better, where it lacks the kind of
    /// thing that is asked for, or where more than one sentence is.
    ///
    /// - Parameters:
    ///   - meaning: Where it is not sure that the best answers at all, how close what was embedded is in meaning: the nearest may be what
    ///     is asked for, in other words.
    ///   - bestLeads: Whether the best comes first in any case.
    private func chosen(
        _ ranking: [Int], _ scores: [Double], meaning: [Int: Double], most: Int, bestLeads: Bool
    ) -> [Int] {
        let best = ranking[0]
        let isForSeveral = question.kind.contains(.several) || question.kind.contains(.reason)
        let limit = isForSeveral ? most : min(most, 2)
        var chosen = [best]
        var told = Set(SearchAnalyzer.unstemmed.terms(in: text(of: best)))
        func tell(_ candidate: Int) {
            let terms = Set(SearchAnalyzer.unstemmed.terms(in: text(of: candidate)))
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
        let others = meaning.filter { !chosen.contains($0.key) }
        if chosen.count < limit, let alike = others.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }),
            alike.value >= settings.leastSimilarity,
            alike.value >= (meaning[best] ?? 0) - settings.besideSimilarity
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
        guard !bestLeads, let date = dated(order) else { return order }
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

    func evidence(for best: Int) -> AnswerDoubt.Evidence {
        let own = candidates[best].passage
        let whole = wholes[own]
        func chance(_ value: (Whole) -> Double) -> Double {
            let values = wholes.indices.filter { $0 != own }.map { value(wholes[$0]) }.sorted()
            return values.isEmpty ? 0 : (values[(values.count - 1) / 2] + values[values.count / 2]) / 2
        }
        // A unit of weight adds at most 2.2 to BM25.
        func fit(_ value: (Whole) -> Double) -> Double {
            question.total > 0 ? min(1, max(-0.5, (value(whole) - chance(value)) / (2.2 * question.total))) : 0
        }
        let powers = candidates.map { exp($0.score - candidates[best].score) }
        let total = powers.reduce(0, +)
        let inside = zip(candidates, powers).reduce(0) { $1.0.passage == own ? $0 + $1.1 : $0 }
        let names = question.terms.indices.filter { question.terms[$0].isName }
        var evidence = AnswerDoubt.Evidence()
        evidence[.pairs] = AnswerDoubt.beyond(chance(\.pairs), whole.pairs)
        evidence[.fit] = fit(\.fit)
        evidence[.letters] = fit(\.letters)
        evidence[.certainty] = total > 0 && total.isFinite ? inside / total : 0
        evidence[.weight] = log(1 + question.coverage(whole.said) * question.total)
        evidence[.terms] = log(1 + Double(question.terms.count))
        if !names.isEmpty {
            evidence[.names] = 1
            evidence[.missingNames] = Double(names.count { whole.said[$0] <= 0 }) / Double(names.count)
        }
        evidence[.unknown] = question.coverage(question.terms.map { $0.isUnknown ? 1 : 0 })
        evidence[.letterPairs] = question.isOfLetterPairs ? 1 : 0
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
