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
