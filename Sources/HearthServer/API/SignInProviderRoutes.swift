import Foundation
import Hearth
import HearthHTTP

/// `/api/sign-in-providers` and `/api/links`: who else may say who somebody is, and who is who.
struct SignInProviderRoutes: Sendable {
    let hearth: Hearth
    let people: People

    private var providers: SignInProviders { hearth.signInProviders(of: people) }

    var routes: [ServerRoute] {
        [
            Wire.listSignInProviders.route { try await list($0.request) },
            Wire.setSignInProvider.route { try await set($0) },
            Wire.removeSignInProvider.route { call in
                let id = try await providers.find(call.parameter("id")).id
                return Wire.SignInProviderRemoval(lockedOut: try await providers.remove(id))
            },
            Wire.listLinks.route { call in
                let id = try Self.own(call.request)
                return try await BlockingWork.run {
                    let known = try people.signInProviders()
                    return Wire.AccountLinks(
                        links: try people.links(of: id).map { Wire.AccountLink($0, among: known) },
                        hasPassword: try people.account(id)?.hasPassword ?? false,
                        providers: known.map { Wire.SignInChoice(id: $0.id.text, label: $0.label) })
                }
            },
            Wire.removeLink.route { call in
                let (link, id) = (call.parameter("id"), try Self.own(call.request))
                try await BlockingWork.run { _ = try people.unlink(link, of: id) }
                return Nothing()
            },
            Wire.removePersonLink.route { call in
                let (id, link) = (call.parameter("id"), call.parameter("link"))
                try await BlockingWork.run { _ = try people.unlink(link, of: id) }
                return Nothing()
            },
        ]
    }

    private static func redirect(_ request: ServerRequest) -> String { request.origin + "/oauth/sign-in" }

    private func list(_ request: ServerRequest) async throws -> Wire.SignInProviderList {
        let redirect = Self.redirect(request)
        return Wire.SignInProviderList(
            providers: try await providers.list().map { Wire.SignInProvider($0, redirect: redirect) },
            redirect: redirect)
    }

    private func set(
        _ call: Call<Nothing, Wire.SignInProviderWrite>
    ) async throws -> Wire.SignInProviderState {
        let (id, body) = (try IdentityProvider.ID(checking: call.parameter("id")), try await call.body())
        let secret = try body.clientSecret.map { try KeyText.secret(Array($0.utf8), for: .identityProvider(id)) }
        let wanted = try IdentityProvider(
            id: id, issuer: body.issuer, clientID: body.clientId, label: body.label, domains: body.domains ?? [],
            hosts: body.hosts ?? [])
        var missing: [String] = []
        do {
            try await providers.set(wanted, secret: secret, isNew: body.isNew ?? false)
        } catch let error as AccountError where error.reason == .providerHost {
            missing = error.hosts
        }
        let kept = try await providers.list().first { $0.provider.id == id }
        let redirect = Self.redirect(call.request)
        return Wire.SignInProviderState(
            provider: kept.map { Wire.SignInProvider($0, redirect: redirect) }, missingHosts: missing)
    }

    private static func own(_ request: ServerRequest) throws -> String {
        guard case .person(let caller) = request.caller else {
            throw ServerError(.notAllowed, "Only somebody who has an account has links. The owner signs in as ever.")
        }
        return caller.person.id
    }
}
