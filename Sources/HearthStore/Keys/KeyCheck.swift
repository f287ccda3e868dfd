import Crypto
import Foundation
import HearthCore

/// A keyed digest beside the database, which says whether a key is the one the database was made with.
///
/// SQLite reports a wrong key and a damaged first page alike; telling a person that the key is wrong when the disk is bad
/// would send them looking in the wrong place. 16 random bytes, then HMAC-SHA256 of them: with a random 32-byte key it
/// gives an attacker nothing that the encrypted pages do not.
enum KeyCheck {
    private static let saltCount = 16

    static func write(key: Secret, to file: URL) throws {
        let salt = Secret.random(count: saltCount).exposedBytes()
        let bytes = salt + digest(key: key, salt: salt)
        let fresh = file.appendingToName(".new-\(ProcessInfo.processInfo.processIdentifier)")
        try? FileManager.default.removeItem(at: fresh)
        guard Platform.writeNewFile(fresh.path, bytes, mode: 0o600), rename(fresh.path, file.path) == 0 else {
            throw StoreError.system("The key check could not be written", errno)
        }
    }

    /// `nil` when there is no check to compare with.
    static func matches(key: Secret, file: URL) -> Bool? {
        guard let data = try? Data(contentsOf: file), data.count == saltCount + 32 else { return nil }
        let bytes = [UInt8](data)
        let salt = Array(bytes.prefix(saltCount))
        return Secret(bytes: bytes.dropFirst(saltCount)) == Secret(bytes: digest(key: key, salt: salt))
    }

    private static func digest(key: Secret, salt: [UInt8]) -> [UInt8] {
        var message = Array("hearth key check 1".utf8)
        message += salt
        return Array(
            HMAC<SHA256>.authenticationCode(for: message, using: key.withExposedBytes { SymmetricKey(data: $0) }))
    }
}
