import Foundation
import Hearth
import HearthHTTP

// Who may see what, and why: policy, decisions, labels, consents.

extension Wire {
    static let getRouting = Operation<Nothing, Nothing, Routing>(
        .get, "/api/routing", "getRouting", in: .privacy, "Who may see what")

    static let changeRouting = Operation<Nothing, RoutingChange, Routing>(
        .patch, "/api/routing", "changeRouting", in: .privacy, "Change it",
        about: "409 `set-elsewhere` when a variable or a flag stands above it; 409 `offline-unsupported` "
            + "when the kernel cannot enforce it. `enforce: kernel` with `offline: true` holds for as "
            + "long as the server runs.",
        bodyLimit: 64 << 10,
        fails: [.conflict])

    static let explainRoute = Operation<Nothing, RouteRequest, Route>(
        .post, "/api/route", "explainRoute", in: .privacy, "Which engine would serve, and why",
        about: "Sends nothing and writes nothing. 422 `no-engine` and 403 `refused-by-policy` list why "
            + "in `rejected`.",
        bodyLimit: 64 << 10,
        fails: [.modelNotReady])

    static let listConsents = Operation<ConsentQuery, Nothing, ConsentList>(
        .get, "/api/consents", "listConsents", in: .privacy, "Who may see personal text")

    static let grantConsent = Operation<Nothing, ConsentGrant, Consent>(
        .post, "/api/consents", "grantConsent", in: .privacy, "Let a remote engine see personal text",
        status: .created,
        bodyLimit: 64 << 10,
        fails: [.conflict])

    static let revokeConsent = Operation<Nothing, Nothing, Nothing>(
        .delete, "/api/consents/:id", "revokeConsent", in: .privacy, "Revoke; it takes effect at once",
        status: .noContent)

    static let listLabels = Operation<Nothing, Nothing, LabelList>(
        .get, "/api/labels", "listLabels", in: .privacy, "Who may see text of each label")
}

extension Wire {
    struct Route: WireType {
        var task: TaskKind
        var mode: RoutingMode
        var label: SensitivityLabel
        var engine: Engine
        var model: String
        var host: String?
        var onDevice: Bool
        var reason: String
        var rejected: [Rejection]
        var wasFallback: Bool
        var fallbackReason: String?
        var consentID: String?
        var ledgerRecord: Int?

        static let about: String? = "Which engine serves and why: the engine badge."
        static let fields: [String: WireField] = [
            "model": "Empty for the basic engine.",
            "host": "Where the request goes; null when it stays in the process.",
            "onDevice": "Whether the request stays on this machine: no host, or a host that is this machine.",
            "reason": "A sentence for a person.",
            "wasFallback": .presence(.unpromised),
        ]
    }

    struct RouteRequest: WireRequest {
        var task: TaskKind
        var label: SensitivityLabel?
        var engine: Engine?
        var mode: RoutingMode?
        var requireOffline: Bool?
    }

    struct Routing: WireType {
        var mode: RoutingMode
        var order: [Engine]
        var offline: Bool
        var enforce: String
        var enforcement: Enforcement
        var redact: Bool
        var keepPrompts: Bool
        var sources: [String: String]

        static let fields: [String: WireField] = [
            "enforce": .init(oneOf: ["policy", "kernel"]),
            "sources": .init("Where each setting came from, in words, by the setting's name.", .unpromised),
        ]

        struct Enforcement: WireType {
            var state: String
            var message: String
            var openSockets: Int?

            static let name: String? = nil
            static let fields: [String: WireField] = [
                "state": .init(
                    "Measured just now: whether the kernel denies this process an internet socket.",
                    oneOf: ["enforced", "not-enforced", "unsupported"]),
                "openSockets": .presence(.leftOut),
            ]
        }
    }

    struct RoutingChange: WireRequest {
        var mode: RoutingMode?
        var order: [Engine]?
        var offline: Bool?
        var enforce: Settings.Enforcement?
        var redact: Bool?
        var keepPrompts: Bool?

        static let fields: [String: WireField] = [
            "order": .init(count: 0...20, isUnique: true)
        ]
    }

    struct LabelList: WireType {
        var labels: [Label]

        struct Label: WireType {
            var label: String
            var sentence: String
            var engines: [Engine]
            var mcp: Bool
            var api: Bool
            var tools: [ToolServer]

            static let name: String? = nil
            static let fields: [String: WireField] = [
                "label": .init(oneOf: ["public", "personal", "private"]),
                "sentence": "Who may see it, for a person.",
                "mcp": "Whether clients of the Model Context Protocol may read it (setting mcp-ceiling).",
                "api": "Whether programs with the token may read it (setting api-ceiling).",
                "tools": "The servers of tools that may be given it, where their owner allows a call.",
            ]

            struct ToolServer: WireType {
                var name: String
                var host: String?

                static let name: String? = nil
                static let fields: [String: WireField] = [
                    "host": .init("Where it goes; null for a program of this machine.", .promised)
                ]
            }

            struct Engine: WireType {
                var engine: String
                var host: String?
                var tasks: [String]

                static let name: String? = nil
                static let fields: [String: WireField] = [
                    "host": .presence(.promised),
                    "tasks": "Those for which it may.",
                ]
            }
        }
    }

    struct Consent: WireType {
        var id: String
        var engine: Engine
        var host: String
        var task: TaskKind?
        var grantedAt: Date
        var revokedAt: Date?
    }

    struct ConsentList: WireType {
        var consents: [Consent]
    }

    struct ConsentGrant: WireRequest {
        var engine: Engine
        var task: TaskKind?
        var host: String?

        static let fields: [String: WireField] = [
            "engine":
                "One that is remote: `openai`, `anthropic`, `custom`, or `custom:NAME` for an endpoint with a name.",
            "task": .presence(.leftOutOrNull),
            "host": .init(
                "The host that the owner was shown. Where the engine is at another one by now, no consent is given (409).",
                .leftOutOrNull, length: 1...300),
        ]
    }

    struct ConsentQuery: WireRequest {
        var all: Bool?

        static let fields: [String: WireField] = [
            "all": "Also those that were revoked."
        ]
    }
}

extension Settings.Enforcement: WireChoice {}
