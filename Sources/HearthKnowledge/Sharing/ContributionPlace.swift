package import HearthCore

/// Under which name a document is kept that somebody added to a collection of another's: `shared/COLLECTION/PERSON/NUMBER/NAME`.
///
/// Who added it stands in the place, so it lives as long as the document does, in every kind of store and in its copies, and
/// nobody else can be said to have. No upload gets such a name: those begin with `uploads/`. The number tells two of one name
/// apart, so that nobody's takes the place of another's.
package struct ContributionPlace: Hashable, Sendable {
    package static let folder = "shared/"

    package let collection: String
    /// The id of who added it.
    package let person: String
    package let number: String
    package let name: String

    package var path: String { "\(Self.folder)\(collection)/\(person)/\(number)/\(name)" }

    package init(collection: String, person: String, number: String, name: String) {
        (self.collection, self.person, self.number, self.name) = (collection, person, number, name)
    }

    /// - Parameter path: Of a source; what lies in an archive that was added has its place below that one.
    package init?(_ path: String) {
        guard path.hasPrefix(Self.folder) else { return nil }
        let parts = path.dropFirst(Self.folder.count).split(separator: "/", maxSplits: 3).map(String.init)
        guard parts.count == 4 else { return nil }
        self.init(collection: parts[0], person: parts[1], number: parts[2], name: parts[3])
    }

    /// A name under which something may be kept; `nil` for one that is none, or that leads elsewhere.
    package static func checked(_ name: String) -> String? {
        let name = name.trimmingPrefix { $0.isWhitespace }
        guard !name.isEmpty, name.utf8.count <= 200, name != ".", name != "..", !name.contains("/"),
            !name.contains("\\"), name.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else { return nil }
        return String(name)
    }
}

extension StoredDocument {
    /// The places under which others added it.
    package var contributions: [ContributionPlace] { paths.compactMap { ContributionPlace($0) } }
}
