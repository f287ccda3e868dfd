import HearthCore

/// A phrase that says what a text is about.
public struct Keyphrase: Hashable, Codable, Sendable {
    /// As it first stands in the text, but for its capitals at the start of a sentence.
    public var text: String
    /// Comparable within one text only; higher is better.
    public var score: Double

    public init(text: String, score: Double) {
        self.text = text
        self.score = score
    }
}

/// Finds the key phrases of a text.
///
/// Candidates are noun phrases as far as they can be told without a tagger: runs of words between stop words, verbs and
/// punctuation (``PhraseCandidates``). A candidate counts by how often its words and itself occur, by how early it comes, by
/// its length, and by how uncommon its words are (``PhraseScorer``).
public struct KeyphraseExtractor: Sendable {
    private let isDiary: Bool

    /// - Parameter isDiary: Whether sentences may lack their subject, as in diaries ("Planted tulips with Ruth."): their first word is then
    ///   no part of a phrase where it has the form of a past.
    public init(isDiary: Bool = false) { self.isDiary = isDiary }

    /// Up to `limit` phrases, best first.
    ///
    /// - Parameter language: ISO 639-1; `nil` finds it out from the text.
    public func keyphrases(in text: String, limit: Int = 10, language: String? = nil) -> [Keyphrase] {
        guard limit > 0 else { return [] }
        let language = language ?? LanguageIdentifier().identify(text).language
        let grammar = PhraseGrammar(language: language)
        return text.withBytes { bytes in
            let candidates = PhraseCandidates(grammar: grammar, isDiary: isDiary).phrases(in: bytes)
            return PhraseScorer(candidates: candidates, grammar: grammar).best(limit)
        }
    }
}

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

/// Finds the candidates of a text.
package struct PhraseCandidates {
    let grammar: PhraseGrammar

    private let isDiary: Bool

    package init(grammar: PhraseGrammar, isDiary: Bool = false) {
        self.grammar = grammar
        self.isDiary = isDiary
    }

    /// Longer runs are lists or headlines.
    private static let longest = 4
    /// Different candidates that are kept; later ones of a very long text are not.
    private static let most = 200_000
    /// Words, or characters, of a phrase that is found by repetition.
    private static let longestRepeated = (words: 3, ideographs: 6)
    /// Pieces of runs that are tried as phrases; in what follows in a very long text only known ones would be found again.
    private static let mostTried = 400_000

    package struct Result {
        package var candidates: [PhraseCandidate] = []
        /// How often each stem occurs.
        var frequencies: [String: Int] = [:]
        /// Words of the text.
        var wordCount = 0
        /// Words of the first sentence, which often is a title.
        var leadCount = 0
    }

    private struct Piece {
        var word: String
        var span: TextSpan
        var role: PhraseGrammar.Role
        var isCapital: Bool
        var startsSentence: Bool
        var isIdeograph = false
    }

    package func phrases(in bytes: UTF8Bytes) -> Result {
        var result = Result()
        var index: [String: Int] = [:]
        var run: [Piece] = []
        let stemmer = Stemmer(language: grammar.language)
        var stems: [String: String] = [:]
        var roles: [String: PhraseGrammar.Role] = [:]
        var scanner = WordScanner(bytes)
        var end = 0
        var sentences = 0
        var tried = 0

        func stem(_ word: String) -> String {
            if let known = stems[word] { return known }
            let found = stemmer?.stem(word) ?? word.lowercased()
            stems[word] = found
            return found
        }

        func roleOf(_ word: String) -> PhraseGrammar.Role {
            if let known = roles[word] { return known }
            let found = grammar.role(of: word)
            roles[word] = found
            return found
        }

        func closeRun() {
            defer { run.removeAll(keepingCapacity: true) }
            let pieces = trimmed(run)
            if pieces.count == 1, let only = pieces.first, isLoneGerund(only) { return }
            if !grammar.tellsVerbs { return addRepeatable(pieces) }
            guard !pieces.isEmpty, pieces.count <= Self.longest else { return }
            if grammar.capitalizesNouns, !pieces.contains(where: \.isCapital) { return }
            for piece in pieces { result.frequencies[stem(piece.word), default: 0] += 1 }
            add(pieces, position: result.wordCount - run.count, isWhole: true)
        }

        /// All pieces of a run that may be a phrase; which of them is one, repetition tells.
        func addRepeatable(_ run: ArraySlice<Piece>) {
            for piece in run { result.frequencies[stem(piece.word), default: 0] += 1 }
            let isIdeographs = run.contains { $0.isIdeograph }
            let longest = isIdeographs ? Self.longestRepeated.ideographs : Self.longestRepeated.words
            for start in run.indices {
                for end in (start + 1)...min(run.endIndex, start + longest) where tried < Self.mostTried {
                    let pieces = run[start..<end]
                    // One character is seldom a word.
                    if pieces.count == 1, run[start].isIdeograph { continue }
                    tried += 1
                    add(
                        pieces, position: result.wordCount - (run.endIndex - start), isWhole: pieces.count == run.count)
                }
            }
        }

        func add(_ pieces: ArraySlice<Piece>, position: Int, isWhole: Bool) {
            guard let first = pieces.first, let last = pieces.last else { return }
            let keys = pieces.map { stem($0.word) }
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

        while var word = scanner.next() {
            // "Halden and Sons" is one name.
            if let last = run.last, last.isCapital, let firm = FirmWords.end(behind: last.span.end, in: bytes) {
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
                continue
            }
            let gap = Gap(bytes, end..<word.span.start)
            let isFirst = end == 0 || gap.endsSentence
            if isFirst { sentences += 1 }
            if !gap.isTight { closeRun() }
            end = word.span.end
            result.wordCount += 1
            if sentences <= 1 { result.leadCount += 1 }
            let isCapital = bytes.scalar(at: word.span.start).value.isUppercase
            let (lower, span) = bare(word, bytes)
            // "X-ray", "T-shirt", "e-mail": the letter is a part of the word.
            let isPrefix = lower.utf8.count == 1 && word.kind == .letters && Self.isHyphen(bytes, at: word.span.end)
            var role =
                isPrefix ? .modifier : word.kind == .number || lower.utf8.count < 2 ? .boundary : roleOf(lower)
            if isDiary, isFirst, role == .modifier, grammar.language == "en", lower.hasSuffix("ed") { role = .boundary }
            if word.kind == .ideographs, Self.isClause(lower) { role = .boundary }
            // "New York": a capital inside a sentence makes the vague word part of a name.
            if role == .vague, isCapital, !isFirst { role = .noun }
            if role == .boundary {
                closeRun()
            } else if word.kind == .letters || lower.utf8.count > 3 || !grammar.tellsVerbs {
                // A name is a phrase of its own: "president | Ada Lane", and in French "Ada Lane | présidente".
                // "die neue Karte liegt": what follows a noun in small letters is no part of its phrase.
                if grammar.capitalizesNouns, !isCapital, run.last?.isCapital == true { closeRun() }
                if let last = run.last, !grammar.capitalizesNouns, !isFirst, last.isCapital != isCapital,
                    isCapital || grammar.setsNamesApart && (grammar.tellsVerbs || !last.startsSentence)
                {
                    closeRun()
                }
                run.append(
                    Piece(
                        word: lower, span: span, role: role, isCapital: isCapital, startsSentence: isFirst,
                        isIdeograph: word.kind == .ideographs && lower.unicodeScalars.count == 1))
                if span.end < word.span.end { closeRun() }
            }
        }
        closeRun()
        return result
    }

    private static func isHyphen(_ bytes: UTF8Bytes, at place: Int) -> Bool {
        place + 1 < bytes.count && bytes[place] == 0x2D && ScalarClass(bytes.scalar(at: place + 1).value).isWordPart
    }

    /// Without a possessive, a verb or an article cut short, in lower case and with straight apostrophes; empty where nothing but
    /// function words are joined: "don’t".
    private func bare(_ word: Word, _ bytes: UTF8Bytes) -> (String, TextSpan) {
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

    private struct Gap {
        var isTight = false
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
}

/// Ranks candidates.
struct PhraseScorer {
    let candidates: PhraseCandidates.Result
    let grammar: PhraseGrammar

    /// Phrases against which later ones are held.
    private static let mostCompared = 100

    func best(_ limit: Int) -> [Keyphrase] {
        var ranked: [(index: Int, score: Double)] = []
        for (index, candidate) in candidates.candidates.enumerated() {
            let score = score(candidate)
            if score > 0 { ranked.append((index, score)) }
        }
        ranked.sort { a, b in a.score != b.score ? a.score > b.score : a.index < b.index }
        var chosen: [Keyphrase] = []
        var taken: [PhraseCandidate] = []
        for (index, score) in ranked {
            guard chosen.count < limit else { break }
            let candidate = candidates.candidates[index]
            if isCovered(candidate, by: taken) { continue }
            chosen.append(Keyphrase(text: candidate.text, score: score))
            if taken.count < Self.mostCompared { taken.append(candidate) }
        }
        return chosen
    }

    /// A phrase inside a better one is told already, unless it occurs on its own more than once. Where phrases are found by
    /// repetition, all pieces of one are repeated with it, and a longer one that adds a word once says no more.
    private func isCovered(_ candidate: PhraseCandidate, by taken: [PhraseCandidate]) -> Bool {
        if grammar.tellsVerbs, candidate.count >= 2 { return false }
        return taken.contains { better in
            if better.stems.count > candidate.stems.count {
                return (grammar.tellsVerbs || candidate.count <= better.count)
                    && contains(better.stems, candidate.stems)
            }
            return !grammar.tellsVerbs && candidate.count < 2 && contains(candidate.stems, better.stems)
        }
    }

    private func contains(_ long: [String], _ short: [String]) -> Bool {
        guard short.count <= long.count else { return false }
        return (0...(long.count - short.count)).contains { start in
            short.indices.allSatisfy { long[start + $0] == short[$0] }
        }
    }

    private func score(_ candidate: PhraseCandidate) -> Double {
        if candidate.words.allSatisfy({ grammar.isGeneric($0) }) { return 0 }
        if !grammar.tellsVerbs, candidate.count < 2, candidate.words.count > 1, !isPhraseAlone(candidate) { return 0 }
        var sum = 0.0
        for (word, stem) in zip(candidate.words, candidate.stems) {
            sum += weight(word) * (1 + logarithm(candidates.frequencies[stem] ?? 1))
        }
        let mean = sum / Double(candidate.words.count)
        let count = 1 + logarithm(candidate.count)
        let name = candidate.capitals * 2 > candidate.count && !grammar.capitalizesNouns ? 1.25 : 1
        return mean * count * grammar.lengthFactor(candidate.words.count, ideographs: candidate.isIdeographs)
            * earliness(candidate.position) * name
    }

    /// Whether several words that occur together once are a phrase all the same: few, between function words or marks.
    private func isPhraseAlone(_ candidate: PhraseCandidate) -> Bool {
        candidate.isWhole && candidate.words.count <= (candidate.isIdeographs ? 4 : 2)
    }

    /// Common words of speech say less than words of a subject.
    private func weight(_ word: String) -> Double {
        if grammar.isGeneric(word) { return 0.5 }
        guard grammar.language == "en" else { return 1 }
        return CommonWords.contains(word) ? 0.85 : 1.2
    }

    /// What stands in the first sentence, and then what stands early, matters more.
    private func earliness(_ position: Int) -> Double {
        if position < candidates.leadCount { return 1.3 }
        let share = Double(position) / Double(max(candidates.wordCount, 1))
        return 1.1 - 0.3 * share
    }

    private func logarithm(_ count: Int) -> Double { Double(naturalLogarithm(Float(max(count, 1)))) }
}
