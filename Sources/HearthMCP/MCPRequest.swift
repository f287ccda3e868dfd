import HearthCore
import HearthSchema
import Synchronization

/// One request that is being worked on.
struct MCPRequest: Sendable {
    let server: MCPServer
    let version: ProtocolVersion
    let message: MCPMessage
    let notify: MCPSession.Notify
    let log: MCPLog

    init(
        server: MCPServer, version: ProtocolVersion, message: MCPMessage, logLevel: MCPLogLevel?,
        notify: @escaping MCPSession.Notify
    ) {
        self.server = server
        self.version = version
        self.message = message
        self.notify = notify
        log = MCPLog(message, threshold: version.hasLogging ? logLevel : nil, notify: notify)
    }

    private var parameters: JSONObject { message.parameters }

    /// What is answered. How it goes is told to a client that wants to know.
    func result() async throws -> JSONValue {
        let start = ContinuousClock.now
        await log.tell(.debug, "was begun")
        do {
            let result = try await work()
            await log.tell(.info, "was answered", took: start.duration(to: .now))
            return result
        } catch {
            await log.tell(error, took: start.duration(to: .now))
            throw error
        }
    }

    private func work() async throws -> JSONValue {
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
        case "prompts/list" where !server.prompts.isEmpty:
            return try list(MCPWire.PromptList(prompts: server.prompts.map { $0.wire(version) }))
        case "prompts/get" where !server.prompts.isEmpty: return try await getPrompt()
        case "completion/complete": return try await complete()
        default: throw MCPError.unknownMethod(message.method)
        }
    }

    // MARK: - Lists

    private func discovery() throws -> JSONValue {
        try marked(
            MCPWire.Discovery(
                supportedVersions: ProtocolVersion.allCases.filter { !$0.hasHandshake }.map(\.rawValue),
                capabilities: MCPWire.Capabilities(of: server, version), instructions: server.instructions,
                meta: .init(serverInfo: server.information(version))), isList: true)
    }

    /// Before a result goes out: what it came from may be more private than when the work for it began.
    private func lookAgain() async throws {
        guard let reader = Reader.current, let provenance = Provenance.current else { return }
        try await server.lookAgain(reader, provenance.origins)
    }

    /// Everything on one page.
    private func list(_ all: some WireType) throws -> JSONValue {
        guard try cursor() == nil else { throw MCPError.unknownCursor }
        return try marked(all, isList: true)
    }

    /// What the page before named as its next.
    private func cursor() throws -> String? { try message.read(MCPWire.ListParameters.self).cursor }

    private func listResources() async throws -> JSONValue {
        let page = try await server.resources.resources(after: try cursor())
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

    /// Names, for an error that says which there are.
    private static func list(_ names: [String]) -> String { names.map { "`\($0)`" }.joined(separator: ", ") }

    // MARK: - Prompts

    private func prompt(_ name: String) throws -> MCPPrompt {
        guard let prompt = server.prompts.first(where: { $0.name == name }) else {
            throw MCPError.invalidParameters(
                "There is no prompt \(name.prefix(100)). There are \(Self.list(server.prompts.map(\.name))).")
        }
        return prompt
    }

    private func getPrompt() async throws -> JSONValue {
        let asked = try message.read(MCPWire.PromptParameters.self)
        let prompt = try prompt(asked.name)
        let arguments = try prompt.checked(asked.arguments ?? [:])
        let words: String
        do {
            words = try await prompt.words(arguments)
            try await lookAgain()
        } catch let error as MCPError {
            throw error
        } catch let error as any ReadableError where Self.isOfArguments(error.kind) {
            // A prompt has no way to tell a model what went wrong; the person who filled it in reads this.
            throw MCPError.invalidParameters(error.explanation)
        }
        return try marked(
            MCPWire.PromptResult(
                description: prompt.description, messages: [.init(content: .init(text: words))]), isList: false)
    }

    /// Whether other arguments would help: what they name is not there, not for this client, or more than one thing.
    private static func isOfArguments(_ kind: Failure.Kind) -> Bool {
        [.unknownItem, .notAllowed, .conflict, .invalidInput, .badRequest, .usage].contains(kind)
    }

    // MARK: - Completion

    private func complete() async throws -> JSONValue {
        let asked = try message.read(MCPWire.CompleteParameters.self)
        let (name, typed) = (asked.argument.name, asked.argument.value)
        var found: MCPSuggestions
        if asked.ref.type == "ref/prompt" {
            guard let wanted = asked.ref.name else { throw MCPError.invalidParameters("`ref.name` is missing.") }
            let prompt = try prompt(wanted)
            guard let argument = prompt.arguments.first(where: { $0.name == name }) else {
                throw prompt.unknownArgument(name)
            }
            found = try await argument.suggestions?(typed) ?? .nothing
        } else {
            guard let template = asked.ref.uri else { throw MCPError.invalidParameters("`ref.uri` is missing.") }
            guard server.resources.templates.contains(where: { $0.uriTemplate == template }),
                let suggested = try await server.resources.suggestions(for: name, of: template, typed: typed)
            else {
                throw MCPError.invalidParameters(
                    "There is no template of resources \(template.prefix(200)) with \(name.prefix(100)) in it.")
            }
            found = suggested
        }
        // What may not be read any more is not there, and is not suggested.
        do { try await lookAgain() } catch is any ReadableError { found = .nothing }
        return try marked(
            MCPWire.CompleteResult(completion: .init(values: found.values, hasMore: found.hasMore)), isList: false)
    }

    // MARK: - Tools

    private func callTool() async throws -> JSONValue {
        let call = try message.read(MCPWire.CallParameters.self)
        guard let tool = server.tools.first(where: { $0.name == call.name }) else {
            throw MCPError.invalidParameters(
                "There is no tool \(call.name.prefix(100)). There are \(Self.list(server.tools.map(\.name))).")
        }
        let arguments = call.arguments ?? JSONObject()
        if let problem = tool.problem(with: arguments) {
            return try value(ToolResult("The arguments do not fit: \(problem)", isError: true))
        }
        do {
            let result = try await tool.run(arguments, ToolContext(report: reporter()))
            try Task.checkCancellation()
            try await lookAgain()
            if result.isError { await log.tell(.warning, "could not be done") }
            return try value(result)
        } catch let error as MCPError {
            throw error
        } catch {
            guard let told = error.readable else { throw error }
            await log.tell(.warning, "could not be done", code: told.code)
            return try value(ToolResult(told.explanation, isError: true))
        }
    }

    private func value(_ result: ToolResult) throws -> JSONValue {
        var content = [MCPWire.Content(type: "text", text: result.text)]
        if version.hasResourceLinks { content += result.links.map(\.link) }
        return try marked(
            MCPWire.CallResult(
                content: content,
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
