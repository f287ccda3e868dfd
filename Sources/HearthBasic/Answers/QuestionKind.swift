/// What kind of thing a question asks for, as far as its question word tells.
struct QuestionKind: OptionSet, Sendable {
    let rawValue: Int

    static let person = QuestionKind(rawValue: 1)
    static let time = QuestionKind(rawValue: 2)
    static let place = QuestionKind(rawValue: 4)
    static let number = QuestionKind(rawValue: 8)
    static let reason = QuestionKind(rawValue: 16)
    /// A list, steps: more than one sentence can say.
    static let several = QuestionKind(rawValue: 32)

    init(rawValue: Int) { self.rawValue = rawValue }
}

/// A question, with the words that ask found in it.
struct AskedQuestion {
    var kind: QuestionKind = []
    /// Words of several letters, lower-cased, that ask.
    private(set) var words: Set<String> = []
    /// Bytes of the question in scripts without spaces that ask.
    private(set) var ranges: [Range<Int>] = []

    /// - Parameter languages: ISO 639-1, of the question and of the texts, where they are known.
    init(_ question: String, languages: Set<String>) {
        let lower = question.lowercased()
        let parts = lower.split { !($0.isLetter || $0.isNumber || $0.isMarkOnly) }.map(String.init)
        var phrases: Set<String> = []
        for start in parts.indices {
            for end in start..<min(start + QuestionWords.longest, parts.count) {
                phrases.insert(parts[start...end].joined(separator: " "))
            }
        }
        let bytes = Array(lower.utf8)
        // Lower-casing may move bytes; then there is nothing to point at in the question.
        let isInPlace = bytes.count == question.utf8.count
        for entry in QuestionWords.entries(languages: languages) {
            for phrase in entry.phrases {
                if QuestionWords.isWithoutSpaces(phrase) {
                    let found = Self.places(of: Array(phrase.utf8), in: bytes)
                    guard !found.isEmpty else { continue }
                    kind.formUnion(entry.kind)
                    if isInPlace { ranges += found }
                } else if phrases.contains(phrase) {
                    kind.formUnion(entry.kind)
                    // "year" of "what year" says what is asked about; only the word that asks is dropped.
                    let parts = phrase.split(separator: " ").map(String.init)
                    if parts.count == 1 { words.insert(phrase) }
                }
            }
        }
    }

    /// Whether a term of the question, at these bytes of it, only asks.
    func asks(_ word: String, at range: Range<Int>) -> Bool {
        words.contains(word) || ranges.contains { $0.overlaps(range) }
    }

    private static func places(of phrase: [UInt8], in bytes: [UInt8]) -> [Range<Int>] {
        guard let first = phrase.first, phrase.count <= bytes.count else { return [] }
        var found: [Range<Int>] = []
        for start in 0...(bytes.count - phrase.count)
        where bytes[start] == first && bytes[start..<(start + phrase.count)].elementsEqual(phrase) {
            found.append(start..<(start + phrase.count))
        }
        return found
    }
}

extension Character {
    /// Combining marks that `split` would otherwise take for borders.
    fileprivate var isMarkOnly: Bool {
        unicodeScalars.allSatisfy { ScalarClass($0.value) == .mark }
    }
}
