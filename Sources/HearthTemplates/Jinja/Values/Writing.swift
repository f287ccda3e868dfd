import Foundation

extension Renderer {
    /// A value as the template prints it: `str()` of Python.
    func text(of value: Value) throws -> Text {
        switch value {
        case .undefined: return ""
        case .none: return "None"
        case .bool(let value): return value ? "True" : "False"
        case .int(let value): return Text(String(value))
        case .float(let value): return Text(FloatText.shortest(value))
        case .text(let text): return text
        default:
            var result = Text("")
            try writePython(value, &result, depth: 0)
            return result
        }
    }

    /// `repr()` of Python.
    func representation(of value: Value) throws -> Text {
        var result = Text("")
        try writePython(value, &result, depth: 0)
        return result
    }

    private func guardWriting(_ result: Text, _ depth: Int) throws {
        try charge()
        try checkStack()
        guard depth <= limits.valueDepth, result.count <= limits.outputBytes else {
            throw TemplateError(.limit, "a value is too large or too deep to be written.")
        }
    }

    private func writePython(_ value: Value, _ result: inout Text, depth: Int) throws {
        try guardWriting(result, depth)
        switch value {
        case .undefined: result.append("Undefined")
        case .text(let text):
            try chargeLetters(of: text)
            result.append(text.changed(to: Self.quoted(text)))
        case .list(let list): try writePython(list, &result, depth: depth)
        case .dict(let dict): try writePython(dict, &result, depth: depth)
        case .namespace(let namespace):
            result.append("<Namespace ")
            try writePython(namespace.values, &result, depth: depth)
            result.append(">")
        case .loop(let loop): result.append(Text("<LoopContext \(loop.index + 1)/\(loop.items.count)>"))
        case .callable: result.append("<function>")
        default: result.append(try text(of: value))
        }
    }

    private func writePython(_ list: List, _ result: inout Text, depth: Int) throws {
        if list.kind == .range, case .int(let first)? = list.items.first, case .int(let last)? = list.items.last {
            result.append(Self.range(first, list.items.count > 1 ? list.items[1] : nil, last))
            return
        }
        let (open, close): (Text, Text) =
            switch list.kind {
            case .list: ("[", "]")
            case .tuple, .group: ("(", list.items.count == 1 ? ",)" : ")")
            case .view: ("dict_view([", "])")
            case .range, .generator: ("<generator [", "]>")
            }
        result.append(open)
        for (index, item) in list.items.enumerated() {
            if index > 0 { result.append(", ") }
            try writePython(item, &result, depth: depth + 1)
        }
        result.append(close)
    }

    /// A call of `range` that gives these numbers. The last one may be the greatest there is, or the least.
    private static func range(_ first: Int, _ second: Value?, _ last: Int) -> Text {
        var step = last == Int.max ? -1 : 1
        if case .int(let number)? = second { step = number.subtractingReportingOverflow(first).partialValue }
        let end = step < 0 ? last &- 1 : last &+ 1
        return Text(step == 1 ? "range(\(first), \(end))" : "range(\(first), \(end), \(step))")
    }

    private func writePython(_ dict: Dictionary, _ result: inout Text, depth: Int) throws {
        result.append("{")
        for (index, item) in dict.items.enumerated() {
            if index > 0 { result.append(", ") }
            try writePython(item.key, &result, depth: depth + 1)
            result.append(": ")
            try writePython(item.value, &result, depth: depth + 1)
        }
        result.append("}")
    }

    private static func quoted(_ text: Text) -> String {
        let string = text.string.unicodeScalars
        let quote: Unicode.Scalar = string.contains("'") && !string.contains("\"") ? "\"" : "'"
        var result = String.UnicodeScalarView([quote])
        for scalar in string {
            switch scalar {
            case "\\": result += "\\\\".unicodeScalars
            case quote: result += ["\\", quote]
            case "\n": result += "\\n".unicodeScalars
            case "\r": result += "\\r".unicodeScalars
            case "\t": result += "\\t".unicodeScalars
            default:
                if isPrintable(scalar) {
                    result.append(scalar)
                } else {
                    let width = scalar.value < 0x100 ? 2 : scalar.value < 0x10000 ? 4 : 8
                    let digits = String(scalar.value, radix: 16)
                    let mark = width == 2 ? "x" : width == 4 ? "u" : "U"
                    result +=
                        ("\\" + mark + String(repeating: "0", count: width - digits.count) + digits)
                        .unicodeScalars
                }
            }
        }
        result.append(quote)
        return String(result)
    }

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        if (0x20..<0x7F).contains(scalar.value) { return true }
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
            .spaceSeparator:
            return false
        default: return true
        }
    }
}

// MARK: - JSON

/// How `tojson` writes; the defaults are those that chat templates are written for, which differ from Jinja's own:
/// letters outside of ASCII and HTML's marks stay as they are.
struct JSONStyle {
    var indent: Text?
    var itemSeparator: Text = ", "
    var keySeparator: Text = ": "
    var isASCII = false
    var sortsKeys = false
}

extension Renderer {
    func json(_ value: Value, _ style: JSONStyle) throws -> Text {
        var result = Text("")
        try writeJSON(value, style, &result, depth: 0)
        return result
    }

    private func writeJSON(_ value: Value, _ style: JSONStyle, _ result: inout Text, depth: Int) throws {
        try guardWriting(result, depth)
        switch value {
        case .none: result.append("null")
        case .bool(let value): result.append(value ? "true" : "false")
        case .float(let value): result.append(Self.json(value))
        case .int(let value): result.append(Text(String(value)))
        case .text(let text):
            try charge(bytes: text.count)
            result.append(text.changed(to: Self.jsonString(text.bytes, isASCII: style.isASCII)))
        case .list(let list) where list.kind != .generator && list.kind != .view && list.kind != .range:
            try writeJSON(
                list.items, "[", "]", style, &result, depth: depth
            ) { try writeJSON($0, style, &$1, depth: depth + 1) }
        case .dict(let dict):
            var items = try dict.items.map { (try jsonKey($0.key), $0.value) }
            if style.sortsKeys { items.sort { $0.0.bytes.lexicographicallyPrecedes($1.0.bytes) } }
            try writeJSON(items, "{", "}", style, &result, depth: depth) { item, result in
                result.append(item.0.changed(to: Self.jsonString(item.0.bytes, isASCII: style.isASCII)))
                result.append(style.keySeparator)
                try writeJSON(item.1, style, &result, depth: depth + 1)
            }
        case .undefined(let name): throw TemplateError.undefinedValue(name)
        default: throw TemplateError(.type, "a \(value.typeName) cannot be written as JSON.")
        }
    }

    private func writeJSON<Item>(
        _ items: [Item], _ open: Text, _ close: Text, _ style: JSONStyle, _ result: inout Text, depth: Int,
        write: (Item, inout Text) throws -> Void
    ) throws {
        result.append(open)
        func newLine(_ depth: Int) {
            guard let indent = style.indent else { return }
            result.append("\n")
            for _ in 0..<depth { result.append(indent) }
        }
        for (index, item) in items.enumerated() {
            if index > 0 { result.append(style.itemSeparator) }
            newLine(depth + 1)
            try write(item, &result)
        }
        if !items.isEmpty { newLine(depth) }
        result.append(close)
    }

    private func jsonKey(_ key: Value) throws -> Text {
        switch key {
        case .text(let text): return text
        case .none: return "null"
        case .bool(let value): return value ? "true" : "false"
        case .int(let value): return Text(String(value))
        case .float(let value): return Self.json(value)
        default: throw TemplateError(.type, "a \(key.typeName) cannot be a key of JSON.")
        }
    }

    private static func json(_ value: Double) -> Text {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Infinity" : "Infinity" }
        return Text(FloatText.shortest(value))
    }

    private static func jsonString(_ bytes: [UInt8], isASCII: Bool) -> [UInt8] {
        var result: [UInt8] = [UInt8(ascii: "\"")]
        result.reserveCapacity(bytes.count + 2)
        func hex(_ value: UInt16) -> [UInt8] {
            let digits = String(value, radix: 16)
            return Array(("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
        }
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case 0x22: result += [0x5C, 0x22]
            case 0x5C: result += [0x5C, 0x5C]
            case 0x0A: result += [0x5C, UInt8(ascii: "n")]
            case 0x0D: result += [0x5C, UInt8(ascii: "r")]
            case 0x09: result += [0x5C, UInt8(ascii: "t")]
            case 0x08: result += [0x5C, UInt8(ascii: "b")]
            case 0x0C: result += [0x5C, UInt8(ascii: "f")]
            case 0..<0x20: result += hex(UInt16(byte))
            case 0x80... where isASCII:
                let (scalar, length) = UTF8Scalar.first(bytes, index)
                for unit in String(scalar).utf16 { result += hex(unit) }
                index += length
                continue
            default: result.append(byte)
            }
            index += 1
        }
        result.append(UInt8(ascii: "\""))
        return result
    }
}

/// Numbers as Python writes them.
enum FloatText {
    /// The shortest digits that read back to the same number, `1.0`, `1e+16`, `1e-05`, `inf`, `nan`.
    static func shortest(_ value: Double) -> String {
        if value.isNaN { return "nan" }
        if value.isInfinite { return value < 0 ? "-inf" : "inf" }
        if value == 0 { return value.sign == .minus ? "-0.0" : "0.0" }
        // Swift finds the same digits, and differs in where it turns to exponents.
        var text = value.magnitude.description
        var exponent = 0
        if let mark = text.firstIndex(of: "e") {
            exponent = Int(text[text.index(after: mark)...]) ?? 0
            text = String(text[..<mark])
        }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        var digits = parts[0] + (parts.count > 1 ? parts[1] : "")
        var point = parts[0].count + exponent
        while digits.hasPrefix("0"), digits.count > 1 {
            digits.removeFirst()
            point -= 1
        }
        while digits.hasSuffix("0"), digits.count > 1 { digits.removeLast() }
        let sign = value < 0 ? "-" : ""
        if point > 16 || point < -3 {
            let power = point - 1
            let rest = digits.dropFirst()
            return sign + digits.prefix(1) + (rest.isEmpty ? "" : "." + rest) + "e" + (power < 0 ? "-" : "+")
                + (power.magnitude < 10 ? "0" : "") + String(power.magnitude)
        }
        if point <= 0 { return sign + "0." + String(repeating: "0", count: -point) + digits }
        if digits.count <= point { return sign + digits + String(repeating: "0", count: point - digits.count) + ".0" }
        return sign + digits.prefix(point) + "." + digits.dropFirst(point)
    }

    /// With `places` digits after the point, correctly rounded.
    static func fixed(_ value: Double, places: Int) -> String {
        if value.isNaN || value.isInfinite { return shortest(value) }
        return String(format: "%.\(max(0, min(places, 60)))f", value)
    }

    /// In C's `e` or `g` form.
    static func scientific(_ value: Double, places: Int, style: Character) -> String {
        if value.isNaN || value.isInfinite { return shortest(value) }
        let places = max(0, min(places, 60))
        return style == "e" ? String(format: "%.\(places)e", value) : String(format: "%.\(places)g", value)
    }
}
