/// Phrases of one language that are looked for in sentences: at word boundaries, or anywhere in languages without spaces.
struct PhraseList: Sendable {
    private let singles: Set<String>
    /// Phrases of several words by their first word.
    private let longer: [String: [[String]]]
    /// Phrases of languages that set no spaces, and of Korean, whose words take endings.
    private let parts: [String]

    /// - Parameter language: Of the phrases; where there are none in it, the English ones are taken.
    init(_ phrases: [String: [String]], language: String) {
        let list = phrases[language] ?? phrases["en"] ?? []
        parts = phrases[language] != nil && SpokenWords.hasNoSpaces(language) ? list : []
        var singles: Set<String> = []
        var longer: [String: [[String]]] = [:]
        for phrase in parts.isEmpty ? list : [] {
            let words = SpokenWords(phrase, limit: 20).words
            if words.count == 1 { singles.insert(words[0]) } else if let first = words.first { longer[first, default: []].append(words) }
        }
        self.singles = singles
        self.longer = longer
    }

    /// Whether one of the phrases occurs among the words.
    func occurs(in words: SpokenWords) -> Bool { count(in: words) > 0 }

    /// How many of the places hold one of the phrases.
    func count(in words: SpokenWords) -> Int {
        if !parts.isEmpty { return parts.count { words.text.contains($0) } }
        return words.words.indices.count { starts(at: $0, in: words.words) }
    }

    /// Whether the words begin with one of the phrases, fillers and a tying word before it aside.
    func opens(_ words: SpokenWords, after skipped: Set<String> = []) -> Bool {
        if !parts.isEmpty { return parts.contains { words.text.hasPrefix($0) } }
        var at = 0
        while at < min(4, words.words.count) {
            if starts(at: at, in: words.words) { return true }
            guard skipped.contains(words.words[at]) else { return false }
            at += 1
        }
        return false
    }

    private func starts(at place: Int, in words: [String]) -> Bool {
        if singles.contains(words[place]) { return true }
        guard let candidates = longer[words[place]] else { return false }
        return candidates.contains { $0.count <= words.count - place && words[place...].starts(with: $0) }
    }
}

/// The first words of a sentence in lower case, without fillers and marks: what phrases are looked for in.
struct SpokenWords {
    private(set) var words: [String] = []
    /// The same text for languages without spaces, in lower case and without marks at its beginning.
    let text: String

    static func hasNoSpaces(_ language: String) -> Bool { language == "zh" || language == "ja" || language == "ko" }

    /// - Parameter limit: Words that are read; three times as many characters.
    init(_ sentence: String, limit: Int) {
        let start = sentence.prefixOfBytes(limit * 12).lowercased().replacing("’", with: "'")
        // Transcripts for research write "let 's".
        let joined = start.replacing(" '", with: "'").replacing(" n't", with: "n't")
        for part in joined.split(whereSeparator: { !($0.isLetter || $0.isNumber || $0 == "'" || $0 == "-") }) {
            guard words.count < limit else { break }
            let word = String(part)
            if word != "-", !SpokenLanguage.fillers.contains(word) { words.append(word) }
        }
        text = String(start.drop { !($0.isLetter || $0.isNumber) }.prefix(limit * 3))
    }
}
