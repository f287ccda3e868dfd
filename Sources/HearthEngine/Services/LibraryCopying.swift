import Foundation
import HearthCore
public import HearthKnowledge

extension Hearth.StoredData {
    /// The library that is meant by a name: `this` for the one in use, `postgres://USER@HOST/DATABASE?owner=NAME`, or the path of a
    /// data folder.
    ///
    /// - Throws: `StoreError` with the code `invalid-input`, which says what is wrong with an address; ``EngineError`` with the code
    ///   `usage`.
    public func place(_ name: String) throws -> LibraryPlace { try LibraryPlace(name, in: hearth.environments.current) }

    /// Copies a library to another place: its documents with passages, vectors and labels, conversations, the journal, analyses,
    /// consents and the ledger, with the same ids and times, and compares all of it at the end.
    ///
    /// The target is empty, or what an earlier attempt has left, which is gone on with. Nothing else may have either of them open where
    /// they are files; of a database, a change meanwhile is told. The source stays as it is, but for the record of a connection to
    /// another library's server in its ledger. What is not part of a library stays where it is: settings, keys, models.
    ///
    /// - Parameter progress: Is told after each step; what it throws ends the copy.
    /// - Throws: `StoreError`: `library-not-empty`, `library-changed`, `unfinished-copy`, `busy`, `no-database`, `broken-ledger`,
    ///   `library-unsafe`; ``EngineError``: `owner-only`, `usage` where both are one, `not-empty` for a folder with other files.
    public func copyLibrary(
        from source: LibraryPlace, to target: LibraryPlace,
        progress: @escaping @Sendable (LibraryCopyProgress) throws -> Void = { _ in }
    ) async throws -> LibraryCopyReport {
        try Reader.requireOwner(for: "Copying a library")
        guard !source.isSame(as: target) else {
            throw EngineError(.usage, "\(source) is copied to itself; name another place. Nothing was changed.")
        }
        // Before it is written down that anything goes there.
        let snapshot = hearth.environments.current
        try target.requireCopyable()
        for place in [source, target] { try await place.requireOpenable(in: snapshot) }
        do {
            let report = try await copyClosed(from: source, to: target, snapshot, progress)
            await hearth.work.serveAgain()
            return report
        } catch {
            await hearth.work.serveAgain()
            throw error
        }
    }

    private func copyClosed(
        from source: LibraryPlace, to target: LibraryPlace, _ snapshot: EnvironmentSnapshot,
        _ progress: @escaping @Sendable (LibraryCopyProgress) throws -> Void
    ) async throws -> LibraryCopyReport {
        // This very object may have one of them open.
        await hearth.shutdown()
        defer { hearth.folderTurns.resume() }
        try await hearth.close()
        let from = try await HeldLibrary.source(source, in: snapshot)
        do {
            let report = try await copy(from, source, to: target, snapshot, progress)
            try await from.close()
            return report
        } catch {
            try? await from.close()
            throw error
        }
    }

    private func copy(
        _ from: HeldLibrary, _ source: LibraryPlace, to target: LibraryPlace, _ snapshot: EnvironmentSnapshot,
        _ progress: @escaping @Sendable (LibraryCopyProgress) throws -> Void
    ) async throws -> LibraryCopyReport {
        // Before anything is said over it, as with every connection.
        if let host = target.host {
            _ = try await from.library.append(
                LedgerEntry(kind: .connection, time: Date(), host: host, purpose: "library-copy"))
        }
        let to = try await HeldLibrary.target(target, in: snapshot)
        do {
            let report = try await LibraryCopy(from: from.library, called: source.description, to: to.library)
                .run(progress: progress)
            try await to.close()
            return report
        } catch {
            try? await to.close()
            throw error
        }
    }
}
