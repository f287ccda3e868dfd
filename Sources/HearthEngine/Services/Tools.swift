import Foundation
public import HearthCore
import HearthMCP

extension Hearth {
    /// Servers of tools that the owner added: programs of this machine and addresses that speak the Model Context Protocol. Their tools
    /// are offered to models, and called where the owner allows it.
    public struct Tools: Sendable {
        let hearth: Hearth
    }
}

/// A server as it is set now.
public struct ToolServerState: Sendable {
    public var name: String
    public var server: ToolServer
    /// Whether a key is kept for it, as far as is known without reading it; never for a program.
    public var hasKey: Bool
    /// Whether its owner signed in there, as far as is known without reading what was given.
    public var isSignedIn: Bool
}

/// The result of asking a tool server (MCP) for its tools.
public struct ToolServerTest: Sendable {
    public struct Tool: Sendable {
        public var name: String
        public var title: String?
        /// The server's description of the tool, which nobody verified.
        public var description: String
        /// Whether the server declares that the tool is read-only, which nobody verified.
        public var changesNothing: Bool
        /// The owner's permission for the tool. `always` holds only while the server describes the tool as it did then.
        public var permission: ToolPermission
    }

    public var tools: [Tool]
    /// The server's tools that cannot be used, each with the reason.
    public var leftOut: [String]
}

extension Hearth.Tools {
    private static let change = "Changing a server of tools"

    var file: ToolServersFile { ToolServersFile(folder: hearth.environments.current.baseFolder) }

    // MARK: Which there are

    /// All servers by their names.
    ///
    /// - Throws: ``EngineError`` `bad-settings`.
    public func list() async throws -> [ToolServerState] {
        let (file, snapshot) = (file, hearth.environments.current)
        return try await BlockingWork.run {
            let vault = KeyVault(snapshot)
            return try file.read().sorted { $0.key < $1.key }.map { name, server in
                let isFar = server.host != nil
                func has(_ provider: KeyProvider) -> Bool {
                    isFar && ((try? vault.mayHaveKey(for: provider)) ?? false)
                }
                return ToolServerState(
                    name: name.text, server: server, hasKey: has(.tools(name)), isSignedIn: has(.signIn(name)))
            }
        }
    }

    /// Whether a server of that name is at an address, so that it can have a key.
    public func hasAddress(_ name: String) async throws -> Bool {
        try await list().contains { $0.name == name && $0.server.host != nil }
    }

    /// Adds a server, or changes the one of that name. Nothing is started and nothing is sent. What was decided of its tools holds on
    /// where it is the same program or address as before; of another one nothing was decided.
    ///
    /// - Throws: ``EngineError`` `usage` for what is no name or not allowed, `bad-settings`, `owner-only` for a program.
    public func set(_ name: String, to server: ToolServer) async throws {
        try Reader.requireOwner(for: Self.change)
        guard let name = EndpointName(name) else {
            throw EngineError(.usage, "The name of a server of tools has \(EndpointName.allowed).")
        }
        switch server.way {
        case .program(let program):
            guard ToolServersFile.isUsable(program) else {
                throw EngineError(
                    .usage,
                    "A program is a name, or a path that begins with /, with a few arguments and variables that are not too long."
                )
            }
        case .address(let url):
            guard case .url? = SettingKind.endpoint.value(url.absoluteString) else {
                throw EngineError(.usage, "The address has to be \(SettingKind.endpoint.allowed).")
            }
        }
        guard server.ceiling <= server.way.strictestCeiling else {
            throw EngineError(
                .usage, "Private text is given to programs of this machine alone, and to no address.")
        }
        let file = file
        try await BlockingWork.run {
            try file.update { servers in
                var server = server
                if let before = servers[name], before.way == server.way {
                    if server.permissions.isEmpty { server.permissions = before.permissions }
                    if server.signIn.isEmpty { server.signIn = before.signIn }
                    if !server.isForPrograms { server.isForPrograms = before.isForPrograms }
                }
                guard servers[name] != nil || servers.count < ToolServersFile.most else {
                    throw EngineError(
                        .usage, "There are \(ToolServersFile.most) servers of tools already. Remove one first.")
                }
                servers[name] = server
            }
        }
    }

    /// Decides whether programs that ask over `/v1` may have models call the tools of a server. Those alone that are always allowed are
    /// then called for them.
    ///
    /// - Throws: ``EngineError`` `bad-settings`, `owner-only` for a program; ``ToolServerError`` `unknown-tool-server`.
    public func setForPrograms(_ isAllowed: Bool, of name: String) async throws {
        try Reader.requireOwner(for: Self.change)
        let file = file
        try await BlockingWork.run {
            try file.update { servers in
                guard let name = EndpointName(name), servers[name] != nil else { throw ToolServerError.unknownServer }
                servers[name]?.isForPrograms = isAllowed
            }
        }
    }

    /// Removes a server with its key and with what was decided of its tools. What the ledger has of it stays.
    ///
    /// - Returns: Whether there was one of that name.
    /// - Throws: ``EngineError`` `bad-settings`, `key-unavailable`, `owner-only` for a program.
    @discardableResult
    public func remove(_ name: String) async throws -> Bool {
        try Reader.requireOwner(for: Self.change)
        guard let name = EndpointName(name) else { return false }
        let (file, snapshot) = (file, hearth.environments.current)
        return try await BlockingWork.run {
            guard try file.read()[name] != nil else { return false }
            let vault = KeyVault(snapshot)
            // The key first: were the rest to fail, less would be allowed than was, and never more.
            for provider in [KeyProvider.tools(name), .signIn(name)] {
                if (try? vault.mayHaveKey(for: provider)) ?? true { _ = try vault.remove(provider) }
            }
            try file.update { $0[name] = nil }
            return true
        }
    }

    // MARK: What they offer

    /// Starts a server, or asks it at its address, for its tools. It happens only when its owner asks for it, nothing of theirs is
    /// sent but the key, and it is in the ledger.
    ///
    /// - Throws: ``ToolServerError``; what the transport throws: `refused-by-policy` when offline; ``EngineError`` `owner-only` for a
    ///   program.
    public func test(_ name: String) async throws -> ToolServerTest {
        let (name, server) = try await server(name, for: "Asking a server of tools")
        let (tools, leftOut) = try await withLink(name, server) { link in
            try await look(at: link, server)
        }
        let file = file
        let known = try await BlockingWork.run { try file.read()[name]?.permissions ?? [:] }
        return ToolServerTest(
            tools: tools.map { tool in
                var permission = known[tool.name] ?? .ask
                if case .always(let fingerprint) = permission, fingerprint != tool.fingerprint { permission = .ask }
                return ToolServerTest.Tool(
                    name: tool.name, title: tool.title, description: tool.description,
                    changesNothing: tool.changesNothing, permission: permission)
            }, leftOut: leftOut)
    }

    /// The owner's standing decision on calls of a tool.
    public enum Decision: String, CaseIterable, Sendable { case ask, always, never }

    /// Decides of a tool. For `always` the server is asked what it says of the tool now: that is what is allowed.
    ///
    /// - Throws: As ``test(_:)``; ``ToolServerError`` `unknown-tool`.
    public func decide(_ decision: Decision, of tool: String, at name: String) async throws {
        let (name, server) = try await server(name, for: Self.change)
        var permission = ToolPermission.ask
        switch decision {
        case .ask: break
        case .never: permission = .never
        case .always:
            let (tools, _) = try await withLink(name, server) { link in try await look(at: link, server) }
            guard let found = tools.first(where: { $0.name == tool }) else {
                throw ToolServerError.unknownTool(tool, of: name)
            }
            permission = .always(fingerprint: found.fingerprint)
        }
        try await ToolPermissions(file: file).set(permission, of: tool, name)
    }

    /// Calls a tool once, because its owner asks for it.
    ///
    /// - Parameters:
    ///   - arguments: A JSON object.
    ///   - label: How private they are.
    /// - Throws: As ``test(_:)``; ``ToolServerError`` `unknown-tool`. What the tool says, also that it failed, is the outcome.
    public func call(
        _ tool: String, of name: String, arguments: String, label: SensitivityLabel = .personal
    ) async throws -> ToolOutcome {
        let (name, server) = try await server(name, for: "Calling a tool")
        return try await withLink(name, server) { link in
            let (tools, _) = try await look(at: link, server)
            guard let found = tools.first(where: { $0.name == tool }) else {
                throw ToolServerError.unknownTool(tool, of: name)
            }
            let session = ToolSession(
                offers: [.init(link: link, server: server, tool: found)], links: [], problems: [],
                ledger: try await hearth.library(), permissions: ToolPermissions(file: file), ask: { _ in .once })
            return try await session.run(
                ToolCall(id: "1", name: session.tools[0].name, arguments: arguments), label: label)
        }
    }

    /// Opens all servers, for a conversation. One that cannot be used is told of in ``ToolSession/problems``, and keeps the others from
    /// nothing.
    ///
    /// - Parameter ask: Asked where the owner has not decided of a tool; `nil` where nobody can be asked.
    /// - Throws: ``EngineError`` `bad-settings`, `owner-only` for a program; what the ledger throws; `CancellationError`.
    public func open(ask: ToolSession.Ask?) async throws -> ToolSession {
        try Reader.requireOwner(for: "Calling tools")
        let file = file
        let servers = try await BlockingWork.run { try file.read() }.sorted { $0.key < $1.key }
        let library = try await hearth.library()
        var offers: [ToolSession.Offer] = []
        var links: [ToolServerLink] = []
        var problems: [String] = []
        do {
            // Side by side: a program may take seconds until it answers.
            // All are waited for, also where one fails: what was started has to be ended.
            try await withThrowingTaskGroup(of: (Int, Result<Opened, any Error>).self) { group in
                for (place, (name, server)) in servers.enumerated() {
                    group.addTask {
                        do { return (place, .success(try await opened(name, server))) } catch {
                            return (place, .failure(error))
                        }
                    }
                }
                var all: [Int: Opened] = [:]
                var failure: (any Error)?
                for try await (place, result) in group {
                    switch result {
                    case .success(let found):
                        all[place] = found
                        if let link = found.link { links.append(link) }
                    case .failure(let error):
                        failure = failure ?? error
                        group.cancelAll()
                    }
                }
                if let failure { throw failure }
                for place in servers.indices {
                    guard let found = all[place] else { continue }
                    offers += found.offers
                    problems += found.problems
                }
            }
        } catch {
            for link in links { await link.close() }
            throw error
        }
        return ToolSession(
            offers: offers, links: links, problems: problems, ledger: library,
            permissions: ToolPermissions(file: file), ask: ask)
    }

    private struct Opened: Sendable {
        var link: ToolServerLink?
        var offers: [ToolSession.Offer] = []
        var problems: [String] = []
    }

    private func opened(_ name: EndpointName, _ server: ToolServer) async throws -> Opened {
        let link: ToolServerLink
        do {
            link = try await self.link(name, server)
        } catch {
            return Opened(problems: ["\(name): \(try Self.problem(error))"])
        }
        do {
            let (tools, leftOut) = try await look(at: link, server)
            let offers = tools.filter { server.permissions[$0.name] != .never }
                .map { ToolSession.Offer(link: link, server: server, tool: $0) }
            return Opened(link: link, offers: offers, problems: leftOut.map { "\(name), left out: \($0)" })
        } catch {
            await link.close()
            return Opened(problems: ["\(name): \(try Self.problem(error))"])
        }
    }

    /// What to say of a server that cannot be used.
    ///
    /// - Throws: What keeps all of them from being used.
    private static func problem(_ error: any Error) throws -> String {
        guard !(error is CancellationError), let told = error.readable, told.kind != .notRecorded else { throw error }
        return told.message
    }

    // MARK: - Links

    func server(_ name: String, for act: String) async throws -> (EndpointName, ToolServer) {
        try Reader.requireOwner(for: act)
        let file = file
        let servers = try await BlockingWork.run { try file.read() }
        guard let name = EndpointName(name), let server = servers[name] else { throw ToolServerError.unknownServer }
        return (name, server)
    }

    private func withLink<Value: Sendable>(
        _ name: EndpointName, _ server: ToolServer, _ work: (ToolServerLink) async throws -> Value
    ) async throws -> Value {
        let link = try await link(name, server)
        do {
            let value = try await work(link)
            await link.close()
            return value
        } catch {
            await link.close()
            throw error
        }
    }

    func link(_ name: EndpointName, _ server: ToolServer) async throws -> ToolServerLink {
        switch server.way {
        case .program(let program):
            let variables = ProcessInfo.processInfo.environment
            return ToolServerLink(name, try ProgramWire(name, program, variables: variables))
        case .address(let url):
            let resources = try await hearth.current()
            let wire = AddressWire(
                name, url, transport: try await resources.anyTransport(),
                access: try await access(name, url, server, resources))
            return ToolServerLink(name, wire)
        }
    }

    func look(
        at link: ToolServerLink, _ server: ToolServer
    ) async throws -> (tools: [MCPRemoteTool], leftOut: [String]) {
        var entry = LedgerEntry(kind: .decision, time: Date())
        (entry.host, entry.purpose) = (server.host, "tool \(link.name)")
        let errand = try await LedgerErrand.begin(entry, in: try await hearth.library())
        do {
            let found = try await link.tools(record: errand.record)
            await errand.end()
            return found
        } catch {
            await errand.end(error)
            throw error
        }
    }
}
