/// Functions that every template has.
enum Globals {
    static let names = [
        "range", "dict", "namespace", "cycler", "joiner", "raise_exception", "strftime_now",
    ]
}

extension Renderer {
    func callGlobal(_ name: String, _ arguments: CallArguments) throws -> Value {
        switch name {
        case "range": return try range(arguments)
        case "dict": return try checked(try dictionary(arguments))
        case "namespace":
            let namespace = makeNamespace()
            namespace.values = try dictionary(arguments)
            _ = try checked(namespace.values)
            return .namespace(namespace)
        case "cycler":
            guard arguments.named.isEmpty, !arguments.positional.isEmpty else {
                throw TemplateError(.type, "`cycler` takes the items to go round.")
            }
            return .callable(Callable(.cycler(Cycler(arguments.positional))))
        case "joiner":
            let separator = try arguments.bound(name, ["sep"])[0]
            return .callable(Callable(.joiner(Joiner(try separator.map { try text(of: $0) } ?? ", "))))
        case "raise_exception":
            let message = try arguments.bound(name, ["message"])[0] ?? .none
            throw TemplateError(.raised, "it does not take this conversation: \(try text(of: message).string)")
        case "strftime_now":
            guard case .text(let format)? = try arguments.bound(name, ["format"])[0] else {
                throw TemplateError(.type, "`strftime_now` takes a format.")
            }
            guard format.count <= 4096 else { throw TemplateError(.limit, "the format of a date is too long.") }
            try charge(format.count)
            return try checked(format.changed(to: now.formatted(format.string)))
        default: throw TemplateError(.unsupported, "this function is no longer there.")
        }
    }

    private func dictionary(_ arguments: CallArguments) throws -> Dictionary {
        var result = Dictionary()
        if let first = arguments.positional.first {
            guard arguments.positional.count == 1 else { throw TemplateError(.type, "`dict` takes one mapping.") }
            if case .dict(let dict) = first {
                result = dict
            } else {
                for pair in try iterate(first) {
                    try charge()
                    let items = try iterate(pair)
                    guard items.count == 2 else { throw TemplateError(.type, "`dict` takes pairs.") }
                    result.set(items[0], key: try key(of: items[0]), items[1])
                }
            }
        }
        for (name, value) in arguments.named { result.set(Text(name), value) }
        return result
    }

    /// At most 100,000 numbers, the bound of Jinja's sandbox.
    private func range(_ arguments: CallArguments) throws -> Value {
        guard arguments.named.isEmpty, (1...3).contains(arguments.positional.count) else {
            throw TemplateError(.type, "`range` takes one to three numbers.")
        }
        let numbers = try arguments.positional.map { value in
            guard case .int(let number)? = value.number else {
                throw TemplateError(.type, "`range` takes whole numbers, not a \(value.typeName).")
            }
            return number
        }
        let (low, high) = numbers.count == 1 ? (0, numbers[0]) : (numbers[0], numbers[1])
        let step = numbers.count == 3 ? numbers[2] : 1
        guard step != 0 else { throw TemplateError(.type, "the step of `range` cannot be 0.") }
        var items: [Value] = []
        for number in stride(from: low, to: high, by: step) {
            items.append(.int(number))
            guard items.count <= 100_000 else {
                throw TemplateError(.limit, "a range in the template has more than 100000 numbers.")
            }
        }
        return try checked(List(items, kind: .range))
    }
}
