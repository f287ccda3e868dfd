import Hearth
import HearthHTTP

// Endpoints that serve the same model, over which requests are spread.

extension Wire {
    static let listEndpointGroups = Operation<Nothing, Nothing, EndpointGroupList>(
        .get, "/api/endpoint-groups", "listEndpointGroups", in: .settings,
        "Groups of servers of one's own, and what keeps one of them from serving")

    static let setEndpointGroup = Operation<Nothing, EndpointGroupWrite, EndpointGroup>(
        .put, "/api/endpoint-groups/:name", "setEndpointGroup", in: .settings,
        "Make a group, or change the one of that name",
        about:
            "Gives no consent: a member without one that is needed gets nothing. What is left out is as for a new one.",
        bodyLimit: 64 << 10,
        fails: [.conflict])

    static let removeEndpointGroup = Operation<Nothing, Nothing, Nothing>(
        .delete, "/api/endpoint-groups/:name", "removeEndpointGroup", in: .settings,
        "Remove a group; its endpoints stay",
        status: .noContent,
        fails: [.conflict])
}

extension Wire {
    struct EndpointGroup: WireType {
        var name: String
        var engine: Engine
        var parallel: Int
        var queue: Int
        var members: [EndpointGroupMember]
        var waiting: Int

        static let about: String? =
            "Endpoints that serve the same model; requests to `custom:NAME` are spread over them."
        static let fields: [String: WireField] = [
            "engine": "What is asked for where the group is meant: `custom:NAME`.",
            "parallel": "Requests that one member works on at a time.",
            "queue": "Requests that may wait for a member; further ones are refused (429).",
            "waiting": "Requests that wait now.",
        ]
    }

    struct EndpointGroupMember: WireType {
        var name: String
        var engine: Engine
        var weight: Int
        var host: String?
        var model: String?
        var label: SensitivityLabel
        var consents: [Consent]
        var outstanding: Int
        var isResting: Bool
        var problem: String?

        static let about: String? = "An endpoint of a group. Consents, label and records are its own."
        static let fields: [String: WireField] = [
            "weight": "Its share beside those of the others.",
            "host": "As consents and the ledger name it; null where there is no endpoint of that name by now.",
            "label": "The most private text that may go there, with a consent.",
            "consents": "Those that hold for it at this host.",
            "outstanding": "Requests that are under way to it now.",
            "isResting": "Whether it failed just now, and is left alone for a while.",
            "problem": "Why it gets nothing, or less than the others; null where nothing is in the way.",
        ]
    }

    struct EndpointGroupList: WireType {
        var groups: [EndpointGroup]
    }

    struct EndpointGroupWrite: WireRequest {
        var members: [EndpointGroupShare]
        var parallel: Int?
        var queue: Int?

        static let fields: [String: WireField] = [
            "members": .init("Endpoints that were added before, none twice.", count: 1...64),
            "parallel": .init(nil, .leftOutOrNull, range: 1...1024),
            "queue": .init(nil, .leftOutOrNull, range: 0...10_000),
        ]
    }

    struct EndpointGroupShare: WireRequest {
        var name: String
        var weight: Int?

        static let fields: [String: WireField] = [
            "name": .init("Of an endpoint.", length: 1...20),
            "weight": .init("Its share beside those of the others; 1 unless said.", .leftOutOrNull, range: 1...100),
        ]
    }
}
