import Foundation
public import HearthCore
import HearthMCP

/// A tool that a model wants called, for its owner to decide.
public struct ToolQuestion: Sendable {
    /// The names of the server and of its tool.
    public var server: String
    public var tool: String
    /// What the server says of it; nobody checked it.
    public var description: String
    public var changesNothing: Bool
    /// The arguments of the call, as JSON.
    public var arguments: String
    /// How private what the model knows is: the arguments may hold any of it.
    public var label: SensitivityLabel
    /// The host of the tool server; `nil` for a program on this machine.
    public var host: String?
}

/// The owner's answer to a ``ToolQuestion``.
public enum ToolDecision: Sendable {
    case once
    /// From now on without asking, as long as the tool is described as it is.
    case always
    case no
    /// From now on not at all.
    case never
}

/// The tools of the owner's servers, open for a while: what a model is offered, and what runs its calls.
///
/// A call is run where the owner allows it (once, or always), where the tool may be given what is as private as the conversation, and
/// when it is in the ledger. ``close()`` ends the programs that were started.
public final class ToolSession: ToolBox {
    /// Asks the owner; cancelling it is no answer.
    public typealias Ask = @Sendable (ToolQuestion) async throws -> ToolDecision

    struct Offer: Sendable {
        var link: ToolServerLink
        var server: ToolServer
        var tool: MCPRemoteTool
    }

    public let tools: [ToolDefinition]
    public let label: SensitivityLabel
    /// The servers and tools that cannot be used, in sentences for a person.
    public let problems: [String]
    /// By the names that models call them by.
    let offers: [String: Offer]
    private let links: [ToolServerLink]
    private let ledger: any RoutingLedger
    private let permissions: ToolPermissions
    private let ask: Ask?

    /// - Parameter ask: `nil` where nobody can be asked: then only what is always allowed is called.
    init(
        offers: [Offer], links: [ToolServerLink], problems: [String], ledger: any RoutingLedger,
        permissions: ToolPermissions, ask: Ask?
    ) {
        var byName: [String: Offer] = [:]
        var tools: [ToolDefinition] = []
        for offer in offers {
            let name = Self.name(of: offer, taken: byName)
            byName[name] = offer
            let title = offer.tool.title.map { "\($0). " } ?? ""
            tools.append(
                ToolDefinition(
                    name: name, description: title + offer.tool.description, parameters: .object(offer.tool.schema)))
        }
        self.tools = tools
        label = offers.map(\.server.leastLabel).max() ?? .public
        self.problems = problems
        self.offers = byName
        self.links = links
        self.ledger = ledger
        self.permissions = permissions
        self.ask = ask
    }

    /// The name under which models call it: `files__read_file`. Services take letters, digits, `_` and `-`, at most 64.
    private static func name(of offer: Offer, taken: [String: Offer]) -> String {
        let tool = String(
            offer.tool.name.map { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "-" ? $0 : "_" })
        let name = String("\(offer.link.name)__\(tool)".prefix(64))
        guard taken[name] != nil else { return name }
        // Names that differ only in what is not taken, or behind the 64th character.
        let others = 2...(taken.count + 2)
        return others.lazy.map { "\(name.prefix(60))_\($0)" }.first { taken[$0] == nil } ?? name
    }

    public func run(
        _ call: ToolCall, labelNow: @Sendable () async throws -> SensitivityLabel
    ) async throws -> ToolOutcome {
        try Reader.requireOwner(for: "Calling a tool")
        guard let offer = offers[call.name] else {
            return ToolOutcome(
                text: "There is no tool of that name.", isError: true, label: .public,
                note: "The model wanted a tool that there is none of.")
        }
        guard let arguments = (try? JSONValue(parsing: call.arguments.isEmpty ? "{}" : call.arguments))?.objectValue
        else {
            return ToolOutcome(
                text: "The arguments are no JSON object.", isError: true, label: .public,
                note: "\(Self.shown(offer)) was not called: its arguments were no JSON object.")
        }
        return try await run(offer, arguments, labelNow: labelNow)
    }

    private func run(
        _ offer: Offer, _ arguments: JSONObject, labelNow: @Sendable () async throws -> SensitivityLabel
    ) async throws -> ToolOutcome {
        let body = Array(JSONValue.object(arguments).description.utf8)
        var label = try await labelNow()
        var entry = LedgerEntry(kind: .decision, time: Date())
        entry.host = offer.server.host
        entry.purpose = "tool \(Self.shown(offer))"
        entry.label = label
        entry.bodyHash = ContentHash(of: body).hex
        guard label <= offer.server.ceiling else {
            return try await refused(entry, Self.tooPrivate(offer, label))
        }
        guard try await isAllowed(offer, String(decoding: body, as: UTF8.self), label) else {
            return try await refused(
                entry, ToolServerError(.notAllowed, "\(Self.shown(offer)) was not called: it was not allowed."))
        }
        // Whoever was asked may have thought about it for long.
        label = try await max(label, labelNow())
        entry.label = label
        guard label <= offer.server.ceiling else {
            return try await refused(entry, Self.tooPrivate(offer, label))
        }
        entry.bytesOut = body.count
        let errand = try await LedgerErrand.begin(entry, in: ledger)
        do {
            let result = try await offer.link.call(offer.tool.name, arguments, record: errand.record)
            await errand.end()
            return ToolOutcome(
                text: result.text, isError: result.isError, label: max(label, offer.server.leastLabel),
                note: "\(Self.shown(offer)) was called\(result.isError ? ", and failed" : "").")
        } catch {
            await errand.end(error)
            guard !(error is CancellationError), let told = error.readable else { throw error }
            // The words may be the server's, and it may know what it was given before.
            return ToolOutcome(
                text: told.message, isError: true, label: max(label, offer.server.leastLabel),
                note: "\(Self.shown(offer)) was called, and failed: \(told.message)")
        }
    }

    private static func tooPrivate(_ offer: Offer, _ label: SensitivityLabel) -> ToolServerError {
        ToolServerError(
            .aboveLabel,
            "\(shown(offer)) was not called: the conversation is \(label.rawValue), and the server may be given what is "
                + "\(offer.server.ceiling.rawValue) at most.")
    }

    private func isAllowed(_ offer: Offer, _ arguments: String, _ label: SensitivityLabel) async throws -> Bool {
        let (server, tool) = (offer.link.name, offer.tool)
        switch try await permissions.permission(of: tool, server) {
        case .never: return false
        case .always: return true
        case .ask: break
        }
        guard let ask else { return false }
        let question = ToolQuestion(
            server: server.text, tool: tool.name, description: tool.description, changesNothing: tool.changesNothing,
            arguments: arguments, label: label, host: offer.server.host)
        switch try await ask(question) {
        case .once: return true
        case .no: return false
        case .always:
            try await permissions.set(.always(fingerprint: tool.fingerprint), of: tool.name, server)
            return true
        case .never:
            try await permissions.set(.never, of: tool.name, server)
            return false
        }
    }

    /// Writes down that nothing was done, and why.
    private func refused(_ entry: LedgerEntry, _ error: ToolServerError) async throws -> ToolOutcome {
        var entry = entry
        entry.kind = .refusal
        entry.errorCode = error.code
        _ = try await ledger.append(entry)
        return ToolOutcome(text: error.message, isError: true, label: .public, note: error.message)
    }

    private static func shown(_ offer: Offer) -> String { "\(offer.link.name)/\(offer.tool.name)" }

    /// Ends the programs and sessions.
    public func close() async {
        await withTaskGroup(of: Void.self) { group in
            for link in links { group.addTask { await link.close() } }
        }
    }
}

extension MCPRemoteTool {
    /// Changes with whatever the server says of the tool: what was allowed was allowed as it read then.
    var fingerprint: String {
        let told = [name, title ?? "", description, JSONValue.object(schema).description]
        return ContentHash(of: Array(told.joined(separator: "\0").utf8)).hex
    }
}

/// What the owner decided of tools, as it stands now: also what another process decided meanwhile holds.
struct ToolPermissions: Sendable {
    let file: ToolServersFile

    func permission(of tool: MCPRemoteTool, _ server: EndpointName) async throws -> ToolPermission {
        let file = file
        let known = try await BlockingWork.run { try file.read()[server] }
        // A server that was removed meanwhile is none that may be called.
        guard let known else { return .never }
        let permission = known.permissions[tool.name] ?? .ask
        if case .always(let fingerprint) = permission, fingerprint != tool.fingerprint { return .ask }
        return permission
    }

    func set(_ permission: ToolPermission, of tool: String, _ server: EndpointName) async throws {
        let file = file
        try await BlockingWork.run {
            try file.update { servers in
                guard servers[server] != nil else { throw ToolServerError.unknownServer }
                servers[server]?.permissions[tool] = permission == .ask ? nil : permission
            }
        }
    }
}
