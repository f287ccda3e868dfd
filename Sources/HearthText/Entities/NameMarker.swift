import HearthCore

/// Decides for each word whether it belongs to a name.
struct NameMarker {
    let tokens: [EntityToken]
    /// For each word, whether it stands where every noun has a capital.
    let capitalizesNouns: [Bool]
    /// ISO 639-1; `nil` where it is not known.
    let language: String?
    private let register: TextRegister
    /// Words that stand in lower case somewhere in the text.
    private var lowerWords: Set<String> = []
    /// Capitalized words inside sentences that are no common words.
    private var innerNames: Set<String> = []

    /// Whether what may be a name is taken for one.
    private let takesDoubtful: Bool
    /// How often words that begin a sentence stand before a colon.
    private var labels: [String: Int] = [:]

    /// - Parameter language: ISO 639-1, where it is known.
    init(tokens: [EntityToken], capitalizesNouns: [Bool], language: String? = nil, takesDoubtful: Bool = false) {
        self.takesDoubtful = takesDoubtful
        self.tokens = tokens
        self.language = language
        self.capitalizesNouns = capitalizesNouns
        register = TextRegister(tokens)
        for token in tokens {
            if token.shape == .lower {
                lowerWords.insert(token.lower)
            } else if token.isCapital, !token.startsSentence, !CommonWords.contains(token.lower) {
                innerNames.insert(token.lower)
            }
        }
        for (index, token) in tokens.enumerated().dropFirst()
        where token.markBefore == 0x3A && tokens[index - 1].startsSentence {
            labels[tokens[index - 1].lower, default: 0] += 1
        }
    }

    /// Whether a word is one of the calendar and so no part of a name. The short names of days are English: elsewhere they are syllables of
    /// names, as in "Phạm Thu Hà" and "Sun Wei".
    private func isOfCalendar(_ word: String) -> Bool {
        guard Gazetteer.calendar.contains(word) else { return false }
        return language ?? "en" == "en" || !Self.shortDays.contains(word)
    }

    private static let shortDays: Set<String> = ["mon", "tue", "tues", "wed", "thu", "thur", "fri", "sat", "sun"]

    func mark() -> [Bool] {
        var names = tokens.indices.map { isName($0) }
        markPhrases(&names)
        extend(&names)
        if capitalizesNouns.contains(true) { markAmongNouns(&names) }
        return names
    }

    // MARK: - Where every noun has a capital

    /// Nouns do not stand side by side without an article or a number before them, as the words of a name do: "mit Ilse Varga",
    /// and not "eine Tasse Kaffee". The last word of such a name is one elsewhere, too.
    private func markAmongNouns(_ names: inout [Bool]) {
        var known: Set<String> = []
        var index = 0
        while index < tokens.count {
            var end = index
            while end < tokens.count, isNounOrName(end), end == index || isJoinedNoun(end) { end += 1 }
            defer { index = max(end, index + 1) }
            var first = index
            // The first word of a sentence owes its capital to that.
            if tokens[index].startsSentence {
                let lower = tokens[index].lower
                if Stopwords.contains(lower, language: "de") { continue }
                if Self.adjectives.contains(lower) || OpeningWords.contains(lower, language: "de") { first += 1 }
            }
            // "Finanzminister Karl Lehmann": what somebody is stands before the name.
            let isRanked = end - first >= 2 && isRank(tokens[first].lower)
            if isRanked { first += 1 }
            guard isRanked || end - first >= 2, end - first <= 4, !isDetermined(index), !register.isTitled else {
                continue
            }
            for place in first..<end { names[place] = true }
            known.insert(tokens[end - 1].lower)
        }
        // "Hallo Marlies", "mit Marlies telefoniert", "Marlies sagt": nobody but a person stands there.
        for index in tokens.indices where isNounOrName(index) && !isDetermined(index) && isPersonByPlace(index) {
            names[index] = true
            known.insert(tokens[index].lower)
        }
        // A first name that was found is one wherever it stands again.
        for index in tokens.indices where names[index] && isNounOrName(index) && isPersonal(tokens[index].lower) {
            known.insert(tokens[index].lower)
        }
        for index in tokens.indices
        where !names[index] && isNounOrName(index) && known.contains(tokens[index].lower) && !isDetermined(index) {
            names[index] = true
        }
    }

    /// Whether a noun goes on with the words before it: with one space between, and not as the frequent word of the next line, whose capital is that
    /// of its sentence: "… für Mattis Ehlers" and "Sehr geehrte …" below it.
    private func isJoinedNoun(_ index: Int) -> Bool {
        tokens[index].touchesPrevious
            && !(tokens[index].startsSentence && OpeningWords.contains(tokens[index].lower, language: "de"))
    }

    /// Whether only a person can stand in a place: behind a greeting, with whom somebody spoke, or before a verb of speaking.
    private func isPersonByPlace(_ index: Int) -> Bool {
        let token = tokens[index]
        guard token.shape == .capitalized, !Stopwords.contains(token.lower, language: "de"),
            !Self.adjectives.contains(token.lower)
        else {
            return false
        }
        func word(_ place: Int) -> String { tokens.indices.contains(place) ? tokens[place].lower : "" }
        let isBehind = index > 0 && token.touchesPrevious
        if isBehind, Self.greetings.contains(word(index - 1)), !Self.greeted.contains(token.lower) { return true }
        // At the beginning of a sentence an adverb has a capital, too: "Gestern schrieb …".
        if !token.startsSentence || isPersonal(token.lower), index + 1 < tokens.count,
            tokens[index + 1].touchesPrevious, Self.spoken.contains(word(index + 1))
        {
            return true
        }
        if isBehind, ["mit", "von", "bei"].contains(word(index - 1)), index + 1 < tokens.count,
            tokens[index + 1].touchesPrevious,
            Self.together.contains(word(index + 1))
        {
            return true
        }
        return isBehind && Self.calling.contains(word(index - 1))
    }

    private static let greetings: Set<String> = ["hallo", "hi", "hey", "liebe", "lieber", "servus", "moin"]
    /// What "Liebe" stands before and is no name: "Liebe Grüße", "Liebe Eltern".
    private static let greeted: Set<String> = [
        "grüße", "gruß", "grüsse", "gruss", "kollegen", "kolleginnen", "kollege", "kollegin", "familie", "kunde",
        "kunden", "kundin", "nachbarn",
        "nachbar", "nachbarin", "freunde", "freund", "freundin", "eltern", "mitglieder", "leute", "kinder", "damen",
        "gäste", "zusammen", "teilnehmer",
        "patienten", "schüler", "leser", "leserinnen", "gemeinde", "mieter", "anwohner", "mitarbeiter",
        "mitarbeiterinnen", "team", "welt", "zeit", "mühe",
    ]
    /// What persons alone do, in the third person.
    private static let spoken: Set<String> = [
        "sagt", "sagte", "fragt", "fragte", "meint", "meinte", "erzählt", "erzählte", "schreibt", "schrieb",
        "antwortet", "antwortete", "lacht",
        "lachte", "glaubt", "denkt", "dachte", "möchte", "wollte", "telefoniert", "weiß", "wusste", "freut",
        "verspricht", "versprach",
    ]
    /// What is done with somebody.
    private static let together: Set<String> = [
        "telefoniert", "gesprochen", "geredet", "getroffen", "verabredet", "gestritten", "abgesprochen", "besprochen",
        "getanzt", "verheiratet",
    ]
    private static let calling: Set<String> = ["frag", "frage", "ruf", "grüß", "grüße", "heiße", "heißt"]

    /// What people are, also as the last part of a longer word: "Minister", "Oberbürgermeister", "Vorstandsvorsitzende".
    private func isRank(_ word: String) -> Bool { Self.ranks.contains { word.hasSuffix($0) } }

    private static let ranks = [
        "minister", "ministerin", "präsident", "präsidentin", "meister", "meisterin", "direktor", "direktorin",
        "kanzler",
        "kanzlerin", "professor", "professorin", "sprecher", "sprecherin", "vorsitzende", "vorsitzender", "leiter",
        "leiterin", "trainer", "trainerin", "anwalt", "anwältin", "richter", "richterin", "könig", "königin", "kaiser",
        "kaiserin", "papst", "bischof", "senator", "senatorin", "kommissar", "kommissarin", "autor", "autorin",
        "schauspieler", "schauspielerin", "sänger", "sängerin", "schriftsteller", "schriftstellerin",
    ]

    private func isNounOrName(_ index: Int) -> Bool {
        let token = tokens[index]
        return capitalizesNouns[index] && (token.shape == .capitalized || token.shape == .initial) && !token.isExcluded
            && !isOfCalendar(token.lower) && !Self.determiners.contains(token.lower)
            && !Self.months.contains(token.lower) && !Self.addressed.contains(token.lower)
    }

    /// Whom one speaks to has a capital in German: "Entkalken Sie das Gerät".
    private static let addressed: Set<String> = ["sie", "ihnen"]

    /// Whether an article, a number or an adjective stands before the word.
    private func isDetermined(_ index: Int) -> Bool {
        guard index > 0, tokens[index].touchesPrevious else { return false }
        let before = tokens[index - 1]
        if before.shape == .number || Self.determiners.contains(before.lower) { return true }
        // Adjectives are inflected and no function words: "guter", "heißen", "kaltes".
        return before.shape == .lower && before.lower.utf8.count >= 4
            && ["er", "es", "em", "en"].contains { before.lower.hasSuffix($0) }
            && !Stopwords.contains(before.lower, language: "de") && index > 1
            && Self.determiners.contains(tokens[index - 2].lower)
    }

    /// The articles and pronouns of German that stand before nouns, a closed class, and prepositions with an article in them.
    private static let determiners: Set<String> = {
        let endings = ["", "e", "em", "en", "er", "es"]
        let stems = ["ein", "kein", "mein", "dein", "sein", "ihr", "unser", "unsr", "euer", "eur"]
        let others = ["dies", "jed", "jen", "welch", "manch", "solch", "all", "viel", "wenig", "einig", "mehrer"]
        return Set(
            [
                "der", "die", "das", "dem", "den", "des", "im", "am", "zum", "zur", "beim", "vom", "ins", "ans",
                "beide",
                "beiden", "zwei", "drei", "etwas", "mehr",
            ] + (stems + others).flatMap { stem in endings.map { stem + $0 } })
    }()
    /// The German adjectives of greetings and headings, "Guten Morgen", "Neue Wege": the endings alone are those of first names as well.
    private static let adjectives: Set<String> = {
        let stems = [
            "gut", "schön", "lieb", "froh", "fröhlich", "herzlich", "freundlich", "best", "schnell", "ruhig", "groß",
            "klein", "neu", "alt", "jung", "lang", "kurz", "ganz", "halb", "hoh", "tief", "früh", "spät", "frisch",
            "warm", "kalt", "heiß", "rot", "schwarz", "weiß", "grün", "blau", "gelb", "deutsch", "erst", "letzt",
            "nächst", "vorig", "wichtig", "offen", "täglich", "monatlich", "jährlich",
        ]
        return Set(stems.flatMap { stem in ["e", "em", "en", "er", "es"].map { stem + $0 } })
    }()
    private static let months: Set<String> = [
        "januar", "jänner", "februar", "märz", "mai", "juni", "juli", "oktober", "dezember", "montag", "dienstag",
        "mittwoch", "donnerstag", "freitag", "samstag", "sonntag", "uhr",
    ]

    // MARK: - One word

    private func isName(_ index: Int) -> Bool {
        let token = tokens[index]
        guard !token.isExcluded, !isOfCalendar(token.lower), !isExclamation(token.lower) else {
            return false
        }
        switch token.shape {
        case .number, .uncased: return false
        case .lower:
            return token.lower.utf8.count >= 4 && isKnownInLowerCase(token.lower) && !isWordOfLanguage(index)
        case .initial: return false
        case .mixed: return isMixedName(token)
        case .allCaps: return isAcronymName(token)
        case .capitalized: return isCapitalizedName(index)
        }
    }

    /// Whether a first name without a capital is a word here: the Spanish "ella" is "she", and "a robin" is a bird.
    private func isWordOfLanguage(_ index: Int) -> Bool {
        let token = tokens[index]
        guard !takesDoubtful, Gazetteer.givenNames.contains(token.lower) else { return false }
        return isStopword(token.lower)
            || index > 0 && token.touchesPrevious
                && Articles.byLanguage[language ?? "en"]?.contains(tokens[index - 1].lower) == true
    }

    /// "Woooow", "hahaha": a letter thrice in a row, or few letters repeated.
    private func isExclamation(_ word: String) -> Bool {
        var run = 0
        var last: UInt8 = 0
        var letters: Set<UInt8> = []
        for byte in word.utf8 {
            run = byte == last ? run + 1 : 1
            if run == 3, byte < 0x80, byte != 0x77 { return true }
            last = byte
            letters.insert(byte)
        }
        return word.utf8.count >= 6 && letters.count <= 3
    }

    private func isCapitalizedName(_ index: Int) -> Bool {
        let token = tokens[index]
        if opensSentence(index) { return false }
        if isKnown(token.lower) { return true }
        if Gazetteer.nationalities.contains(token.lower) { return !register.isCasual }
        let isCommon = CommonWords.contains(token.lower)
        if capitalizesNouns[index] { return false }
        if register.isTitled { return false }
        if token.startsSentence {
            if QuestionOpeners.contains(token.lower) { return false }
            if innerNames.contains(token.lower) { return true }
            return !isCommon && !ProseWords.contains(token.lower) && !lowerWords.contains(token.lower)
                && token.lower.utf8.count > 2
        }
        if isCommon { return !register.isCasual && !Stopwords.contains(token.lower, language: "en") }
        return !lowerWords.contains(token.lower)
    }

    /// Whether the word owes its capital to where it stands: it is a frequent one of the language ("Elle", "Потом"), or an unknown
    /// one right before a first name ("Ayer Pedro comió"). In English, frequent words and those of prose are known by their lists.
    private func opensSentence(_ index: Int) -> Bool {
        let token = tokens[index]
        guard let language, language != "en", token.startsSentence else { return false }
        if !takesDoubtful, isField(index) || OpeningWords.isVerb(token.lower, language: language) {
            return !innerNames.contains(token.lower) && !isPersonal(token.lower)
        }
        // A first name that is a word as well ("Mia") is taken for the name: what is kept back of a text is better too much than too little.
        if OpeningWords.contains(token.lower, language: language, papers: !takesDoubtful) {
            return !innerNames.contains(token.lower) && !isPersonal(token.lower)
        }
        guard index + 1 < tokens.count, tokens[index + 1].touchesPrevious, tokens[index + 1].markBefore == 0,
            tokens[index + 1].shape == .capitalized
        else { return false }
        return Gazetteer.capitalGivenNames.contains(tokens[index + 1].lower) && !isPersonal(token.lower)
    }

    /// Whether the word is what a field is called: it stands before a colon, and does so once. Who speaks does so again.
    private func isField(_ index: Int) -> Bool {
        index + 1 < tokens.count && tokens[index + 1].markBefore == 0x3A && labels[tokens[index].lower] == 1
    }

    private func isStopword(_ word: String) -> Bool {
        language.map { Stopwords.contains(word, language: $0) } ?? false
    }

    private func isAcronymName(_ token: EntityToken) -> Bool {
        if register.isShouted { return isKnown(token.lower) && !CommonWords.contains(token.lower) }
        if isKnown(token.lower) { return !Stopwords.contains(token.lower, language: "en") || token.lower == "us" }
        return !CommonWords.contains(token.lower) && !Self.acronyms.contains(token.lower)
            && !lowerWords.contains(token.lower) && !RomanNumeral.isOne(token.lower)
    }

    /// Acronyms that name no one: of things, measures and times.
    private static let acronyms: Set<String> = [
        "aids", "atm", "bce", "bc", "ce", "cpu", "cv", "dna", "ep", "faq", "gdp", "gnp", "hiv", "html", "http", "iq",
        "lcd", "led", "lp", "mri", "pdf", "phd", "ram", "rna", "rpm", "suv", "ufo", "url", "vhs", "vip", "xml",
    ]

    private func isMixedName(_ token: EntityToken) -> Bool {
        !CommonWords.contains(token.lower) || isKnown(token.lower)
    }

    /// Known as a name, when written with a capital.
    private func isKnown(_ word: String) -> Bool {
        isKnownInLowerCase(word) || isForeignGivenName(word)
            || Gazetteer.ambiguousGivenNames.contains(word) && !register.isCasual
            || Gazetteer.surnames.contains(word) && !CommonWords.contains(word)
    }

    /// Names of the longer list are looked up where English does not tell a word from a name.
    private func isForeignGivenName(_ word: String) -> Bool {
        Gazetteer.mayHold(word) && Gazetteer.capitalGivenNames.contains(word) && !Gazetteer.givenNames.contains(word)
            && !CommonWords.contains(word) && !isStopword(word)
            && language.map { !OpeningWords.contains(word, language: $0, papers: !takesDoubtful) } ?? true
    }

    /// Known as a name also without a capital.
    private func isKnownInLowerCase(_ word: String) -> Bool {
        guard Gazetteer.mayHold(word) else { return false }
        if Stopwords.contains(word, language: "en") || Gazetteer.ambiguousGivenNames.contains(word) { return false }
        if Gazetteer.givenNames.contains(word) { return true }
        guard
            Gazetteer.places.contains(word) || Gazetteer.organizations.contains(word)
                || Gazetteer.products.contains(word) || Gazetteer.surnames.contains(word)
        else { return false }
        return !CommonWords.contains(word)
    }

    // MARK: - Several words

    /// Names of several words that the lists know, whatever their case.
    private func markPhrases(_ names: inout [Bool]) {
        for index in tokens.indices {
            guard let phrases = Gazetteer.phrases[tokens[index].lower] else { continue }
            for phrase in phrases where matches(phrase.words, at: index) {
                let isCased = (index..<(index + phrase.words.count)).contains { tokens[$0].isCapital }
                if isCased || register.isCasual {
                    for place in index..<(index + phrase.words.count) { names[place] = true }
                }
                break
            }
        }
    }

    private func matches(_ words: [String], at index: Int) -> Bool {
        guard index + words.count <= tokens.count else { return false }
        for (offset, word) in words.enumerated() {
            let token = tokens[index + offset]
            guard token.lower == word, !token.isExcluded, offset == 0 || token.touchesPrevious else { return false }
        }
        return true
    }

    /// Takes in what belongs to a name that was found: further capitals, initials, surnames, version numbers.
    private func extend(_ names: inout [Bool]) {
        for index in tokens.indices.dropFirst() where !names[index] && names[index - 1] && tokens[index].touchesPrevious
        {
            names[index] = continues(index)
        }
        for index in tokens.indices.dropLast().reversed()
        where !names[index] && names[index + 1] && tokens[index + 1].touchesPrevious {
            names[index] = precedes(index)
        }
    }

    private func continues(_ index: Int) -> Bool {
        let token = tokens[index]
        guard !token.isExcluded else { return false }
        let previous = tokens[index - 1]
        switch token.shape {
        case .capitalized:
            // Behind "U.S." a new sentence may begin.
            if previous.shape == .allCaps, previous.hasStop, token.startsSentence {
                return !CommonWords.contains(token.lower) || Gazetteer.organizationNouns.contains(token.lower)
            }
            if capitalizesNouns[index] {
                return Gazetteer.capitalGivenNames.contains(previous.lower)
                    && !Stopwords.contains(token.lower, language: "de")
            }
            return !register.isTitled && !Stopwords.contains(token.lower, language: "en")
                && !isStopword(token.lower) && !isOfCalendar(token.lower)
        case .allCaps:
            return !register.isShouted && !CommonWords.contains(token.lower)
        case .initial: return token.lower != "i" || previous.shape == .initial || isNumeral(index)
        case .number: return token.span.count <= 3 && !isPersonal(previous.lower) && !previous.startsSentence
        case .lower:
            // Which words are no surnames is known of English alone.
            return register.isCasual && language ?? "en" == "en" && Gazetteer.givenNames.contains(previous.lower)
                && !CommonWords.contains(token.lower)
                && token.lower.utf8.count >= 4
        case .mixed: return true
        case .uncased: return false
        }
    }

    /// "World War I", "Charles I of England": the pronoun stands before a verb, and behind a name only where a clause begins.
    private func isNumeral(_ index: Int) -> Bool {
        guard !register.isCasual, index + 1 < tokens.count, tokens[index + 1].touchesPrevious else {
            return !register.isCasual
        }
        let next = tokens[index + 1].lower
        return Self.besideNumerals.contains(next) || tokens[index + 1].isCapital
    }

    /// Words that follow a name more often than "I".
    private static let besideNumerals: Set<String> = [
        "of", "and", "in", "at", "by", "on", "to", "from", "who", "which", "is", "as", "for", "with", "s", "era",
    ]

    private func precedes(_ index: Int) -> Bool {
        let token = tokens[index]
        guard !token.isExcluded else { return false }
        switch token.shape {
        case .initial: return token.hasStop || token.lower != "i" && token.lower != "a"
        case .allCaps: return !register.isShouted && Self.acronyms.contains(token.lower) && tokens[index + 1].isCapital
        case .capitalized:
            if token.startsSentence, !Self.opensNames(token.lower), !isFirstOfCommonWords(index) { return false }
            return !register.isTitled && !Stopwords.contains(token.lower, language: "en")
                && !isOfCalendar(token.lower)
                && (!Gazetteer.titles.contains(token.lower) || Self.opensNames(token.lower)) && !capitalizesNouns[index]
        default: return false
        }
    }

    /// "United Artists", "National Football League": a name of common words begins with one, and a sentence with an adverb, a form
    /// of a verb, or what somebody is.
    private func isFirstOfCommonWords(_ index: Int) -> Bool {
        let (word, next) = (tokens[index].lower, tokens[index + 1])
        guard !register.isCasual, next.shape == .capitalized, next.touchesPrevious, !isKnown(next.lower),
            !Gazetteer.titles.contains(next.lower), !Gazetteer.nationalities.contains(next.lower),
            CommonWords.contains(next.lower) || ProseWords.contains(next.lower)
                || Gazetteer.organizationNouns.contains(next.lower)
        else { return false }
        return !["ly", "ed", "ing"].contains { word.hasSuffix($0) } && !Self.days.contains(word)
            || Self.namesInED.contains(word)
    }

    private static let days: Set<String> = ["today", "yesterday", "tomorrow", "tonight", "former", "then", "later"]
    private static let namesInED: Set<String> = ["united", "allied", "associated", "consolidated", "amalgamated"]

    /// Common words with which names of places and bodies begin: "Lake Orrin", "St. Ives", "University College".
    private static func opensNames(_ word: String) -> Bool {
        NameRuns.openers.contains(word) || Gazetteer.placeNouns.contains(word)
            || Gazetteer.organizationNouns.contains(word)
    }

    private func isPersonal(_ word: String) -> Bool {
        Gazetteer.capitalGivenNames.contains(word) || Gazetteer.surnames.contains(word)
            || Gazetteer.places.contains(word)
    }
}

/// Words that open questions, in the languages with capitals. A capital at the start of a sentence says nothing about them.
///
/// Interrogatives are a closed class; kept here by hand from grammars, no script makes them. Left out is what is a name as well, as the
/// Turkish "Kim".
enum QuestionOpeners {
    /// Whether the lower-cased word is one of them.
    static func contains(_ word: String) -> Bool { all.contains(word) }

    private static let all = Set(
        words: """
            wer wen wem wessen was welche welcher welches welchen welchem wann wo woher wohin \
            warum weshalb wieso wieviel wieviele womit wofür woran worauf woraus worin worüber wozu qui quoi quel quelle quels quelles quand \
            où pourquoi comment combien lequel laquelle lesquels quién quiénes qué cuál cuáles cuándo dónde adónde cómo cuánto cuánta cuántos \
            cuántas chi cosa quale quali quando dove perché come quanto quanta quanti quante quem qual quais onde aonde quantos quantas \
            porquê cine cui care când unde cum cât câtă câți câte wie wat welk welke wanneer waar waarom hoe hoeveel vem vad vilken vilket \
            vilka när var varför hur hvem hvad hva hvilken hvilket hvilke hvornår hvor hvorfor hvordan kuka mikä mitä missä mistä mihin minne \
            milloin koska miksi miten kuinka paljonko montako kenen ki mi mit hol hova honnan mikor miért hogyan mennyi hány melyik milyen kto kogo \
            komu co czego jaki jaka jakie który która które kiedy gdzie skąd dlaczego czemu ile jak czy kdo koho jaký jaká jaké který která které \
            kdy kde odkud proč kolik ko kada gdje zašto kako koliko koji koja koje ne nasıl neden niçin niye nerede nereye nereden hangi hangisi \
            kaç kimin ποιος ποια ποιο ποιοι ποιες ποιον ποιαν ποιου ποιας ποιων ποιους τι πότε πού πώς γιατί πόσος πόση πόσο πόσοι πόσες πόσα \
            πόσους πόσων кто кого кому кем что чего чему чем какой какая какое какие какую каких каким какими какого какому который которая \
            которое которые когда где куда откуда почему зачем сколько как чей чья чьё чьи хто що який яка яке які коли звідки чому скільки кой \
            коя кое кои какво кога къде защо колко ko šta што зошто каде
            """
    ).union(Interrogatives.english)
}
