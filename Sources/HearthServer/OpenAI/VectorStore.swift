import Foundation
import Hearth
import HearthHTTP

/// What is kept of a vector store that a program made: a set of documents by their ids. Their texts, passages and vectors are the library's,
/// once, in however many sets they are.
struct DocumentSet: Codable, Sendable {
    struct Member: Codable, Sendable {
        var id: String
        /// Seconds since 1970.
        var addedAt: Int
        /// What its program says of it, by which a search can be narrowed.
        var attributes: JSONObject
    }

    /// Documents that were added at once.
    struct Batch: Codable, Sendable {
        var id: String
        var createdAt: Int
        var ids: [String]
    }

    var name: String
    var description: String?
    var metadata: JSONObject
    var lastActiveAt: Int
    /// Days without use after which it is of no use any more; `nil` where it stays.
    var daysUnused: Int?
    /// In the order in which they were added.
    var members: [Member] = []
    /// The latest ones, the oldest first.
    private(set) var batches: [Batch] = []

    /// A search names each of them to the store.
    static let mostMembers = 4_000
    private static let mostBatches = 20
    /// It is read and written as a whole.
    private static let mostBytes = 8 << 20

    /// - Throws: ``Hearth/DepositError`` `damaged-deposit`.
    init(_ data: Data, of id: String) throws {
        do {
            self = try JSONDecoder().decode(Self.self, from: data)
        } catch {
            throw DepositError.damaged(
                "vector store", id,
                remedy: "remove it (DELETE /v1/vector_stores/\(id)) and make it anew; its files stay")
        }
    }

    init(name: String, description: String?, metadata: JSONObject) {
        (self.name, self.description, self.metadata) = (name, description, metadata)
        lastActiveAt = Identifier.now()
    }

    /// - Throws: ``HearthHTTP/ServerError`` `too-large`.
    func data() throws -> Data {
        let data = try JSONEncoder().encode(self)
        guard data.count <= Self.mostBytes else {
            throw ServerError(
                .tooLarge, "What is said of the files of a vector store may have \(Self.mostBytes >> 20) MiB in all.",
                parameter: "attributes")
        }
        return data
    }

    /// Seconds since 1970.
    var expiresAt: Int? { daysUnused.map { lastActiveAt + $0 * 86_400 } }

    var hasExpired: Bool { expiresAt.map { $0 <= Identifier.now() } ?? false }

    /// Whether it is worth writing down that it is used: it counts in days.
    var isUseDue: Bool { daysUnused != nil && lastActiveAt + 3_600 <= Identifier.now() }

    /// - Throws: ``HearthHTTP/ServerError`` for one that has had its time.
    func requireLive(_ id: String) throws {
        guard !hasExpired else {
            throw ServerError.invalid(
                "vector_store_id",
                "The vector store \(id) was not used for \(daysUnused ?? 0) days, after which it was to expire. Give it another "
                    + "`expires_after` (POST /v1/vector_stores/\(id)), or make another one; its files are there.")
        }
    }

    func member(_ id: String) -> Member? { members.first { $0.id == id } }

    /// Remembers that documents were added at once.
    mutating func note(_ batch: Batch) {
        batches.append(batch)
        batches.removeFirst(max(0, batches.count - Self.mostBatches))
    }

    /// Adds documents; one that is there stays where it is, with its attributes.
    mutating func add(_ ids: [String]) throws {
        var known = Set(members.map(\.id))
        let now = Identifier.now()
        for id in ids where known.insert(id).inserted {
            members.append(Member(id: id, addedAt: now, attributes: JSONObject()))
        }
        guard members.count <= Self.mostMembers else {
            throw ServerError(
                .tooLarge, "A vector store may have \(Self.mostMembers) files here. `vs_library` has them all.",
                parameter: "file_ids")
        }
        lastActiveAt = now
    }
}

/// A vector store: the library as a whole, or a set that a program made.
enum VectorStore: Sendable {
    case library
    case set(Deposit, DocumentSet)

    static let idPrefix = "vs_"
    /// The id of the library.
    static let libraryID = idPrefix + "library"

    var id: String {
        switch self {
        case .library: Self.libraryID
        case .set(let deposit, _): deposit.id
        }
    }

    /// What its program said of a document in it.
    var attributes: [String: JSONObject] {
        switch self {
        case .library: [:]
        case .set(_, let set):
            Dictionary(set.members.map { ($0.id, $0.attributes) }) { first, _ in first }
        }
    }

    /// What a search in it looks at; `nil` where there is nothing.
    var filter: SearchFilter? {
        switch self {
        case .library: return .documents
        case .set(_, let set):
            return set.members.isEmpty ? nil : SearchFilter(documentIDs: Set(set.members.map(\.id)))
        }
    }
}

// MARK: - What clients say of sets and files

extension RequestFields {
    /// Kinds of what goes by itself.
    enum Aging {
        /// Seconds after it was made.
        case file
        /// Days after it was used last.
        case store
    }

    /// What `{"anchor": …, "seconds" or "days": …}` says, in the unit of the kind.
    func age(of kind: Aging) throws -> Int {
        let (anchor, unit, range) =
            switch kind {
            case .file: ("created_at", "seconds", 3_600...2_592_000)
            case .store: ("last_active_at", "days", 1...365)
            }
        guard try required("anchor") == anchor else { throw wrong("anchor", anchor) }
        guard let age = try integer(unit, in: range) else { throw missing(unit) }
        return age
    }

    /// Refuses what would make another store than there can be here.
    func refuseOtherStores() throws {
        if let strategy = try fields("chunking_strategy"), try strategy.required("type") != "auto" {
            throw unsupported(
                "chunking_strategy", "how documents are cut into passages is the library's; it has to be auto.")
        }
    }
}
