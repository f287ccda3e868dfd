public import Foundation
public import HearthCore
import HearthModels
public import HearthPostgres

/// What a person has set, every layer taken together. Secrets are never among it.
///
/// Made once for each call by ``SettingsLoader``, and not changed afterwards. What each setting means, may hold and is
/// called stands in ``SettingKey``; its default stands here.
public struct Settings: Hashable, Sendable {
    /// Where the library is in PostgreSQL; `nil` for the encrypted file in the data folder.
    public var library: LibraryAddress?
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
    /// The prefixes for the embedding model; `nil` takes those that are known for the model.
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
    /// The mechanism that enforces offline mode.
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
    /// Further ones of that kind, by the names that their owner gave them.
    public var endpoints: [EndpointName: NamedEndpoint] = [:]
    /// Endpoints that serve the same model, by the names of their groups.
    public var groups: [EndpointName: NamedGroup] = [:]

    public var timeouts = Timeouts()
    /// The proxy for requests that leave the machine; `nil` connects directly. Variables such as `https_proxy` do not count.
    public var proxy: URL?

    public init() {}

    /// The mechanisms that enforce offline mode.
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

    /// Time limits of requests to other hosts, in seconds.
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

// MARK: - Changes

/// Where a setting is kept that a person can change.
public enum SettingPlace: Hashable, Sendable, CustomStringConvertible {
    /// `settings.json`, from which every environment starts.
    case file
    /// The values of one environment, which hold in no other.
    case environment(name: String)

    public var description: String {
        switch self {
        case .file: "settings.json"
        case .environment(let name): "the environment \(name)"
        }
    }

    /// Where a change of `key` belongs that is made in an environment.
    ///
    /// - Parameter isNamed: Whether a person named the environment for this change.
    static func of(_ key: SettingKey, in environment: DeploymentEnvironment, isNamed: Bool) -> SettingPlace {
        let isFirst = environment.name == DeploymentEnvironment.development
        return isFirst && !isNamed && environment.values[key] == nil ? .file : .environment(name: environment.name)
    }
}

extension Settings {
    /// The other machine that the library is on, with its port where that is not PostgreSQL's own; `nil` where it is on this one.
    public var libraryElsewhere: String? { library.flatMap { $0.isLocal ? nil : $0.origin } }

    /// Where the library is that somebody with an account has: of a PostgreSQL the rows of an owner of their own.
    mutating func nameLibrary(of home: PersonHome) { library?.owner = home.owner }
}

/// Writes settings, and decides for everyone who does (the command, the interface, the page, the choice of a model) where a
/// value goes.
///
/// What is changed in one environment changes no other, except that all start from what holds in `development`:
/// - in an environment that was chosen, such as `production`, among its values;
/// - in `development`, which is what there is before anybody chose anything, to `settings.json`, unless it has a value of its
///   own, which stands above the file;
/// - in an environment that is named for the change, among its values, whichever it is.
public struct SettingsEditor: Sendable {
    public let folder: URL
    private let environment: String
    private let isNamed: Bool

    /// - Parameters:
    ///   - folder: The base data folder.
    ///   - environment: The environment that is in use.
    public init(folder: URL, environment: String) {
        self.folder = folder
        self.environment = environment
        isNamed = false
    }

    /// - Parameter named: The environment that a person named for this change; `nil` takes the one that
    ///   `hearth environment use` chose.
    /// - Throws: ``EngineError`` with the code `bad-settings` when `environments.json` is not valid.
    public init(folder: URL, named: String?) throws {
        self.folder = folder
        environment = try named ?? EnvironmentRegistry(folder: folder).load().current
        isNamed = named != nil
    }

    /// Where a change of `key` is written.
    ///
    /// - Throws: ``EngineError`` `usage` when there is no such environment, `bad-settings`.
    public func place(of key: SettingKey) throws -> SettingPlace {
        .of(key, in: try EnvironmentRegistry(folder: folder).load().environment(named: environment), isNamed: isNamed)
    }

    /// Sets a value.
    ///
    /// - Returns: Where it was written.
    /// - Throws: ``EngineError`` with the code `usage` when the value is not allowed.
    @discardableResult
    public func set(_ key: SettingKey, to text: String) throws -> SettingPlace {
        let place = try place(of: key)
        switch place {
        case .file: try SettingsFile(folder: folder).set(key, to: text)
        case .environment(let name): try EnvironmentRegistry(folder: folder).set(key, to: text, in: name)
        }
        return place
    }

    /// Sets several values: all of them, or none where one is refused.
    ///
    /// - Throws: As ``set(_:to:)``.
    public func set(_ values: [SettingKey: String]) throws {
        // Those of another place as well, before the first is written.
        _ = try SettingsFile.checked(values)
        let environment = try EnvironmentRegistry(folder: folder).load().environment(named: environment)
        var byPlace: [SettingPlace: [SettingKey: String]] = [:]
        for (key, text) in values {
            byPlace[.of(key, in: environment, isNamed: isNamed), default: [:]][key] = text
        }
        for (place, values) in byPlace {
            switch place {
            case .file: try SettingsFile(folder: folder).set(values)
            case .environment(let name): try EnvironmentRegistry(folder: folder).set(values, in: name)
            }
        }
    }

    /// Takes a value out, so that the next weaker one holds again.
    ///
    /// - Returns: Where it was taken out; `nil` when there was none in the place that this environment may change.
    @discardableResult
    public func unset(_ key: SettingKey) throws -> SettingPlace? {
        let place = try place(of: key)
        switch place {
        case .file:
            let file = SettingsFile(folder: folder)
            // A value that cannot be read may be what is to be taken out.
            let isThere = (try? file.read().values[key] != nil) ?? true
            try file.unset(key)
            return isThere ? place : nil
        case .environment(let name):
            let registry = EnvironmentRegistry(folder: folder)
            let isThere = try registry.load().environment(named: name).values[key] != nil
            if isThere { try registry.set(key, to: nil, in: name) }
            return isThere ? place : nil
        }
    }
}
