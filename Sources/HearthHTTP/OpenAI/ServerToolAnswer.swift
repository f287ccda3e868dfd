import HearthCore
import HearthModels
import HearthSchema

/// A response whose model may call tools of the owner's servers before it answers.
///
/// It is the loop of the owner's own conversations: the engine is chosen for what the tools may give, each further request is as
/// private as what they gave, a call is as private as what the model knew by then, and there are so many rounds, calls and bytes.
/// Functions of the program's may be offered beside them: what is called of these is handed to it, and ends the response.
struct ServerToolAnswer: Sendable {
    private let generator: Generator
    private let asked: Responses.Asked
    private let wanted: ServerTools
    private let client: String
    private let book: StoredResponses

    init(
        _ generator: Generator, _ asked: Responses.Asked, _ wanted: ServerTools, _ client: String,
        _ book: StoredResponses
    ) {
        (self.generator, self.asked, self.wanted) = (generator, asked, wanted)
        (self.client, self.book) = (client, book)
    }

    /// Who hears of an answer while it is made: who serves, and each item as it is there.
    private struct Listener: Sendable {
        var serve: @Sendable (GenerationEvent) async throws -> Void
        var tell: @Sendable (OpenAIWire.OutputItem) async throws -> Void
    }

    func response(streams: Bool) async throws -> ServerResponse {
        guard asked.call.caller != .nobody else {
            throw ServerError(
                .unauthorized, "Tools are called for whoever has the token. Send it as `Authorization: Bearer`.")
        }
        let text = ResponseText(asked: asked)
        guard streams else {
            let (response, headers) = try await answer(text, Listener(serve: { _ in }, tell: { _ in }))
            return .json(try response.json(), headers: headers)
        }
        return .events(.openAI) { sink in
            let stream = ResponseStream(sink: sink, text: text)
            var (response, _) = try await answer(
                text, Listener(serve: { try await stream.take($0) }, tell: { try await stream.tell($0) }))
            // What was named first holds.
            response.model = await stream.model
            try await stream.end(response)
        }
    }

    private func answer(
        _ text: ResponseText, _ listener: Listener
    ) async throws -> (OpenAIWire.Response, [(name: String, value: String)]) {
        let opened = try await generator.service.tools(of: wanted.servers.map(\.name))
        do {
            let made = try await run(opened, text, listener)
            await opened.close()
            return made
        } catch {
            await opened.close()
            throw error
        }
    }

    /// How far an answer has come, over its rounds of calls.
    private struct Rounds {
        /// The request that the model gets next.
        var call: GenerationCall
        /// What the response consists of so far.
        var items: [OpenAIWire.OutputItem]
        /// How private what the model knows is: the prompt, and what tools gave.
        var known: SensitivityLabel
        /// Where what the model knows comes from.
        var origins: Set<LabelOrigin>
        var usage = TokenUsage()
        /// Tokens of prompts that were taken out of the server's budget.
        var taken = 0
        /// Whether the listener was told who serves and which tools there are.
        var isTold = false
        /// Calls of the program's own functions, which end the response.
        var handed: [ToolCall] = []
    }

    private func run(
        _ opened: ServedTools, _ text: ResponseText, _ listener: Listener
    ) async throws -> (OpenAIWire.Response, [(name: String, value: String)]) {
        let tools = opened.tools.filter { tool in wanted.servers.contains { $0.wants(tool) } }
        let byName = Dictionary(tools.map { ($0.definition.name, $0) }) { first, _ in first }
        let functions = asked.call.tools
        if let both = functions.first(where: { byName[$0.name] != nil }) {
            throw ServerError.invalid(
                "tools", "\(both.name) is the name of a server's tool. Give the function another one.")
        }
        let ours = Set(functions.map(\.name))
        var rounds = Rounds(
            call: asked.call,
            items: wanted.servers.map { server in
                OpenAIWire.OutputItem.list(server.name, tools.filter { $0.server == server.name })
            },
            known: asked.call.label, origins: asked.call.origins)
        rounds.call.tools = functions + tools.map(\.definition)
        // What servers say of their tools is in the prompt, and may come back in the answer.
        rounds.call.label = max(rounds.call.label, tools.isEmpty ? .public : opened.box.label)
        var last: GenerationResult?
        for round in 1...(ToolLimits.mostRounds + 1) {
            if round > ToolLimits.mostRounds { rounds.call.tools = functions }
            let result = try await ask(&rounds, listener)
            last = result
            rounds.handed = result.response.toolCalls.filter { ours.contains($0.name) }
            // After the last round only what is the program's is called.
            let calls = round <= ToolLimits.mostRounds ? result.response.toolCalls : rounds.handed
            guard !calls.isEmpty else { break }
            try await note(calls, of: result, text, &rounds, listener)
            let limit = ToolLimits.bytes(in: try await generator.window(of: result.decision, for: rounds.call))
            for (place, wish) in calls.enumerated() {
                if ours.contains(wish.name) {
                    try await add(.call(wish), to: &rounds.items, listener)
                } else {
                    try await carryOut(
                        wish, place, byName, opened.box, mostBytes: limit / calls.count, &rounds, listener)
                }
            }
            guard rounds.handed.isEmpty else { break }
        }
        guard let result = last else { throw CancellationError() }
        return try await end(result, text, &rounds, listener)
    }

    /// Has the model answer once.
    private func ask(_ rounds: inout Rounds, _ listener: Listener) async throws -> GenerationResult {
        let size = PromptSize(rounds.call)
        try await Reservation.current?.take(tokens: max(0, size.estimatedTokens - rounds.taken))
        rounds.taken = max(rounds.taken, size.estimatedTokens)
        let (isFirst, lists) = (!rounds.isTold, rounds.items)
        let result = try await generator.work(on: rounds.call, size) { event in
            guard isFirst, case .served = event else { return }
            try await listener.serve(event)
            for list in lists { try await listener.tell(list) }
        }
        rounds.isTold = true
        rounds.usage = rounds.usage + result.response.usage
        rounds.origins.formUnion(result.origins)
        return result
    }

    /// Takes what the model said and wishes to call into the conversation.
    private func note(
        _ calls: [ToolCall], of result: GenerationResult, _ text: ResponseText, _ rounds: inout Rounds,
        _ listener: Listener
    ) async throws {
        if !result.response.text.isEmpty {
            try await add(
                text.message("completed", [text.part(result.response.text)]), to: &rounds.items, listener
            ) {
                $0.id = Identifier.make("msg_")
            }
        }
        rounds.call.messages.append(Message(.assistant, result.response.text, toolCalls: calls))
    }

    /// Calls a tool of a server, and gives the model what came of it.
    ///
    /// - Parameters:
    ///   - place: Which call of its round it is, from 0.
    ///   - most: Bytes of its result that fit beside those of the other calls of the round.
    private func carryOut(
        _ wish: ToolCall, _ place: Int, _ tools: [String: ServedTools.Tool], _ box: any ToolBox, mostBytes most: Int,
        _ rounds: inout Rounds, _ listener: Listener
    ) async throws {
        let outcome = try await outcome(of: wish, place, tools, box, rounds.known, rounds.origins).cut(to: most)
        rounds.known = max(rounds.known, outcome.label)
        rounds.call.label = max(rounds.call.label, rounds.known)
        rounds.call.messages.append(Message(.tool, outcome.text, toolCallID: wish.id))
        // What is not there was not called, so there is no call to tell of.
        guard let tool = tools[wish.name] else {
            rounds.call.notes.append(outcome.note)
            return
        }
        try await add(.call(wish, of: tool, outcome), to: &rounds.items, listener)
    }

    /// Ends the response, with the answer or with the calls that the program has to carry out, and keeps it.
    private func end(
        _ result: GenerationResult, _ text: ResponseText, _ rounds: inout Rounds, _ listener: Listener
    ) async throws -> (OpenAIWire.Response, [(name: String, value: String)]) {
        var result = result
        result.response.usage = rounds.usage
        // A model that only calls and is made to answer may still wish to call servers: nothing of that is done.
        result.response.toolCalls = rounds.handed
        var messages = rounds.call.messages
        if rounds.handed.isEmpty {
            if result.response.finishReason == .toolCalls { result.response.finishReason = .stop }
            let isCut = result.response.finishReason.whyIncomplete != nil
            try await add(
                text.message(
                    isCut ? "incomplete" : "completed",
                    [text.part(result.response.text, result.response.logprobs, result.marks)]),
                to: &rounds.items, listener)
            messages.append(Message(.assistant, result.response.text))
        }
        let response = text.ended(result, rounds.items)
        try keep(response, messages, rounds.call.label, rounds.origins)
        return (response, result.headers)
    }

    private func add(
        _ item: OpenAIWire.OutputItem, to items: inout [OpenAIWire.OutputItem], _ listener: Listener,
        _ change: (inout OpenAIWire.OutputItem) -> Void = { _ in }
    ) async throws {
        var item = item
        change(&item)
        items.append(item)
        try await listener.tell(item)
    }

    private func outcome(
        of call: ToolCall, _ place: Int, _ tools: [String: ServedTools.Tool], _ box: any ToolBox,
        _ known: SensitivityLabel, _ origins: Set<LabelOrigin>
    ) async throws -> ToolOutcome {
        guard place < ToolLimits.mostCalls else { return ToolLimits.tooManyCalls }
        guard tools[call.name] != nil else {
            return ToolOutcome(
                text: "There is no tool of that name.", isError: true, label: .public,
                note: "The model wanted a tool that there is none of.")
        }
        let service = generator.service
        let outcome = try await box.run(call) { try await max(known, service.label(of: origins) ?? .public) }
        try Task.checkCancellation()
        return outcome
    }

    /// - Parameter messages: All that was said, up to the end of the response.
    private func keep(
        _ response: OpenAIWire.Response, _ messages: [Message], _ label: SensitivityLabel, _ origins: Set<LabelOrigin>
    ) throws {
        guard asked.isStored else { return }
        let made = Array(messages.dropFirst(asked.call.messages.count))
        book.keep(
            response.id,
            .init(
                client: client, messages: asked.said + made, made: made.count, response: try response.json(),
                label: label, origins: origins.union(Provenance.current?.origins ?? [])))
    }
}
