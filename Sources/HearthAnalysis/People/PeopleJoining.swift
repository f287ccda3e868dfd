import HearthCore
import HearthText

/// Which names are those of one person.
///
/// What a person said of a name holds. The others are joined where they can only be meant for the same: the writer's mother, whatever she is
/// called ("Mum", "my mother"); a first name, or one with an initial, of which there is exactly one longer name in the journal. Two people who
/// share a first name stay two, and the first name alone is then left for itself.
struct PeopleJoining {
    /// A name, and what is known of it.
    struct Name: Sendable {
        var name: PersonName
        /// The person whose name it is said to be.
        var person: String?
        /// Where it says what somebody is to the writer.
        var parent: KinNames.Parent?
    }

    /// Of more names that begin with the same word, none is joined: so many people share no first name, and comparing each with each would take
    /// long.
    private static let mostAlike = 200

    private let names: [Name]
    private var parents: [Int]
    /// The person that is said of a group's names, by the group's root.
    private var persons: [String?]

    /// - Parameter names: Each key once.
    init(_ names: [Name]) {
        self.names = names
        parents = Array(names.indices)
        persons = names.map(\.person)
    }

    /// The numbers of the names of each person.
    mutating func groups() -> [[Int]] {
        joinSaid()
        joinParents()
        joinTitles()
        joinShort()
        var groups: [Int: [Int]] = [:]
        for index in names.indices { groups[root(index), default: []].append(index) }
        return groups.sorted { $0.key < $1.key }.map(\.value)
    }

    // MARK: -

    private mutating func joinSaid() {
        var first: [String: Int] = [:]
        for (index, name) in names.enumerated() {
            guard let person = name.person else { continue }
            if let other = first[person] { join(index, other) } else { first[person] = index }
        }
    }

    private mutating func joinParents() {
        for parent in KinNames.Parent.allCases {
            joinAll(names.indices.filter { names[$0].parent == parent })
        }
    }

    /// Names that say the same of somebody.
    private mutating func joinAll(_ members: [Int]) {
        // Where the writer says that two of these are two people, nobody knows which of them a third is.
        guard Set(members.compactMap { persons[root($0)] }).count <= 1, let first = members.first else { return }
        for member in members.dropFirst() { join(member, first) }
    }

    /// "Aunt Rosa" and "Tante Rosa".
    private mutating func joinTitles() {
        let alike = Dictionary(grouping: names.indices.filter { names[$0].name.title != nil }) {
            [names[$0].name.title ?? ""] + names[$0].name.words
        }
        for (_, group) in alike.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) { joinAll(group) }
    }

    private mutating func joinShort() {
        // A name and what it is short for begin with the same word.
        let alike = Dictionary(grouping: names.indices) { names[$0].name.words.first ?? "" }
        // In one order on every run: what is joined first may keep others apart.
        for (_, group) in alike.sorted(by: { $0.key < $1.key })
        where group.count > 1 && group.count <= Self.mostAlike {
            // The longer first, so that "Priya N." is one with "Priya Natarajan" before "Priya" is looked at.
            let order = group.sorted { a, b in
                let (x, y) = (names[a].name, names[b].name)
                let (long, short) = ((x.words.count, x.key.count), (y.words.count, y.key.count))
                return long != short ? long > short : a < b
            }
            for index in order {
                let longer = order.filter { names[index].name.isShort(for: names[$0].name) }
                let persons = Set(longer.map { root($0) })
                if persons.count == 1, let only = persons.first { join(index, only) }
            }
        }
    }

    private mutating func root(_ index: Int) -> Int {
        var root = index
        while parents[root] != root { root = parents[root] }
        var at = index
        while parents[at] != root {
            let next = parents[at]
            parents[at] = root
            at = next
        }
        return root
    }

    /// Two of whom it is said that they are two stay two.
    private mutating func join(_ one: Int, _ other: Int) {
        let (a, b) = (root(one), root(other))
        guard a != b else { return }
        if let x = persons[a], let y = persons[b], x != y { return }
        let (kept, gone) = (min(a, b), max(a, b))
        persons[kept] = persons[kept] ?? persons[gone]
        parents[gone] = kept
    }
}
