import HearthCore
import HearthModels
import HearthSchema

/// What llama-server has beside OpenAI's interface and programs that were made for it ask: a model's tokens by their numbers, a
/// conversation as its template lays it out, and what the model is like.
///
/// Only a model that runs here can be looked into. Nothing of this makes it answer, nothing is sent, and nothing is written down,
/// as where tokens are counted.
public struct LlamaServerRoutes: Sendable {
    /// Where its routes are.
    package static let paths: Set<String> = ["/tokenize", "/detokenize", "/apply-template", "/props"]

    /// Bytes of a text that is listed token by token.
    static let mostBytes = 1 << 20
    /// Tokens that are put together to a text.
    static let mostTokens = 1 << 20

    private let service: any ModelService

    public init(_ service: any ModelService) { self.service = service }

    public var routes: [ServerRoute] {
        [
            ServerRoute(.post, "/tokenize", access: .models, work: .long) { request in try await tokenize(request) },
            ServerRoute(.post, "/detokenize", access: .models, work: .long) { request in
                try await detokenize(request)
            },
            ServerRoute(.post, "/apply-template", access: .models, work: .long) { request in
                try await layOut(request)
            },
            ServerRoute(.get, "/props", access: .models, work: .long) { request in try await describe(request) },
        ]
    }

    // MARK: - Tokens

    private func tokenize(_ request: ServerRequest) async throws -> ServerResponse {
        let fields = try RequestFields(try await request.json())
        let listing = TokenListing(
            addsSpecials: try fields.bool("add_special") ?? false,
            namesSpecials: try fields.bool("parse_special") ?? true,
            withBytes: try fields.bool("with_pieces") ?? false)
        let content = try MixedContent(fields, "content", withPieces: listing.withBytes)
        try await Reservation.current?.take(tokens: content.textBytes / 4 + content.tokens.count)
        let looked = try await model(try fields.string("model"), request)
        let tokens = try await content.tokens(of: looked.model, listing)
        let list = tokens.map { listing.withBytes ? Self.piece($0) : String($0.id) }
        return .json(
            text: "{\"tokens\":[\(list.joined(separator: ","))]}",
            headers: looked.headers(
                fields.note(beyond: ["model", "content", "add_special", "parse_special", "with_pieces"])))
    }

    /// Text, or the bytes of what is none by itself.
    private static func piece(_ token: ModelToken) -> String {
        let text = String(validating: token.bytes, as: UTF8.self).map { JSONValue.string($0).description }
        let piece = text ?? "[\(token.bytes.map(String.init).joined(separator: ","))]"
        return "{\"id\":\(token.id),\"piece\":\(piece)}"
    }

    private func detokenize(_ request: ServerRequest) async throws -> ServerResponse {
        let fields = try RequestFields(try await request.json())
        guard let list = try fields.array("tokens", most: Self.mostTokens) else { throw fields.missing("tokens") }
        let ids = try list.map { value throws -> Int32 in
            guard let id = MixedContent.token(value) else {
                throw fields.wrong("tokens", "a list of tokens, which are whole numbers from 0 on")
            }
            return id
        }
        try await Reservation.current?.take(tokens: ids.count)
        let looked = try await model(try fields.string("model"), request)
        let bytes = try await looked.model.bytes(ofTokens: ids)
        return .json(
            ["content": .string(String(decoding: bytes, as: UTF8.self))],
            headers: looked.headers(fields.note(beyond: ["model", "tokens"])))
    }

    // MARK: - Templates

    private func layOut(_ request: ServerRequest) async throws -> ServerResponse {
        let fields = try RequestFields(try await request.json())
        guard let list = try fields.list("messages", most: 10_000) else { throw fields.missing("messages") }
        guard !list.isEmpty else { throw fields.wrong("messages", "a list of at least one message") }
        if try fields.bool("add_generation_prompt") == false {
            throw fields.unsupported("add_generation_prompt", "a prompt is laid out up to where the answer begins.")
        }
        let tools = try OpenAIFields.tools(fields, isNested: true)
        var prompt = ModelRequest(
            task: .chat, messages: try list.map(ChatCompletions.message), options: GenerationOptions())
        prompt.tools = tools.forced.isEmpty ? tools.offered : tools.forced
        prompt.toolChoice = ToolChoice(isRequired: !tools.forced.isEmpty, allowsSeveral: tools.several)
        try await Reservation.current?.take(tokens: prompt.messages.reduce(0) { $0 + $1.content.utf8.count } / 4)
        let looked = try await model(try fields.string("model"), request)
        let laidOut = try await looked.model.prompt(of: prompt)
        let known: Set<String> = [
            "model", "messages", "tools", "tool_choice", "parallel_tool_calls", "add_generation_prompt",
        ]
        return .json(
            ["prompt": .string(laidOut.text)],
            headers: looked.headers(laidOut.notes + [fields.note(beyond: known)].compactMap { $0 }))
    }

    // MARK: - The model

    private func describe(_ request: ServerRequest) async throws -> ServerResponse {
        let looked = try await model(request.query["model"], request)
        let (model, decision) = (looked.model, looked.decision)
        let template = try await model.template()
        let options = model.usualOptions(TaskDefaults.options(for: .chat))
        let name = GenerationResult.name(decision)
        let props = LlamaServerWire.Props(
            defaultGenerationSettings: .init(
                contextLength: model.capabilities.contextLength ?? 0, parameters: .init(options)),
            totalSlots: model.parallelRequests, modelAlias: name,
            // Where its file lies is its owner's business.
            modelPath: name, chatTemplate: template.source, beginText: template.begin, endText: template.end,
            buildInfo: service.build)
        return .json(try props.json(), headers: looked.headers([]))
    }

    /// A model that can be looked into, and the decision by which it is that one.
    private struct Looked {
        var model: any InspectableModel
        var decision: RoutingDecision

        func headers(_ notes: [String]) -> [(name: String, value: String)] {
            GenerationResult.headers(decision, notes: notes)
        }

        func headers(_ note: String?) -> [(name: String, value: String)] { headers(note.map { [$0] } ?? []) }
    }

    /// The model of that name, or the local one that is set: programs that were made for llama-server know one model alone.
    private func model(_ name: String?, _ request: ServerRequest) async throws -> Looked {
        var choice = ModelChoice(engine: .local)
        if let name, !name.isEmpty {
            choice = try await service.choice(name, for: request.caller)
        }
        guard !choice.readsDocuments, choice.engine != .basic else { throw Self.closed(name ?? "") }
        let router = try await service.router(for: choice, name ?? "", request.caller)
        let decision = try await router.explain(
            RoutingRequest(task: .chat, label: try request.label(), engine: choice.engine, mode: choice.mode))
        let chosen = try await router.models().first {
            $0.engine == decision.engine && $0.modelID == decision.model
        }
        guard let model = chosen as? any InspectableModel else { throw Self.closed(GenerationResult.name(decision)) }
        return Looked(model: model, decision: decision)
    }

    private static func closed(_ name: String) -> ServerError {
        ServerError(
            .unsupportedValue,
            "`model`: \(name.prefix(100)) keeps its tokens and its template to itself; only a local model can be looked into.",
            parameter: "model")
    }
}

// MARK: - Wire types

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
