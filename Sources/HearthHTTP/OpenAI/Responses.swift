import HearthCore
import HearthModels
import HearthSchema

/// `POST /v1/responses`, for text. A response is kept in memory, for the next one to go on from, unless the client says otherwise.
struct Responses: Sendable {
    static let idPrefix = "resp_"

    let generator: Generator
    let book: StoredResponses

    init(_ service: any ModelService, book: StoredResponses) {
        generator = Generator(service: service)
        self.book = book
    }

    func respond(to request: ServerRequest) async throws -> ServerResponse {
        let fields = try RequestFields(try await request.json())
        var asked = try asked(fields, request)
        asked.call = try asked.call.asked(by: request, fields)
        try await generator.service.willGive(asked.call.origins)
        let client = request.caller.keeper
        if let servers = asked.servers {
            return try await ServerToolAnswer(generator, asked, servers, client, book)
                .response(streams: try fields.bool("stream") ?? false)
        }
        guard try fields.bool("stream") ?? false else {
            let result = try await generator.run(asked.call) { _ in }
            let response = ResponseText(asked: asked).response(result)
            try keep(response, result, asked, client)
            return .json(try response.json(), headers: result.headers)
        }
        return .events(.openAI) { [asked] sink in
            let stream = ResponseStream(sink: sink, asked: asked)
            let result = try await generator.run(asked.call) { try await stream.take($0) }
            try await stream.finish(result) { try keep($0, result, asked, client) }
        }
    }

    /// What a client asks for, with what was said before where it goes on from a response.
    func asked(_ fields: RequestFields, _ request: ServerRequest) throws -> Asked {
        let client = request.caller.keeper
        let isSomebody = request.caller != .nobody
        return try Asked(
            fields, label: request.label(), mayStore: isSomebody,
            before: { id in
                guard isSomebody, let kept = book.find(id, for: client) else {
                    throw Self.unknown("previous_response_id")
                }
                return kept
            },
            item: { id in isSomebody ? book.item(id, for: client) : nil })
    }

    private func keep(
        _ response: OpenAIWire.Response, _ result: GenerationResult, _ asked: Asked, _ client: String
    ) throws {
        guard asked.isStored else { return }
        let calls = result.response.toolCalls
        let answer = Message(.assistant, result.response.text, toolCalls: calls.isEmpty ? nil : calls)
        book.keep(
            response.id,
            .init(
                client: client, messages: asked.said + [answer], response: try response.json(), label: asked.call.label,
                origins: asked.call.origins.union(result.origins).union(Provenance.current?.origins ?? [])))
    }

    /// What a client asked for.
    struct Asked: Sendable {
        var call: GenerationCall
        var instructions: String?
        /// Whether the response is kept.
        var isStored: Bool
        var previousID: String?
        var metadata: JSONObject
        var temperature: Double
        var topP: Double
        var maxTokens: JSONValue?
        var format: JSONValue
        var tools: JSONValue
        var toolChoice: JSONValue
        var parallelToolCalls: Bool
        /// What is searched for in files; `nil` where nothing is.
        var fileQuery: String?
        /// The owner's servers whose tools the model may call; `nil` for none.
        var servers: ServerTools?

        /// The prompt without the instructions, which hold for this response alone.
        var said: [Message] { instructions == nil ? call.messages : Array(call.messages.dropFirst()) }

        /// - Parameters:
        ///   - mayStore: Whether this client may have anything kept.
        ///   - before: What is kept of a response.
        ///   - item: What a response gave out that is kept, by its id.
        init(
            _ fields: RequestFields, label: SensitivityLabel, mayStore: Bool,
            before: (_ id: String) throws -> StoredResponses.Kept,
            item: (_ id: String) -> (item: JSONValue, kept: StoredResponses.Kept)?
        ) throws {
            try Self.refuseUnserved(fields)
            isStored = try fields.bool("store") ?? true && mayStore
            previousID = try fields.string("previous_response_id")
            metadata = fields["metadata"]?.objectValue ?? JSONObject()
            var (options, notes) = try OpenAIFields.options(
                fields, task: .chat, lengthNames: ["max_output_tokens"],
                known: [
                    "input", "instructions", "include", "text", "tools", "tool_choice", "top_logprobs", "logprobs",
                    "previous_response_id", "conversation", "prompt", "background", "n", "store",
                ],
                logprobs: OpenAILogprobs.asked(inResponses:))
            instructions = try fields.string("instructions")
            var messages = instructions.map { [Message(.system, $0)] } ?? []
            let former = try previousID.map(before)
            messages += former?.messages ?? []
            /// The responses that this one goes on from.
            var sources = former.map { [$0] } ?? []
            try Self.addInput(of: fields, to: &messages, &notes) { id in
                guard let found = item(id) else { return nil }
                sources.append(found.kept)
                return found.item
            }
            let text = try fields.fields("text")
            if let note = text?.note(beyond: ["format"]) { notes.append(note) }
            if let note = Self.noteOfIncluded(fields) { notes.append(note) }
            let search = try FileSearchTool(fields)
            notes += search?.notes ?? []
            servers = search == nil ? try ServerTools(fields) : nil
            notes += servers?.notes ?? []
            let tools = try OpenAIFields.tools(
                search?.rest ?? servers?.rest ?? Self.withoutOurTools(fields), isNested: false)
            call = GenerationCall(
                model: try fields.required("model"), messages: messages, options: options,
                schema: try OpenAIFields.schema(text?.fields("format"), nested: false),
                tools: tools.offered, forced: tools.forced, allowsSeveralCalls: tools.several,
                label: sources.reduce(label) { max($0, $1.label) }, notes: notes, logprobsField: "include",
                origins: sources.reduce(Set<LabelOrigin>()) { $0.union($1.origins) })
            call.stores = search?.scope
            fileQuery = search == nil ? nil : messages.last { $0.role == .user }?.content
            temperature = options.temperature
            topP = options.topP
            maxTokens = fields["max_output_tokens"]
            format = text?["format"] ?? ["type": "text"]
            self.tools = fields["tools"] ?? []
            toolChoice = fields["tool_choice"] ?? "auto"
            parallelToolCalls = try fields.bool("parallel_tool_calls") ?? true
        }

        /// - Throws: ``ServerError`` for what these responses cannot do, and what would be another answer if it were passed over.
        private static func refuseUnserved(_ fields: RequestFields) throws {
            for name in ["conversation", "prompt"] where fields[name] != nil {
                throw fields.unsupported(
                    name, "there are none here; go on with `previous_response_id`, or send all as `input`.")
            }
            guard try OpenAIFields.answers(fields) == 1 else {
                throw fields.unsupported("n", "a response is one answer.")
            }
            if try fields.bool("background") == true {
                throw fields.unsupported("background", "a response is made while you wait.")
            }
        }

        /// Adds what `input` holds to what was said before: a string, or a list of messages and of items of earlier responses.
        private static func addInput(
            of fields: RequestFields, to messages: inout [Message], _ notes: inout [String],
            referred: (_ id: String) -> JSONValue?
        ) throws {
            let known = messages.count
            if let text = fields["input"]?.stringValue {
                messages.append(Message(.user, text))
            } else {
                if let input = fields["input"], input.arrayValue == nil {
                    throw fields.wrong("input", "a string, or a list of messages")
                }
                var hasReasoning = false
                /// Each is looked for in all that is kept, and is as long as it is: so once.
                var named: Set<String> = []
                for (place, given) in try (fields.list("input", most: 10_000) ?? []).enumerated() {
                    var given = given
                    // Clients name what they were given by its id, in the place of sending it back.
                    if try given.string("type") == "item_reference" {
                        let id = try given.required("id")
                        guard named.insert(id).inserted else {
                            throw given.wrong("id", "the id of an item that `input` names only once")
                        }
                        guard let item = referred(id) else {
                            throw Responses.unknown("input[\(place)].id")
                        }
                        given = try RequestFields(item, path: "input[\(place)].")
                    }
                    switch try given.string("type") {
                    // What was found then is in the answer that follows it.
                    case "file_search_call": continue
                    // What servers of tools said then is not known from it alone, and is in the answer.
                    case "mcp_list_tools", "mcp_call": continue
                    case "reasoning": hasReasoning = true
                    default: add(try message(given), to: &messages)
                    }
                }
                // Of a model whose answers the client goes on with here.
                if hasReasoning { notes.append("Without effect here: what was thought before an earlier answer.") }
            }
            guard messages.dropFirst(known).contains(where: { $0.role != .system }) else {
                throw fields["input"] == nil
                    ? fields.missing("input") : fields.wrong("input", "a string, or a list with a message of the user")
            }
        }

        /// What to say where a client wants something in the response that these never hold.
        private static func noteOfIncluded(_ fields: RequestFields) -> String? {
            let others = (fields["include"]?.arrayValue ?? []).compactMap(\.stringValue)
                .filter { $0 != OpenAILogprobs.included }
            guard !others.isEmpty else { return nil }
            let named = others.prefix(8).map { $0.prefix(60) }.joined(separator: ", ")
            return "Nothing here to include: \(named)."
        }

        /// Where no tool is to be used, those that are called here are not either.
        private static func withoutOurTools(_ fields: RequestFields) throws -> RequestFields {
            guard fields["tool_choice"] == "none", let tools = fields["tools"]?.arrayValue else { return fields }
            return try fields.with(
                "tools", .array(tools.filter { $0["type"] != "file_search" && $0["type"] != "mcp" }))
        }

        /// Calls that were made at once are items of their own here, and one message everywhere else.
        private static func add(_ message: Message, to messages: inout [Message]) {
            if let calls = message.toolCalls, messages.last?.role == .assistant {
                messages[messages.count - 1].toolCalls = (messages[messages.count - 1].toolCalls ?? []) + calls
            } else {
                messages.append(message)
            }
        }

        private static func message(_ item: RequestFields) throws -> Message {
            switch try item.string("type") ?? "message" {
            case "message":
                let role = try item.required("role")
                let shown = try OpenAIFields.content(
                    item, "content", types: ["input_text", "output_text", "text", "refusal"],
                    pictures: role == "user" ? ["input_image"] : [])
                let text = shown.text
                switch role {
                case "user": return Message(.user, text, pictures: shown.pictures)
                case "assistant": return Message(.assistant, text)
                case "system", "developer": return Message(.system, text)
                case let other: throw item.unsupported("role", "\(other.prefix(40)) is not a role.")
                }
            case "function_call":
                let call = ToolCall(
                    id: try item.required("call_id"), name: try item.required("name"),
                    arguments: try item.required("arguments"))
                return Message(.assistant, "", toolCalls: [call])
            case "function_call_output":
                guard item["output"] != nil else { throw item.missing("output") }
                let shown = try OpenAIFields.content(
                    item, "output", types: ["input_text", "output_text", "text"], pictures: ["input_image"])
                return Message(
                    .tool, shown.text, pictures: shown.pictures, toolCallID: try item.required("call_id"))
            case let other: throw item.unsupported("type", "\(other.prefix(40)) cannot be read; only text can.")
            }
        }
    }
}

extension FinishReason {
    /// Why a response is not complete, as the interface says it; `nil` for one that is.
    var whyIncomplete: String? {
        switch self {
        case .length: "max_output_tokens"
        case .contentFilter: "content_filter"
        case .stop, .toolCalls: nil
        }
    }
}

/// The parts of a response object.
struct ResponseText: Sendable {
    let asked: Responses.Asked
    let id = Identifier.make(Responses.idPrefix)
    let messageID = Identifier.make("msg_")
    let searchID = Identifier.make("fs_")
    let created = Identifier.now()

    func response(_ result: GenerationResult) -> OpenAIWire.Response {
        var output = search("completed").map { [$0] } ?? []
        if !result.response.text.isEmpty || result.response.toolCalls.isEmpty {
            let isCut = result.response.finishReason.whyIncomplete != nil
            output.append(
                message(
                    isCut ? "incomplete" : "completed",
                    [part(result.response.text, result.response.logprobs, result.marks)]))
        }
        return ended(result, output + result.response.toolCalls.map { OpenAIWire.OutputItem.call($0) })
    }

    /// The whole response, when all of it is there.
    func ended(_ result: GenerationResult, _ output: [OpenAIWire.OutputItem]) -> OpenAIWire.Response {
        let reason = result.response.finishReason.whyIncomplete
        var response = object(status: reason == nil ? "completed" : "incomplete", model: result.modelName, output)
        response.usage = OpenAIWire.ResponseUsage(result.response.usage)
        response.incompleteDetails = reason.map { .init(reason: $0) }
        return response
    }

    func object(status: String, model: String, _ output: [OpenAIWire.OutputItem] = []) -> OpenAIWire.Response {
        OpenAIWire.Response(
            id: id, createdAt: created, status: status, instructions: asked.instructions,
            maxOutputTokens: asked.maxTokens, model: model, output: output,
            parallelToolCalls: asked.parallelToolCalls, previousResponseID: asked.previousID, store: asked.isStored,
            temperature: asked.temperature,
            text: .init(format: asked.format), toolChoice: asked.toolChoice, tools: asked.tools, topP: asked.topP,
            metadata: asked.metadata, topLogprobs: asked.call.options.logprobs)
    }

    func search(_ status: String) -> OpenAIWire.OutputItem? {
        asked.fileQuery.map { .fileSearch(id: searchID, status: status, [$0]) }
    }

    func message(_ status: String, _ content: [OpenAIWire.OutputText]) -> OpenAIWire.OutputItem {
        .message(id: messageID, status: status, content)
    }

    func part(
        _ text: String, _ tokens: [TokenLogprob]? = nil, _ marks: [CitationMark] = []
    ) -> OpenAIWire.OutputText {
        OpenAIWire.OutputText(
            text: text, annotations: marks.map { .init($0) }, logprobs: OpenAILogprobs.responsePart(tokens ?? []))
    }
}

/// The events of one streamed response, numbered from 0.
actor ResponseStream {
    private let sink: EventSink
    let text: ResponseText
    private var number = 0
    private(set) var model = ""
    /// How many items there are, which of them is the message, and the calls in their order.
    var itemCount = 0
    private var messagePlace: Int?
    private var calls: [(place: Int, item: OpenAIWire.OutputItem)] = []
    private var hasOpenCall = false

    init(sink: EventSink, asked: Responses.Asked) { self.init(sink: sink, text: ResponseText(asked: asked)) }

    init(sink: EventSink, text: ResponseText) { (self.sink, self.text) = (sink, text) }

    func take(_ event: GenerationEvent) async throws {
        switch event {
        case .served(let decision, let notes):
            model = GenerationResult.name(decision)
            sink.start(headers: GenerationResult.headers(decision, notes: notes))
            let response = text.object(status: "in_progress", model: model)
            try await send(.init(type: "response.created", response: response))
            try await send(.init(type: "response.in_progress", response: response))
            try await tellSearch()
        case .reasoning: break
        case .toolCall(let piece):
            if piece.index >= calls.count {
                try await endCall()
                try await beginCall(ToolCall(id: piece.id, name: piece.name, arguments: ""))
            }
            try await addToCall(piece.arguments)
        case .text(let piece, let tokens):
            try await beginMessage()
            try await sendInMessage(
                .init(
                    type: "response.output_text.delta", delta: piece, logprobs: OpenAILogprobs.responseEvent(tokens)))
        }
    }

    /// - Parameter keep: Called with the whole response before the client learns that it is there: it may go on from it at once.
    func finish(
        _ result: GenerationResult, keep: (OpenAIWire.Response) throws -> Void
    ) async throws {
        let whole = result.response.text
        var said: OpenAIWire.OutputItem?
        let isCut = result.response.finishReason.whyIncomplete != nil
        if messagePlace != nil || result.response.toolCalls.isEmpty {
            try await beginMessage()
            let tokens = result.response.logprobs ?? []
            let part = text.part(whole, tokens, result.marks)
            let message = text.message(isCut ? "incomplete" : "completed", [part])
            for (index, annotation) in part.annotations.enumerated() {
                try await sendInMessage(
                    .init(
                        type: "response.output_text.annotation.added", annotation: annotation, annotationIndex: index))
            }
            try await sendInMessage(
                .init(
                    type: "response.output_text.done", text: whole, logprobs: OpenAILogprobs.responseEvent(tokens)))
            try await sendInMessage(.init(type: "response.content_part.done", part: part))
            try await send(.init(type: "response.output_item.done", outputIndex: messagePlace, item: message))
            said = message
        }
        try await endCall(isWhole: calls.count <= result.response.toolCalls.count)
        for call in result.response.toolCalls.dropFirst(calls.count) {
            try await beginCall(ToolCall(id: call.id, name: call.name, arguments: ""))
            try await addToCall(call.arguments)
            try await endCall()
        }
        // Half a call is none: whoever would run it must not take it for a whole one.
        var output = calls.filter { $0.item.status == "completed" }.map { ($0.place, $0.item) }
        if let said, let messagePlace { output.append((messagePlace, said)) }
        // It came first.
        if let search = text.search("completed") { output.append((0, search)) }
        var response = text.ended(result, output.sorted { $0.0 < $1.0 }.map(\.1))
        // What was named first holds.
        response.model = model
        try keep(response)
        try await send(.init(type: isCut ? "response.incomplete" : "response.completed", response: response))
    }

    // MARK: - Calls

    /// An answer from files comes when it has been checked, so by then all was found.
    private func tellSearch() async throws {
        guard let begun = text.search("in_progress"), let done = text.search("completed") else { return }
        let place = itemCount
        itemCount += 1
        try await send(.init(type: "response.output_item.added", outputIndex: place, item: begun))
        for step in ["in_progress", "searching", "completed"] {
            try await send(
                .init(type: "response.file_search_call.\(step)", itemID: begun.id, outputIndex: place))
        }
        try await send(.init(type: "response.output_item.done", outputIndex: place, item: done))
    }

    private func beginCall(_ call: ToolCall) async throws {
        let item = OpenAIWire.OutputItem.call(call, status: "in_progress")
        calls.append((itemCount, item))
        itemCount += 1
        hasOpenCall = true
        try await send(.init(type: "response.output_item.added", outputIndex: calls.last?.place, item: item))
    }

    private func addToCall(_ arguments: String) async throws {
        guard hasOpenCall, !arguments.isEmpty, let call = calls.last else { return }
        calls[calls.count - 1].item.arguments = (call.item.arguments ?? "") + arguments
        try await send(
            .init(
                type: "response.function_call_arguments.delta", itemID: call.item.id, outputIndex: call.place,
                delta: arguments))
    }

    private func endCall(isWhole: Bool = true) async throws {
        guard hasOpenCall, let last = calls.indices.last else { return }
        hasOpenCall = false
        calls[last].item.status = isWhole ? "completed" : "incomplete"
        let call = calls[last]
        try await send(
            .init(
                type: "response.function_call_arguments.done", itemID: call.item.id, outputIndex: call.place,
                name: call.item.name, arguments: call.item.arguments))
        try await send(.init(type: "response.output_item.done", outputIndex: call.place, item: call.item))
    }

    // MARK: - The message

    private func beginMessage() async throws {
        guard messagePlace == nil else { return }
        messagePlace = itemCount
        itemCount += 1
        try await send(
            .init(
                type: "response.output_item.added", outputIndex: messagePlace, item: text.message("in_progress", [])))
        try await sendInMessage(.init(type: "response.content_part.added", part: text.part("")))
    }

    private func sendInMessage(_ event: OpenAIWire.ResponseEvent) async throws {
        var event = event
        event.itemID = text.messageID
        (event.outputIndex, event.contentIndex) = (messagePlace, 0)
        try await send(event)
    }

    func send(_ event: OpenAIWire.ResponseEvent) async throws {
        var event = event
        event.sequenceNumber = number
        number += 1
        try await sink.send(event: event.type, event)
    }
}
