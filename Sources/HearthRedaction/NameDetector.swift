import HearthCore
import HearthText

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
    /// Whether capitals are no sign of a name somewhere in it, so that some names may be left.
    var capitalsMarkNouns: Bool { capitals.markNounsSomewhere }
    private let capitals: CapitalUse.Regions
    /// For each token, whether they are none where it stands.
    private let standsAmongNouns: [Bool]

    init(_ source: String) {
        self.source = source
        capitals = CapitalUse.Regions(of: source)
        tokens = source.withBytes { EntityToken.tokens(of: $0) }
        standsAmongNouns = capitals.markNouns(at: tokens)
    }

    func spans() -> [PrivateSpan] {
        let entities = EntityRecognizer().entities(in: source, capitals: capitals, takesDoubtful: true)
        let named = entities.compactMap { entity in
            if entity.type == .person { return PrivateSpan(range: entity.span.range, kind: .person) }
            return Self.isGenerallyKnown(entity) ? nil : PrivateSpan(range: entity.span.range, kind: .name)
        }
        let found = (capitalsMarkNouns ? named + besideEachOther() : named).map(withCalendarNames)
        let people = found + addressed(besides: found)
        return people + spokenFor(besides: people)
    }

    /// Who speaks in what is written down, "Holger: …" on line after line, is a person, and so is the word wherever else it stands.
    private func spokenFor(besides others: [PrivateSpan]) -> [PrivateSpan] {
        let bytes = Array(source.utf8)
        var counts: [String: Int] = [:]
        for index in tokens.indices
        where opensLine(index, bytes) && tokens[index].isCapital && !tokens[index].isExcluded {
            let end = tokens[index].span.end
            guard end + 1 < bytes.count, bytes[end] == UInt8(ascii: ":"), bytes[end + 1] == 0x20 else { continue }
            counts[tokens[index].lower, default: 0] += 1
        }
        // Somebody who answers speaks again; a field is filled in once.
        let speakers = Set(
            counts.filter { $0.value > 1 && !CommonWords.contains($0.key) && !Self.isFunctionWord($0.key) }.keys)
        guard speakers.count > 1 else { return [] }
        let known = Set(others.flatMap { Array($0.range) })
        return tokens.filter { speakers.contains($0.lower) && $0.isCapital && !known.contains($0.span.start) }.map {
            PrivateSpan(range: $0.span.range, kind: .person)
        }
    }

    private func opensLine(_ index: Int, _ bytes: [UInt8]) -> Bool {
        let start = tokens[index].span.start
        return start == 0 || bytes[start - 1] == 0x0A
    }

    /// What is written before the names of people and before nothing else.
    private static let formsOfAddress: Set<String> = [
        "mr", "mrs", "ms", "mx", "dr", "prof", "herr", "frau", "herrn", "mme", "mlle", "sr", "sra", "sig",
    ]

    /// "Dr. Weber", "Mr. March": behind a form of address stands a person, also one who is called like a company or a month.
    ///
    /// - Parameter others: What was found otherwise; what overlaps it keeps its kind, since it becomes one with it.
    private func addressed(besides others: [PrivateSpan]) -> [PrivateSpan] {
        let others = others.sorted { $0.range.lowerBound < $1.range.lowerBound }
        var next = 0
        var found: [PrivateSpan] = []
        for index in tokens.indices.dropFirst() {
            let title = tokens[index - 1]
            guard title.isCapital, Self.formsOfAddress.contains(title.lower), isNameWord(index),
                tokens[index].markBefore == 0 || title.hasStop && tokens[index].markBefore == 0x2E
            else { continue }
            var last = index
            while last + 1 < tokens.count, tokens[last + 1].touchesPrevious, isNameWord(last + 1) { last += 1 }
            let range = tokens[index].span.start..<tokens[last].span.end
            while next < others.count, others[next].range.upperBound <= range.lowerBound { next += 1 }
            let overlaps = next < others.count && others[next].range.overlaps(range)
            found.append(PrivateSpan(range: range, kind: overlaps ? others[next].kind : .person))
        }
        return found
    }

    private func isNameWord(_ index: Int) -> Bool {
        let token = tokens[index]
        guard token.isCapital, !token.isExcluded, !Self.formsOfAddress.contains(token.lower) else { return false }
        // Such a word begins a sentence: "She is a Dr. Then …".
        return Self.calendarNames.contains(token.lower) || !Self.isFunctionWord(token.lower)
    }

    /// Words of the calendar that people are called, too. Recognition takes them for the month or the day.
    private static let calendarNames: Set<String> = ["april", "august", "jan", "june", "jun", "may", "sun"]
    /// Within names of people. Fewer than recognition has: "of" and "y" also join names of other things.
    private static let particles: Set<String> = ["da", "de", "del", "der", "di", "la", "ten", "van", "von"]
    /// What stands before a month.
    private static let beforeMonths: Set<String> = [
        "by", "during", "early", "im", "in", "last", "late", "next", "since", "this", "until",
    ]

    /// "Jan Kowalski", "Rose May", "Jan de Vries": beside a name such a word is part of it, and left there it would tell whose it is.
    private func withCalendarNames(_ span: PrivateSpan) -> PrivateSpan {
        var first = index(atOrAfter: span.range.lowerBound)
        var last = index(atOrAfter: span.range.upperBound) - 1
        guard first <= last else { return span }
        while first > 0, tokens[first].touchesPrevious {
            if isCalendarName(first - 1) {
                first -= 1
            } else if first > 1, Self.particles.contains(tokens[first - 1].lower), tokens[first - 1].touchesPrevious,
                isCalendarName(first - 2)
            {
                first -= 2
            } else {
                break
            }
        }
        while last + 1 < tokens.count, tokens[last + 1].touchesPrevious, isCalendarName(last + 1) { last += 1 }
        var wide = span
        wide.range =
            min(span.range.lowerBound, tokens[first].span.start)..<max(span.range.upperBound, tokens[last].span.end)
        return wide
    }

    /// Not "5 May", "May 2026" or "in May".
    private func isCalendarName(_ index: Int) -> Bool {
        let token = tokens[index]
        guard token.shape == .capitalized, !token.isExcluded, Self.calendarNames.contains(token.lower) else {
            return false
        }
        if index > 0, tokens[index - 1].shape == .number || Self.beforeMonths.contains(tokens[index - 1].lower) {
            return false
        }
        return index + 1 >= tokens.count || tokens[index + 1].shape != .number
    }

    /// The first token that does not begin before a place; the number of tokens where there is none.
    private func index(atOrAfter place: Int) -> Int {
        var (low, high) = (0, tokens.count)
        while low < high {
            let middle = (low + high) / 2
            if tokens[middle].span.start < place { low = middle + 1 } else { high = middle }
        }
        return low
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
        guard standsAmongNouns[index], token.shape == .capitalized || token.shape == .initial, !token.isExcluded else {
            return false
        }
        if token.startsSentence { return token.lower.utf8.count > 3 && !Self.isFunctionWord(token.lower) }
        return !Self.isFunctionWord(token.lower)
    }

    private static func isFunctionWord(_ word: String) -> Bool {
        ["de", "en", "fr"].contains { Stopwords.contains(word, language: $0) }
    }

    private static func isGenerallyKnown(_ entity: Entity) -> Bool {
        let name = entity.text.lowercased().singleSpaced
        switch entity.type {
        case .person: return false
        case .location, .organization, .product, .work, .other:
            return Gazetteer.places.contains(name) || Gazetteer.organizations.contains(name)
                || Gazetteer.products.contains(name) || Gazetteer.works.contains(name)
                || Gazetteer.nationalities.contains(name)
        }
    }

    /// Where names cannot be told from other words; `nil` where they can.
    func doubt() -> (span: TextSpan, reason: RedactionError.Doubt.Reason)? {
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
