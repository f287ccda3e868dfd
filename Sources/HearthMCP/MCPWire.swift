import HearthCore
import HearthSchema

/// What goes over the wire, as the protocol's schema names it. Fields that are younger than the version a client speaks are left out.
///
/// Results are not closed: the newest version wants a mark in each of them, which ``MCPRequest`` adds.
enum MCPWire {
    // MARK: - The handshake

    struct InitializeParameters: WireRequest {
        var protocolVersion: String
        var capabilities: JSONObject
        /// Any object: some clients say more of themselves, and none is refused for how.
        var clientInfo: JSONObject
    }

    struct InitializeResult: WireType {
        var protocolVersion: String
        var capabilities: Capabilities
        var serverInfo: Implementation
        var instructions: String
    }

    struct Implementation: WireType {
        var name: String
        var version: String
        var title: String?

        static let fields: [String: WireField] = ["title": .presence(.leftOut)]
    }

    /// What there is: each an object, in which nothing more is promised.
    struct Capabilities: WireType {
        var tools = JSONObject()
        var resources = JSONObject()
    }

    struct Discovery: WireType {
        struct Meta: WireType {
            var serverInfo: Implementation

            enum CodingKeys: String, CodingKey { case serverInfo = "io.modelcontextprotocol/serverInfo" }
        }

        var supportedVersions: [String]
        var capabilities: Capabilities
        var instructions: String
        var meta: Meta

        enum CodingKeys: String, CodingKey {
            case supportedVersions, capabilities, instructions
            case meta = "_meta"
        }
    }

    // MARK: - Tools

    struct ToolList: WireType {
        var tools: [Tool]
    }

    struct Tool: WireType {
        struct Annotations: WireType {
            var title: String
            var readOnlyHint: Bool
            var destructiveHint: Bool
            var idempotentHint: Bool
            var openWorldHint: Bool
        }

        var name: String
        var description: String
        /// A schema is JSON: what it may hold is JSON Schema's to say.
        var inputSchema: JSONValue
        var title: String?
        var outputSchema: JSONValue?
        var annotations: Annotations?

        static let fields: [String: WireField] = [
            "title": .presence(.leftOut), "outputSchema": .presence(.leftOut), "annotations": .presence(.leftOut),
        ]
    }

    struct CallParameters: WireRequest {
        var name: String
        /// Held against the tool's own schema.
        var arguments: JSONObject?
    }

    struct CallResult: WireType {
        var content: [Text]
        /// What the tool made, as its own schema describes it.
        var structuredContent: JSONValue?
        var isError: Bool

        static let fields: [String: WireField] = ["structuredContent": .presence(.leftOut)]
    }

    struct Text: WireType {
        var type = "text"
        var text: String
    }

    struct Progress: WireType {
        /// What the client made it.
        var progressToken: JSONValue
        var progress: Int
        var total: Int
        var message: String?

        static let fields: [String: WireField] = ["message": .presence(.leftOut)]
    }

    // MARK: - Resources

    struct ResourceList: WireType {
        var resources: [Resource]
        var nextCursor: String?

        static let fields: [String: WireField] = ["nextCursor": .presence(.leftOut)]
    }

    struct Resource: WireType {
        var uri: String
        var name: String
        var mimeType: String
        var title: String?
        var description: String?
        var size: Int?

        static let fields: [String: WireField] = [
            "title": .presence(.leftOut), "description": .presence(.leftOut), "size": .presence(.leftOut),
        ]
    }

    struct TemplateList: WireType {
        var resourceTemplates: [Template]
    }

    struct Template: WireType {
        var uriTemplate: String
        var name: String
        var description: String
        var mimeType: String
    }

    struct ReadParameters: WireRequest {
        var uri: String
    }

    struct ReadResult: WireType {
        var contents: [Contents]
    }

    struct Contents: WireType {
        var uri: String
        var mimeType: String
        var text: String
    }
}
