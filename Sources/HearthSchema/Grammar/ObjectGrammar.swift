import HearthCore

/// A member of an object, key and value, as an expression.
struct Member {
    var text: String
    var name: String
}

extension GrammarWriter {
    mutating func object(_ branch: Branch, _ hint: String) throws -> String? {
        var least = 0
        var most: Int?
        var required: [String] = []
        var absent: Set<JSONKey> = []
        var nameGoal = Goal()
        for atom in branch {
            switch atom {
            case .memberCount(let low, let high):
                least = max(least, low)
                if let high { most = min(most ?? high, high) }
            case .present(let name): required.append(name)
            case .absent(let name): absent.insert(JSONKey(name))
            case .names(let literal): nameGoal = nameGoal.adding([literal])
            default: break
            }
        }
        let known = knownNames(branch, required, absent)
        let isRequired = Set(required.map { JSONKey($0) })
        let space = try space()
        var needed: [Member] = []
        var optional: [Member] = []
        for name in known {
            let mayBeNamed = try nameGoal.literals.allSatisfy {
                try expander.schema.accepts($0.node, .string(name), formats: true) != $0.negated
            }
            let value =
                absent.contains(JSONKey(name)) || !mayBeNamed
                ? nil : try reference(try expander.valueGoal(of: name, branch), name)
            guard let value else {
                if isRequired.contains(JSONKey(name)) { return nil }
                continue
            }
            let member = Member(
                text: "\(GrammarText.literal(JSONValue.quoted(name))) \(space) \":\" \(space) \(value)", name: name)
            if isRequired.contains(JSONKey(name)) { needed.append(member) } else { optional.append(member) }
        }
        if let most, needed.count > most { return nil }
        let others = try otherMembers(branch, known, nameGoal, hint)
        if configuration.order == .declared, most == nil, least <= max(1, needed.count) {
            if least == 0 || !needed.isEmpty { return try inOrder(known, needed, optional, others) }
        }
        if least > max(1, needed.count) {
            guard others.isEmpty, needed.count + optional.count <= 8 else {
                throw SchemaError(
                    .notExpressible, "`minProperties` is not expressed as a grammar beyond 1 and the required ones.")
            }
            return try subsets(needed, optional, least, most)
        }
        var orders = [Array(needed.indices)]
        for order in [needed.indices.sorted { needed[$0].name < needed[$1].name }, listedOrder(branch, needed)]
        where !orders.contains(order) {
            orders.append(order)
        }
        return try unordered(
            required: needed, optional: optional + others.map { Member(text: $0, name: "") }, most: most, least: least,
            orders: orders, hint)
    }

    private func listedOrder(_ branch: Branch, _ needed: [Member]) -> [Int] {
        var position: [JSONKey: Int] = [:]
        for atom in branch {
            guard case .members(let number) = atom else { continue }
            for name in expander.node(number).required where position[JSONKey(name)] == nil {
                position[JSONKey(name)] = position.count
            }
        }
        return needed.indices.sorted {
            (position[JSONKey(needed[$0].name)] ?? $0 + 10_000) < (position[JSONKey(needed[$1].name)] ?? $1 + 10_000)
        }
    }

    /// The names that schemas speak of, in the order of the schemas.
    private func knownNames(_ branch: Branch, _ required: [String], _ absent: Set<JSONKey>) -> [String] {
        var names: [String] = []
        var seen: Set<JSONKey> = []
        func add(_ name: String) { if seen.insert(JSONKey(name)).inserted { names.append(name) } }
        let nodes = branch.compactMap { atom -> Int? in if case .members(let number) = atom { number } else { nil } }
            .sorted()
        for number in nodes { expander.node(number).propertyOrder.forEach(add) }
        for atom in branch {
            if case .restOfMembers(_, let sources) = atom {
                for source in sources { expander.node(source).propertyOrder.forEach(add) }
            }
        }
        required.sorted().forEach(add)
        for atom in branch { if case .property(let name, _) = atom { add(name) } }
        absent.map(\.string).sorted().forEach(add)
        return names
    }

    /// Members whose names are not known: a kind for each way in which patterns match them.
    private mutating func otherMembers(_ branch: Branch, _ known: [String], _ nameGoal: Goal, _ hint: String) throws
        -> [String]
    {
        let nodes = branch.compactMap { atom -> Int? in if case .members(let number) = atom { number } else { nil } }
            .sorted()
        var patterns: [ECMARegex] = []
        func collect(_ number: Int) {
            for pattern in expander.node(number).patternProperties
            where !patterns.contains(where: { $0.pattern == pattern.regex.pattern }) {
                patterns.append(pattern.regex)
            }
        }
        nodes.forEach(collect)
        for atom in branch { if case .restOfMembers(_, let sources) = atom { sources.forEach(collect) } }
        guard patterns.count <= 6 else {
            throw SchemaError(
                .notExpressible, "`patternProperties` with so many patterns would make too large a grammar.")
        }
        let space = try space()
        var names: Automaton?
        var result: [String] = []
        for choice in 0..<(1 << patterns.count) {
            let matched = Set(patterns.indices.filter { choice >> $0 & 1 == 1 }.map { patterns[$0].pattern })
            let goal = otherGoal(branch, nodes, matched)
            guard let value = try reference(goal, hint + "-other") else { continue }
            if names == nil {
                names = known.isEmpty ? .everything : try Automaton(texts: known).inverted
                if !nameGoal.literals.isEmpty { names = try names?.intersection(try stringAutomaton(nameGoal)) }
            }
            var keys = names ?? .everything
            for (index, pattern) in patterns.enumerated() {
                let wanted = choice >> index & 1 == 1
                keys = try keys.combined(with: try patternAutomaton(pattern)) { $0 && $1 == wanted }
            }
            if keys.isEmpty { continue }
            result.append("\(try key(keys)) \(space) \":\" \(space) \(value)")
        }
        return result
    }

    private func otherGoal(_ branch: Branch, _ nodes: [Int], _ matched: Set<String>) -> Goal {
        var literals: [Literal] = []
        for number in nodes {
            let node = expander.node(number)
            let hits = node.patternProperties.filter { matched.contains($0.regex.pattern) }
            literals += hits.map { Literal(node: $0.node, negated: false) }
            if hits.isEmpty, let child = node.additionalProperties {
                literals.append(Literal(node: child, negated: false))
            }
        }
        for atom in branch {
            guard case .restOfMembers(let literal, let sources) = atom else { continue }
            let isKnown = sources.contains { source in
                expander.node(source).patternProperties.contains { matched.contains($0.regex.pattern) }
            }
            if !isKnown { literals.append(literal) }
        }
        return Goal(literals)
    }

    // MARK: - Orders

    /// Members in any order: a rule for each set of required ones that have been written. An optional one may come twice;
    /// both then meet its schema, and the object means the same.
    mutating func unordered(
        required: [Member], optional: [Member], most: Int?, least: Int, orders: [[Int]], _ hint: String
    ) throws -> String? {
        let space = try space()
        if let most, most > 1, required.isEmpty {
            guard !optional.isEmpty else { return least == 0 ? "\"{\" \(space) \"}\"" : nil }
            let member = try text.rule("member", optional.map(\.text).joined(separator: " | "))
            let more = try text.repeated("(\",\" \(space) \(member) \(space))", 0, most - 1, keyword: "maxProperties")
            let all = "\(member) \(space) \(more)"
            return "\"{\" \(space) " + (least == 0 ? "(\(all))?" : all) + " \"}\""
        }
        guard most ?? 0 < 200 else {
            throw SchemaError(.notExpressible, "`maxProperties` beside `required` would make too large a grammar.")
        }
        let counts = (most ?? 0) + 1
        let isFree =
            required.count <= min(10, configuration.mostUnordered) && (1 << required.count) * counts <= 1_024
        if most == 0 { return required.isEmpty && least == 0 ? "\"{\" \(space) \"}\"" : nil }
        let members = try required.map { try text.rule("member", $0.text) }
        let free = optional.isEmpty ? nil : try text.rule("member", optional.map(\.text).joined(separator: " | "))
        var result: [String] = []
        for order in isFree ? [orders[0]] : orders {
            // A state is a set of required ones as bits, or how many of an order are done; and a count of all members.
            let end = isFree ? (1 << required.count) - 1 : required.count
            let names = (0...end).map { _ in (0..<counts).map { _ in text.freshName(hint) } }
            // A sampler cannot look ahead: no way may lead to where no way leads on.
            func canEnd(_ done: Int, _ count: Int) -> Bool {
                let left = isFree ? (end & ~done).nonzeroBitCount : end - done
                return most == nil || left <= counts - 1 - count
            }
            for done in 0...end {
                for count in 0..<counts {
                    var ways: [String] = []
                    func add(_ member: String, _ next: Int) {
                        if most != nil, count + 1 >= counts || !canEnd(next, count + 1) { return }
                        ways.append("\(member) \(space) \(names[next][most == nil ? 0 : count + 1])-t")
                    }
                    if isFree {
                        for (index, member) in members.enumerated() where done >> index & 1 == 0 {
                            add(member, done | 1 << index)
                        }
                    } else if done < end {
                        add(members[order[done]], done + 1)
                    }
                    if let free { add(free, done) }
                    let name = names[done][count]
                    // Where no member can follow, nothing refers to this, unless it is the beginning.
                    if !ways.isEmpty || name == names[0][0] {
                        try text.define(name, ways.isEmpty ? GrammarText.nothing : ways.joined(separator: " | "))
                    }
                    var tails = done == end ? ["\"}\""] : []
                    if !ways.isEmpty { tails.append("\",\" \(space) \(name)") }
                    try text.define(name + "-t", tails.isEmpty ? GrammarText.nothing : tails.joined(separator: " | "))
                }
            }
            let first = names[0][0]
            result.append("\"{\" \(space) " + (required.isEmpty && least == 0 ? "(\(first) | \"}\")" : first))
        }
        return result.joined(separator: " | ")
    }

    /// Each member at most once, and at least so many: a rule for each set of those written.
    private mutating func subsets(_ required: [Member], _ optional: [Member], _ least: Int, _ most: Int?) throws
        -> String?
    {
        let space = try space()
        let members = try (required + optional).map { try text.rule("member", $0.text) }
        guard members.count >= least else { return nil }
        let needed = (1 << required.count) - 1
        let names = (0..<(1 << members.count)).map { _ in text.freshName("object") }
        for used in names.indices {
            let count = used.nonzeroBitCount
            var ways: [String] = count >= least && used & needed == needed ? ["\"}\""] : []
            if most.map({ count < $0 }) ?? true {
                for (index, member) in members.enumerated() where used >> index & 1 == 0 {
                    let left = (needed & ~(used | 1 << index)).nonzeroBitCount
                    if let most, left > most - count - 1 { continue }
                    ways.append(
                        (count == 0 ? "" : "\",\" \(space) ") + "\(member) \(space) \(names[used | 1 << index])")
                }
            }
            try text.define(names[used], ways.isEmpty ? GrammarText.nothing : ways.joined(separator: " | "))
        }
        return "\"{\" \(space) \(names[0])"
    }

    /// Members as the schema lists them, each at most once, then any others.
    private mutating func inOrder(
        _ known: [String], _ required: [Member], _ optional: [Member], _ others: [String]
    ) throws -> String {
        let space = try space()
        var first = ""
        var later = ""
        if !others.isEmpty {
            let other = try text.rule("member", others.joined(separator: " | "))
            later = try text.rule("more", "(\",\" \(space) \(other) \(space))*")
            first = try text.rule("more", "(\(other) \(space) \(later))?")
        }
        for name in known.reversed() {
            let needed = required.first { JSONKey($0.name) == JSONKey(name) }
            guard let member = needed ?? optional.first(where: { JSONKey($0.name) == JSONKey(name) }) else { continue }
            let text = try text.rule("member", member.text)
            let here = later.isEmpty ? "\(text) \(space)" : "\(text) \(space) \(later)"
            let next = "\",\" \(space) \(here)"
            if needed != nil {
                first = try self.text.rule("rest", here)
                later = try self.text.rule("rest", next)
            } else {
                first = try self.text.rule("rest", here + " | " + (first.isEmpty ? "\"\"" : first))
                later = try self.text.rule("rest", next + " | " + (later.isEmpty ? "\"\"" : later))
            }
        }
        return "\"{\" \(space) " + (first.isEmpty ? "" : first + " ") + "\"}\""
    }
}
