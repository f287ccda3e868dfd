import Foundation
package import Hearth
import HearthHTTP

// Settings, keys of services, environments.

extension Wire {
    static let listSettings = Operation<Nothing, Nothing, SettingList>(
        .get, "/api/settings", "listSettings", in: .settings, "All settings, and where each came from")

    static let setSetting = Operation<Nothing, SettingValue, Setting>(
        .put, "/api/settings/:name", "setSetting", in: .settings,
        "Change a setting, in the environment that is in use",
        bodyLimit: 64 << 10,
        hasVersions: true,
        fails: [.conflict])

    static let unsetSetting = Operation<Nothing, Nothing, Setting>(
        .delete, "/api/settings/:name", "unsetSetting", in: .settings, "Back to its default",
        hasVersions: true)

    static let getGenerationDefaults = Operation<Nothing, Nothing, GenerationDefaults>(
        .get, "/api/settings/generation", "getGenerationDefaults", in: .settings,
        "How engines write, by task, with reasons")

    static let listKeys = Operation<Nothing, Nothing, ProviderList>(
        .get, "/api/keys", "listKeys", in: .settings, "Providers, and whether a key is kept")

    static let setKey = Operation<Nothing, KeyWrite, Provider>(
        .put, "/api/keys/:provider", "setKey", in: .settings, "Keep a key",
        bodyLimit: 64 << 10)

    static let removeKey = Operation<Nothing, Nothing, Nothing>(
        .delete, "/api/keys/:provider", "removeKey", in: .settings, "Forget a key",
        status: .noContent)

    static let validateKey = Operation<Nothing, Nothing, KeyValidation>(
        .post, "/api/keys/:provider/validate", "validateKey", in: .settings, "Show the service its key, once",
        work: .long,
        bodyLimit: 4096,
        fails: [.conflict, .modelNotReady])

    static let listEnvironments = Operation<Nothing, Nothing, EnvironmentList>(
        .get, "/api/environments", "listEnvironments", in: .settings, "Environments")

    static let addEnvironment = Operation<Nothing, NewEnvironment, EnvironmentJSON>(
        .post, "/api/environments", "addEnvironment", in: .settings, "Add one",
        status: .created,
        bodyLimit: 256 << 10,
        fails: [.conflict])

    static let removeEnvironment = Operation<Nothing, Nothing, Nothing>(
        .delete, "/api/environments/:name", "removeEnvironment", in: .settings, "Forget one; its data and keys stay",
        status: .noContent,
        fails: [.conflict])

    static let useEnvironment = Operation<Nothing, Nothing, EnvironmentJSON>(
        .post, "/api/environments/:name/use", "useEnvironment", in: .settings, "Make it the current one",
        about: "Requests that start afterwards use it.",
        bodyLimit: 4096)
}

extension Wire {
    struct Setting: WireType {
        var name: String
        var value: String?
        var source: String
        var from: String
        var changes: String
        var allowed: String
        var summary: String
        var kind: String
        var choices: [String]?
        var variable: String
        var etag: String

        static let fields: [String: WireField] = [
            "value": "As text; null when nothing is set.",
            "source": .init(oneOf: ["default", "file", "environment", "variable", "flag"]),
            "from": "The source in words.",
            "changes": .init(
                "Where a change is written, in words: settings.json, from which every environment starts, "
                    + "or the environment in use.", .unpromised),
            "allowed": "What a value must look like.",
            "kind": .init(oneOf: [
                "path", "model", "integer", "seconds", "flag", "choice", "engines", "aliases", "endpoint", "endpoints",
                "groups", "template", "proxy", "prefixes",
            ]),
            "choices": .presence(.leftOut),
            "variable": .init("Such as `HEARTH_MODE`.", .unpromised),
            "etag": .init("Names this version of it, for `If-Match`.", .unpromised),
        ]
    }

    struct SettingList: WireType {
        var settings: [Setting]
        var environment: String
        var warnings: [String]

        static let fields: [String: WireField] = [
            "warnings": .presence(.unpromised)
        ]
    }

    struct SettingValue: WireRequest {
        var value: String

        static let fields: [String: WireField] = [
            "value": .init(length: 1...4096)
        ]
    }

    struct GenerationDefault: WireType {
        var task: TaskKind
        var temperature: Double
        var maxTokens: Int
        var reason: String

        static let fields: [String: WireField] = [
            "reason": "Why these numbers."
        ]
    }

    struct GenerationDefaults: WireType {
        var defaults: [GenerationDefault]
    }

    struct Provider: WireType {
        var provider: String
        var configured: Bool
        var environment: String
        var name: String?
        var place: String?
        var reachable: Bool?
        var set: Date?
        var lastCharacters: String?
        var host: String?
        var model: String?

        static let fields: [String: WireField] = [
            "provider": "`openai`, `anthropic`, `custom`, `huggingface`, or `custom:NAME` for an endpoint with a name.",
            "name": .init("The name under which the key is kept.", .leftOut),
            "place": .init(nil, .leftOutOrNull, oneOf: ["keychain", "secret-service", "file", "variable"]),
            "reachable": .presence(.leftOut),
            "set": .presence(.leftOutOrNull),
            "lastCharacters": .presence(.leftOutOrNull),
        ]
    }

    struct ProviderList: WireType {
        var providers: [Provider]
    }

    struct KeyWrite: WireRequest {
        var key: String

        static let fields: [String: WireField] = [
            "key": .init("Never shown again.", length: 1...4096, format: "password")
        ]
    }

    struct KeyValidation: WireType {
        var provider: String
        var host: String
        var status: Int
        var valid: Bool
        var message: String
    }

    struct EnvironmentList: WireType {
        var environments: [EnvironmentJSON]
    }

    struct NewEnvironment: WireRequest {
        var name: String
        var settings: [String: String]?
        var keyNames: [String: String]?
        var dataFolder: String?

        static let fields: [String: WireField] = [
            "name": .init(length: 1...40, pattern: #"^[a-z0-9-]{1,40}$"#),
            "dataFolder": .init(nil, .leftOutOrNull, length: 1...4096),
        ]
    }
}

extension EnvironmentJSON: WireType {
    package static let name: String? = "Environment"
}
