package import HearthCore

/// Finds the dates that a text names, in figures and in words: `2024-03-05`, `5.3.2024`, `03/05/24`, "1 Mar 2024", "le 5 mars", "5 марта",
/// `2024年3月5日`, "三月".
///
/// `03/05/2024` is the third of May to most and the fifth of March to some: both readings are given. Digits of any script count, and years
/// that follow "พ.ศ." are Buddhist ones, 543 ahead.
package struct DateReader: Sendable {
    package struct Found: Hashable, Sendable {
        /// Bytes of the text.
        package var span: TextSpan
        /// One, or two where day and month may be either way round.
        package var readings: [NamedDate]
    }

    private let names: [MonthNames.Names]
    /// See ``MonthNames/start(of:_:)``.
    private let starts: Set<UInt32>

    /// Bytes of a text that are read, and dates that are found in it.
    private static let mostBytes = 100_000
    private static let mostDates = 2_000

    /// - Parameter languages: ISO 639-1, whose names of months are known. English is always among them.
    package init(languages: Set<String>) {
        let known = languages.union(["en"]).sorted()
        names = known.compactMap(MonthNames.names)
        starts = names.reduce(into: MonthNames.startsBesideNames(of: known)) { $0.formUnion($1.starts) }
    }

    /// In the order of the text.
    package func dates(in text: String) -> [Found] {
        let part = text.utf8.count > Self.mostBytes ? String(text.prefixOfBytes(Self.mostBytes)) : text
        return part.withBytes { bytes in
            DateRun(bytes, names: names, starts: starts).dates(most: Self.mostDates)
        }
    }
}

/// One walk over a text.
private struct DateRun {
    private struct Token {
        var span: Range<Int>
        var kind: Word.Kind
        /// The figures of a number, between its full stops; `nil` for what is none.
        var figures: [(value: Int, digits: Int)]?
        /// Whether a name of a month begins as it does. Most words need no closer look, which is why none is made a string before.
        var mayBeMonth = false
    }

    private let bytes: UTF8Bytes
    private let names: [MonthNames.Names]
    private let starts: Set<UInt32>
    private let hasSigns: Bool
    private var tokens: [Token] = []

    /// Longer words, in bytes, are no part of a date.
    private static let longestWord = 64

    init(_ bytes: UTF8Bytes, names: [MonthNames.Names], starts: Set<UInt32>) {
        self.bytes = bytes
        self.names = names
        self.starts = starts
        hasSigns = names.contains { !$0.signs.isEmpty }
        var scanner = WordScanner(bytes)
        while let word = scanner.next() { tokens.append(token(word)) }
    }

    func dates(most: Int) -> [DateReader.Found] {
        var found: [DateReader.Found] = []
        var at = 0
        // Tokens before this one are of dates that are whole.
        var free = 0
        while at < tokens.count, found.count < most {
            guard let (range, readings) = date(at, free) else {
                at += 1
                continue
            }
            let possible = readings.filter(\.isPossible)
            if !possible.isEmpty {
                let span = TextSpan(
                    start: tokens[range.lowerBound].span.lowerBound, end: tokens[range.upperBound - 1].span.upperBound)
                // "10/12 March": a month takes the day before it, which was no date.
                if let last = found.last, last.span.overlaps(span) { found.removeLast() }
                found.append(DateReader.Found(span: span, readings: possible))
                let isBare =
                    range.count == 2 && tokens[range.lowerBound].kind == .number
                    && possible.allSatisfy { $0.year == nil }
                if !isBare { free = range.upperBound }
            }
            at = max(at + 1, range.upperBound)
        }
        return found
    }

    // MARK: - Tokens

    private func token(_ word: Word) -> Token {
        let range = word.span.range
        var token = Token(span: range, kind: word.kind)
        switch word.kind {
        case .number: token.figures = figures(range)
        case .letters: token.mayBeMonth = mayBeMonth(range)
        case .ideographs: break
        }
        return token
    }

    private func mayBeMonth(_ range: Range<Int>) -> Bool {
        guard range.count > 1, range.count <= Self.longestWord else { return false }
        // "d'avril"
        let second = bytes[range.lowerBound + 1]
        return second == 0x27 || second == 0xE2 || starts.contains(MonthNames.start(of: bytes, range))
    }

    /// `5.3.2024` has three; grouped digits and decimals with commas are no part of a date.
    private func figures(_ range: Range<Int>) -> [(value: Int, digits: Int)]? {
        var found: [(value: Int, digits: Int)] = [(0, 0)]
        var at = range.lowerBound
        while at < range.upperBound {
            let (value, length) = bytes.scalar(at: at)
            at += length
            if value == 0x2E || value == 0xFF0E {
                found.append((0, 0))
            } else if let digit = Self.digit(value) {
                guard found[found.count - 1].digits < 4 else { return nil }
                found[found.count - 1].value = found[found.count - 1].value * 10 + digit
                found[found.count - 1].digits += 1
            } else {
                return nil
            }
        }
        return found.count <= 3 && found.allSatisfy { $0.digits > 0 } ? found : nil
    }

    private static func digit(_ value: UInt32) -> Int? {
        if (0x30...0x39).contains(value) { return Int(value - 0x30) }
        guard value >= 0x80, let scalar = Unicode.Scalar(value), scalar.properties.generalCategory == .decimalNumber,
            let number = scalar.properties.numericValue
        else { return nil }
        return Int(number)
    }

    /// 1 to 31, of "5th", "1er", "2ος".
    private func ordinal(_ place: Int) -> Int? {
        guard let token = token(place), token.kind == .letters, token.span.count <= Self.longestWord,
            ScalarClass(bytes.scalar(at: token.span.lowerBound).value) == .digit
        else { return nil }
        let text = text(place)
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard (1...2).contains(digits.utf8.count), let day = Int(digits), (1...31).contains(day),
            DateWords.ordinalEnds.contains(String(text.dropFirst(digits.count)))
        else { return nil }
        return day
    }

    // MARK: - What stands where

    private func token(_ place: Int) -> Token? { tokens.indices.contains(place) ? tokens[place] : nil }

    /// In lower case; empty where there is no token, or none that could be part of a date.
    private func text(_ place: Int) -> String {
        guard let token = token(place), token.span.count <= Self.longestWord else { return "" }
        return bytes.string(token.span).lowercased()
    }

    private func first(_ token: Token) -> Unicode.Scalar? {
        Unicode.Scalar(bytes.scalar(at: token.span.lowerBound).value)
    }

    private func hasCapital(_ place: Int) -> Bool {
        token(place).map { bytes.scalar(at: $0.span.lowerBound).value.isUppercase } ?? false
    }

    /// The only figure of a number.
    private func figure(_ place: Int) -> (value: Int, digits: Int)? {
        guard let figures = token(place)?.figures, figures.count == 1 else { return nil }
        return figures[0]
    }

    private func day(_ place: Int) -> Int? {
        if let ordinal = ordinal(place) { return ordinal }
        guard let figure = figure(place), figure.digits <= 2, (1...31).contains(figure.value) else { return nil }
        return figure.value
    }

    private func year(_ place: Int) -> Int? {
        guard let figure = figure(place), figure.digits == 4, figure.value >= 1000 else { return nil }
        return figure.value
    }

    /// What stands between a token and the next one.
    private func gap(behind place: Int) -> String? {
        guard tokens.indices.contains(place), tokens.indices.contains(place + 1) else { return nil }
        let range = tokens[place].span.upperBound..<tokens[place + 1].span.lowerBound
        return range.count <= 6 ? bytes.string(range) : nil
    }

    /// What stands before a token, behind the one before it; `nil` where that is long.
    private func gap(before place: Int) -> String? {
        guard place > 0 else {
            let end = tokens[place].span.lowerBound
            return end <= 6 ? bytes.string(0..<end) : nil
        }
        return gap(behind: place - 1)
    }

    /// Whether only a space, with a full stop or a comma, stands behind a token, in one line.
    private func isNear(behind place: Int) -> Bool {
        guard let gap = gap(behind: place) else { return false }
        return gap.unicodeScalars.allSatisfy { $0 == " " || $0 == "." || $0 == "," || $0 == "\u{A0}" || $0 == "-" }
    }

    // MARK: - Dates

    /// The date that begins at a token, or whose month stands there, with the tokens that it takes.
    ///
    /// - Parameter free: Tokens before this one are of other dates.
    private func date(_ at: Int, _ free: Int) -> (Range<Int>, [NamedDate])? {
        let token = tokens[at]
        if token.figures != nil { return dotted(at) ?? marked(at) ?? ofSigns(at) }
        switch token.kind {
        case .letters: return token.mayBeMonth ? named(at, free) : nil
        case .ideographs: return ofSigns(at) ?? inside(at, free)
        case .number: return nil
        }
    }

    /// `5.3.2024`, `2024.03.05`, `03.2024`; "5. 3. 2024".
    private func dotted(_ at: Int) -> (Range<Int>, [NamedDate])? {
        guard let figures = tokens[at].figures else { return nil }
        if figures.count == 3 {
            if figures[0].digits == 4 {
                return (
                    at..<(at + 1),
                    [NamedDate(year: figures[0].value, month: figures[1].value, day: figures[2].value)]
                )
            }
            guard figures[0].digits <= 2, figures[1].digits <= 2, let year = NamedDate.whole(figures[2]) else {
                return nil
            }
            // "Version 1.2.10", "§ 3.1.12".
            if figures[2].digits == 2, isNumbered(at) { return nil }
            // Full stops stand between day and month wherever they stand.
            return (at..<(at + 1), [NamedDate(year: year, month: figures[1].value, day: figures[0].value)])
        }
        if figures.count == 2 {
            // What has four decimals is mostly a rate or a place on the earth.
            if figures[0].digits == 2, figures[1].digits == 4, (1800...2199).contains(figures[1].value) {
                return (at..<(at + 1), [NamedDate(year: figures[1].value, month: figures[0].value)])
            }
            // "5.3. 2024", and "am 5.3."
            guard figures[0].digits <= 2, figures[1].digits <= 2, ends(at, with: ".") else { return nil }
            let date = NamedDate(month: figures[1].value, day: figures[0].value)
            if isNear(behind: at), let year = year(at + 1) {
                return (at..<(at + 2), [NamedDate(year: year, month: date.month, day: date.day)])
            }
            return DateWords.beforeDays.contains(text(at - 1)) ? (at..<(at + 1), [date]) : nil
        }
        guard gap(behind: at) == ". ", gap(behind: at + 1) == ". ", let day = day(at), let month = figure(at + 1),
            month.digits <= 2, let year = year(at + 2)
        else { return nil }
        return (at..<(at + 3), [NamedDate(year: year, month: month.value, day: day)])
    }

    /// Whether a number is that of a version or a part of a text.
    private func isNumbered(_ at: Int) -> Bool {
        DateWords.numbered.contains(text(at - 1)) || gap(before: at)?.contains("§") == true
    }

    /// Whether two numbers with a slash between them may be a day and a month: behind a preposition, or where nothing in words stands before
    /// them, as in a column. "Page 10/12" and "rated 09/10" are none.
    private func mayBeBare(_ at: Int) -> Bool {
        guard at > 0, let gap = gap(before: at) else { return true }
        return !gap.allSatisfy { $0 == " " || $0 == "\u{A0}" } || DateWords.beforeDays.contains(text(at - 1))
            || DateWords.beforeEnglishDays.contains(text(at - 1))
    }

    private func ends(_ at: Int, with mark: Unicode.Scalar) -> Bool {
        let end = tokens[at].span.upperBound
        return end < bytes.count && bytes.scalar(at: end).value == mark.value
    }

    /// `2024-03-05`, `03/05/2024`, `2024-03`, `03/2024`.
    private func marked(_ at: Int) -> (Range<Int>, [NamedDate])? {
        guard let mark = gap(behind: at), DateWords.marks.contains(mark), let first = figure(at),
            let second = figure(at + 1), second.digits <= 2 || first.digits <= 2
        else { return nil }
        // A number that goes on before or behind is that of a phone or an account.
        if first.digits != 4, goesOn(behind: at - 1, mark) || goesOn(behind: at + 2, mark) { return nil }
        if gap(behind: at + 1) == mark, second.digits <= 2, let third = figure(at + 2) {
            if first.digits == 4, third.digits <= 2 {
                let date = NamedDate(year: first.value, month: second.value, day: third.value)
                return (at..<(at + 3), [date])
            }
            guard first.digits <= 2, let year = NamedDate.whole(third) else { return nil }
            let readings = NamedDate.either(first.value, second.value, year: year)
            return readings.isEmpty ? nil : (at..<(at + 3), readings)
        }
        // A dash stands between two numbers that are no date.
        if first.digits == 4, second.digits == 2, mark == "-" || mark == "/" {
            return (at..<(at + 2), [NamedDate(year: first.value, month: second.value)])
        }
        guard mark == "/", first.digits == 2 || second.digits == 4 else { return nil }
        if second.digits == 4 { return (at..<(at + 2), [NamedDate(year: second.value, month: first.value)]) }
        guard second.digits == 2, mayBeBare(at) else { return nil }
        let readings = NamedDate.either(first.value, second.value, year: nil)
        return readings.isEmpty ? nil : (at..<(at + 2), readings)
    }

    /// Whether a number is followed by a mark and another number.
    private func goesOn(behind place: Int, _ mark: String) -> Bool {
        token(place)?.kind == .number && token(place + 1)?.kind == .number && gap(behind: place) == mark
    }

    // MARK: - Names of months

    /// "5 March 2024", "March 5, 2024", "5 de marzo de 2024", "2024. március 5."
    private func named(_ at: Int, _ free: Int) -> (Range<Int>, [NamedDate])? {
        let word = text(at)
        if word == "tháng" { return vietnamese(at, free) }
        guard let found = month(word) else { return nil }
        var date = NamedDate(month: found.month)
        var (first, end) = (at, at + 1)
        // The day before it, with "of" or "de" between; in "row 3 March 5, 2024" it stands behind.
        let before = link(before: at)
        let isBehind =
            isNear(behind: at) && day(at + 1) != nil && isNear(behind: at + 1) && year(at + 2) != nil
        let isBefore = before >= free && isNear(behind: before) && (before == at - 1 || isNear(behind: at - 1))
        if !isBehind, isBefore, let day = day(before) { (date.day, first) = (day, before) }
        if date.day == nil, isNear(behind: at), let day = day(at + 1) {
            (date.day, end) = (day, at + 2)
        }
        let next = DateWords.links.contains(text(end)) && isNear(behind: end - 1) ? end + 1 : end
        if isNear(behind: next - 1), let year = year(next) {
            (date.year, end) = (year, next + 1)
        } else if first > free, isNear(behind: first - 1), let year = year(first - 1) {
            (date.year, first) = (year, first - 1)
        }
        let isAlone = date.day == nil && date.year == nil
        if isAlone, found.isShort || !mayStandAlone(at) { return nil }
        if found.isShort, !isAbbreviation(at, word), date.day == nil || date.year == nil { return nil }
        if !isAlone, date.year == nil, isVerb(at, word, first..<end) { return nil }
        return (first..<end, [date])
    }

    /// Whether a short name is written as one: with its full stop, with a capital, or as English ones are. The Portuguese "out" and the
    /// Czech "pro" are words of other languages.
    private func isAbbreviation(_ at: Int, _ word: String) -> Bool {
        ends(at, with: ".") || hasCapital(at) || MonthNames.names(of: "en")?.short[word] != nil
    }

    /// Whether a word with a number beside it is the verb: "the tenants of flat 12 may leave".
    private func isVerb(_ at: Int, _ word: String, _ range: Range<Int>) -> Bool {
        guard DateWords.verbs.contains(word), !hasCapital(at), range.count == 2, range.count < tokens.count else {
            return false
        }
        return !range.contains { ordinal($0) != nil }
            && !DateWords.beforeEnglishDays.contains(text(range.lowerBound - 1))
    }

    private func month(_ word: String) -> MonthNames.Found? {
        if let found = MonthNames.month(word, in: names) { return found }
        // "Mart'ta": Turkish sets off what it adds to a name, and "d'avril" is two words.
        if let mark = word.firstIndex(where: { $0 == "'" || $0 == "’" }), mark > word.startIndex {
            return MonthNames.month(String(word[..<mark]), in: names)
                ?? MonthNames.month(String(word[word.index(after: mark)...]), in: names)
        }
        // Hebrew and Arabic fasten "in", "from", "to" to the word.
        guard let prefix = word.unicodeScalars.first, MonthNames.fastened.contains(prefix), word.count > 3
        else { return nil }
        return MonthNames.month(String(word.dropFirst()), in: names)
    }

    private func link(before at: Int) -> Int {
        guard at > 1, DateWords.links.contains(text(at - 1)) else { return at - 1 }
        return at - 2
    }

    /// Whether the name of a month alone is one: "may", "march" and "mars" are other words as well. Those are behind a preposition, and with
    /// a capital inside a sentence, in languages where months have one.
    private func mayStandAlone(_ at: Int) -> Bool {
        // "March's"
        let parts = text(at).split { $0 == "'" || $0 == "’" }.map(String.init)
        guard let word = parts.first(where: DateWords.ambiguous.contains) else { return true }
        let isCapital = hasCapital(at)
        let before = at > 0 && isNear(behind: at - 1) ? text(at - 1) : ""
        if DateWords.small.contains(word) {
            // "En Mars" is typed as well; "in Mars" and "de Mars" are of the planet.
            return (isCapital ? DateWords.beforeCapitals : DateWords.beforeSmall).contains(before)
        }
        // "I may": what is a preposition of another language is a word of English.
        if DateWords.ofEnglish.contains(word) {
            if DateWords.englishPrepositions.contains(before), isCapital || before != "this" { return true }
        } else if DateWords.prepositions.contains(before) {
            // The Romanian "în mai multe" is "in several".
            return word != "mai" || isCapital || !DateWords.compared.contains(text(at + 1))
        }
        return isCapital && at > 0 && gap(behind: at - 1) == " "
    }

    /// "tháng 3 năm 2024".
    private func vietnamese(_ at: Int, _ free: Int) -> (Range<Int>, [NamedDate])? {
        guard let month = figure(at + 1), month.digits <= 2, (1...12).contains(month.value), isNear(behind: at) else {
            return nil
        }
        var date = NamedDate(month: month.value)
        var (first, end) = (at, at + 2)
        if at > free, let day = day(at - 1), isNear(behind: at - 1) { (date.day, first) = (day, at - 1) }
        let next = text(end) == "năm" ? end + 1 : end
        if gap(behind: end - 1) == " " || gap(behind: end - 1) == "/", let year = year(next) {
            (date.year, end) = (year, next + 1)
        }
        return (first..<end, [date])
    }

    // MARK: - Signs behind numbers, and scripts without spaces

    /// `2024年3月5日`, "三月", "2024년 3월 5일".
    private func ofSigns(_ at: Int) -> (Range<Int>, [NamedDate])? {
        var date = NamedDate()
        var end = at
        while let (value, next) = number(end), let sign = token(next).flatMap(first) {
            if DateWords.yearSigns.contains(sign), date.year == nil, date.month == nil, value >= 1000 {
                date.year = value
            } else if DateWords.monthSigns.contains(sign), date.month == nil, (1...12).contains(value) {
                date.month = value
            } else if DateWords.daySigns.contains(sign), date.month != nil, date.day == nil, (1...31).contains(value) {
                date.day = value
            } else {
                break
            }
            end = next + 1
        }
        return date.month == nil ? nil : (at..<end, [date])
    }

    /// The number at a token, in figures or in Chinese numerals, and the token behind it, which it touches.
    private func number(_ at: Int) -> (value: Int, next: Int)? {
        if let figure = figure(at) { return tokens.indices.contains(at + 1) ? (figure.value, at + 1) : nil }
        var numerals: [Int] = []
        var next = at
        while numerals.count < 4, let token = token(next), token.kind == .ideographs,
            let scalar = first(token), let value = DateWords.numerals[scalar],
            next == at || tokens[next - 1].span.upperBound == token.span.lowerBound
        {
            numerals.append(value)
            next += 1
        }
        guard !numerals.isEmpty, tokens.indices.contains(next) else { return nil }
        // "二〇二四" is written digit by digit, "二十三" is added up.
        guard numerals.contains(10) else {
            return (numerals.reduce(0) { $0 * 10 + $1 }, next)
        }
        var (sum, last) = (0, 0)
        for numeral in numerals {
            if numeral == 10 {
                sum += max(1, last) * 10
                last = 0
            } else {
                last = numeral
            }
        }
        return (sum + last, next)
    }

    /// The name of a month inside a run of letters: Thai. Its day stands before, its year behind.
    private func inside(_ at: Int, _ free: Int) -> (Range<Int>, [NamedDate])? {
        guard hasSigns else { return nil }
        let text = bytes.string(tokens[at].span)
        for list in names {
            for (sign, month) in list.signs where text.contains(sign) {
                var date = NamedDate(month: month)
                var (first, end) = (at, at + 1)
                if at > free, text.hasPrefix(sign), let day = day(at - 1), isNear(behind: at - 1) {
                    (date.day, first) = (day, at - 1)
                }
                // "พ.ศ." may stand between.
                let next = (end...(end + 2)).first { figure($0) != nil }
                if let next, let year = year(next) {
                    // Buddhist years of our days; nobody writes of the 25th century of the other count.
                    date.year = (2400...2699).contains(year) ? year - 543 : year
                    end = next + 1
                }
                return (first..<end, [date])
            }
        }
        return nil
    }
}
