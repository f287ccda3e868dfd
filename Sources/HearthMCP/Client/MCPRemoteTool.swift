package import HearthCore

/// A tool that a server offers, as far as it can be taken.
package struct MCPRemoteTool: Hashable, Sendable {
    package var name: String
    package var title: String?
    package var description: String
    /// JSON Schema of an object.
    package var schema: JSONObject
    /// What the server says of it: that it changes nothing. Nobody checked it.
    package var changesNothing: Bool

    /// Bytes of a description, and of a schema: it goes into each prompt.
    static let mostDescription = 4 << 10
    static let mostSchema = 32 << 10
    /// Tools of one server.
    package static let most = 128
    private static let longestName = 128

    /// What a page of a list holds.
    ///
    /// - Returns: The tools that can be taken; why others cannot, each by its name; and where the next page begins.
    /// - Throws: ``MCPAnswerProblem`` where it is no list.
    package static func page(
        _ result: JSONObject
    ) throws(MCPAnswerProblem) -> (tools: [MCPRemoteTool], leftOut: [String], next: String?) {
        guard let list = result["tools"]?.arrayValue else { throw MCPAnswerProblem("it has no list of tools") }
        var tools: [MCPRemoteTool] = []
        var leftOut: [String] = []
        for value in list.prefix(most) {
            let name = value["name"]?.stringValue ?? ""
            do throws(MCPAnswerProblem) {
                tools.append(try tool(value))
            } catch {
                leftOut.append("\(name.isEmpty ? "a tool" : String(name.prefix(longestName))): \(error.message)")
            }
        }
        if list.count > most { leftOut.append("\(list.count - most) more: only \(most) are taken") }
        return (tools, leftOut, result["nextCursor"]?.stringValue.flatMap { $0.utf8.count <= 4096 ? $0 : nil })
    }

    private static func tool(_ value: JSONValue) throws(MCPAnswerProblem) -> MCPRemoteTool {
        guard let name = value["name"]?.stringValue, isName(name) else {
            throw MCPAnswerProblem("its name has to be 1 to \(longestName) letters, digits, _, -, . or /")
        }
        guard let schema = value["inputSchema"]?.objectValue,
            schema["type"] == nil || schema["type"] == "object"
        else { throw MCPAnswerProblem("its arguments are not described as an object") }
        guard JSONValue.object(schema).description.utf8.count <= mostSchema else {
            throw MCPAnswerProblem("its arguments are described in more than \(mostSchema) bytes")
        }
        let annotations = value["annotations"]
        let title = value["title"]?.stringValue ?? annotations?["title"]?.stringValue
        return MCPRemoteTool(
            name: name, title: title.map { String($0.prefix(120)) },
            description: (value["description"]?.stringValue ?? "").prefix(bytes: mostDescription), schema: schema,
            changesNothing: annotations?["readOnlyHint"]?.boolValue ?? false)
    }

    private static func isName(_ name: String) -> Bool {
        (1...longestName).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."),
                    UInt8(ascii: "/"):
                    true
                default: false
                }
            }
    }
}

/// What a call of a server's tool gave, as text.
package struct MCPRemoteResult: Hashable, Sendable {
    package var text: String
    package var isError: Bool

    /// Bytes of a result; more is cut off, and said so.
    package static let most = 256 << 10

    package init(_ result: JSONObject) {
        isError = result["isError"]?.boolValue ?? false
        var parts = (result["content"]?.arrayValue ?? []).prefix(1000).map(Self.text)
        // What follows the tool's own schema stands in the text too, as the protocol wants it; some servers forget that.
        if parts.allSatisfy(\.isEmpty), let structured = result["structuredContent"], structured != .null {
            parts = [structured.description]
        }
        let whole = parts.joined(separator: "\n")
        text = whole.utf8.count > Self.most ? whole.prefix(bytes: Self.most) + "\n[The rest is left out.]" : whole
    }

    private static func text(_ part: JSONValue) -> String {
        switch part["type"]?.stringValue {
        case "text": part["text"]?.stringValue ?? ""
        case "resource":
            part["resource"]?["text"]?.stringValue ?? "[A file that is no text: \(address(part["resource"]))]"
        case "resource_link": link(part)
        case "image": "[An image, which is not read.]"
        case "audio": "[A recording, which is not read.]"
        default: "[Something that is not known here.]"
        }
    }

    private static func address(_ part: JSONValue?) -> String { String((part?["uri"]?.stringValue ?? "").prefix(500)) }

    /// What a link leads to, by what the server calls it and says of it.
    private static func link(_ part: JSONValue) -> String {
        let title = part["title"]?.stringValue ?? part["name"]?.stringValue ?? ""
        let name = title.isEmpty ? "" : "\(title.prefix(200)), "
        let about = part["description"]?.stringValue ?? ""
        return "[A link: \(name)\(address(part))\(about.isEmpty ? "" : ": \(about.prefix(500))")]"
    }
}
