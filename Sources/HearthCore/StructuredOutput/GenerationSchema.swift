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
