import HearthBasic
import HearthCore
import HearthKnowledge

/// Looks up what a model quotes, and gives it the transcript's own wording and times.
struct QuoteVerifier: Sendable {
    let text: CueText
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
    func place(ofName name: String, in range: Range<Int>) -> TimedQuote? {
        guard let found = mentions(of: name, in: range, limit: 1).first else { return nil }
        return text.quote(sentences.around(found, in: text))
    }

    /// Whether a quote holds a name.
    func holds(_ quote: TimedQuote, _ name: String) -> Bool {
        let needle = Self.name(name)
        let hay = CueText.fold(quote.quote)
        return CueText.first(needle, in: hay, within: 0..<hay.count) != nil
    }

    /// Where a name stands as words of their own.
    func mentions(of name: String, in range: Range<Int>? = nil, limit: Int = .max) -> [Range<Int>] {
        let needle = Self.name(name)
        let bounds = range ?? 0..<text.folded.count
        var found: [Range<Int>] = []
        var from = bounds.lowerBound
        while found.count < limit, from < bounds.upperBound,
            let place = CueText.first(needle, in: text.folded, within: from..<bounds.upperBound)
        {
            if isWord(place..<(place + needle.count)) { found.append(place..<(place + needle.count)) }
            from = place + needle.count
        }
        return found
    }

    private static func name(_ name: String) -> [UInt8] {
        CueText.fold(name.split(whereSeparator: \.isWhitespace).joined(separator: " "))
    }

    /// "Ann" is not in "Hannah". Scripts that set no spaces have no such borders, and any other byte is taken for a letter.
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
        return true
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
