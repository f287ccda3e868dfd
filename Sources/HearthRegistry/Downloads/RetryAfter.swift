import Foundation

/// The wait that a server asks for (RFC 9110, section 10.2.3): seconds, or a date.
enum RetryAfter {
    /// - Returns: `nil` when the text is neither; a date that has passed is no wait.
    static func wait(_ text: String, now: Date) -> Duration? {
        let text = text.trimmingCharacters(in: .whitespaces)
        if let seconds = Int(text) { return seconds >= 0 ? .seconds(min(seconds, longest)) : nil }
        guard let date = date(text) else { return nil }
        return .seconds(Int(max(0, min(date.timeIntervalSince(now).rounded(.up), Double(longest)))))
    }

    private static let longest = 366 * 86_400
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// `Sun, 06 Nov 1994 08:49:37 GMT`, the one form that servers may send (RFC 9110, section 5.6.7).
    private static func date(_ text: String) -> Date? {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", let day = Int(parts[1]),
            let month = months.firstIndex(of: String(parts[2])), let year = Int(parts[3]), (1970...9999).contains(year)
        else { return nil }
        let time = parts[4].split(separator: ":").compactMap { Int($0) }
        guard time.count == 3, let zone = TimeZone(identifier: "GMT") else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar.date(
            from: DateComponents(
                year: year, month: month + 1, day: day, hour: time[0], minute: time[1], second: time[2]))
    }
}
