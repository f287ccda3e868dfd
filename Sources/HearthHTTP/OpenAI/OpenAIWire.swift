import HearthCore
import HearthSchema

/// What is answered over OpenAI's interfaces, as their description names it. What clients send is read field by field (``RequestFields``):
/// it is far wider than what is done here, and each thing that is not done is refused by its name.
///
/// Three-valued fields (left out, null, there) are JSON; so is what a client sent and gets back as it was.
enum OpenAIWire {
    // MARK: - In all of them

    struct List<Item: WireValue>: WireType {
        var object = "list"
        var data: [Item]
    }

    struct Model: WireType {
        var id: String
        var object = "model"
        var created = 0
        var ownedBy: String
        // Beyond what OpenAI has:
        var available: Bool
        /// Whether it takes pictures; left out where it takes none.
        var vision: Bool?
        var problem: String?

        static let fields: [String: WireField] = ["problem": .presence(.leftOut), "vision": .presence(.leftOut)]

        enum CodingKeys: String, CodingKey {
            case id, object, created, available, vision, problem
            case ownedBy = "owned_by"
        }
    }

    /// Tokens of a chat or a completion.
    struct Usage: WireType {
        struct PromptDetails: WireType {
            var cachedTokens: Int
            var audioTokens = 0

            enum CodingKeys: String, CodingKey {
                case cachedTokens = "cached_tokens"
                case audioTokens = "audio_tokens"
            }
        }

        struct CompletionDetails: WireType {
            var reasoningTokens = 0
            var audioTokens = 0

            enum CodingKeys: String, CodingKey {
                case reasoningTokens = "reasoning_tokens"
                case audioTokens = "audio_tokens"
            }
        }

        var promptTokens: Int
        var completionTokens: Int
        var totalTokens: Int
        var promptDetails: PromptDetails
        var completionDetails = CompletionDetails()

        enum CodingKeys: String, CodingKey {
            case promptTokens = "prompt_tokens"
            case completionTokens = "completion_tokens"
            case totalTokens = "total_tokens"
            case promptDetails = "prompt_tokens_details"
            case completionDetails = "completion_tokens_details"
        }

        init(_ usage: TokenUsage) {
            promptTokens = usage.promptTokens
            completionTokens = usage.completionTokens
            totalTokens = usage.promptTokens + usage.completionTokens
            promptDetails = PromptDetails(cachedTokens: usage.cachedTokens)
        }
    }

    /// How likely a token was, and what else there was in its place.
    struct Logprob: WireType {
        var token: String
        var logprob: Double
        var bytes: [Int]?
        var alternatives: [Logprob]?

        static let fields: [String: WireField] = ["top_logprobs": .presence(.leftOut)]

        enum CodingKeys: String, CodingKey {
            case token, logprob, bytes
            case alternatives = "top_logprobs"
        }
    }

    static func finishReason(_ reason: FinishReason) -> String {
        switch reason {
        case .stop: "stop"
        case .length: "length"
        case .toolCalls: "tool_calls"
        case .contentFilter: "content_filter"
        }
    }

    // MARK: - Chats

    struct ChatCompletion: WireType {
        struct Choice: WireType {
            var index = 0
            var message: ChatMessage
            var logprobs: ChatLogprobs?
            var finishReason: String
            /// The text of `stop` that ended the answer, in vLLM's field; left out where none did.
            var stopReason: String?

            static let fields: [String: WireField] = ["stop_reason": .presence(.leftOut)]

            enum CodingKeys: String, CodingKey {
                case index, message, logprobs
                case finishReason = "finish_reason"
                case stopReason = "stop_reason"
            }
        }

        var id: String
        var object = "chat.completion"
        var created: Int
        var model: String
        var fingerprint: String
        var choices: [Choice]
        var usage: Usage

        enum CodingKeys: String, CodingKey {
            case id, object, created, model, choices, usage
            case fingerprint = "system_fingerprint"
        }
    }

    struct ChatMessage: WireType {
        var role = "assistant"
        var content: String?
        var refusal: String?
        var annotations: [ChatAnnotation] = []
        var reasoning: String?
        var toolCalls: [ToolCall]?

        static let fields: [String: WireField] = [
            "reasoning_content": .presence(.leftOut), "tool_calls": .presence(.leftOut),
        ]

        enum CodingKeys: String, CodingKey {
            case role, content, refusal, annotations
            case reasoning = "reasoning_content"
            case toolCalls = "tool_calls"
        }
    }

    struct ToolCall: WireType {
        struct Function: WireType {
            var name: String
            var arguments: String
        }

        var id: String
        var type = "function"
        var function: Function

        init(_ call: HearthCore.ToolCall) {
            id = call.id
            function = Function(name: call.name, arguments: call.arguments)
        }
    }

    struct ChatLogprobs: WireType {
        var content: [Logprob]
        var refusal: [Logprob]?
    }

    struct ChatChunk: WireType {
        struct Choice: WireType {
            var index = 0
            var delta: ChatDelta
            var logprobs: ChatLogprobs?
            var finishReason: String?
            /// The text of `stop` that ended the answer, in vLLM's field; left out where none did.
            var stopReason: String?

            static let fields: [String: WireField] = [
                "logprobs": .presence(.leftOut), "stop_reason": .presence(.leftOut),
            ]

            enum CodingKeys: String, CodingKey {
                case index, delta, logprobs
                case finishReason = "finish_reason"
                case stopReason = "stop_reason"
            }
        }

        var id: String
        var object = "chat.completion.chunk"
        var created: Int
        var model: String
        var fingerprint: String
        var choices: [Choice]
        /// Null before the last one, where it was asked for; else left out.
        var usage: JSONValue?

        static let fields: [String: WireField] = ["usage": .presence(.leftOut)]

        enum CodingKeys: String, CodingKey {
            case id, object, created, model, choices, usage
            case fingerprint = "system_fingerprint"
        }
    }

    struct ChatDelta: WireType {
        var role: String?
        var content: String?
        /// Null in the first, else left out.
        var refusal: JSONValue?
        var reasoning: String?
        var toolCalls: [ToolCallPiece]?
        /// With the last piece of a text that refers to documents.
        var annotations: [ChatAnnotation]?

        static let fields: [String: WireField] = [
            "role": .presence(.leftOut), "content": .presence(.leftOut), "refusal": .presence(.leftOut),
            "reasoning_content": .presence(.leftOut), "tool_calls": .presence(.leftOut),
            "annotations": .presence(.leftOut),
        ]

        enum CodingKeys: String, CodingKey {
            case role, content, refusal, annotations
            case reasoning = "reasoning_content"
            case toolCalls = "tool_calls"
        }
    }

    // MARK: - Completions

    /// Whole, and each piece of a stream.
    struct TextCompletion: WireType {
        struct Choice: WireType {
            var text: String
            var index: Int
            var logprobs: TextLogprobs?
            var finishReason: String?
            /// The text of `stop` that ended the answer, in vLLM's field; left out where none did.
            var stopReason: String?

            static let fields: [String: WireField] = ["stop_reason": .presence(.leftOut)]

            enum CodingKeys: String, CodingKey {
                case text, index, logprobs
                case finishReason = "finish_reason"
                case stopReason = "stop_reason"
            }
        }

        var id: String
        var object = "text_completion"
        var created: Int
        var model: String
        var fingerprint: String
        var choices: [Choice]
        /// Null before the last one of a stream, where it was asked for; left out where it was not.
        var usage: JSONValue?

        static let fields: [String: WireField] = ["usage": .presence(.leftOut)]

        enum CodingKeys: String, CodingKey {
            case id, object, created, model, choices, usage
            case fingerprint = "system_fingerprint"
        }
    }

    /// Lists side by side.
    struct TextLogprobs: WireType {
        var tokens: [String]
        var tokenLogprobs: [Double]
        /// By the tokens. Not dictionaries: of two tokens that look the same but have other bytes, Swift's would keep one.
        var likeliest: [JSONObject]
        var textOffset: [Int]

        enum CodingKeys: String, CodingKey {
            case tokens
            case tokenLogprobs = "token_logprobs"
            case likeliest = "top_logprobs"
            case textOffset = "text_offset"
        }
    }
}
