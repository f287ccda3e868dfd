/// The central directory of a ZIP archive.
struct ZipDirectory {
    private let bytes: [UInt8]
    /// Where its first record stands, and how many there are.
    let start: Int
    let count: Int
    /// Bytes that stand before the archive, by which all its offsets are too small.
    private let shift: Int

    init(_ bytes: [UInt8]) throws {
        self.bytes = bytes
        guard let end = Self.endRecord(bytes) else { throw ZipArchive.damaged }
        var count = Int(bytes.uint16(at: end + 10))
        var size = UInt64(bytes.uint32(at: end + 12))
        var offset = UInt64(bytes.uint32(at: end + 16))
        var directoryEnd = end
        // ZIP64: a locator of 20 bytes stands before the end record and names a larger one.
        if count == 0xFFFF || size == 0xFFFF_FFFF || offset == 0xFFFF_FFFF, end >= 20,
            bytes[(end - 20)...].starts(with: "PK\u{6}\u{7}"),
            let large = Int(exactly: bytes.uint64(at: end - 12)), large >= 0, large <= bytes.count - 56,
            bytes[large...].starts(with: "PK\u{6}\u{6}")
        {
            count = Int(exactly: bytes.uint64(at: large + 32)) ?? .max
            size = bytes.uint64(at: large + 40)
            offset = bytes.uint64(at: large + 48)
            directoryEnd = large
        }
        guard let size = Int(exactly: size), let offset = Int(exactly: offset), size <= directoryEnd,
            offset <= directoryEnd - size
        else { throw ZipArchive.damaged }
        start = directoryEnd - size
        shift = start - offset
        self.count = count
    }

    /// The record that ends the archive; a comment of up to 65,535 bytes may follow it.
    private static func endRecord(_ bytes: [UInt8]) -> Int? {
        var index = bytes.count - 22
        let last = max(0, index - 65_535)
        while index >= last {
            if bytes[index] == 0x50, bytes[index...].starts(with: "PK\u{5}\u{6}") { return index }
            index -= 1
        }
        return nil
    }

    /// The entry at a position, and where the next one stands.
    func entry(at position: Int) -> (entry: ZipArchive.Entry, next: Int)? {
        guard position >= 0, position <= bytes.count - 46, bytes[position...].starts(with: "PK\u{1}\u{2}") else {
            return nil
        }
        let nameLength = Int(bytes.uint16(at: position + 28))
        let extraLength = Int(bytes.uint16(at: position + 30))
        let commentLength = Int(bytes.uint16(at: position + 32))
        let extra = position + 46 + nameLength
        guard extra + extraLength + commentLength <= bytes.count else { return nil }
        var compressedSize = UInt64(bytes.uint32(at: position + 20))
        var size = UInt64(bytes.uint32(at: position + 24))
        var offset = UInt64(bytes.uint32(at: position + 42))
        readZIP64(extra..<(extra + extraLength), &size, &compressedSize, &offset)
        guard let compressedSize = Int(exactly: compressedSize), let size = Int(exactly: size),
            let offset = Int(exactly: offset), offset <= bytes.count
        else { return nil }
        let entry = ZipArchive.Entry(
            name: bytes.string((position + 46)..<extra), compressedSize: compressedSize, size: size,
            checksum: bytes.uint32(at: position + 16), method: bytes.uint16(at: position + 10),
            isEncrypted: bytes.uint16(at: position + 8) & 1 != 0, offset: offset + shift)
        return (entry, extra + extraLength + commentLength)
    }

    /// Extra field 1 holds the values that do not fit their 32 bits, in this order.
    private func readZIP64(
        _ extra: Range<Int>, _ size: inout UInt64, _ compressedSize: inout UInt64, _ offset: inout UInt64
    ) {
        var position = extra.lowerBound
        while position + 4 <= extra.upperBound {
            let length = Int(bytes.uint16(at: position + 2))
            if bytes.uint16(at: position) == 1 {
                var field = position + 4
                func take(_ value: inout UInt64) {
                    guard value == 0xFFFF_FFFF, field + 8 <= extra.upperBound else { return }
                    value = bytes.uint64(at: field)
                    field += 8
                }
                take(&size)
                take(&compressedSize)
                take(&offset)
                return
            }
            position += 4 + length
        }
    }
}
