import HearthCore
import Testing

@testable import HearthText

private func date(_ year: Int?, _ month: Int?, _ day: Int? = nil) -> NamedDate {
    NamedDate(year: year, month: month, day: day)
}

/// Dates of texts, in figures and in words.
@Suite struct DateReaderTests {
    private func readings(_ text: String, _ language: String = "en") -> [[NamedDate]] {
        DateReader(languages: [language]).dates(in: text).map(\.readings)
    }

    @Test(arguments: [
        ("Date: 2024-03-05 · Item: Gas bill · Amount: 41.50", "en", date(2024, 3, 5)),
        ("paid 2024/03/05", "en", date(2024, 3, 5)), ("for 2024-03 only", "en", date(2024, 3)),
        ("on 1 Mar 2024", "en", date(2024, 3, 1)), ("March 5, 2024", "en", date(2024, 3, 5)),
        ("the 5th of March", "en", date(nil, 3, 5)), ("in March", "en", date(nil, 3)),
        ("Tue, 5 Mar 2024 10:00:00 +0000", "en", date(2024, 3, 5)), ("am 5.3.2024 bezahlt", "de", date(2024, 3, 5)),
        ("am 5. März 2024", "de", date(2024, 3, 5)), ("am 5.3. bezahlt", "de", date(nil, 3, 5)),
        ("le 1er mars 2024", "fr", date(2024, 3, 1)), ("en mars", "fr", date(nil, 3)),
        ("el 5 de marzo de 2024", "es", date(2024, 3, 5)), ("5 марта 2024 года", "ru", date(2024, 3, 5)),
        ("в марте", "ru", date(nil, 3)), ("στις 5 Μαρτίου 2024", "el", date(2024, 3, 5)),
        ("5 मार्च 2024 को", "hi", date(2024, 3, 5)), ("în 5 martie 2024", "ro", date(2024, 3, 5)),
        ("2024. március 5-én", "hu", date(2024, 3, 5)), ("maaliskuussa 2024", "fi", date(2024, 3)),
        ("2024年3月5日", "zh", date(2024, 3, 5)), ("三月五日から", "ja", date(nil, 3, 5)),
        ("2024년 3월 5일에", "ko", date(2024, 3, 5)), ("ngày 5 tháng 3 năm 2024", "vi", date(2024, 3, 5)),
        ("5 มีนาคม 2567", "th", date(2024, 3, 5)), ("5 mart 2024", "tr", date(2024, 3, 5)),
    ])
    func datesAreReadInManyForms(text: String, language: String, expected: NamedDate) {
        #expect(readings(text, language) == [[expected]], "\(text)")
    }

    @Test func figuresWithoutAnOrderHaveBothReadings() {
        #expect(readings("03/05/2024") == [[date(2024, 5, 3), date(2024, 3, 5)]])
        #expect(readings("13/05/24") == [[date(2024, 5, 13)]])
        #expect(readings("05/05/2024") == [[date(2024, 5, 5)]])
    }

    @Test(arguments: [
        ("You may march on.", "en"), ("I may come.", "en"), ("41.50 and 1,200", "en"), ("phone 0171-123 456", "en"),
        ("a half, 1/2", "en"), ("from 12-13 people", "en"), ("mars est une planète", "fr"),
        ("o maşină mai mare", "ro"), ("2024-15-40", "en"), ("三个月", "zh"),
    ])
    func otherWordsAndNumbersAreNone(text: String, language: String) {
        #expect(readings(text, language).isEmpty, "\(text)")
    }

    /// What has figures or names like a date's, and tells none.
    @Test(arguments: [
        ("Tenants of flat 12 may leave.", "en"), ("This may take a while.", "en"), ("Call 06-12-05-24-30 now.", "en"),
        ("see section 3.1.12 below", "en"), ("Hearth 192.168.10.12", "en"), ("Page 10/12", "en"), ("rated 09/10", "en"),
        ("version 1.2.10", "en"), ("at 12.1234 degrees", "en"), ("week 2024-W12", "en"), ("0171-12-05", "en"),
        ("How far is Mars from the sun?", "fr"), ("în mai multe orașe", "ro"), ("find out 5 things", "pt"),
        ("the march's end", "en"),
        ("pro 12 Monate", "cs"), ("May 99999999999999999999", "en"), ("9999999999-03-05", "en"),
        ("I bought 2 set of cups", "it"),
    ])
    func whatLooksLikeADateIsNone(text: String, language: String) {
        #expect(readings(text, language).isEmpty, "\(text)")
    }

    @Test(arguments: [
        ("on 5 may", "en", date(nil, 5, 5)), ("the 5th of may", "en", date(nil, 5, 5)),
        ("5 may", "en", date(nil, 5, 5)),
        ("le mois d'avril", "fr", date(nil, 4)), ("en mars", "fr", date(nil, 3)), ("în mai", "ro", date(nil, 5)),
        ("MÄRZ 2024", "de", date(2024, 3)), ("Ma\u{308}rz 2024", "de", date(2024, 3)),
        ("S\u{327}ubat 2024", "tr", date(2024, 2)),
        ("FÉVRIER 2024", "fr", date(2024, 2)), ("МАРТ 2024", "ru", date(2024, 3)), ("5. Okt.", "de", date(nil, 10, 5)),
        ("בינואר", "he", date(nil, 1)), ("paid on 25/12", "en", date(nil, 12, 25)),
        ("٥ مارس ٢٠٢٤", "ar", date(2024, 3, 5)),
    ])
    func namesAreReadAsTheyAreTyped(text: String, language: String, expected: NamedDate) {
        #expect(readings(text, language) == [[expected]], "\(text)")
    }

    /// A month that follows a whole date has its own day and year.
    @Test func datesTakeNothingOfEachOther() {
        #expect(readings("2024-03-05 May rent") == [[date(2024, 3, 5)], [date(nil, 5)]])
        #expect(readings("January 2024, February 2024") == [[date(2024, 1)], [date(2024, 2)]])
        #expect(readings("January 2024, February") == [[date(2024, 1)], [date(nil, 2)]])
        #expect(readings("Row 3 March 5, 2024") == [[date(2024, 3, 5)]])
        #expect(readings("on 10/12 March") == [[date(nil, 3, 12)]])
    }

    @Test func placesAreThoseOfTheText() throws {
        let text = "Zählerstand am 5. März 2024 abgelesen"
        let found = try #require(DateReader(languages: ["de"]).dates(in: text).first)
        #expect(text.text(in: found.span) == "5. März 2024")
    }

    @Test func aDateLiesInItsMonthAndAMonthNotOnADay() {
        let march = date(nil, 3)
        #expect(march.holds(date(2024, 3, 5)) && !march.holds(date(2024, 4, 5)))
        #expect(!date(2024, 3, 5).holds(date(2024, 3)))
        #expect(date(2024, 3).holds(date(nil, 3, 5)) && !date(2024, 3).holds(date(2023, 3, 5)))
        #expect(date(2024, nil).holds(date(2024, 3, 5)) && !date(2024, nil).holds(date(nil, 3)))
    }

    @Test func longTextsTakeLittleTime() {
        let text = String(repeating: "1-2/3.4.5. 6 May 7 of 8 March 三月 ", count: 3_000)
        let clock = ContinuousClock()
        let time = clock.measure { _ = readings(text) }
        #expect(time < .seconds(20))
    }
}

/// Times that a question is about.
@Suite struct AskedDatesTests {
    private func times(_ question: String, _ language: String = "en", today: CivilDate? = nil) -> [[NamedDate]] {
        AskedDates(in: question, languages: [language], today: today).asked.map(\.times)
    }

    @Test(arguments: [
        ("How much did we pay in March?", "en", date(nil, 3)), ("What happened in May 2024?", "en", date(2024, 5)),
        ("Was haben wir im März bezahlt?", "de", date(nil, 3)), ("Qu'avons-nous payé en mars ?", "fr", date(nil, 3)),
        ("Сколько мы заплатили в марте?", "ru", date(nil, 3)), ("3月にいくら払いましたか。", "ja", date(nil, 3)),
        ("What did we buy in 2023?", "en", NamedDate(year: 2023)),
    ])
    func monthsAndYearsAreFound(question: String, language: String, expected: NamedDate) {
        #expect(times(question, language) == [[expected]], "\(question)")
    }

    @Test func whatCountsFromTodayDoes() throws {
        let today = try #require(CivilDate(year: 2026, month: 11, day: 24))
        #expect(times("What did we pay last month?", today: today) == [[date(2026, 10)]])
        #expect(times("What did we pay last year?", today: today) == [[NamedDate(year: 2025)]])
        #expect(times("What did we plant last spring?", today: today) == [(3...5).map { date(2026, $0) }])
        #expect(
            times("What broke last winter?", today: today)
                == [[date(2025, 12), date(2026, 1), date(2026, 2)]])
        #expect(times("Who came last March?", today: today) == [[date(2026, 3)]])
        #expect(times("Who came last December?", today: today) == [[date(2025, 12)]])
        #expect(times("Who rang yesterday?", today: today) == [[NamedDate(year: 2026, month: 11, day: 23)]])
        #expect(times("上个月付了多少？", "zh", today: today) == [[date(2026, 10)]])
        // 24 November 2026 is a Tuesday.
        let week = try #require(times("Who rang last week?", today: today).first)
        #expect(week.first == NamedDate(year: 2026, month: 11, day: 16) && week.count == 7)
    }

    @Test func withoutTodayTheyAreNoDates() {
        #expect(times("What did we pay last month?").isEmpty)
        #expect(times("What did we plant last spring?") == [(3...5).map { date(nil, $0) }])
        #expect(times("May I paint the walls?").isEmpty)
        #expect(times("Where is the spring of the river?").isEmpty)
    }

    /// Words that are times elsewhere, and names of persons.
    @Test(arguments: [
        "If I fall, who pays?", "Why did the rents fall in town?", "Is there no fall protection?", "What did June say?",
        "When did August Brown call?", "What is April's address?", "When May Tenants Leave?",
        "Who will march on Sunday?",
        "What is the second rule?", "What does the sun do?", "What can I get for $2000?", "How tall is Mars from here?",
    ])
    func otherWordsOfQuestionsAreNoTimes(question: String) throws {
        let today = try #require(CivilDate(year: 2026, month: 11, day: 24))
        let asked = AskedDates(
            in: question, languages: ["en", "de", "fr", "it", "hu", "sv"], asked: ["en"], today: today)
        #expect(asked.isEmpty, "\(question)")
    }

    @Test func wordsCountFromTodayInTheLanguageOfTheQuestion() throws {
        let today = try #require(CivilDate(year: 2026, month: 11, day: 24))
        func times(_ question: String, _ language: String) -> [[NamedDate]] {
            AskedDates(in: question, languages: ["de", "fr", "it", "hu"], asked: [language], today: today).asked
                .map(\.times)
        }
        let yesterday = [[NamedDate(year: 2026, month: 11, day: 23)]]
        #expect(times("Was ist hier passiert?", "de").isEmpty)
        #expect(times("Qu'avons-nous payé hier ?", "fr") == yesterday)
        #expect(times("Was tun im Fall eines Brandes?", "de").isEmpty)
        #expect(times("Qu'avons-nous payé l'année dernière ?", "fr") == [[NamedDate(year: 2025)]])
        #expect(times("Quanto abbiamo pagato l'anno scorso?", "it") == [[NamedDate(year: 2025)]])
        #expect(times("What was last year's rent?", "en") == [[NamedDate(year: 2025)]])
    }

    @Test func aYearBesideAMonthIsItsYear() throws {
        let today = try #require(CivilDate(year: 2026, month: 11, day: 24))
        #expect(times("What did we pay in March last year?", today: today) == [[date(2025, 3)]])
        #expect(times("What did we pay last year in March?", today: today) == [[date(2025, 3)]])
        #expect(times("What did we pay in March in 2023?") == [[date(2023, 3)]])
        #expect(times("What grew in spring last year?", today: today) == [(3...5).map { date(2025, $0) }])
        #expect(times("Why did the rents fall in 2024?") == [[NamedDate(year: 2024)]])
        #expect(times("What did we pay in April and June?") == [[date(nil, 4)], [date(nil, 6)]])
    }

    /// Any year is a number of four figures, and nothing counts beyond the calendar's end.
    @Test func numbersBeyondTheCalendarAreNoTimes() throws {
        #expect(times("What happened in 9999999999 and in 99999999999999999999?").isEmpty)
        for (year, month, day) in [(1, 1, 1), (9999, 12, 31)] {
            let today = try #require(CivilDate(year: year, month: month, day: day))
            for word in ["last month", "next month", "last week", "next week", "yesterday", "tomorrow", "last winter"] {
                let asked = AskedDates(in: "What came \(word)?", languages: ["en"], today: today)
                #expect(asked.share(toldBy: ["2024-03-05"]) == 0, "\(word)")
            }
        }
    }

    @Test func formsOfDatesMatch() {
        let asked = AskedDates(in: "How much did we pay in March 2024?", languages: ["en"])
        for text in ["2024-03-01", "03/01/2024", "1 Mar 2024", "2024年3月", "5 March"] {
            #expect(asked.share(toldBy: [text]) == 1, "\(text)")
        }
        for text in ["2024-04-01", "1 Mar 2023", "04/05/2024", "in April"] {
            #expect(asked.share(toldBy: [text]) == 0, "\(text)")
        }
    }

    /// Seven years may lie between two of them, where a century's year has none.
    @Test func aLeapDayWithoutAYearIsTheLastThereWas() throws {
        let today = try #require(CivilDate(year: 2027, month: 5, day: 1))
        let asked = AskedDates(in: "What happened on 29 February?", languages: ["en"], today: today).asked
        let day = try #require(CivilDate(year: 2024, month: 2, day: 29))
        #expect(asked.flatMap { $0.days(until: today) } == [day...day])
    }
}
