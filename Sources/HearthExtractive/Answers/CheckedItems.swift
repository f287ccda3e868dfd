package import HearthText

/// A question for the open or the done items of a list with boxes: "Which tasks are open?", "What do I still have to do?", "What have I done?"
///
/// Only questions that ask for nothing else are taken. Kept here by hand; no script makes the patterns.
package struct CheckedItemsQuestion: Sendable {
    package var state: CheckBox.State
    /// What the list is of, as far as the question says: "the Merlin project". The words that only mean a list are none of it.
    package var topic: Set<String>
    /// The question in lower case, with single spaces, in which a heading of the list may be named: "this week".
    package var text: String

    /// `nil` for any other question.
    package init?(_ question: String) {
        guard question.utf8.count <= 200 else { return nil }
        text = question.lowercased().replacing("’", with: "'")
            .split { !$0.isLetter && !$0.isNumber && $0 != "'" && $0 != "-" }.joined(separator: " ")
        let words = text.split(separator: " ").map(String.init)
        // "What did I finish in March?" is of a journal.
        guard (2...20).contains(words.count) else { return nil }
        let (bare, about) = Self.parted(words)
        topic = Set(about).subtracting(Self.lists)
        // To build the patterns takes longer than all else that is done for a question.
        let said = bare.split(separator: " ").map(String.init)
        guard
            said.last == "do" || said.last == "tun" || !Self.telling.isDisjoint(with: said) || TaskQuestion.isOne(bare)
        else {
            return nil
        }
        if Self.openPatterns.contains(where: { bare.wholeMatches($0) }) || TaskQuestion.isOne(bare) {
            state = .open
        } else if Self.donePatterns.contains(where: { bare.wholeMatches($0) }) {
            state = .done
        } else {
            return nil
        }
    }

    /// The question without the words for "still" and "this week", and what stands behind "in my list" and its like.
    private static func parted(_ words: [String]) -> (question: String, about: [String]) {
        var words = words
        for time in times where words.count > time.count {
            if let place = words.indices.first(where: { words[$0...].starts(with: time) }) {
                words.removeSubrange(place..<(place + time.count))
            }
        }
        words.removeAll { adverbs.contains($0) }
        // Behind the verb: "in" may begin a question.
        guard let place = words.indices.dropFirst(2).first(where: { prepositions.contains(words[$0]) }),
            place + 1 < words.count, !(words[place] == "on" && words[place + 1] == "done")
        else { return (words.joined(separator: " "), []) }
        return (words[..<place].joined(separator: " "), Array(words[(place + 1)...]))
    }

    private static let prepositions: Set<String> = [
        "in", "on", "of", "from", "for", "auf", "von", "im", "aus", "für", "dans", "sur", "de", "en",
    ]
    private static let adverbs: Set<String> = [
        "still", "yet", "already", "currently", "now", "please", "noch", "schon", "bereits", "jetzt", "encore", "déjà",
        "todavía", "aún", "ya",
    ]
    private static let times: [[String]] = [
        "this week", "next week", "this month", "next month", "this weekend", "at the moment", "so far", "until now",
        "today", "tomorrow", "later", "diese woche", "nächste woche", "diesen monat", "heute", "morgen", "bis jetzt",
    ].map { $0.split(separator: " ").map(String.init) }

    /// Words that mean a list, or only hold a sentence together.
    private static let lists: Set<String> = [
        "my", "our", "the", "a", "all", "list", "lists", "to-do", "todo", "to", "do", "task", "tasks", "checklist",
        "notes",
        "note", "meine", "meiner", "meinem", "der", "die", "dem", "liste", "aufgabenliste", "to-do-liste", "todo-liste",
        "ma", "la", "mi", "lista",
    ]

    private static let things =
        "(?:tasks?|items?|things|points|to-dos|todos|to-do items|jobs|chores|errands|boxes|steps|ones)"
    private static let isOpen =
        "(?:open|left|undone|unfinished|outstanding|pending|incomplete|unchecked|unticked|remaining|to do|to be done|left to do|left undone|not done|not finished|not ticked)"
    private static let isDone = "(?:done|finished|completed|complete|ticked|ticked off|checked|checked off|crossed off)"

    /// Of these each pattern has one, or ends with "do" or "tun".
    private static let telling = Set(
        words: """
            task tasks item items things points to-dos todos jobs chores errands boxes steps ones open left undone unfinished outstanding pending \
            incomplete unchecked unticked remaining done finish finished complete completed ticked tick checked check crossed aufgaben punkte \
            sachen dinge offen offenen aus übrig unerledigt erledigt erledigen fertig gemacht abgehakt tâches reste-t-il tareas
            """)

    private static let openPatterns = [
        "(?:which|what)(?: my| the| our)? \(things)(?: there)? (?:are|is) \(isOpen)",
        "(?:which|what) \(things) (?:have|did) (?:i|we) not (?:do|done|finish|finished|complete|completed)",
        "(?:what|what's)(?: is| are)? (?:open|\(isOpen))",
        "(?:list |show |show me |give me |tell me |what are |which are )?(?:all )?(?:my |the |our )?(?:open|undone|unfinished|outstanding|pending|remaining) \(things)",
        "welche (?:meiner |der )?(?:aufgaben|punkte|sachen|dinge|todos|to-dos) (?:sind|stehen) (?:offen|übrig|unerledigt|nicht erledigt|aus)",
        "was (?:ist|bleibt) (?:offen|übrig|unerledigt|nicht erledigt|zu tun|zu erledigen)",
        "(?:meine |die |alle )?offenen (?:aufgaben|punkte)",
        "quelles tâches (?:sont ouvertes|restent à faire|ne sont pas faites)", "que reste-t-il à faire",
        "qué tareas (?:están pendientes|quedan por hacer|faltan)",
    ]
    private static let donePatterns = [
        "(?:which|what)(?: my| the| our)? \(things) (?:are|is|were) \(isDone)",
        "(?:which|what) \(things) (?:have|did) (?:i|we) (?:do|finish|complete|tick off|check off|\(isDone))",
        "what have (?:i|we) \(isDone)", "(?:what is|what's|what are) \(isDone)",
        "(?:list |show |show me )?(?:all )?(?:my |the |our )?(?:done|finished|completed|ticked) \(things)",
        "welche (?:meiner |der )?(?:aufgaben|punkte|sachen|dinge|todos|to-dos) (?:sind|habe ich|haben wir) (?:erledigt|fertig|gemacht|abgehakt)",
        "was (?:ist|habe ich|haben wir) (?:erledigt|abgehakt)",
        "quelles tâches (?:sont faites|sont terminées|ai-je faites)", "qué tareas (?:están hechas|he hecho)",
    ]

    /// Whether a heading of a list is named in the question.
    package func names(_ heading: String) -> Bool {
        let words = heading.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "'" && $0 != "-" }
            .joined(separator: " ")
        return !words.isEmpty && " \(text) ".contains(" \(words) ")
    }

    /// Whether a title, a path or a heading says what the list is to be of.
    package func isOfTopic(_ names: [String]) -> Bool {
        let known = Set(names.flatMap { $0.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init) })
        return !topic.isDisjoint(with: known)
    }
}

extension String {
    fileprivate func wholeMatches(_ pattern: String) -> Bool {
        guard let regex = try? Regex(pattern) else { return false }
        return (try? regex.wholeMatch(in: self)) != nil
    }
}
