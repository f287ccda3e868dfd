/// The words by which people ask nicely, around what they ask for: "could you please … for me, thanks".
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
