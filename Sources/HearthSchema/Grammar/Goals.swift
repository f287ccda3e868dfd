import HearthCore

/// A node of a schema that a value has to meet, or has to break.
struct Literal: Hashable, Comparable, Sendable {
    var node: Int
    var negated: Bool

    var opposite: Literal { Literal(node: node, negated: !negated) }

    static func < (left: Self, right: Self) -> Bool {
        left.node != right.node ? left.node < right.node : !left.negated && right.negated
    }
}

/// All that one value has to meet at once: the unit for which a rule of the grammar is made.
struct Goal: Hashable, Sendable {
    private(set) var literals: [Literal]

    init(_ literals: some Sequence<Literal> = []) { self.literals = Set(literals).sorted() }

    func adding(_ other: some Sequence<Literal>) -> Goal { Goal(literals + other) }
}

enum JSONType: CaseIterable, Hashable {
    case null, boolean, number, string, array, object

    var set: TypeSet {
        switch self {
        case .null: .null
        case .boolean: .boolean
        case .number: .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }

    func includes(_ value: JSONValue) -> Bool { set.includes(value) }
}

/// One demand on a value whose type is known.
enum Atom: Hashable {
    /// One of the values of a node's `enum` or `const`.
    case values(Int)
    case notValues(Int)
    case integer
    /// Not a whole number.
    case fractional
    case lower(NumberLanguage.Bound)
    case upper(NumberLanguage.Bound)
    case multiple(JSONNumber)
    case length(Int, Int?)
    case pattern(String, negated: Bool)
    case format(String)
    /// The `prefixItems` and `items` of a node.
    case items(Int)
    case itemAt(Int, Literal)
    case someItem(from: Int, Literal)
    case count(Int, Int?)
    case contains(Literal, Int, Int?)
    case unique
    case restOfItems(Literal, after: Int)
    /// The `properties`, `patternProperties` and `additionalProperties` of a node.
    case members(Int)
    case restOfMembers(Literal, besides: [Int])
    case present(String)
    case absent(String)
    case property(String, Literal)
    case memberCount(Int, Int?)
    case names(Literal)
    /// What no grammar here can say; an error only where nothing else rules the case out.
    case inexpressible(String)
}

typealias Branch = Set<Atom>

// MARK: - What is left unevaluated

/// What `unevaluatedProperties` and `unevaluatedItems` ask of a branch.
extension GoalExpander {
    func unevaluatedMembers(_ branch: Branch, _ child: Int, _ node: SchemaNode) throws -> Branch {
        if schema.nodes[child].constant == true { return branch }
        try refuseNegation(below: node, "unevaluatedProperties")
        var sources: [Int] = []
        for atom in branch {
            switch atom {
            case .members(let number):
                if schema.nodes[number].additionalProperties != nil { return branch }
                sources.append(number)
            case .restOfMembers: return branch
            default: break
            }
        }
        return branch.union([.restOfMembers(yes(child), besides: sources.sorted())])
    }

    func unevaluatedItems(_ branch: Branch, _ child: Int, _ node: SchemaNode) throws -> Branch {
        if schema.nodes[child].constant == true { return branch }
        try refuseNegation(below: node, "unevaluatedItems")
        var prefix = 0
        for atom in branch {
            switch atom {
            case .items(let number):
                if schema.nodes[number].items != nil { return branch }
                prefix = max(prefix, schema.nodes[number].prefixItems.count)
            case .restOfItems: return branch
            case .contains:
                throw SchemaError(
                    .notExpressible, "`unevaluatedItems` beside `contains` is not expressed as a grammar.")
            default: break
            }
        }
        return branch.union([.restOfItems(yes(child), after: prefix)])
    }

    /// Under `not` nothing counts as evaluated, though its demands may be among the branch's.
    func refuseNegation(below start: SchemaNode, _ keyword: String) throws {
        var pending = [start]
        var seen: Set<ObjectIdentifier> = []
        while let node = pending.popLast() {
            guard seen.insert(ObjectIdentifier(node)).inserted else { continue }
            if node.not != nil {
                throw SchemaError(.notExpressible, "`\(keyword)` beside `not` is not expressed as a grammar.")
            }
            let children =
                node.allOf + node.anyOf + node.oneOf + node.dependentSchemas.map(\.node)
                + [node.reference, node.dynamicReference?.node, node.condition, node.then, node.otherwise].compactMap {
                    $0
                }
            pending += children.map { schema.nodes[$0] }
        }
    }
}
