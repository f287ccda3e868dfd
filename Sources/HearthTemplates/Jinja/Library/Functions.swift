/// The methods of texts, lists and mappings that only read. Python's others change their value, which the sandbox forbids.
enum Methods {
    private static let text: Set<String> = [
        "strip", "lstrip", "rstrip", "split", "rsplit", "splitlines", "startswith", "endswith", "replace", "upper",
        "lower", "title", "capitalize", "swapcase", "casefold", "find", "rfind", "index", "rindex", "count", "format",
        "join", "isdigit", "isalpha", "isalnum", "isspace", "isupper", "islower", "isnumeric", "isdecimal", "zfill",
        "center", "ljust", "rjust", "partition", "rpartition", "removeprefix", "removesuffix",
    ]
    private static let dict: Set<String> = ["get", "items", "keys", "values", "copy"]
    /// Listed so that a template that tries hears why, and not that a key is missing.
    private static let changingDict: Set<String> = ["update", "pop", "popitem", "clear", "setdefault"]
    private static let list: Set<String> = [
        "index", "count", "copy", "append", "extend", "insert", "pop", "remove", "sort", "reverse", "clear",
    ]

    private static let allOfDict = dict.union(changingDict)
    private static let tuple: Set<String> = ["index", "count"]
    private static let float: Set<String> = ["is_integer"]
    private static let none: Set<String> = []

    static func names(of value: Value) -> Set<String> {
        switch value {
        case .text: text
        case .dict: allOfDict
        case .list(let list) where list.kind == .list: Self.list
        case .list(let list) where list.kind == .tuple || list.kind == .range: tuple
        case .float: float
        default: none
        }
    }

    static func isChanging(_ name: String, of value: Value) -> Bool {
        switch value {
        case .dict: changingDict.contains(name)
        case .list: !["index", "count", "copy"].contains(name)
        default: false
        }
    }
}

extension Renderer {
    func callMethod(_ name: String, of value: Value, _ arguments: CallArguments) throws -> Value {
        guard !Methods.isChanging(name, of: value) else {
            throw TemplateError(.unsupported, "`\(name)` would change a \(value.typeName), which templates may not.")
        }
        switch value {
        case .text(let text):
            try charge(bytes: text.count)
            return try callMethod(name, of: text, arguments)
        case .dict(let dict): return try callMethod(name, of: dict, arguments)
        case .list(let list):
            if name == "copy" { return value }
            let wanted = try required(arguments, name, "value")
            if name == "count" {
                return .int(try list.items.reduce(0) { try $0 + (equal($1, wanted) ? 1 : 0) })
            }
            for (index, item) in list.items.enumerated() where try equal(item, wanted) { return .int(index) }
            throw TemplateError(.type, "the value is not in the list.")
        case .loop(let loop): return try callMethod(name, of: loop, arguments)
        case .float(let number): return .bool(number.rounded() == number)
        default: return .undefined(name)
        }
    }

    private func required(_ arguments: CallArguments, _ function: String, _ parameter: String) throws -> Value {
        guard let value = try arguments.bound(function, [parameter])[0] else {
            throw TemplateError(.type, "`\(function)` needs an argument.")
        }
        return value
    }

    private func callMethod(_ name: String, of loop: LoopState, _ arguments: CallArguments) throws -> Value {
        if name == "cycle" {
            guard !arguments.positional.isEmpty else { throw TemplateError(.type, "`cycle` needs items.") }
            return arguments.positional[loop.index % arguments.positional.count]
        }
        let value = try checked(List(arguments.positional, kind: .tuple))
        defer { loop.lastChanged = value }
        guard let last = loop.lastChanged else { return .bool(true) }
        return .bool(try !equal(last, value))
    }

    private func callMethod(_ name: String, of dict: Dictionary, _ arguments: CallArguments) throws -> Value {
        if name == "get" {
            let bound = try arguments.bound(name, ["key", "default"])
            guard let key = bound[0] else { throw TemplateError(.type, "`get` needs a key.") }
            return dict[try self.key(of: key)] ?? bound[1] ?? .none
        }
        _ = try arguments.bound(name, [])
        switch name {
        case "keys": return try checked(List(dict.keys, kind: .view))
        case "values": return try checked(List(dict.values, kind: .view))
        case "items":
            return try checked(List(dict.items.map { .list(List([$0.key, $0.value], kind: .tuple)) }, kind: .view))
        default: return .dict(dict)
        }
    }
}

// MARK: - Global functions

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
