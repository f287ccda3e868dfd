public import Foundation
public import HearthCore
import HearthTemplates

/// The settings there are: the one table from which the file, the variables, the flags and the help are made.
///
/// The raw value is the name on the command line. In `settings.json` it is written in camel case (``fileName``), in the
/// environment in capitals after `HEARTH_` (``variableName``).
public enum SettingKey: String, Sendable, CaseIterable {
    case localModel = "local-model"
    case contextLength = "context-length"
    case threads
    case chatTemplate = "chat-template"
    case modelMemory = "model-memory"
    case embeddingModel = "embedding-model"
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
    case connectTimeout = "connect-timeout"
    case firstByteTimeout = "first-byte-timeout"
    case totalTimeout = "total-timeout"
    case proxy

    /// Whether only the owner may set it, on the page or on the command line, and no program.
    public var isOwners: Bool { self == .mcpCeiling || self == .apiCeiling }

    /// `local-model` as `localModel`.
    public var fileName: String {
        let words = rawValue.split(separator: "-")
        return words.dropFirst().reduce(words.first.map(String.init) ?? "") {
            $0 + $1.prefix(1).uppercased() + $1.dropFirst()
        }
    }

    /// `local-model` as `HEARTH_LOCAL_MODEL`.
    public var variableName: String { "HEARTH_" + rawValue.uppercased().replacing("-", with: "_") }

    /// What it does, in a line.
    public var summary: String {
        switch self {
        case .localModel: "GGUF file of the local chat model"
        case .contextLength: "tokens of the local model's window (default: the model's own, at most 8192)"
        case .threads: "threads for local models (default: one for each core)"
        case .chatTemplate:
            "how conversations are laid out for the local model, where its file has no template or a wrong one"
        case .modelMemory:
            "megabytes for all local models together (default: all of this machine's but a tenth); what was used "
                + "least recently is unloaded"
        case .embeddingModel: "GGUF file of the embedding model (default: the one that set-up brought)"
        case .rerankingModel: "GGUF file of a model that puts what a search found into a better order"
        case .mode: "which engines may be considered"
        case .order: "the order in which engines are considered; byo stands for openai,anthropic,custom"
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
        case .connectTimeout: "seconds until a connection stands"
        case .firstByteTimeout: "seconds until an answer begins"
        case .totalTimeout: "seconds until an answer has ended"
        case .proxy: "proxy for requests that leave this machine"
        }
    }

    /// What a value must look like.
    public var kind: SettingKind {
        switch self {
        case .localModel, .embeddingModel, .rerankingModel: .path
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
        case .connectTimeout, .firstByteTimeout, .totalTimeout: .seconds(0.1...86_400)
        case .proxy: .proxy
        }
    }

    /// The setting's value as text, as the command line takes it; `nil` when nothing is set.
    public func text(in settings: Settings) -> String? {
        switch self {
        case .localModel: settings.localModel
        case .contextLength: settings.contextLength.map(String.init)
        case .threads: settings.threads.map(String.init)
        case .chatTemplate: settings.chatTemplate
        case .modelMemory: settings.modelMemory.map(String.init)
        case .embeddingModel: settings.embeddingModel
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
        case .connectTimeout: SettingValue.seconds(settings.timeouts.connect).text
        case .firstByteTimeout: SettingValue.seconds(settings.timeouts.firstByte).text
        case .totalTimeout: SettingValue.seconds(settings.timeouts.total).text
        case .proxy: settings.proxy?.absoluteString
        }
    }

    /// Puts a value that ``SettingKind/value(_:)`` of this key's ``kind`` made into `settings`.
    func assign(_ value: SettingValue, to settings: inout Settings) {
        switch (self, value) {
        case (.localModel, .text(let path)): settings.localModel = path
        case (.contextLength, .integer(let count)): settings.contextLength = count
        case (.threads, .integer(let count)): settings.threads = count
        case (.chatTemplate, .text(let name)): settings.chatTemplate = name
        case (.modelMemory, .integer(let megabytes)): settings.modelMemory = megabytes
        case (.embeddingModel, .text(let path)): settings.embeddingModel = path
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
        case (.connectTimeout, .seconds(let seconds)): settings.timeouts.connect = seconds
        case (.firstByteTimeout, .seconds(let seconds)): settings.timeouts.firstByte = seconds
        case (.totalTimeout, .seconds(let seconds)): settings.timeouts.total = seconds
        case (.proxy, .url(let url)): settings.proxy = url
        default: break  // A test goes through every key, so that none falls through to here.
        }
    }
}

// MARK: - Kinds of values

/// What the value of a setting must look like.
public enum SettingKind: Hashable, Sendable {
    case path
    /// The name of a family of chat templates, or the path of a file with one.
    case template
    /// The name of a model at a service.
    case model
    case integer(ClosedRange<Int>)
    case seconds(ClosedRange<Double>)
    case flag
    case choice([String])
    /// Names of engines, separated by commas, none twice.
    case engines
    /// Names of models and what each of them leads to.
    case aliases
    /// HTTPS, or HTTP to this machine.
    case endpoint
    /// HTTP: what passes it is encrypted from here to its end all the same.
    case proxy

    /// What is allowed, as the end of a sentence.
    public var allowed: String {
        switch self {
        case .path: "the path of a file"
        case .template:
            "a family of templates (such as phi-3, llama3, chatml, mistral, gemma or alpaca) or "
                + "the path of a file with a template in Jinja"
        case .model: "the name of a model, up to 200 characters without spaces"
        case .integer(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
        case .seconds(let range):
            "seconds from \(range.lowerBound) to \(SettingValue.seconds(range.upperBound).text)"
        case .flag: "true or false"
        case .choice(let names): names.joined(separator: ", ")
        case .engines:
            "names of engines separated by commas, none twice ("
                + (Engine.allCases.map(\.rawValue) + ["byo"]).joined(separator: ", ") + ")"
        case .aliases:
            "NAME=MODEL pairs separated by commas, up to \(ModelAliases.most), no name twice, none with spaces, "
                + "none that leads back to itself"
        case .endpoint: "a URL that begins with https:// (http:// only for this machine), without a password or query"
        case .proxy: "a URL that begins with http://, without a password, path or query"
        }
    }

    /// The value that `text` stands for, or `nil` when it is not ``allowed``.
    public func value(_ text: String) -> SettingValue? {
        guard !text.isEmpty, text.utf8.count <= 4096, !text.unicodeScalars.contains(where: \.isControl) else {
            return nil
        }
        switch self {
        case .path: return .text(text)
        case .template:
            // A word without a slash or an ending was meant as a name; one that is none would fail at the first answer.
            let isPath = text.contains("/") || text.contains(".")
            guard isPath || TemplateFamily(commonName: text) != nil else { return nil }
            return .text(text)
        case .model:
            guard text.utf8.count <= 200, !text.contains(where: \.isWhitespace) else { return nil }
            return .text(text)
        case .integer(let range): return Int(text).flatMap { range.contains($0) ? .integer($0) : nil }
        case .seconds(let range): return Double(text).flatMap { range.contains($0) ? .seconds($0) : nil }
        case .flag:
            switch text.lowercased() {
            case "true", "yes", "on", "1": return .flag(true)
            case "false", "no", "off", "0": return .flag(false)
            default: return nil
            }
        case .choice(let names):
            // `localOnly`, `local-only` and `localonly` are the same to a person.
            let plain = { (name: String) in name.lowercased().replacing("-", with: "") }
            return names.first { plain($0) == plain(text) }.map { .text($0) }
        case .engines: return Self.engines(text).map { .engines($0) }
        case .aliases: return ModelAliases.parse(text).map { .text(ModelAliases.text($0)) }
        case .endpoint:
            guard let url = Self.url(text), let host = url.host() else { return nil }
            // By name and number only: looking a name up would itself leave the machine.
            return url.scheme == "https" || HostAddress.isLoopback(host) ? .url(url) : nil
        case .proxy:
            return Self.url(text).flatMap { $0.scheme == "http" && ["", "/"].contains($0.path()) ? .url($0) : nil }
        }
    }

    private static func engines(_ text: String) -> [Engine]? {
        var engines: [Engine] = []
        for name in text.split(separator: ",", omittingEmptySubsequences: false) {
            let name = name.trimmingCharacters(in: .whitespaces).lowercased()
            let named = name == "byo" ? Engine.allCases.filter(\.isRemote) : Engine(rawValue: name).map { [$0] } ?? []
            guard !named.isEmpty, named.allSatisfy({ !engines.contains($0) }) else { return nil }
            engines += named
        }
        return engines
    }

    private static func url(_ text: String) -> URL? {
        guard let url = URL(string: text, encodingInvalidCharacters: false),
            let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let host = url.host(), !host.isEmpty, url.user() == nil, url.password() == nil,
            url.query() == nil, url.fragment() == nil, (url.port.map { (1...65_535).contains($0) } ?? true)
        else { return nil }
        guard scheme != url.scheme else { return url }
        var parts = URLComponents(url: url, resolvingAgainstBaseURL: false)
        parts?.scheme = scheme
        return parts?.url
    }
}

/// A value that was found to be allowed.
public enum SettingValue: Hashable, Sendable {
    case text(String)
    case integer(Int)
    case seconds(Double)
    case flag(Bool)
    case engines([Engine])
    case url(URL)

    /// The value as the command line takes it.
    public var text: String {
        switch self {
        case .text(let text): text
        case .integer(let number): String(number)
        case .seconds(let seconds):
            seconds == seconds.rounded() && abs(seconds) < 1e9 ? String(Int(seconds)) : String(seconds)
        case .flag(let isOn): String(isOn)
        case .engines(let engines): engines.map(\.rawValue).joined(separator: ",")
        case .url(let url): url.absoluteString
        }
    }

    /// The value as `settings.json` holds it.
    var json: JSONValue {
        switch self {
        case .integer(let number): .number(JSONNumber(number))
        case .seconds: JSONNumber(text).map { .number($0) } ?? .string(text)
        case .flag(let isOn): .bool(isOn)
        case .engines(let engines): .array(engines.map { .string($0.rawValue) })
        case .text, .url: .string(text)
        }
    }
}

extension Unicode.Scalar {
    /// C0, DEL and C1.
    var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}
