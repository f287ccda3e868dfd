import Foundation
import Hearth
import HearthHTTP

/// Signing in by providers, as what listens needs it.
struct IdentityDirectory: IdentitySignIn {
    let people: People
    let desk: IdentityDesk

    var choices: [ProviderChoice] {
        let providers = (try? people.signInProviders()) ?? []
        return providers.map { ProviderChoice(id: $0.id.text, label: $0.label) }
    }

    func begin(
        _ wish: ProviderWish, with provider: String?, redirect: String, from network: String?
    ) async throws -> ProviderAttempt {
        let wanted: IdentityWish =
            switch wish {
            case .enter: .enter
            case .accept(let invitation, let name): .accept(invitation: invitation, name: name)
            case .link(let person): .link(person: person)
            }
        let id = try people.signInProvider(named: provider).id
        let start = try await desk.begin(wanted, with: id, redirect: redirect, from: network)
        return ProviderAttempt(
            url: start.url.absoluteString, host: start.host, binding: start.binding, proof: start.proof)
    }

    func arrive(_ answer: [String: String], at provider: String?, binding: String?) async throws -> String {
        guard let provider else { return try await desk.arrive(answer, at: .default, binding: binding) }
        // The one without a segment has one address, and not two. Where it is nobody's, the attempt is over all the same.
        let id = IdentityProvider.ID(provider)
        return try await desk.arrive(answer, at: id == .default ? nil : id, binding: binding)
    }

    func finish(_ ticket: String, proof: String, as person: String?) async throws -> KnownPerson {
        let account = try await desk.finish(ticket, proof: proof, as: person)
        return KnownPerson(account.person, epoch: account.epoch)
    }
}
