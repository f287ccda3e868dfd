import HearthCore

/// Whether a schema lies in the part of JSON Schema that OpenAI guarantees to follow (`strict: true`).
///
/// From "Structured model outputs" of OpenAI's documentation, as of 2025-10: every object lists all of its properties as
/// required and allows no others; a small set of keywords; 5,000 properties, 10 levels, 1,000 enumerated values.
struct StrictSchema {
    private static let keywords: Set<String> = [
        "type", "properties", "required", "additionalProperties", "items", "enum", "const", "anyOf", "$ref", "$defs",
        "definitions", "title", "description", "pattern", "format", "multipleOf", "minimum", "maximum",
        "exclusiveMinimum", "exclusiveMaximum", "minItems", "maxItems", "$schema",
    ]
    private static let formats: Set<String> = [
        "date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid",
    ]
    private static let levelLimit = 10

    private var properties = 0
    private var choices = 0

    static func fits(_ root: JSONValue) -> Bool {
        guard root["type"]?.stringValue == "object", root["anyOf"] == nil else { return false }
        var check = StrictSchema()
        return check.fits(root, level: 0)
    }

    private mutating func fits(_ value: JSONValue, level: Int) -> Bool {
        guard let schema = value.objectValue, level <= Self.levelLimit,
            schema.keys.allSatisfy(Self.keywords.contains)
        else { return false }
        if let address = schema["$ref"] {
            guard let text = address.stringValue, text == "#" || text.hasPrefix("#/$defs/") else { return false }
        }
        if let format = schema["format"]?.stringValue, !Self.formats.contains(format) { return false }
        if let values = schema["enum"]?.arrayValue {
            choices += values.count
            guard choices <= 1000 else { return false }
        }
        let members = schema["properties"]?.objectValue
        if schema["type"]?.stringValue == "object" || members != nil {
            guard schema["additionalProperties"]?.boolValue == false else { return false }
            let required = Set((schema["required"]?.arrayValue ?? []).compactMap(\.stringValue))
            guard required.count == members?.count ?? 0, members?.keys.allSatisfy(required.contains) ?? true else {
                return false
            }
        } else if schema["additionalProperties"] != nil {
            return false
        }
        properties += members?.count ?? 0
        guard properties <= 5000 else { return false }
        for member in members?.values ?? [] {
            guard fits(member, level: level + 1) else { return false }
        }
        if let items = schema["items"] {
            guard fits(items, level: level + 1) else { return false }
        }
        for choice in schema["anyOf"]?.arrayValue ?? [] {
            guard fits(choice, level: level + 1) else { return false }
        }
        for key in ["$defs", "definitions"] {
            for definition in schema[key]?.objectValue?.values ?? [] {
                guard fits(definition, level: level + 1) else { return false }
            }
        }
        return true
    }
}
