import HearthCore
import HearthText

// Where a section of a paper is asked for by what it holds: who attended, who was absent, what was decided, what caused something.

extension AnswerCandidates {
    /// Lines of such a section.
    private static let mostListed = 12
    private static let mostSentences = 3
    /// The share of what is asked about that the document says at least; of what was decided all has to stand above it, since another decision
    /// is none.
    private static let leastSaid = 0.6
    private static let all = 0.99

    /// The lines of the section that is asked for, in the document that says most of the rest of the question, and the share of it that this
    /// says; `nil` where none is.
    ///
    /// - Parameter ranking: The best first.
    func conceptSection(_ ranking: [Int]) -> (lines: [Int], share: Double)? {
        guard let concept = question.concept, candidates.contains(where: \.isOfConcept) else { return nil }
        let best = ranking[0]
        // What gives the reason in the words of the question needs no section for it.
        if concept == .cause, !candidates[best].isOfConcept, candidates[best].evidence[.reason] > 0,
            share(of: candidates[best].said) >= Self.leastSaid
        {
            return nil
        }
        var chosen: (place: Int, share: Double, near: Double)?
        for place in ranking where candidates[place].isOfConcept && isTelling(place) && !isReportOfOtherDay(place) {
            let passage = candidates[place].passage
            let near = share(
                of: TermSums.joined([outer[passage], candidates[place].saidUntil], terms: question.terms.count))
            let part = concept == .decision ? near : share(of: document(of: passage))
            guard part >= (concept == .decision ? Self.all : Self.leastSaid), saysTimesAndNumbers(passage) else {
                continue
            }
            if let other = chosen, (other.share, other.near) >= (part, near) { continue }
            chosen = (place, part, near)
        }
        guard let found = chosen,
            concept == .decision || found.share >= share(of: document(of: candidates[best].passage)) - 0.1
        else { return nil }
        let own = candidates[found.place]
        func isBeside(_ place: Int) -> Bool {
            candidates.indices.contains(place) && candidates[place].passage == own.passage
                && candidates[place].isOfConcept && candidates[place].heading == own.heading
        }
        var (start, end) = (found.place, found.place)
        while isBeside(start - 1) { start -= 1 }
        while isBeside(end + 1) { end += 1 }
        let told = (start...end).filter(isTelling)
        let isList = isListed(told[0]) || candidates[told[0]].row != nil || concept != .cause
        return (Array(told.prefix(isList ? Self.mostListed : Self.mostSentences)), found.share)
    }

    private func isTelling(_ place: Int) -> Bool {
        !saysWithoutTelling(place) && candidates[place].row?.isHead != true
    }

    /// How well a document says each term, its title and the headings above its passages among it.
    func document(of passage: Int) -> [Double] {
        let title = passages[passage].title
        let own = passages.indices.filter { $0 == passage || title != nil && passages[$0].title == title }
        return TermSums.joined(own.flatMap { [wholes[$0].said, outer[$0]] }, terms: question.terms.count)
    }

    /// The share of what is asked about beside the section.
    private func share(of said: [Double]) -> Double {
        // That minutes are of a meeting they need not say.
        let topics = asked.filter {
            !question.conceptTerms.contains($0) && !question.terms[$0].asks
                && !(question.concept != .cause && SectionConcept.gatherings.contains(question.terms[$0].text))
        }
        let weights = topics.map { min(question.terms[$0].ownRarity, settings.rarestNear) }
        let all = weights.reduce(0, +)
        guard all > 0 else { return 1 }
        return zip(topics, weights).reduce(0) { $0 + $1.1 * min(1, said[$1.0]) } / all
    }

    /// Whether the document of a passage says the days and numbers of a question: minutes of another day are others.
    private func saysTimesAndNumbers(_ passage: Int) -> Bool {
        let said = document(of: passage)
        return asked.allSatisfy { term in
            !question.terms[term].text.contains(where: \.isNumber) || said[term] > 0
        }
    }
}
