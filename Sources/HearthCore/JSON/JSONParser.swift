/// Reads JSON (RFC 8259) from UTF-8 bytes, without rounding numbers and without losing the order of members.
public struct JSONParser {
    /// Deeper texts are refused: what works on values recurses once a level, and the stack is finite.
    public static let defaultDepth = 200

    private let bytes: [UInt8]
    private let maxDepth: Int
    private var at = 0

    package init(bytes: [UInt8], maxDepth: Int) {
        self.bytes = bytes
        self.maxDepth = maxDepth
    }

    package var isAtEnd: Bool { at == bytes.count }

    package mutating func parse() throws -> JSONValue {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
        let value = try value(depth: 0)
        skipSpace()
        guard isAtEnd else { throw failure("there is more text after the value") }
        return value
    }

    private func failure(_ what: String) -> JSONSyntaxError {
        JSONSyntaxError(
            message: "Not JSON: \(what), at byte \(at).",
            line: bytes.prefix(at).count(where: { $0 == UInt8(ascii: "\n") }) + 1)
    }

    private var next: UInt8 { at < bytes.count ? bytes[at] : 0 }

    private mutating func skipSpace() {
        while at < bytes.count, bytes[at] == 0x20 || bytes[at] == 0x0A || bytes[at] == 0x0D || bytes[at] == 0x09 {
            at += 1
        }
    }

    private mutating func value(depth: Int) throws -> JSONValue {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            guard depth < maxDepth else { throw failure("it is nested more than \(maxDepth) levels deep") }
            return next == UInt8(ascii: "{") ? try object(depth: depth + 1) : try array(depth: depth + 1)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return .number(try number())
        }
    }

    private mutating func word(_ text: StaticString, _ value: JSONValue) throws -> JSONValue {
        let size = text.utf8CodeUnitCount
        guard at + size <= bytes.count, (0..<size).allSatisfy({ bytes[at + $0] == text.utf8Start[$0] }) else {
            throw failure("an unknown word")
        }
        at += size
        return value
    }

    private mutating func array(depth: Int) throws -> JSONValue {
        at += 1
        var items: [JSONValue] = []
        skipSpace()
        if next == UInt8(ascii: "]") {
            at += 1
            return .array([])
        }
        while true {
            items.append(try value(depth: depth))
            skipSpace()
            switch next {
            case UInt8(ascii: ","): at += 1
            case UInt8(ascii: "]"):
                at += 1
                return .array(items)
            default: throw failure("`,` or `]` is missing")
            }
        }
    }

    private mutating func object(depth: Int) throws -> JSONValue {
        at += 1
        var object = JSONObject()
        skipSpace()
        if next == UInt8(ascii: "}") {
            at += 1
            return .object(object)
        }
        while true {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw failure("a key in quotes is missing") }
            let key = try string()
            skipSpace()
            guard next == UInt8(ascii: ":") else { throw failure("`:` is missing") }
            at += 1
            object[key] = try value(depth: depth)
            skipSpace()
            switch next {
            case UInt8(ascii: ","): at += 1
            case UInt8(ascii: "}"):
                at += 1
                return .object(object)
            default: throw failure("`,` or `}` is missing")
            }
        }
    }

    private mutating func string() throws -> String {
        at += 1
        let start = at
        while at < bytes.count, bytes[at] != UInt8(ascii: "\""), bytes[at] != UInt8(ascii: "\\"), bytes[at] >= 0x20 {
            at += 1
        }
        if next == UInt8(ascii: "\"") {
            at += 1
            return try decoded(bytes[start..<(at - 1)])
        }
        var text = Array(bytes[start..<at])
        while at < bytes.count {
            let byte = bytes[at]
            at += 1
            switch byte {
            case UInt8(ascii: "\""): return try decoded(text[...])
            case UInt8(ascii: "\\"): text.append(contentsOf: try escape())
            case ..<0x20: throw failure("a control character in a string")
            default: text.append(byte)
            }
        }
        throw failure("a string does not end")
    }

    private func decoded(_ part: ArraySlice<UInt8>) throws -> String {
        guard let text = String(validating: part, as: UTF8.self) else { throw failure("a string is not UTF-8") }
        return text
    }

    /// The bytes of an escape. Half of a surrogate pair, which no string can hold, becomes U+FFFD.
    private mutating func escape() throws -> [UInt8] {
        let byte = next
        at += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"):
            var code = try hexadecimal()
            if (0xD800..<0xDC00).contains(code), next == UInt8(ascii: "\\"), at + 1 < bytes.count,
                bytes[at + 1] == UInt8(ascii: "u")
            {
                let before = at
                at += 2
                let low = try hexadecimal()
                if (0xDC00..<0xE000).contains(low) {
                    code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
                } else {
                    at = before
                }
            }
            let scalar = Unicode.Scalar(code) ?? "\u{FFFD}"
            return Array(String(Character(scalar)).utf8)
        default: throw failure("an unknown escape")
        }
    }

    private mutating func hexadecimal() throws -> UInt32 {
        guard at + 4 <= bytes.count else { throw failure("an escape is cut off") }
        var code: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = Character(Unicode.Scalar(bytes[at])).hexDigitValue else {
                throw failure("an escape is cut off")
            }
            code = code << 4 | UInt32(digit)
            at += 1
        }
        return code
    }

    mutating func number() throws -> JSONNumber {
        let isNegative = next == UInt8(ascii: "-")
        if isNegative { at += 1 }
        var digits: [UInt8] = []
        func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
        guard isDigit(next) else { throw failure("no value") }
        let first = next
        while isDigit(next) {
            digits.append(next - 0x30)
            at += 1
        }
        guard first != 0x30 || digits.count == 1 else { throw failure("a number begins with 0") }
        var exponent = 0
        if next == UInt8(ascii: ".") {
            at += 1
            guard isDigit(next) else { throw failure("a digit is missing") }
            while isDigit(next) {
                digits.append(next - 0x30)
                exponent -= 1
                at += 1
            }
        }
        if next | 0x20 == UInt8(ascii: "e") {
            at += 1
            let below = next == UInt8(ascii: "-")
            if below || next == UInt8(ascii: "+") { at += 1 }
            guard isDigit(next) else { throw failure("a digit is missing") }
            var power = 0
            while isDigit(next) {
                power = min(JSONNumber.exponentLimit, power * 10 + Int(next - 0x30))
                at += 1
            }
            exponent += below ? -power : power
        }
        return JSONNumber(isNegative: isNegative, digits: digits, exponent: exponent)
    }
}

/// Why a text is not JSON (RFC 8259): the message names what was found and at which byte.
public struct JSONSyntaxError: ReasonedError, Equatable {
    /// What can go wrong; a raw value is the `code`.
    public enum Reason: String, FailureReason {
        case malformedJSON = "malformed-json"

        public var kind: Failure.Kind { .badRequest }
    }

    public let message: String
    /// The line, from 1, for a text that a person wrote; `nil` where it is not known.
    public var line: Int?
    public var reason: Reason { .malformedJSON }
}
