import HearthCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Reads little-endian values one after another and refuses to step outside its range.
struct GGUFCursor {
    /// Arrays inside arrays beyond this depth are refused. None is known to use more than one.
    static let maximumDepth = 4

    let storage: GGUFStorage
    private(set) var offset: Int
    private let end: Int

    init(storage: GGUFStorage, range: Range<Int>) {
        self.storage = storage
        offset = range.lowerBound
        end = min(range.upperBound, storage.bytes.count)
    }

    var remaining: Int { end - offset }

    mutating func skip(_ count: Int) throws(GGUFError) {
        guard count >= 0, count <= remaining else {
            throw GGUFError(.truncated, .cutOff(has: storage.bytes.count, needs: nil))
        }
        offset += count
    }

    mutating func integer<T: FixedWidthInteger>(_ type: T.Type = T.self) throws(GGUFError) -> T {
        let start = offset
        try skip(MemoryLayout<T>.size)
        return T(littleEndian: storage.bytes.loadUnaligned(fromByteOffset: start, as: T.self))
    }

    /// A count of things that take at least `minimumSize` bytes each: more than the rest of the file can hold is refused
    /// before anything is allocated for them.
    mutating func count(ofAtLeast minimumSize: Int) throws(GGUFError) -> Int {
        let value = try integer(UInt64.self)
        guard value <= UInt64(remaining / max(minimumSize, 1)) else {
            throw GGUFError(.truncated, .cutOff(has: storage.bytes.count, needs: nil))
        }
        return Int(value)
    }

    /// The place of a string's bytes.
    mutating func stringRange() throws(GGUFError) -> Range<Int> {
        let length = try count(ofAtLeast: 1)
        let start = offset
        try skip(length)
        return start..<offset
    }

    mutating func string() throws(GGUFError) -> String {
        String(decoding: storage.bytes[try stringRange()], as: UTF8.self)
    }

    mutating func elementType() throws(GGUFError) -> GGUFArray.Element {
        let raw = try integer(UInt32.self)
        guard let type = GGUFArray.Element(rawValue: raw) else {
            throw GGUFError(damaged: "it has a metadata value of unknown type \(raw)")
        }
        return type
    }

    mutating func value(of type: GGUFArray.Element, depth: Int = 0) throws(GGUFError) -> GGUFValue {
        switch type {
        case .uint8: return .unsigned(UInt64(try integer(UInt8.self)))
        case .uint16: return .unsigned(UInt64(try integer(UInt16.self)))
        case .uint32: return .unsigned(UInt64(try integer(UInt32.self)))
        case .uint64: return .unsigned(try integer(UInt64.self))
        case .int8: return .signed(Int64(try integer(Int8.self)))
        case .int16: return .signed(Int64(try integer(Int16.self)))
        case .int32: return .signed(Int64(try integer(Int32.self)))
        case .int64: return .signed(try integer(Int64.self))
        case .float32: return .float(Double(Float(bitPattern: try integer(UInt32.self))))
        case .float64: return .float(Double(bitPattern: try integer(UInt64.self)))
        case .bool: return .bool(try integer(UInt8.self) != 0)
        case .string: return .string(try string())
        case .array: return .array(try array(depth: depth))
        }
    }

    /// Steps over an array, checking every length in it, and returns its place.
    private mutating func array(depth: Int) throws(GGUFError) -> GGUFArray {
        guard depth < Self.maximumDepth else {
            throw GGUFError(damaged: "its metadata is nested too deeply")
        }
        let element = try elementType()
        // A string is at least its length (8 bytes); an array its type and count (12 bytes).
        let count = try count(ofAtLeast: element.size ?? (element == .string ? 8 : 12))
        let start = offset
        if let size = element.size {
            try skip(count * size)
        } else {
            for _ in 0..<count {
                if element == .string {
                    _ = try stringRange()
                } else {
                    _ = try array(depth: depth + 1)
                }
            }
        }
        return GGUFArray(element: element, count: count, range: start..<offset, storage: storage)
    }
}

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
            throw GGUFError(.truncated, .empty)
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
