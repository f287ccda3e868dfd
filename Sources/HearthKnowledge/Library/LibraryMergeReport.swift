public import HearthCore

/// What became of a library that was merged into another one.
public struct LibraryMergeReport: Hashable, Sendable {
    /// Of all things of one kind.
    public struct Tally: Hashable, Sendable {
        /// What they are called, such as `documents`.
        public var name: String
        /// Those of the library that was merged.
        public var total = 0
        /// Those that were not there. Where there is a ``hash``, they were read back and are the same.
        public var added = 0
        /// Those that were there already.
        public var present = 0
        /// Those that are private and were not asked for.
        public var withheld = 0
        /// How many of these, counted above too, met another thing of the same name; each is among ``LibraryMergeReport/conflicts``.
        public var conflicts = 0
        /// The SHA-256 digest of what was added, in its order, as it was read back; `nil` where nothing has one.
        public var hash: ContentHash?

        public init(name: String) { self.name = name }
    }

    /// A thing of which each library has another one under the same name.
    public struct Conflict: Hashable, Sendable {
        /// What it is one of, as ``Tally/name``.
        public var of: String
        /// Its path, id or name.
        public var name: String
        /// Under which name what came is beside what was there; `nil` where only what was there is.
        public var keptAs: String?

        public init(of: String, name: String, keptAs: String?) {
            (self.of, self.name, self.keptAs) = (of, name, keptAs)
        }
    }

    public var tallies: [Tally] = []
    /// The first ``mostConflicts``; how many there are, the tallies say.
    public var conflicts: [Conflict] = []
    /// How many rows there are of kinds that are not merged: they stay where they are.
    public var left: [LibraryRow.Kind: Int] = [:]

    public init() {}

    /// Conflicts that are told one by one.
    public static let mostConflicts = 1_000

    /// The tally of a name; one of nothing where there is none.
    public func tally(_ name: String) -> Tally { tallies.first { $0.name == name } ?? Tally(name: name) }

    /// How many private things were not merged.
    public var withheld: Int { tallies.reduce(0) { $0 + $1.withheld } }

    package mutating func tell(_ conflict: Conflict) {
        if conflicts.count < Self.mostConflicts { conflicts.append(conflict) }
    }
}
