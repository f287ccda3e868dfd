extension Parser {
    /// One expression, or several with commas between, which make a tuple.
    mutating func tupleOrExpression(allowsConditional: Bool = true, endsAt end: String? = nil) throws -> Expression {
        var items: [Expression] = []
        var isTuple = false
        while true {
            if isTupleEnd(end) { break }
            items.append(allowsConditional ? try expression() : try binary(.or))
            guard skip(.comma) else { break }
            isTuple = true
        }
        if isTuple { return .tuple(items) }
        guard let only = items.first else { throw unexpected("an expression") }
        return only
    }

    private func isTupleEnd(_ end: String?) -> Bool {
        switch current.kind {
        case .variableEnd, .blockEnd, .symbol(.rightParenthesis), .end: true
        case .name(let name): name == end
        default: false
        }
    }

    /// `a if b else c`, and everything that binds tighter.
    mutating func expression() throws -> Expression {
        try nested { parser in
            var result = try parser.binary(.or)
            var count = 0
            while parser.skip(name: "if") {
                let test = try parser.binary(.or)
                let otherwise = parser.skip(name: "else") ? try parser.expression() : nil
                result = .conditional(test: test, then: result, otherwise: otherwise)
                count += 1
                guard count < 32 else { throw TemplateError(.limit, "too many conditions.", line: parser.current.line) }
            }
            return result
        }
    }

    /// From loosest to tightest.
    enum Level: Int { case or, and, not, compare, sum, concatenation, product, power, unary }

    /// Climbs one level at a time, in one function: what nests costs stack, and this nests most.
    mutating func binary(_ level: Level) throws -> Expression {
        switch level {
        case .or, .and:
            let word = level == .or ? "or" : "and"
            let next: Level = level == .or ? .and : .not
            let first = try binary(next)
            guard at(name: word) else { return first }
            var items = [first]
            while skip(name: word) { items.append(try binary(next)) }
            return level == .or ? .or(items) : .and(items)
        case .not:
            var isNegated = false
            var count = 0
            while skip(name: "not") {
                isNegated.toggle()
                count += 1
            }
            let value = try binary(.compare)
            // Two negations still make a truth value of what they negate.
            return count == 0 ? value : isNegated ? .not(value) : .not(.not(value))
        case .compare: return try comparison()
        case .concatenation:
            let first = try binary(.product)
            guard at(.concatenate) else { return first }
            var items = [first]
            while skip(.concatenate) { items.append(try binary(.product)) }
            return .concatenate(items)
        case .sum, .product, .power:
            let next: Level = level == .sum ? .concatenation : level == .product ? .power : .unary
            let first = try next == .unary ? unary() : binary(next)
            guard arithmeticOperator(level) != nil else { return first }
            var rest: [(ArithmeticOperator, Expression)] = []
            while let operation = arithmeticOperator(level) {
                advance()
                rest.append((operation, try next == .unary ? unary() : binary(next)))
            }
            return .arithmetic(first, rest)
        case .unary: return try unary()
        }
    }

    private func arithmeticOperator(_ level: Level) -> ArithmeticOperator? {
        guard case .symbol(let symbol) = current.kind else { return nil }
        switch (level, symbol) {
        case (.sum, .add): return .add
        case (.sum, .subtract): return .subtract
        case (.product, .multiply): return .multiply
        case (.product, .divide): return .divide
        case (.product, .floorDivide): return .floorDivide
        case (.product, .remainder): return .remainder
        case (.power, .power): return .power
        default: return nil
        }
    }

    private mutating func comparison() throws -> Expression {
        let first = try binary(.sum)
        var rest: [(Comparison, Expression)] = []
        while let operation = comparisonOperator() { rest.append((operation, try binary(.sum))) }
        return rest.isEmpty ? first : .compare(first, rest)
    }

    private mutating func comparisonOperator() -> Comparison? {
        switch current.kind {
        case .symbol(let symbol):
            let found: Comparison? =
                switch symbol {
                case .equal: .equal
                case .notEqual: .notEqual
                case .less: .less
                case .lessOrEqual: .lessOrEqual
                case .greater: .greater
                case .greaterOrEqual: .greaterOrEqual
                default: nil
                }
            if found != nil { advance() }
            return found
        case .name("in"):
            advance()
            return .contained
        case .name("not") where following.kind == .name("in"):
            advance()
            advance()
            return .notContained
        default: return nil
        }
    }

    /// A value with its sign and what follows it; filters bind looser than the sign, calls and attributes tighter.
    private mutating func unary(withFilters: Bool = true) throws -> Expression {
        try nested { parser in
            var value: Expression
            if parser.skip(.subtract) {
                value = .negate(try parser.unary(withFilters: false))
            } else if parser.skip(.add) {
                value = .plus(try parser.unary(withFilters: false))
            } else {
                value = try parser.primary()
            }
            var operations: [Postfix] = []
            try parser.postfix(into: &operations, withFilters: withFilters)
            return operations.isEmpty ? value : .postfix(value, operations)
        }
    }

    private mutating func primary() throws -> Expression {
        let token = current
        switch token.kind {
        case .name(let name):
            advance()
            switch name {
            case "true", "True": return .bool(true)
            case "false", "False": return .bool(false)
            case "none", "None": return .none
            default:
                for index in macroNames.indices { macroNames[index].insert(name) }
                return .name(name)
            }
        case .string(let bytes):
            advance()
            var all = bytes
            while case .string(let more) = current.kind {
                all += more
                advance()
            }
            return .text(Text(all))
        case .integer(let value):
            advance()
            return .int(value)
        case .float(let value):
            advance()
            return .float(value)
        case .symbol(.leftParenthesis):
            advance()
            if skip(.rightParenthesis) { return .tuple([]) }
            let value = try tupleOrExpression()
            try expect(.rightParenthesis)
            return value
        case .symbol(.leftBracket):
            advance()
            var items: [Expression] = []
            while !at(.rightBracket) {
                if !items.isEmpty { try expect(.comma) }
                if at(.rightBracket) { break }
                items.append(try expression())
            }
            try expect(.rightBracket)
            return .list(items)
        case .symbol(.leftBrace):
            advance()
            var items: [(Expression, Expression)] = []
            while !at(.rightBrace) {
                if !items.isEmpty { try expect(.comma) }
                if at(.rightBrace) { break }
                let key = try expression()
                try expect(.colon)
                items.append((key, try expression()))
            }
            try expect(.rightBrace)
            return .dict(items)
        default: throw unexpected("an expression")
        }
    }

    // MARK: What follows a value

    private mutating func postfix(into operations: inout [Postfix], withFilters: Bool) throws {
        while true {
            let line = current.line
            switch current.kind {
            case .symbol(.dot):
                advance()
                switch current.kind {
                case .name(let name): operations.append(Postfix(operation: .attribute(name), line: line))
                case .integer(let value): operations.append(Postfix(operation: .item(.int(value)), line: line))
                default: throw unexpected("a name")
                }
                advance()
            case .symbol(.leftBracket): operations.append(Postfix(operation: try subscription(), line: line))
            case .symbol(.leftParenthesis):
                operations.append(Postfix(operation: .call(try arguments()), line: line))
            case .symbol(.pipe) where withFilters:
                operations += try filters(startsInline: false)
                // After a filter only calls, tests and filters follow: `a|b.c` names a filter `b.c`.
                try afterFilter(into: &operations)
                return
            case .name("is") where withFilters:
                operations.append(try test())
                try afterFilter(into: &operations)
                return
            default: return
            }
        }
    }

    private mutating func afterFilter(into operations: inout [Postfix]) throws {
        while true {
            switch current.kind {
            case .symbol(.pipe): operations += try filters(startsInline: false)
            case .name("is"): operations.append(try test())
            case .symbol(.leftParenthesis):
                let line = current.line
                operations.append(Postfix(operation: .call(try arguments()), line: line))
            default: return
            }
        }
    }

    private mutating func subscription() throws -> Postfix.Operation {
        try expect(.leftBracket)
        var bounds: [Expression?] = []
        var isSlice = false
        var pending: Expression?
        while !at(.rightBracket) {
            if skip(.colon) {
                isSlice = true
                bounds.append(pending)
                pending = nil
            } else if pending == nil {
                pending = try tupleItem()
            } else {
                throw unexpected("`]`")
            }
        }
        advance()
        if isSlice {
            bounds.append(pending)
            guard bounds.count <= 3 else {
                throw TemplateError(.syntax, "a slice has three parts.", line: current.line)
            }
            return .slice(bounds[0], bounds[1], bounds.count > 2 ? bounds[2] : nil)
        }
        guard let pending else { throw unexpected("an expression") }
        return .item(pending)
    }

    private mutating func tupleItem() throws -> Expression {
        let first = try expression()
        guard at(.comma) else { return first }
        var items = [first]
        while skip(.comma), !at(.rightBracket) { items.append(try expression()) }
        return .tuple(items)
    }

    private mutating func arguments() throws -> Arguments {
        try expect(.leftParenthesis)
        var result = Arguments()
        var isFirst = true
        while !at(.rightParenthesis) {
            if !isFirst { try expect(.comma) }
            if at(.rightParenthesis) { break }
            isFirst = false
            if skip(.multiply) {
                guard result.spread == nil, result.namedSpread == nil else { throw unexpected("an argument") }
                result.spread = try expression()
            } else if skip(.power) {
                guard result.namedSpread == nil else { throw unexpected("an argument") }
                result.namedSpread = try expression()
            } else if case .name(let name) = current.kind, following.kind == .symbol(.assign) {
                guard result.namedSpread == nil else { throw unexpected("an argument") }
                advance()
                advance()
                result.named.append((name, try expression()))
            } else {
                guard result.named.isEmpty, result.spread == nil, result.namedSpread == nil else {
                    throw TemplateError(.syntax, "an argument without a name follows one with.", line: current.line)
                }
                result.positional.append(try expression())
            }
        }
        try expect(.rightParenthesis)
        return result
    }

    private mutating func dottedName() throws -> String {
        var name = try expectName()
        while skip(.dot) { name += "." + (try expectName()) }
        return name
    }

    mutating func filters(startsInline: Bool) throws -> [Postfix] {
        var result: [Postfix] = []
        var isInline = startsInline
        while isInline || at(.pipe) {
            if !isInline { advance() }
            isInline = false
            let line = current.line
            let name = try dottedName()
            guard conditionDepth > 0 || Filters.names.contains(name) else {
                throw TemplateError(.syntax, "there is no filter `\(name)`.", line: line)
            }
            let arguments = at(.leftParenthesis) ? try self.arguments() : Arguments()
            result.append(Postfix(operation: .filter(name, arguments), line: line))
        }
        return result
    }

    private mutating func test() throws -> Postfix {
        let line = current.line
        advance()
        let isNegated = skip(name: "not")
        let name = try dottedName()
        guard conditionDepth > 0 || Tests.names.contains(name) else {
            throw TemplateError(.syntax, "there is no test `\(name)`.", line: line)
        }
        var arguments = Arguments()
        switch current.kind {
        case .symbol(.leftParenthesis): arguments = try self.arguments()
        case .name(let word) where !["else", "or", "and", "is"].contains(word):
            arguments.positional = [try testArgument()]
        case .string, .integer, .float, .symbol(.leftBracket), .symbol(.leftBrace):
            arguments.positional = [try testArgument()]
        case .name("is"): throw TemplateError(.syntax, "tests with `is` cannot be chained.", line: line)
        default: break
        }
        return Postfix(operation: .test(name, arguments, negated: isNegated), line: line)
    }

    /// Attributes and calls, but no filters: `a is b c.d|e` filters the test's result.
    private mutating func testArgument() throws -> Expression {
        try nested { parser in
            let value = try parser.primary()
            var operations: [Postfix] = []
            try parser.postfix(into: &operations, withFilters: false)
            return operations.isEmpty ? value : .postfix(value, operations)
        }
    }
}
