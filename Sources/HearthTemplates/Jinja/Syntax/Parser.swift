/// Reads tokens to statements.
struct Parser {
    private let tokens: [Token]
    private var index = 0
    private let limits: TemplateLimits
    private let stack = StackGuard()
    private var depth = 0
    private var loopDepth = 0
    /// Conditions around the place that is read. What may never run may name filters that do not exist.
    private(set) var conditionDepth = 0
    /// Names in the macro bodies being read, the innermost last.
    var macroNames: [Set<String>] = []

    init(_ tokens: [Token], limits: TemplateLimits) {
        self.tokens = tokens
        self.limits = limits
    }

    static func statements(of text: String, limits: TemplateLimits) throws -> [Statement] {
        var parser = Parser(try Lexer.tokens(of: text, limits: limits), limits: limits)
        return try parser.statements(until: [])
    }

    // MARK: Tokens

    var current: Token { tokens[min(index, tokens.count - 1)] }
    var following: Token { tokens[min(index + 1, tokens.count - 1)] }

    mutating func advance() { index += 1 }

    func at(_ symbol: Token.Symbol) -> Bool { current.kind == .symbol(symbol) }
    func at(name: String) -> Bool { current.kind == .name(name) }

    mutating func skip(_ symbol: Token.Symbol) -> Bool {
        guard at(symbol) else { return false }
        advance()
        return true
    }

    mutating func skip(name: String) -> Bool {
        guard at(name: name) else { return false }
        advance()
        return true
    }

    mutating func expect(_ symbol: Token.Symbol) throws {
        guard skip(symbol) else { throw unexpected("`\(symbol.rawValue)`") }
    }

    mutating func expect(_ kind: Token.Kind, _ what: String) throws {
        guard current.kind == kind else { throw unexpected(what) }
        advance()
    }

    mutating func expectName() throws -> String {
        guard case .name(let name) = current.kind else { throw unexpected("a name") }
        advance()
        return name
    }

    func unexpected(_ wanted: String) -> TemplateError {
        TemplateError(.syntax, "\(wanted) expected, not \(current.description).", line: current.line)
    }

    mutating func nested<Result>(_ body: (inout Parser) throws -> Result) throws -> Result {
        depth += 1
        defer { depth -= 1 }
        guard depth <= limits.depth else {
            throw TemplateError(.limit, "the template is nested too deeply.", line: current.line)
        }
        do {
            try stack.check()
        } catch let error as TemplateError {
            throw error.at(current.line)
        }
        return try body(&self)
    }

    // MARK: Statements

    /// Reads up to a block that begins with one of `ends`, and past its `{%`; with none, to the end.
    private mutating func statements(until ends: Set<String>) throws -> [Statement] {
        try nested { parser in
            var result: [Statement] = []
            while true {
                let token = parser.current
                switch token.kind {
                case .data(let bytes):
                    parser.advance()
                    result.append(.text(Text(bytes)))
                case .variableBegin:
                    parser.advance()
                    result.append(.output(try parser.tupleOrExpression(), line: token.line))
                    try parser.expect(.variableEnd, "`}}`")
                case .blockBegin:
                    parser.advance()
                    if case .name(let name) = parser.current.kind, ends.contains(name) { return result }
                    result.append(try parser.statement())
                case .end:
                    guard ends.isEmpty else {
                        throw TemplateError(
                            .syntax,
                            "the template ends where `\(ends.sorted().joined(separator: "` or `"))` is missing.",
                            line: token.line)
                    }
                    return result
                default: throw parser.unexpected("text")
                }
            }
        }
    }

    private mutating func body(until end: String) throws -> [Statement] {
        try expect(.blockEnd, "`%}`")
        let result = try statements(until: [end])
        advance()
        return result
    }

    private mutating func endBlock() throws { try expect(.blockEnd, "`%}`") }

    private mutating func statement() throws -> Statement {
        let line = current.line
        let name = try expectName()
        switch name {
        case "for": return try loop(line)
        case "if": return try condition(line)
        case "set": return try assignment(line)
        case "macro": return try macro(line)
        case "call": return try callBlock(line)
        case "filter":
            let filters = try self.filters(startsInline: true)
            let result = Statement.filter(filters, body: try body(until: "endfilter"), line: line)
            try endBlock()
            return result
        case "with": return try with(line)
        case "generation":
            let result = Statement.scoped(try body(until: "endgeneration"))
            try endBlock()
            return result
        case "block":
            let blockName = try expectName()
            while skip(name: "scoped") || skip(name: "required") {}
            let result = Statement.scoped(try body(until: "endblock"))
            _ = skip(name: blockName)
            try endBlock()
            return result
        case "autoescape":
            _ = try expression()
            let result = Statement.scoped(try body(until: "endautoescape"))
            try endBlock()
            return result
        case "break", "continue":
            guard loopDepth > 0 else { throw TemplateError(.syntax, "`\(name)` outside of a loop.", line: line) }
            try endBlock()
            return name == "break" ? .leave(line: line) : .proceed(line: line)
        case "include", "import", "extends", "from":
            throw TemplateError(.unsupported, "`\(name)` would read another file.", line: line)
        default: throw TemplateError(.syntax, "there is no block `\(name)` here.", line: line)
        }
    }

    private mutating func loop(_ line: Int) throws -> Statement {
        let target = try target(endsAt: "in")
        guard skip(name: "in") else { throw unexpected("`in`") }
        let items = try tupleOrExpression(allowsConditional: false, endsAt: "recursive")
        let test = skip(name: "if") ? try expression() : nil
        let isRecursive = skip(name: "recursive")
        try endBlock()
        loopDepth += 1
        let body = try statements(until: ["endfor", "else"])
        loopDepth -= 1
        var otherwise: [Statement] = []
        if try expectName() == "else" {
            otherwise = try self.body(until: "endfor")
        }
        try endBlock()
        return .loop(
            Loop(
                target: target, items: items, test: test, isRecursive: isRecursive, body: body, otherwise: otherwise,
                line: line))
    }

    private mutating func condition(_ line: Int) throws -> Statement {
        var branches: [(test: Expression, body: [Statement])] = []
        var otherwise: [Statement] = []
        while true {
            let test = try tupleOrExpression(allowsConditional: false)
            try endBlock()
            conditionDepth += 1
            branches.append((test, try statements(until: ["elif", "else", "endif"])))
            let next = try expectName()
            if next == "else" { otherwise = try body(until: "endif") }
            conditionDepth -= 1
            if next == "elif" { continue }
            try endBlock()
            return .condition(branches, otherwise: otherwise, line: line)
        }
    }

    private mutating func assignment(_ line: Int) throws -> Statement {
        let target = try target(allowsAttribute: true)
        if skip(.assign) {
            let value = try tupleOrExpression()
            try endBlock()
            return .set(target, value, line: line)
        }
        let filters = try self.filters(startsInline: false)
        let result = Statement.setBlock(target, filters: filters, body: try body(until: "endset"), line: line)
        try endBlock()
        return result
    }

    private mutating func with(_ line: Int) throws -> Statement {
        var values: [(Target, Expression)] = []
        while current.kind != .blockEnd {
            if !values.isEmpty { try expect(.comma) }
            let target = try target()
            try expect(.assign)
            values.append((target, try expression()))
        }
        let result = Statement.with(values, body: try body(until: "endwith"), line: line)
        try endBlock()
        return result
    }

    private mutating func macro(_ line: Int) throws -> Statement {
        let name = try expectName()
        let macro = try macroRest(name: name, end: "endmacro", parameters: try signature(), line: line)
        _ = skip(name: name)
        try endBlock()
        return .macro(macro)
    }

    private mutating func callBlock(_ line: Int) throws -> Statement {
        let parameters = at(.leftParenthesis) ? try signature() : []
        guard case .postfix(let base, var operations) = try expression(), let last = operations.popLast(),
            case .call(let arguments) = last.operation
        else { throw TemplateError(.syntax, "`call` needs a call.", line: line) }
        let macro = try macroRest(name: "caller", end: "endcall", parameters: parameters, line: line)
        try endBlock()
        return .call(
            macro, callee: operations.isEmpty ? base : .postfix(base, operations), arguments: arguments, line: line)
    }

    private mutating func macroRest(
        name: String, end: String, parameters: [(name: String, standard: Expression?)], line: Int
    ) throws -> Macro {
        macroNames.append([])
        let outer = loopDepth
        loopDepth = 0
        let body = try body(until: end)
        loopDepth = outer
        let names = macroNames.removeLast()
        return Macro(
            name: name, parameters: parameters, body: body,
            catches: names.intersection(["varargs", "kwargs", "caller"]), line: line)
    }

    private mutating func signature() throws -> [(name: String, standard: Expression?)] {
        try expect(.leftParenthesis)
        var parameters: [(name: String, standard: Expression?)] = []
        while !at(.rightParenthesis) {
            if !parameters.isEmpty { try expect(.comma) }
            let name = try expectName()
            if skip(.assign) {
                parameters.append((name, try expression()))
            } else {
                guard parameters.last?.standard == nil else {
                    throw TemplateError(
                        .syntax, "a parameter without a default follows one with.", line: current.line)
                }
                parameters.append((name, nil))
            }
        }
        try expect(.rightParenthesis)
        return parameters
    }

    // MARK: Targets

    private mutating func target(allowsAttribute: Bool = false, endsAt end: String? = nil) throws -> Target {
        var targets: [Target] = []
        var isTuple = false
        while true {
            if let end, at(name: end) { break }
            targets.append(try singleTarget(allowsAttribute: allowsAttribute))
            guard skip(.comma) else { break }
            isTuple = true
        }
        guard let first = targets.first else { throw unexpected("a name") }
        return isTuple ? .tuple(targets) : first
    }

    private mutating func singleTarget(allowsAttribute: Bool) throws -> Target {
        if skip(.leftParenthesis) {
            let inner = try nested { try $0.target(allowsAttribute: allowsAttribute) }
            try expect(.rightParenthesis)
            return inner
        }
        let line = current.line
        let name = try expectName()
        if allowsAttribute, skip(.dot) { return .attribute(name, try expectName()) }
        guard !["true", "false", "none", "True", "False", "None"].contains(name) else {
            throw TemplateError(.syntax, "`\(name)` cannot be assigned to.", line: line)
        }
        return .name(name)
    }
}
