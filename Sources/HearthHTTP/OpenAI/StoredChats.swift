import HearthCore
import HearthSchema

/// A chat whose client wants its completion to be kept (`store`), for it to be read once more. It is kept where responses are.
struct ChatToStore: Sendable {
    private let book: StoredResponses
    private let client: String
    private let label: SensitivityLabel
    private let origins: Set<LabelOrigin>
    private let chat: StoredResponses.Kept.Chat
    /// What is told of a completion that is kept, beside itself.
    private let options: OpenAIWire.StoredCompletion.Options

    /// - Returns: `nil` where nothing is to be kept. Where it may not be, the call says so in its notes.
    init?(
        _ fields: RequestFields, _ request: ServerRequest, _ call: inout GenerationCall, in book: StoredResponses
    ) throws {
        guard try fields.bool("store") == true else { return nil }
        guard request.caller != .nobody else {
            call.notes.append("store: what is asked without a token is not kept.")
            return nil
        }
        (self.book, client, label, origins) = (book, request.caller.keeper, call.label, call.origins)
        chat = .init(model: call.model, messages: fields["messages"]?.arrayValue ?? [])
        options = .init(
            requestID: request.id, toolChoice: fields["tool_choice"], tools: fields["tools"], seed: fields["seed"],
            temperature: call.options.temperature, topP: call.options.topP,
            presencePenalty: call.options.presencePenalty, frequencyPenalty: call.options.frequencyPenalty,
            inputUser: try fields.string("user"), responseFormat: fields["response_format"],
            metadata: try fields.metadata())
    }

    func keep(_ completion: OpenAIWire.ChatCompletion, _ results: [GenerationResult]) throws {
        let read = results.reduce(origins) { $0.union($1.origins) }
        book.keep(
            completion.id,
            .init(
                client: client, chat: chat, messages: [],
                response: try OpenAIWire.StoredCompletion(completion, options).json(), label: label,
                origins: read.union(Provenance.current?.origins ?? [])))
    }
}

extension ChatCompletions {
    /// `GET /v1/chat/completions`: those of this client that are kept, by their model and metadata, and may be read now.
    func list(_ request: ServerRequest) async throws -> ServerResponse {
        let query = try ListQuery(request.query, isAscending: true)
        let filter = Filter(request.query)
        var found: [(id: String, kept: StoredResponses.Kept)] = []
        for entry in book.all(.chat, of: request.caller.keeper) where filter.matches(entry.kept) {
            if try await generator.service.mayGive(entry.kept.origins) { found.append(entry) }
        }
        let page = try query.page(found.map(\.id)) { $0 }
        let given = Set(page.data)
        let shown = Dictionary(found.filter { given.contains($0.id) }.map { ($0.id, $0.kept) }) { first, _ in first }
        let origins = shown.values.reduce(into: Set<LabelOrigin>()) { $0.formUnion($1.origins) }
        // It goes out only where all of that may be read by then.
        Provenance.current?.note(origins)
        try await generator.service.willGive(origins)
        return .json(try page.with(page.data.compactMap { shown[$0]?.response }).json())
    }

    /// `GET /v1/chat/completions/ID`
    func stored(_ request: ServerRequest) async throws -> ServerResponse {
        .json(try await kept(request).response)
    }

    /// `POST /v1/chat/completions/ID`: other metadata; all of it is replaced.
    func change(_ request: ServerRequest) async throws -> ServerResponse {
        let fields = try RequestFields(try await request.json())
        guard fields.has("metadata") else { throw fields.missing("metadata") }
        let metadata = try fields.metadata()
        _ = try await kept(request)
        let changed = book.change(request.parameter("id"), .chat, for: request.caller.keeper) { completion in
            guard var object = completion.objectValue else { return }
            object["metadata"] = .object(metadata)
            completion = .object(object)
        }
        guard let changed else { throw Self.unknown }
        return .json(changed.response, notes: [fields.note(beyond: ["metadata"])].compactMap(\.self))
    }

    /// `DELETE /v1/chat/completions/ID`
    func remove(_ request: ServerRequest) throws -> ServerResponse {
        let id = request.parameter("id")
        guard book.remove(id, .chat, for: request.caller.keeper) else { throw Self.unknown }
        return .json(try OpenAIWire.DeletedResponse(id: id, object: "chat.completion.deleted").json())
    }

    /// `GET /v1/chat/completions/ID/messages`: what was sent, in its order.
    func messages(_ request: ServerRequest) async throws -> ServerResponse {
        let query = try ListQuery(request.query, isAscending: true)
        let id = request.parameter("id")
        let sent = try await kept(request).chat?.messages ?? []
        // Ids are made of the completion's and the place, so that they are the same whenever one asks.
        let page = try query.page(sent.indices.reversed().map { "\(id)-\($0)" }) { $0 }
        let shown = try page.data.compactMap { name in
            try name.split(separator: "-").last.flatMap { Int($0) }.map {
                try OpenAIWire.StoredMessage(id: name, RequestFields(sent[$0], path: "messages[\($0)]."))
            }
        }
        return .json(try page.with(shown).json())
    }

    private func kept(_ request: ServerRequest) async throws -> StoredResponses.Kept {
        guard let kept = book.find(request.parameter("id"), .chat, for: request.caller.keeper) else {
            throw Self.unknown
        }
        try await generator.service.willGive(kept.origins)
        return kept
    }

    private static var unknown: ServerError {
        ServerError(
            .unknownItem,
            "There is no such completion. Those asked for with `store` are kept in the memory of the server, for a day and until it ends, "
                + "and for whoever asked for them.", parameter: "completion_id")
    }

    /// What a list is narrowed to.
    private struct Filter {
        let model: String?
        /// Values by names, all of which have to be there.
        let metadata: [(name: String, value: String)]

        init(_ query: QueryString) {
            model = query["model"].flatMap { $0.isEmpty ? nil : $0 }
            metadata = Set(query.names).filter { $0.hasPrefix("metadata[") && $0.hasSuffix("]") }
                .compactMap { name in query[name].map { (String(name.dropFirst("metadata[".count).dropLast()), $0) } }
        }

        func matches(_ kept: StoredResponses.Kept) -> Bool {
            // By the name that was asked for, or that of who answered.
            if let model, kept.chat?.model != model, kept.response["model"]?.stringValue != model { return false }
            return metadata.allSatisfy { kept.response["metadata"]?[$0.name]?.stringValue == $0.value }
        }
    }
}

extension OpenAIWire {
    /// A completion of a chat as it is kept: itself, and with what it was asked for.
    struct StoredCompletion: WireType {
        struct Options: Sendable {
            var requestID: String
            var toolChoice: JSONValue?
            var tools: JSONValue?
            var seed: JSONValue?
            var temperature: Double
            var topP: Double
            var presencePenalty: Double
            var frequencyPenalty: Double
            var inputUser: String?
            var responseFormat: JSONValue?
            var metadata: JSONObject
        }

        var id: String
        var object = "chat.completion"
        var created: Int
        var model: String
        var fingerprint: String
        var requestID: String
        var choices: [ChatCompletion.Choice]
        var usage: Usage
        /// These three as they were sent.
        var toolChoice: JSONValue?
        var tools: JSONValue?
        var seed: JSONValue?
        var temperature: Double
        var topP: Double
        var presencePenalty: Double
        var frequencyPenalty: Double
        var serviceTier = "default"
        var inputUser: String?
        /// As it was sent.
        var responseFormat: JSONValue?
        var metadata: JSONObject

        enum CodingKeys: String, CodingKey {
            case id, object, created, model, choices, usage, tools, seed, temperature, metadata
            case fingerprint = "system_fingerprint"
            case requestID = "request_id"
            case toolChoice = "tool_choice"
            case topP = "top_p"
            case presencePenalty = "presence_penalty"
            case frequencyPenalty = "frequency_penalty"
            case serviceTier = "service_tier"
            case inputUser = "input_user"
            case responseFormat = "response_format"
        }

        init(_ completion: ChatCompletion, _ options: Options) {
            (id, created, model) = (completion.id, completion.created, completion.model)
            fingerprint = completion.fingerprint
            (choices, usage, requestID) = (completion.choices, completion.usage, options.requestID)
            (toolChoice, tools, seed) = (options.toolChoice, options.tools, options.seed)
            (temperature, topP) = (options.temperature, options.topP)
            (presencePenalty, frequencyPenalty) = (options.presencePenalty, options.frequencyPenalty)
            (inputUser, responseFormat, metadata) = (options.inputUser, options.responseFormat, options.metadata)
        }
    }

    /// A message of a chat that is kept.
    struct StoredMessage: WireType {
        var id: String
        var role: String
        var content: String?
        var refusal: String?
        var name: String?
        /// As they were sent, where the content was a list of parts.
        var contentParts: JSONValue?
        /// As they were sent.
        var toolCalls: JSONValue?
        var toolCallID: String?

        static let fields: [String: WireField] = [
            "tool_calls": .presence(.leftOut), "tool_call_id": .presence(.leftOut),
        ]

        enum CodingKeys: String, CodingKey {
            case id, role, content, refusal, name
            case contentParts = "content_parts"
            case toolCalls = "tool_calls"
            case toolCallID = "tool_call_id"
        }

        /// - Parameter sent: A message that was taken when it was sent.
        init(id: String, _ sent: RequestFields) throws {
            self.id = id
            role = try sent.required("role")
            let text = try ChatCompletions.message(sent).content
            content = sent["content"] == nil ? nil : text
            refusal = try sent.string("refusal")
            name = try sent.string("name")
            contentParts = sent["content"]?.arrayValue == nil ? nil : sent["content"]
            toolCalls = sent["tool_calls"]
            toolCallID = try sent.string("tool_call_id")
        }
    }
}
