import HearthCore

/// One check under way: what all checks need.
struct ConformanceRun: Sendable {
    let check: LanguageModelConformance.Check
    let suite: LanguageModelConformance

    var wire: any ProviderDialect { suite.wire }

    /// Characters of one to four bytes, so that cuts fall inside them.
    static let pieces = ["Zwölf ", "Grüße", " an 東京 ", "👩‍👩‍👧, ", "“ok”\n\\ \u{7}", " done."]
    static let usage = TokenUsage(promptTokens: 21, completionTokens: 9, cachedTokens: 4)
    static var text: String { pieces.joined() }

    func fail(_ what: String) -> LanguageModelConformance.Failure {
        LanguageModelConformance.Failure(check: check, wire: wire.name, what: what)
    }

    func expect(_ condition: Bool, _ what: @autoclosure () -> String) throws {
        if !condition { throw fail(what()) }
    }

    func request(
        _ text: String = "Say something.", schema: GenerationSchema? = nil, tools: [ToolDefinition] = [],
        options: GenerationOptions = GenerationOptions()
    ) -> ModelRequest {
        var request = ModelRequest(
            task: .chat, messages: [Message(.system, "Be brief."), Message(.user, text)], options: options,
            schema: schema, tools: tools)
        request.ledgerRecord = 7
        return request
    }

    func reply(_ body: [UInt8], ending: ConformanceReply.Ending = .complete) -> ConformanceReply {
        reply(pieces: [body], ending: ending)
    }

    func reply(
        pieces: [[UInt8]], ending: ConformanceReply.Ending = .complete, isSlow: Bool = false
    ) -> ConformanceReply {
        ConformanceReply(headers: [("content-type", wire.contentType)], pieces: pieces, ending: ending, isSlow: isSlow)
    }

    /// Opens the stage, does the work, and sees to it that nothing is left open.
    func on<Result: Sendable>(
        _ replies: ConformanceReply..., work: (any ConformanceSession, any LanguageModel) async throws -> Result
    ) async throws -> Result {
        let session = try await suite.stage.open(replies)
        let result: Result
        do {
            result = try await work(session, suite.model(session))
        } catch {
            await session.close()
            throw error
        }
        let isIdle = await session.waitUntilIdle()
        await session.close()
        try expect(isIdle, "a connection was left open")
        return result
    }

    func answer(_ model: any LanguageModel, _ request: ModelRequest? = nil) async throws -> ModelResponse {
        do {
            return try await LanguageModelConformance.checkStream(of: model, request: request ?? self.request())
        } catch let broken as Heard.BrokenRule {
            throw fail(broken.description)
        }
    }

    /// The error that a request must end with.
    func error(_ model: any LanguageModel, _ request: ModelRequest? = nil) async throws -> any ReadableError {
        var sawFinal = false
        do {
            for try await event in model.respond(to: request ?? self.request()) {
                if case .final = event { sawFinal = true }
            }
        } catch let error as any ReadableError {
            try expect(!sawFinal, "an error came after the final event")
            try expect(!error.message.isEmpty && error.message.count < 1500, "the message is empty or endless")
            return error
        } catch {
            throw fail("the error \(type(of: error)) is not one that a person can read")
        }
        throw fail("there was no error")
    }

    func expectError(
        _ code: String, _ reply: ConformanceReply, _ request: ModelRequest? = nil
    ) async throws {
        try await on(reply) { _, model in
            let error = try await error(model, request)
            try expect(error.code == code, "the code is \(error.code) instead of \(code): \(error.message)")
        }
    }

    /// A refusal of the request itself: nothing may be sent.
    func expectUnsent(_ code: String, _ request: ModelRequest) async throws {
        try await on(reply(wire.text(["never"], usage: Self.usage, finish: .stop))) { session, model in
            let error = try await error(model, request)
            try expect(error.code == code, "the code is \(error.code) instead of \(code): \(error.message)")
            let sent = await session.requestHeaders().count
            try expect(sent == 0, "the request was sent all the same")
        }
    }
}
