#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Bytes that stay where they are for as long as this object lives: a mapped file or a private copy.
///
/// `@unchecked Sendable`: the memory is never written after `init`, and is freed only in `deinit`.
final class GGUFStorage: @unchecked Sendable {
    let bytes: UnsafeRawBufferPointer
    private let isMapped: Bool

    /// Maps a file for reading. Pages come into memory when they are touched and can be dropped by the system at any time.
    convenience init(mapping path: String) throws(GGUFError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw GGUFError(.unreadable, "\(path) cannot be opened: \(String(cString: strerror(errno))).")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw GGUFError(.unreadable, "\(path) is not a file.")
        }
        try self.init(descriptor: descriptor, of: path)
    }

    /// Maps a file that is open, from its first byte; closing it later changes nothing.
    ///
    /// - Parameter path: What the file is called in an error.
    init(descriptor: Int32, of path: String) throws(GGUFError) {
        // Where the file is read next stays what it was: whoever opened it reads it too.
        let place = lseek(descriptor, 0, SEEK_CUR)
        defer { lseek(descriptor, max(0, place), SEEK_SET) }
        guard let size = Int(exactly: lseek(descriptor, 0, SEEK_END)), size > 0 else {
            throw GGUFError(.truncated, "\(path) is empty.")
        }
        guard let base = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), base != MAP_FAILED else {
            throw GGUFError(.unreadable, "\(path) cannot be mapped: \(String(cString: strerror(errno))).")
        }
        bytes = UnsafeRawBufferPointer(start: base, count: size)
        isMapped = true
    }

    /// Copies bytes that are already in memory.
    init(copying source: UnsafeRawBufferPointer) {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: source.count, alignment: 64)
        copy.copyMemory(from: source)
        bytes = UnsafeRawBufferPointer(copy)
        isMapped = false
    }

    /// Gives back the memory of a range that will not be read soon; reading it again brings it back from the file.
    func release(_ range: Range<Int>) {
        guard isMapped, let base = bytes.baseAddress else { return }
        // Only whole pages inside the range.
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        let start = (range.lowerBound + page - 1) / page * page
        let end = range.upperBound / page * page
        guard page > 0, start < end, end <= bytes.count else { return }
        madvise(UnsafeMutableRawPointer(mutating: base + start), end - start, MADV_DONTNEED)
    }

    deinit {
        guard let base = bytes.baseAddress else { return }
        if isMapped {
            munmap(UnsafeMutableRawPointer(mutating: base), bytes.count)
        } else {
            bytes.deallocate()
        }
    }
}
