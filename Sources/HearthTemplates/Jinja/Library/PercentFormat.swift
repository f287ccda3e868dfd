/// `"%s and %d" % (a, b)`.
enum PercentFormat {
    static func apply(_ format: Text, _ value: Value, _ renderer: Renderer) throws -> Text {
        var positional: [Value] = [value]
        if case .list(let list) = value, list.kind == .tuple { positional = list.items }
        var used = 0
        var result = Text("")
        var plain = 0
        var index = 0
        func error(_ text: String) -> TemplateError { TemplateError(.type, text) }
        func next() throws -> Value {
            guard used < positional.count else { throw error("the format needs more values.") }
            defer { used += 1 }
            return positional[used]
        }
        while index < format.count {
            guard format.bytes[index] == UInt8(ascii: "%") else {
                index += 1
                continue
            }
            result.append(format.slice(plain..<index))
            try renderer.charge()
            index += 1
            var spec = FormatSpec()
            var named: Value?
            if index < format.count, format.bytes[index] == UInt8(ascii: "(") {
                guard let end = format.find([UInt8(ascii: ")")], from: index), case .dict(let dict) = value else {
                    throw error("the format needs a mapping.")
                }
                named = dict[.text(Array(format.bytes[index + 1..<end]))] ?? .undefined("a value of the format")
                index = end + 1
            }
            while index < format.count, let flag = Self.flags[format.bytes[index]] {
                spec.set(flag)
                index += 1
            }
            spec.width = try number(format, &index) ?? 0
            if index < format.count, format.bytes[index] == UInt8(ascii: ".") {
                index += 1
                spec.precision = try number(format, &index) ?? 0
            }
            guard index < format.count else { throw error("the format is not complete.") }
            let type = Character(Unicode.Scalar(format.bytes[index]))
            index += 1
            plain = index
            if type == "%" {
                result.append("%")
                continue
            }
            result.append(try spec.percent(try named ?? next(), type, renderer))
            _ = try renderer.checked(result)
        }
        result.append(format.slice(plain..<format.count))
        if used < positional.count {
            guard case .dict = value else { throw error("the format has no place for all values.") }
        }
        return result
    }

    private static let flags: [UInt8: FormatSpec.Flag] = [
        UInt8(ascii: "-"): .left, UInt8(ascii: "+"): .sign, UInt8(ascii: " "): .space, UInt8(ascii: "0"): .zero,
        UInt8(ascii: "#"): .alternate,
    ]

    private static func number(_ format: Text, _ index: inout Int) throws -> Int? {
        var value: Int?
        while index < format.count, (0x30...0x39).contains(format.bytes[index]) {
            value = (value ?? 0) * 10 + Int(format.bytes[index] - 0x30)
            guard let value, value <= 100_000 else { throw TemplateError(.limit, "a width in a format is too large.") }
            index += 1
        }
        return value
    }
}
