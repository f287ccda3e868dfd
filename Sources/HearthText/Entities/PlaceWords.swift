/// Words that stand in the names of places, at the front of them or as their last part: "Bad Tölz", "Puerto Plata", "Elbhafen".
package enum PlaceWords {
    /// Whether a name is that of a place by its own words.
    ///
    /// - Parameter words: In lower case.
    package static func areOne(_ words: [String]) -> Bool {
        guard let first = words.first, let last = words.last else { return false }
        if words.count > 1, words.count < 5, heads.contains(first) { return true }
        // Of a spa; "Bad Luck" is none.
        if words.count == 2, first == "bad" { return !CommonWords.contains(last) }
        return words.count == 1
            && endings.contains { last.hasSuffix($0) && last.utf8.count >= $0.utf8.count + 3 }
    }

    /// What is a given name or another word as well is left out: "Isla", "Via", "Cape".
    private static let heads: Set<String> = Set(
        words: """
            port puerto punta playa plaza calle avenida río cabo casa rue île mont piazza piazzale lago isola \
            rua praça praia ilha serra schloss
            """)

    /// Of compounds in German and Dutch.
    private static let endings = [
        "haven", "hafen", "straße", "strasse", "straat", "gracht", "platz", "brücke", "plein",
    ]
}
