public import Foundation
import HearthCore
import HearthKnowledge
import HearthStore
import HearthSystem

/// A file with a whole library in it, for another machine. It is removed when nobody holds this any more.
public final class PackedLibrary: Sendable {
    public let file: URL
    public let byteCount: Int
    public let amount: LibraryAmount
    private let folder: IncomingFolder

    init(file: URL, byteCount: Int, amount: LibraryAmount, in folder: IncomingFolder) {
        (self.file, self.byteCount, self.amount, self.folder) = (file, byteCount, amount, folder)
    }

    deinit { folder.remove() }
}

extension Hearth.StoredData {
    /// How much the library holds.
    public func amount() async throws -> LibraryAmount {
        try await Self.amount(in: hearth.library())
    }

    /// Packs everything that a backup holds into one file, with the key that opens it sealed under a passphrase: whoever has the file and
    /// the passphrase can read everything, and who has the file alone nothing.
    ///
    /// - Parameter passphrase: At least twelve characters, since the file may be guessed at anywhere.
    /// - Throws: `AccountError` `weak-password`; `StoreError`; ``EngineError`` `owner-only`.
    public func pack(under passphrase: String) async throws -> PackedLibrary {
        try Reader.requireOwner(for: Self.packing)
        let passphrase = try PasswordRule.checked(passphrase, name: "")
        let (folder, amount) = (hearth.folder, try await amount())
        let place = try IncomingFolder(in: folder)
        let file = place.url.appending(path: "library.hearth")
        do {
            try await hearth.database().backup(to: file)
            let count = try await BlockingWork.run {
                let key = try DatabaseKey.loadForRestoring(
                    in: SecretStores.preferred(folder: folder), for: StoreFiles(folder: folder))
                let trailer = try LibraryTrailer(sealing: key, under: passphrase, amount: amount)
                let handle = try FileHandle(forUpdating: file)
                let end = try handle.seekToEnd()
                try handle.write(contentsOf: Data(try trailer.bytes()))
                try handle.close()
                return Int(end) + LibraryTrailer.byteCount
            }
            return PackedLibrary(file: file, byteCount: count, amount: amount, in: place)
        } catch {
            place.remove()
            throw error
        }
    }

    private static let packing = "Packing the library for another machine"

    /// Unpacks what ``pack(under:)`` made, where nothing is kept yet: the library, and its key, in the place of the empty one and of its
    /// key. Everything is checked before anything is changed.
    ///
    /// - Parameter file: Is shortened to the backup that it holds.
    /// - Returns: How much was packed, and how much is here now.
    /// - Throws: ``EngineError`` `owner-only`, `not-empty`, `wrong-passphrase`; `StoreError` `invalid-backup`, `busy`.
    public func unpack(
        _ file: URL, under passphrase: String
    ) async throws -> (packed: LibraryAmount, found: LibraryAmount) {
        try Reader.requireOwner(for: "Unpacking a library of another machine")
        // Where the library is elsewhere there is no file to put it into, which this says.
        try await requireEmpty(try await hearth.database())
        let (folder, place) = (hearth.folder, try IncomingFolder(in: hearth.folder))
        defer { place.remove() }
        let (key, packed) = try await BlockingWork.run { try Self.takeKey(from: file, under: passphrase) }
        // Into a folder of its own first: that the key opens it, every page and every index.
        let trial = place.url.appending(path: "trial")
        try await HearthDatabase.restore(from: file, into: .init(folder: trial, key: key))
        try? FileManager.default.removeItem(at: trial)
        // From here on nobody opens the library that is looked at for the last time and goes; who tries is told to wait.
        try await hearth.hold()
        await hearth.shutdown()
        let outcome: Result<LibraryAmount, any Error>
        do {
            try await hearth.close()
            // In a task of its own: once begun it is done to its end, also where its caller waits no longer.
            outcome = .success(try await Task { try await put(file, key, in: folder) }.value)
        } catch {
            outcome = .failure(error)
        }
        await hearth.release()
        hearth.folderTurns.resume()
        await hearth.work.serveAgain()
        return (packed, try outcome.get())
    }

    private static func amount(in library: any Library) async throws -> LibraryAmount {
        LibraryAmount(
            documents: try await library.counts().documents,
            conversations: try await library.conversations(limit: .max).count,
            journalEntries: try await library.journalHeads(from: nil, to: nil).count)
    }

    /// What people put into a library or said of it, and what programs keep there. What is made of that is gone with it; the ledger and consents are
    /// those of the library that comes.
    private static let holdings: [LibraryRow.Kind] = [
        .document, .conversation, .entry, .person, .name, .feed, .watchedFolder, .folderLabel, .placeLabel,
    ]

    private func requireEmpty(_ library: any Library) async throws {
        var found: [String] = []
        for kind in Self.holdings {
            let count = try await library.rowCount(of: kind)
            if count > 0 { found.append("\(kind.words): \(count)") }
        }
        let work = try await library.workTasks(in: [.arriving, .queued, .running, .failed], limit: 1000).count
        if work > 0 { found.append("waiting work: \(work)") }
        let deposits = try await hearth.deposits.heads(library).count
        if deposits > 0 { found.append("files and sets of programs: \(deposits)") }
        let collections = try await CollectionList.read(library).count
        if collections > 0 { found.append("collections: \(collections)") }
        guard found.isEmpty else {
            throw EngineError(
                .notEmpty,
                "This library holds something already (\(found.joined(separator: ", "))), and a library is unpacked only where nothing "
                    + "would be lost by it. Delete everything here first, or unpack it elsewhere. Nothing was changed.")
        }
    }

    private static func takeKey(
        from file: URL, under passphrase: String
    ) throws -> (Secret, LibraryAmount) {
        let handle = try FileHandle(forUpdating: file)
        defer { try? handle.close() }
        let size = try handle.seekToEnd()
        guard size > UInt64(LibraryTrailer.byteCount), size.isMultiple(of: UInt64(LibraryTrailer.byteCount)) else {
            throw noLibrary
        }
        let start = size - UInt64(LibraryTrailer.byteCount)
        try handle.seek(toOffset: start)
        guard let bytes = try handle.read(upToCount: LibraryTrailer.byteCount),
            let trailer = LibraryTrailer(Array(bytes))
        else { throw noLibrary }
        let typed = passphrase.precomposedStringWithCompatibilityMapping
        guard (1...PasswordRule.mostBytes).contains(typed.utf8.count),
            let key = try trailer.key(under: Secret(typed))
        else {
            throw EngineError(
                .wrongPassphrase,
                "The passphrase does not open this file. Type the one with which it was made; capitals count. Nothing was changed."
            )
        }
        try handle.truncate(atOffset: start)
        return (key, trailer.amount)
    }

    private static let noLibrary = StoreError(
        .invalidBackup,
        "This is no file with a library of Hearth, or not the whole of one: a copy may have been cut off. Make it anew on the other "
            + "machine, under Settings, Move to another machine. Nothing was changed.")

    /// The empty library goes, and its key, which opens nothing else.
    ///
    /// - Returns: What is found in the one that came, counted while nobody else opens it: what they then do with it is not part of how this ended.
    private func put(_ file: URL, _ key: Secret, in folder: URL) async throws -> LibraryAmount {
        let secrets = SecretStores.preferred(folder: folder)
        // What came in while the file was looked at must not be lost; and what another program puts there now keeps it open, which ends this.
        let own = try await BlockingWork.run {
            try DatabaseKey.loadOrCreate(in: secrets, for: StoreFiles(folder: folder))
        }
        try await Self.reading(.init(folder: folder, key: own)) { try await requireEmpty($0) }
        try await BlockingWork.run {
            try HearthDatabase.deleteEverything(in: folder, removingKeyFrom: secrets)
            guard try secrets.addSecret(key, named: DatabaseKey.name) == key else {
                throw StoreError(.busy, "Another program made a key in this folder meanwhile. Close it and try again.")
            }
        }
        do {
            try await HearthDatabase.restore(from: file, into: .init(folder: folder, key: key))
        } catch {
            // As it was before the first start.
            try? await BlockingWork.run {
                try HearthDatabase.deleteEverything(in: folder, removingKeyFrom: secrets)
            }
            throw error
        }
        // It is there, whole, whatever comes of counting it.
        return try await Self.reading(.init(folder: folder, key: key)) { try await Self.amount(in: $0) }
    }

    /// What is read in a library that is opened for that alone, and closed.
    private static func reading<Value: Sendable>(
        _ configuration: HearthDatabase.Configuration, _ read: (HearthDatabase) async throws -> Value
    ) async throws -> Value {
        let library = try await HearthDatabase.opened(configuration)
        do {
            let found = try await read(library)
            try await BlockingWork.run { try library.close() }
            return found
        } catch {
            try? await BlockingWork.run { try library.close() }
            throw error
        }
    }
}
