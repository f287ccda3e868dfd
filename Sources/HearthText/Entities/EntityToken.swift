package import HearthCore

/// A word as the recognizer sees it.
package struct EntityToken {
    package enum Shape {
        case lower
        /// A capital and small letters.
        case capitalized
        /// Capitals only, at least two letters.
        case allCaps
        /// A single capital letter.
        case initial
        /// A capital inside: `iPhone`, `YouTube`, `McDonald`.
        case mixed
        case number
        /// A script without case.
        case uncased
    }

    package var span: TextSpan
    package var lower: String
    package var shape: Shape
    /// No mark or word stands between the end of the last sentence and this word.
    package var startsSentence: Bool
    /// The mark before it, white space apart; 0 after a word.
    package var markBefore: UInt32
    /// One space or a hyphen stands between the last word and this one, or the stop of an initial: "J. R. R. Tolkien".
    package var touchesPrevious: Bool
    /// An `'s` stands behind it, which is no part of it.
    package var isPossessive: Bool
    /// A comma and nothing else stands between the last word and this one.
    package var followsComma: Bool
    /// A full stop follows, as after an initial or "St."
    package var hasStop: Bool
    /// `#tag` or `@name`, part of an address, or an `s` or `t` cut off at an apostrophe.
    package var isExcluded: Bool

    package var isCapital: Bool { shape == .capitalized || shape == .allCaps || shape == .initial || shape == .mixed }

    /// - Parameter language: ISO 639-1, where it is known: in Turkish, the endings of a name stand behind an apostrophe.
    package static func tokens(of bytes: UTF8Bytes, language: String? = nil) -> [EntityToken] {
        let partsEndings = language.map(languagesWithPartedEndings.contains) ?? false
        var found: [EntityToken] = []
        var scanner = WordScanner(bytes)
        var end = 0
        while let word = scanner.next() {
            // The possessive is no part of a name.
            let possessed = withoutPossessive(word.span.range, bytes)
            let range = partsEndings ? withoutEnding(possessed, bytes) : possessed
            var gap = Gap(bytes, end..<range.lowerBound)
            if gap.isStop, let last = found.last, last.takesStop {
                gap.isTight = true
                // The stop of "U.S." may be that of the sentence, too.
                if last.shape != .allCaps { gap.endsSentence = false }
            }
            end = word.span.end
            let next = end < bytes.count ? bytes[end] : 0
            // "Employee: Ilse Farnham", and in the next line "Position: …": a label begins a name of its own, if any.
            if gap.breaksLine, next == 0x3A { gap.isTight = false }
            let joinsAddress =
                next == 0x40 || next == 0x2F && gap.mark == 0x2F || (next == 0x3A && isSlash(bytes, end + 1))
            let isCutOff = gap.mark == 0x27 && range.count <= 2 && !found.isEmpty
            found.append(
                EntityToken(
                    span: TextSpan(range), lower: lowercased(range, bytes), shape: shape(of: range, word.kind, bytes),
                    startsSentence: found.isEmpty || gap.endsSentence, markBefore: gap.mark,
                    touchesPrevious: !found.isEmpty && gap.isTight, isPossessive: range.count < word.span.count,
                    followsComma: !found.isEmpty && gap.isComma,
                    hasStop: next == 0x2E,
                    isExcluded: gap.mark == 0x23 || gap.mark == 0x40 || joinsAddress || isCutOff || gap.isInAddress))
        }
        return found
    }

    /// Titles that are mostly written with a full stop.
    private static let shortTitles: Set<String> = ["mr", "mrs", "ms", "dr", "prof", "mme", "mlle"]

    /// Whether a full stop after the word marks no end of a sentence: an initial, an acronym with stops, the beginning of a name, a title.
    private var takesStop: Bool {
        shape == .initial || shape == .allCaps && lower.utf8.contains(0x2E)
            || shape == .capitalized
                && (["st", "ste", "mt", "ft"].contains(lower) || Self.shortTitles.contains(lower))
    }

    private static func isSlash(_ bytes: UTF8Bytes, _ place: Int) -> Bool {
        place < bytes.count && bytes[place] == 0x2F
    }

    private static func withoutPossessive(_ range: Range<Int>, _ bytes: UTF8Bytes) -> Range<Int> {
        guard range.count > 3, bytes[range.upperBound - 1] | 0x20 == 0x73 else { return range }
        let before = range.upperBound - 2
        if bytes[before] == 0x27 { return range.lowerBound..<before }
        if before >= range.lowerBound + 3, bytes[before] == 0x99, bytes[before - 1] == 0x80, bytes[before - 2] == 0xE2 {
            return range.lowerBound..<(before - 2)
        }
        return range
    }

    /// Turkish and Azerbaijani by rule, see https://tdk.gov.tr/icerik/yazim-kurallari/noktalama-isaretleri-aciklamalar/ (kesme işareti).
    private static let languagesWithPartedEndings: Set<String> = ["tr", "az"]

    /// "İstanbul'da" is in İstanbul.
    private static func withoutEnding(_ range: Range<Int>, _ bytes: UTF8Bytes) -> Range<Int> {
        var at = range.lowerBound
        while at < range.upperBound {
            let (value, length) = bytes.scalar(at: at)
            let next = at + length
            if at > range.lowerBound + 1, value == 0x27 || value == 0x2019, next < range.upperBound,
                bytes.scalar(at: next).0.isLowercase
            {
                return range.lowerBound..<at
            }
            at = next
        }
        return range
    }

    private static func lowercased(_ range: Range<Int>, _ bytes: UTF8Bytes) -> String {
        bytes.string(range).lowercased()
    }

    private static func shape(of range: Range<Int>, _ kind: Word.Kind, _ bytes: UTF8Bytes) -> Shape {
        if kind == .number { return .number }
        if kind == .ideographs { return .uncased }
        var upper = 0
        var lower = 0
        var startsUpper = false
        var at = range.lowerBound
        while at < range.upperBound {
            let (value, length) = bytes.scalar(at: at)
            if value.isUppercase {
                if at == range.lowerBound { startsUpper = true }
                upper += 1
            } else if value.isLowercase {
                lower += 1
            }
            at += length
        }
        if upper + lower == 0 { return .uncased }
        if upper == 0 { return .lower }
        if lower == 0 { return upper == 1 ? .initial : .allCaps }
        return startsUpper && upper == 1 ? .capitalized : .mixed
    }

    /// What stands between two words.
    private struct Gap {
        var mark: UInt32 = 0
        var endsSentence = false
        var isTight = false
        var isInAddress = false
        /// A line ends in it.
        var breaksLine = false
        /// A full stop and one space.
        var isStop = false
        /// A comma and nothing else but space.
        var isComma = false

        init(_ bytes: UTF8Bytes, _ range: Range<Int>) {
            var spaces = 0
            var marks = 0
            var at = range.lowerBound
            while at < range.upperBound {
                let (value, length) = bytes.scalar(at: at)
                at += length
                if ScalarClass(value) == .space {
                    if value == 0x0A || value == 0x0D { (endsSentence, breaksLine) = (true, true) }
                    spaces += 1
                    continue
                }
                marks += 1
                mark = value == 0x2019 || value == 0xB4 ? 0x27 : value
                if value.isTerminator || value == 0x3A || value == 0x22 || value == 0x201C || value.isBullet
                    || value > 0x1F000
                {
                    endsSentence = true
                }
            }
            isStop = spaces == 1 && marks == 1 && mark == 0x2E
            // "Holt & Varga" is one name.
            isTight =
                (spaces == 1 && marks == 0) || (marks == 1 && spaces == 0 && mark == 0x2D)
                || (marks == 1 && spaces == 2 && mark == 0x26)
            isComma = marks == 1 && mark == 0x2C
            isInAddress = spaces == 0 && marks > 0 && (mark == 0x2E || mark == 0x2F || mark == 0x40 || mark == 0x5F)
        }
    }
}
