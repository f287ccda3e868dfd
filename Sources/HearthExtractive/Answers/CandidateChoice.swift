import HearthCore
import HearthText

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Which of the sentences answer, in which order, and how sure that is.
extension AnswerCandidates {
    /// Bytes of a title, of headings and of a sentence that are turned into a vector.
    private static let mostContext = 160
    /// The best sentences in which a time is looked for that the best one lacks.
    private static let mostBeside = 8
    private static let mostEmbedded = 1_000

    func text(of candidate: Int) -> String {
        let found = candidates[candidate]
        return passages[found.passage].text.text(in: found.span) ?? ""
    }

    /// A row of a table with the names of its columns, a field of a form, or a line of an entry with what that is called; `nil` for a sentence.
    private func shown(_ candidate: Int) -> String? {
        let own =
            candidates[candidate].row.map(tables[candidates[candidate].passage].sentence)
            ?? (candidates[candidate].isField ? FieldLines.told(text(of: candidate)) : nil)
        let plain = own ?? PlainText.line(text(of: candidate))
        let answer = own == nil ? AnswerLabel.without(plain, below: lineAbove(candidate)) : nil
        let line = answer ?? plain
        return toldOfEntry(candidate, as: line) ?? toldWithRelease(candidate, as: line)
            ?? toldOfDay(candidate, as: line) ?? own ?? answer
    }

    /// The line above that of a candidate, but for empty ones; `nil` where it begins in the midst of its line, or nothing stands above.
    private func lineAbove(_ candidate: Int) -> String? {
        let found = candidates[candidate]
        return passages[found.passage].text.withBytes { bytes in
            var at = min(found.span.start, bytes.count)
            // The marks of lists and of emphasis.
            while at > 0, [0x20, 0x09, 0x2A, 0x2D, 0x3E, 0x5F].contains(bytes[at - 1]) { at -= 1 }
            guard at > 0, bytes[at - 1] == 0x0A else { return nil }
            while at > 0, bytes[at - 1] <= 0x20 { at -= 1 }
            let end = at
            while at > 0, bytes[at - 1] != 0x0A, end - at < Self.mostEmbedded { at -= 1 }
            return at < end ? bytes.string(at..<end) : nil
        }
    }

    /// A row as somebody would say it, and where the cell stands that answers.
    private func told(_ candidate: Int) -> (text: String, words: TextSpan?)? {
        let found = candidates[candidate]
        guard let row = found.row, !row.isHead else { return nil }
        let table = tables[found.passage]
        let cells = table.namedCells(of: row)
        return RowTelling(question, language: languages[found.passage]).told(cells).map { told in
            (told.text, table.span(of: cells[told.cell], in: row, of: passages[found.passage].text))
        }
    }

    /// The sentence below what stands above it, its document's title and its headings: "He gets 60 grams" means little without.
    func textInContext(of candidate: Int) -> String {
        let found = candidates[candidate]
        let passage = passages[found.passage]
        // An entry is told with its own heading.
        let heading = passage.isEntry ? nil : found.heading.flatMap { passage.text.text(in: $0) }
        let above = [passage.title, heading].compactMap { part -> String? in
            let line = part.map { PlainText.line(String($0.prefixOfBytes(Self.mostContext))) } ?? ""
            return line.isEmpty ? nil : line
        }
        let own = String((shown(candidate) ?? text(of: candidate)).prefixOfBytes(Self.mostEmbedded))
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
        // What was not embedded gets what the least similar one got; and so does what only asks or names it: a question is closest to
        // itself.
        let floor = similarity.values.min() ?? 0
        let similarity = similarity.filter { !saysWithoutTelling($0.key) }
        let otherNumbers = passagesOfOtherNumbers()
        let read = reader.map { believed($0, otherNumbers) }
        let scores = candidates.indices.map { index in
            candidates[index].score + (isGreeting(index) ? settings.weights[.above] ?? 0 : 0)
                - (otherNumbers.contains(candidates[index].passage) || isOfOtherRelease(index)
                    ? settings.ofOtherNumber : 0)
                + settings.similarity * (similarity[index] ?? floor)
                + (read.map { settings.reader.score($0, candidate: index, passage: candidates[index].passage) } ?? 0)
        }
        let weighed = ledByDay(ledByOwner(ledByRule(ranked(scores))))
        let release = toldOfRelease(weighed)
        let concept = release == nil ? conceptSection(weighed) : nil
        var confidence = confidence(
            in: Array(weighed.prefix(Self.mostBeside)), similarity: similarity[weighed[0]], reader: reader, read: read,
            otherNumbers)
        if release != nil { confidence = max(confidence, settings.doubt.leastOfSection) }
        if let concept {
            // What the document leaves unsaid of the question is of something else, perhaps.
            let isSure = 1 - concept.share <= settings.doubt.mostUnsaid
            confidence = max(confidence, isSure ? settings.doubt.leastOfSection : settings.doubt.leastOfMeeting)
        }
        let led = ledByLine(ledByReason(ledBySentence(weighed), scores, read), scores)
        let named = ledByDay(ledByOwner(ledByNext(ledByDoer(ledByName(led, scores, read), scores, read))))
        let section = release ?? concept?.lines
        let ranking = section.map { named.led(by: $0[0]) } ?? ledByChange(named, scores)
        let best = ranking[0]
        let powers = scores.map { exp($0 - scores[best]) }
        let total = powers.reduce(0, +)
        let unsure = confidence < ExtractiveAnswer.sure ? similarity : [:]
        let near = asked
        var parts = AnswerPart(question: question, settings: settings)
        let most = day(best) != nil && asksForOneDay ? 1 : maxSentences
        let told = section ?? chosen(ranking, scores, meaning: unsure, most: most, reader: read)
        let sentences = told.map { candidate -> ExtractiveAnswer.Sentence in
            let found = candidates[candidate]
            let passage = passages[found.passage]
            let span = parts.part(of: found.span, in: passage.text, language: languages[found.passage])
            let row = self.told(candidate)
            let words =
                row?.words
                ?? reader?.words[candidate].flatMap { words in
                    words.worth >= settings.reader.leastShown && found.binding != .other && span.contains(words.span)
                        ? words.span : nil
                }
            return ExtractiveAnswer.Sentence(
                text: passage.text.text(in: span) ?? "", shown: shown(candidate), told: row?.text,
                passage: found.passage,
                passageID: passage.id, span: span, quote: span == found.span ? quote(of: candidate) : span,
                score: powers[candidate] / total, words: words,
                isNear: !saysWithoutTelling(candidate) && saysMuch(of: near, candidate))
        }
        return ExtractiveAnswer(
            sentences: sentences, confidence: confidence, abstained: confidence < settings.doubt.least,
            unsaid: unsaid(by: best))
    }

    /// The terms that say what is asked about. That something may or must be done is said of everything: "should" of "should I close the
    /// windows?" is no such term.
    var asked: [Int] {
        question.terms.indices.filter {
            !question.terms[$0].isGrammar && !question.terms[$0].isMeasure
                && AnswerAspects(toldBy: question.terms[$0].text).isDisjoint(with: .rules)
        }
    }

    /// Whether it says more than a third of what is asked about, by how rare that is: whoever asks for the combination of the safe in Geneva
    /// does not want to hear that the boiler is safe. Of a rule it has to be more than half, which for something else is none.
    ///
    /// What stands above a sentence says less of it than its own words: below "When it is closed" stands that dogs must be on a lead.
    private func saysMuch(of asked: [Int], _ candidate: Int) -> Bool {
        let found = candidates[candidate]
        var (all, said) = (0.0, 0.0)
        for term in asked {
            // Of a small store nobody can tell how rare a word is that it lacks.
            let weight = min(question.terms[term].ownRarity, settings.rarestNear)
            all += weight
            said += weight * max(found.said[term], found.saidUntil[term] * settings.nearAbove)
        }
        return said * (question.isWhether ? 2 : 3) > all
    }

    /// How likely it is that the passages say what is asked, if any sentence does the first of these.
    ///
    /// - Parameters:
    ///   - reader: What a reader says.
    ///   - read: What of that is believed.
    ///   - otherNumbers: Passages of another number than is asked for.
    private func confidence(
        in order: [Int], similarity: Double?, reader: ReaderEvidence?, read: ReaderEvidence?, _ otherNumbers: Set<Int>
    ) -> Double {
        let best = order[0]
        let isOfOther = candidates[best].binding == .other
        let isNameAlone = !isOfOther && saysNameAlone(best) && similarity ?? 0 < settings.doubt.leastMeant
        let isForTime = question.kind.contains(.time) || question.kind.contains(.number)
        let isRuleAlone = saysRuleAlone(best) && similarity ?? 0 < settings.doubt.leastMeant
        let isOfNothing = isOfNothingKnown && similarity ?? 0 < settings.doubt.leastMeant
        let isUnbound = isOfOther || isNameAlone || isRuleAlone || isOfNothing
        let rules = settings.doubt.likelihood(
            evidence(for: best), similarity: similarity,
            less: isOfOther
                ? settings.doubt.ofOther
                : isNameAlone || isRuleAlone || isOfNothing
                    ? (isForTime ? settings.doubt.nameAloneOfTime : settings.doubt.nameAlone) : 0)
        let likelihood =
            reader.map {
                settings.reader.likelihood(
                    isOfOther ? $0.believed { _ in 0 } : $0, best: best, rules: rules, isUnbound: isUnbound)
            } ?? rules
        let bound =
            isUnbound || namesOnlyOthers(best) || isBesideWhoActs(best) || lacksRule(best)
                || leavesUnsaid(best, similarity: similarity)
            ? min(likelihood, settings.doubt.mostUnbound) : likelihood
        // A number to call, or a sum, is asked for, and none is told.
        let isRead = read?.words[best]?.worth ?? 0 >= settings.reader.leastLeading
        if lacksPhone(best) || lacksOwner(best) || isRowOfNothing(best) || isReportOfOtherDay(best)
            || otherNumbers.contains(candidates[best].passage)
            || !isRead && (lacksMoney(best) || lacksTime(best, order))
        {
            return min(bound, settings.doubt.mostWithoutForm)
        }
        if let least = likelihoodOfDay(best) { return max(bound, least) }
        if namesOwner(best) { return max(bound, settings.doubt.leastOfMeeting) }
        // What was decided after all that is asked about was talked over is worth telling, and not for sure.
        return decision(for: best)?.saysAll == true ? max(bound, settings.doubt.least) : bound
    }

    /// Whether a number to call is asked for and a sentence has none.
    func lacksPhone(_ candidate: Int) -> Bool {
        isForPhone && !candidates[candidate].shapes.contains(.phone)
    }

    /// Whether a sum of money is asked for and a sentence has none.
    func lacksMoney(_ candidate: Int) -> Bool {
        question.wanted.contains(.money) && !candidates[candidate].shapes.contains(.money)
            && !text(of: candidate).contains(Self.sum) && !tellsShare(candidate)
    }

    /// Whether a sentence says all that is asked about, and a share: "6% of the salary" tells how much as well.
    private func tellsShare(_ candidate: Int) -> Bool {
        let topics = topics.filter { !question.terms[$0].asks && !question.terms[$0].isLeaning }
        return topics.allSatisfy { candidates[candidate].saidUntil[$0] > 0 }
            && text(of: candidate).contains(where: Self.shares.contains)
    }

    private static let shares: Set<Character> = ["%", "‰", "٪", "％"]

    /// As sums are written in tables, without the sign of a currency.
    private static var sum: Regex<Substring> { /[0-9][.,][0-9][0-9](?![0-9.])/ }

    /// Whether a length of time or a time of day is asked for, and neither a sentence nor one beside it tells any.
    private func lacksTime(_ candidate: Int, _ order: [Int]) -> Bool {
        !question.time.isDisjoint(with: [.clock, .duration]) && !candidates[candidate].holdsKind && !question.isPaired
            && holdingKind(order) == nil
    }

    /// Whether a sentence opens with another than the question ("The landlord must give four months' notice", and the tenants are asked
    /// about), where one beside it that tells such a thing as well says what this one leaves unsaid. A reader takes either.
    private func isBesideWhoActs(_ candidate: Int) -> Bool {
        let found = candidates[candidate]
        guard found.evidence[.other] > 0, found.holdsKind else { return false }
        let unsaid = topics.filter { found.said[$0] <= 0 }
        return candidates.contains { other in
            other.passage == found.passage && other.section == found.section && other.evidence[.other] <= 0
                && other.holdsKind && !other.asks && unsaid.contains { other.said[$0] > 0 }
        }
    }

    /// Bytes of a passage in which persons are looked for.
    private static let mostNamed = 10_000

    /// Whether a sentence names nobody, in a passage that names persons, and not who is asked about: the salary in another's contract. It may
    /// still be theirs, who are named elsewhere in the document, so that it is answered, and not for sure.
    private func namesOnlyOthers(_ candidate: Int) -> Bool {
        let found = candidates[candidate]
        guard !persons.isEmpty, found.binding == .open,
            persons.allSatisfy({ wholes[found.passage].said[$0] <= 0 })
        else { return false }
        return EntityRecognizer().entities(
            in: String(passages[found.passage].text.prefixOfBytes(Self.mostNamed)), language: languages[found.passage]
        ).contains { $0.type == .person }
    }

    /// The terms that say what is asked about somebody or something that the question names.
    var topics: [Int] {
        question.terms.indices.filter {
            !persons.contains($0) && !question.terms[$0].isGrammar && !question.terms[$0].isMeasure
                && !question.terms[$0].isEarlier
        }
    }

    /// Whether of the question nothing is said but a name: of Sofia much may be told, and not when she married.
    private func saysNameAlone(_ candidate: Int) -> Bool {
        let topics = topics
        return !persons.isEmpty && !topics.isEmpty && topics.allSatisfy { candidates[candidate].saidUntil[$0] <= 0 }
    }

    /// Whether a sentence says what is asked about without telling it: it asks, is a title, or greets.
    func saysWithoutTelling(_ candidate: Int) -> Bool {
        let found = candidates[candidate]
        return found.asks && settings.asking > 0 || found.role.isAbove && !found.isWantedRole || isGreeting(candidate)
    }

    /// Whether it is a line above a letter or the name below it, which add nothing to what the letter says.
    private func isOutsideLetter(_ candidate: Int) -> Bool {
        let found = candidates[candidate]
        return found.role.header != nil
            || passages[found.passage].isByNamed && SearchAnalyzer.unstemmed.terms(in: text(of: candidate)).count < 3
    }

    private func isGreeting(_ candidate: Int) -> Bool {
        let found = candidates[candidate]
        return found.row == nil && LineRoles.isGreeting(found.span, in: passages[found.passage].text)
    }

    /// Whether a row of a table says in its own cells nothing of what is asked about, of which a part is said nowhere in the table either: the
    /// swan team is in none.
    private func isRowOfNothing(_ candidate: Int) -> Bool {
        let found = candidates[candidate]
        guard let row = found.row, !row.isHead else { return false }
        let asked = asked
        return asked.allSatisfy { found.said[$0] <= 0 } && asked.contains { wholes[found.passage].said[$0] <= 0 }
    }

    /// The best, and what adds something to it: the next best where the best is hardly better, where it lacks the kind of
    /// thing that is asked for, or where more than one sentence is.
    ///
    /// - Parameters:
    ///   - meaning: Where it is not sure that the best answers at all, how close what was embedded is in meaning: the nearest may be what
    ///     is asked for, in other words.
    ///   - reader: What a reader says. Where it found the answer in the best, little is put before that.
    private func chosen(
        _ ranking: [Int], _ scores: [Double], meaning: [Int: Double], most: Int, reader: ReaderEvidence?
    ) -> [Int] {
        let best = ranking[0]
        if let section = section(ranking) { return section }
        let isForSeveral = question.kind.contains(.several) || question.kind.contains(.reason)
        let isForRows = isRowOfTime(best)
        let topics = topics
        let limit = isForRows ? max(most, settings.mostRows) : isForSeveral ? most : min(most, 2)
        let several = settings.besideSeveral * (reader == nil ? 1 : settings.reader.margin)
        var chosen = [best]
        var told = Set(SearchAnalyzer.unstemmed.terms(in: text(of: best)))
        func tell(_ candidate: Int) {
            // "server:" is what comes below.
            guard !isOutsideLetter(candidate), !text(of: candidate).hasSuffix(":") else { return }
            let terms = Set(SearchAnalyzer.unstemmed.terms(in: text(of: candidate)))
            let new = terms.subtracting(told)
            guard Double(new.count) >= settings.leastNew * Double(max(1, terms.count)) else { return }
            chosen.append(candidate)
            told.formUnion(terms)
        }
        for candidate in ranking.dropFirst() where chosen.count < limit {
            let found = candidates[candidate]
            guard found.said.contains(where: { $0 > 0 }), !saysWithoutTelling(candidate), !lacksOwner(candidate) else {
                continue
            }
            if isForRows {
                guard isRowOfTime(candidate), scores[candidate] > scores[best] - several,
                    topics.allSatisfy({ candidates[best].said[$0] <= 0 || found.said[$0] > 0 })
                else { continue }
                chosen.append(candidate)
                continue
            }
            let isWanted = found.holdsKind && !candidates[best].holdsKind
            let margin = isWanted ? settings.besideWanted : isForSeveral ? several : settings.beside
            if scores[candidate] > scores[best] - margin { tell(candidate) }
        }
        if chosen.count < limit, let plain = besideRule(best, ranking) { tell(plain) }
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
        if let steps = steps(order) { return steps }
        let isRead = reader?.words[best]?.worth ?? 0 >= settings.reader.leastLeading
        if !isRead, let rule = holdingRule(best) {
            // "Who is for Halden and Sons? That is six for, none against": a vote is told with what was put to it.
            let isPut =
                question.aspects.contains(.decision) && rule > 0 && candidates[rule - 1].asks
                && candidates[rule - 1].passage == candidates[rule].passage
            let told = isPut ? [rule - 1, rule] : [rule]
            return Array((told + order.filter { !told.contains($0) }).prefix(max(most, told.count)))
        }
        guard
            let wanted = reader.flatMap({ readKind(ranking, scores, $0) }) ?? holdingKind(order)
                ?? dateLine(beside: best),
            !isRead || scores[best] - scores[wanted] < settings.reader.besideKind
        else { return withWhatIsMeant(order, most: limit) }
        return Array(order.led(by: wanted).prefix(limit))
    }

    /// Whether a sentence is a row of a table whose date lies in the time that is asked about: others may as well, and all of them answer.
    private func isRowOfTime(_ candidate: Int) -> Bool {
        let terms = Set(question.dateTerms.joined())
        guard candidates[candidate].row != nil, !terms.isEmpty, question.dates.asked.allSatisfy(\.isStretch) else {
            return false
        }
        return terms.allSatisfy { candidates[candidate].said[$0] > 0 }
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
        // What a sentence of another form leaves unsaid is unsaid: it weighs as any word that no text has.
        let lacking = question.lacking(candidates[best].shapes, whole.said)
        if lacking > 0 {
            for feature in [AnswerDoubt.Evidence.Feature.pairs, .fit, .letters] {
                evidence[feature] = min(evidence[feature], evidence[feature] * (1 - lacking))
            }
            evidence[.unknown] = lacking + (1 - lacking) * evidence[.unknown]
        }
        evidence[.letterPairs] = question.isOfLetterPairs ? 1 : 0
        return evidence
    }

    /// The candidate and, where it is too short for a quote, those after it under the same heading. A row of a table stands for itself.
    private func quote(of candidate: Int) -> TextSpan {
        let found = candidates[candidate]
        guard found.row == nil else { return found.span }
        var last = candidate
        while last + 1 < candidates.count, candidates[last + 1].passage == found.passage,
            candidates[last + 1].section == found.section, candidates[last + 1].row == nil,
            candidates[last].characters.upperBound - found.characters.lowerBound < quoteLengths[found.passage]
        {
            last += 1
        }
        return TextSpan(start: found.span.start, end: candidates[last].span.end)
    }
}
