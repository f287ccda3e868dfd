/// Names that are known as such, in lower case.
enum Gazetteer {
    static let givenNames = set(GazetteerLists.givenNames)
    /// Given names that are ordinary words as well: names only with a capital.
    static let ambiguousGivenNames = set(GazetteerLists.ambiguousGivenNames)
    static let surnames = set(GazetteerLists.surnames)
    /// Countries, cities, regions, rivers and continents; of one or more words.
    static let places = set(GazetteerLists.places, separator: ",")
    static let organizations = set(GazetteerLists.organizations, separator: ",")
    static let products = set(GazetteerLists.products, separator: ",")
    static let works = set(GazetteerLists.works, separator: ",")
    static let nationalities = set(GazetteerLists.nationalities)
    static let titles = set(GazetteerLists.titles)
    static let placeNouns = set(GazetteerLists.placeNouns)
    static let organizationNouns = set(GazetteerLists.organizationNouns)
    static let workNouns = set(GazetteerLists.workNouns)
    static let calendar = set(GazetteerLists.calendar)

    /// Names of two and more words, by their first word.
    static let phrases: [String: [(words: [String], type: Entity.Kind)]] = {
        var table: [String: [(words: [String], type: Entity.Kind)]] = [:]
        let lists: [(Set<String>, Entity.Kind)] = [
            (places, .location), (organizations, .organization), (products, .product), (works, .work),
        ]
        for (names, type) in lists {
            for name in names {
                let words = name.split(separator: " ").map(String.init)
                guard words.count > 1 else { continue }
                table[words[0], default: []].append((words, type))
            }
        }
        return table.mapValues { $0.sorted { $0.words.count > $1.words.count } }
    }()

    private static func set(_ list: String, separator: Character = " ") -> Set<String> {
        Set(
            list.split { $0 == separator || $0 == "\n" }.map { part in
                part.split(separator: " ").joined(separator: " ")
            })
    }
}
