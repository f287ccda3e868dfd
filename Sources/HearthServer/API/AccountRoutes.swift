import Foundation
import Hearth
import HearthHTTP

/// `/api/people` and `/api/tokens`: who has an account, and what programs have of each.
struct AccountRoutes: Sendable {
    let people: People
    let isInFolders: @Sendable () -> Bool
    /// Ends what goes on for somebody, and closes their library.
    let close: @Sendable (String) async -> Void
    /// Whether there may be a library of an id, whoever has it.
    let mayHaveLibrary: @Sendable (String) -> Bool
    /// Removes somebody's library for good.
    let removeLibrary: @Sendable (String) async throws -> Void

    var routes: [ServerRoute] {
        [
            Wire.listPersons.route { _ in try await list() },
            Wire.changePerson.route { try await change($0) },
            Wire.removePerson.route { try await remove($0) },
            Wire.invitePerson.route { try await invite($0) },
            Wire.withdrawInvitation.route { call in
                let id = call.parameter("id")
                try await BlockingWork.run { try people.withdraw(id) }
                return Nothing()
            },
            Wire.listTokens.route { call in
                let id = try Self.own(call.request)
                let tokens = try await BlockingWork.run { try people.tokens(of: id) }
                return Wire.TokenList(tokens: tokens.map(Self.value))
            },
            Wire.makeToken.route { try await makeToken($0) },
            Wire.revokeToken.route { call in
                let (id, person) = (call.parameter("id"), try Self.own(call.request))
                try await BlockingWork.run { try people.revokeToken(id, of: person) }
                return Nothing()
            },
        ]
    }

    // MARK: - People

    private func list() async throws -> Wire.PersonList {
        try await BlockingWork.run {
            let providers = try people.signInProviders()
            return Wire.PersonList(
                people: try people.list().map { value($0, among: providers) },
                invitations: try people.invitations().map(Self.value))
        }
    }

    private func value(_ account: Account, among providers: [IdentityProvider]) -> Wire.SharedPerson {
        Wire.SharedPerson(
            id: account.id, name: account.name, role: account.role, createdAt: account.createdAt,
            signedInAt: account.signedInAt, tokens: account.tokens.count,
            bytes: isInFolders() ? people.libraryBytes(of: account.id) : nil,
            quota: account.quota.map { Wire.Quota(bytes: $0.bytes, tokensPerDay: $0.tokensPerDay) },
            links: account.linkedIdentities.map { Wire.AccountLink($0, among: providers) })
    }

    private static func value(_ invitation: Invitation) -> Wire.OpenInvitation {
        Wire.OpenInvitation(
            id: invitation.id, name: invitation.name, role: invitation.role, createdAt: invitation.createdAt,
            expiresAt: invitation.expiresAt)
    }

    private func change(_ call: Call<Nothing, Wire.PersonChange>) async throws -> Wire.SharedPerson {
        let (id, body) = (call.parameter("id"), try await call.body())
        return try await BlockingWork.run {
            guard body.role != nil || body.quota != nil else {
                throw ServerError.invalid("role", "Say what is to change: `role`, `quota` or both.")
            }
            let quota = body.quota.map { Quota(bytes: $0.bytes, tokensPerDay: $0.tokensPerDay) }
            let changed = try people.set(role: body.role, quota: quota, of: id)
            return value(changed, among: try people.signInProviders())
        }
    }

    private func remove(_ call: Call<Wire.RemovePersonQuery, Nothing>) async throws -> Nothing {
        let (id, takesLibrary) = (call.parameter("id"), try call.query().library ?? false)
        // A library that could not be removed with its account can be later.
        guard try await BlockingWork.run({ try people.find(id) != nil || !(takesLibrary && mayHaveLibrary(id)) })
        else {
            try await removeLibrary(id)
            return Nothing()
        }
        let account = try await BlockingWork.run { try people.remove(id) }
        await close(account.id)
        if takesLibrary { try await removeLibrary(account.id) }
        return Nothing()
    }

    private func invite(_ call: Call<Nothing, Wire.InvitationWrite>) async throws -> Wire.MadeInvitation {
        let body = try await call.body()
        return try await BlockingWork.run {
            let made = try people.invite(
                body.name, role: body.role ?? .member, days: body.days ?? People.daysOfInvitation)
            return Wire.MadeInvitation(invitation: Self.value(made.invitation), code: made.code)
        }
    }

    // MARK: - Tokens

    private static func own(_ request: ServerRequest) throws -> String {
        guard case .person(let caller) = request.caller else {
            throw ServerError(
                .notAllowed,
                "Tokens of this kind are for programs of those who have an account. The owner's programs have the one of the file "
                    + "program-token in the data folder.")
        }
        return caller.person.id
    }

    private func makeToken(_ call: Call<Nothing, Wire.TokenWrite>) async throws -> Wire.MadeToken {
        let (body, person) = (try await call.body(), try Self.own(call.request))
        // A program makes none at all, which is said where one is made.
        if case .person(let caller) = call.request.caller, case .session = caller.way {
            try await people.confirm(
                person, password: body.password, began: Date(timeIntervalSince1970: Double(caller.began)))
        }
        return try await BlockingWork.run {
            let made = try people.makeToken(
                body.name, for: person, scope: body.scope, ceiling: body.ceiling ?? .personal)
            return Wire.MadeToken(token: Self.value(made.token), text: made.text)
        }
    }

    private static func value(_ token: AccountToken) -> Wire.ProgramToken {
        Wire.ProgramToken(
            id: token.id, name: token.name, scope: token.scope, ceiling: token.ceiling, createdAt: token.createdAt,
            usedAt: token.usedAt)
    }
}
