import HearthCore
import HearthSchema

/// The form in which a provider is asked for a value of a schema, and the way back.
///
/// Providers want the root to be an object. Another root is put into one, as its member `value`.
struct StructuredEnvelope: Sendable {
    let schema: GenerationSchema
    /// What the provider is sent as schema.
    let sent: JSONValue
    /// Whether the value lies in a member of what the provider answers.
    let isWrapped: Bool
    /// The schema's name in the form that providers take.
    let name: String

    init(_ schema: GenerationSchema, needsObject: Bool = true) {
        self.schema = schema
        let root = schema.root
        let isObject = root["type"]?.stringValue == "object" && root["$ref"] == nil && root["anyOf"] == nil
        isWrapped = needsObject && !isObject
        if isWrapped {
            sent = [
                "type": "object", "properties": ["value": root.movingReferences(to: "#/properties/value")],
                "required": ["value"], "additionalProperties": false,
            ]
        } else {
            sent = root
        }
        let cleaned = schema.name.unicodeScalars.map { scalar in
            RequestChecks.isName(String(Character(scalar))) ? Character(scalar) : "_"
        }
        name = cleaned.isEmpty ? "answer" : String(cleaned.prefix(56))
    }

    /// The answer's value and its text, out of the envelope.
    func opened(_ text: String) -> (text: String, value: JSONValue)? {
        guard let answer = try? JSONValue(parsing: text) else { return nil }
        guard isWrapped else { return (text, answer) }
        guard let value = answer["value"] else { return nil }
        return (value.description, value)
    }

    /// The value where it is valid under the schema; `nil` leaves it to the caller to repair.
    func validated(_ value: JSONValue) -> GeneratedContent? {
        guard let rules = try? JSONSchema(schema.root), (try? rules.isValid(value)) == true else { return nil }
        return GeneratedContent(value)
    }
}
