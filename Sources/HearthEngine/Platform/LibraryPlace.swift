import Foundation
import HearthCore
import HearthKnowledge
import HearthPostgres
import HearthStore

/// Where a library is, or is to be: a data folder, or an address of PostgreSQL.
public struct LibraryPlace: Hashable, Sendable, CustomStringConvertible {
    enum Kind: Hashable, Sendable {
        case folder(URL)
        case server(LibraryAddress)
    }

    let kind: Kind

    init(_ kind: Kind) { self.kind = kind }

    /// What the place is called, in messages and in the mark of an unfinished copy. An address has no password.
    public var description: String {
        switch kind {
        case .folder(let folder): folder.path
        case .server(let address): address.description
        }
    }

    /// Whether it is in PostgreSQL.
    public var isServer: Bool { if case .server = kind { true } else { false } }

    /// The host that a connection to it goes to, as the ledger calls it; `nil` for a folder.
    var host: String? {
        guard case .server(let address) = kind else { return nil }
        return address.isSocket ? "localhost" : address.host
    }

    /// Refuses a place that nothing is ever sent to.
    func requireOpenable(in snapshot: EnvironmentSnapshot) async throws {
        guard case .server(let address) = kind else { return }
        try OpenStore.gate(address, in: snapshot)?.check()
        try await OpenStore.requireDriver(address)
    }

    /// Refuses a place that no copy goes to: a copy takes what is private, too.
    func requireCopyable() throws {
        guard case .server(let address) = kind, !address.isLocal else { return }
        throw StoreError(
            .unsafe,
            """
            \(address.origin) is another machine, and a copy would take what is private there. Nothing was sent. Copy to this machine; what \
            is not private can be added to a new library there.
            """)
    }

    /// Refuses a place on another machine: things are merged row by row, which a library there takes from nobody.
    func requireHere() throws {
        guard case .server(let address) = kind, !address.isLocal else { return }
        throw StoreError(
            .unsafe,
            """
            \(address.origin) is another machine, and libraries are merged on one machine alone. Nothing was sent. Merge where the database \
            is, or add what is not private to the library there.
            """)
    }

    /// Whether two names are of one library, as far as names tell.
    func isSame(as other: LibraryPlace) -> Bool {
        switch (kind, other.kind) {
        case (.folder(let a), .folder(let b)): OwnFolders.realPath(a.path) == OwnFolders.realPath(b.path)
        case (.server(let a), .server(let b)): a.account == b.account && a.owner == b.owner
        default: false
        }
    }
}

extension LibraryPlace {
    /// The word for the library that is in use.
    public static let present = "this"

    /// - Parameter text: ``present``, `postgres://…`, or the path of a data folder.
    init(_ text: String, in snapshot: EnvironmentSnapshot) throws {
        if text == Self.present {
            self.init(snapshot.settings.library.map { .server($0) } ?? .folder(snapshot.dataFolder))
        } else if LibraryAddress.isMeant(by: text) {
            self.init(.server(try LibraryAddress(text)))
        } else {
            guard !text.isEmpty, !text.utf8.contains(0) else {
                throw EngineError(.usage, "A library is named by a data folder, by postgres://…, or by `this`.")
            }
            let folder = URL(fileURLWithPath: text, isDirectory: true).standardizedFileURL
            let own = LibraryPlace(.folder(snapshot.dataFolder))
            let named = LibraryPlace(.folder(folder))
            // A Keychain knows a folder by the name that it is in use by.
            self.init(named.isSame(as: own) ? own.kind : named.kind)
        }
    }
}

/// A library that is open for being copied from or to, and nobody else's meanwhile as far as the store can see to that.
struct HeldLibrary: Sendable {
    let library: any Library
    private let database: HearthDatabase?

    private init(_ library: any Library, database: HearthDatabase? = nil) {
        self.library = library
        self.database = database
    }

    /// The one that is copied, or another one that is there.
    ///
    /// - Throws: ``StoreError``: `no-database` where there is none, `busy` where another program has it open.
    static func source(_ place: LibraryPlace, in snapshot: EnvironmentSnapshot) async throws -> HeldLibrary {
        switch place.kind {
        case .server(let address):
            return HeldLibrary(try await OpenStore.open(address, in: snapshot))
        case .folder(let folder):
            guard StoreFiles(folder: folder).databaseExists else {
                throw StoreError(.notFound, "There is no library in \(folder.path).")
            }
            return try await open(folder, creates: false)
        }
    }

    /// The one that is copied to; made where it is not there.
    ///
    /// - Throws: ``EngineError`` with the code `not-empty` for a folder that holds other things.
    static func target(_ place: LibraryPlace, in snapshot: EnvironmentSnapshot) async throws -> HeldLibrary {
        switch place.kind {
        case .server(let address):
            // Its own ledger is the copied one, in which a record of this connection would be the first; it stands in the ledger
            // of the library that is copied, and so comes with it.
            return HeldLibrary(
                try await OpenStore.open(address, in: snapshot, isToBeFilled: true))
        case .folder(let folder):
            try requireRoom(folder)
            return try await open(folder, creates: true)
        }
    }

    /// A slip of the hand must not put a database among somebody's papers.
    private static func requireRoom(_ folder: URL) throws {
        let files = FileManager.default
        let present = (try? files.contentsOfDirectory(atPath: folder.path)) ?? []
        // Its own, or what an attempt has left that was ended before there was a database.
        let isData = present.contains { ["hearth.sqlite", "settings.json", "environments.json"].contains($0) }
        let isLeft = present.allSatisfy { name in
            ["database-key", "hearth.", "ledger.anchor", "files.lock"].contains { name.hasPrefix($0) }
        }
        guard isData || isLeft else {
            throw EngineError(
                .notEmpty,
                "\(folder.path) holds other files; name a new folder, or a data folder of Hearth. Nothing was written.")
        }
    }

    private static func open(_ folder: URL, creates: Bool) async throws -> HeldLibrary {
        let key = try await BlockingWork.run {
            try DatabaseKey.loadOrCreate(in: SecretStores.preferred(folder: folder), for: StoreFiles(folder: folder))
        }
        let database = try await HearthDatabase.opened(.init(folder: folder, key: key, createsIfMissing: creates))
        do {
            try database.keepToItself()
        } catch {
            try? await BlockingWork.run { try database.close() }
            throw error
        }
        return HeldLibrary(database, database: database)
    }

    func close() async throws {
        guard let database else { return }
        try await BlockingWork.run { try database.close() }
    }
}
