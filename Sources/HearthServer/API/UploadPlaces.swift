import Foundation
import HearthCore
import HearthStore

/// Under which names uploads are kept.
///
/// A name says little: every scanner calls its files alike, and what an upload took the place of would be gone for good, because
/// nothing else is kept of it. So another file of a name is kept beside the first, unless whoever sends it says that it replaces.
actor UploadPlaces {
    struct Place: Sendable {
        /// Where it is kept, such as `uploads/notes 2.md`.
        var path: String
        /// The name that it came with, where that is another file's and stays so.
        var beside: String?
        /// The label of the file beside it, where that is private: this may be the same one, edited.
        var label: SensitivityLabel?
        /// Whether nobody else gets it until it is given back.
        fileprivate var isReserved = false
    }

    /// What is being read already and not in the store yet.
    private var taken: Set<String> = []

    /// The place of a file.
    ///
    /// A program puts nothing in the place of what it may not read, also when it says that it replaces; its file gets the first
    /// name beside it that is free of that.
    func take(_ file: UploadFolder.File, replaces: Bool, in database: HearthDatabase) async throws -> Place {
        let name = file.name
        let last = name.lastIndex(of: "/") ?? name.startIndex
        let dot = name[last...].lastIndex(of: ".") ?? name.endIndex
        var found = Place(path: "")
        found.isReserved = !replaces
        var number = 1
        while true {
            found.path = DocumentJSON.uploads + (number == 1 ? name : "\(name[..<dot]) \(number)\(name[dot...])")
            number += 1
            // Before the store is asked, which takes a while in which another may ask for the same.
            guard replaces || taken.insert(found.path).inserted else {
                found.beside = name
                continue
            }
            let path = found.path
            do {
                let there = try await Reader.$current.withValue(nil) { try await database.document(atPath: path) }
                guard let there else { return found }
                let isHidden = Reader.current.map { there.label > $0.ceiling } ?? false
                if !isHidden {
                    if replaces || Self.isSame(file, there) { return found }
                    found.beside = name
                    if there.label == .private { found.label = .private }
                }
            } catch {
                if !replaces { taken.remove(path) }
                throw error
            }
            if !replaces { taken.remove(path) }
        }
    }

    /// For when the store has them, or will not.
    func giveBack(_ places: [Place]) {
        for place in places where place.isReserved { taken.remove(place.path) }
    }

    private static func isSame(_ file: UploadFolder.File, _ document: StoredDocument) -> Bool {
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: file.path), options: .mappedIfSafe) else {
            return false
        }
        return data.count == document.byteCount && ContentHash(of: data) == document.contentHash
    }
}
