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
    ///   - today: From which "last month" counts. Without it, a season is any year's, and what counts from today is no date.
    package init(in question: String, languages: Set<String>, today: CivilDate? = nil) {
        reader = DateReader(languages: languages)
        let text = String(question.prefixOfBytes(Self.mostBytes))
        asked = reader.dates(in: text).map { Asked(span: $0.span, times: $0.readings) }
        let words = Self.words(of: text)
        addYears(words)
        addRelative(words, text, languages: languages, today: today)
        if let today { settle(words, languages: languages, today) }
        asked.sort { $0.span < $1.span }
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
    package func dates(in text: String) -> [DateReader.Found] { asked.isEmpty ? [] : reader.dates(in: text) }

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
                found.append(Word(text: bytes.string(word.span.range).lowercased(), span: word.span))
            }
            return found
        }
    }

    private func isFree(_ span: TextSpan) -> Bool { !asked.contains { $0.span.overlaps(span) } }

    /// "In 2023", where nothing else makes a date of it. A year on its own is a time only behind a preposition: "the Volvo 2023" is none.
    private mutating func addYears(_ words: [Word]) {
        for (place, word) in words.enumerated() where isFree(word.span) {
            guard word.text.utf8.count == 4, let year = Int(word.text), (1000...2199).contains(year), place > 0,
                RelativeTimes.beforeYears.contains(words[place - 1].text)
            else { continue }
            asked.append(Asked(span: word.span, times: [NamedDate(year: year)]))
        }
    }

    private mutating func addRelative(_ words: [Word], _ text: String, languages: Set<String>, today: CivilDate?) {
        for language in languages.union(["en"]).sorted() {
            guard let list = RelativeTimes.byLanguage[language] else { continue }
            for (place, word) in words.enumerated() where isFree(word.span) {
                if let count = list.days[word.text] {
                    if let day = today?.adding(days: count) {
                        asked.append(Asked(span: word.span, times: [NamedDate(day)]))
                    }
                    continue
                }
                let unit = list.units[word.text]
                let season = list.seasons[word.text]
                guard unit != nil || season != nil else { continue }
                // "Last month", "le mois dernier"; "spring 2024".
                let beside = [place - 1, place + 1].first {
                    words.indices.contains($0) && list.turns[words[$0].text] != nil
                }
                let turn = beside.flatMap { list.turns[words[$0].text] }
                let year = words.dropFirst(place + 1).prefix(2).compactMap { Int($0.text) }
                    .first { (1000...2199).contains($0) }
                let own = TextSpan(
                    start: min(word.span.start, beside.map { words[$0].span.start } ?? word.span.start),
                    end: max(word.span.end, beside.map { words[$0].span.end } ?? word.span.end))
                if let season {
                    // "Spring" is a thing to drink from as well; a time it is behind a preposition, a turn, or before a year.
                    let isTime =
                        turn != nil || year != nil
                        || place > 0 && RelativeTimes.beforeSeasons.contains(words[place - 1].text)
                        || place > 1 && RelativeTimes.beforeSeasons.contains(words[place - 2].text)
                    guard isTime else { continue }
                    asked.append(Asked(span: own, times: Self.months(of: season, turn: turn, year: year, today: today)))
                } else if let unit, let turn, let today {
                    asked.append(Asked(span: own, times: Self.times(of: unit, turn: turn, today: today)))
                }
            }
            guard let today else { continue }
            let lower = text.lowercased()
            // Lower-casing may move bytes; then there is nothing to point at.
            guard !list.phrases.isEmpty, lower.utf8.count == text.utf8.count else { continue }
            for (phrase, unit, turn) in list.phrases {
                guard let range = lower.firstRange(of: phrase) else { continue }
                let start = lower.utf8.distance(from: lower.startIndex, to: range.lowerBound)
                let span = TextSpan(start: start, end: start + phrase.utf8.count)
                if isFree(span) {
                    asked.append(Asked(span: span, times: Self.times(of: unit, turn: turn, today: today)))
                }
            }
        }
        asked.removeAll(where: \.times.isEmpty)
    }

    /// "Last March" has its year from today.
    private mutating func settle(_ words: [Word], languages: Set<String>, _ today: CivilDate) {
        let (year, now) = (today.year, today.month)
        let lists = languages.union(["en"]).sorted().compactMap { RelativeTimes.byLanguage[$0] }
        for index in asked.indices {
            guard asked[index].times.count == 1, let month = asked[index].times[0].month,
                asked[index].times[0].year == nil
            else { continue }
            let span = asked[index].span
            let beside = [words.last { $0.span.end <= span.start }, words.first { $0.span.start >= span.end }]
            let turn = beside.compactMap(\.self).lazy.compactMap { word in
                lists.lazy.compactMap { $0.turns[word.text] }.first
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
