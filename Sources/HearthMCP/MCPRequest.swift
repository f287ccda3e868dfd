import HearthCore
import HearthSchema
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
        case "server/discover" where !version.hasHandshake: return try discovery()
        case "tools/list":
            return try list(MCPWire.ToolList(tools: server.tools.map { $0.wire(version) }))
        case "tools/call": return try await callTool()
        case "resources/list": return try await listResources()
        case "resources/templates/list":
            return try list(
                MCPWire.TemplateList(
                    resourceTemplates: server.resources.templates.map {
                        .init(
                            uriTemplate: $0.uriTemplate, name: $0.name, description: $0.description,
                            mimeType: $0.mimeType)
                    }))
        case "resources/read": return try await readResource()
        default: throw MCPError.unknownMethod(message.method)
        }
    }

    // MARK: - Lists

    private func discovery() throws -> JSONValue {
        try marked(
            MCPWire.Discovery(
                supportedVersions: ProtocolVersion.allCases.filter { !$0.hasHandshake }.map(\.rawValue),
                capabilities: MCPWire.Capabilities(), instructions: server.instructions,
                meta: .init(serverInfo: server.information(version))), isList: true)
    }

    /// Before a result goes out: what it came from may be more private than when the work for it began.
    private func lookAgain() async throws {
        guard let reader = Reader.current, let provenance = Provenance.current else { return }
        try await server.lookAgain(reader, provenance.origins)
    }

    /// Everything on one page.
    private func list(_ all: some WireType) throws -> JSONValue {
        guard parameters["cursor"] == nil else { throw MCPError.unknownCursor }
        return try marked(all, isList: true)
    }

    private func listResources() async throws -> JSONValue {
        let page = try await server.resources.resources(after: parameters["cursor"]?.stringValue)
        try await lookAgain()
        return try marked(
            MCPWire.ResourceList(resources: page.resources.map { $0.wire(version) }, nextCursor: page.next),
            isList: true)
    }

    private func readResource() async throws -> JSONValue {
        let uri = try message.read(MCPWire.ReadParameters.self).uri
        let (text, type) = try await server.resources.read(uri)
        do { try await lookAgain() } catch is any ReadableError {
            // What may not be read is not there.
            throw MCPError.unknownResource(uri)
        }
        return try marked(
            MCPWire.ReadResult(contents: [.init(uri: uri, mimeType: type, text: text)]), isList: true)
    }

    /// The newest version wants each result to say that it is complete, and lists to say how long they hold. Nothing here may
    /// be kept by anybody else, and it changes with every document.
    private func marked(_ result: some WireType, isList: Bool) throws -> JSONValue {
        let value = try result.json()
        guard version.marksResults, var object = value.objectValue else { return value }
        object["resultType"] = "complete"
        if isList {
            object["ttlMs"] = 0
            object["cacheScope"] = "private"
        }
        return .object(object)
    }

    // MARK: - Tools

    private func callTool() async throws -> JSONValue {
        let call = try message.read(MCPWire.CallParameters.self)
        guard let tool = server.tools.first(where: { $0.name == call.name }) else {
            throw MCPError.invalidParameters("There is no tool \(call.name.prefix(100)).")
        }
        let arguments = call.arguments ?? JSONObject()
        if let problem = tool.problem(with: arguments) {
            return try value(ToolResult("The arguments do not fit: \(problem)", isError: true))
        }
        do {
            let result = try await tool.run(arguments, ToolContext(report: reporter()))
            try Task.checkCancellation()
            try await lookAgain()
            return try value(result)
        } catch let error as MCPError {
            throw error
        } catch let error as any ReadableError {
            return try value(ToolResult(error.explanation, isError: true))
        }
    }

    private func value(_ result: ToolResult) throws -> JSONValue {
        try marked(
            MCPWire.CallResult(
                content: [.init(text: result.text)],
                structuredContent: version.hasStructuredContent ? result.structured : nil, isError: result.isError),
            isList: false)
    }

    /// Sends progress on, where the client wants it; never backwards, as the protocol demands.
    private func reporter() -> @Sendable (Double, String) async -> Void {
        guard let token = message.progressToken else { return { _, _ in } }
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
            let progress = MCPWire.Progress(
                progressToken: token, progress: percent, total: 100,
                message: version.hasAnnotations && !text.isEmpty ? text : nil)
            // How far it is may be missed; what is being done goes on.
            guard let parameters = try? progress.json() else { return }
            await notify(JSONRPC.notification("notifications/progress", parameters))
        }
    }
}
