import HearthCore
import HearthText

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// What a question asks, word by word.
struct AnswerQuestion {
    struct Term {
        /// As it stands, in lower case and without marks.
        var text: String
        /// Its stems in the languages of the passages, and the word as it stands: by these a document may hold it.
        var forms: Set<String>
        /// Higher where fewer documents contain the term.
        var rarity = 0.0
        /// Stop words and their like: they help to tell sentences apart, and say nothing about the topic.
        var isGrammar: Bool
        /// A number, or a word with a capital where capitals mark names: what a text that answers must hold.
        var isName = false
        /// Whether it only says in which measure something is asked for, as "high" of "how high is the rent": an answer names the
        /// measure with a unit, and often with no such word.
        var isMeasure = false
        /// What a sentence must hold to answer in other words than this one; empty where the word has to be said. See
        /// ``AskingVerbs`` and ``EverydayRelations``.
        var wants: AnswerShape = []
        /// Whether it asks along with a question word, so that a sentence that holds what is wanted need not say it.
        var asks = false
        /// Whether no text has the word and other words tell it, or none need to.
        var isLeaning = false
        /// As ``rarity``, were it not leaning.
        var ownRarity = 0.0
        /// Whether only an earlier question has it, from which this one goes on.
        var isEarlier = false
        /// Whether no document holds it or a word like it. Where only the passages are known, whether none of them does.
        var isUnknown = false
    }

    var kind: QuestionKind
    let aspects: AnswerAspects
    /// Whether it wants to be told that something is allowed or has to be done, see ``AnswerAspects/asksWhether(_:kind:hasQuestionWord:)``.
    let isWhether: Bool
    /// What kind of time is asked for, where one is.
    let time: AskedTime
    /// What section of a paper is asked for by what it holds, and the terms that do no more than that: "attended".
    let concept: SectionConcept?
    private(set) var conceptTerms: Set<Int> = []
    /// The times that it is about, "in March", and the terms that name each of them.
    let dates: AskedDates
    private(set) var dateTerms: [[Int]] = []
    /// Those of them that are said by dates alone: "may" is a month only in one.
    private(set) var onlyByDates: Set<Int> = []
    /// Each once, in the order of the question.
    private(set) var terms: [Term] = []
    /// Neighbours in the question, grammar apart, as places in ``terms``.
    private(set) var pairs: [(first: Int, second: Int)] = []
    /// By runs of four letters inside of its words, their place in a list of them.
    private(set) var grams: [LetterGram: Int] = [:]
    /// By term, the places of its runs in that list.
    private(set) var termGrams: [Int: [Int]] = [:]
    /// By words in lower case and without marks that tell what a term asks, see ``EverydayRelations``, the terms.
    private(set) var related: [String: [Int]] = [:]
    /// The same by the words of what terms are kinds of, see ``EverydayKinds``.
    private(set) var kinds: [String: [Int]] = [:]
    /// What sentences may hold that answer in other words, of all terms.
    private(set) var wanted: AnswerShape = []
    /// The terms that those runs are of, and the other terms, grammar apart: numbers, short words, and scripts without spaces.
    private(set) var gramTerms: [Int] = []
    private(set) var gramless: [Int] = []
    /// Whether most terms are pairs of characters of a script without spaces.
    private(set) var isPaired = false
    /// Whether they are pairs of letters of an alphabet, and no characters that stand for a word or a syllable.
    private(set) var isOfLetterPairs = false
    /// The sum of the terms' rarities.
    private(set) var total = 0.0
    /// Terms, grammar apart.
    var topics: Int { terms.count { !$0.isGrammar } }
    /// Stop words and their like in the languages of the question and the passages.
    private let stops: Set<String>
    /// By language and stem, and by the empty code and the word as it stands, places in ``terms``.
    private var numbers: [String: [String: Int]] = [:]
    /// The words of the question itself, each as a term as it stands.
    let allWords: Set<String>
    /// The first words of the question itself, in lower case.
    let opening: [String]
    /// The same as ``numbers`` of the irregular forms of words, by language and stem.
    private var irregular: [String: [String: Int]] = [:]

    /// A question is short; of a longer text only so much is read.
    private static let mostBytes = 2_000
    private static let mostTerms = 64
    private static let mostGrams = 512

    /// - Parameters:
    ///   - earlier: Earlier questions that it goes on from; their words say what is talked about, and what kind of thing is asked for
    ///     where the question does not.
    ///   - languages: Of the passages, the most frequent first.
    ///   - asked: Language of the question, which may be another one.
    ///   - capitalsMarkNames: Whether the passages write names with capitals, and other words without.
    ///   - today: From which "last month" counts.
    ///   - isOfWriting: Whether it asks what somebody said who wrote some of the passages: that they said it is not said there.
    init(
        _ question: String, earlier: String = "", languages: [String], asked questionLanguage: String,
        capitalsMarkNames: Bool, today: CivilDate? = nil, isOfWriting: Bool = false
    ) {
        let own = String(question.prefixOfBytes(Self.mostBytes))
        let before = String(earlier.prefixOfBytes(Self.mostBytes))
        let question = before.isEmpty ? own : own + "\n" + before
        /// Where the words of earlier questions begin.
        let split = own.utf8.count + 1
        let known = Set(languages + [questionLanguage])
        let asked = AskedQuestion(own, languages: known)
        let askedBefore = AskedQuestion(before, languages: known)
        // "And the deposit?" asks for what was asked for before.
        let isWhole =
            before.isEmpty || asked.asksAnything
            || AnswerAspects.asksWhether(own, kind: asked.kind, hasQuestionWord: true)
        kind = isWhole ? asked.kind : askedBefore.kind
        let ownWords = SearchAnalyzer.unstemmed.terms(in: own)
        (opening, allWords) = (Array(ownWords.prefix(8)), Set(ownWords))
        let hasQuestionWord = (isWhole ? asked : askedBefore).asksAnything
        aspects = AnswerAspects(wantedBy: isWhole ? own : before, kind: kind, hasQuestionWord: hasQuestionWord)
        isWhether = AnswerAspects.asksWhether(isWhole ? own : before, kind: kind, hasQuestionWord: hasQuestionWord)
        // "And in April?" asks for no other month, whatever was asked before.
        let mayBeIn = [questionLanguage] + languages.prefix(1).filter { $0 != questionLanguage }
        let ownDates = AskedDates(in: own, languages: known, asked: mayBeIn, today: today)
        dates =
            ownDates.isEmpty && !before.isEmpty
            ? AskedDates(in: question, languages: known, asked: mayBeIn, today: today) : ownDates
        time = AskedTime(wantedBy: isWhole ? own : before)
        concept = SectionConcept(askedBy: isWhole ? own : before, kind: kind, aspects: aspects, languages: known)
        let isOwn = languages.contains(questionLanguage)
        let words = WordForms.read(question, language: isOwn ? questionLanguage : languages.first ?? "en")
        // Two forms of one word are one term.
        var found: [WordForms] = []
        var seen: Set<String> = []
        for word in words where seen.insert(word.stem).inserted {
            found.append(word)
            if found.count == Self.mostTerms { break }
        }
        let stops = Self.grammar(of: known)
        self.stops = stops
        func raw(_ word: WordForms) -> String { (question.text(in: TextSpan(word.range)) ?? "").lowercased() }
        let kept = found.filter { word in
            guard word.range.lowerBound >= split else { return !asked.asks(raw(word), at: word.range) }
            let range = (word.range.lowerBound - split)..<(word.range.upperBound - split)
            return !askedBefore.asks(raw(word), at: range) && !stops.contains(word.plain) && !Self.isGrammar(word.plain)
        }
        let start = found.first?.range.lowerBound
        let used = kept.isEmpty ? found : kept
        terms = used.map { word in
            let isEarlier = word.range.lowerBound >= split
            return Term(
                text: word.plain, forms: [word.plain, word.stem],
                isGrammar: stops.contains(word.plain) || Self.isGrammar(word.plain),
                isName: !isEarlier
                    && Self.isName(
                        question.text(in: TextSpan(word.range)) ?? "", isFirst: word.range.lowerBound == start,
                        capitalsMarkNames),
                isMeasure: (isEarlier ? askedBefore : asked).measures.contains(raw(word)), isEarlier: isEarlier)
        }
        // "May" is a word without a topic, and a month.
        dateTerms = dates.asked.map { asked in
            used.indices.filter { asked.span.contains(TextSpan(used[$0].range)) }
        }
        for index in dateTerms.joined() where terms[index].isGrammar {
            terms[index].isGrammar = false
            onlyByDates.insert(index)
        }
        // "What was decided about the roof?" is about the roof; that something was decided is said in many words. Who is "enough to decide
        // things" says one of them, and has decided nothing.
        if aspects.contains(.decision) { leaveOut(AnswerAspects.asksForDecision) }
        if isOfWriting {
            let verb = SpeechVerbs.first(in: question)
            leaveOut { word in verb.map { $0 == word } ?? SpeechVerbs.ask(word) }
        }
        // "Was steht zum Thema Heizung?" is about the heating.
        let around = FramedQuestion.words(aroundTopicOf: own, languages: Set(mayBeIn))
        if !around.isEmpty { leaveOut(around.contains) }
        // "Altogether" says what is to be done with what is found.
        if terms.contains(where: { !$0.isGrammar && !TotalWords.holds($0.text) }) {
            for index in terms.indices where TotalWords.holds(terms[index].text) { terms[index].isMeasure = true }
        }
        if let concept {
            conceptTerms = Set(
                terms.indices.filter {
                    !terms[$0].isGrammar && concept.isAsked(by: terms[$0].text, languages: known)
                })
        }
        isPaired =
            terms.count { $0.text.unicodeScalars.contains { ScalarClass($0.value).isWithoutSpaces } } * 2 > terms.count
        isOfLetterPairs =
            terms.count { $0.text.unicodeScalars.contains { ScalarClass($0.value) == .southEastAsian } } * 2
            > terms.count
        if terms.allSatisfy(\.isGrammar) { for index in terms.indices { terms[index].isGrammar = false } }
        number(used, of: question, words, languages: languages)
        let languagesOfForms = Set(languages + [questionLanguage])
        for index in terms.indices where !terms[index].isGrammar {
            lean(index, (terms[index].isEarlier ? askedBefore : asked).needs[raw(used[index])], languages: known)
            for language in languagesOfForms {
                for stem in IrregularForms.stems(of: terms[index].text, language: language)
                where irregular[language]?[stem] == nil && !stops.contains(stem) {
                    irregular[language, default: [:]][stem] = index
                    terms[index].forms.insert(stem)
                }
            }
        }
        clearNeeds(asked, askedBefore, used.map(raw), marksNouns: ["de", "lb"].contains(questionLanguage))
        wanted = terms.reduce(into: []) { $0.formUnion($1.wants) }
        // "Le numéro de téléphone du plombier": a doctor's that is called a number is no better an answer for it.
        if wanted.contains(.phone),
            terms.contains(where: {
                !$0.isGrammar && $0.wants.isEmpty && !AnswerCandidates.numberNouns.contains($0.text)
            })
        {
            for index in terms.indices where AnswerCandidates.numberNouns.contains(terms[index].text) {
                terms[index].isGrammar = true
            }
        }
        let content = terms.indices.filter { !terms[$0].isGrammar }
        pairs = zip(content, content.dropFirst()).filter { terms[$0].isEarlier == terms[$1].isEarlier }
            .map { (first: $0, second: $1) }
        for index in content {
            let own = LetterGram.all(in: terms[index].text)
            if own.isEmpty { gramless.append(index) }
            for gram in own where grams.count < Self.mostGrams {
                if grams[gram] == nil {
                    termGrams[index, default: []].append(grams.count)
                    grams[gram] = grams.count
                    gramTerms.append(index)
                }
            }
        }
    }

    /// Takes the words for grammar that only ask, where others say what is asked about.
    private mutating func leaveOut(_ asks: (String) -> Bool) {
        let asking = terms.indices.filter { !terms[$0].isGrammar && asks(terms[$0].text) }
        guard terms.contains(where: { !$0.isGrammar && !asks($0.text) }) else { return }
        for index in asking { terms[index].isGrammar = true }
    }

    /// Fills ``numbers``. A word that was left out, because another form of it stands, leads to that form.
    private mutating func number(
        _ used: [WordForms], of question: String, _ words: [WordForms], languages: [String]
    ) {
        var places: [Range<Int>: Int] = [:]
        let stems = Dictionary(used.enumerated().map { ($1.stem, $0) }, uniquingKeysWith: { first, _ in first })
        for word in words {
            guard let place = stems[word.stem] else { continue }
            if places[word.range] == nil { places[word.range] = place }
            if numbers["", default: [:]][word.plain] == nil { numbers["", default: [:]][word.plain] = place }
            terms[place].forms.insert(word.plain)
        }
        for language in Set(languages) {
            for word in WordForms.read(question, language: language) {
                guard let place = places[word.range] else { continue }
                if numbers[language, default: [:]][word.stem] == nil {
                    numbers[language, default: [:]][word.stem] = place
                }
                terms[place].forms.insert(word.stem)
            }
        }
    }

    /// Notes what a term may be answered by in other words.
    private mutating func lean(_ index: Int, _ need: AskingVerbs.Need?, languages: Set<String>) {
        if let need {
            terms[index].wants = need.shape
            terms[index].asks = true
        } else if let relation = EverydayRelations.relation(
            of: terms[index].text, kind: kind, languages: languages)
        {
            terms[index].wants = relation.shape
            for word in relation.told { related[word, default: []].append(index) }
        }
        for word in EverydayKinds.kinds(of: terms[index].text, languages: languages) {
            kinds[word, default: []].append(index)
        }
    }

    /// A question that names nothing but what its verb does stands by that verb.
    ///
    /// - Parameter marksNouns: Whether the question is in a language whose nouns have capitals, as names have.
    private mutating func clearNeeds(
        _ asked: AskedQuestion, _ before: AskedQuestion, _ raw: [String], marksNouns: Bool
    ) {
        let topics = terms.indices.filter { !terms[$0].isGrammar && !terms[$0].isMeasure && !terms[$0].asks }
        // A time is one: what was paid in it answers "what did we pay in March?".
        let hasThing =
            marksNouns || !dates.isEmpty
            || topics.contains { !terms[$0].isName || terms[$0].text.contains(where: \.isNumber) }
        for index in terms.indices where terms[index].asks {
            let need = (terms[index].isEarlier ? before : asked).needs[raw[index]]
            guard topics.isEmpty || need?.needsThing == true && !hasThing else { continue }
            terms[index].asks = false
            terms[index].wants = []
        }
    }

    /// The terms that name the times in which a day lies.
    func dateTerms(of day: CivilDate?) -> [Int] {
        guard let day else { return [] }
        let own = NamedDate(day)
        return dates.asked.indices.filter { dates.asked[$0].times.contains { $0.holds(own) } }.flatMap { dateTerms[$0] }
    }

    /// The term that a word of a text is, or a form of.
    func place(of word: WordForms, language: String) -> Int? {
        numbers[""]?[word.plain] ?? numbers[language]?[word.stem] ?? irregularPlace(of: word, language: language)
    }

    /// The term that a word of a text is an irregular form of, whose letters tell nothing of it.
    func irregularPlace(of word: WordForms, language: String) -> Int? {
        guard numbers[""]?[word.plain] == nil, numbers[language]?[word.stem] == nil else { return nil }
        return irregular[language]?[word.stem]
    }

    /// How well a word is said by another one that tells what it asks, and the most that such a word counts for.
    static let related = 0.5
    /// How well it is said by what it is a kind of, where a rule is asked for and a sentence tells one, see ``EverydayKinds``.
    static let byRule = 0.9
    private static let rarestRelated = 4.0

    /// Whether a word or a pair of characters says nothing about a topic.
    func isGrammar(_ plain: String) -> Bool { stops.contains(plain) || Self.isGrammar(plain) }

    private static func grammar(of languages: Set<String>) -> Set<String> {
        let words = languages.flatMap { Stopwords.words(of: $0).union(LanguageSample.frequentWords(of: $0)) }
        return Set(SearchAnalyzer.unstemmed.terms(in: words.joined(separator: " ")))
    }

    private static func isName(_ raw: String, isFirst: Bool, _ capitalsMarkNames: Bool) -> Bool {
        guard let first = raw.unicodeScalars.first else { return false }
        // A number, and a code such as "E4" or "BS7671".
        if raw.unicodeScalars.contains(where: { ScalarClass($0.value) == .digit }) { return true }
        return capitalsMarkNames && !isFirst && first.value.isUppercase
    }

    /// Weighs the terms, once the sentences among which the answer is looked for are known.
    mutating func weigh(
        _ sentences: [[AnswerSentence]], settings: AnswerSettings, documentShare: (@Sendable (String) -> Double?)?
    ) {
        // Among a handful of sentences no term is rare; they are taken for a sample of at least this many.
        let count = max(20, Double(sentences.reduce(0) { $0 + $1.count }))
        for index in terms.indices {
            let holding = sentences.reduce(0) { $0 + $1.count { $0.counts[index] > 0 } }
            let isAlike = sentences.contains { $0.contains { $0.said[index] > 0 } }
            let shares = terms[index].forms.compactMap { documentShare?($0) }.filter { $0 >= 0 && $0 <= 1 }
            var rarity: Double
            if let share = shares.max() {
                rarity = log(1 + (1 - share + 0.002) / (share + 0.002))
                terms[index].isUnknown = share == 0 && !isAlike
            } else {
                rarity = log(1 + (count - Double(holding) + 0.5) / (Double(holding) + 0.5))
                terms[index].isUnknown = !isAlike
            }
            terms[index].ownRarity = rarity
            if !terms[index].wants.isEmpty, let known = leaningRarity(index, sentences, rarity, settings) {
                rarity = known
                terms[index].isLeaning = true
                terms[index].isUnknown = false
            }
            if terms[index].isMeasure, !isAlike {
                rarity = min(rarity, settings.rarestGrammar) * settings.grammar
                terms[index].isUnknown = false
            }
            // In a small store "the" may be as rare as any other word.
            if terms[index].isGrammar {
                rarity =
                    isPaired ? rarity * settings.grammarPairs : min(rarity, settings.rarestGrammar) * settings.grammar
            }
            if terms[index].isEarlier {
                rarity *= settings.earlier
                terms[index].ownRarity *= settings.earlier
            }
            terms[index].rarity = max(rarity, 1e-3)
        }
        total = terms.reduce(0) { $0 + $1.rarity }
    }

    /// What a term weighs that no text has, where other words tell it or none need to; `nil` where it has to be said.
    private func leaningRarity(
        _ index: Int, _ sentences: [[AnswerSentence]], _ rarity: Double, _ settings: AnswerSettings
    ) -> Double? {
        let best = sentences.joined().map { $0.said[index] }.max() ?? 0
        if best > Self.related { return nil }
        if best > 0 { return min(rarity, Self.rarestRelated) }
        return terms[index].asks ? min(rarity, settings.rarestGrammar) * settings.grammar : nil
    }

    /// The share of the question's weight that has to be said and is not, where a sentence holds no more than these: of the terms that
    /// other words may tell.
    ///
    /// - Parameter said: How well each term is said in the passage.
    func lacking(_ shapes: AnswerShape, _ said: [Double]) -> Double {
        guard !wanted.isEmpty else { return 0 }
        let lacking = terms.indices.filter { index in
            let term = terms[index]
            guard !term.wants.isEmpty, !shapes.isSuperset(of: term.wants) else { return false }
            return term.isLeaning || !term.asks && said[index] > 0 && said[index] <= Self.related
        }
        let own = lacking.reduce(0) { $0 + terms[$1].ownRarity }
        let whole = total + lacking.reduce(0) { $0 + max(0, terms[$1].ownRarity - terms[$1].rarity) }
        return whole > 0 ? min(1, own / whole) : 0
    }

    /// The share of the question's weight that is said. `said` tells for each term how well, 0 to 1.
    func coverage(_ said: [Double]) -> Double {
        guard total > 0 else { return 0 }
        return zip(terms, said).reduce(0) { $0 + $1.0.rarity * $1.1 } / total
    }

    /// Whether a pair of characters is held together by grammar only: a pair with a particle or a question word of
    /// Chinese in it, or two hiragana.
    private static func isGrammar(_ term: String) -> Bool {
        let scalars = term.unicodeScalars
        guard scalars.count == 2 else { return false }
        return scalars.contains { particles.contains($0) }
            || scalars.allSatisfy { (0x3041...0x309F).contains($0.value) }
    }

    private static let particles = Set("的了是在和与哪谁吗呢吧什么怎几何些个为被把而".unicodeScalars)
}

/// Four letters inside of a word; its beginning and its end count as one.
struct LetterGram: Hashable {
    private let letters: SIMD4<UInt32>

    /// Those of a word that is longer than two letters, in a script that parts words by spaces.
    static func all(in word: String) -> [LetterGram] {
        let letters = word.unicodeScalars.map(\.value)
        guard letters.count > 2, !letters.contains(where: { ScalarClass($0).isWithoutSpaces }) else { return [] }
        let marked = [0x5F] + letters + [0x5F]
        return (0...(marked.count - 4)).map {
            LetterGram(letters: SIMD4(marked[$0], marked[$0 + 1], marked[$0 + 2], marked[$0 + 3]))
        }
    }
}

/// The words of a text, each as it stands and by its stem.
///
/// In scripts without spaces the "words" are characters and pairs of them, as in search.
struct WordForms {
    var range: Range<Int>
    /// In lower case and without marks.
    var plain: String
    /// The same as ``plain`` where the language has no stemmer.
    var stem: String

    /// - Parameter language: ISO 639-1.
    static func read(_ text: String, language: String) -> [WordForms] {
        var words: [WordForms] = []
        SearchAnalyzer.unstemmed.forEachTerm(in: text) {
            words.append(WordForms(range: $1, plain: $0, stem: $0))
        }
        var at = 0
        SearchAnalyzer(language: language).forEachTerm(in: text) { term, range in
            // Both find the same words; of one or another nothing may be left.
            var next = at
            while next < words.count, words[next].range != range { next += 1 }
            guard next < words.count else { return }
            words[next].stem = term
            at = next + 1
        }
        return words
    }
}
