public import HearthCore
import HearthText

/// A wish in plain words as the name of a command and what it works on.
public struct Intent: Hashable, Sendable {
    public var command: String
    public var argument: String
    /// How many are wanted, where the wish says so.
    public var count: Int?
    /// The most words of a summary, where the wish says how long it is to be.
    public var words: Int?
    /// How a text is to be worded, where the wish says so.
    public var manner: String?
    /// Files that it is limited to.
    public var places: [String]

    public init(
        command: String, argument: String, count: Int? = nil, words: Int? = nil, manner: String? = nil,
        places: [String] = []
    ) {
        self.command = command
        self.argument = argument
        self.count = count
        self.words = words
        self.manner = manner
        self.places = places
    }
}

/// Understands wishes without a model, by how they begin: "summarize notes.txt", "search for boiler", "when does …?".
///
/// English, German, French and Spanish verbs; a question in any language is a question. What fits nothing is not guessed at. The lists are
/// kept here by hand; no script makes them.
public struct IntentRules: Sendable {
    let today: CivilDate?

    /// - Parameter today: The day by which "March" is the last one that began; `nil` leaves a month without its year open.
    public init(today: CivilDate? = nil) { self.today = today }

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
        ("check that everything", "doctor", false), ("check if everything", "doctor", false),
        ("check whether everything", "doctor", false), ("is everything ok", "doctor", false),
        ("does everything work", "doctor", false), ("are you ok", "doctor", false),
        ("are you working", "doctor", false),
        ("prüfe, ob alles", "doctor", false), ("prüfe ob alles", "doctor", false), ("prüfe alles", "doctor", false),
        ("funktioniert alles", "doctor", false),
        ("run the doctor", "doctor", false), ("doctor", "doctor", false),
        ("search for", "search", true), ("look for", "search", true), ("look up", "search", true),
        ("search", "search", true), ("find me", "search", true), ("find", "search", true),
        ("suche nach", "search", true), ("suche", "search", true), ("finde", "search", true),
        ("such nach", "search", true), ("such", "search", true),
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
        ("analyze", "transcript", true), ("analyse", "transcript", true), ("analysiere", "transcript", true),
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
        ("note:", "journal", true), ("notiz:", "journal", true), ("note that", "journal", true),
        ("note down that", "journal", true), ("remember that", "journal", true),
        ("note to my journal", "journal", true), ("add to my diary", "journal", true), ("notiere", "journal", true),
        ("merke dir", "journal", true), ("merk dir", "journal", true), ("schreib in mein tagebuch", "journal", true),
        ("zeig mein tagebuch", "journal", false), ("zeig mir mein tagebuch", "journal", false),
        ("zeige mir mein tagebuch", "journal", false),
        ("dear diary", "journal", true), ("tagebuch", "journal", true), ("schreibe in mein tagebuch", "journal", true),
        ("zeige mein tagebuch", "journal", false), ("écris dans mon journal", "journal", true),
        ("montre mon journal", "journal", false), ("escribe en mi diario", "journal", true),
        ("muestra mi diario", "journal", false),
        ("ingest", "ingest", true), ("import", "ingest", true), ("read in", "ingest", true), ("add", "ingest", true),
        ("read", "ingest", true), ("lies", "ingest", true),
        ("lies ein", "ingest", true), ("importiere", "ingest", true), ("importe", "ingest", true),
        ("importer", "ingest", true), ("importa", "ingest", true), ("importar", "ingest", true),
        ("test me about", "quiz", true), ("test me on", "quiz", true), ("quiz me about", "quiz", true),
        ("quiz me on", "quiz", true), ("quiz me", "quiz", false), ("test me", "quiz", false),
        ("make a quiz about", "quiz", true), ("make study questions about", "quiz", true),
        ("make study questions", "quiz", false), ("frage mich ab", "quiz", false),
        ("rewrite", "rewrite", true), ("reword", "rewrite", true), ("rephrase", "rewrite", true),
        ("schreibe um", "rewrite", true), ("reformule", "rewrite", true), ("reformuler", "rewrite", true),
        ("reescribe", "rewrite", true), ("reescribir", "rewrite", true),
        ("find out", "ask", true), ("finde heraus", "ask", true), ("ask", "ask", true), ("tell me", "ask", true),
        ("answer", "ask", true),
    ]

    /// "transcribe the memo" begins with "transcribe", and "journal entry" with "journal": the longer says more.
    private static let longestFirst = openings.enumerated().sorted {
        ($1.element.opening.count, $0.offset) < ($0.element.opening.count, $1.offset)
    }.map(\.element)

    /// "Make five study questions about bread": a verb of making, perhaps a number, and questions. What stands behind
    /// "about" is the topic.
    private static func quiz(_ words: [String]) -> Intent? {
        let lower = words.map { $0.lowercased().trimmedOfMarks }
        // "5 questions about bread", as people say it.
        if let first = lower.first, number(first) != nil { return quiz(["make"] + words) }
        guard let verb = lower.first, makers.contains(verb) || lower.starts(with: ["ask", "me"]),
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
        return quiz(about: topic, count: count)
    }

    /// A file is no topic: it is where the questions come from.
    private static func quiz(about topic: String, count: Int?) -> Intent {
        let thing = IntentWording(topic).thing
        return IntentWording.namesFile(thing)
            ? Intent(command: "quiz", argument: "", count: count, places: [thing])
            : Intent(command: "quiz", argument: topic, count: count)
    }

    /// "Frage mich über Brot ab", of which ``SeparableVerb`` brought the verb to the front.
    private static func german(quiz words: [String]) -> Intent? {
        guard words.first == "abfragen" else { return nil }
        var rest = words.dropFirst()
        if let first = rest.first?.lowercased(), ["mich", "uns"].contains(first) { rest = rest.dropFirst() }
        if let counted = quiz(["mache"] + rest) { return counted }
        if let first = rest.first?.lowercased(), abouts.contains(first) { rest = rest.dropFirst() }
        return quiz(about: rest.joined(separator: " "), count: nil)
    }

    /// "Give me a short summary of notes.md", "Zusammenfassung der Mails in 20 Wörtern": a summary as a thing that is wanted.
    private static func summary(_ words: [String]) -> Intent? {
        let lower = words.map { $0.lowercased().trimmedOfMarks }
        guard let noun = lower.prefix(8).firstIndex(where: { ["summary", "zusammenfassung"].contains($0) }),
            noun + 2 < words.count,
            lower[..<noun].allSatisfy({
                makers.contains($0) || qualities.contains($0) || number($0) != nil
                    || IntentWording.length(before: [$0]) != nil
                    || [
                        "brief", "kurze", "hätte", "gern", "gerne", "ich", "need", "i", "want", "word", "words", "the",
                        "sentence",
                    ]
                    .contains($0) || $0.hasSuffix("-word") || $0.hasSuffix("-sentence")
            }), ["of", "from", "about", "von", "vom", "zu", "über", "der", "des"].contains(lower[noun + 1])
        else { return nil }
        let before = IntentWording.length(before: lower[..<noun].filter { !["a", "an", "eine"].contains($0) }[...])
        return summarize(words[(noun + 2)...].joined(separator: " "), words: before)
    }

    /// A summary of a file or a document, or of a stretch of time in the journal.
    private static func summarize(_ argument: String, words: Int? = nil) -> Intent {
        let (rest, length) = IntentWording(argument).withoutLength
        return Intent(command: "summarize", argument: IntentWording(rest).thing, words: length ?? words)
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
        "make", "create", "write", "generate", "prepare", "give", "erstelle", "erstell", "schreib", "mach", "gib",
        "stelle", "stell", "schreibe", "mache", "crée", "écris",
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

    static func number(_ word: String) -> Int? { Int(word) ?? numbers[word] }

    /// Words that open a question although no mark ends it.
    private static let questionWords = Interrogatives.english.union([
        "wer", "wen", "wem", "was", "wann", "wo", "warum", "welche", "welcher", "welches", "wie", "qui", "que", "quoi",
        "quand", "où", "pourquoi", "comment", "quel", "quelle", "quién", "qué", "cuándo", "dónde", "cómo", "cuál",
    ])

    public func intent(of wish: String) -> Intent? {
        let words = wish.split(whereSeparator: \.isWhitespace).map(String.init)
        guard let first = words.first else { return nil }
        if let command = command(of: Politeness.without(words)) { return command }
        let line = words.joined(separator: " ")
        if let period = written(words) { return Intent(command: "journal", argument: period) }
        let isQuestion = SentenceEnd.asks(line) || line.hasPrefix("¿")
        return isQuestion || Self.questionWords.contains(first.lowercased())
            ? Intent(command: "ask", argument: line) : nil
    }

    /// The command that a wish names without saying what it is to work on, as in "summarize" or "rewrite this, please"; `nil` where it
    /// names none, or says it.
    public func unfinished(_ wish: String) -> String? {
        let words = wish.split(whereSeparator: \.isWhitespace).map(String.init)
        guard !words.isEmpty, intent(of: wish) == nil else { return nil }
        var core = Politeness.without(words).words.map { $0.lowercased().trimmedOfMarks }.filter { !$0.isEmpty }
        // "Transcribe the interview": a recording is a file, which its name alone tells.
        if let first = core.first,
            Self.longestFirst.contains(where: { $0.opening == first && $0.command == "transcribe" }),
            IntentWording(Array(core.dropFirst())).isOnlySpokenOf
        {
            return "transcribe"
        }
        if Rewording.isUnfinished(core) { return "rewrite" }
        while core.count > 1, let last = core.last, Self.pronouns.contains(last) { core.removeLast() }
        let line = core.joined(separator: " ")
        return Self.longestFirst.first { $0.needsArgument && $0.opening == line }?.command
    }

    /// Whether a wish asks for something to be deleted, which no wish does.
    public func asksToRemove(_ wish: String) -> Bool {
        let words = wish.split(whereSeparator: \.isWhitespace).map(String.init)
        guard let first = Politeness.without(words).words.first?.lowercased().trimmedOfMarks else { return false }
        return Self.removing.contains(first)
    }

    private static let removing: Set<String> = [
        "remove", "delete", "erase", "forget", "discard", "lösche", "lösch", "entferne", "entfern", "vergiss",
        "supprime",
        "efface", "borra", "elimina",
    ]

    /// Whether words look like the path of a file.
    public static func namesFile(_ text: String) -> Bool { IntentWording.namesFile(text) }

    /// Whether words stand for a thing that was not named.
    static func isPronoun(_ plain: [String]) -> Bool { plain.count == 1 && plain.allSatisfy(pronouns.contains) }

    /// What stands for a thing that was not named: nothing came before a wish that it could mean.
    private static let pronouns: Set<String> = [
        "it", "this", "that", "these", "those", "them", "something", "anything", "das", "dies", "dieses", "es",
        "etwas", "ça", "cela", "ceci", "esto", "eso", "algo",
    ]

    /// The commands that work on a thing, which a pronoun does not name.
    private static let onThings: Set<String> = ["summarize", "transcribe", "transcript", "ingest", "rewrite"]

    /// - Parameter wish: The words of a wish, and which of them are content.
    private func command(of wish: Politeness.Wish) -> Intent? {
        var wish = wish
        wish.words = SeparableVerb.joined(IntentWording.withAdverbBehind(wish.words))
        // What is written into a journal is kept as it was said, thanks included.
        let (line, whole) = (wish.words.joined(separator: " "), wish.untilEnd.joined(separator: " "))
        let lower = line.lowercased()
        if let quiz = Self.german(quiz: wish.words) ?? Self.quiz(wish.words) { return quiz }
        if let summary = Self.summary(wish.words) { return inJournal(summary) }
        if let rewording = Rewording.intent(wish.words) { return rewording }
        if IntentWording(wish.words).asksForDocuments { return Intent(command: "documents", argument: "") }
        // It has no opening of its own: what stands behind the word is put in many ways, of which the others are made.
        if lower.trimmedOfMarks == "quiz" { return Intent(command: "quiz", argument: "") }
        for (opening, command, needsArgument) in Self.longestFirst where lower.hasPrefix(opening) {
            let rest = (command == "journal" ? whole : line).dropFirst(opening.count)
            if let intent = intent(command, opening: opening, needsArgument: needsArgument, rest) { return intent }
        }
        return nil
    }

    /// The wish that begins with an opening, by what stands behind it; `nil` where that shows that something else is meant.
    private func intent(_ command: String, opening: String, needsArgument: Bool, _ rest: Substring) -> Intent? {
        guard rest.first.map({ !$0.isLetter && !$0.isNumber }) ?? true else { return nil }
        let argument = Self.trimmed(rest)
        if argument.isEmpty {
            if needsArgument { return nil }
            let shows = command == "journal" && opening != "journal"
            return Intent(command: command, argument: shows ? period(in: "") : "")
        }
        // "Which documents mention the boiler?" and "list documents about tax" ask for some of them.
        if command == "documents" {
            guard let topic = Self.topic(argument) else {
                if opening.hasPrefix("which") { return nil }
                return Intent(command: command, argument: "")
            }
            return IntentWording(topic).search
        }
        if Self.onThings.contains(command), Self.pronouns.contains(argument.lowercased().trimmedOfMarks) {
            return nil
        }
        // "What was said in the council?" is a question; only a file can be taken apart.
        let wording = IntentWording(argument)
        if command == "transcript" || command == "transcribe", !IntentWording.namesFile(argument) {
            guard opening.hasPrefix("trans"), command == "transcript" || !wording.isOnlySpokenOf else { return nil }
        }
        // "Journal: March" is an entry.
        if command == "journal", !needsArgument,
            opening != "journal" || rest.first != ":" && Self.isPeriod(argument)
        {
            return Intent(command: command, argument: period(in: argument))
        }
        if command == "summarize" { return inJournal(Self.summarize(argument)) }
        if command == "search" { return wording.search }
        // "Add a thought to my journal" names no file.
        if command == "ingest", !IntentWording.namesFile(argument), Self.namesJournal(argument) { return nil }
        // "Add bread to the shopping list" is none of what can be read in.
        if opening == "add", wording.thing == argument, wording.words.count > 1, !IntentWording.namesFile(argument) {
            return nil
        }
        // "Read me a story" is no folder.
        if command == "ingest", ["read", "lies"].contains(opening), !IntentWording.namesFile(wording.thing) {
            return nil
        }
        if ["ingest", "transcribe", "transcript"].contains(command) {
            return Intent(command: command, argument: wording.thing)
        }
        if command == "quiz" {
            let (topic, count) = Self.counted(argument)
            return Self.quiz(about: topic, count: count)
        }
        let isWanted = needsArgument || command == "journal"
        let said = command == "journal" ? Self.withoutThat(argument) : argument
        return Intent(command: command, argument: isWanted ? said : "")
    }

    /// Without quotation marks around it, and without the colon that introduces it.
    private static func trimmed(_ text: Substring) -> String {
        var text = text.drop { $0.isWhitespace || $0 == ":" || $0 == "," }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        for (open, close) in [("\"", "\""), ("“", "”"), ("'", "'"), ("«", "»"), ("„", "“")]
        where text.count >= 2 && text.hasPrefix(open) && text.hasSuffix(close) {
            return String(text.dropFirst().dropLast())
        }
        return String(text)
    }

    /// What documents are about that are asked for, as in "about tax"; `nil` where that is not said.
    private static func topic(_ argument: String) -> String? {
        let words = argument.split(separator: " ").map(String.init)
        let topic = words.drop { mentioning.contains($0.lowercased()) }
        guard !topic.isEmpty, topic.count < words.count else { return nil }
        var text = trimmed(Substring(topic.joined(separator: " ")))
        while let mark = text.last, "!?".contains(mark) { text.removeLast() }
        return text
    }

    private static let mentioning: Set<String> = [
        "about", "on", "that", "which", "mention", "mentions", "mentioning", "contain", "contains", "containing",
        "talk", "speak", "with",
        "are", "is", "über", "zu", "mit", "zum", "zur", "erwähnen",
    ]

    /// "Sum up my week" is a wish to look back, and names no file.
    private func inJournal(_ summary: Intent) -> Intent {
        guard Self.isPeriod(summary.argument) else { return summary }
        return Intent(command: "journal", argument: period(in: summary.argument))
    }

    private static func namesJournal(_ text: String) -> Bool {
        !Set(text.lowercased().split { !$0.isLetter }.map(String.init))
            .isDisjoint(with: journals)
    }

    /// "… that it rained": what was written is "it rained".
    private static func withoutThat(_ text: String) -> String {
        for opening in ["that ", "dass ", "que "] where text.lowercased().hasPrefix(opening) {
            return String(text.dropFirst(opening.count))
        }
        return text
    }
}

extension String {
    /// Without the marks at its ends.
    var trimmedOfMarks: String {
        String(drop { !$0.isLetter && !$0.isNumber }.reversed().drop { !$0.isLetter && !$0.isNumber }.reversed())
    }
}
