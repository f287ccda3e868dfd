/// Sentences that were told already, to tell no other in nearly the same words.
struct SaidWords {
    /// The share of common words from which two sentences say the same (the Jaccard index).
    private static let same = 0.6

    private var told: [Set<String>] = []

    /// Keeps a sentence and returns `true`, unless one in nearly the same words is kept.
    mutating func insert(_ text: String) -> Bool {
        let words = Self.words(text)
        guard !isTold(words) else { return false }
        told.append(words)
        return true
    }

    func holds(_ text: String) -> Bool { isTold(Self.words(text)) }

    private func isTold(_ words: Set<String>) -> Bool {
        told.contains { other in
            let common = words.intersection(other).count
            return Double(common) >= Self.same * Double(words.count + other.count - common)
        }
    }

    /// Words in lower case; of scripts without spaces the characters, two by two.
    private static func words(_ text: String) -> Set<String> {
        var words: Set<String> = []
        for word in text.lowercased().split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
            if let first = word.unicodeScalars.first, first.value >= 0x2E80 {
                words.formUnion(zip(word, word.dropFirst()).map { "\($0)\($1)" })
            } else {
                words.insert(String(word))
            }
        }
        return words
    }
}
