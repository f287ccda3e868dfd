public import Foundation
public import HearthCore

/// What every remote provider must do, whatever its wire format: run by the providers of this library and open to others.
///
/// ```swift
/// let conformance = LanguageModelConformance(wire: OpenAIDialect(), stage: InMemoryStage()) { url, transport, key in
///     OpenAIModel(baseURL: url, transport: transport, key: { key })
/// }
/// for check in LanguageModelConformance.Check.allCases { try await conformance.run(check) }
/// ```
public struct LanguageModelConformance: Sendable {
    public enum Check: String, Hashable, Sendable, CaseIterable {
        case plain, everyCut, slowBytes, usage, finishReasons, wholeAnswer, reasoning
        case toolCalls, structuredOutput, refusal
        case failures, failureInStream, quotaIsNotRepeated, rateLimitIsRepeated, keyStaysSecret, keyIsSent
        case droppedConnection, silentEnd, notUTF8, notEvents, webPage
        case tenMegabytes, tenMegabyteFailure
        case cancellation, concurrentCancellation
        case badOptions, emptyPrompt, withoutLedger, availability
    }

    /// A check that failed, and how.
    public struct Failure: Error, CustomStringConvertible, Sendable {
        public let check: Check
        public let wire: String
        public let what: String

        public var description: String { "\(wire), \(check.rawValue): \(what)" }
    }

    /// Looks like a key and is found in whatever text it leaks into.
    static let key = "sk-test-4fb1c0a9d8e7f6b5"

    let wire: any ProviderDialect
    let stage: any ConformanceStage
    let seed: UInt64
    private let make: @Sendable (URL, any HTTPTransport, Secret?) -> any LanguageModel

    /// - Parameter make: A model of the provider at a base URL; `nil` for the key means that none is set.
    public init(
        wire: any ProviderDialect, stage: any ConformanceStage, seed: UInt64 = 1,
        make: @escaping @Sendable (URL, any HTTPTransport, Secret?) -> any LanguageModel
    ) {
        self.wire = wire
        self.stage = stage
        self.seed = seed
        self.make = make
    }

    /// - Throws: ``Failure``, or what kept the check from being made.
    public func run(_ check: Check) async throws {
        let run = ConformanceRun(check: check, suite: self)
        switch check {
        case .plain: try await run.plain()
        case .everyCut: try await run.everyCut()
        case .slowBytes: try await run.slowBytes()
        case .usage: try await run.usage()
        case .finishReasons: try await run.finishReasons()
        case .wholeAnswer: try await run.wholeAnswer()
        case .reasoning: try await run.reasoning()
        case .toolCalls: try await run.toolCalls()
        case .structuredOutput: try await run.structuredOutput()
        case .refusal: try await run.refusal()
        case .failures: try await run.failures()
        case .failureInStream: try await run.failureInStream()
        case .quotaIsNotRepeated: try await run.quotaIsNotRepeated()
        case .rateLimitIsRepeated: try await run.rateLimitIsRepeated()
        case .keyStaysSecret: try await run.keyStaysSecret()
        case .keyIsSent: try await run.keyIsSent()
        case .droppedConnection: try await run.droppedConnection()
        case .silentEnd: try await run.silentEnd()
        case .notUTF8: try await run.notUTF8()
        case .notEvents: try await run.notEvents()
        case .webPage: try await run.webPage()
        case .tenMegabytes: try await run.tenMegabytes()
        case .tenMegabyteFailure: try await run.tenMegabyteFailure()
        case .cancellation: try await run.cancellation()
        case .concurrentCancellation: try await run.concurrentCancellation()
        case .badOptions: try await run.badOptions()
        case .emptyPrompt: try await run.emptyPrompt()
        case .withoutLedger: try await run.withoutLedger()
        case .availability: try await run.availability()
        }
    }

    func model(_ session: any ConformanceSession, key: String? = LanguageModelConformance.key) -> any LanguageModel {
        make(session.baseURL, session.transport, key.map { Secret($0) })
    }

    /// Streams at once, every other one read to its end and the rest dropped somewhere.
    ///
    /// - Parameters:
    ///   - seed: Of the places where streams are dropped.
    ///   - isWhole: Reads one answer to its end, and tells whether it is right.
    /// - Returns: How many went well.
    static func streams(
        _ count: Int, of model: any LanguageModel, _ request: ModelRequest, seed: UInt64,
        isWhole: @escaping @Sendable () async throws -> Bool
    ) async -> Int {
        await withTaskGroup(of: Bool.self) { group in
            var generator = SeededGenerator(seed: seed)
            for number in 0..<count {
                let limit = number.isMultiple(of: 2) ? Int.max : Int.random(in: 0...4, using: &generator)
                group.addTask {
                    do {
                        guard limit < .max else { return try await isWhole() }
                        var read = 0
                        for try await _ in model.respond(to: request) {
                            if read == limit { break }
                            read += 1
                        }
                        return true
                    } catch {
                        return false
                    }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
    }

    /// Checks the rules of the stream itself, which hold for engines in the process too: pieces that make up the final
    /// text, and exactly one final event, which is the last.
    @discardableResult
    public static func checkStream(of model: any LanguageModel, request: ModelRequest) async throws -> ModelResponse {
        let heard = try await Heard(model.respond(to: request))
        return try heard.checked()
    }
}

/// Everything that a stream gave.
struct Heard {
    struct BrokenRule: Error, CustomStringConvertible {
        let description: String
    }

    var text = ""
    var reasoning = ""
    var logprobs: [TokenLogprob] = []
    /// Calls as their pieces told of them.
    var calls: [ToolCall] = []
    var finals: [ModelResponse] = []
    var cameAfterFinal = false

    init(_ stream: EventStream<ResponseEvent>) async throws {
        for try await event in stream {
            if !finals.isEmpty { cameAfterFinal = true }
            switch event {
            case .text(let piece): text += piece
            case .reasoning(let piece): reasoning += piece
            case .logprobs(let tokens): logprobs += tokens
            case .toolCall(let piece):
                if piece.index == calls.count {
                    calls.append(ToolCall(id: piece.id, name: piece.name, arguments: piece.arguments))
                } else if piece.index == calls.count - 1 {
                    calls[piece.index].arguments += piece.arguments
                } else {
                    throw BrokenRule(description: "a call is told of after the next one began")
                }
            case .final(let response): finals.append(response)
            }
        }
    }

    func checked() throws -> ModelResponse {
        guard finals.count == 1, let final = finals.first else {
            throw BrokenRule(description: "there are \(finals.count) final events instead of one")
        }
        if cameAfterFinal { throw BrokenRule(description: "something came after the final event") }
        if !text.utf8.elementsEqual(final.text.utf8) {
            throw BrokenRule(
                description: "the pieces “\(text.prefix(80))” are not the final “\(final.text.prefix(80))”")
        }
        if reasoning != final.reasoning ?? "" { throw BrokenRule(description: "the pieces of reasoning do not add up") }
        if logprobs != final.logprobs ?? [] { throw BrokenRule(description: "the tokens of the pieces are not all") }
        if !calls.isEmpty, final.finishReason != .length, calls != final.toolCalls {
            throw BrokenRule(description: "the pieces of the calls do not add up")
        }
        return final
    }
}

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
