import HearthCore
import HearthExtractive
import HearthText

/// A title for an entry that has none, in the writer's own words.
///
/// A diary often says by itself what a day was ("We're getting married!", "Quiet day."): a short sentence, or the clause with which one
/// begins, is taken where it can stand alone. Two key phrases in a row, as a title of most other texts would be, read like a riddle to whoever
/// wrote them.
struct EntryTitle {
    /// Sentences further on are seldom what a day is remembered for.
    private static let reach = 12
    private static let words = 2...9
    /// Bytes of the longest title: a line of a list.
    private static let longest = 64
    /// Marks at which a sentence can be left.
    private static let borders: Set<Character> = [";", ":", "—", "–", "；", "：", "，", "、", ","]

    private struct Candidate {
        var text: String
        var score: Double
    }

    /// - Parameters:
    ///   - text: What was written.
    ///   - sentences: Bytes of its sentences.
    ///   - tags: What a tagger says of it; `nil` goes by place and form alone.
    ///   - names: Names in it.
    /// - Returns: `nil` where no sentence makes a title.
    static func title(
        of text: String, sentences: [TextSpan], tags: TaggedText?, names: [NamedEntity], language: String
    ) -> String? {
        let salience = tags?.salience(of: sentences.map(\.range))
        let leaning = JournalWords.leaning(language)
        var best: Candidate?
        for (index, span) in sentences.prefix(reach).enumerated() {
            guard let sentence = text.text(in: span).map(PlainText.line), let title = clause(of: sentence) else {
                continue
            }
            var score = 1 / (1 + 0.25 * Double(index))
            if let tags {
                let felt = tags.sentences(in: span.range).map {
                    max($0.tags.positive.probability, $0.tags.negative.probability)
                }
                score += 0.8 * (felt.max() ?? 0) + 0.2 * (salience?[index] ?? 0)
            }
            if names.contains(where: { title.contains($0.name) }) { score += 0.2 }
            // The rest of a sentence that goes on says less without it.
            if title.count < sentence.count - 1 { score -= 0.2 }
            let opening = title.lowercased().split { !$0.isLetter && $0 != "'" && $0 != "’" }.first.map(String.init)
            if let opening, leaning.contains(opening) { score -= 0.5 }
            if score > best?.score ?? 0.35 { best = Candidate(text: title, score: score) }
        }
        return best?.text
    }

    /// A sentence, or its beginning, that is short enough; without its full stop, as titles are written.
    private static func clause(of sentence: String) -> String? {
        guard let first = sentence.first, first.isLetter || first.isNumber, !first.isLowercase else { return nil }
        func fits(_ text: String) -> Bool {
            let count = text.split(separator: " ").count
            // Where words have no spaces, two characters are about one.
            let isUnspaced = text.unicodeScalars.contains(where: \.isCJK)
            return words.contains(isUnspaced ? max(count, text.count / 2) : count) && text.utf8.count <= longest
        }
        let whole = sentence.trimmingSuffix(while: { $0 == "." || $0 == "。" || $0 == "।" || $0 == " " })
        if fits(String(whole)) { return String(whole) }
        for index in whole.indices where borders.contains(whole[index]) {
            let part = whole[..<index].trimmingSuffix(while: { $0 == " " })
            guard part.split(separator: " ").count >= 3 || part.unicodeScalars.contains(where: \.isCJK) else {
                continue
            }
            return fits(String(part)) ? String(part) : nil
        }
        return nil
    }
}

extension StringProtocol {
    fileprivate func trimmingSuffix(while matches: (Character) -> Bool) -> SubSequence {
        var end = endIndex
        while end > startIndex, matches(self[index(before: end)]) { end = index(before: end) }
        return self[startIndex..<end]
    }
}
