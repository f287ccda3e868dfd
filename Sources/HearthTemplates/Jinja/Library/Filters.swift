/// What can follow `|`.
enum Filters {
    static let names: Set<String> = text.union(sequences).union(values)

    static let text: Set<String> = [
        "capitalize", "center", "e", "escape", "forceescape", "format", "indent", "lower", "replace", "safe", "string",
        "striptags", "title", "trim", "truncate", "upper", "urlencode", "wordcount", "wordwrap", "xmlattr",
    ]
    static let sequences: Set<String> = [
        "batch", "count", "dictsort", "first", "groupby", "items", "join", "last", "length", "list", "map", "max",
        "min", "reject", "rejectattr", "reverse", "select", "selectattr", "slice", "sort", "sum", "unique",
    ]
    static let values: Set<String> = [
        "abs", "attr", "d", "default", "filesizeformat", "float", "int", "pprint", "round", "tojson",
    ]
}

extension Renderer {
    func filter(_ name: String, _ value: Value, _ arguments: CallArguments) throws -> Value {
        if Filters.sequences.contains(name) { return try sequenceFilter(name, value, arguments) }
        if Filters.values.contains(name) { return try valueFilter(name, value, arguments) }
        if Filters.text.contains(name) { return try textFilter(name, value, arguments) }
        throw TemplateError(.type, "there is no filter `\(name)`.")
    }

    private func valueFilter(_ name: String, _ value: Value, _ arguments: CallArguments) throws -> Value {
        switch name {
        case "default", "d":
            let bound = try arguments.bound(name, ["default_value", "boolean"])
            let replaces = value.isUndefined || ((bound[1]?.isTrue ?? false) && !value.isTrue)
            return replaces ? bound[0] ?? .text("") : value
        case "tojson": return try checked(try json(value, try jsonStyle(arguments)))
        case "pprint": return try checked(try representation(of: value))
        case "attr":
            let wanted = try text(try arguments.bound(name, ["name"])[0], name)
            if case .dict = value, !Methods.names(of: value).contains(wanted.string) {
                return .undefined(wanted.string)
            }
            return try attribute(wanted.string, of: value)
        case "abs":
            guard let number = value.number else { throw Arithmetic.mismatch("abs", value, value) }
            if case .int(let whole) = number { return whole < 0 ? try Arithmetic.negated(value) : .int(whole) }
            return .float(number.double.magnitude)
        case "int": return try integer(value, arguments)
        case "float":
            let standard = try arguments.bound(name, ["default"])[0] ?? .float(0)
            if case .undefined(let name) = value { throw TemplateError.undefinedValue(name) }
            if let number = value.number { return .float(number.double) }
            if case .text(let text) = value {
                try chargeLetters(of: text)
                if let number = Self.float(text) { return .float(number) }
            }
            return standard
        case "round": return try rounded(value, arguments)
        default: return try fileSize(value, arguments)
        }
    }

    private func jsonStyle(_ arguments: CallArguments) throws -> JSONStyle {
        let bound = try arguments.bound("tojson", ["ensure_ascii", "indent", "separators", "sort_keys"])
        var style = JSONStyle()
        style.isASCII = bound[0]?.isTrue ?? false
        style.sortsKeys = bound[3]?.isTrue ?? false
        // Jinja's own `tojson(2)` sets the indentation; there the first argument is no truth value.
        let indent = bound[1] ?? { if case .int? = bound[0] { return bound[0] } else { return nil } }()
        switch indent {
        case .int(let width)?: style.indent = Text(String(repeating: " ", count: max(0, min(width, 64))))
        case .text(let text)?: style.indent = text
        case nil, Value.none?: break
        default: throw TemplateError(.type, "the indentation of `tojson` is a number.")
        }
        if style.indent != nil { style.itemSeparator = "," }
        if let separators = bound[2], !separators.isNone {
            let items = try iterate(separators)
            guard items.count == 2 else { throw TemplateError(.type, "`separators` are two texts.") }
            style.itemSeparator = try text(items[0], "tojson")
            style.keySeparator = try text(items[1], "tojson")
        }
        return style
    }

    // MARK: Numbers

    private func integer(_ value: Value, _ arguments: CallArguments) throws -> Value {
        let bound = try arguments.bound("int", ["default", "base"])
        let standard = bound[0] ?? .int(0)
        let base = try whole(bound[1], 10, "int")
        switch value {
        case .undefined(let name): throw TemplateError.undefinedValue(name)
        case .text(let text):
            try chargeLetters(of: text)
            var digits = text.stripped().string.lowercased().filter { $0 != "_" }
            let prefixes = [16: "0x", 8: "0o", 2: "0b"]
            if let prefix = prefixes[base], digits.hasPrefix(prefix) { digits.removeFirst(2) }
            if (2...36).contains(base), let number = Int(digits, radix: base) { return .int(number) }
            guard let number = Self.float(text), let whole = Int(exactly: number.rounded(.towardZero)) else {
                return standard
            }
            return .int(whole)
        default:
            guard let number = value.number else { return standard }
            if case .int(let whole) = number { return .int(whole) }
            return Int(exactly: number.double.rounded(.towardZero)).map(Value.int) ?? standard
        }
    }

    static func float(_ text: Text) -> Double? {
        let digits = text.stripped().string.filter { $0 != "_" }.lowercased()
        guard !digits.contains("x"), !digits.contains("p") else { return nil }
        return Double(digits)
    }

    private func rounded(_ value: Value, _ arguments: CallArguments) throws -> Value {
        let bound = try arguments.bound("round", ["precision", "method"])
        guard let number = value.number else { throw Arithmetic.mismatch("round", value, value) }
        let places = try whole(bound[0], 0, "round")
        let method = try optionalText(bound[1], "round")?.string ?? "common"
        guard (-300...300).contains(places) else { throw TemplateError(.limit, "a precision is too large.") }
        if method == "common" {
            // Whole numbers stay whole, as `round(3, 1)` of Python has it.
            if case .int = number, places >= 0 { return number.value }
            if places == 0 { return .float(number.double.rounded(.toNearestOrEven)) }
            if places > 0 {
                guard places <= 60 else { return .float(number.double) }
                return .float(Double(FloatText.fixed(number.double, places: places)) ?? number.double)
            }
        } else if method != "ceil", method != "floor" {
            throw TemplateError(.type, "`round` knows common, ceil and floor.")
        }
        var factor = 1.0
        for _ in 0..<places.magnitude { factor *= 10 }
        if places < 0 { factor = 1 / factor }
        let scaled = number.double * factor
        let whole =
            method == "ceil"
            ? scaled.rounded(.up)
            : method == "floor"
                ? scaled.rounded(.down)
                : scaled.rounded(
                    .toNearestOrEven)
        return .float(whole / factor)
    }

    private func fileSize(_ value: Value, _ arguments: CallArguments) throws -> Value {
        let isBinary = try arguments.bound("filesizeformat", ["binary"])[0]?.isTrue ?? false
        guard let number = value.number else { throw Arithmetic.mismatch("filesizeformat", value, value) }
        let base = isBinary ? 1024.0 : 1000.0
        let bytes = number.double
        if bytes == 1 { return .text("1 Byte") }
        if bytes < base { return .string("\(FloatText.fixed(bytes.rounded(.towardZero), places: 0)) Bytes") }
        let units =
            isBinary
            ? ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB", "ZiB", "YiB"]
            : ["kB", "MB", "GB", "TB", "PB", "EB", "ZB", "YB"]
        var scaled = bytes / base
        var unit = 0
        while scaled >= base, unit < units.count - 1 {
            scaled /= base
            unit += 1
        }
        return .string("\(FloatText.fixed(scaled, places: 1)) \(units[unit])")
    }
}

// MARK: -

/// What can follow `is`.
enum Tests {
    static let names: Set<String> = [
        "boolean", "callable", "defined", "divisibleby", "eq", "equalto", "escaped", "even", "false", "filter", "float",
        "ge", "gt", "greaterthan", "in", "integer", "iterable", "le", "lessthan", "lower", "lt", "mapping", "ne",
        "none", "number", "odd", "sameas", "sequence", "string", "test", "true", "undefined", "upper", "==", "!=", "<",
        "<=", ">", ">=",
    ]
}

extension Renderer {
    func test(_ name: String, _ value: Value, _ arguments: CallArguments) throws -> Bool {
        guard Tests.names.contains(name) else { throw TemplateError(.type, "there is no test `\(name)`.") }
        if let comparison = Self.comparisons[name] {
            guard let other = try arguments.bound(name, ["other"])[0] else {
                throw TemplateError(.type, "the test `\(name)` needs a value to compare with.")
            }
            if name == "in" { return try contains(other, value) }
            return try holds(comparison, value, other)
        }
        switch name {
        case "divisibleby", "sameas":
            guard let other = try arguments.bound(name, ["other"])[0] else {
                throw TemplateError(.type, "the test `\(name)` needs an argument.")
            }
            if name == "sameas" { return try value.typeName == other.typeName && equal(value, other) }
            return try !apply(.remainder, value, other).isTrue
        case "even": return try !apply(.remainder, value, .int(2)).isTrue
        case "odd": return try equal(try apply(.remainder, value, .int(2)), .int(1))
        default:
            guard arguments.positional.isEmpty, arguments.named.isEmpty else {
                throw TemplateError(.type, "the test `\(name)` takes no argument.")
            }
            return try kind(name, value)
        }
    }

    private static let comparisons: [String: Comparison] = [
        "eq": .equal, "equalto": .equal, "==": .equal, "ne": .notEqual, "!=": .notEqual, "lt": .less, "lessthan": .less,
        "<": .less, "le": .lessOrEqual, "<=": .lessOrEqual, "gt": .greater, "greaterthan": .greater, ">": .greater,
        "ge": .greaterOrEqual, ">=": .greaterOrEqual, "in": .contained,
    ]

    private func kind(_ name: String, _ value: Value) throws -> Bool {
        switch (name, value) {
        case ("defined", _): return !value.isUndefined
        case ("undefined", _): return value.isUndefined
        case ("none", _): return value.isNone
        case ("boolean", .bool), ("string", .text), ("mapping", .dict), ("integer", .int), ("float", .float):
            return true
        case ("true", .bool(let flag)): return flag
        case ("false", .bool(let flag)): return !flag
        case ("number", _): return value.number != nil
        case ("callable", .callable), ("callable", .loop): return true
        case ("iterable", .text), ("iterable", .dict), ("iterable", .list), ("iterable", .undefined),
            ("iterable", .loop):
            return true
        case ("sequence", .text), ("sequence", .dict), ("sequence", .undefined): return true
        case ("sequence", .list(let list)): return list.kind != .generator && list.kind != .view
        case ("lower", _), ("upper", _):
            let text = try text(of: value)
            try chargeLetters(of: text)
            let string = text.string
            let cased = string.unicodeScalars.contains { $0.properties.isLowercase || $0.properties.isUppercase }
            return cased && (name == "lower" ? string.lowercased() : string.uppercased()) == string
        case ("filter", .text(let text)): return Filters.names.contains(text.string)
        case ("test", .text(let text)): return Tests.names.contains(text.string)
        default: return false
        }
    }
}
