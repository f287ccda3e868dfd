/// Words before a colon that say what follows, "Note: …", "Date: …", and not who speaks.
///
/// Kept here by hand, in English, German, French, Spanish and some Italian: what letters, forms, notes and recipes put before a colon.
/// No script makes the lists. A word that is somebody's name as well stays out of the remarks.
package enum FieldLabels {
    /// Whether a name is one of them, in any case.
    package static func isLabel(_ name: String) -> Bool { labels.contains(name.lowercased()) }

    /// Whether a name is one of those that nobody is called by, and that stand among turns of a conversation: "Note: …". Of the others some
    /// are surnames, "Price", or speak in an interview, "Q".
    package static func isRemark(_ name: String) -> Bool { remarks.contains(name.lowercased()) }

    private static let remarks: Set<String> = [
        "note", "notes", "nb", "n.b", "n.b.", "ps", "p.s", "p.s.", "hint", "tip", "warning", "important", "caution",
        "attention", "remember", "reminder", "todo", "to do", "to-do", "action", "actions", "action item",
        "action items", "decision", "decisions", "deadline", "result", "results", "problem", "solution", "example",
        "examples", "e.g.", "conclusion", "summary", "subject", "time", "place", "room", "notiz", "notizen",
        "hinweis", "wichtig", "achtung", "beispiel", "datum", "betreff", "beschluss", "aufgabe", "aufgaben",
        "remarque", "remarques", "exemple", "objet", "nota", "notas", "importante",
        "ejemplo", "asunto", "esempio", "attenzione",
    ]

    /// Of letters, addresses, notes, recipes, questions and answers.
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
