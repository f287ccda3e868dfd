import HearthCore
import HearthSchema

// What the Responses interface answers, whole and in events.

extension OpenAIWire {
    struct Response: WireType {
        struct Incomplete: WireType {
            var reason: String
        }

        struct Reasoning: WireType {
            var effort: String?
            var summary: String?
        }

        struct Text: WireType {
            /// As it was sent.
            var format: JSONValue
        }

        var id: String
        var object = "response"
        var createdAt: Int
        var status: String
        var background = false
        var error: JSONObject?
        var incompleteDetails: Incomplete?
        var instructions: String?
        /// As it was sent, and so are the choice of a tool and the tools.
        var maxOutputTokens: JSONValue?
        var model: String
        var output: [OutputItem]
        var parallelToolCalls = true
        var previousResponseID: String?
        var reasoning = Reasoning()
        var store = false
        var temperature: Double
        var text: Text
        var toolChoice: JSONValue
        var tools: JSONValue
        var topP: Double
        var truncation = "disabled"
        var metadata = JSONObject()
        var topLogprobs: Int?
        /// While it is being made there is none.
        var usage: ResponseUsage?

        static let fields: [String: WireField] = [
            "top_logprobs": .presence(.leftOut), "usage": .presence(.leftOut),
        ]

        enum CodingKeys: String, CodingKey {
            case id, object, status, background, error, instructions, model, output, reasoning, store, temperature, text
            case tools, truncation, metadata, usage
            case createdAt = "created_at"
            case incompleteDetails = "incomplete_details"
            case maxOutputTokens = "max_output_tokens"
            case parallelToolCalls = "parallel_tool_calls"
            case previousResponseID = "previous_response_id"
            case toolChoice = "tool_choice"
            case topP = "top_p"
            case topLogprobs = "top_logprobs"
        }
    }

    /// A message, a call of a function or of a tool of the owner's servers, or what tools such a server has.
    struct OutputItem: WireType {
        struct ServerTool: WireType {
            var name: String
            var description: String
            /// As the server says it.
            var inputSchema: JSONValue
            var annotations: JSONObject

            enum CodingKeys: String, CodingKey {
                case name, description, annotations
                case inputSchema = "input_schema"
            }
        }

        var id: String
        var type: String
        var status: String?
        var role: String?
        var content: [OutputText]?
        var callID: String?
        var name: String?
        var arguments: String?
        /// What was searched for.
        var queries: [String]?
        /// Of a server of tools: its name, and what it has or gave.
        var serverLabel: String?
        var tools: [ServerTool]?
        var output: String?
        /// Null where there was none, of a call that did not fail.
        var error: JSONValue?

        static let fields: [String: WireField] = [
            "status": .presence(.leftOut), "server_label": .presence(.leftOut), "tools": .presence(.leftOut),
            "output": .presence(.leftOut), "error": .presence(.leftOut),
            "role": .presence(.leftOut), "content": .presence(.leftOut), "call_id": .presence(.leftOut),
            "name": .presence(.leftOut), "arguments": .presence(.leftOut), "queries": .presence(.leftOut),
        ]

        enum CodingKeys: String, CodingKey {
            case id, type, status, role, content, name, arguments, queries, tools, output, error
            case callID = "call_id"
            case serverLabel = "server_label"
        }

        static func message(id: String, status: String, _ content: [OutputText]) -> OutputItem {
            OutputItem(id: id, type: "message", status: status, role: "assistant", content: content)
        }

        static func call(_ call: HearthCore.ToolCall, status: String = "completed") -> OutputItem {
            OutputItem(
                id: Identifier.make("fc_"), type: "function_call", status: status, callID: call.id,
                name: call.name, arguments: call.arguments)
        }
    }

    struct OutputText: WireType {
        var type = "output_text"
        var text: String
        var annotations: [OutputAnnotation] = []
        var logprobs: [Logprob]
    }

    struct ResponseUsage: WireType {
        struct InputDetails: WireType {
            var cachedTokens: Int
            var cacheWriteTokens = 0

            enum CodingKeys: String, CodingKey {
                case cachedTokens = "cached_tokens"
                case cacheWriteTokens = "cache_write_tokens"
            }
        }

        struct OutputDetails: WireType {
            var reasoningTokens = 0

            enum CodingKeys: String, CodingKey { case reasoningTokens = "reasoning_tokens" }
        }

        var inputTokens: Int
        var inputDetails: InputDetails
        var outputTokens: Int
        var outputDetails = OutputDetails()
        var totalTokens: Int

        enum CodingKeys: String, CodingKey {
            case inputTokens = "input_tokens"
            case inputDetails = "input_tokens_details"
            case outputTokens = "output_tokens"
            case outputDetails = "output_tokens_details"
            case totalTokens = "total_tokens"
        }

        init(_ usage: TokenUsage) {
            inputTokens = usage.promptTokens
            inputDetails = InputDetails(cachedTokens: usage.cachedTokens)
            outputTokens = usage.completionTokens
            totalTokens = usage.promptTokens + usage.completionTokens
        }
    }

    /// An event of a streamed response; each type of them has some of the fields.
    struct ResponseEvent: WireType {
        var type: String
        var sequenceNumber = 0
        var response: Response?
        var itemID: String?
        var outputIndex: Int?
        var contentIndex: Int?
        var item: OutputItem?
        var part: OutputText?
        var delta: String?
        var text: String?
        var name: String?
        var arguments: String?
        var logprobs: [EventLogprob]?
        var annotation: OutputAnnotation?
        var annotationIndex: Int?

        static let fields: [String: WireField] = Dictionary(
            uniqueKeysWithValues: [
                "response", "item_id", "output_index", "content_index", "item", "part", "delta", "text", "name",
                "arguments", "logprobs", "annotation", "annotation_index",
            ].map { ($0, WireField.presence(.leftOut)) })

        enum CodingKeys: String, CodingKey {
            case type, response, item, part, delta, text, name, arguments, logprobs, annotation
            case annotationIndex = "annotation_index"
            case sequenceNumber = "sequence_number"
            case itemID = "item_id"
            case outputIndex = "output_index"
            case contentIndex = "content_index"
        }
    }

    /// As ``Logprob``, in events, where bytes have no place.
    struct EventLogprob: WireType {
        var token: String
        var logprob: Double
        var alternatives: [EventLogprob]?

        static let fields: [String: WireField] = ["top_logprobs": .presence(.leftOut)]

        enum CodingKeys: String, CodingKey {
            case token, logprob
            case alternatives = "top_logprobs"
        }
    }
}
