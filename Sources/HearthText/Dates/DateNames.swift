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
