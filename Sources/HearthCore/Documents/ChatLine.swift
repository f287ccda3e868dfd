/// How a message of a conversation is written in a document: "[10:15] Ann: words".
///
/// The time is that of the day, and the day stands in a heading above: an utterance's own times count from the beginning of a recording.
package enum ChatLine {
    /// What stands before the words.
    ///
    /// - Parameter day: Where the day is told with each message, and not only above those of it.
    package static func label(day: String? = nil, clock: String?, speaker: String) -> String {
        let moment = [day, clock].compactMap(\.self).joined(separator: " ")
        return moment.isEmpty ? "\(speaker): " : "[\(moment)] \(speaker): "
    }

    /// The words of a line, without what stands before them.
    package static func words(of line: Substring, speaker: String) -> Substring {
        var rest = line
        if rest.first == "[", let close = rest.prefix(longestMoment).firstIndex(of: "]") {
            rest = rest[rest.index(after: close)...].drop { $0 == " " }
        }
        let name = speaker + ": "
        return rest.hasPrefix(name) ? rest.dropFirst(name.count) : line
    }

    /// Characters of "[2026-11-12 09:01]" and some more.
    private static let longestMoment = 22

    /// Whether it is what the log of a program has where conversations have a name: "WARN", "[error] main", "INFO main".
    package static func isLogLevel(_ sender: String) -> Bool {
        guard let word = sender.split(separator: " ").first else { return false }
        let bare = word.filter { $0.isLetter }
        guard levels.contains(bare.lowercased()) else { return false }
        // "Info Kita" is somebody.
        return word.count == sender.count || word != bare || bare == bare.uppercased()
    }

    private static let levels: Set<String> = [
        "info", "warn", "warning", "error", "debug", "trace", "fatal", "notice", "critical", "verbose", "alert",
        "emergency", "severe", "err", "crit", "panic", "exception", "fehler", "warnung", "stdout", "stderr",
    ]
}
