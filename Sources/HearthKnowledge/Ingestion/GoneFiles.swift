import Foundation
import HearthCore

/// The other places of what is to be stored, as far as no file is there any more: a document that is left with none of them is called as
/// its file is called now.
///
/// Looked at before the store is asked to write anything, so that a disk which does not answer holds up nobody but whoever reads.
enum GoneFiles {
    /// The same, each with the places that are gone; see ``Ingestion/gone``.
    static func noted(_ ingestions: [Ingestion], in library: any DocumentStore) async throws -> [Ingestion] {
        // The places of uploads and of the journal are no files.
        let ids = Set(
            ingestions.filter { isFile($0.source.path) }.map { String($0.document.contentHash.hex.prefix(16)) })
        guard !ids.isEmpty else { return ingestions }
        let known = try await library.documents(matching: SearchFilter(documentIDs: ids), limit: .max, offset: 0)
        let places = Dictionary(known.map { ($0.contentHash, Set($0.paths)) }) { first, _ in first }
        var others: [Int: Set<String>] = [:]
        for (index, ingestion) in ingestions.enumerated() where isFile(ingestion.source.path) {
            let found = places[ingestion.document.contentHash, default: []].subtracting([ingestion.source.path])
            if !found.isEmpty, found.allSatisfy(isFile) { others[index] = found }
        }
        guard !others.isEmpty else { return ingestions }
        let all = others.values.reduce(into: Set<String>()) { $0.formUnion($1) }
        let gone = try await BlockingWork.run(on: "hearth.ingest.look") { all.filter(isGone) }
        var noted = ingestions
        for (index, places) in others { noted[index].gone = places.intersection(gone) }
        return noted
    }

    private static func isFile(_ place: String) -> Bool { place.hasPrefix("/") }

    /// Whether no file is at a place any more.
    ///
    /// What another machine read, which uses the same library, was never here. It is told by its folders: those right below the root
    /// (`/home`, `/mnt`) are on every machine, so one more of them has to be here.
    static func isGone(_ place: String) -> Bool {
        let file = PartPlace.origin(of: place).file
        guard !FileManager.default.fileExists(atPath: file) else { return false }
        var folder = URL(fileURLWithPath: file).deletingLastPathComponent()
        if let isFolder = isFolder(folder) { return isFolder }
        while folder.pathComponents.count > 3 {
            folder.deleteLastPathComponent()
            // What lies in a file, such as one of an archive, is as little gone as that.
            if let isFolder = isFolder(folder) { return isFolder }
        }
        return false
    }

    /// `nil` where nothing is.
    private static func isFolder(_ place: URL) -> Bool? {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: place.path, isDirectory: &isFolder) ? isFolder.boolValue : nil
    }
}
