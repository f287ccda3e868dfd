import Foundation
public import HearthCore
public import HearthModels

extension Hearth {
    /// Consents, labels, ceilings of programs, keys of services, and the ledger.
    public struct Privacy: Sendable {
        let hearth: Hearth

        /// The ledger: routing decisions, data that was sent to other hosts, and data that programs were given.
        public var ledger: Ledger { Ledger(hearth: hearth) }
    }
}

/// The engines, programs and tool servers that may see items with a label.
public struct LabelAudience: Sendable {
    public var label: SensitivityLabel
    public var engines: [ModelRouter.Viewer]
    /// Whether clients of the Model Context Protocol may read it.
    public var mcp: Bool
    /// Whether programs with the server's token may.
    public var api: Bool
    /// The servers of tools that may be given it where a call is allowed, with where each sends it; `nil` for a program here.
    public var tools: [(name: String, host: String?)]

    /// In a sentence, for a person who is about to choose the label.
    public var sentence: String {
        let here = engines.filter { $0.host == nil }.map(\.engine.rawValue)
        let away = engines.compactMap { viewer in viewer.host.map { "\(viewer.engine.rawValue) at \($0)" } }
        let servers = tools.map { "the tools of \($0.name)\($0.host.map { " at \($0)" } ?? "")" }
        let programs = [mcp ? "clients of MCP" : nil, api ? "programs with the server's token" : nil].compactMap(\.self)
        let seen =
            here.isEmpty ? "nothing in this program" : "engines in this program (\(here.joined(separator: ", ")))"
        return "\(label.rawValue): seen by \(([seen] + away + servers + programs).joined(separator: "; "))."
    }
}

extension Hearth.Privacy {
    // MARK: Consents

    /// The consents that were given, the oldest first.
    ///
    /// - Parameter revoked: Whether those that hold no more are among them: records of the ledger refer to them.
    public func consents(revoked: Bool = false) async throws -> [StoredConsent] {
        try await hearth.library().consentHistory().filter { revoked || $0.revokedAt == nil }
    }

    /// Lets a remote engine, at the host that it is configured for now, see personal text.
    ///
    /// - Parameters:
    ///   - task: `nil` means every task.
    ///   - expected: The host that the owner was shown. Where the engine is at another one by now, nothing is given; `nil` takes
    ///     whichever it is.
    /// - Returns: The consent that holds now; the one that held already, when there was one.
    /// - Throws: ``EngineError`` with the code `usage` when the engine never leaves the machine or has no host, `other-host`,
    ///   `owner-only` for a program. Revoking closes a way out, and is open to all.
    public func grant(
        to engine: Engine, for task: TaskKind? = nil, at expected: String? = nil
    ) async throws -> Consent {
        try Reader.requireOwner(for: "Giving a consent", of: .library)
        guard engine.isRemote else {
            throw EngineError(.usage, "The engine \(engine.rawValue) stays on this machine and needs no consent.")
        }
        let resources = try await hearth.current()
        if let name = engine.endpointName, let group = resources.snapshot.settings.groups[name],
            resources.snapshot.settings.endpoints[name] == nil
        {
            let members = group.members.map { Engine.endpoint($0.name).rawValue }.joined(separator: ", ")
            throw EngineError(
                .usage,
                "\(engine.rawValue) is a group, which receives nothing itself. Give the consent to its endpoints: \(members)."
            )
        }
        guard let host = try await resources.router().host(of: engine) else {
            throw EngineError(
                .usage, "The engine \(engine.rawValue) has no host yet.",
                help: [.set(setting: engine.setting("url"))])
        }
        if let expected, !HostAddress.isSame(expected, host) {
            throw EngineError(
                .otherHost,
                "The engine \(engine.rawValue) is at \(host) now, and not at the host that was meant. No consent was given."
            )
        }
        let library = try await resources.library()
        let held = try await library.consents()
        if let same = held.first(where: { $0.engine == engine && $0.host == host && $0.task == task }) { return same }
        // Short enough to type, and no id is ever given twice in one store: adding a taken one is refused.
        let id = String(UUID().uuidString.lowercased().prefix(8))
        let consent = Consent(id: id, engine: engine, host: host, task: task, grantedAt: Date())
        try await library.add(consent)
        return consent
    }

    /// Revokes a consent, which takes effect for the next decision.
    ///
    /// - Returns: Whether there was one of this id that held.
    @discardableResult
    public func revokeConsent(id: String) async throws -> Bool {
        try await hearth.library().removeConsent(id: id)
    }

    // MARK: Labels

    /// The engines, programs and tool servers that may see items, for each label, by the current settings and consents.
    public func audiences() async throws -> [LabelAudience] {
        let (router, settings) = (try await hearth.models.router(), hearth.settings)
        // Which there are is known to whoever runs the server alone, and they are given nothing of anybody's with an account.
        let servers = Person.current == nil ? try await hearth.tools.list() : []
        var audiences: [LabelAudience] = []
        for label in SensitivityLabel.allCases {
            audiences.append(
                LabelAudience(
                    label: label, engines: try await router.viewers(of: label), mcp: label <= settings.mcpCeiling,
                    api: label <= settings.apiCeiling,
                    tools: servers.filter { label <= $0.server.ceiling }.map { ($0.name, $0.server.host) }))
        }
        return audiences
    }

    /// How private what came from these is now, which is as private as the strictest of them; `nil` where nothing of them is
    /// there.
    ///
    /// - Parameter gone: What one counts as that is not there any more; `nil` leaves it out.
    public func label(
        of origins: Set<LabelOrigin>, gone: SensitivityLabel? = nil
    ) async throws -> SensitivityLabel? {
        let library = try await hearth.library()
        guard let gone else { return try await library.label(of: origins) }
        return try await library.label(of: origins, gone: gone)
    }

    // MARK: What programs are given

    /// Writes to the ledger what the program that reads in this task is about to be given; nothing where the owner reads.
    ///
    /// - Throws: What the ledger throws, and ``EngineError`` `above-ceiling`; nothing must be given then.
    public func willGive(_ origins: Set<LabelOrigin>) async throws {
        guard let reader = Reader.current, !origins.isEmpty else { return }
        Provenance.current?.note(origins)
        let library = try await hearth.library()
        let label = try await library.label(of: origins)
        if let label, label > reader.ceiling { throw EngineError.aboveCeiling(label) }
        _ = try await library.append(
            LedgerEntry(
                kind: .read, time: Date(), host: reader.name,
                purpose: "\(reader.interface.rawValue) \(reader.request)", label: label, text: Self.names(of: origins)))
    }

    /// Whether the program that reads in this task may be given what came of these now; nothing is written down. Of what is gone nobody
    /// knows any more what it was called last.
    public func mayGive(_ origins: Set<LabelOrigin>) async throws -> Bool {
        guard let reader = Reader.current, !origins.isEmpty else { return true }
        guard let label = try await hearth.library().label(of: origins, gone: .private) else { return true }
        return label <= reader.ceiling
    }

    /// The same for passages, by the documents that they are of.
    public func willGive(_ passages: [Passage]) async throws {
        try await willGive(Set(passages.map { LabelOrigin.document($0.documentID) }))
    }

    /// The same for what only names things, such as a list of documents: written down where they are private. What may be read
    /// anyhow is listed too often to fill the ledger with it.
    public func willName(_ origins: [LabelOrigin]) async throws {
        guard let reader = Reader.current else { return }
        guard reader.ceiling == .private else {
            Provenance.current?.note(Set(origins))
            return
        }
        let library = try await hearth.library()
        var found: Set<LabelOrigin> = []
        for origin in origins {
            if try await library.label(of: [origin]) == .private { found.insert(origin) }
        }
        try await willGive(found)
    }

    /// Holds an answer to a program against the labels that all of what it came from has when it goes out. What is gone by then
    /// may have been called private before it went.
    ///
    /// - Throws: ``EngineError`` `above-ceiling`, as where it may not be read in the first place.
    public func lookAgain(_ origins: Set<LabelOrigin>, for reader: Reader) async throws {
        // The owner may have lowered the ceiling meanwhile; for one that was raised, the program asks again.
        let settings = hearth.settings
        let ceiling = reader.interfaces.reduce(reader.ceiling) { ceiling, interface in
            min(ceiling, interface == .mcp ? settings.mcpCeiling : settings.apiCeiling)
        }
        guard ceiling < .private, !origins.isEmpty else { return }
        guard let label = try await hearth.library().label(of: origins, gone: .private), label > ceiling else {
            return
        }
        throw EngineError.aboveCeiling(label)
    }

    private static let mostNames = 100

    /// So many of them by name, and how many more there are.
    static func names(of origins: Set<LabelOrigin>) -> String {
        let names = origins.map { origin in
            switch origin {
            case .document(let id): "document \(id)"
            case .entry(let id): "entry \(id)"
            case .conversation(let id, _, _): "conversation \(id)"
            }
        }.sorted()
        let rest = names.count > mostNames ? [", and \(names.count - mostNames) more"] : []
        return names.prefix(mostNames).joined(separator: ", ") + rest.joined()
    }
}

extension EngineError {
    /// Something is more private than the program may read. Raised meanwhile, mostly: what is above the ceiling is not found.
    public static func aboveCeiling(_ label: SensitivityLabel) -> EngineError {
        EngineError(.aboveCeiling, "This is \(label.rawValue).\(Reader.hint)")
    }
}
