import Foundation
import HearthEngine
import HearthHTTP
import HearthStore
import HearthSystem

/// Files that were uploaded, for as long as they are being read. They lie in the data folder, for nobody else to read, and
/// are removed as soon as their text is in the encrypted store; what a killed server left goes when any command starts.
struct UploadFolder: Sendable {
    struct File: Sendable {
        /// Where it lies now.
        var path: String
        /// The name that it came with; it may name folders. Never used as a path.
        var name: String
    }

    let url: URL

    /// - Parameter data: The data folder.
    init(data: URL) { url = data.appending(path: "incoming") }

    /// Takes the files of a form. Fields that are no files are given too.
    ///
    /// - Throws: ``HearthHTTP/ServerError``. Nothing is left of the files then.
    func receive(_ request: ServerRequest, mostFiles: Int) async throws -> Batch {
        let batch = try Batch(url.appending(path: UUID().uuidString.lowercased()))
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
        /// Says to whoever sweeps that this is being worked on.
        private let lock: FolderLock?

        init(_ folder: URL) throws {
            self.folder = folder
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
                handle = opened
                files.append(File(path: path, name: part.relativePath ?? name))
            case .data(let bytes):
                if let handle {
                    do { try handle.write(contentsOf: bytes) } catch { throw Self.cannotWrite }
                } else if field != nil {
                    field?.bytes += bytes
                    guard (field?.bytes.count ?? 0) <= 4096 else {
                        throw ServerError.invalid("form", "A field of the form is too long.")
                    }
                }
            case .end:
                try? handle?.close()
                handle = nil
                if let field { fields[field.name] = String(decoding: field.bytes, as: UTF8.self) }
                field = nil
            }
        }

        /// The file that lies at a path, or below the folder that a path's file has.
        func name(of path: String) -> String? {
            files.first { path.hasSuffix("/" + $0.path.split(separator: "/").suffix(3).joined(separator: "/")) }?.name
        }

        /// Removes one file before the others.
        func remove(_ file: File) { try? FileManager.default.removeItem(atPath: file.path) }

        /// Works with the files, which are gone when that has ended, however it ends.
        nonisolated func use(_ work: @Sendable () async throws -> Void) async throws {
            do {
                try await work()
            } catch {
                await remove()
                throw error
            }
            await remove()
        }

        func remove() {
            try? handle?.close()
            handle = nil
            try? FileManager.default.removeItem(at: folder)
        }

        static let cannotWrite = ServerError(
            .insufficientStorage, "disk-full", "The file could not be kept; see whether the disk is full.")
    }
}
