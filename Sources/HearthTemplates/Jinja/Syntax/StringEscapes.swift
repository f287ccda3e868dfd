/// Escapes in string literals, as Python's `unicode-escape` reads them: unknown ones stay as they are.
enum StringEscapes {
    private static let simple: [UInt8: UInt8] = [
        UInt8(ascii: "n"): 0x0A, UInt8(ascii: "t"): 0x09, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "b"): 0x08,
        UInt8(ascii: "f"): 0x0C, UInt8(ascii: "v"): 0x0B, UInt8(ascii: "a"): 0x07, UInt8(ascii: "\\"): 0x5C,
        UInt8(ascii: "'"): 0x27, UInt8(ascii: "\""): 0x22,
    ]

    static func decoded(_ literal: ArraySlice<UInt8>) throws -> [UInt8] {
        var result: [UInt8] = []
        var index = literal.startIndex
        while index < literal.endIndex {
            let byte = literal[index]
            index += 1
            guard byte == 0x5C, index < literal.endIndex else {
                result.append(byte)
                continue
            }
            let mark = literal[index]
            index += 1
            if let value = simple[mark] {
                result.append(value)
            } else if mark == 0x0A {
                continue
            } else if (0x30...0x37).contains(mark) {
                var value = UInt32(mark - 0x30)
                var digits = 1
                while digits < 3, index < literal.endIndex, (0x30...0x37).contains(literal[index]) {
                    value = value * 8 + UInt32(literal[index] - 0x30)
                    index += 1
                    digits += 1
                }
                result += try utf8(value)
            } else if let width = [UInt8(ascii: "x"): 2, UInt8(ascii: "u"): 4, UInt8(ascii: "U"): 8][mark] {
                guard let value = hex(literal, index, width) else {
                    throw TemplateError(.syntax, "a string has a broken \\\(Character(Unicode.Scalar(mark))) escape.")
                }
                index += width
                // Two halves of a UTF-16 pair, as JSON writes them.
                if (0xD800..<0xDC00).contains(value), index + 1 < literal.endIndex, literal[index] == 0x5C,
                    literal[index + 1] == UInt8(ascii: "u"), let low = hex(literal, index + 2, 4),
                    (0xDC00..<0xE000).contains(low)
                {
                    index += 6
                    result += try utf8(0x10000 + (value - 0xD800) << 10 + (low - 0xDC00))
                } else {
                    result += try utf8(value)
                }
            } else {
                result += [byte, mark]
            }
        }
        return result
    }

    private static func hex(_ bytes: ArraySlice<UInt8>, _ start: Int, _ width: Int) -> UInt32? {
        guard start + width <= bytes.endIndex else { return nil }
        let digits = bytes[start..<start + width]
        guard digits.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }) else { return nil }
        return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    private static func utf8(_ value: UInt32) throws -> [UInt8] {
        guard let scalar = Unicode.Scalar(value) else {
            throw TemplateError(.syntax, "a string escape is not a character.")
        }
        return Array(String(scalar).utf8)
    }
}
