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

/// Addresses of schemas: resolving references against a base, as RFC 3986 section 5.2 says.
enum SchemaAddress {
    /// The base of a schema that has no address of its own.
    static let anonymous = "json-schema:///schema"

    static func split(_ address: String) -> (base: String, fragment: String?) {
        guard let hash = address.utf8.firstIndex(of: UInt8(ascii: "#")) else { return (address, nil) }
        return (String(address[..<hash]), String(address[address.index(after: hash)...]))
    }

    /// The absolute address without a fragment, and the fragment, percent-decoded.
    static func resolve(_ reference: String, against base: String) -> (base: String, fragment: String) {
        let (path, fragment) = split(reference)
        return (resolvePath(path, against: base), decodePercent(fragment ?? ""))
    }

    /// The components of an address without its fragment (RFC 3986, 3).
    private struct URIReference {
        var scheme = ""
        var authority: String?
        var path = ""
        var query: String?

        init(_ address: String) {
            var rest = Substring(address)
            if let colon = rest.firstIndex(of: ":"), rest[..<colon].first?.isLetter == true,
                rest[..<colon].allSatisfy({ $0.isLetter || $0.isNumber || $0 == "+" || $0 == "-" || $0 == "." })
            {
                scheme = String(rest[..<colon])
                rest = rest[rest.index(after: colon)...]
            }
            if rest.hasPrefix("//") {
                rest = rest.dropFirst(2)
                let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
                authority = String(rest[..<end])
                rest = rest[end...]
            }
            if let mark = rest.firstIndex(of: "?") {
                query = String(rest[rest.index(after: mark)...])
                rest = rest[..<mark]
            }
            path = String(rest)
        }

        var text: String {
            (scheme.isEmpty ? "" : scheme + ":") + (authority.map { "//" + $0 } ?? "") + path
                + (query.map { "?" + $0 } ?? "")
        }
    }

    private static func resolvePath(_ reference: String, against base: String) -> String {
        if reference.isEmpty { return base }
        var target = URIReference(reference)
        if !target.scheme.isEmpty { return target.text }
        let origin = URIReference(base)
        target.scheme = origin.scheme
        if target.authority == nil {
            target.authority = origin.authority
            if target.path.isEmpty {
                target.path = origin.path
                if target.query == nil { target.query = origin.query }
            } else if !target.path.hasPrefix("/") {
                let folder = origin.path.lastIndex(of: "/").map { String(origin.path[...$0]) } ?? ""
                target.path = folder + target.path
            }
        }
        target.path = withoutDots(target.path)
        return target.text
    }

    private static func withoutDots(_ path: String) -> String {
        guard path.contains("./") || path.hasSuffix(".") else { return path }
        var kept: [Substring] = []
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            switch segment {
            case ".": if isLast { kept.append("") }
            case "..":
                if kept.count > 1 { kept.removeLast() }
                if isLast { kept.append("") }
            default: kept.append(segment)
            }
        }
        return kept.joined(separator: "/")
    }

    private static func decodePercent(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
                let high = Character(Unicode.Scalar(bytes[index + 1])).hexDigitValue,
                let low = Character(Unicode.Scalar(bytes[index + 2])).hexDigitValue
            {
                result.append(UInt8(high << 4 | low))
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The tokens of a JSON pointer (RFC 6901).
    static func tokens(_ pointer: String) -> [String] {
        pointer.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst().map {
            unescape(String(Substring($0)))
        }
    }

    static func escape(_ token: String) -> String {
        guard token.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return token }
        var text = ""
        for scalar in token.unicodeScalars {
            text += scalar == "~" ? "~0" : scalar == "/" ? "~1" : String(Character(scalar))
        }
        return text
    }

    private static func unescape(_ token: String) -> String {
        guard token.utf8.contains(UInt8(ascii: "~")) else { return token }
        var text = String.UnicodeScalarView()
        var tilde = false
        for scalar in token.unicodeScalars {
            if tilde {
                text.append(scalar == "0" ? "~" : scalar == "1" ? "/" : scalar)
                tilde = false
            } else if scalar == "~" {
                tilde = true
            } else {
                text.append(scalar)
            }
        }
        return String(text)
    }
}
