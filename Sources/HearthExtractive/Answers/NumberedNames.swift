import HearthCore
import HearthText

/// The names in a question that only a number tells from others of their kind: "Flat 9" is not "Flat 7", and a lease of the one says
/// nothing of the other.
///
/// A name is a word with a number right behind it. Days, months and years are no names, nor is an amount: a word without a capital is one
/// only where no word that could be a unit follows the number ("room 12", and not "takes 20 minutes").
struct NumberedNames {
    /// By the word, in lower case and without the "s" of a plural, the numbers that are asked about, in lower case: "12b".
    private var asked: [String: Set<String>] = [:]

    var isEmpty: Bool { asked.isEmpty }

    /// Bytes of a question and of a line that are read.
    private static let mostRead = 2_000
    /// Four digits between these are a year.
    private static let years = 1_500...2_199
    /// Months that as a word of their own mean something else, or are cut short; before a number they are a date.
    private static let monthsBeforeNumbers = Set(words: "jan feb mar apr may jun jul aug sep sept oct nov dec")
    /// Words between a name and its number.
    private static let numberMarks = Set(words: "no nr number nummer num núm número numéro numero")

    /// - Parameter isGrammar: Whether a word, in lower case, only holds sentences together.
    init(in question: String, isGrammar: (String) -> Bool) {
        let words = Self.words(of: question)
        for (place, pair) in Self.pairs(of: words) {
            let word = words[place]
            guard !isGrammar(word.plain), !Self.isDay(word.plain), !Self.isYear(pair.number) else { continue }
            let isBare = words.dropFirst(pair.place + 1).first.map { isGrammar($0.plain) } ?? true
            guard word.hasCapital || isBare else { continue }
            asked[Self.singular(word.plain), default: []].insert(pair.number)
        }
    }

    /// Whether a line tells of another of the kind: `false` where it has what is asked about, `nil` where it has none of the kind.
    func tellsOfOther(_ line: String) -> Bool? {
        let words = Self.words(of: line)
        var told: Bool?
        for (place, pair) in Self.pairs(of: words) {
            guard let numbers = asked[Self.singular(words[place].plain)], !Self.isYear(pair.number) else { continue }
            // "Flats 7 and 9" have one word for both.
            if words.contains(where: { $0.isNumber && numbers.contains($0.plain) }) { return false }
            told = true
        }
        return told
    }

    private struct Word {
        var plain: String
        /// Whether it begins with a digit: "9", "12b".
        var isNumber: Bool
        var hasCapital: Bool
        /// Whether nothing but spaces, or a sign that a number follows, parts it from the word before.
        var isNext: Bool
    }

    /// The places of words with a number right behind them, with that number and its place.
    private static func pairs(of words: [Word]) -> [(Int, (number: String, place: Int))] {
        words.indices.compactMap { place in
            guard !words[place].isNumber, !numberMarks.contains(words[place].plain) else { return nil }
            var next = place + 1
            if next < words.count, words[next].isNext, numberMarks.contains(words[next].plain) { next += 1 }
            guard next < words.count, words[next].isNumber, words[next].isNext else { return nil }
            return (place, (words[next].plain, next))
        }
    }

    private static func words(of text: String) -> [Word] {
        let text = String(text.prefixOfBytes(mostRead))
        return text.withBytes { bytes in
            var scanner = WordScanner(bytes)
            var words: [Word] = []
            var end = 0
            while let word = scanner.next() {
                let raw = bytes.string(word.span.range)
                let isNumber = raw.utf8.first.map { (0x30...0x39).contains($0) } ?? false
                words.append(
                    Word(
                        plain: raw.lowercased(), isNumber: isNumber,
                        hasCapital: raw.unicodeScalars.first?.value.isUppercase == true,
                        isNext: isNextGap(bytes[end..<word.span.start], after: words.last)))
                end = word.span.end
            }
            return words
        }
    }

    /// Spaces, "#", and the full stop of "No. 7".
    private static func isNextGap(_ gap: some Collection<UInt8>, after word: Word?) -> Bool {
        guard let word else { return false }
        let endsShort = numberMarks.contains(word.plain)
        return !gap.isEmpty
            && gap.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x23 || $0 == 0x2E && endsShort }
    }

    private static func isDay(_ word: String) -> Bool {
        AnswerOffer.isDay(word) || monthsBeforeNumbers.contains(word)
    }

    private static func isYear(_ number: String) -> Bool { Int(number).map(years.contains) ?? false }

    private static func singular(_ word: String) -> String {
        word.count > 3 && word.hasSuffix("s") ? String(word.dropLast()) : word
    }
}
