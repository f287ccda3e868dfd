public import HearthCore
public import HearthText

/// Finds the names in a text: by a tagger where it knows the text's language, else by rules (`EntityRecognizer`).
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
        return tagged.entities(in: text)
    }
}

extension TaggedText {
    /// What is named, as entities of the text that was tagged, those of some bytes or all.
    public func entities(in text: String, range: Range<Int>? = nil) -> [Entity] {
        names.compactMap { place, name in
            guard range.map({ $0.lowerBound <= place.lowerBound && place.upperBound <= $0.upperBound }) ?? true,
                let words = text.text(in: TextSpan(place))
            else { return nil }
            return Entity(text: words, type: Entity.Kind(name.kind), span: TextSpan(place))
        }
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
