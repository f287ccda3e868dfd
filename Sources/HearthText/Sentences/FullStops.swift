/// The full stop: end of a sentence, or mark of an abbreviation, an initial, an ordinal.
extension SentenceScanner {
    /// Bytes of marks at the start of a sentence that are looked past, so that no text makes the scan quadratic.
    private static let longestLead = 64

    func endsAtStop(_ cluster: TerminatorCluster, _ next: Lookahead) -> Bool {
        let range = wordBefore(cluster.start)
        switch next.kind {
        case .end: return false
        case .punctuation: return false
        case .dash where !next.first.isUppercase && ScalarClass(next.first) != .digit: return false
        case .bracket where next.first.isLowercase: return isPlainWord(range)
        default: break
        }
        guard !range.isEmpty else { return next.kind != .lower }
        if cluster.hasCloser, next.kind == .lower { return false }
        let parts = StopWord(bytes, range)
        if parts.letters == 0, !parts.hasDigits { return next.kind != .lower }
        if parts.isNumber { return endsAfterNumber(range, next) }
        if parts.isThaiInitials { return false }
        // Where a script's own stop ends sentences, a dot marks an abbreviation.
        if next.kind == .uncased, rules.scriptsWithStops.contains(where: { $0.contains(parts.first) }) { return false }
        // A sentence is more than a number or a letter: this is the marker of an item.
        if parts.letters <= 1, !parts.hasInnerStop, isFirstWord(range), next.kind != .mark { return false }
        let isUnit = parts.letters <= 4 && followsNumber(range)
        let observed = rules.observed.contains(bytes, range) ? AbbreviationKind.general : nil
        if let kind = spacedAbbreviation(parts, range) ?? rules.abbreviations.kind(of: parts.text) ?? observed {
            // "5 h.", "5 Mio.", "1985 г.": an end only before a word with which sentences begin.
            if isUnit, next.kind == .upper, kind != .final {
                return startsSentence(next) || endsAfterMeasure(parts, next)
            }
            return ends(after: kind, parts, next)
        }
        if isUnit, next.kind == .lower { return false }
        if isUnit, parts.isSingleLetter, next.kind == .upper { return startsSentence(next) }
        if parts.isSingleLetter { return endsAfterInitial(parts, next) }
        if parts.isAcronym { return endsAfterAcronym(parts, next) }
        if let tail = parts.tail, let kind = rules.abbreviations.kind(of: tail),
            parts.hasInnerStop ? parts.lastSegment <= 4 : isShort(tail)
        {
            return ends(after: kind, parts, next)
        }
        if next.kind == .digit || next.kind == .lower, rules.isStreet(parts) { return false }
        switch next.kind {
        case .lower: return endsBeforeLowercase(parts)
        case .upper: return !parts.looksAbbreviated || isUnit && (startsSentence(next) || endsAfterMeasure(parts, next))
        case .digit: return !parts.looksAbbreviated
        default: return true
        }
    }

    /// Of abbreviations that are written with spaces, "т. д.", "a. C.", what the whole is.
    private func spacedAbbreviation(_ word: StopWord, _ range: Range<Int>) -> AbbreviationKind? {
        guard word.letters <= 3, !word.hasInnerStop else { return nil }
        let before = wordBefore(spaceStart(before: range.lowerBound))
        guard before.count >= 2, before.count <= 8, bytes[before.upperBound - 1] == 0x2E else { return nil }
        return rules.abbreviations.kind(of: bytes.string(before) + word.text)
    }

    /// What stands behind a hyphen and begins as a name does: "Bahnhof-Str.", but not "co-op.".
    private func isShort(_ tail: String) -> Bool {
        tail.utf8.count <= 6 && tail.unicodeScalars.first.map { $0.value.isUppercase } == true
    }

    /// Whether a number stands before the word: "5 kg".
    private func followsNumber(_ range: Range<Int>) -> Bool {
        let place = spaceStart(before: range.lowerBound)
        guard place < range.lowerBound, place > start, let last = bytes.scalar(before: place) else { return false }
        return ScalarClass(last.value) == .digit
    }

    /// "38 450,50 руб. Франшиза …", "2,5 mg. Kahve …": behind what is measured or paid a capital begins a sentence, unless every noun has one; a name
    /// does not stand there.
    private func endsAfterMeasure(_ word: StopWord, _ next: Lookahead) -> Bool {
        guard Self.measures.contains(word.text.lowercased()), !["de", "lb"].contains(rules.language),
            !isInitial(next.word)
        else { return false }
        return !rules.isMonth(bytes.string(next.word))
    }

    private static let measures: Set<String> = [
        "mg", "kg", "dag", "dkg", "dg", "ml", "dl", "cl", "km", "cm", "mm", "m²", "m2", "km²", "kb", "mb", "gb", "kwh",
        "kw", "bar", "руб", "коп", "грн", "kč",
        "zł", "gr", "ft", "kr", "eur", "usd", "gbp", "chf", "tl", "lei", "лв", "тг", "кг", "см", "мм", "км", "мг", "мл",
        "мин", "шт",
    ]

    private func ends(after kind: AbbreviationKind, _ word: StopWord, _ next: Lookahead) -> Bool {
        switch (kind, next.kind) {
        case (_, .lower), (_, .dash): return false
        case (.prefix, .mark), (.prefix, .uncased), (.prefix, .upper), (.prefix, .bracket), (.prefix, .digit):
            return false
        case (.number, .digit), (.number, .bracket), (.number, .mark): return false
        case (.number, .upper) where isCount(next.word): return false
        case (.number, _): return word.letters > 1 || startsSentence(next)
        case (.general, .digit): return false
        case (.general, .upper): return startsSentence(next)
        case (.general, .uncased), (.general, .bracket): return false
        case (.general, _): return true
        case (.final, _): return true
        default: return false
        }
    }

    /// Whether a word counts as numbers do: "vol. IV", "art. L. 145-1", "no. B12".
    private func isCount(_ word: Range<Int>) -> Bool {
        guard word.count <= Self.longestCount else { return false }
        if isInitial(word) || bytes[word].contains(where: { $0 &- 0x30 < 10 }) { return true }
        // One letter alone may be a word, as "I" is.
        guard
            word.count > 1 || bytes[word.lowerBound] == UInt8(ascii: "V") || bytes[word.lowerBound] == UInt8(ascii: "X")
        else { return false }
        return bytes[word].allSatisfy { Self.romanDigits.contains($0) }
    }

    private static let longestCount = 8
    private static let romanDigits = Set("IVXLC".utf8)

    private func startsSentence(_ next: Lookahead) -> Bool {
        // "300 a. C.", "100 apr. J.-C.": a letter with a full stop is no word of its own.
        next.kind == .upper && !isInitial(next.word) && rules.isStarter(bytes.string(next.word))
    }

    /// "Jonas E. Smith", "p. 5", "you and I. Did you …"
    private func endsAfterInitial(_ word: StopWord, _ next: Lookahead) -> Bool {
        guard next.kind == .upper || next.kind == .mark else { return false }
        if next.kind == .mark { return word.first.isUppercase }
        guard word.first.isUppercase || word.first == 0x69 else { return false }
        return startsSentence(next)
    }

    /// Whether the word is one letter with a full stop.
    private func isInitial(_ word: Range<Int>) -> Bool {
        guard word.upperBound < block.upperBound, bytes[word.upperBound] == 0x2E else { return false }
        return bytes.scalar(at: word.lowerBound).length == word.count
    }

    /// "U.S.", "a.m.", "Ph.D."
    private func endsAfterAcronym(_ word: StopWord, _ next: Lookahead) -> Bool {
        switch next.kind {
        case .upper:
            let text = word.text.lowercased()
            if text == "a.m" || text == "p.m" {
                return !SentenceRules.afterTime.contains(bytes.string(next.word).lowercased())
            }
            return startsSentence(next)
        // Pairs of letters with dots are abbreviations in scripts without case, too: "कि.मी.", "ج.م.ع."
        case .uncased: return word.longestSegment > 2
        case .mark: return true
        case .lower, .digit, .bracket, .dash, .punctuation, .end: return false
        }
    }

    /// A number ends a sentence, except an ordinal: "am 3. Oktober", "im 2. Stock".
    private func endsAfterNumber(_ range: Range<Int>, _ next: Lookahead) -> Bool {
        if isFirstWord(range) { return false }
        switch next.kind {
        case .lower: return false
        case .digit: return !rules.hasOrdinalStops
        case .dash: return !rules.hasOrdinalStops && next.first.isUppercase
        case .upper:
            guard rules.hasOrdinalStops, range.count <= 3 else { return true }
            if rules.isMonth(bytes.string(next.word)) { return false }
            // Behind an ordinal stands what it counts, and no word with which sentences begin: "Sie wurde 18. Dann …".
            if startsSentence(next) { return true }
            let previous = wordBefore(spaceStart(before: range.lowerBound))
            return !rules.functionWords.contains(bytes.string(previous).lowercased())
        default: return true
        }
    }

    /// Before lower case a full stop after a longer word still ends a sentence (people write so), after a short one it is taken
    /// for an abbreviation.
    private func endsBeforeLowercase(_ word: StopWord) -> Bool {
        if word.looksAbbreviated || word.hasInnerStop { return false }
        if rules.endsInVowels, !word.endsInVowel { return false }
        // Words are cut off after consonants.
        if word.letters >= 6 || (word.letters >= 4 && word.endsInVowel) { return true }
        return word.letters >= 2 && (writesLowercase || rules.isStarter(word.text))
    }

    /// The sentence before the stop itself begins in lower case.
    private var writesLowercase: Bool {
        var at = start
        while at < min(block.upperBound, start + Self.longestLead) {
            let (value, length) = bytes.scalar(at: at)
            if ScalarClass(value).isWordPart { return value.isLowercase }
            at += length
        }
        return false
    }

    private func isPlainWord(_ range: Range<Int>) -> Bool {
        guard !range.isEmpty else { return false }
        let word = StopWord(bytes, range)
        return word.letters > 3 && !word.hasInnerStop && rules.abbreviations.kind(of: word.text) == nil
    }

    private func isFirstWord(_ range: Range<Int>) -> Bool {
        guard range.lowerBound - start <= Self.longestLead else { return false }
        var at = start
        while at < range.lowerBound {
            let (value, length) = bytes.scalar(at: at)
            if ScalarClass(value).isWordPart { return false }
            at += length
        }
        return true
    }

    private func spaceStart(before place: Int) -> Int {
        var at = place
        while at > start, let last = bytes.scalar(before: at), ScalarClass(last.value) == .space { at -= last.length }
        return at
    }
}

/// The word before a full stop.
struct StopWord {
    /// As it stands, without format characters, points and accents written apart.
    let text: String
    /// Letters, not counting digits and marks.
    private(set) var letters = 0
    private(set) var hasInnerStop = false
    /// Letters after the last inner stop.
    private(set) var lastSegment = 0
    private(set) var longestSegment = 0
    /// The first letter.
    private(set) var first: UInt32 = 0
    private var last: UInt32 = 0
    private var digits = 0
    private var hasVowel = false
    private var uppercase = 0
    private var isLatin = true
    private var isThai = true
    private var marks = 0

    init(_ bytes: UTF8Bytes, _ range: Range<Int>) {
        var clean: [UInt8] = []
        clean.reserveCapacity(range.count)
        var at = range.lowerBound
        while at < range.upperBound {
            let (value, length) = bytes.scalar(at: at)
            at += length
            let kind = ScalarClass(value)
            if kind == .mark {
                // Vowel signs are part of how a word of an Indic script is written; points and accents may be left out.
                guard value >= 0x900, value < 0x2000 else { continue }
                marks += 1
                Folding.encode(value, to: &clean)
                continue
            }
            // A single quotation mark may open the word.
            if clean.isEmpty, value == 0x27 || value == 0x2D || value == 0x2A || value == 0x5F { continue }
            Folding.encode(value, to: &clean)
            switch kind {
            case .digit: digits += 1
            case .other:
                if value == 0x2E {
                    hasInnerStop = true
                    lastSegment = 0
                }
            default:
                if letters == 0 { first = value }
                letters += 1
                lastSegment += 1
                longestSegment = max(longestSegment, lastSegment)
                last = value
                if value.isUppercase { uppercase += 1 }
                if value >= 0x250 { isLatin = false }
                if value < 0xE01 || value > 0xE2E { isThai = false }
                if Self.isVowel(value) { hasVowel = true }
            }
        }
        text = String(decoding: clean, as: UTF8.self)
    }

    /// First consonants of words without any vowel, as Thai abbreviates (Royal Institute of Thailand, "หลักเกณฑ์การเขียนคำย่อ"): "ดร.", "กม.".
    var isThaiInitials: Bool { isThai && marks == 0 && digits == 0 && letters >= 1 && letters <= 4 }

    /// Digits with their marks, currency and percent signs.
    var isNumber: Bool { letters == 0 && digits > 0 }

    var hasDigits: Bool { digits > 0 }
    /// One letter and no vowel sign: "है" is a word.
    var isSingleLetter: Bool { letters == 1 && marks == 0 && digits == 0 && !hasInnerStop }

    /// Short runs of letters with stops between: "U.S", "Ph.D", "куб.м"; not "example.org".
    var isAcronym: Bool { hasInnerStop && lastSegment <= 3 && longestSegment <= 4 && !hasDigits }

    /// What follows the last inner stop or hyphen.
    var tail: String? {
        guard let cut = text.utf8.lastIndex(where: { $0 == 0x2E || $0 == 0x2D }) else { return nil }
        return String(text[text.utf8.index(after: cut)...])
    }

    /// A short Latin word without a vowel that is no acronym in capitals.
    var looksAbbreviated: Bool {
        isLatin && digits == 0 && letters >= 2 && letters <= 4 && !hasVowel && uppercase <= 1
    }

    var endsInVowel: Bool { Self.isVowel(last) }

    private static func isVowel(_ value: UInt32) -> Bool {
        switch value {
        case 0x61, 0x65, 0x69, 0x6F, 0x75, 0x79, 0x41, 0x45, 0x49, 0x4F, 0x55, 0x59: true
        case 0xC0...0xC6, 0xC8...0xCF, 0xD2...0xD6, 0xD8...0xDC, 0xE0...0xE6, 0xE8...0xEF, 0xF2...0xF6, 0xF8...0xFC,
            0x100...0x105, 0x112...0x11B, 0x128...0x131, 0x14C...0x153, 0x168...0x173:
            true
        // Greek and Cyrillic
        case 0x3AC...0x3AF, 0x3B1, 0x3B5, 0x3B7, 0x3B9, 0x3BF, 0x3C5, 0x3C9, 0x3CC...0x3CE, 0x430, 0x435, 0x438, 0x43E,
            0x443, 0x44B, 0x44D...0x44F, 0x451, 0x454, 0x456, 0x457:
            true
        default: false
        }
    }
}

// MARK: - Abbreviations seen in the text

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
