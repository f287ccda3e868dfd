import HearthCore

/// One run of a schema over a value.
struct Validator {
    /// What a schema and its parts have looked at, for `unevaluatedProperties` and `unevaluatedItems`.
    struct Evaluated {
        var allProperties = false
        var properties: Set<Int> = []
        var allItems = false
        var prefix = 0
        var items: Set<Int> = []

        mutating func merge(_ other: Evaluated) {
            allProperties = allProperties || other.allProperties
            properties.formUnion(other.properties)
            allItems = allItems || other.allItems
            prefix = max(prefix, other.prefix)
            items.formUnion(other.items)
        }
    }

    /// Each level of a value takes about one level of schema, or a few with `allOf` and `$ref`.
    static let depthLimit = 1_000
    static let stepLimit = 10_000_000
    static let failureLimit = 100

    private enum Step {
        case key(String)
        case index(Int)
    }

    private let schema: JSONSchema
    private let formats: Bool
    private var collects: Bool
    private(set) var failures: [JSONSchema.Failure] = []
    private var path: [Step] = []
    private var scope: [Int] = []
    private var depth = 0
    private var steps = 0

    init(_ schema: JSONSchema, formats: Bool, collects: Bool) {
        self.schema = schema
        self.formats = formats
        self.collects = collects
    }

    mutating func check(_ number: Int, _ value: JSONValue) throws -> Bool {
        var seen: Evaluated?
        return try check(number, value, &seen)
    }

    private mutating func fail(_ keyword: String, _ message: @autoclosure () -> String) {
        guard collects, failures.count < Self.failureLimit else { return }
        var pointer = ""
        for step in path {
            switch step {
            case .key(let key): pointer += "/" + SchemaAddress.escape(key)
            case .index(let index): pointer += "/\(index)"
            }
        }
        failures.append(.init(path: pointer, keyword: keyword, message: message()))
    }

    private mutating func check(_ number: Int, _ value: JSONValue, _ seen: inout Evaluated?) throws -> Bool {
        let node = schema.nodes[number]
        if let constant = node.constant {
            if !constant { fail("false", "Nothing is allowed here.") }
            return constant
        }
        steps += 1
        guard depth < Self.depthLimit, steps < Self.stepLimit else {
            throw SchemaError(
                .tooCostly,
                "Validation goes too deep or takes too long; `$ref` may lead in a circle without a step into the value."
            )
        }
        depth += 1
        let entersResource = scope.last != node.resource
        if entersResource { scope.append(node.resource) }
        defer {
            depth -= 1
            if entersResource { scope.removeLast() }
        }
        var mine: Evaluated? = seen != nil || node.hasUnevaluated ? Evaluated() : nil
        var valid = checkAny(node, value)
        if !valid, !collects { return false }
        switch value {
        case .number(let number): if node.hasNumberRules { valid = checkNumber(node, number) && valid }
        case .string(let text): if node.hasStringRules { valid = try checkString(node, text) && valid }
        case .array(let items): if node.hasArrayRules { valid = try checkArray(node, items, &mine) && valid }
        case .object(let object):
            if node.hasObjectRules { valid = try checkObject(node, object, value, &mine) && valid }
        case .null, .bool: break
        }
        if !valid, !collects { return false }
        valid = try checkInPlace(node, value, &mine) && valid
        if !valid, !collects { return false }
        if node.hasUnevaluated { valid = try checkUnevaluated(node, value, &mine) && valid }
        if valid, seen != nil, let mine { seen?.merge(mine) }
        return valid
    }

    private mutating func checkAny(_ node: SchemaNode, _ value: JSONValue) -> Bool {
        var valid = true
        if let types = node.types, !types.includes(value) {
            valid = false
            fail(
                "type", "Has to be \(TypeSet.names.filter { types.contains($0.1) }.map(\.0).joined(separator: " or "))."
            )
        }
        if let constant = node.constantValue, constant != value {
            valid = false
            fail("const", "Has to be \(constant).")
        }
        if let choices = node.choices, !(node.choiceSet?.contains(value) ?? choices.contains(value)) {
            valid = false
            fail("enum", "Has to be one of \(choices.count) values: \(JSONValue.array(Array(choices.prefix(10)))).")
        }
        return valid
    }

    private mutating func checkNumber(_ node: SchemaNode, _ number: JSONNumber) -> Bool {
        var valid = true
        if let bound = node.minimum, number < bound {
            valid = false
            fail("minimum", "Has to be at least \(bound).")
        }
        if let bound = node.maximum, bound < number {
            valid = false
            fail("maximum", "Has to be at most \(bound).")
        }
        if let bound = node.exclusiveMinimum, number <= bound {
            valid = false
            fail("exclusiveMinimum", "Has to be above \(bound).")
        }
        if let bound = node.exclusiveMaximum, number >= bound {
            valid = false
            fail("exclusiveMaximum", "Has to be below \(bound).")
        }
        if let divisor = node.multipleOf, !number.isMultiple(of: divisor) {
            valid = false
            fail("multipleOf", "Has to be a multiple of \(divisor).")
        }
        return valid
    }

    private mutating func checkString(_ node: SchemaNode, _ text: String) throws -> Bool {
        var valid = true
        if node.minLength > 0 || node.maxLength != nil {
            let length = text.unicodeScalars.count
            if length < node.minLength {
                valid = false
                fail("minLength", "Has to have at least \(node.minLength) characters.")
            }
            if let most = node.maxLength, length > most {
                valid = false
                fail("maxLength", "Has to have at most \(most) characters.")
            }
        }
        if let pattern = node.pattern, valid || collects, try !pattern.isFound(in: text) {
            valid = false
            fail("pattern", "Has to match `\(pattern.pattern)`.")
        }
        if formats, let format = node.format, valid || collects, !StringFormat.accepts(format, text, draft: node.draft)
        {
            valid = false
            fail("format", "Has to have the format `\(format)`.")
        }
        return valid
    }

    private mutating func checkArray(_ node: SchemaNode, _ items: [JSONValue], _ mine: inout Evaluated?) throws -> Bool
    {
        var valid = true
        if items.count < node.minItems {
            valid = false
            fail("minItems", "Has to have at least \(node.minItems) items.")
        }
        if let most = node.maxItems, items.count > most {
            valid = false
            fail("maxItems", "Has to have at most \(most) items.")
        }
        if !valid, !collects { return false }
        for (index, item) in items.enumerated() {
            guard let child = index < node.prefixItems.count ? node.prefixItems[index] : node.items else { break }
            path.append(.index(index))
            if try !check(child, item) { valid = false }
            path.removeLast()
            if !valid, !collects { return false }
        }
        let prefix = max(mine?.prefix ?? 0, min(node.prefixItems.count, items.count))
        mine?.prefix = prefix
        if node.items != nil { mine?.allItems = true }
        if node.uniqueItems, !Self.areUnique(items) {
            valid = false
            fail("uniqueItems", "Has two items that are the same.")
        }
        if let contained = node.contains {
            var count = 0
            for (index, item) in items.enumerated() where try quietly({ try $0.check(contained, item) }) {
                count += 1
                if node.draft == .draft2020 { mine?.items.insert(index) }
            }
            if count < node.minContains {
                valid = false
                fail("contains", "Has to have at least \(node.minContains) items of a kind, and has \(count).")
            }
            if let most = node.maxContains, count > most {
                valid = false
                fail("maxContains", "Has to have at most \(most) items of a kind, and has \(count).")
            }
        }
        return valid
    }

    private static func areUnique(_ items: [JSONValue]) -> Bool {
        if items.count > 6 { return Set(items).count == items.count }
        for first in items.indices {
            for second in items.indices[(first + 1)...] where items[first] == items[second] { return false }
        }
        return true
    }

    private mutating func checkObject(
        _ node: SchemaNode, _ object: JSONObject, _ value: JSONValue, _ mine: inout Evaluated?
    ) throws -> Bool {
        var valid = true
        for name in node.required where object.position(of: name) == nil {
            valid = false
            fail("required", "Has to have the property `\(name)`.")
        }
        if object.count < node.minProperties {
            valid = false
            fail("minProperties", "Has to have at least \(node.minProperties) properties.")
        }
        if let most = node.maxProperties, object.count > most {
            valid = false
            fail("maxProperties", "Has to have at most \(most) properties.")
        }
        for (key, needs) in node.dependentRequired where object.position(of: key) != nil {
            for name in needs where object.position(of: name) == nil {
                valid = false
                fail("dependentRequired", "Has to have the property `\(name)`, because it has `\(key)`.")
            }
        }
        if !valid, !collects { return false }
        if !node.properties.isEmpty || !node.patternProperties.isEmpty || node.additionalProperties != nil
            || node.propertyNames != nil
        {
            for (index, (key, member)) in object.enumerated() {
                if try !checkMember(node, index, key, member, &mine) { valid = false }
                if !valid, !collects { return false }
            }
        }
        for (key, child) in node.dependentSchemas where object.position(of: key) != nil {
            if try !check(child, value, &mine) { valid = false }
        }
        return valid
    }

    private mutating func checkMember(
        _ node: SchemaNode, _ index: Int, _ key: String, _ member: JSONValue, _ mine: inout Evaluated?
    ) throws -> Bool {
        var valid = true
        var known = false
        path.append(.key(key))
        defer { path.removeLast() }
        if let child = node.properties[JSONKey(key)] {
            known = true
            if try !check(child, member) { valid = false }
        }
        for pattern in node.patternProperties where try pattern.regex.isFound(in: key) {
            known = true
            if try !check(pattern.node, member) { valid = false }
        }
        if !known, let child = node.additionalProperties {
            known = true
            if schema.nodes[child].constant == false {
                valid = false
                fail("additionalProperties", "The property `\(key)` is not allowed.")
            } else if try !check(child, member) {
                valid = false
            }
        }
        if let child = node.propertyNames, try !check(child, .string(key)) { valid = false }
        if known { mine?.properties.insert(index) }
        return valid
    }

    /// Runs a trial, whose failures are nobody's concern.
    private mutating func quietly(_ body: (inout Self) throws -> Bool) rethrows -> Bool {
        let before = collects
        collects = false
        defer { collects = before }
        return try body(&self)
    }

    private mutating func checkInPlace(_ node: SchemaNode, _ value: JSONValue, _ mine: inout Evaluated?) throws -> Bool
    {
        var valid = true
        if let target = node.reference, try !check(target, value, &mine) { valid = false }
        if let dynamic = node.dynamicReference {
            var target = dynamic.node
            if let name = dynamic.name, let outermost = scope.first(where: { schema.dynamicAnchors[$0][name] != nil }) {
                target = schema.dynamicAnchors[outermost][name] ?? target
            }
            if try !check(target, value, &mine) { valid = false }
        }
        if !valid, !collects { return false }
        for child in node.allOf where try !check(child, value, &mine) {
            valid = false
            if !collects { return false }
        }
        if !node.anyOf.isEmpty {
            var found = false
            for child in node.anyOf {
                if try trial(child, value, &mine) { found = true }
                if found, mine == nil { break }
            }
            if !found {
                valid = false
                fail("anyOf", "Meets none of the \(node.anyOf.count) alternatives.")
            }
        }
        if !node.oneOf.isEmpty {
            var count = 0
            for child in node.oneOf where try trial(child, value, &mine) {
                count += 1
                if count > 1, mine == nil { break }
            }
            if count != 1 {
                valid = false
                fail(
                    "oneOf",
                    count == 0
                        ? "Meets none of the \(node.oneOf.count) alternatives." : "Meets more than one alternative.")
            }
        }
        if !valid, !collects { return false }
        if let child = node.not, try quietly({ try $0.check(child, value) }) {
            valid = false
            fail("not", "Is of a kind that is excluded.")
        }
        if let condition = node.condition {
            let branch = try trial(condition, value, &mine) ? node.then : node.otherwise
            if let branch, try !check(branch, value, &mine) { valid = false }
        }
        return valid
    }

    private mutating func trial(_ child: Int, _ value: JSONValue, _ mine: inout Evaluated?) throws -> Bool {
        var inner: Evaluated? = mine == nil ? nil : Evaluated()
        let before = collects
        collects = false
        defer { collects = before }
        guard try check(child, value, &inner) else { return false }
        if let inner { mine?.merge(inner) }
        return true
    }

    private mutating func checkUnevaluated(_ node: SchemaNode, _ value: JSONValue, _ mine: inout Evaluated?) throws
        -> Bool
    {
        var valid = true
        if let child = node.unevaluatedProperties, case .object(let object) = value, mine?.allProperties != true {
            for (index, (key, member)) in object.enumerated() where mine?.properties.contains(index) != true {
                path.append(.key(key))
                if try !check(child, member) {
                    valid = false
                    fail("unevaluatedProperties", "The property `\(key)` is not allowed.")
                }
                path.removeLast()
                if !valid, !collects { return false }
            }
            mine?.allProperties = true
        }
        if let child = node.unevaluatedItems, case .array(let items) = value, mine?.allItems != true {
            for (index, item) in items.enumerated()
            where index >= mine?.prefix ?? 0 && mine?.items.contains(index) != true {
                path.append(.index(index))
                if try !check(child, item) {
                    valid = false
                    fail("unevaluatedItems", "The item \(index) is not allowed.")
                }
                path.removeLast()
                if !valid, !collects { return false }
            }
            mine?.allItems = true
        }
        return valid
    }
}
