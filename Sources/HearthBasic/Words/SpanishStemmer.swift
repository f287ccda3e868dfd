/// The Spanish Snowball stemmer, written from the published algorithm (https://snowballstem.org/algorithms/spanish/stemmer.html).
enum SpanishStemmer {
    static func stem(_ word: String) -> String? {
        guard var w = SnowballWord(word, vowels: "aeiouáéíóúü") else { return nil }
        w.findRegions()
        w.rv = w.romanceRV()
        pronoun(&w)
        if !standard(&w), !yVerb(&w) { verb(&w) }
        residual(&w)
        for index in w.letters.indices { w.letters[index] = unaccented(w.letters[index]) }
        return w.text
    }

    private static func unaccented(_ letter: UInt8) -> UInt8 {
        switch letter {
        case 0xE1: UInt8(ascii: "a")
        case 0xE9: UInt8(ascii: "e")
        case 0xED: UInt8(ascii: "i")
        case 0xF3: UInt8(ascii: "o")
        case 0xFA: UInt8(ascii: "u")
        default: letter
        }
    }

    /// Step 0: a pronoun attached to a verb.
    private static func pronoun(_ w: inout SnowballWord) {
        guard let suffix = w.longest(pronouns) else { return }
        var rest = w
        rest.drop(suffix.count)
        guard let ending = rest.longest(pronounHosts), rest.start(ending) >= w.rv else { return }
        if ending == SnowballWord.latin1("yendo") {
            guard rest.letters.count > 5, rest.letters[rest.letters.count - 6] == UInt8(ascii: "u") else { return }
        }
        w.drop(suffix.count)
        for index in max(w.start(ending), 0)..<w.letters.count { w.letters[index] = unaccented(w.letters[index]) }
    }

    /// Step 1: endings of nouns and adjectives.
    private static func standard(_ w: inout SnowballWord) -> Bool {
        guard let suffix = w.longest(standardEndings) else { return false }
        let start = w.start(suffix)
        let text = String(suffix.map { Character(Unicode.Scalar($0)) })
        switch text {
        case "amente":
            guard start >= w.r1 else { return false }
            w.drop(6)
            if w.drop("iv", from: w.r2) {
                w.drop("at", from: w.r2)
            } else {
                for ending in ["os", "ic", "ad"] where w.drop(ending, from: w.r2) { break }
            }
            return true
        case "mente":
            guard start >= w.r2 else { return false }
            w.drop(5)
            for ending in ["ante", "able", "ible"] where w.drop(ending, from: w.r2) { break }
            return true
        default: break
        }
        guard start >= w.r2 else { return false }
        switch text {
        case "adora", "ador", "ación", "adoras", "adores", "aciones", "ante", "antes", "ancia", "ancias", "acion":
            w.drop(suffix.count)
            w.drop("ic", from: w.r2)
        case "logía", "logías": w.replace(suffix, by: "log")
        case "ución", "uciones", "ucion": w.replace(suffix, by: "u")
        case "encia", "encias": w.replace(suffix, by: "ente")
        case "idad", "idades":
            w.drop(suffix.count)
            for ending in ["abil", "ic", "iv"] where w.drop(ending, from: w.r2) { break }
        case "iva", "ivo", "ivas", "ivos":
            w.drop(suffix.count)
            w.drop("at", from: w.r2)
        default: w.drop(suffix.count)
        }
        return true
    }

    /// Step 2a: verb endings with y, after u.
    private static func yVerb(_ w: inout SnowballWord) -> Bool {
        guard let suffix = w.longest(yEndings, from: w.rv) else { return false }
        let before = w.start(suffix) - 1
        guard before >= 0, w.letters[before] == UInt8(ascii: "u") else { return false }
        w.drop(suffix.count)
        return true
    }

    /// Step 2b: other verb endings.
    private static func verb(_ w: inout SnowballWord) {
        guard let suffix = w.longest(verbEndings, from: w.rv) else { return }
        w.drop(suffix.count)
        if shortE.contains(suffix), w.ends("gu") { w.drop(1) }
    }

    /// Step 3: a last vowel.
    private static func residual(_ w: inout SnowballWord) {
        guard let suffix = w.longest(lastVowels), w.start(suffix) >= w.rv else { return }
        w.drop(suffix.count)
        if suffix == [UInt8(ascii: "e")] || suffix == [0xE9], w.ends("gu"), w.letters.count - 1 >= w.rv { w.drop(1) }
    }

    private static let pronouns = SuffixList("me se sela selo selas selos la le lo las les los nos")
    private static let pronounHosts = SuffixList("iéndo ándo ár ér ír iendo ando ar er ir yendo")
    private static let standardEndings = SuffixList(
        """
        anza anzas ico ica icos icas ismo ismos able ables ible ibles ista istas oso osa osos osas amiento amientos imiento \
        imientos adora ador ación acion adoras adores aciones ante antes ancia ancias logía logías ución ucion uciones encia encias \
        amente mente idad idades iva ivo ivas ivos
        """)
    private static let yEndings = SuffixList("ya ye yan yen yeron yendo yo yó yas yes yais yamos")
    private static let shortE = SuffixList("en es éis emos")
    private static let verbEndings = SuffixList(
        """
        en es éis emos arían arías arán arás aríais aría aréis aríamos aremos ará aré erían erías erán erás eríais ería eréis eríamos \
        eremos erá eré irían irías irán irás iríais iría iréis iríamos iremos irá iré aba ada ida ía ara iera ad ed id ase iese aste iste \
        an aban ían aran ieran asen iesen aron ieron ado ido ando iendo ió ar er ir as abas adas idas ías aras ieras ases ieses ís áis abais \
        íais arais ierais aseis ieseis asteis isteis ados idos amos ábamos íamos imos áramos iéramos iésemos ásemos
        """)
    private static let lastVowels = SuffixList("os a o á í ó e é")
}

extension SnowballWord {
    /// RV of the Spanish, Italian and Portuguese algorithms.
    func romanceRV() -> Int {
        guard letters.count > 2 else { return letters.count }
        var index: Int
        if !isVowel(at: 1) {
            index = 2
            while index < letters.count, !isVowel(at: index) { index += 1 }
            return min(index + 1, letters.count)
        }
        if isVowel(at: 0) {
            index = 2
            while index < letters.count, isVowel(at: index) { index += 1 }
            return min(index + 1, letters.count)
        }
        return 3
    }
}
