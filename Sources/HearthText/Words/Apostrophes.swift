/// Words that an apostrophe, straight or curly, joins or cuts short.
///
/// The word scanner keeps them whole, as Unicode does (UAX #29). What of one is the word that says something differs by language:
/// English fastens the possessive and short verbs to the end ("the landlord’s", "we’ll"), French, Italian and Catalan articles and
/// pronouns to the beginning ("l’eau", "dell’acqua").
package enum Apostrophes {
    /// The part that says something, as a range of bytes: all of a word without an apostrophe; `nil` where function words are joined
    /// ("I’ll", "don’t", "c’est").
    ///
    /// - Parameter language: ISO 639-1.
    package static func content(of word: String, language: String) -> Range<Int>? {
        let bytes = word.utf8.count
        guard word.utf8.contains(where: { $0 == 0x27 || $0 == 0xE2 }) else { return 0..<bytes }
        let plain = word.lowercased().replacing("’", with: "'")
        if Stopwords.contains(plain, language: language) { return nil }
        var part = 0..<bytes
        if let heads = elided[language] {
            // "qu’il n’est": the scanner parts at the space; of "d’l’eau" both go.
            while let mark = apostrophe(in: word, part), heads.contains(slice(word, part.lowerBound..<mark.lowerBound))
            {
                part = mark.upperBound..<part.upperBound
            }
        } else {
            if plain.hasSuffix("n't") { return nil }
            if let mark = apostrophe(in: word, part, last: true), let ends = fastened[language] ?? fastened[""],
                ends.contains(slice(word, mark.upperBound..<part.upperBound))
            {
                part = part.lowerBound..<mark.lowerBound
                // "they’re", "who’d": the pronoun alone says as little.
                if Stopwords.contains(slice(word, part), language: language) { return nil }
            }
        }
        return part.isEmpty || part.count < bytes && Stopwords.contains(slice(word, part), language: language)
            ? nil : part
    }

    private static func slice(_ word: String, _ range: Range<Int>) -> String {
        word.withBytes { $0.string(range) }.lowercased()
    }

    /// The bytes of the first or the last apostrophe inside of a part.
    private static func apostrophe(in word: String, _ part: Range<Int>, last: Bool = false) -> Range<Int>? {
        word.withBytes { bytes in
            var found: Range<Int>?
            var at = part.lowerBound
            while at < part.upperBound {
                let (value, length) = bytes.scalar(at: at)
                if value == 0x27 || value == 0x2019 {
                    found = at..<(at + length)
                    if !last { return found }
                }
                at += length
            }
            return found
        }
    }

    /// What English fastens to the end: the possessive and short forms of "will", "have", "are", "would", "am" (Quirk et al., A Comprehensive
    /// Grammar of the English Language, 1985, §3.23). Other languages know the possessive: "Max’ Haus", "Anna’s".
    private static let fastened: [String: Set<String>] = ["en": ["s", "ll", "ve", "re", "d", "m", "t"], "": ["s"]]

    /// What is cut short before a vowel (Grevisse, Le bon usage, §44; Serianni, Grammatica italiana, I §28).
    private static let elided: [String: Set<String>] = [
        "fr": Set(words: "l d j m n s t c qu jusqu lorsqu puisqu quoiqu presqu quelqu"),
        "it": Set(
            words: """
                l d c m n s t v un dell all nell sull dall coll dagl degl gl quell quest bell sant grand com cos dov anch nient nessun \
                qualcun ciascun quant senz mezz tutt
                """),
        "ca": Set(words: "l d m n s t"), "oc": Set(words: "l d m n s t qu"),
    ]
}
