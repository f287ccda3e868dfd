import HearthCore
import HearthText

/// Finds by when something is to be done, in the words that say so: "by the first of May", "end of next week", "on the 3rd", "before
/// Christmas", "by close of business", "in two weeks", "bis Ende nächster Woche".
///
/// A time is a run of words of time (``CalendarWords``) that a word for a limit or a place opens, or one that needs none: "tomorrow", "next week".
/// Other words end it, so that "on the third floor" and "for six weeks" are none.
struct DueReader: Sendable {
    private let words: CalendarWords?
    private let dates: DateReader
    private let language: String
    /// The words of phrases like "no later than" behind their first one.
    private let inner: Set<String>

    private enum Kind { case limit, place, span, link, turn, edge, unit, occasion, point, alone, number, ordinal, date }

    private struct Token {
        var text: String
        var span: Range<Int>
        var kinds: Set<Kind> = []
    }

    /// Words of a time, and bytes of a sentence that are read.
    private static let (most, mostBytes) = (12, 4000)

    init(language: String) {
        self.language = language
        words = CalendarWords.of(language)
        dates = DateReader(languages: [language])
        let phrases = words.map { $0.limits.union($0.spans) } ?? []
        inner = Set(phrases.flatMap { $0.split(separator: " ").dropFirst().map(String.init) })
    }

    /// The first time in a sentence before which something is to be done, else the first one at which; in the words of the sentence.
    func due(in sentence: String) -> String? { span(in: sentence).flatMap { sentence.text(in: $0) } }

    /// Whether a time that was found is one by which something is to be done, and not one at which: "by Friday", not "on Friday".
    func isLimit(_ due: String) -> Bool {
        guard let words else { return true }
        let due = due.lowercased().replacing("’", with: "'")
        return words.limits.contains { due.hasPrefix($0 + " ") }
    }

    /// The last day or time of day that a sentence names, whatever stands before it: "let's say Friday".
    func day(in sentence: String) -> String? {
        guard sentence.utf8.count <= Self.mostBytes, words != nil else { return nil }
        let named = tokens(sentence).last { !$0.kinds.isDisjoint(with: [.point, .alone, .date]) }
        return named.flatMap { sentence.text(in: TextSpan($0.span)) }
    }

    func span(in sentence: String) -> TextSpan? {
        guard sentence.utf8.count <= Self.mostBytes, words != nil else { return nil }
        let tokens = tokens(sentence)
        var found: (range: Range<Int>, isLimit: Bool)?
        var at = 0
        while at < tokens.count {
            // "I'll send it over on Monday": the last word for a place belongs to the time.
            let isBeforeAnother =
                tokens[at].kinds.contains(.place) && at + 1 < tokens.count && tokens[at + 1].kinds.contains(.place)
            guard !tokens[at].kinds.isEmpty, !isBeforeAnother, let range = time(at, tokens, sentence) else {
                at += 1
                continue
            }
            let isLimit = tokens[range.lowerBound].kinds.contains(.limit)
            let whole = range.lowerBound..<withOthers(range.upperBound, tokens, sentence)
            if found == nil || isLimit && found?.isLimit == false { found = (whole, isLimit) }
            at = whole.upperBound
        }
        return found.map {
            TextSpan(
                start: tokens[$0.range.lowerBound].span.lowerBound, end: tokens[$0.range.upperBound - 1].span.upperBound
            )
        }
    }

    // MARK: - Words

    private func tokens(_ sentence: String) -> [Token] {
        var tokens: [Token] = []
        var (start, at) = (0, 0)
        var text = ""
        func close() {
            // A mark inside of a word belongs to it, and none at its end.
            var end = at
            while let last = text.last, "'-:".contains(last) {
                text.removeLast()
                end -= sentence.utf8[sentence.utf8.index(sentence.startIndex, offsetBy: end - 1)] >= 0x80 ? 3 : 1
            }
            if !text.isEmpty { tokens.append(Token(text: text.lowercased(), span: start..<end)) }
            text = ""
        }
        for scalar in sentence.unicodeScalars {
            let inner = scalar == "'" || scalar == "’" || scalar == "-" || scalar == ":"
            if scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || inner && !text.isEmpty {
                if text.isEmpty { start = at }
                text.unicodeScalars.append(scalar == "’" ? "'" : scalar)
            } else {
                close()
            }
            at += String(scalar).utf8.count
        }
        close()
        let named = dates.dates(in: sentence).filter { $0.readings.contains { $0.day != nil || $0.month != nil } }
        for index in tokens.indices {
            tokens[index].kinds = kinds(tokens, index, sentence)
            let span = TextSpan(tokens[index].span)
            if named.contains(where: { $0.span.overlaps(span) }), !isVerb(tokens[index], sentence) {
                tokens[index].kinds = [.date]
            }
        }
        return tokens
    }

    /// "This may be late": months that are verbs have a capital.
    private func isVerb(_ token: Token, _ sentence: String) -> Bool {
        (token.text == "may" || token.text == "march") && language == "en"
            && sentence.text(in: TextSpan(token.span))?.first?.isLowercase == true
    }

    private func kinds(_ tokens: [Token], _ index: Int, _ sentence: String) -> Set<Kind> {
        guard let words else { return [] }
        let text = tokens[index].text
        var kinds: Set<Kind> = []
        func add(_ kind: Kind, _ isSo: Bool) { if isSo { kinds.insert(kind) } }
        func opens(_ phrases: Set<String>) -> Bool {
            phrases.contains(text) || phrases.contains { $0.hasPrefix(text + " ") && isHere($0, tokens, index) }
        }
        add(.limit, opens(words.limits))
        add(.place, opens(words.places))
        add(.span, opens(words.spans))
        add(.link, words.links.contains(text) || inner.contains(text))
        add(.turn, words.turns.contains(text))
        add(.edge, words.edges.contains(text))
        add(.unit, words.units.contains(text))
        add(.occasion, words.occasions.contains(text))
        add(
            .point,
            words.points.contains(text) || words.feasts.contains(text) || Self.isClock(text)
                || TimePhrases.isMonth(text, language) && !isVerb(tokens[index], sentence))
        // "Por la mañana" is in the morning.
        add(.alone, words.alone.contains(text) && !(language == "es" && index > 0 && tokens[index - 1].text == "la"))
        add(.number, words.numbers.contains(text) || text.count <= 3 && text.allSatisfy { $0.isASCII && $0.isNumber })
        add(.ordinal, words.ordinals.contains(text) || Self.isOrdinal(text) || isGermanOrdinal(tokens[index], sentence))
        return kinds
    }

    private func isHere(_ phrase: String, _ tokens: [Token], _ index: Int) -> Bool {
        let parts = phrase.split(separator: " ")
        return index + parts.count <= tokens.count && zip(parts, tokens[index...]).allSatisfy { $0 == $1.text }
    }

    /// "3rd", "1er", "20º".
    static func isOrdinal(_ word: String) -> Bool {
        let digits = word.prefix { $0.isASCII && $0.isNumber }
        guard (1...2).contains(digits.count), let day = Int(digits), (1...31).contains(day) else { return false }
        return ["st", "nd", "rd", "th", "er", "re", "º", "e", "го", "ste", "de"].contains(
            String(word.dropFirst(digits.count)))
    }

    /// "15:30", "15h30", "5pm".
    private static func isClock(_ word: String) -> Bool {
        let digits = word.prefix { $0.isASCII && $0.isNumber }
        guard (1...2).contains(digits.count) else { return false }
        let rest = word.dropFirst(digits.count)
        return rest == "pm" || rest == "am" || rest == "h"
            || rest.count == 3 && (rest.first == ":" || rest.first == "h") && rest.dropFirst().allSatisfy(\.isNumber)
    }

    /// "Am 3." has a full stop.
    private func isGermanOrdinal(_ token: Token, _ sentence: String) -> Bool {
        guard language == "de", token.text.count <= 2, let day = Int(token.text), (1...31).contains(day) else {
            return false
        }
        return sentence.text(in: TextSpan(start: token.span.upperBound, end: token.span.upperBound + 1)) == "."
    }

    // MARK: - Times

    /// The words from one on that say a time, as many as there are.
    private func time(_ start: Int, _ tokens: [Token], _ sentence: String) -> Range<Int>? {
        var end = start + 1
        while end < tokens.count, end - start < Self.most, !tokens[end].kinds.isEmpty,
            isTied(tokens[end - 1], tokens[end], sentence)
        { end += 1 }
        while end > start {
            if isTime(start..<end, tokens, sentence) { return start..<end }
            end -= 1
        }
        return nil
    }

    /// Where a time ends with those that may be it as well: "next Monday or Tuesday".
    private func withOthers(_ end: Int, _ tokens: [Token], _ sentence: String) -> Int {
        guard end + 1 < tokens.count, CalendarWords.either.contains(tokens[end].text) else { return end }
        let gap = TextSpan(start: tokens[end - 1].span.upperBound, end: tokens[end + 1].span.upperBound)
        let isTied = sentence.text(in: gap)?.allSatisfy { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" } == true
        guard isTied else { return end }
        if let other = time(end + 1, tokens, sentence) { return withOthers(other.upperBound, tokens, sentence) }
        let isNamed = !tokens[end + 1].kinds.isDisjoint(with: [.point, .alone, .date])
        return isNamed ? withOthers(end + 2, tokens, sentence) : end
    }

    /// Whether nothing but a space, or the full stop of a German ordinal, stands between two words.
    private func isTied(_ one: Token, _ other: Token, _ sentence: String) -> Bool {
        let gap = sentence.text(in: TextSpan(start: one.span.upperBound, end: other.span.lowerBound))
        return gap == " " || gap == ". " && (one.kinds.contains(.ordinal) || one.kinds.contains(.date)) || gap == "."
    }

    private func isTime(_ range: Range<Int>, _ tokens: [Token], _ sentence: String) -> Bool {
        guard let words else { return false }
        let run = tokens[range]
        func has(_ kind: Kind) -> Bool { run.contains { $0.kinds.contains(kind) } }
        func isEdge(_ place: Int) -> Bool { tokens.indices.contains(place) && words.over.contains(tokens[place].text) }
        guard let first = run.first, let last = run.last, !isEdge(range.lowerBound - 1), !isEdge(range.upperBound),
            !run.contains(where: { words.over.contains($0.text) }), closes(last, range.upperBound, tokens, sentence)
        else { return false }
        let isNamed = has(.point) || has(.alone) || has(.date)
        func names(_ token: Token) -> Bool { !token.kinds.isDisjoint(with: [.unit, .occasion, .point]) }
        // "Next week", "the next two weeks"; "la semaine prochaine", "la semana que viene".
        let isTurned =
            zip(run, run.dropFirst()).contains { one, next in
                one.kinds.contains(.turn) && (names(next) || next.kinds.contains(.number)) && run.contains(where: names)
            } || turnsFollow && last.kinds.contains(.turn) && run.contains(where: names)
        if first.kinds.contains(.span), run.count > 1 {
            let isCounted =
                has(.number) || run.dropFirst().first.map { words.links.contains($0.text) && $0.text != "the" } ?? false
            if has(.unit) && isCounted && !has(.ordinal) || isNamed || isTurned { return true }
        }
        if first.kinds.contains(.limit) || first.kinds.contains(.place) {
            if isDuration(run) { return false }
            return run.count > 1
                && (isNamed || isTurned || has(.ordinal) || has(.edge) && (has(.unit) || has(.occasion)))
        }
        if first.kinds.contains(.alone) { return true }
        let mayOpen = first.kinds.contains(.turn) || first.kinds.contains(.edge) || first.kinds.contains(.link)
        return mayOpen && (isTurned || first.kinds.contains(.edge) && isNamed)
    }

    /// Whether "next" may stand behind its noun.
    private var turnsFollow: Bool { ["fr", "es", "it", "pt", "ru"].contains(language) }

    /// "For six weeks" and "for this week" are lengths; "for Friday" is a time.
    private func isDuration(_ run: ArraySlice<Token>) -> Bool {
        run.contains { $0.kinds.contains(.number) } && run.contains { $0.kinds.contains(.unit) }
            && !run.contains { !$0.kinds.isDisjoint(with: [.point, .alone, .date, .edge, .ordinal]) }
    }

    /// A time does not end with a word that ties; and with the number of a day only where no noun follows it: "on the 3rd", not "on the 3rd
    /// floor".
    private func closes(_ last: Token, _ next: Int, _ tokens: [Token], _ sentence: String) -> Bool {
        if !last.kinds.isDisjoint(with: [.unit, .occasion, .point, .alone, .date]) { return true }
        if last.kinds.contains(.turn) { return turnsFollow }
        guard last.kinds.contains(.ordinal) else { return false }
        guard tokens.indices.contains(next) else { return true }
        let gap = sentence.text(in: TextSpan(start: last.span.upperBound, end: tokens[next].span.lowerBound)) ?? ""
        return gap.contains { ",;:!?".contains($0) } || Stopwords.contains(tokens[next].text, language: language)
    }
}
