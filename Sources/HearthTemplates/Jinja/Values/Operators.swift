import Foundation

/// Arithmetic as Python does it. Whole numbers have 64 bits; beyond that is an error.
enum Arithmetic {
    static func mismatch(_ symbol: String, _ left: Value, _ right: Value) -> TemplateError {
        for value in [left, right] {
            if case .undefined(let name) = value { return .undefinedValue(name) }
        }
        return TemplateError(.type, "`\(symbol)` does not go with \(left.typeName) and \(right.typeName).")
    }

    private static let overflow = TemplateError(.limit, "a number is too large.")

    static func negated(_ value: Value) throws -> Value {
        switch value.number {
        case .int(let number)?:
            let (result, isTooLarge) = 0.subtractingReportingOverflow(number)
            guard !isTooLarge else { throw overflow }
            return .int(result)
        case .float(let number)?: return .float(-number)
        default: throw mismatch("-", value, value)
        }
    }

    static func plus(_ value: Value) throws -> Value {
        guard let number = value.number else { throw mismatch("+", value, value) }
        return number.value
    }

    static func numbers(_ operation: ArithmeticOperator, _ left: Number, _ right: Number) throws -> Value {
        if case .int(let a) = left, case .int(let b) = right, operation != .divide {
            return try integers(operation, a, b)
        }
        let a = left.double
        let b = right.double
        switch operation {
        case .add: return .float(a + b)
        case .subtract: return .float(a - b)
        case .multiply: return .float(a * b)
        case .power: return .float(pow(a, b))
        case .divide, .floorDivide, .remainder:
            guard b != 0 else { throw TemplateError(.type, "division by zero.") }
            if operation == .divide { return .float(a / b) }
            var rest = a.truncatingRemainder(dividingBy: b)
            if rest != 0, (rest < 0) != (b < 0) { rest += b }
            return .float(operation == .remainder ? rest : ((a - rest) / b).rounded())
        }
    }

    private static func integers(_ operation: ArithmeticOperator, _ a: Int, _ b: Int) throws -> Value {
        let (result, isTooLarge): (Int, Bool)
        switch operation {
        case .add: (result, isTooLarge) = a.addingReportingOverflow(b)
        case .subtract: (result, isTooLarge) = a.subtractingReportingOverflow(b)
        case .multiply: (result, isTooLarge) = a.multipliedReportingOverflow(by: b)
        case .power: return try power(a, b)
        case .divide, .floorDivide, .remainder:
            guard b != 0 else { throw TemplateError(.type, "division by zero.") }
            guard b != -1 else { return operation == .remainder ? .int(0) : try negated(.int(a)) }
            // Rounds down, not towards zero.
            let rest = a % b
            let isOff = rest != 0 && (rest < 0) != (b < 0)
            return .int(operation == .remainder ? rest + (isOff ? b : 0) : a / b - (isOff ? 1 : 0))
        }
        guard !isTooLarge else { throw overflow }
        return .int(result)
    }

    private static func power(_ base: Int, _ exponent: Int) throws -> Value {
        guard exponent >= 0 else {
            guard base != 0 else { throw TemplateError(.type, "division by zero.") }
            return .float(pow(Double(base), Double(exponent)))
        }
        switch base {
        case 0: return .int(exponent == 0 ? 1 : 0)
        case 1: return .int(1)
        case -1: return .int(exponent % 2 == 0 ? 1 : -1)
        default: break
        }
        guard exponent < 64 else { throw overflow }
        var result = 1
        for _ in 0..<exponent {
            let (next, isTooLarge) = result.multipliedReportingOverflow(by: base)
            guard !isTooLarge else { throw overflow }
            result = next
        }
        return .int(result)
    }
}

/// A whole number or another one; `True` is 1.
enum Number {
    case int(Int)
    case float(Double)

    var double: Double {
        switch self {
        case .int(let value): Double(value)
        case .float(let value): value
        }
    }

    var value: Value {
        switch self {
        case .int(let value): .int(value)
        case .float(let value): .float(value)
        }
    }
}

extension Value {
    var number: Number? {
        switch self {
        case .bool(let value): .int(value ? 1 : 0)
        case .int(let value): .int(value)
        case .float(let value): .float(value)
        default: nil
        }
    }
}

extension TemplateError {
    static func undefinedValue(_ name: String) -> TemplateError {
        TemplateError(.undefined, "`\(name)` is not defined.")
    }
}

extension Renderer {
    func apply(_ operation: ArithmeticOperator, _ left: Value, _ right: Value) throws -> Value {
        if let a = left.number, let b = right.number { return try Arithmetic.numbers(operation, a, b) }
        switch (operation, left, right) {
        case (.add, .text(let a), .text(let b)): return try checked(a + b)
        case (.add, .list(let a), .list(let b)) where a.kind == b.kind && (a.kind == .list || a.kind == .tuple):
            return try checked(List(a.items + b.items, kind: a.kind))
        case (.multiply, .text(let text), _): return try repeated(text, right, left)
        case (.multiply, _, .text(let text)): return try repeated(text, left, right)
        case (.multiply, .list(let list), _): return try repeated(list, right, left)
        case (.multiply, _, .list(let list)): return try repeated(list, left, right)
        case (.remainder, .text(let format), _): return try checked(try PercentFormat.apply(format, right, self))
        default:
            let symbols: [ArithmeticOperator: String] = [
                .add: "+", .subtract: "-", .multiply: "*", .divide: "/", .floorDivide: "//", .remainder: "%",
                .power: "**",
            ]
            throw Arithmetic.mismatch(symbols[operation] ?? "", left, right)
        }
    }

    private func repeated(_ text: Text, _ times: Value, _ other: Value) throws -> Value {
        guard case .int(let count)? = times.number else { throw Arithmetic.mismatch("*", other, times) }
        guard count > 0, text.count > 0 else { return .text("") }
        guard text.count <= limits.outputBytes / count else {
            throw TemplateError(.limit, "a text in the template grew beyond \(limits.outputBytes) bytes.")
        }
        return try checked(text.repeated(count))
    }

    private func repeated(_ list: List, _ times: Value, _ other: Value) throws -> Value {
        guard case .int(let count)? = times.number, list.kind == .list || list.kind == .tuple else {
            throw Arithmetic.mismatch("*", other, times)
        }
        guard count > 0, !list.items.isEmpty else { return .list(List([], kind: list.kind)) }
        guard list.items.count <= 1_000_000 / count else {
            throw TemplateError(.limit, "a list in the template grew too long.")
        }
        return try checked(List(Array((0..<count).map { _ in list.items }.joined()), kind: list.kind))
    }
}

extension Renderer {
    func holds(_ comparison: Comparison, _ left: Value, _ right: Value) throws -> Bool {
        switch comparison {
        case .equal: try equal(left, right)
        case .notEqual: try !equal(left, right)
        case .less: try ordered(left, right) { $0 < 0 }
        case .lessOrEqual: try ordered(left, right) { $0 <= 0 }
        case .greater: try ordered(left, right) { $0 > 0 }
        case .greaterOrEqual: try ordered(left, right) { $0 >= 0 }
        case .contained: try contains(right, left)
        case .notContained: try !contains(right, left)
        }
    }

    /// Equality of values; lists that share parts can be vast, so each step counts.
    func equal(_ left: Value, _ right: Value) throws -> Bool {
        try charge()
        if let a = left.number, let b = right.number {
            if case .int(let x) = a, case .int(let y) = b { return x == y }
            return a.double == b.double
        }
        switch (left, right) {
        case (.undefined, .undefined), (.none, .none): return true
        case (.text(let a), .text(let b)):
            guard a.count == b.count else { return false }
            try charge(bytes: a.count)
            return a == b
        case (.list(let a), .list(let b)):
            let same = a.kind == b.kind || ![a.kind, b.kind].contains(.list)
            guard same, a.items.count == b.items.count else { return false }
            for (x, y) in zip(a.items, b.items) where try !equal(x, y) { return false }
            return true
        case (.dict(let a), .dict(let b)):
            guard a.keys.count == b.keys.count else { return false }
            // Not through `items`, which would be made whole before the first pair is looked at.
            for (key, value) in zip(a.keys, a.values) {
                guard let other = b[try self.key(of: key)], try equal(value, other) else { return false }
            }
            return true
        case (.namespace(let a), .namespace(let b)): return a === b
        case (.loop(let a), .loop(let b)): return a === b
        case (.callable(let a), .callable(let b)): return a === b
        default: return false
        }
    }

    private func ordered(_ left: Value, _ right: Value, _ test: (Int) -> Bool) throws -> Bool {
        if let a = left.number, let b = right.number, a.double.isNaN || b.double.isNaN { return false }
        return test(try order(left, right))
    }

    /// Below, at or above zero.
    ///
    /// - Throws: ``TemplateError`` for values that have no order.
    func order(_ left: Value, _ right: Value) throws -> Int {
        try charge()
        if let a = left.number, let b = right.number {
            if case .int(let x) = a, case .int(let y) = b { return x < y ? -1 : x == y ? 0 : 1 }
            return a.double < b.double ? -1 : a.double == b.double ? 0 : 1
        }
        switch (left, right) {
        case (.text(let a), .text(let b)):
            try charge(bytes: min(a.count, b.count))
            // Bytes of UTF-8 sort as code points do.
            return a.bytes == b.bytes ? 0 : a.bytes.lexicographicallyPrecedes(b.bytes) ? -1 : 1
        case (.list(let a), .list(let b)):
            for (x, y) in zip(a.items, b.items) where try !equal(x, y) { return try order(x, y) }
            return a.items.count - b.items.count
        default: throw Arithmetic.mismatch("<", left, right)
        }
    }

    func contains(_ container: Value, _ value: Value) throws -> Bool {
        switch container {
        case .text(let text):
            guard case .text(let needle) = value else { throw Arithmetic.mismatch("in", value, container) }
            try charge(bytes: text.count)
            return text.find(needle.bytes) != nil
        case .dict(let dict): return dict[try key(of: value)] != nil
        case .undefined: return false
        default:
            for item in try iterate(container) where try equal(item, value) { return true }
            return false
        }
    }

    /// The items of a list, the keys of a mapping, the characters of a text.
    func iterate(_ value: Value) throws -> [Value] {
        switch value {
        case .undefined: return []
        case .list(let list): return list.items
        case .dict(let dict): return dict.keys
        case .text(let text):
            try charge(text.count)
            return text.scalars.map(Value.text)
        default: throw TemplateError(.type, "a \(value.typeName) cannot be walked through.")
        }
    }
}
