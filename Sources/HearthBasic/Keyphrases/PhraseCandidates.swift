import HearthCore

/// A phrase that may be a key phrase, with all its occurrences.
struct PhraseCandidate {
    /// The stems of its words: forms of one phrase are counted together.
    var stems: [String]
    var words: [String]
    /// As it first occurred.
    var text: String
    var count: Int
    /// Place of its first word, counted in words from the start.
    var position: Int
    /// Occurrences with a capital inside a sentence.
    var capitals: Int
}

/// Finds the candidates of a text.
struct PhraseCandidates {
    let grammar: PhraseGrammar

    /// Longer runs are lists or headlines.
    private static let longest = 4
    /// Different candidates that are kept; later ones of a very long text are not.
    private static let most = 200_000

    struct Result {
        var candidates: [PhraseCandidate] = []
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
    }

    func phrases(in bytes: UTF8Bytes) -> Result {
        var result = Result()
        var index: [String: Int] = [:]
        var run: [Piece] = []
        let stemmer = Stemmer(language: grammar.language)
        var stems: [String: String] = [:]
        var roles: [String: PhraseGrammar.Role] = [:]
        var scanner = WordScanner(bytes)
        var end = 0
        var sentences = 0

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
            guard !pieces.isEmpty, pieces.count <= Self.longest, let first = pieces.first, let last = pieces.last else {
                return
            }
            if grammar.capitalizesNouns, !pieces.contains(where: \.isCapital) { return }
            let keys = pieces.map { stem($0.word) }
            for key in keys { result.frequencies[key, default: 0] += 1 }
            let key = keys.joined(separator: " ")
            let isName = pieces.contains { $0.isCapital && !$0.startsSentence }
            if let known = index[key] {
                result.candidates[known].count += 1
                if isName { result.candidates[known].capitals += 1 }
                return
            }
            guard result.candidates.count < Self.most else { return }
            var text = bytes.string(first.span.start..<last.span.end)
            if first.startsSentence, first.isCapital, !isName, !grammar.capitalizesNouns { text = text.lowercased() }
            index[key] = result.candidates.count
            result.candidates.append(
                PhraseCandidate(
                    stems: keys, words: pieces.map(\.word), text: text, count: 1,
                    position: result.wordCount - run.count, capitals: isName ? 1 : 0))
        }

        while let word = scanner.next() {
            let gap = Gap(bytes, end..<word.span.start)
            let isFirst = end == 0 || gap.endsSentence
            if isFirst { sentences += 1 }
            if !gap.isTight { closeRun() }
            end = word.span.end
            result.wordCount += 1
            if sentences <= 1 { result.leadCount += 1 }
            let isCapital = bytes.scalar(at: word.span.start).value.isUppercase
            let (lower, span) = bare(word, bytes)
            var role = word.kind == .number || lower.utf8.count < 2 ? .boundary : roleOf(lower)
            // "New York": a capital inside a sentence makes the vague word part of a name.
            if role == .vague, isCapital, !isFirst { role = .noun }
            if role == .boundary {
                closeRun()
            } else if word.kind == .letters || lower.utf8.count > 3 {
                // A name is a phrase of its own: "president | Ada Lane", and in French "Ada Lane | présidente".
                if let last = run.last, !grammar.capitalizesNouns, !isFirst, last.isCapital != isCapital,
                    isCapital || grammar.setsNamesApart
                {
                    closeRun()
                }
                run.append(Piece(word: lower, span: span, role: role, isCapital: isCapital, startsSentence: isFirst))
                if span.end < word.span.end { closeRun() }
            }
        }
        closeRun()
        return result
    }

    /// Without a possessive or an article cut short, and in lower case.
    private func bare(_ word: Word, _ bytes: UTF8Bytes) -> (String, TextSpan) {
        var text = bytes.string(word.span.range)
        var span = word.span
        if let mark = text.utf8.firstIndex(where: { $0 == 0x27 || $0 == 0xE2 }), let apostrophe = text[mark...].first,
            apostrophe == "'" || apostrophe == "’"
        {
            let head = text[..<mark]
            let tail = text[text.index(after: mark)...]
            if tail.lowercased() == "s" {
                span.end = span.start + head.utf8.count
                text = String(head)
            } else if head.utf8.count <= 2 || head.lowercased() == "jusqu" || head.lowercased() == "lorsqu" {
                span.start = span.end - tail.utf8.count
                text = String(tail)
            }
        }
        return (text.lowercased(), span)
    }

    /// Without vague words at the start and modifiers at the end.
    private func trimmed(_ run: [Piece]) -> ArraySlice<Piece> {
        var pieces = run[...]
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
