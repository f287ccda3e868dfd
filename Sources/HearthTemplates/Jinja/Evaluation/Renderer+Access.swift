extension Renderer {
    /// `value.name`: a method first, then an item, as Jinja does.
    func attribute(_ name: String, of value: Value) throws -> Value {
        switch value {
        case .undefined(let what): throw TemplateError.undefinedValue(what)
        case .loop(let loop): return try attribute(name, of: loop)
        case .namespace(let namespace): return namespace.values[name] ?? .undefined(name)
        case .callable(let callable):
            switch (callable.body, name) {
            case (.macro(let macro, _), "name"): return .string(macro.name)
            case (.cycler(let cycler), "next"), (.cycler(let cycler), "current"):
                if name == "next" { return .callable(Callable(.cycler(cycler))) }
                return cycler.items.isEmpty ? .undefined(name) : cycler.items[cycler.position % cycler.items.count]
            default: return .undefined(name)
            }
        case .list(let list) where list.kind == .group && name == "grouper": return list.items[0]
        case .list(let list) where list.kind == .group && name == "list": return list.items[1]
        default: break
        }
        if Methods.names(of: value).contains(name) { return .callable(Callable(.method(value, name))) }
        if case .dict(let dict) = value, let item = dict[name] { return item }
        return .undefined(name)
    }

    /// `value[index]`: an item first, then an attribute.
    func item(_ index: Value, of value: Value) throws -> Value {
        switch value {
        case .undefined(let what): throw TemplateError.undefinedValue(what)
        case .dict(let dict):
            if case .list = index, (try? index.key()) == nil { return .undefined("item") }
            if let item = dict[try index.key()] { return item }
        case .list(let list) where list.kind != .generator && list.kind != .view:
            if case .int(let place)? = index.number { return item(place, of: list.items) }
        case .text(let text):
            if case .int(let place)? = index.number {
                try charge(bytes: text.count)
                return item(place, of: text).map(Value.text) ?? .undefined("item \(place)")
            }
        default: break
        }
        if case .text(let name) = index { return try attribute(name.string, of: value) }
        return .undefined("item")
    }

    private func item(_ place: Int, of items: [Value]) -> Value {
        let index = place < 0 ? place + items.count : place
        return items.indices.contains(index) ? items[index] : .undefined("item \(place)")
    }

    private func item(_ place: Int, of text: Text) -> Text? {
        let offsets = text.scalarOffsets
        let count = offsets.count - 1
        let index = place < 0 ? place + count : place
        return (0..<count).contains(index) ? text.slice(offsets[index]..<offsets[index + 1]) : nil
    }

    private func attribute(_ name: String, of loop: LoopState) throws -> Value {
        let count = loop.items.count
        switch name {
        case "index": return .int(loop.index + 1)
        case "index0": return .int(loop.index)
        case "revindex": return .int(count - loop.index)
        case "revindex0": return .int(count - loop.index - 1)
        case "first": return .bool(loop.index == 0)
        case "last": return .bool(loop.index == count - 1)
        case "length": return .int(count)
        case "depth": return .int(loop.depth)
        case "depth0": return .int(loop.depth - 1)
        case "previtem": return loop.index > 0 ? loop.items[loop.index - 1] : .undefined("the item before the first")
        case "nextitem":
            return loop.index + 1 < count ? loop.items[loop.index + 1] : .undefined("the item after the last")
        case "cycle", "changed": return .callable(Callable(.method(.loop(loop), name)))
        default: return .undefined("loop.\(name)")
        }
    }

    // MARK: Slices

    func slice(_ value: Value, _ start: Value?, _ end: Value?, _ step: Value?) throws -> Value {
        func bound(_ value: Value?) throws -> Int? {
            guard let value, !value.isNone else { return nil }
            guard case .int(let number)? = value.number else {
                throw TemplateError(.type, "a slice is bounded by whole numbers, not by a \(value.typeName).")
            }
            return number
        }
        let step = try bound(step) ?? 1
        guard step != 0 else { throw TemplateError(.type, "the step of a slice cannot be 0.") }
        let (start, end) = (try bound(start), try bound(end))
        switch value {
        case .undefined(let what): throw TemplateError.undefinedValue(what)
        case .list(let list) where list.kind != .generator && list.kind != .view:
            let places = Self.places(start, end, step, count: list.items.count)
            return try checked(
                List(places.map { list.items[$0] }, kind: list.kind == .group ? .tuple : list.kind))
        case .text(let text):
            try charge(bytes: text.count)
            let offsets = text.scalarOffsets
            let places = Self.places(start, end, step, count: offsets.count - 1)
            guard let first = places.first, let last = places.last else { return .text("") }
            if step == 1 { return try checked(text.slice(offsets[first]..<offsets[last + 1])) }
            var result = Text("")
            for place in places { result.append(text.slice(offsets[place]..<offsets[place + 1])) }
            return try checked(result)
        default: return .undefined("slice")
        }
    }

    /// The places that Python's `slice.indices` gives.
    private static func places(_ start: Int?, _ end: Int?, _ step: Int, count: Int) -> [Int] {
        func clamp(_ value: Int?, _ standard: Int) -> Int {
            guard let value else { return standard }
            let moved = value < 0 ? max(value + count, step < 0 ? -1 : 0) : value
            return min(moved, step < 0 ? count - 1 : count)
        }
        let low = clamp(start, step < 0 ? count - 1 : 0)
        let high = clamp(end, step < 0 ? -1 : count)
        // A step beyond the list ends it, and must not overflow on the way.
        let bounded = max(-count - 1, min(count + 1, step))
        return Array(stride(from: low, to: high, by: bounded))
    }
}
