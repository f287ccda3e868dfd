import HearthCore

// Which sentence leads where it is asked what is allowed, what has to be done or what was decided.

extension AnswerCandidates {
    /// Whether it is asked for a rule, and a sentence says of the question no more than that there is one: who pays for the felling, and not
    /// for the water.
    func saysRuleAlone(_ candidate: Int) -> Bool {
        let asksWho = question.kind.contains(.person) && question.aspects.contains(.duty)
        guard question.isWhether || asksWho else { return false }
        let topics = topics.filter { AnswerAspects(toldBy: question.terms[$0].text).isDisjoint(with: .rules) }
        return !topics.isEmpty && topics.allSatisfy { candidates[candidate].saidUntil[$0] <= 0 }
    }

    /// Whether it is asked whether something is allowed or has to be done, and a sentence tells no rule: where dogs are on a lead, and not
    /// whether one may have a dog.
    func lacksRule(_ candidate: Int) -> Bool {
        question.isWhether && candidates[candidate].evidence[.aspect] <= 0 && holdingRule(candidate) == nil
    }

    /// Where it is asked whether something is allowed or has to be done and the best sentence tells no rule, the best that tells one of the
    /// kind of thing leads: a diary that tells of the dog every other day says nothing of whether one may have it.
    func ledByRule(_ ranking: [Int]) -> [Int] {
        guard lacksRule(ranking[0]),
            let rule = ranking.first(where: {
                candidates[$0].evidence[.rule] > 0 && candidates[$0].evidence[.aspect] > 0 && !saysWithoutTelling($0)
            })
        else { return ranking }
        return ranking.led(by: rule)
    }

    /// Where it is asked what was decided: the sentence that tells a decision before which most was said of what is asked about.
    ///
    /// What was decided stands behind what was talked over, and often names nothing of it: "That is six for, none against." It is about
    /// what was said since the decision before.
    func decision(for best: Int) -> (place: Int, saysAll: Bool)? {
        let topics = topics
        guard question.aspects.contains(.decision), !topics.isEmpty,
            candidates[best].aspects.isDisjoint(with: .decision)
        else { return nil }
        var found: (place: Int, said: Double, distance: Int)?
        var start = candidates.startIndex
        for place in candidates.indices {
            let candidate = candidates[place]
            if place > start,
                candidates[place - 1].passage != candidate.passage || candidates[place - 1].section != candidate.section
            {
                start = place
            }
            guard !candidate.asks, candidate.aspects.contains(.decision) else { continue }
            let talked = max(start, place - settings.behindTalk)...place
            start = place + 1
            let said = topics.map { topic in talked.map { candidates[$0].said[topic] }.max() ?? 0 }.reduce(0, +)
            let last = talked.last { index in topics.contains { candidates[index].said[$0] > 0 } }
            guard let last else { continue }
            if found.map({ (said, -(place - last)) > ($0.said, -$0.distance) }) ?? true {
                found = (place, said, place - last)
            }
        }
        return found.map { ($0.place, $0.said >= Double(topics.count) * Self.saysTopic) }
    }

    /// How well each topic has to be said on the average for all of them to be said: forms of a word are worth less than the word.
    private static let saysTopic = 0.8

    /// Where it is asked what is allowed or what was decided, and the best sentence tells only what it is about: the
    /// nearest beside it, under the same heading, that tells it; see ``decision(for:)`` for what was decided.
    func holdingRule(_ best: Int) -> Int? {
        let wanted = question.aspects.intersection(.besides)
        guard !wanted.isEmpty, candidates[best].aspects.isDisjoint(with: wanted) else { return nil }
        if wanted == .decision { return decision(for: best)?.place }
        func tells(_ place: Int) -> Bool {
            candidates.indices.contains(place) && candidates[place].passage == candidates[best].passage
                && candidates[place].section == candidates[best].section && !candidates[place].asks
                && !candidates[place].aspects.isDisjoint(with: wanted)
        }
        return (1...settings.besideRule).flatMap { [best + $0, best - $0] }.first(where: tells)
    }

    /// Where it is asked whether something is allowed or has to be done and the best sentence tells it of a kind of things: the best beside
    /// it that names the thing itself.
    func besideRule(_ best: Int, _ ranking: [Int]) -> Int? {
        guard question.isWhether, candidates[best].evidence[.rule] > 0 else { return nil }
        let unsaid = topics.filter { candidates[best].said[$0] < 1 }
        return ranking.first { place in
            let found = candidates[place]
            return place != best && found.passage == candidates[best].passage
                && found.section == candidates[best].section && unsaid.contains { found.said[$0] >= 1 }
                && !saysWithoutTelling(place)
        }
    }
}
