import Foundation
public import HearthCore
import HearthMCP

/// The tools of servers that their owner lets programs use, open for one answer to one of them.
///
/// What a program may not do itself is done for it as its owner allowed it beforehand: only tools that are always allowed, of servers that
/// are for programs, both at the moment of each call. What a tool gives is what the program is given, so it is held against the program's
/// ceiling, and is in the ledger as that, beside the call.
public final class ProgramTools: ToolBox {
    /// A tool as its server has it.
    public struct Tool: Sendable {
        public var server: String
        public var name: String
        /// With the name that models call it by.
        public var definition: ToolDefinition
        /// What the server says of it.
        public var description: String
        public var changesNothing: Bool
    }

    public let all: [Tool]
    private let session: ToolSession
    private let file: ToolServersFile
    private let ledger: any RoutingLedger
    private let turns: FairSemaphore<OneQueue>

    /// - Parameter turns: One of them was taken for it, and is given back by ``close()``.
    init(
        _ session: ToolSession, file: ToolServersFile, ledger: any RoutingLedger, turns: FairSemaphore<OneQueue>
    ) {
        (self.session, self.file, self.ledger, self.turns) = (session, file, ledger, turns)
        all = session.tools.compactMap { definition in
            session.offers[definition.name].map { offer in
                Tool(
                    server: offer.link.name.text, name: offer.tool.name, definition: definition,
                    description: offer.tool.description, changesNothing: offer.tool.changesNothing)
            }
        }
    }

    public var tools: [ToolDefinition] { session.tools }
    public var label: SensitivityLabel { session.label }

    public func run(
        _ call: ToolCall, labelNow: @Sendable () async throws -> SensitivityLabel
    ) async throws -> ToolOutcome {
        if let offer = session.offers[call.name] {
            let (name, file) = (offer.link.name, file)
            let server = try await BlockingWork.run { try file.read()[name] }
            guard let server, Self.mayUse(server) else {
                // Its owner has decided otherwise meanwhile.
                let error = Self.unknownServer
                return ToolOutcome(text: error.message, isError: true, label: .public, note: error.message)
            }
        }
        // It is done as the owner allowed it; whoever asks for it may not.
        let outcome = try await Reader.$current.withValue(nil) { try await session.run(call, labelNow: labelNow) }
        guard let reader = Reader.current, let offer = session.offers[call.name] else { return outcome }
        _ = try await ledger.append(
            LedgerEntry(
                kind: .read, time: Date(), host: reader.name,
                purpose: "\(reader.interface.rawValue) \(reader.request)", label: outcome.label,
                text: "tool \(offer.link.name)/\(offer.tool.name)"))
        return outcome
    }

    /// Ends the programs and sessions.
    public func close() async {
        await session.close()
        turns.release()
    }

    /// Whether whoever asks now may have the tools of a server called: nobody with an account, since these are of the machine, and no
    /// program to which what they give would be too private.
    static func mayUse(_ server: ToolServer) -> Bool {
        guard server.isForPrograms, Person.current == nil else { return false }
        return Reader.current.map { server.leastLabel <= $0.ceiling } ?? true
    }

    /// The same whether there is none, or none for programs: which there are is the owner's to know.
    static let unknownServer = ToolServerError(
        .unknownServer,
        "There is no server of tools of that name that programs may use. Its owner decides which are."
    )
}

extension Hearth.Tools {
    /// Servers that are open for programs at a time: each may be a program of its own.
    private static let turns = FairSemaphore<OneQueue>(limit: 4)

    /// Opens servers for an answer to a program. Whoever gets them ends them with ``ProgramTools/close()``.
    ///
    /// - Parameter names: Those that the program names.
    /// - Throws: ``ToolServerError`` `unknown-tool-server` where one of them is not there, or not for programs; why one cannot be used;
    ///   what the ledger throws; `CancellationError`.
    public func openForProgram(_ names: [String]) async throws -> ProgramTools {
        let file = file
        // The file is the machine's, whoever's library this is.
        let isMachines = hearth.sharing.whose == People.ownerID
        let known = try await BlockingWork.run { isMachines ? try file.read() : [:] }
        let servers = try names.map { text in
            guard let name = EndpointName(text), let server = known[name], ProgramTools.mayUse(server) else {
                throw ProgramTools.unknownServer
            }
            return (name, server)
        }
        try await Self.turns.acquire()
        do {
            // As their owner allowed it: keys and programs are not the program's to use.
            return try await Reader.$current.withValue(nil) {
                let ledger = try await hearth.library()
                let (offers, links) = try await offers(of: servers)
                let session = ToolSession(
                    offers: offers, links: links, problems: [], ledger: ledger,
                    permissions: ToolPermissions(file: file), ask: nil)
                return ProgramTools(session, file: file, ledger: ledger, turns: Self.turns)
            }
        } catch {
            Self.turns.release()
            throw error
        }
    }

    private func offers(
        of servers: [(EndpointName, ToolServer)]
    ) async throws -> ([ToolSession.Offer], [ToolServerLink]) {
        var (offers, links) = ([ToolSession.Offer](), [ToolServerLink]())
        do {
            for (name, server) in servers {
                let link = try await link(name, server)
                links.append(link)
                for tool in try await look(at: link, server).tools {
                    guard case .always(let fingerprint)? = server.permissions[tool.name],
                        fingerprint == tool.fingerprint
                    else { continue }
                    offers.append(.init(link: link, server: server, tool: tool))
                }
            }
            return (offers, links)
        } catch {
            for link in links { await link.close() }
            throw error
        }
    }
}
