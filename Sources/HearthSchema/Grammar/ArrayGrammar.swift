import HearthCore

extension GrammarWriter {
    /// What the items of an array have to be, and how many there are.
    private struct Shape {
        var prefix: [Goal] = []
        var rest = Goal()
        var least = 0
        var most: Int?
        var counters: [Counter] = []
        var unique = false
    }

    /// Items of a kind that have to occur so often, from a position on.
    private struct Counter: Hashable {
        var from: Int
        var literal: Literal
        var least: Int
        var most: Int?
        /// Beyond this counting on changes nothing.
        var top: Int { most.map { $0 } ?? least }
    }

    mutating func array(_ branch: Branch, _ hint: String) throws -> String? {
        guard var shape = try shape(branch) else { return nil }
        let space = try space()
        if shape.unique, shape.most.map({ $0 > 1 }) ?? true {
            guard shape.counters.isEmpty, shape.prefix.isEmpty, let values = try finite(shape.rest), values.count <= 10
            else {
                throw SchemaError(
                    .notExpressible, "`uniqueItems` is not expressed as a grammar, except for items from a short list.")
            }
            return try distinct(values, shape.least, shape.most, hint)
        }
        if !shape.counters.isEmpty { return try counted(shape, hint) }
        // An item that nothing meets ends the array before it.
        var items: [String] = []
        for (index, goal) in shape.prefix.enumerated() {
            if let most = shape.most, index >= most { break }
            guard let item = try reference(goal, hint + "-item") else {
                shape.most = index
                break
            }
            items.append(item)
        }
        var tail = ""
        if shape.most.map({ $0 > items.count }) ?? true {
            if let item = try reference(shape.rest, hint + "-item") {
                let least = max(0, shape.least - items.count)
                let most = shape.most.map { $0 - items.count }
                let keyword = shape.most == nil ? "minItems" : "maxItems"
                if items.isEmpty {
                    let more = try text.repeated(
                        "(\",\" \(space) \(item) \(space))", max(0, least - 1), most.map { $0 - 1 }, keyword: keyword)
                    let all = "\(item) \(space)" + (most == 1 ? "" : " " + more)
                    return "\"[\" \(space) " + (least == 0 ? "(\(all))?" : all) + " \"]\""
                }
                tail = try text.repeated("(\",\" \(space) \(item) \(space))", least, most, keyword: keyword)
            } else {
                shape.most = items.count
            }
        }
        if let most = shape.most, shape.least > most { return nil }
        var body = tail
        for index in items.indices.reversed() {
            let separator = index == 0 ? "" : "\",\" \(space) "
            body = separator + items[index] + " " + space + (body.isEmpty ? "" : " " + body)
            if index >= shape.least { body = "(\(body))?" }
        }
        return "\"[\" \(space) \(body) \"]\""
    }

    private mutating func shape(_ branch: Branch) throws -> Shape? {
        var shape = Shape()
        var length = 0
        for atom in branch {
            switch atom {
            case .items(let number): length = max(length, expander.node(number).prefixItems.count)
            case .itemAt(let index, _): length = max(length, index + 1)
            case .restOfItems(_, let after): length = max(length, after)
            default: break
            }
        }
        shape.prefix = Array(repeating: Goal(), count: length)
        for atom in branch {
            switch atom {
            case .items(let number):
                let node = expander.node(number)
                for index in 0..<length {
                    let child = index < node.prefixItems.count ? node.prefixItems[index] : node.items
                    if let child {
                        shape.prefix[index] = shape.prefix[index].adding([Literal(node: child, negated: false)])
                    }
                }
                if let child = node.items { shape.rest = shape.rest.adding([Literal(node: child, negated: false)]) }
            case .restOfItems(let literal, let after):
                for index in after..<max(after, length) { shape.prefix[index] = shape.prefix[index].adding([literal]) }
                shape.rest = shape.rest.adding([literal])
            case .itemAt(let index, let literal):
                shape.prefix[index] = shape.prefix[index].adding([literal])
                shape.least = max(shape.least, index + 1)
            case .count(let least, let most):
                shape.least = max(shape.least, least)
                if let most { shape.most = min(shape.most ?? most, most) }
            case .someItem(let from, let literal):
                shape.counters.append(Counter(from: from, literal: literal, least: 1))
            case .contains(let literal, let least, let most):
                shape.counters.append(Counter(from: 0, literal: literal, least: least, most: most))
            case .unique: shape.unique = true
            default: break
            }
        }
        if let most = shape.most, shape.least > most { return nil }
        return shape
    }

    /// Arrays in which items are counted: a rule for each position and each state of the counters.
    private mutating func counted(_ shape: Shape, _ hint: String) throws -> String? {
        struct State: Hashable {
            var index: Int
            var counts: [Int]
        }
        let space = try space()
        // At least 1, because the first item has no comma before it.
        let cap = max(1, shape.prefix.count, shape.least, shape.most ?? 0, shape.counters.map(\.from).max() ?? 0)
        guard cap <= 500, shape.counters.count <= 3, shape.counters.allSatisfy({ $0.top <= 200 }) else {
            throw SchemaError(.notExpressible, "`contains` with such counts would make too large a grammar.")
        }
        let start = State(index: 0, counts: shape.counters.map { _ in 0 })
        var names = [start: text.freshName(hint)]
        var states = [start]
        var done = 0
        while done < states.count {
            let state = states[done]
            done += 1
            guard states.count <= 2_000 else {
                throw SchemaError(.notExpressible, "`contains` with such counts would make too large a grammar.")
            }
            var ways: [String] = []
            if state.index >= shape.least, zip(state.counts, shape.counters).allSatisfy({ $0 >= $1.least }) {
                ways.append("\"]\"")
            }
            if shape.most.map({ state.index < $0 }) ?? true {
                let base = state.index < shape.prefix.count ? shape.prefix[state.index] : shape.rest
                for choice in 0..<(1 << shape.counters.count) {
                    guard let (goal, counts) = serve(choice, base, state.index, state.counts, shape.counters),
                        let item = try reference(goal, hint + "-item")
                    else { continue }
                    // A sampler cannot look ahead: no way may lead to where no way leads on.
                    if let most = shape.most,
                        zip(counts, shape.counters).contains(where: { $1.least - $0 > most - state.index - 1 })
                    {
                        continue
                    }
                    let next = State(index: min(cap, state.index + 1), counts: counts)
                    if names[next] == nil {
                        names[next] = text.freshName(hint)
                        states.append(next)
                    }
                    ways.append((state.index == 0 ? "" : "\",\" \(space) ") + "\(item) \(space) \(names[next] ?? "")")
                }
            }
            try text.define(names[state] ?? "", ways.isEmpty ? GrammarText.nothing : ways.joined(separator: " | "))
        }
        return "\"[\" \(space) \(names[start] ?? "")"
    }

    /// What an item has to be when it counts for the counters that `choice` has a bit for; `nil` when that is no choice.
    private func serve(
        _ choice: Int, _ base: Goal, _ index: Int, _ counts: [Int], _ counters: [Counter]
    ) -> (Goal, [Int])? {
        var goal = base
        var counts = counts
        for (number, counter) in counters.enumerated() {
            let counting = choice >> number & 1 == 1
            guard index >= counter.from else {
                if counting { return nil }
                continue
            }
            if counting {
                if let most = counter.most {
                    guard counts[number] < most else { return nil }
                    counts[number] += 1
                } else {
                    guard counts[number] < counter.least else { return nil }
                    counts[number] += 1
                }
                goal = goal.adding([counter.literal])
            } else if counter.most != nil {
                goal = goal.adding([counter.literal.opposite])
            }
        }
        return (goal, counts)
    }

    /// All values that meet a goal, where they are few enough to be listed.
    private mutating func finite(_ goal: Goal) throws -> [JSONValue]? {
        var values: [JSONValue] = []
        for type in JSONType.allCases {
            let branches = try expander.branches(goal, type)
            if branches.isEmpty { continue }
            switch type {
            case .null, .boolean:
                let all: [JSONValue] = type == .null ? [.null] : [.bool(true), .bool(false)]
                values += try all.filter { value in
                    try goal.literals.allSatisfy {
                        try expander.schema.accepts($0.node, value, formats: true) != $0.negated
                    }
                }
            default:
                for branch in branches {
                    guard branch.contains(where: { if case .values = $0 { true } else { false } }) else { return nil }
                    for value in try expander.candidates(branch, goal, type) where !values.contains(value) {
                        values.append(value)
                    }
                }
            }
        }
        return values
    }

    /// Lists of different values: a rule for each set of those used so far.
    private mutating func distinct(_ values: [JSONValue], _ least: Int, _ most: Int?, _ hint: String) throws -> String?
    {
        guard least <= values.count else { return nil }
        let space = try space()
        let parts = try values.map { try part($0) }
        let names = (0..<(1 << values.count)).map { _ in text.freshName(hint) }
        for used in names.indices {
            let count = used.nonzeroBitCount
            var ways: [String] = count >= least ? ["\"]\""] : []
            if most.map({ count < $0 }) ?? true {
                for (index, part) in parts.enumerated() where used >> index & 1 == 0 {
                    ways.append((count == 0 ? "" : "\",\" \(space) ") + "\(part) \(space) \(names[used | 1 << index])")
                }
            }
            try text.define(names[used], ways.isEmpty ? GrammarText.nothing : ways.joined(separator: " | "))
        }
        return "\"[\" \(space) \(names[0])"
    }
}
