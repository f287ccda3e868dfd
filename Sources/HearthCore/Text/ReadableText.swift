extension StringProtocol {
    /// Whether there is nothing in it that anybody could read: it is empty, or all of it is white space, control characters, and
    /// characters that are not shown, such as those of no width (Unicode's `White_Space`, `Cc`, `Default_Ignorable_Code_Point`).
    package var isBlank: Bool {
        unicodeScalars.allSatisfy { scalar in
            let properties = scalar.properties
            return properties.isWhitespace || properties.isDefaultIgnorableCodePoint
                || properties.generalCategory == .control
        }
    }
}

/// There is nothing to read in a text that something is to be done with: a question, a message, an entry, a title.
///
/// The one rule for all of them, wherever they come from: what says nothing is refused, and not searched for, answered or kept.
public struct EmptyTextError: ReasonedError, Equatable {
    /// What can go wrong; a raw value is the `code`.
    public enum Reason: String, FailureReason {
        case emptyText = "empty-text"

        // Whoever made the call can see it before making it.
        public var kind: Failure.Kind { .usage }
    }

    public let reason: Reason
    /// The part of the request that is empty, such as `question`.
    public let field: String
    public let message: String

    /// - Parameter name: What a person calls it; `nil` where that is the name of the field.
    package init(_ field: String, called name: String? = nil) {
        reason = .emptyText
        self.field = field
        message = "The \(name ?? field) is empty. \(Self.rule)"
    }

    /// What does not count, for a text that does not look empty to whoever wrote it.
    package static let rule = "White space, and characters that cannot be seen, are no text."

    /// - Throws: ``EmptyTextError`` where there is nothing in the text to read.
    package static func check(_ text: some StringProtocol, _ field: String, called name: String? = nil) throws {
        if text.isBlank { throw EmptyTextError(field, called: name) }
    }
}

// MARK: - What is shown

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
    /// The text on one line: its words, with one space between each two of them. By bytes, because every search does it for what it
    /// found, and characters take ten times as long.
    package var singleSpaced: String {
        var words: [UInt8] = []
        words.reserveCapacity(utf8.count)
        var isBehindSpace = false
        var text = String(self)
        text.withUTF8 { bytes in
            var at = 0
            while at < bytes.count {
                let width = bytes.whiteSpace(at: at)
                guard width == 0 else {
                    isBehindSpace = true
                    at += width
                    continue
                }
                if isBehindSpace, !words.isEmpty { words.append(0x20) }
                isBehindSpace = false
                words.append(bytes[at])
                at += 1
            }
        }
        return String(decoding: words, as: UTF8.self)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The bytes of the white space that begins at a place of a text in UTF-8, 0 where there is none. What Unicode gives the property
    /// `White_Space` (PropList.txt of Unicode 16).
    fileprivate func whiteSpace(at place: Int) -> Int {
        switch self[place] {
        case 0x20, 0x09...0x0D: return 1
        // U+0085 and U+00A0
        case 0xC2: return place + 1 < count && (self[place + 1] == 0x85 || self[place + 1] == 0xA0) ? 2 : 0
        case 0xE1...0xE3:
            guard place + 2 < count else { return 0 }
            let isSpace =
                switch (self[place], self[place + 1], self[place + 2]) {
                // U+1680; U+2000 to U+200A, U+2028, U+2029 and U+202F; U+205F; U+3000
                case (0xE1, 0x9A, 0x80), (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8), (0xE2, 0x80, 0xA9),
                    (0xE2, 0x80, 0xAF),
                    (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80):
                    true
                default: false
                }
            return isSpace ? 3 : 0
        default: return 0
        }
    }
}

// MARK: -

/// The name of a closed list that somebody probably meant who mistyped it. It stands here because the errors
/// of modules that share nothing else are worded with it.
public enum NearestName {
    /// - Parameter names: All there are.
    /// - Returns: The one that is fewest slips away, the first of several; `nil` where none is near: a slip for every three
    ///   letters, and three at most. A slip is a letter too many, too few or wrong, or two that changed places (optimal string
    ///   alignment). Letter case is none, and neither are the marks - and _.
    public static func of(_ given: String, among names: some Sequence<String>) -> String? {
        let wanted = letters(given)
        // Nobody mistypes a name so long; and what is pasted into the wrong place costs nothing.
        guard (1...64).contains(wanted.count) else { return nil }
        var best: (name: String, slips: Int)?
        for name in names {
            let there = letters(name)
            let most = min(3, max(1, max(wanted.count, there.count) / 3), (best?.slips ?? 4) - 1)
            guard abs(wanted.count - there.count) <= most else { continue }
            let slips = slips(wanted, there)
            if slips <= most { best = (name, slips) }
        }
        return best?.name
    }

    /// `; did you mean NAME?`, or a full stop.
    public static func question(_ given: String, among names: some Sequence<String>) -> String {
        of(given, among: names).map { "; did you mean \($0)?" } ?? "."
    }

    private static func letters(_ text: String) -> [Character] {
        text.prefix(256).lowercased().filter { $0 != "-" && $0 != "_" }.map(\.self)
    }

    private static func slips(_ a: [Character], _ b: [Character]) -> Int {
        var before: [Int] = []
        var last = Array(0...b.count)
        for (i, letter) in a.enumerated() {
            var row = [i + 1]
            row.reserveCapacity(b.count + 1)
            for (j, other) in b.enumerated() {
                var least = min(last[j] + (letter == other ? 0 : 1), last[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, letter == b[j - 1], a[i - 1] == other { least = min(least, before[j - 1] + 1) }
                row.append(least)
            }
            (before, last) = (last, row)
        }
        return last[b.count]
    }
}
