import HearthCore
import HearthKnowledge
import HearthText

/// Looks up what a model quotes, and gives it the transcript's own wording and times.
struct QuoteVerifier: Sendable {
    let text: TranscriptText
    let sentences: SpokenSentences

    /// The place of a quote within some bytes of the transcript; `nil` where it does not stand there word for word.
    func place(of quote: String, in range: Range<Int>) -> TimedQuote? {
        self.range(of: quote, in: range).flatMap { text.quote($0) }
    }

    /// The bytes of a quote within some bytes of the transcript.
    func range(of quote: String, in range: Range<Int>) -> Range<Int>? {
        guard let words = text.text.text(in: TextSpan(range)) else { return nil }
        for wording in Self.wordings(of: quote) {
            guard let span = QuoteFinder.span(of: wording, in: words) else { continue }
            return (range.lowerBound + span.start)..<(range.lowerBound + span.end)
        }
        return nil
    }

    /// The sentence that first holds a name as words of their own, within some bytes of the transcript.
    func place(ofName name: String, in range: Range<Int>, capital: Bool = false) -> TimedQuote? {
        guard let found = mentions(of: name, in: range, limit: 1, capital: capital).first else { return nil }
        return text.quote(sentences.around(found, in: text))
    }

    /// Whether a quote holds a name.
    func holds(_ quote: TimedQuote, _ name: String) -> Bool {
        let needle = Self.name(name)
        let hay = TranscriptText.fold(quote.quote)
        return ByteSearch.first(needle, in: hay) != nil
    }

    /// Where a name stands as words of their own.
    ///
    /// - Parameter capital: Whether it has to begin with a capital: "Mark" is not in "we mark the overlaps".
    func mentions(
        of name: String, in range: Range<Int>? = nil, limit: Int = .max, capital: Bool = false
    ) -> [Range<Int>] {
        let needle = Self.name(name)
        let bounds = range ?? 0..<text.folded.count
        var found: [Range<Int>] = []
        var from = bounds.lowerBound
        while found.count < limit, from < bounds.upperBound,
            let place = ByteSearch.first(needle, in: text.folded, within: from..<bounds.upperBound)
        {
            let place = place..<(place + needle.count)
            if isWord(place), !capital || isCapital(place.lowerBound) { found.append(place) }
            from = place.upperBound
        }
        return found
    }

    private static func name(_ name: String) -> [UInt8] {
        TranscriptText.fold(name.singleSpaced)
    }

    /// Whether the word at a place begins with a capital, as far as ASCII tells.
    private func isCapital(_ place: Int) -> Bool {
        let byte = text.text.utf8[text.text.utf8.index(text.text.utf8.startIndex, offsetBy: place)]
        return !(0x61...0x7A).contains(byte)
    }

    /// "Ann" is not in "Hannah", nor "Don" in "don't". Scripts that set no spaces have no such borders, and any other byte is taken for a letter.
    private func isWord(_ range: Range<Int>) -> Bool {
        func joins(_ a: UInt8, _ b: UInt8) -> Bool { Self.isLetter(a) && Self.isLetter(b) }
        if range.lowerBound > 0, joins(text.folded[range.lowerBound - 1], text.folded[range.lowerBound]) {
            return false
        }
        if range.upperBound < text.folded.count,
            joins(text.folded[range.upperBound - 1], text.folded[range.upperBound])
        {
            return false
        }
        return !isNegated(at: range.upperBound)
    }

    /// Whether "n't" ends there: `'t` or `’t` and then no letter.
    private func isNegated(at place: Int) -> Bool {
        let rest = text.folded[place...].prefix(5)
        guard place > 0, text.folded[place - 1] == UInt8(ascii: "n") else { return false }
        for mark in [Array("'t".utf8), Array("’t".utf8)] where rest.starts(with: mark) {
            return rest.count == mark.count || !Self.isLetter(rest[place + mark.count])
        }
        return false
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
    }

    /// A quote as it came, without the speaker's name that a model may have copied along, and without the marks that it may
    /// have set around it.
    private static func wordings(of quote: String) -> [String] {
        var found = [quote]
        let plain = trimmed(quote)
        if plain != quote { found.append(plain) }
        if let colon = plain.firstIndex(of: ":"), plain.distance(from: plain.startIndex, to: colon) <= 40 {
            let rest = trimmed(String(plain[plain.index(after: colon)...]))
            if rest.unicodeScalars.count >= QuoteFinder.shortest { found.append(rest) }
        }
        return found
    }

    private static func trimmed(_ text: String) -> String {
        let marks: Set<Character> = ["\"", "“", "”", "„", "«", "»", "‘", "’", "'", "「", "」", "…", ".", "。", ",", ";"]
        var rest = Substring(text)
        while let first = rest.first, first.isWhitespace || marks.contains(first) { rest.removeFirst() }
        while let last = rest.last, last.isWhitespace || marks.contains(last) { rest.removeLast() }
        return String(rest)
    }
}
