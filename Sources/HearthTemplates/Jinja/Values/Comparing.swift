extension Renderer {
    func holds(_ comparison: Comparison, _ left: Value, _ right: Value) throws -> Bool {
        switch comparison {
        case .equal: try equal(left, right)
        case .notEqual: try !equal(left, right)
        case .less: try ordered(left, right) { $0 < 0 }
        case .lessOrEqual: try ordered(left, right) { $0 <= 0 }
        case .greater: try ordered(left, right) { $0 > 0 }
        case .greaterOrEqual: try ordered(left, right) { $0 >= 0 }
        case .contained: try contains(right, left)
        case .notContained: try !contains(right, left)
        }
    }

    /// Equality of values; lists that share parts can be vast, so each step counts.
    func equal(_ left: Value, _ right: Value) throws -> Bool {
        try charge()
        if let a = left.number, let b = right.number {
            if case .int(let x) = a, case .int(let y) = b { return x == y }
            return a.double == b.double
        }
        switch (left, right) {
        case (.undefined, .undefined), (.none, .none): return true
        case (.text(let a), .text(let b)): return a == b
        case (.list(let a), .list(let b)):
            let same = a.kind == b.kind || ![a.kind, b.kind].contains(.list)
            guard same, a.items.count == b.items.count else { return false }
            for (x, y) in zip(a.items, b.items) where try !equal(x, y) { return false }
            return true
        case (.dict(let a), .dict(let b)):
            guard a.keys.count == b.keys.count else { return false }
            for (key, value) in a.items {
                guard let other = b[try key.key()], try equal(value, other) else { return false }
            }
            return true
        case (.namespace(let a), .namespace(let b)): return a === b
        case (.loop(let a), .loop(let b)): return a === b
        case (.callable(let a), .callable(let b)): return a === b
        default: return false
        }
    }

    private func ordered(_ left: Value, _ right: Value, _ test: (Int) -> Bool) throws -> Bool {
        if let a = left.number, let b = right.number, a.double.isNaN || b.double.isNaN { return false }
        return test(try order(left, right))
    }

    /// Below, at or above zero.
    ///
    /// - Throws: ``TemplateError`` for values that have no order.
    func order(_ left: Value, _ right: Value) throws -> Int {
        try charge()
        if let a = left.number, let b = right.number {
            if case .int(let x) = a, case .int(let y) = b { return x < y ? -1 : x == y ? 0 : 1 }
            return a.double < b.double ? -1 : a.double == b.double ? 0 : 1
        }
        switch (left, right) {
        case (.text(let a), .text(let b)):
            // Bytes of UTF-8 sort as code points do.
            return a.bytes == b.bytes ? 0 : a.bytes.lexicographicallyPrecedes(b.bytes) ? -1 : 1
        case (.list(let a), .list(let b)):
            for (x, y) in zip(a.items, b.items) where try !equal(x, y) { return try order(x, y) }
            return a.items.count - b.items.count
        default: throw Arithmetic.mismatch("<", left, right)
        }
    }

    func contains(_ container: Value, _ value: Value) throws -> Bool {
        switch container {
        case .text(let text):
            guard case .text(let needle) = value else { throw Arithmetic.mismatch("in", value, container) }
            try charge(bytes: text.count)
            return text.find(needle.bytes) != nil
        case .dict(let dict): return dict[try value.key()] != nil
        case .undefined: return false
        default:
            for item in try iterate(container) where try equal(item, value) { return true }
            return false
        }
    }

    /// The items of a list, the keys of a mapping, the characters of a text.
    func iterate(_ value: Value) throws -> [Value] {
        switch value {
        case .undefined: return []
        case .list(let list): return list.items
        case .dict(let dict): return dict.keys
        case .text(let text):
            try charge(text.count)
            return text.scalars.map(Value.text)
        default: throw TemplateError(.type, "a \(value.typeName) cannot be walked through.")
        }
    }
}
