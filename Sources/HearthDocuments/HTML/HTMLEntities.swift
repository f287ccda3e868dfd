/// Character references: `&amp;`, `&#8217;`, `&#x2019;`.
enum HTMLEntities {
    /// Appends the text of `source` with its references resolved. Text without "&" is copied as it is.
    ///
    /// In an attribute a name without a semicolon counts only when neither "=" nor a letter or digit follows, as
    /// addresses such as `?a=1&copy=2` require (13.2.5.73).
    static func append(_ source: ArraySlice<UInt8>, to out: inout [UInt8], inAttribute: Bool = false) {
        var position = source.startIndex
        while position < source.endIndex {
            guard let ampersand = source[position...].firstIndex(of: 0x26) else {
                out.append(contentsOf: source[position...])
                return
            }
            out.append(contentsOf: source[position..<ampersand])
            if let (scalars, end) = reference(in: source, after: ampersand + 1, inAttribute: inAttribute) {
                for scalar in scalars { out.append(contentsOf: UTF8.encode(scalar) ?? replacement) }
                position = end
            } else {
                out.append(0x26)
                position = ampersand + 1
            }
        }
    }

    private static let replacement = UTF8.encodedReplacementCharacter

    /// The reference that begins after an "&", and where the text goes on behind it.
    private static func reference(
        in source: ArraySlice<UInt8>, after start: Int, inAttribute: Bool
    ) -> ([Unicode.Scalar], Int)? {
        guard start < source.endIndex else { return nil }
        if source[start] == 0x23 { return number(in: source, after: start + 1) }
        var end = start
        while end < source.endIndex, end - start < longestName, source[end].isASCIILetter || source[end].isASCIIDigit {
            end += 1
        }
        guard end > start else { return nil }
        if end < source.endIndex, source[end] == 0x3B,
            let found = names[String(decoding: source[start..<end], as: UTF8.self)]
        {
            return (found.scalars, end + 1)
        }
        // Without a semicolon: the longest of the old names that fits.
        var length = min(end - start, longestLegacyName)
        while length >= 2 {
            if let found = names[String(decoding: source[start..<start + length], as: UTF8.self)], found.isLegacy {
                let after = start + length
                if inAttribute, after < source.endIndex,
                    source[after] == 0x3D || source[after].isASCIILetter || source[after].isASCIIDigit
                {
                    return nil
                }
                return (found.scalars, after)
            }
            length -= 1
        }
        return nil
    }

    private static func number(in source: ArraySlice<UInt8>, after start: Int) -> ([Unicode.Scalar], Int)? {
        var position = start
        var radix: UInt32 = 10
        if position < source.endIndex, source[position] | 0x20 == 0x78 {
            radix = 16
            position += 1
        }
        let digits = position
        var value: UInt32 = 0
        while position < source.endIndex, let digit = source[position].hexadecimalValue, UInt32(digit) < radix {
            // Beyond the last code point the value only has to stay beyond it.
            value = value > 0x10FFFF ? value : value * radix + UInt32(digit)
            position += 1
        }
        guard position > digits else { return nil }
        if position < source.endIndex, source[position] == 0x3B { position += 1 }
        if (0x80...0x9F).contains(value) { value = UInt32(windows1252[Int(value) - 0x80]) }
        guard value != 0, let scalar = Unicode.Scalar(value) else { return (["\u{FFFD}"], position) }
        return ([scalar], position)
    }

    /// What the numbers 128...159 mean, which pages use as if they were Windows-1252 (13.2.5.80); those without a
    /// character there stand for themselves.
    static let windows1252: [UInt16] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
        0x017D,
        0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153,
        0x9D,
        0x017E, 0x0178,
    ]

    private struct Entity {
        var scalars: [Unicode.Scalar]
        var isLegacy: Bool
    }

    private static let names: [String: Entity] = {
        var table: [String: Entity] = [:]
        for item in list.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
            let parts = item.split(separator: "=")
            guard parts.count == 2 else { continue }
            let isLegacy = parts[0].hasSuffix("!")
            let scalars = parts[1].split(separator: "+").compactMap {
                UInt32($0, radix: 16).flatMap(Unicode.Scalar.init)
            }
            table[String(isLegacy ? parts[0].dropLast() : parts[0])] = Entity(scalars: scalars, isLegacy: isLegacy)
        }
        return table
    }()

    /// `CounterClockwiseContourIntegral` is the longest name, `thorn` and its like among those without a semicolon.
    private static let longestName = 32
    private static let longestLegacyName = 6
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
