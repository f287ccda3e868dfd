import HearthCore
import Synchronization

/// One request that is being worked on.
struct MCPRequest: Sendable {
    let server: MCPServer
    let version: ProtocolVersion
    let message: MCPMessage
    let notify: MCPSession.Notify

    private var parameters: JSONObject { message.parameters }

    func result() async throws -> JSONValue {
        switch message.method {
        case "server/discover" where !version.hasHandshake: return discovery()
        case "tools/list": return try list("tools", server.tools.map { $0.value(version) })
        case "tools/call": return try await callTool()
        case "resources/list": return try await listResources()
        case "resources/templates/list": return try list("resourceTemplates", templates())
        case "resources/read": return try await readResource()
        default: throw MCPError.unknownMethod(message.method)
        }
    }

    // MARK: - Lists

    private func discovery() -> JSONValue {
        let known = ProtocolVersion.allCases.filter { !$0.hasHandshake }.map { JSONValue.string($0.rawValue) }
        return marked(
            [
                "supportedVersions": .array(known), "capabilities": MCPServer.capabilities,
                "instructions": .string(server.instructions),
                "_meta": ["io.modelcontextprotocol/serverInfo": server.information(version)],
            ], isList: true)
    }

    /// Before a result goes out: what it came from may be more private than when the work for it began.
    private func lookAgain() async throws {
        guard let reader = Reader.current, let given = Given.current else { return }
        try await server.lookAgain(reader, given.origins)
    }

    /// Everything on one page.
    private func list(_ name: String, _ items: [JSONValue]) throws -> JSONValue {
        guard parameters["cursor"] == nil else { throw MCPError.unknownCursor }
        return marked([name: .array(items)], isList: true)
    }

    private func listResources() async throws -> JSONValue {
        let page = try await server.resources.resources(after: parameters["cursor"]?.stringValue)
        try await lookAgain()
        var object: JSONObject = ["resources": .array(page.resources.map { $0.value(version) })]
        if let next = page.next { object["nextCursor"] = .string(next) }
        return marked(object, isList: true)
    }

    private func templates() -> [JSONValue] {
        server.resources.templates.map {
            [
                "uriTemplate": .string($0.uriTemplate), "name": .string($0.name),
                "description": .string($0.description), "mimeType": .string($0.mimeType),
            ]
        }
    }

    private func readResource() async throws -> JSONValue {
        guard let uri = parameters["uri"]?.stringValue else { throw MCPError.invalidParameters("`uri` is missing.") }
        let (text, type) = try await server.resources.read(uri)
        do { try await lookAgain() } catch is any ReadableError {
            // What may not be read is not there.
            throw MCPError.unknownResource(uri)
        }
        return marked(
            ["contents": [["uri": .string(uri), "mimeType": .string(type), "text": .string(text)]]], isList: true)
    }

    /// The newest version wants each result to say that it is complete, and lists to say how long they hold. Nothing here may
    /// be kept by anybody else, and it changes with every document.
    private func marked(_ object: JSONObject, isList: Bool) -> JSONValue {
        guard version.marksResults else { return .object(object) }
        var object = object
        object["resultType"] = "complete"
        if isList {
            object["ttlMs"] = 0
            object["cacheScope"] = "private"
        }
        return .object(object)
    }

    // MARK: - Tools

    private func callTool() async throws -> JSONValue {
        guard let name = parameters["name"]?.stringValue else { throw MCPError.invalidParameters("`name` is missing.") }
        guard let tool = server.tools.first(where: { $0.name == name }) else {
            throw MCPError.invalidParameters("There is no tool \(name.prefix(100)).")
        }
        let given = parameters["arguments"]
        guard given == nil || given?.objectValue != nil else {
            throw MCPError.invalidParameters("`arguments` has to be an object.")
        }
        let arguments = given?.objectValue ?? JSONObject()
        if let problem = tool.problem(with: arguments) {
            return value(ToolResult("The arguments do not fit: \(problem)", isError: true))
        }
        do {
            let result = try await tool.run(arguments, ToolContext(report: reporter()))
            try Task.checkCancellation()
            try await lookAgain()
            return value(result)
        } catch let error as MCPError {
            throw error
        } catch let error as any ReadableError {
            return value(ToolResult(error.explanation, isError: true))
        }
    }

    private func value(_ result: ToolResult) -> JSONValue {
        var object: JSONObject = ["content": [["type": "text", "text": .string(result.text)]]]
        if version.hasStructuredContent, let structured = result.structured { object["structuredContent"] = structured }
        object["isError"] = .bool(result.isError)
        return marked(object, isList: false)
    }

    /// Sends progress on, where the client wants it; never backwards, as the protocol demands.
    private func reporter() -> @Sendable (Double, String) async -> Void {
        guard let token = message.progressToken, token.stringValue != nil || token.numberValue?.isInteger == true else {
            return { _, _ in }
        }
        let highest = Mutex(-1)
        let (version, notify) = (version, notify)
        return { fraction, text in
            let percent = Int(min(1, max(0, fraction.isFinite ? fraction : 0)) * 100)
            let isNews = highest.withLock { highest in
                guard percent > highest else { return false }
                highest = percent
                return true
            }
            guard isNews else { return }
            var parameters: JSONObject = [
                "progressToken": token, "progress": .number(JSONNumber(percent)), "total": 100,
            ]
            if version.hasAnnotations, !text.isEmpty { parameters["message"] = .string(text) }
            await notify(
                ["jsonrpc": "2.0", "method": "notifications/progress", "params": .object(parameters)])
        }
    }
}
