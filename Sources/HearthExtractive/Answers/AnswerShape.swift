import HearthCore
import HearthText

/// What a sentence holds by its form, whatever its words are: a sum of money, a time of day or a date, what a short name stands for.
///
/// A question may use words that no answer repeats: "what do we pay", "what does E4 mean", "how much do I earn". They count as answered
/// only by a sentence of the form that they ask for.
struct AnswerShape: OptionSet, Sendable {
    let rawValue: Int

    /// A number beside a sign or a name of a currency.
    static let money = AnswerShape(rawValue: 1)
    static let number = AnswerShape(rawValue: 2)
    /// A day, a month, a year, or a time of day.
    static let moment = AnswerShape(rawValue: 4)
    /// As ``moment``, but for times of day.
    static let date = AnswerShape(rawValue: 8)
    static let place = AnswerShape(rawValue: 16)
    /// Six digits or more in a row, with the marks that part them.
    static let phone = AnswerShape(rawValue: 32)
    /// What is asked about stands before a dash, a colon, a tab or a verb that says what something is, or in brackets behind its name.
    static let definition = AnswerShape(rawValue: 64)

    init(rawValue: Int) { self.rawValue = rawValue }

    /// Words of a sentence that are read.
    private static let mostWords = 400

    /// - Parameters:
    ///   - span: Bytes of the sentence.
    ///   - offer: What it offers, as far as that is known already.
    ///   - wanted: What is looked for.
    ///   - isAsked: Whether a word of it is what the question asks about.
    init(
        _ span: TextSpan, _ bytes: UTF8Bytes, offer: AnswerOffer, wanted: AnswerShape, isAsked: (TextSpan) -> Bool
    ) {
        var words: [Word] = []
        var scanner = WordScanner(bytes, in: span.range)
        while words.count < Self.mostWords, let word = scanner.next() { words.append(word) }
        let lower = words.map { bytes.string($0.span.range).lowercased() }
        self = []
        if offer.hasDigits || offer.hasNumberWord { insert(.number) }
        if Self.hasMoney(words, lower, span, bytes, offer) { insert(.money) }
        let hasDate = offer.hasYearOrMonth || offer.hasNamedDay || Self.hasNumericDate(words, span, bytes)
        if hasDate { formUnion([.date, .moment]) }
        if Self.hasClock(words, lower, span, bytes) { insert(.moment) }
        if offer.hasPlace || offer.hasDigits && offer.names > 0 { insert(.place) }
        if Self.hasPhone(span, bytes) { insert(.phone) }
        guard wanted.contains(.definition) else { return }
        if Self.defines(words, lower, span, bytes, isAsked) { insert(.definition) }
    }

    // MARK: - Money

    private static func hasMoney(
        _ words: [Word], _ lower: [String], _ span: TextSpan, _ bytes: UTF8Bytes, _ offer: AnswerOffer
    ) -> Bool {
        let isCurrency = lower.map { currencies.contains(String($0.prefix { $0 != "'" && $0 != "’" })) }
        if offer.hasNumberWord, isCurrency.contains(true) { return true }
        return words.indices.contains { index in
            guard words[index].kind == .number else { return false }
            let range = words[index].span
            if index > 0, isCurrency[index - 1], words[index - 1].span.end + 2 >= range.start { return true }
            if index + 1 < words.count, isCurrency[index + 1], range.end + 2 >= words[index + 1].span.start {
                return true
            }
            return isSign(before: range.start, span, bytes) || isSign(after: range.end, span, bytes)
        }
    }

    /// Signs are told by Unicode (category Sc) in any language, and the characters that Chinese, Japanese and Korean write instead.
    private static func isSign(_ value: UInt32) -> Bool {
        Unicode.Scalar(value)?.properties.generalCategory == .currencySymbol
            || [0x5143, 0x5186, 0x5713, 0xC6D0].contains(value)
    }

    private static func isSign(before start: Int, _ span: TextSpan, _ bytes: UTF8Bytes) -> Bool {
        var at = start
        while at > span.start, let (value, length) = bytes.scalar(before: at) {
            guard ScalarClass(value) == .space, start - at < 3 else { return isSign(value) }
            at -= length
        }
        return false
    }

    private static func isSign(after end: Int, _ span: TextSpan, _ bytes: UTF8Bytes) -> Bool {
        var at = end
        while at < span.end {
            let (value, length) = bytes.scalar(at: at)
            // "1 500,- Kč", "20,– €".
            guard ScalarClass(value) == .space || [0x2C, 0x2D, 0x2013].contains(value), at - end < 8 else {
                return isSign(value)
            }
            at += length
        }
        return false
    }

    /// Names of currencies and their codes (ISO 4217) in the languages read here; what is another word in one of them is left out.
    private static let currencies = Set(
        words: """
            euro euros euroa euroja euron eura eur ευρώ евро євро pound pounds quid gbp dollar dollars usd cents pence franken \
            francs franc chf zł zloty złoty złote złotych pln kč czk korun koruna koruny kr kronor kronen kroner kronas sek nok dkk \
            forint huf lei leu ron tl lira lirası rub руб рубль рубля рублей грн гривень гривня гривні uah yen jpy yuan cny rupees \
            rupee inr rupiah rp idr đồng vnd baht บาท reais brl peso pesos mxn रुपये रुपए dirham aed riyal sar shekel \
            shekels nis ils
            """)

    // MARK: - Times

    private static func isDigit(_ place: Int, _ span: TextSpan, _ bytes: UTF8Bytes) -> Bool {
        place < span.end && (0x30...0x39).contains(bytes[place])
    }

    private static func hasClock(_ words: [Word], _ lower: [String], _ span: TextSpan, _ bytes: UTF8Bytes) -> Bool {
        words.indices.contains { index in
            if isHour(lower[index]) { return true }
            let range = words[index].span
            guard words[index].kind == .number, range.count <= 5 else { return false }
            if range.count <= 2, range.end < span.end, bytes[range.end] == 0x3A,
                isDigit(range.end + 1, span, bytes), isDigit(range.end + 2, span, bytes)
            {
                return true
            }
            if index + 1 < words.count, hoursBehind.contains(lower[index + 1]) { return true }
            return index > 0 && hoursBefore.contains(lower[index - 1])
        }
    }

    /// "7pm", "19h30".
    private static func isHour(_ word: String) -> Bool {
        let digits = word.prefix { $0.isNumber }
        guard (1...2).contains(digits.count) else { return false }
        let rest = word.dropFirst(digits.count)
        if rest == "am" || rest == "pm" { return true }
        return rest.first == "h" && rest.dropFirst().allSatisfy(\.isNumber)
    }

    private static let hoursBehind = Set(words: "uhr am pm a.m p.m o'clock o’clock h heures heure horas hora ore uur")
    private static let hoursBefore = Set(words: "saat kl klokken klockan godz klo")

    /// "4.9.", "04/09/2024", "2024-09-04".
    private static func hasNumericDate(_ words: [Word], _ span: TextSpan, _ bytes: UTF8Bytes) -> Bool {
        words.contains { word in
            guard word.kind == .number else { return false }
            let form = bytes.string(word.span.range)
            if form.count(where: { $0 == "." }) == 2 { return true }
            guard word.span.count <= 4, word.span.end < span.end else { return false }
            let mark = bytes[word.span.end]
            guard mark == 0x2F || mark == 0x2D, isDigit(word.span.end + 1, span, bytes) else { return false }
            return (word.span.end + 2..<min(span.end, word.span.end + 4)).contains { bytes[$0] == mark }
        }
    }

    // MARK: - Numbers to call

    private static func hasPhone(_ span: TextSpan, _ bytes: UTF8Bytes) -> Bool {
        var digits = 0
        var at = span.start
        while at < span.end {
            if digits == 0, let end = endOfDate(at, span, bytes) {
                at = end
                continue
            }
            switch bytes[at] {
            case 0x30...0x39: digits += 1
            case 0x20, 0x28, 0x29, 0x2B, 0x2D, 0x2E, 0x2F: break
            default: digits = 0
            }
            if digits >= 6 { return true }
            at += 1
        }
        return false
    }

    /// Where a day ends that is written "1984-09-17" or "17.09.1984", and nothing of a number goes on behind it: it is no number to call.
    private static func endOfDate(_ start: Int, _ span: TextSpan, _ bytes: UTF8Bytes) -> Int? {
        let forms = [[4, 2, 2], [2, 2, 4]]
        for form in forms {
            var at = start
            var mark: UInt8?
            var fits = true
            for (index, count) in form.enumerated() {
                if index > 0 {
                    guard at < span.end, [0x2D, 0x2E, 0x2F].contains(bytes[at]), mark == nil || mark == bytes[at] else {
                        fits = false
                        break
                    }
                    mark = bytes[at]
                    at += 1
                }
                guard at + count <= span.end, (at..<at + count).allSatisfy({ isDigit($0, span, bytes) }) else {
                    fits = false
                    break
                }
                at += count
            }
            if fits, at == span.end || !isDigit(at, span, bytes) && bytes[at] != mark { return at }
        }
        return nil
    }

    // MARK: - Definitions

    /// Among so many words at the start stands what is explained.
    private static let explained = 6

    private static func defines(
        _ words: [Word], _ lower: [String], _ span: TextSpan, _ bytes: UTF8Bytes, _ isAsked: (TextSpan) -> Bool
    ) -> Bool {
        for (index, word) in words.enumerated() {
            let next = index + 1 < words.count ? words[index + 1].span.start : span.end
            let between = bytes.string(word.span.end..<max(word.span.end, next))
            // "The annual accounts meeting (AAM)": behind its name.
            let isInBrackets = index > 0 && bytes[word.span.start - 1] == 0x28 && between.hasPrefix(")")
            var isExplained = false
            if index < explained, index + 1 < words.count {
                let isDefined = definers.contains(lower[index + 1]) && !between.contains { ".;,".contains($0) }
                isExplained = separates(between) || isDefined
            }
            if isInBrackets || isExplained, isAsked(word.span) { return true }
        }
        return false
    }

    /// Whether what stands between two words parts a name from what it means. A hyphen joins where no space is around it.
    private static func separates(_ between: String) -> Bool {
        between.contains { ":=\t→|–—：".contains($0) } || between.contains("- ") || between.contains(" -")
            || between.contains(" (")
    }

    /// Verbs that say what something is or means. A closed class, kept here by hand; no script makes them.
    private static let definers = Set(
        words: """
            is are means mean stands denotes indicates signals signifies refers describes ist sind bedeutet bedeuten heißt steht \
            bezeichnet meint est sont signifie signifient désigne es son significa significan quiere è sono indica são quer is \
            zijn betekent betekenen staat är betyder står er tarkoittaa on oznacza oznaczają znaczy to jest znamená je înseamnă este \
            demektir anlamına jelent jelenti значит означает означає σημαίνει είναι berarti adalah nghĩa là
            """)
}

// MARK: - Kinds

/// How a sentence fits the kind of what a question wants: a time, a number, a person, a place, a reason.
struct KindFit {
    let offer: AnswerOffer
    /// What kinds of time it tells, where a time or a number is asked for and they can be told apart.
    let times: ToldTime?
    private let kind: QuestionKind
    private let time: AskedTime

    /// - Parameter asked: The words of the question in lower case, which are no answer.
    init(_ span: TextSpan, _ bytes: UTF8Bytes, question: AnswerQuestion, asked: Set<String>) {
        offer = AnswerOffer(span.range, bytes, asked: asked)
        (kind, time) = (question.kind, question.time)
        let asksForTime = kind.contains(.time) || kind.contains(.number)
        times =
            asksForTime && !question.isPaired
            ? ToldTime(bytes.string(span.range), isNumber: AnswerOffer.isNumber) : nil
    }

    /// Whether it holds what a question for a time or a number wants.
    var holdsKind: Bool {
        guard let times else { return holdsByOffer }
        if time.contains(.clock) { return times.hasClock }
        if time.contains(.duration) { return times.hasDuration }
        guard kind.contains(.time) else { return holdsByOffer }
        return offer.hasYearOrMonth || offer.hasNamedDay || times.hasClock || offer.hasDigits && times.hasOtherDigits
    }

    /// Whether a time is asked for and it names a year, a month or a day, or the time of day that is asked for.
    var holdsDate: Bool {
        guard kind.contains(.time) else { return false }
        return time.contains(.clock) ? times?.hasClock == true : offer.hasYearOrMonth || offer.hasNamedDay
    }

    private var holdsByOffer: Bool {
        if kind.contains(.time) { return offer.hasYearOrMonth || offer.hasNamedDay || offer.hasDigits }
        if kind.contains(.number) {
            return offer.hasCount || offer.hasNumberWord || time.contains(.duration) && offer.hasDigits
        }
        return true
    }

    func note(in evidence: inout SentenceEvidence) {
        if kind.contains(.person) { evidence[.person] = Double(offer.names) / 4 }
        if kind.contains(.time) {
            if offer.hasYearOrMonth { evidence[.year] = 1 }
            if offer.hasDigits { evidence[.digits] = 1 }
        }
        if kind.contains(.place) { evidence[.place] = Double(min(2, offer.names + (offer.hasPlace ? 1 : 0))) / 2 }
        if kind.contains(.number), offer.hasDigits || offer.hasNumberWord { evidence[.number] = 1 }
        if kind.contains(.reason), offer.hasReason { evidence[.reason] = 1 }
        guard let times else { return }
        if time.contains(.clock) {
            evidence[.time] = times.hasClock ? 1 : 0
        } else if time.contains(.duration) {
            evidence[.time] = times.hasDuration ? 1 : 0
        } else if kind.contains(.time), times.hasDuration, !holdsKind {
            // "Three months' notice" is no day, and its number no date.
            evidence[.time] = -1
            evidence[.digits] = 0
        }
    }
}
