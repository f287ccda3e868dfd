import HearthCore
import HearthText

/// What a question asks of releases: what changed in one, when it came out, which one brought something.
struct AskedRelease {
    /// Of the releases that it names.
    let numbers: [ReleaseNumber]
    /// Whether it asks which release something was in, and when something was changed.
    let asksWhich: Bool
    let asksWhen: Bool
    /// The kinds of change that it names, see ``ReleaseWords/kinds``.
    let kinds: Set<Int>

    private static let longest = 400
    /// Words before what a release is called, where it is asked which: "since which version".
    private static let opening = 4

    /// - Returns: `nil` where it asks nothing of the kind.
    init?(_ question: String, kind: QuestionKind) {
        let question = String(question.prefixOfBytes(Self.longest))
        let words = SearchAnalyzer.unstemmed.terms(in: question)
        let isOfChange = words.contains { word in
            ReleaseWords.verbs.contains(word) || ReleaseWords.changes.contains(word)
                || !ReleaseWords.kinds(of: word).isEmpty
        }
        let isOfRelease = words.contains(where: ReleaseWords.nouns.contains)
        guard isOfChange || isOfRelease || question.utf8.contains(UInt8(ascii: ".")) else { return nil }
        numbers = ReleaseNumber.all(in: Array(question.unicodeScalars))
            .filter { $0.isNamed || $0.count > 1 && isOfChange }.map(\.number)
        let noun = words.prefix(Self.opening).firstIndex(where: ReleaseWords.nouns.contains)
        asksWhich = numbers.isEmpty && noun.map { $0 > 0 && ReleaseWords.which.contains(words[$0 - 1]) } == true
        asksWhen = numbers.isEmpty && isOfChange && kind.contains(.time)
        kinds = words.reduce(into: []) { $0.formUnion(ReleaseWords.kinds(of: $1)) }
        guard !numbers.isEmpty || asksWhich || asksWhen else { return nil }
    }

    /// Whether a word of the question says nothing of what is asked about but that it is of a release: its number, what it is called, that it
    /// came out or changed something.
    static func isOfReleases(_ word: String) -> Bool {
        isOfRelease(word) || !ReleaseWords.kinds(of: word).isEmpty
    }

    /// "2.4.0", "v2".
    static func isNumber(_ word: String) -> Bool {
        let digits = word.first == "v" ? word.dropFirst() : word[...]
        return !digits.isEmpty && digits.allSatisfy { $0.isNumber || $0 == "." }
    }

    /// Other spellings by which documents may have the numbers, for a search: a release is headed "v2.4.0", and asked for as "2.4".
    static func spellings(in question: String) -> [String] {
        guard let asked = AskedRelease(question, kind: []) else { return [] }
        return asked.numbers.flatMap { number -> [String] in
            let most = 3
            let full = number.parts + [Int](repeating: 0, count: max(0, most - number.parts.count))
            let forms = (min(number.parts.count, most)...most).map { count in
                full.prefix(max(count, number.parts.count)).map(String.init).joined(separator: ".")
            }
            return Array(Set(forms)).sorted().flatMap { [$0, "v\($0)"] }
        }
    }
}

/// The releases that the lines of a passage are of.
struct ReleasePlaces {
    /// The headings of releases in the passage, in order.
    let heads: [(span: TextSpan, head: ReleaseHead)]
    /// That of what stands before the first of them, from above the passage.
    private let outer: ReleaseHead?

    static let none = ReleasePlaces(heads: [], outer: nil)

    private init(heads: [(span: TextSpan, head: ReleaseHead)], outer: ReleaseHead?) {
        (self.heads, self.outer) = (heads, outer)
    }

    init(_ passage: AnswerPassage) {
        var known: [(span: TextSpan, head: ReleaseHead)] = []
        for heading in passage.headings.sorted() {
            guard let text = passage.text.text(in: heading), let head = ReleaseHead(text, isHeading: true) else {
                continue
            }
            known.append((heading, head))
        }
        outer = passage.above.reversed().lazy.compactMap { ReleaseHead($0, isHeading: true) }.first
        // Lines of plain text, and headings in the midst of a passage.
        for line in Self.lines(of: passage.text) where !passage.headings.contains(where: { $0.overlaps(line) }) {
            guard let text = passage.text.text(in: line),
                let head = ReleaseHead(text, isHeading: text.utf8.first == UInt8(ascii: "#"))
            else { continue }
            known.append((line, head))
        }
        heads = known.sorted { $0.span < $1.span }
    }

    var isEmpty: Bool { heads.isEmpty && outer == nil }

    /// All of them.
    var all: [ReleaseHead] { heads.map(\.head) + [outer].compactMap(\.self) }

    /// The release that a place of the passage is of.
    func head(at place: Int) -> ReleaseHead? { heads.last { $0.span.start <= place }?.head ?? outer }

    /// The passage, with these lines as headings.
    func marked(_ passage: AnswerPassage) -> AnswerPassage {
        var passage = passage
        passage.headings = Array(Set(passage.headings + heads.map(\.span))).sorted()
        return passage
    }

    /// Bytes of a passage that are looked through.
    private static let mostRead = 40_000

    /// The lines that are not empty, without spaces around them.
    private static func lines(of text: String) -> [TextSpan] {
        text.withBytes { bytes in
            var found: [TextSpan] = []
            var start = 0
            let count = min(bytes.count, mostRead)
            while start < count {
                let end = (start..<bytes.count).first { bytes[$0] == 0x0A } ?? bytes.count
                var (first, last) = (start, end)
                while first < last, bytes[first] <= 0x20 { first += 1 }
                while last > first, bytes[last - 1] <= 0x20 { last -= 1 }
                // Items of lists head nothing.
                if first < last, ![0x2D, 0x2B, 0x3E, 0x7C].contains(bytes[first]),
                    !(bytes[first] == 0x2A && first + 1 < last && bytes[first + 1] == 0x20)
                {
                    found.append(TextSpan(start: first, end: last))
                }
                start = end + 1
            }
            return found
        }
    }
}

extension ReleasePlaces {
    /// The headings of some releases.
    func heads(of numbers: [ReleaseNumber]) -> Set<TextSpan> {
        Set(heads.filter { place in numbers.contains { $0.holds(place.head.number) } }.map(\.span))
    }

    /// Whether a line is of one of some releases.
    func isOf(_ numbers: [ReleaseNumber], _ line: TextSpan) -> Bool {
        head(at: line.start).map { head in numbers.contains { $0.holds(head.number) } } ?? false
    }
}

extension AskedRelease {
    /// Notes what the lines of a passage say by the release that they are of, and by the kind of change: below "2.4.0" and "Fixed", each is
    /// of 2.4.0, and fixes something.
    func note(
        in sentences: inout [AnswerSentence], of passage: AnswerPassage, _ places: ReleasePlaces,
        question: AnswerQuestion
    ) {
        let asked = question.terms.map { ReleaseWords.kinds(of: $0.text) }
        var below = passage.above.last.map { Self.kinds(of: $0) } ?? []
        for place in sentences.indices {
            let span = sentences[place].span
            let text = passage.text.text(in: span) ?? ""
            guard !sentences[place].isHeading else {
                below = places.heads.contains { $0.span == span } ? [] : Self.kinds(of: text)
                continue
            }
            guard places.head(at: span.start) != nil else { continue }
            let isAsked = places.isOf(numbers, span)
            let opening = SearchAnalyzer.unstemmed.terms(in: String(text.prefix(Self.longestOpening))).first ?? ""
            let own = below.union(ReleaseWords.kinds(of: opening))
            for term in question.terms.indices where !question.terms[term].isGrammar {
                let word = question.terms[term].text
                if isAsked && Self.isOfRelease(word) || asksWhich && ReleaseWords.nouns.contains(word) {
                    sentences[place].say(term, 1, of: question)
                } else if !own.isDisjoint(with: asked[term]) {
                    sentences[place].say(term, AnswerQuestion.byRule, of: question)
                }
            }
        }
    }

    /// Characters of a line in which its first word stands.
    private static let longestOpening = 40

    /// The kinds of change that a short heading names.
    private static func kinds(of heading: String) -> Set<Int> {
        SearchAnalyzer.unstemmed.terms(in: heading).prefix(4).reduce(into: []) {
            $0.formUnion(ReleaseWords.kinds(of: $1))
        }
    }

    private static func isOfRelease(_ word: String) -> Bool {
        isNumber(word) || ReleaseWords.nouns.contains(word) || ReleaseWords.verbs.contains(word)
            || ReleaseWords.changes.contains(word)
    }
}
