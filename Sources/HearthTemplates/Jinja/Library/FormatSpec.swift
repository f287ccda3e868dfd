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
            text = truncated(text)
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

    private func truncated(_ text: Text) -> Text {
        guard let precision else { return text }
        let offsets = text.scalarOffsets
        return precision < offsets.count - 1 ? text.slice(0..<offsets[precision]) : text
    }

    /// A value of `format`; `type` is `nil` where none is named.
    func format(_ value: Value, _ type: Character?, _ renderer: Renderer) throws -> Text {
        guard let number = value.number, type != "s" else {
            guard type == nil || type == "s" else {
                throw TemplateError(.type, "the format `\(type ?? "s")` does not go with a \(value.typeName).")
            }
            return try laidOut(truncated(try renderer.text(of: value)), isNumber: false, renderer)
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
            return Text(signText) + Text(String(repeating: fill.string, count: missing) + digits)
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
