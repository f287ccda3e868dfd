import HearthCore
import HearthText

/// A phrase that a stretch of talk uses.
struct SpokenPhrase {
    /// What forms of the phrase have in common.
    var key: String
    /// The stems of its words; the phrase itself in languages without spaces.
    var stems: [String]
    /// As it first stands.
    var text: String
    var count: Int
    var isName: Bool
    /// How well phrases of this many words serve as titles, up to 1.
    var fitness: Double
}

/// Finds the noun phrases of a stretch of talk, without what is small talk in its language.
struct SpokenPhrases {
    let language: String
    private let grammar: PhraseGrammar
    private let empty: Set<String>

    /// Characters of Chinese that tie words together; a phrase does not hold them.
    private static let hanTies = Set(
        "的了是在我你他她它们这那有和与就都也不吗呢吧啊个会能要说到去来为上下把被让给对从以及或但而又还很没之其此什么怎样哪谁时候可些着过得地".unicodeScalars.map(\.value))

    /// What is left of "we'll" and "you're" when the apostrophe parts them.
    private static let contractions: Set<String> = ["ll", "re", "ve", "s", "t", "d", "m"]

    init(language: String) {
        self.language = language
        grammar = PhraseGrammar(language: language)
        empty = (SpokenLanguage.smallTalk[language] ?? []).union(SpokenLanguage.fillers(in: language))
            .union(SpokenLanguage.personal[language] ?? []).union(SpokenLanguage.openers[language] ?? [])
    }

    func phrases(in text: String) -> [SpokenPhrase] {
        let text = Self.spoken(text)
        switch language {
        case "zh": return unspaced(text, isPart: { $0.isHan && !Self.hanTies.contains($0.value) }, lengths: 2...6)
        case "ja":
            return unspaced(text, isPart: { $0.isHan || (0x30A1...0x30FC).contains($0.value) }, lengths: 2...12)
        case "ko": return korean(text)
        default: return spaced(text)
        }
    }

    /// The words without marks, notes and addresses: the last word of "example.org" is no topic.
    private static func spoken(_ text: String) -> String {
        let plain = PlainText.line(text)
        guard plain.contains("://") || plain.contains("www.") else { return plain }
        return plain.split(separator: " ").filter { !$0.contains("://") && !$0.contains("www.") }.joined(separator: " ")
    }

    private func spaced(_ text: String) -> [SpokenPhrase] {
        text.withBytes { bytes in
            PhraseCandidates(grammar: grammar).phrases(in: bytes).candidates.compactMap { candidate in
                let bare = candidate.words.count { empty.contains($0) || isWeak($0) }
                // One weak word may stand in a phrase ("good design"), but not at its end.
                guard bare * 2 < candidate.words.count,
                    !candidate.words.contains(where: { Self.contractions.contains($0) }),
                    let last = candidate.words.last, !empty.contains(last),
                    candidate.words.contains(where: { $0.utf8.count > 2 }), !SpokenWording.stumbles(candidate.words),
                    // "Bla bla bla" is one word, said three times.
                    candidate.stems.count == 1 || Set(candidate.stems).count > 1,
                    // When it is to be, and how people greet, is not what they talk about.
                    !TimePhrases.isOnlyTime(candidate.text, language: language),
                    !Courtesies.isPolite(candidate.text, language: language)
                else { return nil }
                return SpokenPhrase(
                    key: candidate.stems.joined(separator: " "), stems: candidate.stems, text: candidate.text,
                    count: candidate.count, isName: candidate.capitals * 2 > candidate.count,
                    fitness: fitness(candidate.words.count))
            }
        }
    }

    private func isWeak(_ word: String) -> Bool { word.contains("'") || grammar.isGeneric(word) }

    private func fitness(_ words: Int) -> Double {
        switch words {
        case 1: 0.6
        case 2: 1
        case 3: 0.95
        default: 0.7
        }
    }

    /// Runs of content characters. In Chinese, whose words are not set apart, also what is repeated inside of runs.
    private func unspaced(
        _ text: String, isPart: (Unicode.Scalar) -> Bool, lengths: ClosedRange<Int>
    ) -> [SpokenPhrase] {
        var counts: [String: Int] = [:]
        var order: [String] = []
        func add(_ phrase: String) {
            if counts[phrase] == nil { order.append(phrase) }
            counts[phrase, default: 0] += 1
        }
        var run: [Unicode.Scalar] = []
        func close() {
            defer { run.removeAll(keepingCapacity: true) }
            guard run.count >= 2 else { return }
            if lengths.contains(run.count) { add(String(String.UnicodeScalarView(run))) }
            guard language == "zh" else { return }
            for length in 2...4 where length < run.count {
                for start in 0...(run.count - length) {
                    add(String(String.UnicodeScalarView(run[start..<(start + length)])))
                }
            }
        }
        for scalar in text.unicodeScalars {
            if isPart(scalar) { run.append(scalar) } else { close() }
            if run.count > 60 { close() }
        }
        close()
        return order.compactMap { phrase in
            let length = phrase.unicodeScalars.count
            guard let count = counts[phrase], count > 1 || length >= 3 && order.count < 400 else { return nil }
            // Part of a longer phrase that is as frequent is no phrase.
            return SpokenPhrase(
                key: phrase, stems: [phrase], text: phrase, count: count, isName: false,
                fitness: length == 2 ? 0.7 : length <= 6 ? 1 : 0.8)
        }
    }

    private static let particles = [
        "에서는", "으로는", "에서", "에게", "으로", "까지", "부터", "처럼", "보다", "라는", "은", "는", "이", "가", "을", "를", "에", "의", "로",
        "와", "과", "도", "만", "요",
    ]
    private static let endings = ["다", "요", "죠", "고", "서", "면", "지만", "는데", "니다", "까"]

    /// Words without the particle at their end; words that end as verbs do are left out.
    private func korean(_ text: String) -> [SpokenPhrase] {
        var counts: [String: Int] = [:]
        var order: [String] = []
        for part in text.split(whereSeparator: { !($0.isLetter || $0.isNumber) }) {
            var word = String(part)
            guard word.count >= 2, word.count <= 12,
                !Self.endings.contains(where: { word.hasSuffix($0) && word.count > 2 })
            else { continue }
            if let particle = Self.particles.first(where: { word.hasSuffix($0) && word.count - $0.count >= 2 }) {
                word.removeLast(particle.count)
            }
            guard !Stopwords.contains(word, language: "ko"), !empty.contains(word) else { continue }
            if counts[word] == nil { order.append(word) }
            counts[word, default: 0] += 1
        }
        return order.map {
            SpokenPhrase(
                key: $0, stems: [$0], text: $0, count: counts[$0] ?? 1, isName: false, fitness: $0.count == 2 ? 0.8 : 1)
        }
    }
}

// MARK: - Lists

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
            let words = SpokenWords(phrase, limit: 20, language: language).words
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

    /// Words of the phrase that stands at a place; `nil` where none does.
    func length(at place: Int, in words: [String]) -> Int? {
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

    /// - Parameters:
    ///   - limit: Words that are read; three times as many characters in languages without spaces.
    ///   - language: ISO 639-1, of the sentence.
    init(_ sentence: String, limit: Int, language: String) {
        let fillers = SpokenLanguage.fillers(in: language)
        let start = sentence.prefixOfBytes(limit * 12).lowercased()
        var word = ""
        var isUnspaced = false
        for scalar in start.unicodeScalars {
            if scalar.isCJK { isUnspaced = true }
            switch scalar {
            case "’": word.unicodeScalars.append("'")
            case "'", "-": word.unicodeScalars.append(scalar)
            case _ where ScalarClass(scalar.value).isWordPart: word.unicodeScalars.append(scalar)
            default: close(&word, limit, fillers)
            }
        }
        close(&word, limit, fillers)
        if isUnspaced {
            text = String(start.drop { !($0.isLetter || $0.isNumber) }.prefix(limit * 3))
        }
    }

    private mutating func close(_ word: inout String, _ limit: Int, _ fillers: Set<String>) {
        defer { word.removeAll(keepingCapacity: true) }
        guard !word.isEmpty, words.count < limit else { return }
        // Transcripts for research write "let 's" and "do n't".
        if !words.isEmpty, word.utf8.first == 0x27 && word.utf8.count <= 3 || word == "n't" {
            words[words.count - 1] += word
            return
        }
        while word.utf8.first == 0x2D || word.utf8.first == 0x27 { word.removeFirst() }
        while word.utf8.last == 0x2D || word.utf8.last == 0x27 { word.removeLast() }
        if !word.isEmpty, !fillers.contains(word) { words.append(word) }
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
