import Crypto
public import Foundation
public import HearthCore

/// The key of a database: 32 random bytes, made once and kept in a ``SecretStore``.
public enum DatabaseKey {
    /// 256 bits, as SQLCipher's AES-256 takes.
    public static let byteCount = 32
    /// The name under which the key is kept.
    public static let name = "database-key"

    /// The key file of the store in a folder: where the key is on most machines, and where one from another machine is put.
    public static func file(in folder: URL) -> URL { KeyFileSecretStore(folder: folder).file(named: name) }

    /// The key that a backup is to be opened with. None is made: a new one opens no backup.
    ///
    /// Throws `missing-key`, which says what file is needed, from where and to where, and what ``load(from:)`` throws.
    public static func loadForRestoring(in secrets: any SecretStore, for files: StoreFiles) throws -> Secret {
        if let key = try load(from: secrets) { return key }
        let file = file(in: files.folder)
        throw StoreError(
            .missingKey,
            """
            A backup opens only with the key of the store that it was made from, and there is no key here yet. Copy \
            \(file.lastPathComponent) from the data folder of that store, or the copy of the key that was made with the backup, \
            to \(file.path), and let nobody else read it (mode 600). Then restore again; nothing was changed.
            """)
    }

    /// The key for the store in `files`, making one when neither key nor database exists.
    ///
    /// A new key is never made beside an existing database: it could not open it, and would hide that the old key is lost.
    /// Two processes that start at once get the same key.
    ///
    /// Throws `missing-key`, `invalid-store-key`, `key-permissions`, `secret-store`, `lost-database`.
    public static func loadOrCreate(in secrets: any SecretStore, for files: StoreFiles) throws -> Secret {
        if let key = try load(from: secrets) { return key }
        // An empty file is what a process leaves that ended between creating the file and writing its first page.
        let size = (try? FileManager.default.attributesOfItem(atPath: files.database.path)[.size] as? Int) ?? 0
        guard size == 0 else {
            // The other process may have finished between the two looks.
            if let key = try load(from: secrets) { return key }
            throw StoreError(
                .missingKey,
                """
                There is a database in \(files.folder.path), but its key is not in the \(secrets.placeDescription). Put the \
                key back as \(file(in: files.folder).path), or restore a backup together with its key; without the key the \
                data cannot be read.
                """)
        }
        // Nor beside what a database was: the key that is missing opens its backup.
        try LostDatabase.refuse(files)
        return try check(secrets.addSecret(.random(count: byteCount), named: name), secrets)
    }

    /// The key, or `nil` when there is none.
    public static func load(from secrets: any SecretStore) throws -> Secret? {
        try secrets.secret(named: name).map { try check($0, secrets) }
    }

    private static func check(_ key: Secret, _ secrets: any SecretStore) throws -> Secret {
        guard key.count == byteCount else {
            throw StoreError(
                .invalidKey,
                "The database key in the \(secrets.placeDescription) is damaged: it has \(key.count) bytes, not 32.")
        }
        return key
    }
}

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
        // Not waiting for what may stand in its place.
        guard let bytes = try? PrivateFile(file, mostBytes: 4096).read(), bytes.count == saltCount + 32 else {
            return nil
        }
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
