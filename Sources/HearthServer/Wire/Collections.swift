import Foundation
import Hearth
import HearthHTTP

// Named sets of documents, one's own and those that others share. All of it is the owner's (403 `owner-only` for a program).

extension Wire {
    static let listCollections = Operation<Nothing, Nothing, CollectionList>(
        .get, "/api/collections", "listCollections", in: .documents,
        "One's own collections, and those that others share",
        about:
            "The owner's alone, as everything below `/api/collections`: 403 `owner-only` for a program. What is in one is listed by "
            + "`GET /api/documents?collection=ID`, and searched and asked with `collection:ID` among the documents.")

    static let makeCollection = Operation<Nothing, CollectionWrite, Collection>(
        .post, "/api/collections", "makeCollection", in: .documents, "Make a collection",
        status: .created, bodyLimit: 256 << 10, fails: [.conflict, .invalidInput])

    static let changeCollection = Operation<Nothing, CollectionChange, Collection>(
        .patch, "/api/collections/:id", "changeCollection", in: .documents,
        "Change its name, or what is in it",
        about: "Those with whom it is shared go on to read it, under the new name.",
        bodyLimit: 256 << 10, fails: [.conflict, .invalidInput])

    static let removeCollection = Operation<Nothing, Nothing, Nothing>(
        .delete, "/api/collections/:id", "removeCollection", in: .documents, "Remove it; its documents stay",
        about: "It is shared with nobody any more.", status: .noContent)

    static let shareCollection = Operation<Nothing, CollectionSharing, Collection>(
        .post, "/api/collections/:id/share", "shareCollection", in: .documents, "Let others of this server read it",
        about:
            "They find, ask and read what is in it, and nothing else of its owner's. What is `private` is shared with nobody.",
        bodyLimit: 4096, fails: [.invalidInput])

    static let unshareCollection = Operation<Nothing, CollectionSharing, Collection>(
        .post, "/api/collections/:id/unshare", "unshareCollection", in: .documents, "Take back what was shared",
        about: "The next look at it finds nothing. Without `person` and `everyone` it is taken back from all.",
        bodyLimit: 4096, fails: [.invalidInput])
}

extension Wire {
    struct Collection: WireType {
        var id: String
        var name: String
        var documents: Int
        var places: [String]
        var people: [String]
        var everyone: Bool
        var createdAt: Date

        static let about: String? = "A named set of documents, of one's own."
        static let fields: [String: WireField] = [
            "documents": "How many are in it now.",
            "places": "Files, names of uploads, and folders of both.",
            "people": "The names of those with whom it is shared.",
            "everyone": "Whether it is shared with everybody who has an account, and whoever runs the server.",
        ]
    }

    struct SharedCollection: WireType {
        var id: String
        var name: String
        var owner: String
        var documents: Int

        static let about: String? = "A collection that another person shares."
        static let fields: [String: WireField] = [
            "owner": "The name of whose it is.",
            "documents": "How many of its documents may be read.",
        ]
    }

    struct CollectionList: WireType {
        var collections: [Collection]
        var shared: [SharedCollection]
        var notes: [String]

        static let fields: [String: WireField] = [
            "shared": "Those of others.",
            "notes": "What others share and could not be looked at, and why.",
        ]
    }

    struct CollectionWrite: WireRequest {
        var name: String
        var add: [String]?

        static let fields: [String: WireField] = [
            "name": .init(length: 1...256),
            "add": .init(
                "Ids of documents, and folders of which something was read.", .leftOutOrNull, count: 0...500,
                each: .init(length: 1...4096)),
        ]
    }

    struct CollectionChange: WireRequest {
        var name: String?
        var add: [String]?
        var remove: [String]?

        static let fields: [String: WireField] = [
            "name": .init(nil, .leftOutOrNull, length: 1...256),
            "add": .init(
                "Ids of documents, and folders of which something was read.", .leftOutOrNull, count: 0...500,
                each: .init(length: 1...4096)),
            "remove": .init(
                "Ids of documents, and places of it.", .leftOutOrNull, count: 0...500, each: .init(length: 1...4096)),
        ]
    }

    struct CollectionSharing: WireRequest {
        var person: String?
        var everyone: Bool?

        static let fields: [String: WireField] = [
            "person": .init("The name of somebody with an account.", .leftOutOrNull, length: 1...256),
            "everyone": .init(nil, .leftOutOrNull),
        ]
    }
}
