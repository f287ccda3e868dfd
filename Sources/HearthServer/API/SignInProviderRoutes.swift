import Foundation
import Hearth
import HearthHTTP

/// `/api/sign-in-provider` and `/api/links`: who else may say who somebody is, and who is who.
struct SignInProviderRoutes: Sendable {
    let hearth: Hearth
    let people: People

    private var provider: SignInProvider { hearth.signInProvider(of: people) }

    var routes: [ServerRoute] {
        [
            Wire.getSignInProvider.route { try await state($0.request) },
            Wire.setSignInProvider.route { try await set($0) },
            Wire.removeSignInProvider.route { _ in
                try await provider.remove()
                return Nothing()
            },
            Wire.listLinks.route { call in
                let id = try Self.own(call.request)
                return try await BlockingWork.run {
                    Wire.AccountLinks(
                        links: try people.links(of: id).map(Wire.AccountLink.init),
                        hasPassword: try people.account(id)?.hasPassword ?? false,
                        provider: try people.signInProvider()?.label)
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

    private func state(_ request: ServerRequest, missing: [String] = []) async throws -> Wire.SignInProviderState {
        let state = try await provider.state()
        return Wire.SignInProviderState(
            provider: state.map {
                .init(
                    issuer: $0.provider.issuer, clientId: $0.provider.clientID, label: $0.provider.label,
                    domains: $0.provider.domains, hosts: $0.provider.hosts, hasSecret: $0.hasSecret)
            },
            redirect: request.origin + "/oauth/sign-in", missingHosts: missing)
    }

    private func set(
        _ call: Call<Nothing, Wire.SignInProviderWrite>
    ) async throws -> Wire.SignInProviderState {
        let body = try await call.body()
        let secret = try body.clientSecret.map { try KeyText.secret(Array($0.utf8), for: .identityProvider) }
        let wanted = try IdentityProvider(
            issuer: body.issuer, clientID: body.clientId, label: body.label, domains: body.domains ?? [],
            hosts: body.hosts ?? [])
        do {
            try await provider.set(wanted, secret: secret)
        } catch let error as AccountError where error.reason == .providerHost {
            return try await state(call.request, missing: error.hosts)
        }
        return try await state(call.request)
    }

    private static func own(_ request: ServerRequest) throws -> String {
        guard case .person(let caller) = request.caller else {
            throw ServerError(.notAllowed, "Only somebody who has an account has links. The owner signs in as ever.")
        }
        return caller.person.id
    }
}
