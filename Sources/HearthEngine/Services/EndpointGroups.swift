import Foundation
public import HearthCore
public import HearthModels

/// A group as it is set now, with what keeps its members from serving.
public struct GroupState: Sendable {
    public struct Member: Sendable {
        public var name: String
        public var engine: Engine
        public var weight: Int
        /// Its address as consents and the ledger name it; `nil` where there is no endpoint of that name.
        public var host: String?
        public var model: String?
        /// The strictest label that it may see.
        public var label: SensitivityLabel
        /// The consents that hold for it.
        public var consents: [Consent]
        /// Requests of this process that are under way to it.
        public var outstanding: Int
        /// Whether it failed just now, and is left alone for a while.
        public var isResting: Bool
        /// Why it gets nothing, or less than the others; `nil` where nothing is in the way.
        public var problem: String?
    }

    public var name: String
    /// What is asked for where the group is meant.
    public var engine: Engine
    public var settings: NamedGroup
    public var members: [Member]
    /// Requests of this process that wait for a member, and that were refused because too many waited.
    public var waiting: Int
    public var refused: Int
}

extension Hearth.Endpoints {
    private static let changeGroup = "Changing a group of endpoints"

    /// All groups, by their names.
    public func groups() async throws -> [GroupState] {
        let resources = try await hearth.current()
        let settings = resources.snapshot.settings
        guard !settings.groups.isEmpty else { return [] }
        let known = try await list()
        let pools = resources.pools
        return settings.groups.sorted { $0.key < $1.key }.map { name, group in
            let live = pools.state(of: group.routed(name, settings.endpoints))
            let members = zip(group.members, live.members).map { member, live in
                Self.member(member, live, known.first { $0.engine == live.engine }, of: group, known)
            }
            return GroupState(
                name: name.text, engine: .endpoint(name), settings: group, members: members, waiting: live.waiting,
                refused: live.refused)
        }
    }

    /// What is under way to the members of each group. Asks for no key and no consent.
    public func load() async throws -> [EndpointPools.GroupState] {
        let resources = try await hearth.current()
        let settings = resources.snapshot.settings
        return settings.groups.sorted { $0.key < $1.key }.map { name, group in
            resources.pools.state(of: group.routed(name, settings.endpoints))
        }
    }

    private static func member(
        _ member: NamedGroup.Member, _ live: EndpointPools.MemberState, _ state: EndpointState?, of group: NamedGroup,
        _ all: [EndpointState]
    ) -> GroupState.Member {
        let models = Set(
            all.filter { state in group.members.contains { .endpoint($0.name) == state.engine } }
                .compactMap { $0.settings.model })
        var problem: String?
        if let state {
            if state.settings.model == nil {
                problem = "no model is chosen for it"
            } else if let key = state.keyProblem {
                problem = key
            } else if models.count > 1 {
                problem = "the members of the group name different models"
            } else if state.settings.ceiling == .public {
                problem = "public text only, by its owner's choice"
            } else if state.consents.isEmpty {
                problem = "personal text needs your consent"
            }
        } else {
            problem = "there is no endpoint of that name"
        }
        return GroupState.Member(
            name: member.name.text, engine: live.engine, weight: member.weight, host: state?.host,
            model: state?.settings.model, label: state?.settings.ceiling ?? .public, consents: state?.consents ?? [],
            outstanding: live.outstanding, isResting: live.isResting, problem: problem)
    }

    /// Makes a group, or changes the one of that name. It gives no consent, and changes none of its endpoints.
    ///
    /// - Throws: ``EngineError`` `usage` for what is no name or not allowed, `setting-overridden`, `owner-only` for a program.
    public func setGroup(_ name: String, to group: NamedGroup) async throws {
        try Reader.requireOwner(for: Self.changeGroup)
        guard let name = EndpointName(name) else {
            throw EngineError(.usage, "A group's name has \(EndpointName.allowed).")
        }
        try hearth.environments.reload()
        let settings = hearth.settings
        guard settings.endpoints[name] == nil else {
            throw EngineError(.usage, "\(name.text) is an endpoint. Give the group another name.")
        }
        if let missing = group.members.first(where: { settings.endpoints[$0.name] == nil }) {
            let what =
                settings.groups[missing.name] == nil
                ? "There is no endpoint \(missing.name.text)." : "\(missing.name.text) is a group, and no endpoint."
            throw EngineError(.usage, "\(what) A group has endpoints that were added before.")
        }
        var groups = settings.groups
        groups[name] = group
        let text = GroupText.text(groups)
        guard groups.count <= GroupText.most, text.utf8.count <= GroupText.mostBytes, GroupText.parse(text) == groups
        else {
            throw EngineError(
                .usage,
                "A group has \(NamedGroup.sizes.lowerBound) to \(NamedGroup.sizes.upperBound) endpoints, none twice, weights of "
                    + "\(EndpointGroup.weights.lowerBound) to \(EndpointGroup.weights.upperBound), "
                    + "\(EndpointGroup.parallels.lowerBound) to \(EndpointGroup.parallels.upperBound) requests at a time and up "
                    + "to \(EndpointGroup.queues.upperBound) that wait; there are at most \(GroupText.most) groups.")
        }
        let models = hearth.models
        try await BlockingWork.run { try models.set(.endpointGroups, to: text) }
    }

    /// Removes a group. Its endpoints stay as they are, and serve each by its own name.
    ///
    /// - Returns: Whether there was one of that name.
    /// - Throws: ``EngineError`` `owner-only` for a program, `setting-overridden`.
    @discardableResult
    public func removeGroup(_ name: String) async throws -> Bool {
        try Reader.requireOwner(for: Self.changeGroup)
        try hearth.environments.reload()
        var groups = hearth.settings.groups
        guard let name = EndpointName(name), groups.removeValue(forKey: name) != nil else { return false }
        try await keep(groups)
        guard hearth.settings.groups[name] == nil else {
            throw EngineError(
                .settingOverridden,
                "The group stands in settings.json, from which every environment starts. Remove it in the environment "
                    + "\(DeploymentEnvironment.development).")
        }
        return true
    }

    /// Takes an endpoint that is removed out of its groups, so that one that gets its name later gets nothing by it.
    func leaveGroups(_ name: EndpointName) async throws {
        let groups = hearth.settings.groups
        guard groups.values.contains(where: { $0.members.contains { $0.name == name } }) else { return }
        let rest = groups.compactMapValues { group -> NamedGroup? in
            var group = group
            group.members.removeAll { $0.name == name }
            return group.members.isEmpty ? nil : group
        }
        try await keep(rest)
    }

    private func keep(_ groups: [EndpointName: NamedGroup]) async throws {
        let text = groups.isEmpty ? nil : GroupText.text(groups)
        let models = hearth.models
        try await BlockingWork.run { try models.set(.endpointGroups, to: text) }
    }
}
