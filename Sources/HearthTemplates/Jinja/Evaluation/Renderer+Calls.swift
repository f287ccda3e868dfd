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
