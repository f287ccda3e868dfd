import HearthCore
import HearthText

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Weighs the sentences of some passages as answers to one question: against the question, and against one another.
struct CandidateWeigher {
    typealias Candidate = AnswerCandidates.Candidate

    private let question: AnswerQuestion
    private let passages: [ReadPassage]
    private let settings: AnswerSettings
    /// What the conversation told before, and the passages that it keeps to, by their ids.
    private let earlier: (told: String, kept: Set<Int>)
    /// The words of the question in lower case, which are no answer to it.
    private let asked: Set<String>
    private let mail: AskedMail
    /// Of each term of the question, and of each of its runs of letters, how much it tells about which sentence is meant.
    private let tells: [Double]
    private let lettersTell: [Double]
    /// Of each pair of neighbours in the question.
    private let pairs: [Double]
    /// Of each passage, by words, by words that are alike, and by runs of letters.
    private let fits: [Double]
    private let alike: [Double]
    private let letters: [Double]
    /// Words of a sentence.
    private let usualLength: Double
    /// The terms of the question that do something in some sentence, and who else does something in one.
    private let actors: [Int]
    private let otherActors: Set<String>
    private let topScore: Double
    /// By passage, whether its document says of itself that it holds no more.
    private let isSuperseded: [Bool]
    /// Who asks may be, where they ask whether they may or must do something; and by passage, whether it names any of them.
    private let roles: AskerRoles?
    private let namesRoles: [Bool]
    /// Where it is asked who, by passage, whether a field says who does something: beside them, for whom it is done is not meant. A lease names
    /// the tenant, and nobody else lives there.
    private let namesDoer: [Bool]

    /// - Parameter text: The question, with those that it goes on from.
    init(
        _ question: AnswerQuestion, text: String, passages: [ReadPassage], settings: AnswerSettings, mail: AskedMail,
        told: String, kept: Set<Int>
    ) {
        self.question = question
        self.passages = passages
        self.settings = settings
        self.mail = mail
        earlier = (told, kept)
        asked = Set(WordSplitter().words(in: text).compactMap { text.text(in: $0.span)?.lowercased() })
        let sentences = passages.map(\.sentences)
        let all = sentences.joined()
        let count = Double(all.count)
        func telling(_ holding: Int) -> Double { TermSums.telling(Double(holding), of: count) }
        let rarities = question.terms.map(\.rarity)
        let tells = rarities.indices.map { term in telling(all.count { $0.said[term] > 0 }) }
        self.tells = tells
        lettersTell =
            (0..<question.grams.count).map { gram in telling(all.count { $0.grams[gram] > 0 }) }
            + question.gramless.map { tells[$0] }
        // A word that need not be said stands beside none, and what goes on from a question seldom says that again.
        pairs = question.pairs.map { pair in
            [pair.first, pair.second].contains { question.terms[$0].isLeaning || question.terms[$0].isEarlier }
                ? 0 : rarities[pair.first] + rarities[pair.second]
        }
        let perTerm = question.gramTerms.reduce(into: [Int: Double]()) { $0[$1, default: 0] += 1 }
        let rareLetters =
            question.gramTerms.map { rarities[$0] / (perTerm[$0] ?? 1) } + question.gramless.map { rarities[$0] }
        fits = TermSums.fits(sentences, rarities) { $0.counts.map(Double.init) }
        alike = TermSums.fits(sentences, rarities) { $0.alike }
        letters = TermSums.fits(sentences, rareLetters) { sentence in
            sentence.grams + question.gramless.map { sentence.alike[$0] }
        }
        usualLength = max(1, Double(all.reduce(0) { $0 + $1.length }) / max(1, count))
        let found = AnswerSentence.actors(sentences)
        let actors =
            question.isPaired
            ? []
            : question.terms.indices.filter { term in
                !question.terms[term].isGrammar && !question.terms[term].forms.isDisjoint(with: found)
            }
        self.actors = actors
        otherActors = actors.isEmpty ? [] : question.terms.reduce(into: found) { $0.subtract($1.forms) }
        topScore = passages.map(\.passage.score).max() ?? 0
        // Who asks for what was superseded wants that; and where nothing else is, it is told for what it is.
        let superseded = passages.map { Supersession.isSaid(of: $0.passage) }
        let isWanted = Supersession.isSaid(in: text) || !superseded.contains(false)
        isSuperseded = isWanted ? superseded.map { _ in false } : superseded
        namesDoer = passages.map { question.kind == .person && $0.namesDoer }
        let parties = question.isWhether ? AskerRoles(languages: Set(passages.map(\.language)).union(["en"])) : nil
        // "May the landlord come in?" is asked of the landlord.
        let asker = parties.flatMap { $0.names(SearchAnalyzer.unstemmed.terms(in: text)) ? nil : $0 }
        roles = asker
        namesRoles =
            asker.map { asker in
                passages.map { asker.names(SearchAnalyzer.unstemmed.terms(in: $0.passage.text)) }
            } ?? []
    }

    // MARK: - Passages

    /// What a passage says as a whole.
    func whole(_ index: Int) -> AnswerCandidates.Whole {
        let read = passages[index]
        let said = joined(read.sentences.map(\.said) + [read.title, read.tableHead])
        let isWithoutPairs = pairs.allSatisfy { $0 <= 0 }
        let side = TermSums.joined(read.sentences.map(\.pairs), terms: pairs.count)
        return AnswerCandidates.Whole(
            said: said, pairs: isWithoutPairs ? question.coverage(said) : TermSums.share(side, pairs),
            fit: alike[index], letters: letters[index])
    }

    /// What speaks for each sentence of a passage, since it stands there.
    private func common(_ index: Int, _ whole: AnswerCandidates.Whole) -> SentenceEvidence {
        func share(_ fits: [Double]) -> Double { fits[index] / max(fits.max() ?? 0, 1e-9) }
        var common = SentenceEvidence()
        let ratio = topScore > 0 ? max(0, passages[index].passage.score / topScore) : 0
        common[.passageWords] = share(fits)
        common[.passageAlike] = share(alike)
        common[.passageLetters] = share(letters)
        common[.passageScore] = ratio.isFinite ? ratio : 0
        common[.passageRank] = 1 / (1 + 0.2 * Double(index))
        common[.passageCoverage] = question.coverage(whole.said)
        return common
    }

    /// The sentences and rows of a passage, in order.
    ///
    /// - Parameter document: How well the passages of its document say each term.
    func candidates(in index: Int, _ whole: AnswerCandidates.Whole, document: [Double]) -> [Candidate] {
        let read = passages[index]
        let common = common(index, whole)
        let below = question.asksForSection ? read.linesBelowAsked(question, in: document) : []
        let grams = read.sentences.map { sentence in
            sentence.grams.map { min(1, $0) } + question.gramless.map { sentence.said[$0] }
        }
        return read.passage.text.withBytes { bytes in
            var characters = CharacterCounter(bytes)
            var lines = LinesAbove(title: read.title, belowQuestion: settings.belowQuestion)
            var table = TableContext(read)
            var found: [Candidate] = []
            for (place, sentence) in read.sentences.enumerated() {
                let row = table.row(of: sentence)
                if table.readHead(sentence, row) { continue }
                let role = read.roles[place]
                let above = lines.read(
                    sentence, role, line: place, isBelowAnother: place > 0 && read.isAbove(place - 1))
                guard let above else { continue }
                let around = Surroundings(
                    of: place, in: read, bytes: bytes, row: row,
                    above: joined([above.said] + table.above(sentence, row)), question: question)
                var candidate = weighed(
                    place, in: index, bytes, around: around, row: row, grams: grams, common: common)
                let first = characters.count(until: sentence.span.start)
                (candidate.isItem, candidate.isField) = (read.items[place], read.fields[place])
                candidate.characters = first..<max(first, characters.count(until: sentence.span.end))
                (candidate.section, candidate.heading) = (above.section, above.span)
                candidate.isBelowAsked = below.contains(place)
                candidate.isOfConcept = read.ofConcept.contains(place)
                found.append(candidate)
            }
            return found
        }
    }

    // MARK: - Sentences

    private func weighed(
        _ place: Int, in index: Int, _ bytes: UTF8Bytes, around: Surroundings, row: TableRows.Row?, grams: [[Double]],
        common: SentenceEvidence
    ) -> Candidate {
        let read = passages[index]
        let sentence = read.sentences[place]
        let (role, binding) = (read.roles[place], read.bindings[place])
        var evidence = common
        around.note(in: &evidence, question: question)
        evidence[.count] = sentence.said.reduce(0, +) / Double(max(1, sentence.said.count))
        evidence[.telling] = TermSums.share(sentence.said, tells)
        evidence[.letters] = TermSums.share(grams[place], lettersTell)
        if around.hasBefore {
            evidence[.lettersBefore] = TermSums.share(
                TermSums.added(by: grams[place - 1], to: grams[place]), lettersTell)
        }
        // One word is all that a cell tells: "Rent · £920".
        evidence[.echo] = sentence.news == 0 ? 1 : sentence.news == 1 && row == nil ? 0.5 : 0
        if let opener = sentence.opener, otherActors.contains(opener), actors.allSatisfy({ sentence.said[$0] <= 0 }) {
            evidence[.other] = 1
        }
        if binding == .other { evidence[.other] = 1 }
        let label = read.label(of: place)
        let isAskedFor =
            label.map { question.asksFor($0, below: around.above) } == true
            || question.kind == .person
                && office(of: place, in: read).map { question.asksFor($0, below: around.above) } == true
        let party = !isAskedFor && namesDoer[index] ? label.flatMap(FieldParty.init(ofLabel:)) : nil
        if let party { evidence[party == .served ? .other : .party] = 1 }
        let isWantedRole = role.header.map(mail.mayBeAnswered) ?? false
        // A question is weighed as one.
        if role.isAbove, role != .question, !isWantedRole { evidence[.above] = 1 }
        evidence[.length] = log((1 + Double(sentence.length)) / (1 + usualLength))
        let kind = KindFit(sentence.span, bytes, question: question, asked: asked)
        kind.note(in: &evidence)
        let holdsKind = binding != .other && kind.holdsKind
        // What stands above tells which part of a text is meant, and not which of its sentences answers.
        if kind.times != nil, !holdsKind { evidence[.heading] *= settings.aboveOtherKind }
        // Below "Resolved" a line need not say that it was decided.
        let isDecision = question.concept == .decision && read.ofConcept.contains(place)
        let aspects: AnswerAspects =
            question.aspects.isEmpty
            ? [] : AnswerAspects(toldBy: bytes.string(sentence.span.range)).union(isDecision ? .decision : [])
        evidence[.aspect] = question.aspects.fit(aspects)
        noteRule(
            in: &evidence, aspects, place: sentence.span, of: index, bytes, own: sentence.said,
            said: around.told(beyond: read.title))
        if binding == .other {
            for feature in SentenceEvidence.ofSubject { evidence[feature] = min(evidence[feature], 0) }
        }
        let shapes =
            binding == .other
            ? [] : shapes(of: sentence.span, bytes, offer: kind.offer, language: read.language, row: row, read.table)
        let asks = bytes.asks(sentence.span)
        var score = settings.score(evidence)
        if !shapes.isDisjoint(with: question.wanted) { score += settings.fitting }
        if asks { score -= settings.asking }
        if isAskedFor { score += settings.labelled }
        if earlier.kept.contains(read.passage.id) { score += settings.kept }
        if read.passage.isByNamed { score += settings.written }
        if isSuperseded[index] { score -= settings.superseded }
        if wasTold(row.map(read.table.sentence) ?? PlainText.line(bytes.string(sentence.span.range)))
            || wasTold(pair: row, read)
        {
            score -= settings.told
        }
        let isBoundBefore = around.hasBefore && read.bindings[place - 1] != .other
        return Candidate(
            passage: index, span: sentence.span, row: row, evidence: evidence, score: score, holdsKind: holdsKind,
            holdsDate: binding != .other && kind.holdsDate, asks: asks, shapes: shapes,
            aspects: aspects.intersection(question.aspects), said: sentence.said,
            saidAround: joined([around.told, around.before, around.after]),
            saidUntil: isBoundBefore ? joined([around.told, around.before]) : around.told,
            binding: binding, role: role, isWantedRole: isWantedRole, party: party)
    }

    /// What somebody is, where a short line says it behind their name: "Priya Raman: project manager".
    private func office(of place: Int, in read: ReadPassage) -> String? {
        guard let label = read.label(of: place), label.utf8.count <= Self.longestName,
            label.split(separator: " ").allSatisfy({ $0.first?.isUppercase == true }),
            let text = read.passage.text.text(in: read.sentences[place].span), let colon = text.firstIndex(of: ":")
        else { return nil }
        let role = text[text.index(after: colon)...].prefix { $0 != "," && $0 != ";" && $0 != "(" }
        return role.utf8.count <= Self.longestName ? String(role) : nil
    }

    /// Bytes of a name, and of what somebody is.
    private static let longestName = 40

    /// Where it is asked whether something is allowed or has to be done, what speaks for a sentence as the rule.
    ///
    /// - Parameters:
    ///   - own: How well it says each term of the question itself.
    ///   - said: The same, together with the headings above it.
    private func noteRule(
        in evidence: inout SentenceEvidence, _ aspects: AnswerAspects, place: TextSpan, of index: Int,
        _ bytes: UTF8Bytes, own: [Double], said: [Double]
    ) {
        guard question.isWhether else { return }
        // What one may do, one need not: "do we have to …?" is answered by either.
        if evidence[.aspect] == 0, question.aspects.contains(.duty), aspects.contains(.permission) {
            evidence[.aspect] = 0.5
        }
        if evidence[.aspect] == 0, isDenied(said: own, place: place, bytes, of: index) { evidence[.aspect] = 0.5 }
        if evidence[.aspect] > 0 {
            let topics = question.terms.indices.filter { !question.terms[$0].isGrammar }
            evidence[.rule] = evidence[.aspect] * (topics.map { said[$0] }.max() ?? 0)
        }
        guard let roles else { return }
        switch roles.telling(SearchAnalyzer.unstemmed.terms(in: bytes.string(place.range))) {
        case .ofAsker: evidence[.party] = 1
        case .ofOther: evidence[.other] = 1
        case .ofNone: evidence[.party] = namesRoles[index] ? 0.5 : 0
        }
    }

    /// Whether a sentence says no to what is asked about, in its own words: "Use no vinegar".
    private func isDenied(said own: [Double], place: TextSpan, _ bytes: UTF8Bytes, of index: Int) -> Bool {
        let topics = question.terms.indices.filter { !question.terms[$0].isGrammar && !question.terms[$0].isMeasure }
        return topics.contains { own[$0] > 0 }
            && AnswerAspects.denies(bytes.string(place.range), language: passages[index].language)
    }

    /// What a sentence holds by its form, where that matters.
    private func shapes(
        of span: TextSpan, _ bytes: UTF8Bytes, offer: AnswerOffer, language: String, row: TableRows.Row?,
        _ table: TableRows
    ) -> AnswerShape {
        guard !question.wanted.isEmpty else { return [] }
        let isAmount =
            question.wanted.contains(.money) && row.map { AmountColumns.hold(table.sentence(of: $0)) } == true
        let shapes = AnswerShape(span, bytes, offer: offer, wanted: question.wanted) { word in
            WordForms.read(bytes.string(word.range), language: language).contains { form in
                question.place(of: form, language: language).map { place in
                    !question.terms[place].isGrammar && question.terms[place].wants.isEmpty
                } ?? false
            }
        }
        return isAmount ? shapes.union([.money, .number]) : shapes
    }

    /// The same of a row of two cells, as it is told: it says one thing. A longer one says several, and the next question may ask for
    /// another of them.
    private func wasTold(pair row: TableRows.Row?, _ read: ReadPassage) -> Bool {
        guard let row, !earlier.told.isEmpty else { return false }
        let cells = read.table.namedCells(of: row)
        guard cells.count == 2, let told = RowTelling.text(cells[1], beside: [cells[0]]) else { return false }
        return wasTold(told)
    }

    /// Whether the earlier answers hold a sentence, word for word.
    private func wasTold(_ line: @autoclosure () -> String) -> Bool {
        guard !earlier.told.isEmpty else { return false }
        let line = line()
        return !line.isEmpty && earlier.told.holds(line)
    }

    private func joined(_ said: [[Double]]) -> [Double] { TermSums.joined(said, terms: question.terms.count) }
}

/// What stands above the rows of the tables of a passage, read line by line.
private struct TableContext {
    private let table: TableRows
    private let begun: [Double]
    private let rows: [Int: TableRows.Row]
    /// What the heads of tables say, by where they begin, and what lines may be captions, by where they end.
    private var heads: [Int: [Double]] = [:]
    private var captions: [Int: [Double]] = [:]

    init(_ read: ReadPassage) {
        (table, begun) = (read.table, read.tableHead)
        rows = Dictionary(read.table.rows.map { ($0.span.start, $0) }) { first, _ in first }
    }

    /// The row that a sentence is.
    func row(of sentence: AnswerSentence) -> TableRows.Row? {
        rows[sentence.span.start].flatMap { $0.span == sentence.span ? $0 : nil }
    }

    /// Whether it is the head of a table: that names the columns of its rows, and is above nothing else.
    mutating func readHead(_ sentence: AnswerSentence, _ row: TableRows.Row?) -> Bool {
        guard let row, row.isHead else { return false }
        heads[sentence.span.start] = sentence.said
        return true
    }

    /// What the head and the caption of a row's table say; of a line that is no row nothing, which may be a caption.
    mutating func above(_ sentence: AnswerSentence, _ row: TableRows.Row?) -> [[Double]] {
        guard let row else {
            captions[sentence.span.end] = sentence.said
            return []
        }
        let head = row.head.map { heads[$0.start] ?? [] } ?? []
        let caption = row.caption.map { captions[$0.end] ?? [] } ?? []
        return [head, table.usesOuterHead(row) ? begun : [], caption]
    }
}

/// What a sentence and its neighbours say of the question.
private struct Surroundings {
    /// What it says itself, with what stands above it.
    let told: [Double]
    let before: [Double]
    let after: [Double]
    let hasBefore: Bool
    private let own: [Double]
    let above: [Double]
    private let opening: [Double]
    /// By how much more of the question the sentence before says, where it is an answer itself.
    private let better: Double

    init(
        of place: Int, in read: ReadPassage, bytes: UTF8Bytes, row: TableRows.Row?, above: [Double],
        question: AnswerQuestion
    ) {
        let sentences = read.sentences
        own = sentences[place].said
        self.above = above
        told = TermSums.joined([own, above], terms: own.count)
        // What a line asks, the next one answers. What a row is about stands in it and in its head: the rows above and below are about
        // others.
        hasBefore =
            place > 0 && row == nil && !read.isOfOtherItem(place)
            && (!read.isAbove(place - 1) || read.roles[place - 1] == .question)
        before = hasBefore ? sentences[place - 1].said : []
        let hasAfter =
            place + 1 < sentences.count && row == nil && !read.isAbove(place + 1) && !read.isOfOtherItem(place + 1)
        after = hasAfter ? sentences[place + 1].said : []
        opening = place > 1 && !read.isAbove(0) ? sentences[0].said : []
        // Where the sentence before says more of it than this one, it is the answer itself, if it says anything.
        let saysAnything = hasBefore && sentences[place - 1].news > 1 && !bytes.asks(sentences[place - 1].span)
        better = saysAnything ? max(0, question.coverage(before) - question.coverage(own)) : 0
    }

    /// What it says itself, or what stands above it beside the title, which is above all of the text.
    func told(beyond title: [Double]) -> [Double] {
        own.indices.map { max(own[$0], title[$0] > 0 ? 0 : above[$0]) }
    }

    func note(in evidence: inout SentenceEvidence, question: AnswerQuestion) {
        let until = TermSums.joined([told, before], terms: own.count)
        evidence[.coverage] = question.coverage(own)
        evidence[.heading] = question.coverage(TermSums.added(by: above, to: own))
        evidence[.before] = max(0, question.coverage(TermSums.added(by: before, to: told)) - better)
        evidence[.after] = question.coverage(TermSums.added(by: after, to: own))
        evidence[.opening] = question.coverage(TermSums.added(by: opening, to: until))
    }
}

extension UTF8Bytes {
    /// Whether a sentence ends with a question mark, of any script; quotation marks may follow it.
    func asks(_ span: TextSpan) -> Bool {
        SentenceEnd.asks(String(decoding: self[Swift.max(span.start, span.end - 16)..<span.end], as: UTF8.self))
    }
}

/// A passage, read for answering one question.
struct ReadPassage {
    let passage: AnswerPassage
    /// ISO 639-1.
    let language: String
    let table: TableRows
    let sentences: [AnswerSentence]
    /// Whether they begin an item of a list, or are a field of a form.
    let items: [Bool]
    /// Which of them are fields.
    let fields: [Bool]
    /// How well its title says each term of the question, and the head of a table that began before it.
    let title: [Double]
    let tableHead: [Double]
    /// What its sentences are by their shape.
    let roles: [LineRole]
    /// Whether its sentences tell of who is asked about.
    let bindings: [NameBinding]
    /// The lines of the section that is asked for by what it holds, see ``SectionConcept``.
    let ofConcept: Set<Int>

    /// What stands before the colon or the gap of a short line; a longer one is a sentence, or what somebody says.
    func label(of line: Int) -> String? {
        guard sentences[line].span.count <= Self.longestField else { return nil }
        return passage.text.text(in: sentences[line].span).flatMap(FieldLines.label)
    }

    /// Bytes.
    private static let longestField = 120

    /// Whether a field says who does something.
    var namesDoer: Bool {
        sentences.indices.contains { label(of: $0).flatMap(FieldParty.init(ofLabel:)) == .doing }
    }

    /// Whether a line is another item than the one before it: each says something of its own.
    func isOfOtherItem(_ line: Int) -> Bool {
        line > 0 && items[line] && (items[line - 1] || line > 1 && items[line - 2] && !isAbove(line - 1))
    }

    /// Whether a line stands above what follows, as a heading does.
    func isAbove(_ line: Int) -> Bool { sentences[line].isHeading || roles[line].isAbove }
}

/// Counts characters (Unicode scalars) of a text, from its start to places that only go forward.
struct CharacterCounter {
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
