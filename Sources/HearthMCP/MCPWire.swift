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
        var prompts: JSONObject?
        var completions: JSONObject?
        var logging: JSONObject?

        static let fields: [String: WireField] = [
            "prompts": .presence(.leftOut), "completions": .presence(.leftOut), "logging": .presence(.leftOut),
        ]

        init(of server: MCPServer, _ version: ProtocolVersion) {
            let hasPrompts = !server.prompts.isEmpty
            if hasPrompts { prompts = JSONObject() }
            if version.declaresCompletions, hasPrompts || !server.resources.templates.isEmpty {
                completions = JSONObject()
            }
            if version.hasLogging { logging = JSONObject() }
        }
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
        var content: [Content]
        /// What the tool made, as its own schema describes it.
        var structuredContent: JSONValue?
        var isError: Bool

        static let fields: [String: WireField] = ["structuredContent": .presence(.leftOut)]
    }

    /// A text, or what a client may read with `resources/read`.
    struct Content: WireType {
        var type: String
        var text: String?
        var uri: String?
        var name: String?
        var title: String?
        var description: String?
        var mimeType: String?

        static let fields: [String: WireField] = [
            "text": .presence(.leftOut), "uri": .presence(.leftOut), "name": .presence(.leftOut),
            "title": .presence(.leftOut), "description": .presence(.leftOut), "mimeType": .presence(.leftOut),
        ]
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

    // MARK: - Lists

    struct ListParameters: WireRequest {
        var cursor: String?
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

    // MARK: - Prompts

    struct PromptList: WireType {
        var prompts: [Prompt]
    }

    struct Prompt: WireType {
        struct Argument: WireType {
            var name: String
            var title: String?
            var description: String
            var required: Bool

            static let fields: [String: WireField] = ["title": .presence(.leftOut)]
        }

        var name: String
        var title: String?
        var description: String
        var arguments: [Argument]

        static let fields: [String: WireField] = ["title": .presence(.leftOut)]
    }

    struct PromptParameters: WireRequest {
        var name: String
        var arguments: [String: String]?
    }

    struct PromptResult: WireType {
        struct Message: WireType {
            var role = "user"
            var content: Text
        }

        var description: String
        var messages: [Message]
    }

    // MARK: - Completion

    struct CompleteParameters: WireRequest {
        /// What has the argument: a prompt by its name, or a template by its text.
        struct Reference: WireRequest {
            var type: String
            var name: String?
            var uri: String?

            static let fields: [String: WireField] = ["type": .init(oneOf: ["ref/prompt", "ref/resource"])]
        }

        struct Argument: WireRequest {
            var name: String
            /// What was typed so far.
            var value: String

            static let fields: [String: WireField] = ["value": .init(length: 0...4096)]
        }

        var ref: Reference
        var argument: Argument
    }

    struct CompleteResult: WireType {
        struct Completion: WireType {
            var values: [String]
            var hasMore: Bool
        }

        var completion: Completion
    }

    // MARK: - Logging

    struct LevelParameters: WireRequest {
        var level: String

        static let fields: [String: WireField] = ["level": .init(oneOf: MCPLogLevel.allCases.map(\.rawValue))]
    }

    struct LogMessage: WireType {
        struct Event: WireType {
            var message: String
            var method: String
            var name: String?
            var code: String?
            var milliseconds: Int?

            static let fields: [String: WireField] = [
                "name": .presence(.leftOut), "code": .presence(.leftOut), "milliseconds": .presence(.leftOut),
            ]
        }

        var level: String
        var logger: String
        var data: Event
    }
}
