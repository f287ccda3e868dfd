import HearthCore

/// Names of persons, and whatever may be one.
///
/// What is written like a name and is not generally known (a country, a city, a company, a product of the lists) is replaced,
/// because too much kept back does less harm than too little. Where a text gives no way to tell names from words, it says so.
///
/// Where every noun has a capital, replacing what is written like a name leaves a text that nobody can use. There only what more
/// than a capital speaks for is replaced: known names, and capitals side by side, which nouns seldom are.
struct NameDetector {
    let source: String
    let tokens: [EntityToken]
    /// Whether capitals are no sign of a name here, so that some names may be left.
    let capitalsMarkNouns: Bool

    init(_ source: String) {
        self.source = source
        capitalsMarkNouns = CapitalUse.marksNouns(in: source)
        tokens = source.withBytes { EntityToken.tokens(of: $0) }
    }

    func spans() -> [PrivateSpan] {
        let entities = EntityRecognizer().entities(in: source, capitalsMarkNouns: capitalsMarkNouns)
        let named = entities.compactMap { entity in
            if entity.type == .person { return PrivateSpan(range: entity.span.range, kind: .person) }
            return Self.isGenerallyKnown(entity) ? nil : PrivateSpan(range: entity.span.range, kind: .name)
        }
        return capitalsMarkNouns ? named + besideEachOther() : named
    }

    /// "Frau Petersen", "Eva Brandt", "Tante Hilde": two or more words with capitals and one space between, of which the first
    /// does not owe its capital to the sentence it begins.
    private func besideEachOther() -> [PrivateSpan] {
        var found: [PrivateSpan] = []
        var index = 0
        while index < tokens.count {
            var end = index
            while end < tokens.count, isPartOfName(end), end == index || tokens[end].touchesPrevious { end += 1 }
            if end - index >= 2 {
                let span = TextSpan(start: tokens[index].span.start, end: tokens[end - 1].span.end)
                let words = source.text(in: span) ?? ""
                let entity = Entity(text: words, type: .other, span: span)
                if !Self.isGenerallyKnown(entity) { found.append(PrivateSpan(range: span.range, kind: .name)) }
            }
            index = max(end, index + 1)
        }
        return found
    }

    private func isPartOfName(_ index: Int) -> Bool {
        let token = tokens[index]
        guard token.shape == .capitalized || token.shape == .initial, !token.isExcluded else { return false }
        if token.startsSentence { return token.lower.utf8.count > 3 && !Self.isFunctionWord(token.lower) }
        return !Self.isFunctionWord(token.lower)
    }

    private static func isFunctionWord(_ word: String) -> Bool {
        ["de", "en", "fr"].contains { Stopwords.contains(word, language: $0) }
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
                if firstUnknown == nil, !token.isExcluded, token.lower.utf8.count > 2,
                    !CommonWords.contains(token.lower)
                {
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
