public import Foundation
public import HearthCore
import HearthPostgres
import HearthTemplates

/// The type of a setting's value, by which a text is validated.
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
    /// What stands before texts: of a query, of a passage, of texts that are compared.
    case prefixes
    /// HTTPS, or HTTP to this machine.
    case endpoint
    /// Endpoints with their names, and what is set of each.
    case endpoints
    /// Groups of endpoints with their names, and what is set of each.
    case groups
    /// HTTP: what passes it is encrypted from here to its end all the same.
    case proxy
    /// `postgres://`, without a password.
    case library

    /// The values that are allowed, in words that end a sentence.
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
                + (Engine.allCases.map(\.rawValue) + ["custom:NAME", "byo"]).joined(separator: ", ") + ")"
        case .aliases:
            "NAME=MODEL pairs separated by commas, up to \(ModelAliases.most), no name twice, none with spaces, "
                + "none that leads back to itself"
        case .prefixes:
            "QUERY|PASSAGE|COMPARED, each up to \(EmbeddingPrefixes.longest) bytes, what is empty at the end left away, or none"
        case .endpoint: "a URL that begins with https:// (http:// only for this machine), without a password or query"
        case .endpoints:
            "NAME=URL entries separated by commas, up to \(EndpointText.most), no name twice; behind the URL may stand model=, "
                + "context=, label=public or label=personal, weight=, parallel=, with spaces between"
        case .groups:
            "NAME=ENDPOINT+ENDPOINT entries separated by commas, up to \(GroupText.most), no name twice; an endpoint may be "
                + "followed by a colon and its weight, and the entry by parallel= and queue=, with spaces between"
        case .proxy: "a URL that begins with http://, without a password, path or query"
        case .library:
            "an address such as postgres://USER@HOST:5432/DATABASE, without a password; ?owner=NAME says whose"
        }
    }

    /// The value that `text` stands for, or `nil` when it is not ``allowed``.
    public func value(_ text: String) -> SettingValue? {
        let most = self == .endpoints || self == .groups ? EndpointText.mostBytes : 4096
        guard !text.isEmpty, text.utf8.count <= most, !text.unicodeScalars.contains(where: \.isControl) else {
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
        case .prefixes: return PrefixText.parse(text).map { .text(PrefixText.text($0)) }
        case .endpoint:
            guard let url = Self.url(text), let host = url.host() else { return nil }
            // By name and number only: looking a name up would itself leave the machine.
            return url.scheme == "https" || HostAddress.isLoopback(host) ? .url(url) : nil
        case .endpoints: return EndpointText.parse(text).map { .text(EndpointText.text($0)) }
        case .groups: return GroupText.parse(text).map { .text(GroupText.text($0)) }
        case .proxy:
            return Self.url(text).flatMap { $0.scheme == "http" && ["", "/"].contains($0.path()) ? .url($0) : nil }
        case .library: return (try? LibraryAddress(text)).map { .text($0.description) }
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

/// What stands before texts for an embedding model, as the value of a setting: `QUERY|PASSAGE|COMPARED`, what is left away at the end
/// empty, and `none` for nothing before any text. Spaces count: e5 wants `query: |passage: |query: `.
enum PrefixText {
    static let none = "none"
    private static let separator: Character = "|"

    /// `nil` where the text is none, or a prefix is too long.
    static func parse(_ text: String) -> EmbeddingPrefixes? {
        guard text.lowercased() != none else { return EmbeddingPrefixes.none }
        let parts = text.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
        guard parts.count <= 3 else { return nil }
        let prefixes = EmbeddingPrefixes(
            query: parts[0], passage: parts.count > 1 ? parts[1] : "", symmetric: parts.count > 2 ? parts[2] : "")
        return prefixes.isSensible ? prefixes : nil
    }

    static func text(_ prefixes: EmbeddingPrefixes) -> String {
        var parts = [prefixes.query, prefixes.passage, prefixes.symmetric]
        while parts.last == "" { parts.removeLast() }
        return parts.isEmpty ? none : parts.joined(separator: String(separator))
    }
}
