import HearthCore

/// Guesses, by the shape of words, which phrases are technical and how hard a text is.
struct TermFinder {
    private let text: [UInt8]

    init(_ text: String) { self.text = CueText.fold(text) }

    /// Phrases with an abbreviation, a digit or capitals within a word; and those of several long words that come more than
    /// once. Up to ten, in the order in which they came.
    func technical(_ phrases: [String]) -> [String] {
        Array(phrases.filter { isShapedSo($0) || isLongAndRepeated($0) }.prefix(10))
    }

    private func isShapedSo(_ phrase: String) -> Bool {
        phrase.split { $0 == " " || $0 == "-" }.contains { word in
            let letters = word.unicodeScalars.filter { $0.properties.isAlphabetic }
            guard !letters.isEmpty else { return false }
            let hasDigit = word.unicodeScalars.contains { ("0"..."9").contains($0) }
            let inner = letters.dropFirst().contains { $0.properties.isUppercase }
            return hasDigit || inner
        }
    }

    private func isLongAndRepeated(_ phrase: String) -> Bool {
        let words = phrase.split(separator: " ")
        guard words.count > 1, words.allSatisfy({ $0.count >= 6 }) else { return false }
        let needle = CueText.fold(phrase)
        guard let first = CueText.first(needle, in: text, within: 0..<text.count) else { return false }
        return CueText.first(needle, in: text, within: (first + needle.count)..<text.count) != nil
    }

    /// By the length of sentences and words, as formulas of readability do (Björnsson's LIX, 1968), and by technical terms.
    /// LIX speaks of languages with spaces; elsewhere it is not told.
    static func difficulty(sentences: Int, text: String, terms: Int) -> TranscriptTags.Difficulty? {
        var words = 0
        var long = 0
        var unspaced = 0
        for word in text.split(separator: " ") {
            words += 1
            let length = word.unicodeScalars.count { $0.properties.isAlphabetic }
            if length > 6 { long += 1 }
            if word.unicodeScalars.contains(where: \.isCJK) { unspaced += 1 }
        }
        guard words >= 50, unspaced * 2 < words, sentences > 0 else { return nil }
        // Captions without full stops have sentences of hundreds of words, which say nothing.
        let length = min(30, Double(words) / Double(sentences))
        let lix = length + 100 * Double(long) / Double(words) + Double(min(10, terms))
        return if lix < 32 { .beginner } else if lix < 46 { .intermediate } else { .advanced }
    }
}
