import Foundation
import Hearth
import HearthHTTP

/// The accounts of a server, as what listens needs to know them.
struct PeopleDirectory: PersonDirectory {
    let people: People
    /// When tokens were last used; the key is the token's id.
    private let notes = NoteQueue<String>(on: "hearth.people")

    var admitsPeople: Bool { people.admitsPeople }

    func person(_ id: String) throws -> KnownPerson? { try people.account(id).map(Self.known) }

    func signIn(name: String, password: String, from network: String?) async throws -> KnownPerson {
        Self.known(try await people.signIn(name, password: password, from: network))
    }

    func accept(
        invitation: String, name: String?, password: String, from network: String?
    ) async throws -> KnownPerson {
        Self.known(try await people.accept(invitation, name: name, password: password, from: network))
    }

    func changePassword(of id: String, from former: String, to password: String) async throws -> KnownPerson {
        Self.known(try await people.changePassword(of: id, from: former, to: password))
    }

    func confirm(_ id: String, password: String?, began: Int) async throws {
        try await people.confirm(id, password: password, began: Date(timeIntervalSince1970: Double(began)))
    }

    func holder(ofToken text: String) throws -> TokenHolder? {
        guard let (account, token) = try people.holder(ofToken: text) else { return nil }
        if People.isUseUnnoted(token) {
            // The file is locked while others change it, for which no request should wait.
            notes.add(token.id) { [people] in people.wasUsed(token, of: account) }
        }
        return TokenHolder(account.person, id: token.id, scope: token.scope, ceiling: token.ceiling)
    }

    func holds(token id: String, of person: String) -> Bool {
        (try? people.account(person))?.tokens.contains { $0.id == id } ?? false
    }

    private static func known(_ account: Account) -> KnownPerson { KnownPerson(account.person, epoch: account.epoch) }
}
