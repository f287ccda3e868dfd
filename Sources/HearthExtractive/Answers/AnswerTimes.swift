import HearthText

/// What kind of time a question wants: a time of day, or how long something takes. "When" alone is neither.
///
/// A question for a time is answered by a date, by "half past eight" or by "two weeks", and each of these answers another question. What
/// tells them apart are words of small closed classes. Scripts without spaces are not told apart here.
struct AskedTime: OptionSet, Sendable {
    let rawValue: Int

    static let clock = AskedTime(rawValue: 1)
    static let duration = AskedTime(rawValue: 2)

    init(rawValue: Int) { self.rawValue = rawValue }

    /// What a question wants.
    init(wantedBy question: String) {
        let words = " " + TimeWords.words(of: question).joined(separator: " ") + " "
        let asksClock = Self.clocks.contains { words.contains(" \($0) ") }
        let asksDuration = Self.durations.contains { words.contains(" \($0) ") }
        // "From what time and for how long?"
        self = asksClock == asksDuration ? [] : asksClock ? .clock : .duration
    }

    /// How the time of day is asked for.
    static let clocks = list(
        """
        what time|which hour|what hour|um wie viel uhr|um wieviel uhr|wie viel uhr|quelle heure|qué hora|a qué hora|che ora|que horas|hoe \
        laat|hur dags|vilken tid|hvad tid|hva tid|hvilken tid|mihin aikaan|moneltako|o której godzinie|o której|v kolik hodin|v kolik|во \
        сколько|в котором часу|о котрій|ce oră|τι ώρα|saat kaçta|kaçta|hány órakor|hánykor|hvilken tid|котрій годині|o której godzinie|którą godzinę|la ce oră|monelta|mihin kellonaikaan|mấy giờ|jam berapa|أي ساعة|באיזו שעה|कितने बजे
        """)
    /// "How long" is asked of lengths as well, where no auxiliary follows: "how long is the table?"
    private static let durations = list(
        """
        how long do|how long does|how long did|how long may|how long can|how long could|how long will|how long would|how long has|how long \
        have|how long had|how long must|how long should|how long shall|for how long|how much time|wie lange|combien de temps|cuánto \
        tiempo|cuánto dura|quanto tempo|quanto dura|hoelang|hoe lang mag|hoe lang mogen|hoe lang duurt|hur länge|hvor længe|hvor \
        lenge|kuinka kauan|miten kauan|jak długo|jak dlouho|как долго|сколько времени|сколько длится|як довго|скільки часу|cât timp|cât \
        durează|πόση ώρα|πόσο καιρό|πόσο διαρκεί|ne kadar sürer|ne kadar süre|meddig|mennyi ideig|bao lâu|berapa lama|كم من الوقت|כמה \
        זמן|कितने समय|कितनी देर
        """)

    private static func list(_ entries: String) -> [String] { entries.split(separator: "|").map(String.init) }
}

/// What kinds of time a sentence tells.
struct ToldTime {
    /// A time of day: `8:30`, "at nine", "half past eight", "um 20 Uhr".
    var hasClock = false
    /// How long something takes: "two weeks", "half an hour".
    var hasDuration = false
    /// Digits that may name a time: they count no days, weeks or the like, or count them from a day ("3 years ago"), and have not the form of
    /// what is measured, paid or filed: "0.75 bar", "£1,140", "report 25-0918".
    var hasOtherDigits = false

    /// - Parameter isNumber: Whether a lower-cased word is a number spelled out.
    init(_ sentence: String, isNumber: (String) -> Bool) {
        let tokens = TimeWords.tokens(of: String(sentence.prefixOfBytes(TimeWords.mostBytes)))
        let words = tokens.map(\.word)
        func word(_ place: Int) -> String { words.indices.contains(place) ? words[place] : "" }
        for (place, own) in words.enumerated() {
            let last = word(place - 1)
            let next = word(place + 1)
            let isDigits = own.utf8.first.map { (0x30...0x39).contains($0) } == true
            let isCount = isDigits || isNumber(own)
            if TimeWords.clockWords.contains(own)
                || ["past", "to"].contains(own) && ["half", "quarter"].contains(last)
                || isDigits && (Self.isClock(own) || TimeWords.hours.contains(Self.tail(own)))
                || isDigits && Self.isDottedClock(own, after: last, before: next)
                || isCount && TimeWords.hours.contains(next)
            {
                hasClock = true
                continue
            }
            if isDigits, TimeWords.units.contains(Self.tail(own)) {
                hasDuration = true
                continue
            }
            let counts =
                isCount || TimeWords.articles.contains(own) && (place == 0 || TimeWords.measuring.contains(last))
            // "Two full weeks", "half an hour".
            let unit = [place + 1, place + 2].first {
                TimeWords.units.contains(word($0)) && ($0 == place + 1 || isCount)
            }
            guard counts, let unit else {
                if isDigits, !tokens[place].isAmount, Self.mayNameTime(own) { hasOtherDigits = true }
                // "At nine", and not "at nine houses".
                if isCount, TimeWords.atHours.contains(last), !isDigits || own.utf8.count <= 2,
                    next.isEmpty || TimeWords.afterHours.contains(next)
                {
                    hasClock = true
                }
                continue
            }
            if TimeWords.fromDay.contains(word(unit + 1)) || TimeWords.beforeDay.contains(last) {
                if isDigits { hasOtherDigits = true }
            } else {
                hasDuration = true
            }
        }
    }

    /// Whether digits have the form of a day, a month, a year or a date of them: not `0.75`, `1,140`, `0918`.
    private static func mayNameTime(_ word: String) -> Bool {
        let groups = word.split { !$0.isNumber }
        let marks = Set(word.unicodeScalars.filter { ".,".unicodeScalars.contains($0) })
        guard groups.allSatisfy({ $0.count <= 4 }), let first = groups.first, first.count < 3 || first.first != "0"
        else {
            return false
        }
        guard !marks.isEmpty, groups.count > 1 else { return true }
        // Thousands are parted by a mark between groups of three; "12.9." is a day and a month.
        guard groups.count == 2 else { return groups.dropFirst().contains { $0.count != 3 } }
        guard first.count <= 2, groups[1].count <= 2, let day = Int(first), let month = Int(groups[1]) else {
            return false
        }
        return (1...31).contains(day) && (1...12).contains(month)
    }

    /// `8:30` and `18h30`: `4.50` is as often a price.
    private static func isClock(_ word: String) -> Bool {
        let parts = word.split(whereSeparator: { ":h".contains($0) })
        guard parts.count == 2, let hour = Int(parts[0]), let minute = Int(parts[1]), parts[1].count == 2 else {
            return false
        }
        return hour < 25 && minute < 60
    }

    /// "klo 6.45", "7.15-kor", "saat 06.30'da": hour and minute with a full stop between, which by itself may be any number, behind a word for the
    /// hour or before the ending of a time.
    private static func isDottedClock(_ word: String, after last: String, before next: String) -> Bool {
        let digits = word.prefix { $0.isNumber || $0 == "." }
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let hour = Int(parts[0]), let minute = Int(parts[1]), parts[1].count == 2, hour < 25,
            minute < 60
        else { return false }
        let ending = word.dropFirst(digits.count).first
        return TimeWords.beforeClocks.contains(last) || TimeWords.endingsOfClocks.contains(next) || ending == "'"
            || ending == "’"
    }

    /// What stands fast behind the digits of a word: "am" of "8am".
    private static func tail(_ word: String) -> String { String(word.drop { $0.isNumber || $0 == "-" }) }
}

/// Words about times of day and durations. Closed classes, kept here by hand from grammars of the languages; no script makes them.
private enum TimeWords {
    /// A sentence is short; of a longer one only so much is read.
    static let mostBytes = 2_000

    /// In lower case, without the marks around them: `8:30` is one word, and "two-week" two.
    static func words(of text: String) -> [String] { tokens(of: text).map(\.word) }

    /// The same, each with whether it belongs to what is measured, paid or filed: a sign of a currency, of a share or of a degree stands at it,
    /// or it is a part of a number with hyphens that is no date.
    static func tokens(of text: String) -> [(word: String, isAmount: Bool)] {
        let all = text.lowercased().split(whereSeparator: \.isWhitespace)
        // "12 %", "£ 75"
        func isSign(_ place: Int) -> Bool {
            guard all.indices.contains(place) else { return false }
            return all[place].contains(where: \.isSignOfAmount) && !all[place].contains { $0.isLetter || $0.isNumber }
        }
        return all.enumerated().flatMap { place, whole -> [(word: String, isAmount: Bool)] in
            let parts = whole.split { "-–/".contains($0) }
            let words = parts.map { String($0.trimming { !($0.isLetter || $0.isNumber) }) }
            let isAmount =
                whole.contains(where: \.isSignOfAmount) || isSign(place - 1) || isSign(place + 1) || isFiled(words)
            return words.filter { !$0.isEmpty }.map { ($0, isAmount) }
        }
    }

    /// Whether parts of digits make a number of a file or a telephone, and no date and no stretch of time: "25-0918" is one, "12/9/2025",
    /// "09/2025" and "2024-25" are none.
    private static func isFiled(_ parts: [String]) -> Bool {
        guard parts.count > 1, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isNumber) }) else { return false }
        func isYear(_ part: String) -> Bool { part.count == 4 && "12".contains(part.prefix(1)) }
        let isOfDates = parts.allSatisfy { $0.count <= 2 || isYear($0) }
        return parts.count > 3 || !isOfDates
    }

    static let clockWords = Set(
        words: """
            noon midnight midday o'clock o’clock mittag mitternacht midi minuit mediodía medianoche mezzogiorno mezzanotte \
            الساعة בשעה
            """)
    /// Before an hour and its minutes.
    static let beforeClocks = Set(words: "saat klo klockan klokken kl ora ore godz godzinie uhr um")
    /// What Hungarian fastens to them, behind a hyphen.
    static let endingsOfClocks = Set(words: "kor tól től ig")
    /// Behind the number of an hour.
    static let hours = Set(
        words: """
            am pm a.m p.m uhr h heures heure uur klo kl óra órakor godzina godzinie hodin часов часа час ώρα बजे giờ
            """)
    /// Before the number of an hour.
    static let atHours = Set(
        words: "at by until till from um bis ab à las alle às om klokken klockan klo kl o о в στις")
    /// Behind an hour without a mark: a word that is no thing counted.
    static let afterHours = Set(
        words: """
            in on and or from until till every each sharp for at the am im und morgens abends nachmittags vormittags
            """)
    static let articles = Set(
        words: "a an one ein eine einen einem einer un une una uma een en et ett yksi jeden jedna egy bir")
    /// Before an article that counts.
    static let measuring = Set(
        words: """
            for than within to about almost nearly half for bis für etwa fast halbe pendant durant durante per circa voor gedurende i til \
            over under
            """)
    /// Behind a duration that leads from one day to another.
    static let fromDay = Set(words: "ago later earlier before after fa geleden sedan siden sitten temu назад тому önce")
    static let beforeDay = Set(words: "vor hace före för nach acum πριν před przed")
    /// Of time, in which durations are counted.
    static let units = Set(
        words: """
            second seconds minute minutes hour hours day days night nights week weeks fortnight month months month's months' weeks' days' \
            years' year years season seasons decade decades sekunde sekunden minuten stunde stunden tag tage tagen nacht nächte nächten \
            woche wochen monat monate monaten monats jahr jahre jahren heure heures jour jours nuit nuits semaine semaines mois an ans année \
            années segundos minuto minutos hora horas día días noche noches semana semanas mes meses año años minuti ora ore giorno giorni \
            notte notti settimana settimane mese mesi anno anni dia dias noite noites mês ano anos minuut uur uren dag dagen nachten weken \
            maand maanden jaar jaren minuter timme timmar dagar natt nätter vecka veckor månad månader år minutter time timer dage nætter uge \
            uger måned måneder dager netter uke uker minuuttia tunti tuntia päivä päivää yö yötä viikko viikkoa kuukausi kuukautta vuosi \
            vuotta minut godzina godziny godzin dzień dni noc noce nocy tydzień tygodnie tygodni miesiąc miesiące miesięcy rok lata lat minuty \
            hodina hodiny hodin den dny dní týden týdny týdnů měsíc měsíce měsíců roky let минута минуты минут час часа часов день дня дней \
            ночь ночи ночей неделя недели недель месяц месяца месяцев год года лет хвилина хвилини хвилин година години годин дні днів \
            тиждень тижні тижнів місяць місяці місяців рік роки років minute ore oră zi zile noapte nopți săptămână săptămâni lună luni an ani \
            λεπτά λεπτό ώρα ώρες μέρα μέρες ημέρα ημέρες εβδομάδα εβδομάδες μήνας μήνα μήνες χρόνο χρόνος χρόνια έτος έτη dakika saat gün \
            hafta ay yıl perc óra nap éjszaka hét hónap év phút tiếng ngày đêm tuần tháng năm menit jam hari malam minggu bulan tahun
            """)
}

extension Character {
    fileprivate var isSignOfAmount: Bool { isCurrencySymbol || "%‰°№#§".contains(self) }
}

extension Substring {
    /// Without the characters at both ends that are of one kind.
    fileprivate func trimming(_ isOff: (Character) -> Bool) -> Substring {
        var part = self
        while let first = part.first, isOff(first) { part.removeFirst() }
        while let last = part.last, isOff(last) { part.removeLast() }
        return part
    }
}
