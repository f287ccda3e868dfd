import HearthCore
import HearthText

/// Runs all detectors over a text and settles what overlaps.
struct PrivateSpanFinder {
    let kinds: Set<RedactionKind>

    func spans(in text: String) -> [PrivateSpan] {
        var found = patterns(in: text)
        if kinds.contains(.address) { found += AddressDetector(text).spans() }
        if kinds.contains(.person) || kinds.contains(.name) { found += NameDetector(text).spans() }
        return merged(found)
    }

    /// What is private by its form, whatever the language.
    private func patterns(in text: String) -> [PrivateSpan] {
        let bytes = RedactionText(text)
        return SecretDetector(text: bytes).spans() + AccountDetector(text: bytes).spans()
            + MailDetector(text: bytes).spans() + HostDetector(text: bytes).spans()
            + NumberDetector(text: bytes).spans()
    }

    /// Spans of the wanted kinds that do not overlap, in order. What overlaps becomes one span, so that no end of something
    /// private is left over; what is certain settles what is in doubt, and the more telling kind stands for both.
    func merged(_ spans: [PrivateSpan]) -> [PrivateSpan] {
        let sorted = spans.filter { kinds.contains($0.kind) && !$0.range.isEmpty }
            .sorted { ($0.range.lowerBound, $1.range.upperBound) < ($1.range.lowerBound, $0.range.upperBound) }
        var merged: [PrivateSpan] = []
        for span in sorted {
            guard let last = merged.last, span.range.lowerBound < last.range.upperBound else {
                merged.append(span)
                continue
            }
            let range = last.range.lowerBound..<max(last.range.upperBound, span.range.upperBound)
            let wins = Self.precedence(span) < Self.precedence(last)
            merged[merged.count - 1] = PrivateSpan(
                range: range, kind: wins ? span.kind : last.kind, isDoubtful: Self.staysDoubtful(last, span))
        }
        return merged
    }

    /// That something looks like a name does not settle what else it may be.
    private static func staysDoubtful(_ a: PrivateSpan, _ b: PrivateSpan) -> Bool {
        func settles(_ span: PrivateSpan) -> Bool { !span.isDoubtful && span.kind != .name && span.kind != .person }
        return (a.isDoubtful || b.isDoubtful) && !settles(a) && !settles(b)
    }

    /// The least one names what overlaps: what is certain by its form, then what is in doubt, then names.
    private static func precedence(_ span: PrivateSpan) -> Int {
        let order: [RedactionKind] = [
            .key, .iban, .card, .email, .address, .identity, .phone, .host, .number, .person, .name,
        ]
        let isName = span.kind == .person || span.kind == .name
        return (order.firstIndex(of: span.kind) ?? order.count)
            + (span.isDoubtful && !isName ? order.count : isName ? 2 * order.count : 0)
    }

    // MARK: - Doubts

    func doubts(in unit: RedactionUnit, _ spans: [PrivateSpan]) -> [RedactionError.Doubt] {
        var doubts = spans.filter(\.isDoubtful).map {
            RedactionError.Doubt(
                place: unit.place, span: TextSpan($0.range), kind: $0.kind, reason: .mayBePrivate)
        }
        if kinds.contains(.person) || kinds.contains(.name),
            let doubt = NameDetector(Self.blanked(unit.text, spans)).doubt()
        {
            doubts.append(.init(place: unit.place, span: doubt.span, kind: nil, reason: doubt.reason))
        }
        return doubts
    }

    /// The text with spaces in place of the spans, which are settled and say nothing about the rest.
    private static func blanked(_ text: String, _ spans: [PrivateSpan]) -> String {
        guard !spans.isEmpty else { return text }
        var bytes = Array(text.utf8)
        for span in spans { for place in span.range where bytes[place] != 0x0A { bytes[place] = 0x20 } }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// In a schema or a tool nothing can be replaced. Names are not looked for there, because every key looks like one, but
    /// those that were found in the messages are.
    func doubts(inFixed unit: RedactionUnit, _ known: KnownValues) -> [RedactionError.Doubt] {
        merged(patterns(in: unit.text) + known.spans(in: unit.text)).map {
            .init(place: unit.place, span: TextSpan($0.range), kind: $0.kind, reason: .cannotBeReplaced)
        }
    }
}

/// What was found in one text, to be found in the others as well: a surname alone, a password without its label.
struct KnownValues {
    /// Words of names, in lower case.
    private var words: [String: RedactionKind] = [:]
    /// Values without white space, exactly.
    private var values: [[UInt8]: RedactionKind] = [:]

    init(_ units: [RedactionUnit], _ found: [[PrivateSpan]]) {
        for (unit, spans) in zip(units, found) {
            let bytes = Array(unit.text.utf8)
            for span in spans where !span.isDoubtful {
                if span.kind == .person || span.kind == .name {
                    for token in NameDetector(String(decoding: bytes[span.range], as: UTF8.self)).tokens
                    where token.lower.utf8.count >= 3 && token.shape != .number
                        && !Stopwords.contains(token.lower, language: "en") && !Gazetteer.titles.contains(token.lower)
                    {
                        words[token.lower] = words[token.lower] ?? span.kind
                    }
                } else if span.range.count >= 4, !bytes[span.range].contains(where: \.isASCIISpace) {
                    values[Array(bytes[span.range])] = span.kind
                }
            }
        }
    }

    func spans(in text: String) -> [PrivateSpan] {
        guard !words.isEmpty || !values.isEmpty else { return [] }
        var found: [PrivateSpan] = []
        if !words.isEmpty {
            for token in NameDetector(text).tokens {
                guard let kind = words[token.lower] else { continue }
                // "Will" is a name in one place and a verb in the next.
                let isName =
                    token.isCapital
                    ? !token.startsSentence || !CommonWords.contains(token.lower)
                    : !CommonWords.contains(token.lower)
                if isName { found.append(PrivateSpan(range: token.span.range, kind: kind)) }
            }
        }
        if !values.isEmpty { found += exact(in: Array(text.utf8)) }
        return found
    }

    /// Runs without white space that are a value, marks at their ends apart.
    private func exact(in bytes: [UInt8]) -> [PrivateSpan] {
        var found: [PrivateSpan] = []
        var place = 0
        while place < bytes.count {
            guard !bytes[place].isASCIISpace else {
                place += 1
                continue
            }
            var end = place
            while end < bytes.count, !bytes[end].isASCIISpace { end += 1 }
            var (first, last) = (place, end)
            if let kind = values[Array(bytes[first..<last])] {
                found.append(PrivateSpan(range: first..<last, kind: kind))
            } else {
                while first < last, Self.isMark(bytes[first]) { first += 1 }
                while last > first, Self.isMark(bytes[last - 1]) { last -= 1 }
                if let kind = values[Array(bytes[first..<last])] {
                    found.append(PrivateSpan(range: first..<last, kind: kind))
                }
            }
            place = end
        }
        return found
    }

    private static func isMark(_ byte: UInt8) -> Bool {
        byte < 0x80 && !RedactionText.isLetter(byte) && !RedactionText.isDigit(byte)
    }
}

/// A place in a text that is private, or that may be.
struct PrivateSpan {
    var range: Range<Int>
    var kind: RedactionKind
    /// Whether it only may be of that kind.
    var isDoubtful = false
}

/// The bytes of a text, with the questions that all detectors ask.
struct RedactionText {
    let bytes: [UInt8]

    init(_ text: String) { bytes = Array(text.utf8) }

    var count: Int { bytes.count }

    /// The byte at a place; 0 outside the text, so that neighbours can be asked for without a check.
    subscript(place: Int) -> UInt8 { bytes.indices.contains(place) ? bytes[place] : 0 }

    func isDigit(_ place: Int) -> Bool { Self.isDigit(self[place]) }
    func isLetter(_ place: Int) -> Bool { Self.isLetter(self[place]) }
    /// A letter, a digit, or part of a character beyond ASCII that is no punctuation.
    func isWord(_ place: Int) -> Bool {
        let byte = self[place]
        return byte < 0x80 ? Self.isLetter(byte) || Self.isDigit(byte) : !isPunctuation(place)
    }

    /// Whether a byte belongs to typographic quotes, dashes, no-break spaces and the like: U+00A0–00BF, U+2000–206F,
    /// U+3000–303F and U+FF00–FF0F.
    private func isPunctuation(_ place: Int) -> Bool {
        var lead = place
        while place - lead < 3, self[lead] & 0xC0 == 0x80 { lead -= 1 }
        switch (self[lead], self[lead + 1]) {
        case (0xC2, 0xA0...0xBF), (0xE2, 0x80...0x81), (0xE3, 0x80): return true
        case (0xEF, 0xBC): return self[lead + 2] < 0x90
        default: return false
        }
    }

    /// Whether a UUID (RFC 9562) stands at a place: 36 characters that identify a thing, and are no number.
    func isUUID(at place: Int) -> Bool {
        guard Self.isHex(self[place]), self[place + 8] == UInt8(ascii: "-"), !isWord(place - 1), !isWord(place + 36)
        else {
            return false
        }
        return (0..<36).allSatisfy { offset in
            [8, 13, 18, 23].contains(offset)
                ? self[place + offset] == UInt8(ascii: "-") : Self.isHex(self[place + offset])
        }
    }

    static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
    static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
    static func isUpper(_ byte: UInt8) -> Bool { byte &- 0x41 < 26 }
    static func isHex(_ byte: UInt8) -> Bool { isDigit(byte) || (byte | 0x20) &- 0x61 < 6 }

    /// Whether the ASCII text stands at a place, in whatever case.
    func matches(_ lower: StaticString, at place: Int) -> Bool {
        guard place >= 0, place + lower.utf8CodeUnitCount <= bytes.count else { return false }
        for offset in 0..<lower.utf8CodeUnitCount {
            let byte = bytes[place + offset]
            let folded = byte &- 0x41 < 26 ? byte | 0x20 : byte
            if folded != lower.utf8Start[offset] { return false }
        }
        return true
    }

    func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
