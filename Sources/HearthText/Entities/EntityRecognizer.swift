public import HearthCore

/// Finds names of persons, organizations, places, products and works.
///
/// The evidence is the capital: inside a sentence it marks a name unless the word is a common one; at the start of a sentence it
/// counts when the word is no common one, is known as a name, or occurs as a name elsewhere in the text. Lists of names stand
/// in where people write without capitals. Text in scripts without case yields only what the lists know.
public struct EntityRecognizer: Sendable {
    public init() {}

    /// The names in order of their place; they do not overlap.
    ///
    /// - Parameter language: ISO 639-1; `nil` finds it out from the text. Where every noun has a capital, as in German, more than
    ///   a capital must speak for a name.
    public func entities(in text: String, language: String? = nil) -> [Entity] {
        entities(in: text, capitals: CapitalUse.Regions(of: text, language: language))
    }

    /// - Parameters:
    ///   - capitals: Where a capital is no sign of a name.
    ///   - takesDoubtful: Whether what may be a name is one: of what is kept back, too much is better than too little.
    package func entities(in text: String, capitals: CapitalUse.Regions, takesDoubtful: Bool = false) -> [Entity] {
        text.withBytes { bytes in
            let tokens = EntityToken.tokens(of: bytes, language: capitals.language)
            guard !tokens.isEmpty else { return [] }
            let marks = NameMarker(
                tokens: tokens, capitalizesNouns: capitals.markNouns(at: tokens), language: capitals.language,
                takesDoubtful: takesDoubtful
            ).mark()
            return NameRuns(tokens: tokens, names: marks, bytes: bytes).entities()
        }
    }
}

/// A name in a text.
public struct Entity: Hashable, Codable, Sendable {
    public enum Kind: String, Codable, Sendable, CaseIterable {
        case person, organization, location, product
        /// A book, film, song, law or other creation.
        case work
        case other
    }

    /// The name as it stands in the text.
    public var text: String
    public var type: Kind
    public var span: TextSpan

    public init(text: String, type: Kind, span: TextSpan) {
        self.text = text
        self.type = type
        self.span = span
    }
}

/// Joins neighbouring words of names into entities and tells their kind.
struct NameRuns {
    let tokens: [EntityToken]
    let names: [Bool]
    let bytes: UTF8Bytes

    func entities() -> [Entity] {
        var found: [Entity] = []
        var index = 0
        while index < tokens.count {
            guard names[index] else {
                index += 1
                continue
            }
            var end = index + 1
            while end < tokens.count {
                if names[end], tokens[end].touchesPrevious, !tokens[end - 1].isPossessive || isPossessed(end),
                    tokens[end].markBefore != 0x26 || isOneFirm(index, end)
                {
                    end += 1
                } else if let possessed = behindPossessive(end) {
                    end = possessed
                } else if let bridge = bridge(from: end, runStart: index) {
                    end = bridge
                } else if isSuffix(end) {
                    end += 1
                } else if let firm = firm(behind: end) {
                    end = firm
                } else {
                    break
                }
            }
            if let entity = entity(index..<end), !Apostrophes.isTorn(entity.span.range, in: bytes) {
                found.append(entity)
            }
            index = end
        }
        return found
    }

    /// "Holt & Varga" is a firm, and "Maria & Ilse" are two people.
    private func isOneFirm(_ first: Int, _ second: Int) -> Bool {
        ![first, second].contains {
            Gazetteer.capitalGivenNames.contains(tokens[$0].lower)
                || Gazetteer.ambiguousGivenNames.contains(tokens[$0].lower)
        }
    }

    /// "St. Peter's Basilica" is one name, and "Varga's Songs" are two: what the first one has is a kind of place or body.
    private func isPossessed(_ index: Int) -> Bool {
        let word = tokens[index].lower
        return Gazetteer.placeNouns.contains(word) || Gazetteer.organizationNouns.contains(word)
            || word == "basilica" || word == "abbey"
    }

    /// The same where spaces stand around the mark: "St. Peter 's Basilica".
    private func behindPossessive(_ index: Int) -> Int? {
        guard tokens[index].lower == "s", tokens[index].markBefore == 0x27, index + 1 < tokens.count, names[index + 1],
            tokens[index + 1].touchesPrevious, isPossessed(index + 1)
        else { return nil }
        return index + 2
    }

    /// "Nordwind, Inc.", "Ada Lane, Jr.": what a comma parts from its name.
    private func isSuffix(_ index: Int) -> Bool {
        let token = tokens[index]
        return token.followsComma && token.isCapital && tokens[index - 1].isCapital
            && Self.suffixes.contains(token.lower)
    }

    /// "Halden and Sons", "Holt & Co".
    private func firm(behind index: Int) -> Int? {
        guard tokens[index - 1].isCapital, let end = FirmWords.end(behind: tokens[index - 1].span.end, in: bytes) else {
            return nil
        }
        return tokens[index...].firstIndex { $0.span.end > end } ?? tokens.endIndex
    }

    private static let suffixes: Set<String> = [
        "inc", "ltd", "llc", "llp", "corp", "plc", "gmbh", "jr", "sr", "s.a", "co",
    ]

    /// Words before a name of which they are a part, though some are titles of persons as well.
    static let openers: Set<String> = [
        "saint", "st", "ste", "mount", "mt", "fort", "ft", "san", "santa", "new", "north", "south", "east", "west",
    ]

    /// "University of Vienna", "Lord of the Rings", "Ludwig van Beethoven": small words inside a name.
    private func bridge(from index: Int, runStart start: Int) -> Int? {
        var at = index
        var steps = 0
        while at < tokens.count, steps < 2, tokens[at].touchesPrevious, tokens[at].shape == .lower,
            steps == 0 ? Self.connectors.contains(tokens[at].lower) : Self.articles.contains(tokens[at].lower)
        {
            at += 1
            steps += 1
        }
        // "Treaty of 1815"
        if steps == 1, tokens[index].lower == "of", at < tokens.count, tokens[at].shape == .number,
            tokens[at].touchesPrevious, tokens[at].span.count == 4, tokens[index - 1].isCapital
        {
            return at + 1
        }
        // "Ada Lane of Brontel Systems" are two names.
        if tokens[index].lower == "of", Gazetteer.capitalGivenNames.contains(tokens[start].lower) { return nil }
        guard steps > 0, at < tokens.count, names[at], tokens[at].touchesPrevious, tokens[at].isCapital,
            tokens[index - 1].isCapital
        else { return nil }
        return at + 1
    }

    private static let connectors: Set<String> = [
        "of", "de", "del", "della", "di", "da", "do", "dos", "du", "des", "la", "le", "van", "von", "der", "den", "bin",
        "ibn", "al", "el", "y",
        "zu", "zur", "ter", "ten",
    ]
    private static let articles: Set<String> = ["the", "la", "las", "los", "der", "den", "le", "les"]

    private func entity(_ run: Range<Int>) -> Entity? {
        var run = run
        // Titles and stray small words at the edges are not part of the name.
        while let first = run.first, run.count > 1, !isListed(run), isTitle(first, in: run) {
            run = (first + 1)..<run.upperBound
            while let small = run.first, run.count > 1, tokens[small].shape == .lower, !names[small] {
                run = (small + 1)..<run.upperBound
            }
        }
        guard let first = run.first, let last = run.last else { return nil }
        if run.count == 1, Gazetteer.titles.contains(tokens[first].lower) { return nil }
        // "Prime Minister" alone names nobody.
        if run.count == 2, Self.ranks.contains(tokens[first].lower), Gazetteer.titles.contains(tokens[last].lower) {
            return nil
        }
        let span = TextSpan(start: tokens[first].span.start, end: tokens[last].span.end)
        return Entity(text: bytes.string(span.range), type: kind(of: run), span: span)
    }

    /// Whether the word is a title, or the first of two: "Prime Minister", "Vice President".
    private func isTitle(_ index: Int, in run: Range<Int>) -> Bool {
        let word = tokens[index].lower
        if Self.openers.contains(word) { return false }
        if Gazetteer.titles.contains(word) { return true }
        return Self.ranks.contains(word) && run.count > 2 && Gazetteer.titles.contains(tokens[index + 1].lower)
    }

    private static let ranks: Set<String> = [
        "prime", "vice", "deputy", "chief", "attorney", "foreign", "grand", "crown",
    ]

    /// Whether the whole is a name of the lists: "General Electric", "Lord of the Rings".
    private func isListed(_ run: Range<Int>) -> Bool {
        guard run.count <= 6, let first = run.first, let phrases = Gazetteer.phrases[tokens[first].lower] else {
            return false
        }
        return phrases.contains { $0.words == run.map { tokens[$0].lower } }
    }

    // MARK: - Kinds

    private func kind(of run: Range<Int>) -> Entity.Kind {
        let words = run.map { tokens[$0].lower }
        let kind = kind(of: run, words)
        return kind == .person && FirmWords.areTrade(words) ? .organization : kind
    }

    private func kind(of run: Range<Int>, _ words: [String]) -> Entity.Kind {
        let phrase = words.joined(separator: " ")
        if Gazetteer.places.contains(phrase) { return .location }
        if Gazetteer.organizations.contains(phrase) { return .organization }
        if Gazetteer.products.contains(phrase) { return .product }
        if Gazetteer.works.contains(phrase) { return .work }
        guard let first = words.first, let last = words.last else { return .other }
        if words.count > 1 {
            if FirmWords.end(behind: tokens[run.upperBound - 2].span.end, in: bytes) != nil || FirmWords.areFirm(words)
            {
                return .organization
            }
            if Gazetteer.organizationNouns.contains(last) || first == "university" || first == "bank" {
                return .organization
            }
            if Gazetteer.placeNouns.contains(last) || first == "mount" || first == "lake" || first == "saint" {
                return .location
            }
            if Gazetteer.workNouns.contains(last) { return .work }
            if first == "studio" || startsWithPlace(words) && last.hasSuffix("s") { return .organization }
        }
        if PlaceWords.areOne(words) { return .location }
        if Gazetteer.capitalGivenNames.contains(first)
            || Gazetteer.ambiguousGivenNames.contains(first) && words.count > 1
        {
            return .person
        }
        if Gazetteer.surnames.contains(last) { return .person }
        if let number = run.last, tokens[number].shape == .number { return .product }
        return kindFromContext(run, last)
    }

    /// "Dallas Cowboys", "New York Giants": teams carry the name of their town.
    private func startsWithPlace(_ words: [String]) -> Bool {
        // No place of the list has more words; a hostile text may have a run of thousands.
        (1..<min(words.count, 6)).contains { Gazetteer.places.contains(words.prefix($0).joined(separator: " ")) }
    }

    private func kindFromContext(_ run: Range<Int>, _ last: String) -> Entity.Kind {
        if run.lowerBound > 0 {
            let before = tokens[run.lowerBound - 1].lower
            if Gazetteer.titles.contains(before) { return .person }
            if Self.placePrepositions.contains(before) { return .location }
            if run.count == 1, Self.meeting.contains(before) { return .person }
        }
        if Gazetteer.nationalities.contains(last) { return .other }
        if run.upperBound < tokens.count, Self.speech.contains(tokens[run.upperBound].lower) { return .person }
        if run.count == 1, tokens[run.lowerBound].shape == .allCaps { return .organization }
        if run.count == 1, tokens[run.lowerBound].shape == .mixed { return .product }
        if run.count == 2, run.allSatisfy({ tokens[$0].shape == .capitalized || tokens[$0].shape == .initial }) {
            return .person
        }
        return .other
    }

    private static let placePrepositions: Set<String> = [
        "in", "at", "near", "from", "to", "across", "around", "outside", "toward",
    ]
    /// Verbs of which the object is somebody.
    private static let meeting: Set<String> = [
        "met", "rang", "phoned", "texted", "hugged", "kissed", "married", "invited", "thanked",
    ]
    private static let speech: Set<String> = [
        "said", "says", "told", "asked", "wrote", "writes", "added", "explained", "argued", "thinks", "replied",
        "joined", "born",
    ]
}
