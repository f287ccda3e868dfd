import HearthCore
import HearthText

// Which of several values holds, where one document says it and another one, or a later one, says it anew.

extension AnswerCandidates {
    /// Sentences in which a change is looked for.
    private static let mostRead = 30

    /// What the best tells may have been changed: "The salary changes from £58,400 to £64,750" leads where the best tells £58,400. Of two that say
    /// as much of what is asked in documents of two days, the later leads.
    func ledByChange(_ ranking: [Int], _ scores: [Double]) -> [Int] {
        let best = ranking[0]
        // What is asked of a time of its own was so then.
        guard question.dates.isEmpty, passages[candidates[best].passage].day == nil else { return ranking }
        let near = ranking.dropFirst().prefix(Self.mostRead)
        let told = WrittenNumber.all(in: text(of: best))
        if !told.isEmpty, let change = near.first(where: { tellsChange($0, of: best, told: told) }) {
            return ranking.led(by: change)
        }
        return ranking.led(
            by: near.prefix { scores[best] - scores[$0] < settings.reader.besideRead }.filter {
                isLater($0, than: best)
            }
            .max { written($0) < written($1) })
    }

    private func written(_ candidate: Int) -> Int {
        passages[candidates[candidate].passage].written?.daysSince1970 ?? .min
    }

    /// The terms that the best says of what is asked, and another says as well.
    private func saysAsMuch(_ candidate: Int, as best: Int) -> Bool {
        let said = topics.filter { candidates[best].said[$0] > 0 }
        return !said.isEmpty && said.allSatisfy { candidates[candidate].saidUntil[$0] > 0 }
            && said.contains { candidates[candidate].said[$0] > 0 }
    }

    /// Whether a sentence says that what the best tells is so no more: it names one of its values behind a word for what was before.
    ///
    /// - Parameter told: The numbers of the best.
    private func tellsChange(_ candidate: Int, of best: Int, told: [WrittenNumber]) -> Bool {
        let found = candidates[candidate]
        guard !found.asks, found.binding != .other, saysAsMuch(candidate, as: best),
            let markers = FormerValue.markers[languages[found.passage]]
        else { return false }
        // What does not tell a value of the best can't say that it was changed; that is quick to see.
        let text = text(of: candidate)
        let values = Set(told.flatMap(\.readings))
        guard WrittenNumber.all(in: text).contains(where: { !$0.readings.isDisjoint(with: values) }) else {
            return false
        }
        return FormerValue.values(in: text, markers).contains { !$0.readings.isDisjoint(with: values) }
    }

    /// Whether a candidate is of a later day than the best, and tells the same thing: both say as much of what is asked, and another value.
    private func isLater(_ candidate: Int, than best: Int) -> Bool {
        let (found, own) = (candidates[candidate], candidates[best])
        guard written(best) > .min, written(candidate) > written(best), found.passage != own.passage, found.row == nil,
            own.row == nil,
            !found.asks, found.binding != .other, !saysWithoutTelling(candidate), found.holdsKind || !own.holdsKind
        else { return false }
        let isForValue =
            question.kind.contains(.time) || question.kind.contains(.number) || found.isField && own.isField
        let label = { (place: Int) in
            FieldLines.label(of: text(of: place)).map { SearchAnalyzer.unstemmed.terms(in: $0) }
        }
        let isSameField = label(candidate) != nil && label(candidate) == label(best)
        guard isForValue, isSameField || saysAsMuch(candidate, as: best) && saysAsMuch(best, as: candidate) else {
            return false
        }
        let (new, old) = (WrittenNumber.all(in: text(of: candidate)), WrittenNumber.all(in: text(of: best)))
        return !new.isEmpty && new != old
    }
}

/// What a sentence says was before: "from £58,400 to £64,750", "6 November instead of 16 October".
enum FormerValue {
    /// Words before a value that is so no more, by hand, by ISO 639-1. Those with a counterpart behind the value come first of their pair.
    struct Markers: Sendable {
        /// Alone.
        var instead: [String]
        /// With another word behind the value: "from … to …".
        var pairs: [(from: String, to: String)]
    }

    static let markers: [String: Markers] = [
        "en": Markers(
            instead: ["instead of", "rather than", "previously", "formerly", "replaces", "no longer"],
            pairs: [("from", "to")]),
        "de": Markers(
            instead: ["statt", "anstatt", "anstelle von", "bisher", "vorher", "nicht mehr"], pairs: [("von", "auf")]),
        "fr": Markers(instead: ["au lieu de", "au lieu du", "à la place de", "auparavant"], pairs: [("de", "à")]),
        "es": Markers(
            instead: ["en lugar de", "en vez de", "en lugar del", "en vez del", "antes"], pairs: [("de", "a")]),
        "it": Markers(
            instead: ["invece di", "invece del", "al posto di", "al posto del", "anziché"], pairs: [("da", "a")]),
        "pt": Markers(instead: ["em vez de", "em lugar de", "ao invés de"], pairs: [("de", "para")]),
        "nl": Markers(instead: ["in plaats van", "niet langer"], pairs: [("van", "naar")]),
        "sv": Markers(instead: ["i stället för", "istället för"], pairs: [("från", "till")]),
        "da": Markers(instead: ["i stedet for"], pairs: [("fra", "til")]),
        "nb": Markers(instead: ["i stedet for"], pairs: [("fra", "til")]),
        "pl": Markers(instead: ["zamiast"], pairs: [("z", "na"), ("z", "do")]),
        "cs": Markers(instead: ["místo", "namísto"], pairs: [("z", "na")]),
        "ru": Markers(instead: ["вместо"], pairs: [("с", "до"), ("с", "на")]),
        "uk": Markers(instead: ["замість"], pairs: [("з", "до"), ("з", "на")]),
        "ro": Markers(instead: ["în loc de"], pairs: [("de la", "la")]),
        "el": Markers(instead: ["αντί για", "αντί"], pairs: [("από", "σε")]),
    ]

    /// The values that a sentence says were before; those of a span of time or of a range, "from Monday to Friday", are none: a verb of change has to
    /// be there.
    static func values(in text: String, _ markers: Markers) -> [WrittenNumber] {
        let lower = text.lowercased()
        var found: [WrittenNumber] = []
        for marker in markers.instead {
            for range in lower.ranges(of: marker) where isWord(range, lower) {
                found += WrittenNumber.all(in: String(lower[range.upperBound...].prefix(reach))).prefix(1)
            }
        }
        guard changes.contains(where: { lower.contains($0) }) else { return found }
        for pair in markers.pairs {
            for range in lower.ranges(of: pair.from) where isWord(range, lower) {
                let rest = lower[range.upperBound...].prefix(2 * reach)
                guard let end = rest.ranges(of: pair.to).first(where: { isWord($0, lower) }) else { continue }
                found += WrittenNumber.all(in: String(rest[..<end.lowerBound])).prefix(1)
            }
        }
        return found
    }

    /// Characters behind a marker in which its value stands.
    private static let reach = 40

    private static func isWord(_ range: Range<String.Index>, _ text: String) -> Bool {
        let before = range.lowerBound == text.startIndex ? nil : text[text.index(before: range.lowerBound)]
        let after = range.upperBound == text.endIndex ? nil : text[range.upperBound]
        return before?.isLetter != true && after?.isLetter != true
    }

    /// Parts of verbs of change, by hand, in the languages of ``markers``.
    private static let changes = [
        "chang", "increas", "rais", "rise", "rose", "reduc", "lower", "mov", "postpon", "extend", "amend", "adjust",
        "drop", "grow", "goes up", "go up",
        "änder", "erhöh", "steig", "gesenkt", "senk", "verschob", "verleg", "verlänger", "angepasst", "wächst", "sinkt",
        "pass", "modifi", "augment", "réduit",
        "report", "porté", "cambi", "aument", "sube", "baja", "pasa", "aplaz", "ampl", "reduce", "sale", "scende",
        "rinvi", "spost", "muda", "alter", "sobe",
        "adia", "passa", "gewijzig", "wijzig", "verhoog", "verlaag", "verplaatst", "ändra", "höj", "sänk", "flytta",
        "ændr", "endr", "zmien", "wzrast", "wzros",
        "podnies", "przesun", "měn", "zvyš", "přesun", "измен", "повыш", "сниж", "перен", "увелич", "змін", "підвищ",
        "schimb", "crește", "mărit", "αλλάζ", "αυξ",
    ]
}
