import Foundation
import HearthCore
import HearthKnowledge
import HearthStore
import Synchronization

/// What others of a server share with whoever has a library, and the way to it.
///
/// Whoever serves says how another's library is opened. Where nobody does, as with a command, nothing of another's can be reached.
package final class Sharing: Sendable {
    /// Opens the library of somebody, by their id. It stays open for as long as `holding` is kept.
    package typealias Opening = @Sendable (String) async throws -> (hearth: Hearth, holding: any Sendable)

    private struct Way {
        var people: People
        var open: Opening
    }

    /// Whose library it is beside which others' are read.
    let whose: String
    private let way = Mutex<Way?>(nil)

    init(of whose: String) { self.whose = whose }

    package func reachOthers(among people: People, _ open: @escaping Opening) {
        way.withLock { $0 = Way(people: people, open: open) }
    }

    /// One's own library joined with what others share; `nil` where nobody shares anything, and for programs, which are given one's own alone.
    ///
    /// - Parameter only: One collection of somebody's; `nil` for all.
    func reading(
        beside own: any Library, only: (owner: String, collection: String)? = nil
    ) async throws -> SharedReading? {
        guard Reader.current == nil, let way = way.withLock({ $0 }) else { return nil }
        let (people, whose) = (way.people, whose)
        @Sendable func granted(_ owner: String) throws -> Set<String> {
            let ids = try people.grants(to: whose).filter { $0.owner == owner }.map(\.collection)
            return Set(ids).filter { only == nil || $0 == only?.collection }
        }
        let owners: Set<String>
        do {
            owners = Set(try people.grants(to: whose).map(\.owner)).filter { only == nil || $0 == only?.owner }
        } catch let error where only == nil && error.readable != nil {
            // One's own library does not depend on who the others are.
            var reading = SharedReading(library: JoinedLibrary(own, and: []), reader: whose)
            reading.notes.append(
                "What others share could not be looked at: the list of accounts on this server cannot be read. Whoever runs the server can mend it."
            )
            return reading
        }
        guard !owners.isEmpty else { return nil }
        let reader = try people.shownName(of: whose) ?? whose
        var reading = SharedReading(library: JoinedLibrary(own, and: []), reader: reader)
        var sources: [JoinedLibrary.Source] = []
        for owner in owners.sorted() {
            guard try !granted(owner).isEmpty, let name = try people.shownName(of: owner) else { continue }
            do {
                let opened = try await way.open(owner)
                let library = try await opened.hearth.library()
                // What cannot be read now fails here, and not in the midst of a search of one's own library.
                _ = try await CollectionList.places(of: granted(owner), in: library)
                let view = RestrictedLibrary(library, for: reader) {
                    try await CollectionList.places(of: granted(owner), in: library)
                }
                sources.append(
                    .init(
                        owner: owner, name: name, view: view, holding: opened.holding, reader: whose,
                        nameOf: { try? people.shownName(of: $0) }))
                reading.ledgers[owner] = library
            } catch let error as CancellationError {
                throw error
            } catch {
                // Why is theirs to know: it may name their files, or the server of their library.
                reading.notes.append(
                    "What \(name) shares could not be looked at now. Try again in a moment; if it stays so, tell them.")
            }
        }
        reading.library = JoinedLibrary(own, and: sources)
        return reading
    }

    /// The way to add to a collection of another's.
    ///
    /// - Parameter name: `OWNER~ID`.
    /// - Throws: ``CollectionError`` `unknown-collection`, `read-only-collection`; ``EngineError`` `owner-only` for a program.
    func writing(to name: String) async throws -> SharedWriting {
        try Reader.requireOwner(for: "Adding to what others share", of: .library)
        let unknown = CollectionError(
            .unknown, "There is no collection \(name) that is shared with you. It may have been taken back.")
        guard let (owner, collection) = SharedID.parts(of: name), let way = way.withLock({ $0 }),
            try way.people.right(of: whose, to: collection, of: owner) != nil,
            let ownerName = try way.people.shownName(of: owner)
        else { throw unknown }
        let opened = try await way.open(owner)
        let writing = SharedWriting(
            owner: owner, ownerName: ownerName, collection: collection, person: whose,
            personName: try way.people.shownName(of: whose) ?? whose, people: way.people, hearth: opened.hearth,
            holding: opened.holding)
        try writing.require()
        return writing
    }

    /// The collections that others share, each by an id that names whose it is.
    func collections(beside own: any Library) async throws -> (collections: [SharedCollection], notes: [String]) {
        guard let reading = try await reading(beside: own), let way = way.withLock({ $0 }) else { return ([], []) }
        var found: [SharedCollection] = []
        for source in reading.library.sources {
            let grants = try way.people.grants(to: whose).filter { $0.owner == source.owner }
            guard let library = reading.ledgers[source.owner] else { continue }
            for collection in try await CollectionList.read(library) {
                let rights = grants.filter { $0.collection == collection.id }.map(\.right)
                guard let right = rights.max() else { continue }
                let view = RestrictedLibrary(library, for: reading.reader) { collection.places }
                let count = try await view.page(matching: .everything, limit: 0).total
                found.append(
                    SharedCollection(
                        id: SharedID.of(collection.id, owner: source.owner), name: collection.name,
                        owner: source.name, documents: count, right: right))
            }
        }
        return (found, reading.notes)
    }
}

/// One's own library joined with what others share, for one request.
struct SharedReading: Sendable {
    var library: JoinedLibrary
    /// What could not be looked at, and why.
    var notes: [String] = []
    /// Who reads, by the name that their owners know.
    let reader: String
    var ledgers: [String: any Library] = [:]

    init(library: JoinedLibrary, reader: String) { (self.library, self.reader) = (library, reader) }

    /// Writes to the ledger of each owner what of theirs is about to be given. Where it cannot be written, nothing is given.
    func willGive(_ ids: Set<String>) async throws {
        let shared = ids.filter(SharedID.isOne)
        guard !shared.isEmpty else { return }
        let documents = try await library.documents(
            matching: SearchFilter(documentIDs: shared), limit: .max, offset: 0)
        for (owner, ids) in Dictionary(grouping: shared.compactMap(SharedID.parts(of:)), by: \.owner) {
            guard let ledger = ledgers[owner] else { continue }
            let label = documents.filter { SharedID.parts(of: $0.id)?.owner == owner }.map(\.label).max()
            _ = try await ledger.append(
                LedgerEntry(
                    kind: .read, time: Date(), host: reader, purpose: "shared collection", label: label,
                    text: Hearth.Privacy.names(of: Set(ids.map { .document($0.id) }))))
        }
    }

    func willGive(_ passages: [Passage]) async throws { try await willGive(Set(passages.map(\.documentID))) }
}

/// The labels of what a prompt is made of, where some of it is another's. What is not shared any more counts as private, and goes nowhere.
struct SharedLabels: LabelSource {
    let own: any Library
    let sharing: Sharing

    func label(of origins: Set<LabelOrigin>) async throws -> SensitivityLabel? {
        let (mine, shared) = Self.split(origins)
        return try await [own.label(of: mine), strictest(shared)].compactMap(\.self).max()
    }

    func label(of origins: Set<LabelOrigin>, gone: SensitivityLabel) async throws -> SensitivityLabel? {
        let (mine, shared) = Self.split(origins)
        return try await [own.label(of: mine, gone: gone), strictest(shared)].compactMap(\.self).max()
    }

    private func strictest(_ ids: Set<String>) async throws -> SensitivityLabel? {
        guard !ids.isEmpty else { return nil }
        guard let reading = try await sharing.reading(beside: own) else { return .private }
        let found = try await reading.library.documents(
            matching: SearchFilter(documentIDs: ids), limit: .max, offset: 0)
        return found.count < ids.count ? .private : found.map(\.label).max()
    }

    private static func split(_ origins: Set<LabelOrigin>) -> (own: Set<LabelOrigin>, shared: Set<String>) {
        var (own, shared): (Set<LabelOrigin>, Set<String>) = ([], [])
        for origin in origins {
            if case .document(let id) = origin, SharedID.isOne(id) { shared.insert(id) } else { own.insert(origin) }
        }
        return (own, shared)
    }
}
