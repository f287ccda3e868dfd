import HearthCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#else
import Darwin
#endif

/// Reads a file that the user named, and nothing that merely looks like one.
///
/// A pipe or a device would block or never end, so only regular files (also behind a symbolic link) are opened, and at most
/// a limit of bytes is taken.
enum InputFile {
    /// The whole file.
    static func bytes(path: String, limit: Int) throws -> [UInt8] {
        try read(path: path, limit: limit, wholeFile: true)
    }

    /// The first bytes, for telling the format.
    static func head(path: String, count: Int) throws -> [UInt8] {
        try read(path: path, limit: count, wholeFile: false)
    }

    private static func read(path: String, limit: Int, wholeFile: Bool) throws -> [UInt8] {
        guard !path.utf8.contains(0) else { throw DocumentError(.notReadable, "A path cannot hold a zero byte.") }
        // Without O_NONBLOCK, opening a pipe waits for its writer before its type can be asked.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw DocumentError(.notReadable, "Cannot open \(path): \(String(cString: strerror(errno))).")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw DocumentError(.notReadable, "\(path) is not a regular file.")
        }
        let size = Int(status.st_size)
        if wholeFile, size > limit {
            throw DocumentError(
                .tooLarge, "\(path) has \(size / 1_000_000) MB; at most \(limit / 1_000_000) MB are read.")
        }
        let wanted = min(size, limit)
        return try [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
            while count < wanted {
                let taken = take(descriptor, buffer, from: count, count: wanted - count)
                if taken < 0 {
                    if errno == EINTR { continue }
                    throw DocumentError(.notReadable, "Cannot read \(path): \(String(cString: strerror(errno))).")
                }
                if taken == 0 { break }
                count += taken
            }
        }
    }

    private static func take(
        _ descriptor: Int32, _ buffer: UnsafeMutableBufferPointer<UInt8>, from start: Int, count: Int
    ) -> Int {
        guard let base = buffer.baseAddress else { return 0 }
        #if canImport(Glibc)
        return Glibc.read(descriptor, base + start, count)
        #elseif canImport(Musl)
        return Musl.read(descriptor, base + start, count)
        #elseif canImport(Android)
        return Android.read(descriptor, base + start, count)
        #else
        return Darwin.read(descriptor, base + start, count)
        #endif
    }
}
