import Foundation
import Hearth
import HearthHTTP

// The owner's own servers that speak OpenAI's protocol.

extension Wire {
    static let listEndpoints = Operation<Nothing, Nothing, EndpointList>(
        .get, "/api/endpoints", "listEndpoints", in: .settings, "Servers of one's own, and what each may see")

    static let setEndpoint = Operation<Nothing, EndpointWrite, Endpoint>(
        .put, "/api/endpoints/:name", "setEndpoint", in: .settings, "Add one, or change the one of that name",
        about:
            "Gives no consent: personal text goes to `custom:NAME` only after `POST /api/consents`. What is left out is as "
            + "for a new one.",
        bodyLimit: 64 << 10,
        fails: [.conflict])

    static let removeEndpoint = Operation<Nothing, Nothing, Nothing>(
        .delete, "/api/endpoints/:name", "removeEndpoint", in: .settings,
        "Remove one with its key, and revoke its consents",
        status: .noContent,
        fails: [.conflict])

    static let testEndpoint = Operation<Nothing, Nothing, EndpointTest>(
        .post, "/api/endpoints/:name/test", "testEndpoint", in: .settings, "Ask it for its list of models, once",
        work: .long,
        bodyLimit: 4096,
        fails: [.conflict, .modelNotReady])
}

extension Wire {
    struct Endpoint: WireType {
        var name: String
        var engine: Engine
        var url: String
        var host: String?
        var model: String?
        var contextLength: Int?
        var label: SensitivityLabel
        var weight: Int
        var parallel: Int?
        var hasKey: Bool
        var consents: [Consent]

        static let about: String? = "A server that speaks OpenAI's protocol, which the owner set up."
        static let fields: [String: WireField] = [
            "engine": "What it is called where engines are named: `custom:NAME`.",
            "host": "As consents and the ledger name it.",
            "model": "What is asked for where a request names none.",
            "contextLength": "Tokens of its window; null where the server is asked.",
            "label": "The most private text that may go there, with a consent.",
            "weight": "Of endpoints, the one with more comes first.",
            "parallel": "Requests that it takes at a time; null for 8, or what a group that has it says.",
            "consents": "Those that hold for it at this host.",
        ]
    }

    struct EndpointList: WireType {
        var endpoints: [Endpoint]
    }

    struct EndpointWrite: WireRequest {
        var url: String
        var model: String?
        var contextLength: Int?
        var label: SensitivityLabel?
        var weight: Int?
        var parallel: Int?

        static let fields: [String: WireField] = [
            "url": .init("HTTPS, unless its host is this machine.", length: 1...2048),
            "model": .init(nil, .leftOutOrNull, length: 1...200),
            "contextLength": .init(nil, .leftOutOrNull, range: 256...1_048_576),
            "label": .init("`public` or `personal`.", .leftOutOrNull, oneOf: ["public", "personal"]),
            "weight": .init(nil, .leftOutOrNull, range: 0...100),
            "parallel": .init("Requests that it takes at a time.", .leftOutOrNull, range: 1...1024),
        ]
    }

    struct EndpointTest: WireType {
        var host: String
        var models: [String]
        var hasModel: Bool?

        static let fields: [String: WireField] = [
            "models": "By the names that it gives them.",
            "hasModel": "Whether the chosen model is among them; null where none is chosen.",
        ]
    }
}
