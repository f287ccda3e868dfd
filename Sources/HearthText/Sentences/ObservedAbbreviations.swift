/// Abbreviations that no list has, and that a text shows itself: short words that stand with a full stop before small letters, more
/// than once, and hardly ever without one.
///
/// After Kiss and Strunk, "Unsupervised Multilingual Sentence Boundary Detection" (Computational Linguistics 32:4, 2006), whose Punkt
/// weighs the same signs; here only what is certain counts. It needs no knowledge of the language, and a text of some length.
struct ObservedAbbreviations: Sendable {
    /// Words by their bytes.
    private var words: Set<UInt64> = []

    /// How often a word has to stand so.
    private static let least = 2
    /// For each time that a word stands without a full stop, it has to stand so often with one.
    private static let dominance = 4
    /// Words that are kept; a text that shows more is no prose.
    private static let most = 1000

    init() {}

    init(in bytes: UTF8Bytes) {
        var shown: [UInt64: (stopped: Int, bare: Int)] = [:]
        for at in bytes.indices where bytes[at] == 0x2E && shown.count < Self.most {
            guard Self.standsBeforeSmallLetters(bytes, at), let word = Self.key(bytes, Self.word(bytes, before: at))
            else {
                continue
            }
            shown[word, default: (0, 0)].stopped += 1
        }
        guard shown.values.contains(where: { $0.stopped >= Self.least }) else { return }
        Self.forEachShortWord(bytes) { word, end in
            guard end >= bytes.count || bytes[end] != 0x2E, shown[word] != nil else { return }
            shown[word]?.bare += 1
        }
        for (word, count) in shown where count.stopped >= Self.least && count.bare * Self.dominance <= count.stopped {
            words.insert(word)
        }
    }

    func contains(_ bytes: UTF8Bytes, _ word: Range<Int>) -> Bool {
        guard !words.isEmpty, let key = Self.key(bytes, word) else { return false }
        return words.contains(key)
    }

    private static func standsBeforeSmallLetters(_ bytes: UTF8Bytes, _ place: Int) -> Bool {
        guard place + 2 < bytes.count, bytes[place] == 0x2E, bytes[place + 1] == 0x20 else { return false }
        return bytes.scalar(at: place + 2).value.isLowercase
    }

    /// The letters that end at a place; none where there are more of them than count here.
    private static func word(_ bytes: UTF8Bytes, before place: Int) -> Range<Int> {
        var start = place
        while place - start <= 8, let last = bytes.scalar(before: start) {
            let kind = ScalarClass(last.value)
            guard kind.isWordPart || kind == .mark else { return start..<place }
            guard kind == .letter else { return place..<place }
            start -= last.length
        }
        return start..<place
    }

    /// The bytes of a word of up to eight in one number; `nil` for longer ones.
    private static func key(_ bytes: UTF8Bytes, _ word: Range<Int>) -> UInt64? {
        guard word.count >= 2, word.count <= 8 else { return nil }
        return bytes[word].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Words of letters alone, of up to eight bytes, with the place behind them.
    private static func forEachShortWord(_ bytes: UTF8Bytes, _ body: (UInt64, Int) -> Void) {
        var at = 0
        while at < bytes.count {
            let start = at
            var isWord = true
            while at < bytes.count {
                let (value, length) = bytes.scalar(at: at)
                let kind = ScalarClass(value)
                guard kind.isWordPart || kind == .mark else { break }
                if kind != .letter { isWord = false }
                at += length
            }
            if isWord, let word = key(bytes, start..<at) { body(word, at) }
            if at < bytes.count { at += bytes.scalar(at: at).length }
        }
    }
}
