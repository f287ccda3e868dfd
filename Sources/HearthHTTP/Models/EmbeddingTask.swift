import HearthCore

/// What a client says that its texts are, in the words of other services' fields: `input_type` (Cohere, NVIDIA, Voyage), `task` (Jina).
enum EmbeddingTask {
    static let fields: Set<String> = ["input_type", "task"]

    private static let names: [String: EmbeddingRole] = [
        "query": .query, "search_query": .query, "retrieval.query": .query,
        "passage": .passage, "document": .passage, "search_document": .passage, "retrieval.passage": .passage,
        "similarity": .symmetric, "text-matching": .symmetric, "clustering": .symmetric,
    ]

    /// The role of the texts; `nil` where nothing is said, and they are taken as they are: a client that puts the model's prefix before them
    /// itself, as those made for one model do, would otherwise have it there twice.
    static func role(_ fields: RequestFields) throws -> EmbeddingRole? {
        var found: EmbeddingRole?
        for field in Self.fields.sorted() {
            guard let said = try fields.string(field) else { continue }
            guard let role = names[said.lowercased()] else {
                throw fields.wrong(field, names.keys.sorted().map { "`\($0)`" }.joined(separator: ", "))
            }
            guard found == nil || found == role else {
                throw fields.wrong(field, "the same as `\(Self.fields.sorted()[0])`")
            }
            found = role
        }
        return found
    }
}
