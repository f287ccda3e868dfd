import HearthCore
import HearthText

/// The sentences of some passages, with everything that speaks for them as an answer to one question.
struct AnswerCandidates {
    struct Candidate {
        var passage: Int
        var span: TextSpan
        /// The same in characters (Unicode scalars) from the start of the passage.
        var characters = 0..<0
        /// The heading under which it stands, counted in the passage: a quote does not reach over one.
        var section = 0
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
        /// Whether it begins an item of a list, or is a field of a form; whether it is a field.
        var isItem = false
        var isField = false
        /// Whether it stands below a line that names all that is asked for, see ``ReadPassage/linesBelowAsked(_:in:)``.
        var isBelowAsked = false
        /// Whether it stands below, or behind, a name of the section that is asked for by what it holds, see ``SectionConcept``.
        var isOfConcept = false
        /// Where it is asked who and a form says who does something: whether it says that, or for whom it is done.
        var party: FieldParty?
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
    /// On which it is asked, where that is known.
    let today: CivilDate?
    let candidates: [Candidate]
    /// For each passage, the least length of a quote.
    let quoteLengths: [Int]
    let wholes: [Whole]
    let question: AnswerQuestion
    /// What is asked of releases, and by passage, of which release its lines are; none where nothing is.
    let release: AskedRelease?
    let releases: [ReleasePlaces]
    /// By passage, how well each term is said by the headings above it that it does not hold.
    let outer: [[Double]]
    /// The places of the terms of the question that are names of persons.
    let persons: Set<Int>
    /// With the earlier questions that it goes on from.
    let wholeQuestion: String
    /// Headings above a passage that are read, the nearest.
    private static let mostAbove = 3
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
        documentShare: (@Sendable (String) -> Double?)?, settings: AnswerSettings, today: CivilDate? = nil
    ) {
        var passages = Array(passages.prefix(ExtractiveAnswerer.mostPassages))
        let tables = passages.map { TableRows($0.text, head: $0.tableHead) }
        self.tables = tables
        (self.settings, self.today) = (settings, today)
        let wholeQuestion = earlier.questions.isEmpty ? question : "\(earlier.questions) \(question)"
        self.wholeQuestion = wholeQuestion
        let told =
            earlier.questions.isEmpty
            ? "" : String(earlier.answers.joined(separator: "\n").prefixOfBytes(Self.mostTold)).singleSpaced
        let identifier = LanguageIdentifier()
        let sample = passages.prefix(3).map { $0.text.prefixOfBytes(1_000) }.joined(separator: "\n")
        // Passages of one answer may be in different languages, which have different stems and end their sentences in different ways.
        let asked = identifier.identify(String(wholeQuestion.prefixOfBytes(500)))
        let usual = identifier.identify(sample)
        let most =
            usual.confidence >= Self.sureLanguage
            ? usual.language : asked.confidence >= Self.sureLanguage ? asked.language : "en"
        let own = passages.map { passage in
            let guess = identifier.identify(String(passage.text.prefixOfBytes(600)))
            return guess.confidence >= Self.sureLanguage ? guess.language : most
        }
        language = asked.confidence >= Self.sureQuestion ? asked.language : most
        languages = own
        let isOfWriting = passages.contains(where: \.isByNamed) && SpeechVerbs.ask(question)
        var parsed = AnswerQuestion(
            question, earlier: earlier.questions, languages: [most] + Set(own).subtracting([most]).sorted(),
            asked: asked.language,
            capitalsMarkNames: !CapitalUse.marksNouns(in: sample), today: today,
            isOfWriting: isOfWriting)
        let release = AskedRelease(question, kind: parsed.kind)
        let releases = passages.map { release == nil ? ReleasePlaces.none : ReleasePlaces($0) }
        if release != nil { passages = zip(passages, releases).map { $1.marked($0) } }
        (self.release, self.releases) = (release, releases)
        self.passages = passages
        var likeness = TermLikeness(parsed.terms.map(\.text))
        let isForTime = parsed.kind.contains(.time)
        let lines = passages.indices.map { index in
            Self.lines(
                of: passages[index], tables[index], language: own[index],
                headingsAnswer: isForTime && passages[index].isEntry,
                answering: isForTime ? releases[index].heads(of: release?.numbers ?? []) : [])
        }
        let sentences = zip(zip(passages, lines), own).map { place, language in
            AnswerSentence.read(
                place.0.text, language: language, spans: place.1.map { ($0.span, $0.isHeading) },
                question: parsed, likeness: &likeness)
        }
        func said(_ text: String?, _ language: String) -> [Double] {
            let line = String((text ?? "").prefixOfBytes(200))
            let whole = [(span: TextSpan(start: 0, end: line.utf8.count), isHeading: true)]
            return AnswerSentence.read(
                line, language: language, spans: whole, question: parsed, likeness: &likeness)[0].said
        }
        let above = zip(passages, own).map { passage, language in
            (
                title: TermSums.joined(
                    [said(passage.title, language), said(passage.fileName, language)], terms: parsed.terms.count),
                tableHead: said(passage.tableHead, language)
            )
        }
        let outer = zip(passages, own).map { passage, language in
            TermSums.joined(passage.above.suffix(Self.mostAbove).map { said($0, language) }, terms: parsed.terms.count)
        }
        self.outer = outer
        parsed.weigh(sentences, settings: settings, documentShare: documentShare)
        self.question = parsed
        let roles = zip(passages, sentences).map { passage, list in
            LineRoles.roles(of: list.map { (span: $0.span, isHeading: $0.isHeading) }, in: passage.text)
        }
        let binder = NameBinder(parsed, text: question, earlier: earlier.questions, language: language)
        let bindings = binder.bindings(
            of: sentences, roles: roles, titles: above.map(\.title), passages: passages, languages: own)
        persons = bindings.persons
        let read = passages.indices.map { index in
            var told = sentences[index]
            // What Bob wrote says so of each of its sentences.
            for term in bindings.persons where isOfWriting && passages[index].isByNamed {
                for place in told.indices { told[place].say(term, above[index].title[term], of: parsed) }
            }
            // What an entry of March tells is of March.
            for term in parsed.dateTerms(of: passages[index].day) {
                for place in told.indices { told[place].say(term, 1, of: parsed) }
            }
            let ofConcept =
                parsed.concept?.lines(
                    told.map { ($0.span, $0.isHeading) }, roles: roles[index], items: lines[index].map(\.isItem),
                    heads: Set(tables[index].rows.filter(\.isHead).map(\.span)), of: passages[index],
                    languages: Set([own[index], asked.language])) ?? []
            // "Present: Ana, Bob" says who attended.
            for term in parsed.conceptTerms.sorted() {
                for place in ofConcept { told[place].say(term, 1, of: parsed) }
            }
            var bound = bindings.sentences[index]
            if let release, !releases[index].isEmpty {
                release.note(in: &told, of: passages[index], releases[index], question: parsed)
                // A number that one of its changes names is no other release.
                for place in told.indices where bound[place] == .other && bindings.persons.isEmpty {
                    if releases[index].isOf(release.numbers, told[place].span) { bound[place] = .open }
                }
            }
            return ReadPassage(
                passage: passages[index], language: own[index], table: tables[index],
                sentences: told, items: lines[index].map(\.isItem),
                fields: lines[index].map(\.isField), title: above[index].title,
                tableHead: above[index].tableHead,
                roles: roles[index], bindings: bound, ofConcept: ofConcept)
        }
        let weigher = CandidateWeigher(
            parsed, text: wholeQuestion, passages: read, settings: settings,
            mail: AskedMail(question, kind: parsed.kind), told: told,
            kept: earlier.questions.isEmpty ? [] : earlier.passages)
        let wholes = read.indices.map(weigher.whole)
        self.wholes = wholes
        candidates = read.indices.flatMap { index in
            let own = read.indices.filter {
                passages[$0].title == passages[index].title && ($0 == index || passages[index].title != nil)
            }
            return weigher.candidates(
                in: index, wholes[index],
                document: TermSums.joined(own.map { wholes[$0].said }, terms: parsed.terms.count))
        }
        quoteLengths = passages.map { Self.quoteLength(in: $0.text) }
    }

    /// Cyrillic and Greek take two bytes a character, the dense scripts three.
    private static func quoteLength(in text: String) -> Int {
        text.utf8.count * 10 >= text.unicodeScalars.count * 22 ? shortestDenseQuote : shortestQuote
    }

    /// A sentence, a row of a table, a field of a form or a heading.
    private struct Line {
        /// Bytes of the passage's text.
        var span: TextSpan
        var isHeading = false
        /// Whether it begins an item of a list, or is a field; whether it is a field.
        var isItem = false
        var isField = false
    }

    /// The sentences, rows and fields between the headings, and the headings, the heads of tables among them.
    ///
    /// - Parameters:
    ///   - headingsAnswer: Whether headings are lines as any others: that of an event says when it is.
    ///   - answering: Headings that are, as that of a release says when that came out.
    private static func lines(
        of passage: AnswerPassage, _ table: TableRows, language: String, headingsAnswer: Bool,
        answering: Set<TextSpan>
    ) -> [Line] {
        let splitter = SentenceSplitter()
        let marks = LineMarks(passage.text)
        var found: [Line] = []
        var place = 0
        func addSentences(of piece: TextSpan) {
            guard let part = passage.text.text(in: piece) else { return }
            // A border that is only likely may cut off the answer from what it is the answer to.
            for span in splitter.sentences(in: part, language: language, borders: .certain) {
                let span = TextSpan(start: piece.start + span.start, end: piece.start + span.end)
                if marks.isHeading(span) {
                    found.append(Line(span: span, isHeading: true))
                } else if let words = marks.words(of: span) {
                    found.append(Line(span: words, isItem: marks.beginsItem(span)))
                }
            }
        }
        func addSentences(until end: Int) {
            for (stretch, row) in table.pieces(of: TextSpan(start: place, end: max(place, end))) {
                if let row {
                    found.append(Line(span: row.span, isHeading: row.isHead))
                    continue
                }
                for piece in FieldLines.apart(passage.text, stretch) {
                    guard !piece.isField else {
                        found.append(
                            Line(
                                span: piece.span, isHeading: piece.isHead, isItem: !piece.isHead, isField: !piece.isHead
                            ))
                        continue
                    }
                    for part in CodeLines.apart(passage.text, piece.span) { addSentences(of: part) }
                }
            }
        }
        for heading in passage.headings.sorted()
        where heading.start >= place && passage.text.text(in: heading) != nil && heading.count > 0 {
            addSentences(until: heading.start)
            let answers =
                answering.contains(heading) || headingsAnswer && passage.text.text(in: heading)?.contains(day) == true
            found.append(Line(span: heading, isHeading: !answers))
            place = heading.end
        }
        addSentences(until: passage.text.utf8.count)
        return Array(found.prefix(mostSentences))
    }
}

// What a reader is given of the passages, and what it said of them.

extension AnswerCandidates {
    /// A stretch of a passage that a reader reads.
    struct Stretch {
        var passage: Int
        /// Bytes of the passage's text.
        var span: TextSpan
        var text: String
    }

    /// What a reader of some languages reads: of the passages in the order of their best sentences by the rules, as much around these as
    /// there is time for. Nothing where the question is in another language.
    func readable(in known: Set<String>) -> [Stretch] {
        guard known.contains(language), !question.terms.isEmpty else { return [] }
        var seen: Set<Int> = []
        let best = ranked(candidates.map(\.score)).filter { seen.insert(candidates[$0].passage).inserted }
        var left = settings.reader.mostBytes
        var found: [Stretch] = []
        for candidate in best where known.contains(languages[candidates[candidate].passage]) {
            guard found.count < settings.reader.mostPassages, left > 0,
                candidates[candidate].score >= candidates[best[0]].score - settings.reader.reach
            else { break }
            let stretch = stretch(around: candidate, bytes: min(left, settings.reader.mostOfPassage))
            guard !stretch.span.isEmpty else { continue }
            left -= stretch.span.count
            found.append(stretch)
        }
        return found
    }

    /// The passage of a sentence, where it is short enough; else the sentence with those around it.
    private func stretch(around candidate: Int, bytes: Int) -> Stretch {
        let passage = candidates[candidate].passage
        let text = passages[passage].text
        guard text.utf8.count > bytes else {
            return Stretch(passage: passage, span: TextSpan(start: 0, end: text.utf8.count), text: text)
        }
        var span = candidates[candidate].span
        guard span.count <= bytes else {
            let part = String((text.text(in: span) ?? "").prefixOfBytes(bytes))
            return Stretch(
                passage: passage, span: TextSpan(start: span.start, end: span.start + part.utf8.count), text: part)
        }
        // To both sides in turns, as far as there is room.
        var (first, last) = (candidate, candidate)
        var grows = true
        while grows {
            grows = false
            for next in [last + 1, first - 1] where candidates.indices.contains(next) {
                let other = candidates[next]
                let wider = TextSpan(start: min(span.start, other.span.start), end: max(span.end, other.span.end))
                guard other.passage == passage, wider.count <= bytes else { continue }
                (first, last, span, grows) = (min(first, next), max(last, next), wider, true)
            }
        }
        return Stretch(passage: passage, span: span, text: text.text(in: span) ?? "")
    }

    /// What readings of some stretches say of the candidates.
    func evidence(of readings: [(stretch: Stretch, reading: PassageReading)]) -> ReaderEvidence {
        let sentences = Dictionary(grouping: candidates.indices) { candidates[$0].passage }
        var evidence = ReaderEvidence()
        for (stretch, reading) in readings {
            evidence.add(
                reading, of: stretch,
                sentences: (sentences[stretch.passage] ?? []).map { (candidate: $0, span: candidates[$0].span) })
        }
        return evidence
    }
}
