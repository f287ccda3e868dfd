import HearthCore

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
            + MailDetector(text: bytes).spans() + HostDetector(text: bytes).spans() + NumberDetector(text: bytes).spans()
    }

    /// Spans of the wanted kinds that do not overlap, in order. What overlaps becomes one span, so that no end of something
    /// private is left over; what is certain wins over what is in doubt, and the more telling kind over the other.
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
            let wins =
                last.isDoubtful != span.isDoubtful
                ? last.isDoubtful : Self.precedence(span.kind) < Self.precedence(last.kind)
            merged[merged.count - 1] = PrivateSpan(
                range: range, kind: wins ? span.kind : last.kind, isDoubtful: last.isDoubtful && span.isDoubtful)
        }
        return merged
    }

    private static func precedence(_ kind: RedactionKind) -> Int {
        [.key, .card, .iban, .email, .address, .identity, .phone, .host, .person, .name, .number].firstIndex(of: kind) ?? 99
    }

    // MARK: - Doubts

    func doubts(in unit: RedactionUnit, _ spans: [PrivateSpan]) -> [RedactionError.Doubt] {
        var doubts = spans.filter(\.isDoubtful).map {
            RedactionError.Doubt(
                place: unit.place, span: TextSpan($0.range), kind: $0.kind, reason: .mayBePrivate)
        }
        if kinds.contains(.person) || kinds.contains(.name), let doubt = NameDetector(unit.text).doubt() {
            doubts.append(.init(place: unit.place, span: doubt.span, kind: nil, reason: doubt.reason))
        }
        return doubts
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
                } else if span.range.count >= 4, !bytes[span.range].contains(where: RedactionText.isSpace) {
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
                let isName = token.isCapital ? !token.startsSentence || !CommonWords.contains(token.lower)
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
            guard !RedactionText.isSpace(bytes[place]) else {
                place += 1
                continue
            }
            var end = place
            while end < bytes.count, !RedactionText.isSpace(bytes[end]) { end += 1 }
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
