/// How a message of a conversation is written in a document: "[10:15] Ann: words".
///
/// The time is that of the day, and the day stands in a heading above: an utterance's own times count from the beginning of a recording.
package enum ChatLine {
    /// What stands before the words.
    package static func label(clock: String?, speaker: String) -> String {
        clock.map { "[\($0)] \(speaker): " } ?? "\(speaker): "
    }

    /// The words of a line, without what stands before them.
    package static func words(of line: Substring, speaker: String) -> Substring {
        var rest = line
        if rest.first == "[", let close = rest.prefix(12).firstIndex(of: "]") {
            rest = rest[rest.index(after: close)...].drop { $0 == " " }
        }
        let name = speaker + ": "
        return rest.hasPrefix(name) ? rest.dropFirst(name.count) : line
    }
}
