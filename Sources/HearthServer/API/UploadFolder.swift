import Foundation
import Hearth
import HearthHTTP

/// Files that are being uploaded. They lie in the data folder, for nobody else to read, until all of them are in the encrypted store,
/// from where whoever reads them takes them; what a killed server left goes when any command starts.
struct UploadFolder: Sendable {
    struct File: Sendable {
        /// Where it lies now.
        var path: String
        /// The name that it came with; it may name folders. Never used as a path.
        var name: String
        /// What it holds; `nil` until all of it is here, and where nobody wanted to know.
        var content: Content?
    }

    /// By what a file is told apart from a document.
    struct Content: Sendable, Hashable {
        var byteCount: Int
        var hash: ContentHash

        func isSame(as document: StoredDocument) -> Bool {
            byteCount == document.byteCount && hash == document.contentHash
        }
    }

    let url: URL

    /// - Parameter data: The data folder.
    init(data: URL) { url = data.appending(path: "incoming") }

    /// Takes the files of a form. Fields that are no files are given too.
    ///
    /// - Parameter hashes: Whether each file's ``File/content`` is wanted, which is computed while the bytes pass by: a second reading
    ///   of a large file would keep others waiting.
    /// - Throws: ``HearthHTTP/ServerError``. Nothing is left of the files then.
    func receive(_ request: ServerRequest, mostFiles: Int, hashes: Bool = false) async throws -> Batch {
        let batch = try Batch(url.appending(path: UUID().uuidString.lowercased()), hashes: hashes)
        do {
            try await MultipartReader.read(request, mostParts: mostFiles + 10) { event in
                try await batch.take(event, mostFiles: mostFiles)
            }
        } catch {
            await batch.remove()
            throw error
        }
        return batch
    }

    /// The files of one form.
    actor Batch {
        nonisolated let folder: URL
        private(set) var files: [File] = []
        private(set) var fields: [String: String] = [:]
        private var handle: FileHandle?
        private var field: (name: String, bytes: [UInt8])?
        private let hashes: Bool
        /// Of the file that is being written.
        private var hash: RunningHash?
        /// Says to whoever sweeps that this is being worked on.
        private let lock: FolderLock?

        init(_ folder: URL, hashes: Bool) throws {
            self.folder = folder
            self.hashes = hashes
            do {
                try NewFile.makeFolder(folder.path)
                lock = try FolderLock(Leftovers.lockFile(in: folder), mode: .exclusive, timeout: 0)
            } catch {
                throw Self.cannotWrite
            }
        }

        func take(_ event: MultipartReader.Event, mostFiles: Int) throws {
            switch event {
            case .begin(let part):
                guard let name = part.fileName else {
                    field = (part.field, [])
                    return
                }
                guard files.count < mostFiles else {
                    throw ServerError.invalid("file", "At most \(mostFiles) files are taken at a time.")
                }
                // A folder for each, with a number for its name, so that two files of one name do not meet. Only the name's
                // last part is used, because its ending tells the format.
                let place = folder.appending(path: String(files.count))
                let path = place.appending(path: name).path
                guard (try? NewFile.makeFolder(place.path)) != nil, let opened = try? NewFile.create(path) else {
                    throw Self.cannotWrite
                }
                (handle, hash) = (opened, hashes ? RunningHash() : nil)
                files.append(File(path: path, name: part.relativePath ?? name))
            case .data(let bytes):
                if let handle {
                    do { try handle.write(contentsOf: bytes) } catch { throw Self.cannotWrite }
                    hash?.add(bytes)
                } else if field != nil {
                    field?.bytes += bytes
                    guard (field?.bytes.count ?? 0) <= 4096 else {
                        throw ServerError.invalid("form", "A field of the form is too long.")
                    }
                }
            case .end:
                try? handle?.close()
                if handle != nil, let hash {
                    files[files.count - 1].content = Content(byteCount: hash.byteCount, hash: hash.digest)
                }
                (handle, hash) = (nil, nil)
                if let field { fields[field.name] = String(decoding: field.bytes, as: UTF8.self) }
                field = nil
            }
        }

        func remove() {
            try? handle?.close()
            handle = nil
            try? FileManager.default.removeItem(at: folder)
        }

        static let cannotWrite = ServerError(.diskFull, "The file could not be kept; see whether the disk is full.")
    }
}

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

    /// The places of files that were sent together, one for each, in their order. All are given back where one cannot be had.
    ///
    /// A program puts nothing in the place of what it may not read, also when it says that it replaces; its file gets the first
    /// name beside it that is free of that.
    ///
    /// - Parameter queued: Names that are for what waits in the queue: also what another server was sent, or this one before it was
    ///   started anew.
    func take(
        _ files: [UploadFolder.File], replaces: Bool, among documents: Hearth.Documents, queued: Set<String>
    ) async throws -> [Place] {
        var there = DocumentsThere(documents: documents)
        var places: [Place] = []
        do {
            for file in files {
                places.append(try await take(file, replaces: replaces, among: &there, queued: queued))
            }
        } catch {
            giveBack(places)
            throw error
        }
        return places
    }

    /// The documents of names, each asked for once: of a hundred files of one name, each meets those before it.
    private struct DocumentsThere {
        let documents: Hearth.Documents
        private var found: [String: StoredDocument?] = [:]

        init(documents: Hearth.Documents) { self.documents = documents }

        mutating func document(at path: String) async throws -> StoredDocument? {
            if let known = found[path] { return known }
            let document = try await Reader.$current.withValue(nil) { [documents] in
                try await documents.document(at: path)
            }
            found[path] = .some(document)
            return document
        }
    }

    private func take(
        _ file: UploadFolder.File, replaces: Bool, among documents: inout DocumentsThere, queued: Set<String>
    ) async throws -> Place {
        let name = file.name
        let last = name.lastIndex(of: "/") ?? name.startIndex
        let dot = name[last...].lastIndex(of: ".") ?? name.endIndex
        var found = Place(path: "")
        found.isReserved = !replaces
        var number = 1
        while true {
            found.path = Wire.Document.uploads + (number == 1 ? name : "\(name[..<dot]) \(number)\(name[dot...])")
            number += 1
            // Before the store is asked, which takes a while in which another may ask for the same.
            guard replaces || !queued.contains(found.path) && taken.insert(found.path).inserted else {
                found.beside = name
                continue
            }
            do {
                guard let there = try await documents.document(at: found.path) else { return found }
                let isHidden = Reader.current.map { there.label > $0.ceiling } ?? false
                if !isHidden {
                    if replaces || file.content?.isSame(as: there) == true { return found }
                    found.beside = name
                    if there.label == .private { found.label = .private }
                }
            } catch {
                if !replaces { taken.remove(found.path) }
                throw error
            }
            if !replaces { taken.remove(found.path) }
        }
    }

    /// Whether somebody else got one of these places meanwhile: another server of the same library, which knows nothing of what is taken
    /// here. Asked once a task that names them can be seen by all: then of two that took the same, one at least finds the other.
    ///
    /// - Parameter task: The task that names them.
    func areShared(_ places: [(Place, UploadFolder.File)], with task: String, _ hearth: Hearth) async throws -> Bool {
        // First what waits and then what was read: what has gone from there by now is here.
        let others = try await hearth.work.placesOfUploads(but: task)
        for (place, file) in places where place.isReserved {
            if others.contains(place.path) { return true }
            let there = try await Reader.$current.withValue(nil) {
                try await hearth.documents.document(at: place.path)
            }
            if let there, file.content?.isSame(as: there) != true { return true }
        }
        return false
    }

    /// For when the store has them, or will not.
    func giveBack(_ places: [Place]) {
        for place in places where place.isReserved { taken.remove(place.path) }
    }
}
