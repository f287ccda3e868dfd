extension Renderer {
    func evaluate(_ expression: Expression, _ scope: Scope) throws -> Value {
        try charge()
        switch expression {
        case .none: return .none
        case .bool(let value): return .bool(value)
        case .int(let value): return .int(value)
        case .float(let value): return .float(value)
        case .text(let text): return .text(text)
        case .name(let name): return scope.find(name) ?? .undefined(name)
        default: return try nested { try evaluateCompound(expression, scope) }
        }
    }

    /// Apart from the leaves, so that those need no stack.
    private func evaluateCompound(_ expression: Expression, _ scope: Scope) throws -> Value {
        switch expression {
        case .postfix(let base, let operations): return try apply(operations, to: try evaluate(base, scope), scope)
        case .list(let items): return try checked(List(try items.map { try evaluate($0, scope) }))
        case .tuple(let items): return try checked(List(try items.map { try evaluate($0, scope) }, kind: .tuple))
        case .dict(let items): return try dict(items, scope)
        case .negate(let value): return try Arithmetic.negated(try evaluate(value, scope))
        case .plus(let value): return try Arithmetic.plus(try evaluate(value, scope))
        case .not(let value): return .bool(!(try evaluate(value, scope).isTrue))
        case .arithmetic(let first, let rest): return try arithmetic(first, rest, scope)
        case .concatenate(let items):
            var result = Text("")
            for item in items {
                result.append(try text(of: try evaluate(item, scope)))
                _ = try checkLength(result)
            }
            return try checked(result)
        case .compare(let first, let rest): return try compare(first, rest, scope)
        case .and(let items): return try logical(items, stopsAt: false, scope)
        case .or(let items): return try logical(items, stopsAt: true, scope)
        case .conditional(let test, let then, let otherwise):
            if try evaluate(test, scope).isTrue { return try evaluate(then, scope) }
            guard let otherwise else { return .undefined("the else of a condition without one") }
            return try evaluate(otherwise, scope)
        default: return .none
        }
    }

    private func checkLength(_ text: Text) throws {
        guard text.count <= limits.outputBytes else {
            throw TemplateError(.limit, "a text in the template grew beyond \(limits.outputBytes) bytes.")
        }
    }

    private func dict(_ items: [(Expression, Expression)], _ scope: Scope) throws -> Value {
        var result = Dictionary()
        for (key, value) in items {
            let name = try evaluate(key, scope)
            result.set(name, key: try name.key(), try evaluate(value, scope))
        }
        return try checked(result)
    }

    private func arithmetic(
        _ first: Expression, _ rest: [(ArithmeticOperator, Expression)], _ scope: Scope
    ) throws -> Value {
        var result = try evaluate(first, scope)
        // `a + b + c` of texts would copy the beginning again for each.
        if case .text(var sum) = result, rest.allSatisfy({ $0.0 == .add }) {
            for (_, expression) in rest {
                let value = try evaluate(expression, scope)
                guard case .text(let text) = value else {
                    throw Arithmetic.mismatch("+", .text(sum), value)
                }
                sum.append(text)
                try checkLength(sum)
            }
            return try checked(sum)
        }
        for (operation, expression) in rest {
            result = try apply(operation, result, try evaluate(expression, scope))
        }
        return result
    }

    private func compare(_ first: Expression, _ rest: [(Comparison, Expression)], _ scope: Scope) throws -> Value {
        var left = try evaluate(first, scope)
        for (comparison, expression) in rest {
            let right = try evaluate(expression, scope)
            guard try holds(comparison, left, right) else { return .bool(false) }
            left = right
        }
        return .bool(true)
    }

    private func logical(_ items: [Expression], stopsAt stop: Bool, _ scope: Scope) throws -> Value {
        var value = Value.none
        for item in items {
            value = try evaluate(item, scope)
            if value.isTrue == stop { break }
        }
        return value
    }

    // MARK: What follows a value

    func apply(_ operations: [Postfix], to value: Value, _ scope: Scope) throws -> Value {
        var value = value
        for operation in operations {
            try charge()
            value = try at(operation.line) { try apply(operation.operation, to: value, scope) }
        }
        return value
    }

    private func apply(_ operation: Postfix.Operation, to value: Value, _ scope: Scope) throws -> Value {
        switch operation {
        case .attribute(let name): return try attribute(name, of: value)
        case .item(let expression): return try item(try evaluate(expression, scope), of: value)
        case .slice(let start, let end, let step):
            return try slice(
                value, try start.map { try evaluate($0, scope) }, try end.map { try evaluate($0, scope) },
                try step.map { try evaluate($0, scope) })
        case .call(let arguments): return try call(value, try self.arguments(arguments, scope))
        case .filter(let name, let arguments):
            return try filter(name, value, try self.arguments(arguments, scope))
        case .test(let name, let arguments, let isNegated):
            return .bool(try test(name, value, try self.arguments(arguments, scope)) != isNegated)
        }
    }

    func arguments(_ arguments: Arguments, _ scope: Scope) throws -> CallArguments {
        var result = CallArguments()
        for expression in arguments.positional { result.positional.append(try evaluate(expression, scope)) }
        if let spread = arguments.spread { result.positional += try iterate(try evaluate(spread, scope)) }
        for (name, expression) in arguments.named { result.named.append((name, try evaluate(expression, scope))) }
        if let spread = arguments.namedSpread {
            guard case .dict(let dict) = try evaluate(spread, scope) else {
                throw TemplateError(.type, "only a mapping can follow `**`.")
            }
            for (key, value) in dict.items {
                guard case .text(let name) = key else { throw TemplateError(.type, "names of arguments are texts.") }
                result.named.append((name.string, value))
            }
        }
        return result
    }
}

/// The values that a call was given.
struct CallArguments {
    var positional: [Value] = []
    var named: [(String, Value)] = []

    /// The values by parameter; `nil` where none was given.
    func bound(_ function: String, _ parameters: [String]) throws -> [Value?] {
        guard positional.count <= parameters.count else {
            throw TemplateError(.type, "`\(function)` takes at most \(parameters.count) arguments.")
        }
        var result: [Value?] = positional + Array(repeating: nil, count: parameters.count - positional.count)
        for (name, value) in named {
            guard let index = parameters.firstIndex(of: name), result[index] == nil else {
                throw TemplateError(.type, "`\(function)` does not take an argument `\(name)` here.")
            }
            result[index] = value
        }
        return result
    }

    func named(_ name: String) -> Value? { named.first { $0.0 == name }?.1 }
}
