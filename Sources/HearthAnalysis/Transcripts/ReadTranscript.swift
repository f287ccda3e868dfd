import HearthCore
import HearthExtractive
import HearthText

/// A transcript made ready for analysis: its words in one line, its sentences, its language, its topics. Made once a run.
struct ReadTranscript: Sendable {
    let text: TranscriptText
    let sentences: SpokenSentences
    let verifier: QuoteVerifier
    let language: String
    /// The cues without a transcriber's notes, the targets of links and what sponsors pay for, cue by cue: what is counted, while quotes are
    /// taken from ``text``.
    let plainCues: [Cue]
    /// Whether there is something that sponsors pay for, which nothing is made of.
    let hasAdverts: Bool
    /// Stretches about one thing, with titles in the transcript's words.
    let topics: [TopicSegment]
    /// What a tagger says of the sentences, by bytes of ``text``; `nil` where none was asked, or none knows the language.
    private(set) var tags: TaggedText?
    /// Where a reader finds the answers to its questions; `nil` where none was asked, or none knows the language.
    private(set) var answers: SpokenAnswers?
    /// Where sentences begin that no mark shows, in ``text``, and in the line of ``plainCues``; `nil` where marks show them.
    let stops: RestoredStops?
    private let plainStops: RestoredStops?

    /// Reads a transcript, and finds its sentences also where it has no marks.
    ///
    /// - Parameter model: Tells where sentences end in talk without marks; `nil` goes by the marks that there are.
    /// - Throws: ``AnalysisError`` with the code `empty-transcript`, and `CancellationError`.
    static func read(
        _ cues: [Cue], language: String?, chapters: Int?, model: (any SentenceEndModel)?
    ) async throws -> ReadTranscript {
        let stops = try await RestoredStops(cues, language: language, model: model)
        // They are asked for in its language alone, which was found out where nobody said it.
        let plain =
            stops == nil
            ? nil
            : try await RestoredStops(
                plain(cues, language ?? Self.language(of: TranscriptText(cues)), stops).cues, language: language,
                model: model)
        return try ReadTranscript(cues, language: language, chapters: chapters, stops: stops, plainStops: plain)
    }

    /// - Parameters:
    ///   - stops: Where sentences begin that no mark shows, of the cues.
    ///   - plainStops: The same of them without notes.
    /// - Throws: ``AnalysisError`` with the code `empty-transcript`.
    init(
        _ cues: [Cue], language: String?, chapters: Int?, stops: RestoredStops? = nil,
        plainStops: RestoredStops? = nil
    ) throws {
        text = TranscriptText(cues)
        let stops = stops.flatMap { [text] in $0.fit(text.text) ? $0 : nil }
        self.stops = stops
        self.plainStops = stops == nil ? nil : plainStops
        // Notes of music and other marks are no words.
        guard
            text.text.unicodeScalars.contains(where: { $0.properties.isAlphabetic || $0.properties.numericType != nil })
        else {
            throw AnalysisError.emptyTranscript
        }
        self.language = language ?? Self.language(of: text)
        sentences = SpokenSentences(text, language: self.language, stops: stops)
        verifier = QuoteVerifier(text: text, sentences: sentences)
        (plainCues, hasAdverts) = Self.plain(cues, self.language, stops)
        topics = TopicSegmenter().segments(
            of: plainCues, count: chapters, language: self.language, stops: plainStops)
    }

    private static func language(of text: TranscriptText) -> String {
        LanguageIdentifier().identify(text.text).language
    }

    private static func plain(
        _ cues: [Cue], _ language: String, _ stops: RestoredStops?
    ) -> (cues: [Cue], hasAdverts: Bool) {
        let told = SpokenAdverts.removed(from: cues, language: language, stops: stops)
        // Where there is nothing else, it is what there is.
        let kept = told.flatMap { told in told.contains { !$0.text.isEmpty } ? told : nil }
        let plain = (kept ?? cues).map { cue in
            var plain = cue
            // What is a heading or an item of a list is told by its line.
            plain.text = PlainText.line(cue.text.contains("\n") ? PlainText.blanked(cue.text) : cue.text)
            return plain
        }
        return (plain, kept != nil)
    }

    var cues: [Cue] { text.cues }

    /// The same with what a tagger says of it.
    func tagged(by tagger: (any TaggingModel)?) async throws -> ReadTranscript {
        var tagged = self
        tagged.tags = try await TaggedText(cues, language: language, tagger: tagger, stops: stops)
        return tagged
    }

    /// The same with where a reader finds answers.
    func read(by reader: (any ReadingModel)?) async throws -> ReadTranscript {
        var read = self
        read.answers = try await SpokenAnswers(cues, language: language, stops: stops, reader: reader)
        return read
    }

    func parts(_ budget: TokenBudget, tokenizer: any TextTokenizer) -> [TranscriptPart] {
        PartCutter(
            text: text, sentences: sentences, borders: Set(topics.map(\.cues.lowerBound)), tokenizer: tokenizer
        ).parts(limit: budget.input)
    }

    /// Who says what stands at a byte of ``text``; `nil` where the transcript does not tell.
    func speaker(at place: Int) -> String? {
        text.cues.isEmpty ? nil : text.cues[text.cues(of: place..<(place + 1)).lowerBound].speaker
    }

    /// What ``plainCues`` say, in one line.
    var plainText: String { plainCues.map(\.text).filter { !$0.isEmpty }.joined(separator: " ") }

    /// The whole as lines of `Name: words`.
    var lines: String { placedLines().lines }

    /// The tags by bytes of ``lines``, by which the whole is summed up. Where marks are left out of a line, what stands behind them in its cue
    /// is off by their length, which matters little to what is worth more than its neighbours; full stops that were restored are counted.
    var lineTags: TaggedText? {
        guard let tags else { return nil }
        let (lines, starts) = placedLines()
        let length = lines.utf8.count
        return TaggedText(
            text: lines,
            sentences: tags.sentences.compactMap { sentence in
                let cue = text.cues(of: sentence.place).lowerBound
                guard starts.indices.contains(cue), let line = starts[cue] else { return nil }
                let added = stops?.count(after: text.starts[cue], upTo: sentence.place.lowerBound) ?? 0
                let start = min(length, line + sentence.place.lowerBound - text.starts[cue] + added)
                var moved = sentence
                moved.place = start..<min(length, start + sentence.place.count)
                return moved
            })
    }

    /// - Returns: The lines, and where the words of each cue begin in them; `nil` for a cue without words.
    private func placedLines() -> (lines: String, starts: [Int?]) {
        var lines = ""
        var starts: [Int?] = []
        var speaker: String?
        // Where the next cue begins in the line of all of them.
        var place = 0
        for (index, cue) in plainCues.enumerated() {
            guard !cue.text.isEmpty else {
                starts.append(nil)
                continue
            }
            if !lines.isEmpty { lines += cue.speaker == speaker && cue.speaker != nil ? " " : "\n" }
            if let name = cue.speaker, lines.isEmpty || name != speaker { lines += name + ": " }
            speaker = cue.speaker
            starts.append(lines.utf8.count)
            let words = cue.text.singleSpaced
            if let plainStops {
                let next = place + words.utf8.count + 1
                let isLast = index + 1 == plainCues.count || plainCues[index + 1].speaker != cue.speaker
                lines += plainStops.marked(
                    words, startingAt: place, endsSentence: isLast || plainStops.isStart(next))
                place = next
            } else {
                lines += words
            }
        }
        return (lines, starts)
    }
}

/// All words of a transcript in one line, with the cue that each byte belongs to.
///
/// Quotes are found here and get their times from the cues that hold them, so that a time is never made up.
struct TranscriptText: Sendable {
    let cues: [Cue]
    /// The cues' words, every run of white space made one space, cues parted by one.
    let text: String
    /// Where each cue begins in ``text``; a cue without words begins where the next one does.
    let starts: [Int]
    /// ``text`` in lower case as far as that keeps each character's place.
    let folded: [UInt8]

    init(_ cues: [Cue]) {
        self.cues = cues
        var bytes: [UInt8] = []
        var starts: [Int] = []
        starts.reserveCapacity(cues.count)
        for cue in cues {
            let place = bytes.isEmpty ? 0 : bytes.count + 1
            var isFirst = true
            var pendingSpace = false
            for scalar in cue.text.unicodeScalars {
                if scalar.properties.isWhitespace {
                    pendingSpace = !isFirst
                    continue
                }
                if isFirst, !bytes.isEmpty || pendingSpace { bytes.append(0x20) }
                if !isFirst, pendingSpace { bytes.append(0x20) }
                isFirst = false
                pendingSpace = false
                bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
            starts.append(place)
        }
        self.starts = starts.map { min($0, bytes.count) }
        text = String(decoding: bytes, as: UTF8.self)
        folded = Self.fold(text)
    }

    /// The cues that hold some bytes of ``text``.
    func cues(of range: Range<Int>) -> Range<Int> {
        guard !starts.isEmpty else { return 0..<0 }
        let first = cue(at: range.lowerBound)
        let last = cue(at: max(range.lowerBound, range.upperBound - 1))
        return first..<(last + 1)
    }

    /// The bytes of some cues.
    func range(of cues: Range<Int>) -> Range<Int> {
        guard cues.lowerBound < starts.count else { return text.utf8.count..<text.utf8.count }
        let start = starts[cues.lowerBound]
        guard cues.upperBound < starts.count else { return start..<max(start, text.utf8.count) }
        let end = starts[cues.upperBound]
        // Without the space before the next cue.
        return start..<max(start, end > start && end < text.utf8.count ? end - 1 : end)
    }

    func quote(_ range: Range<Int>) -> TimedQuote? {
        guard let words = text.text(in: TextSpan(range)), !words.isEmpty else { return nil }
        let held = cues(of: range)
        guard let first = held.first, let last = held.last, last < cues.count else { return nil }
        return TimedQuote(
            quote: words, startTime: cues[first].start, endTime: cues[last].end, speaker: cues[first].speaker,
            cues: held)
    }

    /// Lower case, where that has as many bytes; so offsets hold in both.
    static func fold(_ text: String) -> [UInt8] {
        var folded: [UInt8] = []
        folded.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            if scalar.isASCII {
                let byte = UInt8(truncatingIfNeeded: scalar.value)
                folded.append((0x41...0x5A).contains(byte) ? byte + 0x20 : byte)
                continue
            }
            let lower = scalar.properties.lowercaseMapping.unicodeScalars
            let same = lower.count == 1 ? lower.first.flatMap { UTF8.width($0) == UTF8.width(scalar) ? $0 : nil } : nil
            folded.append(contentsOf: UTF8.encode(same ?? scalar) ?? UTF8.encodedReplacementCharacter)
        }
        return folded
    }

    private func cue(at byte: Int) -> Int {
        var low = 0
        var high = starts.count
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] <= byte { low = middle + 1 } else { high = middle }
        }
        return max(0, low - 1)
    }
}

/// The sentences of a transcript as bytes of its ``TranscriptText``. None crosses from one speaker to the next.
struct SpokenSentences: Sendable {
    let spans: [Range<Int>]

    /// Automatic captions have no full stops; what is longer than this is no sentence that could be shown.
    static let longest = 400

    /// - Parameter stops: Where sentences begin that no mark shows, in the text.
    init(_ text: TranscriptText, language: String, stops: RestoredStops? = nil) {
        var found: [Range<Int>] = []
        let splitter = SentenceSplitter()
        var from = 0
        while from < text.cues.count {
            var to = from + 1
            while to < text.cues.count, text.cues[to].speaker == text.cues[from].speaker { to += 1 }
            let turn = text.range(of: from..<to)
            if let words = text.text.text(in: TextSpan(turn)), !words.isEmpty {
                for span in splitter.sentences(in: words, language: language) where !span.isEmpty {
                    let sentence = (turn.lowerBound + span.start)..<(turn.lowerBound + span.end)
                    found += stops?.parts(of: sentence) ?? [sentence]
                }
            }
            from = to
        }
        spans = found
    }

    /// The sentences that some bytes are of.
    func overlapping(_ range: Range<Int>) -> ArraySlice<Range<Int>> {
        spans[firstEnding(behind: range.lowerBound)...].prefix { $0.lowerBound < range.upperBound }
    }

    private func firstEnding(behind place: Int) -> Int {
        var low = 0
        var high = spans.count
        while low < high {
            let middle = (low + high) / 2
            if spans[middle].upperBound <= place { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The sentences that begin within some bytes.
    func starting(in range: Range<Int>) -> ArraySlice<Range<Int>> {
        var low = 0
        var high = spans.count
        while low < high {
            let middle = (low + high) / 2
            if spans[middle].lowerBound < range.lowerBound { low = middle + 1 } else { high = middle }
        }
        return spans[low...].prefix { $0.lowerBound < range.upperBound }
    }

    /// What to quote for some bytes: their sentence, or the cues around them where that is too long to be shown.
    func around(_ range: Range<Int>, in text: TranscriptText) -> Range<Int> {
        let low = firstEnding(behind: range.lowerBound)
        guard low < spans.count, spans[low].lowerBound <= range.lowerBound else { return range }
        let sentence = spans[low].lowerBound..<max(spans[low].upperBound, range.upperBound)
        guard sentence.count > Self.longest else { return sentence }
        let held = text.cues(of: range)
        let near = text.range(of: max(0, held.lowerBound - 1)..<min(text.cues.count, held.upperBound + 1))
        let clipped = max(near.lowerBound, sentence.lowerBound)..<min(near.upperBound, sentence.upperBound)
        guard clipped.lowerBound <= range.lowerBound, clipped.upperBound >= range.upperBound else { return range }
        return clipped.count > Self.longest ? words(around: range, in: text, within: clipped) : clipped
    }

    /// Whole words on both sides, a hundred bytes or so.
    private func words(around range: Range<Int>, in text: TranscriptText, within bounds: Range<Int>) -> Range<Int> {
        var start = max(bounds.lowerBound, range.lowerBound - 100)
        while start > bounds.lowerBound, start < range.lowerBound, !opensWord(start, text) { start += 1 }
        var end = min(bounds.upperBound, range.upperBound + 100)
        while end < bounds.upperBound, end > range.upperBound, text.folded[end] != 0x20 { end -= 1 }
        return start..<max(end, range.upperBound)
    }

    private func opensWord(_ place: Int, _ text: TranscriptText) -> Bool { text.folded[place - 1] == 0x20 }
}
