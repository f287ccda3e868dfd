/// Something that a client can read.
public struct MCPResource: Sendable {
    public var uri: String
    public var name: String
    public var title: String?
    public var description: String?
    public var mimeType: String
    /// Bytes; `nil` when it is not known.
    public var size: Int?

    public init(
        uri: String, name: String, title: String? = nil, description: String? = nil, mimeType: String, size: Int? = nil
    ) {
        self.uri = uri
        self.name = name
        self.title = title
        self.description = description
        self.mimeType = mimeType
        self.size = size
    }

    func wire(_ version: ProtocolVersion) -> MCPWire.Resource {
        MCPWire.Resource(
            uri: uri, name: name, mimeType: mimeType, title: version.hasStructuredContent ? title : nil,
            description: description, size: version.hasAnnotations ? size : nil)
    }
}

/// Where resources come from.
public protocol MCPResourceSource: Sendable {
    /// A page of all resources.
    ///
    /// - Parameter cursor: What the page before named as its next; `nil` for the first.
    /// - Returns: `next` is `nil` on the last page.
    func resources(after cursor: String?) async throws -> (resources: [MCPResource], next: String?)

    /// A resource's text.
    ///
    /// - Throws: ``MCPError/unknownResource(_:)``.
    func read(_ uri: String) async throws -> (text: String, mimeType: String)

    /// Patterns (RFC 6570) of resources that are not listed.
    var templates: [(uriTemplate: String, name: String, description: String, mimeType: String)] { get }

    /// What a variable of one of the templates may be.
    ///
    /// - Parameters:
    ///   - variable: Its name.
    ///   - uriTemplate: The template, as ``templates`` has it.
    ///   - typed: What was typed so far.
    /// - Returns: `nil` where the template has no such variable.
    func suggestions(
        for variable: String, of uriTemplate: String, typed: String
    ) async throws -> MCPSuggestions?
}

extension MCPResourceSource {
    public func suggestions(
        for variable: String, of uriTemplate: String, typed: String
    ) async throws -> MCPSuggestions? { uriTemplate.contains("{\(variable)}") ? MCPSuggestions.nothing : nil }
}
