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
        /// The row of a table that it is.
        var row: TableRows.Row?
        var evidence: SentenceEvidence
        var score: Double
        /// Whether it holds what a question for a time or a number wants.
        var holdsKind: Bool
        /// Whether a time is asked for and it names a year, a month or a day.
        var holdsDate: Bool
        /// Whether it asks.
        var asks: Bool
        /// What it holds by its form, where the question asks for that with words that no answer repeats.
        var shapes: AnswerShape
        /// What it tells of what the question wants.
        var aspects: AnswerAspects
        /// How well each term of the question is said.
        var said: [Double]
        /// The same, of the sentence and its two neighbours together.
        var saidAround: [Double]
        /// The same, of what is known when it is read: of the sentence, of what stands above it and of the one before.
        var saidUntil: [Double]
        /// Whether it tells of who is asked about.
        var binding: NameBinding
        /// What it is by its shape, and whether it is asked for as such.
        var role: LineRole
        var isWantedRole: Bool
    }

    /// A passage as a whole.
    struct Whole {
        /// How well each term of the question is said in it.
        var said: [Double]
        /// Share of the question's neighbours that stand side by side in it.
        var pairs: Double
        /// BM25 by words, those that are alike counting too, and by runs of letters.
        var fit: Double
        var letters: Double
    }

    let passages: [AnswerPassage]
    /// Of each passage.
    let tables: [TableRows]
    let settings: AnswerSettings
    private(set) var candidates: [Candidate] = []
    /// For each passage, the least length of a quote.
    private(set) var quoteLengths: [Int] = []
    private(set) var wholes: [Whole] = []
    let question: AnswerQuestion
    /// The places of the terms of the question that are names of persons.
    let persons: Set<Int>
    /// With the earlier questions that it goes on from.
    let wholeQuestion: String
    /// The passages that it keeps to, by their ids.
    private let kept: Set<Int>
    /// The answers to those, the latest first, on one line.
    private let told: String
    /// Bytes of earlier answers that are read.
    private static let mostTold = 20_000
    /// Of the question, and of each passage; ISO 639-1.
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

    init(
        question: String, after earlier: EarlierTurns = EarlierTurns(), passages: [AnswerPassage],
        documentShare: (@Sendable (String) -> Double?)?, settings: AnswerSettings
    ) {
        self.passages = Array(passages.prefix(ExtractiveAnswerer.mostPassages))
        tables = self.passages.map { TableRows($0.text, head: $0.tableHead) }
        self.settings = settings
        wholeQuestion = earlier.questions.isEmpty ? question : "\(earlier.questions) \(question)"
        kept = earlier.questions.isEmpty ? [] : earlier.passages
        told =
            earlier.questions.isEmpty
            ? "" : String(earlier.answers.joined(separator: "\n").prefixOfBytes(Self.mostTold)).singleSpaced
        let identifier = LanguageIdentifier()
        let sample = self.passages.prefix(3).map { $0.text.prefixOfBytes(1_000) }.joined(separator: "\n")
        // Passages of one answer may be in different languages, which have different stems and end their sentences in different ways.
        let asked = identifier.identify(String(wholeQuestion.prefixOfBytes(500)))
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
            question, earlier: earlier.questions, languages: [most] + Set(own).subtracting([most]).sorted(),
            asked: asked.language,
            capitalsMarkNames: !CapitalUse.marksNouns(in: sample))
        var likeness = TermLikeness(parsed.terms.map(\.text))
        let sentences = zip(zip(self.passages, tables), own).map { place, language in
            AnswerSentence.read(
                place.0.text, language: language, spans: Self.spans(of: place.0, place.1, language: language),
                question: parsed, likeness: &likeness)
        }
        func said(_ text: String?, _ language: String) -> [Double] {
            let line = String((text ?? "").prefixOfBytes(200))
            let whole = [(span: TextSpan(start: 0, end: line.utf8.count), isHeading: true)]
            return AnswerSentence.read(
                line, language: language, spans: whole, question: parsed, likeness: &likeness)[0].said
        }
        let above = zip(self.passages, own).map { passage, language in
            (title: said(passage.title, language), tableHead: said(passage.tableHead, language))
        }
        parsed.weigh(sentences, settings: settings, documentShare: documentShare)
        self.question = parsed
        let roles = zip(self.passages, sentences).map { passage, list in
            LineRoles.roles(of: list.map { (span: $0.span, isHeading: $0.isHeading) }, in: passage.text)
        }
        let binder = NameBinder(parsed, text: question, earlier: earlier.questions, language: language)
        let bindings = binder.bindings(
            of: sentences, roles: roles, titles: above.map(\.title), passages: self.passages, languages: own)
        persons = bindings.persons
        weigh(
            sentences, above: above, asked: Self.words(of: wholeQuestion), roles: roles,
            bindings: bindings.sentences, mail: AskedMail(question, kind: parsed.kind))
    }

    /// The words of a question in lower case, which are no answer to it.
    private static func words(of question: String) -> Set<String> {
        Set(WordSplitter().words(in: question).compactMap { question.text(in: $0.span)?.lowercased() })
    }

    /// The sentences and rows between the headings, and the headings, the heads of tables among them.
    private static func spans(
        of passage: AnswerPassage, _ table: TableRows, language: String
    ) -> [(span: TextSpan, isHeading: Bool)] {
        let splitter = SentenceSplitter()
        let marks = LineMarks(passage.text)
        var found: [(span: TextSpan, isHeading: Bool)] = []
        var place = 0
        func addSentences(of piece: TextSpan) {
            guard let part = passage.text.text(in: piece) else { return }
            // A border that is only likely may cut off the answer from what it is the answer to.
            for span in splitter.sentences(in: part, language: language, borders: .certain) {
                let span = TextSpan(start: piece.start + span.start, end: piece.start + span.end)
                if marks.isHeading(span) {
                    found.append((span, true))
                } else if let words = marks.words(of: span) {
                    found.append((words, false))
                }
            }
        }
        func addSentences(until end: Int) {
            for (stretch, row) in table.pieces(of: TextSpan(start: place, end: max(place, end))) {
                if let row {
                    found.append((row.span, row.isHead))
                    continue
                }
                for piece in CodeLines.apart(passage.text, stretch) { addSentences(of: piece) }
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

    /// - Parameter above: What the title of each passage says of the question, and the head of a table that began before it.
    private mutating func weigh(
        _ sentences: [[AnswerSentence]], above: [(title: [Double], tableHead: [Double])], asked: Set<String>,
        roles: [[LineRole]], bindings: [[NameBinding]], mail: AskedMail
    ) {
        let titles = above.map(\.title)
        let question = question
        let rarities = question.terms.map(\.rarity)
        let all = sentences.joined()
        let count = Double(all.count)
        func telling(_ holding: Int) -> Double { Self.telling(Double(holding), of: count) }
        let tells = rarities.indices.map { term in telling(all.count { $0.said[term] > 0 }) }
        let telLetters =
            (0..<question.grams.count).map { gram in telling(all.count { $0.grams[gram] > 0 }) }
            + question.gramless.map { tells[$0] }
        let perTerm = question.gramTerms.reduce(into: [Int: Double]()) { $0[$1, default: 0] += 1 }
        let rareLetters =
            question.gramTerms.map { rarities[$0] / (perTerm[$0] ?? 1) } + question.gramless.map { rarities[$0] }
        // A word that need not be said stands beside none, and what goes on from a question seldom says that again.
        let pairs = question.pairs.map { pair in
            [pair.first, pair.second].contains { question.terms[$0].isLeaning || question.terms[$0].isEarlier }
                ? 0 : rarities[pair.first] + rarities[pair.second]
        }
        let average = max(1, Double(all.reduce(0) { $0 + $1.length }) / max(1, count))
        let fits = Self.fits(sentences, rarities) { $0.counts.map(Double.init) }
        let alike = Self.fits(sentences, rarities) { $0.alike }
        let letters = Self.fits(sentences, rareLetters) { sentence in
            sentence.grams + question.gramless.map { sentence.alike[$0] }
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
            let whole = Self.joined(
                list.map(\.said) + [titles[index], above[index].tableHead], terms: rarities.count)
            let side = Self.joined(list.map(\.pairs), terms: pairs.count)
            let isWithoutPairs = pairs.allSatisfy { $0 <= 0 }
            wholes.append(
                Whole(
                    said: whole, pairs: isWithoutPairs ? question.coverage(whole) : Self.share(side, pairs),
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
                sentence.grams.map { min(1, $0) } + question.gramless.map { sentence.said[$0] }
            }
            passages[index].text.withBytes { bytes in
                var characters = CharacterCounter(bytes)
                var section = 0
                // The title stands above all headings.
                var heading = titles[index]
                var headingSpan: TextSpan?
                // That of the headings that are marked as such: lines that are headings by their shape stand below it.
                var marked = titles[index]
                // What stood above a line that asks, which is above the few sentences that answer it only.
                var lastQuestion: (place: Int, said: [Double], span: TextSpan?)?
                func isAbove(_ place: Int) -> Bool { list[place].isHeading || roles[index][place].isAbove }
                let table = tables[index]
                let rows = Dictionary(table.rows.map { ($0.span.start, $0) }) { first, _ in first }
                // What the heads of tables say, by where they begin, and what lines may be captions, by where they end.
                var heads: [Int: [Double]] = [:]
                var captions: [Int: [Double]] = [:]
                for (place, sentence) in list.enumerated() {
                    let row = rows[sentence.span.start].flatMap { $0.span == sentence.span ? $0 : nil }
                    if let row, row.isHead {
                        // It names the columns of its rows, and is above nothing else.
                        heads[sentence.span.start] = sentence.said
                        continue
                    }
                    let role = roles[index][place]
                    if let last = lastQuestion,
                        sentence.isHeading || role.isAbove || place - last.place > settings.belowQuestion
                    {
                        (heading, headingSpan) = (last.said, last.span)
                        lastQuestion = nil
                    }
                    // A line that is one by its shape only may be an answer itself. It stands below those above it as well.
                    let outer = (said: heading, span: headingSpan)
                    if role == .question {
                        lastQuestion = (place, heading, headingSpan)
                        heading = Self.joined([heading, sentence.said], terms: rarities.count)
                        headingSpan = sentence.span
                        section += 1
                    } else if sentence.isHeading || role.isAbove {
                        // Headings below one another stand for the text together.
                        let isBelow = place > 0 && isAbove(place - 1)
                        heading = Self.joined(
                            [isBelow ? heading : sentence.isHeading ? titles[index] : marked, sentence.said],
                            terms: rarities.count)
                        headingSpan = TextSpan(
                            start: isBelow ? headingSpan?.start ?? sentence.span.start : sentence.span.start,
                            end: sentence.span.end)
                        section += 1
                        if sentence.isHeading {
                            marked = heading
                            continue
                        }
                    }
                    defer {
                        // What stands below a heading that is one by its shape is not what it is quoted with.
                        if role.isAbove { section += 1 }
                    }
                    var over = role.isAbove ? outer.said : heading
                    if let row {
                        let head = row.head.map { heads[$0.start] ?? [] } ?? []
                        let begun = table.usesOuterHead(row) ? above[index].tableHead : []
                        let caption = row.caption.map { captions[$0.end] ?? [] } ?? []
                        over = Self.joined([over, head, begun, caption], terms: rarities.count)
                    } else {
                        captions[sentence.span.end] = sentence.said
                    }
                    let own = question.coverage(sentence.said)
                    // What a line asks, the next one answers. What a row is about stands in it and in its head: the rows above and below are
                    // about others.
                    let hasBefore =
                        place > 0 && row == nil && (!isAbove(place - 1) || roles[index][place - 1] == .question)
                    let before = hasBefore ? list[place - 1].said : []
                    let hasAfter = place + 1 < list.count && row == nil && !isAbove(place + 1)
                    let after = hasAfter ? list[place + 1].said : []
                    let told = Self.joined([sentence.said, over], terms: rarities.count)
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
                    evidence[.heading] = question.coverage(Self.added(by: over, to: sentence.said))
                    // One word is all that a cell tells: "Rent · £920".
                    evidence[.echo] = sentence.news == 0 ? 1 : sentence.news == 1 && row == nil ? 0.5 : 0
                    if let opener = sentence.opener, others.contains(opener),
                        asks.allSatisfy({ sentence.said[$0] <= 0 })
                    {
                        evidence[.other] = 1
                    }
                    let binding = bindings[index][place]
                    if binding == .other { evidence[.other] = 1 }
                    let isWantedRole = role.header.map(mail.mayBeAnswered) ?? false
                    // A question is weighed as one.
                    if role.isAbove, role != .question, !isWantedRole { evidence[.above] = 1 }
                    evidence[.after] = question.coverage(Self.added(by: after, to: sentence.said))
                    let opening = place > 1 && !isAbove(0) ? list[0].said : []
                    evidence[.opening] = question.coverage(
                        Self.added(by: opening, to: Self.joined([told, before], terms: rarities.count)))
                    evidence[.length] = log((1 + Double(sentence.length)) / (1 + average))
                    let offer = AnswerOffer(sentence.span.range, bytes, asked: asked)
                    let times = toldTime(bytes, sentence.span)
                    Self.fit(offer, question.kind, &evidence)
                    fit(times, offer, &evidence)
                    let holdsKind =
                        binding != .other && (times.map { holds($0, offer) } ?? Self.holds(offer, question.kind))
                    // What stands above tells which part of a text is meant, and not which of its sentences answers.
                    if times != nil, !holdsKind { evidence[.heading] *= settings.aboveOtherKind }
                    let aspects: AnswerAspects =
                        question.aspects.isEmpty ? [] : AnswerAspects(toldBy: bytes.string(sentence.span.range))
                    evidence[.aspect] = question.aspects.fit(aspects)
                    if binding == .other {
                        for feature in SentenceEvidence.ofSubject { evidence[feature] = min(evidence[feature], 0) }
                    }
                    var score = settings.score(evidence)
                    let shapes =
                        binding == .other
                        ? [] : self.shapes(of: sentence.span, bytes, offer: offer, language: languages[index])
                    if !shapes.isDisjoint(with: question.wanted) { score += settings.fitting }
                    let asks = Self.asks(bytes, sentence.span)
                    if asks { score -= settings.asking }
                    if kept.contains(passages[index].id) { score += settings.kept }
                    if wasTold(row.map(table.sentence) ?? PlainText.line(bytes.string(sentence.span.range))) {
                        score -= settings.told
                    }
                    let first = characters.count(until: sentence.span.start)
                    let last = characters.count(until: sentence.span.end)
                    candidates.append(
                        Candidate(
                            passage: index, span: sentence.span, characters: first..<max(first, last),
                            section: section, heading: role.isAbove ? outer.span : headingSpan, row: row,
                            evidence: evidence,
                            score: score, holdsKind: holdsKind,
                            holdsDate: question.kind.contains(.time) && binding != .other
                                && (question.time.contains(.clock)
                                    ? times?.hasClock == true : offer.hasYearOrMonth || offer.hasNamedDay),
                            asks: asks, shapes: shapes, aspects: aspects.intersection(question.aspects),
                            said: sentence.said,
                            saidAround: Self.joined([told, before, after], terms: rarities.count),
                            saidUntil: hasBefore && bindings[index][place - 1] == .other
                                ? told : Self.joined([told, before], terms: rarities.count), binding: binding,
                            role: role, isWantedRole: isWantedRole))
                }
                // Cyrillic and Greek take two bytes a character, the dense scripts three.
                let all = characters.count(until: bytes.count)
                quoteLengths.append(bytes.count * 10 >= all * 22 ? Self.shortestDenseQuote : Self.shortestQuote)
            }
        }
    }

    /// How much it tells about which of `count` stretches is meant that so many hold a term. What none holds tells nothing.
    static func telling(_ holding: Double, of count: Double) -> Double {
        holding > 0 ? log(1 + (count - holding + 0.5) / (holding + 0.5)) : 0
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

    /// What a sentence holds by its form, where that matters.
    private func shapes(
        of span: TextSpan, _ bytes: UTF8Bytes, offer: AnswerOffer, language: String
    ) -> AnswerShape {
        guard !question.wanted.isEmpty else { return [] }
        return AnswerShape(span, bytes, offer: offer, wanted: question.wanted) { word in
            WordForms.read(bytes.string(word.range), language: language).contains { form in
                question.place(of: form, language: language).map { place in
                    !question.terms[place].isGrammar && question.terms[place].wants.isEmpty
                } ?? false
            }
        }
    }

    /// Whether the earlier answers hold a sentence, word for word.
    private func wasTold(_ line: @autoclosure () -> String) -> Bool {
        guard !told.isEmpty else { return false }
        let line = line()
        return !line.isEmpty && told.holds(line)
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

    /// What kinds of time a sentence tells, where a time or a number is asked for and they can be told apart.
    private func toldTime(_ bytes: UTF8Bytes, _ span: TextSpan) -> ToldTime? {
        guard question.kind.contains(.time) || question.kind.contains(.number), !question.isPaired else { return nil }
        return ToldTime(bytes.string(span.range), isNumber: AnswerOffer.isNumber)
    }

    private func fit(_ times: ToldTime?, _ offer: AnswerOffer, _ evidence: inout SentenceEvidence) {
        guard let times else { return }
        if question.time.contains(.clock) {
            evidence[.time] = times.hasClock ? 1 : 0
        } else if question.time.contains(.duration) {
            evidence[.time] = times.hasDuration ? 1 : 0
        } else if question.kind.contains(.time), times.hasDuration, !holds(times, offer) {
            // "Three months' notice" is no day, and its number no date.
            evidence[.time] = -1
            evidence[.digits] = 0
        }
    }

    /// Whether a sentence holds what is asked for, with what kinds of time it tells.
    private func holds(_ times: ToldTime, _ offer: AnswerOffer) -> Bool {
        if question.time.contains(.clock) { return times.hasClock }
        if question.time.contains(.duration) { return times.hasDuration }
        guard question.kind.contains(.time) else { return Self.holds(offer, question.kind) }
        return offer.hasYearOrMonth || offer.hasNamedDay || times.hasClock || offer.hasDigits && times.hasOtherDigits
    }

    private static func holds(_ offer: AnswerOffer, _ kind: QuestionKind) -> Bool {
        if kind.contains(.time) { return offer.hasYearOrMonth || offer.hasNamedDay || offer.hasDigits }
        if kind.contains(.number) { return offer.hasDigits || offer.hasNumberWord }
        return true
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
