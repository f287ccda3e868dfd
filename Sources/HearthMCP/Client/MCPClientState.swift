package import HearthCore

/// What a client of the Model Context Protocol knows of one server: what it asked, and what was agreed on.
///
/// A value without input or output: it makes the messages that are sent, and says what those mean that come. What comes is taken as
/// hostile: an answer that nobody waits for is nothing, and what is no message is nothing.
package struct MCPClientState: Sendable {
    /// What a message of the server means.
    package enum Incoming: Sendable {
        /// The answer to the request of that number.
        case answer(id: Int, Result<JSONObject, MCPRefusal>)
        /// The server asked something; this is to be sent back.
        case reply(JSONValue)
        /// Its tools are others now.
        case toolsChanged
    }

    /// Messages in one list that are looked at.
    private static let mostAtOnce = 64

    /// What was agreed on; `nil` before that.
    package private(set) var version: ProtocolVersion?
    /// Whether it has tools at all.
    package private(set) var hasTools = false
    private var lastID = 0
    private var waiting: Set<Int> = []

    package init() {}

    // MARK: What is asked

    /// The first request.
    package mutating func initialize(name: String, version: String) -> (id: Int, message: JSONValue) {
        request(
            "initialize",
            [
                "protocolVersion": .string(ProtocolVersion.newestWithHandshake.rawValue),
                // Nothing that a server could ask of this client: no model, no folder, no form to fill in.
                "capabilities": [:], "clientInfo": ["name": .string(name), "version": .string(version)],
            ])
    }

    /// Takes the answer to the first request.
    ///
    /// - Returns: The message that ends the handshake.
    /// - Throws: ``MCPAnswerProblem`` where the server speaks no version that is known here.
    package mutating func agree(on result: JSONObject) throws(MCPAnswerProblem) -> JSONValue {
        guard let text = result["protocolVersion"]?.stringValue else {
            throw MCPAnswerProblem("it says no version of the protocol")
        }
        guard let version = ProtocolVersion(rawValue: text), version.hasHandshake else {
            throw MCPAnswerProblem("it speaks a version of the protocol that is not known here")
        }
        self.version = version
        hasTools = result["capabilities"]?["tools"]?.objectValue != nil
        return Self.message("notifications/initialized", nil, nil)
    }

    package mutating func request(_ method: String, _ parameters: JSONObject) -> (id: Int, message: JSONValue) {
        lastID += 1
        waiting.insert(lastID)
        return (lastID, Self.message(method, lastID, parameters))
    }

    /// Gives a request up.
    ///
    /// - Returns: The message that says so; `nil` where its answer is there already, or where the protocol forbids it.
    package mutating func giveUp(_ id: Int) -> JSONValue? {
        guard waiting.remove(id) != nil, version != nil else { return nil }
        return Self.message(
            "notifications/cancelled", nil,
            ["requestId": .number(JSONNumber(id)), "reason": "It is not waited for any more."])
    }

    // MARK: What comes

    /// What a message of the server means; a list of them counts as its messages.
    package mutating func take(_ value: JSONValue) -> [Incoming] {
        guard let list = value.arrayValue else { return takeOne(value).map { [$0] } ?? [] }
        return list.prefix(Self.mostAtOnce).compactMap { takeOne($0) }
    }

    private mutating func takeOne(_ value: JSONValue) -> Incoming? {
        guard value["jsonrpc"]?.stringValue == "2.0" else { return nil }
        if let method = value["method"] {
            guard let name = method.stringValue else { return nil }
            guard let id = value["id"], id.stringValue != nil || id.numberValue?.isInteger == true else {
                return name == "notifications/tools/list_changed" ? .toolsChanged : nil
            }
            if name == "ping" { return .reply(JSONRPC.response(to: id, [:])) }
            return .reply(MCPError.unknownMethod(name).response(to: id))
        }
        guard let id = value["id"]?.numberValue?.intValue, waiting.remove(id) != nil else { return nil }
        if let error = value["error"] { return .answer(id: id, .failure(MCPRefusal(error))) }
        guard let result = value["result"]?.objectValue else {
            return .answer(id: id, .failure(MCPRefusal(code: nil, message: "The answer has no result.")))
        }
        return .answer(id: id, .success(result))
    }

    private static func message(_ method: String, _ id: Int?, _ parameters: JSONObject?) -> JSONValue {
        var object: JSONObject = ["jsonrpc": "2.0"]
        if let id { object["id"] = .number(JSONNumber(id)) }
        object["method"] = .string(method)
        if let parameters { object["params"] = .object(parameters) }
        return .object(object)
    }
}

/// What a server answers instead of a result.
package struct MCPRefusal: Error, Hashable, Sendable {
    /// JSON-RPC's number; `nil` where it gave none.
    package let code: Int?
    /// In its own words, shortened.
    package let message: String

    package init(code: Int?, message: String) {
        self.code = code
        self.message = String(message.prefix(500))
    }

    init(_ error: JSONValue) {
        self.init(
            code: error["code"]?.numberValue?.intValue, message: error["message"]?.stringValue ?? "It says no reason.")
    }
}

/// Why an answer of a server cannot be used, as the end of a sentence.
package struct MCPAnswerProblem: Error, Hashable, Sendable {
    package let message: String

    init(_ message: String) { self.message = message }
}
