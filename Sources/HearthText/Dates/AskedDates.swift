package import HearthCore

/// The times that a question is about: "in March", "on 5 March 2024", "last spring", "in 2023", "im Mai", "в марте", "3月".
///
/// What a document says of them hardly has these words: a statement has `2024-03-05`, a mail "Tue, 5 Mar 2024". So they are compared as
/// dates, see ``NamedDate/holds(_:)``.
package struct AskedDates: Sendable {
    package struct Asked: Hashable, Sendable {
        /// Bytes of the question.
        package var span: TextSpan
        /// Any of them will do: the months of a spring, or both readings of `03/05/2024`.
        package var times: [NamedDate]

        /// Whether it has several days: a month, a year, a week.
        package var isStretch: Bool { times.count > 2 || times.contains { $0.day == nil } }
    }

    /// In the order of the question.
    package private(set) var asked: [Asked] = []
    private let reader: DateReader

    package var isEmpty: Bool { asked.isEmpty }

    /// Bytes of a question that are read.
    private static let mostBytes = 2_000

    /// - Parameters:
    ///   - languages: ISO 639-1, of the question and of the texts that are asked.
    ///   - asked: Those that the question may be in, the likeliest first, English apart, which always may be; `nil` where that is not known.
    ///     Words that count from today are of these: "hier" is yesterday in French, and "here" in German.
    ///   - today: From which "last month" counts. Without it, a season is any year's, and what counts from today is no date.
    package init(in question: String, languages: Set<String>, asked own: [String]? = nil, today: CivilDate? = nil) {
        reader = DateReader(languages: languages)
        let text = String(question.prefixOfBytes(Self.mostBytes))
        let words = Self.words(of: text)
        let likely = own ?? languages.sorted()
        let lists = (likely + (likely.contains("en") ? [] : ["en"])).compactMap { language in
            RelativeTimes.byLanguage[language].map { (language: language, list: $0) }
        }
        let found = reader.dates(in: text)
        let relative = lists.map { $0.list }
        asked = Self.withoutNames(found, words, relative).map { Asked(span: $0.span, times: $0.readings) }
        addYears(words)
        for (language, list) in lists {
            addRelative(words, text, list, today) { word in
                // "Ma" is "today" in Hungarian, and "my" in Italian.
                likely.first.map { $0 != language && Stopwords.contains(word, language: $0) } ?? false
            }
        }
        asked.removeAll(where: \.times.isEmpty)
        asked.sort { $0.span < $1.span }
        joinYears(words)
        if let today { settle(words, relative, today) }
    }

    /// The places in ``asked`` of the times in which a date of a text lies.
    ///
    /// - Parameter found: Of a ``DateReader``.
    package func matches(_ found: DateReader.Found) -> [Int] {
        asked.indices.filter { index in
            asked[index].times.contains { time in found.readings.contains(where: time.holds) }
        }
    }

    /// The dates of a text, read with the names of months that the question's reader knows.
    package func dates(in text: String) -> [DateReader.Found] { asked.isEmpty ? [] : allDates(in: text) }

    /// The same, also where the question names no time.
    package func allDates(in text: String) -> [DateReader.Found] { reader.dates(in: text) }

    /// The part of the times, 0 to 1, of which texts tell; of years alone nothing is said, which are words like others.
    package func share(toldBy texts: [String]) -> Double {
        let named = asked.indices.filter { index in asked[index].times.contains { $0.month != nil } }
        guard !named.isEmpty else { return 0 }
        var told: Set<Int> = []
        for text in texts where told.count < asked.count {
            for found in reader.dates(in: text) { told.formUnion(matches(found)) }
        }
        return Double(told.intersection(named).count) / Double(named.count)
    }

    // MARK: - What stands in no calendar

    private struct Word {
        var text: String
        var span: TextSpan
    }

    private static func words(of text: String) -> [Word] {
        text.withBytes { bytes in
            var scanner = WordScanner(bytes)
            var found: [Word] = []
            while let word = scanner.next() {
                found.append(Word(text: plain(bytes.string(word.span.range).lowercased()), span: word.span))
            }
            return found
        }
    }

    /// A word without what an apostrophe fastens to it: "last year's", "l'année dernière", "nell'estate".
    private static func plain(_ word: String) -> String {
        guard let mark = word.firstIndex(where: { $0 == "'" || $0 == "’" }) else { return word }
        let (head, tail) = (word[..<mark], word[word.index(after: mark)...])
        if tail.count <= 2 { return String(head) }
        return head.count <= longestArticle ? String(tail) : word
    }

    /// Letters of "nell'" and its like.
    private static let longestArticle = 5

    /// The dates of a question but for names of persons: "what did June say?" A month that is a name stands alone only behind a preposition,
    /// an article or "last", or beside another date.
    private static func withoutNames(
        _ found: [DateReader.Found], _ words: [Word], _ lists: [RelativeTimes]
    ) -> [DateReader.Found] {
        var kept: [DateReader.Found] = []
        for date in found {
            let isAlone = date.readings.allSatisfy { $0.year == nil && $0.day == nil }
            guard isAlone, let place = words.firstIndex(where: { $0.span == date.span }) else {
                kept.append(date)
                continue
            }
            let name = words[place].text.prefix { $0 != "'" && $0 != "’" }
            let before = place > 0 ? words[place - 1].text : ""
            let isTime =
                !givenNames.contains(String(name)) || beforeMonths.contains(before)
                || lists.contains { $0.turns[before] != nil || $0.before.contains(before) }
                || betweenDates.contains(before) && !kept.isEmpty
            if isTime { kept.append(date) }
        }
        return kept
    }

    /// Months that are names of persons, or verbs.
    private static let givenNames = Set(words: "april may june august march mai juni")
    private static let betweenDates = Set(words: "and or to through und oder bis et ou y o e")
    private static let beforeMonths = Set(
        words: """
            in of by since until till during for from between the our my your this last next every each early late mid end im vom bis ab seit \
            für zum anfang mitte ende den der en de du depuis début fin au în din i på fra från til till em desde van voor
            """)

    private func isFree(_ span: TextSpan) -> Bool { !asked.contains { $0.span.overlaps(span) } }

    /// "In 2023", where nothing else makes a date of it. A year on its own is a time only behind a preposition: "the Volvo 2023" is none.
    private mutating func addYears(_ words: [Word]) {
        for (place, word) in words.enumerated() where isFree(word.span) {
            guard word.text.utf8.count == 4, let year = Int(word.text), (1000...2199).contains(year), place > 0,
                RelativeTimes.beforeYears.contains(words[place - 1].text),
                // "For $2000" has a sign between.
                word.span.start == words[place - 1].span.end + 1
            else { continue }
            asked.append(Asked(span: word.span, times: [NamedDate(year: year)]))
        }
    }

    /// Times that count from today, and seasons, in the words of one language.
    ///
    /// - Parameter isOther: Whether a word is one of another language, and no day.
    private mutating func addRelative(
        _ words: [Word], _ text: String, _ list: RelativeTimes, _ today: CivilDate?, isOther: (String) -> Bool
    ) {
        for (place, word) in words.enumerated() where isFree(word.span) {
            if let count = list.days[word.text] {
                if let day = today?.adding(days: count), !isOther(word.text) {
                    asked.append(Asked(span: word.span, times: [NamedDate(day)]))
                }
                continue
            }
            let unit = list.units[word.text]
            let season = list.seasons[word.text]
            guard unit != nil || season != nil else { continue }
            // "Last month", "le mois dernier"; but "spring last year" is not the last spring.
            let beside = [place - 1, place + 1].first { other in
                guard words.indices.contains(other), list.turns[words[other].text] != nil else { return false }
                return other < place || !words.indices.contains(other + 1) || list.units[words[other + 1].text] == nil
            }
            let turn = beside.flatMap { list.turns[words[$0].text] }
            let own = TextSpan(
                start: min(word.span.start, beside.map { words[$0].span.start } ?? word.span.start),
                end: max(word.span.end, beside.map { words[$0].span.end } ?? word.span.end))
            if let season {
                let year = Self.year(of: place, words)
                // "Spring" is a thing to drink from as well; a time it is behind a preposition, a turn, or before a year.
                let isTime =
                    turn != nil || year != nil || place > 0 && list.before.contains(words[place - 1].text)
                    || place > 1 && list.articles.contains(words[place - 1].text)
                        && list.before.contains(words[place - 2].text)
                guard isTime else { continue }
                asked.append(Asked(span: own, times: Self.months(of: season, turn: turn, year: year, today: today)))
            } else if let unit, let turn, let today {
                asked.append(Asked(span: own, times: Self.times(of: unit, turn: turn, today: today)))
            }
        }
        guard let today, !list.phrases.isEmpty else { return }
        let lower = text.lowercased()
        // Lower-casing may move bytes; then there is nothing to point at.
        guard lower.utf8.count == text.utf8.count else { return }
        for (phrase, unit, turn) in list.phrases {
            guard let range = lower.firstRange(of: phrase) else { continue }
            let start = lower.utf8.distance(from: lower.startIndex, to: range.lowerBound)
            let span = TextSpan(start: start, end: start + phrase.utf8.count)
            if isFree(span) {
                asked.append(Asked(span: span, times: Self.times(of: unit, turn: turn, today: today)))
            }
        }
    }

    /// The year of a season: "spring 2024", "the spring of 2024". In "did rents fall in 2024?" nothing fell in a season.
    private static func year(of place: Int, _ words: [Word]) -> Int? {
        var next = place + 1
        if words.indices.contains(next), RelativeTimes.links.contains(words[next].text) { next += 1 }
        guard words.indices.contains(next), let year = Int(words[next].text), (1000...2199).contains(year) else {
            return nil
        }
        return year
    }

    /// "March last year", "last year in March": a year beside months without one is theirs.
    private mutating func joinYears(_ words: [Word]) {
        var place = 0
        while place + 1 < asked.count {
            defer { place += 1 }
            let (first, second) = (asked[place], asked[place + 1])
            let between = words.filter { $0.span.start >= first.span.end && $0.span.end <= second.span.start }
            guard between.count <= 1, between.allSatisfy({ RelativeTimes.beforeYears.contains($0.text) }),
                let (year, months) = Self.apart(first, second) ?? Self.apart(second, first)
            else { continue }
            asked[place] = Asked(
                span: TextSpan(start: first.span.start, end: second.span.end),
                times: months.map { NamedDate(year: year, month: $0.month, day: $0.day) })
            asked.remove(at: place + 1)
        }
    }

    /// The year that the one is, and the times without a year that the other one is.
    private static func apart(_ one: Asked, _ other: Asked) -> (year: Int, months: [NamedDate])? {
        guard one.times.count == 1, let year = one.times[0].year, one.times[0].month == nil,
            other.times.allSatisfy({ $0.month != nil && $0.year == nil })
        else { return nil }
        return (year: year, months: other.times)
    }

    /// "Last March" has its year from today.
    private mutating func settle(_ words: [Word], _ lists: [RelativeTimes], _ today: CivilDate) {
        let (year, now) = (today.year, today.month)
        let english = RelativeTimes.byLanguage["en"]
        for index in asked.indices {
            guard asked[index].times.count == 1, let month = asked[index].times[0].month,
                asked[index].times[0].year == nil
            else { continue }
            let span = asked[index].span
            let before = words.last { $0.span.end <= span.start }
            // "In March next to the tower": English has such words before the month alone.
            let next = words.first { $0.span.start >= span.end }
            let behind = next.flatMap { english?.turns[$0.text] == nil ? $0 : nil }
            let turn: Int? = lists.lazy.compactMap { list in
                before.flatMap { list.turns[$0.text] } ?? behind.flatMap { list.turns[$0.text] }
            }.first
            guard let turn else { continue }
            switch turn {
            case -1: asked[index].times[0].year = month < now ? year : year - 1
            case 0: asked[index].times[0].year = year
            case 1: asked[index].times[0].year = month > now ? year : year + 1
            default: continue
            }
        }
    }

    private static func times(of unit: RelativeTimes.Unit, turn: Int, today: CivilDate) -> [NamedDate] {
        switch unit {
        case .year: [NamedDate(year: today.year + turn)]
        case .month: [NamedDate.month(of: today, after: turn)]
        case .week: NamedDate.week(of: today, after: turn)
        case .day: today.adding(days: turn).map { [NamedDate($0)] } ?? []
        }
    }

    /// The months of a season, by the calendar of meteorologists in the northern hemisphere (World Meteorological Organization, Guide to
    /// Climatological Practices).
    ///
    /// - Parameter season: The month that it begins in.
    private static func months(of season: Int, turn: Int?, year: Int?, today: CivilDate?) -> [NamedDate] {
        func from(_ year: Int) -> [NamedDate] {
            (0..<3).map { NamedDate(year: year + (season - 1 + $0) / 12, month: (season - 1 + $0) % 12 + 1) }
        }
        // "The winter of 2024" is that which ends in it, or that which begins in it.
        if let year { return season == 12 ? from(year - 1) + from(year) : from(year) }
        guard let turn, let today else {
            return (0..<3).map { NamedDate(month: (season - 1 + $0) % 12 + 1) }
        }
        let (thisYear, now) = (today.year, today.month)
        let month = thisYear * 12 + now
        // By its end, and by its beginning.
        let isOver = thisYear * 12 + season + 2 < month
        let isToCome = thisYear * 12 + season > month
        switch turn {
        case -1: return from(isOver ? thisYear : thisYear - 1)
        case 1: return from(isToCome ? thisYear : thisYear + 1)
        default: return from(season == 12 && now < 3 ? thisYear - 1 : thisYear)
        }
    }
}
