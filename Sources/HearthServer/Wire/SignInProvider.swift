import Foundation
import Hearth
import HearthHTTP

// Who else may say who somebody is that signs in to a shared server.

extension Wire {
    static let getSignInProvider = Operation<Nothing, Nothing, SignInProviderState>(
        .get, "/api/sign-in-provider", "getSignInProvider", in: .people, "The provider by which people sign in",
        about: "For administrators and the owner. One at a time, by OpenID Connect.")

    static let setSignInProvider = Operation<Nothing, SignInProviderWrite, SignInProviderState>(
        .put, "/api/sign-in-provider", "setSignInProvider", in: .people, "Set up the provider by which people sign in",
        about:
            "Asks it what it says of itself; the ledger has that. Where it names hosts that are not allowed yet, nothing is changed, and they "
            + "are in `missingHosts`.",
        work: .long,
        bodyLimit: 32 << 10,
        fails: [.invalidInput, .refusedByPolicy])

    static let removeSignInProvider = Operation<Nothing, Nothing, Nothing>(
        .delete, "/api/sign-in-provider", "removeSignInProvider", in: .people,
        "Have nobody sign in by the provider any more",
        about: "Its secret goes too. Links stay, and are good again with the same provider.",
        status: .noContent)

    static let listLinks = Operation<Nothing, Nothing, AccountLinks>(
        .get, "/api/links", "listLinks", in: .people, "What lets one in beside one's password",
        about: "For somebody with an account, in a browser.",
        fails: [.notAllowed])

    static let removeLink = Operation<Nothing, Nothing, Nothing>(
        .delete, "/api/links/:id", "removeLink", in: .people, "Take a link of one's own away",
        about: "What one was signed in by it goes on. The last one stays where there is no password.",
        status: .noContent,
        fails: [.notAllowed, .conflict])

    static let removePersonLink = Operation<Nothing, Nothing, Nothing>(
        .delete, "/api/people/:id/links/:link", "removePersonLink", in: .people, "Take a link of somebody's away",
        about: "Their sessions end. Who came in by it becomes no new member by their domain.",
        status: .noContent,
        fails: [.notAllowed])
}

extension Wire {
    struct SignInProviderState: WireType {
        var provider: Provider?
        var redirect: String
        var missingHosts: [String]

        static let fields: [String: WireField] = [
            "provider": "Null where there is none.",
            "redirect":
                "What is registered at the provider, for whoever uses the server by the address of this request.",
            "missingHosts": "What would have to be allowed first; empty where all is well.",
        ]

        struct Provider: WireType {
            var issuer: String
            var clientId: String
            var label: String
            var domains: [String]
            var hosts: [String]
            var hasSecret: Bool

            static let name: String? = "SignInProvider"
            static let fields: [String: WireField] = [
                "domains": "Whose addresses of mail become members by signing in.",
                "hosts": "Those that may be asked beside its own.",
            ]
        }
    }

    struct SignInProviderWrite: WireRequest {
        var issuer: String
        var clientId: String
        var clientSecret: String?
        var label: String
        var domains: [String]?
        var hosts: [String]?

        static let fields: [String: WireField] = [
            "issuer": .init("By which name it calls itself: an address.", length: 1...512),
            "clientId": .init("Who this server is to it.", length: 1...512),
            "clientSecret": .init(
                "Kept with the keys. The one of before where it is left out, at the same host.", .leftOutOrNull,
                length: 1...4096),
            "label": .init("What the button says after \"Sign in with\".", length: 1...256),
            "domains": .init(
                "Whoever has an address of mail of one of these, by the provider's word, becomes a member by signing in; nobody where it is "
                    + "left out.", .leftOutOrNull, count: 0...50),
            "hosts": .init("What may be asked beside its own host.", .leftOutOrNull, count: 0...50),
        ]
    }

    struct AccountLink: WireType {
        var id: String
        var issuer: String
        var name: String?
        var createdAt: Date
        var usedAt: Date?

        static let about: String? = "Somebody of a provider who is somebody here."
        static let fields: [String: WireField] = [
            "name": "What they are called there, as of when it was linked.",
            "usedAt": "When they last signed in by it.",
        ]

        init(_ link: LinkedIdentity) {
            (id, issuer, name) = (link.id, link.issuer, link.name)
            (createdAt, usedAt) = (link.createdAt, link.usedAt)
        }
    }

    struct AccountLinks: WireType {
        var links: [AccountLink]
        var hasPassword: Bool
        var provider: String?

        static let fields: [String: WireField] = [
            "provider":
                "With what one could link the account, as its button says; null where there is no such provider."
        ]
    }
}
