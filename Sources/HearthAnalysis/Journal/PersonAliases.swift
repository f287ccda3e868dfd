import HearthCore

/// Which names of a journal are those of one person: "Priya", "Priya N." and "Priya Natarajan".
///
/// Names are joined where the shorter one can only be meant for the longer one: a first name, or a first name with an initial, of which there
/// is exactly one longer name. Two people who share a first name stay two, and the first name alone is then left for itself.
struct PersonAliases {
    private var names: [String: String] = [:]

    /// - Parameter mentions: Names of persons, each as often as it comes, with the number of its mentions.
    init(_ mentions: [(name: String, count: Int)]) {
        var counts: [String: Int] = [:]
        for (name, count) in mentions { counts[name, default: 0] += count }
        let known = counts.keys.sorted()
        // A name and what it is short for begin with the same word: years name thousands of people.
        let alike = Dictionary(grouping: known) { Self.words($0).first ?? "" }
        // Each name to the one it is short for, if there is one.
        var longer: [String: String] = [:]
        for name in known {
            let whole = (alike[Self.words(name).first ?? ""] ?? []).filter { Self.isShort(name, for: $0) }
            // "Priya" is short for "Priya N." and for "Priya Natarajan", which are one if the second is short for the third.
            let longest = whole.filter { candidate in !whole.contains { Self.isShort(candidate, for: $0) } }
            if longest.count == 1 { longer[name] = longest[0] }
        }
        var groups: [String: [String]] = [:]
        for name in known { groups[longer[name] ?? name, default: []].append(name) }
        for group in groups.values {
            // Called as the writer calls them most; of equals by the longest, which says most.
            let shown = group.max { (counts[$0] ?? 0, $0.count, $1) < (counts[$1] ?? 0, $1.count, $0) }
            for name in group { names[name] = shown }
        }
    }

    /// The name under which a person is counted.
    func name(for name: String) -> String { names[name] ?? name }

    /// Whether one name may be another's beginning: fewer words, or an initial for a word, and otherwise the same.
    static func isShort(_ name: String, for other: String) -> Bool {
        let (short, long) = (words(name), words(other))
        guard name != other, !short.isEmpty, short.count <= long.count, short[0].count > 1, short != long else {
            return false
        }
        return zip(short, long).enumerated().allSatisfy { index, pair in
            pair.0 == pair.1 || index > 0 && pair.0.count == 1 && pair.1.hasPrefix(pair.0)
        }
    }

    private static func words(_ name: String) -> [String] {
        name.lowercased().split { $0 == " " || $0 == "." || $0 == "\u{A0}" }.map(String.init)
    }
}
