import HearthCore

/// Days since the beginning of a workbook's time, and parts of a day, as a date.
enum SheetDate {
    /// `nil` for what is no date in any program: before the beginning, or after the year 9999.
    static func text(_ serial: Double, _ kind: NumberStyles.Kind, is1904: Bool) -> String? {
        guard serial >= 0, serial < 2_958_466 else { return nil }
        let seconds = Int((serial * 86_400).rounded())
        let (days, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
        // A length of time may be longer than a day; of a date, the time alone may be shown.
        if kind == .length { return clock(seconds) }
        if kind == .time { return clock(rest) }
        var count = days
        if is1904 {
            count += 1_462
        } else if days < 60 {
            // Lotus took 1900 for a leap year, and Excel has kept the day that never was.
            count += 1
        }
        // Days from 1899-12-30 to 1970-01-01.
        guard let date = CivilDate(daysSince1970: count - 25_569) else { return nil }
        return kind == .moment && rest > 0 ? "\(date) \(clock(rest))" : "\(date)"
    }

    /// Hours and minutes, and seconds where there are some: "14:30", "36:00:05".
    static func clock(_ seconds: Int) -> String {
        let (hours, minutes, rest) = (seconds / 3_600, seconds / 60 % 60, seconds % 60)
        return two(hours) + ":" + two(minutes) + (rest > 0 ? ":" + two(rest) : "")
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
