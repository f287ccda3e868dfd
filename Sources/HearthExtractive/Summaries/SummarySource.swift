import HearthCore
import HearthText

/// A text taken apart for summing up: its terms as numbers, and the sentences and clauses that a summary may use.
struct SummarySource {
    /// A sentence, or a clause of one.
    struct Unit {
        /// The sentence as it stands, or the clause.
        var span: Range<Int>
        /// What the summary would show of it.
        var pieces: [Range<Int>]
        /// Which sentence it is, or is part of: a summary takes one unit of a sentence at most.
        var sentence: Int
        var isClause: Bool
        var speaker: Int?
        /// Words in the summary, without the speaker's name.
        var words: Int
        /// The terms in order.
        var terms: [Int32]
        /// From 0 to 1, shares of the terms.
        var connecting: Double
        var personal: Double
        /// Whether a frequent finite verb is among the words; always true in languages without a list of them.
        var hasVerb: Bool
        /// The share of the sentence that was left out as filler.
        var dropped: Double
    }

    let language: String
    let lines: TranscriptLines
    /// Whether the text sets spaces around its marks.
    let spacedMarks: Bool
    private(set) var units: [Unit] = []
    private(set) var sentenceCount = 0
    /// By number of the term: whether it is too frequent in the language to be a topic.
    private(set) var isStop: [Bool] = []
    private(set) var numbers: [String: Int32] = [:]
    /// Whether the lines are sentences of their own, such as opinions collected from many people.
    private(set) var isCollection = false

    private var isConnecting: [Bool] = []
    private var isPersonal: [Bool] = []
    private var isVerb: [Bool] = []
    private var termStarts: [Int] = []
    private var termEnds: [Int] = []
    private var termNumbers: [Int32] = []

    /// A sentence longer than this is read only in clauses, since it would be a summary of its own.
    private static let longestSentence = 80
    /// A clause of fewer words says nothing by itself.
    private static let shortestClause = 4

    /// - Parameter clauses: Whether to offer clauses as well, for summaries so short that whole sentences hardly fit.
    init(_ bytes: UTF8Bytes, text: String, clauses: Bool) {
        let sample = String(text.prefixOfBytes(20_000))
        language = LanguageIdentifier().identify(sample).language
        lines = TranscriptLines(bytes)
        let tokens = SummaryTokens(bytes)
        spacedMarks = tokens.spacedMarks
        readTerms(bytes)
        let blocks = makeBlocks(bytes)
        let splitter = SentenceSplitter()
        for (block, speaker) in blocks {
            for span in splitter.sentences(in: bytes.string(block), language: language) {
                let range = (block.lowerBound + span.start)..<(block.lowerBound + span.end)
                add(range, speaker: speaker, clauses: clauses, tokens)
            }
        }
        termStarts = []
        termEnds = []
        termNumbers = []
    }

    // MARK: - Terms

    private mutating func readTerms(_ bytes: UTF8Bytes) {
        let analyzer = SearchAnalyzer(language: language)
        func terms(_ words: some Sequence<String>) -> Set<String> { Set(words.flatMap { analyzer.terms(in: $0) }) }
        var stops = terms(Stopwords.words(of: language))
        if lines.isTranscript {
            stops.formUnion(terms(SpokenLanguage.smallTalk[language] ?? []))
            stops.formUnion(terms(SpokenLanguage.fillers(in: language)))
        }
        let connecting = terms(SpokenLanguage.connecting[language] ?? [])
        let personal = terms(SpokenLanguage.personal[language] ?? [])
        let verbs = terms(SpokenLanguage.finiteVerbs[language] ?? [])
        var builder = TermBuilder(language: language)
        builder.walk(bytes) { term, range in
            let number: Int32
            if let known = numbers[term] {
                number = known
            } else {
                number = Int32(truncatingIfNeeded: numbers.count)
                numbers[term] = number
                let isLetter = term.utf8.count == 1 && !(term.utf8.first.map { $0 >= 0x30 && $0 <= 0x39 } ?? false)
                isStop.append(isLetter || stops.contains(term))
                isConnecting.append(connecting.contains(term))
                isPersonal.append(personal.contains(term))
                if !verbs.isEmpty { isVerb.append(verbs.contains(term)) }
            }
            termStarts.append(range.lowerBound)
            termEnds.append(range.upperBound)
            termNumbers.append(number)
        }
    }

    /// The terms that lie within a range.
    private func terms(in range: Range<Int>) -> [Int32] {
        var low = 0
        var high = termStarts.count
        while low < high {
            let middle = (low + high) / 2
            if termStarts[middle] < range.lowerBound { low = middle + 1 } else { high = middle }
        }
        var found: [Int32] = []
        while low < termStarts.count, termStarts[low] < range.upperBound {
            if termEnds[low] <= range.upperBound { found.append(termNumbers[low]) }
            low += 1
        }
        return found
    }

    // MARK: - Sentences

    /// The stretches that sentences do not cross.
    private mutating func makeBlocks(_ bytes: UTF8Bytes) -> [(Range<Int>, Int?)] {
        if lines.isTranscript {
            return lines.lines.filter { !$0.body.isEmpty }.map { ($0.body, $0.speaker) }
        }
        let ended = lines.lines.count { Self.endsSentence($0.body, bytes) }
        isCollection = lines.lines.count >= 5 && ended * 10 >= lines.lines.count * 6
        if isCollection { return lines.lines.map { ($0.body, nil) } }
        // Paragraphs, whose lines may be wrapped.
        var blocks: [(Range<Int>, Int?)] = []
        for line in lines.lines {
            if let last = blocks.last, Self.lineBreaks(last.0.upperBound..<line.body.lowerBound, bytes) < 2 {
                blocks[blocks.count - 1].0 = last.0.lowerBound..<line.body.upperBound
            } else {
                blocks.append((line.body, nil))
            }
        }
        return blocks
    }

    private static func lineBreaks(_ range: Range<Int>, _ bytes: UTF8Bytes) -> Int {
        range.count { bytes[$0] == 0x0A }
    }

    private static func endsSentence(_ range: Range<Int>, _ bytes: UTF8Bytes) -> Bool {
        guard let (value, _) = bytes.scalar(before: range.upperBound) else { return false }
        return [0x2E, 0x21, 0x3F, 0x3002, 0xFF01, 0xFF1F, 0x2026].contains(value)
    }

    private mutating func add(_ range: Range<Int>, speaker: Int?, clauses: Bool, _ tokens: SummaryTokens) {
        let sentence = sentenceCount
        sentenceCount += 1
        let whole = unit(range, sentence: sentence, isClause: false, speaker: speaker, tokens)
        if whole.words <= Self.longestSentence { units.append(whole) }
        let isTooLong = whole.words > Self.longestSentence
        guard isTooLong || clauses && whole.words > Self.shortestClause else { return }
        let parts = Self.clauses(of: range, tokens, longest: Self.longestSentence / 2)
        guard isTooLong || parts.count > 1 else { return }
        for part in parts {
            // Of a sentence too long to be shown each part is a sentence of its own.
            if isTooLong { sentenceCount += 1 }
            let number = isTooLong ? sentenceCount - 1 : sentence
            let clause = unit(part, sentence: number, isClause: !isTooLong, speaker: speaker, tokens)
            if clause.words >= Self.shortestClause { units.append(clause) }
        }
    }

    private func unit(
        _ range: Range<Int>, sentence: Int, isClause: Bool, speaker: Int?, _ tokens: SummaryTokens
    ) -> Unit {
        let pieces = speaker == nil ? [range] : SpokenSentence(range, tokens: tokens, language: language).pieces
        let found = pieces.flatMap { terms(in: $0) }
        let count = Double(max(1, found.count))
        let all = tokens.count([range])
        let words = tokens.count(pieces)
        return Unit(
            span: range, pieces: pieces, sentence: sentence, isClause: isClause, speaker: speaker, words: words,
            terms: found, connecting: Double(found.count { isConnecting[Int($0)] }) / count,
            personal: Double(found.count { isPersonal[Int($0)] }) / count,
            hasVerb: isVerb.isEmpty || found.contains { isVerb[Int($0)] },
            dropped: all > 0 ? 1 - Double(words) / Double(all) : 0)
    }

    /// The parts of a sentence between its inner marks; parts longer than `longest` tokens are cut where they are.
    private static func clauses(of range: Range<Int>, _ tokens: SummaryTokens, longest: Int) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var start: Int?
        var end = range.lowerBound
        var count = 0
        func close() {
            if let from = start, end > from { parts.append(from..<end) }
            start = nil
            count = 0
        }
        for token in tokens.tokens(in: range) {
            let last = tokens.bytes[token.upperBound - 1]
            let isMark = last == 0x2C || last == 0x3B || last == 0x3A
            let isBreak = isMark || SpokenSentence.bare(token, tokens.bytes) == "but"
            if isBreak, !isMark { close() }
            let bodyEnd = isMark ? token.upperBound - 1 : token.upperBound
            if bodyEnd > token.lowerBound {
                if start == nil { start = token.lowerBound }
                end = bodyEnd
                count += 1
            }
            if isMark || count >= longest { close() }
        }
        close()
        return parts
    }
}

/// The lines of a text, and who speaks in them where the text is a transcript.
struct TranscriptLines {
    struct Line {
        /// What is said, without the name before it and the white space around it. May be empty.
        var body: Range<Int>
        /// Index into ``TranscriptLines/speakers``; `nil` where no name stands before.
        var speaker: Int?
    }

    var lines: [Line] = []
    /// The names as the text writes them.
    var speakers: [String] = []
    /// Whether most lines begin with the name of a speaker.
    var isTranscript: Bool { !speakers.isEmpty }

    /// A name is short. Bytes, wide enough for a full name with a title in a script of three bytes a character.
    private static let longestName = 80
    /// More names than this are keys of a list, or headings, not people.
    private static let mostSpeakers = 500

    init(_ bytes: UTF8Bytes) {
        var candidates: [(body: Range<Int>, name: Range<Int>?)] = []
        var start = 0
        while start < bytes.count {
            var end = start
            while end < bytes.count, bytes[end] != 0x0A { end += 1 }
            let line = Self.trim(start..<end, bytes)
            if !line.isEmpty {
                // "Note: …" is what is told, and no name of anybody.
                if let (name, body) = Self.label(of: line, bytes), !RemarkWords.contain(bytes.string(name)) {
                    candidates.append((body, name))
                } else {
                    candidates.append((line, nil))
                }
            }
            start = end + 1
        }
        var counts: [String: Int] = [:]
        let names = candidates.map { $0.name.map { bytes.string($0) } }
        for case let name? in names { counts[name, default: 0] += 1 }
        let labelled = names.count { $0 != nil }
        // A list of "Key: value" has as many keys as lines; in a conversation the names come again.
        let again = counts.count * 2 <= labelled + 1 || (counts.count == 2 && labelled <= 3)
        guard labelled >= 2, labelled * 2 >= candidates.count, again, counts.count <= Self.mostSpeakers else {
            var start = 0
            while start < bytes.count {
                var end = start
                while end < bytes.count, bytes[end] != 0x0A { end += 1 }
                let line = Self.trim(start..<end, bytes)
                if !line.isEmpty { lines.append(Line(body: line, speaker: nil)) }
                start = end + 1
            }
            return
        }
        var numbers: [String: Int] = [:]
        var current: Int?
        lines.reserveCapacity(candidates.count)
        for (candidate, name) in zip(candidates, names) {
            if let name {
                if let known = numbers[name] {
                    current = known
                } else {
                    current = speakers.count
                    numbers[name] = speakers.count
                    speakers.append(name)
                }
            }
            // A line without a name goes on with the words of the last speaker.
            lines.append(Line(body: candidate.body, speaker: current))
        }
    }

    /// "[00:01:02] Anna Weiß: text" → the name and the text; of "**Anna Weiß:** text" too.
    private static func label(of line: Range<Int>, _ bytes: UTF8Bytes) -> (name: Range<Int>, body: Range<Int>)? {
        let from = skipEmphasis(skipTime(line, bytes)..<line.upperBound, bytes)
        var at = from
        let limit = min(line.upperBound, from + longestName)
        var spaces = 0
        while at < limit {
            let (value, length) = bytes.scalar(at: at)
            switch value {
            case 0x3A, 0xFF1A:
                let start = skipEmphasis((at + length)..<line.upperBound, bytes)
                let body = trim(start..<line.upperBound, bytes)
                // "10:30", "http://": a colon inside a word parts no name from its words.
                let isOpen =
                    value == 0xFF1A || start >= line.upperBound || bytes[start] == 0x20 || bytes[start] == 0x09
                var end = at
                while end > from, isEmphasis(bytes[end - 1]) { end -= 1 }
                let name = trim(from..<end, bytes)
                guard isOpen, !name.isEmpty, spaces <= 6 else { return nil }
                return (name, body)
            case 0x2E where spaces > 1, 0x21, 0x3F, 0x3B, 0x3002, 0xFF0C:
                return nil
            case 0x20: spaces += 1
            default: break
            }
            at += length
        }
        return nil
    }

    /// Past the marks with which Markdown sets a name apart, three at most.
    private static func skipEmphasis(_ range: Range<Int>, _ bytes: UTF8Bytes) -> Int {
        var at = range.lowerBound
        while at < min(range.upperBound, range.lowerBound + 3), isEmphasis(bytes[at]) { at += 1 }
        return at
    }

    private static func isEmphasis(_ byte: UInt8) -> Bool { byte == 0x2A || byte == 0x5F }

    /// Past a time in front of a name, with or without brackets.
    private static func skipTime(_ line: Range<Int>, _ bytes: UTF8Bytes) -> Int {
        var at = line.lowerBound
        var digits = 0
        var colons = 0
        while at < line.upperBound {
            switch bytes[at] {
            case 0x30...0x39: digits += 1
            case 0x3A: colons += 1
            case 0x5B, 0x5D, 0x28, 0x29, 0x2E, 0x2C, 0x20, 0x2D: break
            default: return digits >= 3 && colons >= 1 ? at : line.lowerBound
            }
            at += 1
        }
        return line.lowerBound
    }

    static func trim(_ range: Range<Int>, _ bytes: UTF8Bytes) -> Range<Int> {
        var from = range.lowerBound
        var to = range.upperBound
        while from < to {
            let (value, length) = bytes.scalar(at: from)
            guard ScalarClass(value) == .space else { break }
            from += length
        }
        while from < to, let (value, length) = bytes.scalar(before: to), ScalarClass(value) == .space { to -= length }
        return from..<max(from, to)
    }
}
