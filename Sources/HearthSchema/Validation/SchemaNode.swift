import HearthCore

/// The types of JSON Schema, as a set. `integer` is a property of numbers and has its own bit.
struct TypeSet: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    static let null = TypeSet(rawValue: 1)
    static let boolean = TypeSet(rawValue: 2)
    static let number = TypeSet(rawValue: 4)
    static let integer = TypeSet(rawValue: 8)
    static let string = TypeSet(rawValue: 16)
    static let array = TypeSet(rawValue: 32)
    static let object = TypeSet(rawValue: 64)

    static let names: [(String, TypeSet)] = [
        ("null", .null), ("boolean", .boolean), ("number", .number), ("integer", .integer), ("string", .string),
        ("array", .array), ("object", .object),
    ]

    func includes(_ value: JSONValue) -> Bool {
        switch value {
        case .null: contains(.null)
        case .bool: contains(.boolean)
        case .number(let number): contains(.number) || (contains(.integer) && number.isInteger)
        case .string: contains(.string)
        case .array: contains(.array)
        case .object: contains(.object)
        }
    }
}

/// A compiled schema. Numbers of other nodes stand for references, so that cycles are nothing special.
///
/// - Note: Unchecked, because a node is written only by the compiler, before anyone else sees it.
final class SchemaNode: @unchecked Sendable {
    struct Pattern {
        var regex: ECMARegex
        var node: Int
    }

    /// The number of the resource, for the dynamic scope.
    let resource: Int
    let draft: SchemaDraft
    /// `true` and `false` as schemas.
    var constant: Bool?

    var types: TypeSet?
    var choices: [JSONValue]?
    var choiceSet: Set<JSONValue>?
    var constantValue: JSONValue?

    var multipleOf: JSONNumber?
    var minimum: JSONNumber?
    var maximum: JSONNumber?
    var exclusiveMinimum: JSONNumber?
    var exclusiveMaximum: JSONNumber?
    var hasNumberRules = false

    var minLength = 0
    var maxLength: Int?
    var pattern: ECMARegex?
    var format: String?
    var hasStringRules = false

    var prefixItems: [Int] = []
    var items: Int?
    var contains: Int?
    var minContains = 1
    var maxContains: Int?
    var minItems = 0
    var maxItems: Int?
    var uniqueItems = false
    var unevaluatedItems: Int?
    var hasArrayRules = false

    var properties: [JSONKey: Int] = [:]
    var propertyOrder: [String] = []
    var patternProperties: [Pattern] = []
    var additionalProperties: Int?
    var propertyNames: Int?
    var required: [String] = []
    var minProperties = 0
    var maxProperties: Int?
    var dependentRequired: [(key: String, needs: [String])] = []
    var dependentSchemas: [(key: String, node: Int)] = []
    var unevaluatedProperties: Int?
    var hasObjectRules = false

    var reference: Int?
    /// `$dynamicRef`, `$recursiveRef`: where it leads at first, and the name that the dynamic scope is searched for.
    var dynamicReference: (node: Int, name: String?)?
    var allOf: [Int] = []
    var anyOf: [Int] = []
    var oneOf: [Int] = []
    var not: Int?
    var condition: Int?
    var then: Int?
    var otherwise: Int?

    init(resource: Int, draft: SchemaDraft) {
        self.resource = resource
        self.draft = draft
    }

    var hasUnevaluated: Bool { unevaluatedItems != nil || unevaluatedProperties != nil }
}

/// A schema where it stands: what it says, and what its surroundings make of it.
struct SchemaPlace: Sendable {
    var value: JSONValue
    /// The address of the resource that it belongs to, without a fragment.
    var base: String
    /// Where it is in that resource, as a JSON pointer.
    var pointer: String
    var draft: SchemaDraft
    /// Whether the vocabulary of its metaschema holds the validating keywords.
    var validates = true

    var key: String { base + "#" + pointer }
}
