/// English words that are no names. A capital at the start of a sentence says nothing about them.
enum CommonWords {
    /// Whether the lower-cased word is a common one, or an inflected form of one.
    static func contains(_ word: String) -> Bool {
        if base.contains(word) { return true }
        if word.contains("'") { return Stopwords.contains(word, language: "en") }
        return candidates(word).contains { base.contains($0) } || hasCommonEnding(word)
    }

    private static let base: Set<String> = {
        var words = Set(list.split(separator: " ").map(String.init))
        words.formUnion(Stopwords.words(of: "en"))
        return words
    }()

    /// The base forms that an inflected word may have.
    private static func candidates(_ word: String) -> [String] {
        var found: [String] = []
        func strip(_ ending: String, adding tails: [String]) {
            guard word.hasSuffix(ending), word.utf8.count >= ending.utf8.count + 3 else { return }
            let stem = String(word.dropLast(ending.count))
            for tail in tails { found.append(stem + tail) }
            if ending != "s", stem.utf8.count > 3, stem.last == stem.dropLast().last {
                found.append(String(stem.dropLast()))
            }
        }
        strip("ies", adding: ["y"])
        strip("ied", adding: ["y"])
        strip("es", adding: [""])
        strip("s", adding: [""])
        strip("ed", adding: ["", "e"])
        strip("ing", adding: ["", "e"])
        strip("in", adding: ["g", "ing"])
        strip("er", adding: ["", "e"])
        strip("est", adding: ["", "e"])
        strip("ly", adding: ["", "e"])
        return found
    }

    /// Long words with these endings are derived words, seldom names.
    private static func hasCommonEnding(_ word: String) -> Bool {
        guard word.utf8.count >= 7 else { return false }
        return endings.contains { word.hasSuffix($0) }
    }

    private static let endings = [
        "tion", "tions", "sion", "ness", "ment", "ments", "ously", "ingly", "able", "ible", "ful", "less", "ously",
        "ively", "ology",
        "ying", "ating", "ized", "izing", "ation",
    ]
}
