import Foundation
public import HearthCore

/// A provider that can be asked whether address and key are good. Only a user's wish does so, never an availability check.
public protocol ProbeableProvider: Sendable {
    /// The ids of the models that the provider offers with the key that is set.
    ///
    /// - Parameter ledgerRecord: The record that allows the request.
    /// - Throws: ``ProviderError``, `invalid-key` for one; what the transport throws.
    func availableModels(ledgerRecord: Int) async throws -> [String]
}

/// A model whose server tells what it can do. It is asked only when a decision of the router allows a request to it, before the
/// first prompt is fitted to its window; nothing of the user's is in the question.
public protocol SelfDescribingModel: LanguageModel {
    /// Asks the server where that is due. A server that does not tell is no error.
    ///
    /// - Parameters:
    ///   - ledgerRecord: The record of the decision.
    ///   - mayLeave: Asked before each question; see ``HearthCore/HTTPRequest/mayLeave``.
    /// - Throws: `CancellationError`.
    func learn(ledgerRecord: Int, mayLeave: @escaping @Sendable () async throws -> Void) async throws
}

/// One provider's address, key and transport: sends requests and turns refusals into errors.
struct ProviderConnection: Sendable {
    /// Of an error's body as much as can hold a report.
    private static let errorBodyLimit = 64 << 10

    let engine: Engine
    let baseURL: URL
    let transport: any HTTPTransport
    let key: @Sendable () async throws -> Secret?
    /// Whether there is a key, as far as that is known without reading it: each decision asks for it.
    let hasKey: @Sendable () async throws -> Bool
    let requiresKey: Bool
    /// The header of the key, and what stands before the key in it.
    let keyHeader: (name: String, prefix: String)
    let headers: [(name: String, value: String)]
    private let origin: Origin?

    init(
        engine: Engine, baseURL: URL, transport: any HTTPTransport, requiresKey: Bool,
        keyHeader: (name: String, prefix: String) = ("Authorization", "Bearer "),
        headers: [(name: String, value: String)] = [],
        hasKey: (@Sendable () async throws -> Bool)? = nil, key: @escaping @Sendable () async throws -> Secret?
    ) {
        self.engine = engine
        // People write both `http://localhost:11434` and `http://localhost:11434/v1`.
        self.baseURL = baseURL.path().isEmpty || baseURL.path() == "/" ? baseURL.appending(path: "v1") : baseURL
        self.transport = transport
        self.requiresKey = requiresKey
        self.keyHeader = keyHeader
        self.headers = headers
        self.key = key
        self.hasKey = hasKey ?? { (try await key()?.count ?? 0) > 0 }
        origin = baseURL.user() == nil && baseURL.password() == nil ? Origin(baseURL) : nil
    }

    /// The host, with its port where that is not the scheme's own.
    var host: String? {
        guard let origin else { return nil }
        let name = origin.host.contains(":") ? "[\(origin.host)]" : origin.host
        return origin.port == (origin.scheme == "https" ? 443 : 80) ? name : "\(name):\(origin.port)"
    }

    /// Whether address and key are set. Opens no connection.
    func availability(model: String) async -> Availability {
        func notConfigured(_ error: ProviderError) -> Availability {
            .unavailable(reason: .notConfigured, message: error.message)
        }
        if origin == nil { return notConfigured(.badAddress(engine)) }
        if model.isEmpty { return notConfigured(.noModel(engine)) }
        guard requiresKey else { return .available }
        do {
            return try await hasKey() ? .available : notConfigured(.noKey(engine))
        } catch let error as any ReadableError {
            return .unavailable(reason: .notConfigured, message: error.message)
        } catch {
            return .unavailable(reason: .notConfigured, message: "The key of \(engine.rawValue) cannot be read.")
        }
    }

    /// A successful response, and what is needed to report a failure inside its body.
    struct Reply: Sendable {
        var response: HTTPResponse
        var text: ErrorText
        /// Makes the error for a report inside a body that began well.
        var failure: @Sendable (ProviderFault) -> ProviderError
    }

    /// Sends a JSON body.
    ///
    /// - Parameters:
    ///   - mayRetry: Whether the transport may repeat it where an attempt fails.
    ///   - mayLeave: See ``HearthCore/HTTPRequest/mayLeave``.
    /// - Throws: ``ProviderError`` for a refusal; what the transport throws; `CancellationError`.
    func post(
        _ path: String, body: JSONValue, model: String, successor: String? = nil, ledgerRecord: Int?, purpose: String,
        maximumResponseBytes: Int = 64 << 20, mayRetry: Bool = true, mayLeave: (@Sendable () async throws -> Void)?
    ) async throws -> Reply {
        guard !model.isEmpty else { throw ProviderError.noModel(engine) }
        return try await send(
            .post, path, body: Array(body.description.utf8), model: model, successor: successor,
            ledgerRecord: ledgerRecord, purpose: purpose, maximumResponseBytes: maximumResponseBytes,
            mayRetry: mayRetry, mayLeave: mayLeave)
    }

    /// The ids of the models that the provider lists: the cheapest question that needs a valid key.
    func models(ledgerRecord: Int) async throws -> [String] {
        let reply = try await send(
            .get, "models", body: [], model: "", successor: nil, ledgerRecord: ledgerRecord, purpose: "probe",
            maximumResponseBytes: 8 << 20, mayLeave: nil)
        guard let items = try await value(of: reply)["data"]?.arrayValue else {
            throw ProviderError.malformed(engine, "it has no list of models")
        }
        return items.prefix(10_000).compactMap { $0["id"]?.presentText }
    }

    /// What a server answers of itself, asked once and for a short time.
    ///
    /// - Parameters:
    ///   - isAtRoot: Whether the path lies beside `/v1`, not below it.
    ///   - limit: The most bytes of the answer.
    /// - Throws: As ``post(_:body:model:successor:ledgerRecord:purpose:maximumResponseBytes:mayLeave:)``.
    func answer(
        _ method: HTTPRequest.Method, _ path: String, isAtRoot: Bool, body: JSONValue?, ledgerRecord: Int,
        timeLimit: Duration, limit: Int, mayLeave: @escaping @Sendable () async throws -> Void
    ) async throws -> JSONValue {
        let root = baseURL.lastPathComponent == "v1" ? baseURL.deletingLastPathComponent() : baseURL
        let reply = try await send(
            method, path, under: isAtRoot ? root : baseURL, body: body.map { Array($0.description.utf8) } ?? [],
            model: "", successor: nil, ledgerRecord: ledgerRecord, purpose: "probe", maximumResponseBytes: limit,
            timeLimit: timeLimit, mayLeave: mayLeave)
        return try await value(of: reply)
    }

    /// - Parameter timeLimit: For one attempt, which is then not repeated; `nil` is the transport's own for all.
    private func send(
        _ method: HTTPRequest.Method, _ path: String, under base: URL? = nil, body: [UInt8], model: String,
        successor: String?, ledgerRecord: Int?, purpose: String, maximumResponseBytes: Int,
        timeLimit: Duration? = nil, mayRetry: Bool = true, mayLeave: (@Sendable () async throws -> Void)?
    ) async throws -> Reply {
        guard let ledgerRecord else { throw ProviderError.notRouted(engine) }
        guard let origin, let host else { throw ProviderError.badAddress(engine) }
        let secret = try await key().flatMap { $0.count > 0 ? $0 : nil }
        if secret == nil, requiresKey { throw ProviderError.noKey(engine) }
        var all: [(name: String, value: String)] = [("Accept", "text/event-stream, application/json")]
        if !body.isEmpty { all.append(("Content-Type", "application/json")) }
        all += headers
        var request = HTTPRequest(
            method, (base ?? baseURL).appending(path: path), headers: all, body: body,
            credential: secret.map {
                Credential(header: keyHeader.name, prefix: keyHeader.prefix, key: $0, origin: origin)
            },
            ledgerRecord: ledgerRecord, purpose: purpose, maximumResponseBytes: maximumResponseBytes,
            isWorthRetrying: { ProviderError.isWorthRetrying(status: $0, body: $1) })
        request.engine = engine
        request.model = model.isEmpty ? nil : model
        request.mayLeave = mayLeave
        request.mayRetry = mayRetry
        if let timeLimit {
            request.timeLimit = timeLimit
            request.mayRetry = false
        }
        let response = try await transport.send(request)
        let text = ErrorText(key: secret)
        let engine = engine
        guard (200..<300).contains(response.status) else {
            let fault = ProviderFault(body: await Self.errorBody(of: response))
            try Task.checkCancellation()
            throw ProviderError.response(
                status: response.status, fault: fault, retryAfter: Self.retryAfter(response), engine: engine,
                model: model, host: host, successor: successor, text: text)
        }
        if response.header("content-type")?.lowercased().contains("text/html") == true {
            throw ProviderError(
                .wrongAddress,
                "\(host) answered with a web page. Check the base URL of \(engine.rawValue) in the settings.",
                status: response.status)
        }
        return Reply(response: response, text: text) { fault in
            ProviderError.response(
                status: fault.impliedStatus, fault: fault, isInStream: true, engine: engine, model: model, host: host,
                successor: successor, text: text)
        }
    }

    /// The start of the body; what was read so far when it breaks off.
    private static func errorBody(of response: HTTPResponse) async -> [UInt8] {
        var bytes: [UInt8] = []
        do {
            for try await piece in response.body {
                bytes += piece.prefix(errorBodyLimit - bytes.count)
                if bytes.count >= errorBodyLimit { break }
            }
        } catch {
            // The status is known and says more than why the rest of the report is missing.
        }
        return bytes
    }

    /// Only the form in seconds; the form with a date would need the provider's clock to agree with ours.
    private static func retryAfter(_ response: HTTPResponse) -> Double? {
        guard let value = response.header("retry-after").flatMap(Double.init), value.isFinite, value >= 0 else {
            return nil
        }
        return min(value, 86_400)
    }
}

extension ProviderConnection {
    /// The whole body as JSON, for interfaces that do not stream.
    ///
    /// - Throws: ``ProviderError``; what the transport throws; `CancellationError`.
    func value(of reply: Reply) async throws -> JSONValue {
        var bytes: [UInt8] = []
        for try await piece in reply.response.body { bytes += piece }
        // A cancelled task sees the end of the body, not an error.
        try Task.checkCancellation()
        guard let value = try? JSONValue(parsing: bytes) else {
            throw ProviderError.malformed(engine, "it is not JSON")
        }
        if let fault = ProviderFault(value) { throw reply.failure(fault) }
        return value
    }
}

// MARK: - The body of an answer

/// A successful body: a stream of events, or one JSON value from a server that does not stream.
///
/// Which of the two is seen from the first byte, since servers disagree with their own `Content-Type`.
struct ProviderBody {
    enum Item {
        case event(ServerSentEvent)
        /// The whole body, as the only item.
        case whole(JSONValue)
        /// What the end of the stream cut off.
        case cutOff(ServerSentEvent)
    }

    let engine: Engine
    let reply: ProviderConnection.Reply

    /// Hands out the items in order until `take` returns `false`.
    ///
    /// - Throws: ``ProviderError`` `malformed-response`; what the transport or `take` throws; `CancellationError`.
    func forEach(_ take: (Item) async throws -> Bool) async throws {
        var parser = ServerSentEventParser()
        var whole: [UInt8]?
        var hasBegun = false
        for try await piece in reply.response.body {
            if !hasBegun, let first = piece.first(where: { $0 > 0x20 }) {
                hasBegun = true
                if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { whole = [] }
            }
            if whole != nil {
                whole? += piece
                continue
            }
            var events: [ServerSentEvent] = []
            let fault = Self.caught { try parser.consume(piece, into: &events) }
            for event in events {
                guard try await take(.event(event)) else { return await reply.response.body.discardRest() }
            }
            if let fault { throw ProviderError.malformed(engine, fault.message) }
        }
        // A cancelled task sees the end of the body, not an error.
        try Task.checkCancellation()
        if let whole {
            guard let value = try? JSONValue(parsing: whole) else {
                throw ProviderError.malformed(engine, "it is not JSON")
            }
            _ = try await take(.whole(value))
        } else {
            var rest: ServerSentEvent?
            if let fault = Self.caught({ rest = try parser.finish() }) {
                throw ProviderError.malformed(engine, fault.message)
            }
            if let rest { _ = try await take(.cutOff(rest)) }
        }
    }

    private static func caught(_ work: () throws -> Void) -> StreamFormatError? {
        do {
            try work()
            return nil
        } catch let error as StreamFormatError {
            return error
        } catch {
            return StreamFormatError(message: "it is not a stream of events")
        }
    }

    /// The JSON value of an event.
    func value(_ event: ServerSentEvent) throws -> JSONValue {
        do {
            return try JSONValue(parsing: event.data)
        } catch {
            throw ProviderError.malformed(engine, "an event of its stream is not JSON")
        }
    }
}

// MARK: - Requests

/// The part of a request that is refused before anything is sent, alike for every remote engine.
enum RequestChecks {
    static let stopLimit = 16
    static let stopBytes = 256

    static func check(_ request: ModelRequest, engine: Engine) throws {
        guard request.ledgerRecord != nil else { throw ProviderError.notRouted(engine) }
        let options = request.options
        guard GenerationOptions.sensibleTokens.contains(options.maxTokens) else {
            throw ProviderError.badOption(
                "`maxTokens` must be between 1 and \(GenerationOptions.sensibleTokens.upperBound), not \(options.maxTokens)"
            )
        }
        guard options.temperature.isFinite, GenerationOptions.sensibleTemperatures.contains(options.temperature) else {
            throw ProviderError.badOption("`temperature` must be between 0 and 2, not \(options.temperature)")
        }
        let penalties = [options.presencePenalty, options.frequencyPenalty]
        guard penalties.allSatisfy(GenerationOptions.sensiblePenalties.contains) else {
            throw ProviderError.badOption("`presencePenalty` and `frequencyPenalty` must be between -2 and 2")
        }
        guard options.topP.isFinite, options.topP > 0, options.topP <= 1 else {
            throw ProviderError.badOption("`topP` must be above 0 and at most 1, not \(options.topP)")
        }
        guard options.stopSequences.count <= stopLimit,
            options.stopSequences.allSatisfy({ $0.utf8.count <= stopBytes })
        else {
            throw ProviderError.badOption("At most \(stopLimit) stop sequences of \(stopBytes) bytes can be given")
        }
        if options.grammar != nil, !engine.isOwnServer {
            throw ProviderError.badOption("A grammar can be given to local and custom engines only; give a schema")
        }
        guard request.suffix == nil else {
            throw ProviderError.badOption("What stands behind a gap can be given to local models only")
        }
        guard request.messages.contains(where: { $0.role != .system && !isBlank($0) }) else {
            throw ProviderError.emptyPrompt
        }
        for message in request.messages where message.role == .tool && message.toolCallID?.isEmpty != false {
            throw ProviderError.badMessage("A tool's message does not name the call that it is the result of")
        }
        var names: Set<String> = []
        for tool in request.tools {
            guard isName(tool.name), names.insert(tool.name).inserted else {
                throw ProviderError.badTool(
                    "Names of tools must be unique and have 1 to 64 letters, digits, `_` or `-`; “"
                        + ErrorText(key: nil).cleaned(tool.name) + "” is not such a name")
            }
            guard tool.parameters.objectValue != nil else {
                throw ProviderError.badTool("The parameters of the tool \(tool.name) are not a JSON Schema object")
            }
        }
    }

    /// - Parameters:
    ///   - areTold: Whether the model tells how likely its tokens were.
    ///   - areOfTheAnswer: Whether what it writes is the answer: not where that is unwrapped, or cut off here.
    static func checkLogprobs(_ request: ModelRequest, areTold: Bool, areOfTheAnswer: Bool = true) throws {
        guard let count = request.options.logprobs else { return }
        guard GenerationOptions.sensibleLogprobs.contains(count) else {
            throw ProviderError.badOption(
                "`logprobs` must be between 0 and \(GenerationOptions.sensibleLogprobs.upperBound), not \(count)")
        }
        guard areTold else { throw ProviderError.noLogprobs }
        guard areOfTheAnswer else {
            throw ProviderError.badOption(
                "The tokens that this service tells of are not those of the answer where its schema is no object, or where it "
                    + "takes fewer stop sequences; leave `logprobs` out, or ask a local model")
        }
    }

    private static func isBlank(_ message: Message) -> Bool {
        message.toolCalls?.isEmpty != false && message.content.isBlank
    }

    /// The form of names that OpenAI and Anthropic take.
    static func isName(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x2D: true
                default: false
                }
            }
    }

    /// The most tokens to ask for, and a note when that is less than what was asked of us.
    static func tokenLimit(_ request: ModelRequest, maximum: Int?) -> (limit: Int, note: String?) {
        guard let maximum, request.options.maxTokens > maximum else { return (request.options.maxTokens, nil) }
        return (maximum, "The answer was limited to \(maximum) tokens, the most that the model writes.")
    }
}
