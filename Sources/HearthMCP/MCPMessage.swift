public import HearthCore
import HearthSchema

/// The versions of the Model Context Protocol, by their dates.
public enum ProtocolVersion: String, Sendable, CaseIterable, Comparable {
    case v20241105 = "2024-11-05"
    case v20250326 = "2025-03-26"
    case v20250618 = "2025-06-18"
    case v20251125 = "2025-11-25"
    /// Without sessions: each request says in `_meta` which version it speaks.
    case v20260728 = "2026-07-28"

    /// The newest that is agreed on by a handshake.
    public static let newestWithHandshake = ProtocolVersion.v20251125

    var hasHandshake: Bool { self < .v20260728 }
    /// Several messages in one list.
    var allowsBatches: Bool { self == .v20250326 }
    /// Clients say what they want to be told of how requests go. The newest version advises against building that.
    var hasLogging: Bool { hasHandshake }
    /// Says that arguments can be completed; it was done before there was a word for it.
    var declaresCompletions: Bool { self >= .v20250326 }
    /// Hints on what a tool does; also messages with progress.
    var hasAnnotations: Bool { self >= .v20250326 }
    /// Titles, schemas of results and results that follow them.
    var hasStructuredContent: Bool { self >= .v20250618 }
    /// Results of tools may name resources.
    var hasResourceLinks: Bool { self >= .v20250618 }
    /// Results say that they are complete, and how long they may be kept.
    var marksResults: Bool { self >= .v20260728 }

    public static func < (a: ProtocolVersion, b: ProtocolVersion) -> Bool { a.rawValue < b.rawValue }
}

/// A message from a client, taken apart.
struct MCPMessage: Sendable {
    /// `nil` for a notification. A string or a whole number.
    var id: JSONValue?
    var method: String
    var parameters: JSONObject

    /// `nil` for a response, which nothing here asks for.
    init?(_ value: JSONValue) throws(MCPError) {
        guard let object = value.objectValue else {
            throw .invalidRequest("A message has to be a JSON-RPC 2.0 object, and is \(value.found).")
        }
        guard object["jsonrpc"]?.stringValue == "2.0" else {
            throw .invalidRequest("`jsonrpc` has to be \"2.0\"\(Self.found(object["jsonrpc"])).")
        }
        guard let method = object["method"] else {
            guard object["id"] != nil, object["result"] != nil || object["error"] != nil else {
                throw .invalidRequest("`method` is missing.")
            }
            return nil
        }
        guard let name = method.stringValue else {
            throw .invalidRequest("`method` has to be a string\(Self.found(method)).")
        }
        self.method = name
        if let id = object["id"] {
            guard Self.isID(id) else {
                throw .invalidRequest("`id` has to be a string or a whole number\(Self.found(id)).")
            }
            self.id = id
        }
        guard let parameters = object["params"] else {
            self.parameters = JSONObject()
            return
        }
        guard let members = parameters.objectValue else {
            throw .invalidRequest("`params` has to be an object\(Self.found(parameters)).")
        }
        self.parameters = members
    }

    private static func found(_ value: JSONValue?) -> String { ", and is \(value?.found ?? "missing")" }

    /// What the client wants progress to be told under: a string or a whole number.
    var progressToken: JSONValue? {
        guard let token = parameters["_meta"]?["progressToken"], Self.isID(token) else { return Optional.none }
        return token
    }

    /// The version that a request without a session speaks.
    var version: String? { parameters["_meta"]?["io.modelcontextprotocol/protocolVersion"]?.stringValue }

    /// The id of a message that could not be taken, for the error that says so.
    static func id(of value: JSONValue) -> JSONValue? {
        // `nil` would be JSON's null here, which is a value.
        guard let id = value["id"], isID(id) else { return Optional.none }
        return id
    }

    private static func isID(_ value: JSONValue) -> Bool {
        value.stringValue != nil || value.numberValue?.isInteger == true
    }

    /// The parameters as what a method takes.
    ///
    /// - Throws: ``MCPError`` that names the one that is wrong.
    func read<Parameters: WireRequest>(_ type: Parameters.Type = Parameters.self) throws -> Parameters {
        do {
            return try Parameters.read(.object(parameters), WirePlace(name: ""))
        } catch let problem as WireProblem {
            throw MCPError.invalidParameters(problem.message)
        }
    }
}

/// JSON-RPC's envelope. It stays JSON: an id is what the client made it, and is given back as it came.
enum JSONRPC {
    static func response(to id: JSONValue, _ result: JSONValue) -> JSONValue { message(id: id, [("result", result)]) }

    static func notification(_ method: String, _ parameters: JSONValue) -> JSONValue {
        message(id: nil, [("method", .string(method)), ("params", parameters)])
    }

    fileprivate static func message(id: JSONValue?, _ members: [(String, JSONValue)]) -> JSONValue {
        var object: JSONObject = ["jsonrpc": "2.0"]
        if let id { object["id"] = id }
        for (name, value) in members { object[name] = value }
        return .object(object)
    }
}

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
        case headerMismatch = -32020
        case tooMany = -32000

        public var code: String { "mcp\(rawValue)" }

        public var kind: Failure.Kind {
            switch self {
            case .notJSON, .invalidRequest, .unknownMethod, .invalidParameters, .unsupportedVersion,
                .headerMismatch:
                .badRequest
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
    /// What was sent is no request that is taken here, or not now.
    ///
    /// - Parameter why: A sentence for a person.
    public static func invalidRequest(_ why: String) -> MCPError { MCPError(.invalidRequest, why) }
    static func unknownMethod(_ name: String) -> MCPError {
        MCPError(.unknownMethod, "The method \(name.prefix(100)) is not known here.")
    }
    /// What came with a request is not what the method takes.
    ///
    /// - Parameter why: A sentence for a person.
    public static func invalidParameters(_ why: String) -> MCPError { MCPError(.invalidParameters, why) }
    static let inner = MCPError(.inner, "Something went wrong in the server.")
    static let notInitialized = MCPError(.invalidRequest, "The first request has to be `initialize`.")

    /// A resource that is not there.
    public static func unknownResource(_ uri: String) -> MCPError {
        MCPError(.unknownResource, "There is no such resource.", data: ["uri": .string(String(uri.prefix(1000)))])
    }

    /// A cursor that no page gave.
    public static let unknownCursor = invalidParameters(
        "`cursor` has to be the `nextCursor` of the page before, or left out.")

    /// Over HTTP, a header says something else than the message that it repeats.
    public static func headerMismatch(_ header: String) -> MCPError {
        MCPError(.headerMismatch, "Header mismatch: \(header)")
    }

    public static func unsupportedVersion(_ requested: String) -> MCPError {
        let known = ProtocolVersion.allCases.map { JSONValue.string($0.rawValue) }
        return MCPError(
            .unsupportedVersion, "Unsupported protocol version",
            data: ["supported": .array(known), "requested": .string(String(requested.prefix(100)))])
    }

    /// The whole message that tells it, for what a client sent: with the id of a request, and without one for anything else.
    public func response(toMessage message: JSONValue) -> JSONValue {
        response(to: message["method"] == nil ? nil : MCPMessage.id(of: message))
    }

    /// The whole message that tells it.
    ///
    /// - Parameter id: `nil` where it cannot be told which request was meant. JSON-RPC wants null then; MCP leaves it out.
    public func response(to id: JSONValue?) -> JSONValue {
        var error: JSONObject = ["code": .number(JSONNumber(number)), "message": .string(message)]
        if let data { error["data"] = data }
        return JSONRPC.message(id: id, [("error", .object(error))])
    }
}
