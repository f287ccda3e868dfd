/// A value while a template runs. Lists and mappings never change: chat templates run in a sandbox that forbids it.
enum Value {
    /// What is not there; the name says what was looked for.
    case undefined(String)
    case none
    case bool(Bool)
    case int(Int)
    case float(Double)
    case text(Text)
    case list(List)
    case dict(Dictionary)
    case namespace(Namespace)
    case loop(LoopState)
    case callable(Callable)

    /// What Python calls the type, for error messages.
    var typeName: String {
        switch self {
        case .undefined: "undefined"
        case .none: "None"
        case .bool: "bool"
        case .int: "int"
        case .float: "float"
        case .text: "str"
        case .list(let list): list.kind.rawValue
        case .dict: "dict"
        case .namespace: "namespace"
        case .loop: "loop"
        case .callable: "function"
        }
    }

    var isTrue: Bool {
        switch self {
        case .undefined, .none: false
        case .bool(let value): value
        case .int(let value): value != 0
        case .float(let value): value != 0
        case .text(let text): !text.bytes.isEmpty
        case .list(let list): list.kind == .generator || !list.items.isEmpty
        case .dict(let dict): !dict.keys.isEmpty
        case .namespace, .loop, .callable: true
        }
    }

    var isUndefined: Bool {
        if case .undefined = self { return true }
        return false
    }

    var isNone: Bool {
        if case .none = self { return true }
        return false
    }

    /// Lists inside lists, counted from the innermost; bounds every recursion over values.
    var depth: Int {
        switch self {
        case .list(let list): list.depth
        case .dict(let dict): dict.depth
        default: 0
        }
    }

    static func string(_ text: String) -> Value { .text(Text(text)) }

    /// From data; the texts in it are foreign, except the values under `role`, which the program sets.
    init(_ data: TemplateValue, foreign: Bool, limit: Int) throws {
        guard limit > 0 else { throw TemplateError(.limit, "A value is nested too deeply.") }
        switch data {
        case .none: self = .none
        case .bool(let value): self = .bool(value)
        case .int(let value): self = .int(value)
        case .double(let value): self = .float(value)
        case .string(let value): self = .text(Text(value, foreign: foreign))
        case .array(let items):
            self = .list(List(try items.map { try Value($0, foreign: foreign, limit: limit - 1) }))
        case .object(let items):
            var dict = Dictionary()
            for (key, value) in items {
                dict.set(
                    .text(Text(key, foreign: foreign && !Self.fields.contains(key))), key: .text(Array(key.utf8)),
                    try Value(value, foreign: foreign && key != "role", limit: limit - 1))
            }
            self = .dict(dict)
        }
    }

    /// Field names that the program writes; other keys come from whoever wrote the data.
    private static let fields: Set<String> = [
        "role", "content", "name", "type", "text", "function", "arguments", "parameters", "description", "id",
        "tool_calls", "tool_call_id", "properties", "required",
    ]
}

/// A sequence.
struct List {
    enum Kind: String {
        case list, tuple
        case view = "dict_view"
        case range
        /// What `map` and `select` give: it can be walked, but has no length and no items by number.
        case generator
        /// A tuple of `grouper` and `list`.
        case group
    }

    let items: [Value]
    let kind: Kind
    let depth: Int

    init(_ items: [Value], kind: Kind = .list) {
        self.items = items
        self.kind = kind
        depth = 1 + (items.lazy.map(\.depth).max() ?? 0)
    }
}

/// A mapping in the order of insertion.
struct Dictionary {
    private(set) var keys: [Value] = []
    private(set) var values: [Value] = []
    private(set) var depth = 1
    private var index: [Key: Int] = [:]

    /// A key by what makes keys equal in Python: 1, 1.0 and True are one.
    enum Key: Hashable {
        case none
        case int(Int)
        case float(Double)
        case text([UInt8])
        case tuple([Key])
        case undefined
        case object(ObjectIdentifier)
    }

    mutating func set(_ name: Value, key: Key, _ value: Value) {
        depth = max(depth, 1 + value.depth, 1 + name.depth)
        if let place = index[key] {
            values[place] = value
        } else {
            index[key] = keys.count
            keys.append(name)
            values.append(value)
        }
    }

    mutating func set(_ name: Text, _ value: Value) { set(.text(name), key: .text(name.bytes), value) }

    subscript(key: Key) -> Value? { index[key].map { values[$0] } }
    subscript(name: String) -> Value? { self[.text(Array(name.utf8))] }

    var items: [(key: Value, value: Value)] { Array(zip(keys, values)).map { ($0.0, $0.1) } }
}

extension Renderer {
    /// A value as the key of a mapping. A tuple may hold one and the same tuple many times, at each level, so each step counts.
    ///
    /// - Throws: ``TemplateError`` for a list or a mapping.
    func key(of value: Value) throws -> Dictionary.Key {
        try charge()
        switch value {
        case .undefined: return .undefined
        case .none: return .none
        case .bool(let value): return .int(value ? 1 : 0)
        case .int(let value): return .int(value)
        case .float(let value): return Int(exactly: value).map(Dictionary.Key.int) ?? .float(value)
        case .text(let text):
            // It is hashed, byte by byte.
            try charge(bytes: text.count * 8)
            return .text(text.bytes)
        case .list(let list) where list.kind == .tuple:
            try checkStack()
            return .tuple(try list.items.map { try key(of: $0) })
        case .list, .dict: throw TemplateError(.type, "a \(value.typeName) cannot be a key.")
        case .namespace(let object): return .object(ObjectIdentifier(object))
        case .loop(let object): return .object(ObjectIdentifier(object))
        case .callable(let object): return .object(ObjectIdentifier(object))
        }
    }
}

/// What `namespace()` makes: the one thing that a template may change.
final class Namespace {
    var values = Dictionary()
}

/// Something to call.
final class Callable {
    enum Body {
        case macro(Macro, Scope)
        case builtIn(String)
        /// A method bound to its value.
        case method(Value, String)
        case cycler(Cycler)
        case joiner(Joiner)
    }
    var body: Body
    init(_ body: Body) { self.body = body }
}

final class Cycler {
    let items: [Value]
    var position = 0
    init(_ items: [Value]) { self.items = items }
}

final class Joiner {
    let separator: Text
    var wasUsed = false
    init(_ separator: Text) { self.separator = separator }
}

/// `loop` in a loop.
final class LoopState {
    let items: [Value]
    let depth: Int
    var index = 0
    var lastChanged: Value?
    /// The loop and where it stands, to run it again on children.
    let recursion: (Loop, Scope)?

    init(items: [Value], depth: Int, recursion: (Loop, Scope)?) {
        self.items = items
        self.depth = depth
        self.recursion = recursion
    }
}

/// Variables of a block, inside those of the block around it.
final class Scope {
    var variables: [String: Value] = [:]
    let parent: Scope?

    init(parent: Scope?) { self.parent = parent }

    func find(_ name: String) -> Value? {
        var scope: Scope? = self
        while let here = scope {
            if let value = here.variables[name] { return value }
            scope = here.parent
        }
        return nil
    }
}
