/// Words that end a sentence by their form, where people set no stop: Korean's sentence-final endings, Thai's polite particles.
///
/// Korean marks the end of a sentence on its verb (declarative `-다`, polite `-요`, formal `-습니다`, `-습니까`, and `-죠`), and what
/// people write to each other often has nothing else there. The same syllables end nouns and adverbs ("필요", "작년보다"), so
/// what stands before the ending counts.
enum FinalForms {
    /// Whether writers of this text leave out stops after final forms: at least one in five has none. One who sets them
    /// everywhere else means something else by a form without one.
    static func standAlone(in bytes: UTF8Bytes) -> Bool {
        var alone = 0
        var stopped = 0
        var at = 0
        while at < bytes.count {
            // The lead bytes of Hangul's syllables and of Thai.
            guard bytes[at] >= 0xEA && bytes[at] <= 0xED || bytes[at] == 0xE0 else {
                at += 1
                continue
            }
            var end = at
            while end < bytes.count, bytes.spaceLength(at: end) == nil { end += 1 }
            if let last = bytes.scalar(before: end), last.value.isTerminator, last.value != 0x2026 {
                if isFinal(bytes, at..<(end - last.length)) { stopped += 1 }
            } else if end < bytes.count, isFinal(bytes, at..<end), !goesOn(bytes, from: end, end: bytes.count) {
                alone += 1
            }
            at = max(end, at + 1)
        }
        return alone > 0 && alone * 4 >= stopped
    }

    /// Whether a word, perhaps with `~`, `^^`, `ㅎㅎ` and their like behind it, has the form with which sentences end.
    static func isFinal(_ bytes: UTF8Bytes, _ word: Range<Int>) -> Bool {
        var end = word.upperBound
        var isMarked = false
        while end > word.lowerBound, let last = bytes.scalar(before: end), isMood(last.value) {
            isMarked = true
            end -= last.length
        }
        guard end > word.lowerBound, let last = bytes.scalar(before: end) else { return false }
        if last.value >= 0xE00, last.value < 0xE80 {
            return particles.contains { bytes[word.lowerBound..<end].suffix($0.utf8.count).elementsEqual($0.utf8) }
        }
        guard let final = Syllable(last.value) else { return false }
        var syllables: [Syllable] = []
        while end > word.lowerBound, let letter = bytes.scalar(before: end), syllables.count < 4,
            let syllable = Syllable(letter.value)
        {
            syllables.append(syllable)
            end -= letter.length
        }
        guard syllables.count >= 2 else { return false }
        return isFinal(final, before: syllables[1], count: syllables.count, isMarked: isMarked)
    }

    private static func isFinal(_ last: Syllable, before: Syllable, count: Int, isMarked: Bool) -> Bool {
        switch last.value {
        case 0xB2E4:  // 다
            // After a consonant: 했다, 있다, 한다, 좋다. "마다" and "보다" are particles, "-하다" may go on.
            return before.hasFinal || count >= 3 && before.value == 0xC774 || before.value == 0xB2C8
        case 0xC694:  // 요
            if ["든", "군", "걸", "고", "구", "지"].contains(before.character) { return count >= 3 }
            guard !before.hasFinal, politeVowels.contains(before.vowel) else { return false }
            return count >= 3 || ["해", "와", "봐", "줘", "돼", "네"].contains(before.character)
        case 0xC8E0: return true  // 죠
        case 0xAE4C: return before.value == 0xB2C8 && count >= 3 || isMarked  // 니까 behind a verb, or 까~
        case 0xC624: return before.value == 0xC2DC && count >= 3  // 시오
        case 0xC74C: return before.final == 20  // 했음, 있음
        default: return isMarked && informal.contains(last.character)
        }
    }

    /// Whether what follows a final form goes on with its sentence: "한다 해도", "간다 했다".
    static func goesOn(_ bytes: UTF8Bytes, from place: Int, end: Int) -> Bool {
        var at = place
        while at < end, let space = bytes.spaceLength(at: at) { at += space }
        guard at < end else { return true }
        let rest = bytes[at..<end]
        return continuations.contains { rest.starts(with: $0.utf8) }
    }

    /// Where laughter, tears and flourishes end that stand behind a sentence as words of their own: "재밌었어요! ㅎㅎ".
    static func endOfMood(_ bytes: UTF8Bytes, from place: Int, end: Int) -> Int {
        var past = place
        var at = place
        while at < end {
            while at < end, let space = bytes.spaceLength(at: at) { at += space }
            let start = at
            while at < end, bytes.spaceLength(at: at) == nil {
                let (value, length) = bytes.scalar(at: at)
                guard isMood(value) else { return past }
                at += length
            }
            guard at > start else { break }
            past = at
        }
        return past
    }

    /// Letters of Korean on their own (ㅋㅋ, ㅠㅠ), flourishes and pictures.
    private static func isMood(_ value: UInt32) -> Bool {
        switch value {
        case 0x7E, 0x5E, 0x21, 0x3F, 0x2E, 0x2026, 0x3B, 0x3131...0x318E, 0x2661, 0x2665, 0x2605, 0x2606, 0x223C,
            0xFF5E,
            0x301C, 0x1F300...0x1FAFF, 0xFE0F, 0x2764:
            true
        default: false
        }
    }

    private static let politeVowels: Set<UInt32> = [0, 1, 4, 5, 6, 7, 9, 10, 14]
    private static let informal: Set<Character> = [
        "네", "지", "어", "아", "야", "음", "임", "함", "됨", "군", "나", "냐", "자", "래", "대", "게", "듯", "걸", "데", "해",
    ]
    /// Forms of 하다 (to say, to do), and quoting words.
    private static let continuations = [
        "하더", "하면", "하는", "하고", "하니", "하기", "해도", "해서", "했", "한들", "한다", "라고", "라는", "싶", "말했", "말하", "말도",
        "보니",
    ]
    private static let particles = ["ครับ", "ค่ะ", "นะคะ", "จ้ะ"]

    /// A syllable of Hangul by its parts (the Unicode Standard, 3.12).
    private struct Syllable {
        let value: UInt32

        init?(_ value: UInt32) {
            guard value >= 0xAC00, value <= 0xD7A3 else { return nil }
            self.value = value
        }

        var vowel: UInt32 { (value - 0xAC00) / 28 % 21 }
        /// The consonant that ends it, 0 without one; 20 is ㅆ.
        var final: UInt32 { (value - 0xAC00) % 28 }
        var hasFinal: Bool { final != 0 }
        var character: Character { Unicode.Scalar(value).map(Character.init) ?? " " }
    }
}
