package import HearthCore

/// A day, a month or a year of the Gregorian calendar, as far as a text names it: "5 March" has no year, "2024" no month.
package struct NamedDate: Hashable, Sendable {
    package var year: Int?
    /// 1 to 12.
    package var month: Int?
    /// 1 to 31.
    package var day: Int?

    package init(year: Int? = nil, month: Int? = nil, day: Int? = nil) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Whether what a text tells lies in the time that this names: "5 March 2024" lies in March, and "March" not on the 5th.
    ///
    /// A text that names no year may mean any: "It was paid on 5 March."
    package func holds(_ told: NamedDate) -> Bool {
        guard year != nil || month != nil || day != nil else { return false }
        if let year, let other = told.year, year != other { return false }
        if let month {
            guard told.month == month else { return false }
        } else if year != nil, told.year == nil {
            return false
        }
        return day == nil || told.day == day
    }

    /// Whether a calendar has such a date, as far as it can be told without its year.
    var isPossible: Bool {
        // "0171-12-05" is a phone's.
        if let year, !(1000...2999).contains(year) { return false }
        guard let month else { return day == nil }
        guard (1...12).contains(month) else { return false }
        return day.map { (1...Self.longest[month - 1]).contains($0) } ?? true
    }

    private static let longest = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
}

extension NamedDate {
    package init(_ day: CivilDate) { self.init(year: day.year, month: day.month, day: day.day) }

    /// The month that lies so many behind another one, or before it.
    static func month(of day: CivilDate, after count: Int) -> NamedDate {
        let months = day.year * 12 + day.month - 1 + count
        return NamedDate(year: months / 12, month: months % 12 + 1)
    }

    /// The days of the week of a day, from Monday on (ISO 8601), so many weeks before or behind.
    static func week(of day: CivilDate, after count: Int) -> [NamedDate] {
        (0..<7).compactMap { day.adding(days: 1 - day.weekday + 7 * count + $0).map { NamedDate($0) } }
    }
}

extension NamedDate {
    /// Two figures that may be day and month either way round, with the year if it is known.
    static func either(_ first: Int, _ second: Int, year: Int?) -> [NamedDate] {
        let day = NamedDate(year: year, month: second, day: first)
        let month = NamedDate(year: year, month: first, day: second)
        return (first == second ? [day] : [day, month]).filter(\.isPossible)
    }

    /// Of years in two figures those of the recent past and the near future: as POSIX has them, from 1969 to 2068.
    static func whole(_ year: (value: Int, digits: Int)) -> Int? {
        switch year.digits {
        case 4: year.value
        case 2: year.value < 69 ? 2000 + year.value : 1900 + year.value
        default: nil
        }
    }
}

// MARK: - In words

/// What months are called, for those who look for them.
package enum DateNames {
    /// The names of a month (1 to 12) in a language, in lower case, in all forms that are known; none for a language without a list.
    ///
    /// - Parameter language: ISO 639-1.
    package static func names(ofMonth month: Int, language: String) -> [String] {
        MonthNames.wide(month, language: language)
    }

    /// Whether a language calls its months by their numbers: Chinese, Japanese, Korean.
    package static func countsMonths(_ language: String) -> Bool { ["zh", "ja", "ko"].contains(language) }

    /// The pair of characters by which an index knows a month that is written in Chinese numerals, "三月"; `nil` for one that has more.
    package static func numeral(_ month: Int) -> String? {
        let numerals = ["一", "二", "三", "四", "五", "六", "七", "八", "九", "十"]
        return numerals.indices.contains(month - 1) ? numerals[month - 1] + "月" : nil
    }
}

/// The words and signs by which ``DateReader`` tells dates from what looks like them. Closed classes, kept here by hand from grammars of the
/// languages; no script makes them.
enum DateWords {
    static let yearSigns = Set("年년".unicodeScalars)
    static let monthSigns = Set("月월".unicodeScalars)
    static let daySigns = Set("日号號일".unicodeScalars)
    static let numerals: [Unicode.Scalar: Int] = [
        "〇": 0, "零": 0, "一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10,
    ]
    static let marks: Set<String> = ["-", "/", "\u{2010}", "\u{2011}", "\u{2013}"]
    /// What makes a day of a number: "5th", "1er".
    static let ordinalEnds = Set(
        words: "st nd rd th er re ère e ème eme de ste º ª ο η ος ης ου го е я й ый ого")
    /// Before the number of a version, or of a part of a text.
    static let numbered = Set(
        words: """
            v ver version versions release section sections clause clauses article articles chapter paragraph para item no nr art \
            abschnitt ziffer kapitel artikel absatz punkt chapitre cláusula artículo sección apartado articolo sezione versione artigo \
            secção seção versión versão versie avsnitt afsnit kohta punkt pkt rozdział článek verze cikk articolul secțiunea versiunea \
            версия пункт статья раздел версія розділ стаття
            """)
    /// Between a day, a month and a year.
    static let links = Set(words: "of de del di d' do da des den der la anul")
    /// Before a day in figures.
    static let beforeDays = Set(
        words: "am vom bis ab den dem zum der dne od do с до от по з від på fra til le du au il dal al el op")
    /// Names of months that are other words as well in their language: English, French, Romanian, Turkish, Polish, Nordic, Indonesian.
    static let ambiguous = Set(
        words: "may march august mars mai mart ocak ekim kasım maja marca marcu maj listopadu mei maret luty lutego")
    static let ofEnglish: Set<String> = ["may", "march", "august"]
    static let verbs: Set<String> = ["may", "march"]
    /// Those of them whose languages write months small.
    static let small = Set(words: "mars maj maja marca marcu listopadu luty lutego")
    static let beforeSmall = Set(
        words: "en de du depuis début fin jusqu'en i í på fra från til till w we od do v ve po pod koniec")
    static let beforeCapitals = Set(words: "en i í w v")
    /// Behind the Romanian "mai" where it is "more".
    static let compared = Set(
        words: """
            mult multă multe mulți mulţi multi multa mare mari mic mică mici puțin puţin puțină puține puțini putin bun bună buni bune bine rău \
            rea devreme târziu tarziu sus jos aproape departe nou nouă noi vechi veche
            """)
    /// Before the name of a month.
    static let englishPrepositions = Set(
        words:
            "in of by since until till during for last next this from early late mid im vom bis ab seit anfang mitte ende"
    )
    /// Before a day in English, where it has no capital or no month by its name.
    static let beforeEnglishDays = Set(
        words: "on by since until till from before after due dated last next")
    static let prepositions = Set(
        words: """
            in im vom bis ab seit für anfang mitte ende en de du \
            depuis début fin jusqu'en au în din până od do v i på fra til em desde em a pada bulan geçen bu
            """)
}
