import Foundation
import HearthCore
import HearthModels

/// The interface that most programs speak.
public struct OpenAIRoutes: Sendable {
    let service: any ModelService
    private let book = StoredResponses()

    /// The most bytes of a recording with what is said of it.
    private static let recordingLimit = 32 << 20
    /// Of a text to say, with what is said of it.
    private static let textLimit = 1 << 20

    public init(_ service: any ModelService) { self.service = service }

    public var routes: [ServerRoute] { at("/v1") + ofAzure + ofRankers }

    /// - Parameter base: What a client was given as the address of the interface, without the server.
    private func at(_ base: String) -> [ServerRoute] {
        models(at: base) + chat(at: base) + responses(at: base) + texts(at: base) + audio(at: base)
    }

    private func models(at base: String) -> [ServerRoute] {
        [
            ServerRoute(.get, base + "/models", access: .models) { request in
                try await ModelList(service).respond(to: request)
            },
            ServerRoute(.get, base + "/models/*", access: .models) { request in
                try await ModelList(service).respond(to: request, id: request.parameter("*"))
            },
        ]
    }

    private func chat(at base: String) -> [ServerRoute] {
        [
            ServerRoute(
                .post, base + "/chat/completions", access: .models, work: .long, bodyLimit: ServerRoute.pictureLimit
            ) { request in
                try await ChatCompletions(service, book: book).respond(to: request)
            },
            ServerRoute(.get, base + "/chat/completions") { request in
                try await ChatCompletions(service, book: book).list(request)
            },
            ServerRoute(.get, base + "/chat/completions/:id", idPrefix: ChatCompletions.idPrefix) { request in
                try await ChatCompletions(service, book: book).stored(request)
            },
            ServerRoute(.post, base + "/chat/completions/:id", idPrefix: ChatCompletions.idPrefix) { request in
                try await ChatCompletions(service, book: book).change(request)
            },
            ServerRoute(.delete, base + "/chat/completions/:id", idPrefix: ChatCompletions.idPrefix) { request in
                try ChatCompletions(service, book: book).remove(request)
            },
            ServerRoute(.get, base + "/chat/completions/:id/messages") { request in
                try await ChatCompletions(service, book: book).messages(request)
            },
            ServerRoute(.post, base + "/completions", access: .models, work: .long) { request in
                try await TextCompletions(service).respond(to: request)
            },
        ]
    }

    private func responses(at base: String) -> [ServerRoute] {
        [
            ServerRoute(
                .post, base + "/responses", access: .models, work: .long, bodyLimit: ServerRoute.pictureLimit
            ) { request in
                try await Responses(service, book: book).respond(to: request)
            },
            ServerRoute(.post, base + "/responses/input_tokens", access: .models, work: .long) { request in
                try await Responses(service, book: book).countTokens(request)
            },
            ServerRoute(.get, base + "/responses/:id", idPrefix: Responses.idPrefix) { request in
                try await Responses(service, book: book).stored(request)
            },
            ServerRoute(.delete, base + "/responses/:id", idPrefix: Responses.idPrefix) { request in
                try Responses(service, book: book).remove(request)
            },
            ServerRoute(.get, base + "/responses/:id/input_items") { request in
                try await Responses(service, book: book).inputItems(request)
            },
            ServerRoute(.post, base + "/responses/:id/cancel") { request in
                try Responses(service, book: book).cancel(request)
            },
        ]
    }

    /// What is done with texts other than to answer them.
    private func texts(at base: String) -> [ServerRoute] {
        [
            ServerRoute(.post, base + "/embeddings", access: .models, work: .long) { request in
                try await Embeddings(service).respond(to: request)
            },
            ServerRoute(.post, base + "/moderations", access: .models) { request in
                try await Moderations().respond(to: request)
            },
            ServerRoute(.post, base + "/rerank", access: .models, work: .long) { request in
                try await Rerank(service).respond(to: request)
            },
        ]
    }

    private func audio(at base: String) -> [ServerRoute] {
        [
            ServerRoute(
                .post, base + "/audio/transcriptions", access: .models, work: .long, bodyLimit: Self.recordingLimit
            ) { request in try await AudioTranscriptions(service).respond(to: request) },
            ServerRoute(
                .post, base + "/audio/translations", access: .models, work: .long, bodyLimit: Self.recordingLimit
            ) { request in try await AudioTranscriptions(service, translates: true).respond(to: request) },
            ServerRoute(
                .post, base + "/audio/speech", access: .models, work: .long, bodyLimit: Self.textLimit
            ) { request in try await AudioSpeech(service).respond(to: request) },
            ServerRoute(.get, base + "/audio/voices", access: .models) { _ in
                try await AudioSpeech(service).voices()
            },
        ]
    }

    /// The same at the addresses that Azure's clients make of an endpoint: `/openai/v1` since its interface has that version;
    /// before, `/openai` with a date as `api-version`, and below it a deployment, which is a model's name here.
    private var ofAzure: [ServerRoute] {
        let deployment = "/openai/deployments/:deployment"
        return at("/openai/v1") + at("/openai") + [
            ServerRoute(
                .post, deployment + "/chat/completions", access: .models, work: .long,
                bodyLimit: ServerRoute.pictureLimit
            ) { request in
                try await ChatCompletions(service, book: book).respond(to: Self.naming(request))
            },
            ServerRoute(.post, deployment + "/completions", access: .models, work: .long) { request in
                try await TextCompletions(service).respond(to: Self.naming(request))
            },
            ServerRoute(.post, deployment + "/embeddings", access: .models, work: .long) { request in
                try await Embeddings(service).respond(to: Self.naming(request))
            },
            ServerRoute(
                .post, deployment + "/audio/transcriptions", access: .models, work: .long,
                bodyLimit: Self.recordingLimit
            ) { request in
                try await AudioTranscriptions(service).respond(to: request, model: request.parameter("deployment"))
            },
            ServerRoute(
                .post, deployment + "/audio/translations", access: .models, work: .long,
                bodyLimit: Self.recordingLimit
            ) { request in
                try await AudioTranscriptions(service, translates: true).respond(
                    to: request, model: request.parameter("deployment"))
            },
        ]
    }

    /// Where Cohere's clients of the second version and llama-server's ask for rankings.
    private var ofRankers: [ServerRoute] {
        Self.rankers.sorted().map { path in
            ServerRoute(.post, path, access: .models, work: .long) { request in
                try await Rerank(service).respond(to: request)
            }
        }
    }

    static let rankers: Set<String> = ["/v2/rerank", "/rerank"]

    /// The request with the deployment as its model, whatever its body says: a deployment has one.
    private static func naming(_ request: ServerRequest) async throws -> ServerRequest {
        let fields = try RequestFields(try await request.json())
        let named = try fields.with("model", .string(request.parameter("deployment")))
        return request.with(body: ServerRequestBody(Array(named.value.description.utf8)))
    }
}

// MARK: - Fields of requests

/// What OpenAI's interfaces have in common.
enum OpenAIFields {
    /// The options, and notes on what was asked for and cannot be done.
    ///
    /// - Parameters:
    ///   - known: The fields that this interface has beyond those read here.
    ///   - logprobs: Reads how many alternatives to each token are asked for, which each interface says its own way.
    static func options(
        _ fields: RequestFields, task: TaskKind, lengthNames: [String], known: Set<String>,
        logprobs: (RequestFields) throws -> Int?
    ) throws -> (GenerationOptions, notes: [String]) {
        try refuse(fields)
        var options = TaskDefaults.options(for: task)
        var notes: [String] = []
        options.choose(
            temperature: try fields.number("temperature", in: 0...2),
            topK: try fields.integer("top_k", in: 0...1_000_000), topP: try fields.number("top_p", in: 0...1))
        if let value = try fields.number("min_p", in: 0...1) { options.minP = value }
        // -1 is no limit of the client's own, as llama-server and LM Studio have it.
        for name in lengthNames where fields[name]?.numberValue?.intValue != -1 {
            options.choose(maxTokens: try fields.integer(name, in: 1...1_000_000))
        }
        // OpenAI takes 4; editors send more to servers of one's own, for code.
        if let stops = try fields.strings("stop", most: 16) {
            options.stopSequences = stops.filter { !$0.isEmpty }
        }
        if let seed = try fields.integer("seed", in: Int.min...Int.max) {
            options.seed = UInt32(truncatingIfNeeded: seed)
        }
        if let value = try fields.number("presence_penalty", in: GenerationOptions.sensiblePenalties) {
            options.presencePenalty = value
        }
        if let value = try fields.number("frequency_penalty", in: GenerationOptions.sensiblePenalties) {
            options.frequencyPenalty = value
        }
        // vLLM's name for it, and llama-server's.
        for name in ["repetition_penalty", "repeat_penalty"] {
            if let value = try fields.number(name, in: 0.1...10) { options.repetitionPenalty = value }
        }
        if options.presencePenalty != 0 || options.frequencyPenalty != 0 {
            notes.append("Penalties are used where the engine has them: local models, and services like OpenAI's.")
        }
        if let bias = fields["logit_bias"]?.objectValue, !bias.isEmpty {
            throw fields.unsupported("logit_bias", "no engine here takes it.")
        }
        if let tier = try fields.string("service_tier"), tier != "auto", tier != "default" {
            throw fields.unsupported("service_tier", "there is one way in which answers are made here.")
        }
        if try fields.bool("store") == true, !known.contains("store") {
            notes.append("store: answers are not kept here.")
        }
        if let note = fields.note(beyond: common.union(lengthNames).union(known)) { notes.append(note) }
        options.logprobs = try logprobs(fields)
        return (options, notes)
    }

    /// Fields that are read for all of OpenAI's interfaces, and those that mean nothing to an answer: who asks, and what is kept of it.
    private static let common: Set<String> = [
        "model", "stream", "stream_options", "temperature", "top_p", "top_k", "min_p", "stop", "seed",
        "presence_penalty", "frequency_penalty", "repetition_penalty", "repeat_penalty", "logit_bias", "logprobs",
        "service_tier", "store", "modalities",
        "best_of", "parallel_tool_calls", "user", "safety_identifier", "metadata", "prompt_cache_key",
        "prompt_cache_retention", "hearth",
    ]

    /// Fields without which the answer would be another than what was asked for.
    private static let refused: [(name: String, why: String)] = [
        ("functions", "functions are sent as `tools` now."), ("function_call", "it is `tool_choice` now."),
        ("grammar", "an answer is kept to a JSON schema, by `response_format`."),
        ("json_schema", "the schema of an answer belongs into `response_format`."),
        ("guided_json", "the schema of an answer belongs into `response_format`."),
        ("guided_grammar", "an answer is kept to a JSON schema, by `response_format`."),
        ("guided_regex", "an answer is kept to a JSON schema, by `response_format`."),
        ("guided_choice", "an answer is kept to a JSON schema, by `response_format`."),
        ("audio", "answers are text."), ("web_search_options", "nothing here searches the web."),
    ]

    private static func refuse(_ fields: RequestFields) throws {
        for (name, why) in refused where fields[name] != nil {
            throw fields.unsupported(name, why)
        }
        guard let modalities = try fields.strings("modalities", most: 16) else { return }
        guard modalities.allSatisfy({ $0 == "text" }) else {
            throw fields.unsupported("modalities", "answers are text.")
        }
    }

    /// The most answers to one prompt: each is a request of its own to the engine.
    static let mostAnswers = 16

    /// How many answers are wanted. The best of more than are given would have to be chosen, by what engines mostly do not tell.
    static func answers(_ fields: RequestFields) throws -> Int {
        let count = try fields.integer("n", in: 1...128) ?? 1
        guard count <= mostAnswers else {
            throw fields.unsupported("n", "at most \(mostAnswers) answers are made of one prompt.")
        }
        guard try fields.integer("best_of", in: 1...128) ?? count == count else {
            throw fields.unsupported("best_of", "no answers are made that are not given; say how many with `n`.")
        }
        return count
    }

    /// The schema that the answer is kept to; `nil` for free text.
    static func schema(_ format: RequestFields?, nested: Bool) throws -> GenerationSchema? {
        guard let format else { return nil }
        switch try format.required("type") {
        case "text": return nil
        case "json_object":
            // As servers of local models have it: an object of this schema.
            guard let root = format["schema"] else { return GenerationSchema(name: "object", root: ["type": "object"]) }
            guard root.objectValue != nil else { throw format.wrong("schema", "an object") }
            return GenerationSchema(name: "object", root: root)
        case "json_schema":
            let inner = nested ? try format.fields("json_schema") : format
            guard let inner else { throw format.missing("json_schema") }
            guard let root = inner["schema"] else { throw inner.missing("schema") }
            guard root.objectValue != nil else { throw inner.wrong("schema", "an object") }
            return GenerationSchema(
                name: try inner.string("name") ?? "answer", description: try inner.string("description"), root: root)
        case let other: throw format.unsupported("type", "\(other.prefix(40)) is not known here.")
        }
    }

    /// The tools that a model may ask for, those of which it has to ask for one, and whether it may ask for several at once.
    static func tools(
        _ fields: RequestFields, isNested: Bool
    ) throws -> (offered: [ToolDefinition], forced: [ToolDefinition], several: Bool) {
        let several = try fields.bool("parallel_tool_calls") ?? true
        let tools = try fields.list("tools", most: 128)?.map { tool in
            switch try tool.required("type") {
            case "function": break
            case "mcp":
                throw tool.unsupported(
                    "type", "servers of tools are called for `/v1/responses` alone, where their owner allows it.")
            default: throw tool.unsupported("type", "only functions are passed on.")
            }
            let function = isNested ? try tool.fields("function") : tool
            guard let function else { throw tool.missing("function") }
            return ToolDefinition(
                name: try function.required("name"), description: try function.string("description") ?? "",
                parameters: function["parameters"] ?? ["type": "object", "properties": [:]])
        }
        let offered = tools ?? []
        try OfferedTools.check(offered, fields)
        guard let choice = fields["tool_choice"] else { return (offered, [], several) }
        switch choice.stringValue {
        case "auto": return (offered, [], several)
        case "none": return ([], [], several)
        case "required":
            guard !offered.isEmpty else { throw fields.missing("tools") }
            return ([], offered, several)
        case nil:
            guard let choice = try fields.fields("tool_choice") else { throw fields.missing("tool_choice") }
            let type = try choice.required("type")
            if type == "allowed_tools" {
                let (allowed, isRequired) = try Self.allowed(choice, of: offered, isNested: isNested)
                if isRequired { return ([], allowed, several) }
                return (allowed, [], several)
            }
            guard type == "function" else {
                throw fields.unsupported("tool_choice", "it has to be `auto`, `none`, `required` or a function.")
            }
            let name = try (isNested ? choice.fields("function") : choice)?.required("name")
            guard let named = offered.first(where: { $0.name == name }) else {
                throw fields.wrong("tool_choice", "the name of one of the `tools`")
            }
            return ([], [named], false)
        default: throw fields.unsupported("tool_choice", "it has to be `auto`, `none`, `required` or a function.")
        }
    }

    /// Those of the tools that a model may use in this answer, which clients name so that the list of all stays the same and need not be
    /// read anew.
    private static func allowed(
        _ choice: RequestFields, of offered: [ToolDefinition], isNested: Bool
    ) throws -> (tools: [ToolDefinition], isRequired: Bool) {
        guard let said = isNested ? try choice.fields("allowed_tools") : choice else {
            throw choice.missing("allowed_tools")
        }
        guard let list = try said.list("tools", most: 128), !list.isEmpty else { throw said.missing("tools") }
        var names: Set<String> = []
        let tools = try list.map { tool in
            guard try tool.required("type") == "function" else {
                throw tool.unsupported("type", "only functions are passed on.")
            }
            guard let function = isNested ? try tool.fields("function") : tool else { throw tool.missing("function") }
            let name = try function.required("name")
            guard names.insert(name).inserted else { throw function.wrong("name", "a name that is there only once") }
            guard let named = offered.first(where: { $0.name == name }) else {
                throw function.wrong("name", "the name of one of the `tools`")
            }
            return named
        }
        switch try said.required("mode") {
        case "auto": return (tools, false)
        case "required": return (tools, true)
        default: throw said.unsupported("mode", "it has to be `auto` or `required`.")
        }
    }

    /// Text, or a list of parts that are text or, where `pictures` names their types, pictures; empty where there is nothing.
    static func content(
        _ fields: RequestFields, _ name: String, types: Set<String>, pictures: Set<String>
    ) throws -> MessageContent {
        guard fields[name]?.arrayValue != nil else {
            var content = MessageContent()
            content.add(try text(fields, name, types: types))
            return content
        }
        return try (fields.list(name, most: 1000) ?? []).reduce(into: MessageContent()) { content, part in
            let type = try part.required("type")
            if pictures.contains(type) {
                content.add(try picture(part))
            } else if types.contains(type) {
                content.add(try part.string(type == "refusal" ? "refusal" : "text") ?? "")
            } else {
                throw part.unsupported("type", "\(type.prefix(40)) cannot be read; only text and pictures can.")
            }
        }
    }

    /// `image_url` of chats is an object with the URL, or the URL; `input_image` of responses has the URL alone, or the id of a file.
    private static func picture(_ part: RequestFields) throws -> Data {
        guard part["file_id"] == nil else {
            throw part.unsupported("file_id", "a picture is sent in the message, as `data:image/png;base64,…`.")
        }
        if part["image_url"]?.objectValue != nil, let inner = try part.fields("image_url") {
            return try inner.picture(atURL: "url")
        }
        return try part.picture(atURL: "image_url")
    }

    /// Text, or a list of parts that are text; empty where there is nothing.
    static func text(_ fields: RequestFields, _ name: String, types: Set<String>) throws -> String {
        if let text = fields[name]?.stringValue { return text }
        if let value = fields[name], value.arrayValue == nil {
            throw fields.wrong(name, "a string, or a list of parts that are text")
        }
        return try (fields.list(name, most: 1000) ?? []).map { part in
            let type = try part.required("type")
            guard types.contains(type) else {
                throw part.unsupported("type", "\(type.prefix(40)) cannot be read; only text can.")
            }
            return try part.string(type == "refusal" ? "refusal" : "text") ?? ""
        }.joined(separator: "\n")
    }
}
