public import HearthCore

/// An error of the protocol, with its JSON-RPC code. Errors of a tool's work are results of the tool instead, so that the
/// model that called it can read them.
public struct MCPError: ReasonedError {
    /// What can go wrong; a raw value is JSON-RPC's number.
    public enum Reason: Int, FailureReason {
        case notJSON = -32700
        case invalidRequest = -32600
        case unknownMethod = -32601
        case invalidParameters = -32602
        case inner = -32603
        case unknownResource = -32002
        case unsupportedVersion = -32022
        case tooMany = -32000

        public var code: String { "mcp\(rawValue)" }

        public var kind: Failure.Kind {
            switch self {
            case .notJSON, .invalidRequest, .unknownMethod, .invalidParameters, .unsupportedVersion: .badRequest
            case .unknownResource: .unknownItem
            case .tooMany: .overloaded
            case .inner: .internal
            }
        }
    }

    public let reason: Reason
    public let message: String
    let data: JSONValue?

    public var number: Int { reason.rawValue }

    init(_ reason: Reason, _ message: String, data: JSONValue? = nil) {
        self.reason = reason
        self.message = message
        self.data = data
    }

    /// What came in is not JSON.
    public static let notJSON = MCPError(.notJSON, "The message is not JSON.")
    /// What came in is longer than is taken.
    public static let tooLong = MCPError(.notJSON, "The message is too long.")
    static func invalidRequest(_ why: String) -> MCPError { MCPError(.invalidRequest, why) }
    static func unknownMethod(_ name: String) -> MCPError {
        MCPError(.unknownMethod, "The method \(name.prefix(100)) is not known here.")
    }
    static func invalidParameters(_ why: String) -> MCPError { MCPError(.invalidParameters, why) }
    static let inner = MCPError(.inner, "Something went wrong in the server.")
    static let notInitialized = MCPError(.invalidRequest, "The first request has to be `initialize`.")

    /// A resource that is not there.
    public static func unknownResource(_ uri: String) -> MCPError {
        MCPError(.unknownResource, "There is no such resource.", data: ["uri": .string(String(uri.prefix(1000)))])
    }

    /// A cursor that no page gave.
    public static let unknownCursor = invalidParameters("The cursor is not one of ours.")

    static func unsupportedVersion(_ requested: String) -> MCPError {
        let known = ProtocolVersion.allCases.map { JSONValue.string($0.rawValue) }
        return MCPError(
            .unsupportedVersion, "Unsupported protocol version",
            data: ["supported": .array(known), "requested": .string(String(requested.prefix(100)))])
    }

    /// The whole message that tells it.
    public func response(to id: JSONValue?) -> JSONValue {
        var error = JSONObject([("code", .number(JSONNumber(number))), ("message", .string(message))])
        if let data { error["data"] = data }
        var object: JSONObject = ["jsonrpc": "2.0"]
        // Where it cannot be told which request was meant, JSON-RPC wants null; MCP leaves it out.
        if let id { object["id"] = id }
        object["error"] = .object(error)
        return .object(object)
    }
}
