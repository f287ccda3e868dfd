public import HearthCore

/// A word of a text.
public struct Word: Hashable, Sendable {
    public enum Kind: Sendable {
        /// Letters, possibly with digits among them.
        case letters
        /// A number, with its decimal and grouping marks: `1,234.5`.
        case number
        /// One Chinese character or hiragana, or a run of katakana, hangul, Thai or another script without spaces.
        case ideographs
    }

    public var span: TextSpan
    public var kind: Kind

    public init(span: TextSpan, kind: Kind) {
        self.span = span
        self.kind = kind
    }
}

/// Splits text into words by the rules of Unicode's word boundaries (UAX #29), with two departures that serve reading:
/// a full stop joins letters only in an abbreviation of single letters (`U.S.A`), because texts that lack a space after a
/// sentence are more frequent than words with an inner stop, and `_` parts words.
public struct WordSplitter: Sendable {
    public init() {}

    /// The words in order of their place. White space, punctuation and symbols are between them.
    public func words(in text: String) -> [Word] {
        text.withBytes { bytes in
            var found: [Word] = []
            found.reserveCapacity(bytes.count / 6)
            var scanner = WordScanner(bytes)
            while let word = scanner.next() { found.append(word) }
            return found
        }
    }
}

/// Walks over the words of a buffer. One pass, constant memory.
package struct WordScanner {
    let bytes: UTF8Bytes
    private(set) var offset: Int
    private let end: Int

    package init(_ bytes: UTF8Bytes, in range: Range<Int>? = nil) {
        self.bytes = bytes
        offset = range?.lowerBound ?? 0
        end = range?.upperBound ?? bytes.count
    }

    package mutating func next() -> Word? {
        while offset < end {
            let byte = bytes[offset]
            if byte < 0x80 {
                switch ScalarClass(ascii: byte) {
                case .letter: return letters(from: offset)
                case .digit: return number(from: offset)
                default: offset += 1
                }
                continue
            }
            let (value, length) = bytes.scalar(at: offset)
            switch ScalarClass(value) {
            case .letter: return letters(from: offset)
            case .digit: return number(from: offset)
            case .han, .hiragana: return single(from: offset, length: length)
            case let kind where kind.isWordPart && kind != .mark: return run(of: kind, from: offset)
            default: offset += length
            }
        }
        return nil
    }

    /// Letters, marks and digits, with apostrophes between letters and full stops between single letters.
    private mutating func letters(from start: Int) -> Word {
        var at = start
        var lettersSinceStop = 0
        while at < end {
            // Most words are ASCII letters.
            while at < end, bytes[at] < 0x80, (bytes[at] | 0x20) &- 0x61 < 26 {
                lettersSinceStop += 1
                at += 1
            }
            guard at < end, bytes[at] != 0x20 else { break }
            let (value, length) = bytes.scalar(at: at)
            switch ScalarClass(value) {
            case .letter, .digit:
                lettersSinceStop += 1
                at += length
                continue
            case .mark where at > start:
                at += length
                continue
            default: break
            }
            guard at + length < end, isJoiner(value, single: lettersSinceStop == 1) else { break }
            let after = bytes.scalar(at: at + length)
            guard ScalarClass(after.value) == .letter else { break }
            if value == 0x2E {
                guard !isLetter(at: at + length + after.length) else { break }
                lettersSinceStop = 0
            }
            at += length
        }
        offset = at
        return Word(span: TextSpan(start: start, end: at), kind: .letters)
    }

    private func isJoiner(_ value: UInt32, single: Bool) -> Bool {
        switch value {
        case 0x27, 0x2019, 0xB7, 0x5F3, 0x5F4, 0x2027: true
        case 0x2E: single
        default: false
        }
    }

    private func isLetter(at place: Int) -> Bool {
        place < end && ScalarClass(bytes.scalar(at: place).value) == .letter
    }

    private mutating func number(from start: Int) -> Word {
        var at = start
        while at < end {
            let (value, length) = bytes.scalar(at: at)
            switch ScalarClass(value) {
            case .digit:
                at += length
                continue
            case .mark where at > start:
                at += length
                continue
            case .letter:
                return letters(from: start)
            default: break
            }
            guard at + length < end, isNumberJoiner(value) else { break }
            guard ScalarClass(bytes.scalar(at: at + length).value) == .digit else { break }
            at += length
        }
        offset = at
        return Word(span: TextSpan(start: start, end: at), kind: .number)
    }

    private func isNumberJoiner(_ value: UInt32) -> Bool {
        switch value {
        case 0x2E, 0x2C, 0x27, 0x2019, 0x66B, 0x66C, 0xFF0E, 0xFF0C: true
        default: false
        }
    }

    private mutating func single(from start: Int, length: Int) -> Word {
        offset = start + length
        skipMarks()
        return Word(span: TextSpan(start: start, end: offset), kind: .ideographs)
    }

    private mutating func run(of kind: ScalarClass, from start: Int) -> Word {
        while offset < end {
            let (value, length) = bytes.scalar(at: offset)
            let found = ScalarClass(value)
            guard found == kind || found == .mark else { break }
            offset += length
        }
        return Word(span: TextSpan(start: start, end: offset), kind: .ideographs)
    }

    private mutating func skipMarks() {
        while offset < end, bytes[offset] >= 0x80 {
            let (value, length) = bytes.scalar(at: offset)
            guard ScalarClass(value) == .mark else { return }
            offset += length
        }
    }
}

// MARK: - Apostrophes

/// Words that an apostrophe, straight or curly, joins or cuts short.
///
/// The word scanner keeps them whole, as Unicode does (UAX #29). What of one is the word that says something differs by language:
/// English fastens the possessive and short verbs to the end ("the landlord’s", "we’ll"), French, Italian and Catalan articles and
/// pronouns to the beginning ("l’eau", "dell’acqua").
package enum Apostrophes {
    /// Whether some bytes are a word of which an apostrophe cut off the beginning: "'Kay", "’Cause". It looks like a name where it begins a sentence.
    package static func isTorn(_ word: Range<Int>, in bytes: UTF8Bytes) -> Bool {
        guard word.lowerBound > 0, word.count <= 6 else { return false }
        let before = word.lowerBound - 1
        let isMark =
            bytes[before] == 0x27
            || before >= 2 && bytes[before] == 0x99 && bytes[before - 1] == 0x80 && bytes[before - 2] == 0xE2
        return isMark && torn.contains(bytes.string(word).lowercased())
    }

    private static let torn: Set<String> = [
        "kay", "cause", "cos", "coz", "cuz", "em", "til", "till", "bout", "round", "scuse", "nuff", "sup", "tis",
        "twas",
    ]

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

    /// What is cut short before a vowel (Grevisse, Le bon usage, §44; Serianni, Grammatica italiana, I §28). By language and
    /// complete; ``ElidedWords`` is one short list for texts of any language.
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
