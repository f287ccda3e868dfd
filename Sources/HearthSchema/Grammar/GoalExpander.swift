import HearthCore

/// Writes goals as alternatives of plain demands, type by type (disjunctive normal form), so that `allOf`, `anyOf`, `oneOf`,
/// `not` and `if` are gone and only what a grammar can say remains.
struct GoalExpander {
    /// Beyond so many alternatives of one value a grammar would be of no use.
    static let branchLimit = 400

    private struct Key: Hashable {
        var literal: Literal
        var type: JSONType
    }

    let schema: JSONSchema
    private var memo: [Key: [Branch]] = [:]
    private var active: Set<Key> = []
    private var impossible: [Goal: Bool] = [:]
    private var work = 0
    static let workLimit = 2_000_000

    init(_ schema: JSONSchema) { self.schema = schema }

    func node(_ number: Int) -> SchemaNode { schema.nodes[number] }

    mutating func branches(_ goal: Goal, _ type: JSONType) throws -> [Branch] {
        var result: [Branch] = [[]]
        for literal in goal.literals { result = try cross(result, try branches(literal, type), "allOf") }
        return result
    }

    private mutating func cross(_ left: [Branch], _ right: [Branch], _ keyword: String) throws -> [Branch] {
        if left == [[]] { return right }
        if right == [[]] { return left }
        var result: [Branch] = []
        var seen: Set<Branch> = []
        for a in left {
            for b in right {
                work += 1 + a.count + b.count
                guard work < Self.workLimit else { throw tooMany(keyword) }
                let branch = a.union(b)
                if !isContradiction(branch), seen.insert(branch).inserted { result.append(branch) }
            }
        }
        guard result.count <= Self.branchLimit else { throw tooMany(keyword) }
        return result
    }

    private func tooMany(_ keyword: String) -> SchemaError {
        SchemaError(.notExpressible, "`\(keyword)` has too many combinations to be written as a grammar.")
    }

    private func isContradiction(_ branch: Branch) -> Bool {
        for atom in branch {
            if case .absent(let name) = atom, branch.contains(.present(name)) { return true }
            if case .pattern(let pattern, let negated) = atom, !negated,
                branch.contains(.pattern(pattern, negated: true))
            {
                return true
            }
            if case .notValues(let node) = atom, branch.contains(.values(node)) { return true }
            if case .fractional = atom, branch.contains(.integer) { return true }
        }
        return false
    }

    private mutating func branches(_ literal: Literal, _ type: JSONType) throws -> [Branch] {
        let key = Key(literal: literal, type: type)
        if let known = memo[key] { return known }
        guard active.count < 200, active.insert(key).inserted else {
            throw SchemaError(.notExpressible, "`$ref` leads in a circle without a step into the value.")
        }
        defer { active.remove(key) }
        let result =
            try literal.negated
            ? broken(node(literal.node), literal.node, type) : met(node(literal.node), literal.node, type)
        memo[key] = result
        return result
    }

    func yes(_ node: Int) -> Literal { Literal(node: node, negated: false) }
    private func no(_ node: Int) -> Literal { Literal(node: node, negated: true) }

    // MARK: - Meeting a node

    private mutating func met(_ node: SchemaNode, _ number: Int, _ type: JSONType) throws -> [Branch] {
        if let constant = node.constant { return constant ? [[]] : [] }
        var result: [Branch] = [plain(node, number, type)].compactMap { $0 }
        if result.isEmpty { return [] }
        func and(_ other: [Branch], _ keyword: String) throws { result = try cross(result, other, keyword) }
        if let target = try target(of: node) { try and(try branches(yes(target), type), "$ref") }
        for child in node.allOf { try and(try branches(yes(child), type), "allOf") }
        if !node.anyOf.isEmpty {
            var any: [Branch] = []
            for child in node.anyOf { any += try branches(yes(child), type) }
            try and(unique(any), "anyOf")
        }
        if !node.oneOf.isEmpty { try and(try exactlyOne(node.oneOf, type), "oneOf") }
        if let child = node.not { try and(try branches(no(child), type), "not") }
        if let condition = node.condition { try and(try conditional(node, condition, type), "if") }
        if type == .object {
            for (key, needs) in node.dependentRequired {
                try and([[.absent(key)], Branch([.present(key)] + needs.map { .present($0) })], "dependentRequired")
            }
            for (key, child) in node.dependentSchemas {
                let then = try cross([[.present(key)]], try branches(yes(child), type), "dependentSchemas")
                try and([[.absent(key)]] + then, "dependentSchemas")
            }
            if let child = node.unevaluatedProperties {
                result = try result.map { try unevaluatedMembers($0, child, node) }
            }
        }
        if type == .array, let child = node.unevaluatedItems {
            result = try result.map { try unevaluatedItems($0, child, node) }
        }
        return result
    }

    private func unique(_ branches: [Branch]) -> [Branch] {
        var seen: Set<Branch> = []
        return branches.filter { seen.insert($0).inserted }
    }

    /// The demands of a node's own keywords; `nil` when its `type` or its values exclude the type.
    private func plain(_ node: SchemaNode, _ number: Int, _ type: JSONType) -> Branch? {
        var branch: Branch = []
        if let types = node.types, !types.contains(type.set) {
            guard type == .number, types.contains(.integer) else { return nil }
            branch.insert(.integer)
        }
        if let values = values(node) {
            guard values.contains(where: type.includes) else { return nil }
            branch.insert(.values(number))
        }
        switch type {
        case .null, .boolean: break
        case .number:
            if let bound = node.minimum { branch.insert(.lower(.init(value: bound, exclusive: false))) }
            if let bound = node.exclusiveMinimum { branch.insert(.lower(.init(value: bound, exclusive: true))) }
            if let bound = node.maximum { branch.insert(.upper(.init(value: bound, exclusive: false))) }
            if let bound = node.exclusiveMaximum { branch.insert(.upper(.init(value: bound, exclusive: true))) }
            if let divisor = node.multipleOf { branch.insert(.multiple(divisor)) }
        case .string:
            if node.minLength > 0 || node.maxLength != nil { branch.insert(.length(node.minLength, node.maxLength)) }
            if let pattern = node.pattern { branch.insert(.pattern(pattern.pattern, negated: false)) }
            if let format = node.format, StringFormat.isKnown(format) { branch.insert(.format(format)) }
        case .array:
            if !node.prefixItems.isEmpty || node.items != nil { branch.insert(.items(number)) }
            if node.minItems > 0 || node.maxItems != nil { branch.insert(.count(node.minItems, node.maxItems)) }
            if let child = node.contains, node.minContains > 0 || node.maxContains != nil {
                branch.insert(.contains(yes(child), node.minContains, node.maxContains))
            }
            if node.uniqueItems { branch.insert(.unique) }
        case .object:
            if !node.properties.isEmpty || !node.patternProperties.isEmpty || node.additionalProperties != nil {
                branch.insert(.members(number))
            }
            for name in node.required { branch.insert(.present(name)) }
            if node.minProperties > 0 || node.maxProperties != nil {
                branch.insert(.memberCount(node.minProperties, node.maxProperties))
            }
            if let child = node.propertyNames { branch.insert(.names(yes(child))) }
        }
        return branch
    }

    private func values(_ node: SchemaNode) -> [JSONValue]? {
        switch (node.choices, node.constantValue) {
        case (nil, nil): nil
        case (let choices?, nil): choices
        case (nil, let constant?): [constant]
        case (let choices?, let constant?): choices.contains(constant) ? [constant] : []
        }
    }

    /// Where `$ref` and its dynamic relatives lead, where that does not depend on the way that validation came.
    private func target(of node: SchemaNode) throws -> Int? {
        if let reference = node.reference {
            guard node.dynamicReference == nil else {
                throw SchemaError(.notExpressible, "`$dynamicRef` beside `$ref` is not expressed as a grammar.")
            }
            return reference
        }
        guard let dynamic = node.dynamicReference else { return nil }
        guard let name = dynamic.name else { return dynamic.node }
        let candidates = Set(schema.dynamicAnchors.compactMap { $0[name] })
        guard candidates.count <= 1 else {
            throw SchemaError(.notExpressible, "`$dynamicRef` leads to different schemas on different ways.")
        }
        return candidates.first ?? dynamic.node
    }

    private mutating func exactlyOne(_ children: [Int], _ type: JSONType) throws -> [Branch] {
        var result: [Branch] = []
        for (index, child) in children.enumerated() {
            var one = try branches(yes(child), type)
            for (other, rival) in children.enumerated() where other != index && !one.isEmpty {
                if try isImpossible(Goal([yes(child), yes(rival)]), type, depth: 2) { continue }
                one = try cross(one, try branches(no(rival), type), "oneOf")
            }
            result += one
        }
        guard result.count <= Self.branchLimit else { throw tooMany("oneOf") }
        return unique(result)
    }

    private mutating func conditional(_ node: SchemaNode, _ condition: Int, _ type: JSONType) throws -> [Branch] {
        if node.then == nil, node.otherwise == nil { return [[]] }
        var result: [Branch] = []
        let then = try node.then.map { try branches(yes($0), type) } ?? [[]]
        if !then.isEmpty { result += try cross(try branches(yes(condition), type), then, "if") }
        let otherwise = try node.otherwise.map { try branches(yes($0), type) } ?? [[]]
        if !otherwise.isEmpty { result += try cross(try branches(no(condition), type), otherwise, "if") }
        return unique(result)
    }

    // MARK: - Breaking a node

    private mutating func broken(_ node: SchemaNode, _ number: Int, _ type: JSONType) throws -> [Branch] {
        if let constant = node.constant { return constant ? [] : [[]] }
        var ways = plainBroken(node, number, type)
        if ways.contains([]) { return [[]] }
        if let target = try target(of: node) { ways += try branches(no(target), type) }
        for child in node.allOf { ways += try branches(no(child), type) }
        if !node.anyOf.isEmpty { ways += try noneOf(node.anyOf, type, "anyOf") }
        if !node.oneOf.isEmpty {
            ways += try noneOf(node.oneOf, type, "oneOf")
            for (index, first) in node.oneOf.enumerated() {
                for second in node.oneOf[(index + 1)...]
                where try !isImpossible(Goal([yes(first), yes(second)]), type, depth: 2) {
                    ways += try cross(try branches(yes(first), type), try branches(yes(second), type), "oneOf")
                }
            }
        }
        if let child = node.not { ways += try branches(yes(child), type) }
        if let condition = node.condition {
            if let then = node.then {
                ways += try cross(try branches(yes(condition), type), try branches(no(then), type), "if")
            }
            if let otherwise = node.otherwise {
                ways += try cross(try branches(no(condition), type), try branches(no(otherwise), type), "if")
            }
        }
        if type == .object {
            for (key, needs) in node.dependentRequired { ways += needs.map { [.present(key), .absent($0)] } }
            for (key, child) in node.dependentSchemas {
                ways += try cross([[.present(key)]], try branches(no(child), type), "dependentSchemas")
            }
            if let child = node.unevaluatedProperties, schema.nodes[child].constant != true {
                ways.append([.inexpressible("unevaluatedProperties")])
            }
        }
        if type == .array, let child = node.unevaluatedItems, schema.nodes[child].constant != true {
            ways.append([.inexpressible("unevaluatedItems")])
        }
        ways = unique(ways.filter { !isContradiction($0) })
        guard ways.count <= Self.branchLimit else { throw tooMany("not") }
        return ways.contains([]) ? [[]] : ways
    }

    private mutating func noneOf(_ children: [Int], _ type: JSONType, _ keyword: String) throws -> [Branch] {
        var result: [Branch] = [[]]
        for child in children { result = try cross(result, try branches(no(child), type), keyword) }
        return result
    }

    private func plainBroken(_ node: SchemaNode, _ number: Int, _ type: JSONType) -> [Branch] {
        var ways: [Branch] = []
        if let types = node.types, !types.contains(type.set) {
            guard type == .number, types.contains(.integer) else { return [[]] }
            ways.append([.fractional])
        }
        if let values = values(node) {
            guard values.contains(where: type.includes) else { return [[]] }
            ways.append([.notValues(number)])
        }
        switch type {
        case .null, .boolean: break
        case .number:
            if let bound = node.minimum { ways.append([.upper(.init(value: bound, exclusive: true))]) }
            if let bound = node.exclusiveMinimum { ways.append([.upper(.init(value: bound, exclusive: false))]) }
            if let bound = node.maximum { ways.append([.lower(.init(value: bound, exclusive: true))]) }
            if let bound = node.exclusiveMaximum { ways.append([.lower(.init(value: bound, exclusive: false))]) }
            if node.multipleOf != nil { ways.append([.inexpressible("multipleOf")]) }
        case .string:
            if node.minLength > 0 { ways.append([.length(0, node.minLength - 1)]) }
            if let most = node.maxLength, most < Int.max { ways.append([.length(most + 1, nil)]) }
            if let pattern = node.pattern { ways.append([.pattern(pattern.pattern, negated: true)]) }
            if let format = node.format, StringFormat.isKnown(format) { ways.append([.inexpressible("format")]) }
        case .array:
            for (index, child) in node.prefixItems.enumerated() { ways.append([.itemAt(index, no(child))]) }
            if let child = node.items { ways.append([.someItem(from: node.prefixItems.count, no(child))]) }
            if node.minItems > 0 { ways.append([.count(0, node.minItems - 1)]) }
            if let most = node.maxItems, most < Int.max { ways.append([.count(most + 1, nil)]) }
            if let child = node.contains {
                if node.minContains > 0 { ways.append([.contains(yes(child), 0, node.minContains - 1)]) }
                if let most = node.maxContains, most < Int.max { ways.append([.contains(yes(child), most + 1, nil)]) }
            }
            if node.uniqueItems { ways.append([.inexpressible("uniqueItems")]) }
        case .object:
            for name in node.propertyOrder {
                guard let child = node.properties[JSONKey(name)], schema.nodes[child].constant != true else { continue }
                ways.append([.present(name), .property(name, no(child))])
            }
            if node.patternProperties.contains(where: { schema.nodes[$0.node].constant != true }) {
                ways.append([.inexpressible("patternProperties")])
            }
            if let child = node.additionalProperties, schema.nodes[child].constant != true {
                ways.append([.inexpressible("additionalProperties")])
            }
            if node.propertyNames != nil { ways.append([.inexpressible("propertyNames")]) }
            for name in node.required { ways.append([.absent(name)]) }
            if node.minProperties > 0 { ways.append([.memberCount(0, node.minProperties - 1)]) }
            if let most = node.maxProperties, most < Int.max { ways.append([.memberCount(most + 1, nil)]) }
        }
        return ways
    }

    // MARK: - What nothing can meet

    /// Whether no value meets a goal, as far as a look of some depth tells: true is certain, false is not.
    mutating func isImpossible(_ goal: Goal, depth: Int = 3) throws -> Bool {
        if goal.literals.isEmpty { return false }
        if goal.literals.contains(where: { isNever($0) }) { return true }
        if depth == 0 { return false }
        if let known = impossible[goal] { return known }
        var result = true
        for type in JSONType.allCases where try !isImpossible(goal, type, depth: depth) {
            result = false
            break
        }
        impossible[goal] = result
        return result
    }

    private func isNever(_ literal: Literal) -> Bool { node(literal.node).constant == literal.negated }

    mutating func isImpossible(_ goal: Goal, _ type: JSONType, depth: Int) throws -> Bool {
        for branch in try branches(goal, type) where try !isImpossible(branch, goal, type, depth: depth) {
            return false
        }
        return true
    }

    private mutating func isImpossible(_ branch: Branch, _ goal: Goal, _ type: JSONType, depth: Int) throws -> Bool {
        if branch.contains(where: { if case .values = $0 { true } else { false } }) {
            return try candidates(branch, goal, type).isEmpty
        }
        switch type {
        case .null, .boolean: return false
        case .number:
            let (lower, upper) = Self.bounds(branch)
            do {
                return try NumberLanguage.range(
                    lower, upper, integer: branch.contains(.integer), spelling: .plain) == nil
            } catch {
                // Too long to be written is not impossible; who writes it will say so.
                return false
            }
        case .string:
            let (least, most) = Self.lengths(branch)
            return most.map { $0 < least } ?? false
        case .array:
            var least = 0
            var most = Int.max
            for atom in branch {
                if case .count(let low, let high) = atom {
                    least = max(least, low)
                    most = min(most, high ?? Int.max)
                }
                if case .itemAt(let index, _) = atom { least = max(least, index + 1) }
                if case .contains(_, let low, _) = atom { least = max(least, low) }
                if case .someItem(let from, _) = atom { least = max(least, from + 1) }
            }
            return least > most
        case .object:
            for atom in branch {
                guard case .present(let name) = atom else { continue }
                if try isImpossible(valueGoal(of: name, branch), depth: depth - 1) { return true }
            }
            return false
        }
    }

    /// The values that an enumeration leaves: those that meet the whole goal, which the validator tells exactly.
    func candidates(_ branch: Branch, _ goal: Goal, _ type: JSONType) throws -> [JSONValue] {
        var best: [JSONValue]?
        for atom in branch {
            guard case .values(let number) = atom, let values = values(schema.nodes[number]) else { continue }
            if best == nil || values.count < best?.count ?? 0 { best = values }
        }
        var seen: Set<JSONValue> = []
        return try (best ?? []).filter { value in
            guard type.includes(value), seen.insert(value).inserted else { return false }
            return try goal.literals.allSatisfy { try schema.accepts($0.node, value, formats: true) != $0.negated }
        }
    }

    func excluded(_ branch: Branch, _ type: JSONType) -> [JSONValue] {
        branch.flatMap { atom -> [JSONValue] in
            guard case .notValues(let number) = atom else { return [] }
            return (values(schema.nodes[number]) ?? []).filter(type.includes)
        }
    }

    /// What the value of a property has to meet.
    func valueGoal(of name: String, _ branch: Branch) throws -> Goal {
        var literals: [Literal] = []
        for atom in branch {
            switch atom {
            case .members(let number): literals += try memberLiterals(schema.nodes[number], name).literals
            case .property(name, let literal): literals.append(literal)
            case .restOfMembers(let literal, let sources):
                if try !sources.contains(where: { try memberLiterals(schema.nodes[$0], name).known }) {
                    literals.append(literal)
                }
            default: break
            }
        }
        return Goal(literals)
    }

    /// What a node asks of a property, and whether it is one that the node names.
    func memberLiterals(_ node: SchemaNode, _ name: String) throws -> (literals: [Literal], known: Bool) {
        var literals: [Literal] = []
        var known = false
        if let child = node.properties[JSONKey(name)] {
            known = true
            literals.append(yes(child))
        }
        for pattern in node.patternProperties where try pattern.regex.isFound(in: name) {
            known = true
            literals.append(yes(pattern.node))
        }
        if !known, let child = node.additionalProperties { literals.append(yes(child)) }
        return (literals, known)
    }

    static func bounds(_ branch: Branch) -> (lower: NumberLanguage.Bound?, upper: NumberLanguage.Bound?) {
        var lower: NumberLanguage.Bound?
        var upper: NumberLanguage.Bound?
        for atom in branch {
            if case .lower(let bound) = atom {
                if let old = lower, bound.value < old.value || (bound.value == old.value && old.exclusive) { continue }
                lower = bound
            }
            if case .upper(let bound) = atom {
                if let old = upper, old.value < bound.value || (bound.value == old.value && old.exclusive) { continue }
                upper = bound
            }
        }
        return (lower, upper)
    }

    static func lengths(_ branch: Branch) -> (Int, Int?) {
        var least = 0
        var most: Int?
        for atom in branch {
            guard case .length(let low, let high) = atom else { continue }
            least = max(least, low)
            if let high { most = min(most ?? high, high) }
        }
        return (least, most)
    }
}
