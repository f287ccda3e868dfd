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
