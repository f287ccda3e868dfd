import HearthCore
import HearthText

/// Tells by what stands beside a phrase in a text whether it names a thing, as titles and tags do.
///
/// Without a tagger a run of words between function words may be a verb ("puede"), an adverb ("danach") or an answer ("sure"). Nouns follow
/// articles, possessives and prepositions, names have capitals inside of sentences, verbs follow pronouns; what a text comes back to is what
/// it is about. Where nothing shows, nothing is claimed.
package struct ThingEvidence {
    package enum Strength: Comparable, Sendable {
        /// A verb, a number, an adjective, or nothing shows what it is.
        case unshown
        /// A thing, told in passing.
        case passing
        /// A thing that the text comes back to, or that more than one word names: it may stand above it.
        case central
    }

    private let language: String
    private let grammar: PhraseGrammar
    private var words: [Seen] = []
    /// Where each word stands.
    private var places: [String: [Int]] = [:]

    /// A word of the text with what shows its part.
    private struct Seen {
        var lower: String
        var isCapital: Bool
        /// A mark stands before it that ends sentences, or opens what is said.
        var startsSentence: Bool
        /// Any mark stands before it.
        var isParted: Bool
        /// What was cut off its front: "l" of "l'eau".
        var elided: String
        /// An apostrophe made it several words: "we'll".
        var isJoined: Bool
    }

    /// Places of a phrase that are looked at; more show nothing else.
    private static let most = 200

    /// - Parameter language: ISO 639-1, of the text.
    package init(_ text: String, language: String) {
        self.language = language
        grammar = PhraseGrammar(language: language)
        guard !SpokenWords.hasNoSpaces(language) else { return }
        words = Self.seen(text, language)
        for index in words.indices { places[words[index].lower, default: []].append(index) }
    }

    private static func seen(_ text: String, _ language: String) -> [Seen] {
        text.withBytes { bytes in
            var found: [Seen] = []
            var scanner = WordScanner(bytes)
            var end = 0
            while let word = scanner.next() {
                let whole = bytes.string(word.span.range)
                let part = Apostrophes.content(of: whole, language: language)
                let content = part.map { range in whole.withBytes { $0.string(range) } } ?? whole
                let before = part.map { range in whole.withBytes { $0.string(0..<range.lowerBound) } } ?? ""
                let gap = bytes.string(end..<word.span.start)
                found.append(
                    Seen(
                        lower: content.lowercased().replacing("’", with: "'"),
                        isCapital: content.first?.isUppercase == true,
                        startsSentence: end == 0
                            || gap.contains { ".!?:…\n\"“”„«»()[]–—".contains($0) },
                        isParted: end == 0 || !gap.allSatisfy(\.isWhitespace),
                        elided: before.lowercased().filter(\.isLetter),
                        isJoined: part == nil && language == "en" && !whole.hasSuffix("s")))
                end = word.span.end
            }
            return found
        }
    }

    // MARK: -

    /// How surely a phrase of the text names a thing.
    package func strength(of phrase: String) -> Strength {
        if SpokenWords.hasNoSpaces(language) { return .central }
        let parts = Self.seen(phrase, language).map(\.lower)
        guard let first = parts.first, let last = parts.last else { return .unshown }
        if parts.contains(where: { LargeNumbers.contains($0, language: language) })
            || TimePhrases.isOnlyTime(phrase, language: language)
            || Stopwords.contains(last, language: language)
        {
            return .unshown
        }
        let found = (places[first] ?? []).prefix(Self.most).filter { place in
            place + parts.count <= words.count && parts.indices.allSatisfy { words[place + $0].lower == parts[$0] }
        }
        // What is parted otherwise in the phrase than in the text cannot be told.
        guard !found.isEmpty else { return .passing }
        let isLong = parts.count > 1
        let led = found.count { isLed($0) }
        let verbal = found.count { isVerbal($0) || !isLong && tellsState($0) }
        if grammar.capitalizesNouns { return german(found, parts.count, led: led) }
        // A name has its capital where nothing else gives it one.
        let inner = found.filter { words[$0].isCapital && !words[$0].startsSentence }.count
        let free = found.filter { !words[$0].startsSentence }.count
        if inner > 0, inner * 2 > free {
            // "Jess looks": the name ends before what she does.
            let end = words[found[0] + parts.count - 1]
            if isLong, language == "en", !end.isCapital, last.hasSuffix("s"), led == 0 { return .unshown }
            return found.count > 1 || isLong ? .central : .passing
        }
        if verbal > 0, verbal >= led { return .unshown }
        return language == "en"
            ? english(found, parts, led: led) : other(found.count, isLong: isLong, led: led)
    }

    /// German writes nouns large also inside of sentences, and nothing else but names.
    private func german(_ found: [Int], _ count: Int, led: Int) -> Strength {
        let large = found.count { place in
            let head = words[place + count - 1]
            return head.isCapital && (count > 1 || !head.startsSentence)
        }
        guard large > 0 || led > 0 else { return .unshown }
        return found.count > 1 || count > 1 && led > 0 ? .central : .passing
    }

    private func english(_ found: [Int], _ parts: [String], led: Int) -> Strength {
        // "A nice chap" is whoever it was before.
        let isVague = parts.first.map(grammar.isPredicate) ?? true
        if parts.count > 1 {
            if isVague { return found.count > 1 ? .passing : .unshown }
            // "Jess looks tired": at the beginning of a sentence the second word may be what the first one does.
            if led == 0, found.count == 1, words[found[0]].startsSentence, parts[1].hasSuffix("s") { return .unshown }
            return led > 0 || found.count > 1 ? .central : .passing
        }
        if isVague { return .unshown }
        let isGerund = parts[0].hasSuffix("ing") && parts[0].utf8.count > 6
        if led == 0, isGerund { return .unshown }
        if led == 0 { return found.count > 2 ? .central : .passing }
        return found.count > 1 ? .central : .passing
    }

    /// Of languages whose verbs no list tells: what has neither an article nor a preposition before it is no thing, and what follows a noun
    /// once is seldom a part of its name ("trabajo después").
    private func other(_ count: Int, isLong: Bool, led: Int) -> Strength {
        guard NounLeaders.all[language] != nil else { return count > 1 ? .central : .passing }
        guard led > 0 else { return .unshown }
        if count > 1 { return .central }
        return isLong ? .unshown : .passing
    }

    // MARK: - Beside it

    /// Whether an article, a possessive or a preposition stands before the word, in English with an adjective between them at most.
    private func isLed(_ place: Int) -> Bool {
        let word = words[place]
        if !word.elided.isEmpty { return !Self.elidedPronouns.contains(word.elided) }
        guard place > 0, !word.isParted else { return false }
        let before = words[place - 1]
        // "D'un", "nell'ultima": the article behind the apostrophe.
        let small = before.lower.split(separator: "'").last.map(String.init) ?? before.lower
        if NounLeaders.articles[language]?.contains(small) == true { return true }
        // "Para llamar", "sans venir": of a verb as well, in its first form.
        if NounLeaders.all[language]?.contains(before.lower) == true { return !isInfinitive(word.lower) }
        guard language == "en", !before.isParted, place > 1, !before.isJoined,
            !Stopwords.contains(before.lower, language: language)
        else { return false }
        return NounLeaders.articles["en"]?.contains(words[place - 2].lower) == true
    }

    private func isInfinitive(_ word: String) -> Bool {
        Self.infinitives[language]?.contains { word.hasSuffix($0) } ?? false
    }

    private func isVerbal(_ place: Int) -> Bool {
        let word = words[place]
        if Self.elidedPronouns.contains(word.elided) { return true }
        guard place > 0, !word.isParted else { return false }
        let before = words[place - 1]
        return before.isJoined || Self.subjects[language]?.contains(before.lower) == true
    }

    /// Whether it is what somebody is or how: "so dizzy", "muy cansado".
    private func tellsState(_ place: Int) -> Bool {
        place > 0 && !words[place].isParted && Self.states[language]?.contains(words[place - 1].lower) == true
    }

    /// What stands before adjectives alone, where nouns have an article: forms of "to be", "feel", and how much.
    private static let states: [String: Set<String>] = [
        "en": Set(
            words: """
                am is are was were be been i'm you're he's she's it's we're they're that's feel feels felt feeling so very too quite really pretty
                """),
        "fr": Set(words: "suis es est sommes êtes sont était étais très trop si"),
        "es": Set(words: "soy es son estoy está estás están estaba estamos era fue muy tan"),
        "it": Set(words: "sono sei è siamo era erano stato molto troppo così"),
        "pt": Set(words: "sou é são estou está estão estava era foi muito tão"),
        "nl": Set(words: "ben bent is zijn was waren heel erg zo"),
    ]

    /// Ends of the first form of verbs.
    private static let infinitives: [String: [String]] = [
        "en": ["ing"], "es": ["ar", "er", "ir"], "pt": ["ar", "er", "ir"], "it": ["are", "ere", "ire"],
        "fr": ["er", "ir", "dre", "tre"],
    ]

    private static let elidedPronouns: Set<String> = ["j", "n", "m", "t", "s", "c", "qu"]

    /// Pronouns, auxiliaries and negations that stand before verbs: closed classes (Quirk et al., §3.21 and 6.1; Grevisse; Nueva gramática de la
    /// lengua española). What is an article as well is left out.
    private static let subjects: [String: Set<String>] = [
        "en": Set(
            words: """
                i you he she we they who to will would can could shall should must might may don't doesn't didn't can't won't couldn't wouldn't \
                shouldn't let's i'll i'd i've you'll you'd you've we'll we'd we've they'll they'd they've he'll he'd she'll she'd please \
                never always just
                """),
        "fr": Set(words: "je tu il elle on nous vous ils elles ne me te se lui y que qui"),
        "es": Set(words: "yo tú usted ustedes nosotros no me te se le les nos os que quien quién ya"),
        "it": Set(words: "io tu lui lei noi voi non mi ti si ci vi ne che chi già"),
        "pt": Set(words: "eu você vocês ele ela nós eles elas não me te se lhe lhes que quem já"),
        "nl": Set(words: "ik jij je hij zij ze wij we jullie er te niet wie"),
        "sv": Set(words: "jag du han hon vi ni att inte som"), "da": Set(words: "jeg du han hun vi at ikke som der"),
        "nb": Set(words: "jeg du han hun vi å ikke som"),
    ]
}
