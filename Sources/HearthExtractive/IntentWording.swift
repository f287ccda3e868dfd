/// What stands in a wish beside the command and what it works on: how long a summary is to be, which file is meant, in which document is to be
/// looked. English and German; what fits nothing stays as it was said. The lists are kept here by hand; no script makes them.
struct IntentWording {
    /// The words as they were said.
    let words: [String]
    /// The same in small letters and without the marks around them, as they are compared.
    let plain: [String]

    init(_ words: [String]) {
        self.words = words
        plain = words.map { $0.lowercased().trimmedOfMarks }
    }

    init(_ text: String) { self.init(text.split(separator: " ").map(String.init)) }

    private func text(_ range: Range<Int>) -> String { words[range].joined(separator: " ") }

    // MARK: Length

    /// "notes.md in three sentences" as `notes.md` and 60 words: who says no words is given so many as such sentences have.
    var withoutLength: (text: String, words: Int?) {
        if let last = plain.last, Self.briefly.contains(last), words.count > 1 {
            return (text(0..<words.count - 1), Self.brief)
        }
        guard words.count >= 4, let unit = plain.last.flatMap({ Self.units[$0] }),
            let number = Self.number(plain[words.count - 2])
        else { return (words.joined(separator: " "), nil) }
        var start = words.count - 3
        while start > 0, Self.limiting.contains(plain[start]) { start -= 1 }
        // "in up to 50 words"
        if start > 1, plain[start] == "to", plain[start - 1] == "up" { start -= 2 }
        guard start > 0, Self.within.contains(plain[start]) else { return (words.joined(separator: " "), nil) }
        return (text(0..<start), Self.length(number, unit))
    }

    /// The length that stands before a noun, as in "a 20-word summary"; `nil` where there is none.
    static func length(before words: ArraySlice<String>) -> Int? {
        let parts = words.flatMap { $0.split(separator: "-").map(String.init) }
        if parts.contains(where: ["brief", "short", "kurze", "knappe"].contains) { return brief }
        for (number, unit) in zip(parts, parts.dropFirst()) {
            if let number = Self.number(number), let unit = units[unit] { return length(number, unit) }
        }
        return nil
    }

    /// As many as a command takes at most.
    private static func length(_ number: Int, _ unit: Int) -> Int { min(min(max(number, 1), 100_000) * unit, 100_000) }

    /// "Briefly summarize notes.md" with the adverb behind, where it stands otherwise.
    static func withAdverbBehind(_ words: [String]) -> [String] {
        guard words.count > 2, let first = words.first, briefly.contains(first.lowercased()) else { return words }
        return words.dropFirst() + [first]
    }

    /// A numeral, and the article, which is one where a unit follows.
    private static func number(_ word: String) -> Int? {
        ["a", "an", "one", "single", "ein", "eine", "einem", "einen", "einer"].contains(word)
            ? 1 : IntentRules.number(word)
    }

    /// About how many words a unit has: sentences of prose have some twenty, of which four make a paragraph.
    private static let units: [String: Int] = [
        "word": 1, "words": 1, "wort": 1, "worte": 1, "worten": 1, "wörter": 1, "wörtern": 1, "sentence": 20,
        "sentences": 20, "satz": 20, "sätze": 20, "sätzen": 20, "paragraph": 80, "paragraphs": 80, "absatz": 80,
        "absätze": 80, "absätzen": 80, "line": 12, "lines": 12, "zeile": 12, "zeilen": 12, "points": 15,
        "stichpunkte": 15,
        "stichpunkten": 15,
    ]
    private static let brief = 60
    private static let briefly: Set<String> = ["briefly", "shortly", "kurz", "knapp"]
    private static let within: Set<String> = ["in", "to", "within", "with", "using", "auf", "mit"]
    private static let limiting: Set<String> = [
        "about", "at", "most", "around", "only", "just", "no", "more", "than", "less", "fewer", "under",
        "roughly", "bullet", "etwa", "ungefähr", "höchstens", "maximal", "nur", "unter", "rund",
    ]

    // MARK: Files

    /// "the file report.pdf" as `report.pdf`, "the recording in ~/talk.wav" as `~/talk.wav`.
    var thing: String {
        var start = 0
        while start < words.count - 1, Self.determiners.contains(plain[start]) { start += 1 }
        let isCalled = start < words.count - 1 && Self.fileNouns.contains(plain[start])
        if isCalled {
            start += 1
            while start < words.count - 1, Self.naming.contains(plain[start]) { start += 1 }
        }
        let rest = text(start..<words.count)
        guard start > 0, words.count - start == 1 || rest.first.map({ "/~\"“".contains($0) }) ?? false,
            isCalled || Self.namesFile(rest)
        else { return words.joined(separator: " ") }
        return rest
    }

    /// The place of a file's name at the beginning, perhaps behind "the file".
    var leadingFile: Int? {
        let first = plain.firstIndex { !Self.determiners.contains($0) && !Self.fileNouns.contains($0) } ?? 0
        return words.indices.contains(first) && Self.namesFile(words[first]) ? first : nil
    }

    /// Whether a thing is meant that is said of and not named, as in "the interview".
    var isOnlySpokenOf: Bool {
        words.count > 1 && Self.determiners.contains(plain[0]) && !Self.namesFile(words.joined(separator: " "))
    }

    /// Whether words look like a path.
    static func namesFile(_ text: String) -> Bool {
        guard let dot = text.lastIndex(of: ".") else { return text.contains("/") }
        let ending = text[text.index(after: dot)...]
        return (1...5).contains(ending.count) && ending.allSatisfy { $0.isLetter || $0.isNumber }
    }

    static let determiners: Set<String> = [
        "the", "my", "our", "this", "that", "all", "a", "an", "der", "die", "das", "den", "dem", "des", "mein", "meine",
        "meinen", "meinem", "meiner", "unser", "unsere", "unseren", "diese", "dieser", "dieses", "diesen", "alle",
        "allen",
    ]
    static let documentNouns: Set<String> = [
        "documents", "files", "papers", "notes", "texts", "dokumente", "dokumenten", "dateien", "unterlagen", "notizen",
        "texte", "texten",
    ]
    private static let fileNouns: Set<String> = [
        "file", "files", "folder", "folders", "directory", "document", "text", "recording", "audio", "video",
        "transcript",
        "datei", "dateien", "ordner", "verzeichnis", "dokument", "aufnahme", "aufzeichnung", "transkript",
    ]
    private static let naming: Set<String> = [
        "in", "at", "from", "called", "named", "of", "namens", "aus", "von", "unter",
    ]

    // MARK: Search

    /// What is searched for, in which documents, and how many passages are wanted.
    var search: Intent {
        var (words, plain) = (words, plain)
        var places: [String] = []
        if words.count > 2, let last = words.last, Self.inside.contains(plain[words.count - 2]), Self.namesFile(last) {
            places = [last]
            words.removeLast(2)
            plain.removeLast(2)
        }
        // "my documents for the boiler", "in meinen Dokumenten nach der Heizung"
        if let end = plain.prefix(6).firstIndex(where: { ["for", "nach"].contains($0) }), end > 0,
            end + 1 < words.count,
            plain[..<end].contains(where: Self.documentNouns.contains),
            plain[..<end].allSatisfy({
                Self.documentNouns.contains($0) || Self.determiners.contains($0) || Self.inside.contains($0)
            })
        {
            words.removeFirst(end + 1)
            plain.removeFirst(end + 1)
        }
        // "the 3 best passages about heat pumps"
        var count: Int?
        if let end = plain.prefix(7).firstIndex(where: { Self.abouts.contains($0) }), end > 0, end + 1 < words.count,
            plain[..<end].contains(where: Self.findings.contains),
            plain[..<end].allSatisfy({
                Self.findings.contains($0) || Self.best.contains($0) || Self.determiners.contains($0)
                    || IntentRules.number($0) != nil
            })
        {
            count = plain[..<end].compactMap { IntentRules.number($0) }.first.map { min(1_000, max(1, $0)) }
            words.removeFirst(end + 1)
        }
        return Intent(command: "search", argument: words.joined(separator: " "), count: count, places: places)
    }

    private static let inside: Set<String> = ["in", "inside", "within", "through", "from", "aus"]
    private static let abouts: Set<String> = ["about", "on", "regarding", "concerning", "mentioning", "über", "zu"]
    private static let findings: Set<String> = [
        "everything", "anything", "something", "all", "passages", "passage", "places", "results", "mentions",
        "paragraphs",
        "documents", "notes", "alles", "etwas", "stellen", "stelle", "passagen", "treffer", "absätze", "dokumente",
        "notizen",
    ]
    private static let best: Set<String> = ["best", "top", "first", "besten", "ersten", "wichtigsten", "some", "few"]

    // MARK: Documents

    /// Whether nothing but what there is is asked for: "show all my files", "how many documents do I have".
    var asksForDocuments: Bool {
        var rest = plain[...]
        if let first = rest.first, Self.showing.contains(first) {
            rest = rest.dropFirst().drop { Self.determiners.contains($0) || ["me", "us", "mir", "uns"].contains($0) }
            return rest.count == 1 && rest.first.map(Self.documentNouns.contains) == true
        }
        for opening in [["how", "many"], ["which"], ["what"], ["wie", "viele"], ["welche"]]
        where rest.starts(with: opening) {
            rest = rest.dropFirst(opening.count)
            guard let noun = rest.first, Self.documentNouns.contains(noun) else { return false }
            return rest.dropFirst().allSatisfy(Self.having.contains)
        }
        return false
    }

    private static let showing: Set<String> = ["show", "list", "zeig", "zeige", "liste"]
    private static let having: Set<String> = [
        "do", "i", "you", "we", "have", "are", "is", "there", "here", "got", "know", "habe", "ich", "hast", "du",
        "haben", "wir",
        "gibt", "es", "kennst", "sind", "da", "hier",
    ]
}

/// Verbs of which German puts a part to the end, and those that end a polite wish: "fasse die Mails zusammen", "kannst du notes.md
/// zusammenfassen?".
enum SeparableVerb {
    /// With the opening in front by which the rules know the command; the words as they are where none is there.
    static func joined(_ words: [String]) -> [String] {
        let plain = words.map { $0.lowercased().trimmedOfMarks }
        guard words.count > 2, let first = plain.first, let last = plain.last else {
            return infinitive(words, plain) ?? words
        }
        for verb in verbs where verb.particle == last && verb.stems.contains(first) {
            return verb.opening + words[1..<words.count - 1]
        }
        return infinitive(words, plain) ?? words
    }

    private static func infinitive(_ words: [String], _ plain: [String]) -> [String]? {
        guard words.count > 1, let opening = plain.last.flatMap({ infinitives[$0] }) else { return nil }
        return [opening] + words.dropLast()
    }

    private static let verbs: [(stems: Set<String>, particle: String, opening: [String])] = [
        (["fasse", "fass"], "zusammen", ["summarize"]), (["lies", "lese"], "ein", ["ingest"]),
        (["füge", "füg"], "hinzu", ["ingest"]),
        (["schreibe", "schreib", "formuliere", "formulier"], "um", ["rewrite"]),
        (["frage", "frag"], "ab", ["abfragen"]),
    ]
    private static let infinitives: [String: String] = [
        "zusammenfassen": "summarize", "einlesen": "ingest", "hinzufügen": "ingest", "importieren": "ingest",
        "umschreiben": "rewrite", "umformulieren": "rewrite", "transkribieren": "transcribe", "kürzen": "kürze",
        "abfragen": "abfragen",
    ]
}

/// "Make letter.txt friendlier", "translate notes.md into German", "shorten this text: …": a text, and how it is to be worded.
enum Rewording {
    static func intent(_ words: [String]) -> Intent? {
        guard let verb = words.first?.lowercased(), let kind = verbs[verb], words.count > 1 else { return nil }
        let body = IntentWording(Array(words.dropFirst()))
        func intent(_ text: String, _ manner: some Sequence<String>) -> Intent {
            let said = ([kind.lead] + manner).filter { !$0.isEmpty }.joined(separator: " ")
            return Intent(command: "rewrite", argument: text, manner: said.isEmpty ? nil : said)
        }
        // What is to be worded stands behind a colon, and before it how.
        if let colon = body.words.prefix(10).firstIndex(where: { $0.hasSuffix(":") }), colon + 1 < body.words.count {
            let head = Array(zip(body.words[...colon], body.plain[...colon]))
            // "this text in a friendly tone" without the text.
            let noun = head.firstIndex { texts.contains($0.1) }
            let manner = head.enumerated().filter { place, word in
                place != noun && !(noun.map { place < $0 } ?? false && IntentWording.determiners.contains(word.1))
            }.map { $0.element.0.hasSuffix(":") ? String($0.element.0.dropLast()) : $0.element.0 }
            let saysText = head.contains { texts.contains($0.1) }
            if saysText || manner.contains(where: isManner) || !kind.lead.isEmpty {
                return intent(body.words[(colon + 1)...].joined(separator: " "), manner.filter { !$0.isEmpty })
            }
        }
        if let place = body.leadingFile {
            let manner = Array(body.words[(place + 1)...])
            guard kind.takesText || !manner.isEmpty else { return nil }
            return intent(body.words[place], manner)
        }
        guard kind.takesText, !kind.lead.isEmpty else { return nil }
        // "… into German": the language stands behind the text.
        if kind.isTranslation, body.words.count > 2, into.contains(body.plain[body.words.count - 2]) {
            return intent(body.words.dropLast(2).joined(separator: " "), body.words.suffix(2))
        }
        return IntentRules.isPronoun(body.plain) ? nil : intent(body.words.joined(separator: " "), [])
    }

    /// Whether a wish names how to word a text, and not which: "make it shorter", "translate this".
    static func isUnfinished(_ plain: [String]) -> Bool {
        guard let verb = plain.first, let kind = verbs[verb] else { return false }
        guard plain.count > 1 else { return !kind.lead.isEmpty }
        return IntentRules.isPronoun([plain[1]]) && (!kind.lead.isEmpty || plain.dropFirst(2).contains(where: isManner))
    }

    private static func isManner(_ word: String) -> Bool {
        let plain = word.lowercased()
        return ["more", "less", "mehr", "weniger", "formally", "formal", "politely", "simply", "einfach"].contains(
            plain)
            || plain.count > 5 && plain.hasSuffix("er")
    }

    private struct Kind {
        /// What is said of the wording by the verb itself.
        var lead = ""
        /// Whether what stands behind it is a text where it names no file.
        var takesText = true
        var isTranslation = false
    }

    private static let verbs: [String: Kind] = [
        "rewrite": Kind(), "reword": Kind(), "rephrase": Kind(), "formuliere": Kind(), "formulier": Kind(),
        "translate": Kind(lead: "translated", isTranslation: true),
        "übersetze": Kind(lead: "übersetzt", isTranslation: true),
        "übersetz": Kind(lead: "übersetzt", isTranslation: true), "shorten": Kind(lead: "shorter"),
        "kürze": Kind(lead: "kürzer"),
        "make": Kind(takesText: false), "mach": Kind(takesText: false), "mache": Kind(takesText: false),
        "schreib": Kind(takesText: false), "schreibe": Kind(takesText: false),
    ]
    private static let texts: Set<String> = [
        "text", "sentence", "paragraph", "satz", "absatz", "letter", "mail", "brief",
    ]
    private static let into: Set<String> = ["into", "in", "to", "ins", "auf"]
}

// MARK: - Politeness

/// The words by which people ask nicely, around what they ask for: "could you please … for me, thanks". Kept here by hand; no script makes
/// the lists.
enum Politeness {
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
        "bitte", "hallo", "mal", "ich möchte", "kannst du", "könntest du", "könnten sie", "würdest du", "können sie",
        "ich will", "ich hätte gern",
        "ich hätte gerne", "hilf mir", "s'il te plaît", "s'il vous plaît", "bonjour", "peux-tu", "tu peux",
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
