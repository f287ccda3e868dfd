/// The turns of a piece of a transcript, told by the names at the heads of its lines: `Anna: Good morning.`
struct TurnLabels {
    struct Turn: Hashable {
        /// `nil` for what stands before the first name.
        var speaker: String?
        /// Bytes that are said.
        var length: Int
    }

    private(set) var turns: [Turn] = []
    private(set) var lines = 0
    private(set) var labelled = 0

    /// The longest name, in characters.
    private static let longest = 80

    init(_ text: String) {
        // Every search looks at the chunks that it found: bytes are read in a tenth of the time of characters.
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
            lines += 1
            if Self.hasColon(line.prefix(4 * Self.longest)), let (speaker, length) = Self.label(of: Substring(line)) {
                labelled += 1
                turns.append(Turn(speaker: speaker, length: length))
            } else if turns.isEmpty {
                turns.append(Turn(speaker: nil, length: line.count))
            } else {
                turns[turns.count - 1].length += line.count
            }
        }
    }

    /// Whether pieces of one document are of a transcript: a third of its lines begin with names, at least two of which recur.
    static func areTranscript(_ pieces: [TurnLabels]) -> Bool {
        let lines = pieces.reduce(0) { $0 + $1.lines }
        let labelled = pieces.reduce(0) { $0 + $1.labelled }
        return labelled >= 4 && labelled * 3 >= lines && recurring(pieces).count >= 2
    }

    /// The names that stand at the head of more than one line, in order.
    static func recurring(_ pieces: [TurnLabels]) -> [String] {
        var counts: [String: Int] = [:]
        for piece in pieces {
            for turn in piece.turns { if let speaker = turn.speaker { counts[speaker, default: 0] += 1 } }
        }
        return counts.filter { $0.value > 1 }.keys.sorted()
    }

    /// The share of what is said by some speakers, 0 to 1.
    ///
    /// - Parameter opening: Who speaks before the first name.
    func share(of speakers: Set<String>, opening: String?) -> Double {
        var all = 0
        var theirs = 0
        for turn in turns {
            all += turn.length
            if let speaker = turn.speaker ?? opening, speakers.contains(speaker) { theirs += turn.length }
        }
        return all > 0 ? Double(theirs) / Double(all) : 0
    }

    /// Whether a colon stands there, also the wide one of Chinese and Japanese (U+FF1A: EF BC 9A).
    private static func hasColon(_ bytes: Substring.UTF8View.SubSequence) -> Bool {
        var before: (UInt8, UInt8) = (0, 0)
        for byte in bytes {
            if byte == UInt8(ascii: ":") || before == (0xEF, 0xBC) && byte == 0x9A { return true }
            before = (before.1, byte)
        }
        return false
    }

    /// The name before the first colon and the bytes of what follows. Time marks and emphasis before the name, and a part of
    /// the name in brackets, are left out.
    private static func label(of line: Substring) -> (String, Int)? {
        var rest = line.drop { !$0.isLetter && $0 != ":" && $0 != "(" }
        // "(00:12) Anna: …" opens with its time.
        if rest.first == "(", let close = rest.prefix(longest).firstIndex(of: ")") {
            rest = rest[rest.index(after: close)...].drop { !$0.isLetter && $0 != ":" }
        } else if rest.first == ":" {
            rest = rest.drop { !$0.isLetter }
        }
        guard let colon = rest.prefix(longest).firstIndex(where: { $0 == ":" || $0 == "：" }) else { return nil }
        var name = ""
        var depth = 0
        for character in rest[..<colon] {
            if character == "(" || character == "[" { depth += 1 }
            if depth == 0, character != "*", character != "_" { name.append(character) }
            if character == ")" || character == "]" { depth = max(0, depth - 1) }
        }
        let words = name.split(whereSeparator: \.isWhitespace)
        guard let first = words.first?.first, words.count <= 8, first.isLetter, !first.isLowercase else { return nil }
        return (words.joined(separator: " "), rest[colon...].dropFirst().utf8.count)
    }
}
