import Foundation
import Hearth
import HearthHTTP

/// What OpenAI's interface has for files: the library, for programs that know no other word for it; and batches, of Anthropic's interface
/// too. Their other parts, which need a model and no library, are HearthHTTP's.
///
/// A program does here what it may do at `/api/documents`, and no more: it reads, searches and removes what its ceiling lets it read, and
/// sends files of its own.
struct LibraryRoutes: Sendable {
    let hearth: Hearth
    let places: UploadPlaces
    let batches: BatchBoard
    private let sets = DecodedCache<DocumentSet>(bytes: 16 << 20)

    /// - Parameter answering: The routes that single requests go to, as they are for programs: batches send theirs to them.
    init(hearth: Hearth, places: UploadPlaces, answering: [ServerRoute]) {
        self.hearth = hearth
        self.places = places
        batches = BatchBoard(hearth: hearth, routes: answering)
    }

    /// Anthropic's files have the same address and another form, which its clients could not read.
    private static func ofOpenAI(_ request: ServerRequest) throws -> ServerRequest {
        guard !request.isOfAnthropic else {
            throw ServerError(
                .notFound,
                "Files are there in OpenAI's interface alone. Send a document's text as a block of a message, or ask the model `documents`."
            )
        }
        return request
    }

    /// At all addresses of OpenAI's interface, those that Azure's clients make included.
    var routes: [ServerRoute] {
        ["/v1", "/openai/v1", "/openai"].flatMap(at) + MessageBatches(hearth: hearth, board: batches).routes
    }

    private func at(_ base: String) -> [ServerRoute] {
        let files = LibraryFiles(hearth: hearth, places: places)
        let stores = VectorStores(hearth: hearth, known: sets)
        let members = VectorStoreFiles(stores: stores)
        let batches = Batches(hearth: hearth, board: batches)
        let groups = VectorStoreFileBatches(stores: stores)
        let (store, ofStores) = (base + "/vector_stores/:id", VectorStore.idPrefix)
        let (member, group) = (store + "/files/:file", store + "/file_batches/:batch")
        return [
            ServerRoute(.get, base + "/files", work: .long) { try await files.list(Self.ofOpenAI($0)) },
            ServerRoute(.post, base + "/files", work: .long, bodyLimit: DocumentRoutes.uploadLimit) {
                try await files.upload(Self.ofOpenAI($0))
            },
            ServerRoute(.get, base + "/files/:id") { try await files.describe(Self.ofOpenAI($0)) },
            ServerRoute(.get, base + "/files/:id/content", work: .long) { try await files.content(Self.ofOpenAI($0)) },
            ServerRoute(.delete, base + "/files/:id", work: .long) { try await files.remove(Self.ofOpenAI($0)) },

            ServerRoute(.get, base + "/vector_stores", work: .long) { try await stores.list($0) },
            ServerRoute(.post, base + "/vector_stores", work: .long) { try await stores.create($0) },
            ServerRoute(.get, store, work: .long, idPrefix: ofStores) { try await stores.describe($0) },
            ServerRoute(.post, store, work: .long, idPrefix: ofStores) { try await stores.change($0) },
            ServerRoute(.delete, store, idPrefix: ofStores) { try await stores.remove($0) },
            ServerRoute(.post, store + "/search", work: .long) {
                try await VectorStoreSearch(stores: stores).search($0)
            },
            ServerRoute(.get, store + "/files", work: .long) { try await members.list($0) },
            ServerRoute(.post, store + "/files") { try await members.attach($0) },
            ServerRoute(.get, member) { try await members.describe($0) },
            ServerRoute(.post, member) { try await members.change($0) },
            ServerRoute(.delete, member) { try await members.detach($0) },
            ServerRoute(.get, member + "/content", work: .long) { try await members.content($0) },

            ServerRoute(.post, store + "/file_batches", work: .long) { try await groups.create($0) },
            ServerRoute(.get, group, idPrefix: VectorStoreFileBatches.idPrefix) {
                try await groups.describe($0)
            },
            ServerRoute(.get, group + "/files", work: .long) { try await groups.list($0) },
            ServerRoute(.post, group + "/cancel") { try await groups.cancel($0) },

            ServerRoute(.get, base + "/batches") { try await batches.list($0) },
            ServerRoute(.post, base + "/batches") { try await batches.create($0) },
            ServerRoute(.get, base + "/batches/:id", idPrefix: Batches.idPrefix) {
                try await batches.describe($0)
            },
            ServerRoute(.post, base + "/batches/:id/cancel", work: .long) { try await batches.cancel($0) },
        ]
    }
}

extension StoredDocument {
    /// The name to show: that of its file.
    var fileName: String { DocumentName.file(path: presentPath, title: title, id: id) }
}
