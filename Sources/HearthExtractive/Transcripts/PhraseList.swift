import HearthCore
import HearthText

/// Phrases of one language that are looked for in sentences: at word boundaries, or anywhere in languages without spaces.
struct PhraseList: Sendable {
    private let singles: Set<String>
    /// Phrases of several words by their first word.
    private let longer: [String: [[String]]]
    /// Phrases of languages that set no spaces, and of Korean, whose words take endings.
    private let parts: [String]

    /// - Parameter language: Of the phrases; where there are none in it, nothing is found. English ones would be met by accident, and
    ///   what was found by accident looks like what was looked for.
    init(_ phrases: [String: [String]], language: String) {
        let list = phrases[language] ?? []
        parts = SpokenWords.hasNoSpaces(language) ? list : []
        var singles: Set<String> = []
        var longer: [String: [[String]]] = [:]
        for phrase in parts.isEmpty ? list : [] {
            let words = SpokenWords(phrase, limit: 20).words
            guard let first = words.first else { continue }
            if words.count == 1 { singles.insert(first) } else { longer[first, default: []].append(words) }
        }
        self.singles = singles
        self.longer = longer
    }

    /// Whether one of the phrases occurs among the words.
    func occurs(in words: SpokenWords) -> Bool { count(in: words) > 0 }

    /// How many of the places hold one of the phrases.
    func count(in words: SpokenWords) -> Int {
        if !parts.isEmpty { return parts.count { words.text.holds($0) } }
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

    /// Whether one of the phrases begins within `reach` words after the end of one of `others`; in languages without
    /// spaces, whether both occur.
    func follows(_ others: PhraseList, within reach: Int, in words: SpokenWords) -> Bool {
        if !parts.isEmpty { return occurs(in: words) && others.occurs(in: words) }
        for place in words.words.indices {
            guard let length = others.length(at: place, in: words.words) else { continue }
            let from = place + length
            let to = min(words.words.count, from + reach)
            if from < to, (from..<to).contains(where: { starts(at: $0, in: words.words) }) { return true }
        }
        return false
    }

    /// Words of the phrase that stands at a place.
    private func length(at place: Int, in words: [String]) -> Int? {
        if let longest = longer[words[place]]?.filter({
            $0.count <= words.count - place && words[place...].starts(with: $0)
        })
        .map(\.count).max() {
            return longest
        }
        return singles.contains(words[place]) ? 1 : nil
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
    /// The same text for languages without spaces, in lower case and without marks at its beginning; empty in others.
    private(set) var text = ""

    static func hasNoSpaces(_ language: String) -> Bool { language == "zh" || language == "ja" || language == "ko" }

    /// - Parameter limit: Words that are read; three times as many characters in languages without spaces.
    init(_ sentence: String, limit: Int) {
        let start = sentence.prefixOfBytes(limit * 12).lowercased()
        var word = ""
        var isUnspaced = false
        for scalar in start.unicodeScalars {
            if scalar.isCJK { isUnspaced = true }
            switch scalar {
            case "’": word.unicodeScalars.append("'")
            case "'", "-": word.unicodeScalars.append(scalar)
            case _ where ScalarClass(scalar.value).isWordPart: word.unicodeScalars.append(scalar)
            default: close(&word, limit)
            }
        }
        close(&word, limit)
        if isUnspaced {
            text = String(start.drop { !($0.isLetter || $0.isNumber) }.prefix(limit * 3))
        }
    }

    private mutating func close(_ word: inout String, _ limit: Int) {
        defer { word.removeAll(keepingCapacity: true) }
        guard !word.isEmpty, words.count < limit else { return }
        // Transcripts for research write "let 's" and "do n't".
        if !words.isEmpty, word.utf8.first == 0x27 && word.utf8.count <= 3 || word == "n't" {
            words[words.count - 1] += word
            return
        }
        while word.utf8.first == 0x2D || word.utf8.first == 0x27 { word.removeFirst() }
        while word.utf8.last == 0x2D || word.utf8.last == 0x27 { word.removeLast() }
        if !word.isEmpty, !SpokenLanguage.fillers.contains(word) { words.append(word) }
    }
}

extension String {
    /// Whether the bytes of another string occur. Unlike `contains`, which compares characters, this costs next to nothing.
    func holds(_ needle: String) -> Bool {
        withBytes { hay in
            needle.withBytes { needle in
                guard let first = needle.first, needle.count <= hay.count else { return false }
                var at = 0
                let last = hay.count - needle.count
                while at <= last {
                    if hay[at] == first {
                        var length = 1
                        while length < needle.count, hay[at + length] == needle[length] { length += 1 }
                        if length == needle.count { return true }
                    }
                    at += 1
                }
                return false
            }
        }
    }
}
