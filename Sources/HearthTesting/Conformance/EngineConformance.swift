public import HearthCore

/// What every engine inside the process must do: the counterpart of ``LanguageModelConformance`` for models that no wire
/// leads to.
///
/// ```swift
/// let conformance = EngineConformance(name: "local") { LlamaEngine(path: path) }
/// for check in EngineConformance.Check.allCases { try await conformance.run(check) }
/// ```
public struct EngineConformance: Sendable {
    public enum Check: String, Hashable, Sendable, CaseIterable {
        case identity, availability, everyTask, answer, usage, repeatability, lengthLimit, stopSequence
        case structuredOutput, badOptions, emptyPrompt, tooLongPrompt
        case cancellation, cancelledTask, concurrentCancellation
    }

    /// A check that failed, and how.
    public struct Failure: Error, CustomStringConvertible, Sendable {
        public let check: Check
        public let engine: String
        public let what: String

        public var description: String { "\(engine), \(check.rawValue): \(what)" }
    }

    let name: String
    let streams: Int
    private let make: @Sendable () async throws -> any LanguageModel

    /// - Parameters:
    ///   - streams: How many answers are asked for at once.
    ///   - make: A new engine, ready to serve.
    public init(
        name: String, streams: Int = 100,
        make: @escaping @Sendable () async throws -> any LanguageModel
    ) {
        self.name = name
        self.streams = streams
        self.make = make
    }

    /// - Throws: ``Failure``, or what kept the check from being made.
    public func run(_ check: Check) async throws {
        let run = EngineRun(check: check, suite: self, model: try await make())
        switch check {
        case .identity: try run.identity()
        case .availability: try await run.availability()
        case .everyTask: try await run.everyTask()
        case .answer: try await run.answer()
        case .usage: try await run.usage()
        case .repeatability: try await run.repeatability()
        case .lengthLimit: try await run.lengthLimit()
        case .stopSequence: try await run.stopSequence()
        case .structuredOutput: try await run.structuredOutput()
        case .badOptions: try await run.badOptions()
        case .emptyPrompt: try await run.emptyPrompt()
        case .tooLongPrompt: try await run.tooLongPrompt()
        case .cancellation: try await run.cancellation()
        case .cancelledTask: try await run.cancelledTask()
        case .concurrentCancellation: try await run.concurrentCancellation()
        }
    }
}

// MARK: - A run

/// One check of an engine in the process.
struct EngineRun: Sendable {
    let check: EngineConformance.Check
    let suite: EngineConformance
    let model: any LanguageModel

    /// Takes the likeliest token each time, so that answers can be compared.
    static let options = GenerationOptions(temperature: 0, maxTokens: 12)

    private func fail(_ what: String) -> EngineConformance.Failure {
        EngineConformance.Failure(check: check, engine: suite.name, what: what)
    }

    func expect(_ condition: Bool, _ what: @autoclosure () -> String) throws {
        if !condition { throw fail(what()) }
    }

    private func request(
        _ text: String = "Say something.", task: TaskKind = .chat, schema: GenerationSchema? = nil,
        options: GenerationOptions = Self.options
    ) -> ModelRequest {
        ModelRequest(task: task, messages: [Message(.user, text)], options: options, schema: schema)
    }

    /// A whole answer.
    private func heard(_ request: ModelRequest? = nil) async throws -> ModelResponse {
        do {
            return try await LanguageModelConformance.checkStream(of: model, request: request ?? self.request())
        } catch let broken as Heard.BrokenRule {
            throw fail(broken.description)
        }
    }

    /// The request ends in an error that a person can read, with one of these codes.
    private func expectError(_ request: ModelRequest, _ codes: [String]) async throws {
        var events = 0
        do {
            for try await _ in model.respond(to: request) { events += 1 }
        } catch let error as any ReadableError {
            try expect(events == 0, "\(events) events came before the refusal")
            try expect(!error.message.isEmpty && error.message.count < 1500, "the message is empty or endless")
            try expect(codes.contains(error.code), "the code is \(error.code) instead of \(codes)")
            return
        } catch {
            throw fail("the error \(type(of: error)) is not one that a person can read")
        }
        throw fail("there was no error")
    }

    func identity() throws {
        try expect(model.host == nil, "it names the host \(model.host ?? "")")
        try expect(model.capabilities.offline, "it says that it needs the network")
        try expect(!model.modelID.isEmpty, "it has no name")
        try expect(!model.capabilities.tasks.isEmpty, "it serves no task")
        try expect(model.capabilities.contextLength ?? 1 > 0, "its context is empty")
        try expect(!model.engine.isRemote, "its engine is a remote one")
        let text = "Zwölf Grüße an 東京 👩‍👩‍👧."
        let ends = model.tokenizer.tokenEnds(in: text)
        try expect(ends == ends.sorted() && ends.last == text.utf8.count, "the tokens do not cover the text")
        try expect(model.tokenizer.countTokens(text) == ends.count, "tokens are counted in two ways")
    }

    func availability() async throws {
        let state = await model.availability()
        try expect(state == .available, "it is \(state)")
    }

    /// Every task is served as the engine says.
    func everyTask() async throws {
        for task in TaskKind.allCases where model.capabilities.tasks.contains(task) {
            _ = try await heard(request(task: task))
        }
    }

    func answer() async throws {
        let response = try await heard()
        try expect(!response.text.isEmpty, "the answer is empty")
        try expect(response.toolCalls.isEmpty, "it calls tools that nobody offered")
        try expect(response.structured == nil, "it has a value that nobody asked for")
    }

    func usage() async throws {
        let response = try await heard()
        try expect(response.usage.promptTokens > 0 && response.usage.completionTokens > 0, "nothing is counted")
        try expect(response.usage.cachedTokens <= response.usage.promptTokens, "more was kept than there was")
        try expect(response.timings.prompt >= 0 && response.timings.generation >= 0, "time runs backwards")
    }

    func repeatability() async throws {
        let first = try await heard()
        _ = try await heard(request("Something else, please."))
        let again = try await heard()
        try expect(again.text == first.text, "“\(first.text)” became “\(again.text)”")
    }

    func lengthLimit() async throws {
        for limit in [1, 5] {
            let response = try await heard(request(options: .init(temperature: 0, maxTokens: limit)))
            try expect(
                response.usage.completionTokens <= limit, "\(response.usage.completionTokens) tokens of \(limit)")
            let cut = response.usage.completionTokens == limit
            try expect(!cut || response.finishReason == .length, "a cut answer is called \(response.finishReason)")
        }
    }

    /// The text from the middle of an answer ends the next one, and is not in it.
    func stopSequence() async throws {
        let free = try await heard()
        let stop = String(free.text.dropFirst(free.text.count / 2).prefix(2))
        try expect(!stop.isEmpty, "the answer is too short to be stopped")
        var options = Self.options
        options.stopSequences = [stop]
        let stopped = try await heard(request(options: options))
        try expect(!stopped.text.contains(stop), "the answer goes on beyond “\(stop)”")
        try expect(free.text.hasPrefix(stopped.text), "the answer is another one")
        try expect(stopped.finishReason == .stop, "the end is called \(stopped.finishReason)")
        try expect(stopped.stopSequence == stop, "it is said to have ended at “\(stopped.stopSequence ?? "")”")
        try expect(free.stopSequence == nil, "an answer ended at what nobody asked for")
    }

    func structuredOutput() async throws {
        let schema = GenerationSchema(
            name: "choice", description: "A choice.",
            root: [
                "type": "object",
                "properties": [
                    "color": ["enum": ["red", "green"]], "count": ["type": "integer", "minimum": 0, "maximum": 9],
                ],
                "required": ["color", "count"], "additionalProperties": false,
            ])
        let wanted = request(schema: schema, options: .init(temperature: 0, maxTokens: 64))
        let response = try await heard(wanted)
        guard model.capabilities.structuredOutput == .constrained else { return }
        guard let value = response.structured?.value else { throw fail("there is no value in “\(response.text)”") }
        let color = value["color"]?.stringValue
        try expect(color == "red" || color == "green", "the color is \(color ?? "missing")")
        try expect((0...9).contains(value["count"]?.numberValue?.intValue ?? -1), "the count is out of its range")
        try expect((try? JSONValue(parsing: response.text)) == value, "the text is not the value")
    }

    func badOptions() async throws {
        for options in [
            GenerationOptions(maxTokens: -5), GenerationOptions(temperature: .nan), GenerationOptions(temperature: -1),
            GenerationOptions(temperature: .infinity), GenerationOptions(topP: 0), GenerationOptions(topP: .nan),
            GenerationOptions(minP: .nan), GenerationOptions(repetitionPenalty: -1),
        ] {
            try await expectError(request(options: options), ["bad-option"])
        }
    }

    func emptyPrompt() async throws {
        for messages in [[], [Message(.user, "")]] {
            var request = request()
            request.messages = messages
            try await expectError(request, ["empty-prompt"])
        }
    }

    func tooLongPrompt() async throws {
        guard let context = model.capabilities.contextLength else { return }
        let long = String(repeating: "x y ", count: context)
        try await expectError(request(long), ["context-overflow"])
        _ = try await heard()
    }

    /// Dropping the stream leaves an engine that serves.
    func cancellation() async throws {
        let before = try await heard()
        for count in 0..<4 {
            var seen = 0
            for try await _ in model.respond(to: request(options: .init(temperature: 0, maxTokens: 200))) {
                if seen == count { break }
                seen += 1
            }
        }
        try expect(try await heard().text == before.text, "a dropped stream changes the next answer")
    }

    func cancelledTask() async throws {
        let task = Task {
            for try await _ in model.respond(to: request()) {}
            try Task.checkCancellation()
        }
        task.cancel()
        switch await task.result {
        case .success: throw fail("a cancelled request ended well")
        case .failure(let error):
            try expect(error is CancellationError, "cancelling gave \(error)")
        }
        _ = try await heard()
    }

    /// Many streams at once, half of them dropped at some point; the others answer as one alone does.
    func concurrentCancellation() async throws {
        let expected = try await heard().text
        let finished = await LanguageModelConformance.streams(suite.streams, of: model, request(), seed: 1) {
            try await heard().text == expected
        }
        try expect(finished == suite.streams, "only \(finished) of \(suite.streams) streams went well")
    }
}
