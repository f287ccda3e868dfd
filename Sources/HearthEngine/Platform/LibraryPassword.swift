import Foundation
public import HearthCore
import HearthPostgres

/// The password of a library in PostgreSQL, in the place that keeps keys.
///
/// Each user, host and database has its own: one that was kept for a server at home is never offered to another machine, whoever changes
/// the address.
struct LibraryPassword {
    /// Where a password is taken from that the place of keys has not, as services in containers are given theirs.
    static let variable = "HEARTH_LIBRARY_PASSWORD"
    /// More is a file that was given by mistake.
    static let mostBytes = 1_000

    private let name: String
    private let folder: URL

    init(_ address: LibraryAddress, folder: URL) {
        // A name of a secret takes no signs of an address.
        name = "library-password-" + ContentHash(of: Data(address.account.utf8)).hex.prefix(16)
        self.folder = folder
    }

    /// - Throws: `StoreError` where the place of keys cannot be read.
    func read() throws -> Secret? {
        try SecretStores.preferred(folder: folder).secret(named: name)
            ?? ProcessInfo.processInfo.environment[Self.variable].map { Secret($0) }
    }

    func keep(_ password: Secret) throws { try SecretStores.preferred(folder: folder).setSecret(password, named: name) }

    /// - Returns: Whether there was one.
    func remove() throws -> Bool {
        let store = SecretStores.preferred(folder: folder)
        guard try store.secret(named: name) != nil else { return false }
        try store.removeSecret(named: name)
        return true
    }
}

extension Hearth.Privacy {
    /// Whose password the library in PostgreSQL needs that is set: "hearth@db.example.org:5432/hearth"; `nil` where it is a file.
    public var libraryAccount: String? { hearth.settings.library?.account }

    /// Keeps the password of the library in PostgreSQL that is set, for its user, host and database alone.
    ///
    /// - Parameter password: `nil` forgets it.
    /// - Returns: Whether anything changed.
    /// - Throws: ``EngineError``: `usage` where the library is a file, or the password is empty, too long or has a zero byte;
    ///   `owner-only`. `StoreError` where keys cannot be kept.
    @discardableResult
    public func setLibraryPassword(_ password: Secret?) throws -> Bool {
        try Reader.requireOwner(for: "Changing the password of the library")
        guard let address = hearth.settings.library else {
            throw EngineError(
                .usage, "The library is a file of this machine, which has a key and no password. Set `library` first.")
        }
        let kept = LibraryPassword(address, folder: hearth.sharedFolder)
        guard let password else { return try kept.remove() }
        let isFit =
            (1...LibraryPassword.mostBytes).contains(password.count) && password.withExposedBytes { !$0.contains(0) }
        guard isFit else {
            throw EngineError(
                .usage, "A password has 1 to \(LibraryPassword.mostBytes) bytes, and no zero byte. Nothing was kept.")
        }
        try kept.keep(password)
        return true
    }
}
