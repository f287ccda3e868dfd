import HearthCore
import HearthText

// Where several things are asked for by the name of a section: "What are the limitations of the study?" of a text with a heading "Limitations".

extension AnswerCandidates {
    /// Sentences of a section that are told, and items of its list or rows of its table.
    private static let mostSentences = 3
    private static let mostListed = 8

    /// What stands below the heading or the line with a colon that names all that is asked for, beside what the document's title says; `nil` where
    /// nothing does.
    ///
    /// - Parameter ranking: The best first.
    func section(_ ranking: [Int]) -> [Int]? {
        guard question.asksForSection, !asksForSteps,
            let first = ranking.first(where: { candidates[$0].isBelowAsked && !saysWithoutTelling($0) })
        else { return nil }
        let found = candidates[first]
        func isBeside(_ place: Int) -> Bool {
            candidates.indices.contains(place) && candidates[place].passage == found.passage
                && candidates[place].isBelowAsked && candidates[place].heading == found.heading
        }
        var (start, end) = (first, first)
        while isBeside(start - 1) { start -= 1 }
        while isBeside(end + 1) { end += 1 }
        let told = (start...end).filter { !saysWithoutTelling($0) && candidates[$0].row?.isHead != true }
        guard let opening = told.first else { return nil }
        let isList = isListed(opening) || candidates[opening].isField || candidates[opening].row != nil
        return Array(told.prefix(isList ? Self.mostListed : Self.mostSentences))
    }
}

extension AnswerQuestion {
    /// Whether it is asked for several things, or for what there is of something: "What were the risks?", "Quelles sont les conditions ?"
    var asksForSection: Bool {
        Self.openings.contains { Array(opening.prefix($0.count)) == $0 }
    }

    /// How such questions begin, by hand, as terms of the analyser.
    private static let openings: [[String]] = [
        "what are", "what were", "which are", "which were", "list", "name the", "what is in", "what is out",
        "what was decided", "which decisions",
        "was sind", "was waren", "welche sind", "welche waren", "nenne", "liste", "quels sont", "quelles sont",
        "quels étaient", "quelles étaient",
        "liste", "cuáles son", "cuáles eran", "cuáles fueron", "lista", "quali sono", "quali erano", "elenca",
        "quais são", "quais eram", "wat zijn",
        "wat waren", "welke zijn", "noem", "vilka är", "vilka var", "hvad er", "hvilke er", "hva er", "hvilke er",
        "mitkä ovat", "jakie są", "jakie były",
        "jaké jsou", "jaké byly", "care sunt", "care erau", "каковы", "які є", "ποιες είναι", "ποια είναι",
        "ποιοι είναι", "nelerdir", "mik a", "mik azok",
        "apa saja", "những",
    ].map { SearchAnalyzer.unstemmed.terms(in: $0) }
}

extension ReadPassage {
    /// The lines that stand below one which names all that is asked for: a heading, or a line with a colon above a list, as far as the list goes.
    ///
    /// - Parameter document: How well each term is said in the passages of the same document, its title among them.
    func linesBelowAsked(_ question: AnswerQuestion, in document: [Double]) -> Set<Int> {
        var (below, led): (Set<Int>, Set<Int>) = ([], [])
        // Of the heading, and of the line with a colon below it.
        var isAsked = false
        var isLed = false
        var isLead = false
        // The head of a table names columns, and ends no section; its rows are as the items of a list.
        let heads = Set(table.rows.filter(\.isHead).map(\.span))
        let rows = Set(table.rows.map(\.span))
        for line in sentences.indices where !heads.contains(sentences[line].span) {
            let text = (passage.text.text(in: sentences[line].span) ?? "").split(whereSeparator: \.isNewline).last ?? ""
            let isLeadIn = text.last == ":" || text.last == "："
            if sentences[line].isHeading || roles[line].isAbove || isLeadIn {
                let named = text.drop { !$0.isLetter }
                let isNamed =
                    named.utf8.count <= Self.longestHeading
                    && question.asksFor(String(named), below: title, in: document)
                isLead = isLeadIn && !sentences[line].isHeading
                if isLead { isLed = isNamed } else { (isAsked, isLed) = (isNamed, false) }
            } else if isLead, !items[line], !rows.contains(sentences[line].span) {
                // Behind the list goes on what the line with the colon does not lead in.
                (isLead, isLed) = (false, false)
                if isAsked { below.insert(line) }
            } else {
                if isLed { led.insert(line) }
                if isAsked { below.insert(line) }
            }
        }
        // "Out of scope:", below a heading "Scope", is meant more closely.
        return led.isEmpty ? below : led
    }

    /// Bytes.
    private static let longestHeading = 80
}
