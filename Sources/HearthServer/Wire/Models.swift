import Foundation
package import Hearth
import HearthHTTP

// Local models: what there is, what fits, what is loaded, how each is run.

extension Wire {
    static let listModels = Operation<Nothing, Nothing, ModelList>(
        .get, "/api/models", "listModels", in: .models, "All models, and whether they fit")

    static let listModelKinds = Operation<Nothing, Nothing, ModelKinds>(
        .get, "/api/models/kinds", "listModelKinds", in: .models, "What models are for, and what runs them here")

    static let listLoadedModels = Operation<Nothing, Nothing, Encoded<LoadedModels>>(
        .get, "/api/models/loaded", "listLoadedModels", in: .models, "What is loaded now, and how much room there is")

    static let getModel = Operation<Nothing, Nothing, Model>(
        .get, "/api/models/:id", "getModel", in: .models, "One model")

    static let removeModel = Operation<Nothing, Nothing, RemovedModel>(
        .delete, "/api/models/:id", "removeModel", in: .models, "Remove its file, its part and your entry",
        about: "409 `model-in-use` while a setting names it, or search uses its vectors.",
        fails: [.conflict])

    static let pullModel = Operation<Nothing, Nothing, Job>(
        .post, "/api/models/:id/pull", "pullModel", in: .models, "Fetch it, or go on fetching it",
        status: .accepted,
        bodyLimit: 4096,
        fails: [.conflict, .modelNotReady])

    static let useModel = Operation<Nothing, ModelUse?, Model>(
        .post, "/api/models/:id/use", "useModel", in: .models, "Use it for a kind of work",
        about: "Without `for`, for what it is made for.",
        bodyLimit: 4096,
        fails: [.conflict])

    static let verifyModel = Operation<Nothing, Nothing, Job>(
        .post, "/api/models/:id/verify", "verifyModel", in: .models, "Read its file whole and check it",
        status: .accepted,
        bodyLimit: 4096,
        fails: [.conflict, .unusableModel])

    static let unloadModel = Operation<Nothing, Nothing, UnloadedModel>(
        .post, "/api/models/:id/unload", "unloadModel", in: .models, "Unload it",
        about: "409 `model-in-use` while it answers or is being loaded. `unloaded` is false when it was "
            + "not loaded.",
        bodyLimit: 4096,
        fails: [.conflict],
        finds: false)

    static let getModelSettings = Operation<Nothing, Nothing, ModelSettings>(
        .get, "/api/models/:id/settings", "getModelSettings", in: .models, "How it is run and writes",
        about: "409 `incompatible-model` for a model that writes no text.",
        fails: [.conflict])

    static let changeModelSetting = Operation<Nothing, ModelSettingChange, ModelSettings>(
        .patch, "/api/models/:id/settings", "changeModelSetting", in: .models, "Change one of its settings",
        about: "Without a value the setting goes back to its default. It holds for requests that start "
            + "afterwards.",
        bodyLimit: 1 << 20,
        fails: [.conflict])

    static let resetModelSettings = Operation<Nothing, Nothing, ModelSettings>(
        .delete, "/api/models/:id/settings", "resetModelSettings", in: .models,
        "Go back to the defaults of all of them",
        fails: [.conflict])
}

extension Wire {
    /// What is known of a model and what it is on this machine, in one object.
    struct Model: WireType {
        var model: ModelSummary
        var here: LocalState

        /// What the model is on this machine.
        struct LocalState: Codable, Sendable {
            var installed: Bool
            var path: String?
            var partialBytes: Int?
            var origin: String
            var fit: Fit
            var inUse: Bool
            var removable: Bool
            var recommended: String?
            var job: String?
            var estimatedBytes: Int?
            var problem: String?
        }

        init(_ model: ModelSummary, here: LocalState) { (self.model, self.here) = (model, here) }

        // Both read and write the fields of the one object.
        init(from decoder: any Decoder) throws {
            (model, here) = (try ModelSummary(from: decoder), try LocalState(from: decoder))
        }

        func encode(to encoder: any Encoder) throws {
            try model.encode(to: encoder)
            try here.encode(to: encoder)
        }

        static let about: String? = "As `hearth models list --json` prints it."
        static let fields: [String: WireField] = [
            "stopSequences": .presence(.leftOut),
            "languages": .presence(.leftOut),
            "partialBytes": "Of a download that was begun.",
            "origin": .init(oneOf: ["built-in", "user"]),
            "removable": "Whether there is something of it to remove; what came with the program stays.",
            "recommended": "Why it is the one to take for its kind of work on this machine; null when it is not.",
            "job": "The id of the download that is under way.",
            "estimatedBytes": "Of its file: as it is here, as it is known, or by the number of its weights.",
            "problem": "Why the file that is here cannot be used, as far as its size and its head tell.",
        ]
    }

    struct ModelList: WireType {
        var models: [Model]
        var machine: Machine
    }

    struct Machine: WireType {
        var memory: Int
        var availableMemory: Int?
        var freeDisk: Int?
        var cores: Int
    }

    struct Fit: WireType {
        var memory: String
        var disk: String
        var estimate: Estimate?
        var reason: String

        static let fields: [String: WireField] = [
            "memory": .init(oneOf: ["fits", "tight", "too-large", "unknown"]),
            "disk": .init(oneOf: ["fits", "tight", "too-large", "unknown"]),
            "estimate": .init("Bytes of memory.", .leftOutOrNull),
            "reason": "A sentence for a person.",
        ]

        struct Estimate: WireType {
            var total: Int
            var context: Int

            static let name: String? = nil
            static let fields: [String: WireField] = [
                "total": .presence(.unpromised),
                "context": .presence(.unpromised),
            ]
        }
    }

    struct ModelKind: WireType {
        var modality: Modality
        var title: String
        var runtimes: [Runtime]

        struct Runtime: WireType {
            var name: String
            var formats: [String]
            var available: Bool
            var reason: String?

            static let name: String? = nil
            static let fields: [String: WireField] = [
                "name": "`llama.cpp`, `whisper.cpp`, `hearth`, `apple`, `remote`",
                "available": "Whether this build on this machine can use it.",
                "reason": .init("Why it cannot, and what would work.", .leftOut),
            ]
        }
    }

    struct ModelKinds: WireType {
        var kinds: [ModelKind]
    }

    struct ModelFile: WireType {
        var id: String
        var path: String
        var bytes: Int
        var sha256: String
    }

    struct RemovedModel: WireType {
        var id: String
        var removed: Bool
        var freedBytes: Int
    }

    struct LoadedModel: WireType {
        var id: String
        var path: String
        var state: String
        var progress: Double
        var bytes: Int
        var contextLength: Int
        var users: Int
        var since: Date
        var lastUsed: Date
        var isKept: Bool

        static let fields: [String: WireField] = [
            "state": .init(oneOf: ["loading", "ready"]),
            "progress": .init("The share of the weights that is loaded.", range: 0...1),
            "bytes": "By estimate: weights, context and working memory.",
            "contextLength": "Tokens; 0 for a model without a context.",
            "users": "Requests that use it now.",
            "isKept": .init(
                "Whether Hearth keeps it for its own work, such as search, for as long as it runs. Its "
                    + "users are not counted, and it is not unloaded.", .unpromised),
        ]
    }

    struct LoadedModels: WireType {
        var models: [LoadedModel]
        var usedBytes: Int
        var budgetBytes: Int

        static let fields: [String: WireField] = [
            "models": "The one used last first.",
            "budgetBytes": "See the setting `model-memory`.",
        ]
    }

    struct ModelSetting: WireType {
        var name: String
        var value: String?
        var effective: String
        var origin: String
        var `default`: String
        var allowed: String
        var summary: String

        static let fields: [String: WireField] = [
            "value": .init("What is set for this model.", .promised),
            "effective": "What holds.",
            "origin": .init(oneOf: ["model", "settings", "call", "default"]),
        ]
    }

    struct ModelSettings: WireType {
        var id: String
        var settings: [ModelSetting]
    }

    struct ModelSettingChange: WireRequest {
        var name: String
        var value: String?

        static let fields: [String: WireField] = [
            "name": .init(length: 1...64),
            "value": .init(nil, .leftOutOrNull, length: 1...262_144),
        ]
    }

    struct ModelUse: WireRequest {
        var `for`: String?

        static let name: String? = nil
        static let fields: [String: WireField] = [
            "for": .init(oneOf: ["chat", "embed", "rerank"])
        ]
    }

    struct UnloadedModel: WireType {
        var id: String
        var unloaded: Bool

        static let name: String? = nil
    }
}

extension Modality: WireChoice {}
extension TokenPooling: WireChoice {}

extension EmbeddingPrefixes: WireType {
    package static let about: String? = "What an embedding model wants before texts; empty for nothing."
    package static let fields: [String: WireField] = [
        "symmetric": "Before texts that are compared with each other."
    ]
}

extension ModelSummary: WireType {
    package static let name: String? = nil
    package static let fields: [String: WireField] = [
        "stopSequences": .presence(.leftOut),
        "languages": .presence(.leftOut),
        "prefixes": .presence(.leftOut),
        "pooling": .init("How an embedding model makes one vector of a text.", .leftOut),
        "dimensions": .init("Of the vectors that an embedding model makes.", .leftOut),
        "urls": .presence(.unpromised),
    ]
}
