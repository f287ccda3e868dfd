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
        ("list all documents", "documents", false), ("list all my documents", "documents", false),
        ("show me my documents", "documents", false), ("show all documents", "documents", false),
        ("which documents", "documents", false), ("zeige meine dokumente", "documents", false),
        ("liste dokumente", "documents", false), ("montre mes documents", "documents", false),
        ("muestra mis documentos", "documents", false),
        ("check everything", "doctor", false), ("is everything working", "doctor", false),
        ("run the doctor", "doctor", false), ("doctor", "doctor", false),
        ("search for", "search", true), ("look for", "search", true), ("look up", "search", true),
        ("search", "search", true), ("find me", "search", true), ("find", "search", true),
        ("suche nach", "search", true), ("suche", "search", true), ("finde", "search", true),
        ("cherche", "search", true), ("chercher", "search", true), ("recherche", "search", true),
        ("rechercher", "search", true), ("busca", "search", true), ("buscar", "search", true),
        ("summarize", "summarize", true), ("summarise", "summarize", true), ("sum up", "summarize", true),
        ("give me a summary of", "summarize", true), ("make a summary of", "summarize", true),
        ("write a summary of", "summarize", true), ("a summary of", "summarize", true),
        ("summary of", "summarize", true), ("fasse zusammen", "summarize", true), ("résume", "summarize", true),
        ("résumer", "summarize", true), ("resume", "summarize", true), ("resumir", "summarize", true),
        ("transcribe", "transcribe", true), ("transkribiere", "transcribe", true), ("transcris", "transcribe", true),
        ("transcrire", "transcribe", true), ("transcribir", "transcribe", true),
        ("transcribe el audio", "transcribe", true),
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
        ("importer", "ingest", true), ("importa", "ingest", true), ("importar", "ingest", true),
        ("quiz me about", "quiz", true), ("quiz me on", "quiz", true), ("quiz me", "quiz", false),
        ("make a quiz about", "quiz", true), ("make study questions about", "quiz", true),
        ("make study questions", "quiz", false), ("frage mich ab", "quiz", false),
        ("rewrite", "rewrite", true), ("reword", "rewrite", true), ("rephrase", "rewrite", true),
        ("schreibe um", "rewrite", true), ("reformule", "rewrite", true), ("reformuler", "rewrite", true),
        ("reescribe", "rewrite", true), ("reescribir", "rewrite", true),
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

    /// "bread with 3 questions" as the topic and the number.
    private static func counted(_ topic: String) -> (topic: String, count: Int?) {
        let words = topic.split(separator: " ").map(String.init)
        let last = words.suffix(3).map { $0.lowercased().trimmedOfMarks }
        guard last.count == 3, ["with", "in", "mit", "avec", "con"].contains(last[0]), let count = number(last[1]),
            asked.contains(last[2])
        else { return (topic, nil) }
        return (words.dropLast(3).joined(separator: " "), min(1_000, max(1, count)))
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
        if let command = command(of: Politeness.without(words)) { return command }
        let line = words.joined(separator: " ")
        let isQuestion = ["?", "？", "؟"].contains { line.hasSuffix($0) } || line.hasPrefix("¿")
        return isQuestion || Self.questionWords.contains(first.lowercased())
            ? Intent(command: "ask", argument: line) : nil
    }

    /// The command that a wish names without saying what it is to work on, as in "summarize" or "rewrite this, please"; `nil` where it
    /// names none, or says it.
    public func unfinished(_ wish: String) -> String? {
        let words = wish.split(whereSeparator: \.isWhitespace).map(String.init)
        guard !words.isEmpty, intent(of: wish) == nil else { return nil }
        var core = Politeness.without(words).words.map { $0.lowercased().trimmedOfMarks }.filter { !$0.isEmpty }
        while core.count > 1, let last = core.last, Self.pronouns.contains(last) { core.removeLast() }
        let line = core.joined(separator: " ")
        return Self.longestFirst.first { $0.needsArgument && $0.opening == line }?.command
    }

    /// What stands for a thing that was not named: nothing came before a wish that it could mean.
    private static let pronouns: Set<String> = [
        "it", "this", "that", "these", "those", "them", "something", "anything", "das", "dies", "dieses", "es",
        "etwas", "ça", "cela", "ceci", "esto", "eso", "algo",
    ]

    /// The commands that work on a thing, which a pronoun does not name.
    private static let onThings: Set<String> = ["summarize", "transcribe", "transcript", "ingest", "rewrite"]

    /// - Parameter wish: The words of a wish, and which of them are content.
    private func command(of wish: Politeness.Wish) -> Intent? {
        // What is written into a journal is kept as it was said, thanks included.
        let (line, whole) = (wish.words.joined(separator: " "), wish.untilEnd.joined(separator: " "))
        let lower = line.lowercased()
        if let quiz = Self.quiz(wish.words) { return quiz }
        // It has no opening of its own: what stands behind the word is put in many ways, of which the others are made.
        if lower.trimmedOfMarks == "quiz" { return Intent(command: "quiz", argument: "") }
        for (opening, command, needsArgument) in Self.longestFirst where lower.hasPrefix(opening) {
            let rest = (command == "journal" ? whole : line).dropFirst(opening.count)
            guard rest.first.map({ !$0.isLetter && !$0.isNumber }) ?? true else { continue }
            let argument = Self.trimmed(rest)
            if argument.isEmpty {
                if needsArgument { continue }
                let shows = command == "journal" && opening != "journal"
                return Intent(command: command, argument: shows ? Self.period(in: "") : "")
            }
            if Self.onThings.contains(command), Self.pronouns.contains(argument.lowercased().trimmedOfMarks) {
                continue
            }
            // "What was said in the council?" is a question; only a file can be taken apart.
            if command == "transcript" || command == "transcribe", !Self.namesFile(argument) {
                guard opening.hasPrefix("trans") else { continue }
            }
            if command == "journal", !needsArgument, opening != "journal" || Self.isPeriod(argument) {
                return Intent(command: command, argument: Self.period(in: argument))
            }
            // "Sum up my week" is a wish to look back, and names no file.
            if command == "summarize", Self.isPeriod(argument) {
                return Intent(command: "journal", argument: Self.period(in: argument))
            }
            // "Add a thought to my journal" names no file.
            if command == "ingest", !Self.namesFile(argument), Self.namesJournal(argument) { continue }
            if command == "quiz" {
                let (topic, count) = Self.counted(argument)
                return Intent(command: command, argument: topic, count: count)
            }
            let isWanted = needsArgument || command == "journal"
            let said = command == "journal" ? Self.withoutThat(argument) : argument
            return Intent(command: command, argument: isWanted ? said : "")
        }
        return nil
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
        let known = periods.reduce(into: past.union(journals).union(linking)) {
            $0.formUnion($1.forms.one)
            $0.formUnion($1.forms.several)
        }
        return !words.isEmpty && words.allSatisfy(known.contains)
    }

    private static func namesJournal(_ text: String) -> Bool {
        !Set(text.lowercased().split { !$0.isLetter }.map(String.init))
            .isDisjoint(with: journals)
    }

    private static let journals: Set<String> = ["journal", "diary", "tagebuch", "diario"]
    private static let linking: Set<String> = [
        "this", "the", "of", "from", "in", "my", "for", "today", "heute", "diese", "dieser", "dieses", "mein", "meine",
        "meiner", "der", "mon", "ma", "de", "du", "cette", "la", "mi", "del", "el", "esta",
    ]

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

/// The words by which people ask nicely, around what they ask for: "could you please … for me, thanks".
private enum Politeness {
    struct Wish {
        /// Without what stands around the wish.
        var words: [String]
        /// The same with what stands behind it.
        var untilEnd: [String]
    }

    /// Each is taken away as often as one of them stands there. "Can I find …?" asks something; "can you find …" asks for it.
    private static let before = phrases([
        "please", "kindly", "hey", "hi", "hello", "ok", "okay", "hearth", "just", "now", "so", "can you", "could you",
        "would you", "will you", "i want you to", "i would like you to", "i'd like you to", "i need you to",
        "i want to",
        "i would like to", "i'd like to", "i need to", "help me", "help me to", "let's", "let us", "go ahead and",
        "bitte", "hallo", "mal", "ich möchte", "s'il te plaît", "s'il vous plaît", "bonjour", "peux-tu", "tu peux",
        "pourrais-tu", "pouvez-vous", "vous pouvez", "pourriez-vous", "je voudrais", "je veux", "veuillez", "por favor",
        "hola", "puedes", "podrías", "puede", "podría", "quiero", "quisiera", "me gustaría",
    ])
    private static let after = phrases([
        "please", "thanks", "thank you", "many thanks", "thanks a lot", "for me", "now", "right now", "bitte", "danke",
        "danke schön", "für mich", "s'il te plaît", "s'il vous plaît", "merci", "pour moi", "por favor", "gracias",
        "para mí",
    ])

    /// The longest first.
    private static func phrases(_ texts: [String]) -> [[String]] {
        texts.map { $0.split(separator: " ").map(String.init) }.sorted { $0.count > $1.count }
    }

    static func without(_ words: [String]) -> Wish {
        let plain = words.map { word in
            // As it is on most keyboards.
            word.lowercased().replacing("’", with: "'").trimmedOfMarks
        }
        var start = 0
        while let found = before.first(where: { plain[start...].starts(with: $0) }), start + found.count < words.count {
            start += found.count
        }
        var end = words.count
        // A request may end as a question, with a space before the mark in French.
        if start > 0 {
            while end > start + 1, words[end - 1].allSatisfy({ "?!".contains($0) }) { end -= 1 }
        }
        // What it is about has a word at least.
        while let found = after.first(where: { plain[start..<end].ends(with: $0) }), end - found.count > start + 1 {
            end -= found.count
        }
        var core = Array(words[start..<end])
        // The marks before what was taken away, and those of a question that was none.
        if start > 0 || end < words.count, let last = core.popLast() {
            let kept = String(last.reversed().drop { ",;!?".contains($0) }.reversed())
            core.append(kept.isEmpty ? last : kept)
        }
        return Wish(words: core, untilEnd: Array(words[start...]))
    }
}

extension ArraySlice<String> {
    fileprivate func ends(with words: [String]) -> Bool { suffix(words.count).elementsEqual(words) }
}

extension String {
    /// Without the marks at its ends.
    fileprivate var trimmedOfMarks: String {
        String(drop { !$0.isLetter && !$0.isNumber }.reversed().drop { !$0.isLetter && !$0.isNumber }.reversed())
    }
}
