import HearthCore
import HearthText

// Texts that are of a day, as entries of a journal are: they tell when something was, also where they name no day.

extension AnswerCandidates {
    /// What lies in the times that are asked about comes before what is of other days. Where it is asked when something was, the best of those that
    /// say as much of it leads, or the last or the first of them where that is asked for.
    func ledByDay(_ ranking: [Int]) -> [Int] {
        guard passages.contains(where: { $0.day != nil }) else { return ranking }
        let timely = ranking.filter { !isOfOtherDay($0) }
        var ranking = timely.contains(where: isOfAskedDay) ? timely + ranking.filter(isOfOtherDay) : ranking
        guard asksForDay else { return ranking }
        let telling = telling(among: ranking)
        let last: (Int, Int) -> Bool = { self.day($0) ?? .min < self.day($1) ?? .min }
        // Of one day the best: both keep the order of what is equal.
        let chosen =
            switch turn {
            case .last: telling.max(by: last).flatMap { last in telling.first { day($0) == day(last) } }
            case .first: telling.min(by: last)
            case nil: telling.contains(ranking[0]) ? nil : telling.first
            }
        ranking = ranking.led(by: chosen)
        return ranking
    }

    /// "2026-05-09 · Swam at Jesus Green": a sentence with the day that it is of, where it is asked when, or of more days than one. `nil` elsewhere.
    func toldOfDay(_ candidate: Int, as text: String) -> String? {
        guard let day = passages[candidates[candidate].passage].day, !text.contains(day.description),
            !namesOtherDay(candidate)
        else { return nil }
        let isOfSeveral = isOfAskedDay(candidate) && question.dates.asked.contains(where: \.isStretch)
        return asksForDay || isOfSeveral ? "\(day) · \(text)" : nil
    }

    /// Where it is asked when something was, or what was in some time, and a sentence is of a day that tells: how likely at least it answers. `nil`
    /// elsewhere.
    func likelihoodOfDay(_ candidate: Int) -> Double? {
        guard day(candidate) != nil, asksForDay ? telling(among: [candidate]) == [candidate] : isOfAskedDay(candidate)
        else { return nil }
        let found = candidates[candidate]
        // A number that is asked for is told by no day.
        if question.kind.contains(.number), !found.holdsKind { return nil }
        let needed = owned.filter { !question.terms[$0].asks }
        if needed.allSatisfy({ found.saidUntil[$0] > 0 }) { return settings.doubt.leastOfDay }
        // What the rest of the entry says may be of something else.
        let unsaid = needed.filter { wholes[found.passage].said[$0] <= 0 }
        if unsaid.isEmpty { return settings.doubt.leastOfMeeting }
        // Who is told of may have been met, and need not.
        let isMet = !persons.isEmpty && unsaid.allSatisfy { !question.terms[$0].forms.isDisjoint(with: Self.meetings) }
        return isMet ? settings.doubt.leastOfMeeting : nil
    }

    /// Whether one time of several is asked for, so that one sentence is the answer.
    var asksForOneDay: Bool { asksForDay && turn != nil }

    // MARK: -

    /// Whether it is asked on which day something was. "How long" and "at what time" are not told by the day.
    private var asksForDay: Bool {
        question.kind.contains(.time) && question.time.isEmpty && question.dates.isEmpty
            && (asksForPast || turn != nil || !OpenTime.mayBeAsked(by: wholeQuestion, language: language))
    }

    private var turn: DiaryQuestion.Turn? {
        DiaryQuestion.turn(of: wholeQuestion, languages: Set(languages).union([language]))
    }

    func day(_ candidate: Int) -> Int? { passages[candidates[candidate].passage].day?.daysSince1970 }

    private func isOfAskedDay(_ candidate: Int) -> Bool {
        !question.dateTerms(of: passages[candidates[candidate].passage].day).isEmpty
    }

    /// Whether times are asked about, and a text is of a day that lies in none of them.
    private func isOfOtherDay(_ candidate: Int) -> Bool {
        !question.dates.isEmpty && day(candidate) != nil && !isOfAskedDay(candidate)
    }

    /// The terms that say what is asked about, whom it is asked about among them.
    private var owned: [Int] {
        question.terms.indices.filter {
            !question.terms[$0].isGrammar && !question.terms[$0].isMeasure && !question.terms[$0].isEarlier
                && !DiaryWords.turns.contains(question.terms[$0].text)
        }
    }

    /// Whether a sentence names another day than it is of: "The swim's on 13 June", written in May.
    private func namesOtherDay(_ candidate: Int) -> Bool {
        guard let day = passages[candidates[candidate].passage].day else { return false }
        let own = NamedDate(day)
        return question.dates.allDates(in: text(of: candidate)).contains { found in
            found.readings.contains { $0.month != nil } && !found.readings.contains { $0.holds(own) }
        }
    }

    /// Verbs for being with somebody, as the analyser writes them, by hand.
    private static let meetings = Set(
        SearchAnalyzer.unstemmed.terms(
            in: """
                see saw seen meet met visit visited talk talked speak spoke spoken call called ring rang sehen gesehen sah treffen getroffen traf \
                besuchen besucht sprechen gesprochen voir vu vue rencontrer rencontré parlé ver visto vi vimos encontrar hablar hablé vedere \
                incontrato sentito encontrei falei zien gezien ontmoet gesproken träffade såg spotkałem spotkałam widziałem widziałam видел видела \
                встречался встречалась είδα συνάντησα gördüm
                """))

    /// The sentences of days that name whom the question names and say most of the rest of it, and that it was: what must not be done, or will be,
    /// was not.
    private func telling(among ranking: [Int]) -> [Int] {
        let rest = owned.filter { !persons.contains($0) && !question.terms[$0].asks }
        let telling = ranking.filter { place in
            let found = candidates[place]
            return passages[found.passage].day != nil && !saysWithoutTelling(place)
                && persons.allSatisfy { found.saidUntil[$0] > 0 } && !Self.isToCome(text(of: place))
                && !namesOtherDay(place)
        }
        // What did not happen was not, where anything else says as much.
        let positive = telling.filter { !denies($0) }
        func said(_ place: Int) -> Double {
            rest.reduce(0) { $0 + (candidates[place].said[$1] > 0 ? question.terms[$1].rarity : 0) }
        }
        let most = telling.map(said).max() ?? 0
        guard most > 0 || !persons.isEmpty else { return [] }
        let best = telling.filter { said($0) >= most }
        let happened = best.filter(Set(positive).contains)
        return happened.isEmpty ? best : happened
    }

    /// Whether a sentence has a word of negation: "I mustn't swim", "nicht geschwommen".
    private func denies(_ candidate: Int) -> Bool {
        let own = languages[candidates[candidate].passage]
        let negations = SentimentLexicon.negations[own] ?? []
        let words = SpokenWords(text(of: candidate), limit: Self.mostWords, language: own)
        if SpokenWords.hasNoSpaces(own) { return negations.contains { words.text.contains($0) } }
        return words.words.contains { negations.contains($0) || $0.hasSuffix("n't") || $0.hasSuffix("n’t") }
    }

    /// Words of a sentence that are looked at.
    private static let mostWords = 80

    /// Whether a sentence tells what is to be, may be or must be: by the words for it, of the languages in which they are words of their own.
    private static func isToCome(_ text: String) -> Bool {
        if !AnswerAspects(toldBy: text).isDisjoint(with: .rules) { return true }
        return text.lowercased().contains(toCome) || text.contains(will)
    }

    private static var toCome: Regex<Substring> {
        /(?:’ll|'ll|going to|wants? (?:me |us )?to|werde|wird|werden|soll|sollen|möchte|vais|allons|va à|voy a|vamos a|vado a|vou|ga ik|zal)\b/
    }

    /// "Will" is a person as well.
    private static var will: Regex<Substring> { /\bwill\b/ }
}
