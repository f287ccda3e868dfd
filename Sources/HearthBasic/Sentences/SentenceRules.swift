import HearthCore

/// What the boundaries of sentences need to know of a language.
struct SentenceRules: Sendable {
    let language: String
    let abbreviations: Abbreviations
    /// In these languages a number with a full stop is an ordinal: "am 3. Oktober".
    let hasOrdinalStops: Bool
    /// Words end in vowels, so that a full stop after a consonant and before lower case marks an abbreviation.
    let endsInVowels: Bool

    init(language: String) {
        self.language = language
        abbreviations = Abbreviations(language: language)
        hasOrdinalStops = Self.ordinalStops.contains(language)
        endsInVowels = language == "it"
    }

    /// Whether sentences often begin with the word: articles, pronouns, conjunctions, and the like.
    func isStarter(_ word: String) -> Bool {
        let lower = word.lowercased()
        return Stopwords.contains(lower, language: language) || Stopwords.contains(lower, language: "en")
            || Self.quantities.contains(lower)
    }

    func isMonth(_ word: String) -> Bool {
        let lower = word.lowercased()
        return Self.months.contains(lower) || Self.months.contains { $0.count > 3 && lower.hasPrefix($0) }
    }

    private static let ordinalStops: Set<String> = [
        "de", "da", "nb", "no", "nn", "fi", "cs", "sk", "pl", "hu", "tr", "sl", "hr", "sr", "bs", "et", "lv", "is",
        "lb",
    ]

    private static let quantities: Set<String> = [
        "one", "two", "three", "hundreds", "thousands", "millions", "billions", "many", "several", "another", "later",
        "today", "yesterday", "tomorrow", "perhaps", "maybe", "yes", "however", "meanwhile", "please",
    ]

    /// Months, weekdays and what follows ordinals besides.
    private static let months: Set<String> = Set(
        """
        january february march april may june july august september october november december monday tuesday wednesday \
        thursday friday saturday sunday januar februar märz mai juni juli oktober dezember montag dienstag mittwoch \
        donnerstag freitag samstag sonntag jahrhundert jhdt jh weltkrieg klasse etage stock bundesliga februari maart \
        mei augustus december januari marts maj desember stycznia lutego marca kwietnia maja czerwca lipca sierpnia \
        września października listopada grudnia ledna února března dubna května června července srpna září října \
        listopadu prosince ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık január február \
        március április május június július augusztus szeptember október
        """.split { $0 == " " || $0 == "\n" }.map(String.init))

    /// Time zones and weekdays follow "a.m." without a new sentence.
    static let afterTime: Set<String> = [
        "est", "edt", "cst", "cdt", "mst", "mdt", "pst", "pdt", "gmt", "utc", "et", "pt", "ct", "monday", "tuesday",
        "wednesday", "thursday", "friday", "saturday", "sunday", "eastern", "pacific", "central", "mon", "tue", "wed",
        "thu", "fri", "sat", "sun",
    ]
}
