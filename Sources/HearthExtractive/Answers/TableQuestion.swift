import HearthCore
import HearthText

/// A question that wants the rows of a table compared or counted, word by word.
///
/// It is read more strictly than other questions: each of its words must be found somewhere in a table, or be known to say nothing, before
/// anything is computed for it. Words that are only alike do not count: "Priya Raman" is not "Priya Ramanathan".
struct TableQuestion {
    enum Kind: Hashable {
        /// The row with the most or the least of something.
        case extreme(TableWords.Degree)
        /// How many rows there are.
        case count
        /// Which of two has more or less of something.
        case comparison(TableWords.Degree)
    }

    /// A word that may name something, or a time.
    struct Term {
        /// In lower case and without marks; empty for a time.
        var plain: String
        var stem: String
        /// Bytes of the question.
        var span: TextSpan
        /// Place in the times of the question.
        var time: Int?
        /// Whether it tells nothing of a row, so that no row needs to say it.
        var isIdle = false
    }

    let kind: Kind
    let language: String
    let isWho: Bool
    /// In the order of the question, each as often as it stands there.
    private(set) var terms: [Term] = []
    /// The terms right behind "which" or "how many", the first three, which say what kind of thing is asked for.
    private(set) var things: [Int] = []
    /// The term right behind the word that compares: "the largest expense".
    private(set) var compared: Int?
    /// Bytes of the question before which one of two stands, and behind which the other.
    private(set) var border: Int?

    let dates: AskedDates
    private let text: String
    private let stops: Set<String>

    private static let mostBytes = 500
    private static let mostThings = 3

    /// - Returns: `nil` for any other question.
    init?(_ question: String, today: CivilDate?) {
        guard question.utf8.count <= Self.mostBytes, !Self.contractions.contains(where: question.contains) else {
            return nil
        }
        let language = TableWords.language(of: question)
        guard let lists = TableWords.words(of: language) else { return nil }
        let words = WordForms.read(question, language: language)
        let plain = words.map(\.plain)
        let dates = AskedDates(in: question, languages: [language], asked: [language], today: today)
        func isOfTime(_ place: Int) -> Bool {
            dates.asked.contains { $0.span.overlaps(TextSpan(words[place].range)) }
        }
        func place(of phrase: [String]) -> Range<Int>? {
            guard plain.count >= phrase.count else { return nil }
            return (0...(plain.count - phrase.count)).first { start in
                plain[start..<(start + phrase.count)].elementsEqual(phrase)
                    && !(start..<(start + phrase.count)).contains(where: isOfTime)
            }.map { $0..<($0 + phrase.count) }
        }
        func first(of degrees: [TableWords.Degree]) -> (degree: TableWords.Degree, range: Range<Int>)? {
            for degree in degrees {
                if let range = place(of: degree.words) { return (degree, range) }
            }
            return nil
        }
        let either = plain.indices.first { lists.alternatives.contains(plain[$0]) }
        let used: Range<Int>
        if let either, let found = first(of: lists.comparatives) {
            kind = .comparison(found.degree)
            used = found.range
            border = words[either].range.lowerBound
        } else if let range = lists.counting.compactMap({ place(of: $0) }).first {
            kind = .count
            used = range
        } else if let found = first(of: lists.superlatives) {
            kind = .extreme(found.degree)
            used = found.range
        } else {
            return nil
        }
        // Either of two is no condition that all rows share, and two degrees are two questions.
        guard border != nil || either == nil else { return nil }
        let others = plain.indices.filter { !used.contains($0) && !isOfTime($0) }
        guard !others.contains(where: { lists.blocking.contains(plain[$0]) }) else { return nil }
        // "The second highest", "the five largest".
        if kind != .count,
            [used.lowerBound - 1, used.upperBound].contains(where: { place in
                plain.indices.contains(place) && !isOfTime(place) && plain[place].allSatisfy(\.isNumber)
            })
        {
            return nil
        }
        isWho = others.contains { lists.who.contains(plain[$0]) }
        (self.language, self.dates, self.text) = (language, dates, question)
        stops = TableWords.stops(of: language)
        read(words, used, lists)
    }

    /// "Not", written as one word with another.
    private static let contractions = ["n't", "n’t"]

    private mutating func read(_ words: [WordForms], _ used: Range<Int>, _ lists: TableWords) {
        let which =
            kind == .count ? used.upperBound : words.firstIndex { lists.which.contains($0.plain) }.map { $0 + 1 }
        var times: Set<Int> = []
        for (place, word) in words.enumerated() where !used.contains(place) {
            let span = TextSpan(word.range)
            if let time = dates.asked.firstIndex(where: { $0.span.overlaps(span) }) {
                if times.insert(time).inserted {
                    terms.append(Term(plain: "", stem: "", span: dates.asked[time].span, time: time))
                }
                continue
            }
            let isIdle = lists.idle.contains(word.plain)
            let asks = lists.who.contains(word.plain) || lists.which.contains(word.plain)
            guard !asks, isIdle || !stops.contains(word.plain), !lists.alternatives.contains(word.plain),
                word.plain.unicodeScalars.count > 1 || word.plain.contains(where: \.isNumber)
            else { continue }
            let number = terms.count
            if compared == nil, place >= used.upperBound, !isIdle { compared = number }
            // "Which laptop is", and not "which has more memory".
            if let which, place >= which, !isIdle, things.count < Self.mostThings,
                kind == .count || place == which || !things.isEmpty
            {
                things.append(number)
            }
            terms.append(Term(plain: word.plain, stem: word.stem, span: span, isIdle: isIdle))
        }
    }

    /// The term as it stands in the question.
    func words(of term: Int) -> String { text.text(in: terms[term].span) ?? "" }

    /// The terms that must be said somewhere.
    var asked: [Int] { terms.indices.filter { !terms[$0].isIdle } }

    /// What a text says of a question.
    struct Said: Hashable {
        var terms: Set<Int> = []
        /// Whether it says nothing else, little words apart.
        var isWhole = false
    }

    /// - Parameter text: A cell, the name of a column, a title.
    func said(in text: String) -> Said {
        var said = Said()
        let part = String(text.prefixOfBytes(500))
        var others = 0
        for word in WordForms.read(part, language: language) {
            let found = terms.indices.filter {
                terms[$0].time == nil && (terms[$0].plain == word.plain || terms[$0].stem == word.stem)
            }
            if !found.isEmpty {
                said.terms.formUnion(found)
            } else if !stops.contains(word.plain) {
                others += 1
            }
        }
        said.isWhole = others == 0 && !said.terms.isEmpty
        for date in dates.dates(in: part) {
            let times = dates.matches(date)
            said.terms.formUnion(terms.indices.filter { terms[$0].time.map(times.contains) ?? false })
        }
        return said
    }

    /// Whether a name of a column, or a title, has a word of a list.
    func has(_ words: Set<String>, in text: String) -> Bool {
        SearchAnalyzer.unstemmed.terms(in: text).contains(where: words.contains)
    }

    /// Whether the rows of something are what a term names, by what it is called: "Expenses 2026", "List of employees". Of "Training of
    /// employees" they are not.
    func isHead(_ term: Int, of name: String) -> Bool {
        let words = WordForms.read(String(name.prefixOfBytes(300)), language: language)
        let content = words.filter {
            !TableColumns.titles.contains($0.plain) && !$0.plain.contains(where: \.isNumber)
        }
        func isTerm(_ word: WordForms) -> Bool { word.plain == terms[term].plain || word.stem == terms[term].stem }
        guard let place = content.firstIndex(where: isTerm) else { return false }
        let before = content[..<place].filter { !stops.contains($0.plain) }
        let isBehindWord = place > 0 && stops.contains(content[place - 1].plain)
        // What stands behind "of" is the head only where nothing but "list" was before that.
        guard !isBehindWord || before.isEmpty else { return false }
        if place == content.count - 1 || stops.contains(content[place + 1].plain) { return true }
        return before.isEmpty && Self.headsFirst.contains(language)
    }

    /// Languages that put what a thing is before what kind of it.
    private static let headsFirst: Set<String> = ["fr", "es", "it", "pt", "pl", "ru"]
}
