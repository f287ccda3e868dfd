import Foundation
import HearthCore
import HearthSchema

/// What is answered over Ollama's interface, in its words. Fields of which nothing is known here are left out.
enum OllamaWire {
    struct Version: WireType {
        var version: String
    }

    /// How far a model is fetched.
    struct Progress: WireType {
        var status: String
    }

    struct Details: WireType {
        var parentModel = ""
        var format: String
        var family: String
        var families: [String]
        var parameterSize = ""
        var quantizationLevel = ""

        enum CodingKeys: String, CodingKey {
            case format, family, families
            case parentModel = "parent_model"
            case parameterSize = "parameter_size"
            case quantizationLevel = "quantization_level"
        }

        init(_ model: ServedModel) {
            format = model.engine == .local ? "gguf" : ""
            family = model.engine?.rawValue ?? "hearth"
            families = [family]
        }
    }

    /// What tells models apart. Clients show its beginning and cut it there, so it has the length that they expect; it is made of
    /// the name alone, since a model need not be a file here.
    static func digest(of name: String) -> String { ContentHash(of: Array(name.utf8)).hex }

    /// A model that can be asked.
    struct Model: WireType {
        var name: String
        var model: String
        /// Nobody here knows when a model was made.
        var modifiedAt = "1970-01-01T00:00:00Z"
        var size = 0
        var digest: String
        var details: Details

        enum CodingKeys: String, CodingKey {
            case name, model, size, digest, details
            case modifiedAt = "modified_at"
        }

        init(_ served: ServedModel) {
            name = served.id
            model = served.id
            digest = OllamaWire.digest(of: served.id)
            details = Details(served)
        }
    }

    struct ModelList: WireType {
        var models: [Model]
    }

    /// A model that is in memory.
    struct Loaded: WireType {
        var name: String
        var model: String
        var size: Int
        var sizeInVideoMemory = 0
        var digest: String
        var details: Details
        /// When it is let go if nobody uses it; the last moment that dates can say where it stays until others need its room.
        var expiresAt: String
        var contextLength: Int

        enum CodingKeys: String, CodingKey {
            case name, model, size, digest, details
            case sizeInVideoMemory = "size_vram"
            case expiresAt = "expires_at"
            case contextLength = "context_length"
        }
    }

    struct LoadedList: WireType {
        var models: [Loaded]
    }

    struct Shown: WireType {
        var modelfile = ""
        var parameters = ""
        var template = ""
        var details: Details
        /// By names that hold the family's, and so any JSON here.
        var modelInfo: JSONObject
        var capabilities: [String]

        enum CodingKeys: String, CodingKey {
            case modelfile, parameters, template, details, capabilities
            case modelInfo = "model_info"
        }
    }

    struct Call: WireType {
        struct Function: WireType {
            /// Which of the calls of an answer it is.
            var index: Int
            var name: String
            /// As the function's schema says, and so any JSON here.
            var arguments: JSONValue
        }

        var id: String
        var function: Function

        init(_ call: HearthCore.ToolCall, index: Int) {
            id = call.id
            function = Function(
                index: index, name: call.name, arguments: (try? JSONValue(parsing: call.arguments)) ?? [:])
        }
    }

    struct Message: WireType {
        var role = "assistant"
        var content: String
        var thinking: String?
        var toolCalls: [Call]?

        static let fields: [String: WireField] = [
            "thinking": .presence(.leftOut), "tool_calls": .presence(.leftOut),
        ]

        enum CodingKeys: String, CodingKey {
            case role, content, thinking
            case toolCalls = "tool_calls"
        }
    }

    /// A piece of an answer, a whole one, or what ends a stream of pieces. A chat has a message, a generation a response.
    struct Answer: WireType {
        var model: String
        var createdAt: String
        var message: Message?
        var response: String?
        var thinking: String?
        /// How likely the tokens of the piece were, where it was asked.
        var logprobs: [OpenAIWire.Logprob]?
        var done: Bool
        var doneReason: String?
        /// Nanoseconds.
        var totalDuration: Int?
        var loadDuration: Int?
        var promptEvalCount: Int?
        var promptEvalDuration: Int?
        var evalCount: Int?
        var evalDuration: Int?

        static let fields: [String: WireField] = Dictionary(
            uniqueKeysWithValues: [
                "message", "response", "thinking", "logprobs", "done_reason", "total_duration", "load_duration",
                "prompt_eval_count", "prompt_eval_duration", "eval_count", "eval_duration",
            ].map { ($0, WireField.presence(.leftOut)) })

        enum CodingKeys: String, CodingKey {
            case model, message, response, thinking, logprobs, done
            case createdAt = "created_at"
            case doneReason = "done_reason"
            case totalDuration = "total_duration"
            case loadDuration = "load_duration"
            case promptEvalCount = "prompt_eval_count"
            case promptEvalDuration = "prompt_eval_duration"
            case evalCount = "eval_count"
            case evalDuration = "eval_duration"
        }
    }

    static func time(_ date: Date = Date()) -> String { date.ISO8601Format() }

    /// They are told as in OpenAI's chats.
    static func logprobs(_ tokens: [TokenLogprob]) -> [OpenAIWire.Logprob] { OpenAILogprobs.chat(tokens).content }

    static func nanoseconds(_ duration: Duration) -> Int {
        let (seconds, attoseconds) = duration.components
        return Int(clamping: seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    }

    static func doneReason(_ reason: FinishReason) -> String {
        switch reason {
        case .stop, .toolCalls, .contentFilter: "stop"
        case .length: "length"
        }
    }
}
