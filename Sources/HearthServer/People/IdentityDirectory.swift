import Foundation
import Hearth
import HearthHTTP

/// Signing in by a provider, as what listens needs it.
struct IdentityDirectory: IdentitySignIn {
    let people: People
    let desk: IdentityDesk

    var label: String? { try? people.signInProvider()?.label }

    func begin(_ wish: ProviderWish, redirect: String, from network: String?) async throws -> ProviderAttempt {
        let wanted: IdentityWish =
            switch wish {
            case .enter: .enter
            case .accept(let invitation, let name): .accept(invitation: invitation, name: name)
            case .link(let person): .link(person: person)
            }
        let start = try await desk.begin(wanted, redirect: redirect, from: network)
        return ProviderAttempt(
            url: start.url.absoluteString, host: start.host, binding: start.binding, proof: start.proof)
    }

    func arrive(_ answer: [String: String], binding: String?) async throws -> String {
        try await desk.arrive(answer, binding: binding)
    }

    func finish(_ ticket: String, proof: String, as person: String?) async throws -> KnownPerson {
        let account = try await desk.finish(ticket, proof: proof, as: person)
        return KnownPerson(account.person, epoch: account.epoch)
    }
}
