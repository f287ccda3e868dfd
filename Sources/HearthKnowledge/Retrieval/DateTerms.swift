import HearthCore
import HearthText

/// The terms that a time of a question may have in an index which was made of words and numbers as they stand: "March 2024" of a question is
/// "2024 03" in a statement, "03 2024" in a list, "05032024" where full stops stand between the numbers, and "März 2024" in a letter.
///
/// So dates are found without an index of their own, and in stores that were made before anybody asked for them.
struct DateTerms {
    /// Terms of one number or word, of which most will occur nowhere.
    private(set) var single: [String] = []
    /// Terms that have to follow each other.
    private(set) var phrases: [String] = []

    /// Times that are written out, of a week or a season.
    private static let mostTimes = 8
    /// Years, the current one among them, for which a month without a year is written out with full stops.
    private static let years = 2

    /// - Parameters:
    ///   - languages: ISO 639-1, of the documents.
    ///   - today: By which a month without a year is one of the last years.
    init(_ dates: AskedDates, languages: [String], today: CivilDate?) {
        var named: Set<Int> = []
        for time in dates.asked.flatMap(\.times).prefix(Self.mostTimes) {
            guard let month = time.month else { continue }
            addNumbers(time, month)
            // The days of a week are of one month or two.
            if named.insert(month).inserted { addNames(month, languages: languages) }
            let years = time.year.map { [$0] } ?? today.map { today in (0..<Self.years).map { today.year - $0 } } ?? []
            for year in years { addDotted(time.day, month, year) }
        }
        single = Self.unique(single)
        phrases = Self.unique(phrases)
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private mutating func addNumbers(_ time: NamedDate, _ month: Int) {
        if let year = time.year, let day = time.day {
            for (month, day) in [(Self.two(month), Self.two(day)), ("\(month)", "\(day)")] {
                phrases += ["\(year) \(month) \(day)", "\(day) \(month) \(year)", "\(month) \(day) \(year)"]
            }
        } else if let year = time.year {
            for month in [Self.two(month), "\(month)"] { phrases += ["\(year) \(month)", "\(month) \(year)"] }
        } else if let day = time.day {
            phrases += ["\(Self.two(month)) \(Self.two(day))", "\(Self.two(day)) \(Self.two(month))"]
        } else if month < 10 {
            // With its zero a number is hardly anything else.
            single.append(Self.two(month))
        }
    }

    /// "März" for "March", "3月".
    private mutating func addNames(_ month: Int, languages: [String]) {
        for language in Set(languages).union(["en"]).sorted() {
            let analyzer = SearchAnalyzer(language: language)
            for name in DateNames.names(ofMonth: month, language: language) {
                let terms = analyzer.terms(in: name)
                // "May" stands in every second text.
                guard terms.count == 1, !analyzer.isStopword(terms[0], language: language) else { continue }
                single.append(terms[0])
            }
            if DateNames.countsMonths(language) {
                phrases.append("\(month) \(language == "ko" ? "월" : "月")")
                if let numeral = DateNames.numeral(month) { single.append(numeral) }
            }
        }
    }

    /// A number with two full stops is one term, without them.
    private mutating func addDotted(_ day: Int?, _ month: Int, _ year: Int) {
        for day in day.map({ $0...$0 }) ?? 1...31 {
            single += ["\(Self.two(day))\(Self.two(month))\(year)", "\(day)\(month)\(year)"]
        }
    }

    private static func unique(_ terms: [String]) -> [String] {
        var seen: Set<String> = []
        return terms.filter { seen.insert($0).inserted }
    }
}
