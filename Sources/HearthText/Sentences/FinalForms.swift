/// Words that end a sentence by their form, where people set no stop: the endings of Korean verbs (``KoreanEndings``) and the polite
/// particles of Thai (``ThaiSpaces``).
enum FinalForms {
    /// How the writer of a text ends sentences.
    struct Habit: Sendable {
        /// Stops are left out after final forms: at least one in five has none. One who sets them everywhere else means something
        /// else by a form without one.
        var leavesOutStops = false
        /// Sentences are notes, in which verbs become nouns.
        var writesNotes = false
    }

    /// Notes that a text has at least, and of all its sentences.
    private static let leastNotes = 3

    static func habit(in bytes: UTF8Bytes) -> Habit {
        var (alone, stopped, notes) = (0, 0, 0)
        var at = 0
        while at < bytes.count {
            // The lead bytes of Hangul's syllables.
            guard bytes[at] >= 0xEA && bytes[at] <= 0xED else {
                at += 1
                continue
            }
            var end = at
            while end < bytes.count, bytes.spaceLength(at: end) == nil { end += 1 }
            var wordEnd = end
            while wordEnd > at, let last = bytes.scalar(before: wordEnd), last.value.isTerminator, last.value != 0x2026
            {
                wordEnd -= last.length
            }
            let found = form(bytes, at..<wordEnd)
            if KoreanEndings.closesNote(found.syllables) { notes += 1 }
            if found.strength >= .plain || found.isMarked && found.strength == .casual {
                if wordEnd < end {
                    stopped += 1
                } else if end < bytes.count, !goesOn(bytes, from: end, end: bytes.count) {
                    alone += 1
                }
            }
            at = max(end, at + 1)
        }
        return Habit(
            leavesOutStops: alone > 0 && alone * 4 >= stopped,
            writesNotes: notes >= leastNotes && notes * 2 >= alone + stopped)
    }

    /// Whether a word, perhaps with `~`, `^^`, `ㅎㅎ` and their like behind it, has the form with which sentences end.
    static func isFinal(_ bytes: UTF8Bytes, _ word: Range<Int>, habit: Habit, before end: Int) -> Bool {
        let found = form(bytes, word)
        if found.strength == .polite { return true }
        if habit.writesNotes, KoreanEndings.closesNote(found.syllables) { return true }
        guard habit.leavesOutStops else { return false }
        if found.strength == .plain { return true }
        guard found.strength == .casual else { return false }
        return found.isMarked || opensSentence(bytes, from: word.upperBound, end: end)
    }

    /// Whether the next word is a conjunction with which sentences begin.
    private static func opensSentence(_ bytes: UTF8Bytes, from place: Int, end: Int) -> Bool {
        guard let start = wordStart(bytes, from: place, end: end) else { return false }
        return KoreanEndings.openers.contains { opener in
            let past = start + opener.count
            return past < end && bytes[start..<end].starts(with: opener)
                && (bytes.spaceLength(at: past) != nil || bytes[past] == 0x2C)
        }
    }

    /// Whether dots behind a word may end its sentence: a word that ends none has them for a pause.
    static func mayEndAtDots(_ bytes: UTF8Bytes, _ word: Range<Int>) -> Bool { form(bytes, word).strength > .none }

    private static func form(
        _ bytes: UTF8Bytes, _ word: Range<Int>
    ) -> (strength: KoreanEndings.Strength, isMarked: Bool, syllables: [UInt32]) {
        var end = word.upperBound
        var isMarked = false
        while end > word.lowerBound, let last = bytes.scalar(before: end), isMood(last.value) {
            isMarked = true
            end -= last.length
        }
        var syllables: [UInt32] = []
        while end > word.lowerBound, syllables.count < KoreanEndings.reach, let letter = bytes.scalar(before: end),
            KoreanEndings.isSyllable(letter.value)
        {
            syllables.append(letter.value)
            end -= letter.length
        }
        syllables.reverse()
        return (KoreanEndings.strength(of: syllables), isMarked, syllables)
    }

    /// Whether what follows a final form goes on with its sentence: "한다 해도", "간다 했다".
    static func goesOn(_ bytes: UTF8Bytes, from place: Int, end: Int) -> Bool {
        guard let start = wordStart(bytes, from: place, end: end) else { return true }
        return starts(bytes, start..<end, with: KoreanEndings.continuations)
    }

    /// Whether what follows a question or an exclamation is said of it: "왜? 라고 물었다".
    static func quotes(_ bytes: UTF8Bytes, from place: Int, end: Int) -> Bool {
        guard let start = wordStart(bytes, from: place, end: end) else { return false }
        return starts(bytes, start..<end, with: KoreanEndings.quotingWords)
    }

    private static func wordStart(_ bytes: UTF8Bytes, from place: Int, end: Int) -> Int? {
        var at = place
        while at < end, let space = bytes.spaceLength(at: at) { at += space }
        return at < end ? at : nil
    }

    private static func starts(_ bytes: UTF8Bytes, _ range: Range<Int>, with words: [[UInt8]]) -> Bool {
        words.contains { bytes[range].starts(with: $0) }
    }

    /// Where laughter, tears and flourishes end that stand behind a sentence as words of their own: "재밌었어요! ㅎㅎ".
    static func endOfMood(_ bytes: UTF8Bytes, from place: Int, end: Int) -> Int {
        var past = place
        while let word = nextWord(bytes, from: past, end: end),
            isEmoticon(bytes, word) || scalars(bytes, word).allSatisfy(isMood)
        {
            past = word.upperBound
        }
        return past
    }

    /// Where faces drawn with marks end that stand behind a sentence: "I liked it! :)".
    static func endOfEmoticons(_ bytes: UTF8Bytes, from place: Int, end: Int) -> Int {
        var past = place
        while let word = nextWord(bytes, from: past, end: end), isEmoticon(bytes, word) { past = word.upperBound }
        return past
    }

    /// The next run without white space, as far as one may be a mood: longer runs are cut, and are none.
    private static func nextWord(_ bytes: UTF8Bytes, from place: Int, end: Int) -> Range<Int>? {
        guard let start = wordStart(bytes, from: place, end: end) else { return nil }
        var at = start
        while at < end, bytes.spaceLength(at: at) == nil {
            let (value, length) = bytes.scalar(at: at)
            guard isMood(value) || at - start < 6 else { return start..<(at + length) }
            at += length
        }
        return start..<at
    }

    private static func scalars(_ bytes: UTF8Bytes, _ word: Range<Int>) -> [UInt32] {
        var found: [UInt32] = []
        var at = word.lowerBound
        while at < word.upperBound {
            let (value, length) = bytes.scalar(at: at)
            found.append(value)
            at += length
        }
        return found
    }

    /// `:)`, `;-)`, `:D`, `^_^`, `T_T`, `>_<`: eyes, perhaps a nose, a mouth.
    private static func isEmoticon(_ bytes: UTF8Bytes, _ word: Range<Int>) -> Bool {
        guard word.count >= 2, word.count <= 5 else { return false }
        let marks = Array(bytes[word])
        if marks.count >= 3, marks[1..<(marks.count - 1)].allSatisfy({ $0 == 0x5F || $0 == 0x2D || $0 == 0x2E }),
            marks[0] != marks[1], marks[0] == marks[marks.count - 1] || marks[0] == 0x3E
        {
            return "^TtoOxXuU>;=-".utf8.contains(marks[0])
        }
        guard ":;=".utf8.contains(marks[0]) else { return false }
        let mouth = marks[1] == 0x2D || marks[1] == 0x27 ? marks.dropFirst(2) : marks.dropFirst()
        return !mouth.isEmpty && mouth.allSatisfy { $0 == mouth.first } && ")(DPp3*/|]".utf8.contains(mouth.first ?? 0)
    }

    /// Where laughter and pictures end that stand right behind a mark, before white space: "맛있죠?ㅎㅎ 또", "Great!😊 Then".
    static func endOfAttachedMood(_ bytes: UTF8Bytes, from place: Int, end: Int) -> Int {
        var at = place
        while at < end, bytes.spaceLength(at: at) == nil {
            let (value, length) = bytes.scalar(at: at)
            guard isMood(value), value >= 0x80 || value == 0x7E || value == 0x5E || at > place else { return place }
            at += length
        }
        return at
    }

    /// Letters of Korean on their own (ㅋㅋ, ㅠㅠ), flourishes and pictures.
    private static func isMood(_ value: UInt32) -> Bool {
        switch value {
        case 0x7E, 0x5E, 0x21, 0x3F, 0x2E, 0x2026, 0x3B, 0x3131...0x318E, 0x2661, 0x2665, 0x2605, 0x2606, 0x223C,
            0x200D, 0xFF5E, 0x301C, 0x1F300...0x1FAFF, 0xFE0F, 0x2764, 0x263A:
            true
        default: false
        }
    }
}
