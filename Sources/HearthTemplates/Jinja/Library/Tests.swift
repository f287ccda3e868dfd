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
