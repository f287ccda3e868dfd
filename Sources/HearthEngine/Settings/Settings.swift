public import Foundation
public import HearthCore
import HearthModels

/// What a person has set, every layer taken together. Secrets are never among it.
///
/// Made once for each call by ``SettingsLoader``, and not changed afterwards. What each setting means, may hold and is
/// called stands in ``SettingKey``; its default stands here.
public struct Settings: Hashable, Sendable {
    /// The GGUF file of the local chat model; `nil` when there is none.
    public var localModel: String?
    /// Tokens of the local model's window; `nil` takes the model's own, at most 8,192 to bound memory.
    public var contextLength: Int?
    /// Threads for local models; `nil` takes one for each physical core.
    public var threads: Int?
    /// The name of a family of chat templates, or the path of a file with one in Jinja; `nil` takes the template of the local
    /// model's file, or else the family that the file tells.
    public var chatTemplate: String?
    /// Megabytes for all local models together; `nil` takes all of this machine's but a tenth.
    public var modelMemory: Int?
    /// The GGUF file of the embedding model; `nil` takes the one that set-up brought.
    public var embeddingModel: String?
    /// What is put before texts for the embedding model; `nil` takes what is known of the model.
    public var embeddingPrefixes: EmbeddingPrefixes?
    /// The GGUF file of the model that reranks what a search found; `nil` leaves the order as the search made it.
    public var rerankingModel: String?

    /// Which engines may be considered at all.
    public var mode = RoutingMode.auto
    /// The order in which engines are considered, and in which they stand in for each other.
    public var order: [Engine] = RoutingPolicy.defaultOrder
    /// Names that programs may ask for, and the model that each of them gets.
    public var modelAliases: [String: String] = [:]
    /// Nothing may leave this machine.
    public var offline = false
    /// What keeps the promise of being offline.
    public var enforce = Enforcement.policy
    /// Whether names, addresses and numbers are replaced before a prompt leaves the machine.
    public var redact = false
    /// The strictest label that clients of the Model Context Protocol may read.
    public var mcpCeiling = SensitivityLabel.personal
    /// The strictest label that programs with the server's token may read.
    public var apiCeiling = SensitivityLabel.personal
    /// Whether the ledger also holds the text of prompts.
    public var keepPrompts = false

    public var openai = Endpoint(model: OpenAIModel.defaultModelID, baseURL: OpenAIModel.defaultBaseURL)
    public var anthropic = Endpoint(model: AnthropicModel.defaultModelID, baseURL: AnthropicModel.defaultBaseURL)
    /// Any service that speaks OpenAI's protocol, such as Ollama or llama-server.
    public var custom = Endpoint()

    public var timeouts = Timeouts()
    /// The proxy for requests that leave the machine; `nil` connects directly. Variables such as `https_proxy` do not count.
    public var proxy: URL?

    public init() {}

    /// What keeps the promise of being offline.
    public enum Enforcement: String, Sendable, CaseIterable {
        /// The router and the transport refuse.
        case policy
        /// The operating system refuses too.
        case kernel
    }

    /// A service and the model that is asked for there.
    public struct Endpoint: Hashable, Sendable {
        /// `nil` when none is set.
        public var model: String?
        /// `nil` when none is set. HTTPS, unless the host is this machine.
        public var baseURL: URL?

        public init(model: String? = nil, baseURL: URL? = nil) {
            self.model = model
            self.baseURL = baseURL
        }
    }

    /// How long a request to another host may take, in seconds.
    public struct Timeouts: Hashable, Sendable {
        /// Until the connection stands, TLS included.
        public var connect = 10.0
        /// Until the first byte of the answer; models that reason first are silent for long.
        public var firstByte = 120.0
        /// Until the last byte.
        public var total = 600.0

        public init() {}
    }

    /// The settings of a data folder, with its current environment and the variables of this process.
    ///
    /// - Throws: ``EngineError`` with the code `bad-settings`; see ``SettingsLoader/load()``.
    public static func load(from folder: URL) throws -> Settings {
        try SettingsLoader(folder: folder).load().settings
    }
}

extension Settings {
    /// ``modelMemory`` in bytes.
    var modelBytes: UInt64? {
        modelMemory.map { UInt64(clamping: $0).multipliedReportingOverflow(by: 1_000_000).partialValue }
    }

    /// Has the kernel deny the network where these settings ask for it. It cannot be taken back in this process, also by
    /// switching to other settings.
    ///
    /// - Throws: ``EngineError`` with the code `offline-unsupported`.
    public func enforceInKernel() throws {
        let staysHere = offline || mode == .localOnly || mode == .appleOnly
        // Done once for a process, however often it is asked for.
        if enforce == .kernel, staysHere { try KernelOffline.enforce() }
    }
}
