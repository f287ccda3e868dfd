import HearthCore
import HearthText

/// A question that names a document and asks what it is about, or what it says of something.
///
/// Such a question is known by its frame: but for the name and the topic it has no words but those of ``DocumentFrame``. So "when does
/// the lease end?" is none, although there is a lease, and neither is "what did Anna say about the lease?".
package struct DocumentQuestion: Hashable, Sendable {
    package enum Matter: Hashable, Sendable {
        /// What it is about, or a summary.
        case whole
        /// What all documents are about: "what is in my library?"
        case all
        /// What it says of this, in the words of the question.
        case topic(String)
    }

    package var matter: Matter
    /// Which of the documents it may mean, as places in the list of them; never empty.
    package var documents: [Int]

    /// Longer ones ask for more than this.
    private static let mostBytes = 600
    private static let mostWords = 60

    /// Whether a question may be of this kind, so that it pays to look for the document.
    package static func mayAsk(_ question: String) -> Bool {
        guard question.utf8.count <= mostBytes else { return false }
        return UnspacedQuestion.isUnspaced(question) && UnspacedQuestion.mayAsk(question)
            || !frames(of: AskedName.Words(question)).isEmpty
    }

    /// - Parameter names: What each document is called: its title, the names of its files.
    /// - Returns: `nil` where it is no such question, or names none of them.
    package static func read(_ question: String, names: [[String]]) -> DocumentQuestion? {
        guard question.utf8.count <= mostBytes else { return nil }
        // An English question may name a document in Japanese.
        if UnspacedQuestion.isUnspaced(question), let found = UnspacedQuestion.read(question, names: names) {
            return found
        }
        let words = AskedName.Words(question)
        guard words.count <= mostWords else { return nil }
        let frames = frames(of: words)
        guard !frames.isEmpty else { return nil }
        // Once for all frames, and only those that may be meant: a library may have thousands.
        let beginnings = WordBeginnings(words.words)
        let names = names.map { $0.filter(beginnings.mayStand).map(AskedName.Name.init) }
        for frame in frames {
            if let found = read(words, frame, names) { return found }
        }
        return nil
    }

    /// Whether a question asks what a document is about and names none: "what is this about?", "summarize the document".
    ///
    /// - Parameter isChosen: Whether it is known which document is meant, so that it may be called a letter.
    package static func asksOfOne(_ question: String, isChosen: Bool = false) -> Bool {
        guard question.utf8.count <= mostBytes else { return false }
        if UnspacedQuestion.isUnspaced(question), UnspacedQuestion.asksOfOne(question) { return true }
        let words = AskedName.Words(question)
        return words.count <= mostWords
            && frames(of: words).contains {
                FramedQuestion(words, name: nil, $0).asksOfOne(isChosen: isChosen)
            }
    }

    /// Whether a question that ``asksOfOne(_:isChosen:)`` means all documents: "what is in my library?", and where nothing was spoken of
    /// before also "what is this about?". Which one "this document" is, nobody knows.
    package static func asksOfAll(_ question: String, isAfterAnswer: Bool = false) -> Bool {
        if UnspacedQuestion.isUnspaced(question) { return UnspacedQuestion.asksOfLibrary(question) }
        let words = AskedName.Words(question).words
        return words.contains(where: DocumentFrame.isLibrary)
            || !isAfterAnswer && !words.contains(where: DocumentFrame.isText)
    }

    private static func frames(of words: AskedName.Words) -> [DocumentFrame] {
        let all = words.words
        return DocumentFrame.all.filter { frame in
            all.indices.contains { place in
                frame.phrase(at: place, of: all).map { !$0.role.isDisjoint(with: .keys) } ?? false
            }
        }
    }

    private static func read(
        _ words: AskedName.Words, _ frame: DocumentFrame, _ names: [[AskedName.Name]]
    ) -> DocumentQuestion? {
        var likeness = WordLikeness(language: frame.language)
        var found: [AskedName] = []
        for (document, names) in names.enumerated() {
            for name in names {
                found += AskedName.all(in: words, of: name, document: document, frame, &likeness)
            }
        }
        found.sort { $1.rank < $0.rank }
        // Those that are named as well as the first that makes a question of it.
        var best: (name: AskedName, matter: Matter)?
        var documents: [Int] = []
        for name in found where !documents.contains(name.document) {
            if let best, !name.isAsGood(as: best.name) { break }
            guard let matter = FramedQuestion(words, name: name, frame).matter, best == nil || best?.matter == matter
            else { continue }
            if best == nil { best = (name, matter) }
            documents.append(name.document)
        }
        return best.map { DocumentQuestion(matter: $0.matter, documents: documents.sorted()) }
    }
}

// MARK: - Names

/// Words of a question that stand for a document by words of its name.
struct AskedName {
    /// The words of a question, as terms without marks.
    struct Words {
        let text: String
        let words: [String]
        let spans: [TextSpan]
        /// What stands in quotation marks, as bytes of the text.
        let quotes: [Range<Int>]

        var count: Int { words.count }

        init(_ text: String) {
            self.text = text
            let terms = SearchAnalyzer.unstemmed.locatedTerms(in: text)
            words = terms.map(\.text)
            spans = terms.map(\.span)
            quotes = Quotes.ranges(in: text)
        }
    }

    /// What a document is called.
    struct Name {
        /// Terms without marks, without the file's ending.
        let terms: [String]
        /// "txt"
        let ending: String?

        init(_ name: String) {
            let (stem, ending) = AskedName.parts(of: name)
            terms = DocumentFrame.terms(stem)
            self.ending = ending
        }
    }

    let document: Int
    /// Which words of the question, with all that is in its quotation marks.
    let range: Range<Int>
    /// How many words of the name they have, those of grammar aside.
    let said: Int
    /// Whether that is all of them.
    let isWhole: Bool
    let isQuoted: Bool
    /// Whether it is told by a file's ending, or has a word for a text in it: "lease.txt", "the letter".
    let isText: Bool
    /// Whether a word stands in it that may part a document from a topic, and is none of its name: "the report on the pool".
    let hasMarker: Bool

    var rank: (Int, Int, Int, Int) { (said, isWhole ? 1 : 0, -range.count, -document) }

    func isAsGood(as other: AskedName) -> Bool { said == other.said && isWhole == other.isWhole }

    /// The stretches of a question that may be meant by one name, those of grammar between its words included.
    static func all(
        in asked: Words, of name: Name, document: Int, _ frame: DocumentFrame, _ likeness: inout WordLikeness
    ) -> [AskedName] {
        let (all, ending) = (name.terms, name.ending)
        let telling = all.filter { !frame.isSmall($0) }
        // Of "The Which", every word is grammar.
        let own = telling.isEmpty ? all : telling
        guard !own.isEmpty, own.count <= mostOfName else { return [] }
        // By word of the question, the word of the name that it is.
        let places = asked.words.map { word in own.firstIndex { likeness.isSame(word, $0) } }
        guard places.contains(where: { $0 != nil }) else { return [] }
        var found: [AskedName] = []
        for start in places.indices where places[start] != nil {
            var said: Set<Int> = []
            var hasMarker = false
            for end in start..<places.count {
                if let place = places[end] {
                    said.insert(place)
                } else if asked.words[end] != ending, !all.contains(asked.words[end]) {
                    if frame.isMarker(asked.words[end]) {
                        hasMarker = true
                    } else if !frame.isSmall(asked.words[end]) {
                        break
                    }
                }
                let isEnding = asked.words[end] == ending && end > start && places[end - 1] != nil
                guard places[end] != nil || isEnding else { continue }
                var range = start..<(end + 1)
                let quote = asked.quotes.first { $0.contains(asked.spans[start].start) }
                if let quote {
                    // In quotation marks stands the name and nothing else; of one that was cut short, the last word is torn.
                    let inside = asked.spans.indices.filter { quote.contains(asked.spans[$0].start) }
                    let isCut = Quotes.isCut(quote, in: asked.text)
                    let telling = inside.filter { !frame.isSmall(asked.words[$0]) || places[$0] != nil }
                    guard let first = telling.first, let last = telling.last, let from = inside.first,
                        let to = inside.last,
                        start <= first, range.upperBound > last || isCut && range.upperBound >= last
                    else { continue }
                    range = min(from, start)..<(max(to, end) + 1)
                }
                let words = asked.words[range]
                found.append(
                    AskedName(
                        document: document, range: range, said: said.count, isWhole: said.count == Set(own).count,
                        isQuoted: quote != nil, isText: isEnding || words.contains(where: DocumentFrame.isText),
                        hasMarker: hasMarker))
            }
        }
        return found
    }

    private static let mostOfName = 40

    /// A file's name and its ending, "txt".
    static func parts(of name: String) -> (name: String, ending: String?) {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return (name, nil) }
        let ending = name[name.index(after: dot)...]
        guard (1...5).contains(ending.count), ending.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }),
            ending.contains(where: \.isLetter)
        else { return (name, nil) }
        return (String(name[..<dot]), ending.lowercased())
    }
}

/// Which words are forms of one.
struct WordLikeness {
    private let analyzer: SearchAnalyzer
    private var stems: [String: String] = [:]

    /// Letters that two forms share at least, and that each has beside.
    private static let shared = 5
    private static let mostEnding = 3

    init(language: String) { analyzer = SearchAnalyzer(language: language) }

    /// - Parameters: Both in lower case, without marks.
    mutating func isSame(_ first: String, _ second: String) -> Bool {
        if first == second { return true }
        // Most words begin otherwise; those of Arabic may have their article before.
        guard first.utf8.first == second.utf8.first || Self.mayHaveArticle(first) || Self.mayHaveArticle(second) else {
            return false
        }
        let (first, second) = (Self.withoutArticle(first), Self.withoutArticle(second))
        if first == second { return true }
        guard first.prefix(3) == second.prefix(3), first.contains(where: \.isLetter) else { return false }
        if first.count >= Self.shared, second.count >= Self.shared {
            let common = zip(first, second).prefix { $0 == $1 }.count
            // "Mietvertrags", "minute": one is the beginning of the other, whatever the language.
            if common == min(first.count, second.count), max(first.count, second.count) - common <= Self.mostEnding {
                return true
            }
        }
        return stem(first) == stem(second)
    }

    private mutating func stem(_ word: String) -> String {
        if let known = stems[word] { return known }
        let stem = analyzer.terms(in: word).first ?? word
        stems[word] = stem
        return stem
    }

    private static func mayHaveArticle(_ word: String) -> Bool { word.utf8.first == 0xD8 }

    /// Arabic writes its article with the word.
    private static func withoutArticle(_ word: String) -> String {
        word.hasPrefix("ال") && word.count > 4 ? String(word.dropFirst(2)) : word
    }
}

/// Quotation marks of many languages.
enum Quotes {
    private static let pairs: [Character: Set<Character>] = [
        "“": ["”"], "„": ["“", "”"], "«": ["»"], "»": ["«"], "\"": ["\""], "‹": ["›"], "「": ["」"], "『": ["』"],
        "《": ["》"], "”": ["”"], "〈": ["〉"],
    ]

    /// The bytes between them.
    static func ranges(in text: String) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var open: (start: Int, closing: Set<Character>)?
        var at = 0
        for character in text {
            let next = at + character.utf8.count
            if let begun = open {
                if begun.closing.contains(character) {
                    if at > begun.start { found.append(begun.start..<at) }
                    open = nil
                }
            } else if let closing = pairs[character] {
                open = (next, closing)
            }
            at = next
        }
        return found
    }

    /// Whether what is quoted ends with an ellipsis.
    static func isCut(_ range: Range<Int>, in text: String) -> Bool {
        let quoted = text.text(in: TextSpan(range)) ?? ""
        let end = quoted.split(whereSeparator: \.isWhitespace).last ?? ""
        return end.hasSuffix("…") || end.hasSuffix("...")
    }
}
