/// A grammar in GBNF, the notation of llama.cpp, ready to match texts.
///
/// Rules, alternatives, groups, literals, classes of characters, `.`, `* + ? {m,n}` and comments are understood. Rules that
/// begin with themselves (left recursion) are refused, as llama.cpp refuses them. References to token numbers need a
/// vocabulary and are refused too.
public struct Grammar: Sendable {
    enum Node: Sendable {
        case characters(Int)
        case rule(Int)
        case sequence([Int])
        case alternatives([Int])
        case repetition(Int, minimum: Int, maximum: Int?)
    }

    let nodes: [Node]
    let sets: [ScalarSet]
    /// The node of each rule.
    let rules: [Int]
    let root: Int

    /// - Throws: ``SchemaError`` of kind `malformedGrammar`.
    public init(_ text: String) throws {
        var parser = GrammarParser(text)
        try parser.parse()
        nodes = parser.nodes
        sets = parser.sets
        rules = try parser.rules()
        guard let root = parser.ruleNumbers["root"] else {
            throw SchemaError(.malformedGrammar, "The grammar has no rule `root`, where matching begins.")
        }
        self.root = root
        try refuseLeftRecursion(names: parser.ruleNames)
    }

    /// Whether the whole text is in the language of the grammar.
    /// - Throws: ``SchemaError`` of kind `tooCostly` when the grammar is so ambiguous that the ways to read the text are too many.
    public func matches(_ text: String) throws -> Bool {
        var matcher = GrammarMatcher(self)
        for scalar in text.unicodeScalars {
            guard try matcher.accept(scalar) else { return false }
        }
        return matcher.isComplete
    }

    private func refuseLeftRecursion(names: [String]) throws {
        let nullable = nullableRules()
        // Depth-first over what a rule can begin with; a rule met on the way to itself begins with itself.
        var state = Array(repeating: UInt8(0), count: rules.count)
        for start in rules.indices where state[start] == 0 {
            var stack: [(rule: Int, firsts: [Int])] = [(start, beginnings(of: rules[start], nullable))]
            state[start] = 1
            while let (rule, firsts) = stack.last {
                guard let next = firsts.last else {
                    state[rule] = 2
                    stack.removeLast()
                    continue
                }
                stack[stack.count - 1].firsts.removeLast()
                if state[next] == 1 {
                    throw SchemaError(
                        .malformedGrammar, "The rule `\(names[next])` begins with itself (left recursion).")
                }
                if state[next] == 0 {
                    state[next] = 1
                    stack.append((next, beginnings(of: rules[next], nullable)))
                }
            }
        }
    }

    private func beginnings(of node: Int, _ nullable: [Bool]) -> [Int] {
        var result: Set<Int> = []
        var pending = [node]
        while let node = pending.popLast() {
            switch nodes[node] {
            case .characters: break
            case .rule(let rule): result.insert(rule)
            case .alternatives(let items): pending += items
            case .repetition(let item, _, _): pending.append(item)
            case .sequence(let items):
                for item in items {
                    pending.append(item)
                    if !isNullable(item, nullable) { break }
                }
            }
        }
        return Array(result)
    }

    private func isNullable(_ node: Int, _ rules: [Bool]) -> Bool {
        switch nodes[node] {
        case .characters: false
        case .rule(let rule): rules[rule]
        case .sequence(let items): items.allSatisfy { isNullable($0, rules) }
        case .alternatives(let items): items.contains { isNullable($0, rules) }
        case .repetition(let item, let minimum, _): minimum == 0 || isNullable(item, rules)
        }
    }

    private func nullableRules() -> [Bool] {
        var result = Array(repeating: false, count: rules.count)
        var changed = true
        var rounds = 0
        while changed, rounds < 1_000 {
            changed = false
            rounds += 1
            for (rule, node) in rules.enumerated() where !result[rule] && isNullable(node, result) {
                result[rule] = true
                changed = true
            }
        }
        return result
    }
}
