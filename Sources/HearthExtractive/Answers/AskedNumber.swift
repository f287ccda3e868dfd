import HearthCore
import HearthText

// Whether a passage is of the very one that a number in the question names: of TW-400, and not of its sister TW-300.

/// What a number names in a question: the model TW-400, the course CS-499, version 2.4.0.
struct NumberedName: Hashable {
    /// What stands before the number, in lower case: "tw", "cs", "version".
    let kind: String
    /// In lower case, as it is written: "400", "20r", "2.4.0".
    let number: String

    /// Those of a text.
    ///
    /// Letters that are tied to a number, or stand before it with a capital each, name something by it; so do the words by which people count
    /// (``kinds``). Any other number before or behind a word tells how many, or when.
    static func all(in text: String) -> [NumberedName] {
        text.matches(of: pattern).compactMap { match in
            let (kind, tie, number) = (match.output.kind, match.output.tie, match.output.number)
            let isCode =
                kind.count <= 5 && kind.allSatisfy(\.isUppercase) && (tie.isEmpty || tie == "-" || kind.count > 1)
            guard isCode || kinds.contains(kind.lowercased()) else { return nil }
            return NumberedName(kind: kind.lowercased(), number: number.lowercased())
        }
    }

    private static var pattern: Regex<(Substring, kind: Substring, tie: Substring, number: Substring)> {
        /\b(?<kind>\p{L}{1,12})(?<tie>[ \-–]|\. ?|)(?<number>[0-9]{1,6}(?:[.][0-9]{1,4})*\p{L}?)\b/
    }

    /// Words before the number by which one of several is meant, in the languages of the everyday words; by hand.
    private static let kinds = Set(
        words: """
            version release room flat apartment house unit chapter section clause article paragraph page platform gate terminal floor flight train \
            track lecture exercise sheet week unit lesson module phase milestone sprint goal level grade class ticket case issue order invoice \
            line route bus tram bed ward station no number model type \
            zimmer raum wohnung haus kapitel abschnitt paragraf seite gleis etage stock flug zug übung blatt woche lektion phase stufe klasse \
            rechnung auftrag linie bus nr nummer modell typ \
            chambre salle appartement chapitre article page quai étage vol leçon semaine facture commande ligne numéro modèle \
            habitación sala piso capítulo artículo página andén planta vuelo lección semana factura pedido línea número modelo \
            camera stanza capitolo articolo pagina binario piano volo lezione settimana fattura ordine linea numero modello \
            quarto andar voo lição semana fatura pedido linha número kamer hoofdstuk artikel pagina spoor verdieping vlucht les factuur lijn
            """)
}

extension AnswerCandidates {
    /// The passages that name another by the same kind of number than the question, and nowhere the one it asks for; all of them, where none
    /// names that one.
    func passagesOfOtherNumbers() -> Set<Int> {
        let ofReleases = passagesOfOtherReleases()
        // Where change logs tell which release they are of, that some of them names another version says nothing.
        let asked = Set(NumberedName.all(in: wholeQuestion)).filter {
            ofReleases == nil || !ReleaseWords.nouns.contains($0.kind)
        }
        guard !asked.isEmpty else { return ofReleases ?? [] }
        var isFound = false
        let others = passages.indices.filter { index in
            let passage = passages[index]
            let text = [passage.title, passage.fileName, passage.tableHead, passage.text].compactMap(\.self)
                .joined(separator: "\n")
            let named = NumberedName.all(in: String(text.prefixOfBytes(Self.mostNumbered)))
            if asked.isSubset(of: named) { isFound = true }
            return asked.contains { name in
                let others = named.filter { $0.kind == name.kind }
                return !others.isEmpty && !others.contains { $0.number == name.number }
            }
        }
        return (!others.isEmpty && !isFound ? Set(passages.indices) : Set(others)).union(ofReleases ?? [])
    }

    /// Bytes of a passage that are looked through.
    private static let mostNumbered = 12_000

    /// Whether a document that is of a day, by its title, is asked about another one: "What caused the outage on 7 July?" where the outage of
    /// 19 August is reported.
    func isReportOfOtherDay(_ candidate: Int) -> Bool {
        let asked = question.dates.asked.indices.filter { !question.dateTerms[$0].isEmpty }
        let passage = passages[candidates[candidate].passage]
        let said = wholes[candidates[candidate].passage].said
        guard !asked.isEmpty, passage.day == nil,
            asked.allSatisfy({ question.dateTerms[$0].allSatisfy { said[$0] <= 0 } }), let title = passage.title
        else { return false }
        let dates = DateReader(languages: [languages[candidates[candidate].passage], language]).dates(in: title)
        let times = asked.flatMap { question.dates.asked[$0].times }.filter { $0.month != nil }
        return !times.isEmpty
            && dates.contains { date in
                let readings = date.readings.filter { $0.month != nil && $0.day != nil }
                return !readings.isEmpty && !readings.contains { told in times.contains { $0.holds(told) } }
            }
    }

    /// Whether a good part of what is asked about is said neither by a sentence nor by what stands around it: the party is named, and its
    /// dress code is not. It may be told in other words.
    ///
    /// - Parameter similarity: How close the sentence is to the question in meaning; `nil` where that is not known.
    func leavesUnsaid(_ candidate: Int, similarity: Double?) -> Bool {
        guard similarity ?? 0 < settings.doubt.leastMeant else { return false }
        let found = candidates[candidate]
        var (all, unsaid) = (0.0, 0.0)
        for term in needed {
            let weight = min(question.terms[term].ownRarity, settings.rarestNear)
            all += weight
            guard !isToldOtherwise(term, by: candidate) else { continue }
            unsaid += weight * (1 - min(1, max(found.saidAround[term], found.saidUntil[term])))
        }
        return unsaid > settings.doubt.mostUnsaid * all
    }

    /// The words that ``leavesUnsaid(_:similarity:)`` counts. In scripts without spaces the terms are no words.
    func unsaid(by candidate: Int) -> [String] {
        guard !question.isPaired else { return [] }
        let found = candidates[candidate]
        return needed.filter {
            max(found.saidAround[$0], found.saidUntil[$0]) <= 0 && !isToldOtherwise($0, by: candidate)
        }.map { "“\(question.terms[$0].text)”" }
    }

    /// The terms that an answer has to say: those that say what is asked about, and not that somebody asks.
    private var needed: [Int] {
        asked.filter {
            !question.terms[$0].asks && !question.terms[$0].isLeaning
                && !AskersWords.holds(question.terms[$0].text)
        }
    }

    /// Whether a term that a sentence does not say as it stands is told there all the same: by another word with what belongs to it ("Salary:
    /// £42,000" tells what one earns), or by the document, which is about the firm or the project that it names elsewhere. A person it names may
    /// be anybody in it.
    private func isToldOtherwise(_ term: Int, by candidate: Int) -> Bool {
        let found = candidates[candidate]
        let asked = question.terms[term]
        if !asked.wants.isEmpty, found.shapes.isSuperset(of: asked.wants),
            max(found.saidAround[term], found.saidUntil[term]) >= AnswerQuestion.related
        {
            return true
        }
        return asked.isName && !persons.contains(term) && !asked.text.contains(where: \.isNumber)
            && document(of: found.passage)[term] >= 1
    }
}
