import Foundation
import HearthCore

/// A file in the folder of models that belongs to no model of the list, and why it is not used.
public struct UnlistedFile: Codable, Hashable, Sendable {
    public var path: String
    /// `nil` for a folder.
    public var bytes: Int?
    /// Sentences for a person.
    public var reason: String
    /// Whether it is a model that could be taken into the list as it is.
    public var canBeAdded: Bool
}

extension ModelRegistry {
    /// A folder of models has dozens of files. Of what somebody unpacked there by mistake, the first say enough.
    static let mostUnlisted = 100

    /// What lies in the folder of models and is not used, by name: models that nobody added, downloads of other programs that are not whole,
    /// and what is none. Reads the beginning of each file alone.
    ///
    /// - Throws: ``RegistryError`` `bad-registry`, or `file-failed` where the folder cannot be read.
    public func unlistedFiles() throws -> [UnlistedFile] {
        let files = try unlistedNames().prefix(Self.mostUnlisted)
        let known = try knownNames()
        return files.map { name in
            let path = folder.appendingPathComponent(name).path
            let bytes = ModelFileSystem.regularFileSize(path)
            let (reason, canBeAdded) = Self.reason(name, path, bytes, known)
            return UnlistedFile(path: path, bytes: bytes, reason: reason, canBeAdded: canBeAdded)
        }
    }

    /// Names in the folder that no model has, without what is kept beside models: the list itself, and licences.
    func unlistedNames() throws -> [String] {
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        let known = try knownNames()
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        } catch {
            throw RegistryError(.fileFailed, "The folder \(folder.path) cannot be read. Check its permissions.")
        }
        return names.filter { name in
            !name.hasPrefix(".") && !name.hasPrefix(file.lastPathComponent) && !known.contains(name)
                && !known.contains { name.hasPrefix($0 + ".") && Self.isText(name) }
        }
    }

    private func knownNames() throws -> Set<String> {
        Set(try entries().compactMap { Self.fileName(of: $0.manifest) }).union(
            BuiltInCatalogue.standIns.values.map(\.file))
    }

    private static func isText(_ name: String) -> Bool {
        ["txt", "md"].contains(URL(fileURLWithPath: name).pathExtension.lowercased())
    }

    /// Endings that programs give to what they have not fetched whole.
    private static let unfinished: Set<String> = [
        "part", "partial", "crdownload", "download", "incomplete", "aria2", "tmp", "opdownload", "filepart",
    ]

    private static func reason(
        _ name: String, _ path: String, _ bytes: Int?, _ known: Set<String>
    ) -> (reason: String, canBeAdded: Bool) {
        guard let bytes else { return ("It is no file; a model here is one file.", false) }
        guard bytes > 0 else { return (ModelFileFault.empty.sentence(), false) }
        if unfinished.contains(URL(fileURLWithPath: name).pathExtension.lowercased()) {
            return ("By its name it is a download that is not finished. Finish it, and give it its own name.", false)
        }
        if let meant = known.first(where: { $0.lowercased() == name.lowercased() }) {
            return ("A model of the list has the file \(meant), and names differ by capital letters. Rename it.", false)
        }
        let format = FileCheck.format(of: path)
        switch format {
        case .gguf:
            do {
                try FileCheck.check(path, format: .gguf)
            } catch {
                return (error.message, false)
            }
            return ("It is a GGUF model that is not in the list. It has to be added before it is used.", true)
        case .ggmlWhisper:
            return (
                "It is not in the list. A transcription takes it where it is named, or where there is no other.", true
            )
        case let other?:
            return ("It is \(other.title), which nothing here runs. \(other.alternative)", false)
        case nil: return ("It is no model: its first bytes are those of no format that is known here.", false)
        }
    }
}
