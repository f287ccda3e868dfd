/// A library whose rows lie in a database of others, too, so that they have to be removed one by one: a file is deleted.
public protocol RemovableLibrary: Sendable {
    /// Removes all that is the owner's, and closes the library. All or nothing, as far as ``LibraryRemoval`` says.
    ///
    /// - Throws: ``StoreError``.
    func removeAll() async throws -> LibraryRemoval
}

/// What was removed of a library.
public enum LibraryRemoval: Sendable {
    case whole
    /// Everything but the ledger of connections, which the account may not remove. It names no document's content.
    case allButLedger
}
