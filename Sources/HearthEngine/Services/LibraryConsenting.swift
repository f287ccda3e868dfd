import Foundation
import HearthCore
import HearthPostgres

extension Hearth.Privacy {
    // MARK: A library on another machine

    /// On which machines the library may be, the oldest first. The library is not opened for it.
    ///
    /// - Parameter revoked: Whether those that hold no more are among them.
    /// - Throws: ``EngineError`` with the code `bad-settings` where the file that has them cannot be read.
    public func libraryConsents(revoked: Bool = false) throws -> [LibraryConsent] {
        try LibraryConsents(folder: hearth.sharedFolder).all().filter { revoked || $0.revokedAt == nil }
    }

    /// Lets the library be at a host on another machine: what is kept in it goes there, but nothing private.
    ///
    /// - Parameter host: As in the address of the library, with its port where that is not 5432; `nil` for that of the library that is
    ///   set.
    /// - Returns: The consent that holds now.
    /// - Throws: ``EngineError``: `usage` where no host is named and none is set, or it is this machine; `owner-only`.
    public func grantLibrary(at host: String? = nil) throws -> LibraryConsent {
        try Reader.requireOwner(for: "Letting the library be on another machine")
        if let host {
            // As an address has it, so that none is agreed to that could never be meant.
            let isHost = host.utf8.allSatisfy { LibraryAddress.isOfHost($0) || [0x5B, 0x5D].contains($0) }
            guard isHost, let address = try? LibraryAddress("postgres://user@\(host)/library") else {
                throw EngineError(
                    .usage,
                    "A host is named as in the library's address, such as db.example.org or db.example.org:6432.")
            }
            return try grant(address)
        }
        guard let address = hearth.settings.library, !address.isLocal else {
            throw EngineError(
                .usage, "The library is on this machine, which needs no consent. Name the host that you mean.")
        }
        return try grant(address)
    }

    private func grant(_ address: LibraryAddress) throws -> LibraryConsent {
        guard !address.isLocal else {
            throw EngineError(.usage, "\(address.origin) is this machine, which needs no consent.")
        }
        return try LibraryConsents(folder: hearth.sharedFolder).grant(address.origin)
    }

    /// Ends such a consent. Programs that have the library open send nothing more there.
    ///
    /// - Returns: Whether there was one of this id that held.
    @discardableResult
    public func revokeLibraryConsent(id: String) throws -> Bool {
        // As with others, it closes a way out.
        try LibraryConsents(folder: hearth.sharedFolder).revoke(id)
    }
}

extension EnvironmentSnapshot {
    /// Refuses work with a text that is private where the library is on another machine: what is asked of it, and what is kept of the
    /// answer, would go there.
    ///
    /// - Throws: `StoreError` with the code `private-elsewhere`.
    func refusePrivate(_ label: SensitivityLabel, _ what: String) throws {
        guard label == .private, let library = settings.library, !library.isLocal else { return }
        throw StoreError.privateElsewhere(what, library.origin)
    }
}
