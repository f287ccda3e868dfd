import HearthCore
import HearthText

// What is believed of what a reader says: it was made from sentences of encyclopaedias, and knows what an answer looks like.

extension AnswerCandidates {
    /// What is believed of what a reader says: it knows what an answer looks like, and hardly whose it is.
    ///
    /// - Parameter otherNumbers: Passages of another number than is asked for.
    func believed(_ reader: ReaderEvidence, _ otherNumbers: Set<Int>) -> ReaderEvidence {
        let weights = settings.reader
        let others = ofOtherNumbers().union(ofOtherRows())
        let topics = topics
        func says(_ candidate: Int) -> Bool { topics.contains { candidates[candidate].saidUntil[$0] > 0 } }
        let isSaid = candidates.indices.contains { candidates[$0].holdsKind && !candidates[$0].asks && says($0) }
        let isHeld = !question.isPaired && candidates.contains { $0.holdsKind && !$0.asks }
        let isAboutAnother = ofOtherSubjects(isHeld: isHeld)
        // "60 days" is no price, and where one is told of the same thing, it is that.
        let things = topics.filter { !question.terms[$0].asks }
        let isPriced = candidates.indices.contains { place in
            !lacksMoney(place) && !candidates[place].asks && things.allSatisfy { candidates[place].saidUntil[$0] > 0 }
        }
        return reader.believed { candidate in
            let found = candidates[candidate]
            if others.contains(candidate) || found.binding == .other || found.asks && settings.asking > 0 { return 0 }
            if otherNumbers.contains(found.passage) { return 0 }
            if saysWithoutTelling(candidate) { return weights.believedAbove }
            if lacksPhone(candidate) || isPriced && lacksMoney(candidate) { return weights.believedOfAnother }
            return (isHeld && !found.holdsKind || lacksMoney(candidate) ? weights.believedOtherKind : 1)
                * (isSaid && !says(candidate) ? weights.believedUnsaid : 1)
                * (isAboutAnother(candidate) || found.party == .served ? weights.believedOfAnother : 1)
        }
    }

    /// The rows of tables that say less of what is asked about in their own cells than another of the same table: a reader, which learnt from
    /// prose, takes the first whose column fits.
    private func ofOtherRows() -> Set<Int> {
        let asked = asked
        let rows = candidates.indices.filter { candidates[$0].row.map { !$0.isHead } == true }
        return Dictionary(grouping: rows) { candidates[$0].passage }.values.reduce(into: []) { others, rows in
            let told = rows.map { (place: $0, coverage: question.coverage(candidates[$0].said)) }
            guard let most = told.map(\.coverage).max() else { return }
            let best = told.filter { $0.coverage >= most }.map(\.place)
            for row in told where row.coverage < most {
                let own = asked.filter { candidates[row.place].said[$0] > 0 }
                if best.contains(where: { place in own.allSatisfy { candidates[place].said[$0] > 0 } }) {
                    others.insert(row.place)
                }
            }
        }
    }

    /// Whether a candidate begins with somebody or something that the question does not name ("The landlord must give …"), and says nothing of
    /// whom it asks about ("How much notice must the tenants give?"), where another that may answer does. Of English alone, whose questions
    /// have whom they ask about between two verbs.
    ///
    /// - Parameter isHeld: Whether any candidate holds the kind of thing that is asked for.
    private func ofOtherSubjects(isHeld: Bool) -> (_ candidate: Int) -> Bool {
        guard language == "en", let word = try? Self.askedSubject.firstMatch(in: wholeQuestion.lowercased())?.output.1,
            let subject = question.terms.firstIndex(where: { $0.text == word && !$0.isGrammar && !$0.asks }),
            candidates.contains(where: { $0.said[subject] > 0 && !$0.asks && ($0.holdsKind || !isHeld) })
        else { return { _ in false } }
        let told = Self.toldSubject
        return { candidate in
            // A subject stands in the first words.
            guard candidates[candidate].said[subject] <= 0,
                let first = try? told.prefixMatch(in: text(of: candidate).prefix(80).lowercased())?.output.1
            else { return false }
            return !question.terms.contains { $0.forms.contains(String(first)) || $0.text.hasPrefix(first.dropLast(2)) }
        }
    }

    private static var askedSubject: Regex<(Substring, Substring)> {
        /\b(?:must|may|can|could|shall|should|will|would|do|does|did|has|have|had|is|are|was|were) (?:the|an?|my|our|your|his|her|its|their) (\w+)/
    }
    private static var toldSubject: Regex<(Substring, Substring)> {
        /(?:the|an?|my|our|your|his|her|its|their) (\w{3,})/
    }

    /// The candidates that tell of another day or number than the question, where one tells of that: a reader knows what an answer looks
    /// like ("131 over 84"), and hardly whose it is. The sentence before may have named it.
    private func ofOtherNumbers() -> Set<Int> {
        let numbers = question.terms.indices.filter { term in
            question.terms[term].text.utf8.contains { (0x30...0x39).contains($0) }
                && candidates.contains { $0.said[term] > 0 }
        }
        func tells(_ candidate: Int, _ term: Int) -> Bool {
            if candidates[candidate].said[term] > 0 { return true }
            // What a row is about stands in the head of its table as well.
            if candidates[candidate].row != nil, candidates[candidate].saidUntil[term] > 0 { return true }
            guard candidate > 0, candidates[candidate - 1].passage == candidates[candidate].passage else {
                return false
            }
            return candidates[candidate - 1].said[term] > 0
        }
        return Set(candidates.indices.filter { candidate in !numbers.allSatisfy { tells(candidate, $0) } })
    }
}
