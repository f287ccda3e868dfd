/// Counts the turns that a text would have in each style of written transcripts, and judges whether it is one.
struct TranscriptEvidence {
    private struct Count {
        var turns = 0
        var afterEmptyLine = 0
        /// Whose words begin on the same line.
        var withWords = 0
        var speakers: [String: Int] = [:]
        var returning: Int { speakers.values.count { $0 > 1 } }
    }

    private var counts: [TurnOpening.Style: Count] = [:]
    /// Lines that are not empty, and paragraphs.
    private var lines = 0
    private var paragraphs = 0

    init(_ bytes: [UInt8]) {
        var afterEmptyLine = true
        for line in Lines(bytes) {
            let content = bytes.trimmed(line.range)
            guard !content.isEmpty else {
                afterEmptyLine = true
                continue
            }
            lines += 1
            if afterEmptyLine { paragraphs += 1 }
            for style in TurnOpening.Style.allCases {
                guard let opening = TurnOpening(bytes, content, style) else { continue }
                counts[style, default: Count()].turns += 1
                counts[style, default: Count()].speakers[opening.speaker, default: 0] += 1
                if afterEmptyLine { counts[style, default: Count()].afterEmptyLine += 1 }
                if opening.body < content.upperBound { counts[style, default: Count()].withWords += 1 }
            }
            afterEmptyLine = false
        }
    }

    /// The style of the transcript, or `nil` when there is too little to show that the text is one.
    ///
    /// - Parameter certain: Ask for plain evidence (several turns, speakers who return, turns throughout the text; or a few
    ///   turns and nothing else), where without it a single turn in bold or two plain ones do.
    func style(certain: Bool) -> (style: TurnOpening.Style, afterEmptyLineOnly: Bool)? {
        let bold = counts[.bold] ?? Count()
        let header = counts[.header] ?? Count()
        let plain = counts[.plain] ?? Count()
        let found: (TurnOpening.Style, Count)
        if bold.turns >= (certain ? 3 : 1) {
            found = (.bold, bold)
        } else if header.turns >= 2, header.turns * 2 >= plain.turns {
            found = (.header, header)
        } else if plain.turns >= 2 {
            found = (.plain, plain)
        } else if certain, bold.turns == 2 {
            found = (.bold, bold)
        } else {
            return nil
        }
        if certain, !isShortExchange(found.0, found.1) {
            guard found.1.turns >= 4, found.1.returning >= 1, found.1.speakers.count * 2 <= found.1.turns + 1 else {
                return nil
            }
            let share = found.0 == .bold ? 0.1 : 0.4
            // In a file without empty lines each line is a paragraph.
            let pieces = paragraphs * 4 >= lines ? paragraphs : lines
            guard Double(found.1.turns) >= share * Double(min(pieces, lines)) else { return nil }
        }
        // Where nearly all turns stand apart, a name and a colon in the middle of a paragraph is part of what is said.
        let apart = found.0 == .plain && found.1.afterEmptyLine * 5 >= found.1.turns * 4
        return (found.0, apart)
    }

    /// Whether the text is two or three turns of different people and nothing else. Nobody returns in so few, so names that
    /// forms, letters and notes have before a colon must not be among them.
    private func isShortExchange(_ style: TurnOpening.Style, _ count: Count) -> Bool {
        guard (2...3).contains(count.turns), count.speakers.count >= 2 else { return false }
        guard count.turns == lines || count.turns == paragraphs && count.afterEmptyLine == paragraphs else {
            return false
        }
        // In the other style the words stand below the name.
        guard style == .header || count.withWords == count.turns else { return false }
        return count.speakers.keys.allSatisfy { name in
            let name = name.lowercased()
            return !Self.labels.contains(name) && !FrontMatter.isKey(name)
        }
    }

    /// What stands before a colon without speaking: of letters, addresses, notes, recipes, questions and answers.
    private static let labels: Set<String> = [
        "from", "to", "cc", "bcc", "subject", "re", "sent", "reply-to", "attachments", "ps", "p.s", "p.s.", "dear",
        "name", "first name", "last name", "street", "town", "city", "state", "country", "address", "zip", "postcode",
        "phone", "tel", "tel.", "telephone", "fax", "mobile", "email", "e-mail", "mail", "web", "website", "birthday",
        "born", "age", "iban", "bic", "bank", "account", "user", "username", "login", "password", "pin", "code",
        "customer", "order", "invoice", "number", "no", "no.", "amount", "price", "cost", "costs", "total", "paid",
        "due", "deadline", "day", "month", "year", "time", "when", "where", "who", "what", "why", "how", "place",
        "room", "start", "end", "begin", "until", "note", "notes", "nb", "n.b", "n.b.", "hint", "tip", "warning",
        "important", "caution", "attention", "remember", "todo", "to do", "to-do", "done", "open", "next", "task",
        "tasks", "action", "actions", "decision", "goal", "aim", "problem", "solution", "cause", "reason", "result",
        "idea", "ideas", "pro", "pros", "con", "cons", "plan", "step", "steps", "example", "examples", "see", "e.g.",
        "input", "output", "q", "a", "question", "answer", "questions", "answers", "ingredients", "method",
        "preparation", "serves", "makes", "yield", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
        "sunday", "morning", "noon", "afternoon", "evening", "today", "tomorrow", "yesterday", "breakfast", "lunch",
        "dinner", "size", "weight", "height", "colour", "color", "model", "brand", "isbn", "pages", "abstract",
        "introduction", "conclusion", "figure", "table", "chapter", "section", "part", "rule", "fact", "von", "an",
        "betreff", "datum", "straße", "ort", "stadt", "land", "telefon", "handy", "adresse", "geburtstag", "alter",
        "konto", "passwort", "preis", "summe", "zeit", "wann", "wo", "wer", "was", "notiz", "notizen", "hinweis",
        "wichtig", "achtung", "frage", "antwort", "zutaten", "zubereitung", "montag", "dienstag", "mittwoch",
        "donnerstag", "freitag", "samstag", "sonntag", "heute", "morgen", "gestern", "beispiel", "de", "objet", "nom",
        "prénom", "rue", "ville", "pays", "téléphone", "prix", "heure", "lieu", "remarque", "réponse", "exemple",
        "ingrédients", "asunto", "nombre", "calle", "ciudad", "país", "teléfono", "dirección", "fecha", "precio",
        "hora", "lugar", "nota", "notas", "pregunta", "respuesta", "ejemplo", "ingredientes",
    ]
}
