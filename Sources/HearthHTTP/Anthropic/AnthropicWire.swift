import HearthCore
import HearthSchema

/// What is answered, as Anthropic's description names it.
enum AnthropicWire {
    struct Message: WireType {
        var id: String
        var type = "message"
        var role = "assistant"
        var model: String
        var content: [Block]
        var stopReason: String?
        var stopSequence: String?
        var usage: Usage

        enum CodingKeys: String, CodingKey {
            case id, type, role, model, content, usage
            case stopReason = "stop_reason"
            case stopSequence = "stop_sequence"
        }
    }

    /// Text, the use of a tool, or what the model thought before.
    struct Block: WireType {
        var type: String
        var text: String?
        /// Null in a whole answer, left out where a stream begins one.
        var citations: JSONValue?
        var id: String?
        var name: String?
        /// What the tool takes: as its schema says, and so any JSON here.
        var input: JSONValue?
        var thinking: String?
        /// Nothing proves here whose thoughts they are; clients look for the field.
        var signature: String?

        static let fields: [String: WireField] = [
            "thinking": .presence(.leftOut), "signature": .presence(.leftOut),
            "text": .presence(.leftOut), "citations": .presence(.leftOut), "id": .presence(.leftOut),
            "name": .presence(.leftOut), "input": .presence(.leftOut),
        ]
    }

    /// Where a text refers to a document.
    struct Citation: WireType {
        var type = "search_result_location"
        var citedText: String
        var source: String
        var title: String?
        /// Which of the documents, as the text numbers them, from 0.
        var searchResultIndex: Int
        var startBlockIndex = 0
        var endBlockIndex = 1

        enum CodingKeys: String, CodingKey {
            case type, source, title
            case citedText = "cited_text"
            case searchResultIndex = "search_result_index"
            case startBlockIndex = "start_block_index"
            case endBlockIndex = "end_block_index"
        }

        init(_ mark: CitationMark) {
            citedText = mark.citation.quote
            source = mark.url
            title = mark.citation.shownName
            searchResultIndex = max(0, mark.citation.index - 1)
        }
    }

    struct Model: WireType {
        var type = "model"
        var id: String
        var displayName: String
        /// Nobody here knows when a model was made.
        var createdAt = "1970-01-01T00:00:00Z"
        var lifecycle = "active"

        enum CodingKeys: String, CodingKey {
            case type, id, lifecycle
            case displayName = "display_name"
            case createdAt = "created_at"
        }
    }

    struct TokenCount: WireType {
        var inputTokens: Int

        enum CodingKeys: String, CodingKey { case inputTokens = "input_tokens" }
    }

    struct Usage: WireType {
        var inputTokens: Int
        var outputTokens: Int
        var cacheRead: Int
        var cacheCreation = 0

        enum CodingKeys: String, CodingKey {
            case inputTokens = "input_tokens"
            case outputTokens = "output_tokens"
            case cacheRead = "cache_read_input_tokens"
            case cacheCreation = "cache_creation_input_tokens"
        }

        init(_ usage: TokenUsage) {
            // Here what was read from the cache is counted beside the input, and not among it.
            inputTokens = max(0, usage.promptTokens - usage.cachedTokens)
            outputTokens = usage.completionTokens
            cacheRead = usage.cachedTokens
        }
    }

    /// An event of a stream; each type of them has some of the fields.
    struct Event: WireType {
        struct Delta: WireType {
            var type: String?
            var text: String?
            var partialJSON: String?
            var stopReason: String?
            /// The text, or null, where an answer ends; else left out.
            var stopSequence: JSONValue?
            var citation: Citation?
            var thinking: String?
            var signature: String?

            static let fields: [String: WireField] = [
                "citation": .presence(.leftOut), "thinking": .presence(.leftOut), "signature": .presence(.leftOut),
                "type": .presence(.leftOut), "text": .presence(.leftOut), "partial_json": .presence(.leftOut),
                "stop_reason": .presence(.leftOut), "stop_sequence": .presence(.leftOut),
            ]

            enum CodingKeys: String, CodingKey {
                case type, text, citation, thinking, signature
                case partialJSON = "partial_json"
                case stopReason = "stop_reason"
                case stopSequence = "stop_sequence"
            }
        }

        var type: String
        var message: Message?
        var index: Int?
        var block: Block?
        var delta: Delta?
        var usage: Usage?

        static let fields: [String: WireField] = [
            "message": .presence(.leftOut), "index": .presence(.leftOut), "content_block": .presence(.leftOut),
            "delta": .presence(.leftOut), "usage": .presence(.leftOut),
        ]

        enum CodingKeys: String, CodingKey {
            case type, message, index, delta, usage
            case block = "content_block"
        }
    }
}
