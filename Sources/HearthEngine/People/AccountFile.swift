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
        /// Who else may say who somebody is. These two are `nil` as in files of before there were any.
        var provider: IdentityProvider?
        /// Identities that may no longer create an account through an allowed email domain.
        var barred: [LinkedIdentity]?

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
        guard let contents = try? decoder.decode(Contents.self, from: Data(bytes)), contents.version == 1 else {
            throw EngineError(
                .badSettings,
                "\(file.url.path) is not valid. Put a copy of it back, or remove it to begin without accounts.")
        }
        return contents
    }
}
