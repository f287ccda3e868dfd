package import Foundation
package import HearthCore
package import HearthSchema

// How a browser gets in, and which ones are in.

extension Wire {
    package static let getSession = Operation<Nothing, Nothing, Session>(
        .get, "/api/session", "getSession", in: .session, "Who is signed in",
        about: "Answers 200 without a sign-in too, with `signedIn` false.",
        access: .open)

    package static let signIn = Operation<Nothing, SignIn, Session>(
        .post, "/api/session", "signIn", in: .session, "Sign in",
        about: "Gives the key of a new session, once. Takes the server's token, or the code of a sign-in "
            + "link, which is used up by it; on a shared server also a name and a password, or an invitation with "
            + "the password (and the name, where the invitation has none) of the account that is made.",
        access: .open,
        bodyLimit: 8192,
        fails: [.unauthorized, .notAllowed, .overloaded, .invalidInput, .conflict])

    package static let beginProviderSignIn = Operation<Nothing, ProviderSignIn, ProviderSignInStart>(
        .post, "/api/session/provider", "beginProviderSignIn", in: .session, "Begin to sign in with a provider",
        about:
            "The browser opens `url`, where the provider (OpenID Connect) asks who it is, and comes back to the provider's own address "
            + "below `/oauth/sign-in` of this server, which sends it on to `/#/sign-in?provider=TICKET`. The answer sets a "
            + "cookie that has to come along; ask with credentials.",
        access: .open, work: .long,
        bodyLimit: 4096,
        fails: [
            .notAllowed, .overloaded, .invalidInput, .unknownItem, .refusedByPolicy,
        ])

    package static let finishProviderSignIn = Operation<Nothing, ProviderSignInEnd, Session>(
        .put, "/api/session/provider", "finishProviderSignIn", in: .session, "Sign in with what a provider answered",
        about:
            "Gives the key of a new session, once; where an account was linked, the session that asks, without a key. A ticket is good "
            + "once, for two minutes, with the proof of the page that began.",
        access: .open, work: .long,
        bodyLimit: 4096,
        fails: [
            .notAllowed, .unauthorized, .overloaded, .invalidInput, .unknownItem, .conflict, .refusedByPolicy,
        ])

    package static let changePassword = Operation<Nothing, PasswordChange, Session>(
        .put, "/api/session/password", "changePassword", in: .session, "Change one's own password",
        about: "Ends all sessions of this person, and gives the key of a new one, once.",
        bodyLimit: 8192,
        fails: [.unauthorized, .notAllowed, .overloaded, .invalidInput])

    package static let signOut = Operation<Nothing, Nothing, Nothing>(
        .delete, "/api/session", "signOut", in: .session, "Sign out",
        about: "Ends this browser's session on the server; its key is good for nothing any more.",
        status: .noContent)

    package static let listSessions = Operation<Nothing, Nothing, Sessions>(
        .get, "/api/sessions", "listSessions", in: .session, "Browsers that are signed in")

    package static let endOtherSessions = Operation<Nothing, Nothing, EndedSessions>(
        .delete, "/api/sessions", "endOtherSessions", in: .session, "Sign all other browsers out",
        about: "A program with the token has no session of its own, so it ends all.")

    package static let endSession = Operation<Nothing, Nothing, Nothing>(
        .delete, "/api/sessions/:id", "endSession", in: .session, "Sign a browser out",
        status: .noContent)

    package static let makeSignInLink = Operation<Nothing, Nothing, SignInLink>(
        .post, "/api/session/link", "makeSignInLink", in: .session, "A link that signs in another device, once",
        about:
            "For the owner's browser alone: a program gets 403. It ends after five minutes, with the session that made it, and when "
            + "that makes another. Not made, and `urls` empty, where the server answers to its own machine alone.",
        bodyLimit: 4096,
        fails: [.overloaded])

    package static let withdrawSignInLink = Operation<Nothing, Nothing, Nothing>(
        .delete, "/api/session/link", "withdrawSignInLink", in: .session, "The link that this browser made is void",
        status: .noContent)

    package static let makeTicket = Operation<Nothing, TicketRequest, Ticket>(
        .post, "/api/tickets", "makeTicket", in: .session, "An address that can be fetched without a header",
        about: "For what a browser fetches by itself. Good for that address alone, until an hour after "
            + "its last use, the end of the session or of the server.",
        bodyLimit: 8192)

    package static let followSignInLink = Operation<SignInQuery, Nothing, Raw>(
        .get, "/sign-in", "followSignInLink", in: .session, "The link that `hearth serve` prints",
        about: "Uses nothing up: it goes on to the page, with the code behind the `#`, and the page "
            + "signs in by `POST /api/session`.",
        access: .open,
        gives: [.init(.seeOther, "On to `/#/sign-in?code=CODE`.", [])])
}

extension Wire {
    package struct Session: WireType {
        package var signedIn: Bool
        package var version: String
        package var expiresAt: Date?
        package var id: String?
        package var key: String?
        package var person: SignedInPerson?
        package var people: Bool
        package var providers: [SignInChoice]

        package init(
            signedIn: Bool, version: String, expiresAt: Date? = nil, id: String? = nil, key: String? = nil,
            person: SignedInPerson? = nil, people: Bool = false, providers: [SignInChoice] = []
        ) {
            (self.signedIn, self.version, self.expiresAt, self.id) = (signedIn, version, expiresAt, id)
            (self.key, self.person, self.people, self.providers) = (key, person, people, providers)
        }

        package static let fields: [String: WireField] = [
            "person": "Who signed in with an account; null for the owner of the server.",
            "people": "Whether somebody could sign in with a name and a password.",
            "providers":
                "With what else people sign in, in the order of the buttons; empty where there is no such provider.",
            "expiresAt": "When the session ends if it is not used again; null for a bearer token.",
            "id": "The session's name; it lets nobody in.",
            "key": "What goes into the header `hearth-session`. Only in the answer that signs in.",
        ]
    }

    package struct SignInChoice: WireType {
        package var id: String
        package var label: String

        package init(id: String, label: String) { (self.id, self.label) = (id, label) }

        package static let about: String? = "A provider with which people may sign in."
        package static let fields: [String: WireField] = [
            "id": "What `POST /api/session/provider` takes as `provider`.",
            "label": "What the button says after \"Sign in with\".",
        ]
    }

    package struct SignedInPerson: WireType {
        package var id: String
        package var name: String
        package var role: Person.Role
    }

    package struct SignIn: WireRequest {
        package var token: String?
        package var name: String?
        package var password: String?
        package var invitation: String?

        package static let fields: [String: WireField] = [
            "token": .init(
                "The token of the file `server-token`, or the code of a sign-in link.", .leftOutOrNull, length: 1...512),
            "name": .init("Of somebody with an account.", .leftOutOrNull, length: 1...256),
            "password": .init(nil, .leftOutOrNull, length: 1...1024),
            "invitation": .init("Its code.", .leftOutOrNull, length: 1...128),
        ]
    }

    package struct ProviderSignIn: WireRequest {
        package var provider: String?
        package var invitation: String?
        package var name: String?
        package var link: Bool?
        package var password: String?

        package static let fields: [String: WireField] = [
            "provider": .init(
                "Its id, one of `providers` in `GET /api/session`; the only one where it is left out. 404 `no-sign-in-provider` where there "
                    + "is none of that id, or not any more.", .leftOutOrNull, length: 1...64),
            "invitation": .init("Its code, to make its account.", .leftOutOrNull, length: 1...128),
            "name": .init(
                "Of the account that is made, where the invitation has none; the provider's where it is left out.",
                .leftOutOrNull,
                length: 1...256),
            "link": .init(
                "Whether the account that is signed in is to be let in by the provider from now on; false when left out.",
                .leftOutOrNull),
            "password": .init(
                "With `link`: one's own, where the account has one; where it has none, the session has to have begun within ten minutes. 403 "
                    + "`not-confirmed` otherwise.", .leftOutOrNull, length: 1...1024),
        ]
    }

    package struct ProviderSignInStart: WireType {
        package var url: String
        package var host: String
        package var proof: String

        package static let fields: [String: WireField] = [
            "url": "The provider's page.",
            "proof": "What the page keeps, and sends with the ticket.",
        ]
    }

    package struct ProviderSignInEnd: WireRequest {
        package var ticket: String
        package var proof: String

        package static let fields: [String: WireField] = [
            "ticket": .init("Of the address that the browser came back to.", length: 1...128),
            "proof": .init("Of the answer to the beginning.", length: 1...128),
        ]
    }

    package struct PasswordChange: WireRequest {
        package var password: String
        package var new: String

        package static let fields: [String: WireField] = [
            "password": .init("The one that holds.", length: 1...1024),
            "new": .init("At least twelve characters.", length: 1...1024),
        ]
    }

    package struct Sessions: WireType {
        package var sessions: [Session]

        package struct Session: WireType {
            package var id: String
            package var device: String
            package var origin: String
            package var createdAt: Date
            package var usedAt: Date
            package var expiresAt: Date
            package var current: Bool
            package var person: String?

            package static let name: String? = nil
            package static let fields: [String: WireField] = [
                "device": "What the browser calls itself, such as `Firefox on Linux`.",
                "origin": "The address at which it was signed in.",
                "usedAt": "Not more exact than some minutes.",
                "current": "Whether this request is of that session.",
                "person": "The name of whoever signed in with an account; null for the owner.",
            ]
        }
    }

    package struct EndedSessions: WireType {
        package var ended: Int

        package static let name: String? = nil
    }

    package struct TicketRequest: WireRequest {
        package var target: String

        package static let name: String? = nil
        package static let fields: [String: WireField] = [
            "target": .init("Path and query, such as `/api/ledger/export`.", length: 1...4096)
        ]
    }

    package struct SignInLink: WireType {
        package var urls: [String]
        package var expiresAt: Date?
        package var encrypted: Bool

        package init(urls: [String] = [], expiresAt: Date? = nil, encrypted: Bool) {
            (self.urls, self.expiresAt, self.encrypted) = (urls, expiresAt, encrypted)
        }

        package static let fields: [String: WireField] = [
            "urls": "The same link at each name by which other devices may reach the server, the likeliest first.",
            "encrypted": "Whether the server speaks TLS; else everybody on the way can read along.",
        ]
    }

    package struct Ticket: WireType {
        package var url: String

        package static let name: String? = nil
    }

    package struct SignInQuery: WireRequest {
        package var code: String?

        package static let fields: [String: WireField] = [
            "code": .init(length: 0...512)
        ]
    }
}
