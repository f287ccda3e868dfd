import Synchronization

/// The form of an answer: a name, and its JSON Schema (draft 2020-12).
public struct GenerationSchema: Hashable, Sendable {
    /// Letters, digits and underscores; providers ask for one.
    public var name: String
    public var description: String?
    public var root: JSONValue
    /// Whether `root` is a part of a schema that is being put together, whose references lead into the whole.
    var isFragment = false

    public init(name: String, description: String? = nil, root: JSONValue) {
        self.name = name
        self.description = description
        self.root = root
    }
}

extension GenerationSchema {
    /// A property of a generated object.
    public struct Property: Sendable {
        let name: String
        let description: String?
        let isOptional: Bool
        /// Makes the schema when it is needed: a type that contains itself would never come to an end otherwise.
        let schema: @Sendable () -> JSONValue

        public init<Value: Generable>(
            name: String, description: String? = nil, type: Value.Type, guides: [GenerationGuide<Value>] = []
        ) {
            self.init(name: name, description: description, isOptional: false, Value.self, guides)
        }

        /// A property that may be left out, or be `null`, which is what some models write for nothing.
        public init<Value: Generable>(
            name: String, description: String? = nil, type: Value?.Type, guides: [GenerationGuide<Value>] = []
        ) {
            self.init(name: name, description: description, isOptional: true, Value.self, guides)
        }

        private init<Value: Generable>(
            name: String, description: String?, isOptional: Bool, _ type: Value.Type, _ guides: [GenerationGuide<Value>]
        ) {
            self.name = name
            self.description = description
            self.isOptional = isOptional
            schema = {
                guides.reduce(GenerationSchema.reference(to: type)) { $0.applying($1.demand) }
            }
        }
    }

    /// The schema of an object with these properties and no others, in this order.
    public init(type: any Generable.Type, description: String? = nil, properties: [Property]) {
        self.init(type: type, description: description) {
            var members = JSONObject()
            for property in properties { members[property.name] = property.described() }
            let required = properties.filter { !$0.isOptional }.map { JSONValue.string($0.name) }
            var root: JSONObject = JSONObject([("type", "object"), ("properties", .object(members))])
            if !required.isEmpty { root["required"] = .array(required) }
            root["additionalProperties"] = false
            return root
        }
    }

    /// The schema of one of these texts.
    public init(type: any Generable.Type, description: String? = nil, anyOf choices: [String]) {
        self.init(type: type, description: description) {
            JSONObject([("type", "string"), ("enum", .array(choices.map(JSONValue.string)))])
        }
    }

    /// The schema of a value of one of these types.
    public init(type: any Generable.Type, description: String? = nil, anyOf types: [any Generable.Type]) {
        self.init(type: type, description: description) {
            JSONObject([("anyOf", .array(types.map { Self.reference(to: $0) }))])
        }
    }

    /// The schema of an enumeration whose cases carry values: an object that names the case and holds its values.
    public init(type: any Generable.Type, description: String? = nil, cases: [Case]) {
        self.init(type: type, description: description) {
            JSONObject([
                (
                    "anyOf",
                    .array(
                        cases.map { choice in
                            var members = JSONObject([(Case.key, ["const": .string(choice.name)])])
                            for property in choice.properties { members[property.name] = property.described() }
                            let required = choice.properties.filter { !$0.isOptional }.map(\.name)
                            return [
                                "type": "object", "properties": .object(members),
                                "required": .array(([Case.key] + required).map(JSONValue.string)),
                                "additionalProperties": false,
                            ]
                        })
                )
            ])
        }
    }

    /// One case of an enumeration that carries values.
    public struct Case: Sendable {
        /// The property that names the case.
        public static let key = "case"

        let name: String
        let properties: [Property]

        public init(name: String, properties: [Property]) {
            self.name = name
            self.properties = properties
        }
    }

    init(arrayOf element: any Generable.Type) {
        self.init(type: nil, name: "Array", description: nil) {
            JSONObject([("type", "array"), ("items", Self.reference(to: element))])
        }
    }

    private init(type: any Generable.Type, description: String?, _ body: () -> JSONObject) {
        self.init(type: type, name: Self.name(of: type), description: description, body)
    }

    /// Collects the definitions of all types that `body` refers to, where nobody does so already.
    private init(type: (any Generable.Type)?, name: String, description: String?, _ body: () -> JSONObject) {
        func described(_ root: JSONObject) -> JSONObject {
            guard let description else { return root }
            return JSONObject([("description", .string(description))] + Array(root))
        }
        if SchemaDefinitions.current != nil {
            self.init(name: name, description: description, root: .object(described(body())))
            isFragment = true
            return
        }
        let definitions = SchemaDefinitions(root: type.map { ($0, name) })
        var root = SchemaDefinitions.$current.withValue(definitions, operation: body)
        let (found, rootIsUsed) = definitions.finished()
        if rootIsUsed {
            // A type that contains itself stands among the definitions, where references find it.
            let own = described(root)
            root = JSONObject([
                ("$ref", .string("#/$defs/\(name)")), ("$defs", .object(JSONObject([(name, .object(own))] + found))),
            ])
        } else {
            root = described(root)
            if !found.isEmpty { root["$defs"] = .object(JSONObject(found)) }
        }
        self.init(name: name, description: description, root: .object(root))
    }

    /// A schema for a type where it is used: in place for what is small, else a reference to its definition.
    static func reference(to type: any Generable.Type) -> JSONValue {
        guard let definitions = SchemaDefinitions.current else { return type.generationSchema.root }
        if let known = definitions.reference(to: type) { return known }
        let name = definitions.begin(type, name(of: type))
        let schema = type.generationSchema
        if schema.isFragment { return definitions.end(type, name, schema.root) }
        // One that was written by hand is a whole of its own, and may refer to itself.
        let moved = schema.root.movingReferences(to: "#/$defs/\(name)")
        return definitions.end(type, name, moved, refersToItself: moved != schema.root)
    }

    /// The name of a type in letters, digits and underscores: `Outer.Inner<Int>` is `Inner_Int`.
    private static func name(of type: any Generable.Type) -> String {
        var name = ""
        for scalar in String(describing: type).unicodeScalars {
            let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
            if isPlain || scalar == "_" {
                name.unicodeScalars.append(scalar)
            } else if !name.isEmpty, !name.hasSuffix("_") {
                name += "_"
            }
        }
        while name.hasSuffix("_") { name.removeLast() }
        return name.isEmpty ? "Answer" : String(name.prefix(64))
    }
}

extension GenerationSchema.Property {
    fileprivate func described() -> JSONValue {
        var schema = schema()
        if isOptional { schema = schema.nullable }
        guard let description, let object = schema.objectValue else { return schema }
        // Some services refuse a reference with anything beside it.
        let base = object["$ref"] == nil ? Array(object).filter { $0.0 != "description" } : [("anyOf", [schema])]
        return .object(JSONObject([("description", .string(description))] + base))
    }
}

extension JSONValue {
    /// A schema that also allows `null`.
    fileprivate var nullable: JSONValue {
        guard var object = objectValue, !object.isEmpty else { return self }
        if case .string(let type)? = object["type"], object["enum"] == nil, object["const"] == nil {
            object["type"] = [.string(type), "null"]
            return .object(object)
        }
        return ["anyOf": [self, ["type": "null"]]]
    }

    /// A schema with the demand of a guide.
    fileprivate func applying(_ demand: GuideDemand) -> JSONValue {
        guard var object = objectValue else { return self }
        switch demand {
        case .keywords(let keywords): for (key, value) in keywords { object[key] = value }
        case .element(let inner): object["items"] = (object["items"] ?? .object(JSONObject())).applying(inner)
        }
        return .object(object)
    }
}

/// The types that a schema refers to, while it is put together.
///
/// Reached by a task-local value, because Apple's protocol, which ours follows, asks types for their schemas without telling
/// them for which whole: so types written by hand work too, and one that contains itself comes to an end.
final class SchemaDefinitions: Sendable {
    @TaskLocal static var current: SchemaDefinitions?

    private enum State {
        /// It is being asked for its schema; what refers to it meanwhile needs it as a definition.
        case open(name: String, isUsed: Bool)
        case inPlace(JSONValue)
        case defined(name: String)
    }

    private struct Contents {
        var states: [ObjectIdentifier: State] = [:]
        var names: Set<String> = []
        var definitions: [(String, JSONValue)] = []
        var root: ObjectIdentifier?
    }

    private let contents: Mutex<Contents>

    init(root: (type: any Generable.Type, name: String)?) {
        var start = Contents()
        if let root {
            start.root = ObjectIdentifier(root.type)
            start.states[ObjectIdentifier(root.type)] = .open(name: root.name, isUsed: false)
            start.names.insert(root.name)
        }
        contents = Mutex(start)
    }

    /// What stands for a type that has been seen; `nil` for a new one.
    func reference(to type: any Generable.Type) -> JSONValue? {
        contents.withLock { contents in
            switch contents.states[ObjectIdentifier(type)] {
            case .inPlace(let schema)?: return schema
            case .defined(let name)?: return Self.reference(name)
            case .open(let name, _)?:
                contents.states[ObjectIdentifier(type)] = .open(name: name, isUsed: true)
                return Self.reference(name)
            case nil: return nil
            }
        }
    }

    /// Keeps a place for a type, under a name that no other has.
    func begin(_ type: any Generable.Type, _ wanted: String) -> String {
        contents.withLock { contents in
            var name = wanted
            var number = 2
            while !contents.names.insert(name).inserted {
                name = "\(wanted)\(number)"
                number += 1
            }
            contents.states[ObjectIdentifier(type)] = .open(name: name, isUsed: false)
            return name
        }
    }

    /// Takes the schema of a type and returns what stands for it.
    func end(
        _ type: any Generable.Type, _ name: String, _ schema: JSONValue, refersToItself: Bool = false
    ) -> JSONValue {
        contents.withLock { contents in
            var isUsed = refersToItself
            if case .open(_, true)? = contents.states[ObjectIdentifier(type)] { isUsed = true }
            let isObject = schema["properties"] != nil || schema["anyOf"] != nil || schema["$ref"] != nil
            guard isUsed || isObject || schema["$defs"] != nil else {
                contents.names.remove(name)
                contents.states[ObjectIdentifier(type)] = .inPlace(schema)
                return schema
            }
            contents.definitions.append((name, schema))
            contents.states[ObjectIdentifier(type)] = .defined(name: name)
            return Self.reference(name)
        }
    }

    /// All definitions, and whether one of them refers to the root.
    func finished() -> (definitions: [(String, JSONValue)], rootIsUsed: Bool) {
        contents.withLock { contents in
            var isUsed = false
            if let root = contents.root, case .open(_, true)? = contents.states[root] { isUsed = true }
            return (contents.definitions, isUsed)
        }
    }

    private static func reference(_ name: String) -> JSONValue { ["$ref": .string("#/$defs/\(name)")] }
}

extension JSONValue {
    /// A schema of its own as part of another one: what it refers to by `#…` is found at `place`, which begins with `#`.
    ///
    /// Recurses once a level; schemas come from the parser of ``JSONValue`` or from macros, both of which bound the depth.
    package func movingReferences(to place: String) -> JSONValue {
        switch self {
        case .array(let items): return .array(items.map { $0.movingReferences(to: place) })
        case .object(let object):
            return .object(
                JSONObject(
                    object.map { key, value in
                        if key == "$ref", case .string(let target) = value, target == "#" || target.hasPrefix("#/") {
                            return (key, .string(place + target.dropFirst()))
                        }
                        return (key, value.movingReferences(to: place))
                    }))
        default: return self
        }
    }
}
