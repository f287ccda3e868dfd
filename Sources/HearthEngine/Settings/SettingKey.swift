import Foundation
import HearthCore
import HearthPostgres

/// The settings there are: the one table from which the file, the variables, the flags and the help are made.
///
/// The raw value is the name on the command line. In `settings.json` it is written in camel case (``fileName``), in the
/// environment in capitals after `HEARTH_` (``variableName``).
public enum SettingKey: String, Sendable, CaseIterable {
    case library
    case localModel = "local-model"
    case contextLength = "context-length"
    case threads
    case chatTemplate = "chat-template"
    case modelMemory = "model-memory"
    case embeddingModel = "embedding-model"
    case embeddingPrefixes = "embedding-prefixes"
    case rerankingModel = "reranking-model"
    case mode
    case order
    case modelAliases = "model-aliases"
    case offline
    case enforce
    case redact
    case mcpCeiling = "mcp-ceiling"
    case apiCeiling = "api-ceiling"
    case keepPrompts = "keep-prompts"
    case openaiModel = "openai-model"
    case openaiURL = "openai-url"
    case anthropicModel = "anthropic-model"
    case anthropicURL = "anthropic-url"
    case customModel = "custom-model"
    case customURL = "custom-url"
    case endpoints
    case endpointGroups = "endpoint-groups"
    case connectTimeout = "connect-timeout"
    case firstByteTimeout = "first-byte-timeout"
    case totalTimeout = "total-timeout"
    case proxy

    /// `local-model` as `localModel`.
    public var fileName: String {
        let words = rawValue.split(separator: "-")
        return words.dropFirst().reduce(words.first.map(String.init) ?? "") {
            $0 + $1.prefix(1).uppercased() + $1.dropFirst()
        }
    }

    /// `local-model` as `HEARTH_LOCAL_MODEL`.
    public var variableName: String { "HEARTH_" + rawValue.uppercased().replacing("-", with: "_") }

    /// One line that says what the setting does.
    public var summary: String {
        switch self {
        case .library:
            "where the library is: a PostgreSQL that several people or processes share (default: an encrypted file in the "
                + "data folder)"
        case .localModel: "GGUF file of the local chat model"
        case .contextLength: "tokens of the local model's window (default: the model's own, at most 8192)"
        case .threads: "threads for local models (default: one for each core)"
        case .chatTemplate:
            "how conversations are laid out for the local model, where its file has no template or a wrong one"
        case .modelMemory:
            "megabytes for all local models together (default: all of this machine's but a tenth); what was used "
                + "least recently is unloaded"
        case .embeddingModel: "GGUF file of the embedding model (default: the one that set-up brought)"
        case .embeddingPrefixes:
            "what the embedding model wants before texts, where it is not known of it: e5 wants “query: |passage: |query: ”"
        case .rerankingModel: "GGUF file of a model that puts what a search found into a better order"
        case .mode: "which engines may be considered"
        case .order:
            "the order in which engines are considered; byo stands for openai,anthropic,custom, and named endpoints follow custom"
        case .modelAliases: "names that programs may ask for, and the model that each of them gets"
        case .offline: "nothing may leave this machine"
        case .enforce: "what keeps the promise of being offline: Hearth's own policy, or the operating system too"
        case .redact: "replace names, addresses and numbers before a prompt leaves this machine"
        case .mcpCeiling: "the most private label that programs may read through MCP; each reading is in the ledger"
        case .apiCeiling:
            "the most private label that programs with the server's token may read; each reading is in the ledger"
        case .keepPrompts: "keep the text of prompts in the ledger"
        case .openaiModel: "model asked of OpenAI"
        case .openaiURL: "base URL of OpenAI's interface"
        case .anthropicModel: "model asked of Anthropic"
        case .anthropicURL: "base URL of Anthropic's interface"
        case .customModel: "model asked of your own endpoint"
        case .customURL: "base URL of your own endpoint that speaks OpenAI's protocol"
        case .endpoints: "further endpoints of your own, each with a name, an address and what it may see"
        case .endpointGroups: "endpoints that serve the same model, over which requests are spread"
        case .connectTimeout: "seconds until a connection stands"
        case .firstByteTimeout: "seconds until an answer begins"
        case .totalTimeout: "seconds until an answer has ended"
        case .proxy: "proxy for requests that leave this machine"
        }
    }

    /// The type of the setting's value.
    public var kind: SettingKind {
        switch self {
        case .library: .library
        case .localModel, .embeddingModel, .rerankingModel: .path
        case .embeddingPrefixes: .prefixes
        case .contextLength: .integer(256...1_048_576)
        case .threads: .integer(1...1024)
        case .chatTemplate: .template
        case .modelMemory: .integer(64...16_777_216)
        case .mode: .choice(RoutingMode.allCases.map(\.rawValue))
        case .order: .engines
        case .modelAliases: .aliases
        case .offline, .redact, .keepPrompts: .flag
        case .mcpCeiling, .apiCeiling: .choice(SensitivityLabel.allCases.map(\.rawValue))
        case .enforce: .choice(Settings.Enforcement.allCases.map(\.rawValue))
        case .openaiModel, .anthropicModel, .customModel: .model
        case .openaiURL, .anthropicURL, .customURL: .endpoint
        case .endpoints: .endpoints
        case .endpointGroups: .groups
        case .connectTimeout, .firstByteTimeout, .totalTimeout: .seconds(0.1...86_400)
        case .proxy: .proxy
        }
    }

    /// The setting's value as text, as the command line takes it; `nil` when nothing is set.
    public func text(in settings: Settings) -> String? {
        switch self {
        case .library: settings.library?.description
        case .localModel: settings.localModel
        case .contextLength: settings.contextLength.map(String.init)
        case .threads: settings.threads.map(String.init)
        case .chatTemplate: settings.chatTemplate
        case .modelMemory: settings.modelMemory.map(String.init)
        case .embeddingModel: settings.embeddingModel
        case .embeddingPrefixes: settings.embeddingPrefixes.map(PrefixText.text)
        case .rerankingModel: settings.rerankingModel
        case .mode: settings.mode.rawValue
        case .order: settings.order.map(\.rawValue).joined(separator: ",")
        case .modelAliases: settings.modelAliases.isEmpty ? nil : ModelAliases.text(settings.modelAliases)
        case .offline: String(settings.offline)
        case .enforce: settings.enforce.rawValue
        case .redact: String(settings.redact)
        case .mcpCeiling: settings.mcpCeiling.rawValue
        case .apiCeiling: settings.apiCeiling.rawValue
        case .keepPrompts: String(settings.keepPrompts)
        case .openaiModel: settings.openai.model
        case .openaiURL: settings.openai.baseURL?.absoluteString
        case .anthropicModel: settings.anthropic.model
        case .anthropicURL: settings.anthropic.baseURL?.absoluteString
        case .customModel: settings.custom.model
        case .customURL: settings.custom.baseURL?.absoluteString
        case .endpoints: settings.endpoints.isEmpty ? nil : EndpointText.text(settings.endpoints)
        case .endpointGroups: settings.groups.isEmpty ? nil : GroupText.text(settings.groups)
        case .connectTimeout: SettingValue.seconds(settings.timeouts.connect).text
        case .firstByteTimeout: SettingValue.seconds(settings.timeouts.firstByte).text
        case .totalTimeout: SettingValue.seconds(settings.timeouts.total).text
        case .proxy: settings.proxy?.absoluteString
        }
    }

    /// Puts a value that ``SettingKind/value(_:)`` of this key's ``kind`` made into `settings`.
    func assign(_ value: SettingValue, to settings: inout Settings) {
        switch (self, value) {
        case (.library, .text(let text)): settings.library = try? LibraryAddress(text)
        case (.localModel, .text(let path)): settings.localModel = path
        case (.contextLength, .integer(let count)): settings.contextLength = count
        case (.threads, .integer(let count)): settings.threads = count
        case (.chatTemplate, .text(let name)): settings.chatTemplate = name
        case (.modelMemory, .integer(let megabytes)): settings.modelMemory = megabytes
        case (.embeddingModel, .text(let path)): settings.embeddingModel = path
        case (.embeddingPrefixes, .text(let text)): settings.embeddingPrefixes = PrefixText.parse(text)
        case (.rerankingModel, .text(let path)): settings.rerankingModel = path
        case (.mode, .text(let name)): settings.mode = RoutingMode(rawValue: name) ?? settings.mode
        case (.order, .engines(let engines)): settings.order = engines
        case (.modelAliases, .text(let text)): settings.modelAliases = ModelAliases.parse(text) ?? [:]
        case (.offline, .flag(let isOn)): settings.offline = isOn
        case (.enforce, .text(let name)): settings.enforce = Settings.Enforcement(rawValue: name) ?? settings.enforce
        case (.redact, .flag(let isOn)): settings.redact = isOn
        case (.mcpCeiling, .text(let name)):
            settings.mcpCeiling = SensitivityLabel(rawValue: name) ?? settings.mcpCeiling
        case (.apiCeiling, .text(let name)):
            settings.apiCeiling = SensitivityLabel(rawValue: name) ?? settings.apiCeiling
        case (.keepPrompts, .flag(let isOn)): settings.keepPrompts = isOn
        case (.openaiModel, .text(let name)): settings.openai.model = name
        case (.openaiURL, .url(let url)): settings.openai.baseURL = url
        case (.anthropicModel, .text(let name)): settings.anthropic.model = name
        case (.anthropicURL, .url(let url)): settings.anthropic.baseURL = url
        case (.customModel, .text(let name)): settings.custom.model = name
        case (.customURL, .url(let url)): settings.custom.baseURL = url
        case (.endpoints, .text(let text)): settings.endpoints = EndpointText.parse(text) ?? [:]
        case (.endpointGroups, .text(let text)): settings.groups = GroupText.parse(text) ?? [:]
        case (.connectTimeout, .seconds(let seconds)): settings.timeouts.connect = seconds
        case (.firstByteTimeout, .seconds(let seconds)): settings.timeouts.firstByte = seconds
        case (.totalTimeout, .seconds(let seconds)): settings.timeouts.total = seconds
        case (.proxy, .url(let url)): settings.proxy = url
        default: break  // A test goes through every key, so that none falls through to here.
        }
    }
}
