import HearthCore
import HearthText

/// Of whom a sentence tells, as far as the names in a question and in the text show.
enum NameBinding: Sendable {
    /// Of somebody the question names.
    case own
    /// That is not known: it names nobody, or it may go on about who was named before.
    case open
    /// Of somebody else.
    case other
}

/// Tells which sentences are about somebody or something else than what a question names: Tom's telephone number is none of Anna's.
///
/// A sentence is bound by a name in it, by a pronoun that goes on from the sentence before, or by its headings. What names nobody
/// stays open. Names are found by ``EntityRecognizer``, so that scripts without capitals have hardly any, and nothing changes for them.
struct NameBinder {
    private struct Name {
        /// Without case and marks.
        var words: [String]
        /// Places among the terms of the question.
        var terms: [Int]
        var kind: Entity.Kind
    }

    private let question: AnswerQuestion
    private var names: [Name] = []
    private let numbered: NumberedNames
    private let isOfSpeech: Bool
    private let isForPerson: Bool

    /// Bytes of a text in which names are looked for, and names of a question.
    private static let mostRead = 10_000
    private static let mostOfHeading = 200
    private static let mostNames = 8
    /// Sentences behind one that names somebody which may still be about them.
    private static let reach = 3
    /// Words before a name with which a sentence still opens with it: a title.
    private static let mostBefore = 1
    /// How alike a word must be to be a form of a name.
    private static let leastAlike = 0.8

    /// - Parameters:
    ///   - text: Of the question on its own.
    ///   - earlier: Questions that it goes on from, whose names count where it has none: "And when did she marry?"
    init(_ question: AnswerQuestion, text: String, earlier: String, language: String) {
        self.question = question
        isForPerson = question.kind.contains(.person)
        isOfSpeech = SpeechVerbs.ask(String(text.prefixOfBytes(2_000)))
        let own = NumberedNames(in: text, isGrammar: question.isGrammar)
        numbered = own.isEmpty ? NumberedNames(in: earlier, isGrammar: question.isGrammar) : own
        guard !question.isPaired else { return }
        names = Self.names(of: text, question, language)
        if names.isEmpty, !earlier.isEmpty { names = Self.names(of: earlier, question, language) }
    }

    private static func names(of text: String, _ question: AnswerQuestion, _ language: String) -> [Name] {
        EntityRecognizer().entities(in: String(text.prefixOfBytes(2_000)), language: language)
            .filter { [.person, .organization, .location, .other].contains($0.type) && !isDay($0) }
            .prefix(mostNames).compactMap { entity in
                let words = SearchAnalyzer.unstemmed.terms(in: entity.text).filter { !question.isGrammar($0) }
                let terms = words.compactMap { word in question.terms.firstIndex { $0.forms.contains(word) } }
                return terms.isEmpty ? nil : Name(words: words, terms: terms, kind: entity.type)
            }
    }

    private static func isDay(_ entity: Entity) -> Bool { AnswerOffer.isDay(entity.text.lowercased()) }

    // MARK: - Sentences

    private enum Subject { case nobody, asked, other }

    /// What the passages name.
    private struct Found {
        var span: TextSpan
        var isAsked: Bool
        var kind: Entity.Kind
    }

    /// For each sentence of each passage, of whom it tells, and the places of the question's terms that are names of persons.
    ///
    /// - Parameters:
    ///   - roles: What the sentences are by their shape.
    ///   - titles: How well each term of the question is said by the passages' titles.
    func bindings(
        of sentences: [[AnswerSentence]], roles: [[LineRole]], titles: [[Double]], passages: [AnswerPassage],
        languages: [String]
    ) -> (sentences: [[NameBinding]], persons: Set<Int>) {
        guard !names.isEmpty else {
            let open = sentences.map { $0.map { _ in NameBinding.open } }
            return (withNumbers(open, of: sentences, roles: roles, passages: passages), [])
        }
        let entities = zip(passages, languages).map { passage, language in
            EntityRecognizer().entities(in: String(passage.text.prefixOfBytes(Self.mostRead)), language: language)
                .filter(isName)
        }
        let persons = names.filter { name in
            // "Sofia" is a town as well.
            name.kind == .person || name.words.count == 1 && Gazetteer.capitalGivenNames.contains(name.words[0])
                || zip(entities, languages).contains { list, language in
                    list.contains { $0.type == .person && isAlike(name, $0, language) }
                }
        }
        // "When did Sofia go to Lisbon?" is asked of Sofia, whoever else was there.
        let asked = persons.isEmpty ? names : persons
        let rivals: Set<Entity.Kind> =
            !persons.isEmpty ? [.person] : names.allSatisfy { $0.kind == .location } ? [.location] : [.person, .other]
        let found = sentences.indices.map { index in
            var reader = Reading(
                binder: self, asked: asked, rivals: rivals, isOfPersons: !persons.isEmpty, language: languages[index],
                entities: entities[index], title: titles[index])
            // What Bob wrote is what he said, whomever he greets and names in it.
            if isOfSpeech, !persons.isEmpty, passages[index].isByNamed {
                return sentences[index].map { _ in NameBinding.own }
            }
            return passages[index].text.withBytes { bytes in
                sentences[index].enumerated().map { place, sentence in
                    reader.read(
                        sentence, at: place,
                        isAbove: sentence.isHeading || roles[index][place].isAbove && roles[index][place] != .question,
                        isHeader: roles[index][place].header != nil, bytes)
                }
            }
        }
        return (
            withNumbers(found, of: sentences, roles: roles, passages: passages), Set(persons.flatMap(\.terms))
        )
    }

    /// The same, where a sentence, what stands above it or the title tells of another flat, room or part by its number. The nearest of
    /// these that tells of any decides.
    private func withNumbers(
        _ bindings: [[NameBinding]], of sentences: [[AnswerSentence]], roles: [[LineRole]], passages: [AnswerPassage]
    ) -> [[NameBinding]] {
        guard !numbered.isEmpty else { return bindings }
        return passages.indices.map { index in
            let passage = passages[index]
            let title = passage.title.flatMap(numbered.tellsOfOther)
            var heading = title
            var wasAbove = false
            return sentences[index].indices.map { place in
                let sentence = sentences[index][place]
                let own = passage.text.text(in: sentence.span).flatMap(numbered.tellsOfOther)
                let isAbove = sentence.isHeading || roles[index][place].isAbove
                if isAbove { heading = own ?? (wasAbove ? heading : title) }
                wasAbove = isAbove
                return (own ?? heading) == true ? .other : bindings[index][place]
            }
        }
    }

    /// Pronouns have a capital at the beginning of a sentence, and days in some languages. What has none is as often a word, "a baker".
    private func isName(_ entity: Entity) -> Bool {
        entity.text.unicodeScalars.first?.value.isUppercase == true && !Self.isDay(entity)
            && !SearchAnalyzer.unstemmed.terms(in: entity.text).allSatisfy(question.isGrammar)
    }

    /// Whether a name of the text is one of the question, or its surname or first name alone.
    private func isAlike(_ name: Name, _ entity: Entity, _ language: String) -> Bool {
        let words = SearchAnalyzer.unstemmed.terms(in: entity.text)
        guard !words.isEmpty else { return false }
        func isIn(_ some: [String], _ others: [String]) -> Bool {
            some.allSatisfy { word in others.contains { Self.isForm($0, word, language) } }
        }
        return isIn(name.words, words) || isIn(words, name.words)
    }

    /// Whether two words are the same name, with endings where a language gives names such.
    private static func isForm(_ one: String, _ other: String, _ language: String) -> Bool {
        if one == other { return true }
        let (short, long) = one.count < other.count ? (one, other) : (other, one)
        if long == short + "s" { return true }
        guard language != "en", short.count > 3, long.count - short.count < 4 else { return false }
        // "Sofian", "Zofii": at most the last letter of the shorter one differs.
        return long.hasPrefix(short.dropLast())
    }

    fileprivate func says(_ said: [Double], _ asked: [[Int]]) -> Bool {
        asked.contains { terms in terms.allSatisfy { said[$0] >= Self.leastAlike } }
    }

    /// Reads the sentences of one passage in their order.
    private struct Reading {
        let binder: NameBinder
        let asked: [Name]
        let terms: [[Int]]
        let rivals: Set<Entity.Kind>
        let isOfPersons: Bool
        let language: String
        let pronouns: Set<String>
        let found: [Found]
        /// Of whom the title tells, the headings above, and what was read last.
        let title: Subject
        var heading: Subject
        var subject: Subject = .nobody
        /// Where who is asked about was named last.
        var lastAsked: Int?
        var wasAbove = false
        var next = 0

        init(
            binder: NameBinder, asked: [Name], rivals: Set<Entity.Kind>, isOfPersons: Bool, language: String,
            entities: [Entity], title: [Double]
        ) {
            self.binder = binder
            self.asked = asked
            terms = asked.map(\.terms)
            self.rivals = rivals
            self.isOfPersons = isOfPersons
            self.language = language
            pronouns = Pronouns.words(of: language)
            found = Self.found(entities, binder, asked, language)
            self.title = binder.says(title, terms) ? .asked : .nobody
            heading = self.title
        }

        mutating func read(
            _ sentence: AnswerSentence, at place: Int, isAbove: Bool, isHeader: Bool, _ bytes: UTF8Bytes
        ) -> NameBinding {
            while next < found.count, found[next].span.end <= sentence.span.start { next += 1 }
            let named = isAbove ? names(of: sentence.span, bytes) : inText(sentence.span)
            let saysAsked = binder.says(sentence.said, terms) || named.contains { $0.isAsked }
            let others = named.filter { !$0.isAsked && rivals.contains($0.kind) }
            if isAbove {
                if saysAsked {
                    heading = .asked
                } else if !isHeader {
                    // Each word of a headline may have a capital.
                    let tellsOther = others.contains { $0.kind != .other }
                    heading = tellsOther ? .other : wasAbove ? heading : title
                }
                wasAbove = true
                subject = .nobody
                return saysAsked ? .own : .open
            }
            wasAbove = false
            if saysAsked {
                subject = .asked
                lastAsked = place
                return .own
            }
            if others.isEmpty {
                let goesOn = subject != .nobody && hasPronoun(sentence.span, bytes)
                switch goesOn ? subject : heading {
                case .asked: return .own
                case .other: return .other
                case .nobody: return .open
                }
            }
            if heading == .asked || isOpen(others.first, sentence.span, at: place, bytes) { return .open }
            subject = .other
            // "Who is Jack's teacher?" is answered by the name of somebody else.
            return binder.isForPerson && isOfPersons ? .open : .other
        }

        private static func found(
            _ entities: [Entity], _ binder: NameBinder, _ asked: [Name], _ language: String
        ) -> [Found] {
            entities.map { entity in
                Found(
                    span: entity.span, isAsked: asked.contains { binder.isAlike($0, entity, language) },
                    kind: entity.type)
            }
        }

        private func inText(_ sentence: TextSpan) -> [Found] {
            Array(found[next...].prefix { $0.span.start < sentence.end })
        }

        /// The names of a heading, which is read on its own: a street's name is none in the middle of a text where each word is common.
        private func names(of heading: TextSpan, _ bytes: UTF8Bytes) -> [Found] {
            // Behind the mark of a heading stands no tag.
            let line = bytes.string(heading.range).drop { $0 == "#" || $0 == " " }
            let text = String(String(line).prefixOfBytes(NameBinder.mostOfHeading))
            let entities = EntityRecognizer().entities(in: text, language: language)
            return Self.found(entities.filter(binder.isName), binder, asked, language)
        }

        /// Whether a sentence that names somebody else may still go on about who is asked about.
        private func isOpen(_ other: Found?, _ sentence: TextSpan, at place: Int, _ bytes: UTF8Bytes) -> Bool {
            let isOpener = other.map { opens($0.span, sentence, bytes) } ?? false
            // What is no person is told of without its name for long, and other names stand beside it.
            guard isOfPersons else { return lastAsked != nil || !isOpener }
            guard let lastAsked, place - lastAsked <= NameBinder.reach else { return false }
            // "Karl is her father" tells of her, and so may anybody do who is asked for; "Tom's father" does not.
            if binder.question.kind.contains(.person) { return other.map { !isPossessive($0.span, bytes) } ?? true }
            guard subject == .asked else { return false }
            return !isOpener || hasPronoun(sentence, bytes)
        }

        private func opens(_ name: TextSpan, _ sentence: TextSpan, _ bytes: UTF8Bytes) -> Bool {
            var scanner = WordScanner(bytes, in: sentence.range)
            var before = 0
            while let word = scanner.next(), word.span.start < name.start { before += 1 }
            return before <= NameBinder.mostBefore
        }

        private func isPossessive(_ name: TextSpan, _ bytes: UTF8Bytes) -> Bool {
            guard name.end < bytes.count else { return false }
            let mark = bytes.scalar(at: name.end).value
            return mark == 0x27 || mark == 0x2019
        }

        private func hasPronoun(_ sentence: TextSpan, _ bytes: UTF8Bytes) -> Bool {
            guard !pronouns.isEmpty else { return false }
            var scanner = WordScanner(bytes, in: sentence.range)
            while let word = scanner.next() {
                if word.kind == .letters, pronouns.contains(bytes.string(word.span.range).lowercased()) { return true }
            }
            return false
        }
    }
}

/// Pronouns and possessives of the third person, by language: what goes on about somebody who was named. Closed classes, kept here by
/// hand from grammars; no script makes them. What mostly is another word is left out.
private enum Pronouns {
    static func words(of language: String) -> Set<String> { lists[language] ?? [] }

    private static let lists: [String: Set<String>] = [
        "en": "he she him his her hers himself herself they them their theirs it its",
        "de": "er sie ihm ihn ihr ihre ihrem ihren ihrer ihres sein seine seinem seinen seiner seines",
        "fr": "il elle ils elles lui leur leurs son sa ses", "es": "él ella ellos ellas su sus le lo la",
        "it": "lui lei egli ella loro suo sua suoi sue", "pt": "ele ela eles elas seu sua seus suas dele dela",
        "ro": "el ea ei ele lui lor său sa săi sale", "nl": "hij zij ze hem haar zijn hun hen",
        "sv": "han hon honom henne hans hennes sin sitt sina de dem deras",
        "da": "han hun ham hende hans hendes sin sit sine de dem deres",
        "nb": "han hun ham henne hans hennes sin sitt sine de dem deres",
        "fi": "hän hänen hänet hänellä hänelle häntä he",
        "pl": "on ona oni one jego jej ich mu nim nią swój swoją", "cs": "on ona oni jeho její jejich mu ji svůj svou",
        "ru": "он она они его её ее ему ей их им него неё нее свой свою своего",
        "uk": "він вона вони його її йому їй їх їм свій свою", "el": "αυτός αυτή αυτοί του της τους τον την",
        "hu": "ő neki őt ők övé", "tr": "o onun ona onu onlar onların", "vi": "anh cô ông bà họ nó",
        "id": "dia ia mereka nya",
    ].mapValues { Set(words: $0) }
}

// MARK: - Names with a number

/// The names in a question that only a number tells from others of their kind: "Flat 9" is not "Flat 7", and a lease of the one says
/// nothing of the other.
///
/// A name is a word with a number right behind it. Days, months and years are no names, nor is an amount: a word without a capital is one
/// only where no word that could be a unit follows the number ("room 12", and not "takes 20 minutes").
struct NumberedNames {
    /// By the word, in lower case and without the "s" of a plural, the numbers that are asked about, in lower case: "12b".
    private var asked: [String: Set<String>] = [:]

    var isEmpty: Bool { asked.isEmpty }

    /// Bytes of a question and of a line that are read.
    private static let mostRead = 2_000
    /// Four digits between these are a year.
    private static let years = 1_500...2_199
    /// Months that as a word of their own mean something else, or are cut short; before a number they are a date.
    private static let monthsBeforeNumbers = Set(words: "jan feb mar apr may jun jul aug sep sept oct nov dec")
    /// Words between a name and its number.
    private static let numberMarks = Set(words: "no nr number nummer num núm número numéro numero")

    /// - Parameter isGrammar: Whether a word, in lower case, only holds sentences together.
    init(in question: String, isGrammar: (String) -> Bool) {
        let words = Self.words(of: question)
        for (place, pair) in Self.pairs(of: words) {
            let word = words[place]
            guard !isGrammar(word.plain), !Self.isDay(word.plain), !Self.isYear(pair.number) else { continue }
            let isBare = words.dropFirst(pair.place + 1).first.map { isGrammar($0.plain) } ?? true
            guard word.hasCapital || isBare else { continue }
            asked[Self.singular(word.plain), default: []].insert(pair.number)
        }
    }

    /// Whether a line tells of another of the kind: `false` where it has what is asked about, `nil` where it has none of the kind.
    func tellsOfOther(_ line: String) -> Bool? {
        let words = Self.words(of: line)
        var told: Bool?
        for (place, pair) in Self.pairs(of: words) {
            guard let numbers = asked[Self.singular(words[place].plain)], !Self.isYear(pair.number) else { continue }
            // "Flats 7 and 9" have one word for both.
            if words.contains(where: { $0.isNumber && numbers.contains($0.plain) }) { return false }
            told = true
        }
        return told
    }

    private struct Word {
        var plain: String
        /// Whether it begins with a digit: "9", "12b".
        var isNumber: Bool
        var hasCapital: Bool
        /// Whether nothing but spaces, or a sign that a number follows, parts it from the word before.
        var isNext: Bool
    }

    /// The places of words with a number right behind them, with that number and its place.
    private static func pairs(of words: [Word]) -> [(Int, (number: String, place: Int))] {
        words.indices.compactMap { place in
            guard !words[place].isNumber, !numberMarks.contains(words[place].plain) else { return nil }
            var next = place + 1
            if next < words.count, words[next].isNext, numberMarks.contains(words[next].plain) { next += 1 }
            guard next < words.count, words[next].isNumber, words[next].isNext else { return nil }
            return (place, (words[next].plain, next))
        }
    }

    private static func words(of text: String) -> [Word] {
        let text = String(text.prefixOfBytes(mostRead))
        return text.withBytes { bytes in
            var scanner = WordScanner(bytes)
            var words: [Word] = []
            var end = 0
            while let word = scanner.next() {
                let raw = bytes.string(word.span.range)
                let isNumber = raw.utf8.first.map { (0x30...0x39).contains($0) } ?? false
                words.append(
                    Word(
                        plain: raw.lowercased(), isNumber: isNumber,
                        hasCapital: raw.unicodeScalars.first?.value.isUppercase == true,
                        isNext: isNextGap(bytes[end..<word.span.start], after: words.last)))
                end = word.span.end
            }
            return words
        }
    }

    /// Spaces, "#", and the full stop of "No. 7".
    private static func isNextGap(_ gap: some Collection<UInt8>, after word: Word?) -> Bool {
        guard let word else { return false }
        let endsShort = numberMarks.contains(word.plain)
        return !gap.isEmpty
            && gap.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x23 || $0 == 0x2E && endsShort }
    }

    private static func isDay(_ word: String) -> Bool {
        AnswerOffer.isDay(word) || monthsBeforeNumbers.contains(word)
    }

    private static func isYear(_ number: String) -> Bool { Int(number).map(years.contains) ?? false }

    private static func singular(_ word: String) -> String {
        word.count > 3 && word.hasSuffix("s") ? String(word.dropLast()) : word
    }
}
