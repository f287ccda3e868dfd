/// Words before a colon that say what follows, and that stand among turns of a conversation, where nobody is called by them: "Note: …".
///
/// Kept here by hand, in English, German, French, Spanish and some Italian; no script makes the list. A word that is somebody's name as
/// well stays out.
package enum RemarkWords {
    /// Whether a name is one of them, in any case.
    package static func contain(_ name: String) -> Bool { words.contains(name.lowercased()) }

    private static let words: Set<String> = [
        "note", "notes", "nb", "n.b", "n.b.", "ps", "p.s", "p.s.", "hint", "tip", "warning", "important", "caution",
        "attention", "remember", "reminder", "todo", "to do", "to-do", "action", "actions", "action item",
        "action items", "decision", "decisions", "deadline", "result", "results", "problem", "solution", "example",
        "examples", "e.g.", "conclusion", "summary", "subject", "time", "place", "room", "notiz", "notizen",
        "hinweis", "wichtig", "achtung", "beispiel", "datum", "betreff", "beschluss", "aufgabe", "aufgaben",
        "remarque", "remarques", "exemple", "objet", "nota", "notas", "importante",
        "ejemplo", "asunto", "esempio", "attenzione",
    ]
}
