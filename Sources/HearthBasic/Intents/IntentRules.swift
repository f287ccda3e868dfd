/// A wish in plain words as the name of a command and what it works on.
public struct Intent: Hashable, Sendable {
    public var command: String
    public var argument: String

    public init(command: String, argument: String) {
        self.command = command
        self.argument = argument
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
        for (opening, command, needsArgument) in Self.openings where lower.hasPrefix(opening) {
            let rest = line.dropFirst(opening.count)
            guard rest.first.map({ !$0.isLetter && !$0.isNumber }) ?? true else { continue }
            let argument = Self.trimmed(rest)
            if argument.isEmpty {
                if needsArgument { continue }
                return Intent(command: command, argument: "")
            }
            return Intent(command: command, argument: needsArgument || command == "quiz" ? argument : "")
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
}
