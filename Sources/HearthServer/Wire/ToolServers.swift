import Foundation
import Hearth
import HearthHTTP

// Servers of tools that the owner added, and signing in at them.

extension Wire {
    static let listToolServers = Operation<Nothing, Nothing, ToolServerList>(
        .get, "/api/tool-servers", "listToolServers", in: .settings, "Servers of tools, and what each may be given",
        about: "For the owner alone: a program with the token gets 403.")

    static let changeToolServer = Operation<Nothing, ToolServerChange, ToolServer>(
        .patch, "/api/tool-servers/:name", "changeToolServer", in: .settings,
        "Decide whether programs may have models call its tools",
        about: "Those alone that are always allowed, over `/v1/responses`. For the owner alone.",
        bodyLimit: 4096)

    static let signInAtToolServer = Operation<Nothing, ToolSignInRequest, ToolSignIn>(
        .post, "/api/tool-servers/:name/sign-in", "signInAtToolServer", in: .settings, "Begin to sign in at one",
        about:
            "Asks the server, and who lets people in there, how; nothing of the owner's is sent. Where `hosts` of the answer is not "
            + "empty, these have to be allowed first, by a second request that names them, and nothing was begun. Else the owner's "
            + "browser opens `url`, and comes back to `/oauth/callback` of this server. For the owner alone.",
        work: .long,
        bodyLimit: 64 << 10,
        fails: [.conflict])

    static let signOutOfToolServer = Operation<Nothing, Nothing, ToolSignOut>(
        .delete, "/api/tool-servers/:name/sign-in", "signOutOfToolServer", in: .settings,
        "Forget what signing in gave, and tell who gave it",
        about: "For the owner alone.",
        work: .long,
        fails: [.conflict])
}

extension Wire {
    struct ToolServer: WireType {
        var name: String
        var url: String?
        var command: String?
        var host: String?
        var label: SensitivityLabel
        var hasKey: Bool
        var isSignedIn: Bool
        var isForPrograms: Bool

        static let about: String? = "A server whose tools models may call, which the owner added."
        static let fields: [String: WireField] = [
            "url": "Of one at an address.",
            "command": "Of a program of this machine, without its arguments.",
            "host": "As the ledger names it; null for a program.",
            "label": "The most private conversation whose model may call it.",
            "isSignedIn": "Whether the owner signed in there; whether that still holds, only the server knows.",
            "isForPrograms": "Whether programs may have models call those of its tools that are always allowed.",
        ]
    }

    struct ToolServerChange: WireRequest {
        var isForPrograms: Bool
    }

    struct ToolServerList: WireType {
        var servers: [ToolServer]
    }

    struct ToolSignInRequest: WireRequest {
        var hosts: [String]?
        var scope: String?
        var clientId: String?

        static let fields: [String: WireField] = [
            "hosts": .init(
                "Hosts that may take part from now on, beside the server's own.", .leftOutOrNull, count: 0...16),
            "scope": .init("What to ask for from now on, with spaces between.", .leftOutOrNull, length: 0...2048),
            "clientId": .init(
                "The client that the owner has there; where it is left out, this program is registered.",
                .leftOutOrNull,
                length: 0...1024),
        ]
    }

    struct ToolSignIn: WireType {
        var url: String?
        var host: String?
        var scope: String?
        var hosts: [String]

        static let fields: [String: WireField] = [
            "url": "What the browser opens, within ten minutes; null where hosts have to be allowed first.",
            "host": "Where that is.",
            "hosts": "Those that have to be allowed first.",
        ]
    }

    struct ToolSignOut: WireType {
        var wasSignedIn: Bool
        var isRevoked: Bool

        static let fields: [String: WireField] = [
            "isRevoked": "Whether who let the owner in said that it ended there as well."
        ]
    }
}
