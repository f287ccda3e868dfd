import HearthCore
import HearthSchema

extension Responses {
    /// `GET /v1/responses/ID/input_items`: what was said up to a response, by its items.
    func inputItems(_ request: ServerRequest) async throws -> ServerResponse {
        let id = request.parameter("id")
        guard let kept = book.find(id, for: request.caller.keeper) else { throw Self.unknown("id") }
        let query = try ListQuery(request.query)
        let items = OpenAIWire.InputItem.items(of: kept.messages.dropLast(kept.made), in: id)
        let page = try query.page(items.reversed()) { $0.id }
        try await generator.service.willGive(kept.origins)
        let included = (request.query.all("include") + request.query.all("include[]")).filter { !$0.isEmpty }
        let notes = included.isEmpty ? [] : ["Nothing here to include: \(included.joined(separator: ", "))."]
        return .json(try page.json(), notes: notes)
    }

    /// `POST /v1/responses/ID/cancel`: nothing is made behind a client's back, so there is nothing to cancel.
    func cancel(_ request: ServerRequest) throws -> ServerResponse {
        guard book.find(request.parameter("id"), for: request.caller.keeper) != nil else { throw Self.unknown("id") }
        throw ServerError.invalid(
            "id",
            "The response is there already: none is made in the background here. To stop one while it is made, close the connection."
        )
    }
}

extension OpenAIWire {
    /// An item of what was said before a response: a message, a call or its result.
    struct InputItem: WireType {
        struct Content: WireType {
            var type: String
            var text: String
            /// Of an answer; a user's text has none.
            var annotations: [OutputAnnotation]?

            static let fields: [String: WireField] = ["annotations": .presence(.leftOut)]
        }

        var id: String
        var type: String
        var status = "completed"
        var role: String?
        var content: [Content]?
        var callID: String?
        var name: String?
        var arguments: String?
        var output: String?

        static let fields: [String: WireField] = Dictionary(
            uniqueKeysWithValues: ["role", "content", "call_id", "name", "arguments", "output"]
                .map { ($0, WireField.presence(.leftOut)) })

        enum CodingKeys: String, CodingKey {
            case id, type, status, role, content, name, arguments, output
            case callID = "call_id"
        }

        /// In their order. Ids are made of the response's and the place, so that they are the same whenever one asks.
        static func items(of messages: some Sequence<Message>, in response: String) -> [InputItem] {
            var items: [InputItem] = []
            func id(_ prefix: String) -> String {
                "\(prefix)_\(response.replacing(Responses.idPrefix, with: "", maxReplacements: 1))_\(items.count)"
            }
            for message in messages {
                switch message.role {
                case .user, .system:
                    items.append(
                        InputItem(
                            id: id("msg"), type: "message", role: message.role == .user ? "user" : "system",
                            content: [Content(type: "input_text", text: message.content)]))
                case .tool:
                    items.append(
                        InputItem(
                            id: id("fco"), type: "function_call_output", callID: message.toolCallID ?? "",
                            output: message.content))
                case .assistant:
                    let calls = message.toolCalls ?? []
                    if !message.content.isEmpty || calls.isEmpty {
                        items.append(
                            InputItem(
                                id: id("msg"), type: "message", role: "assistant",
                                content: [Content(type: "output_text", text: message.content, annotations: [])]))
                    }
                    for call in calls {
                        items.append(
                            InputItem(
                                id: id("fc"), type: "function_call", callID: call.id, name: call.name,
                                arguments: call.arguments))
                    }
                }
            }
            return items
        }
    }
}
