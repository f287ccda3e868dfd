import Foundation
import Hearth
import HearthHTTP

/// `/v1/vector_stores/ID/files`: the documents of one.
struct VectorStoreFiles: Sendable {
    let stores: VectorStores

    private var hearth: Hearth { stores.hearth }

    // MARK: Reading

    func list(_ request: ServerRequest) async throws -> ServerResponse {
        let query = try ListQuery(request.query)
        let status = request.query["filter"].flatMap { $0.isEmpty ? nil : $0 }
        if let status, !["in_progress", "completed", "failed", "cancelled"].contains(status) {
            throw ServerError.invalid("filter", "`filter` has to be in_progress, completed, failed or cancelled.")
        }
        let store = try await stores.store(request.parameter("id"))
        var files: [LibraryWire.StoreFile] = []
        switch store {
        case .library:
            // Only as far as is needed, where the newest are wanted and all of them fit.
            let limit = status == nil ? query.newest ?? .max : .max
            let page = try await hearth.documents.page(matching: .documents, limit: limit)
            files = page.documents.map { LibraryWire.StoreFile($0, in: store, member: nil) }
        case .set(_, let set):
            let there = try await stores.documents(set)
            files = set.members.reversed().compactMap { member in
                there[member.id].map { LibraryWire.StoreFile($0, in: store, member: member) }
            }
        }
        if let status { files.removeAll { $0.status != status } }
        let page = try query.page(files) { $0.id }
        try await hearth.privacy.willName(page.data.map { .document($0.id) })
        return .json(try page.json())
    }

    func describe(_ request: ServerRequest) async throws -> ServerResponse {
        let (store, document, member) = try await found(request)
        try await hearth.privacy.willName([.document(document.id)])
        return .json(try LibraryWire.StoreFile(document, in: store, member: member).json())
    }

    /// The text that was read of a document.
    func content(_ request: ServerRequest) async throws -> ServerResponse {
        let (_, document, _) = try await found(request)
        guard let text = try await hearth.documents.text(of: document.id) else { throw LibraryFiles.unknown() }
        try await hearth.privacy.willGive([.document(document.id)])
        return .json(try LibraryWire.TextPage(data: [.init(text: text)]).json())
    }

    private func found(
        _ request: ServerRequest
    ) async throws -> (VectorStore, StoredDocument, DocumentSet.Member?) {
        let store = try await stores.store(request.parameter("id"))
        let id = request.parameter("file")
        var member: DocumentSet.Member?
        if case .set(_, let set) = store {
            member = set.member(id)
            guard member != nil else { throw LibraryFiles.unknown() }
        }
        guard let document = try await hearth.documents.document(id: id) else { throw LibraryFiles.unknown() }
        return (store, document, member)
    }

    // MARK: Changing

    func attach(_ request: ServerRequest) async throws -> ServerResponse {
        let fields = try RequestFields(try await request.json())
        let id = try fields.required("file_id")
        let attributes = try fields.attributes()
        try fields.refuseOtherStores()
        try await stores.check([id], "file_id")
        var store = VectorStore.library
        if request.parameter("id") == VectorStore.libraryID {
            // Whatever was sent is in it already; only what a program says of it would be lost.
            guard attributes.isEmpty else { throw Self.noAttributes }
        } else {
            store = try await stores.update(request.parameter("id"), saying: try request.label()) { set in
                try set.add([id])
                guard let index = set.members.firstIndex(where: { $0.id == id }), !attributes.isEmpty else { return }
                set.members[index].attributes = attributes
            }.store
        }
        let notes = [fields.note(beyond: ["file_id", "attributes", "chunking_strategy"])].compactMap(\.self)
        return .json(try await described(store, id), notes: notes)
    }

    func change(_ request: ServerRequest) async throws -> ServerResponse {
        let fields = try RequestFields(try await request.json())
        let attributes = try fields.attributes()
        let (store, document, _) = try await found(request)
        guard store.id != VectorStore.libraryID else { throw Self.noAttributes }
        let changed = try await stores.update(store.id, saying: try request.label()) { set in
            guard let index = set.members.firstIndex(where: { $0.id == document.id }) else { return }
            set.members[index].attributes = attributes
        }
        let notes = [fields.note(beyond: ["attributes"])].compactMap(\.self)
        return .json(try await described(changed.store, document.id), notes: notes)
    }

    /// Takes a document out of a set. It stays in the library.
    func detach(_ request: ServerRequest) async throws -> ServerResponse {
        let (store, id) = (request.parameter("id"), request.parameter("file"))
        try VectorStores.refuseLibrary(store, "To remove a document from it, remove the file (DELETE /v1/files/\(id)).")
        let wasThere = try await stores.update(store) { set in
            let count = set.members.count
            set.members.removeAll { $0.id == id }
            return set.members.count < count
        }.result
        guard wasThere else { throw LibraryFiles.unknown() }
        return .json(try LibraryWire.Deleted(id: id, object: "vector_store.file.deleted").json())
    }

    private func described(_ store: VectorStore, _ file: String) async throws -> JSONValue {
        guard let document = try await hearth.documents.document(id: file) else { throw LibraryFiles.unknown() }
        try await hearth.privacy.willName([.document(document.id)])
        var member: DocumentSet.Member?
        if case .set(_, let set) = store { member = set.member(file) }
        return try LibraryWire.StoreFile(document, in: store, member: member).json()
    }

    private static let noAttributes = ServerError(
        .unsupportedValue,
        "`attributes`: those of a file are kept in vector stores that programs make, and `vs_library` is the library itself.",
        parameter: "attributes")
}

extension LibraryWire.StoreFile {
    /// - Parameter member: What is kept of it in a set; `nil` in the library.
    init(_ document: StoredDocument, in store: VectorStore, member: DocumentSet.Member?) {
        let isEmpty = document.chunkCount == 0
        self.init(
            id: document.id, usageBytes: document.byteCount,
            createdAt: member?.addedAt ?? Int(document.ingestedAt.timeIntervalSince1970), storeID: store.id,
            status: isEmpty ? "failed" : "completed",
            lastError: isEmpty
                ? Problem(
                    code: "invalid_file",
                    message: "Nothing to search was found in this file, as in a scan without text.")
                : nil,
            attributes: member?.attributes ?? JSONObject())
    }
}
