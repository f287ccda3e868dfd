extension JSONValue: CustomStringConvertible {
    /// Compact JSON text.
    public var description: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .number(let value): text += value.description
        case .string(let value): text += Self.quoted(value)
        case .array(let items):
            text += "["
            for (index, item) in items.enumerated() {
                if index > 0 { text += "," }
                item.write(to: &text)
            }
            text += "]"
        case .object(let object):
            text += "{"
            for (index, (key, value)) in object.enumerated() {
                if index > 0 { text += "," }
                text += Self.quoted(key) + ":"
                value.write(to: &text)
            }
            text += "}"
        }
    }

    package static func quoted(_ string: String) -> String {
        // By bytes: prompts of megabytes are written this way, and everything that has to be escaped is ASCII.
        var bytes: [UInt8] = []
        bytes.reserveCapacity(string.utf8.count + 16)
        bytes.append(UInt8(ascii: "\""))
        for byte in string.utf8 {
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                bytes += escaped(Unicode.Scalar(byte)).utf8
            } else {
                bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A scalar as it stands in a JSON string: escaped only where it has to be.
    package static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\"": "\\\""
        case "\\": "\\\\"
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        case "\u{8}": "\\b"
        case "\u{C}": "\\f"
        case ..<" ": "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
        default: String(Character(scalar))
        }
    }
}
