import HearthText

/// The number of a release, as change logs and people write it: "2.4.0", "v2.4", "2.0.0-rc.1" (https://semver.org, https://keepachangelog.com).
struct ReleaseNumber: Hashable {
    /// Without zeros at the end: 2.4 and 2.4.0 are one release.
    let parts: [Int]
    /// What follows the numbers, in lower case: "rc.1".
    let suffix: String
    /// How many numbers it is written with, zeros at the end among them; no part of what it is.
    var written = 0

    static func == (one: ReleaseNumber, other: ReleaseNumber) -> Bool {
        one.parts == other.parts && one.suffix == other.suffix
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(parts)
        hasher.combine(suffix)
    }

    /// A number of a text, and what it stands beside.
    struct Found {
        var number: ReleaseNumber
        /// How many numbers it is written with.
        var count: Int
        /// Characters (Unicode scalars) of the text that it takes, a "v" before it among them.
        var place: Range<Int>
        /// Whether a "v" or a word for a release stands right before it; whether it stands in square brackets.
        var isNamed: Bool
        var isInBrackets: Bool
    }

    /// Whether a release is this one, or one of the series that this one is: 2.3.1 is one of 2.3.
    func holds(_ other: ReleaseNumber) -> Bool {
        if self == other { return true }
        let count = max(written, parts.count)
        guard suffix.isEmpty, count < 3 else { return false }
        // "2.0" holds 2.0.1, and not 2.1.
        func padded(_ parts: [Int]) -> [Int] { parts + [Int](repeating: 0, count: max(0, count - parts.count)) }
        return padded(other.parts).starts(with: padded(parts))
    }

    /// Digits of one of its numbers, and numbers.
    private static let longest = 6
    private static let most = 4
    private static let longestSuffix = 24

    /// The numbers of a line that may be those of releases. Parts of dates, sums and names of things ("TW-400") are none.
    ///
    /// - Parameter scalars: A short text.
    static func all(in scalars: [Unicode.Scalar]) -> [Found] {
        var found: [Found] = []
        var at = 0
        while at < scalars.count {
            guard isDigit(scalars, at) else {
                at += 1
                continue
            }
            let first = at
            var parts: [Int] = []
            var isTooLong = false
            while true {
                var digits = ""
                while isDigit(scalars, at) {
                    digits.unicodeScalars.append(scalars[at])
                    at += 1
                }
                isTooLong = isTooLong || digits.count > longest
                parts.append(Int(digits.prefix(longest)) ?? 0)
                guard at < scalars.count, scalars[at] == ".", isDigit(scalars, at + 1) else { break }
                at += 1
            }
            let suffix = suffix(scalars, &at)
            guard !isTooLong, parts.count <= most, let start = start(scalars, first), endsThere(scalars, at),
                suffix.isEmpty || parts.count > 1
            else { continue }
            let count = parts.count
            while parts.count > 1, parts.last == 0 { parts.removeLast() }
            found.append(
                Found(
                    number: ReleaseNumber(parts: parts, suffix: suffix, written: count), count: count,
                    place: start..<at,
                    isNamed: start < first || ReleaseWords.nouns.contains(word(before: start, scalars)),
                    isInBrackets: start > 0 && scalars[start - 1] == "[" && at < scalars.count && scalars[at] == "]"))
        }
        return found
    }

    private static func isDigit(_ scalars: [Unicode.Scalar], _ place: Int) -> Bool {
        scalars.indices.contains(place) && (0x30...0x39).contains(scalars[place].value)
    }

    private static func isLetter(_ scalars: [Unicode.Scalar], _ place: Int) -> Bool {
        scalars.indices.contains(place) && scalars[place].properties.isAlphabetic
    }

    /// "-rc.1", "b2", right behind the numbers.
    private static func suffix(_ scalars: [Unicode.Scalar], _ at: inout Int) -> String {
        var end = at
        if end < scalars.count, scalars[end] == "-" || scalars[end] == "+" { end += 1 }
        func isPart(_ place: Int) -> Bool {
            isDigit(scalars, place) || isLetter(scalars, place) && scalars[place].isASCII
        }
        guard isPart(end), !isDigit(scalars, end) else { return "" }
        let start = end
        while end < scalars.count, end - start < longestSuffix,
            isPart(end) || (scalars[end] == "." || scalars[end] == "-") && isPart(end + 1)
        {
            end += 1
        }
        at = end
        return String(String.UnicodeScalarView(scalars[start..<end])).lowercased()
    }

    /// Where the number begins with its "v"; `nil` where what stands before it makes it something else.
    private static func start(_ scalars: [Unicode.Scalar], _ first: Int) -> Int? {
        guard first > 0 else { return 0 }
        let before = scalars[first - 1]
        if before == "v" || before == "V" {
            return isLetter(scalars, first - 2) || isDigit(scalars, first - 2) ? nil : first - 1
        }
        let mayStand =
            before.properties.isWhitespace || ["[", "(", "*", "_", "`", "\"", "“", "„", "«", "#"].contains(before)
        // Scripts without spaces set it right behind the word for it.
        return mayStand || ScalarClass(before.value).isWithoutSpaces ? first : nil
    }

    private static func endsThere(_ scalars: [Unicode.Scalar], _ end: Int) -> Bool {
        guard end < scalars.count else { return true }
        if ["%", "‰", "/", "€", "$", "£", "°"].contains(scalars[end]) { return false }
        // "2026-03-02", "1,200".
        let goesOn = ["-", ",", ":", "–"].contains(scalars[end]) && isDigit(scalars, end + 1)
        return !goesOn && !(isLetter(scalars, end) && !ScalarClass(scalars[end].value).isWithoutSpaces)
    }

    /// The word right before a place, in lower case and without marks, brackets between them.
    private static func word(before place: Int, _ scalars: [Unicode.Scalar]) -> String {
        var end = place
        while end > 0, scalars[end - 1] == " " || scalars[end - 1] == "[" || scalars[end - 1] == "(" { end -= 1 }
        var start = end
        while isLetter(scalars, start - 1) { start -= 1 }
        let word = String(String.UnicodeScalarView(scalars[start..<end]))
        return SearchAnalyzer.unstemmed.terms(in: word).last ?? ""
    }
}

/// A line that heads what is new in a release: "## [2.4.0] - 2026-03-02", "v2.4.0 (2 March 2026)", "Version 2.4".
struct ReleaseHead: Hashable {
    let number: ReleaseNumber
    /// As it is told: without marks of headings, brackets and links.
    let told: String
    /// Whether it says when.
    let hasDate: Bool

    private static let longest = 160
    /// Characters behind the number of a heading that says more than a date: "2.4.0 [YANKED]", "Version 3.0: Harbour".
    private static let longestRest = 40

    /// - Parameter isHeading: Whether its format marks it as a heading; any other line has to show more clearly that it is one.
    init?(_ line: some StringProtocol, isHeading: Bool) {
        guard line.utf8.count <= Self.longest, line.utf8.contains(where: { (0x30...0x39).contains($0) }) else {
            return nil
        }
        let text = Self.withoutMarks(String(line))
        let scalars = Array(text.unicodeScalars)
        // What a number points to at the end of a change log: "[2.4.0]: https://…".
        guard !text.contains("://"),
            let found = ReleaseNumber.all(in: scalars).first(where: { $0.isNamed || $0.isInBrackets || $0.count > 1 })
        else { return nil }
        let before = Self.words(scalars[..<found.place.lowerBound]).filter { !ReleaseWords.nouns.contains($0) }
        let rest = scalars[found.place.upperBound...]
        let words = Self.words(rest)
        let behind = String(String.UnicodeScalarView(rest))
        let isDated = [behind, String(String.UnicodeScalarView(scalars[..<found.place.lowerBound]))].contains(
            where: Self.hasYear)
        guard before.count <= 4, !behind.hasPrefix("]:"), !behind.hasPrefix(":"), behind.last?.isTerminator != true
        else { return nil }
        if found.isNamed || found.isInBrackets {
            guard isDated || words.isEmpty || isHeading && rest.count <= Self.longestRest else { return nil }
        } else {
            // "3.2 Error codes" is a section, and "Figure 2.4" a figure.
            guard words.allSatisfy(Self.isOfDate), isDated || isHeading && (found.count > 2 || before.isEmpty) else {
                return nil
            }
        }
        number = found.number
        hasDate = isDated
        told = text.filter { $0 != "[" && $0 != "]" }
    }

    /// Without `#`, emphasis and the addresses of links.
    private static func withoutMarks(_ line: String) -> String {
        let first = line.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        let plain = first.contains("](") ? first.replacing(/\]\([^)\s]*\)/, with: "]") : first
        let marks: Set<Character> = ["#", "*", "_", "`", "=", " ", "\t"]
        var text = plain[...]
        while let mark = text.first, marks.contains(mark) { text.removeFirst() }
        while let mark = text.last, marks.contains(mark) { text.removeLast() }
        return String(text)
    }

    private static func words(_ scalars: ArraySlice<Unicode.Scalar>) -> [String] {
        SearchAnalyzer.unstemmed.terms(in: String(String.UnicodeScalarView(scalars)))
    }

    private static func hasYear(_ text: String) -> Bool {
        text.split { !$0.isNumber }.contains { $0.count == 4 && ($0.hasPrefix("19") || $0.hasPrefix("20")) }
    }

    private static func isOfDate(_ word: String) -> Bool {
        word.contains(where: \.isNumber) || AnswerOffer.isDay(word) || months.contains(word)
            || ReleaseWords.aroundDates.contains(word)
    }

    /// Of months as the analyser writes them, and cut short.
    private static let months = Set(
        SearchAnalyzer.unstemmed.terms(
            in: ([
                "en", "de", "fr", "es", "it", "pt", "nl", "sv", "da", "nb", "fi", "pl", "cs", "sk", "hu", "ro", "tr",
                "el", "ru", "uk",
            ] as [String]).flatMap { language in
                (1...12).flatMap { DateNames.names(ofMonth: $0, language: language) }
            }.joined(separator: " ") + " jan feb mar apr jun jul aug sep sept oct nov dec"))
}

extension Character {
    /// Whether it ends a sentence.
    fileprivate var isTerminator: Bool { ".!?。！？".contains(self) }
}
