public import HearthCore

/// A term of full-text search and where it stands.
public struct SearchTerm: Hashable, Sendable {
    public var text: String
    public var span: TextSpan

    public init(text: String, span: TextSpan) {
        self.text = text
        self.span = span
    }
}

/// Turns text into the terms of full-text search: words in lower case without marks, reduced to their stems; numbers; pairs of
/// characters where no spaces part words.
///
/// A document is analysed in its own language, a query in each language that the documents may be in: see
/// ``words(ofQuery:likely:languages:)``.
public struct SearchAnalyzer: Sendable {
    /// ISO 639-1.
    public let language: String

    /// - Parameter language: Whose stems words get (``Stemmer``). Where there is no stemmer, words are cut to their beginning; in
    ///   languages in other letters than Latin, words in ASCII are taken for English. The default, and `und`, is English.
    public init(language: String? = nil) { self.language = language.map(Stemmer.code) ?? "en" }

    /// Leaves words as they stand, but for case and marks.
    package static let unstemmed = SearchAnalyzer(language: TermStemmers.none)

    /// Names how terms are made. An index that was made in another way is made anew.
    public static let version = Stemmer.languages.isEmpty ? "words 4" : "words 4, Snowball 2.2.0"

    /// The terms of a text in order, repeated as often as they occur.
    public func terms(in text: String) -> [String] {
        var found: [String] = []
        found.reserveCapacity(text.utf8.count / 6)
        forEachTerm(in: text) { term, _ in found.append(term) }
        return found
    }

    /// The terms with the bytes they stand for.
    public func locatedTerms(in text: String) -> [SearchTerm] {
        var found: [SearchTerm] = []
        forEachTerm(in: text) { found.append(SearchTerm(text: $0, span: TextSpan($1))) }
        return found
    }

    /// Whether a term is so frequent in a language that it says nothing about a topic.
    ///
    /// - Parameter language: ISO 639-1. A word of one language may be a stop word of another ("war", "die"), so that only the lists of
    ///   this language and of languages in other scripts are asked.
    public func isStopword(_ term: String, language: String = "en") -> Bool {
        if Stopwords.terms(of: language, analyzer: self).contains(term) { return true }
        guard let first = term.utf8.first, first >= 0x80 else { return false }
        return Stopwords.termsBeyondLatin.contains(term)
    }

    /// Whether a term of a query rather asks ("summarize", "what did they say about") than says what for.
    public func isRequestWord(_ term: String) -> Bool {
        (Self.requestTerms[language] ?? Self.requestTerms["en"])?.contains(term) == true
    }

    private static let requestTerms: [String: Set<String>] = {
        let requests = SpokenLanguage.requests.joined(separator: "\n")
        return Dictionary(
            uniqueKeysWithValues: StopwordLists.all.keys.map {
                ($0, Set(SearchAnalyzer(language: $0).terms(in: requests)))
            })
    }()

    package func forEachTerm(in text: String, _ body: (String, Range<Int>) -> Void) {
        text.withBytes { bytes in
            var run = TermBuilder(language: language)
            run.walk(bytes, body)
        }
    }
}

extension SearchAnalyzer {
    /// A word of a query: the terms by which documents may hold it.
    public struct QueryWord: Hashable, Sendable {
        /// In the language that the query seems to be in.
        public var term: String
        /// As it stands, but for case and marks.
        public var plain: String
        /// In the other languages, and of its irregular forms in its own, where they differ from it and from each other.
        public var others: [String]
        /// See ``SearchAnalyzer/isStopword(_:language:)``.
        public var isStopword: Bool
        /// See ``SearchAnalyzer/isRequestWord(_:)``.
        public var isRequest: Bool
    }

    /// The words of a query, in the languages of the documents that it is for, with their irregular forms ("swim", "swam").
    ///
    /// One word is one term only where query and documents are in one language. Queries are too short to be sure of theirs, and name
    /// what documents in other languages are about.
    ///
    /// - Parameters:
    ///   - likely: What the query seems to be in. Where no document is, English takes its place.
    ///   - languages: Those of the documents. English is always among them.
    public static func words(ofQuery text: String, likely: String, languages: [String]) -> [QueryWord] {
        let analyzers = (["en"] + languages).map { SearchAnalyzer(language: $0) }
        let first = analyzers.first { $0.language == likely } ?? SearchAnalyzer()
        var words: [QueryWord] = []
        var spans: [TextSpan] = []
        first.forEachTerm(in: text) { term, range in
            words.append(
                QueryWord(
                    term: term, plain: term, others: [], isStopword: first.isStopword(term, language: likely),
                    isRequest: first.isRequestWord(term)))
            spans.append(TextSpan(range))
        }
        var at = 0
        unstemmed.forEachTerm(in: text) { term, range in
            guard let found = spans[at...].firstIndex(of: TextSpan(range)) else { return }
            at = found + 1
            words[found].plain = term
        }
        for analyzer in analyzers where analyzer.language != first.language {
            var next = 0
            analyzer.forEachTerm(in: text) { term, range in
                // Every analyzer finds the same words; one may leave out a word of which nothing is left.
                guard let at = spans[next...].firstIndex(of: TextSpan(range)) else { return }
                next = at + 1
                // The German "Meer" is no French word; cut like one it would be "me", which is everywhere.
                guard words[at].term != term, !words[at].others.contains(term),
                    !analyzer.isStopword(term, language: analyzer.language)
                else { return }
                words[at].others.append(term)
            }
        }
        // What no stemmer joins; an index has the words as the stemmers left them. Where the language of the query is not sure, its
        // words may be of another one.
        guard first.language == likely else { return words }
        for at in words.indices where !words[at].isStopword {
            for stem in IrregularForms.stems(of: words[at].plain, language: likely)
            where stem != words[at].term && !words[at].others.contains(stem)
                && !first.isStopword(stem, language: likely)
            {
                words[at].others.append(stem)
            }
        }
        return words
    }
}

// MARK: - Folding

/// Case and diacritics folded away, so that "Café", "CAFE" and "cafe" are one term.
///
/// Latin letters lose their marks by the base letter of their canonical decomposition (Unicode character database), and
/// the letters that have none are spelled as they are usually transcribed (ß ss, æ ae, ø o, ł l). Greek loses its tonos,
/// Cyrillic ё becomes е while й stays a letter of its own, Arabic loses vowel marks and the variants of alef, Hebrew its points.
/// Full-width forms become ASCII.
enum Folding {
    /// Appends the folded form of one scalar as UTF-8.
    @inline(__always)
    static func append(_ value: UInt32, to out: inout [UInt8]) {
        if value < 0x80 {
            let byte = UInt8(value)
            out.append(byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte)
        } else {
            appendBeyondASCII(value, to: &out)
        }
    }

    private static func appendBeyondASCII(_ value: UInt32, to out: inout [UInt8]) {
        switch value {
        case 0xC0..<0x180: appendLatin(latin[Int(value - 0xC0)], original: value, to: &out)
        case 0x180..<0x250: appendLatin(latinB[Int(value - 0x180)], original: value, to: &out)
        case 0x1E00..<0x1F00: appendLatin(latinAdditional[Int(value - 0x1E00)], original: value, to: &out)
        case 0x300...0x36F, 0x5B0...0x5C7, 0x610...0x61A, 0x640, 0x64B...0x65F, 0x670, 0x200B...0x200F, 0x2060,
            0xAD, 0xFEFF, 0xFE00...0xFE0F, 0x202A...0x202E:
            return
        case 0x2019: out.append(0x27)
        case 0xFF01...0xFF5E: append(value - 0xFEE0, to: &out)
        case 0x386, 0x3AC: encode(0x3B1, to: &out)
        case 0x388, 0x3AD: encode(0x3B5, to: &out)
        case 0x389, 0x3AE: encode(0x3B7, to: &out)
        case 0x38A, 0x3AF, 0x390, 0x3CA, 0x3AA: encode(0x3B9, to: &out)
        case 0x38C, 0x3CC: encode(0x3BF, to: &out)
        case 0x38E, 0x3CD, 0x3B0, 0x3CB, 0x3AB: encode(0x3C5, to: &out)
        case 0x38F, 0x3CE: encode(0x3C9, to: &out)
        case 0x3C2: encode(0x3C3, to: &out)
        case 0x391...0x3A9: encode(value + 0x20, to: &out)
        case 0x410...0x42F: encode(value + 0x20, to: &out)
        case 0x401, 0x451: encode(0x435, to: &out)
        case 0x402...0x40F: encode(value + 0x50, to: &out)
        case 0x430...0x44F: encode(value, to: &out)
        case 0x622, 0x623, 0x625, 0x671: encode(0x627, to: &out)
        case 0x649, 0x6CC: encode(0x64A, to: &out)
        case 0x6A9: encode(0x643, to: &out)
        // Scripts that know no case, from Devanagari to Burmese, Khmer, and from kana to Hangul.
        case 0x900...0x109F, 0x1780...0x17FF, 0x3041...0xD7FF: encode(value, to: &out)
        default: appendLowercased(value, to: &out)
        }
    }

    private static func appendLatin(_ base: UInt8, original: UInt32, to out: inout [UInt8]) {
        if base != UInt8(ascii: ".") {
            out.append(base)
            return
        }
        switch original {
        case 0xDF, 0x1E9E: out.append(contentsOf: [0x73, 0x73])
        case 0xC6, 0xE6, 0x1E2, 0x1E3, 0x1FC, 0x1FD: out.append(contentsOf: [0x61, 0x65])
        case 0x152, 0x153: out.append(contentsOf: [0x6F, 0x65])
        case 0xD8, 0xF8, 0x1FE, 0x1FF: out.append(0x6F)
        case 0xD0, 0xF0, 0x110, 0x111: out.append(0x64)
        case 0xDE, 0xFE: out.append(contentsOf: [0x74, 0x68])
        case 0x131: out.append(0x69)
        case 0x141, 0x142: out.append(0x6C)
        case 0x126, 0x127: out.append(0x68)
        default: appendLowercased(original, to: &out)
        }
    }

    private static func appendLowercased(_ value: UInt32, to out: inout [UInt8]) {
        guard let scalar = Unicode.Scalar(value) else { return }
        for lower in scalar.properties.lowercaseMapping.unicodeScalars where lower.value != 0x307 {
            encode(lower.value, to: &out)
        }
    }

    /// Appends a scalar as UTF-8.
    static func encode(_ value: UInt32, to out: inout [UInt8]) {
        switch value {
        case 0..<0x80:
            out.append(UInt8(value))
        case 0x80..<0x800:
            out.append(0xC0 | UInt8(value >> 6))
            out.append(0x80 | UInt8(value & 0x3F))
        case 0x800..<0x10000:
            out.append(0xE0 | UInt8(value >> 12))
            out.append(0x80 | UInt8(value >> 6 & 0x3F))
            out.append(0x80 | UInt8(value & 0x3F))
        default:
            out.append(0xF0 | UInt8(value >> 18 & 0x07))
            out.append(0x80 | UInt8(value >> 12 & 0x3F))
            out.append(0x80 | UInt8(value >> 6 & 0x3F))
            out.append(0x80 | UInt8(value & 0x3F))
        }
    }

    /// Base letters of U+00C0 to U+017F; a full stop where there is none.
    private static let latin = Array(
        ("aaaaaa.ceeeeiiii.nooooo..uuuuy..aaaaaa.ceeeeiiii.nooooo..uuuuy.yaaaaaaccccccccdd..eeeeeeeeeegggggggghh.."
            + "iiiiiiiii...jjkk.llllll....nnnnnn...oooooo..rrrrrrsssssssstttt..uuuuuuuuuuuuwwyyyzzzzzz.").utf8)

    /// Base letters of U+0180 to U+024F.
    private static let latinB = Array(
        ("................................oo.............uu............................aaiioouuuuuuuuuu.aaaa....ggkkoo"
            + "oo..j...gg..nnaa....aaaaeeeeiiiioooorrrruuuusstt..hh......aaeeooooooooyy............................")
            .utf8)

    /// Base letters of U+1E00 to U+1EFF, among them those of Vietnamese.
    private static let latinAdditional = Array(
        ("aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmmmmmmnnnnnnnnoooooooopppprrrrrrrrssssssssss"
            + "ttttttttuuuuuuuuuuvvvvwwwwwwwwwwxxxxyyzzzzzzhtwy......aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeeeeeeeeeeeiiii"
            + "oooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyy......").utf8)
}
