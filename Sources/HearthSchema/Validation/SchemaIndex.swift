import HearthCore

/// All schemas that references can name: by address, by anchor, by pointer.
struct SchemaIndex {
    private(set) var resources: [String: SchemaPlace] = [:]
    /// By address, `#` and name.
    private(set) var anchors: [String: SchemaPlace] = [:]
    /// The names of dynamic anchors of each resource.
    private(set) var dynamicAnchors: [String: [String: SchemaPlace]] = [:]
    private let given: [String: JSONValue]
    private var failedMetaschemas: Set<String> = []
    /// Schemas that were looked at. A value in memory may share parts so that, written out, it would never end.
    private(set) var count = 0

    init(given: [String: JSONValue]) {
        var bare: [String: JSONValue] = [:]
        for (address, value) in given { bare[SchemaAddress.split(address).base] = value }
        self.given = bare
    }

    /// Adds a document, and returns its root.
    mutating func add(_ value: JSONValue, address: String, draft: SchemaDraft) -> SchemaPlace {
        let outer = SchemaPlace(value: value, base: address, pointer: "", draft: draft)
        let root = entering(value, from: outer, pointer: "", isRoot: true)
        if resources[address] == nil { resources[address] = root }
        register(root)
        return root
    }

    /// The resource with an address: of the schema, given, or built in.
    mutating func resource(_ address: String, draft: SchemaDraft) -> SchemaPlace? {
        if let known = resources[address] { return known }
        if let value = given[address] ?? MetaSchemas.document(address) {
            return add(value, address: address, draft: draft)
        }
        return nil
    }

    /// The place of a child, which may begin a resource of its own.
    mutating func entering(_ value: JSONValue, from parent: SchemaPlace, pointer: String, isRoot: Bool = false)
        -> SchemaPlace
    {
        var place = SchemaPlace(
            value: value, base: parent.base, pointer: pointer, draft: parent.draft, validates: parent.validates)
        guard case .object(let object) = value else { return place }
        let idText = object["$id"]?.stringValue ?? object["id"]?.stringValue
        guard isRoot || idText != nil else { return place }
        if let named = object["$schema"]?.stringValue {
            if let draft = SchemaDraft(address: named) {
                place.draft = draft
                place.validates = true
            } else {
                customise(&place, metaschema: named)
            }
        }
        if let id = Self.identifier(object, place.draft) {
            let base = SchemaAddress.resolve(id, against: parent.base).base
            if !SchemaAddress.split(id).base.isEmpty {
                place.base = base
                place.pointer = ""
            }
        }
        return place
    }

    private mutating func customise(_ place: inout SchemaPlace, metaschema: String) {
        let address = SchemaAddress.split(metaschema).base
        guard !failedMetaschemas.contains(address) else { return }
        // Marked first: a metaschema that names itself must not lead in a circle.
        failedMetaschemas.insert(address)
        guard let found = resource(address, draft: place.draft) else { return }
        failedMetaschemas.remove(address)
        place.draft = found.draft
        if let vocabulary = found.value["$vocabulary"]?.objectValue {
            place.validates = vocabulary.keys.contains { $0.hasSuffix("/vocab/validation") }
        }
    }

    private static func identifier(_ object: JSONObject, _ draft: SchemaDraft) -> String? {
        if draft <= .draft7, object["$ref"] != nil { return nil }
        return object[draft == .draft4 ? "id" : "$id"]?.stringValue
    }

    private mutating func register(_ place: SchemaPlace) {
        count += 1
        guard count <= SchemaCompiler.nodeLimit, case .object(let object) = place.value else { return }
        if place.pointer.isEmpty, resources[place.base] == nil || place.base != SchemaAddress.anonymous {
            if resources[place.base] == nil { resources[place.base] = place }
        }
        if let id = Self.identifier(object, place.draft), let name = SchemaAddress.split(id).fragment, !name.isEmpty,
            place.draft <= .draft7
        {
            anchors[place.base + "#" + name] = place
        }
        if place.draft >= .draft2019 {
            if let name = object["$anchor"]?.stringValue { anchors[place.base + "#" + name] = place }
            if let name = object["$dynamicAnchor"]?.stringValue, place.draft == .draft2020 {
                anchors[place.base + "#" + name] = place
                dynamicAnchors[place.base, default: [:]][name] = place
            }
            if object["$recursiveAnchor"]?.boolValue == true, place.draft == .draft2019 {
                dynamicAnchors[place.base, default: [:]][""] = place
            }
        }
        if place.draft <= .draft7, object["$ref"] != nil {
            // Beside `$ref` only definitions can be meant to be found.
            for key in ["definitions", "$defs"] { registerMap(object[key], key, place) }
            return
        }
        for (key, value) in object {
            switch key {
            case "additionalItems", "additionalProperties", "contains", "contentSchema", "else", "if", "not",
                "propertyNames",
                "then", "unevaluatedItems", "unevaluatedProperties":
                registerChild(value, key, place)
            case "items", "prefixItems", "allOf", "anyOf", "oneOf":
                if case .array(let items) = value {
                    for (index, item) in items.enumerated() { registerChild(item, "\(key)/\(index)", place) }
                } else {
                    registerChild(value, key, place)
                }
            case "$defs", "definitions", "properties", "patternProperties", "dependentSchemas", "dependencies":
                registerMap(value, key, place)
            default: break
            }
        }
    }

    private mutating func registerMap(_ value: JSONValue?, _ key: String, _ place: SchemaPlace) {
        guard case .object(let map)? = value else { return }
        for (name, item) in map { registerChild(item, key + "/" + SchemaAddress.escape(name), place) }
    }

    private mutating func registerChild(_ value: JSONValue, _ path: String, _ place: SchemaPlace) {
        guard case .object = value, count <= SchemaCompiler.nodeLimit else { return }
        let child = entering(value, from: place, pointer: place.pointer + "/" + path)
        register(child)
    }

    /// What a reference names.
    mutating func find(_ reference: String, from place: SchemaPlace) throws -> SchemaPlace {
        let (base, fragment) = SchemaAddress.resolve(reference, against: place.base)
        let missing = SchemaError(
            .unresolvedReference,
            "`$ref` names `\(reference)`, which is neither in the schema nor among the resources; nothing is fetched.")
        guard let root = resource(base, draft: place.draft) else { throw missing }
        if fragment.isEmpty { return root }
        if fragment.hasPrefix("/") {
            guard let found = follow(SchemaAddress.tokens(fragment), from: root) else { throw missing }
            return found
        }
        guard let found = anchors[root.base + "#" + fragment] ?? anchors[base + "#" + fragment] else { throw missing }
        return found
    }

    private mutating func follow(_ tokens: [String], from root: SchemaPlace) -> SchemaPlace? {
        var place = root
        for token in tokens {
            let next: JSONValue
            switch place.value {
            case .object(let object):
                guard let value = object[token] else { return nil }
                next = value
            case .array(let items):
                guard let index = Int(token), items.indices.contains(index) else { return nil }
                next = items[index]
            default: return nil
            }
            place = entering(next, from: place, pointer: place.pointer + "/" + SchemaAddress.escape(token))
        }
        return place
    }
}
