import Foundation
import HearthCore
import HearthHTTP
import HearthKnowledge
import HearthStore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The recording that lies beside a transcript, under the same name with another ending.
///
/// Only a transcript that was read from a file of this machine has one, and only a regular file in that very folder is it:
/// a link in its place leads anywhere.
struct RecordingFile: Sendable {
    let path: String
    let type: String

    /// - Returns: `nil` when there is none. Nothing was opened.
    init?(beside document: StoredDocument) {
        for source in document.paths where source.hasPrefix("/") {
            guard let slash = source.lastIndex(of: "/"), let dot = source.lastIndex(of: "."), dot > slash else {
                continue
            }
            let folder = String(source[..<slash])
            // A folder that has become a link since does not count.
            guard folder.isEmpty || FileFinder.realPath(folder) == folder else { continue }
            let stem = String(source[..<dot])
            // `talk.m4a.vtt` is what some programs write beside `talk.m4a`.
            let whole = RecordingFormat.type(ofName: stem).map { [(stem, $0)] } ?? []
            let others = RecordingFormat.endings.flatMap { ending in
                [ending, ending.uppercased()].compactMap { name in
                    RecordingFormat.types[ending].map { ("\(stem).\(name)", $0) }
                }
            }
            for (path, type) in whole + others where Self.isFile(path) {
                self.path = path
                self.type = type
                return
            }
        }
        return nil
    }

    private static func isFile(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Opens it for reading, with its size and what changes when it does.
    ///
    /// - Returns: `nil` when it is not there any more, or is not what it was.
    func handle() -> (file: FileHandle, size: Int, tag: String)? {
        // Not through a link, and without waiting where it is a pipe meanwhile.
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        #if canImport(Darwin)
        let time = status.st_mtimespec
        #else
        let time = status.st_mtim
        #endif
        let tag = [Int(status.st_size), Int(time.tv_sec), Int(time.tv_nsec), Int(status.st_ino)]
            .map { String($0, radix: 36) }.joined(separator: "-")
        return (file, Int(status.st_size), "\"\(tag)\"")
    }
}
