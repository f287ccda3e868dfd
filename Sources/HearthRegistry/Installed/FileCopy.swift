import Crypto
import Foundation

/// Copies a file of this machine among the models, hashing it on the way; it gets its name when it is whole.
struct FileCopy: Sendable {
    let source: String
    let destination: URL
    let sha256: String?
    let progress: @Sendable (DownloadEvent) -> Void
    /// The size that was looked at; the source may be written to meanwhile.
    var expectedBytes: Int?
    var validate: @Sendable (_ path: String) throws -> Void = { _ in }

    func run() async throws -> DownloadedFile {
        let files = DownloadFiles(destination: destination)
        try ModelFileSystem.makeFolder(destination.deletingLastPathComponent())
        try ModelFileSystem.makeFolder(files.folder)
        guard let lock = try FileLock(files.lock) else {
            throw RegistryError(.busy, "Another process is fetching a file of the same name.")
        }
        defer { lock.release() }
        guard let handle = FileHandle(forReadingAtPath: source) else {
            throw RegistryError(.notFound, "There is no file \(source) that can be read.")
        }
        defer { try? handle.close() }
        let total = ModelFileSystem.regularFileSize(source) ?? 0
        if let free = MachineFacts.diskFree(at: destination), free < total || free - total < ModelFit.diskReserve {
            throw RegistryError(
                .diskFull, "The copy takes \(ByteText.of(total)) and the disk has \(ByteText.of(free)) free.")
        }
        do {
            return try await copy(from: handle, files, total: total)
        } catch {
            // A copy is quickly made again; a part of it is of no use.
            try? ModelFileSystem.remove(files.partial.path)
            throw error
        }
    }

    private func copy(from handle: FileHandle, _ files: DownloadFiles, total: Int) async throws -> DownloadedFile {
        try ModelFileSystem.remove(files.journal.path)
        let file = try POSIXDownloadFile(path: files.partial.path)
        try file.truncate(to: 0)
        var hash = SHA256()
        var meter = RateMeter()
        var bytes = 0
        while let piece = try handle.read(upToCount: 4 << 20), !piece.isEmpty {
            try Task.checkCancellation()
            let piece = [UInt8](piece)
            try file.append(piece[...])
            hash.update(data: piece)
            bytes += piece.count
            meter.add(piece.count, at: DownloadRun.uptime())
            progress(.progress(meter.progress(bytes: bytes, total: total)))
            await Task.yield()
        }
        let found = HashText.hexadecimal(hash.finalize())
        guard sha256 ?? found == found else {
            throw RegistryError(.wrongHash, "The file's SHA-256 is \(found) instead of \(sha256 ?? "").")
        }
        guard expectedBytes ?? bytes == bytes else {
            throw RegistryError(
                .wrongSize,
                "The file \(source) had \(expectedBytes ?? 0) bytes and now has \(bytes): something writes to it. Add it when "
                    + "that is done.")
        }
        try file.synchronize()
        try validate(files.partial.path)
        try ModelFileSystem.move(files.partial.path, to: destination.path)
        return DownloadedFile(path: destination.path, bytes: bytes, sha256: found)
    }
}
