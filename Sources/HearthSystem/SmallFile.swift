package import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#else
import Darwin
#endif

/// A small file in which a part of the program remembers something that can be found out again: its owner's alone, replaced as a
/// whole or not at all.
///
/// Nothing else in its place does harm: no link is followed, no pipe waited for, and of a file that is too large nothing is read.
/// What has to be changed by several processes in turn, or to survive a power cut, is HearthStore's to keep.
package struct SmallFile: Hashable, Sendable {
    package let url: URL
    /// More is not read.
    package let mostBytes: Int

    package init(_ url: URL, mostBytes: Int = 1 << 20) {
        self.url = url
        self.mostBytes = mostBytes
    }

    /// The bytes; `nil` where there is no file that could be this one.
    package func read() -> [UInt8]? {
        guard !url.path.utf8.contains(0) else { return nil }
        // Without O_NONBLOCK a named pipe in the file's place would stop the program for ever.
        let descriptor = open(url.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0, let file = try? OpenFile(taking: descriptor, name: url.path), file.size <= mostBytes
        else { return nil }
        return try? file.bytes(count: file.size)
    }

    /// Writes the file, or replaces it; its folder is made when it is not there.
    ///
    /// - Throws: ``SystemError`` `not-writable`, also where something else than a file is in its place.
    package func write(_ bytes: some DataProtocol) throws {
        try NewFile.makeFolder(url.deletingLastPathComponent().path)
        try NewFile.replace(url.path, with: bytes)
    }
}
