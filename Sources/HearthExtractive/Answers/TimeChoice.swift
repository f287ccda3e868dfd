import HearthCore
import HearthText

// Which sentence leads where a time or a number is asked for and the best one tells none.

extension AnswerCandidates {
    /// Where a time or a number is asked for and the best sentence tells none: the best of those that tell one, say anything of what is
    /// asked and in which the reader finds the answer. What stands under the right heading tells which part of a text is meant, and
    /// "three months' notice" not when a lease ends.
    func readKind(_ ranking: [Int], _ scores: [Double], _ reader: ReaderEvidence) -> Int? {
        let best = ranking[0]
        let isForTime = question.kind.contains(.time)
        guard isForTime || question.kind.contains(.number), !question.isPaired, !candidates[best].holdsKind else {
            return nil
        }
        let topics = topics
        return ranking.dropFirst().prefix { scores[best] - scores[$0] < settings.reader.besideRead }.first { place in
            let found = candidates[place]
            return found.holdsKind && (!isForTime || found.holdsDate)
                && (topics.isEmpty || topics.contains { found.saidUntil[$0] > 0 })
                && reader.words[place]?.worth ?? 0 >= settings.reader.leastLeading
        }
    }

    /// Where a time or a number is asked for and the best of these sentences tells none: the one that tells a date or a number and says
    /// as much of the question, together with what stands around it. It answers, and the best adds to it.
    func holdingKind(_ order: [Int]) -> Int? {
        let isForTime = question.kind.contains(.time)
        // The numbers that are written in words are not known in scripts without spaces.
        let isForNumber = question.kind.contains(.number) && !question.isPaired
        guard isForTime || isForNumber, !candidates[order[0]].holdsKind else { return nil }
        let said = question.coverage(candidates[order[0]].saidAround)
        return order.dropFirst().first {
            (isForTime ? candidates[$0].holdsDate : candidates[$0].holdsKind)
                && question.coverage(candidates[$0].saidAround) >= said - settings.asMuch
        }
    }

    /// Where it is asked when something was done, and the best sentence names neither a day nor a time of day: the line of the same text that tells
    /// its date. A report of which the best says "The burner was taken out and cleaned" begins with "Date of visit: 12 September"; what it
    /// reports was done then.
    func dateLine(beside best: Int) -> Int? {
        guard question.kind.contains(.time), !candidates[best].holdsDate, asksForPast,
            !ToldTime(text(of: best), isNumber: AnswerOffer.isNumber).hasClock
        else { return nil }
        let passage = candidates[best].passage
        guard let label = Self.dateLabels[languages[passage]] else { return nil }
        return candidates.indices.first { place in
            let found = candidates[place]
            guard found.passage == passage, found.holdsDate, !found.asks else { return false }
            let text = text(of: place).prefix(Self.longestLabel)
            return text.firstIndex(of: ":").map { end in
                SearchAnalyzer.unstemmed.terms(in: String(text[..<end])).contains(label)
            } ?? false
        }
    }

    /// Characters of a label.
    private static let longestLabel = 40

    /// What a date is called in front of it, in lower case, of the languages of ``past``, by hand.
    private static let dateLabels = [
        "en": "date", "de": "datum", "fr": "date", "es": "fecha", "it": "data", "pt": "data", "nl": "datum",
    ]

    /// Whether it is asked for what was, of languages that say so by a word behind "when". When a bill is to be paid is not told by its date.
    var asksForPast: Bool {
        let words = SearchAnalyzer.unstemmed.terms(in: wholeQuestion)
        // The last one: earlier questions stand before.
        guard let when = words.lastIndex(where: { Self.past[$0] != nil }), let verbs = Self.past[words[when]] else {
            return false
        }
        return words.dropFirst(when + 1).contains(where: verbs.contains)
    }

    /// Verbs and adverbs of what is over, behind the word for "when", both as the analyser writes them. What is as often of the present, such as
    /// "a" in "quand y a-t-il", is left out.
    private static let past: [String: Set<String>] = [
        "when": ["was", "were", "did", "last"],
        "wann": ["war", "waren", "wurde", "wurden", "habe", "haben", "hat", "hatte", "hatten", "zuletzt", "bin"],
        "quand": [
            "ont", "avons", "ai", "as", "avez", "suis", "sommes", "ete", "etait", "etaient", "fut", "dernierement",
        ],
        "cuando": ["fue", "fueron", "ha", "han", "hemos", "he", "has", "estaba", "estuve", "fui", "hice"],
        "quando": [
            "foi", "foram", "era", "ha", "ho", "hai", "hanno", "abbiamo", "avete", "fu", "fui", "ero", "stato", "stata",
            "estive", "estava",
        ],
        "wanneer": ["was", "waren", "werd", "werden", "heeft", "hebben", "heb", "had", "hadden", "ben"],
    ]
}
