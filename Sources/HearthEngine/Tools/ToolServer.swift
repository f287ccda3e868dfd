public import Foundation
public import HearthCore

/// A server of tools that the owner added: a program of this machine, or an address, that speaks the Model Context Protocol.
public struct ToolServer: Hashable, Sendable {
    /// How it is reached.
    public enum Way: Hashable, Sendable {
        /// A program that is started here, without the internet, and talked with over its standard input and output.
        case program(ToolProgram)
        /// HTTPS, unless the host is this machine.
        case address(URL)
    }

    public var way: Way
    /// The most private conversation whose model may call its tools: the arguments may hold any of it.
    public var ceiling: SensitivityLabel
    /// What was decided of single tools, by their names; all others are asked about each time.
    public var permissions: [String: ToolPermission]
    /// Of an address: how the owner signs in there, where that was said.
    public var signIn: ToolSignInSettings
    /// Whether programs that ask over `/v1` may have models call its tools, those that are always allowed.
    public var isForPrograms: Bool

    public init(
        _ way: Way, ceiling: SensitivityLabel? = nil, permissions: [String: ToolPermission] = [:],
        signIn: ToolSignInSettings = ToolSignInSettings(), isForPrograms: Bool = false
    ) {
        self.isForPrograms = isForPrograms
        self.way = way
        self.ceiling = ceiling ?? way.usualCeiling
        self.permissions = permissions
        self.signIn = signIn
    }

    /// Where what it is given goes, as the ledger names it; `nil` for a program of this machine.
    public var host: String? {
        guard case .address(let url) = way, let origin = Origin(url) else { return nil }
        let name = origin.host.contains(":") ? "[\(origin.host)]" : origin.host
        return origin.port == (origin.scheme == "https" ? 443 : 80) ? name : "\(name):\(origin.port)"
    }

    /// The least private that what it gives counts as: a program that may be given private text may keep it, and give it back.
    var leastLabel: SensitivityLabel {
        if case .program = way, ceiling == .private { return .private }
        return .personal
    }
}

extension ToolServer.Way {
    /// What holds unless the owner says otherwise: a program here gets what is personal; what leaves this machine takes a word of its
    /// owner, and that word is the label.
    public var usualCeiling: SensitivityLabel {
        switch self {
        case .program: .personal
        case .address: .public
        }
    }

    /// The strictest that the owner may choose. Private text leaves this machine for nobody, and another program of this machine
    /// that listens may send on what it gets.
    var strictestCeiling: SensitivityLabel {
        switch self {
        case .program: .private
        case .address: .personal
        }
    }
}

/// A program with what it is started with.
public struct ToolProgram: Hashable, Sendable {
    /// A path, or a name that is looked for where systems put programs, and in `PATH`.
    public var command: String
    public var arguments: [String]
    /// Beside the few variables that every program needs; the user's others are not handed on.
    public var environment: [String: String]

    public init(_ command: String, _ arguments: [String] = [], environment: [String: String] = [:]) {
        self.command = command
        self.arguments = arguments
        self.environment = environment
    }
}

/// What the owner decided of a tool.
public enum ToolPermission: Hashable, Sendable {
    /// Asked about at each call.
    case ask
    /// Called without asking, as long as it is described as it was then: a server that describes its tool otherwise offers another.
    case always(fingerprint: String)
    /// Not offered, and not called.
    case never

    /// `ask`, `always`, `never`.
    public var word: String {
        switch self {
        case .ask: "ask"
        case .always: "always"
        case .never: "never"
        }
    }
}

// MARK: - Where it is kept

/// `mcp-servers.json` of a data folder, in the form that hosts of the protocol share: `{"mcpServers": {"NAME": {"command": …}}}`. A
/// description that was written for another host can be put into it.
struct ToolServersFile: Sendable {
    private let file: JSONFile

    static let most = 32
    private static let mostArguments = 64
    private static let mostBytes = 4096

    init(folder: URL) { file = JSONFile(folder.appendingPathComponent("mcp-servers.json")) }

    /// - Throws: ``EngineError`` with the code `bad-settings` when the file or an entry of it cannot be used.
    func read() throws -> [EndpointName: ToolServer] { try servers(in: file.read()) }

    /// Changes the servers; other members of the file, and fields of theirs that are not known here, stay.
    func update<Result>(_ change: (inout [EndpointName: ToolServer]) throws -> Result) throws -> Result {
        try Reader.requireOwner(for: SettingsFile.change)
        return try file.update { object in
            let before = try servers(in: object)
            var after = before
            let result = try change(&after)
            var all = object["mcpServers"]?.objectValue ?? JSONObject()
            for name in before.keys where after[name] == nil { all[name.text] = nil }
            for (name, server) in after where before[name] != server {
                all[name.text] = .object(Self.object(server, all[name.text]?.objectValue ?? JSONObject()))
            }
            object["mcpServers"] = all.isEmpty ? nil : .object(all)
            return result
        }
    }

    func remove() throws { try file.remove() }

    // MARK: Reading

    private func servers(in object: JSONObject) throws -> [EndpointName: ToolServer] {
        var servers: [EndpointName: ToolServer] = [:]
        for (text, value) in object["mcpServers"]?.objectValue ?? JSONObject() {
            guard let name = EndpointName(text), let members = value.objectValue,
                let server = Self.server(members), servers.count < Self.most
            else {
                throw EngineError(
                    .badSettings,
                    "\(file.url.path): the server \(text.prefix(60)) cannot be used. It needs a name of "
                        + "\(EndpointName.allowed), and a `command` or a `url`.")
            }
            servers[name] = server
        }
        return servers
    }

    /// `nil` for what is none.
    static func server(_ members: JSONObject) -> ToolServer? {
        guard let way = way(members) else { return nil }
        var server = ToolServer(way)
        if let text = members["label"]?.stringValue {
            guard let label = SensitivityLabel(rawValue: text), label <= way.strictestCeiling else { return nil }
            server.ceiling = label
        }
        server.isForPrograms = members["programs"]?.boolValue ?? false
        if let said = members["signIn"], case .address = way {
            server.signIn = ToolSignInSettings(
                clientID: said["clientId"]?.stringValue, scope: said["scope"]?.stringValue,
                hosts: Set((said["hosts"]?.arrayValue ?? []).prefix(mostArguments).compactMap(\.stringValue)))
        }
        for (tool, value) in members["tools"]?.objectValue ?? JSONObject() {
            switch value["permission"]?.stringValue {
            case "never": server.permissions[tool] = .never
            case "always":
                // What was decided of a description that nobody knows any more is asked about.
                guard let fingerprint = value["fingerprint"]?.stringValue else { continue }
                server.permissions[tool] = .always(fingerprint: fingerprint)
            default: continue
            }
        }
        return server
    }

    private static func way(_ members: JSONObject) -> ToolServer.Way? {
        if let text = members["url"]?.stringValue {
            guard members["command"] == nil, case .url(let url)? = SettingKind.endpoint.value(text) else { return nil }
            return .address(url)
        }
        guard let command = members["command"]?.stringValue else { return nil }
        let list = members["args"]?.arrayValue ?? []
        let arguments = list.compactMap(\.stringValue)
        guard arguments.count == list.count else { return nil }
        var environment: [String: String] = [:]
        for (name, value) in members["env"]?.objectValue ?? JSONObject() {
            guard let text = value.stringValue else { return nil }
            environment[name] = text
        }
        let program = ToolProgram(command, arguments, environment: environment)
        return isUsable(program) ? .program(program) : nil
    }

    static func isUsable(_ program: ToolProgram) -> Bool {
        func isText(_ text: String) -> Bool { text.utf8.count <= mostBytes && !text.utf8.contains(0) }
        // A path from wherever the program happens to be started would be another program there.
        guard isText(program.command), !program.command.isEmpty,
            program.command.hasPrefix("/") || !program.command.contains("/")
        else { return false }
        return program.arguments.count <= mostArguments && program.arguments.allSatisfy(isText)
            && program.environment.count <= mostArguments
            && program.environment.allSatisfy { name, value in
                isText(value) && (1...128).contains(name.utf8.count) && !name.contains("=") && isText(name)
            }
    }

    // MARK: Writing

    private static func object(_ server: ToolServer, _ before: JSONObject) -> JSONObject {
        var members = before
        for name in ["command", "args", "env", "url", "label", "tools", "signIn", "programs"] { members[name] = nil }
        switch server.way {
        case .program(let program):
            members["command"] = .string(program.command)
            members["args"] = .array(program.arguments.map { .string($0) })
            if !program.environment.isEmpty {
                let sorted = program.environment.sorted { $0.key < $1.key }
                members["env"] = .object(JSONObject(sorted.map { ($0.key, .string($0.value)) }))
            }
        case .address(let url): members["url"] = .string(url.absoluteString)
        }
        if server.ceiling != server.way.usualCeiling { members["label"] = .string(server.ceiling.rawValue) }
        if server.isForPrograms { members["programs"] = .bool(true) }
        if !server.signIn.isEmpty {
            var said = JSONObject()
            said["clientId"] = server.signIn.clientID.map { .string($0) }
            said["scope"] = server.signIn.scope.map { .string($0) }
            if !server.signIn.hosts.isEmpty {
                said["hosts"] = .array(server.signIn.hosts.sorted().map { .string($0) })
            }
            members["signIn"] = .object(said)
        }
        var tools = JSONObject()
        for (tool, permission) in server.permissions.sorted(by: { $0.key < $1.key }) {
            switch permission {
            case .ask: continue
            case .never: tools[tool] = ["permission": "never"]
            case .always(let fingerprint):
                tools[tool] = ["permission": "always", "fingerprint": .string(fingerprint)]
            }
        }
        if !tools.isEmpty { members["tools"] = .object(tools) }
        return members
    }
}
