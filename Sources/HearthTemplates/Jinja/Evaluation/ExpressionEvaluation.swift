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
            result.set(name, key: try self.key(of: name), try evaluate(value, scope))
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
        if let spread = arguments.spread {
            let items = try iterate(try evaluate(spread, scope))
            try charge(items.count)
            result.positional += items
        }
        for (name, expression) in arguments.named { result.named.append((name, try evaluate(expression, scope))) }
        if let spread = arguments.namedSpread {
            guard case .dict(let dict) = try evaluate(spread, scope) else {
                throw TemplateError(.type, "only a mapping can follow `**`.")
            }
            try charge(dict.keys.count)
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

extension Renderer {
    /// `value.name`: a method first, then an item, as Jinja does.
    func attribute(_ name: String, of value: Value) throws -> Value {
        switch value {
        case .undefined(let what): throw TemplateError.undefinedValue(what)
        case .loop(let loop): return try attribute(name, of: loop)
        case .namespace(let namespace): return namespace.values[name] ?? .undefined(name)
        case .callable(let callable):
            switch (callable.body, name) {
            case (.macro(let macro, _), "name"): return .string(macro.name)
            case (.cycler(let cycler), "next"), (.cycler(let cycler), "current"):
                if name == "next" { return .callable(Callable(.cycler(cycler))) }
                return cycler.items.isEmpty ? .undefined(name) : cycler.items[cycler.position % cycler.items.count]
            default: return .undefined(name)
            }
        case .list(let list) where list.kind == .group && name == "grouper": return list.items[0]
        case .list(let list) where list.kind == .group && name == "list": return list.items[1]
        default: break
        }
        if Methods.names(of: value).contains(name) { return .callable(Callable(.method(value, name))) }
        if case .dict(let dict) = value, let item = dict[name] { return item }
        return .undefined(name)
    }

    /// `value[index]`: an item first, then an attribute.
    func item(_ index: Value, of value: Value) throws -> Value {
        switch value {
        case .undefined(let what): throw TemplateError.undefinedValue(what)
        case .dict(let dict):
            if case .list = index, (try? key(of: index)) == nil { return .undefined("item") }
            if let item = dict[try key(of: index)] { return item }
        case .list(let list) where list.kind != .generator && list.kind != .view:
            if case .int(let place)? = index.number { return item(place, of: list.items) }
        case .text(let text):
            if case .int(let place)? = index.number {
                return try item(place, of: text).map(Value.text) ?? .undefined("item \(place)")
            }
        default: break
        }
        if case .text(let name) = index { return try attribute(name.string, of: value) }
        return .undefined("item")
    }

    private func item(_ place: Int, of items: [Value]) -> Value {
        let index = place < 0 ? place + items.count : place
        return items.indices.contains(index) ? items[index] : .undefined("item \(place)")
    }

    private func item(_ place: Int, of text: Text) throws -> Text? {
        try charge(bytes: text.count)
        if text.isASCII {
            let index = place < 0 ? place + text.count : place
            return (0..<text.count).contains(index) ? text.slice(index..<index + 1) : nil
        }
        try chargeOffsets(of: text)
        let offsets = text.scalarOffsets
        let count = offsets.count - 1
        let index = place < 0 ? place + count : place
        return (0..<count).contains(index) ? text.slice(offsets[index]..<offsets[index + 1]) : nil
    }

    private func attribute(_ name: String, of loop: LoopState) throws -> Value {
        let count = loop.items.count
        switch name {
        case "index": return .int(loop.index + 1)
        case "index0": return .int(loop.index)
        case "revindex": return .int(count - loop.index)
        case "revindex0": return .int(count - loop.index - 1)
        case "first": return .bool(loop.index == 0)
        case "last": return .bool(loop.index == count - 1)
        case "length": return .int(count)
        case "depth": return .int(loop.depth)
        case "depth0": return .int(loop.depth - 1)
        case "previtem": return loop.index > 0 ? loop.items[loop.index - 1] : .undefined("the item before the first")
        case "nextitem":
            return loop.index + 1 < count ? loop.items[loop.index + 1] : .undefined("the item after the last")
        case "cycle", "changed": return .callable(Callable(.method(.loop(loop), name)))
        default: return .undefined("loop.\(name)")
        }
    }

    // MARK: Slices

    func slice(_ value: Value, _ start: Value?, _ end: Value?, _ step: Value?) throws -> Value {
        func bound(_ value: Value?) throws -> Int? {
            guard let value, !value.isNone else { return nil }
            guard case .int(let number)? = value.number else {
                throw TemplateError(.type, "a slice is bounded by whole numbers, not by a \(value.typeName).")
            }
            return number
        }
        let step = try bound(step) ?? 1
        guard step != 0 else { throw TemplateError(.type, "the step of a slice cannot be 0.") }
        let (start, end) = (try bound(start), try bound(end))
        switch value {
        case .undefined(let what): throw TemplateError.undefinedValue(what)
        case .list(let list) where list.kind != .generator && list.kind != .view:
            let places = Self.places(start, end, step, count: list.items.count)
            return try checked(
                List(places.map { list.items[$0] }, kind: list.kind == .group ? .tuple : list.kind))
        case .text(let text):
            try chargeOffsets(of: text)
            let offsets = text.scalarOffsets
            let places = Self.places(start, end, step, count: offsets.count - 1)
            guard let first = places.first, let last = places.last else { return .text("") }
            if step == 1 { return try checked(text.slice(offsets[first]..<offsets[last + 1])) }
            try charge(places.count)
            var result = Text("")
            for place in places { result.append(text.slice(offsets[place]..<offsets[place + 1])) }
            return try checked(result)
        default: return .undefined("slice")
        }
    }

    /// The places that Python's `slice.indices` gives.
    private static func places(_ start: Int?, _ end: Int?, _ step: Int, count: Int) -> [Int] {
        func clamp(_ value: Int?, _ standard: Int) -> Int {
            guard let value else { return standard }
            let moved = value < 0 ? max(value + count, step < 0 ? -1 : 0) : value
            return min(moved, step < 0 ? count - 1 : count)
        }
        let low = clamp(start, step < 0 ? count - 1 : 0)
        let high = clamp(end, step < 0 ? -1 : count)
        // A step beyond the list ends it, and must not overflow on the way.
        let bounded = max(-count - 1, min(count + 1, step))
        return Array(stride(from: low, to: high, by: bounded))
    }
}

extension Renderer {
    func call(_ value: Value, _ arguments: CallArguments) throws -> Value {
        try charge()
        switch value {
        case .callable(let callable):
            switch callable.body {
            case .macro(let macro, let scope): return try call(macro, scope, arguments)
            case .builtIn(let name): return try callGlobal(name, arguments)
            case .method(let value, let name): return try callMethod(name, of: value, arguments)
            case .cycler(let cycler):
                guard !cycler.items.isEmpty else { return .undefined("cycler") }
                defer { cycler.position = (cycler.position + 1) % cycler.items.count }
                return cycler.items[cycler.position]
            case .joiner(let joiner):
                defer { joiner.wasUsed = true }
                return .text(joiner.wasUsed ? joiner.separator : "")
            }
        case .loop(let loop):
            guard let (node, scope) = loop.recursion else {
                throw TemplateError(.type, "the loop is not marked as recursive.")
            }
            let items = try arguments.bound("loop", ["iterable"])[0] ?? .undefined("iterable")
            return try checked(
                try captured { try nested { try runLoop(node, over: items, depth: loop.depth + 1, scope) } })
        case .undefined(let name): throw TemplateError.undefinedValue(name)
        default: throw TemplateError(.type, "a \(value.typeName) cannot be called.")
        }
    }

    private func call(_ macro: Macro, _ scope: Scope, _ arguments: CallArguments) throws -> Value {
        // Each parameter is looked for among all names.
        try charge(1 + arguments.named.count * macro.parameters.count)
        let inner = Scope(parent: scope)
        var named = arguments.named
        var given = arguments.positional[...]
        for (name, standard) in macro.parameters {
            if let value = given.popFirst() {
                guard !named.contains(where: { $0.0 == name }) else {
                    throw TemplateError(.type, "the macro `\(macro.name)` got `\(name)` twice.")
                }
                inner.variables[name] = value
            } else if let index = named.firstIndex(where: { $0.0 == name }) {
                inner.variables[name] = named.remove(at: index).1
            } else if let standard {
                inner.variables[name] = try evaluate(standard, inner)
            } else {
                inner.variables[name] = .undefined(name)
            }
        }
        if macro.catches.contains("caller") {
            let caller = named.firstIndex { $0.0 == "caller" }
            inner.variables["caller"] = caller.map { named.remove(at: $0).1 } ?? .undefined("caller")
        }
        if macro.catches.contains("kwargs") {
            var rest = Dictionary()
            for (name, value) in named { rest.set(Text(name), value) }
            inner.variables["kwargs"] = try checked(rest)
        } else if let extra = named.first {
            throw TemplateError(.type, "the macro `\(macro.name)` takes no argument `\(extra.0)`.")
        }
        if macro.catches.contains("varargs") {
            inner.variables["varargs"] = try checked(List(Array(given), kind: .tuple))
        } else if !given.isEmpty {
            throw TemplateError(
                .type, "the macro `\(macro.name)` takes at most \(macro.parameters.count) arguments.")
        }
        return try checked(try captured { _ = try nested { try run(macro.body, inner) } })
    }
}
