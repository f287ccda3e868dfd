import Hearth
import HearthHTTP

/// `/api/endpoint-groups`: the owner's own servers that serve the same model.
struct EndpointGroupRoutes: Sendable {
    let hearth: Hearth
    let edits: EditGate

    var routes: [ServerRoute] {
        [
            Wire.listEndpointGroups.route { _ in
                Wire.EndpointGroupList(groups: try await hearth.endpoints.groups().map(Self.value))
            },
            Wire.setEndpointGroup.route { try await set($0) },
            Wire.removeEndpointGroup.route { try await remove($0.request) },
        ]
    }

    private static func value(_ state: GroupState) -> Wire.EndpointGroup {
        Wire.EndpointGroup(
            name: state.name, engine: state.engine, parallel: state.settings.parallel, queue: state.settings.queue,
            members: state.members.map { member in
                Wire.EndpointGroupMember(
                    name: member.name, engine: member.engine, weight: member.weight, host: member.host,
                    model: member.model, label: member.label,
                    consents: member.consents.map { RoutingRoutes.value($0, revokedAt: nil) },
                    outstanding: member.outstanding, isResting: member.isResting, problem: member.problem)
            }, waiting: state.waiting)
    }

    private func set(_ call: Call<Nothing, Wire.EndpointGroupWrite>) async throws -> Wire.EndpointGroup {
        let name = call.request.parameter("name")
        let body = try await call.body()
        var members: [NamedGroup.Member] = []
        for share in body.members {
            guard let endpoint = EndpointName(share.name) else {
                throw ServerError.invalid("members", "An endpoint's name has \(EndpointName.allowed).")
            }
            members.append(.init(endpoint, weight: share.weight ?? 1))
        }
        var group = NamedGroup(members: members)
        if let parallel = body.parallel { group.parallel = parallel }
        if let queue = body.queue { group.queue = queue }
        // Two tabs that make one at once must not take each other's away.
        return try await edits.run { [group] in
            do {
                try await hearth.endpoints.setGroup(name, to: group)
            } catch let error as EngineError where error.reason == .usage {
                let isTaken = EndpointName(name).map { hearth.settings.endpoints[$0] != nil } ?? true
                throw ServerError.invalid(isTaken ? "name" : "members", error.message)
            }
            guard let state = try await hearth.endpoints.groups().first(where: { $0.name == name }) else {
                throw ServerError(.unknownItem, "There is no group of that name.")
            }
            return Self.value(state)
        }
    }

    private func remove(_ request: ServerRequest) async throws -> Nothing {
        let name = request.parameter("name")
        return try await edits.run {
            guard try await hearth.endpoints.removeGroup(name) else {
                throw ServerError(.unknownItem, "There is no group of that name.")
            }
            return Nothing()
        }
    }
}
