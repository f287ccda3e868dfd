import HearthCore

/// Makes terms out of words: folds, stems, normalises numbers and cuts runs of CJK characters into bigrams.
package struct TermBuilder {
    private let stemmers: TermStemmers
    private var buffer: [UInt8] = []
    private var unfolded: [UInt8] = []
    /// Of the word at hand: whether it has inner stops, combining marks, and fits into a term.
    private var hasStop = false
    private var hasMarks = false
    private var isWhole = true
    /// The bytes of the characters of the current CJK run.
    private var run: [Range<Int>] = []

    /// Longer words are noise (base64, DNA, keys); only their beginning is indexed.
    private static let longestTerm = 64

    /// - Parameter language: ISO 639-1; see ``SearchAnalyzer/init(language:)``.
    package init(language: String = "en") { stemmers = TermStemmers(language) }

    package mutating func walk(_ bytes: UTF8Bytes, _ body: (String, Range<Int>) -> Void) {
        buffer.reserveCapacity(Self.longestTerm * 2)
        var scanner = WordScanner(bytes)
        while let word = scanner.next() {
            let range = word.span.range
            switch word.kind {
            case .ideographs:
                if let last = run.last, last.upperBound != range.lowerBound { closeRun(bytes, body) }
                appendCharacters(of: range, bytes)
            case .letters:
                closeRun(bytes, body)
                letters(range, bytes, body)
            case .number:
                closeRun(bytes, body)
                number(range, bytes, body)
            }
        }
        closeRun(bytes, body)
    }

    // MARK: - Letters

    private mutating func letters(_ range: Range<Int>, _ bytes: UTF8Bytes, _ body: (String, Range<Int>) -> Void) {
        read(range, bytes)
        dropElision()
        // Most words are ASCII, and folded as they stand.
        let isASCII = buffer.allSatisfy { $0 < 0x80 }
        if !isASCII, let stemmer = stemmers.beyondASCII, isWhole, !hasStop {
            if hasMarks { StemmerInput.compose(&buffer) }
            stemmer.stem(&buffer)
            fold()
        } else {
            if !isASCII { fold() }
            if let stemmer = stemmers.ascii, isWhole, !hasStop, isASCII || buffer.allSatisfy({ $0 < 0x80 }) {
                stemmer.stem(&buffer)
            }
        }
        buffer.removeAll { $0 == 0x27 }
        if stemmers.cuts, isWhole, !hasStop { LightStemmer.stem(&buffer, language: stemmers.language) }
        if stemmers.cuts, isWhole, !hasStop, !isASCII || stemmers.ascii == nil { cut() }
        guard !buffer.isEmpty else { return }
        body(String(decoding: buffer, as: UTF8.self), range)
    }

    /// Keeps the beginning of a word of letters. A name with digits is one by all of them, and in the scripts of India and beyond
    /// a letter has several characters.
    private mutating func cut() {
        guard buffer.count > TermStemmers.beginning else { return }
        var letters = 0
        var end: Int?
        for (index, byte) in buffer.enumerated() where byte & 0xC0 != 0x80 {
            if byte >= 0x30 && byte <= 0x39 || byte >= 0xE0 { return }
            if letters == TermStemmers.beginning { end = end ?? index }
            letters += 1
        }
        if let end { buffer.removeSubrange(end...) }
    }

    /// The word in lower case, without the stops of an abbreviation.
    private mutating func read(_ range: Range<Int>, _ bytes: UTF8Bytes) {
        buffer.removeAll(keepingCapacity: true)
        var at = range.lowerBound
        hasStop = false
        hasMarks = false
        while at < range.upperBound, buffer.count < Self.longestTerm {
            let byte = bytes[at]
            if byte < 0x80, byte != 0x49 {
                if byte == 0x2E {
                    hasStop = true
                } else {
                    buffer.append(byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte)
                }
                at += 1
                continue
            }
            let (value, length) = bytes.scalar(at: at)
            hasMarks = hasMarks || StemmerInput.isMark(value)
            StemmerInput.append(value, language: stemmers.language, to: &buffer)
            at += length
        }
        isWhole = at >= range.upperBound
    }

    /// Takes the marks off.
    private mutating func fold() {
        swap(&buffer, &unfolded)
        buffer.removeAll(keepingCapacity: true)
        unfolded.withUnsafeBufferPointer { bytes in
            var at = 0
            while at < bytes.count {
                let (value, length) = bytes.scalar(at: at)
                Folding.append(value, to: &buffer)
                at += length
            }
        }
    }

    /// "l'homme", "qu'il", "dell'arte": the article is no part of the word.
    private mutating func dropElision() {
        // "Ankara'da": Turkish sets off what it adds to a name.
        if stemmers.language == "tr", let apostrophe = buffer.firstIndex(of: 0x27), apostrophe > 1 {
            buffer.removeSubrange(apostrophe...)
            return
        }
        guard let apostrophe = buffer.firstIndex(of: 0x27), apostrophe <= 5, buffer.count - apostrophe > 3 else {
            return
        }
        let prefix = buffer[..<apostrophe]
        let isArticle =
            apostrophe == 1 ? Self.elidedLetters.contains(prefix[0]) : Self.elisions.contains(Array(prefix))
        if isArticle { buffer.removeSubrange(...apostrophe) }
    }

    /// Those of one letter apart: they are the most frequent, and need no array to be looked up.
    private static let elidedLetters = Set(ElidedWords.all.filter { $0.utf8.count == 1 }.flatMap { Array($0.utf8) })
    /// With "gl'italiani", an older spelling.
    private static let elisions = Set(ElidedWords.all.union(["gl"]).map { Array($0.utf8) })

    // MARK: - Numbers

    /// Grouping marks go ("1,234.5" → "1234.5"), a decimal mark becomes a full stop.
    private mutating func number(_ range: Range<Int>, _ bytes: UTF8Bytes, _ body: (String, Range<Int>) -> Void) {
        buffer.removeAll(keepingCapacity: true)
        var at = range.lowerBound
        while at < range.upperBound, buffer.count < Self.longestTerm {
            let (value, length) = bytes.scalar(at: at)
            switch value {
            case 0x30...0x39: buffer.append(UInt8(value))
            case 0x2E, 0xFF0E, 0x66B: buffer.append(0x2E)
            case 0x2C, 0xFF0C: buffer.append(0x2C)
            case 0x27, 0x2019, 0x66C: break
            default:
                if let digit = Unicode.Scalar(value)?.properties.numericValue, digit >= 0, digit < 10 {
                    buffer.append(0x30 + UInt8(digit))
                }
            }
            at += length
        }
        normalizeMarks()
        guard !buffer.isEmpty else { return }
        body(String(decoding: buffer, as: UTF8.self), range)
    }

    private mutating func normalizeMarks() {
        let stops = buffer.count { $0 == 0x2E }
        let commas = buffer.count { $0 == 0x2C }
        guard stops + commas > 0 else { return }
        let lastMark = buffer.lastIndex { $0 == 0x2E || $0 == 0x2C } ?? 0
        let mark = buffer[lastMark]
        let digitsAfter = buffer.count - lastMark - 1
        // A mark that occurs once, stands last and is no comma before three digits is the decimal mark.
        let isDecimal = (mark == 0x2E ? stops : commas) == 1 && !(mark == 0x2C && digitsAfter == 3 && stops == 0)
        var kept: [UInt8] = []
        kept.reserveCapacity(buffer.count)
        for (index, byte) in buffer.enumerated() {
            if byte != 0x2E && byte != 0x2C {
                kept.append(byte)
            } else if index == lastMark, isDecimal {
                kept.append(0x2E)
            }
        }
        buffer = kept
    }

    // MARK: - Scripts without spaces

    private mutating func appendCharacters(of range: Range<Int>, _ bytes: UTF8Bytes) {
        var at = range.lowerBound
        while at < range.upperBound {
            let (value, length) = bytes.scalar(at: at)
            if ScalarClass(value) == .mark, let last = run.indices.last {
                run[last] = run[last].lowerBound..<(at + length)
            } else {
                run.append(at..<(at + length))
            }
            at += length
        }
    }

    /// Every pair of neighbouring characters, each Chinese character, and any character that stands alone.
    ///
    /// Chinese characters are words of their own often enough: on Chinese questions (XQuAD) pairs and single characters together
    /// rank the right passage first as often as pairs alone, and only they answer a query of one character.
    private mutating func closeRun(_ bytes: UTF8Bytes, _ body: (String, Range<Int>) -> Void) {
        guard let first = run.first else { return }
        dropParticles(bytes)
        if run.count == 1 {
            body(folded(first, bytes), first)
        } else {
            for index in run.indices {
                if ScalarClass(bytes.scalar(at: run[index].lowerBound).value) == .han {
                    body(folded(run[index], bytes), run[index])
                }
                guard index > 0 else { continue }
                let pair = run[index - 1].lowerBound..<run[index].upperBound
                body(folded(pair, bytes), pair)
            }
        }
        run.removeAll(keepingCapacity: true)
    }

    /// Of a word of Hangul what is fastened to it: the pair of its last syllable and a particle is no word's.
    private mutating func dropParticles(_ bytes: UTF8Bytes) {
        guard let first = run.first, let last = run.last, run.count > 2,
            ScalarClass(bytes.scalar(at: first.lowerBound).value) == .hangul
        else { return }
        var word = Array(bytes[first.lowerBound..<last.upperBound])
        let syllables = run.count
        guard word.count == 3 * syllables else { return }
        LightStemmer.stemKorean(&word)
        run.removeLast(syllables - word.count / 3)
    }

    private mutating func folded(_ range: Range<Int>, _ bytes: UTF8Bytes) -> String {
        buffer.removeAll(keepingCapacity: true)
        var at = range.lowerBound
        while at < range.upperBound {
            let (value, length) = bytes.scalar(at: at)
            Folding.append(value, to: &buffer)
            at += length
        }
        return String(decoding: buffer, as: UTF8.self)
    }
}

/// Which words of a text get stems, and of which language.
struct TermStemmers {
    let language: String
    /// For words in ASCII once their marks are off.
    let ascii: StemmerRun?
    /// For words with other letters, before their marks are off.
    let beyondASCII: StemmerRun?
    /// Whether words are cut to their beginning, because there is no stemmer for the language.
    ///
    /// Forms of a word differ at their ends. Words cut to six letters find the right passage first in Romanian in 0.93 of the
    /// questions of XQuAD, in Greek 0.91 and in English 0.93, whole words in 0.87, 0.85 and 0.92 (BM25 alone); five and seven
    /// letters do less well in two of the three.
    let cuts: Bool
    /// Letters that are left of a word that is cut.
    static let beginning = 6

    /// English takes the marks off first: its letters have none, and "cafés" is a form of "cafe". In other languages in Latin letters
    /// a word without marks is one of theirs, too; in other scripts it is most likely English.
    init(_ language: String) {
        guard language != Self.none else {
            (self.language, ascii, beyondASCII, cuts) = (language, nil, nil, false)
            return
        }
        let own = Stemmer(language: language)
        self.language = own?.language ?? language
        let isEnglish = own?.language == "en" || language.isEmpty || language == "und"
        cuts = own == nil && !isEnglish
        let isLatin = Self.latin.contains(language) && !isEnglish
        beyondASCII = isEnglish ? nil : own?.run()
        ascii = (isLatin ? own : Stemmer(language: "en"))?.run()
    }

    /// "No linguistic content" (ISO 639-2): words are only folded.
    static let none = "zxx"

    private static let latin: Set<String> = Set(LanguageSample.latin.map(\.language)).union(["no", "sr"])
}
