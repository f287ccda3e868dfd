/// The English (Porter2) stemmer of M. F. Porter, written from the published algorithm
/// (https://snowballstem.org/algorithms/english/stemmer.html).
///
/// Works in place on the lower-case ASCII bytes of one word.
enum EnglishStemmer {
    static func stem(_ word: inout [UInt8]) {
        guard word.count > 2 else { return }
        if word[0] == apostrophe { word.removeFirst() }
        if word.count <= 6, let fixed = exceptions[word] {
            word = fixed
            return
        }
        let hasConsonantY = markConsonantYs(&word)
        let (r1, r2) = regions(word)
        step0(&word)
        step1a(&word)
        if !(word.count >= 6 && word.count <= 7 && invariantLasts.contains(word[word.count - 1])
            && invariantsAfterPlural.contains(word))
        {
            step1b(&word, r1: r1)
            step1c(&word)
            step2(&word, r1: r1)
            step3(&word, r1: r1, r2: r2)
            step4(&word, r2: r2)
            step5(&word, r1: r1, r2: r2)
        }
        if hasConsonantY {
            for index in word.indices where word[index] == consonantY { word[index] = UInt8(ascii: "y") }
        }
    }

    // MARK: - Letters and regions

    private static let apostrophe = UInt8(ascii: "'")
    /// A `y` that acts as a consonant, as in Porter's notation.
    private static let consonantY = UInt8(ascii: "Y")

    @inline(__always)
    private static func isVowel(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "o"), UInt8(ascii: "u"),
            UInt8(ascii: "y"):
            true
        default: false
        }
    }

    private static func markConsonantYs(_ word: inout [UInt8]) -> Bool {
        var marked = false
        for index in word.indices where word[index] == UInt8(ascii: "y") {
            if index == 0 || isVowel(word[index - 1]) {
                word[index] = consonantY
                marked = true
            }
        }
        return marked
    }

    private static func regions(_ word: [UInt8]) -> (r1: Int, r2: Int) {
        let r1 = fixedRegion(word) ?? regionStart(word, from: 0)
        return (r1, regionStart(word, from: r1))
    }

    /// Beginnings that end at R1 whatever their letters, so that "generate" and "general" do not meet.
    private static func fixedRegion(_ word: [UInt8]) -> Int? {
        guard word.count >= 5 else { return nil }
        switch word[0] {
        case UInt8(ascii: "a"): return word.begins("arsen") ? 5 : nil
        case UInt8(ascii: "c"): return word.begins("commun") ? 6 : nil
        case UInt8(ascii: "e"): return word.begins("emerg") ? 5 : nil
        case UInt8(ascii: "g"): return word.begins("gener") ? 5 : nil
        case UInt8(ascii: "i"): return word.begins("inter") ? 5 : nil
        case UInt8(ascii: "l"): return word.begins("later") ? 5 : nil
        case UInt8(ascii: "o"): return word.begins("organ") ? 5 : nil
        case UInt8(ascii: "u"): return word.begins("univers") ? 7 : nil
        default: return nil
        }
    }

    /// One past the first consonant that follows a vowel.
    private static func regionStart(_ word: [UInt8], from start: Int) -> Int {
        var index = start
        while index < word.count, !isVowel(word[index]) { index += 1 }
        while index < word.count, isVowel(word[index]) { index += 1 }
        return min(index + 1, word.count)
    }

    /// Ends in a short syllable: consonant, vowel, consonant other than w, x and Y; or a vowel at the start and a consonant.
    private static func endsInShortSyllable(_ word: [UInt8], count: Int) -> Bool {
        guard count >= 2 else { return false }
        let last = word[count - 1]
        guard !isVowel(last), isVowel(word[count - 2]) else { return false }
        if count == 2 { return true }
        let wxY = last == UInt8(ascii: "w") || last == UInt8(ascii: "x") || last == consonantY
        return !wxY && !isVowel(word[count - 3])
    }

    private static func containsVowel(_ word: [UInt8], before end: Int) -> Bool {
        for index in 0..<max(end, 0) where isVowel(word[index]) { return true }
        return false
    }

    // MARK: - Steps

    private static func step0(_ word: inout [UInt8]) {
        if word.ends("'s'") {
            word.removeLast(3)
        } else if word.ends("'s") {
            word.removeLast(2)
        } else if word.ends("'") {
            word.removeLast()
        }
    }

    private static func step1a(_ word: inout [UInt8]) {
        guard let last = word.last else { return }
        if last == UInt8(ascii: "d") {
            if word.ends("ied") { shortenIe(&word) }
            return
        }
        guard last == UInt8(ascii: "s") else { return }
        if word.ends("sses") {
            word.removeLast(2)
        } else if word.ends("ies") {
            shortenIe(&word)
        } else if !word.ends("us"), !word.ends("ss"), containsVowel(word, before: word.count - 2) {
            word.removeLast()
        }
    }

    private static func shortenIe(_ word: inout [UInt8]) { word.removeLast(word.count > 4 ? 2 : 1) }

    private static func step1b(_ word: inout [UInt8], r1: Int) {
        if let eed = word.endsLength("eedly", "eed") {
            if word.count - eed >= r1 { word.removeLast(eed - 2) }
            return
        }
        guard let length = word.endsLength("ingly", "edly", "ing", "ed") else { return }
        guard containsVowel(word, before: word.count - length) else { return }
        word.removeLast(length)
        if word.ends("at") || word.ends("bl") || word.ends("iz") {
            word.append(UInt8(ascii: "e"))
        } else if endsInDouble(word) {
            // "add" and "egg" stay.
            let isShort = word.count == 3 && "aeo".utf8.contains(word[0])
            if !isShort { word.removeLast() }
        } else if r1 >= word.count, endsInShortSyllable(word, count: word.count) {
            word.append(UInt8(ascii: "e"))
        }
    }

    private static func endsInDouble(_ word: [UInt8]) -> Bool {
        guard word.count >= 2, word[word.count - 1] == word[word.count - 2] else { return false }
        switch word[word.count - 1] {
        case UInt8(ascii: "b"), UInt8(ascii: "d"), UInt8(ascii: "f"), UInt8(ascii: "g"), UInt8(ascii: "m"),
            UInt8(ascii: "n"), UInt8(ascii: "p"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return true
        default: return false
        }
    }

    private static func step1c(_ word: inout [UInt8]) {
        guard word.count > 2, let last = word.last, last == UInt8(ascii: "y") || last == consonantY else { return }
        if !isVowel(word[word.count - 2]) { word[word.count - 1] = UInt8(ascii: "i") }
    }

    private static func step2(_ word: inout [UInt8], r1: Int) {
        guard word.count > 3 else { return }
        for (suffix, replacement) in suffixes2[Int(word[word.count - 2] & 0x1F)] where word.ends(suffix) {
            let start = word.count - suffix.utf8CodeUnitCount
            guard start >= r1 else { return }
            switch suffix.utf8CodeUnitCount {
            case 2 where suffix.utf8Start[0] == UInt8(ascii: "l"):
                if start > 0, "cdeghkmnrt".utf8.contains(word[start - 1]) { word.removeLast(2) }
            case 3 where suffix.utf8Start[0] == UInt8(ascii: "o"):
                if start > 0, word[start - 1] == UInt8(ascii: "l") { word.removeLast() }
            default:
                word.replaceSuffix(suffix.utf8CodeUnitCount, by: replacement)
            }
            return
        }
    }

    private static func step3(_ word: inout [UInt8], r1: Int, r2: Int) {
        for (suffix, replacement) in suffixes3 where word.ends(suffix) {
            let start = word.count - suffix.utf8CodeUnitCount
            let isAtive = suffix.utf8CodeUnitCount == 5 && word[start + 1] == UInt8(ascii: "t") && replacement.isEmpty
            guard start >= (isAtive ? r2 : r1) else { return }
            word.replaceSuffix(suffix.utf8CodeUnitCount, by: replacement)
            return
        }
    }

    private static func step4(_ word: inout [UInt8], r2: Int) {
        guard word.count > r2, word.count > 2 else { return }
        for suffix in suffixes4[Int(word[word.count - 1] & 0x1F)] where word.ends(suffix) {
            let start = word.count - suffix.utf8CodeUnitCount
            guard start >= r2 else { return }
            if suffix.utf8CodeUnitCount == 3, word[start] == UInt8(ascii: "i"), word[start + 1] == UInt8(ascii: "o") {
                guard start > 0, word[start - 1] == UInt8(ascii: "s") || word[start - 1] == UInt8(ascii: "t") else {
                    return
                }
            }
            word.removeLast(suffix.utf8CodeUnitCount)
            return
        }
    }

    private static func step5(_ word: inout [UInt8], r1: Int, r2: Int) {
        guard let last = word.last else { return }
        let start = word.count - 1
        if last == UInt8(ascii: "e") {
            if start >= r2 || (start >= r1 && !endsInShortSyllable(word, count: start)) { word.removeLast() }
        } else if last == UInt8(ascii: "l"), start >= r2, start > 0, word[start - 1] == UInt8(ascii: "l") {
            word.removeLast()
        }
    }

    // MARK: - Tables

    /// Step 2 by the letter before the last, longest suffix first.
    private static let suffixes2: [[(StaticString, [UInt8])]] = byLetter(
        [
            ("ational", "ate"), ("tional", "tion"), ("enci", "ence"), ("anci", "ance"), ("abli", "able"),
            ("entli", "ent"), ("izer", "ize"), ("ization", "ize"), ("ation", "ate"), ("ator", "ate"), ("alism", "al"),
            ("aliti", "al"), ("alli", "al"), ("fulness", "ful"), ("ousli", "ous"), ("ousness", "ous"),
            ("iveness", "ive"), ("iviti", "ive"), ("biliti", "ble"), ("bli", "ble"), ("ogi", "og"), ("fulli", "ful"),
            ("lessli", "less"), ("li", ""),
        ].sorted { $0.0.utf8CodeUnitCount > $1.0.utf8CodeUnitCount }, fromEnd: 2)

    private static let suffixes3: [(StaticString, [UInt8])] = [
        ("ational", "ate"), ("tional", "tion"), ("alize", "al"), ("icate", "ic"), ("iciti", "ic"), ("ative", ""),
        ("ical", "ic"), ("ness", ""), ("ful", ""),
    ].map { ($0.0, Array($0.1.utf8)) }

    /// Step 4 by the last letter, longest suffix first.
    private static let suffixes4: [[StaticString]] = byLetter(
        ([
            "ement", "ance", "ence", "able", "ible", "ment", "ant", "ent", "ism", "ate", "iti", "ous", "ive", "ize",
            "ion",
            "al", "er", "ic",
        ] as [StaticString]).map { ($0, "") }, fromEnd: 1
    ).map { $0.map(\.0) }

    private static func byLetter(
        _ rules: [(StaticString, String)], fromEnd: Int
    ) -> [[(StaticString, [UInt8])]] {
        var table = [[(StaticString, [UInt8])]](repeating: [], count: 32)
        for (suffix, replacement) in rules {
            let letter = suffix.utf8Start[suffix.utf8CodeUnitCount - fromEnd]
            table[Int(letter & 0x1F)].append((suffix, Array(replacement.utf8)))
        }
        return table
    }

    private static let exceptions: [[UInt8]: [UInt8]] = {
        let changed = [
            "skis": "ski", "skies": "sky", "dying": "die", "lying": "lie", "tying": "tie", "idly": "idl",
            "gently": "gentl", "ugly": "ugli", "early": "earli", "only": "onli", "singly": "singl",
        ]
        let kept = ["sky", "news", "howe", "atlas", "cosmos", "bias", "andes"]
        var table: [[UInt8]: [UInt8]] = [:]
        for (word, stem) in changed { table[Array(word.utf8)] = Array(stem.utf8) }
        for word in kept { table[Array(word.utf8)] = Array(word.utf8) }
        return table
    }()

    private static let invariantLasts: [UInt8] = [UInt8(ascii: "g"), UInt8(ascii: "d")]
    private static let invariantsAfterPlural = Set(
        ["inning", "outing", "canning", "herring", "earring", "proceed", "exceed", "succeed", "evening"].map {
            Array($0.utf8)
        })
}

extension [UInt8] {
    func begins(_ prefix: StaticString) -> Bool {
        guard count >= prefix.utf8CodeUnitCount else { return false }
        for index in 0..<prefix.utf8CodeUnitCount where self[index] != prefix.utf8Start[index] { return false }
        return true
    }

    @inline(__always)
    func ends(_ suffix: StaticString) -> Bool {
        let length = suffix.utf8CodeUnitCount
        guard count >= length else { return false }
        let start = suffix.utf8Start
        var index = length
        while index > 0 {
            index -= 1
            if self[count - length + index] != start[index] { return false }
        }
        return true
    }

    /// The length of the first of `suffixes` with which the bytes end.
    func endsLength(_ suffixes: StaticString...) -> Int? {
        for suffix in suffixes where ends(suffix) { return suffix.utf8CodeUnitCount }
        return nil
    }

    mutating func replaceSuffix(_ length: Int, by replacement: [UInt8]) {
        removeLast(length)
        append(contentsOf: replacement)
    }
}
