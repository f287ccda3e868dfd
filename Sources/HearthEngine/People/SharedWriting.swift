package import Foundation
package import HearthCore
package import HearthKnowledge
import HearthStore

/// A collection of another's to which whoever has a library may add, for one request.
///
/// What is added is its owner's: it is in their library and in their part of the disk, and every act is in their ledger before it is done.
/// Who added it stands in its place (``HearthKnowledge/ContributionPlace``), and they alone, beside the owner, change it or take it away again, for as
/// long as they may add. That is asked anew at each step: what was taken back in the midst of an upload is not added.
package struct SharedWriting: Sendable {
    /// The id of whose collection it is, and the name by which they are known.
    package let owner: String
    let ownerName: String
    let collection: String
    /// The id of who adds, and their name, as the owner's ledger is told.
    let person: String
    let personName: String
    let people: People
    /// The owner's library, which stays open for as long as this is kept.
    let hearth: Hearth
    let holding: any Sendable

    /// Where files have to lie that are to be read into the owner's library.
    package var folder: URL { hearth.folder }

    /// - Throws: ``CollectionError`` `unknown-collection`, `read-only-collection`.
    package func require() throws {
        switch try people.right(of: person, to: collection, of: owner) {
        case .write: return
        case .read:
            throw CollectionError(
                .readOnly, "\(ownerName) lets you read this collection, and not add to it. Ask them for it.")
        case nil:
            throw CollectionError(
                .unknown, "There is no such collection that is shared with you. It may have been taken back.")
        }
    }

    /// Refuses what the owner's part of the disk has no room for: it is kept there, and not with who sends it.
    ///
    /// - Throws: ``AccountError`` `quota-used`, without how much the owner has or takes.
    package func requireRoom(_ more: Int) async throws {
        guard hearth.settings.library == nil else { return }
        do {
            try await BlockingWork.run { [people, owner] in try people.requireRoom(more, for: owner) }
        } catch let error as AccountError where error.reason == .quotaUsed {
            throw AccountError(
                .quotaUsed, "The library of \(ownerName), where this would be kept, has no room for it. Tell them.")
        }
    }

    // MARK: - Adding

    /// Reads a file into the collection.
    ///
    /// - Parameters:
    ///   - file: Where it was put, in the ``folder``.
    ///   - name: What it is called.
    ///   - label: What its sender calls it; never private.
    /// - Returns: What became of it, and of what is in it where it is an archive; with the ids by which its sender reads it.
    package func add(_ file: String, as name: String, label: SensitivityLabel?) async throws -> [IngestReport] {
        try Self.require(label)
        guard let name = ContributionPlace.checked(name) else { throw Self.badName }
        try require()
        let library = try await hearth.library()
        let number = String(UUID().uuidString.lowercased().prefix(8))
        let place = ContributionPlace(collection: collection, person: person, number: number, name: name).path
        try await note("added to a shared collection", name, label)
        try await hearth.collections.put(place, into: collection)
        do {
            var options = IngestOptions()
            (options.includesHidden, options.areSent, options.label) = (true, true, label)
            options.names[FileFinder.realPath(file) ?? file] = place
            var reports: [String: IngestReport] = [:]
            for try await event in try await hearth.documents.ingest([file], options: options) {
                switch event {
                case .file(let report), .recognized(let report): reports[report.path] = report
                default: break
                }
            }
            try Task.checkCancellation()
            // It may have been taken back meanwhile.
            try require()
            try await keepOnlyShareable(under: place, library)
            if reports.values.allSatisfy({ $0.documentID == nil }) { try await withdraw([place]) }
            return reports.values.sorted { $0.path < $1.path }.map { report in
                var report = report
                report.documentID = report.documentID.map { SharedID.of($0, owner: owner) }
                return report
            }
        } catch {
            // Also where the work was ended: nothing of it stays behind.
            let undoing = Task { try await withdraw([place]) }
            _ = try? await undoing.value
            throw error
        }
    }

    /// The owner may have the same content, and keep it more privately than a collection can be.
    private func keepOnlyShareable(under place: String, _ library: any Library) async throws {
        let ids = Set(try await library.sourceStates(under: place).map(\.documentID))
        guard !ids.isEmpty else { return }
        let found = try await library.documents(matching: SearchFilter(documentIDs: ids), limit: .max, offset: 0)
        guard !found.contains(where: { $0.label == .private }) else {
            throw CollectionError(
                .private, "\(ownerName) keeps this more privately than what is shared. It was not added.")
        }
    }

    /// Takes sources out of the owner's library, and their places out of the collections. What the same content is elsewhere stays.
    private func withdraw(_ places: [String]) async throws {
        let library = try await hearth.library()
        let paths = try await places.asyncFlatMap { try await library.sourceStates(under: $0).map(\.file.path) }
        if !paths.isEmpty { _ = try await library.removeSources(paths: paths, keepsLabels: false) }
        try await hearth.collections.forget(places: Set(places))
    }

    // MARK: - What one added

    /// Gives what one added another name, or another label, or both.
    ///
    /// - Parameter id: As its sender reads it, `OWNER~ID`.
    /// - Throws: ``EngineError`` `unknown-document`; ``CollectionError`` `not-added-by-you`, `private-in-collection`, `bad-collection-name`.
    package func change(_ id: String, name: String?, label: SensitivityLabel?) async throws {
        try Self.require(label)
        let found = try await mine(id)
        let library = try await hearth.library()
        if let label {
            // One label holds for a document wherever it lies, so also for what is the owner's own.
            guard found.isWhole else {
                throw CollectionError(
                    .notYours, "\(ownerName) has the same document elsewhere, too, so its label is theirs to change.")
            }
            try await note("labelled in a shared collection", found.places[0].name, label)
            try await hearth.documents.setLabel(label, of: found.document.id)
        }
        guard let name else { return }
        guard let name = ContributionPlace.checked(name) else { throw Self.badName }
        let old = found.places[0]
        guard old.name != name else { return }
        guard try await library.sourceState(path: old.path) != nil, !old.name.contains("/") else { throw Self.badName }
        let new = ContributionPlace(collection: collection, person: person, number: old.number, name: name)
        try await note("renamed in a shared collection", "\(old.name) → \(name)", found.document.label)
        // It is there all the time, under one name or the other.
        try await hearth.collections.put(new.path, into: collection)
        try await library.renameSource(old.path, to: new.path)
        try await hearth.collections.forget(places: [old.path])
    }

    /// Takes what one added out of the collection, and out of the owner's library where nothing else there has the same content.
    package func remove(_ id: String) async throws {
        let found = try await mine(id)
        try await note("removed from a shared collection", found.places[0].name, found.document.label)
        try await withdraw(found.places.map(\.path))
    }

    /// A document that whoever asks added, with the places under which they did.
    private func mine(
        _ id: String
    ) async throws -> (document: StoredDocument, places: [ContributionPlace], isWhole: Bool) {
        try require()
        let unknown = EngineError(.unknownDocument, "There is no such document in this collection.")
        guard let (owner, bare) = SharedID.parts(of: id), owner == self.owner,
            let document = try await hearth.library().document(id: bare)
        else { throw unknown }
        let places = try await Set(CollectionList.places(of: [collection], in: hearth.library()))
        // Private, or not in this collection: that it is there is none of theirs to know.
        let isIn = document.paths.contains { path in places.contains { path == $0 || path.hasPrefix($0 + "/") } }
        guard document.label != .private, isIn else { throw unknown }
        let own = document.contributions.filter {
            $0.collection == collection && $0.person == person && places.contains($0.path)
        }
        guard !own.isEmpty else {
            throw CollectionError(.notYours, "You did not add this document, so it is \(ownerName)'s to change.")
        }
        return (document, own, own.count == document.paths.count)
    }

    // MARK: -

    private func note(_ act: String, _ name: String, _ label: SensitivityLabel?) async throws {
        _ = try await hearth.library().append(
            LedgerEntry(kind: .write, time: Date(), host: personName, purpose: act, label: label, text: name))
    }

    /// - Throws: ``CollectionError`` `private-in-collection`.
    package static func require(_ label: SensitivityLabel?) throws {
        guard label == .private else { return }
        throw CollectionError(
            .private, "What is private is shared with nobody, so it cannot be added to another's collection.")
    }

    private static var badName: CollectionError {
        CollectionError(
            .badName, "A document's name has 1 to 200 bytes, all of them to be seen, and no “/”.")
    }
}

extension Array {
    fileprivate func asyncFlatMap<Value>(_ change: (Element) async throws -> [Value]) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values += try await change(element) }
        return values
    }
}
