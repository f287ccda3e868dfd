package import HearthCore

/// One's own library, and beside it what others share, as one place to search and to read: retrieval, answers and their verification
/// work over it as over any library.
///
/// What is another's has ids of its own: of documents `OWNER~ID`, of chunks with the source's number above 48 bits. Scores are those
/// of each library, by the same analyser, and stand beside each other. Everything that is written goes to one's own.
package struct JoinedLibrary: Sendable {
    /// What one person shares.
    package struct Source: Sendable {
        /// The id of the person.
        package let owner: String
        package let name: String
        package let view: RestrictedLibrary
        /// Keeps their library open for as long as this lives.
        private let held: any Sendable
        /// The id of who reads.
        let reader: String?
        /// The name of somebody by their id; `nil` where they have no account any more.
        let nameOf: @Sendable (String) -> String?

        package init(
            owner: String, name: String, view: RestrictedLibrary, holding held: any Sendable, reader: String? = nil,
            nameOf: @escaping @Sendable (String) -> String? = { _ in nil }
        ) {
            (self.owner, self.name, self.view, self.held) = (owner, name, view, held)
            (self.reader, self.nameOf) = (reader, nameOf)
        }
    }

    let own: any DocumentStore & SearchIndex
    package let sources: [Source]

    package init(_ own: any DocumentStore & SearchIndex, and sources: [Source]) {
        self.own = own
        // As many as chunk ids have room for; there are never so many accounts.
        self.sources = Array(sources.prefix(Int(SharedID.mostSources)))
    }

    // MARK: - Ids

    /// The source that a document's id is of; `nil` for one's own.
    func source(of id: String) -> (source: Source, number: Int, id: String)? {
        guard let (owner, id) = SharedID.parts(of: id), let number = sources.firstIndex(where: { $0.owner == owner })
        else { return nil }
        return (sources[number], number, id)
    }

    /// A filter as each source takes it; sources that nothing can come of are left out. `nil` is one's own library.
    func parts(of filter: SearchFilter) -> [(number: Int?, filter: SearchFilter)] {
        guard let ids = filter.documentIDs else {
            return [(nil, filter)] + sources.indices.map { ($0, filter) }
        }
        var byNumber: [Int?: Set<String>] = [:]
        for id in ids {
            if !SharedID.isOne(id) {
                byNumber[nil, default: []].insert(id)
            } else if let found = source(of: id) {
                byNumber[found.number, default: []].insert(found.id)
            }
        }
        // A filter without any document still is one.
        if byNumber.isEmpty { byNumber[nil] = [] }
        return byNumber.sorted { ($0.key ?? -1) < ($1.key ?? -1) }.map { number, ids in
            var part = filter
            part.documentIDs = ids
            return (number, part)
        }
    }

    func split(_ ids: [Int64]) -> [(number: Int?, ids: [Int64])] {
        Dictionary(grouping: ids, by: SharedID.number(ofChunk:)).compactMap { number, ids in
            guard number.map({ $0 < sources.count }) ?? true else { return nil }
            return (number, ids.map(SharedID.bare(chunk:)))
        }
    }

    // MARK: - As they are shown

    func shown(_ documents: [StoredDocument], of number: Int) async throws -> [StoredDocument] {
        let source = sources[number]
        let added = documents.map(\.contributions)
        let people = Set(added.compactMap(\.first?.person))
        let names = Dictionary(uniqueKeysWithValues: people.map { ($0, source.nameOf($0)) })
        return zip(try await source.view.withShownPaths(documents), added).map { document, added in
            var document = document
            document.addedBy = added.first.flatMap { names[$0.person] ?? nil }
            document.isAddedByReader = added.contains { $0.person == source.reader }
            document.id = SharedID.of(document.id, owner: source.owner)
            document.sharedBy = source.name
            let ids = document.chunkIDs
            document.chunkIDs = SharedID.chunk(ids.lowerBound, number)..<SharedID.chunk(ids.upperBound, number)
            return document
        }
    }

    func shown(_ chunk: StoredChunk, of number: Int) -> StoredChunk {
        var chunk = chunk
        chunk.id = SharedID.chunk(chunk.id, number)
        chunk.documentID = SharedID.of(chunk.documentID, owner: sources[number].owner)
        return chunk
    }

    /// The best of all sources; equal scores in the order of ids.
    func best(
        _ filter: SearchFilter, limit: Int, own search: (SearchFilter) async throws -> [ChunkMatch],
        shared: (RestrictedLibrary, SearchFilter) async throws -> [ChunkMatch]
    ) async throws -> [ChunkMatch] {
        var found: [ChunkMatch] = []
        for (number, part) in parts(of: filter) {
            if let number {
                found += try await shared(sources[number].view, part).map {
                    ChunkMatch(chunkID: SharedID.chunk($0.chunkID, number), score: $0.score)
                }
            } else {
                found += try await search(part)
            }
        }
        return Array(found.sorted { ($1.score, $0.chunkID) < ($0.score, $1.chunkID) }.prefix(max(0, limit)))
    }
}

/// Ids of what is another's.
package enum SharedID {
    static let mostSources: Int64 = 1 << 14
    private static let shift: Int64 = 48

    package static func of(_ document: String, owner: String) -> String { "\(owner)~\(document)" }

    /// Whether an id is of another's library.
    package static func isOne(_ id: String) -> Bool { id.contains("~") }

    package static func parts(of id: String) -> (owner: String, id: String)? {
        let parts = id.split(separator: "~", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return parts.count == 2 ? (parts[0], parts[1]) : nil
    }

    static func chunk(_ id: Int64, _ number: Int) -> Int64 { id | (Int64(number + 1) << shift) }

    static func bare(chunk id: Int64) -> Int64 { id < 0 ? id : id & ((1 << shift) - 1) }

    /// The number of the source; `nil` for one's own.
    static func number(ofChunk id: Int64) -> Int? { id < 0 || id >> shift == 0 ? nil : Int(id >> shift) - 1 }
}

// MARK: - As a store of documents

extension JoinedLibrary: DocumentStore {
    // MARK: Documents

    package func documents(matching filter: SearchFilter, limit: Int, offset: Int) async throws -> [StoredDocument] {
        let most = max(0, limit).addingReportingOverflow(max(0, offset))
        let reach = most.overflow ? .max : most.partialValue
        let parts = parts(of: filter)
        var found: [StoredDocument] = []
        for (number, part) in parts {
            if let number {
                let documents = try await sources[number].view.documents(matching: part, limit: reach)
                found += try await shown(documents, of: number)
            } else {
                found += try await own.documents(matching: part, limit: reach, offset: 0)
            }
        }
        // Newest first, as each of them is.
        if parts.count > 1 { found.sort { ($1.ingestedAt, $0.id) < ($0.ingestedAt, $1.id) } }
        return Array(found.dropFirst(max(0, offset)).prefix(max(0, limit)))
    }

    package func page(
        matching filter: SearchFilter, limit: Int, offset: Int
    ) async throws -> (documents: [StoredDocument], total: Int) {
        let most = max(0, limit).addingReportingOverflow(max(0, offset))
        let reach = most.overflow ? .max : most.partialValue
        let parts = parts(of: filter)
        var (found, total): ([StoredDocument], Int) = ([], 0)
        for (number, part) in parts {
            if let number {
                let page = try await sources[number].view.page(matching: part, limit: reach)
                found += try await shown(page.documents, of: number)
                total += page.total
            } else {
                let page = try await own.page(matching: part, limit: reach, offset: 0)
                found += page.documents
                total += page.total
            }
        }
        if parts.count > 1 { found.sort { ($1.ingestedAt, $0.id) < ($0.ingestedAt, $1.id) } }
        return (Array(found.dropFirst(max(0, offset)).prefix(max(0, limit))), total)
    }

    package func counts() async throws -> StoreCounts {
        var counts = try await own.counts()
        for source in sources {
            let summary = try await source.view.summary()
            counts.documents += summary.documents
            counts.sources += summary.sources
            counts.chunks += summary.chunks
            counts.withoutText += summary.withoutText
        }
        return counts
    }

    package func document(id: String) async throws -> StoredDocument? {
        guard SharedID.isOne(id) else { return try await own.document(id: id) }
        guard let (source, number, bare) = source(of: id), let found = try await source.view.document(bare) else {
            return nil
        }
        return try await shown([found], of: number).first
    }

    /// A document of another's with its paths as they are, to read its file.
    package func unshown(_ id: String) async throws -> StoredDocument? {
        guard let (source, _, bare) = source(of: id) else { return nil }
        return try await source.view.document(bare)
    }

    package func document(atPath path: String) async throws -> StoredDocument? {
        try await own.document(atPath: path)
    }

    package func documents(named name: String) async throws -> [StoredDocument] {
        guard SharedID.isOne(name), let found = try await document(id: name) else {
            return try await own.documents(named: name)
        }
        return [found]
    }

    // MARK: Texts

    package func content(ofDocument id: String) async throws -> ExtractedDocument? {
        guard SharedID.isOne(id) else { return try await own.content(ofDocument: id) }
        guard let (source, _, bare) = source(of: id) else { return nil }
        return try await source.view.content(ofDocument: bare)
    }

    package func texts(ofDocuments ids: Set<String>) async throws -> [String: String] {
        var texts: [String: String] = [:]
        for (number, part) in parts(of: SearchFilter(documentIDs: ids)) {
            let ids = part.documentIDs ?? []
            guard let number else {
                texts.merge(try await own.texts(ofDocuments: ids)) { first, _ in first }
                continue
            }
            let owner = sources[number].owner
            for (id, text) in try await sources[number].view.texts(ofDocuments: ids) {
                texts[SharedID.of(id, owner: owner)] = text
            }
        }
        return texts
    }

    package func chunks(ofDocument id: String) async throws -> [StoredChunk] {
        guard SharedID.isOne(id) else { return try await own.chunks(ofDocument: id) }
        guard let (source, number, bare) = source(of: id) else { return [] }
        return try await source.view.chunks(ofDocument: bare).map { shown($0, of: number) }
    }

    package func chunks(ids: [Int64]) async throws -> [StoredChunk] {
        var found: [Int64: StoredChunk] = [:]
        for (number, ids) in split(ids) {
            let chunks =
                if let number {
                    try await sources[number].view.chunks(ids: ids).map { shown($0, of: number) }
                } else {
                    try await own.chunks(ids: ids)
                }
            for chunk in chunks { found[chunk.id] = chunk }
        }
        return ids.compactMap { found[$0] }
    }

    package func neighbours(
        ofChunks ids: [Int64], before: Int, after: Int
    ) async throws -> [Int64: [StoredChunk]] {
        var found: [Int64: [StoredChunk]] = [:]
        for (number, ids) in split(ids) {
            guard let number else {
                found.merge(try await own.neighbours(ofChunks: ids, before: before, after: after)) { first, _ in first }
                continue
            }
            for (id, chunks) in try await sources[number].view.neighbours(ofChunks: ids, before: before, after: after) {
                found[SharedID.chunk(id, number)] = chunks.map { shown($0, of: number) }
            }
        }
        return found
    }

    /// One's own alone: what walks through a whole store prepares it, and nothing of another's is prepared from here.
    package func chunks(after id: Int64, limit: Int) async throws -> [StoredChunk] {
        try await own.chunks(after: id, limit: limit)
    }

    /// One's own alone: with it names of one's own address books are looked for, and a store tells it of all its documents at once.
    package func writers() async throws -> [String] { try await own.writers() }

    // MARK: Sources and changes: one's own

    package func sourceState(path: String) async throws -> SourceState? { try await own.sourceState(path: path) }
    package func sourceStates(under path: String) async throws -> [SourceState] {
        try await own.sourceStates(under: path)
    }
    package func touchSources(_ files: [SourceFile]) async throws { try await own.touchSources(files) }
    package func renameSource(_ path: String, to name: String) async throws {
        try await own.renameSource(path, to: name)
    }
    package func renameSource(
        _ path: String, toFirstFreeOf name: @escaping @Sendable (Int) -> String
    ) async throws -> String? {
        try await own.renameSource(path, toFirstFreeOf: name)
    }
    package func store(_ batch: [Ingestion]) async throws -> [IngestionOutcome] { try await own.store(batch) }
    package func removeDocuments(ids: [String]) async throws -> DeletionReceipt {
        try await own.removeDocuments(ids: ids)
    }
    package func removeSources(paths: [String], keepsLabels: Bool) async throws -> [String] {
        try await own.removeSources(paths: paths, keepsLabels: keepsLabels)
    }
}

extension JoinedLibrary: WordIndex {
    package func fullText(
        _ terms: [QueryTerm], limit: Int, filter: SearchFilter, ranking: FullTextRanking
    ) async throws -> [ChunkMatch] {
        try await best(filter, limit: limit) { filter in
            try await own.fullText(terms, limit: limit, filter: filter, ranking: ranking)
        } shared: { view, filter in
            try await view.fullText(terms, limit: limit, filter: filter, ranking: ranking)
        }
    }

    package func documentFrequencies(of terms: [String]) async throws -> [String: Int] {
        var found = try await own.documentFrequencies(of: terms)
        for source in sources { found.merge(try await source.view.documentFrequencies(of: terms), uniquingKeysWith: +) }
        return found
    }

    package func fullTextStatistics() async throws -> FullTextStatistics {
        var statistics = try await own.fullTextStatistics()
        for source in sources {
            statistics.chunks += try await source.view.summary().chunks
        }
        return statistics
    }

    package func documentsToIndex(as analysis: String, most: Int, largest: Int) async throws -> [DocumentToIndex] {
        try await own.documentsToIndex(as: analysis, most: most, largest: largest)
    }

    package func index(
        _ items: [(document: DocumentToIndex, terms: [ChunkTerms])], as analysis: String
    ) async throws -> Int {
        try await own.index(items, as: analysis)
    }

    package func languages(analysedAs analysis: String) async throws -> [String] {
        var languages = Set(try await own.languages(analysedAs: analysis))
        for source in sources {
            languages.formUnion(try await source.view.summary().languages)
        }
        return languages.sorted()
    }
}

extension JoinedLibrary: VectorIndex {
    package func nearest(
        to query: [Float], limit: Int, modelID: String?, filter: SearchFilter
    ) async throws -> [ChunkMatch] {
        try await best(filter, limit: limit) { filter in
            try await own.nearest(to: query, limit: limit, modelID: modelID, filter: filter)
        } shared: { view, filter in
            try await view.nearest(to: query, limit: limit, modelID: modelID, filter: filter)
        }
    }

    package func vectors(ofChunks ids: [Int64], modelID: String?) async throws -> [Int64: [Float]] {
        var found: [Int64: [Float]] = [:]
        for (number, ids) in split(ids) {
            guard let number else {
                found.merge(try await own.vectors(ofChunks: ids, modelID: modelID)) { first, _ in first }
                continue
            }
            for (id, vector) in try await sources[number].view.vectors(ofChunks: ids, modelID: modelID) {
                found[SharedID.chunk(id, number)] = vector
            }
        }
        return found
    }

    package func addVectors(_ vectors: [(chunkID: Int64, vector: [Float])], modelID: String) async throws -> Int {
        try await own.addVectors(vectors, modelID: modelID)
    }
    package func chunksMissingVectors(
        modelID: String, after: Int64, limit: Int, onlyJournal: Bool
    ) async throws -> [StoredChunk] {
        try await own.chunksMissingVectors(modelID: modelID, after: after, limit: limit, onlyJournal: onlyJournal)
    }
    package func chunksMissingVectors(modelID: String, before: Int64, limit: Int) async throws -> [StoredChunk] {
        try await own.chunksMissingVectors(modelID: modelID, before: before, limit: limit)
    }
    package func chunksMissingVectors(
        modelID: String, ofDocuments ids: [String], after: Int64, limit: Int
    ) async throws -> [StoredChunk] {
        try await own.chunksMissingVectors(modelID: modelID, ofDocuments: ids, after: after, limit: limit)
    }
    package func chunksWithoutVectors() async throws -> Int { try await own.chunksWithoutVectors() }
    package func vectorModels() async throws -> [StoredVectorModel] { try await own.vectorModels() }
    package func activateVectorModel(_ id: String, removesOthers: Bool) async throws {
        try await own.activateVectorModel(id, removesOthers: removesOthers)
    }
    package func chunksByLanguage() async throws -> [String: Int] { try await own.chunksByLanguage() }
    package func familiarities(modelID: String) async throws -> [LanguageFamiliarity] {
        try await own.familiarities(modelID: modelID)
    }
    package func keepFamiliarities(_ values: [LanguageFamiliarity], modelID: String) async throws {
        try await own.keepFamiliarities(values, modelID: modelID)
    }
}
