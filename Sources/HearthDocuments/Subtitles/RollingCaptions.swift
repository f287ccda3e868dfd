import HearthCore

/// Takes what captions repeat only to show it once more: a player of rolling captions moves each line up when the next one comes, and the files that
/// are made of them, as of the automatic captions of videos, write each line down in every cue in which it is seen.
enum RollingCaptions {
    /// Of fewer cues nobody can tell whether a line comes again because it was said again.
    private static let fewest = 6
    /// So many of the cues, in tenths, begin with the last line of the one before.
    private static let leastTenths = 4
    /// Lines on a screen.
    private static let mostLines = 4

    /// The cues with each line once, at the time at which it was seen first; those that show nothing else are left out. Other files stay as they are.
    static func unrolled(_ cues: [Cue]) -> [Cue] {
        let lines = cues.map { cue in
            cue.text.split(whereSeparator: \.isNewline).map { onOneLine(String($0)) }.filter { !$0.isEmpty }
        }
        guard cues.count >= fewest else { return cues }
        let shown = cues.indices.map { $0 == 0 ? 0 : repeated(lines[$0 - 1], lines[$0]) }
        // Of a cue with nothing but the line before it, that says the least: somebody may say a word twice.
        let rolling = cues.indices.count { shown[$0] > 0 }
        let growing = cues.indices.count { shown[$0] > 0 && shown[$0] < lines[$0].count }
        guard rolling * 10 >= cues.count * leastTenths, growing * 4 >= cues.count else { return cues }
        return cues.indices.compactMap { index in
            let new = lines[index].dropFirst(shown[index])
            guard !new.isEmpty || lines[index].isEmpty else { return nil }
            var cue = cues[index]
            cue.text = new.joined(separator: "\n")
            return cue
        }
    }

    /// How many lines at the beginning of a cue are the last ones of the one before.
    private static func repeated(_ before: [String], _ now: [String]) -> Int {
        let most = min(before.count, now.count, mostLines)
        return (1...max(1, most)).reversed().first { count in
            count <= most && before.suffix(count).elementsEqual(now.prefix(count))
        } ?? 0
    }
}
