import Foundation
package import HearthCore
import HearthKnowledge

extension Hearth {
    /// Named sets of documents. On a server with accounts their owner shares them with others, who search, ask and read what is in them, and
    /// nothing else of the owner's; what is private is shared with nobody.
    ///
    /// All of it is the owner's: what is put into a shared collection is seen by others, so no program does it.
    public struct Collections: Sendable {
        let hearth: Hearth
    }
}

extension Hearth.Collections {
    private static let act = "Changing collections"

    // MARK: - One's own

    /// One's own collections, by name.
    public func list() async throws -> [DocumentCollection] {
        try Reader.requireOwner(for: "Seeing collections", of: .library)
        return try await CollectionList.read(hearth.library()).sorted { Self.key($0.name) < Self.key($1.name) }
    }

    /// The collection of an id or a name.
    ///
    /// - Throws: ``CollectionError`` `unknown-collection`; ``EngineError`` `owner-only` for a program.
    public func find(_ name: String) async throws -> DocumentCollection {
        let all = try await list()
        guard let found = Self.index(of: name, in: all).map({ all[$0] }) else { throw Self.unknown(name, all) }
        return found
    }

    /// Makes a collection without anything in it.
    ///
    /// - Throws: ``CollectionError``: `bad-collection-name`, `collection-name-taken`, `too-many-collections`.
    @discardableResult
    public func make(_ name: String) async throws -> DocumentCollection {
        let name = try Self.checked(name)
        return try await change { all in
            guard !all.contains(where: { Self.key($0.name) == Self.key(name) }) else { throw Self.taken }
            guard all.count < CollectionList.most else {
                throw CollectionError(
                    .tooMany, "There are \(CollectionList.most) collections, which is the most there can be.")
            }
            let id = String(UUID().uuidString.lowercased().filter { $0 != "-" }.prefix(16))
            let made = DocumentCollection(id: id, name: name, createdAt: Date())
            all.append(made)
            return made
        }
    }

    /// Gives a collection another name. Those with whom it is shared go on to read it.
    @discardableResult
    public func rename(_ name: String, to new: String) async throws -> DocumentCollection {
        let new = try Self.checked(new)
        return try await change(name) { all, index in
            guard !all.indices.contains(where: { $0 != index && Self.key(all[$0].name) == Self.key(new) }) else {
                throw Self.taken
            }
            all[index].name = new
        }
    }

    /// Removes a collection, and with it what was shared. Its documents stay.
    @discardableResult
    public func remove(_ name: String) async throws -> DocumentCollection {
        let found = try await find(name)
        // First what others may read: where the rest fails, nobody reads what is to go.
        _ = try await BlockingWork.run { [people, owner] in try people.unshare(found.id, of: owner, with: nil) }
        return try await change { all in
            all.removeAll { $0.id == found.id }
            return found
        }
    }

    /// Puts documents and folders into a collection: documents in all their places, and of a folder what is and will be in it.
    ///
    /// - Parameter names: As ``Hearth/Documents/find(_:)`` takes them, and folders of which something was read.
    /// - Throws: ``CollectionError``; ``EngineError`` `unknown-document`, `ambiguous-document`.
    @discardableResult
    public func add(_ names: [String], to name: String) async throws -> DocumentCollection {
        try Reader.requireOwner(for: Self.act, of: .library)
        let places = try await places(of: names)
        return try await change(name) { all, index in
            all[index].places = Set(all[index].places + places).sorted()
            guard all.reduce(0, { $0 + $1.places.count }) <= CollectionList.mostPlaces else {
                throw CollectionError(
                    .tooMany,
                    "Collections name at most \(CollectionList.mostPlaces) files and folders. Put a folder in instead of its files."
                )
            }
        }
    }

    /// Takes documents and folders out of a collection.
    ///
    /// - Throws: ``EngineError`` `usage` for what stays in it, since a folder around it is; nothing is changed then. Whoever takes something out
    ///   is not to think that nobody reads it any more.
    @discardableResult
    public func take(_ names: [String], from name: String) async throws -> DocumentCollection {
        try Reader.requireOwner(for: Self.act, of: .library)
        let collection = try await find(name)
        var gone: Set<String> = []
        for name in names {
            // A place of which nothing is left is taken out by its name.
            let path = FileFinder.realPath(name) ?? name
            if let place = collection.places.first(where: { $0 == name || $0 == path }) {
                gone.insert(place)
            } else {
                gone.formUnion(try await places(of: [name]))
            }
        }
        return try await change(collection.id) { [gone] all, index in
            all[index].places.removeAll(where: gone.contains)
            for place in gone {
                guard let folder = all[index].places.first(where: { place.hasPrefix($0 + "/") }) else { continue }
                throw EngineError(
                    .usage,
                    "\(place) stays in the collection, for its folder \(folder) is in it. Take the folder out, or call the document private."
                )
            }
        }
    }

    /// How many documents are in a collection.
    public func count(_ collection: DocumentCollection) async throws -> Int {
        try await hearth.library().page(matching: Self.filter(collection), limit: 0, offset: 0).total
    }

    /// Puts the place of what another adds into a collection that is shared with them, before it is there.
    ///
    /// - Throws: ``CollectionError`` `unknown-collection`, `too-many-collections`.
    func put(_ place: String, into id: String) async throws {
        try await inTurn { all in
            guard let index = all.firstIndex(where: { $0.id == id }) else { throw Self.notShared(id) }
            all[index].places = Set(all[index].places + [place]).sorted()
            guard all.reduce(0, { $0 + $1.places.count }) <= CollectionList.mostPlaces else {
                throw CollectionError(
                    .tooMany,
                    "The collections of its owner are full. Ask them to put a folder in instead of its files.")
            }
        }
    }

    /// Takes the places of documents that are to be removed out of all collections: what bears their names later is something else.
    func forget(documents ids: [String]) async throws {
        let library = try await hearth.library()
        guard try await !CollectionList.read(library).isEmpty else { return }
        let gone = Set(
            try await library.documents(matching: SearchFilter(documentIDs: Set(ids)), limit: .max, offset: 0)
                .flatMap(\.paths))
        try await forget(places: gone)
    }

    /// Takes places out of all collections.
    func forget(places gone: Set<String>) async throws {
        guard !gone.isEmpty else { return }
        try await inTurn { all in
            for index in all.indices { all[index].places.removeAll(where: gone.contains) }
        }
    }

    // MARK: - With others

    /// Lets others read a collection: what is in it now and later, but for what is private. With ``CollectionRight/write`` they also add to it;
    /// what they add is the owner's. Shared again with another right, that one holds.
    ///
    /// - Throws: ``CollectionError`` `unknown-collection`; ``AccountError`` `unknown-person`; ``EngineError`` `usage`, `owner-only`.
    public func share(
        _ name: String, with audience: CollectionAudience, right: CollectionRight = .read
    ) async throws {
        try Reader.requireOwner(for: "Sharing a collection", of: .library)
        let found = try await find(name)
        try await BlockingWork.run { [people, owner] in
            guard people.isShared else {
                throw EngineError(.usage, "Nobody has an account on this server, so there is nobody to share with.")
            }
            try people.share(found.id, of: owner, with: audience, right: right)
        }
    }

    /// Takes back what was shared; the next read of it finds nothing.
    ///
    /// - Parameter audience: `nil` takes it back from all.
    /// - Returns: Whether there was something to take back.
    @discardableResult
    public func unshare(_ name: String, with audience: CollectionAudience? = nil) async throws -> Bool {
        try Reader.requireOwner(for: "Sharing a collection", of: .library)
        let found = try await find(name)
        return try await BlockingWork.run { [people, owner] in
            try people.unshare(found.id, of: owner, with: audience)
        }
    }

    /// The names of those with whom one's collections can be shared: of everybody with an account, but oneself. That is all that somebody
    /// with an account is told of the others; what they are and what they take is for administrators to see.
    ///
    /// - Throws: ``EngineError`` `owner-only` for a program.
    public func possibleReaders() async throws -> [String] {
        try Reader.requireOwner(for: "Seeing who has an account", of: .library)
        return try await BlockingWork.run { [people, owner] in try people.names(but: owner) }
    }

    /// With whom each collection is shared, by its id.
    public func audiences() async throws -> [String: CollectionSharing] {
        try Reader.requireOwner(for: "Seeing collections", of: .library)
        return try await BlockingWork.run { [people, owner] in
            var found: [String: CollectionSharing] = [:]
            for grant in try people.grants(of: owner) {
                var one = found[grant.collection] ?? CollectionSharing()
                if let member = grant.member {
                    if let name = try people.shownName(of: member) { one.people[name] = grant.right }
                } else {
                    one.everyone = grant.right
                }
                found[grant.collection] = one
            }
            return found
        }
    }

    /// The way to add to a collection that another shares, and to change what one added.
    ///
    /// - Parameter id: `OWNER~ID`, as ``shared()`` names it.
    /// - Throws: ``CollectionError`` `unknown-collection`, `read-only-collection`; ``EngineError`` `owner-only` for a program.
    package func writing(to id: String) async throws -> SharedWriting { try await hearth.sharing.writing(to: id) }

    /// Who added documents of one's own library to collections, by the documents' ids.
    package func contributors(of documents: [StoredDocument]) throws -> [String: String] {
        let own = documents.filter { !SharedID.isOne($0.id) }
        let added = own.compactMap { document in document.contributions.first.map { (document.id, $0.person) } }
        // Who they are stands in a file, which is read once for each of them.
        var names: [String: String] = [:]
        for person in Set(added.map(\.1)) { names[person] = try people.shownName(of: person) }
        return Dictionary(added.compactMap { id, person in names[person].map { (id, $0) } }) { first, _ in first }
    }

    /// What others share with whoever has this library, by name; and what of it could not be looked at.
    public func shared() async throws -> (collections: [SharedCollection], notes: [String]) {
        try Reader.requireOwner(for: "Seeing collections", of: .library)
        let (found, notes) = try await hearth.sharing.collections(beside: hearth.library())
        return (found.sorted { (Self.key($0.name), $0.id) < (Self.key($1.name), $1.id) }, notes)
    }

    /// The ids of the documents in a collection: one's own by its id or name, another's by its id.
    ///
    /// - Throws: ``CollectionError`` `unknown-collection`, also for one that is not shared any more.
    public func documentIDs(of name: String) async throws -> Set<String> {
        try Reader.requireOwner(for: "Seeing collections", of: .library)
        let library = try await hearth.library()
        if let (owner, id) = SharedID.parts(of: name) {
            guard let reading = try await hearth.sharing.reading(beside: library, only: (owner, id)),
                let source = reading.library.sources.first
            else {
                throw Self.notShared(name)
            }
            return Set(
                try await source.view.documents(matching: .everything).map { SharedID.of($0.id, owner: owner) })
        }
        let filter = Self.filter(try await find(name))
        return Set(try await library.documents(matching: filter, limit: .max, offset: 0).map(\.id))
    }

    private static func notShared(_ name: String) -> CollectionError {
        CollectionError(
            .unknown, "There is no collection \(name) that is shared with you. It may have been taken back.")
    }

    // MARK: -

    private var people: People { hearth.people }
    private var owner: String { hearth.sharing.whose }

    private static func filter(_ collection: DocumentCollection) -> SearchFilter {
        var filter = SearchFilter.documents
        filter.paths = collection.places
        return filter
    }

    /// What is to stand in a collection for what a person names.
    private func places(of names: [String]) async throws -> Set<String> {
        let library = try await hearth.library()
        var places: Set<String> = []
        for name in names {
            let path = FileFinder.realPath(name) ?? name
            if let folder = try await folder(path, library) {
                places.insert(folder)
            } else {
                let found = try await hearth.documents.find(name)
                let own = found.paths.filter { !$0.hasPrefix(JournalSession.pathPrefix) }
                guard !own.isEmpty else {
                    throw EngineError(.usage, "An entry of the journal is in no collection. Nothing was added.")
                }
                places.formUnion(own)
            }
        }
        return places
    }

    /// A folder of which something was read; `nil` where a name is none.
    private func folder(_ name: String, _ library: any Library) async throws -> String? {
        var path = name
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        // All that there is, and all entries of the journal, are no folder of documents.
        guard !path.isEmpty, path != "/", !path.hasPrefix(JournalSession.pathPrefix) else { return nil }
        let sources = try await library.sourceStates(under: path)
        return sources.contains { $0.file.path != path } ? path : nil
    }

    /// Those of this process one after the other, so that they need not do it again because of each other.
    private func inTurn<Value: Sendable>(
        _ work: (inout [DocumentCollection]) throws -> Value
    ) async throws -> Value {
        let library = try await hearth.library()
        try await hearth.collectionTurns.acquire()
        defer { hearth.collectionTurns.release() }
        return try await CollectionList.change(library, work)
    }

    private func change(
        _ work: (inout [DocumentCollection]) throws -> DocumentCollection
    ) async throws -> DocumentCollection {
        try Reader.requireOwner(for: Self.act, of: .library)
        return try await inTurn(work)
    }

    private func change(
        _ name: String, _ work: (inout [DocumentCollection], Int) throws -> Void
    ) async throws -> DocumentCollection {
        try await change { all in
            guard let index = Self.index(of: name, in: all) else { throw Self.unknown(name, all) }
            try work(&all, index)
            return all[index]
        }
    }

    private static func index(of name: String, in all: [DocumentCollection]) -> Int? {
        all.firstIndex { $0.id == name } ?? all.firstIndex { key($0.name) == key(name) }
    }

    private static func key(_ name: String) -> String { AccountName.key(name) }

    private static func checked(_ typed: String) throws -> String {
        // What tells an id of another's, and a place, apart from a name.
        guard let name = try? AccountName.checked(typed), !name.contains("~"), !name.contains(":") else {
            throw CollectionError(
                .badName, "A collection's name has 1 to 64 characters, all of them to be seen, and no “~” or “:”.")
        }
        return name
    }

    private static var taken: CollectionError {
        CollectionError(.nameTaken, "There is a collection of that name already.")
    }

    private static func unknown(_ name: String, _ all: [DocumentCollection]) -> CollectionError {
        CollectionError(
            .unknown, "There is no collection \(name)\(NearestName.question(name, among: all.map(\.name)))")
    }
}
