extension Renderer {
    func sequenceFilter(_ name: String, _ value: Value, _ arguments: CallArguments) throws -> Value {
        switch name {
        case "length", "count":
            _ = try arguments.bound(name, [])
            return .int(try length(value))
        case "first", "last":
            _ = try arguments.bound(name, [])
            let items = try iterate(value)
            if name == "last", case .list(let list) = value, list.kind == .generator {
                throw TemplateError(.type, "the end of a sequence without a length cannot be taken; add `|list`.")
            }
            return (name == "first" ? items.first : items.last) ?? .undefined("the \(name) of nothing")
        case "list":
            _ = try arguments.bound(name, [])
            return try checked(List(try iterate(value)))
        case "reverse":
            _ = try arguments.bound(name, [])
            if case .text(let text) = value {
                try charge(text.count)
                var result = Text("")
                for scalar in text.scalars.reversed() { result.append(scalar) }
                return try checked(result)
            }
            return try checked(List(try iterate(value).reversed(), kind: .generator))
        case "items":
            _ = try arguments.bound(name, [])
            switch value {
            case .undefined: return .list(List([], kind: .generator))
            case .dict(let dict):
                return try checked(
                    List(dict.items.map { .list(List([$0.key, $0.value], kind: .tuple)) }, kind: .generator))
            default: throw TemplateError(.type, "`items` takes a mapping, not a \(value.typeName).")
            }
        case "join":
            let bound = try arguments.bound(name, ["d", "attribute"])
            var items = try iterate(value)
            if let attribute = bound[1] { items = try items.map { try self.path(attribute, of: $0) } }
            return try join(try items.map { try text(of: $0) }, try bound[0].map { try text(of: $0) } ?? "")
        case "map": return try mapped(value, arguments)
        case "select", "reject", "selectattr", "rejectattr": return try selected(name, value, arguments)
        case "dictsort", "sort", "unique", "groupby", "min", "max": return try ordering(name, value, arguments)
        default: return try pieces(name, value, arguments)
        }
    }

    func length(_ value: Value) throws -> Int {
        switch value {
        case .undefined: return 0
        case .text(let text):
            try charge(bytes: text.count)
            return text.scalarCount
        case .dict(let dict): return dict.keys.count
        case .list(let list) where list.kind != .generator: return list.items.count
        case .loop(let loop): return loop.items.count
        default: throw TemplateError(.type, "a \(value.typeName) has no length.")
        }
    }

    /// `a.b.0`: items inside items; what is missing is undefined.
    func path(_ path: Value, of value: Value) throws -> Value {
        try charge()
        switch path {
        case .text(let text):
            var result = value
            try charge(bytes: text.count)
            for part in text.string.split(separator: ".", omittingEmptySubsequences: false) {
                try charge()
                result = try item(Int(part).map(Value.int) ?? .string(String(part)), of: result)
            }
            return result
        default: return try item(path, of: value)
        }
    }

    // MARK: Choosing

    /// Nothing to choose from is no mistake: templates write `tools|selectattr(…)` with tools that are none.
    private func chosenFrom(_ value: Value) throws -> [Value] { value.isTrue ? try iterate(value) : [] }

    private func mapped(_ value: Value, _ arguments: CallArguments) throws -> Value {
        let items = try chosenFrom(value)
        if arguments.positional.isEmpty, let attribute = arguments.named("attribute") {
            let standard = arguments.named("default")
            guard arguments.named.count == (standard == nil ? 1 : 2) else {
                throw TemplateError(.type, "`map` does not take these arguments.")
            }
            return try checked(
                List(
                    try items.map {
                        let found = try path(attribute, of: $0)
                        return found.isUndefined ? standard ?? found : found
                    }, kind: .generator))
        }
        var rest = arguments
        guard !rest.positional.isEmpty else { throw TemplateError(.type, "`map` needs a filter.") }
        let name = try text(rest.positional.removeFirst(), "map").string
        return try checked(
            List(
                try items.map { item in
                    try charge()
                    return try nested { try filter(name, item, rest) }
                }, kind: .generator))
    }

    private func selected(_ name: String, _ value: Value, _ arguments: CallArguments) throws -> Value {
        let keeps = name.hasPrefix("select")
        var rest = arguments
        var attribute: Value?
        if name.hasSuffix("attr") {
            guard !rest.positional.isEmpty else { throw TemplateError(.type, "`\(name)` needs an attribute.") }
            attribute = rest.positional.removeFirst()
        }
        let testName = rest.positional.isEmpty ? nil : try text(rest.positional.removeFirst(), name).string
        if let testName, !Tests.names.contains(testName) {
            throw TemplateError(.type, "there is no test `\(testName)`.")
        }
        let items = try chosenFrom(value).filter { item in
            try charge()
            let subject = try attribute.map { try path($0, of: item) } ?? item
            return try (testName.map { try test($0, subject, rest) } ?? subject.isTrue) == keeps
        }
        return try checked(List(items, kind: .generator))
    }

    // MARK: Order

    /// A key for sorting: letters without their case, unless it matters.
    private func sortKey(_ value: Value, _ attribute: Value?, caseMatters: Bool) throws -> Value {
        let found = try attribute.map { try path($0, of: value) } ?? value
        guard !caseMatters, case .text(let text) = found else { return found }
        try chargeLetters(of: text)
        return .text(Text(text.string.lowercased()))
    }

    /// Stable; with `isReverse` equal items keep their order too, as in Python.
    private func sorted(_ items: [Value], isReverse: Bool, by key: (Value) throws -> [Value]) throws -> [Value] {
        let keyed = try items.enumerated().map { (offset: $0.offset, keys: try key($0.element), item: $0.element) }
        return try keyed.sorted { left, right in
            for (a, b) in zip(left.keys, right.keys) {
                let order = try self.order(a, b)
                if order != 0 { return isReverse ? order > 0 : order < 0 }
            }
            return left.offset < right.offset
        }.map(\.item)
    }

    private func ordering(_ name: String, _ value: Value, _ arguments: CallArguments) throws -> Value {
        switch name {
        case "dictsort":
            let bound = try arguments.bound(name, ["case_sensitive", "by", "reverse"])
            guard case .dict(let dict) = value else {
                if case .undefined(let name) = value { throw TemplateError.undefinedValue(name) }
                throw TemplateError(.type, "`dictsort` takes a mapping, not a \(value.typeName).")
            }
            let byValue = try optionalText(bound[1], name)?.string == "value"
            let caseMatters = bound[0]?.isTrue ?? false
            let pairs = dict.items.map { Value.list(List([$0.key, $0.value], kind: .tuple)) }
            return try checked(
                List(
                    try sorted(pairs, isReverse: bound[2]?.isTrue ?? false) {
                        [try sortKey($0, .int(byValue ? 1 : 0), caseMatters: caseMatters)]
                    }))
        case "sort":
            let bound = try arguments.bound(name, ["reverse", "case_sensitive", "attribute"])
            let caseMatters = bound[1]?.isTrue ?? false
            let attributes = try attributeList(bound[2])
            return try checked(
                List(
                    try sorted(try iterate(value), isReverse: bound[0]?.isTrue ?? false) { item in
                        guard !attributes.isEmpty else {
                            return [try sortKey(item, nil, caseMatters: caseMatters)]
                        }
                        return try attributes.map { try sortKey(item, $0, caseMatters: caseMatters) }
                    }))
        case "groupby": return try grouped(value, arguments)
        case "unique":
            let bound = try arguments.bound(name, ["case_sensitive", "attribute"])
            var seen: Set<Dictionary.Key> = []
            let items = try iterate(value).filter {
                seen.insert(
                    try key(of: try sortKey($0, bound[1], caseMatters: bound[0]?.isTrue ?? false))
                ).inserted
            }
            return try checked(List(items, kind: .generator))
        default:
            let bound = try arguments.bound(name, ["case_sensitive", "attribute"])
            let caseMatters = bound[0]?.isTrue ?? false
            var best: (key: Value, item: Value)?
            for item in try iterate(value) {
                let key = try sortKey(item, bound[1], caseMatters: caseMatters)
                guard let held = best else {
                    best = (key, item)
                    continue
                }
                let order = try self.order(key, held.key)
                if name == "min" ? order < 0 : order > 0 { best = (key, item) }
            }
            return best?.item ?? .undefined("the \(name) of nothing")
        }
    }

    private func attributeList(_ value: Value?) throws -> [Value] {
        guard let value, !value.isNone else { return [] }
        guard case .text(let text) = value else { return [value] }
        try charge(text.count)
        return text.string.split(separator: ",").map { .string(String($0)) }
    }

    private func grouped(_ value: Value, _ arguments: CallArguments) throws -> Value {
        let bound = try arguments.bound("groupby", ["attribute", "default", "case_sensitive"])
        guard let attribute = bound[0] else { throw TemplateError(.type, "`groupby` needs an attribute.") }
        let caseMatters = bound[2]?.isTrue ?? false
        func found(_ item: Value) throws -> Value {
            let value = try path(attribute, of: item)
            return value.isUndefined ? bound[1] ?? value : value
        }
        let items = try sorted(try iterate(value), isReverse: false) {
            [try sortKey(try found($0), nil, caseMatters: caseMatters)]
        }
        var groups: [(name: Value, key: Value, items: [Value])] = []
        for item in items {
            let name = try found(item)
            let key = try sortKey(name, nil, caseMatters: caseMatters)
            if let last = groups.last, try equal(last.key, key) {
                groups[groups.count - 1].items.append(item)
            } else {
                groups.append((name, key, [item]))
            }
        }
        return try checked(List(groups.map { .list(List([$0.name, .list(List($0.items))], kind: .group)) }))
    }

    // MARK: Pieces and sums

    private func pieces(_ name: String, _ value: Value, _ arguments: CallArguments) throws -> Value {
        let items = try iterate(value)
        if name == "sum" {
            let bound = try arguments.bound(name, ["attribute", "start"])
            var sum = bound[1] ?? .int(0)
            for item in items {
                try charge()
                let part = try bound[0].flatMap { $0.isNone ? nil : try path($0, of: item) } ?? item
                sum = try apply(.add, sum, part)
            }
            return sum
        }
        let bound = try arguments.bound(name, [name == "batch" ? "linecount" : "slices", "fill_with"])
        let count = try whole(bound[0], 0, name)
        guard (1...1_000_000).contains(count) else {
            throw TemplateError(.type, "`\(name)` takes a number from 1 to 1000000.")
        }
        var result: [[Value]] = []
        if name == "batch" {
            for start in stride(from: 0, to: items.count, by: count) {
                result.append(Array(items[start..<min(items.count, start + count)]))
            }
            if let fill = bound[1], !fill.isNone, let last = result.last {
                try charge(count)
                result[result.count - 1] += Array(repeating: fill, count: count - last.count)
            }
        } else {
            try charge(count)
            let size = items.count / count
            let extra = items.count % count
            var start = 0
            for index in 0..<count {
                let end = start + size + (index < extra ? 1 : 0)
                var slice = Array(items[start..<end])
                if index >= extra, let fill = bound[1], !fill.isNone { slice.append(fill) }
                result.append(slice)
                start = end
            }
        }
        return try checked(List(result.map { .list(List($0)) }, kind: .generator))
    }
}
