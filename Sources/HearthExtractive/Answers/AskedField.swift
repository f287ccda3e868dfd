import HearthText

// Whether a field of a form, or a heading, is what a question asks for by its name.

extension AnswerQuestion {
    /// Whether what a field of a form is called is all that is asked about, or the kind of thing that is asked for: "when is the arrival?",
    /// "which vet treated Biscuit?"; "when is the invoice due?" in an invoice, whose field is "Due date".
    ///
    /// - Parameters:
    ///   - above: How well each term is said by what stands above it, the title among it.
    ///   - document: How well each term is said anywhere in the document; what stands behind the name in the question may be said there: "the
    ///     limitations of the FrostNet study". `nil` looks at what stands above alone.
    func asksFor(_ label: String, below above: [Double], in document: [Double]? = nil) -> Bool {
        let named = SearchAnalyzer.unstemmed.terms(in: label)
        guard !named.isEmpty, !isWhether else { return false }
        if let first = opening.first, Self.which.contains(first), opening.dropFirst().starts(with: named) {
            return true
        }
        let topics = terms.indices.filter { !terms[$0].isGrammar && !terms[$0].isMeasure && !terms[$0].isEarlier }
        func isNamed(_ topic: Int, _ word: String) -> Bool {
            terms[topic].forms.contains(word) || terms[topic].text == word
        }
        if topics.count == named.count, zip(topics, named).allSatisfy(isNamed) { return true }
        // That a date is asked for "when" says.
        let content = kind.contains(.time) ? named.filter { !Self.timeNouns.contains($0) } : named
        // "In scope" is not "out of scope".
        let own = content.filter { word in !isGrammar(word) || topics.contains { isNamed($0, word) } }
        guard content.allSatisfy({ own.contains($0) || allWords.contains($0) }), !own.isEmpty,
            own.allSatisfy({ word in topics.contains { isNamed($0, word) } })
        else { return false }
        let last = topics.last { topic in own.contains { isNamed(topic, $0) } } ?? 0
        return topics.allSatisfy { topic in
            above[topic] > 0 || own.contains { isNamed(topic, $0) }
                || topic > last && document.map { $0[topic] > 0 } == true
        }
    }

    /// What a day is called in the names of fields, by hand.
    private static let timeNouns = Set(
        SearchAnalyzer.unstemmed.terms(
            in: "date day time datum tag uhrzeit jour heure fecha día hora data giorno ora dia datum dag dato"))

    private static let which = Set(
        SearchAnalyzer.unstemmed.terms(
            in: """
                which what welcher welche welches welchen welchem quel quelle quels quelles qué cuál cuáles quale quali qual quais welk welke vilken \
                vilket vilka hvilken hvilket hvilke który która które jaki jaka jakie který která které какой какая какое какие который care ce \
                ποιος ποια ποιο hangi melyik milyen
                """))
}
