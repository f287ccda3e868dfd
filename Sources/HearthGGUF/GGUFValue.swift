/// One value of a GGUF file's metadata.
public enum GGUFValue: Sendable {
    /// Any of the unsigned integers.
    case unsigned(UInt64)
    /// Any of the signed integers.
    case signed(Int64)
    /// A 32- or 64-bit floating-point number.
    case float(Double)
    case bool(Bool)
    case string(String)
    /// Read only when asked for, since vocabularies have hundreds of thousands of elements.
    case array(GGUFArray)

    /// The value as an integer; `nil` for other kinds, and when it does not fit.
    public var int: Int? {
        switch self {
        case .unsigned(let value): Int(exactly: value)
        case .signed(let value): Int(exactly: value)
        default: nil
        }
    }

    /// The value as a number; `nil` for text, booleans and arrays.
    public var double: Double? {
        switch self {
        case .unsigned(let value): Double(value)
        case .signed(let value): Double(value)
        case .float(let value): value
        default: nil
        }
    }

    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    public var string: String? { if case .string(let value) = self { value } else { nil } }
    public var array: GGUFArray? { if case .array(let value) = self { value } else { nil } }
}

/// An array in a GGUF file's metadata, kept as the place of its bytes. Its bounds were checked when the file was opened.
public struct GGUFArray: Sendable {
    /// The kinds of elements, with the numbers of the file format.
    enum Element: UInt32, Sendable {
        case uint8, int8, uint16, int16, uint32, int32, float32, bool, string, array, uint64, int64, float64

        /// Bytes of a value; `nil` for strings and arrays, whose length varies.
        var size: Int? {
            switch self {
            case .uint8, .int8, .bool: 1
            case .uint16, .int16: 2
            case .uint32, .int32, .float32: 4
            case .uint64, .int64, .float64: 8
            case .string, .array: nil
            }
        }
    }

    let element: Element
    /// The number of elements.
    public let count: Int
    let range: Range<Int>
    let storage: GGUFStorage

    /// Whether the elements are strings.
    public var holdsStrings: Bool { element == .string }

    /// All elements, in order.
    public func values() throws(GGUFError) -> [GGUFValue] {
        var cursor = GGUFCursor(storage: storage, range: range)
        var values: [GGUFValue] = []
        values.reserveCapacity(count)
        for _ in 0..<count { values.append(try cursor.value(of: element)) }
        return values
    }

    /// All elements as integers; an element of another kind is an error.
    public func integers() throws(GGUFError) -> [Int] {
        var integers: [Int] = []
        integers.reserveCapacity(count)
        for value in try values() {
            guard let integer = value.int else {
                throw GGUFError(damaged: "a list of integers in its head holds something else")
            }
            integers.append(integer)
        }
        return integers
    }

    /// Calls `body` with the place of every string's bytes in turn. The bytes need not be valid UTF-8, and are good only
    /// during the call.
    public func forEachString(_ body: (_ index: Int, _ bytes: UnsafeRawBufferPointer) -> Void) throws(GGUFError) {
        guard element == .string else {
            throw GGUFError(damaged: "a list of texts in its head holds something else")
        }
        var cursor = GGUFCursor(storage: storage, range: range)
        for index in 0..<count {
            let place = try cursor.stringRange()
            body(index, UnsafeRawBufferPointer(rebasing: storage.bytes[place]))
        }
        withExtendedLifetime(storage) {}
    }

    /// All elements as strings, with invalid UTF-8 repaired; an element of another kind is an error.
    public func strings() throws(GGUFError) -> [String] {
        var strings: [String] = []
        strings.reserveCapacity(count)
        try forEachString { _, bytes in strings.append(String(decoding: bytes, as: UTF8.self)) }
        return strings
    }
}
