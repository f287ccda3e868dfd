import Hearth

/// What is answered over OpenAI's interface of files, of sets of them and of batches, as their description names it.
enum LibraryWire {
    /// A document, or a file that a program keeps.
    struct File: WireType, Hashable {
        var id: String
        var object = "file"
        /// Of the file, and not of the text that was read of it.
        var bytes: Int
        /// Seconds since 1970.
        var createdAt: Int
        var filename: String
        var purpose = Self.ofDocuments
        var status = "processed"
        /// From when on it is not there any more; documents stay.
        var expiresAt: Int?

        /// What a document is for, whichever of the purposes it was sent with.
        static let ofDocuments = "assistants"

        enum CodingKeys: String, CodingKey {
            case id, object, bytes, filename, purpose, status
            case createdAt = "created_at"
            case expiresAt = "expires_at"
        }
    }

    struct Deleted: WireType {
        var id: String
        var object: String
        var deleted = true
    }

    // MARK: - Vector stores

    struct VectorStore: WireType {
        struct Counts: WireType {
            var inProgress = 0
            var completed: Int
            /// Nothing to search was found in them.
            var failed: Int
            var cancelled = 0
            var total: Int

            enum CodingKeys: String, CodingKey {
                case completed, failed, cancelled, total
                case inProgress = "in_progress"
            }
        }

        var id: String
        var object = "vector_store"
        var createdAt: Int
        var name: String
        var description: String?
        var usageBytes: Int
        var fileCounts: Counts
        /// `completed`, or `expired`.
        var status = "completed"
        var expiresAfter: Age?
        var expiresAt: Int?
        var lastActiveAt: Int
        var metadata: JSONObject

        struct Age: WireType {
            var anchor = "last_active_at"
            var days: Int
        }

        static let fields: [String: WireField] = ["description": .presence(.leftOut)]

        enum CodingKeys: String, CodingKey {
            case id, object, name, description, status, metadata
            case createdAt = "created_at"
            case usageBytes = "usage_bytes"
            case fileCounts = "file_counts"
            case expiresAfter = "expires_after"
            case expiresAt = "expires_at"
            case lastActiveAt = "last_active_at"
        }
    }

    /// A document in a vector store.
    struct StoreFile: WireType {
        struct Problem: WireType {
            var code: String
            var message: String
        }

        var id: String
        var object = "vector_store.file"
        var usageBytes: Int
        var createdAt: Int
        var storeID: String
        var status: String
        var lastError: Problem?
        var attributes: JSONObject
        /// Documents are cut into passages here by rules of our own.
        var chunkingStrategy: JSONValue = ["type": "other"]

        enum CodingKeys: String, CodingKey {
            case id, object, status, attributes
            case usageBytes = "usage_bytes"
            case createdAt = "created_at"
            case storeID = "vector_store_id"
            case lastError = "last_error"
            case chunkingStrategy = "chunking_strategy"
        }
    }

    /// Documents that were put into a vector store at once.
    struct FileBatch: WireType {
        var id: String
        var object = "vector_store.files_batch"
        var createdAt: Int
        var storeID: String
        var status = "completed"
        var fileCounts: VectorStore.Counts

        enum CodingKeys: String, CodingKey {
            case id, object, status
            case createdAt = "created_at"
            case storeID = "vector_store_id"
            case fileCounts = "file_counts"
        }
    }

    struct FoundPage: WireType {
        var object = "vector_store.search_results.page"
        var searchQuery: [String]
        var data: [Found]
        var hasMore = false
        var nextPage: String?

        enum CodingKeys: String, CodingKey {
            case object, data
            case searchQuery = "search_query"
            case hasMore = "has_more"
            case nextPage = "next_page"
        }
    }

    /// A passage that was found.
    struct Found: WireType {
        var fileID: String
        var filename: String
        var score: Double
        var attributes: JSONObject
        var content: [Text]

        enum CodingKeys: String, CodingKey {
            case filename, score, attributes, content
            case fileID = "file_id"
        }
    }

    struct Text: WireType {
        var type = "text"
        var text: String
    }

    /// The text of a document in a vector store.
    struct TextPage: WireType {
        var object = "vector_store.file_content.page"
        var data: [Text]
        var hasMore = false
        var nextPage: String?

        enum CodingKeys: String, CodingKey {
            case object, data
            case hasMore = "has_more"
            case nextPage = "next_page"
        }
    }
}
