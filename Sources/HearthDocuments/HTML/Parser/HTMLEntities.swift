/// Character references: `&amp;`, `&#8217;`, `&#x2019;` (HTML Living Standard, 13.2.5.72 to 13.2.5.80).
enum HTMLEntities {
    /// Appends what an ampersand stands for: the characters of the reference that it begins, or itself.
    ///
    /// In an attribute a name without a semicolon counts only when neither "=" nor a letter or digit follows, as addresses
    /// such as `?a=1&copy=2` require.
    ///
    /// - Returns: Where the text goes on.
    static func append(
        _ source: [UInt8], after ampersand: Int, to out: inout [UInt8], inAttribute: Bool
    ) -> Int {
        let start = ampersand + 1
        if start < source.count, source[start] == 0x23 {
            if let (scalar, end) = number(in: source, after: start + 1) {
                append(scalar, to: &out)
                return end
            }
        } else if let (name, end) = names.longestMatch(in: source, at: start) {
            let isWhole = source[end - 1] == 0x3B
            let goesOn =
                end < source.count && (source[end] == 0x3D || source[end].isASCIILetter || source[end].isASCIIDigit)
            if isWhole || !inAttribute || !goesOn {
                out.append(contentsOf: names.characters(of: name))
                return end
            }
        }
        out.append(0x26)
        return start
    }

    /// The text of the reference that begins with the "&" at `start`, and where it ends; `nil` when there is none.
    static func reference(in source: [UInt8], at start: Int) -> (text: String, end: Int)? {
        var out: [UInt8] = []
        let end = append(source, after: start, to: &out, inAttribute: false)
        return end == start + 1 ? nil : (String(decoding: out, as: UTF8.self), end)
    }

    private static func append(_ scalar: Unicode.Scalar, to out: inout [UInt8]) {
        out.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }

    private static func number(in source: [UInt8], after start: Int) -> (Unicode.Scalar, Int)? {
        var position = start
        var radix: UInt32 = 10
        if position < source.count, source[position] | 0x20 == 0x78 {
            radix = 16
            position += 1
        }
        let digits = position
        var value: UInt32 = 0
        while position < source.count, let digit = source[position].hexadecimalValue, UInt32(digit) < radix {
            // Beyond the last code point the value only has to stay beyond it.
            value = value > 0x10FFFF ? value : value * radix + UInt32(digit)
            position += 1
        }
        guard position > digits else { return nil }
        if position < source.count, source[position] == 0x3B { position += 1 }
        if (0x80...0x9F).contains(value) { value = UInt32(windows1252[Int(value) - 0x80]) }
        return (value == 0 ? "\u{FFFD}" : Unicode.Scalar(value) ?? "\u{FFFD}", position)
    }

    /// What the numbers 128...159 mean, which pages use as if they were Windows-1252; those without a character there stand
    /// for themselves.
    private static let windows1252: [UInt16] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
        0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0x9D, 0x017E, 0x0178,
    ]

    private static let names = EntityNames(list)
}

/// The names in order, so that the names which begin as a text does are a range that each further letter narrows.
private struct EntityNames: Sendable {
    /// All names, with the semicolon where it is part of them, and their characters, each behind the other.
    private var bytes: [UInt8] = []
    private var starts: [Int32] = []
    /// Where the characters of a name begin in ``bytes``; they end where the next name starts.
    private var middles: [Int32] = []
    /// The range of names that begin with a byte.
    private var byFirst: [Range<Int>] = Array(repeating: 0..<0, count: 128)

    init(_ list: String) {
        var names: [(name: [UInt8], characters: [UInt8])] = []
        for item in list.utf8.split(whereSeparator: { $0 == 0x20 || $0 == 0x0A }) {
            guard let sign = item.lastIndex(of: 0x3D) else { continue }
            var name = Array(item[..<sign])
            var characters: [UInt8] = []
            for part in item[item.index(after: sign)...].split(separator: 0x2B) {
                let scalar = UInt32(String(Substring(part)), radix: 16).flatMap(Unicode.Scalar.init) ?? "\u{FFFD}"
                characters += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
            }
            if name.last == 0x21 {
                name.removeLast()
                names.append((name, characters))
            }
            names.append((name + [0x3B], characters))
        }
        names.sort { $0.name.lexicographicallyPrecedes($1.name) }
        for (index, item) in names.enumerated() {
            starts.append(Int32(bytes.count))
            bytes += item.name
            middles.append(Int32(bytes.count))
            bytes += item.characters
            let first = Int(item.name[0] & 0x7F)
            byFirst[first] = (byFirst[first].isEmpty ? index : byFirst[first].lowerBound)..<index + 1
        }
        starts.append(Int32(bytes.count))
    }

    func characters(of name: Int) -> ArraySlice<UInt8> { bytes[Int(middles[name])..<Int(starts[name + 1])] }

    /// The longest name that stands at a place, and where it ends.
    func longestMatch(in source: [UInt8], at start: Int) -> (name: Int, end: Int)? {
        guard start < source.count, source[start] < 0x80 else { return nil }
        var candidates = byFirst[Int(source[start])]
        var found: (name: Int, end: Int)?
        var position = start + 1
        while let first = candidates.first {
            // The shortest of them comes first.
            if Int(middles[first] - starts[first]) == position - start { found = (first, position) }
            guard position < source.count else { break }
            candidates = narrowed(candidates, to: source[position], at: position - start)
            position += 1
        }
        return found
    }

    /// The names among these, which are equal before `offset`, that have a byte there.
    private func narrowed(_ range: Range<Int>, to byte: UInt8, at offset: Int) -> Range<Int> {
        let lower = firstIndex(in: range, at: offset) { $0 >= Int(byte) }
        return lower..<firstIndex(in: lower..<range.upperBound, at: offset) { $0 > Int(byte) }
    }

    private func firstIndex(in range: Range<Int>, at offset: Int, where holds: (Int) -> Bool) -> Int {
        var low = range.lowerBound
        var high = range.upperBound
        while low < high {
            let middle = (low + high) / 2
            let place = Int(starts[middle]) + offset
            // A name that ends before comes before all others.
            if holds(place < Int(middles[middle]) ? Int(bytes[place]) : -1) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension UTF8 {
    /// U+FFFD.
    static var encodedReplacementCharacter: UTF8.EncodedString { encode("\u{FFFD}") ?? .init() }
    typealias EncodedString = Unicode.UTF8.EncodedScalar
}

extension UInt8 {
    var hexadecimalValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x37
        case 0x61...0x66: self - 0x57
        default: nil
        }
    }
}
