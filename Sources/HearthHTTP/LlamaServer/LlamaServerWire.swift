import HearthCore
import HearthSchema

/// What is answered in llama-server's words.
enum LlamaServerWire {
    struct Props: WireType {
        struct Settings: WireType {
            var id = 0
            var task = -1
            /// Tokens of prompt and answer together.
            var contextLength: Int
            var speculative = false
            var isProcessing = false
            var parameters: Parameters

            enum CodingKeys: String, CodingKey {
                case id, speculative
                case task = "id_task"
                case contextLength = "n_ctx"
                case isProcessing = "is_processing"
                case parameters = "params"
            }
        }

        struct Modalities: WireType {
            var vision = false
            var audio = false
        }

        var defaultGenerationSettings: Settings
        var totalSlots: Int
        var modelAlias: String
        var modelPath: String
        var chatTemplate: String
        var modalities = Modalities()
        var beginText: String
        var endText: String
        var buildInfo: String
        var isSleeping = false

        enum CodingKeys: String, CodingKey {
            case modalities
            case defaultGenerationSettings = "default_generation_settings"
            case totalSlots = "total_slots"
            case modelAlias = "model_alias"
            case modelPath = "model_path"
            case chatTemplate = "chat_template"
            case beginText = "bos_token"
            case endText = "eos_token"
            case buildInfo = "build_info"
            case isSleeping = "is_sleeping"
        }
    }

    /// What holds where a request says nothing: those of its parameters that there are here.
    struct Parameters: WireType {
        /// What stands for a random one.
        private static let randomSeed = 4_294_967_295

        var length: Int
        var maxTokens: Int
        var seed: Int
        var temperature: Double
        var topK: Int
        var topP: Double
        var minP: Double
        var repetitionPenalty: Double
        var presencePenalty: Double
        var frequencyPenalty: Double
        var stop: [String]

        init(_ options: GenerationOptions) {
            length = options.maxTokens
            maxTokens = options.maxTokens
            seed = options.seed.map(Int.init) ?? Self.randomSeed
            temperature = options.temperature
            topK = options.topK
            topP = options.topP
            minP = options.minP
            repetitionPenalty = options.repetitionPenalty
            presencePenalty = options.presencePenalty
            frequencyPenalty = options.frequencyPenalty
            stop = options.stopSequences
        }

        enum CodingKeys: String, CodingKey {
            case seed, temperature, stop
            case length = "n_predict"
            case maxTokens = "max_tokens"
            case topK = "top_k"
            case topP = "top_p"
            case minP = "min_p"
            case repetitionPenalty = "repeat_penalty"
            case presencePenalty = "presence_penalty"
            case frequencyPenalty = "frequency_penalty"
        }
    }
}
