import HearthCore

/// Stretches of time in a wish, which are those of the journal: "sum up my week", "what did I write in March?". Their names are kept here by
/// hand; no script makes the lists.
extension IntentRules {
    /// The stretch of time of "what did I write in March?" and of "show me what I wrote last week": what somebody wrote stands in their journal. `nil`
    /// for every other question.
    func written(_ words: [String]) -> String? {
        let plain = words.map { $0.lowercased().trimmedOfMarks }
        for (opening, end) in Self.writing where plain.starts(with: opening) {
            var rest = plain.dropFirst(opening.count)
            if !end.isEmpty {
                guard let last = rest.last, end.contains(last) else { continue }
                rest = rest.dropLast()
            }
            let text = rest.joined(separator: " ")
            if Self.isPeriod(text) { return period(in: text) }
        }
        return nil
    }

    private static let writing: [(opening: [String], end: Set<String>)] = [
        (["what", "did", "i", "write"], []), (["what", "did", "i", "note"], []),
        (["what", "have", "i", "written"], []),
        (["show", "me", "what", "i", "wrote"], []), (["show", "what", "i", "wrote"], []),
        (["was", "habe", "ich"], ["geschrieben", "notiert", "aufgeschrieben"]),
    ]

    /// The stretch of time that a wish to see the journal names: `week` for this one, `weeks` for others, `today` for none; a month or a year by
    /// its number, such as `2026-03`.
    func period(in text: String) -> String {
        let list = Self.periodWords(text)
        let words = Set(list)
        let isPast = !words.isDisjoint(with: Self.past)
        let year = list.lazy.compactMap(Self.year).first
        if let month = list.lazy.compactMap({ Self.months[$0] }).first {
            let number = month < 10 ? "0\(month)" : "\(month)"
            if let year { return "\(year)-\(number)" }
            // The last one that began.
            guard let today else { return "months" }
            return "\(month > today.month ? today.year - 1 : today.year)-\(number)"
        }
        if let year { return "\(year)" }
        for (name, forms) in Self.periods {
            if !words.isDisjoint(with: forms.one) { return isPast ? name + "s" : name }
            if !words.isDisjoint(with: forms.several) { return name + "s" }
        }
        if !words.isDisjoint(with: Self.yesterdays) { return "yesterday" }
        return isPast ? "weeks" : "today"
    }

    /// Whether nothing but a stretch of time is named, as in "journal this week".
    static func isPeriod(_ text: String) -> Bool {
        let words = periodWords(text)
        let known = periods.reduce(into: past.union(journals).union(linking).union(yesterdays)) {
            $0.formUnion($1.forms.one)
            $0.formUnion($1.forms.several)
        }
        return !words.isEmpty && !words.allSatisfy(idle.contains)
            && words.allSatisfy { known.contains($0) || months[$0] != nil || year($0) != nil }
    }

    private static func periodWords(_ text: String) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    /// A year that somebody may have kept a journal in.
    private static func year(_ word: String) -> Int? {
        guard word.count == 4, let year = Int(word), (1900...2100).contains(year) else { return nil }
        return year
    }

    private static let months: [String: Int] = [
        "january": 1, "february": 2, "march": 3, "april": 4, "may": 5, "june": 6, "july": 7, "august": 8,
        "september": 9,
        "october": 10, "november": 11, "december": 12, "januar": 1, "jänner": 1, "februar": 2, "märz": 3, "mai": 5,
        "juni": 6,
        "juli": 7, "oktober": 10, "dezember": 12, "janvier": 1, "février": 2, "mars": 3, "avril": 4, "juin": 6,
        "juillet": 7,
        "août": 8, "septembre": 9, "octobre": 10, "novembre": 11, "décembre": 12, "enero": 1, "febrero": 2, "marzo": 3,
        "abril": 4, "mayo": 5, "junio": 6, "julio": 7, "agosto": 8, "septiembre": 9, "octubre": 10, "noviembre": 11,
        "diciembre": 12,
    ]
    private static let yesterdays: Set<String> = ["yesterday", "gestern", "hier", "ayer"]
    /// Words of a stretch of time that name none by themselves.
    private static let idle = linking.subtracting(["today", "heute"])

    static let journals: Set<String> = ["journal", "diary", "tagebuch", "diario"]
    private static let linking: Set<String> = [
        "this", "the", "of", "from", "in", "my", "for", "on", "today", "heute", "diese", "dieser", "dieses", "diesem",
        "diesen", "mein", "meine",
        "meiner", "meinen", "der", "die", "das", "den", "dem", "vom", "von", "im", "am", "mon", "ma", "de", "du",
        "cette", "la", "mi", "del", "el", "esta",
    ]

    private static let past: Set<String> = [
        "last", "past", "previous", "letzte", "letzten", "letzter", "letztes", "letztem", "vorige", "vorigen",
        "voriger", "voriges",
        "vergangene", "vergangenen", "vergangener", "vergangenes", "dernier", "dernière", "pasado", "pasada",
    ]
    private static let periods: [(name: String, forms: (one: Set<String>, several: Set<String>))] = [
        ("week", (["week", "woche", "semaine", "semana"], ["weeks", "wochen", "semaines", "semanas"])),
        ("month", (["month", "monat", "mois", "mes"], ["months", "monate", "meses"])),
        ("year", (["year", "jahr", "année", "an", "año"], ["years", "jahre", "années", "años"])),
    ]
}
