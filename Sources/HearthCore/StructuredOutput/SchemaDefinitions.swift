import Synchronization

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
    func end(_ type: any Generable.Type, _ name: String, _ schema: JSONValue) -> JSONValue {
        contents.withLock { contents in
            var isUsed = false
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
