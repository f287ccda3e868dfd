import HearthCore

/// Names of persons, and whatever may be one.
///
/// What is written like a name and is not generally known (a country, a city, a company, a product of the lists) is replaced,
/// because too much kept back does less harm than too little. Where a text gives no way to tell names from words, it says so.
struct NameDetector {
    let source: String
    let tokens: [EntityToken]

    init(_ source: String) {
        self.source = source
        tokens = source.withBytes { EntityToken.tokens(of: $0) }
    }

    func spans() -> [PrivateSpan] {
        EntityRecognizer().entities(in: source).compactMap { entity in
            if entity.type == .person { return PrivateSpan(range: entity.span.range, kind: .person) }
            return Self.isGenerallyKnown(entity) ? nil : PrivateSpan(range: entity.span.range, kind: .name)
        }
    }

    private static func isGenerallyKnown(_ entity: Entity) -> Bool {
        let name = entity.text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
        switch entity.type {
        case .person: return false
        case .location, .organization, .product, .work, .other:
            return Gazetteer.places.contains(name) || Gazetteer.organizations.contains(name)
                || Gazetteer.products.contains(name) || Gazetteer.works.contains(name)
                || Gazetteer.nationalities.contains(name)
        }
    }

    /// Where names cannot be told from other words; `nil` where they can.
    func doubt() -> (span: TextSpan, reason: RedactionError.Reason)? {
        var uncased = 0
        var firstUncased: TextSpan?
        var (words, capitals) = (0, 0)
        var firstUnknown: TextSpan?
        for token in tokens {
            switch token.shape {
            case .uncased:
                uncased += token.lower.unicodeScalars.count
                firstUncased = firstUncased ?? token.span
            case .number: break
            case .lower:
                words += 1
                if firstUnknown == nil, !token.isExcluded, token.lower.utf8.count > 2, !CommonWords.contains(token.lower) {
                    firstUnknown = token.span
                }
            default:
                words += 1
                if token.lower != "i" { capitals += 1 }
            }
        }
        if uncased >= 2, let span = firstUncased { return (span, .scriptWithoutCapitals) }
        guard words >= 2, let first = tokens.first, let last = tokens.last else { return nil }
        if capitals == 0, let span = firstUnknown { return (span, .noCapitals) }
        let register = TextRegister(tokens)
        if register.isShouted || register.isTitled {
            return (TextSpan(start: first.span.start, end: last.span.end), .onlyCapitals)
        }
        return nil
    }
}
