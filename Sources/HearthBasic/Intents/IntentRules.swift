/// A wish in plain words as the name of a command and what it works on.
public struct Intent: Hashable, Sendable {
    public var command: String
    public var argument: String
    /// How many are wanted, where the wish says so.
    public var count: Int?

    public init(command: String, argument: String, count: Int? = nil) {
        self.command = command
        self.argument = argument
        self.count = count
    }
}

/// Understands wishes without a model, by how they begin: "summarize notes.txt", "search for boiler", "when does …?".
///
/// English, German, French and Spanish verbs; a question in any language is a question. What fits nothing is not guessed at.
public struct IntentRules: Sendable {
    public init() {}

    /// The openings, the longer before the shorter. Those that end a word are followed by a space or by the end.
    private static let openings: [(opening: String, command: String, needsArgument: Bool)] = [
        ("list my documents", "documents", false), ("list documents", "documents", false),
        ("show my documents", "documents", false), ("show documents", "documents", false),
        ("which documents", "documents", false), ("zeige meine dokumente", "documents", false),
        ("liste dokumente", "documents", false), ("montre mes documents", "documents", false),
        ("muestra mis documentos", "documents", false),
        ("check everything", "doctor", false), ("is everything working", "doctor", false),
        ("run the doctor", "doctor", false), ("doctor", "doctor", false),
        ("search for", "search", true), ("look for", "search", true), ("look up", "search", true),
        ("search", "search", true), ("find", "search", true), ("suche nach", "search", true),
        ("suche", "search", true), ("finde", "search", true), ("cherche", "search", true),
        ("recherche", "search", true), ("busca", "search", true), ("buscar", "search", true),
        ("summarize", "summarize", true), ("summarise", "summarize", true), ("sum up", "summarize", true),
        ("fasse zusammen", "summarize", true), ("résume", "summarize", true), ("resume", "summarize", true),
        ("resumir", "summarize", true),
        ("transcribe", "transcribe", true), ("transkribiere", "transcribe", true), ("transcris", "transcribe", true),
        ("transcribir", "transcribe", true), ("transcribe el audio", "transcribe", true),
        ("write down what is said in", "transcribe", true),
        ("analyze the transcript", "transcript", true), ("analyse the transcript", "transcript", true),
        ("analyze transcript", "transcript", true), ("analyse transcript", "transcript", true),
        ("summarize the transcript", "transcript", true), ("summarise the transcript", "transcript", true),
        ("transcript of", "transcript", true), ("transcript", "transcript", true),
        ("what was said in", "transcript", true), ("analysiere das transkript", "transcript", true),
        ("transkript", "transcript", true), ("analyse la transcription", "transcript", true),
        ("analiza la transcripción", "transcript", true),
        ("add to my journal", "journal", true), ("write in my journal", "journal", true),
        ("note in my journal", "journal", true), ("new journal entry", "journal", true),
        ("journal entry", "journal", true), ("add a journal entry", "journal", true),
        ("write a journal entry", "journal", true), ("add an entry to my journal", "journal", true),
        ("add a note to my journal", "journal", true), ("add to the journal", "journal", true),
        ("write in the journal", "journal", true), ("write in my diary", "journal", true),
        ("show my journal", "journal", false), ("my journal", "journal", false), ("journal", "journal", false),
        ("dear diary", "journal", true), ("tagebuch", "journal", true), ("schreibe in mein tagebuch", "journal", true),
        ("zeige mein tagebuch", "journal", false), ("écris dans mon journal", "journal", true),
        ("montre mon journal", "journal", false), ("escribe en mi diario", "journal", true),
        ("muestra mi diario", "journal", false),
        ("ingest", "ingest", true), ("import", "ingest", true), ("read in", "ingest", true), ("add", "ingest", true),
        ("lies ein", "ingest", true), ("importiere", "ingest", true), ("importe", "ingest", true),
        ("importa", "ingest", true),
        ("quiz me about", "quiz", true), ("quiz me on", "quiz", true), ("quiz me", "quiz", false),
        ("make a quiz about", "quiz", true), ("make study questions about", "quiz", true),
        ("make study questions", "quiz", false), ("frage mich ab", "quiz", false),
        ("rewrite", "rewrite", true), ("reword", "rewrite", true), ("rephrase", "rewrite", true),
        ("schreibe um", "rewrite", true), ("reformule", "rewrite", true), ("reescribe", "rewrite", true),
        ("ask", "ask", true), ("tell me", "ask", true), ("answer", "ask", true),
    ]

    /// "transcribe the memo" begins with "transcribe", and "journal entry" with "journal": the longer says more.
    private static let longestFirst = openings.enumerated().sorted {
        ($1.element.opening.count, $0.offset) < ($0.element.opening.count, $1.offset)
    }.map(\.element)

    /// "Make five study questions about bread": a verb of making, perhaps a number, and questions. What stands behind
    /// "about" is the topic.
    private static func quiz(_ words: [String]) -> Intent? {
        let lower = words.map { $0.lowercased().trimmedOfMarks }
        guard let verb = lower.first, makers.contains(verb) || lower.starts(with: ["give", "me"]),
            let first = lower.prefix(8).firstIndex(where: { asked.contains($0) })
        else { return nil }
        let between = lower[1..<first]
        // "quiz questions"
        let place = lower[first...].prefix { asked.contains($0) }.indices.last ?? first
        guard between.allSatisfy({ number($0) != nil || qualities.contains($0) }) else { return nil }
        var rest = words[(place + 1)...]
        if let next = rest.first?.lowercased() {
            guard abouts.contains(next) else { return nil }
            rest = rest.dropFirst()
        }
        var topic = trimmed(Substring(rest.joined(separator: " ")))
        while let mark = topic.last, "!?.".contains(mark) { topic.removeLast() }
        let count = between.compactMap(number).first.map { min(1_000, max(1, $0)) }
        return Intent(command: "quiz", argument: topic, count: count)
    }

    private static let makers: Set<String> = [
        "make", "create", "write", "generate", "prepare", "give", "erstelle", "schreibe", "mache", "crée", "écris",
        "prépare", "haz", "crea", "escribe", "prepara",
    ]
    private static let asked: Set<String> = [
        "questions", "question", "quiz", "flashcards", "fragen", "frage", "lernfragen", "preguntas", "pregunta",
    ]
    private static let qualities: Set<String> = [
        "me", "a", "an", "some", "few", "study", "quiz", "practice", "test", "exam", "short", "good", "easy", "hard",
        "mir",
        "ein", "eine", "einige", "des", "les", "une", "de", "unas", "algunas", "una",
    ]
    private static let abouts: Set<String> = [
        "about", "on", "from", "of", "over", "for", "über", "zu", "zum", "zur", "aus", "sur", "sobre", "acerca",
    ]
    private static let numbers: [String: Int] = [
        "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
        "twelve": 12, "fifteen": 15, "twenty": 20, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6, "sieben": 7,
        "acht": 8, "neun": 9, "zehn": 10, "zwanzig": 20, "deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "dix": 10,
        "vingt": 20, "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "diez": 10, "veinte": 20,
    ]

    private static func number(_ word: String) -> Int? { Int(word) ?? numbers[word] }

    /// Words that open a question although no mark ends it.
    private static let questionWords: Set<String> = [
        "who", "whom", "whose", "what", "when", "where", "why", "which", "how", "wer", "wen", "wem", "was", "wann",
        "wo",
        "warum", "welche", "welcher", "welches", "wie", "qui", "que", "quoi", "quand", "où", "pourquoi", "comment",
        "quel", "quelle", "quién", "qué", "cuándo", "dónde", "cómo", "cuál",
    ]

    public func intent(of wish: String) -> Intent? {
        let words = wish.split(whereSeparator: \.isWhitespace).map(String.init)
        guard let first = words.first else { return nil }
        let line = words.joined(separator: " ")
        let lower = line.lowercased()
        if let quiz = Self.quiz(words) { return quiz }
        for (opening, command, needsArgument) in Self.longestFirst where lower.hasPrefix(opening) {
            let rest = line.dropFirst(opening.count)
            guard rest.first.map({ !$0.isLetter && !$0.isNumber }) ?? true else { continue }
            let argument = Self.trimmed(rest)
            if argument.isEmpty {
                if needsArgument { continue }
                let shows = command == "journal" && opening != "journal"
                return Intent(command: command, argument: shows ? Self.period(in: "") : "")
            }
            // "What was said in the council?" is a question; only a file can be taken apart.
            if command == "transcript" || command == "transcribe", !Self.namesFile(argument) {
                guard opening.hasPrefix("trans") else { continue }
            }
            if command == "journal", !needsArgument, opening != "journal" || Self.isPeriod(argument) {
                return Intent(command: command, argument: Self.period(in: argument))
            }
            // "Add a thought to my journal" names no file.
            if command == "ingest", !Self.namesFile(argument), Self.namesJournal(argument) { continue }
            let isWanted = needsArgument || command == "quiz" || command == "journal"
            let said = command == "journal" ? Self.withoutThat(argument) : argument
            return Intent(command: command, argument: isWanted ? said : "")
        }
        let isQuestion = ["?", "？", "؟"].contains { line.hasSuffix($0) } || line.hasPrefix("¿")
        return isQuestion || Self.questionWords.contains(first.lowercased())
            ? Intent(command: "ask", argument: line) : nil
    }

    /// Without quotation marks around it, and without the colon that introduces it.
    private static func trimmed(_ text: Substring) -> String {
        var text = text.drop { $0.isWhitespace || $0 == ":" }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        for (open, close) in [("\"", "\""), ("“", "”"), ("'", "'"), ("«", "»"), ("„", "“")]
        where text.count >= 2 && text.hasPrefix(open) && text.hasSuffix(close) {
            return String(text.dropFirst().dropLast())
        }
        return String(text)
    }

    /// The stretch of time that a wish to see the journal names: `week` for this one, `weeks` for others, `today` for none.
    private static func period(in text: String) -> String {
        let words = Set(text.lowercased().split { !$0.isLetter }.map(String.init))
        for (name, forms) in periods {
            if !words.isDisjoint(with: forms.one) { return words.isDisjoint(with: past) ? name : name + "s" }
            if !words.isDisjoint(with: forms.several) { return name + "s" }
        }
        return words.isDisjoint(with: past) ? "today" : "weeks"
    }

    /// Whether nothing but a stretch of time is named, as in "journal this week".
    private static func isPeriod(_ text: String) -> Bool {
        let words = text.lowercased().split { !$0.isLetter }.map(String.init)
        let known = periods.reduce(into: past.union(["this", "the", "of", "my", "for", "today", "heute", "diese"])) {
            $0.formUnion($1.forms.one)
            $0.formUnion($1.forms.several)
        }
        return !words.isEmpty && words.allSatisfy(known.contains)
    }

    private static func namesJournal(_ text: String) -> Bool {
        !Set(text.lowercased().split { !$0.isLetter }.map(String.init))
            .isDisjoint(with: ["journal", "diary", "tagebuch", "diario"])
    }

    /// "… that it rained": what was written is "it rained".
    private static func withoutThat(_ text: String) -> String {
        for opening in ["that ", "dass ", "que "] where text.lowercased().hasPrefix(opening) {
            return String(text.dropFirst(opening.count))
        }
        return text
    }

    private static let past: Set<String> = [
        "last", "past", "previous", "letzte", "letzten", "letzter", "vorige", "dernier", "dernière", "pasado", "pasada",
        "yesterday", "gestern", "hier", "ayer",
    ]
    private static let periods: [(name: String, forms: (one: Set<String>, several: Set<String>))] = [
        ("week", (["week", "woche", "semaine", "semana"], ["weeks", "wochen", "semaines", "semanas"])),
        ("month", (["month", "monat", "mois", "mes"], ["months", "monate", "meses"])),
        ("year", (["year", "jahr", "année", "an", "año"], ["years", "jahre", "années", "años"])),
    ]

    /// Whether words look like a path.
    private static func namesFile(_ text: String) -> Bool {
        guard let dot = text.lastIndex(of: ".") else { return text.contains("/") }
        let ending = text[text.index(after: dot)...]
        return (1...5).contains(ending.count) && ending.allSatisfy { $0.isLetter || $0.isNumber }
    }
}

extension String {
    /// Without the marks at its ends.
    fileprivate var trimmedOfMarks: String {
        String(drop { !$0.isLetter && !$0.isNumber }.reversed().drop { !$0.isLetter && !$0.isNumber }.reversed())
    }
}
