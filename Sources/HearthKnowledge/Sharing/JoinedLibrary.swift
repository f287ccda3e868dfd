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
