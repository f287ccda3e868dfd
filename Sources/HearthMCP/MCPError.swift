public import HearthCore

/// An error of the protocol, with its JSON-RPC code. Errors of a tool's work are results of the tool instead, so that the
/// model that called it can read them.
public struct MCPError: ReadableError {
    public let number: Int
    public let message: String
    let data: JSONValue?

    public var code: String { "mcp\(number)" }

    init(_ number: Int, _ message: String, data: JSONValue? = nil) {
        self.number = number
        self.message = message
        self.data = data
    }

    /// What came in is not JSON.
    public static let notJSON = MCPError(-32700, "The message is not JSON.")
    /// What came in is longer than is taken.
    public static let tooLong = MCPError(-32700, "The message is too long.")
    static func invalidRequest(_ why: String) -> MCPError { MCPError(-32600, why) }
    static func unknownMethod(_ name: String) -> MCPError {
        MCPError(-32601, "The method \(name.prefix(100)) is not known here.")
    }
    static func invalidParameters(_ why: String) -> MCPError { MCPError(-32602, why) }
    static let inner = MCPError(-32603, "Something went wrong in the server.")
    static let notInitialized = MCPError(-32600, "The first request has to be `initialize`.")

    /// A resource that is not there.
    public static func unknownResource(_ uri: String) -> MCPError {
        MCPError(-32002, "There is no such resource.", data: ["uri": .string(String(uri.prefix(1000)))])
    }

    /// A cursor that no page gave.
    public static let unknownCursor = invalidParameters("The cursor is not one of ours.")

    static func unsupportedVersion(_ requested: String) -> MCPError {
        let known = ProtocolVersion.allCases.map { JSONValue.string($0.rawValue) }
        return MCPError(
            -32022, "Unsupported protocol version",
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
