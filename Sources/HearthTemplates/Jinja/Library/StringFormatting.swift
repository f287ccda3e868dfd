/// How one value of a format is laid out.
struct FormatSpec {
    enum Flag { case left, sign, space, zero, alternate }

    var fill: Text = " "
    /// `<`, `>`, `^` or `=`; `nil` for the type's own.
    var align: Character?
    /// `+`, ` `, or `nil` for a sign only below zero.
    var sign: Character?
    var isAlternate = false
    var width = 0
    /// `,` or `_`.
    var grouping: Character?
    var precision: Int?

    mutating func set(_ flag: Flag) {
        switch flag {
        case .left: align = "<"
        case .sign: sign = "+"
        case .space: sign = sign ?? " "
        case .zero:
            if align == nil {
                align = "="
                fill = "0"
            }
        case .alternate: isAlternate = true
        }
    }

    /// A value of `%`-formatting.
    func percent(_ value: Value, _ type: Character, _ renderer: Renderer) throws -> Text {
        switch type {
        case "s", "r", "a":
            var text = try type == "s" ? renderer.text(of: value) : renderer.representation(of: value)
            text = try truncated(text, renderer)
            return try laidOut(text, isNumber: false, renderer)
        case "c":
            guard case .int(let code)? = value.number, let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init)
            else { return try laidOut(try renderer.text(value, "%c"), isNumber: false, renderer) }
            return try laidOut(Text(String(scalar)), isNumber: false, renderer)
        case "d", "i", "u", "x", "X", "o":
            guard let number = value.number else {
                if case .undefined(let name) = value { throw TemplateError.undefinedValue(name) }
                throw TemplateError(.type, "`%\(type)` takes a number, not a \(value.typeName).")
            }
            return try format(.int(try Self.truncating(number)), "diu".contains(type) ? "d" : type, renderer)
        case "f", "F", "e", "E", "g", "G":
            guard let number = value.number else {
                if case .undefined(let name) = value { throw TemplateError.undefinedValue(name) }
                throw TemplateError(.type, "`%\(type)` takes a number, not a \(value.typeName).")
            }
            return try format(.float(number.double), type, renderer)
        default: throw TemplateError(.type, "`%\(type)` is not a format.")
        }
    }

    static func truncating(_ number: Number) throws -> Int {
        switch number {
        case .int(let value): return value
        case .float(let value):
            guard let whole = Int(exactly: value.rounded(.towardZero)) else {
                throw TemplateError(.limit, "a number is too large.")
            }
            return whole
        }
    }

    private func truncated(_ text: Text, _ renderer: Renderer) throws -> Text {
        guard let precision else { return text }
        try renderer.chargeOffsets(of: text)
        let offsets = text.scalarOffsets
        return precision < offsets.count - 1 ? text.slice(0..<offsets[precision]) : text
    }

    /// A value of `format`; `type` is `nil` where none is named.
    func format(_ value: Value, _ type: Character?, _ renderer: Renderer) throws -> Text {
        guard let number = value.number, type != "s" else {
            guard type == nil || type == "s" else {
                throw TemplateError(.type, "the format `\(type ?? "s")` does not go with a \(value.typeName).")
            }
            return try laidOut(try truncated(try renderer.text(of: value), renderer), isNumber: false, renderer)
        }
        if type == nil, case .bool = value { return try laidOut(renderer.text(of: value), isNumber: false, renderer) }
        var digits: String
        let isNegative: Bool
        switch (number, type) {
        case (.int(let whole), nil), (.int(let whole), "d"), (.int(let whole), "n"):
            digits = grouped(String(whole.magnitude))
            isNegative = whole < 0
        case (.int(let whole), "x"), (.int(let whole), "X"), (.int(let whole), "o"), (.int(let whole), "b"):
            let radix = type == "o" ? 8 : type == "b" ? 2 : 16
            digits = String(whole.magnitude, radix: radix, uppercase: type == "X")
            if isAlternate { digits = "0\(type ?? "x")" + digits }
            isNegative = whole < 0
        default:
            let value = number.double
            isNegative = value.sign == .minus && !value.isNaN
            digits = try floating(value.magnitude, type)
        }
        let signText = isNegative ? "-" : sign.map(String.init) ?? ""
        if align == "=" {
            let missing = max(0, width - signText.count - digits.count)
            return Text(signText) + fill.repeated(missing) + Text(digits)
        }
        return try laidOut(Text(signText + digits), isNumber: true, renderer)
    }

    private func floating(_ value: Double, _ type: Character?) throws -> String {
        switch type {
        case "f", "F": return grouped(FloatText.fixed(value, places: precision ?? 6))
        case "%": return FloatText.fixed(value * 100, places: precision ?? 6) + "%"
        case "e", "E":
            let text = FloatText.scientific(value, places: precision ?? 6, style: "e")
            return type == "E" ? text.uppercased() : text
        case "g", "G":
            let text = FloatText.scientific(value, places: max(1, precision ?? 6), style: "g")
            return type == "G" ? text.uppercased() : text
        case nil:
            guard let precision else { return grouped(FloatText.shortest(value)) }
            return FloatText.scientific(value, places: max(1, precision), style: "g")
        default: throw TemplateError(.type, "`\(type ?? "?")` is not a format of numbers.")
        }
    }

    private func grouped(_ digits: String) -> String {
        guard let grouping else { return digits }
        let end = digits.firstIndex { !$0.isASCII || !$0.isNumber } ?? digits.endIndex
        let whole = Array(digits[..<end])
        var result = ""
        for (index, digit) in whole.enumerated() {
            if index > 0, (whole.count - index) % 3 == 0 { result.append(grouping) }
            result.append(digit)
        }
        return result + digits[end...]
    }

    private func laidOut(_ text: Text, isNumber: Bool, _ renderer: Renderer) throws -> Text {
        let methods: [Character: String] = ["<": "ljust", ">": "rjust", "^": "center", "=": "rjust"]
        let method = align.flatMap { methods[$0] } ?? (isNumber ? "rjust" : "ljust")
        let fill = align == "=" && !isNumber ? " " : self.fill
        if method == "center" {
            // `format` puts the odd one to the right, unlike `center`.
            let missing = max(0, width - text.scalarCount)
            return try renderer.padded(
                try renderer.padded(text, text.scalarCount + missing / 2, fill, "rjust"), width, fill, "ljust")
        }
        return try renderer.padded(text, width, fill, method)
    }
}

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

/// `"{} and {name:>8}".format(a, name=b)`.
enum BraceFormat {
    static func apply(_ format: Text, _ arguments: CallArguments, _ renderer: Renderer) throws -> Text {
        var result = Text("")
        var next = 0
        var plain = 0
        var index = 0
        let open = UInt8(ascii: "{")
        let close = UInt8(ascii: "}")
        while index < format.count {
            let byte = format.bytes[index]
            guard byte == open || byte == close else {
                index += 1
                continue
            }
            result.append(format.slice(plain..<index))
            try renderer.charge()
            if index + 1 < format.count, format.bytes[index + 1] == byte {
                result.append(format.slice(index..<index + 1))
                index += 2
                plain = index
                continue
            }
            guard byte == open, let end = format.find([close], from: index) else {
                throw TemplateError(.type, "a brace in the format stands alone.")
            }
            let field = format.slice(index + 1..<end).string
            guard !field.contains("{") else { throw TemplateError(.unsupported, "fields of a format cannot nest.") }
            result.append(try value(of: field, arguments, &next, renderer))
            _ = try renderer.checked(result)
            index = end + 1
            plain = index
        }
        result.append(format.slice(plain..<format.count))
        return result
    }

    private static func value(
        of field: String, _ arguments: CallArguments, _ next: inout Int, _ renderer: Renderer
    ) throws -> Text {
        let parts = field.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        var name = parts[0]
        var conversion: Character?
        if let mark = name.lastIndex(of: "!") {
            conversion = name[mark...].dropFirst().first
            name = name[..<mark]
        }
        let pieces = name.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "[" || $0 == "]" }
        let first = pieces.first.map(String.init) ?? ""
        var value: Value
        if first.isEmpty || Int(first) != nil {
            let place = Int(first) ?? next
            if first.isEmpty { next += 1 }
            guard arguments.positional.indices.contains(place) else {
                throw TemplateError(.type, "the format needs more values.")
            }
            value = arguments.positional[place]
        } else {
            try renderer.charge(arguments.named.count)
            guard let found = arguments.named(first) else { throw TemplateError.undefinedValue(first) }
            value = found
        }
        for piece in pieces.dropFirst() where !piece.isEmpty {
            value = try renderer.item(Int(piece).map(Value.int) ?? .string(String(piece)), of: value)
        }
        if conversion == "r" || conversion == "a" { value = .text(try renderer.representation(of: value)) }
        if conversion == "s" { value = .text(try renderer.text(of: value)) }
        guard parts.count > 1, !parts[1].isEmpty else { return try renderer.text(of: value) }
        let (spec, type) = try spec(Array(parts[1]))
        return try spec.format(value, type, renderer)
    }

    /// `[[fill]align][sign][#][0][width][,][.precision][type]`
    private static func spec(_ text: [Character]) throws -> (FormatSpec, Character?) {
        var spec = FormatSpec()
        var rest = text[...]
        let aligns: Set<Character> = ["<", ">", "^", "="]
        if rest.count > 1, aligns.contains(rest[rest.startIndex + 1]) {
            spec.fill = Text(String(rest.removeFirst()))
            spec.align = rest.removeFirst()
            // A letter may carry any number of marks.
            guard spec.fill.scalarCount == 1 else { throw TemplateError(.type, "a format fills with one character.") }
        } else if let first = rest.first, aligns.contains(first) {
            spec.align = rest.removeFirst()
        }
        if let first = rest.first, ["+", "-", " "].contains(first) {
            rest.removeFirst()
            spec.sign = first == "-" ? nil : first
        }
        if rest.first == "#" {
            spec.isAlternate = true
            rest.removeFirst()
        }
        if rest.first == "0" {
            spec.set(.zero)
            rest.removeFirst()
        }
        spec.width = try number(&rest) ?? 0
        if let first = rest.first, first == "," || first == "_" { spec.grouping = rest.removeFirst() }
        if rest.first == "." {
            rest.removeFirst()
            spec.precision = try number(&rest) ?? 0
        }
        let type = rest.popFirst()
        guard rest.isEmpty else { throw TemplateError(.type, "`\(String(text))` is not a format.") }
        return (spec, type)
    }

    private static func number(_ rest: inout ArraySlice<Character>) throws -> Int? {
        var value: Int?
        while let digit = rest.first?.wholeNumberValue {
            value = (value ?? 0) * 10 + digit
            guard let value, value <= 100_000 else { throw TemplateError(.limit, "a width in a format is too large.") }
            rest.removeFirst()
        }
        return value
    }
}
