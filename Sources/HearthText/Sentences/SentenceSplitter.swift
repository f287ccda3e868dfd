public import HearthCore

/// Splits text into sentences.
///
/// The text is first cut into blocks at line ends that are not mere wraps (``LineJoiner``). In a block, quotations and
/// brackets are kept whole (``Enclosures``), items of running lists start anew (``ListMarkers``), and every terminator is
/// judged by what stands before and after it (``SentenceScanner``). All of it takes time in proportion to the text.
public struct SentenceSplitter: Sendable {
    /// Which ends of sentences are told.
    public enum Borders: Sendable {
        /// All that are likely: what reads sentence by sentence wants them short.
        case likely
        /// Those only that line ends, punctuation, quotations, forms of words and polite particles show. Thai and Lao have no full stop and set spaces between
        /// clauses as between sentences; what the neighbours of a space make likely (``ThaiSpaces``) may cut a clause off from the one that
        /// says what it is about.
        case certain
    }

    public init() {}

    /// The sentences in order, without the white space around them. Together they hold every character that is not white space.
    ///
    /// - Parameters:
    ///   - language: ISO 639-1, for abbreviations and ordinals; `nil` finds it out from the text.
    ///   - borders: Which ends are told.
    public func sentences(in text: String, language: String? = nil, borders: Borders = .likely) -> [TextSpan] {
        let language = SentenceRules(language: language ?? Self.guess(text))
        return text.withBytes { bytes in
            var rules = language.observing(bytes)
            rules.spaces.certainOnly = borders == .certain
            var found: [TextSpan] = []
            for block in LineJoiner(bytes: bytes).blocks() {
                var scanner = SentenceScanner(bytes: bytes, block: block, rules: rules)
                scanner.scan { found.append(TextSpan($0)) }
            }
            return found
        }
    }

    /// The language of the beginning is enough to choose abbreviations.
    private static func guess(_ text: String) -> String {
        let sample = String(text.unicodeScalars.prefix(2000))
        return LanguageIdentifier().identify(sample).language
    }
}

/// What the boundaries of sentences need to know of a language.
struct SentenceRules: Sendable {
    let language: String
    let abbreviations: Abbreviations
    /// In these languages a number with a full stop is an ordinal: "am 3. Oktober".
    let hasOrdinalStops: Bool
    /// Abbreviations that the text itself shows.
    var observed = ObservedAbbreviations()
    /// The text has Korean words, whose forms may end sentences; see ``FinalForms``.
    var hasHangul = false
    /// How its writer ends sentences.
    var habit = FinalForms.Habit()
    /// The text has words of Thai or Lao, between which spaces may end sentences; see ``ThaiSpaces``.
    var hasThai = false
    /// What is known of these spaces.
    var spaces = ThaiSpaces.Question()
    /// The characters of scripts whose own full stop the text uses: a dot after them marks an abbreviation.
    var scriptsWithStops: [ClosedRange<UInt32>] = []
    /// Articles, pronouns, conjunctions and their like, or where no list of them is, the most frequent words.
    let functionWords: Set<String>
    /// Words end in vowels, so that a full stop after a consonant and before lower case marks an abbreviation.
    let endsInVowels: Bool
    private let streetEndings: [String]

    init(language: String) {
        self.language = language
        abbreviations = Abbreviations(language: language)
        hasOrdinalStops = Self.ordinalStops.contains(language)
        let listed = Stopwords.words(of: language)
        functionWords = listed.isEmpty ? LanguageSample.frequentWords(of: language) : listed
        endsInVowels = language == "it"
        streetEndings = Self.streets[language] ?? []
    }

    /// Adds what the text itself shows of how its writer ends sentences.
    func observing(_ bytes: UTF8Bytes) -> SentenceRules {
        var rules = self
        var seen = [Bool](repeating: false, count: 256)
        for byte in bytes { seen[Int(byte)] = true }
        if seen[0x2E] { rules.observed = ObservedAbbreviations(in: bytes) }
        rules.hasThai = seen[0xE0] && ThaiSpaces.hasLetters(bytes)
        if rules.hasThai { rules.spaces.areOfTwoWidths = ThaiSpaces.areOfTwoWidths(in: bytes) }
        if seen[0xEA...0xED].contains(true) {
            rules.hasHangul = true
            rules.habit = FinalForms.habit(in: bytes)
        }
        for (stop, script) in Self.ownStops where seen[Int(stop[0])] {
            if bytes.indices.contains(where: { bytes[$0] == stop[0] && bytes[$0...].starts(with: stop) }) {
                rules.scriptsWithStops.append(script)
            }
        }
        return rules
    }

    /// The full stops of scripts that have one, in UTF-8, and the letters of those scripts.
    private static let ownStops: [([UInt8], ClosedRange<UInt32>)] = [
        (Array("।".utf8), 0x900...0xD7F), (Array("۔".utf8), 0x600...0x6FF), (Array("።".utf8), 0x1200...0x137F),
        (Array("։".utf8), 0x530...0x58F),
    ]

    /// Whether sentences often begin with the word: articles, pronouns, conjunctions, and the like.
    func isStarter(_ word: String) -> Bool {
        let lower = word.lowercased()
        return functionWords.contains(lower) || Stopwords.contains(lower, language: "en")
            || Self.quantities.contains(lower)
    }

    func isMonth(_ word: String) -> Bool {
        let lower = word.lowercased()
        return Self.months.contains(lower) || Self.months.contains { $0.count > 3 && lower.hasPrefix($0) }
    }

    /// Whether a word is the name of a street whose kind is cut off: "Goethestr.", "Storgt."
    func isStreet(_ word: StopWord) -> Bool {
        guard word.first.isUppercase, !streetEndings.isEmpty, word.letters > 4 else { return false }
        let text = word.text
        return streetEndings.contains { text.utf8.count > $0.utf8.count + 2 && text.hasSuffix($0) }
    }

    /// How names of streets end when their kind is cut off. Only endings with which no other word of the language ends.
    private static let streets: [String: [String]] = [
        "de": ["str", "pl"], "lb": ["str"], "nl": ["str", "ln", "pln"], "sv": ["sg"], "nb": ["gt", "vn"],
        "no": ["gt", "vn"], "nn": ["gt", "vn"], "fi": ["nt", "nk"],
    ]

    private static let ordinalStops: Set<String> = [
        "de", "da", "nb", "no", "nn", "fi", "cs", "sk", "pl", "hu", "tr", "sl", "hr", "sr", "bs", "et", "lv", "is",
        "lb",
    ]

    private static let quantities: Set<String> = [
        "one", "two", "three", "hundreds", "thousands", "millions", "billions", "many", "several", "another", "later",
        "today", "yesterday", "tomorrow", "perhaps", "maybe", "yes", "however", "meanwhile", "please",
    ]

    /// Months, weekdays and what follows ordinals besides.
    private static let months = Set(
        words: """
            january february march april may june july august september october november december monday tuesday wednesday \
            thursday friday saturday sunday januar februar märz mai juni juli oktober dezember montag dienstag mittwoch \
            donnerstag freitag samstag sonntag jahrhundert jhdt jh weltkrieg klasse etage stock bundesliga februari maart \
            mei augustus december januari marts maj desember stycznia lutego marca kwietnia maja czerwca lipca sierpnia \
            września października listopada grudnia ledna února března dubna května června července srpna září října \
            listopadu prosince ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık január február \
            március április május június július augusztus szeptember október
            """)

    /// Time zones and weekdays follow "a.m." without a new sentence.
    static let afterTime: Set<String> = [
        "est", "edt", "cst", "cdt", "mst", "mdt", "pst", "pdt", "gmt", "utc", "et", "pt", "ct", "monday", "tuesday",
        "wednesday", "thursday", "friday", "saturday", "sunday", "eastern", "pacific", "central", "mon", "tue", "wed",
        "thu", "fri", "sat", "sun",
    ]
}
