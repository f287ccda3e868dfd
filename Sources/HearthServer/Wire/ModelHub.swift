import Foundation
import Hearth
import HearthHTTP

// Models of a hub: what is found, what is known of a file before it is fetched, and what is added to the list.

extension Wire {
    static let addModel = Operation<Nothing, AddModel, AddedModel>(
        .post, "/api/models", "addModel", in: .models, "Add a model by its address",
        status: .created,
        work: .long,
        bodyLimit: 64 << 10,
        fails: [.conflict, .modelNotReady])

    static let searchHub = Operation<Nothing, HubQuery, FoundModels>(
        .post, "/api/models/search", "searchHub", in: .models, "Look for models on Hugging Face",
        about:
            "What is looked for goes to huggingface.co, and the request is in the ledger. 403 `refused-by-policy` when offline.",
        work: .long,
        bodyLimit: 64 << 10,
        fails: [.modelNotReady])

    static let listHubFiles = Operation<Nothing, HubRepository, FoundFiles>(
        .post, "/api/models/search/files", "listHubFiles", in: .models, "The files of a model on Hugging Face",
        about:
            "Each with whether it fits this machine; `url` is what `addModel` takes. 403 `refused-by-policy` when offline.",
        work: .long,
        bodyLimit: 64 << 10,
        fails: [.modelNotReady])

    static let inspectModel = Operation<Nothing, InspectRequest, Inspection>(
        .post, "/api/models/inspect", "inspectModel", in: .models, "Look at a model before it is fetched",
        about: "Fetches the file's header only. 403 `refused-by-policy` when offline.",
        work: .long,
        bodyLimit: 64 << 10,
        fails: [.modelNotReady])
}

extension Wire {
    struct HubQuery: WireRequest {
        var query: String
        var limit: Int?

        static let fields: [String: WireField] = [
            "query": .init("In the names of repositories.", length: 1...200),
            "limit": .init(nil, .leftOutOrNull, range: 1...50),
        ]
    }

    struct FoundModels: WireType {
        var models: [FoundModel]
    }

    struct FoundModel: WireType {
        var name: String
        var downloads: Int
        var likes: Int
        var licence: String?
        var isGated: Bool
        var changed: String?

        init(_ model: HubModel) {
            (name, downloads, likes) = (model.name, model.downloads, model.likes)
            (licence, isGated, changed) = (model.licence, model.isGated, model.changed)
        }

        static let fields: [String: WireField] = [
            "name": "`OWNER/NAME`.",
            "downloads": "In the last month.",
            "licence": .init("As its owner tags it.", .leftOutOrNull),
            "isGated": "Whether its terms have to be accepted on its page first.",
            "changed": .init("The day of its last change.", .leftOutOrNull),
        ]
    }

    struct HubRepository: WireRequest {
        var name: String

        static let fields: [String: WireField] = ["name": .init("`OWNER/NAME`.", length: 3...200)]
    }

    struct FoundFiles: WireType {
        var files: [FoundFile]
        var leftOut: Int

        static let fields: [String: WireField] = [
            "files": "The smallest first.",
            "leftOut": "How many are parts of a model, or read pictures for one, and are not listed.",
        ]
    }

    struct FoundFile: WireType {
        var path: String
        var url: String
        var bytes: Int
        var sha256: String?
        var quantization: String?
        var fit: Fit

        static let fields: [String: WireField] = [
            "sha256": .presence(.leftOutOrNull),
            "quantization": .init("By the file's name.", .leftOutOrNull),
        ]
    }

    struct InspectRequest: WireRequest {
        var place: String
        var name: String?
        var modality: Modality?
        var sha256: String?

        static let fields: [String: WireField] = [
            "place": .init("An `https:` address, or the path of a file on this machine.", length: 1...4096),
            "name": .init(nil, .leftOutOrNull, length: 1...200),
            "modality": .presence(.leftOutOrNull),
            "sha256": .init(nil, .leftOutOrNull, pattern: #"^[0-9a-fA-F]{64}$"#),
        ]
    }

    struct Inspection: WireType {
        var id: String
        var compatible: Bool
        var overridable: Bool
        var manifest: ModelSummary
        var checks: [Check]
        var fit: Fit
        var fetchedBytes: Int
        var resumable: Bool

        static let fields: [String: WireField] = [
            "overridable": .init(
                "Only the unknown format stands against it; `force` adds it all the same.", .unpromised),
            "fetchedBytes": "Bytes that were fetched to find this out.",
        ]

        struct Check: WireType {
            var name: String
            var state: String
            var reason: String
            var remedy: String?

            static let name: String? = nil
            static let fields: [String: WireField] = [
                "name": "format, architecture, runtime, memory, disk, size, hash, resume, header",
                "state": .init(oneOf: ["passed", "warning", "failed", "unknown"]),
            ]
        }
    }

    struct AddModel: WireRequest {
        var place: String
        var name: String?
        var modality: Modality?
        var sha256: String?
        var download: Bool?
        var use: Bool?
        var force: Bool?

        static let fields: [String: WireField] = [
            "place": .init("An `https:` address, or the path of a file on this machine.", length: 1...4096),
            "name": .init(nil, .leftOutOrNull, length: 1...200),
            "modality": .presence(.leftOutOrNull),
            "sha256": .init(nil, .leftOutOrNull, pattern: #"^[0-9a-fA-F]{64}$"#),
            "download": "Fetch it now; default true.",
            "use": "Use it for what it is made for, once it is here.",
        ]
    }

    struct AddedModel: WireType {
        var model: Model
        var job: Job?
    }
}
