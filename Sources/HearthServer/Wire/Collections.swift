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

    static let listCollectionReaders = Operation<Nothing, Nothing, CollectionReaders>(
        .get, "/api/collections/people", "listCollectionReaders", in: .documents,
        "The names of those with whom a collection can be shared",
        about: "Everybody with an account but oneself. It is all that somebody with an account is told of the others.")

    static let shareCollection = Operation<Nothing, CollectionSharing, Collection>(
        .post, "/api/collections/:id/share", "shareCollection", in: .documents,
        "Let others of this server read it, or add to it as well",
        about:
            "They find, ask and read what is in it, and nothing else of its owner's. What is `private` is shared with nobody. With "
            + "`mayAdd` they also add documents, and rename, label and remove those they added; what they add is its owner's. Shared "
            + "once more with the same person, what is said last holds.",
        bodyLimit: 4096, fails: [.invalidInput])

    static let unshareCollection = Operation<Nothing, CollectionSharing, Collection>(
        .post, "/api/collections/:id/unshare", "unshareCollection", in: .documents, "Take back what was shared",
        about: "The next look at it finds nothing. Without `person` and `everyone` it is taken back from all.",
        bodyLimit: 4096, fails: [.invalidInput])

    static let addToSharedCollection = Operation<Nothing, Nothing, Job>(
        .post, "/api/collections/:id/documents", "addToSharedCollection", in: .documents,
        "Add files to a collection that another shares",
        about:
            "`id` is one of `shared`, whose `mayAdd` is true (403 `read-only-collection` otherwise). The files are kept in its owner's library "
            + "and in their part of the disk (429 `quota-used`), each beside whatever else has its name, and every one is in the owner's "
            + "ledger. One that is labelled `private` is refused (422 `private-in-collection`), `replace` as well. Where it is taken back meanwhile, "
            + "nothing more is added.",
        status: .accepted, work: .long, bodyLimit: DocumentRoutes.uploadLimit, sends: .form(UploadForm.self),
        fails: [.invalidInput, .notAllowed])

    static let changeSharedDocument = Operation<Nothing, SharedDocumentChange, Document>(
        .patch, "/api/collections/:id/documents/:document", "changeSharedDocument", in: .documents,
        "Rename or label what one added to another's collection",
        about: "403 `not-added-by-you` for what somebody else added.",
        bodyLimit: 4096, fails: [.invalidInput, .notAllowed])

    static let removeSharedDocument = Operation<Nothing, Nothing, Nothing>(
        .delete, "/api/collections/:id/documents/:document", "removeSharedDocument", in: .documents,
        "Take away what one added to another's collection",
        about: "403 `not-added-by-you` for what somebody else added. What its owner has of the same content stays.",
        status: .noContent, fails: [.notAllowed])
}

extension Wire {
    struct Collection: WireType {
        var id: String
        var name: String
        var documents: Int
        var places: [String]
        var people: [String]
        var everyone: Bool
        var mayAdd: [String]
        var everyoneMayAdd: Bool
        var createdAt: Date

        static let about: String? = "A named set of documents, of one's own."
        static let fields: [String: WireField] = [
            "documents": "How many are in it now.",
            "places": "Files, names of uploads, and folders of both.",
            "people": "The names of those with whom it is shared.",
            "everyone": "Whether it is shared with everybody who has an account, and whoever runs the server.",
            "mayAdd": "Those of `people` who may add documents.",
        ]
    }

    struct SharedCollection: WireType {
        var id: String
        var name: String
        var owner: String
        var documents: Int
        var mayAdd: Bool

        static let about: String? = "A collection that another person shares."
        static let fields: [String: WireField] = [
            "owner": "The name of whose it is.",
            "documents": "How many of its documents may be read.",
            "mayAdd": "Whether one may add documents, and change and remove those one added.",
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

    struct CollectionReaders: WireType {
        var people: [String]

        static let fields: [String: WireField] = [
            "people": "Their names, in their order."
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
        var mayAdd: Bool?

        static let fields: [String: WireField] = [
            "person": .init("The name of somebody with an account.", .leftOutOrNull, length: 1...256),
            "everyone": .init(nil, .leftOutOrNull),
            "mayAdd": .init("Whether they may add documents; otherwise they read alone.", .leftOutOrNull),
        ]
    }

    struct SharedDocumentChange: WireRequest {
        var name: String?
        var label: SensitivityLabel?

        static let fields: [String: WireField] = [
            "name": .init("What its file is called.", .leftOutOrNull, length: 1...200),
            "label": .init("Not `private`.", .leftOutOrNull),
        ]
    }
}
