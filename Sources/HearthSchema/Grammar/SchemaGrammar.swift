public import HearthCore

/// A JSON Schema written as a grammar in GBNF, the notation of llama.cpp: what a sampler needs to answer in that shape.
///
/// The grammar never accepts a text whose value breaks the schema, and whatever it lets a text begin with has an end. What
/// cannot be said by a grammar is refused, by the name of the keyword; formats are asserted. Members of objects may come in
/// any order; where too many are required for that, in the order of `properties`, of `required`, or of the alphabet. Numbers
/// with bounds are written without exponents.
public struct SchemaGrammar: Sendable {
    /// Choices about texts that mean the same.
    public struct Configuration: Sendable {
        /// How the members of an object may be ordered.
        public enum Order: Sendable {
            /// As they come; for judging texts that others wrote.
            case any
            /// As `properties` lists them, each at most once, then others; for writing, where freedom only invites repetition.
            case declared
        }
        /// How numbers without bounds may be written.
        public enum Numbers: Sendable {
            /// As JSON has them, with any number of digits; for judging texts that others wrote.
            case any
            /// As any program can read them: whole numbers by up to 18 digits, others with exponents of two digits at most; for writing.
            case readable
        }
        public var order = Order.any
        public var numbers = Numbers.any
        /// Required properties up to this number may come in any order: their combinations are counted out.
        public var mostUnordered = 7

        public init() {}
    }

    /// The grammar, with the root rule `root`.
    public let text: String

    /// - Throws: ``SchemaError`` of kind `notExpressible`, naming the keyword; `unsatisfiable` where no value meets the schema,
    ///   as far as that shows; or of the kinds of ``JSONSchema``.
    public init(
        _ schema: JSONValue, draft: SchemaDraft = .draft2020, resources: [String: JSONValue] = [:],
        configuration: Configuration = .init()
    ) throws {
        try self.init(try JSONSchema(schema, draft: draft, resources: resources), configuration: configuration)
    }

    public init(_ schema: JSONSchema, configuration: Configuration = .init()) throws {
        var writer = GrammarWriter(schema, configuration)
        text = try writer.write()
    }
}

/// Makes a rule for each goal that is reached from the root.
struct GrammarWriter {
    var expander: GoalExpander
    let configuration: SchemaGrammar.Configuration
    var text = GrammarText()
    private var names: [Goal: String] = [:]
    private var pending: [(goal: Goal, name: String)] = []
    private var automata: [String: Automaton] = [:]

    private var schema: JSONSchema { expander.schema }

    init(_ schema: JSONSchema, _ configuration: SchemaGrammar.Configuration) {
        expander = GoalExpander(schema)
        self.configuration = configuration
    }

    mutating func write() throws -> String {
        let root = try reference(Goal([Literal(node: schema.root, negated: false)]), "root") ?? GrammarText.nothing
        while let (goal, name) = pending.popLast() {
            try text.define(name, try body(goal, name))
        }
        return try text.text(root: root)
    }

    /// The rule of a goal; `nil` when nothing meets it.
    mutating func reference(_ goal: Goal, _ hint: String) throws -> String? {
        let goal = Goal(goal.literals.filter { schema.nodes[$0.node].constant != !$0.negated })
        if goal.literals.isEmpty { return try anyValue() }
        if let known = names[goal] { return known }
        if try expander.isImpossible(goal) { return nil }
        let name = text.freshName(hint)
        names[goal] = name
        pending.append((goal, name))
        return name
    }

    private mutating func body(_ goal: Goal, _ hint: String) throws -> String {
        var ways: [String] = []
        func meets(_ value: JSONValue) throws -> Bool {
            try goal.literals.allSatisfy { try schema.accepts($0.node, value, formats: true) != $0.negated }
        }
        for type in JSONType.allCases {
            switch type {
            case .null: if try meets(.null) { ways.append("\"null\"") }
            case .boolean:
                for value in [true, false] where try meets(.bool(value)) {
                    ways.append(value ? "\"true\"" : "\"false\"")
                }
            default:
                for branch in try expander.branches(goal, type) {
                    if let way = try body(branch, goal, type, hint), !ways.contains(way) { ways.append(way) }
                }
            }
        }
        return ways.isEmpty ? GrammarText.nothing : ways.joined(separator: " | ")
    }

    private mutating func body(_ branch: Branch, _ goal: Goal, _ type: JSONType, _ hint: String) throws -> String? {
        if branch.contains(where: { if case .values = $0 { true } else { false } }) {
            let values = try expander.candidates(branch, goal, type).map { try spelled($0) }
            return values.isEmpty ? nil : values.joined(separator: " | ")
        }
        for atom in branch {
            if case .inexpressible(let keyword) = atom {
                throw SchemaError(
                    .notExpressible,
                    "`\(keyword)` under `not`, or within `oneOf` or `if`, is not expressed as a grammar.")
            }
        }
        switch type {
        case .number: return try number(branch, hint)
        case .string: return try string(branch, hint)
        case .array: return try array(branch, hint)
        case .object: return try object(branch, hint)
        case .null, .boolean: return nil
        }
    }

    // MARK: - Rules that all share

    mutating func space() throws -> String {
        try text.common("ws", #""" | " " | "\n" [ \t]{0,40}"#)
    }

    mutating func anyCharacter() throws -> String {
        // An escape of four digits is one character, unless it is half of a surrogate pair.
        try text.common(
            "char",
            #"[^"\\\x00-\x1F] | "\\" (["\\/bfnrt] | "u" ([0-9A-CE-Fa-ce-f] [0-9A-Fa-f]{3} | [Dd] [0-7] [0-9A-Fa-f]{2} "#
                + #"| [Dd] [89ABab] [0-9A-Fa-f]{2} "\\u" [Dd] [C-Fc-f] [0-9A-Fa-f]{2}))"#)
    }

    mutating func anyString() throws -> String {
        let character = try anyCharacter()
        return try text.common("string", #""\"" "# + character + #"* "\"""#)
    }

    mutating func anyValue() throws -> String {
        let space = try space()
        let string = try anyString()
        let number = try text.common(
            "number", #""-"? ("0" | [1-9] [0-9]*) ("." [0-9]+)? ([eE] [-+]? [0-9]+)?"#)
        let members = "\(string) \(space) \":\" \(space) value"
        let object = try text.common(
            "object", #""{" "# + "\(space) (\(members) \(space) (\",\" \(space) \(members) \(space))*)? \"}\"")
        let array = try text.common(
            "array", #""[" "# + "\(space) (value \(space) (\",\" \(space) value \(space))*)? \"]\"")
        return try text.common(
            "value", "\(object) | \(array) | \(string) | \(number) | \"true\" | \"false\" | \"null\"")
    }

    /// A given value, in all the ways to write it that matter: numbers with zeros behind, members in any order.
    private mutating func spelled(_ value: JSONValue) throws -> String {
        let space = try space()
        switch value {
        case .null: return "\"null\""
        case .bool(let flag): return flag ? "\"true\"" : "\"false\""
        case .string(let string): return GrammarText.literal(JSONValue.quoted(string))
        case .number(let number):
            guard let syntax = NumberLanguage.spelling(number) else {
                throw NumberLanguage.absurd("enum` or `const")
            }
            return try direct(syntax, quoted: false)
        case .array(let items):
            let parts = try items.map { try part($0) }
            return #""[" "# + space + " " + parts.map { $0 + " " + space }.joined(separator: " \",\" \(space) ")
                + #" "]""#
        case .object(let object):
            var members: [Member] = []
            for (key, value) in object {
                members.append(
                    Member(
                        text: GrammarText.literal(JSONValue.quoted(key)) + " \(space) \":\" \(space) "
                            + (try part(value)), name: key))
            }
            let text = try unordered(
                required: members, optional: [], most: nil, least: 0, orders: [Array(members.indices)], "const")
            return text ?? GrammarText.nothing
        }
    }

    mutating func part(_ value: JSONValue) throws -> String {
        let body = try spelled(value)
        return try text.rule("const", body)
    }

    // MARK: - Numbers and strings

    private mutating func number(_ branch: Branch, _ hint: String) throws -> String? {
        let (lower, upper) = GoalExpander.bounds(branch)
        let integer = branch.contains(.integer)
        let divisors = branch.compactMap { if case .multiple(let divisor) = $0 { divisor } else { nil } }
        let excluded = expander.excluded(branch, .number)
        let isFractional = branch.contains(.fractional)
        let isPlain = divisors.isEmpty && excluded.isEmpty && !isFractional
        let spelling: NumberLanguage.Spelling = !isPlain ? .plain : configuration.numbers == .any ? .any : .readable
        guard let syntax = try NumberLanguage.range(lower, upper, integer: integer, spelling: spelling) else {
            return nil
        }
        if isPlain { return try text.rule(integer ? "integer" : "number", try direct(syntax, quoted: false)) }
        var automaton = try Automaton(finding: .sequence([.start, syntax, .end]))
        for divisor in divisors { automaton = try automaton.intersection(try NumberLanguage.multiples(of: divisor)) }
        if isFractional {
            let integers = try Automaton(finding: .sequence([.start, NumberLanguage.integers, .end]))
            automaton = try automaton.combined(with: integers) { $0 && !$1 }
        }
        for number in excluded.compactMap(\.numberValue) {
            if let lower, number < lower.value { continue }
            if let upper, upper.value < number { continue }
            guard let spelling = NumberLanguage.spelling(number) else { throw NumberLanguage.absurd("not") }
            automaton = try automaton.combined(with: try Automaton(finding: .sequence([.start, spelling, .end]))) {
                $0 && !$1
            }
        }
        return automaton.isEmpty ? nil : try rules(for: automaton, hint, quoted: false)
    }

    private mutating func string(_ branch: Branch, _ hint: String) throws -> String? {
        let (least, most) = GoalExpander.lengths(branch)
        if let most, most < least { return nil }
        let hasLengths = least > 0 || most != nil
        let sources = branch.filter {
            switch $0 {
            case .pattern, .format, .notValues: true
            default: false
            }
        }
        if sources.isEmpty {
            if !hasLengths { return try anyString() }
            let count = try text.repeated(
                try anyCharacter(), least, most, keyword: most == nil ? "minLength" : "maxLength")
            return #""\"" "# + count + #" "\"""#
        }
        if sources.count == 1, let syntax = try onlySyntax(sources, least, most) {
            return try text.rule(hint, #""\"" "# + (try direct(syntax, quoted: true)) + #" "\"""#)
        }
        let automaton = try automaton(branch)
        return automaton.isEmpty ? nil : try rules(for: automaton, hint, quoted: true)
    }

    /// The one pattern of a string as it stands, where that needs no automaton.
    private func onlySyntax(_ sources: Branch, _ least: Int, _ most: Int?) throws -> RegexSyntax? {
        switch sources.first {
        case .pattern(let source, negated: false): return try ECMARegex(source).syntax.whole?.bounded(least, most)
        case .format(let format):
            return StringFormat.grammarPattern(format)?.syntax.whole?.bounded(least, most)
                ?? StringFormat.shortGrammarPattern(format)?.syntax.whole?.bounded(least, most)
        default: return nil
        }
    }

    private mutating func automaton(pattern: String) throws -> Automaton {
        if let known = automata[pattern] { return known }
        return try patternAutomaton(try ECMARegex(pattern))
    }

    /// The strings that meet a branch.
    private mutating func automaton(_ branch: Branch) throws -> Automaton {
        var result: Automaton?
        func restrict(_ other: Automaton) throws { result = try result.map { try $0.intersection(other) } ?? other }
        for atom in branch {
            switch atom {
            case .pattern(let pattern, let negated):
                let made = try automaton(pattern: pattern)
                try restrict(negated ? try made.inverted : made)
            case .format(let format):
                guard let pattern = StringFormat.grammarPattern(format) else {
                    throw SchemaError(.notExpressible, "`format` is `\(format)`, which is not expressed as a grammar.")
                }
                try restrict(try patternAutomaton(pattern))
            default: break
            }
        }
        let excluded = expander.excluded(branch, .string).compactMap(\.stringValue)
        if !excluded.isEmpty { try restrict(try Automaton(texts: excluded).inverted) }
        let (least, most) = GoalExpander.lengths(branch)
        if least > 0 || most != nil { try restrict(try Automaton(minLength: least, maxLength: most)) }
        return result ?? .everything
    }

    /// The strings that meet a goal; for names of properties.
    mutating func stringAutomaton(_ goal: Goal) throws -> Automaton {
        var result = Automaton.nothing
        for branch in try expander.branches(goal, .string) {
            for atom in branch {
                if case .inexpressible(let keyword) = atom {
                    throw SchemaError(
                        .notExpressible, "`\(keyword)` of names under `not` is not expressed as a grammar.")
                }
            }
            let part: Automaton
            if branch.contains(where: { if case .values = $0 { true } else { false } }) {
                part = Automaton(texts: try expander.candidates(branch, goal, .string).compactMap(\.stringValue))
            } else {
                part = try automaton(branch)
            }
            result = try result.combined(with: part) { $0 || $1 }
        }
        return result
    }

    mutating func patternAutomaton(_ regex: ECMARegex) throws -> Automaton {
        if let known = automata[regex.pattern] { return known }
        let made = try Automaton(finding: regex.syntax)
        automata[regex.pattern] = made
        return made
    }

    /// A pattern as an expression of GBNF.
    private mutating func direct(_ syntax: RegexSyntax, quoted: Bool) throws -> String {
        switch syntax {
        case .empty, .start, .end: return "\"\""
        case .set(let set):
            if set == .all, quoted { return try anyCharacter() }
            if set.isEmpty { return GrammarText.nothing }
            if quoted {
                let ways = GrammarText.stringAlternatives(set)
                return ways.count == 1 ? ways[0] : try text.rule("char", ways.joined(separator: " | "))
            }
            if let single = set.single, let scalar = Unicode.Scalar(single) {
                return GrammarText.literal(String(Character(scalar)))
            }
            return GrammarText.characterClass(set)
        case .sequence(let items):
            let parts = try items.map { try direct($0, quoted: quoted) }.filter { $0 != "\"\"" }
            return parts.isEmpty ? "\"\"" : parts.joined(separator: " ")
        case .alternatives(let items):
            return "(" + (try items.map { try direct($0, quoted: quoted) }).joined(separator: " | ") + ")"
        case .group(let item, _): return try direct(item, quoted: quoted)
        case .repetition(let item, let minimum, let maximum, _):
            if maximum == 0 { return "\"\"" }
            let body = try direct(item, quoted: quoted)
            if body == "\"\"" { return body }
            let symbol = body.contains(" ") || body.contains("*") || body.contains("}") ? "(\(body))" : body
            return try text.repeated(symbol, minimum, maximum, keyword: "pattern")
        case .wordBoundary, .backreference, .look: throw Automaton.unsupported
        }
    }

    /// A rule for each state; with `quoted`, as the inside of a JSON string and its last quote.
    private mutating func rules(for automaton: Automaton, _ hint: String, quoted: Bool) throws -> String {
        let names = automaton.states.map { _ in text.freshName(hint) }
        for (index, state) in automaton.states.enumerated() {
            var ways: [String] = []
            if quoted, state.isAccepting, state.moves.count == 1, state.moves[0].target == index,
                state.moves[0].range == 0...ScalarSet.maximum
            {
                try text.define(names[index], (try anyCharacter()) + #"* "\"""#)
                continue
            }
            var targets: [Int: [ClosedRange<UInt32>]] = [:]
            for move in state.moves { targets[move.target, default: []].append(move.range) }
            for (target, ranges) in targets.sorted(by: { $0.key < $1.key }) {
                let set = ScalarSet(ranges)
                let parts = quoted ? GrammarText.stringAlternatives(set) : [GrammarText.characterClass(set)]
                ways.append(
                    (parts.count == 1 ? parts[0] : "(" + parts.joined(separator: " | ") + ")") + " " + names[target])
            }
            if state.isAccepting { ways.append(quoted ? #""\"""# : "\"\"") }
            try text.define(names[index], ways.isEmpty ? GrammarText.nothing : ways.joined(separator: " | "))
        }
        return (quoted ? #""\"" "# : "") + names[0]
    }

    /// A key of the strings of an automaton.
    mutating func key(_ automaton: Automaton) throws -> String {
        let isOpen =
            automaton.states.count == 1 && automaton.states[0].isAccepting && automaton.states[0].moves.count == 1
        return isOpen ? try anyString() : try text.rule("key", try rules(for: automaton, "key", quoted: true))
    }
}
