import HearthCore

/// A text of a template, as UTF-8, with the memory of which bytes came from outside.
///
/// `foreign` are the bytes that users, documents and models wrote, in order and apart from each other. The template's
/// own marks steer a model, the same letters in a message must not; so both are kept apart through every operation.
/// Joining and cutting keep the exact borders; where letters change (`upper`, `tojson`), a text with any foreign byte
/// becomes foreign as a whole.
struct Text: Sendable, Equatable, ExpressibleByStringLiteral {
    var bytes: [UInt8]
    var foreign: [Range<Int>] = []

    init(_ bytes: [UInt8], foreign: Bool = false) {
        self.bytes = bytes
        if foreign, !bytes.isEmpty { self.foreign = [0..<bytes.count] }
    }

    init(_ string: String, foreign: Bool = false) { self.init(Array(string.utf8), foreign: foreign) }
    init(stringLiteral value: String) { self.init(value) }

    var string: String { String(decoding: bytes, as: UTF8.self) }
    var isForeign: Bool { !foreign.isEmpty }
    var count: Int { bytes.count }

    /// Equal letters, wherever they came from.
    static func == (left: Text, right: Text) -> Bool { left.bytes == right.bytes }

    mutating func append(_ other: Text) {
        let offset = bytes.count
        bytes += other.bytes
        for range in other.foreign { mark(range.lowerBound + offset..<range.upperBound + offset) }
    }

    private mutating func mark(_ range: Range<Int>) {
        if let last = foreign.last, last.upperBound == range.lowerBound {
            foreign[foreign.count - 1] = last.lowerBound..<range.upperBound
        } else {
            foreign.append(range)
        }
    }

    static func + (left: Text, right: Text) -> Text {
        var result = left
        result.append(right)
        return result
    }

    /// So many times one after the other.
    func repeated(_ count: Int) -> Text {
        var result = Text("")
        var power = self
        var left = max(0, count)
        result.bytes.reserveCapacity(bytes.count * left)
        while left > 0 {
            if left & 1 == 1 { result.append(power) }
            left >>= 1
            if left > 0 { power.append(power) }
        }
        return result
    }

    /// Whether all of it is ASCII.
    var isASCII: Bool { bytes.allSatisfy { $0 < 0x80 } }

    /// The bytes in `range`, which must lie within.
    func slice(_ range: Range<Int>) -> Text {
        var result = Text(Array(bytes[range]))
        guard !foreign.isEmpty else { return result }
        // The first foreign range that ends after the slice begins; there may be thousands.
        var low = 0
        var high = foreign.count
        while low < high {
            let middle = (low + high) / 2
            if foreign[middle].upperBound <= range.lowerBound { low = middle + 1 } else { high = middle }
        }
        while low < foreign.count, foreign[low].lowerBound < range.upperBound {
            let part = foreign[low].clamped(to: range)
            result.foreign.append(part.lowerBound - range.lowerBound..<part.upperBound - range.lowerBound)
            low += 1
        }
        return result
    }

    /// A text with other letters made of this one.
    func changed(to bytes: [UInt8]) -> Text { Text(bytes, foreign: isForeign) }
    func changed(to string: String) -> Text { Text(string, foreign: isForeign) }
}

// MARK: - Code points

extension Text {
    /// Code points: what Python counts.
    var scalarCount: Int { bytes.reduce(0) { $0 + ($1 & 0xC0 != 0x80 ? 1 : 0) } }

    /// Where each code point begins, and the end.
    var scalarOffsets: [Int] {
        var offsets: [Int] = []
        offsets.reserveCapacity(bytes.count + 1)
        for (index, byte) in bytes.enumerated() where byte & 0xC0 != 0x80 { offsets.append(index) }
        offsets.append(bytes.count)
        return offsets
    }

    /// Each code point as a text.
    var scalars: [Text] {
        let offsets = scalarOffsets
        return (0..<offsets.count - 1).map { slice(offsets[$0]..<offsets[$0 + 1]) }
    }
}

// MARK: - Searching and cutting

extension Text {
    /// Where `needle` begins, at or after `start`.
    func find(_ needle: [UInt8], from start: Int = 0) -> Int? {
        guard start <= bytes.count else { return nil }
        return needle.isEmpty ? start : ByteSearch.first(needle, in: bytes, within: start..<bytes.count)
    }

    /// Where the last `needle` that ends by `end` begins.
    func findLast(_ needle: [UInt8], before end: Int) -> Int? {
        needle.isEmpty ? end : ByteSearch.last(needle, in: bytes, within: 0..<end)
    }

    /// Without white space, or the code points of `characters`, at the chosen ends.
    func stripped(_ characters: Text? = nil, left: Bool = true, right: Bool = true) -> Text {
        let set = characters.map { Set(String(decoding: $0.bytes, as: UTF8.self).unicodeScalars) }
        func drops(_ scalar: Unicode.Scalar) -> Bool {
            if let set { return set.contains(scalar) }
            return Whitespace.contains(scalar)
        }
        var low = 0
        var high = bytes.count
        while left, low < high {
            let (scalar, length) = UTF8Scalar.first(bytes, low)
            guard drops(scalar), low + length <= high else { break }
            low += length
        }
        while right, low < high {
            let (scalar, length) = UTF8Scalar.last(bytes, high)
            guard drops(scalar), high - length >= low else { break }
            high -= length
        }
        return low == 0 && high == bytes.count ? self : slice(low..<high)
    }
}

/// White space as Python's `str.isspace` has it.
enum Whitespace {
    static func contains(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09...0x0D, 0x1C...0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
        default: false
        }
    }
}

/// Single code points of UTF-8 bytes; broken bytes read as U+FFFD of length 1.
enum UTF8Scalar {
    static func first(_ bytes: [UInt8], _ index: Int) -> (Unicode.Scalar, Int) {
        let lead = bytes[index]
        if lead < 0x80 { return (Unicode.Scalar(lead), 1) }
        let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1
        guard length > 1, index + length <= bytes.count else { return ("\u{FFFD}", 1) }
        var value = UInt32(lead) & (0xFF >> UInt32(length + 1))
        for byte in bytes[index + 1..<index + length] {
            guard byte & 0xC0 == 0x80 else { return ("\u{FFFD}", 1) }
            value = value << 6 | UInt32(byte & 0x3F)
        }
        guard let scalar = Unicode.Scalar(value) else { return ("\u{FFFD}", 1) }
        return (scalar, length)
    }

    /// The code point that ends before `end`.
    static func last(_ bytes: [UInt8], _ end: Int) -> (Unicode.Scalar, Int) {
        var start = end - 1
        while start > 0, end - start < 4, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        let (scalar, length) = first(bytes, start)
        return length == end - start ? (scalar, length) : ("\u{FFFD}", 1)
    }
}
