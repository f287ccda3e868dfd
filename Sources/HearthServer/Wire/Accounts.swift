import Foundation
import Hearth
import HearthHTTP

// Who has an account on a shared server, and what programs have of each.

extension Wire {
    static let listPersons = Operation<Nothing, Nothing, PersonList>(
        .get, "/api/people", "listPersons", in: .people, "Who has an account, and who is invited",
        about: "For administrators and the owner. Tells use, and nothing that is in a library.")

    static let changePerson = Operation<Nothing, PersonChange, SharedPerson>(
        .patch, "/api/people/:id", "changePerson", in: .people,
        "Change what somebody may do, or how much they may take",
        about: "Another role ends their sessions.",
        bodyLimit: 4096)

    static let removePerson = Operation<RemovePersonQuery, Nothing, Nothing>(
        .delete, "/api/people/:id", "removePerson", in: .people, "Remove an account",
        about: "Sessions, tokens and what is under way end at once. The library stays, unless `library` is true.",
        status: .noContent,
        fails: [.busy, .conflict])

    static let invitePerson = Operation<Nothing, InvitationWrite, MadeInvitation>(
        .post, "/api/people/invitations", "invitePerson", in: .people, "Let one person make an account, once",
        about: "The code is told this once; it goes into `POST /api/session`.",
        bodyLimit: 4096,
        fails: [.conflict, .invalidInput])

    static let withdrawInvitation = Operation<Nothing, Nothing, Nothing>(
        .delete, "/api/people/invitations/:id", "withdrawInvitation", in: .people, "Withdraw an invitation",
        status: .noContent)

    static let listTokens = Operation<Nothing, Nothing, TokenList>(
        .get, "/api/tokens", "listTokens", in: .people, "What programs of one's own have",
        about: "For somebody with an account. The owner's programs have the token of the file `program-token`.",
        fails: [.notAllowed])

    static let makeToken = Operation<Nothing, TokenWrite, MadeToken>(
        .post, "/api/tokens", "makeToken", in: .people, "Give a program what lets it act for one",
        about: "The token is told this once; it goes into `Authorization: Bearer TOKEN`.",
        bodyLimit: 8192,
        fails: [.notAllowed, .conflict, .invalidInput, .overloaded])

    static let revokeToken = Operation<Nothing, Nothing, Nothing>(
        .delete, "/api/tokens/:id", "revokeToken", in: .people, "Take it back",
        status: .noContent,
        fails: [.notAllowed])
}

extension Wire {
    struct SharedPerson: WireType {
        var id: String
        var name: String
        var role: Person.Role
        var createdAt: Date
        var signedInAt: Date?
        var tokens: Int
        var bytes: Int?
        var quota: Quota?
        var links: [AccountLink]

        static let about: String? = "Somebody with an account."
        static let fields: [String: WireField] = [
            "signedInAt": "When they last signed in.",
            "links": "What else lets them in beside their password.",
            "tokens": "How many they gave to programs.",
            "quota": "Null where they may take as much as there is.",
            "bytes": "What their library takes on the disk; null where it is in PostgreSQL.",
        ]
    }

    struct PersonList: WireType {
        var people: [SharedPerson]
        var invitations: [OpenInvitation]
    }

    struct OpenInvitation: WireType {
        var id: String
        var name: String?
        var role: Person.Role
        var createdAt: Date
        var expiresAt: Date

        static let fields: [String: WireField] = [
            "name": "Null where whoever is invited chooses."
        ]
    }

    struct Quota: WireRequest {
        var bytes: Int?
        var tokensPerDay: Int?

        static let about: String? = "How much of the machine somebody may take."
        static let fields: [String: WireField] = [
            "bytes": .init(
                "Of their library on the disk; null for as many as there are.", .leftOutOrNull,
                range: 1...1_000_000_000_000_000),
            "tokensPerDay": .init(
                "That engines read and write for them, from midnight on (UTC); null for any number.", .leftOutOrNull,
                range: 1...1_000_000_000_000_000),
        ]
    }

    struct PersonChange: WireRequest {
        var role: Person.Role?
        var quota: Quota?

        static let fields: [String: WireField] = [
            "role": .init(nil, .leftOutOrNull),
            "quota": .init("Takes the place of the one that holds; `{}` for no limit.", .leftOutOrNull),
        ]
    }

    struct RemovePersonQuery: WireRequest {
        var library: Bool?

        static let fields: [String: WireField] = [
            "library": .init("Whether their library goes too, for good; false when left out.", .leftOutOrNull)
        ]
    }

    struct InvitationWrite: WireRequest {
        var name: String?
        var role: Person.Role?
        var days: Int?

        static let fields: [String: WireField] = [
            "name": .init(
                "What they will sign in with; they choose where it is left out.", .leftOutOrNull, length: 1...256),
            "role": .init("`member` when left out.", .leftOutOrNull),
            "days": .init("How long it holds; 7 when left out.", .leftOutOrNull, range: 1...90),
        ]
    }

    struct MadeInvitation: WireType {
        var invitation: OpenInvitation
        var code: String
    }

    struct ProgramToken: WireType {
        var id: String
        var name: String
        var scope: Person.Scope
        var ceiling: SensitivityLabel
        var createdAt: Date
        var usedAt: Date?

        static let about: String? = "What a program has that acts for somebody with an account."
        static let fields: [String: WireField] = [
            "ceiling": "The most private label that it reads; where the server's own for programs is lower, that one.",
            "usedAt": "Not more exact than some minutes; null before the first time.",
        ]
    }

    struct TokenList: WireType {
        var tokens: [ProgramToken]
    }

    struct TokenWrite: WireRequest {
        var name: String
        var scope: Person.Scope
        var ceiling: SensitivityLabel?
        var password: String?

        static let fields: [String: WireField] = [
            "name": .init("Which program it is for.", length: 1...256),
            "ceiling": .init("`personal` when left out.", .leftOutOrNull),
            "password": .init(
                "One's own, where the account has one; where it has none, the session has to have begun within ten minutes. 403 "
                    + "`not-confirmed` otherwise.", .leftOutOrNull, length: 1...1024),
        ]
    }

    struct MadeToken: WireType {
        var token: ProgramToken
        var text: String
    }
}
