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
        var result = Text("")
        for _ in 0..<count { result.append(text) }
        return try checked(result)
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
