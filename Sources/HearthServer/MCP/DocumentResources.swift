import HearthCore
import HearthEngine
import HearthMCP
import HearthStore

/// The user's documents, as resources that a host can read.
struct DocumentResources: MCPResourceSource {
    let hearth: Hearth

    private static let prefix = "hearth://documents/"
    private static let pageSize = 100
    /// More of a document is not given at once; the tool `read_document` gives windows.
    private static let mostBytes = 1 << 20

    static func uri(_ id: String) -> String { prefix + id }

    let templates: [(uriTemplate: String, name: String, description: String, mimeType: String)] = [
        (prefix + "{id}", "document", "The text of a document, by its id.", "text/plain")
    ]

    init(hearth: Hearth) { self.hearth = hearth }

    func resources(after cursor: String?) async throws -> (resources: [MCPResource], next: String?) {
        let offset = cursor.flatMap { Int($0) } ?? 0
        guard cursor == nil || offset > 0 else { throw MCPError.unknownCursor }
        let documents = try await hearth.database().documents(limit: Self.pageSize + 1, offset: offset)
        try await hearth.willName(documents.prefix(Self.pageSize).map { .document($0.id) })
        let resources = documents.prefix(Self.pageSize).map { document in
            MCPResource(
                uri: Self.uri(document.id), name: document.title ?? document.presentPath ?? document.id,
                title: document.title, description: document.presentPath, mimeType: "text/plain")
        }
        return (resources, documents.count > Self.pageSize ? String(offset + Self.pageSize) : nil)
    }

    func read(_ uri: String) async throws -> (text: String, mimeType: String) {
        let id = String(uri.dropFirst(Self.prefix.count))
        guard uri.hasPrefix(Self.prefix), let text = try await hearth.database().text(ofDocument: id) else {
            throw MCPError.unknownResource(uri)
        }
        try await hearth.willGive([.document(id)])
        let window = TextWindow(of: text, start: 0, end: Self.mostBytes)
        let rest = window.end < window.total ? "\n\n(\(window.total - window.end) bytes more are in the document.)" : ""
        return (String(window.text) + rest, "text/plain")
    }
}
