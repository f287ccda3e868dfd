import HearthCore

/// Turns a schema, and all that it refers to, into nodes.
struct SchemaCompiler {
    /// The most nodes of one schema with everything it refers to.
    static let nodeLimit = 200_000

    private var index: SchemaIndex
    private(set) var nodes: [SchemaNode] = []
    /// For each resource: the nodes of its dynamic anchors, `""` for `$recursiveAnchor`.
    private(set) var dynamicAnchors: [[String: Int]] = []
    private var resourceNumbers: [String: Int] = [:]
    private var resourceNames: [String] = []
    private var numbers: [String: Int] = [:]
    private var pending: [(place: SchemaPlace, node: Int)] = []
    private var usesDynamicScope = false

    init(resources: [String: JSONValue]) {
        index = SchemaIndex(given: resources)
    }

    mutating func compile(_ schema: JSONValue, draft: SchemaDraft) throws -> Int {
        let root = index.add(schema, address: SchemaAddress.anonymous, draft: draft)
        let number = try node(root)
        try finish()
        var resolved = 0
        // A resource can be in the dynamic scope only when one of its nodes is reached; its anchors may reach further ones.
        while usesDynamicScope, resolved < resourceNames.count {
            let anchors = index.dynamicAnchors[resourceNames[resolved]] ?? [:]
            for (name, place) in anchors { dynamicAnchors[resolved][name] = try node(place) }
            try finish()
            resolved += 1
        }
        return number
    }

    private mutating func finish() throws {
        while let (place, number) = pending.popLast() { try fill(nodes[number], place) }
    }

    private mutating func node(_ place: SchemaPlace) throws -> Int {
        if let known = numbers[place.key] { return known }
        guard nodes.count < Self.nodeLimit, index.count <= Self.nodeLimit else {
            throw SchemaError(.tooCostly, "The schema has too many parts.")
        }
        var resource = resourceNumbers[place.base]
        if resource == nil {
            resource = resourceNames.count
            resourceNumbers[place.base] = resource
            resourceNames.append(place.base)
            dynamicAnchors.append([:])
        }
        let number = nodes.count
        nodes.append(SchemaNode(resource: resource ?? 0, draft: place.draft))
        numbers[place.key] = number
        pending.append((place, number))
        return number
    }

    private mutating func child(_ value: JSONValue, _ path: String, _ place: SchemaPlace) throws -> Int {
        try node(index.entering(value, from: place, pointer: place.pointer + "/" + path))
    }

    private mutating func children(_ keyword: String, _ object: JSONObject, _ place: SchemaPlace) throws -> [Int] {
        guard let value = object[keyword] else { return [] }
        guard case .array(let items) = value else { throw malformed(keyword, "a list of schemas") }
        var result: [Int] = []
        for (number, item) in items.enumerated() { result.append(try child(item, "\(keyword)/\(number)", place)) }
        return result
    }

    private mutating func single(_ keyword: String, _ object: JSONObject, _ place: SchemaPlace) throws -> Int? {
        guard let value = object[keyword] else { return nil }
        return try child(value, keyword, place)
    }

    private func malformed(_ keyword: String, _ wanted: String) -> SchemaError {
        SchemaError(.malformedSchema, "`\(keyword)` has to be \(wanted).")
    }

    private func number(_ keyword: String, _ object: JSONObject) throws -> JSONNumber? {
        guard let value = object[keyword] else { return nil }
        guard case .number(let number) = value else { throw malformed(keyword, "a number") }
        return number
    }

    private func count(_ keyword: String, _ object: JSONObject) throws -> Int? {
        guard let number = try number(keyword, object) else { return nil }
        guard number.isInteger, !number.isNegative else {
            throw malformed(keyword, "a whole number that is not negative")
        }
        return number.intValue ?? Int.max
    }

    private func strings(_ value: JSONValue, _ keyword: String) throws -> [String] {
        guard case .array(let items) = value else { throw malformed(keyword, "a list of names") }
        return try items.map {
            guard case .string(let name) = $0 else { throw malformed(keyword, "a list of names") }
            return name
        }
    }

    private mutating func fill(_ node: SchemaNode, _ place: SchemaPlace) throws {
        if case .bool(let constant) = place.value {
            node.constant = constant
            return
        }
        guard case .object(let object) = place.value else {
            throw SchemaError(
                .malformedSchema, "A schema has to be an object, `true` or `false`, not `\(place.value)`.")
        }
        let draft = place.draft
        if let reference = object["$ref"] {
            guard case .string(let address) = reference else { throw malformed("$ref", "an address") }
            node.reference = try self.node(try index.find(address, from: place))
            if draft <= .draft7 { return }
        }
        if draft == .draft2020, case .string(let address)? = object["$dynamicRef"] {
            let target = try index.find(address, from: place)
            let name = SchemaAddress.resolve(address, against: place.base).fragment
            let isDynamic = index.dynamicAnchors[target.base]?[name]?.key == target.key
            node.dynamicReference = (try self.node(target), isDynamic ? name : nil)
            usesDynamicScope = usesDynamicScope || isDynamic
        }
        if draft == .draft2019, case .string(let address)? = object["$recursiveRef"] {
            let target = try index.find(address, from: place)
            let isDynamic = target.value["$recursiveAnchor"]?.boolValue == true
            node.dynamicReference = (try self.node(target), isDynamic ? "" : nil)
            usesDynamicScope = usesDynamicScope || isDynamic
        }
        node.allOf = try children("allOf", object, place)
        node.anyOf = try children("anyOf", object, place)
        node.oneOf = try children("oneOf", object, place)
        node.not = try single("not", object, place)
        if draft >= .draft7, let condition = try single("if", object, place) {
            node.condition = condition
            node.then = try single("then", object, place)
            node.otherwise = try single("else", object, place)
        }
        try fillArray(node, object, place)
        try fillObject(node, object, place)
        if place.validates {
            try fillAny(node, object, draft)
            try fillNumber(node, object, draft)
            try fillString(node, object)
        }
        if case .string(let format)? = object["format"] {
            node.format = format
            node.hasStringRules = true
        }
    }

    private func fillAny(_ node: SchemaNode, _ object: JSONObject, _ draft: SchemaDraft) throws {
        if let value = object["type"] {
            let names: [String]
            switch value {
            case .string(let name): names = [name]
            case .array: names = try strings(value, "type")
            default: throw malformed("type", "the name of a type, or a list of them")
            }
            var types: TypeSet = []
            for name in names {
                guard let type = TypeSet.names.first(where: { $0.0 == name }) else {
                    throw SchemaError(.malformedSchema, "`type` names `\(name)`, which is not a type of JSON.")
                }
                types.insert(type.1)
            }
            node.types = types
        }
        if let value = object["enum"] {
            guard case .array(let choices) = value else { throw malformed("enum", "a list of values") }
            node.choices = choices
            if choices.count > 8 { node.choiceSet = Set(choices) }
        }
        if draft >= .draft6 { node.constantValue = object["const"] }
    }

    private func fillNumber(_ node: SchemaNode, _ object: JSONObject, _ draft: SchemaDraft) throws {
        node.minimum = try number("minimum", object)
        node.maximum = try number("maximum", object)
        // Draft 4 has the exclusive bounds as flags; schemas without `$schema` often still do.
        if case .bool(let exclusive)? = object["exclusiveMinimum"] {
            if exclusive { swap(&node.minimum, &node.exclusiveMinimum) }
        } else {
            node.exclusiveMinimum = try number("exclusiveMinimum", object)
        }
        if case .bool(let exclusive)? = object["exclusiveMaximum"] {
            if exclusive { swap(&node.maximum, &node.exclusiveMaximum) }
        } else {
            node.exclusiveMaximum = try number("exclusiveMaximum", object)
        }
        node.multipleOf = try number("multipleOf", object)
        if let divisor = node.multipleOf, divisor.isZero || divisor.isNegative {
            throw malformed("multipleOf", "a number above zero")
        }
        node.hasNumberRules =
            node.minimum != nil || node.maximum != nil || node.exclusiveMinimum != nil || node.exclusiveMaximum != nil
            || node.multipleOf != nil
    }

    private func fillString(_ node: SchemaNode, _ object: JSONObject) throws {
        node.minLength = try count("minLength", object) ?? 0
        node.maxLength = try count("maxLength", object)
        if let value = object["pattern"] {
            guard case .string(let pattern) = value else { throw malformed("pattern", "a regular expression") }
            node.pattern = try ECMARegex(pattern)
        }
        node.hasStringRules = node.minLength > 0 || node.maxLength != nil || node.pattern != nil
    }

    private mutating func fillArray(_ node: SchemaNode, _ object: JSONObject, _ place: SchemaPlace) throws {
        // The list form of `items` was renamed to `prefixItems` in 2020-12; both spellings are taken where they are clear.
        if case .array? = object["items"] {
            node.prefixItems = try children("items", object, place)
            node.items = try single("additionalItems", object, place)
        } else {
            node.items = try single("items", object, place)
            if place.draft == .draft2020, let value = object["prefixItems"] {
                if case .object = value {
                    if node.items == nil { node.items = try single("prefixItems", object, place) }
                } else {
                    node.prefixItems = try children("prefixItems", object, place)
                }
            }
        }
        if place.draft >= .draft6 { node.contains = try single("contains", object, place) }
        if place.validates {
            if place.draft >= .draft2019 {
                node.minContains = try count("minContains", object) ?? 1
                node.maxContains = try count("maxContains", object)
            }
            node.minItems = try count("minItems", object) ?? 0
            node.maxItems = try count("maxItems", object)
            node.uniqueItems = object["uniqueItems"]?.boolValue ?? false
        }
        if place.draft >= .draft2019 { node.unevaluatedItems = try single("unevaluatedItems", object, place) }
        node.hasArrayRules =
            !node.prefixItems.isEmpty || node.items != nil || node.contains != nil || node.minItems > 0
            || node.maxItems != nil || node.uniqueItems
    }

    private mutating func fillObject(_ node: SchemaNode, _ object: JSONObject, _ place: SchemaPlace) throws {
        if let value = object["properties"] {
            guard case .object(let map) = value else { throw malformed("properties", "an object of schemas") }
            for (name, schema) in map {
                node.propertyOrder.append(name)
                node.properties[JSONKey(name)] = try child(schema, "properties/" + SchemaAddress.escape(name), place)
            }
        }
        if let value = object["patternProperties"] {
            guard case .object(let map) = value else { throw malformed("patternProperties", "an object of schemas") }
            for (pattern, schema) in map {
                let number = try child(schema, "patternProperties/" + SchemaAddress.escape(pattern), place)
                node.patternProperties.append(.init(regex: try ECMARegex(pattern), node: number))
            }
        }
        node.additionalProperties = try single("additionalProperties", object, place)
        if place.draft >= .draft6 { node.propertyNames = try single("propertyNames", object, place) }
        if place.validates {
            // A lone flag is how draft 3 spelt it, beside the property; it says nothing about this object.
            if let value = object["required"], value.boolValue == nil { node.required = try strings(value, "required") }
            node.minProperties = try count("minProperties", object) ?? 0
            node.maxProperties = try count("maxProperties", object)
            if place.draft >= .draft2019, case .object(let map)? = object["dependentRequired"] {
                for (key, needs) in map {
                    node.dependentRequired.append((key, try strings(needs, "dependentRequired")))
                }
            }
        }
        if place.draft >= .draft2019, case .object(let map)? = object["dependentSchemas"] {
            for (key, schema) in map {
                let number = try child(schema, "dependentSchemas/" + SchemaAddress.escape(key), place)
                node.dependentSchemas.append((key, number))
            }
        }
        if case .object(let map)? = object["dependencies"] {
            for (key, value) in map {
                if case .array = value {
                    node.dependentRequired.append((key, try strings(value, "dependencies")))
                } else {
                    let number = try child(value, "dependencies/" + SchemaAddress.escape(key), place)
                    node.dependentSchemas.append((key, number))
                }
            }
        }
        if place.draft >= .draft2019 { node.unevaluatedProperties = try single("unevaluatedProperties", object, place) }
        node.hasObjectRules =
            !node.properties.isEmpty || !node.patternProperties.isEmpty || node.additionalProperties != nil
            || node.propertyNames != nil || !node.required.isEmpty || node.minProperties > 0
            || node.maxProperties != nil
            || !node.dependentRequired.isEmpty || !node.dependentSchemas.isEmpty
    }
}
