import Foundation
import HearthCore
import HearthStore
import HearthSystem
import Synchronization

/// `people.json` of a server's data folder, which only its owner may read: the accounts, the invitations that are open, and who else may say
/// who somebody is. It holds no password, no token and no provider's secret, and may be changed beside a running server, which looks whether it was.
final class AccountFile: Sendable {
    struct Contents: Codable, Sendable, Equatable {
        var version = 1
        var accounts: [Account] = []
        var invitations: [Invitation] = []
        /// What people let others read; `nil` in files of before there was any.
        var grants: [CollectionGrant]?
        /// Who else may say who somebody is, in the order in which they were set up. These two are `nil` as in files of before there were any.
        var providers: [IdentityProvider]?
        /// Identities that may no longer create an account through an allowed email domain.
        var barred: [LinkedIdentity]?
        /// The only one, in files of before there could be several: it is read, and never written.
        private var provider: IdentityProvider?

        static let versions = 1...2

        /// Brings what an earlier version wrote into the form of this one.
        mutating func migrate() {
            guard let only = provider else { return }
            if providers == nil { providers = [only] }
            provider = nil
        }

        /// The version under which it is written. Programs that know one provider would lose the others without a word, so they refuse it.
        var writtenVersion: Int { providers == nil ? 1 : 2 }

        /// How many could not sign in any more without a provider: who have no password, and no link to another one that is set up.
        func dependents(on provider: IdentityProvider) -> Int {
            let others = Set((providers ?? []).filter { $0.id != provider.id }.map(\.issuer))
            return accounts.count(where: { account in
                let issuers = Set(account.linkedIdentities.map(\.issuer))
                return !account.hasPassword && issuers.contains(provider.issuer) && issuers.isDisjoint(with: others)
            })
        }

        func account(named name: String) -> Account? {
            let key = AccountName.key(name)
            return accounts.first { AccountName.key($0.name) == key }
        }

        /// By its id, or by the name.
        func index(of name: String) -> Int? {
            let key = AccountName.key(name)
            return accounts.firstIndex { $0.id == name } ?? accounts.firstIndex { AccountName.key($0.name) == key }
        }
    }

    private let file: PrivateFile
    private let known = Mutex<(version: FileVersion, contents: Contents)?>(nil)

    init(folder: URL) { file = PrivateFile(folder.appendingPathComponent("people.json"), mostBytes: 4 << 20) }

    /// - Throws: ``EngineError`` `bad-settings` for a file that cannot be read: then nobody with an account is let in.
    func read() throws -> Contents {
        guard let version = FileVersion(of: file.url.path) else { return Contents() }
        if let known = known.withLock({ $0 }), known.version == version { return known.contents }
        let contents = try contents(of: try file.read())
        known.withLock { $0 = (version, contents) }
        return contents
    }

    /// Removes the file, and with it every account.
    func remove() throws { try file.write(nil) }

    func update<Result>(_ change: (inout Contents) throws -> Result) throws -> Result {
        try file.update(timeout: 2) { bytes in
            var contents = try contents(of: bytes)
            let before = contents
            let result = try change(&contents)
            if contents != before {
                contents.version = contents.writtenVersion
                let encoder = JSONEncoder()
                encoder.dateEncodingStrategy = .secondsSince1970
                encoder.outputFormatting = [.sortedKeys]
                bytes = Array(try encoder.encode(contents))
            }
            return result
        }
    }

    private func contents(of bytes: [UInt8]?) throws -> Contents {
        guard let bytes else { return Contents() }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        guard var contents = try? decoder.decode(Contents.self, from: Data(bytes)),
            Contents.versions.contains(contents.version)
        else {
            throw EngineError(
                .badSettings,
                "\(file.url.path) is not valid. Put a copy of it back, or remove it to begin without accounts.")
        }
        contents.migrate()
        return contents
    }
}
