import HearthCore

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
