import Foundation
import Hearth
import HearthHTTP

// Who else may say who somebody is that signs in to a shared server.

extension Wire {
    static let listSignInProviders = Operation<Nothing, Nothing, SignInProviderList>(
        .get, "/api/sign-in-providers", "listSignInProviders", in: .people, "The providers by which people sign in",
        about: "For administrators and the owner. By OpenID Connect; in the order of their buttons.")

    static let setSignInProvider = Operation<Nothing, SignInProviderWrite, SignInProviderState>(
        .put, "/api/sign-in-providers/:id", "setSignInProvider", in: .people,
        "Set up a provider by which people sign in",
        about:
            "In the place of the one of that id, else behind the others. Asks it what it says of itself; the ledger has that. Where it "
            + "names hosts that are not allowed yet, nothing is changed, and they are in `missingHosts`. No two have the same issuer, or "
            + "the same label. An id has 1 to 20 characters of a-z, 0-9 and single - inside.",
        work: .long,
        bodyLimit: 32 << 10,
        fails: [.invalidInput, .conflict, .refusedByPolicy],
        finds: false)

    static let removeSignInProvider = Operation<Nothing, Nothing, SignInProviderRemoval>(
        .delete, "/api/sign-in-providers/:id", "removeSignInProvider", in: .people,
        "Have nobody sign in by a provider any more",
        about: "Its secret goes too. Links stay, and are good again with the same provider.")

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
    struct SignInProvider: WireType {
        var id: String
        var issuer: String
        var clientId: String
        var label: String
        var domains: [String]
        var hosts: [String]
        var hasSecret: Bool
        var dependents: Int
        var redirect: String

        static let fields: [String: WireField] = [
            "domains": "Whose addresses of mail become members by signing in.",
            "hosts": "Those that may be asked beside its own.",
            "dependents": "How many people could not sign in any more without it.",
            "redirect": "What is registered there, for whoever uses the server by the address of this request.",
        ]

        init(_ state: SignInProviders.State, redirect: String) {
            let provider = state.provider
            (id, issuer, clientId, label) = (provider.id.text, provider.issuer, provider.clientID, provider.label)
            (domains, hosts, hasSecret) = (provider.domains, provider.hosts, state.hasSecret)
            (dependents, self.redirect) = (state.dependents, provider.id.redirect(from: redirect))
        }
    }

    struct SignInProviderList: WireType {
        var providers: [SignInProvider]
        var redirect: String

        static let fields: [String: WireField] = [
            "redirect": "With what the redirect address of each begins."
        ]
    }

    struct SignInProviderState: WireType {
        var provider: SignInProvider?
        var missingHosts: [String]

        static let fields: [String: WireField] = [
            "provider": "As it is kept; null where there is none of that id.",
            "missingHosts": "What would have to be allowed first; empty where all is well.",
        ]
    }

    struct SignInProviderRemoval: WireType {
        var lockedOut: Int

        static let fields: [String: WireField] = [
            "lockedOut":
                "How many people cannot sign in any more: they have no password, and no link to another provider that is set up."
        ]
    }

    struct SignInProviderWrite: WireRequest {
        var issuer: String
        var clientId: String
        var clientSecret: String?
        var label: String
        var domains: [String]?
        var hosts: [String]?
        var isNew: Bool?

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
            "isNew": .init(
                "Whether it is refused where there is one of that id already; false when left out.", .leftOutOrNull),
        ]
    }

    struct AccountLink: WireType {
        var id: String
        var issuer: String
        var provider: String?
        var name: String?
        var createdAt: Date
        var usedAt: Date?

        static let about: String? = "Somebody of a provider who is somebody here."
        static let fields: [String: WireField] = [
            "provider": "The id of the provider; null where it is not set up now, and lets nobody in.",
            "name": "What they are called there, as of when it was linked.",
            "usedAt": "When they last signed in by it.",
        ]

        init(_ link: LinkedIdentity, among providers: [IdentityProvider]) {
            (id, issuer, name) = (link.id, link.issuer, link.name)
            provider = providers.first { $0.issuer == link.issuer }?.id.text
            (createdAt, usedAt) = (link.createdAt, link.usedAt)
        }
    }

    struct AccountLinks: WireType {
        var links: [AccountLink]
        var hasPassword: Bool
        var providers: [SignInChoice]

        static let fields: [String: WireField] = [
            "providers": "With what one could link the account; empty where there is no such provider."
        ]
    }
}
