/// Seconds as a clock shows them.
package enum ClockText {
    /// A time of day, or a place in a recording, in two digits each: `02:03:04`. Hours beyond 99 have more.
    package static func full(_ seconds: Int) -> String {
        "\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
    }

    /// A place in a recording with no more hours than there are: `1:02:03`, or `02:03`. What is no time is the beginning.
    package static func short(_ seconds: Double) -> String {
        let whole = seconds.isFinite ? Int(max(0, min(seconds, 1e9))) : 0
        let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(rest))" : "\(two(minutes)):\(two(rest))"
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension Duration {
    /// The same as a number.
    package var seconds: Double { self / .seconds(1) }
}

extension StringProtocol {
    /// The text on one line: its words, with one space between each two of them.
    package var singleSpaced: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
