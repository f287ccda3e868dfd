/// Runs a template once. Everything it does is counted against ``TemplateLimits``.
final class Renderer {
    let limits: TemplateLimits
    /// What `strftime_now` tells.
    let now: TemplateMoment
    private(set) var output = Text("")
    private var steps = 0
    private let stack = StackGuard()
    private var depth = 0
    /// Kept until the end, and emptied then one by one: chains of these would be released recursively, and cycles never.
    private var namespaces: [Namespace] = []
    private var macros: [Callable] = []
    private var macroScopes: [Scope] = []

    init(limits: TemplateLimits, now: TemplateMoment) {
        self.limits = limits
        self.now = now
    }

    /// Renders `statements`.
    func render(_ statements: [Statement], context: [String: Value]) throws -> Text {
        defer { release() }
        let globals = Scope(parent: nil)
        for name in Globals.names { globals.variables[name] = .callable(Callable(.builtIn(name))) }
        globals.variables.merge(context) { $1 }
        _ = try run(statements, Scope(parent: globals))
        return output
    }

    private func release() {
        for namespace in namespaces { namespace.values = Dictionary() }
        for scope in macroScopes { scope.variables = [:] }
        for macro in macros { macro.body = .builtIn("") }
        namespaces = []
        macroScopes = []
        macros = []
    }

    func makeNamespace() -> Namespace {
        let result = Namespace()
        namespaces.append(result)
        return result
    }

    func makeMacro(_ macro: Macro, _ scope: Scope) -> Callable {
        let result = Callable(.macro(macro, scope))
        macros.append(result)
        macroScopes.append(scope)
        return result
    }

    // MARK: Limits

    /// Counts work; `bytes` is the length of the texts that it goes through.
    func charge(_ count: Int = 1, bytes: Int = 0) throws {
        steps += count + bytes >> 6
        guard steps <= limits.steps else {
            throw TemplateError(.limit, "the template ran for more than \(limits.steps) steps.")
        }
        // Often enough for a stop button, seldom enough to cost nothing.
        if steps & 0xFFF < count, Task.isCancelled { throw CancellationError() }
    }

    /// Counts the finding of each code point, of which a list is made.
    func chargeOffsets(of text: Text) throws { try charge(bytes: text.count * 4) }

    /// Counts work that is done letter by letter, with what Unicode says of each.
    func chargeLetters(of text: Text) throws { try charge(text.count) }

    func checked(_ text: Text) throws -> Value {
        try charge(bytes: text.count)
        guard text.count <= limits.outputBytes else {
            throw TemplateError(.limit, "a text in the template grew beyond \(limits.outputBytes) bytes.")
        }
        return .text(text)
    }

    func checked(_ list: List) throws -> Value {
        try charge(list.items.count)
        guard list.depth <= limits.valueDepth else {
            throw TemplateError(.limit, "lists in the template are nested too deeply.")
        }
        return .list(list)
    }

    func checked(_ dict: Dictionary) throws -> Value {
        try charge(dict.keys.count)
        guard dict.depth <= limits.valueDepth else {
            throw TemplateError(.limit, "mappings in the template are nested too deeply.")
        }
        return .dict(dict)
    }

    func nested<Result>(_ body: () throws -> Result) throws -> Result {
        depth += 1
        defer { depth -= 1 }
        guard depth <= limits.depth else {
            throw TemplateError(.limit, "the template calls itself too deeply.")
        }
        try stack.check()
        return try body()
    }

    func checkStack() throws { try stack.check() }

    // MARK: Output

    func write(_ text: Text) throws {
        try charge(bytes: text.count)
        guard output.count + text.count <= limits.outputBytes else {
            throw TemplateError(.limit, "the template wrote more than \(limits.outputBytes) bytes.")
        }
        output.append(text)
    }

    /// What `body` writes, instead of writing it.
    func captured(_ body: () throws -> Void) throws -> Text {
        var outer = Text("")
        swap(&outer, &output)
        defer { swap(&outer, &output) }
        try body()
        return output
    }
}

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
