import Foundation
public import HearthCore
import HearthModels

/// The services that keys are kept for.
///
/// Each endpoint with a name is a service of its own, with a key of its own, and so is each server of tools.
public enum KeyProvider: Hashable, Sendable, CaseIterable, RawRepresentable, Codable {
    case openai, anthropic, custom, huggingface
    case endpoint(EndpointName)
    /// A server of tools at an address.
    case tools(EndpointName)
    /// The same: what its owner got by signing in there, which nobody types.
    case signIn(EndpointName)
    /// Who says who people are that sign in to this server (``IdentityProvider``).
    case identityProvider(IdentityProvider.ID)

    /// The services that are known without being named. Endpoints and servers of tools are not among them: only settings know those.
    public static let allCases: [KeyProvider] = [.openai, .anthropic, .custom, .huggingface]

    /// The name used on the command line and in files: `openai`; for an endpoint that of its engine, `custom:lab`; for a server of tools
    /// `mcp:web`.
    public init?(rawValue: String) {
        if let known = Self.allCases.first(where: { $0.rawValue == rawValue }) {
            self = known
        } else if let name = Engine(rawValue: rawValue)?.endpointName {
            self = .endpoint(name)
        } else if rawValue.hasPrefix(Self.toolsBefore),
            let name = EndpointName(String(rawValue.dropFirst(Self.toolsBefore.count)))
        {
            self = .tools(name)
        } else if rawValue.hasPrefix(Self.signInBefore),
            let name = EndpointName(String(rawValue.dropFirst(Self.signInBefore.count)))
        {
            self = .signIn(name)
        } else if rawValue == Self.identityName {
            self = .identityProvider(.default)
        } else if rawValue.hasPrefix(Self.identityBefore),
            let id = IdentityProvider.ID(String(rawValue.dropFirst(Self.identityBefore.count))), id != .default
        {
            self = .identityProvider(id)
        } else {
            return nil
        }
    }

    public var rawValue: String {
        switch self {
        case .openai: "openai"
        case .anthropic: "anthropic"
        case .custom: "custom"
        case .huggingface: "huggingface"
        case .endpoint(let name): Engine.endpoint(name).rawValue
        case .tools(let name): Self.toolsBefore + name.text
        case .signIn(let name): Self.signInBefore + name.text
        case .identityProvider(let id): id == .default ? Self.identityName : Self.identityBefore + id.text
        }
    }

    private static let toolsBefore = "mcp:"
    private static let signInBefore = "mcp-sign-in:"
    private static let identityName = "sign-in"
    private static let identityBefore = "sign-in:"

    /// The variable that gives the key for one call, such as `HEARTH_OPENAI_KEY`. The services' own variables, such as
    /// `OPENAI_API_KEY`, are not read: a key that was set for another program is not a wish to send documents there.
    public var variableName: String {
        // Names of endpoints have no underscore, so that two of them never share a variable.
        let words = rawValue.uppercased().replacing(":", with: "_").replacing("-", with: "_")
        return "HEARTH_\(words)_KEY"
    }

    /// What the name of its key begins with; see ``DeploymentEnvironment/secretName(for:)``.
    var keyPrefix: String {
        switch self {
        case .openai, .anthropic, .custom, .huggingface: rawValue + "-key"
        // Two dashes stand in no name of an endpoint: so no environment's name makes one key's name into another's.
        case .endpoint(let name): Self.ownKey.before + name.text + Self.ownKey.behind
        case .tools(let name): Self.ownKey.beforeTools + name.text + Self.ownKey.behind
        case .signIn(let name): Self.ownKey.beforeSignIn + name.text + Self.ownKey.behind
        case .identityProvider(let id):
            id == .default ? Self.identityKey : Self.ownKey.beforeIdentity + id.text + Self.ownKey.behind
        }
    }

    private static let ownKey = (
        before: "own--", beforeTools: "tools--", beforeSignIn: "sign-in--", beforeIdentity: "idp--", behind: "--key"
    )
    private static let identityKey = "accounts--sign-in--key"

    /// The endpoint, the server of tools or the provider of identities whose key has a name, whatever environment it is of; `nil` for a
    /// key of another service.
    init?(ownKey name: String) {
        if name.hasPrefix(Self.identityKey) {
            self = .identityProvider(.default)
            return
        }
        let kinds: [(before: String, make: (String) -> KeyProvider?)] = [
            (Self.ownKey.before, { text in EndpointName(text).map { .endpoint($0) } }),
            (Self.ownKey.beforeTools, { text in EndpointName(text).map { .tools($0) } }),
            (Self.ownKey.beforeSignIn, { text in EndpointName(text).map { .signIn($0) } }),
            (Self.ownKey.beforeIdentity, { text in IdentityProvider.ID(text).map { .identityProvider($0) } }),
        ]
        guard let kind = kinds.first(where: { name.hasPrefix($0.before) }) else { return nil }
        let rest = name.dropFirst(kind.before.count)
        guard let end = rest.range(of: Self.ownKey.behind), let found = kind.make(String(rest[..<end.lowerBound]))
        else { return nil }
        self = found
    }

    /// Whether it is a server that the owner set up, of whose keys nothing is known.
    var isOwnServer: Bool {
        switch self {
        case .custom, .endpoint, .tools, .signIn, .identityProvider: true
        case .openai, .anthropic, .huggingface: false
        }
    }
}

extension KeyProvider {
    /// Where the service's interface is, by the settings; `nil` when no address is set.
    func baseURL(_ settings: Settings) -> URL? {
        switch self {
        case .openai: settings.openai.baseURL ?? OpenAIModel.defaultBaseURL
        case .anthropic: settings.anthropic.baseURL ?? AnthropicModel.defaultBaseURL
        case .custom: settings.custom.baseURL
        case .endpoint(let name): settings.endpoints[name]?.baseURL
        case .huggingface: URL(string: "https://huggingface.co")
        // Their addresses stand in a file of their own; see `KeyVault`.
        case .tools, .signIn, .identityProvider: nil
        }
    }

    /// Where the service is unless somebody moves it; `nil` where only its owner knows.
    var knownOrigin: Origin? {
        switch self {
        case .openai: Origin(OpenAIModel.defaultBaseURL)
        case .anthropic: Origin(AnthropicModel.defaultBaseURL)
        case .custom, .endpoint, .tools, .signIn, .identityProvider: nil
        case .huggingface: URL(string: "https://huggingface.co").flatMap(Origin.init)
        }
    }

    /// The services of known address that a file, and not this call, has moved elsewhere.
    static func moved(_ snapshot: EnvironmentSnapshot) -> Set<KeyProvider> {
        let places: [(KeyProvider, SettingKey)] = [(.openai, .openaiURL), (.anthropic, .anthropicURL)]
        return Set(
            places.compactMap { provider, key in
                switch snapshot.sources[key] {
                case .file, .environment:
                    provider.baseURL(snapshot.settings).flatMap(Origin.init) == provider.knownOrigin ? nil : provider
                default: nil
                }
            })
    }

    /// The services that are known, and the endpoints that the settings name, by their names.
    public static func all(_ settings: Settings) -> [KeyProvider] {
        allCases + settings.endpoints.keys.sorted().map { KeyProvider.endpoint($0) }
    }

    /// The origins of all services that have an address.
    static func origins(_ settings: Settings) -> [KeyProvider: Origin] {
        all(settings).reduce(into: [:]) { $0[$1] = $1.baseURL(settings).flatMap(Origin.init) }
    }
}

/// Parses the text that a person enters as a key.
public enum KeyText {
    /// The longest key that is taken; services' own have about 50 to 200 characters.
    public static let mostBytes = 4096

    /// The key without the line break and spaces around it.
    ///
    /// The message of the error never holds any part of what was given.
    ///
    /// - Throws: ``EngineError`` with the code `usage` when it is empty, too short or too long to be a key of `provider`, or
    ///   has a character that no key has.
    public static func secret(_ bytes: [UInt8], for provider: KeyProvider) throws -> Secret {
        let isSpace = { (byte: UInt8) in byte.isASCIISpace }
        let trimmed = Array(bytes.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
        if case .signIn(let name) = provider {
            throw EngineError(
                .usage, "This is no key to type: it comes of signing in. Nothing was changed.",
                help: [.signIn(server: name.text)])
        }
        guard !trimmed.isEmpty else { throw refused("it is empty") }
        guard trimmed.count <= mostBytes else { throw refused("it is longer than \(mostBytes) characters") }
        guard trimmed.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw refused(
                "it has spaces, control characters or characters beyond ASCII; give one key, and nothing else")
        }
        // Servers of one's own take any word as a key.
        guard provider.isOwnServer || trimmed.count >= 16 else {
            throw refused("it has only \(trimmed.count) characters")
        }
        return Secret(bytes: trimmed)
    }

    /// The last four characters, by which a person tells keys apart; `nil` when that would be much of the key.
    static func lastCharacters(of key: Secret) -> String? {
        guard key.count >= 20 else { return nil }
        return String(decoding: key.exposedBytes().suffix(4), as: UTF8.self)
    }

    /// `text` without what looks like a key of a service, for messages that repeat what a person gave.
    public static func redacting(_ text: String) -> String {
        var result = ""
        var word = ""
        func finish() {
            result += looksLikeKey(word) ? "<redacted>" : word
            word = ""
        }
        for character in text {
            if character.isASCII, character.isLetter || character.isNumber || "-_.+/~".contains(character) {
                word.append(character)
            } else {
                finish()
                result.append(character)
            }
        }
        finish()
        return result
    }

    /// Whether a word begins as the services' keys do and is long enough to be one.
    static func looksLikeKey(_ word: String) -> Bool {
        guard word.utf8.count > 16 else { return false }
        let word = word.lowercased()
        return ["sk-", "sk_", "hf_", "gsk_", "aiza", "xai-"].contains { word.hasPrefix($0) }
    }

    private static func refused(_ why: String) -> EngineError {
        EngineError(.usage, "That is not a key: \(why). Nothing was changed.")
    }
}

// MARK: - Which keys there are

/// `keys.json`: where the keys of services are kept and since when. Never the keys.
struct KeyIndex: Sendable {
    struct Entry: Hashable, Sendable {
        var place: KeyPlace
        var date: Date
        /// The only place that the key may be sent to, as ``HearthCore/Origin`` writes it; `nil` until an address is set.
        var origin: String?
    }

    private let file: JSONFile

    init(folder: URL) { file = JSONFile(folder.appendingPathComponent("keys.json")) }

    func read() throws -> [String: Entry] { try Self.entries(in: file.read()) }

    func update(_ change: (inout [String: Entry]) -> Void) throws {
        try file.update { object in
            let before = try Self.entries(in: object)
            var after = before
            change(&after)
            for name in before.keys where after[name] == nil { object[name] = nil }
            for (name, entry) in after where before[name] != entry {
                var members = JSONObject([
                    ("place", .string(entry.place.rawValue)), ("set", .string(entry.date.formatted(.iso8601))),
                ])
                members["origin"] = entry.origin.map { .string($0) }
                object[name] = .object(members)
            }
        }
    }

    func remove() throws { try file.remove() }

    private static func entries(in object: JSONObject) throws -> [String: Entry] {
        var entries: [String: Entry] = [:]
        for (name, value) in object {
            guard SecretName.isValid(name), let place = value["place"]?.stringValue.flatMap(KeyPlace.init) else {
                continue
            }
            let date = value["set"]?.stringValue.flatMap { try? Date($0, strategy: .iso8601) }
            entries[name] = Entry(
                place: place, date: date ?? .distantPast, origin: value["origin"]?.stringValue)
        }
        return entries
    }
}

/// A kind of place that keeps the keys of services.
public enum KeyPlace: String, Sendable, CaseIterable, Codable {
    /// The Keychain of an Apple platform.
    case keychain
    /// The desktop's secret service: GNOME Keyring, KWallet.
    case secretService = "secret-service"
    /// A file in the data folder, encrypted under a key file beside it.
    case file

    /// In words, for a person.
    public var description: String {
        switch self {
        case .keychain: "Keychain"
        case .secretService: "secret service"
        case .file: "encrypted file"
        }
    }
}
