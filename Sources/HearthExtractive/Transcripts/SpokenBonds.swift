import HearthCore

/// Words between which no sentence ends, in English talk without marks: the parts of a number, and what an article or a preposition waits for. The
/// model that finds the ends knows that as well, most of the time.
enum SpokenBonds {
    /// More than any model says for an end, and less than what shows that another speaks.
    static let strong = 40.0

    /// For each word, how much speaks against a sentence that begins with it, as logarithms of odds.
    static func strengths(between words: [String]) -> [Double] {
        let plain = words.map { word in word.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "'" } }
        return plain.indices.map { index in
            guard index > 0 else { return 0 }
            let (before, word) = (plain[index - 1], plain[index])
            if opening.contains(before) { return strong }
            if isNumber(before), isNumber(word) { return strong }
            // "on thursday the twenty third at five"
            if dated.contains(before), isNumber(word) || ordinals.contains(word) { return strong }
            if dated.contains(before), word == "the", index + 1 < plain.count,
                isNumber(plain[index + 1]) || ordinals.contains(plain[index + 1])
            {
                return strong
            }
            if isNumber(before), ordinals.contains(word) { return strong }
            // "this 1983 Yamaha": what stands between an article and its noun.
            if index > 1, isNumber(before), articles.contains(plain[index - 2]) { return strong }
            return 0
        }
    }

    private static func isNumber(_ word: String) -> Bool { word.first?.isNumber == true || numbers.contains(word) }

    /// "one" is left out, which often stands for a thing: "this one", "which one".
    private static let numbers: Set<String> = [
        "zero", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
        "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty", "thirty", "forty", "fifty",
        "sixty", "seventy", "eighty", "ninety", "hundred", "thousand", "million", "billion",
    ]
    /// "may" is left out, which mostly is the verb.
    private static let dated = Set((EnglishCalendar.weekdays + EnglishCalendar.months).map { $0.lowercased() })
        .subtracting(["may"])
    private static let ordinals: Set<String> = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
        "twelfth", "thirteenth",
        "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth", "twentieth", "thirtieth",
    ]
    private static let articles: Set<String> = ["a", "an", "the", "this", "my", "your", "our", "their", "his"]
    /// No sentence ends with one of these; with "that" and "her" many do.
    private static let opening: Set<String> = [
        "a", "an", "the", "my", "your", "our", "their", "every", "and", "or", "because",
    ]
}
