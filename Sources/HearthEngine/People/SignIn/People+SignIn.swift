import Foundation
import HearthCore
import HearthMCP

/// Who of which provider is who here. An identity is what the provider calls somebody for good (`iss` and `sub`); addresses of mail, which
/// change hands, lead to no account that is there.
extension People {
    private static let mostLinks = 10
    /// Identities that come in by no domain any more, because whoever looks after the server removed them.
    private static let mostBarred = 1000

    /// The most providers at a time: each is a button where people sign in.
    static let mostProviders = 12

    // MARK: - The providers

    /// Those that people may sign in with, in the order in which they were set up. For everybody: their labels stand on the buttons.
    package func signInProviders() throws -> [IdentityProvider] { try file.read().providers ?? [] }

    /// One of them.
    ///
    /// - Parameter id: `nil` for the only one there is.
    /// - Throws: ``AccountError`` `no-sign-in-provider`; `sign-in-provider-not-named` where there are several.
    func signInProvider(_ id: IdentityProvider.ID?) throws -> IdentityProvider {
        let known = try signInProviders()
        guard let first = known.first else {
            throw AccountError(
                .noProvider, "Nobody signs in to this server with another one. Use a name and a password.")
        }
        guard let id else {
            guard known.count == 1 else {
                throw AccountError(
                    .unnamedProvider, "Say which provider is meant; there are \(Self.listed(known)).")
            }
            return first
        }
        guard let found = known.first(where: { $0.id == id }) else { throw Self.noProvider(id.text, among: known) }
        return found
    }

    /// The same, by an id as somebody wrote it.
    package func signInProvider(named text: String?) throws -> IdentityProvider {
        guard let text else { return try signInProvider(nil) }
        guard let id = IdentityProvider.ID(text) else { throw Self.noProvider(text, among: try signInProviders()) }
        return try signInProvider(id)
    }

    private static func noProvider(_ id: String, among known: [IdentityProvider]) -> AccountError {
        let rest = known.isEmpty ? "there is none" : "there are \(listed(known))"
        return AccountError(
            .noProvider,
            "Nobody signs in with the provider \(OAuthText.shown(id)) here, or not any more; \(rest).")
    }

    private static func listed(_ providers: [IdentityProvider]) -> String {
        providers.map { "\($0.id) (\($0.label))" }.joined(separator: ", ")
    }

    /// Sets one up: in the place of the one that has its id, else behind the others.
    ///
    /// - Parameter isNew: Whether there must be none of its id.
    /// - Throws: ``AccountError`` `bad-sign-in-provider`, `too-many-accounts`; ``EngineError`` `owner-only`.
    func setSignInProvider(_ provider: IdentityProvider, isNew: Bool = false) throws {
        try Reader.requireOwner(for: Self.change, of: .server)
        try file.update { contents in
            var known = contents.providers ?? []
            let place = try Self.place(for: provider, among: known, isNew: isNew)
            if place == known.endIndex { known.append(provider) } else { known[place] = provider }
            contents.providers = known
        }
    }

    /// Whether it could be set up now, so that nobody is asked for what is refused.
    func checkSignInProvider(_ provider: IdentityProvider, isNew: Bool) throws {
        _ = try Self.place(for: provider, among: try signInProviders(), isNew: isNew)
    }

    private static func place(
        for provider: IdentityProvider, among known: [IdentityProvider], isNew: Bool
    ) throws -> Int {
        for other in known where other.id != provider.id {
            // Links name the issuer: of two at one nobody could say by which somebody came.
            guard !other.isSameIssuer(as: provider) else {
                throw IdentityProvider.refused(
                    "\(other.label) (\(other.id)) has this issuer already. Change that one, or remove it first.")
            }
            guard AccountName.key(other.label) != AccountName.key(provider.label) else {
                throw IdentityProvider.refused(
                    "The button of the provider \(other.id) is called \(other.label) too. Choose another label.")
            }
        }
        guard let place = known.firstIndex(where: { $0.id == provider.id }) else {
            guard known.count < mostProviders else {
                throw AccountError(
                    .tooMany, "There are \(mostProviders) providers, which is the most there can be. Remove one.")
            }
            return known.endIndex
        }
        guard !isNew else {
            throw IdentityProvider.refused(
                "There is a provider \(provider.id) already. Choose another id, or change that one.")
        }
        return place
    }

    /// Takes one away.
    ///
    /// - Returns: How many people cannot sign in any more.
    /// - Throws: ``AccountError`` `no-sign-in-provider`; ``EngineError`` `owner-only`.
    @discardableResult
    func removeSignInProvider(_ id: IdentityProvider.ID) throws -> Int {
        try Reader.requireOwner(for: Self.change, of: .server)
        return try file.update { contents in
            let known = contents.providers ?? []
            guard let provider = known.first(where: { $0.id == id }) else {
                throw Self.noProvider(id.text, among: known)
            }
            let count = contents.dependents(on: provider)
            let rest = known.filter { $0.id != id }
            contents.providers = rest.isEmpty ? nil : rest
            return count
        }
    }

    /// How many people could not sign in any more without each provider.
    func dependents() throws -> [IdentityProvider.ID: Int] {
        let contents = try file.read()
        return (contents.providers ?? []).reduce(into: [:]) { $0[$1.id] = contents.dependents(on: $1) }
    }

    // MARK: - Coming in

    /// The account of somebody whom the provider knows: the one that is linked, or a new one where their domain is let in.
    ///
    /// - Throws: ``AccountError`` `not-linked`, `too-many-accounts`.
    func enter(_ identity: Identity) throws -> Account {
        try file.update { contents in
            if let place = Self.place(of: identity, in: contents) {
                let now = Date()
                contents.accounts[place.account].signedInAt = now
                contents.accounts[place.account].links?[place.link].usedAt = now
                return contents.accounts[place.account]
            }
            guard let provider = contents.providers?.first(where: { $0.issuer == identity.issuer }),
                provider.admits(identity.verifiedEmail), !(contents.barred ?? []).contains(where: { $0.isOf(identity) })
            else {
                throw AccountError(
                    .notLinked,
                    "Nobody here is linked to this account. Accept an invitation with it; or sign in as ever, and link it in your settings."
                )
            }
            let name = Self.freeName(for: identity, in: contents)
            return try Self.add(name, nil, .member, linking: identity, to: &contents)
        }
    }

    /// Takes an invitation up for somebody whom the provider knows: makes an account without a password.
    func accept(_ code: String, name: String?, as identity: Identity) throws -> Account {
        try file.update { contents in
            let invitation = try Self.open(code, in: contents)
            guard Self.place(of: identity, in: contents) == nil else { throw Self.linkedElsewhere }
            let chosen = invitation.name ?? name
            let name = try chosen.map { try AccountName.checked($0) } ?? Self.freeName(for: identity, in: contents)
            contents.invitations.removeAll { $0.id == invitation.id }
            contents.barred?.removeAll { $0.isOf(identity) }
            return try Self.add(name, nil, invitation.role, linking: identity, to: &contents)
        }
    }

    /// Lets somebody who has an account come in by the provider as well.
    func link(_ identity: Identity, to person: String) throws -> Account {
        try file.update { contents in
            guard let index = contents.accounts.firstIndex(where: { $0.id == person }) else { throw Self.unknown }
            if let place = Self.place(of: identity, in: contents) {
                guard place.account == index else { throw Self.linkedElsewhere }
                return contents.accounts[index]
            }
            var links = contents.accounts[index].links ?? []
            guard links.count < Self.mostLinks else {
                throw AccountError(.tooMany, "There are \(Self.mostLinks) links, which is the most there can be.")
            }
            links.append(Self.made(of: identity, usedAt: nil))
            contents.accounts[index].links = links
            return contents.accounts[index]
        }
    }

    // MARK: - Links

    /// How somebody may come in beside their password.
    ///
    /// - Throws: ``AccountError`` `unknown-person`; ``EngineError`` `owner-only` for programs, and for anybody but that person and whoever
    ///   looks after the server.
    public func links(of person: String) throws -> [LinkedIdentity] {
        try requireSelfOrAdministrator(person, "Seeing how somebody signs in")
        let contents = try file.read()
        guard let index = contents.index(of: person) else { throw Self.unknown }
        return contents.accounts[index].linkedIdentities
    }

    /// Takes a link away. Where another does that, the sessions of its person end, and the identity comes in by no domain any more.
    ///
    /// - Throws: ``AccountError`` `unknown-link`; `last-way-in` for a person's own where it is all that lets them in; ``EngineError`` `owner-only`.
    @discardableResult
    public func unlink(_ link: String, of person: String) throws -> Account {
        try requireSelfOrAdministrator(person, "Removing how somebody signs in")
        return try file.update { contents in
            guard let index = contents.index(of: person) else { throw Self.unknown }
            let account = contents.accounts[index]
            guard let found = account.linkedIdentities.first(where: { $0.id == link }) else {
                throw AccountError(.unknownLink, "There is no such link; it may have been removed.")
            }
            let isOwn = Person.current?.id == account.id
            guard !isOwn || account.hasPassword || account.linkedIdentities.count > 1 else {
                throw AccountError(
                    .lastWayIn,
                    "It is all that lets you in. Ask whoever runs the server for a password first.")
            }
            contents.accounts[index].links = account.linkedIdentities.filter { $0.id != link }
            if !isOwn {
                contents.accounts[index].epoch += 1
                Self.bar([found], in: &contents)
            }
            return contents.accounts[index]
        }
    }

    /// Of an account that is removed: who came in by their domain would only come again.
    static func bar(_ links: [LinkedIdentity], in contents: inout AccountFile.Contents) {
        guard !links.isEmpty else { return }
        contents.barred = ((contents.barred ?? []) + links).suffix(mostBarred)
    }

    private func requireSelfOrAdministrator(_ name: String, _ act: String) throws {
        try Reader.requireOwner(for: act, of: .library)
        guard let person = Person.current, person.id != name else { return }
        try Reader.requireOwner(for: act, of: .server)
    }

    private static func place(
        of identity: Identity, in contents: AccountFile.Contents
    ) -> (account: Int, link: Int)? {
        for (account, known) in contents.accounts.enumerated() {
            if let link = known.linkedIdentities.firstIndex(where: { $0.isOf(identity) }) { return (account, link) }
        }
        return nil
    }

    private static func add(
        _ name: String, _ hash: PasswordHash?, _ role: Person.Role, linking identity: Identity,
        to contents: inout AccountFile.Contents
    ) throws -> Account {
        let made = try add(name, hash, role, to: &contents)
        guard let index = contents.accounts.firstIndex(where: { $0.id == made.id }) else { throw unknown }
        let link = Self.made(of: identity, usedAt: Date())
        contents.accounts[index].links = [link]
        contents.accounts[index].signedInAt = link.usedAt
        return contents.accounts[index]
    }

    private static func made(of identity: Identity, usedAt: Date?) -> LinkedIdentity {
        let name = ([identity.verifiedEmail].compactMap(\.self) + identity.names).lazy
            .compactMap { try? AccountName.checked($0) }.first
        return LinkedIdentity(
            id: identifier(), issuer: identity.issuer, subject: identity.subject, name: name, createdAt: Date(),
            usedAt: usedAt)
    }

    /// A name that nobody has, made of what the provider calls somebody.
    private static func freeName(for identity: Identity, in contents: AccountFile.Contents) -> String {
        let local = identity.verifiedEmail.map { String($0.prefix { $0 != "@" }) }
        let named = (identity.names + [local].compactMap(\.self)).lazy.compactMap { try? AccountName.checked($0) }.first
        let name = named ?? "Somebody"
        let taken = Set(contents.accounts.map { AccountName.key($0.name) })
        if !taken.contains(AccountName.key(name)) { return name }
        let short = String(name.prefix(56))
        // There are fewer accounts than numbers.
        let number = (2...(most + 2)).first { !taken.contains(AccountName.key("\(short) \($0)")) } ?? most + 2
        return "\(short) \(number)"
    }

    private static var linkedElsewhere: AccountError {
        AccountError(.linkedElsewhere, "Somebody here is linked to this account of the provider already.")
    }
}
