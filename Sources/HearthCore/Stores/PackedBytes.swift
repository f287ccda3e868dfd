/// Appends small values to bytes: unsigned LEB128 for integers, little-endian bits for floating point.
package struct ByteWriter {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package mutating func append(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    package mutating func append(_ value: Int) { append(UInt64(max(0, value))) }

    package mutating func append(_ value: Double?) {
        guard let value else { return append(0) }
        append(1)
        withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }

    package mutating func append(_ value: String?) {
        guard let value else { return append(0) }
        append(value.utf8.count + 1)
        bytes.append(contentsOf: value.utf8)
    }

    package mutating func append(_ value: [UInt8]) {
        append(value.count)
        bytes.append(contentsOf: value)
    }
}

/// Reads what ``ByteWriter`` wrote; `nil` wherever the bytes end early or make no sense.
package struct ByteReader {
    private let bytes: [UInt8]
    private var at = 0

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    package var isAtEnd: Bool { at == bytes.count }
    /// Bytes not read yet: no list in them has more elements than this.
    package var remaining: Int { bytes.count - at }

    package mutating func readInteger() -> Int? {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while at < bytes.count, shift < 63 {
            let byte = bytes[at]
            at += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return Int(exactly: value) }
            shift += 7
        }
        return nil
    }

    package mutating func readCount() -> Int? {
        guard let count = readInteger(), count <= remaining else { return nil }
        return count
    }

    /// The outer optional tells whether it could be read, the inner one is the value.
    package mutating func readDouble() -> Double?? {
        guard let flag = readInteger() else { return nil }
        guard flag == 1 else { return .some(nil) }
        guard remaining >= 8 else { return nil }
        let bits = (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes[at + $1]) << (8 * UInt64($1)) }
        at += 8
        return .some(Double(bitPattern: bits))
    }

    package mutating func readBytes() -> [UInt8]? {
        guard let size = readCount() else { return nil }
        defer { at += size }
        return Array(bytes[at..<(at + size)])
    }

    package mutating func readString() -> String?? {
        guard let size = readInteger() else { return nil }
        guard size > 0 else { return .some(nil) }
        guard size - 1 <= remaining else { return nil }
        defer { at += size - 1 }
        return String(validating: bytes[at..<(at + size - 1)], as: UTF8.self).map { .some($0) }
    }
}

extension ByteWriter {
    package mutating func append(_ span: TextSpan) {
        append(span.start)
        append(span.count)
    }
}

extension ByteReader {
    package mutating func readSpan() -> TextSpan? {
        guard let start = readInteger(), let count = readInteger() else { return nil }
        let (end, overflow) = start.addingReportingOverflow(count)
        return overflow ? nil : TextSpan(start: start, end: end)
    }
}
