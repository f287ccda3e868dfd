public import HearthCore
public import HearthText

/// Finds the names in a text: by a tagger where it knows the text's language, with what rules (`EntityRecognizer`) add to that; else by rules
/// alone.
public struct NameFinder: Sendable {
    private let tagger: (any TaggingModel)?

    /// - Parameter tagger: `nil` goes by rules.
    public init(tagger: (any TaggingModel)?) { self.tagger = tagger }

    /// The names in order of their place; they do not overlap.
    ///
    /// - Parameter language: ISO 639-1; `nil` finds it out from the text.
    public func entities(in text: String, language: String? = nil) async throws -> [Entity] {
        let found = language ?? LanguageIdentifier().identify(text).language
        guard let tagged = try await TaggedText(text, language: found, tagger: tagger) else {
            return EntityRecognizer().entities(in: text, language: language)
        }
        return tagged.entities(language: found)
    }
}

extension TaggedText {
    /// How sure the tagger has to be of a kind. In talk about software it takes products for people with 0.3 to 0.6, where first names have 0.85 and
    /// more.
    private static let surePerson = 0.7
    private static let sureOther = 0.5

    /// What is named in the text, or in some bytes of it.
    ///
    /// The tagger's names, and of those that rules find each that overlaps none of them and has a word of which the tagger is not sure that it
    /// names nothing, or that it did not read. The tagger knows what a text talks about, the rules names that it never met.
    public func entities(language: String, range: Range<Int>? = nil) -> [Entity] {
        let range = range ?? 0..<text.utf8.count
        guard let read = text.text(in: TextSpan(range)) else { return [] }
        let ruled = EntityRecognizer().entities(in: PlainText.blanked(read), language: language)
            .map { $0.moved(by: range.lowerBound) }
        // By where they end: rules leave out the title that the tagger may take for a part of the name, "Dr. Patel".
        let kinds = Dictionary(ruled.map { ($0.span.end, $0.type) }) { first, _ in first }
        var told: [Entity] = []
        var possible: [Range<Int>] = []
        for sentence in sentences(in: range) {
            func place(_ span: TextSpan) -> Range<Int>? {
                let place = (sentence.place.lowerBound + span.start)..<(sentence.place.lowerBound + span.end)
                return place.isEmpty || place.upperBound > min(sentence.place.upperBound, range.upperBound)
                    ? nil : place
            }
            for name in sentence.tags.names {
                guard var place = place(name.place), !text.withBytes({ Apostrophes.isTorn(place, in: $0) }) else {
                    continue
                }
                // The tagger parts names at "and", and takes "Halden and Sons" for a person and something.
                if let last = told.last, last.span.end >= place.upperBound { continue }
                let firm = text.withBytes { FirmWords.end(behind: place.upperBound, in: $0) }
                    .flatMap { $0 <= range.upperBound ? $0 : nil }
                if let firm { place = place.lowerBound..<firm }
                guard let words = text.text(in: TextSpan(place)) else { continue }
                told.append(
                    Entity(
                        text: words,
                        type: firm == nil ? Self.kind(of: name, words, kinds[place.upperBound]) : .organization,
                        span: TextSpan(place)))
            }
            possible += sentence.tags.possibleNames.compactMap(place)
            let unread = min(sentence.place.upperBound, sentence.place.lowerBound + sentence.tags.bytesRead)
            if unread < sentence.place.upperBound { possible.append(unread..<sentence.place.upperBound) }
        }
        joinPeople(&told)
        let unsure = PlaceIndex(possible)
        let taken = PlaceIndex(told.map(\.span.range))
        let added = ruled.filter { unsure.overlaps($0.span.range) && !taken.overlaps($0.span.range) }
        return (told + added).sorted { $0.span.start < $1.span.start }
    }

    /// "With Anna and Zorbin": what is joined to a person and no place that is known is a person, here and wherever the text has the name.
    private func joinPeople(_ told: inout [Entity]) {
        var people: Set<String> = []
        for (one, other) in zip(told, told.dropFirst()) {
            guard Set([one.type, other.type]) == [.person, .location],
                let between = text.text(in: TextSpan(start: one.span.end, end: other.span.start)),
                Self.joining.contains(between)
            else { continue }
            let name = one.type == .location ? one.text : other.text
            guard !name.contains(" "), !Gazetteer.places.contains(name.lowercased()) else { continue }
            people.insert(name)
        }
        guard !people.isEmpty else { return }
        for index in told.indices where told[index].type == .location && people.contains(told[index].text) {
            told[index].type = .person
        }
    }

    private static let joining: Set<String> = [" and ", " und ", " et ", " y ", " e ", " en ", " och ", " og "]

    /// The tagger's kind where it is sure of it, else that of rules for the same words; but for places, which rules tell by the word before ("in
    /// React").
    private static func kind(of name: SentenceTags.Name, _ words: String, _ ruled: Entity.Kind?) -> Entity.Kind {
        // For the sake of its first word it takes "Bennett Roofing" for a person.
        if name.kind == .person, FirmWords.areTrade(words.lowercased().split(separator: " ")) { return .organization }
        if name.kind == .person, PlaceWords.areOne(words.lowercased().split(separator: " ").map(String.init)) {
            return .location
        }
        if name.probability >= (name.kind == .person ? surePerson : sureOther) { return Entity.Kind(name.kind) }
        return ruled.flatMap { $0 == .location ? nil : $0 } ?? .other
    }
}

extension Entity {
    /// The same name in a text that begins so many bytes earlier.
    package func moved(by bytes: Int) -> Entity {
        var moved = self
        moved.span = TextSpan(start: span.start + bytes, end: span.end + bytes)
        return moved
    }
}

extension Entity.Kind {
    init(_ kind: SentenceTags.Name.Kind) {
        self =
            switch kind {
            case .person: .person
            case .location: .location
            case .organization: .organization
            case .work: .work
            case .product: .product
            case .event, .other: .other
            }
    }
}

/// Places of a text that do not overlap, looked up by where they are.
package struct PlaceIndex {
    private let places: [Range<Int>]

    /// - Parameter places: In their order.
    package init(_ places: [Range<Int>]) { self.places = places }

    package func overlaps(_ place: Range<Int>) -> Bool {
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if places[middle].upperBound <= place.lowerBound { low = middle + 1 } else { high = middle }
        }
        return low < places.count && places[low].lowerBound < place.upperBound
    }
}
