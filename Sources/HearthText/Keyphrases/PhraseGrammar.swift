/// What can be told of a word's part in a phrase by lists and endings: a noun-phrase chunker without a tagger. The lists are kept
/// here by hand; no script makes them.
package struct PhraseGrammar: Sendable {
    enum Role {
        /// Ends a phrase: stop words, verbs, adverbs.
        case boundary
        /// An adjective that says nothing of its own; dropped at the start of a phrase.
        case vague
        /// May stand in a phrase but not at its end.
        case modifier
        case noun
    }

    let language: String
    private let stopwords: Set<String>
    /// Words of so few letters are taken for function words: a language's most frequent words are its shortest. 0 where lists
    /// tell.
    private let shortest: Int

    package init(language: String) {
        self.language = language
        var words = Stopwords.words(of: language)
        // Without a list: the most frequent words that are known of the language.
        if words.isEmpty { words = LanguageSample.frequentWords(of: language) }
        stopwords = words
        shortest = words.isEmpty ? 3 : 0
    }

    /// Whether verbs are told from nouns: by endings and lists, or because nouns have capitals. Where they are not, a run of words
    /// between function words is no phrase yet, and what is repeated in it is.
    var tellsVerbs: Bool { language == "en" || language == "fr" || capitalizesNouns }

    /// Nouns have a capital.
    package var capitalizesNouns: Bool { language == "de" || language == "lb" }

    /// Whether a word in small letters may be an adjective before a German noun, where it is always inflected (Duden 4, Die Grammatik):
    /// "neue Karte", "kaltes Wasser", and not "liegt Wasser".
    func isAttribute(_ word: String) -> Bool {
        ["e", "en", "er", "es", "em"].contains { word.hasSuffix($0) } && word.utf8.count > 3
    }

    /// Adjectives follow their noun in these languages, and seldom a name.
    var setsNamesApart: Bool { language != "en" && language != "nl" }

    func role(of word: String) -> Role {
        if stopwords.contains(word) || word.unicodeScalars.count <= shortest { return .boundary }
        // Hiragana writes the endings and particles of Japanese, and its nouns seldom.
        if let first = word.unicodeScalars.first, ScalarClass(first.value) == .hiragana { return .boundary }
        switch language {
        case "en": return englishRole(word)
        case "fr": return frenchRole(word)
        case "es", "it", "pt":
            return word.hasSuffix("mente") ? .boundary : .noun
        case "de":
            return .noun
        default: return .noun
        }
    }

    /// How much a phrase of so many words is favoured.
    ///
    /// - Parameter ideographs: Whether the words are single characters of Chinese or Japanese.
    func lengthFactor(_ count: Int, ideographs: Bool = false) -> Double {
        if ideographs { return min(1.2, 0.8 + 0.1 * Double(count)) }
        // Where several words are a phrase because they are repeated, more of them say more.
        if !tellsVerbs { return 0.85 + 0.1 * Double(count) }
        if language == "en" {
            switch count {
            case 1: return 0.55
            case 2: return 1
            case 3: return 0.95
            default: return 0.7
            }
        }
        switch count {
        case 1: return 0.9
        case 2: return 1
        case 3: return 0.8
        default: return 0.5
        }
    }

    /// Words that any text of a kind may hold, and that alone name no topic.
    package func isGeneric(_ word: String) -> Bool {
        switch language {
        case "en":
            Self.generic.contains(word) || (word.hasSuffix("s") && Self.generic.contains(String(word.dropLast())))
        case "fr": Self.genericFrench.contains(word)
        default: false
        }
    }

    /// Whether a word is an adjective that tells how something is and hardly ever which one it is: "a nice chap".
    package func isPredicate(_ word: String) -> Bool { language == "en" && Self.predicates.contains(word) }

    // MARK: - English

    private func englishRole(_ word: String) -> Role {
        if Self.vague.contains(word) { return .vague }
        if Self.isVerb(word) || Self.boundaries.contains(word) || Self.particles.contains(word) { return .boundary }
        if Self.predicates.contains(word) { return .modifier }
        if word.hasSuffix("ly"), word.utf8.count > 4, !Self.nounsInLy.contains(word) { return .boundary }
        if word.hasSuffix("ed"), word.utf8.count > 4 { return .modifier }
        if Self.adjectiveEndings.contains(where: { word.hasSuffix($0) }), word.utf8.count > 5 { return .modifier }
        return .noun
    }

    private static let adjectiveEndings = [
        "ous", "able", "ible", "ful", "less", "ive", "ical", "ary", "ional", "ial", "ant", "ish",
    ]
    private static let nounsInLy: Set<String> = [
        "family", "assembly", "supply", "reply", "anomaly", "monopoly", "butterfly",
    ]

    private static func isVerb(_ word: String) -> Bool {
        if verbs.contains(word) || everydayVerbs.contains(word) { return true }
        for ending in ["ing", "ied", "ed", "es", "s", "d"] where word.hasSuffix(ending) {
            let stem = String(word.dropLast(ending.count))
            // "Learning" and "writing" are subjects, "learned" and "writes" are not.
            let isGerund = ending == "ing"
            func isKnown(_ stem: String) -> Bool {
                verbs.contains(stem) || !isGerund && everydayVerbs.contains(stem)
            }
            if isKnown(stem) || (isGerund || ending == "ed") && isKnown(stem + "e") { return true }
            if ending == "ied", isKnown(stem + "y") { return true }
            // "admitted": the consonant is doubled.
            if ending == "ed", let last = stem.last, stem.dropLast().last == last, isKnown(String(stem.dropLast())) {
                return true
            }
        }
        return false
    }

    private static let verbs = Set(
        words: """
            achieve address adopt aim allow analyze analyse appear apply argue arise assess assume attempt become begin belong bring carry \
            cause choose come compare comprise conclude conduct confirm consider consist contain contribute deal define demonstrate depend \
            derive describe determine develop discuss employ enable encourage enhance ensure establish evaluate examine exist expect explain \
            explore extend find follow give go happen help identify illustrate implement imply improve include incorporate indicate introduce \
            investigate involve know lead let make mention need note observe obtain occur offer outline perform permit play point possess present \
            prevent produce propose prove provide put receive recommend reduce regard relate remain report represent require reveal say see seem \
            serve show solve suggest summarize take tell tend think try understand use utilize vary verify want yield said made found given \
            shown taken seen known done written gave went came took
            """)

    /// Verbs of everyday life, and the past of irregular ones, that are hardly ever nouns. Those that are ("walk", "plan", "rose", "felt")
    /// are left out.
    private static let everydayVerbs = Set(
        words: """
            admit agree annoy apologise apologize arrive ask avoid bake become behave believe bleed borrow bother breathe buy carve collect \
            complain congratulate continue create decide decorate deliver deny deserve destroy disagree disappear dislike eat embroider enjoy \
            fetch forget forgive gather grow happen harvest hate hear hesitate hurry imagine insist invent invite keep kneel learn lend listen \
            lose manage marry miss organise organize persuade pour prefer prepare pretend \
            realise realize recognise recognize refuse remember remind remove repeat replace scold sell send sew sing \
            sit solve speak spend steal stir succeed suffer suppose swear swim teach thank throw tidy translate unpack \
            wait wander warn wear weep write \
            ate baked became began bent bit bled blew bought bred broke brought built burnt caught chose clung crept dealt drank drew drove dug fell fled flew \
            forbade forgave forgot fought froze gave got grew heard held hid hung kept knelt knew laid lent lit lost met mistook overslept paid quit rang \
            rode sang sat sent shook shrank slept slid sold sought spent sprang stole stood struck stuck stung swam swept swore taught threw \
            told tore understood went wept woke won wore wove written wrote gone eaten driven drawn fallen flown forgotten frozen grown \
            hidden ridden risen sung sunk sworn thrown torn woken worn
            """)

    /// Prepositions, adverbs of place and time, determiners, and numbers in words: no part of a noun phrase in any text.
    private static let particles = Set(
        words: """
            another behind below beneath beside besides beyond underneath outside opposite past till throughout except plus per amid among \
            amongst anyway anywhere everywhere somewhere nowhere everybody everyone everything nobody nothing somebody someone something anybody anyone \
            anything today tomorrow yesterday tonight meanwhile afterwards later ago twice thrice maybe indeed alone aside forth forward \
            eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety \
            hundred hundreds thousand thousands million millions dozen dozens okay ok yes please
            """)

    /// Adjectives that stand behind what they speak of more often than before it ("my thumb is blue", "I was happy"): alone they name
    /// nothing.
    private static let predicates = Set(
        words: """
            afraid alive angry annoyed anxious ashamed asleep awake awful bad beautiful bitter blue bored brave bright broken brown busy calm careful cheap \
            clean clear clever cold cool crazy curious damp dark dead deaf deep delicious dirty drunk dry dull eager empty excited exhausted expensive \
            fair famous fast fine foggy fond frightened full funny furious gentle glad gray green grey guilty happy hard heavy homesick honest hot \
            hungry ill innocent jealous lame late lazy lonely loose lost loud lovely low lucky mad muddy narrow nasty nervous nice noisy numb open \
            pale perfect pleased poor proud quick quiet ready red relieved rich ripe rough rude sad scared shy sick silent sleepy slow smooth \
            soft sore sorry sour steep strange stubborn stupid sunny sure surprised sweet tall tender thick thin thirsty tight tired ugly unhappy upset \
            warm weak wet white wild windy wise worried worse worst wrong yellow
            """)

    /// Words that are no stop words of every text, yet no part of a noun phrase.
    private static let boundaries = Set(
        words: """
            according across along already although always among anyhow anymore around away based become can cannot concerning despite due easily either else even \
            ever example fact far finally first firstly furthermore generally hence i.e e.g instead itself largely last least less likely \
            many may mainly moreover much must namely near never next none often one otherwise particularly perhaps possibly rather regarding \
            respectively second secondly several shall since sometimes soon still term terms therefore third thus together towards toward two \
            three four five six seven eight nine ten unlike upon usually versus way ways well whereas whereby whether within without year years yet \
            able unable order addition case cases part parts use used using kind kinds sort type types number lot set
            """)

    private static let vague = Set(
        words: """
            new novel proposed different various important main recent good better best large larger small smaller high higher low lower \
            possible available current specific existing significant certain additional appropriate basic big common complete considerable corresponding \
            detailed difficult easy effective efficient entire essential extensive final following full further great greater important interesting \
            key known little long major modern necessary overall own particular popular potential practical present previous previously promising proper \
            real related relevant resulting short similar simple single special standard strong successful suitable total traditional typical \
            useful usual valuable whole wide early late old young excellent powerful several numerous serious actual given likely
            """)

    private static let generic = Set(
        words: """
            paper result method approach problem study work article author research technique system model analysis process issue question \
            example application aspect area field case data information development design performance use user number level time effect factor \
            theory idea concept way thing people world year day group form type set term order point need role change part feature value measure \
            conclusion discussion introduction abstract section chapter figure table experiment evaluation comparison review survey overview solution \
            property condition situation difference advantage benefit possibility ability attention interest importance purpose goal aim
            """)

    // MARK: - French

    private func frenchRole(_ word: String) -> Role {
        if Self.frenchBoundaries.contains(word) { return .boundary }
        if word.utf8.count > 5 {
            if word.hasSuffix("ment"), word.hasSuffix("ement") == false || word.hasSuffix("amment") { return .boundary }
            if Self.verbEndings.contains(where: { word.hasSuffix($0) }) { return .boundary }
        }
        return .noun
    }

    private static let verbEndings = ["aient", "èrent", "eront", "erait", "irent", "ait", "era", "iront", "ées", "és"]
    private static let frenchBoundaries = Set(
        words: """
            a an lundi mardi mercredi jeudi vendredi samedi dimanche janvier février mars avril mai juin juillet août septembre octobre novembre \
            décembre hier aujourd'hui demain dit déclaré annoncé indiqué affirmé selon rapport dernier dernière derniers dernières \
            premier première deux trois quatre cinq six sept huit neuf dix cent mille million millions plusieurs environ près nouveau nouvelle \
            nouveaux nouvelles grand grande grands grandes petit petite avoir être faire pouvoir doit devoir veut va vont vient mis mise pris prise \
            reçu permis fois jour jours mois an ans année années heure heures lors alors toutefois également notamment cependant déjà jamais tard \
            faut fera trouve trouvé trouvent porte selon afin hors sauf malgré via ainsi dont cela quelques peu beaucoup moins certains certaines
            """)
    private static let genericFrench = Set(
        words:
            "chose personne personnes part cas fait temps suite partie point lieu fin cours place nombre monde homme hommes pays"
    )
}
