import HearthCore

/// The lines of a text, and who speaks in them where the text is a transcript.
struct TranscriptLines {
    struct Line {
        /// What is said, without the name before it and the white space around it. May be empty.
        var body: Range<Int>
        /// Index into ``TranscriptLines/speakers``; `nil` where no name stands before.
        var speaker: Int?
    }

    var lines: [Line] = []
    /// The names as the text writes them.
    var speakers: [String] = []
    /// Whether most lines begin with the name of a speaker.
    var isTranscript: Bool { !speakers.isEmpty }

    /// A name is short. Bytes, wide enough for a full name with a title in a script of three bytes a character.
    private static let longestName = 80
    /// More names than this are keys of a list, or headings, not people.
    private static let mostSpeakers = 500

    init(_ bytes: UTF8Bytes) {
        var candidates: [(body: Range<Int>, name: Range<Int>?)] = []
        var start = 0
        while start < bytes.count {
            var end = start
            while end < bytes.count, bytes[end] != 0x0A { end += 1 }
            let line = Self.trim(start..<end, bytes)
            if !line.isEmpty {
                if let (name, body) = Self.label(of: line, bytes) {
                    candidates.append((body, name))
                } else {
                    candidates.append((line, nil))
                }
            }
            start = end + 1
        }
        var counts: [String: Int] = [:]
        let names = candidates.map { $0.name.map { bytes.string($0) } }
        for case let name? in names { counts[name, default: 0] += 1 }
        let labelled = names.count { $0 != nil }
        // A list of "Key: value" has as many keys as lines; in a conversation the names come again.
        let again = counts.count * 2 <= labelled + 1 || (counts.count == 2 && labelled <= 3)
        guard labelled >= 2, labelled * 2 >= candidates.count, again, counts.count <= Self.mostSpeakers else {
            var start = 0
            while start < bytes.count {
                var end = start
                while end < bytes.count, bytes[end] != 0x0A { end += 1 }
                let line = Self.trim(start..<end, bytes)
                if !line.isEmpty { lines.append(Line(body: line, speaker: nil)) }
                start = end + 1
            }
            return
        }
        var numbers: [String: Int] = [:]
        var current: Int?
        lines.reserveCapacity(candidates.count)
        for (candidate, name) in zip(candidates, names) {
            if let name {
                if let known = numbers[name] {
                    current = known
                } else {
                    current = speakers.count
                    numbers[name] = speakers.count
                    speakers.append(name)
                }
            }
            // A line without a name goes on with the words of the last speaker.
            lines.append(Line(body: candidate.body, speaker: current))
        }
    }

    /// "[00:01:02] Anna Weiß: text" → the name and the text.
    private static func label(of line: Range<Int>, _ bytes: UTF8Bytes) -> (name: Range<Int>, body: Range<Int>)? {
        let from = skipTime(line, bytes)
        var at = from
        let limit = min(line.upperBound, from + longestName)
        var spaces = 0
        while at < limit {
            let (value, length) = bytes.scalar(at: at)
            switch value {
            case 0x3A, 0xFF1A:
                let body = trim((at + length)..<line.upperBound, bytes)
                // "10:30", "http://": a colon inside a word parts no name from its words.
                let isOpen =
                    value == 0xFF1A || at + 1 >= line.upperBound || bytes[at + 1] == 0x20 || bytes[at + 1] == 0x09
                let name = trim(from..<at, bytes)
                guard isOpen, !name.isEmpty, spaces <= 6 else { return nil }
                return (name, body)
            case 0x2E where spaces > 1, 0x21, 0x3F, 0x3B, 0x3002, 0xFF0C:
                return nil
            case 0x20: spaces += 1
            default: break
            }
            at += length
        }
        return nil
    }

    /// Past a time in front of a name, with or without brackets.
    private static func skipTime(_ line: Range<Int>, _ bytes: UTF8Bytes) -> Int {
        var at = line.lowerBound
        var digits = 0
        var colons = 0
        while at < line.upperBound {
            switch bytes[at] {
            case 0x30...0x39: digits += 1
            case 0x3A: colons += 1
            case 0x5B, 0x5D, 0x28, 0x29, 0x2E, 0x2C, 0x20, 0x2D: break
            default: return digits >= 3 && colons >= 1 ? at : line.lowerBound
            }
            at += 1
        }
        return line.lowerBound
    }

    static func trim(_ range: Range<Int>, _ bytes: UTF8Bytes) -> Range<Int> {
        var from = range.lowerBound
        var to = range.upperBound
        while from < to {
            let (value, length) = bytes.scalar(at: from)
            guard ScalarClass(value) == .space else { break }
            from += length
        }
        while from < to, let (value, length) = bytes.scalar(before: to), ScalarClass(value) == .space { to -= length }
        return from..<max(from, to)
    }
}
