public import HearthCore

/// The shape in which a client expects to be told of an error.
public enum ErrorStyle: Sendable {
    /// `{"error":{"code","message"}}`: Hearth's own.
    case plain
    /// `{"error":{"message","type","param","code"}}`
    case openAI
    /// `{"type":"error","error":{"type","message"}}`
    case anthropic
    /// A JSON-RPC error without an id, as MCP has it where it is of no single request.
    case jsonRPC
    /// `{"error":"message"}`
    case ollama

    /// Whether the path is of an interface that other programs speak, and not of Hearth's own.
    var isOfOthers: Bool { !isPlain }

    /// The style of the family of routes that a path belongs to.
    ///
    /// - Parameter isOfAnthropic: Whether a client of Anthropic's interface asks, which has some of its addresses in common with
    ///   OpenAI's.
    public init(path: some StringProtocol, isOfAnthropic: Bool = false) {
        if path == "/v1/messages" || path.hasPrefix("/v1/messages/") {
            self = .anthropic
        } else if isOfAnthropic,
            ["/v1/models", "/v1/files"].contains(where: { path == $0 || path.hasPrefix($0 + "/") })
        {
            self = .anthropic
        } else if OllamaRoutes.paths.contains(String(path)) || OllamaRoutes.isUnserved(path) {
            self = .ollama
        } else if LlamaServerRoutes.paths.contains(String(path)) || OpenAIRoutes.rankers.contains(String(path)) {
            self = .openAI
        } else if path == "/v1" || path.hasPrefix("/v1/") || path.hasPrefix("/openai/") {
            self = .openAI
        } else if path == "/mcp" || path.hasPrefix("/mcp/") {
            self = .jsonRPC
        } else {
            self = .plain
        }
    }

    /// The error as the content of an answer.
    ///
    /// - Parameter id: The request's, which Anthropic's clients show beside the message.
    public func value(of error: ServerError, id: String? = nil) -> JSONValue {
        switch self {
        case .plain:
            return ["error": error.value]
        case .openAI:
            return [
                "error": [
                    "message": .string(error.explanation), "type": .string(Self.openAIType(error.status)),
                    "param": error.parameter.map(JSONValue.string) ?? .null, "code": .string(error.openAICode),
                ]
            ]
        case .ollama:
            return ["error": .string(error.explanation)]
        case .anthropic:
            var told: JSONObject = [
                "type": "error",
                "error": [
                    "type": .string(Self.anthropicType(error.status)), "message": .string(error.explanation),
                ],
            ]
            if let id { told["request_id"] = .string(id) }
            return .object(told)
        case .jsonRPC:
            // What is no JSON (-32700) is told by whoever reads it.
            let code = error.status.code < 500 ? -32600 : -32603
            return [
                "jsonrpc": "2.0",
                "error": ["code": .number(JSONNumber(code)), "message": .string(error.explanation)],
            ]
        }
    }

    /// The whole answer.
    public func response(_ error: ServerError, id: String? = nil) -> ServerResponse {
        var headers: [(name: String, value: String)] = []
        if let seconds = error.retryAfter { headers.append(("retry-after", String(seconds))) }
        // The clients of OpenAI and Anthropic repeat what ends so, unless they are told that it is of no use.
        let isRepeated = error.status.code >= 500 || [.conflict, .tooManyRequests].contains(error.status)
        if isRepeated, !error.isWorthRepeating { headers.append(("x-should-retry", "false")) }
        if !error.allowed.isEmpty {
            headers.append(("allow", error.allowed.map(\.rawValue).joined(separator: ", ")))
        }
        if error.status == .unauthorized { headers.append(("www-authenticate", "Bearer realm=\"hearth\"")) }
        // Hearth's own interface tells what cannot be read from what cannot be taken; the others do not.
        let isInvalid = error.kind == .invalidInput && isPlain
        let status: ServerStatus = isInvalid ? .unprocessableContent : error.status
        return .json(value(of: error, id: id), status: status, headers: headers)
    }

    /// The headers in which the clients of an interface look for the request's name.
    var idHeaders: [String] {
        if case .anthropic = self { ["x-request-id", "request-id"] } else { ["x-request-id"] }
    }

    private var isPlain: Bool { if case .plain = self { true } else { false } }

    private static func openAIType(_ status: ServerStatus) -> String {
        switch status.code {
        case 401: "authentication_error"
        case 403: "permission_error"
        case 429: "rate_limit_error"
        case 400..<500: "invalid_request_error"
        default: "server_error"
        }
    }

    private static func anthropicType(_ status: ServerStatus) -> String {
        switch status.code {
        case 401: "authentication_error"
        case 403: "permission_error"
        case 404: "not_found_error"
        case 413: "request_too_large"
        case 429: "rate_limit_error"
        case 400..<500: "invalid_request_error"
        case 503: "overloaded_error"
        case 504: "timeout_error"
        default: "api_error"
        }
    }
}

extension ServerError {
    /// The code by which OpenAI's clients know it.
    package var openAICode: String {
        switch kind {
        case .unknownModel: "model_not_found"
        case .unauthorized: "invalid_api_key"
        case .contextTooLong, .messageTooLong: "context_length_exceeded"
        // It has no words for these, or for too many things at once.
        case .usage, .badRequest, .invalidInput, .tooLarge, .nothingToRead, .notExpressible, .unreadable, .unknownItem,
            .conflict, .occupied, .notAllowed, .refusedByPolicy, .refusedBySystem, .noEngine, .noSpeechEngine,
            .unavailable, .notConfigured, .keyOfAnotherHost, .unsupportedTask, .unsupportedOption, .noLogprobs,
            .unusableModel,
            .unfitModel, .modelNotReady, .notEnoughMemory, .windowTooSmall, .toolMissing, .modelFailed, .modelEnded,
            .unusableTemplate, .invalidOutput,
            .refusedByModel, .incompleteResponse, .providerFailed, .overloaded, .rateLimited, .quotaExceeded, .badKey,
            .wrongAddress, .unsendable, .connectionFailed, .timedOut, .badResponse, .badSettings, .locked,
            .damagedData, .diskFull, .busy, .storeUnreachable, .uncertain, .systemFailed, .notRecorded, .stopped,
            .internal:
            code.replacing("-", with: "_")
        }
    }
}
