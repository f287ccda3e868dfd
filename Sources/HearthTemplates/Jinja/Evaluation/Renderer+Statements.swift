extension Renderer {
    /// How a list of statements ended.
    enum Flow { case next, leave, proceed }

    func run(_ statements: [Statement], _ scope: Scope) throws -> Flow {
        for statement in statements {
            try charge()
            let flow: Flow
            switch statement {
            case .text(let text):
                try write(text)
                flow = .next
            case .output(let expression, let line):
                try at(line) { try write(try text(of: try evaluate(expression, scope))) }
                flow = .next
            case .leave: flow = .leave
            case .proceed: flow = .proceed
            case .condition(let branches, let otherwise, let line):
                flow = try condition(branches, otherwise, line, scope)
            case .loop(let loop):
                try at(loop.line) {
                    try runLoop(loop, over: try evaluate(loop.items, scope), depth: 1, scope)
                }
                flow = .next
            default:
                flow = try runDefinition(statement, scope)
            }
            if flow != .next { return flow }
        }
        return .next
    }

    /// Puts the line on errors that have none.
    func at<Result>(_ line: Int, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as TemplateError {
            throw error.at(line)
        }
    }

    private func condition(
        _ branches: [(test: Expression, body: [Statement])], _ otherwise: [Statement], _ line: Int, _ scope: Scope
    ) throws -> Flow {
        for branch in branches where try at(line, { try evaluate(branch.test, scope).isTrue }) {
            return try nested { try run(branch.body, scope) }
        }
        return try nested { try run(otherwise, scope) }
    }

    private func runDefinition(_ statement: Statement, _ scope: Scope) throws -> Flow {
        switch statement {
        case .set(let target, let expression, let line):
            try at(line) { try assign(target, try evaluate(expression, scope), scope) }
        case .setBlock(let target, let filters, let body, let line):
            var value = try checked(try captured { _ = try nested { try run(body, Scope(parent: scope)) } })
            try at(line) {
                if !filters.isEmpty { value = try apply(filters, to: value, scope) }
                try assign(target, value, scope)
            }
        case .macro(let macro):
            scope.variables[macro.name] = .callable(makeMacro(macro, scope))
        case .call(let macro, let callee, let arguments, let line):
            try at(line) {
                var given = try self.arguments(arguments, scope)
                given.named.append(("caller", .callable(makeMacro(macro, scope))))
                try write(try text(of: try call(try evaluate(callee, scope), given)))
            }
        case .filter(let filters, let body, let line):
            let value = try checked(try captured { _ = try nested { try run(body, Scope(parent: scope)) } })
            try at(line) { try write(try text(of: try apply(filters, to: value, scope))) }
        case .with(let values, let body, let line):
            let inner = Scope(parent: scope)
            try at(line) {
                for (target, expression) in values { try assign(target, try evaluate(expression, scope), inner) }
            }
            return try nested { try run(body, inner) }
        case .scoped(let body):
            return try nested { try run(body, Scope(parent: scope)) }
        default: break
        }
        return .next
    }

    func assign(_ target: Target, _ value: Value, _ scope: Scope) throws {
        switch target {
        case .name(let name): scope.variables[name] = value
        case .attribute(let name, let attribute):
            guard case .namespace(let namespace)? = scope.find(name) else {
                throw TemplateError(.type, "`\(name)` is not a namespace, so `\(attribute)` cannot be set in it.")
            }
            namespace.values.set(Text(attribute), value)
        case .tuple(let targets):
            let items = try iterate(value)
            guard items.count == targets.count else {
                throw TemplateError(.type, "\(items.count) values cannot be given to \(targets.count) names.")
            }
            for (target, item) in zip(targets, items) { try assign(target, item, scope) }
        }
    }

    /// - Parameter depth: 1 for a loop in the template, more where a recursive loop called itself.
    func runLoop(_ loop: Loop, over value: Value, depth: Int, _ scope: Scope) throws {
        var items = try iterate(value)
        if let test = loop.test {
            items = try items.filter { item in
                let inner = Scope(parent: scope)
                try assign(loop.target, item, inner)
                try charge()
                return try evaluate(test, inner).isTrue
            }
        }
        let state = LoopState(items: items, depth: depth, recursion: loop.isRecursive ? (loop, scope) : nil)
        for (index, item) in items.enumerated() {
            try charge()
            state.index = index
            let inner = Scope(parent: scope)
            inner.variables["loop"] = .loop(state)
            try assign(loop.target, item, inner)
            if try nested({ try run(loop.body, inner) }) == .leave { return }
        }
        if items.isEmpty { _ = try nested { try run(loop.otherwise, Scope(parent: scope)) } }
    }
}
