public import Foundation
public import HearthCore
import HearthPostgres
import HearthStore
import Synchronization

/// The accounts of a shared server: who may sign in, what each may do of what is everybody's, and the tokens that they gave to programs.
///
/// Without an account the server is its owner's alone, who signs in as ever and has the library of the data folder. Each person has
/// another library, in a folder of their own below `people/` (or under an owner of their own in PostgreSQL), which follows from their id.
public final class People: Sendable {
    /// The most accounts that a server can have.
    public static let most = 200
    private static let mostInvitations = 100
    private static let mostTokens = 50
    /// The number of days after which an invitation expires, unless another number is given.
    public static let daysOfInvitation = 7

    /// The data folder of the server.
    public let folder: URL
    let file: AccountFile
    private let guesses = GuessLimit()
    private let desk = PasswordDesk()
    private let parameters: PasswordHash.Parameters
    /// Of nobody: what a name that there is not is compared with, so that it takes as long.
    private let nobody = Mutex<PasswordHash?>(nil)

    public convenience init(folder: URL) { self.init(folder: folder, parameters: PasswordHash.Parameters()) }

    /// - Parameter parameters: Cheaper ones, for tests.
    init(folder: URL, parameters: PasswordHash.Parameters) {
        self.folder = folder
        self.parameters = parameters
        file = AccountFile(folder: folder)
    }

    package static let change = "Changing accounts"

    // MARK: - Who there is

    /// All accounts, by name.
    ///
    /// - Throws: ``EngineError`` `owner-only` for a member and for programs.
    public func list() throws -> [Account] {
        try Reader.requireOwner(for: "Seeing the accounts", of: .server)
        return try file.read().accounts.sorted { AccountName.key($0.name) < AccountName.key($1.name) }
    }

    /// Whether there is any account.
    public var isShared: Bool { (try? !file.read().accounts.isEmpty) ?? true }

    /// Whether there is an account or an open invitation, so that a name and a password may be asked for.
    public var admitsPeople: Bool {
        guard let contents = try? file.read() else { return true }
        return !contents.accounts.isEmpty || contents.invitations.contains { $0.expiresAt > Date() }
    }

    /// The account of an id; `nil` where there is none any more. Cheap: it is asked with each request.
    package func account(_ id: String) throws -> Account? { try file.read().accounts.first { $0.id == id } }

    // MARK: - Accounts

    /// Makes an account.
    ///
    /// - Throws: ``AccountError``: `bad-name`, `name-taken`, `weak-password`, `too-many-accounts`; ``EngineError`` `owner-only`: only
    ///   whoever runs the server sets a password for another, an administrator invites.
    @discardableResult
    public func add(_ name: String, password: String, role: Person.Role = .member) async throws -> Account {
        try Reader.requireOwner(for: "Setting another's password")
        let name = try AccountName.checked(name)
        let hash = try await hash(of: PasswordRule.checked(password, name: name))
        return try file.update { contents in try Self.add(name, hash, role, to: &contents) }
    }

    static func add(
        _ name: String, _ hash: PasswordHash?, _ role: Person.Role, to contents: inout AccountFile.Contents
    ) throws -> Account {
        guard contents.account(named: name) == nil else {
            throw AccountError(.nameTaken, "There is somebody of that name already.")
        }
        guard contents.accounts.count < most else {
            throw AccountError(.tooMany, "There are \(most) accounts, which is the most there can be.")
        }
        let account = Account(
            id: identifier(), name: name, role: role, createdAt: Date(), password: hash)
        contents.accounts.append(account)
        return account
    }

    /// Takes an account away, by its id or its name. Its sessions and tokens end with the next request; its library stays where it is.
    ///
    /// - Throws: ``AccountError`` `unknown-person`; ``EngineError`` `owner-only`.
    @discardableResult
    public func remove(_ name: String) throws -> Account {
        try Reader.requireOwner(for: Self.change, of: .server)
        return try file.update { contents in
            guard let index = contents.index(of: name) else { throw Self.unknown }
            let account = contents.accounts.remove(at: index)
            // What they shared, and what was shared with them, ends with them.
            contents.grants?.removeAll { $0.owner == account.id || $0.member == account.id }
            Self.bar(account.linkedIdentities, in: &contents)
            return account
        }
    }

    /// Changes what somebody may do. Their sessions end, so that nothing goes on under the former role.
    @discardableResult
    public func setRole(_ role: Person.Role, of name: String) throws -> Account {
        try Reader.requireOwner(for: Self.change, of: .server)
        return try change(name) { $0.take(role) }
    }

    /// Gives somebody a new password; their sessions end. An administrator does not: whoever sets a password can sign in with it.
    @discardableResult
    public func setPassword(_ password: String, of name: String) async throws -> Account {
        try Reader.requireOwner(for: "Setting another's password")
        guard let account = try find(name) else { throw Self.unknown }
        let hash = try await hash(of: PasswordRule.checked(password, name: account.name))
        return try change(account.id) { account in
            account.password = hash
            account.epoch += 1
        }
    }

    /// The account of an id or a name.
    public func find(_ name: String) throws -> Account? {
        try Reader.requireOwner(for: "Seeing the accounts", of: .server)
        let contents = try file.read()
        return contents.index(of: name).map { contents.accounts[$0] }
    }

    func change(_ name: String, _ change: (inout Account) throws -> Void) throws -> Account {
        try file.update { contents in
            guard let index = contents.index(of: name) else { throw Self.unknown }
            try change(&contents.accounts[index])
            return contents.accounts[index]
        }
    }

    // MARK: - Libraries

    /// Bytes that somebody's folder takes on the disk.
    public func libraryBytes(of id: String) -> Int {
        let keys: [URLResourceKey] = [.fileSizeKey, .isRegularFileKey]
        let files = FileManager.default.enumerator(
            at: PersonHome(of: id, in: folder).folder, includingPropertiesForKeys: keys)
        var sum = 0
        while let file = files?.nextObject() as? URL {
            let values = try? file.resourceValues(forKeys: Set(keys))
            if values?.isRegularFile == true { sum += values?.fileSize ?? 0 }
        }
        return sum
    }

    /// Whether a library of that id lies in the data folder, whoever has it.
    package func hasLibrary(of id: String) -> Bool {
        AccountName.isIdentifier(id)
            && FileManager.default.fileExists(atPath: PersonHome(of: id, in: folder).folder.path)
    }

    /// How many libraries lie in the data folder, also of those who have no account any more.
    var libraryCount: Int {
        let homes = PersonHome(of: "", in: folder).folder
        return ((try? FileManager.default.contentsOfDirectory(atPath: homes.path)) ?? []).count(
            where: AccountName.isIdentifier)
    }

    /// Removes the folder of somebody's library, its key first.
    ///
    /// - Parameter keepsAccount: Whether their account is there yet, and is removed right after.
    /// - Throws: `StoreError` `busy` where some process has it open; ``EngineError`` `owner-only`, `unknown-item`.
    public func removeLibrary(of id: String, keepsAccount: Bool = false) throws {
        try Reader.requireOwner(for: Self.change, of: .server)
        guard try keepsAccount || account(id) == nil else {
            throw EngineError(.usage, "Somebody has this library. Remove their account first.")
        }
        // An id of ours and nothing else: it becomes part of a path.
        guard AccountName.isIdentifier(id) else {
            throw EngineError(.unknownItem, "There is no library of that id.")
        }
        try Self.removeFolder(PersonHome(of: id, in: folder).folder)
    }

    /// Removes the accounts of a data folder, and the library of each.
    static func removeEverything(in folder: URL) throws {
        let homes = PersonHome(of: "", in: folder).folder
        for id in (try? FileManager.default.contentsOfDirectory(atPath: homes.path)) ?? []
        where AccountName.isIdentifier(id) {
            try removeFolder(PersonHome(of: id, in: folder).folder)
        }
        try? FileManager.default.removeItem(at: homes)
        try AccountFile(folder: folder).remove()
    }

    private static func removeFolder(_ home: URL) throws {
        try HearthDatabase.deleteEverything(in: home, removingKeyFrom: SecretStores.preferred(folder: home))
        guard FileManager.default.fileExists(atPath: home.path) else { return }
        do {
            try FileManager.default.removeItem(at: home)
        } catch {
            throw StoreError(.io, "The folder \(home.path) could not be removed.", cause: "\(error)")
        }
    }

    // MARK: - Invitations

    /// Lets one person make an account, once, within some days.
    ///
    /// - Returns: The invitation, and its code, which is told this once.
    public func invite(
        _ name: String? = nil, role: Person.Role = .member, days: Int = People.daysOfInvitation
    ) throws -> (invitation: Invitation, code: String) {
        try Reader.requireOwner(for: Self.change, of: .server)
        guard (1...90).contains(days) else { throw EngineError(.usage, "An invitation holds for 1 to 90 days.") }
        let name = try name.map { try AccountName.checked($0) }
        let (code, now) = (Self.secret(), Date())
        let invitation = Invitation(
            id: Self.identifier(), name: name, role: role, createdAt: now,
            expiresAt: now.addingTimeInterval(Double(days) * 86_400), hash: Self.hash(code))
        try file.update { contents in
            contents.invitations.removeAll { $0.expiresAt <= now }
            if let name, contents.account(named: name) != nil {
                throw AccountError(.nameTaken, "There is somebody of that name already.")
            }
            guard contents.invitations.count < Self.mostInvitations else {
                throw AccountError(.tooMany, "There are \(Self.mostInvitations) open invitations. Withdraw some.")
            }
            contents.invitations.append(invitation)
        }
        return (invitation, code)
    }

    /// Invitations that can still be taken up, the newest first.
    public func invitations() throws -> [Invitation] {
        try Reader.requireOwner(for: "Seeing the accounts", of: .server)
        return try file.read().invitations.filter { $0.expiresAt > Date() }.sorted { $0.createdAt > $1.createdAt }
    }

    public func withdraw(_ id: String) throws {
        try Reader.requireOwner(for: Self.change, of: .server)
        try file.update { contents in
            guard contents.invitations.contains(where: { $0.id == id }) else {
                throw AccountError(.unknownInvitation, "There is no such invitation; it may have been taken up.")
            }
            contents.invitations.removeAll { $0.id == id }
        }
    }

    /// Takes an invitation up: makes the account. For whoever has the code, and needs no other right.
    ///
    /// - Parameter network: From where somebody tries; see ``signIn(_:password:from:)``.
    /// - Throws: ``AccountError``: `invitation-void`, `bad-name`, `name-taken`, `weak-password`.
    package func accept(
        _ code: String, name: String?, password: String, from network: String? = nil
    ) async throws -> Account {
        let invitation = try Self.open(code, in: try file.read())
        guard let chosen = invitation.name ?? name else {
            throw AccountError(.badName, "Choose a name to sign in with.")
        }
        let name = try AccountName.checked(chosen)
        guard try file.read().account(named: name) == nil else {
            throw AccountError(.nameTaken, "There is somebody of that name already. Choose another one.")
        }
        let password = try await self.hash(of: PasswordRule.checked(password, name: name), from: network)
        return try file.update { contents in
            // Somebody may have been quicker.
            let invitation = try Self.open(code, in: contents)
            contents.invitations.removeAll { $0.id == invitation.id }
            let account = try Self.add(name, password, invitation.role, to: &contents)
            // Who takes it up is signed in with it.
            guard let index = contents.index(of: account.id) else { return account }
            contents.accounts[index].signedInAt = account.createdAt
            return contents.accounts[index]
        }
    }

    /// - Throws: ``AccountError`` `invitation-void`.
    static func open(_ code: String, in contents: AccountFile.Contents) throws -> Invitation {
        let hash = Self.hash(code)
        guard let found = contents.invitations.first(where: { $0.hash == hash }), found.expiresAt > Date() else {
            throw AccountError(
                .invitationVoid, "This invitation was used, withdrawn, or is too old. Ask for a new one.")
        }
        return found
    }

    // MARK: - Signing in

    /// The account that a name and a password belong to. Takes as long for a name that there is not.
    ///
    /// - Parameter network: From where somebody tries, of which only a few wait at a time; `nil` where that tells nothing.
    /// - Throws: ``AccountError``: `wrong-password`, `too-many-guesses`.
    package func signIn(_ name: String, password: String, from network: String? = nil) async throws -> Account {
        let key = AccountName.key(String(name.prefix(256)))
        return try await desk.run(from: network) { [self] in
            // One after the other, so that many tries at once count like as many in a row.
            try guesses.check(key)
            let account = try file.read().account(named: key)
            let isRight = try (account?.password ?? stranger()).isOf(PasswordRule.typed(password))
            guard let account, isRight else {
                guesses.wasWrong(key)
                throw Self.wrongPassword
            }
            guesses.wasRight(key)
            return try change(account.id) { now in
                // Another one may have been set while this one was looked at: its session would begin under the new number.
                guard now.id == account.id, now.password == account.password else { throw Self.wrongPassword }
                now.signedInAt = Date()
            }
        }
    }

    /// A person changes their own password, which they have to know. All their sessions end.
    package func changePassword(of id: String, from former: String, to password: String) async throws -> Account {
        guard let account = try account(id) else { throw Self.unknown }
        let known = try await signIn(account.name, password: former, from: "account \(id)")
        let hash = try await hash(of: PasswordRule.checked(password, name: account.name), from: "account \(id)")
        return try change(id) { account in
            // One that whoever runs the server set meanwhile stays.
            guard account.id == id, account.password == known.password else { throw Self.wrongPassword }
            account.password = hash
            account.epoch += 1
        }
    }

    private func hash(of password: Secret, from network: String? = nil) async throws -> PasswordHash {
        let parameters = parameters
        return try await desk.run(from: network) { try PasswordHash(of: password, parameters: parameters) }
    }

    private func stranger() throws -> PasswordHash {
        if let known = nobody.withLock({ $0 }) { return known }
        let made = try PasswordHash(of: Secret.random(count: 32), parameters: parameters)
        nobody.withLock { $0 = made }
        return made
    }

    // MARK: - Tokens

    /// What a token begins with, so that one that stands somewhere it should not can be found.
    package static let tokenPrefix = "hearth_"

    /// Gives a program what lets it act for a person.
    ///
    /// - Returns: The token's record, and the token, which is told this once.
    /// - Throws: ``AccountError``: `unknown-person`, `bad-name`, `too-many-accounts`; ``EngineError`` `owner-only` for a program, and for
    ///   anybody but that person and whoever runs the server: a token reads what they have.
    public func makeToken(
        _ name: String, for person: String, scope: Person.Scope, ceiling: SensitivityLabel = .personal
    ) throws -> (token: AccountToken, text: String) {
        try requireSelf(person, "Making a token")
        let name = try AccountName.checked(name)
        let text = Self.tokenPrefix + Self.secret()
        let token = AccountToken(
            id: Self.identifier(), name: name, scope: scope, ceiling: ceiling, createdAt: Date(), hash: Self.hash(text))
        _ = try change(person) { account in
            guard account.tokens.count < Self.mostTokens else {
                throw AccountError(
                    .tooMany, "There are \(Self.mostTokens) tokens, which is the most there can be. Revoke some.")
            }
            account.tokens.append(token)
        }
        return (token, text)
    }

    /// A person's tokens, the newest first.
    public func tokens(of person: String) throws -> [AccountToken] {
        try requireSelf(person, "Seeing tokens")
        let contents = try file.read()
        guard let index = contents.index(of: person) else { throw Self.unknown }
        return contents.accounts[index].tokens.sorted { $0.createdAt > $1.createdAt }
    }

    public func revokeToken(_ id: String, of person: String) throws {
        try requireSelf(person, "Revoking a token")
        _ = try change(person) { account in
            guard account.tokens.contains(where: { $0.id == id }) else {
                throw AccountError(.unknownToken, "There is no such token; it may have been revoked.")
            }
            account.tokens.removeAll { $0.id == id }
        }
    }

    /// Whose token a text is; `nil` where it is nobody's. Cheap: it is asked with each request that has one.
    package func holder(ofToken text: String) throws -> (account: Account, token: AccountToken)? {
        guard text.hasPrefix(Self.tokenPrefix), text.utf8.count <= 128 else { return nil }
        // Looked up by a hash: the time tells nothing of how much of a guess was right.
        let hash = Self.hash(text)
        for account in try file.read().accounts {
            if let token = account.tokens.first(where: { $0.hash == hash }) { return (account, token) }
        }
        return nil
    }

    /// Whether a use of a token is to be noted: not more often than every five minutes.
    package static func isUseUnnoted(_ token: AccountToken, now: Date = Date()) -> Bool {
        token.usedAt.map { now.timeIntervalSince($0) >= 300 } ?? true
    }

    /// Notes that a token was used. Blocks while others change the accounts.
    package func wasUsed(_ token: AccountToken, of account: Account, now: Date = Date()) {
        guard Self.isUseUnnoted(token, now: now) else { return }
        // What cannot be noted down keeps nobody from working.
        _ = try? change(account.id) { account in
            // It may have been noted since the token was read.
            guard let index = account.tokens.firstIndex(where: { $0.id == token.id }),
                Self.isUseUnnoted(account.tokens[index], now: now)
            else { return }
            account.tokens[index].usedAt = now
        }
    }

    /// Lets a person do what is about them alone, and whoever runs the server.
    private func requireSelf(_ name: String, _ act: String) throws {
        try Reader.requireOwner(for: act, of: .library)
        guard let person = Person.current, person.id != name else { return }
        throw EngineError(.ownerOnly, "\(act) of another person is for them to do.")
    }

    // MARK: -

    private static var wrongPassword: AccountError {
        AccountError(.wrongPassword, "The name and the password do not belong together.")
    }

    static var unknown: AccountError { AccountError(.unknownPerson, "There is nobody of that name.") }

    static func hash(_ text: String) -> String { ContentHash(of: Array(text.utf8)).hex }

    /// 256 random bits, in 64 digits.
    static func secret() -> String { Secret.random(count: 32).exposedBytes().hexadecimal }

    /// 80 random bits: no id is ever given twice, since a folder is named by it.
    static func identifier() -> String { Secret.random(count: 10).exposedBytes().hexadecimal }
}

extension Hearth {
    /// The accounts of this data folder's server.
    public nonisolated var people: People { People(folder: sharedFolder) }

    /// The library of somebody with an account, with the models, settings and keys of this server. Their own alone: there is one for each.
    ///
    /// - Parameter people: Of which the account is.
    package func library(of id: String, among people: People) -> Hearth {
        Hearth(for: id, on: self, folder: people.folder, sharing: try? current())
    }

    /// Removes somebody's library for good: its folder, and in PostgreSQL its rows.
    ///
    /// - Parameters:
    ///   - id: Of an account, or of one that was removed.
    ///   - keepsAccount: Whether their account is there yet, and is removed right after: where the library cannot be removed, nothing is lost.
    /// - Returns: What was removed of PostgreSQL, in words; `nil` where the library is a file.
    /// - Throws: `StoreError` `busy` where some process has it open; ``EngineError`` `owner-only`, `unknown-item`.
    @discardableResult
    public func removeLibrary(of id: String, keepsAccount: Bool = false) async throws -> String? {
        try Reader.requireOwner(for: People.change, of: .server)
        let people = people
        var rows: String?
        if settings.library != nil, AccountName.isIdentifier(id) {
            rows = try await library(of: id, among: people).removeRows()
        }
        try await BlockingWork.run { try people.removeLibrary(of: id, keepsAccount: keepsAccount) }
        return rows
    }

    /// Whether there may be a library of that id, whoever has it: in PostgreSQL only its removal tells.
    public nonisolated func mayHaveLibrary(of id: String) -> Bool {
        people.hasLibrary(of: id) || settings.library != nil && AccountName.isIdentifier(id)
    }

    /// Removes the rows of this library; `nil` where it is a file, which is deleted otherwise.
    ///
    /// - Returns: What was removed, in words.
    func removeRows() async throws -> String? {
        guard let address = settings.library, let library = try await library() as? any RemovableLibrary else {
            return nil
        }
        let removal = try await library.removeAll()
        try await close()
        let place = "the library of \(address.owner) at \(address.host)"
        return switch removal {
        case .whole: place
        case .allButLedger: place + ", but for its ledger, which \(address.user) may not remove"
        }
    }
}
