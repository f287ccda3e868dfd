import HearthText

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// How alike words are that may be forms of one another, "governo", "governi"; "построен", "построена"; or of which one has the
/// other in it, "Mietkaution", "Kaution".
///
/// Stemmers know a few languages. In the others two words count as forms of one when they begin alike over most of their
/// length, or, where languages put endings before the word too, when most pairs of letters agree. Where a language writes a compound as
/// one word, its last part says what it is and the parts before it which one, so that the last says more.
struct TermLikeness {
    /// The terms to compare with; `nil` where a term has to be met exactly.
    private let terms: [[UInt32]?]
    /// Of the terms that are days or months, which have the same meaning as which other words; few questions have any.
    private let calendar: [(term: Int, same: Set<String>)]
    private var known: [Key: [Double]] = [:]

    private struct Key: Hashable {
        var word: String
        var mayBeCompound: Bool
    }

    /// Worth of a word that begins alike, and of one that is alike in its pairs. An equal word is worth 1.
    static let begins = 0.8
    static let pairs = 0.6
    /// Worth of a compound whose last part is the other word, and of one whose first part is.
    static let head = 0.7
    static let modifier = 0.5

    private static let shortest = 4
    private static let shareOfBeginning = 0.6
    private static let shareOfPairs = 0.65
    /// Letters of a first part beside which another word may stand, of the rest of its compound, and of the ending that the last
    /// part may have. A short word is the beginning of many by chance.
    private static let shortestFirst = 5
    private static let shortestRest = 3
    private static let longestEnding = 3

    init(_ terms: [String]) {
        calendar = terms.enumerated().compactMap { index, term in
            CalendarNames.same(as: term).map { (index, $0) }
        }
        self.terms = terms.map { term in
            let scalars = term.unicodeScalars.map(\.value)
            let isWord =
                scalars.count >= Self.shortest && scalars.count <= 64
                && scalars.allSatisfy { value in
                    let kind = ScalarClass(value)
                    return kind == .letter || kind == .mark
                }
            return isWord ? scalars : nil
        }
    }

    /// For each of the terms, how alike it is to `term`: 0 to 1, and 0 for an equal one, which the caller counts himself.
    ///
    /// - Parameter language: Of the text that `term` is from; ISO 639-1.
    mutating func likeness(of term: String, language: String) -> [Double] {
        let key = Key(word: term, mayBeCompound: Self.compounding.contains(language))
        if let found = known[key] { return found }
        let scalars = term.unicodeScalars.map(\.value)
        var found = terms.map { other -> Double in
            guard let other, scalars.count >= Self.shortest, scalars.count <= 64, scalars != other else { return 0 }
            let alike = Self.likeness(scalars, other)
            guard key.mayBeCompound else { return alike }
            return max(alike, Self.shared(scalars, in: other), Self.shared(other, in: scalars))
        }
        for (index, same) in calendar where same.contains(term) { found[index] = Self.begins }
        known[key] = found
        return found
    }

    private static func likeness(_ a: [UInt32], _ b: [UInt32]) -> Double {
        let longer = max(a.count, b.count)
        var same = 0
        while same < min(a.count, b.count), a[same] == b[same] { same += 1 }
        if same >= shortest, Double(same) >= shareOfBeginning * Double(longer) { return begins }
        guard abs(a.count - b.count) <= 4 else { return 0 }
        // At most 63 pairs a word, so that those that are used up fit into one number.
        var used: UInt64 = 0
        var shared = 0
        for index in 1..<b.count {
            for other in 1..<a.count
            where used & (1 << UInt64(other)) == 0 && a[other] == b[index] && a[other - 1] == b[index - 1] {
                used |= 1 << UInt64(other)
                shared += 1
                break
            }
        }
        return 2 * Double(shared) / Double(a.count + b.count - 2) >= shareOfPairs ? pairs : 0
    }

    // MARK: - Compounds

    /// Germanic languages but for English, Finno-Ugric ones, and Greek: those of the languages read here that form nouns of nouns
    /// freely and write them without a space (Lieber and Štekauer, The Oxford Handbook of Compounding, 2009, part II).
    private static let compounding: Set<String> = [
        "de", "lb", "nl", "af", "fy", "da", "sv", "nb", "nn", "no", "is", "fo", "fi", "et", "hu", "el",
    ]

    /// What stands before a word in others of which it is no part: prefixes of verbs and of the nouns that are made from them. "Vermieter"
    /// is no kind of "Mieter".
    private static let prefixes = Set(
        [
            "ver", "zer", "ent", "emp", "miss", "miß", "ont", "her", "mis", "for", "fur", "för", "meg", "kata", "meta",
            "para",
        ]
        .map { $0.unicodeScalars.map(\.value) })

    /// How well a word is said by a compound that has it as its last part, in any form, or as its first.
    private static func shared(_ word: [UInt32], in compound: [UInt32]) -> Double {
        guard compound.count >= word.count + shortestRest else { return 0 }
        for start in shortestRest...(compound.count - shortest) where compound[start] == word[0] {
            var same = 0
            while same < word.count, start + same < compound.count, compound[start + same] == word[same] { same += 1 }
            // The last letters may be those of another form: "vakuus", "vuokravakuuden".
            let isForm = same == word.count || same > shortest && same * 5 >= word.count * 4
            let ending = compound.count - start - same
            guard same >= shortest, isForm, ending <= (same > shortest ? longestEnding : 0) else { continue }
            if !prefixes.contains(Array(compound[..<start])) { return head }
        }
        guard word.count >= shortestFirst, compound.count >= word.count + shortest else { return 0 }
        // Without its last letter, where enough is left: "Schule", "Schulbücherei".
        let first = word.count > shortestFirst ? word.dropLast() : word[...]
        return compound.starts(with: first) ? modifier : 0
    }
}

/// Days of the week and months in short: tables and notices write "Tue 10-18" where a question says Tuesday.
///
/// The abbreviations of the Unicode CLDR (calendar of Gregory, widths "abbreviated" and "short") and those that English has besides, but for
/// the German "So" and "Do", which are other words as well.
enum CalendarNames {
    /// The words of which one is the other in short, all as search terms without their stems; `nil` for what is no day and no month.
    static func same(as word: String) -> Set<String>? { names[word] }

    private static let names: [String: Set<String>] = {
        var names: [String: Set<String>] = [:]
        for entry in lists.split(whereSeparator: { $0 == "," || $0 == "\n" }) {
            let words = SearchAnalyzer.unstemmed.terms(in: String(entry))
            guard let name = words.first else { continue }
            for short in words.dropFirst() {
                names[name, default: []].insert(short)
                names[short, default: []].insert(name)
            }
        }
        return names
    }()

    private static let lists = """
        monday mon, tuesday tue tues, wednesday wed weds, thursday thu thur thurs, friday fri, saturday sat, sunday sun
        january jan, february feb, march mar, april apr, june jun, july jul, august aug, september sep sept
        october oct, november nov, december dec
        montag mo, dienstag di, mittwoch mi, donnerstag don, freitag fr, samstag sa, sonnabend sa, sonntag son
        januar jan, februar feb, märz mär mrz, juni jun, juli jul, oktober okt, dezember dez
        lundi lun, mardi mar, mercredi mer, jeudi jeu, vendredi ven, samedi sam, dimanche dim
        janvier janv, février févr fév, avril avr, juillet juil, septembre sept, octobre oct, novembre nov
        décembre déc
        lunes lun, martes mar, miércoles mié, jueves jue, viernes vie, sábado sáb, domingo dom
        enero ene, febrero feb, marzo mar, abril abr, junio jun, julio jul, agosto ago, septiembre sep sept
        octubre oct, noviembre nov, diciembre dic
        lunedì lun, martedì mar, mercoledì mer, giovedì gio, venerdì ven, sabato sab, domenica dom
        gennaio gen, febbraio feb, aprile apr, giugno giu, luglio lug, settembre set, ottobre ott, dicembre dic
        maandag ma, dinsdag di, woensdag wo, donderdag don, vrijdag vr, zaterdag za, zondag zo
        januari jan, februari feb, maart mrt, augustus aug
        segunda seg, terça ter, quarta qua, quinta qui, sexta sex, janeiro jan, fevereiro fev, maio mai, setembro set
        outubro out, novembro nov, dezembro dez
        """
}

// MARK: - Sums

/// Sums over the terms of a question, of which one value each is known.
enum TermSums {
    /// How much it tells about which of `count` stretches is meant that so many hold a term. What none holds tells nothing.
    ///
    /// The inverse document frequency of BM25 (Robertson and Zaragoza 2009), which is never negative.
    static func telling(_ holding: Double, of count: Double) -> Double {
        holding > 0 ? log(1 + (count - holding + 0.5) / (holding + 0.5)) : 0
    }

    /// How well each term is said by any of several stretches.
    static func joined(_ said: [[Double]], terms: Int) -> [Double] {
        said.reduce(into: [Double](repeating: 0, count: terms)) { joined, one in
            for (term, worth) in one.enumerated() where worth > joined[term] { joined[term] = worth }
        }
    }

    /// What another stretch says better.
    static func added(by other: [Double], to said: [Double]) -> [Double] {
        zip(other, said).map { max(0, $0 - $1) }
    }

    /// Of the weights, the share that is said.
    static func share(_ said: [Double], _ weights: [Double]) -> Double {
        let total = weights.reduce(0, +)
        return total > 0 ? zip(said, weights).reduce(0) { $0 + $1.0 * $1.1 } / total : 0
    }

    /// How well each passage fits: BM25 (k₁ 1.2, b 0.75) of what is counted in its sentences.
    static func fits(
        _ passages: [[AnswerSentence]], _ weights: [Double], counts: (AnswerSentence) -> [Double]
    ) -> [Double] {
        let lengths = passages.map { $0.reduce(0) { $0 + $1.length } }
        let average = max(1, Double(lengths.reduce(0, +)) / Double(max(1, lengths.count)))
        return zip(passages, lengths).map { list, length in
            let norm = 0.25 + 0.75 * Double(length) / average
            let sums = list.reduce(into: [Double](repeating: 0, count: weights.count)) { sums, sentence in
                for (index, count) in counts(sentence).enumerated() { sums[index] += count }
            }
            return zip(sums, weights).reduce(0) { $0 + $1.1 * $1.0 * 2.2 / ($1.0 + 1.2 * norm) }
        }
    }
}
