import Crypto
import Foundation
import HearthCore
import HearthGGUF
import HearthSystem

/// Copies a file of this machine among the models, hashing it on the way; it gets its name when it is whole.
struct FileCopy: Sendable {
    let source: String
    let destination: URL
    let sha256: String?
    let progress: @Sendable (DownloadEvent) -> Void
    /// The size that was looked at; the source may be written to meanwhile.
    var expectedBytes: Int?
    var validate: @Sendable (_ path: String) throws -> Void = { _ in }

    /// Copies on a thread of its own: a disk may be slow, or asleep. Cancelling the task ends it within some megabytes.
    func run() async throws -> DownloadedFile {
        try await BlockingWork.untilStopped(on: "hearth.copy") { try copy(until: $0) }
    }

    private func copy(until flag: Latch) throws -> DownloadedFile {
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
        if let free = DiskRoom.free(at: destination), free < total || free - total < DiskRoom.reserve {
            throw RegistryError(
                .diskFull, "The copy takes \(ByteText.of(total)) and the disk has \(ByteText.of(free)) free.")
        }
        do {
            return try copy(from: handle, files, total: total, until: flag)
        } catch {
            // A copy is quickly made again; a part of it is of no use.
            try? ModelFileSystem.remove(files.partial.path)
            throw error
        }
    }

    private func copy(
        from handle: FileHandle, _ files: DownloadFiles, total: Int, until flag: Latch
    ) throws -> DownloadedFile {
        try ModelFileSystem.remove(files.journal.path)
        let file = try POSIXDownloadFile(path: files.partial.path)
        try file.truncate(to: 0)
        var hash = SHA256()
        var meter = RateMeter()
        var bytes = 0
        while let piece = try handle.read(upToCount: 4 << 20), !piece.isEmpty {
            try flag.check()
            let piece = [UInt8](piece)
            try file.append(piece[...])
            hash.update(data: piece)
            bytes += piece.count
            meter.add(piece.count, at: DownloadRun.uptime())
            progress(.progress(meter.progress(bytes: bytes, total: total)))
        }
        let found = hash.finalize().hexadecimal
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

/// Whether a file's content is that of a whole model of its format.
enum FileCheck {
    /// - Throws: ``RegistryError`` with the code `model-damaged`.
    static func check(_ path: String, format: ModelFormat?) throws(RegistryError) {
        guard let format else { return }
        let found = ModelFormat.detect(start(of: path))
        switch format {
        case .gguf:
            do {
                _ = try GGUFFile(mapping: path)
            } catch {
                throw RegistryError(.damaged, error.message)
            }
        case .ggmlWhisper, .safetensors, .onnx:
            guard found == format else {
                throw RegistryError(.damaged, "The file is not \(format.title). Fetch it again, or take another one.")
            }
        case .mlx, .coreML: return
        }
    }

    /// The header of a GGUF file; `nil` for other files.
    static func header(of path: String) -> ModelHeader? {
        guard ModelFormat.detect(start(of: path)) == .gguf else { return nil }
        return (try? GGUFFile(mapping: path)).map(ModelHeader.init)
    }

    /// What a file's first bytes say that it is; `nil` for no model that is known here.
    static func format(of path: String) -> ModelFormat? { ModelFormat.detect(start(of: path)) }

    private static func start(of path: String) -> [UInt8] {
        guard let handle = FileHandle(forReadingAtPath: path) else { return [] }
        defer { try? handle.close() }
        return [UInt8]((try? handle.read(upToCount: ModelFormat.detectionBytes)) ?? Data())
    }
}
