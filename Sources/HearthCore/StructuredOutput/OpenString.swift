/// A JSON string whose end has not come.
struct OpenString: Sendable {
    enum Outcome {
        case more
        case done(String)
    }

    private enum Mode: Sendable {
        case plain, escape
        case hexadecimal(digits: Int, code: UInt32)
    }

    private var bytes: [UInt8] = []
    private var mode = Mode.plain
    /// The first half of a surrogate pair, waiting for the second. A half alone becomes U+FFFD, as in ``JSONParser``.
    private var half: UInt32?

    /// What there is of the text, in whole characters.
    var snapshot: String {
        var end = bytes.count
        for back in 1...3 where back <= bytes.count {
            let byte = bytes[bytes.count - back]
            if byte & 0xC0 == 0x80 { continue }
            let width = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
            if width > back { end = bytes.count - back }
            break
        }
        return String(decoding: bytes[..<end], as: UTF8.self)
    }

    mutating func take(_ byte: UInt8) throws -> Outcome {
        switch mode {
        case .plain:
            switch byte {
            case UInt8(ascii: "\""):
                giveUpHalf()
                guard let text = String(validating: bytes, as: UTF8.self) else {
                    throw JSONSyntaxError(message: "Not JSON: a string is not UTF-8.")
                }
                return .done(text)
            case UInt8(ascii: "\\"): mode = .escape
            case ..<0x20: throw JSONSyntaxError(message: "Not JSON: a control character in a string.")
            default:
                giveUpHalf()
                bytes.append(byte)
            }
        case .escape:
            if byte == UInt8(ascii: "u") {
                mode = .hexadecimal(digits: 0, code: 0)
                break
            }
            giveUpHalf()
            bytes.append(try Self.escaped(byte))
            mode = .plain
        case .hexadecimal(let digits, let code):
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw JSONSyntaxError(message: "Not JSON: an escape is cut off.")
            }
            let code = code << 4 | UInt32(digit)
            mode = digits == 3 ? .plain : .hexadecimal(digits: digits + 1, code: code)
            if digits == 3 { take(code: code) }
        }
        return .more
    }

    private mutating func take(code: UInt32) {
        if let high = half, (0xDC00..<0xE000).contains(code) {
            half = nil
            append(Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (code - 0xDC00)))
            return
        }
        giveUpHalf()
        if (0xD800..<0xDC00).contains(code) { half = code } else { append(Unicode.Scalar(code)) }
    }

    private mutating func giveUpHalf() {
        guard half != nil else { return }
        half = nil
        append(nil)
    }

    private mutating func append(_ scalar: Unicode.Scalar?) {
        bytes += Array(String(Character(scalar ?? "\u{FFFD}")).utf8)
    }

    private static func escaped(_ byte: UInt8) throws -> UInt8 {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return byte
        case UInt8(ascii: "b"): return 0x08
        case UInt8(ascii: "f"): return 0x0C
        case UInt8(ascii: "n"): return 0x0A
        case UInt8(ascii: "r"): return 0x0D
        case UInt8(ascii: "t"): return 0x09
        default: throw JSONSyntaxError(message: "Not JSON: an unknown escape.")
        }
    }
}
