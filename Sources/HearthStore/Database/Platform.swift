import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// System calls whose names collide with methods where they are used, and small helpers around files.
enum Platform {
    static func open(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
        #if canImport(Glibc)
        Glibc.open(path, flags, mode)
        #elseif canImport(Musl)
        Musl.open(path, flags, mode)
        #else
        Darwin.open(path, flags, mode)
        #endif
    }

    @discardableResult
    static func close(_ descriptor: Int32) -> Int32 {
        #if canImport(Glibc)
        Glibc.close(descriptor)
        #elseif canImport(Musl)
        Musl.close(descriptor)
        #else
        Darwin.close(descriptor)
        #endif
    }

    /// Reads into `buffer` from the byte `start` of it on; the count, 0 at the end, or negative with `errno`.
    static func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer, from start: Int) -> Int {
        let place = buffer.baseAddress?.advanced(by: start)
        #if canImport(Glibc)
        return Glibc.read(descriptor, place, buffer.count - start)
        #elseif canImport(Musl)
        return Musl.read(descriptor, place, buffer.count - start)
        #else
        return Darwin.read(descriptor, place, buffer.count - start)
        #endif
    }

    /// Makes renames and new files in `folder` survive a power cut.
    static func synchronizeFolder(_ folder: URL) {
        let descriptor = open(folder.path, O_RDONLY | O_CLOEXEC, 0)
        guard descriptor >= 0 else { return }
        _ = fsync(descriptor)
        close(descriptor)
    }

    /// Writes all of `bytes` to a new file and onto the disk. `false` with `errno` when the file exists or writing fails.
    static func writeNewFile(_ path: String, _ bytes: [UInt8], mode: mode_t) -> Bool {
        bytes.withUnsafeBytes { writeNewFile(path, $0, mode: mode) }
    }

    static func writeNewFile(_ path: String, _ bytes: UnsafeRawBufferPointer, mode: mode_t) -> Bool {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { return false }
        var written = 0
        while written < bytes.count {
            let count = write(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { break }
            written += count
        }
        let isWhole = written == bytes.count && fsync(descriptor) == 0
        let failure = errno
        close(descriptor)
        if !isWhole {
            unlink(path)
            errno = failure
        }
        return isWhole
    }
}
