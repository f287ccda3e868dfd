package import HearthCore
import Synchronization

/// What somebody else may read of an owner's library: documents at some places, and of them none that is private.
///
/// It is no library, and offers nothing but documents and how they are found: no conversation, journal, setting, consent or record of the
/// ledger can be asked of it. Whatever it gives goes through ``read(_:else:_:)``, which asks anew each time which places hold, and puts
/// them into the query: what was taken back, moved away or called private since is not there any more, whichever operation is asked. As a second wall the
/// store itself is read as a program would read it whose ceiling is `personal`.
package struct RestrictedLibrary: Sendable {
    package typealias Store = any DocumentStore & SearchIndex

    private let library: Store
    private let reader: Reader
    private let places: @Sendable () async throws -> [String]
    private let summed = Summed()

    /// What all that may be read comes to.
    package struct Summary: Sendable {
        package var documents = 0
        package var sources = 0
        package var chunks = 0
        package var withoutText = 0
        package var languages: Set<String> = []
    }

    /// The summary of this request, and of which places it is.
    private final class Summed: Sendable {
        let known = Mutex<(places: [String], summary: Summary)?>(nil)
    }

    /// - Parameters:
    ///   - library: The owner's.
    ///   - name: Who reads, as the owner's ledger is told.
    ///   - places: Paths of sources, and of folders of them, that may be read now. Asked at each read.
    package init(_ library: Store, for name: String, places: @escaping @Sendable () async throws -> [String]) {
        self.library = library
        self.places = places
        reader = Reader(.api, name: name, request: "shared", ceiling: .personal)
    }

    /// The one way to the owner's library.
    ///
    /// - Parameters:
    ///   - filter: What is asked for. Places of the filter's own are those of another library, so nothing here fits them.
    ///   - nothing: What is given where nothing may be read.
    private func read<Value: Sendable>(
        _ filter: SearchFilter = .everything, else nothing: Value,
        _ work: (Store, SearchFilter) async throws -> Value
    ) async throws -> Value {
        let places = try await places()
        guard !places.isEmpty, filter.paths == nil else { return nothing }
        var filter = filter
        filter.paths = places
        filter.withoutJournal = true
        let limited = filter
        return try await Reader.$current.withValue(reader) { try await work(library, limited) }
    }

    // MARK: Documents

    /// Documents, newest first, each with those of its paths alone that are shared.
    package func documents(
        matching filter: SearchFilter, limit: Int = .max, offset: Int = 0
    ) async throws -> [StoredDocument] {
        try await read(filter, else: []) { library, filter in
            let ranges = (filter.paths ?? []).map { PathRange($0) }
            guard let name = filter.name else {
                return try await library.documents(matching: filter, limit: limit, offset: offset)
                    .map { Self.shown($0, ranges) }
            }
            // A name is looked for in what is shown, and not in paths that are not.
            var all = filter
            all.name = nil
            let wanted = name.lowercased()
            let found = try await library.documents(matching: all, limit: .max, offset: 0)
                .map { Self.shown($0, ranges) }
                .filter { document in
                    ([document.title].compactMap(\.self) + document.paths.map { Self.shown($0, ranges) })
                        .contains { $0.lowercased().contains(wanted) }
                }
            return Array(found.dropFirst(max(0, offset)).prefix(max(0, limit)))
        }
    }

    /// A page of them, and how many there are.
    package func page(
        matching filter: SearchFilter, limit: Int, offset: Int = 0
    ) async throws -> (documents: [StoredDocument], total: Int) {
        // Names are looked for in what is shown, which the store does not know.
        guard filter.name == nil else {
            let all = try await documents(matching: filter)
            return (Array(all.dropFirst(max(0, offset)).prefix(max(0, limit))), all.count)
        }
        return try await read(filter, else: ([], 0)) { library, filter in
            let ranges = (filter.paths ?? []).map { PathRange($0) }
            let page = try await library.page(matching: filter, limit: limit, offset: offset)
            return (page.documents.map { Self.shown($0, ranges) }, page.total)
        }
    }

    /// What all that may be read comes to. A search asks for several of these numbers: the store is asked once in a request, and again where
    /// other places hold.
    package func summary() async throws -> Summary {
        let now = try await places()
        if let known = summed.known.withLock({ $0 }), known.places == now { return known.summary }
        var summary = Summary()
        for document in try await documents(matching: .everything) {
            summary.documents += 1
            summary.sources += document.paths.count
            summary.chunks += document.chunkCount
            if document.chunkCount == 0 { summary.withoutText += 1 }
            if let language = document.language { summary.languages.insert(language) }
        }
        summed.known.withLock { [summary] in $0 = (now, summary) }
        return summary
    }

    /// The document of that whole id, with its paths as they are: to read its file, not to be shown.
    package func document(_ id: String) async throws -> StoredDocument? {
        try await documents(matching: SearchFilter(documentIDs: [id]), limit: 1).first
    }

    /// Those of these ids that may be read.
    private func readable(_ ids: Set<String>) async throws -> Set<String> {
        guard !ids.isEmpty else { return [] }
        return Set(try await documents(matching: SearchFilter(documentIDs: ids)).map(\.id))
    }

    /// Documents with their paths as others see them: from the folder on that is shared, or the file's name alone. What lies above is none
    /// of theirs.
    package func withShownPaths(_ documents: [StoredDocument]) async throws -> [StoredDocument] {
        guard !documents.isEmpty else { return [] }
        let ranges = try await places().map { PathRange($0) }
        return documents.map { document in
            var document = document
            document.paths = document.paths.map { Self.shown($0, ranges) }
            return document
        }
    }

    private static func shown(_ path: String, _ ranges: [PathRange]) -> String {
        if let added = ContributionPlace(path) { return added.name }
        let above = ranges.filter { $0.holds(path) }.map { range in
            range.path.dropLast(range.path.split(separator: "/").last.map { $0.count } ?? 0)
        }
        // Of several folders that are shared the innermost tells the least.
        let longest = above.max { $0.utf8.count < $1.utf8.count }.map { $0.utf8.count } ?? 0
        guard longest > 0, let rest = String(path.utf8.dropFirst(longest)) else {
            return path.split(separator: "/").last.map(String.init) ?? path
        }
        return rest
    }

    private static func shown(_ document: StoredDocument, _ ranges: [PathRange]) -> StoredDocument {
        var document = document
        let all = document.paths
        document.paths = all.filter { path in ranges.contains { $0.holds(path) } }
        // What its owner has of the same file elsewhere calls it what it is called there, and that is theirs alone.
        let added = document.paths.compactMap { ContributionPlace($0) }
        if let first = added.first, added.count == document.paths.count, document.paths.count < all.count {
            let dot = first.name.lastIndex(of: ".").flatMap { $0 > first.name.startIndex ? $0 : nil }
            document.title = String(first.name[..<(dot ?? first.name.endIndex)])
        }
        return document
    }

    // MARK: Texts

    package func content(ofDocument id: String) async throws -> ExtractedDocument? {
        guard try await !readable([id]).isEmpty else { return nil }
        guard var content = try await read(else: nil, { library, _ in try await library.content(ofDocument: id) })
        else {
            return nil
        }
        content.title = try await documents(matching: SearchFilter(documentIDs: [id])).first?.title
        return content
    }

    package func texts(ofDocuments ids: Set<String>) async throws -> [String: String] {
        let ids = try await readable(ids)
        guard !ids.isEmpty else { return [:] }
        return try await read(else: [:]) { library, _ in try await library.texts(ofDocuments: ids) }
    }

    package func chunks(ofDocument id: String) async throws -> [StoredChunk] {
        guard try await !readable([id]).isEmpty else { return [] }
        return try await read(else: []) { library, _ in try await library.chunks(ofDocument: id) }
    }

    package func chunks(ids: [Int64]) async throws -> [StoredChunk] {
        let chunks = try await read(else: []) { library, _ in try await library.chunks(ids: ids) }
        return try await only(chunks)
    }

    package func neighbours(
        ofChunks ids: [Int64], before: Int, after: Int
    ) async throws -> [Int64: [StoredChunk]] {
        let ids = try await chunks(ids: ids).map(\.id)
        guard !ids.isEmpty else { return [:] }
        // Of the same documents, so no others come with them.
        return try await read(else: [:]) { library, _ in
            try await library.neighbours(ofChunks: ids, before: before, after: after)
        }
    }

    private func only(_ chunks: [StoredChunk]) async throws -> [StoredChunk] {
        let readable = try await readable(Set(chunks.map(\.documentID)))
        return chunks.filter { readable.contains($0.documentID) }
    }

    // MARK: Finding

    package func fullText(
        _ terms: [QueryTerm], limit: Int, filter: SearchFilter, ranking: FullTextRanking
    ) async throws -> [ChunkMatch] {
        guard let filter = try await named(filter) else { return [] }
        return try await read(filter, else: []) { library, filter in
            try await library.fullText(terms, limit: limit, filter: filter, ranking: ranking)
        }
    }

    /// In how many chunks that may be read each term occurs, as far as the first of them tell. How often one occurs in the whole library
    /// is not told: it would tell what is in the rest.
    package func documentFrequencies(of terms: [String]) async throws -> [String: Int] {
        var found: [String: Int] = [:]
        for term in terms.prefix(Self.mostTerms) {
            let count = try await fullText(
                [QueryTerm(term)], limit: Self.mostCounted, filter: .everything, ranking: FullTextRanking()
            ).count
            if count > 0 { found[term] = count }
        }
        return found
    }

    private static let mostTerms = 64
    private static let mostCounted = 1_000

    package func nearest(
        to query: [Float], limit: Int, modelID: String?, filter: SearchFilter
    ) async throws -> [ChunkMatch] {
        guard let filter = try await named(filter) else { return [] }
        do {
            return try await read(filter, else: []) { library, filter in
                try await library.nearest(to: query, limit: limit, modelID: modelID, filter: filter)
            }
        } catch let error as StoreError where error.reason == .invalidVector {
            // Vectors of another model: found by its words.
            return []
        }
    }

    package func vectors(ofChunks ids: [Int64], modelID: String?) async throws -> [Int64: [Float]] {
        let ids = try await chunks(ids: ids).map(\.id)
        guard !ids.isEmpty else { return [:] }
        return try await read(else: [:]) { library, _ in
            try await library.vectors(ofChunks: ids, modelID: modelID)
        }
    }

    /// A filter by a name as one by documents, for the store would look at paths that are not shown; `nil` where nothing fits.
    private func named(_ filter: SearchFilter) async throws -> SearchFilter? {
        guard filter.name != nil else { return filter }
        let ids = Set(try await documents(matching: filter).map(\.id))
        var limited = filter
        limited.name = nil
        limited.documentIDs = ids
        return ids.isEmpty ? nil : limited
    }
}

extension PathRange {
    /// Whether a path is this one, or lies in the folder of it.
    fileprivate func holds(_ other: String) -> Bool {
        other.utf8.elementsEqual(path.utf8) || other.utf8.starts(with: first.utf8)
    }
}
