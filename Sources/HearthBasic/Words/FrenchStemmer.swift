/// The French Snowball stemmer, written from the published algorithm (https://snowballstem.org/algorithms/french/stemmer.html).
enum FrenchStemmer {
    static func stem(_ word: String) -> String? {
        guard var w = SnowballWord(word, vowels: "aeiouyâàëéêèïîôûù") else { return nil }
        markConsonants(&w)
        w.findRegions()
        w.rv = rvStart(w)
        let original = w.letters
        let (changed, again) = standard(&w)
        var isVerb = false
        if !changed || again {
            isVerb = iVerb(&w) || otherVerb(&w)
        }
        if w.letters != original {
            finish(&w)
        } else if !isVerb {
            residual(&w)
        }
        undouble(&w)
        unaccent(&w)
        for index in w.letters.indices {
            switch w.letters[index] {
            case UInt8(ascii: "I"), UInt8(ascii: "U"), UInt8(ascii: "Y"): w.letters[index] |= 0x20
            default: break
            }
        }
        return w.text
    }

    private static func markConsonants(_ w: inout SnowballWord) {
        for index in w.letters.indices {
            let (before, after) = (w.isVowel(at: index - 1), w.isVowel(at: index + 1))
            switch w.letters[index] {
            case UInt8(ascii: "u"):
                let afterQ = index > 0 && w.letters[index - 1] == UInt8(ascii: "q")
                if before && after || afterQ { w.letters[index] = UInt8(ascii: "U") }
            case UInt8(ascii: "i"): if before && after { w.letters[index] = UInt8(ascii: "I") }
            case UInt8(ascii: "y"): if before || after { w.letters[index] = UInt8(ascii: "Y") }
            default: break
            }
        }
    }

    private static func rvStart(_ w: SnowballWord) -> Int {
        let letters = w.letters
        guard letters.count > 2 else { return letters.count }
        if letters.starts(with: "par".utf8) || letters.starts(with: "col".utf8) || letters.starts(with: "tap".utf8) {
            return 3
        }
        if w.isVowel(at: 0), w.isVowel(at: 1) { return 3 }
        var index = 1
        while index < letters.count, !w.isVowel(at: index) { index += 1 }
        return min(index + 1, letters.count)
    }

    // MARK: - Step 1

    /// Says whether a suffix was removed, and whether verb endings are to be tried all the same.
    private static func standard(_ w: inout SnowballWord) -> (changed: Bool, again: Bool) {
        guard let suffix = w.longest(standardEndings) else { return (false, false) }
        let start = w.start(suffix)
        let text = String(suffix.map { Character(Unicode.Scalar($0)) })
        switch text {
        case "amment":
            guard start >= w.rv else { return (false, false) }
            w.replace(suffix, by: "ant")
            return (true, true)
        case "emment":
            guard start >= w.rv else { return (false, false) }
            w.replace(suffix, by: "ent")
            return (true, true)
        case "ment", "ments":
            guard start > w.rv, w.isVowel(at: start - 1) else { return (false, false) }
            w.drop(suffix.count)
            return (true, true)
        case "ement", "ements":
            guard start >= w.rv else { return (false, false) }
            w.drop(suffix.count)
            afterEment(&w)
            return (true, false)
        case "eaux": w.replace(suffix, by: "eau")
        case "aux":
            guard start >= w.r1 else { return (false, false) }
            w.replace(suffix, by: "al")
        case "euse", "euses":
            if start >= w.r2 {
                w.drop(suffix.count)
            } else if start >= w.r1 {
                w.replace(suffix, by: "eux")
            } else {
                return (false, false)
            }
        case "issement", "issements":
            guard start >= w.r1, start > 0, !w.isVowel(at: start - 1) else { return (false, false) }
            w.drop(suffix.count)
        default:
            guard start >= w.r2 else { return (false, false) }
            inR2(&w, suffix, text)
        }
        return (true, false)
    }

    private static func inR2(_ w: inout SnowballWord, _ suffix: [UInt8], _ text: String) {
        switch text {
        case "atrice", "ateur", "ation", "atrices", "ateurs", "ations":
            w.drop(suffix.count)
            dropIc(&w)
        case "logie", "logies": w.replace(suffix, by: "log")
        case "usion", "ution", "usions", "utions": w.replace(suffix, by: "u")
        case "ence", "ences": w.replace(suffix, by: "ent")
        case "ité", "ités":
            w.drop(suffix.count)
            if w.ends("abil") {
                if !w.drop("abil", from: w.r2) { w.replace(SnowballWord.latin1("abil"), by: "abl") }
            } else if w.ends("ic") {
                dropIc(&w)
            } else {
                w.drop("iv", from: w.r2)
            }
        case "if", "ive", "ifs", "ives":
            w.drop(suffix.count)
            if w.drop("at", from: w.r2) { dropIc(&w) }
        default: w.drop(suffix.count)
        }
    }

    private static func dropIc(_ w: inout SnowballWord) {
        guard w.ends("ic") else { return }
        if !w.drop("ic", from: w.r2) { w.replace(SnowballWord.latin1("ic"), by: "iqU") }
    }

    private static func afterEment(_ w: inout SnowballWord) {
        if w.drop("iv", from: w.r2) {
            w.drop("at", from: w.r2)
        } else if w.ends("eus") {
            if !w.drop("eus", from: w.r2), w.letters.count - 3 >= w.r1 {
                w.replace(SnowballWord.latin1("eus"), by: "eux")
            }
        } else if w.ends("abl") || w.ends("iqU") {
            w.drop(3, ifFrom: w.r2)
        } else if w.ends("ièr") || w.ends("Ièr") {
            if w.letters.count - 3 >= w.rv { w.replace(SnowballWord.latin1("ièr"), by: "i") }
        }
    }

    // MARK: - Steps 2 to 6

    private static func iVerb(_ w: inout SnowballWord) -> Bool {
        guard let suffix = w.longest(iEndings, from: w.rv) else { return false }
        let before = w.start(suffix) - 1
        guard before >= w.rv, !w.isVowel(at: before) else { return false }
        w.drop(suffix.count)
        return true
    }

    private static func otherVerb(_ w: inout SnowballWord) -> Bool {
        guard let suffix = w.longest(verbEndings, from: w.rv) else { return false }
        if suffix == SnowballWord.latin1("ions") {
            guard w.start(suffix) >= w.r2 else { return false }
            w.drop(4)
            return true
        }
        w.drop(suffix.count)
        if aEndings.contains(suffix) { w.drop("e", from: w.rv) }
        return true
    }

    private static func finish(_ w: inout SnowballWord) {
        guard let last = w.letters.last else { return }
        if last == UInt8(ascii: "Y") {
            w.letters[w.letters.count - 1] = UInt8(ascii: "i")
        } else if last == 0xE7 {
            w.letters[w.letters.count - 1] = UInt8(ascii: "c")
        }
    }

    private static func residual(_ w: inout SnowballWord) {
        if w.letters.last == UInt8(ascii: "s"), w.letters.count >= 2 {
            let before = w.letters[w.letters.count - 2]
            if !"aious".utf8.contains(before), before != 0xE8 { w.drop(1) }
        }
        if w.ends("ion"), w.letters.count - 3 >= w.r2, w.letters.count >= 4 {
            let before = w.letters[w.letters.count - 4]
            if w.letters.count - 4 >= w.rv, before == UInt8(ascii: "s") || before == UInt8(ascii: "t") { w.drop(3) }
            return
        }
        if let suffix = w.longest(ierEndings, from: w.rv) {
            w.replace(suffix, by: "i")
        } else {
            w.drop("e", from: w.rv)
        }
    }

    private static func undouble(_ w: inout SnowballWord) {
        for ending in ["enn", "onn", "ett", "ell", "eill"] where w.ends(ending) {
            w.drop(1)
            return
        }
    }

    private static func unaccent(_ w: inout SnowballWord) {
        var index = w.letters.count - 1
        while index >= 0, !w.isVowel(at: index) { index -= 1 }
        guard index >= 0, index < w.letters.count - 1 else { return }
        if w.letters[index] == 0xE9 || w.letters[index] == 0xE8 { w.letters[index] = UInt8(ascii: "e") }
    }

    private static let standardEndings = SuffixList(
        """
        ance iqUe isme able iste eux ances iqUes ismes ables istes atrice ateur ation atrices ateurs ations logie logies usion ution \
        usions utions ence ences ement ements ité ités if ive ifs ives eaux aux euse euses issement issements amment emment ment ments
        """)
    private static let iEndings = SuffixList(
        """
        îmes ît îtes i ie ies ir ira irai iraIent irais irait iras irent irez iriez irions irons iront is issaIent issais issait issant \
        issante issantes issants isse issent isses issez issiez issions issons it
        """)
    private static let aEndings = SuffixList(
        "âmes ât âtes a ai aIent ais ait ant ante antes ants as asse assent asses assiez assions")
    private static let verbEndings = SuffixList(
        """
        ions é ée ées és èrent er era erai eraIent erais erait eras erez eriez erions erons eront ez iez âmes ât âtes a ai aIent ais ait \
        ant ante antes ants as asse assent asses assiez assions
        """)
    private static let ierEndings = SuffixList("ier ière Ier Ière")
}

extension SnowballWord {
    fileprivate mutating func drop(_ count: Int, ifFrom limit: Int) {
        if letters.count - count >= limit { drop(count) }
    }
}
