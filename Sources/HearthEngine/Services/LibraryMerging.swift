import Foundation
import HearthCore
public import HearthKnowledge

extension Hearth.StoredData {
    /// Adds what a library has to another one that has something already: documents, conversations, the journal, analyses, feeds, who is
    /// who, and collections. The library that is merged stays as it is.
    ///
    /// What is there is not added again, so a merge that ended early is gone on with by the same call. Each thing is whole or absent at
    /// any moment. Consents, watched folders, what waits to be done and the ledger stay where they are; the report counts them.
    ///
    /// - Parameters:
    ///   - withPrivate: Whether what is private goes over, too. Otherwise it is counted and left.
    ///   - progress: Is told after each thing; what it throws ends the merge.
    /// - Throws: `StoreError`: `no-database` where one of them is none, `busy`, `unfinished-copy`, `library-changed`, `library-unsafe` for
    ///   another machine; ``EngineError``: `owner-only`, `usage` where both are one; ``CollectionError``.
    public func mergeLibrary(
        from source: LibraryPlace, into target: LibraryPlace, withPrivate: Bool = false,
        progress: @escaping @Sendable (LibraryCopyProgress) throws -> Void = { _ in }
    ) async throws -> LibraryMergeReport {
        try Reader.requireOwner(for: "Merging a library")
        guard !source.isSame(as: target) else {
            throw EngineError(.usage, "\(source) is merged into itself; name another place. Nothing was changed.")
        }
        let snapshot = hearth.environments.current
        for place in [source, target] { try place.requireHere() }
        for place in [source, target] { try await place.requireOpenable(in: snapshot) }
        do {
            let report = try await mergeClosed(from: source, into: target, withPrivate, snapshot, progress)
            await hearth.work.serveAgain()
            return report
        } catch {
            await hearth.work.serveAgain()
            throw error
        }
    }

    private func mergeClosed(
        from source: LibraryPlace, into target: LibraryPlace, _ withPrivate: Bool, _ snapshot: EnvironmentSnapshot,
        _ progress: @escaping @Sendable (LibraryCopyProgress) throws -> Void
    ) async throws -> LibraryMergeReport {
        // This very object may have one of them open.
        await hearth.shutdown()
        defer { hearth.folderTurns.resume() }
        try await hearth.close()
        let from = try await HeldLibrary.source(source, in: snapshot)
        do {
            if let host = target.host {
                _ = try await from.library.append(
                    LedgerEntry(kind: .connection, time: Date(), host: host, purpose: "library-merge"))
            }
            let report = try await merge(from, into: target, withPrivate, snapshot, progress)
            try await from.close()
            return report
        } catch {
            try? await from.close()
            throw error
        }
    }

    private func merge(
        _ from: HeldLibrary, into target: LibraryPlace, _ withPrivate: Bool, _ snapshot: EnvironmentSnapshot,
        _ progress: @escaping @Sendable (LibraryCopyProgress) throws -> Void
    ) async throws -> LibraryMergeReport {
        // It is there already, as the one that is merged is.
        let into = try await HeldLibrary.source(target, in: snapshot)
        do {
            var report = try await LibraryMerge(from: from.library, into: into.library, withPrivate: withPrivate)
                .run(progress: progress)
            try await CollectionMerge(from: from.library, into: into.library, withPrivate: withPrivate).run(&report)
            try await into.close()
            return report
        } catch {
            try? await into.close()
            throw error
        }
    }
}

/// Joins the collections of two libraries: by their ids, and then by their names.
struct CollectionMerge {
    let source: any Library
    let target: any Library
    let withPrivate: Bool

    init(from source: any Library, into target: any Library, withPrivate: Bool) {
        (self.source, self.target, self.withPrivate) = (source, target, withPrivate)
    }

    func run(_ report: inout LibraryMergeReport) async throws {
        var (theirs, withheld) = ([DocumentCollection](), 0)
        for var collection in try await CollectionList.read(source) {
            let places = try await shown(collection.places)
            // Its name tells what is in it, where all of that is private.
            guard !places.isEmpty || collection.places.isEmpty else {
                withheld += 1
                continue
            }
            collection.places = places
            theirs.append(collection)
        }
        let wanted = theirs
        let (joined, conflicts) = try await CollectionList.change(target) { all in try Self.join(wanted, to: &all) }
        var tally = joined
        (tally.total, tally.withheld) = (tally.total + withheld, withheld)
        report.tallies.append(tally)
        for conflict in conflicts { report.tell(conflict) }
    }

    /// The names of places that may go over.
    private func shown(_ places: [String]) async throws -> [String] {
        guard !withPrivate else { return places }
        var shown: [String] = []
        for place in places {
            // A place may be a folder: what is in it counts by its own label, and its name by that of the folder.
            let document = try await source.document(atPath: place)?.label
            let folder = try await source.label(ofPath: place.hasSuffix("/") ? place : place + "/")
            let kept = try await source.label(ofPath: place)
            let label = document ?? max(kept ?? .public, folder ?? .public)
            if label != .private { shown.append(place) }
        }
        return shown
    }

    /// What is in both is in the one that is there, under the name that it has there.
    static func join(
        _ theirs: [DocumentCollection], to all: inout [DocumentCollection]
    ) throws -> (LibraryMergeReport.Tally, [LibraryMergeReport.Conflict]) {
        var (tally, conflicts) = (LibraryMergeReport.Tally(name: "collections"), [LibraryMergeReport.Conflict]())
        for collection in theirs {
            tally.total += 1
            let key = AccountName.key(collection.name)
            let there =
                all.firstIndex { $0.id == collection.id } ?? all.firstIndex { AccountName.key($0.name) == key }
            guard let there else {
                all.append(collection)
                tally.added += 1
                continue
            }
            tally.present += 1
            all[there].places = Set(all[there].places + collection.places).sorted()
            if all[there].name != collection.name {
                tally.conflicts += 1
                conflicts.append(.init(of: tally.name, name: collection.name, keptAs: all[there].name))
            }
        }
        guard all.count <= CollectionList.most,
            all.reduce(0, { $0 + $1.places.count }) <= CollectionList.mostPlaces
        else {
            throw CollectionError(
                .tooMany,
                """
                The collections of both libraries are more than \(CollectionList.most), or name more than \
                \(CollectionList.mostPlaces) files and folders together. Everything else is merged; take some out of a collection, and merge \
                again.
                """)
        }
        return (tally, conflicts)
    }
}
