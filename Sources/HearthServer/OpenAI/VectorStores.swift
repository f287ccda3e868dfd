import Foundation
import Hearth
import HearthHTTP

/// `/v1/vector_stores`: the library as one of them, and sets of documents that programs make.
struct VectorStores: Sendable {
    let hearth: Hearth
    /// Sets that were decoded: a program that searches asks for the same one again and again.
    let known: DecodedCache<DocumentSet>

    private static let mostSets = 1_000
    private static let object = "vector_store"

    // MARK: Reading

    func list(_ request: ServerRequest) async throws -> ServerResponse {
        let query = try ListQuery(request.query)
        let sets = try await hearth.deposits.list(.set)
        let known = Dictionary(sets.map { ($0.id, $0) }) { first, _ in first }
        // By their ids first: what is in each is asked of those alone that are shown, and one of them is in memory at a time.
        let page = try query.page(sets.map(\.id) + [VectorStore.libraryID]) { $0 }
        var shown: [LibraryWire.VectorStore] = []
        for id in page.data {
            let store = if let deposit = known[id] { try await store(of: deposit) } else { VectorStore.library }
            shown.append(try await value(store))
        }
        return .json(try page.with(shown).json())
    }

    func describe(_ request: ServerRequest) async throws -> ServerResponse {
        .json(try await value(try await store(request.parameter("id"))).json())
    }

    /// - Throws: ``HearthHTTP/ServerError`` `unknown-item`.
    func store(_ id: String) async throws -> VectorStore {
        if id == VectorStore.libraryID { return .library }
        guard let deposit = try await hearth.deposits.find(id, .set) else { throw Self.unknown }
        return try await store(of: deposit)
    }

    private func store(of deposit: Deposit) async throws -> VectorStore {
        .set(
            deposit,
            try known.value(of: try await hearth.deposits.value(of: deposit)) {
                try DocumentSet($0, of: deposit.id)
            })
    }

    /// The documents of a set that are there and may be read, by their ids. Who gives one of them says so first.
    func documents(_ set: DocumentSet) async throws -> [String: StoredDocument] {
        guard !set.members.isEmpty else { return [:] }
        let page = try await hearth.documents.page(
            matching: SearchFilter(documentIDs: Set(set.members.map(\.id))), limit: DocumentSet.mostMembers)
        return Dictionary(page.documents.map { ($0.id, $0) }) { first, _ in first }
    }

    private func value(_ store: VectorStore) async throws -> LibraryWire.VectorStore {
        switch store {
        case .library:
            let sizes = try await librarySizes()
            return LibraryWire.VectorStore(
                id: VectorStore.libraryID, createdAt: 0, name: "library", usageBytes: sizes.bytes,
                fileCounts: sizes.counts, lastActiveAt: Identifier.now(), metadata: JSONObject())
        case .set(let deposit, let set):
            let there = try await documents(set).values
            return LibraryWire.VectorStore(
                id: deposit.id, createdAt: Int(deposit.createdAt.timeIntervalSince1970), name: set.name,
                description: set.description, usageBytes: there.reduce(0) { $0 + $1.byteCount },
                fileCounts: .init(there), status: set.hasExpired ? "expired" : "completed",
                expiresAfter: set.daysUnused.map { .init(days: $0) }, expiresAt: set.expiresAt,
                lastActiveAt: set.lastActiveAt, metadata: set.metadata)
        }
    }

    private func librarySizes() async throws -> (bytes: Int, counts: LibraryWire.VectorStore.Counts) {
        var (bytes, failed, count) = (0, 0, 0)
        while true {
            let documents = try await hearth.documents.page(matching: .documents, limit: 5_000, offset: count).documents
            bytes += documents.reduce(0) { $0 + $1.byteCount }
            failed += documents.count { $0.chunkCount == 0 }
            count += documents.count
            guard documents.count == 5_000 else { break }
        }
        return (bytes, .init(completed: count - failed, failed: failed, total: count))
    }

    // MARK: Changing

    func create(_ request: ServerRequest) async throws -> ServerResponse {
        let label = try request.label()
        let fields = try RequestFields(try await request.json())
        try fields.refuseOtherStores()
        var set = DocumentSet(
            name: try Self.name(fields) ?? "", description: try Self.description(fields),
            metadata: try fields.metadata())
        set.daysUnused = try fields.fields("expires_after")?.age(of: .store)
        let ids = try fields.strings("file_ids", most: DocumentSet.mostMembers) ?? []
        try await check(ids, "file_ids")
        try set.add(ids)
        guard try await hearth.deposits.list(.set).count < Self.mostSets else {
            throw ServerError(
                .tooLarge, "There are \(Self.mostSets) vector stores already. Remove some that nobody needs.")
        }
        let deposit = Deposit(id: Identifier.make(VectorStore.idPrefix), kind: .set, label: label)
        try await hearth.deposits.keep(deposit, value: try set.data())
        let known: Set = ["name", "description", "metadata", "file_ids", "chunking_strategy", "expires_after"]
        return .json(
            try await value(.set(deposit, set)).json(), notes: [fields.note(beyond: known)].compactMap(\.self))
    }

    func change(_ request: ServerRequest) async throws -> ServerResponse {
        let id = request.parameter("id")
        let fields = try RequestFields(try await request.json())
        try Self.refuseLibrary(id, "It has no name and no metadata of a program's.")
        try fields.refuseOtherStores()
        let (name, metadata) = (try Self.name(fields), fields["metadata"] == nil ? nil : try fields.metadata())
        let (isAged, age) = (fields.has("expires_after"), try fields.fields("expires_after")?.age(of: .store))
        let changed = try await update(id, saying: try request.label(), revives: isAged) { set in
            if isAged { set.daysUnused = age }
            if let name { set.name = name }
            if let metadata { set.metadata = metadata }
        }
        let known: Set = ["name", "metadata", "expires_after", "chunking_strategy"]
        return .json(
            try await value(changed.store).json(), notes: [fields.note(beyond: known)].compactMap(\.self))
    }

    /// Removes a set. Its documents stay.
    func remove(_ request: ServerRequest) async throws -> ServerResponse {
        let id = request.parameter("id")
        try Self.refuseLibrary(id, "Its documents are removed one by one, as files.")
        guard try await hearth.deposits.remove(id, .set) else { throw Self.unknown }
        return .json(try LibraryWire.Deleted(id: id, object: Self.object + ".deleted").json())
    }

    /// Changes a set while nobody else does.
    ///
    /// - Parameters:
    ///   - label: Of the words that the change brings: a set is as private as the most private of its words.
    ///   - revives: Whether it may be one that has expired.
    /// - Returns: What `change` gives, and the set as it is then, which its program may not be able to read any more.
    @discardableResult
    func update<Result: Sendable>(
        _ id: String, saying label: SensitivityLabel = .public, revives: Bool = false,
        _ change: @Sendable (inout DocumentSet) throws -> Result
    ) async throws -> (result: Result, store: VectorStore) {
        let changed = try await hearth.deposits.update(id, .set) { deposit, data in
            var set = try DocumentSet(data, of: id)
            if !revives { try set.requireLive(id) }
            let result = try change(&set)
            deposit.label = max(deposit.label, label)
            set.lastActiveAt = Identifier.now()
            data = try set.data()
            return (result, VectorStore.set(deposit, set))
        }
        guard let changed else { throw Self.unknown }
        return changed
    }

    /// Refuses ids that are no documents which may be read.
    func check(_ ids: [String], _ parameter: String) async throws {
        guard !ids.isEmpty else { return }
        let wanted = Set(ids)
        let found = try await hearth.documents.page(
            matching: SearchFilter(documentIDs: wanted), limit: DocumentSet.mostMembers)
        guard found.total < wanted.count else { return }
        let there = Set(found.documents.map(\.id))
        guard let missing = ids.first(where: { !there.contains($0) }) else { return }
        guard try await hearth.deposits.find(missing, .file) == nil else {
            throw ServerError.invalid(parameter, "The file \(missing.prefix(80)) is one of a batch, and no document.")
        }
        throw ServerError(
            .unknownItem, "There is no file \(missing.prefix(80)).\(Reader.hint)", parameter: parameter)
    }

    // MARK: -

    /// The library is what its owner put in it.
    static func refuseLibrary(_ id: String, _ why: String) throws {
        guard id == VectorStore.libraryID else { return }
        throw ServerError(.unsupportedValue, "`\(id)` is the library itself. \(why)", parameter: "vector_store_id")
    }

    private static func name(_ fields: RequestFields) throws -> String? { try text(fields, "name") }
    private static func description(_ fields: RequestFields) throws -> String? { try text(fields, "description") }

    private static func text(_ fields: RequestFields, _ name: String) throws -> String? {
        guard let text = try fields.string(name) else { return nil }
        guard text.utf8.count <= 2_048 else { throw fields.wrong(name, "at most 512 characters long") }
        return text
    }

    static var unknown: ServerError {
        ServerError(.unknownItem, "There is no such vector store.\(Reader.hint)", parameter: "vector_store_id")
    }
}

extension LibraryWire.VectorStore.Counts {
    init(_ documents: some Collection<StoredDocument>) {
        let failed = documents.count { $0.chunkCount == 0 }
        self.init(completed: documents.count - failed, failed: failed, total: documents.count)
    }
}
