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
            throw GGUFError(.truncated, "The model file ends too early. Download it again.")
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
            throw GGUFError(.truncated, "The model file announces more than it holds. Download it again.")
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
            throw GGUFError(.malformed, "The model file has a metadata value of unknown type \(raw).")
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
            throw GGUFError(.malformed, "The model file's metadata is nested too deeply.")
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
