import HearthCore
import HearthText

/// What may be left out of a sentence, and which sentences can be asked about alone.
///
/// A gap that holds a verb, or half of a phrase, cannot be filled by anybody who knows the answer. No tagger tells verbs from nouns here;
/// what stands beside a phrase does, for a few closed classes of words: a noun follows an article or a preposition, a verb follows a
/// pronoun or "to".
struct ClozeGaps {
    private let text: String
    /// ISO 639-1.
    let language: String
    private let words: [Word]
    /// Words with a capital that stands inside of a sentence somewhere in the text, in lower case.
    private var innerCapitals: Set<String> = []

    init(text: String, language: String) {
        self.text = text
        self.language = language
        words = WordSplitter().words(in: text)
        for place in words.indices where isCapital(place) && !startsSentence(place) {
            innerCapitals.insert(lower(place))
        }
    }

    // MARK: - Names

    /// Whether a name may be left out: nothing joins it to what is beside it, and not only its place makes its capital. "Pour the drizzle
    /// over it" and "Nehmen Sie" begin with what is to be done.
    func isName(_ entity: Entity) -> Bool {
        let inside = places(in: entity.span)
        guard let first = inside.first, let last = inside.last, standsAlone(entity.span) else { return false }
        guard words[first].kind != .ideographs, startsSentence(first) else { return true }
        if Self.polite[language]?.contains(lower(last)) == true, inside.count == 2 { return false }
        guard inside.count == 1,
            !text.withBytes({ bytes in
                bytes[entity.span.start..<entity.span.end].contains { (0x30...0x39).contains($0) }
            })
        else { return true }
        if let next = neighbour(after: first), Self.objects[language]?.contains(lower(next)) == true { return false }
        return entity.type != .other || innerCapitals.contains(lower(first))
    }

    /// What follows a verb that bids, and hardly a name: articles and pronouns.
    private static let objects = NounLeaders.articles.merging([
        "en": Set(words: "it them him her us me"), "de": Set(words: "den die das dem der ein eine einen ihn sie es"),
        "fr": Set(words: "lui"), "nl": Set(words: "hem ze"),
    ]) { $0.union($1) }

    /// The pronoun behind a verb that bids a stranger: "Gießen Sie".
    private static let polite: [String: Set<String>] = ["de": ["sie"], "lb": ["dir"], "nl": ["u"], "da": ["de"]]

    // MARK: - Numbers

    /// A number with the sign or the unit that belongs to it, "£120", "5 mg", "4.2%"; `nil` where it is a part of something: of a name
    /// ("COVID-19"), of a word ("19-year-old").
    func measure(_ number: TextSpan) -> TextSpan? {
        guard standsAlone(number) else { return nil }
        return text.withBytes { bytes in
            var found = number
            if let (value, length) = bytes.scalar(before: found.start), Self.isSign(value) { found.start -= length }
            var at = found.end
            while at < bytes.count, at - found.end < 4 {
                let (value, length) = bytes.scalar(at: at)
                guard value == 0x20 || value == 0xA0 || value == 0x202F else { break }
                at += length
            }
            let start = at
            while at < bytes.count, at - start < Self.longestUnit {
                let (value, length) = bytes.scalar(at: at)
                let kind = ScalarClass(value)
                let isPart = kind == .letter || value == 0x2F || value == 0xB0 || value == 0xB2 || value == 0xB3
                guard isPart || value == 0x25 || value == 0x2030 || Self.isSign(value) else { break }
                at += length
            }
            if at > start, Self.isUnit(bytes.string(start..<at)) { found.end = at }
            return found
        }
    }

    private static let longestUnit = 12

    private static func isSign(_ value: UInt32) -> Bool {
        Unicode.Scalar(value)?.properties.generalCategory == .currencySymbol
    }

    private static func isUnit(_ text: String) -> Bool {
        if text.unicodeScalars.allSatisfy({ isSign($0.value) }) { return true }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard let first = parts.first, units.contains(first) else { return false }
        return parts.dropFirst().allSatisfy { units.contains($0) || perUnits.contains($0) }
    }

    /// Symbols of units (the SI brochure of the BIPM, 9th ed. 2019, tables 2 to 8) and their like, as everyday texts have them. Words for units
    /// are left in the question: they say what is asked for. So are the symbols that are words as well.
    private static let units = Set(
        words: """
            % ‰ ° °C °F mm cm dm m km µm μm nm ft mi mm² cm² m² km² mm³ cm³ m³ ml mL cl cL dl dL l L g kg mg µg μg mcg oz lb lbs \
            ms min h Hz kHz MHz GHz W kW MW Wh kWh MWh V kV mA Ah mAh J kJ MJ kcal Pa hPa kPa bar mbar dB kB KB MB GB TB rpm mph \
            bpm ppm px tsp tbsp EL TL kr Kč zł Ft
            """)
    private static let perUnits = Set(words: "s d day week kg")

    // MARK: - Phrases

    /// The noun phrase that a key phrase is, where it stands; `nil` where nothing shows that it is one.
    ///
    /// - Parameter isRepeated: Whether the text has the phrase more than once. What a text comes back to is a thing; where a language
    ///   has no articles, that is all there is to go by.
    func nounPhrase(_ span: TextSpan, isRepeated: Bool) -> TextSpan? {
        var inside = places(in: span)
        guard let first = inside.first, standsAlone(span) else { return nil }
        // A run of Thai may be a whole clause; what is repeated of it is less.
        if words[first].kind == .ideographs { return isRepeated || !isSouthEastAsian(first) ? span : nil }
        if language == "de" || language == "lb" { return endsInNoun(inside) ? span : nil }
        guard let leaders = NounLeaders.all[language] else {
            return isRepeated && inside.count == 1 ? span : nil
        }
        if language == "en" {
            if Self.noNouns.contains(lower(first)) { return nil }
            inside = Array(inside.prefix(length(of: inside)))
        }
        guard let last = inside.last, isLed(first, by: leaders) else { return nil }
        var found = TextSpan(start: span.start, end: words[last].span.end)
        // What stands between an article and the phrase may be half of it.
        if language == "en", let before = neighbour(before: first), !leaders.contains(lower(before)), isHalf(before) {
            found.start = words[before].span.start
        }
        // Of "my grandmother's" and "mother-in-law" nothing is left out in part.
        return standsAlone(found) ? found : nil
    }

    private func isSouthEastAsian(_ place: Int) -> Bool {
        text.withBytes { ScalarClass($0.scalar(at: words[place].span.start).value) == .southEastAsian }
    }

    /// The words of an English phrase before one that may be its verb: "landlord | repairs", "tenants | repair", "lamp | stood".
    private func length(of inside: [Int]) -> Int {
        let isOfMany = inside.first.map { place in place > 0 && Self.quantities.contains(lower(place - 1)) } ?? false
        for (number, place) in inside.enumerated().dropFirst() {
            let word = lower(place)
            if isPlural(lower(inside[number - 1])) || Self.noNouns.contains(word) || word.hasSuffix("ed") {
                return number
            }
            if isPlural(word), !isOfMany { return number }
        }
        return inside.count
    }

    /// Whether a word ends as plurals do, and as verbs with "he".
    private func isPlural(_ word: String) -> Bool {
        word.utf8.count > 3 && word.hasSuffix("s") && !["ss", "us", "is"].contains { word.hasSuffix($0) }
    }

    /// A German noun has a capital; what begins a sentence shows none.
    private func endsInNoun(_ inside: [Int]) -> Bool {
        guard let last = inside.last, let word = text.text(in: words[last].span) else { return false }
        return word.first?.isUppercase == true && (inside.count > 1 || !startsSentence(last))
    }

    /// Whether a word between an article and a noun is rather the first half of a compound, "a seed catalogue", than an adjective.
    private func isHalf(_ place: Int) -> Bool {
        let word = lower(place)
        guard words[place].kind == .letters, !isCapital(place), !Self.adjectives.contains(word) else { return false }
        // "Seed", "car" and "king" only look like it.
        if word.hasSuffix("eed") { return true }
        return !Self.adjectiveEndings.contains { word.hasSuffix($0) && word.count >= $0.count + 3 }
    }

    /// Whether an article or its like, or a preposition, stands before a word; in English with an adjective between them at most. Elsewhere
    /// what stands between may as well be the noun and the word its verb ("les voisins ferment", "de huurder onderhoudt"): the
    /// lists that tell them apart are English.
    private func isLed(_ place: Int, by leaders: Set<String>) -> Bool {
        if isElided(before: words[place].span.start) { return true }
        guard let before = neighbour(before: place) else { return false }
        if leaders.contains(lower(before)) { return true }
        guard language == "en", !Stopwords.contains(lower(before), language: language),
            let article = neighbour(before: before)
        else {
            return false
        }
        return NounLeaders.articles[language]?.contains(lower(article)) == true
    }

    /// Whether an article that is cut short stands before a place: "l’eau".
    private func isElided(before start: Int) -> Bool {
        text.withBytes { bytes in
            guard let mark = bytes.scalar(before: start), mark.value == 0x27 || mark.value == 0x2019 else {
                return false
            }
            return bytes.scalar(before: start - mark.length).map { ScalarClass($0.value) == .letter } ?? false
        }
    }

    /// Whether no letter, digit, apostrophe or hyphen joins a stretch to what is beside it. An article that is cut short may.
    func standsAlone(_ span: TextSpan) -> Bool {
        text.withBytes { bytes in
            func joins(_ value: UInt32) -> Bool {
                switch ScalarClass(value) {
                case .letter, .digit, .mark: return true
                default: return value == 0x27 || value == 0x2019 || value == 0x2D || value == 0x2010 || value == 0x2011
                }
            }
            if let before = bytes.scalar(before: span.start), joins(before.value),
                before.value != 0x27 && before.value != 0x2019
            {
                return false
            }
            guard span.end < bytes.count else { return true }
            let after = bytes.scalar(at: span.end)
            guard joins(after.value) else { return true }
            // A closing quotation mark is no apostrophe.
            let next = span.end + after.length
            let isMark = after.value == 0x27 || after.value == 0x2019
            return isMark
                && (next >= bytes.count || ![.letter, .digit].contains(ScalarClass(bytes.scalar(at: next).value)))
        }
    }

    // MARK: - Sentences

    /// Whether a sentence says something to somebody who reads nothing else: it is one, to its full stop, and does not lean on the one
    /// before.
    func isWhole(_ span: TextSpan) -> Bool {
        guard let first = places(in: span).first, let sentence = text.text(in: span), Self.ends(sentence) else {
            return false
        }
        if words[first].kind == .ideographs { return true }
        if text.text(in: words[first].span)?.first?.isLowercase == true { return false }
        if language == "en", Self.leansInside(places(in: span).prefix(3).map(lower)) { return false }
        return Self.leaning[language]?.contains(lower(first)) != true
    }

    /// "The second was cheaper.", "Let them cool.": what the second one is, and what is to cool, was said before.
    private static func leansInside(_ words: [String]) -> Bool {
        guard words.count == 3 else { return false }
        if pronouns.contains(words[1]) { return true }
        return words[0] == "the" && ordinals.contains(words[1]) && copulas.contains(words[2])
    }

    private static let pronouns = Set(words: "it them him")
    private static let ordinals = Set(words: "first second third fourth last latter former other others same rest")
    private static let copulas = Set(words: "is was are were one ones has had will would did does")

    /// Whether a sentence ends with a mark, behind which quotation marks and brackets may stand. Thai and Lao have none.
    private static func ends(_ sentence: String) -> Bool {
        for scalar in sentence.unicodeScalars.reversed().prefix(4) {
            if ScalarClass(scalar.value) == .southEastAsian { return true }
            if ".!。！．।॥۔።։…".unicodeScalars.contains(scalar) { return true }
            if ScalarClass(scalar.value).isWordPart { return false }
        }
        return false
    }

    // MARK: - Words

    /// The places of the words in a stretch.
    private func places(in span: TextSpan) -> [Int] {
        var low = 0
        var high = words.count
        while low < high {
            let middle = (low + high) / 2
            if words[middle].span.end <= span.start { low = middle + 1 } else { high = middle }
        }
        var found: [Int] = []
        while low < words.count, words[low].span.start < span.end {
            found.append(low)
            low += 1
        }
        return found
    }

    private func lower(_ place: Int) -> String { (text.text(in: words[place].span) ?? "").lowercased() }

    /// The word before another one, where nothing but white space is between them.
    private func neighbour(before place: Int) -> Int? {
        guard place > 0 else { return nil }
        let isNext = text.withBytes { bytes in
            (words[place - 1].span.end..<words[place].span.start).allSatisfy {
                [0x20, 0x09, 0x0A, 0x0D].contains(bytes[$0])
            }
        }
        return isNext ? place - 1 : nil
    }

    /// The word behind another one, where nothing but white space is between them.
    private func neighbour(after place: Int) -> Int? {
        place + 1 < words.count && neighbour(before: place + 1) == place ? place + 1 : nil
    }

    private func isCapital(_ place: Int) -> Bool { text.text(in: words[place].span)?.first?.isUppercase == true }

    private func startsSentence(_ place: Int) -> Bool {
        guard place > 0 else { return true }
        return text.withBytes { bytes in
            (words[place - 1].span.end..<words[place].span.start).contains {
                [0x2E, 0x21, 0x3F, 0x3A, 0x0A].contains(bytes[$0])
            }
        }
    }

    // MARK: - Lists

    /// Endings of adjectives and participles, and adjectives without them (Quirk et al., §7.2 to 7.14), as far as they stand before nouns
    /// often.
    private static let adjectiveEndings = [
        "al", "ic", "ous", "ful", "less", "ive", "able", "ible", "ish", "ern", "ary", "est", "ed", "ing", "ent", "ant",
        "ar",
    ]
    private static let adjectives = Set(
        words: """
            new old young big small large little long short high low good better bad worse first second third fourth last next main same \
            other whole only own great early late full empty open free fresh clean dirty dry wet hot warm cold cool deep wide narrow thick \
            thin heavy light strong weak hard soft fast slow quick quiet loud dark bright white black red blue green yellow brown grey \
            gray pink round flat sharp sweet sour bitter raw ripe safe sure poor rich right left wrong real true false former latter upper \
            lower inner outer north south east west common simple single double public private personal current recent nearest few many \
            several two three four five six seven eight nine ten half sole tall happy angry busy easy heavy lovely daily weekly monthly \
            yearly steep rough smooth tiny huge vast grand royal holy
            """)

    /// Before plurals.
    private static let quantities = Set(
        words: "these those many several all both most some few two three four five six seven eight nine ten")

    /// English verbs without "-ed" that are seldom nouns, in their first form and in their pasts (Quirk et al., A Comprehensive Grammar of
    /// the English Language, 1985, §3.20), adverbs of place, and pronouns that join clauses.
    private static let noNouns = Set(
        words: """
            became began bent bit bled blew bore bought bound broke brought built burnt came caught chose clung crept dealt drank drew drove dug ate \
            fell fed felt fled flew forgot fought found froze gave gone grew had heard held hid hung kept knelt knew laid lay led leant learnt \
            left lent lit lost made meant met paid ran rang rode rose said sang sank sat saw sent shone shook shot shrank sold sought spent \
            spoke spread sprang stood stole struck stuck swam swept swore swung taught thought threw told took tore understood was went were \
            woke won wore wove wrote arise become begin bring build choose cling come creep dig eat feed feel find flee forget forgive freeze get \
            give go grow hang hear hide keep kneel know lay leave lend lose make mean meet pay put read say see seek sell send shake shine \
            sing sink sit speak spend steal swear sweep take teach tell think throw understand wake weave write outside inside upstairs downstairs overnight today tonight tomorrow yesterday again soon together away twice whoever whatever whichever
            """)

    /// First words of sentences that lean on what was said before, or on who speaks.
    private static let leaning: [String: Set<String>] = [
        "en": Set(
            words: """
                it he she they i we you this that these those its his her their and but so or because then also however therefore thus both such \
                neither either another others here first second third finally next last otherwise instead yes no right well okay ok agreed
                """),
        "de": Set(
            words: """
                er sie es ich wir ihr du dies dieser diese dieses das sein seine ihre und aber oder denn dann auch doch deshalb daher dabei dazu \
                damit dort so beide hier zuerst außerdem jedoch ja nein danke bitte
                """),
        "fr": Set(
            words:
                "il elle ils elles je nous vous tu ce cela ça cette ces son sa ses et mais ou donc car puis aussi ainsi alors ici là oui non"
        ),
        "es": Set(
            words:
                "él ella ellos ellas yo nosotros usted esto eso este esta estos estas su sus y pero o entonces luego también así aquí allí sí no"
        ),
        "it": Set(
            words:
                "egli ella esso essa essi lui lei loro io noi voi questo questa questi queste suo sua e ma o quindi poi anche così qui sì no"
        ),
        "pt": Set(
            words:
                "ele ela eles elas eu nós isto isso este esta estes estas seu sua e mas ou então depois também assim aqui sim não"
        ),
        "nl": Set(
            words:
                "hij zij ze het ik wij we jij u dit dat deze die zijn haar hun en maar of want dan ook toch daarom daar hier zo ja nee"
        ),
        "sv": Set(
            words: "han hon den det de jag vi ni du detta denna dessa och men eller så då också där här därför ja nej"),
        "da": Set(
            words: "han hun den det de jeg vi i du dette denne disse og men eller så da også der her derfor ja nej"),
        "nb": Set(
            words: "han hun den det de jeg vi dere du dette denne disse og men eller så da også der her derfor ja nei"),
        "ro": Set(words: "el ea ei ele eu noi voi acesta aceasta acest această și dar sau deci apoi astfel aici da nu"),
        "pl": Set(words: "on ona ono oni one ja my wy to ten ta te i a ale lub więc potem także tak nie"),
        "ru": Set(words: "он она оно они я мы вы это этот эта эти и а но или поэтому потом также так там здесь да нет"),
        "uk": Set(words: "він вона воно вони я ми ви це цей ця ці і й а але або тому потім також так там тут ні"),
        "el": Set(
            words: "αυτός αυτή αυτό αυτοί αυτές αυτά εγώ εμείς εσείς και αλλά ή τότε επίσης έτσι εκεί εδώ ναι όχι"),
        "tr": Set(words: "o bu şu onlar ben biz siz ve ama veya sonra ayrıca böylece burada evet hayır"),
        "fi": Set(words: "hän se ne he minä me te tämä nämä ja mutta tai sitten myös siis siellä täällä kyllä ei"),
    ]
}
