import HearthCore

/// A phrase that may be a key phrase, with all its occurrences.
package struct PhraseCandidate {
    /// The stems of its words: forms of one phrase are counted together.
    package var stems: [String]
    package var words: [String]
    /// As it first occurred.
    package var text: String
    package var count: Int
    /// Place of its first word, counted in words from the start.
    var position: Int
    /// Occurrences with a capital inside a sentence.
    package var capitals: Int
    /// Nothing but function words and marks stood around it once.
    var isWhole: Bool
    /// Its words are single characters of a script that sets no spaces.
    var isIdeographs: Bool
}

/// Finds the phrases of a text that may be key phrases.
package struct PhraseCandidates {
    let grammar: PhraseGrammar

    private let isDiary: Bool

    package init(grammar: PhraseGrammar, isDiary: Bool = false) {
        self.grammar = grammar
        self.isDiary = isDiary
    }

    package struct Result {
        package var candidates: [PhraseCandidate] = []
        /// How often each stem occurs.
        var frequencies: [String: Int] = [:]
        /// Words of the text.
        var wordCount = 0
        /// Words of the first sentence, which often is a title.
        var leadCount = 0
    }

    package func phrases(in bytes: UTF8Bytes) -> Result {
        var collector = CandidateCollector(bytes, grammar: grammar, isDiary: isDiary)
        collector.collect()
        return collector.result
    }
}

/// Goes over the words of a text once: words that may be one phrase make a run, and a run that ends makes candidates.
private struct CandidateCollector {
    private(set) var result = PhraseCandidates.Result()
    private let bytes: UTF8Bytes
    private let grammar: PhraseGrammar
    private let isDiary: Bool
    private let stemmer: Stemmer?
    private var scanner: WordScanner
    /// The place of each candidate in the result, by its stems.
    private var index: [String: Int] = [:]
    private var run: [Piece] = []
    /// What was found out about words before.
    private var stems: [String: String] = [:]
    private var roles: [String: PhraseGrammar.Role] = [:]
    /// One past the last byte of the word before.
    private var end = 0
    private var sentences = 0
    private var tried = 0

    /// Most words of a phrase: longer runs are lists or headlines.
    private static let longest = 4
    /// Most different candidates of a text; what follows in a very long one is left out.
    private static let most = 200_000
    /// Most words, or characters, of a phrase in a language whose verbs are not known, where repetition tells what a phrase is.
    private static let longestRepeated = (words: 3, ideographs: 6)
    /// Most sequences of words that are tried as phrases; in what follows in a very long text few new ones would be found.
    private static let mostTried = 400_000

    /// A word of a run.
    private struct Piece {
        var word: String
        var span: TextSpan
        var role: PhraseGrammar.Role
        var isCapital: Bool
        var startsSentence: Bool
        var isIdeograph = false
    }

    init(_ bytes: UTF8Bytes, grammar: PhraseGrammar, isDiary: Bool) {
        self.bytes = bytes
        self.grammar = grammar
        self.isDiary = isDiary
        stemmer = Stemmer(language: grammar.language)
        scanner = WordScanner(bytes)
    }

    mutating func collect() {
        while let word = scanner.next() {
            if let last = run.last, last.isCapital, let firm = FirmWords.end(behind: last.span.end, in: bytes) {
                takeFirm(from: word, to: firm)
            } else {
                take(word)
            }
        }
        closeRun()
    }

    // MARK: - Words

    /// Adds the rest of a firm's name to the name that the run ends with: "Halden and Sons" is one name.
    private mutating func takeFirm(from first: Word, to firm: Int) {
        var word = first
        result.wordCount += 1
        while word.span.end < firm, let next = scanner.next() {
            word = next
            result.wordCount += 1
        }
        end = word.span.end
        run.append(
            Piece(
                word: bytes.string(word.span.range).lowercased(), span: word.span, role: .noun, isCapital: true,
                startsSentence: false))
        closeRun()
    }

    private mutating func take(_ word: Word) {
        let gap = Gap(bytes, end..<word.span.start)
        let isFirst = end == 0 || gap.endsSentence
        if isFirst { sentences += 1 }
        if !gap.isTight { closeRun() }
        end = word.span.end
        result.wordCount += 1
        if sentences <= 1 { result.leadCount += 1 }
        let isCapital = bytes.scalar(at: word.span.start).value.isUppercase
        let (lower, span) = bare(word)
        let role = role(of: word, lower, isCapital: isCapital, isFirst: isFirst)
        guard role != .boundary else { return closeRun() }
        guard word.kind == .letters || lower.utf8.count > 3 || !grammar.tellsVerbs else { return }
        if partsRun(isCapital: isCapital, isFirst: isFirst) { closeRun() }
        run.append(
            Piece(
                word: lower, span: span, role: role, isCapital: isCapital, startsSentence: isFirst,
                isIdeograph: word.kind == .ideographs && lower.unicodeScalars.count == 1))
        if span.end < word.span.end { closeRun() }
    }

    /// What a word may be in a phrase, by itself and by where it stands.
    ///
    /// - Parameter lower: The word in lower case, as ``bare(_:)`` has it.
    private mutating func role(
        of word: Word, _ lower: String, isCapital: Bool, isFirst: Bool
    ) -> PhraseGrammar.Role {
        // "X-ray", "T-shirt", "e-mail": the letter is a part of the word.
        let isPrefix = lower.utf8.count == 1 && word.kind == .letters && isHyphen(at: word.span.end)
        var role =
            isPrefix ? .modifier : word.kind == .number || lower.utf8.count < 2 ? .boundary : knownRole(of: lower)
        if isDiary, isFirst, role == .modifier, grammar.language == "en", lower.hasSuffix("ed") { role = .boundary }
        if word.kind == .ideographs, Self.isClause(lower) { role = .boundary }
        // "New York": a capital inside a sentence makes the vague word part of a name.
        if role == .vague, isCapital, !isFirst { role = .noun }
        return role
    }

    /// Whether the run ends before a word, though nothing but a space stands between them: a name is a phrase of its own.
    private func partsRun(isCapital: Bool, isFirst: Bool) -> Bool {
        guard let last = run.last else { return false }
        // "die neue Karte liegt": what follows a noun in small letters is no part of its phrase.
        if grammar.capitalizesNouns { return !isCapital && last.isCapital }
        // "president | Ada Lane", and in French "Ada Lane | présidente".
        return !isFirst && last.isCapital != isCapital
            && (isCapital || grammar.setsNamesApart && (grammar.tellsVerbs || !last.startsSentence))
    }

    private mutating func stem(_ word: String) -> String {
        if let known = stems[word] { return known }
        let found = stemmer?.stem(word) ?? word.lowercased()
        stems[word] = found
        return found
    }

    private mutating func count(_ piece: Piece) {
        let stem = stem(piece.word)
        result.frequencies[stem, default: 0] += 1
    }

    private mutating func knownRole(of word: String) -> PhraseGrammar.Role {
        if let known = roles[word] { return known }
        let found = grammar.role(of: word)
        roles[word] = found
        return found
    }

    // MARK: - Runs

    /// Ends the run and makes candidates of it: the whole of it, or all its parts where nothing but repetition tells a phrase.
    private mutating func closeRun() {
        defer { run.removeAll(keepingCapacity: true) }
        let pieces = trimmed(run)
        if pieces.count == 1, let only = pieces.first, isLoneGerund(only) { return }
        if !grammar.tellsVerbs { return addRepeatable(pieces) }
        guard !pieces.isEmpty, pieces.count <= Self.longest else { return }
        if grammar.capitalizesNouns, !pieces.contains(where: \.isCapital) { return }
        for piece in pieces { count(piece) }
        add(pieces, position: result.wordCount - run.count, isWhole: true)
    }

    /// All pieces of a run that may be a phrase; which of them is one, repetition tells.
    private mutating func addRepeatable(_ run: ArraySlice<Piece>) {
        for piece in run { count(piece) }
        let isIdeographs = run.contains { $0.isIdeograph }
        let longest = isIdeographs ? Self.longestRepeated.ideographs : Self.longestRepeated.words
        for start in run.indices {
            for end in (start + 1)...min(run.endIndex, start + longest) where tried < Self.mostTried {
                let pieces = run[start..<end]
                // One character is seldom a word.
                if pieces.count == 1, run[start].isIdeograph { continue }
                tried += 1
                add(pieces, position: result.wordCount - (run.endIndex - start), isWhole: pieces.count == run.count)
            }
        }
    }

    private mutating func add(_ pieces: ArraySlice<Piece>, position: Int, isWhole: Bool) {
        guard let first = pieces.first, let last = pieces.last else { return }
        var keys: [String] = []
        for piece in pieces { keys.append(stem(piece.word)) }
        let key = keys.joined(separator: " ")
        let isName = pieces.contains { $0.isCapital && !$0.startsSentence }
        if let known = index[key] {
            result.candidates[known].count += 1
            if isName { result.candidates[known].capitals += 1 }
            if isWhole { result.candidates[known].isWhole = true }
            return
        }
        guard result.candidates.count < Self.most else { return }
        var text = bytes.string(first.span.start..<last.span.end)
        if first.startsSentence, first.isCapital, !isName, !grammar.capitalizesNouns { text = text.lowercased() }
        index[key] = result.candidates.count
        result.candidates.append(
            PhraseCandidate(
                stems: keys, words: pieces.map(\.word), text: text, count: 1,
                position: position, capitals: isName ? 1 : 0, isWhole: isWhole,
                isIdeographs: pieces.allSatisfy(\.isIdeograph)))
    }

    private func isHyphen(at place: Int) -> Bool {
        place + 1 < bytes.count && bytes[place] == 0x2D && ScalarClass(bytes.scalar(at: place + 1).value).isWordPart
    }

    /// Without a possessive, a verb or an article cut short, in lower case and with straight apostrophes; empty where nothing but
    /// function words are joined: "don’t".
    private func bare(_ word: Word) -> (String, TextSpan) {
        let text = bytes.string(word.span.range)
        guard let part = Apostrophes.content(of: text, language: grammar.language) else { return ("", word.span) }
        let whole = text.lowercased()
        guard part.count < text.utf8.count else { return (whole.replacing("’", with: "'"), word.span) }
        let span = TextSpan(start: word.span.start + part.lowerBound, end: word.span.start + part.upperBound)
        return (bytes.string(span.range).lowercased().replacing("’", with: "'"), span)
    }

    /// Whether a run of a script that sets no spaces between words (Thai, Lao, Khmer, Burmese) is too long for a phrase: between two
    /// spaces stands a whole clause, whose words only a dictionary parts.
    private static func isClause(_ run: String) -> Bool {
        guard run.utf8.count > longestRun * 3, let first = run.unicodeScalars.first else { return false }
        return ScalarClass(first.value) == .southEastAsian
    }

    /// Letters and marks of a run that may be a phrase: some three words of Thai.
    private static let longestRun = 18

    /// Without vague words at the start and modifiers at the end.
    private func trimmed(_ run: [Piece]) -> ArraySlice<Piece> {
        var pieces = run[...]
        if grammar.capitalizesNouns {
            while let last = pieces.last, !last.isCapital { pieces = pieces.dropLast() }
            while let first = pieces.first, !first.isCapital, !grammar.isAttribute(first.word) {
                pieces = pieces.dropFirst()
            }
        }
        while let first = pieces.first, first.role == .vague { pieces = pieces.dropFirst() }
        while let last = pieces.last, last.role == .modifier || last.role == .vague { pieces = pieces.dropLast() }
        return pieces
    }

    /// A verb form in -ing without a noun says little.
    private func isLoneGerund(_ piece: Piece) -> Bool {
        grammar.language == "en" && piece.word.hasSuffix("ing") && piece.word.utf8.count > 6 && !piece.isCapital
    }
}

/// What stands between two words.
private struct Gap {
    /// Whether a phrase may go on over it: only spaces, at most one line break, or one hyphen.
    var isTight = false
    /// Whether it holds a mark that ends sentences, or an empty line.
    var endsSentence = false

    init(_ bytes: UTF8Bytes, _ range: Range<Int>) {
        var spaces = 0
        var breaks = 0
        var marks = 0
        var isHyphen = false
        var at = range.lowerBound
        while at < range.upperBound {
            let (value, length) = bytes.scalar(at: at)
            at += length
            if ScalarClass(value) == .space {
                if value == 0x0A { breaks += 1 } else { spaces += 1 }
                continue
            }
            marks += 1
            isHyphen = value == 0x2D || value == 0x2010 || value == 0x2011
            if value.isTerminator { endsSentence = true }
        }
        if breaks > 1 { endsSentence = true }
        isTight = marks == 0 ? spaces + breaks > 0 && breaks <= 1 : marks == 1 && isHyphen && spaces + breaks == 0
        if range.isEmpty { isTight = true }
    }
}
