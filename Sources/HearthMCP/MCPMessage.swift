import HearthCore

/// A message from a client, taken apart.
struct MCPMessage: Sendable {
    /// `nil` for a notification. A string or a whole number.
    var id: JSONValue?
    var method: String
    var parameters: JSONObject

    /// `nil` for a response, which nothing here asks for.
    init?(_ value: JSONValue) throws(MCPError) {
        guard let object = value.objectValue, object["jsonrpc"]?.stringValue == "2.0" else {
            throw .invalidRequest("A message is a JSON-RPC 2.0 object.")
        }
        guard let method = object["method"] else {
            guard object["id"] != nil, object["result"] != nil || object["error"] != nil else {
                throw .invalidRequest("A message needs a method.")
            }
            return nil
        }
        guard let name = method.stringValue else { throw .invalidRequest("The method has to be a string.") }
        self.method = name
        if let id = object["id"] {
            guard id.stringValue != nil || id.numberValue?.isInteger == true else {
                throw .invalidRequest("The id has to be a string or a whole number.")
            }
            self.id = id
        }
        guard let parameters = object["params"] else {
            self.parameters = JSONObject()
            return
        }
        guard let members = parameters.objectValue else { throw .invalidRequest("The params have to be an object.") }
        self.parameters = members
    }

    /// What the client wants progress to be told under.
    var progressToken: JSONValue? { parameters["_meta"]?["progressToken"] }

    /// The version that a request without a session speaks.
    var version: String? { parameters["_meta"]?["io.modelcontextprotocol/protocolVersion"]?.stringValue }

    /// The id of a message that could not be taken, for the error that says so.
    static func id(of value: JSONValue) -> JSONValue? {
        guard let id = value["id"], id.stringValue != nil || id.numberValue?.isInteger == true else { return nil }
        return id
    }
}
