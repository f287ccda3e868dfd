package import HearthCore
import HearthText

/// A question that a journal answers by its days: "What did I do on 12 March?", "How was I feeling in March?", "When did I last swim?"
package struct DiaryQuestion: Sendable {
    package enum Turn: Sendable {
        case last, first
    }

    /// The days that it names, which have begun; empty where it names none.
    package private(set) var days: [ClosedRange<CivilDate>] = []
    /// Whether it asks for no more than what was on these days; and whether it asks how that felt.
    package private(set) var isOpen = false
    package private(set) var asksForFeeling = false
    /// Which time of several it asks for.
    package private(set) var turn: Turn?

    /// Words for one time of several, as the analyser writes them.
    package static var turnWords: Set<String> { DiaryWords.turns }

    /// Bytes of a question that are read.
    private static let mostBytes = 600

    /// - Parameters:
    ///   - earlier: The questions that it goes on from; empty for one that stands on its own.
    ///   - languages: ISO 639-1, of the journal.
    ///   - language: ISO 639-1, of the question, as far as that is known.
    ///   - today: From which "yesterday" counts.
    /// - Returns: `nil` for a question that names no day which has begun and asks for no time of several.
    package init?(
        _ question: String, after earlier: String = "", languages: [String], asked language: String, today: CivilDate
    ) {
        guard question.utf8.count <= Self.mostBytes else { return nil }
        let known = Set(languages).union([language])
        let dates = AskedDates(in: question, languages: known, asked: [language], today: today)
        let own = question.lowercased()
        var spans = dates.asked.map(\.span)
        var times = dates.asked
        // "The last week of May" is none of now.
        if times.count == 2,
            let between = question.text(
                in: TextSpan(start: times[0].span.end, end: max(times[0].span.end, times[1].span.start))),
            DiaryWords.links.contains(PlainText.line(between).lowercased())
        {
            times.removeFirst()
        }
        days = times.flatMap { $0.days(until: today) }
        // "What's on Monday?" asks for what is to come.
        if dates.isEmpty, Self.words(of: question, without: []).contains(where: DiaryWords.past.contains),
            let (day, span) = Self.weekday(in: question, today: today)
        {
            days = [day...day]
            spans = [span]
        }
        if days.count == 1, let place = spans.last { days[0] = Self.part(of: days[0], named: question, before: place) }
        days.removeAll { $0.lowerBound > today }
        turn = Self.turn(of: own, languages: known)
        guard !days.isEmpty || turn != nil else { return nil }
        let left =
            Self.words(of: question, without: spans)
            + Self.words(
                of: earlier,
                without: AskedDates(in: earlier, languages: known, asked: [language], today: today).asked.map(\.span))
        let lists = known.compactMap { DiaryWords.byLanguage[$0] }
        let stops = known.map(Stopwords.words(of:))
        let telling = left.filter { word in
            // "Qu'est-ce", "j'ai".
            !([word] + word.split { "'’-".contains($0) }.map(String.init)).contains { part in
                stops.contains { $0.contains(part) }
            }
        }
        asksForFeeling = telling.contains { word in lists.contains { $0.feeling.contains(word) } }
        isOpen =
            days.isEmpty
            ? false
            : Self.isUnspaced(question)
                ? Self.isOpenUnspaced(question, without: spans, lists)
                : telling.allSatisfy { word in lists.contains { $0.open.contains(word) || $0.feeling.contains(word) } }
        if Self.isUnspaced(question) {
            asksForFeeling = lists.contains { $0.feeling.contains(where: own.contains) }
        }
    }

    private static let pastVerbs: Set<String> = ["did", "was", "were", "had", "have"]

    // MARK: - Words

    private static func words(of text: String, without spans: [TextSpan]) -> [String] {
        text.withBytes { bytes in
            var scanner = WordScanner(bytes)
            var found: [String] = []
            while let word = scanner.next() {
                guard !spans.contains(where: { $0.overlaps(word.span) }) else { continue }
                found.append(bytes.string(word.span.range).lowercased())
            }
            return found
        }
    }

    private static func isUnspaced(_ text: String) -> Bool {
        text.unicodeScalars.contains { ScalarClass($0.value).isWithoutSpaces }
    }

    /// The same in a script without spaces: without the dates and the words of such questions hardly a character is left.
    private static func isOpenUnspaced(_ question: String, without spans: [TextSpan], _ lists: [DiaryWords]) -> Bool {
        var rest = words(of: question, without: spans).joined()
        for word in lists.flatMap({ $0.open.union($0.feeling) }).sorted(by: { ($1.count, $0) < ($0.count, $1) }) {
            rest = rest.replacing(word, with: "")
        }
        return rest.count { $0.isLetter } <= mostLeft
    }

    private static let mostLeft = 1

    /// The first or last part of a month, where a question names it: "the first week of May", "Ende Mai".
    private static func part(of days: ClosedRange<CivilDate>, named question: String, before span: TextSpan)
        -> ClosedRange<CivilDate>
    {
        guard days.lowerBound.day == 1,
            (28...31).contains(days.upperBound.daysSince1970 - days.lowerBound.daysSince1970 + 1)
        else { return days }
        var before = words(of: question.text(in: TextSpan(start: 0, end: span.start)) ?? "", without: []).suffix(
            mostBefore)
        // "Last May" is all of it.
        if let word = before.last, DiaryWords.turns.contains(word) || DiaryWords.lastOnes.contains(word) {
            before.removeLast()
        }
        func part(_ first: Int, _ last: Int) -> ClosedRange<CivilDate> {
            guard let first = days.lowerBound.adding(days: first - 1), let last = days.lowerBound.adding(days: last - 1)
            else { return days }
            return first...min(last, days.upperBound)
        }
        let isWeek = before.contains(where: DiaryWords.weeks.contains)
        if before.contains(where: DiaryWords.beginnings.contains) { return isWeek ? part(1, 7) : part(1, 10) }
        if before.contains(where: DiaryWords.ends.contains) {
            return isWeek ? part(days.upperBound.day - 6, 31) : part(21, 31)
        }
        return before.contains(where: DiaryWords.middles.contains) ? part(11, 20) : days
    }

    /// Words before a month that tell a part of it.
    private static let mostBefore = 4

    /// The last such day before today: "on Monday", "letzten Montag".
    private static func weekday(in question: String, today: CivilDate) -> (day: CivilDate, span: TextSpan)? {
        question.withBytes { bytes in
            var scanner = WordScanner(bytes)
            while let word = scanner.next() {
                guard let weekday = DiaryWords.weekdays[bytes.string(word.span.range).lowercased()] else { continue }
                let back = (today.weekday - weekday + 6) % 7 + 1
                return today.adding(days: -back).map { (day: $0, span: word.span) }
            }
            return nil
        }
    }

    /// Which time of several a question asks for.
    ///
    /// - Parameter languages: ISO 639-1, of the question or of the texts that it is asked of.
    static func turn(of question: String, languages: Set<String>) -> Turn? {
        let padded =
            " "
            + question.lowercased().map { $0.isLetter || $0.isNumber || $0 == "'" || $0 == "’" ? String($0) : " " }
            .joined() + " "
        for list in languages.compactMap({ DiaryWords.byLanguage[$0] }) {
            if list.last.contains(where: padded.contains) { return .last }
            if list.first.contains(where: padded.contains) { return .first }
        }
        // "When did I last swim?": the adverb stands between the subject and the verb.
        let words = padded.split(separator: " ").map(String.init)
        guard languages.contains("en"), words.first == "when", words.dropFirst().first.map(pastVerbs.contains) == true
        else {
            return nil
        }
        let tail = words.dropFirst(2).prefix(4)
        return tail.contains("last") ? .last : tail.contains("first") ? .first : nil
    }
}
