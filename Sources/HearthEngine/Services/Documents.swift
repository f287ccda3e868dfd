import Foundation
public import HearthCore
public import HearthKnowledge

extension Hearth {
    /// Documents: taken in, kept in step with their files, found, read, labelled and removed.
    ///
    /// A program that reads for somebody else (`Reader.current`) finds only what its ceiling lets it see, in every operation.
    public struct Documents: Sendable {
        let hearth: Hearth
    }
}

extension Hearth.Documents {
    // MARK: Taking in

    /// Reads files and folders into the store. See ``Ingestor/ingest(_:options:)``. Nothing of a data folder of Hearth is read.
    ///
    /// - Throws: ``EngineError`` with the code `owner-only` for a program that wants something read beside what its owner gave to
    ///   Hearth: files of documents that it may read, and folders that have a label.
    public func ingest(
        _ paths: [String], options: IngestOptions = IngestOptions()
    ) async throws -> EventStream<IngestEvent> {
        try await ingestor(for: paths, options).ingest(paths, options: options)
    }

    /// The same for files that were found before.
    public func ingest(
        found entries: [FileFinder.Entry], options: IngestOptions = IngestOptions()
    ) async throws -> EventStream<IngestEvent> {
        let paths: [String] = entries.compactMap { entry in
            if case .file(let file) = entry { file.absolutePath } else { nil }
        }
        return try await ingestor(for: paths, options).ingest(found: entries, options: options)
    }

    /// Keeps the store in step with files and folders until the stream is dropped.
    public func watch(
        _ paths: [String], options: IngestOptions = IngestOptions()
    ) async throws -> EventStream<IngestEvent> {
        try await ingestor(for: paths, options).watch(paths, options: options)
    }

    /// Makes the entries of the search index anew that an earlier version made, from the text in the store. Every ingestion does it, too,
    /// and a search a little of it; everything can be found meanwhile. It can be cancelled, and goes on where it ended.
    ///
    /// - Parameter progress: Is told how many documents are done.
    public func refreshIndex(progress: @Sendable (Int) -> Void = { _ in }) async throws {
        try await IndexRefresh(library: hearth.current().library()).run(progress: progress)
    }

    private func ingestor(for paths: [String], _ options: IngestOptions) async throws -> Ingestor {
        let given = options.areSent ? GivenPlaces.all : try await requireGiven(paths)
        let resources = try await hearth.current()
        var ingestor = try await hearth.ingestor(resources)
        ingestor.isGiven = { given.hold($0) }
        return ingestor
    }

    // MARK: Finding

    /// Passages that fit a query, best first. Where none of them has a word of the query, a note says so.
    ///
    /// - Throws: Among others `EmptyTextError` for a query that says nothing.
    public func search(_ request: SearchRequest) async throws -> SearchResponse {
        try EmptyTextError.check(request.text, "text", called: "query")
        var request = request
        request.today = request.today ?? CivilDate.today()
        let resources = try await hearth.current()
        let shared = try await resources.shared()
        var response = try await resources.retriever(with: shared).search(request)
        try await shared?.willGive(response.passages)
        // Whom an address book knows decided what was found: a program that is given it learns whose number it is.
        try await hearth.privacy.willGive(Set(response.contacts.map { .document($0.documentID) }))
        if response.isByMeaningAlone {
            response.notes.append("No passage has these words. What is shown is nearest to them in meaning.")
        }
        return response
    }

    /// The one document that a person means by an id, a path, a file's name or a title.
    ///
    /// - Throws: ``EngineError`` with the code `unknown-document` or `ambiguous-document`.
    public func find(_ name: String) async throws -> StoredDocument {
        let found = try await findParts(name)
        guard found.count == 1, let first = found.first else {
            throw EngineError(
                .ambiguousDocument,
                "\(name) was read in \(found.count) parts: \(found.prefix(5).map(\.id).joined(separator: ", "))"
                    + "\(found.count > 5 ? " …" : ""). Name one by its id.")
        }
        return first
    }

    /// The document that a person means, or all of those in which a file was read that is too large for one, in their order.
    ///
    /// - Throws: As ``find(_:)``.
    public func findParts(_ name: String) async throws -> [StoredDocument] {
        let library = try await hearth.library()
        let path = FileFinder.realPath(name) ?? name
        var found = try await library.documents(named: path)
        if found.isEmpty { found = try await library.documents(named: name) }
        guard let first = found.first else {
            throw EngineError(.unknownDocument, "There is no document \(name).\(Reader.hint)", help: [.see(.documents)])
        }
        guard found.count > 1 else {
            // By the end of a path its first piece alone is found.
            var all = [first]
            guard let file = first.paths.first(where: { $0 == path || $0.hasSuffix("/" + name) }) else { return all }
            for place in try await library.places(ofPartsOf: file) {
                if let part = try await library.document(atPath: place) { all.append(part) }
            }
            return all
        }
        let parts = found.compactMap { document in
            document.paths.map(PartPlace.origin).first { $0.file == path }.map { (document, $0.number) }
        }
        guard parts.count == found.count else {
            throw EngineError(
                .ambiguousDocument,
                "\(found.count) documents are meant by \(name): "
                    + found.prefix(5).map(\.id).joined(separator: ", ") + "; name one by its id.")
        }
        return parts.sorted { $0.1 < $1.1 }.map(\.0)
    }

    /// The filter for documents, folders and collections (`collection:NAME`) that a person names; everything when `places` is empty.
    public func filter(for places: [String]) async throws -> SearchFilter {
        guard !places.isEmpty else { return .everything }
        let library = try await hearth.library()
        var ids: Set<String> = []
        for place in places {
            if let collection = CollectionName(place) {
                ids.formUnion(try await hearth.collections.documentIDs(of: collection.name))
                continue
            }
            if SharedID.isOne(place), let found = try await readable(id: place) {
                ids.insert(found.id)
                continue
            }
            let path = FileFinder.realPath(place) ?? place
            var found = try await library.documents(named: path)
            if found.isEmpty { found = try await library.documents(named: place) }
            guard !found.isEmpty else {
                throw EngineError(
                    .unknownDocument, "There is no document \(place).\(Reader.hint)", help: [.see(.documents)]
                )
            }
            ids.formUnion(found.map(\.id))
        }
        return SearchFilter(documentIDs: ids)
    }

    /// Documents, the newest first.
    public func list(limit: Int = .max, offset: Int = 0) async throws -> [StoredDocument] {
        try await hearth.library().documents(matching: .everything, limit: limit, offset: offset)
    }

    /// A page of a listing, the newest first, and how many documents the filter lets through; both as of the same moment.
    public func page(
        matching filter: SearchFilter = .everything, limit: Int, offset: Int = 0
    ) async throws -> (documents: [StoredDocument], total: Int) {
        try await hearth.library().page(matching: filter, limit: limit, offset: offset)
    }

    /// The document of that whole id; `nil` where there is none. ``find(_:)`` is for what a person types.
    public func document(id: String) async throws -> StoredDocument? {
        try await hearth.library().document(id: id)
    }

    /// The document that is kept under a place: a file's path, or the name of an upload with its folder. `nil` where none is.
    public func document(at place: String) async throws -> StoredDocument? {
        try await hearth.library().document(atPath: place)
    }

    // MARK: Reading, also what others share

    /// The document of that whole id, one's own or one that is shared with whoever has this library; `nil` where there is none, or none
    /// any more. What is changed or removed is found by ``document(id:)``, which knows one's own alone.
    public func readable(id: String) async throws -> StoredDocument? {
        guard SharedID.isOne(id) else { return try await document(id: id) }
        return try await hearth.current().shared()?.library.document(id: id)
    }

    /// The same for the text, pages and blocks. What is given of another's is in their ledger.
    public func readableContent(of id: String) async throws -> ExtractedDocument? {
        guard SharedID.isOne(id) else { return try await content(of: id) }
        guard let shared = try await hearth.current().shared(),
            let content = try await shared.library.content(ofDocument: id)
        else { return nil }
        try await shared.willGive([id])
        return content
    }

    /// A page of what one of one's own collections holds, or of one that another shares; see ``page(matching:limit:offset:)``.
    public func page(
        ofCollection name: String, matching filter: SearchFilter, limit: Int, offset: Int = 0
    ) async throws -> (documents: [StoredDocument], total: Int) {
        var filter = filter
        filter.documentIDs = try await hearth.collections.documentIDs(of: name)
        guard SharedID.isOne(name) else { return try await page(matching: filter, limit: limit, offset: offset) }
        return try await hearth.current().shared()?.library.page(matching: filter, limit: limit, offset: offset)
            ?? ([], 0)
    }

    /// The text of a document; `nil` where there is no such document.
    public func text(of id: String) async throws -> String? {
        try await hearth.library().text(ofDocument: id)
    }

    /// The text, pages and blocks of a document; `nil` where there is no such document.
    public func content(of id: String) async throws -> ExtractedDocument? {
        try await hearth.library().content(ofDocument: id)
    }

    /// Who the telephone numbers and addresses are by which chats call people, as far as the address books say that the reader of this task
    /// may see. For what is shown to that reader, and for nothing that is kept or sent.
    public func contacts() async throws -> Contacts { try await hearth.current().contactBook().contacts() }

    /// Passages with the texts that the store still has of them. A message refers to passages and keeps no copy, which would
    /// outlive the document; what is gone, or was read anew since, is not among them.
    public func stillThere(_ passages: [Passage]) async throws -> [Passage] {
        guard !passages.isEmpty else { return [] }
        let chunks = try await hearth.library().chunks(ids: Array(Set(passages.map(\.chunkID))).sorted())
        let found = Dictionary(chunks.map { ($0.id, $0) }) { first, _ in first }
        return passages.compactMap { passage in
            // A document that was read again has other chunks, under the same numbers perhaps.
            guard let stored = found[passage.chunkID], stored.documentID == passage.documentID,
                stored.chunk.span == passage.span
            else { return nil }
            var passage = passage
            passage.text = stored.chunk.text
            return passage
        }
    }

    // MARK: Labels and names

    /// How private a file, or a text from elsewhere, is known to be: an edited or copied document is no less private than the
    /// one in the store. `nil` when the store knows neither the content nor the place.
    public func label(ofContent hash: ContentHash, path: String? = nil) async throws -> SensitivityLabel? {
        let place = path.map { FileFinder.realPath($0) ?? $0 }
        let known = try await hearth.library().label(ofContent: hash, path: place)
        // A document of an export has a header, so that its content is nowhere known.
        let exported = place.flatMap { ExportMark.label(ofFile: $0) }
        return [known, exported].compactMap { $0 }.max()
    }

    /// How private the names of files are that are about to be read: as what they will be called is, as far as it is known.
    ///
    /// - Parameters:
    ///   - places: Absolute paths, or names of uploads with their folder.
    ///   - label: What their owner calls them.
    public func label(ofNames places: [String], calledSo label: SensitivityLabel?) async throws -> SensitivityLabel {
        let library = try await hearth.library()
        var strictest = label ?? .public
        for place in places {
            // The name of a folder is in no folder of that name, but as private as what is in it.
            let (own, inside) = (
                try await library.label(ofPath: place), try await library.label(ofPath: place + "/")
            )
            let known = [own, inside].compactMap(\.self).max()
            strictest = max(strictest, known ?? label ?? .personal)
        }
        return strictest
    }

    /// Labels a document, as its owner; everything that was made of it follows.
    public func setLabel(_ label: SensitivityLabel, of id: String) async throws {
        try await hearth.library().setLabel(label, ofDocument: id)
    }

    /// Labels a folder, and with it what is or will be in it.
    ///
    /// - Parameter lowers: Whether its owner says so that what is in it becomes less private; otherwise it stays as private.
    public func setLabel(_ label: SensitivityLabel, ofFolder place: String, lowers: Bool) async throws {
        try await hearth.library().setLabel(label, ofFolder: place, lowers: lowers)
    }

    /// Gives what was read from a place the first name that no other document has, such as that of an upload whose file was
    /// only there to be read. Two who do it at the same time get two names.
    ///
    /// - Parameter name: The name to try first, then second and so on, from 1; each another one.
    /// - Returns: The name; `nil` where nothing was read from there.
    public func rename(
        _ place: String, toFirstFreeOf name: @escaping @Sendable (Int) -> String
    ) async throws -> String? {
        try await hearth.library().renameSource(place, toFirstFreeOf: name)
    }

    // MARK: Removing

    // What is under a removed document's name later is another one, and is in no collection until its owner puts it there.

    /// Removes a document with all that was made of it. The file itself is left alone.
    ///
    /// - Returns: What is gone; `nil` where there was no such document.
    @discardableResult
    public func remove(_ id: String) async throws -> DeletionReceipt? {
        hearth.pagePictures.clear()
        try await hearth.collections.forget(documents: [id])
        return try await hearth.library().removeDocument(id: id)
    }

    /// Removes several documents in one step; ids that are none are passed over.
    @discardableResult
    public func remove(_ ids: [String]) async throws -> DeletionReceipt {
        hearth.pagePictures.clear()
        try await hearth.collections.forget(documents: ids)
        return try await hearth.library().removeDocuments(ids: ids)
    }
}
