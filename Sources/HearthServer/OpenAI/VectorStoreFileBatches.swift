import Foundation
import Hearth
import HearthHTTP

/// `/v1/vector_stores/ID/file_batches`: documents that are put into a set at once. They are in the library already, so it is done when it is
/// answered; what it was is remembered for clients that ask again.
struct VectorStoreFileBatches: Sendable {
    static let idPrefix = "vsfb_"

    let stores: VectorStores

    func create(_ request: ServerRequest) async throws -> ServerResponse {
        let store = request.parameter("id")
        try VectorStores.refuseLibrary(store, "Whatever is sent as a file is in it.")
        let fields = try RequestFields(try await request.json())
        try fields.refuseOtherStores()
        let attributes = try fields.attributes()
        var files: [(id: String, attributes: JSONObject)] = []
        for id in try fields.strings("file_ids", most: DocumentSet.mostMembers) ?? [] { files.append((id, attributes)) }
        for file in try fields.list("files", most: DocumentSet.mostMembers) ?? [] {
            try file.refuseOtherStores()
            files.append((try file.required("file_id"), try file.attributes()))
        }
        guard !files.isEmpty else { throw fields.missing("file_ids") }
        let ids = files.map(\.id)
        try await stores.check(ids, fields["files"] == nil ? "file_ids" : "files")
        let batch = DocumentSet.Batch(
            id: Identifier.make(Self.idPrefix), createdAt: Identifier.now(), ids: Array(Set(ids)).sorted())
        let said = Dictionary(files.filter { !$0.attributes.isEmpty }) { _, last in last }
        try await stores.update(store, saying: try request.label()) { set in
            try set.add(ids)
            for index in set.members.indices {
                if let attributes = said[set.members[index].id] { set.members[index].attributes = attributes }
            }
            set.note(batch)
        }
        let known: Set = ["file_ids", "files", "attributes", "chunking_strategy"]
        return .json(
            try await value(batch, store).json(), notes: [fields.note(beyond: known)].compactMap(\.self))
    }

    func describe(_ request: ServerRequest) async throws -> ServerResponse {
        let (_, _, batch) = try await found(request)
        return .json(try await value(batch, request.parameter("id")).json())
    }

    func list(_ request: ServerRequest) async throws -> ServerResponse {
        let query = try ListQuery(request.query)
        let (store, set, batch) = try await found(request)
        let (ids, there) = (Set(batch.ids), try await stores.documents(set))
        let files = set.members.reversed().filter { ids.contains($0.id) }.compactMap { member in
            there[member.id].map { LibraryWire.StoreFile($0, in: store, member: member) }
        }
        let page = try query.page(files) { $0.id }
        try await stores.hearth.privacy.willName(page.data.map { .document($0.id) })
        return .json(try page.json())
    }

    func cancel(_ request: ServerRequest) async throws -> ServerResponse {
        _ = try await found(request)
        throw ServerError(.notRunning, "The files are in the vector store already.")
    }

    private func found(_ request: ServerRequest) async throws -> (VectorStore, DocumentSet, DocumentSet.Batch) {
        let store = try await stores.store(request.parameter("id"))
        guard case .set(_, let set) = store,
            let batch = set.batches.first(where: { $0.id == request.parameter("batch") })
        else {
            throw ServerError(
                .unknownItem, "There is no such batch of files; the latest of each vector store are remembered.",
                parameter: "batch_id")
        }
        return (store, set, batch)
    }

    private func value(_ batch: DocumentSet.Batch, _ store: String) async throws -> LibraryWire.FileBatch {
        let page = try await stores.hearth.documents.page(
            matching: SearchFilter(documentIDs: Set(batch.ids)), limit: DocumentSet.mostMembers)
        return LibraryWire.FileBatch(
            id: batch.id, createdAt: batch.createdAt, storeID: store, fileCounts: .init(page.documents))
    }
}
