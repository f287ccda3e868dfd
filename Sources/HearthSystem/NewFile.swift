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

/// Makes files that only their owner can read, from the first byte on.
///
/// `FileManager` and `Data` make a file by the umask and set its mode afterwards: for a moment everybody could open it.
package enum NewFile {
    /// Makes an empty file and opens it for writing.
    ///
    /// - Throws: ``SystemError`` `exists` when something of that name is there, also a link; `not-writable`.
    package static func create(_ path: String) throws -> FileHandle { try create(path, as: path) }

    /// - Parameter name: What an error calls it: nobody knows the file that another is made in.
    private static func create(_ path: String, as name: String) throws -> FileHandle {
        guard !path.utf8.contains(0) else { throw SystemError(.notWritable, "A path cannot hold a zero byte.") }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            if errno == EEXIST { throw SystemError(.exists, "\(name) is there already; name another file.") }
            throw SystemError.notWritable(name, errno)
        }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// A new file that is written piece by piece.
    package struct Writer {
        private let path: String
        private let name: String
        private let handle: FileHandle

        /// - Throws: As ``NewFile/create(_:)`` does.
        package init(_ path: String) throws { try self.init(path, as: path) }

        fileprivate init(_ path: String, as name: String) throws {
            (self.path, self.name) = (path, name)
            handle = try create(path, as: name)
        }

        /// - Throws: ``SystemError`` `not-writable`.
        package func append(_ bytes: some DataProtocol) throws {
            try told { try handle.write(contentsOf: bytes) }
        }

        package func close() throws {
            try told { try handle.close() }
        }

        /// Removes what was written.
        package func discard() { unlink(path) }

        private func told(_ body: () throws -> Void) throws {
            do { try body() } catch {
                throw SystemError(.notWritable, "\(name) cannot be written: \(describe(error))")
            }
        }
    }

    /// Writes a file that was not there.
    package static func write(_ bytes: some DataProtocol, to path: String) throws {
        try write(bytes, to: path, as: path)
    }

    private static func write(_ bytes: some DataProtocol, to path: String, as name: String) throws {
        let writer = try Writer(path, as: name)
        do {
            try writer.append(bytes)
            try writer.close()
        } catch {
            writer.discard()
            throw error
        }
    }

    /// Writes a file that was not there, a piece at a time. Where the end is not reached, no file is left.
    ///
    /// - Parameter body: Writes the pieces; what it throws is thrown on.
    package static func write(to path: String, _ body: (Writer) async throws -> Void) async throws {
        let writer = try Writer(path)
        do {
            try await body(writer)
            try writer.close()
        } catch {
            writer.discard()
            throw error
        }
    }

    /// Writes a file, or replaces the one that is there, as a whole or not at all.
    ///
    /// - Throws: ``SystemError`` `not-writable`, also where something else than a file is there: a folder, a link, a device.
    package static func replace(_ path: String, with bytes: some DataProtocol) throws {
        var status = stat()
        guard lstat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
            throw SystemError(.notWritable, "\(path) is there and is no regular file; name another file.")
        }
        let partial = "\(path).\(UUID().uuidString.prefix(8)).partial"
        try write(bytes, to: partial, as: path)
        guard rename(partial, path) == 0 else {
            let failure = errno
            unlink(partial)
            throw SystemError.notWritable(path, failure)
        }
    }

    /// Says when a file was changed last, and looked at, to the nanosecond as far as the disk keeps it.
    ///
    /// - Throws: ``SystemError`` `not-writable`.
    package static func setModified(_ date: Date, of path: String) throws {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        let rest = min(999_999_999, Int((date.timeIntervalSince1970 - seconds) * 1e9))
        let time = timespec(tv_sec: time_t(exactly: seconds) ?? 0, tv_nsec: rest)
        guard !path.utf8.contains(0), utimensat(AT_FDCWD, path, [time, time], AT_SYMLINK_NOFOLLOW) == 0 else {
            throw SystemError.notWritable(path, errno)
        }
    }

    /// Makes a folder, and those above it that are missing, for their owner alone.
    package static func makeFolder(_ path: String) throws {
        var missing: [String] = []
        var place = URL(fileURLWithPath: path).standardizedFileURL.path
        var status = stat()
        while stat(place, &status) != 0, place != "/" {
            missing.append(place)
            place = URL(fileURLWithPath: place).deletingLastPathComponent().path
        }
        for folder in missing.reversed() where mkdir(folder, 0o700) != 0 && errno != EEXIST {
            throw SystemError(.notWritable, "The folder \(folder) cannot be made: \(SystemError.words(errno)).")
        }
    }

    private static func describe(_ error: any Error) -> String {
        errno == ENOSPC ? "the disk is full." : "check the folder and its permissions."
    }
}

// MARK: - Small files

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
