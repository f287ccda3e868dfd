/// The German Snowball stemmer, written from the published algorithm (https://snowballstem.org/algorithms/german/stemmer.html).
enum GermanStemmer {
    static func stem(_ word: String) -> String? {
        guard var w = SnowballWord(word.replacingSharpS, vowels: "aeiouyäöü") else { return nil }
        for index in w.letters.indices.dropFirst().dropLast() where w.isVowel(at: index - 1) && w.isVowel(at: index + 1)
        {
            if w.letters[index] == UInt8(ascii: "u") { w.letters[index] = UInt8(ascii: "U") }
            if w.letters[index] == UInt8(ascii: "y") { w.letters[index] = UInt8(ascii: "Y") }
        }
        w.findRegions()
        w.r1 = max(w.r1, min(3, w.letters.count))
        step1(&w)
        step2(&w)
        step3(&w)
        for index in w.letters.indices {
            switch w.letters[index] {
            case UInt8(ascii: "U"), 0xFC: w.letters[index] = UInt8(ascii: "u")
            case UInt8(ascii: "Y"): w.letters[index] = UInt8(ascii: "y")
            case 0xE4: w.letters[index] = UInt8(ascii: "a")
            case 0xF6: w.letters[index] = UInt8(ascii: "o")
            default: break
            }
        }
        return w.text
    }

    private static func step1(_ w: inout SnowballWord) {
        guard let suffix = w.longest(endings1), w.start(suffix) >= w.r1 else { return }
        if suffix.count == 1, suffix[0] == UInt8(ascii: "s") {
            let before = w.letters.count - 2
            if before >= 0, "bdfghklmnrt".utf8.contains(w.letters[before]) { w.drop(1) }
            return
        }
        w.drop(suffix.count)
        if endings1b.contains(suffix), w.ends("niss") { w.drop(1) }
    }

    private static func step2(_ w: inout SnowballWord) {
        guard let suffix = w.longest(endings2), w.start(suffix) >= w.r1 else { return }
        if suffix.count == 2, suffix[0] == UInt8(ascii: "s") {
            let before = w.letters.count - 3
            guard before >= 3, "bdfghklmnt".utf8.contains(w.letters[before]) else { return }
        }
        w.drop(suffix.count)
    }

    private static func step3(_ w: inout SnowballWord) {
        guard let suffix = w.longest(endings3), w.start(suffix) >= w.r2 else { return }
        let isAfterE = w.start(suffix) > 0 && w.letters[w.start(suffix) - 1] == UInt8(ascii: "e")
        switch String(decoding: suffix, as: UTF8.self) {
        case "end", "ung":
            w.drop(3)
            if w.ends("ig"), !w.ends("eig") { w.drop("ig", from: w.r2) }
        case "ig", "ik", "isch":
            if !isAfterE { w.drop(suffix.count) }
        case "lich", "heit":
            w.drop(4)
            if !w.drop("er", from: w.r1) { w.drop("en", from: w.r1) }
        default:
            w.drop(4)
            if !w.drop("lich", from: w.r2) { w.drop("ig", from: w.r2) }
        }
    }

    private static let endings1 = SuffixList("em ern er e en es s")
    private static let endings1b = SuffixList("e en es")
    private static let endings2 = SuffixList("en er est st")
    private static let endings3 = SuffixList("end ung ig ik isch lich heit keit")
}

extension String {
    fileprivate var replacingSharpS: String {
        guard unicodeScalars.contains("ß") else { return self }
        return unicodeScalars.map { $0 == "ß" ? "ss" : String($0) }.joined()
    }
}
