import Foundation
import HearthCore
import HearthModels
import HearthStore

/// What a service said when it was shown a key.
public struct KeyValidation: Hashable, Sendable {
    public var host: String
    /// The status of the answer, as HTTP counts it.
    public var status: Int
    public var isValid: Bool
    /// What happened, and what to do about it.
    public var message: String
}

extension Hearth {
    /// Shows a service its key, once, by asking for its list of models. It happens only when a user asks for it, and is in
    /// the ledger with the purpose `probe`.
    ///
    /// - Throws: ``EngineError`` `no-key` or `usage`, and what the transport throws: `refused-by-policy` when offline.
    public func validateKey(of provider: KeyProvider) async throws -> KeyValidation {
        let snapshot = environments.current
        guard let key = try KeyVault(snapshot).key(for: provider) else {
            throw EngineError(
                code: "no-key",
                message: "There is no key for \(provider.rawValue); `hearth keys set \(provider.rawValue)` stores one.")
        }
        let probe = try KeyProbe(provider, settings: snapshot.settings)
        guard let origin = Origin(probe.url) else {
            throw EngineError(
                code: "usage", message: "The address of \(provider.rawValue) is not valid; set another one.")
        }
        let record = try await database().append(
            LedgerEntry(
                kind: .decision, time: Date(), engine: Engine(rawValue: provider.rawValue), host: probe.url.host(),
                purpose: "probe"))
        let response = try await transport().send(
            HTTPRequest(
                .get, probe.url, headers: probe.headers,
                credential: Credential(header: probe.header, prefix: probe.prefix, key: key, origin: origin),
                ledgerRecord: record, purpose: "probe", maximumResponseBytes: 4 << 20, mayRetry: false))
        for try await _ in response.body {}
        return probe.validation(response.status)
    }
}

/// Where a key is shown to its service, and how.
private struct KeyProbe {
    let provider: KeyProvider
    let url: URL
    let header: String
    let prefix: String
    let headers: [(name: String, value: String)]

    init(_ provider: KeyProvider, settings: Settings) throws {
        self.provider = provider
        guard let base = provider.baseURL(settings) else {
            throw EngineError(
                code: "usage", message: "No endpoint is set; `hearth settings set custom-url URL` sets one.")
        }
        switch provider {
        case .openai, .custom:
            url = base.appending(path: "models")
            (header, prefix, headers) = ("Authorization", "Bearer ", [])
        case .anthropic:
            url = base.appending(path: "models")
            (header, prefix, headers) = ("x-api-key", "", [("anthropic-version", "2023-06-01")])
        case .huggingface:
            url = base.appending(path: "api/whoami-v2")
            (header, prefix, headers) = ("Authorization", "Bearer ", [])
        }
    }

    func validation(_ status: Int) -> KeyValidation {
        let host = url.host() ?? ""
        let (isValid, message) =
            switch status {
            case 200..<300: (true, "\(host) accepts the key.")
            case 401, 403: (false, "\(host) does not accept the key; store another one.")
            case 404: (false, "\(host) has no list of models at \(url.path()); check the address.")
            case 429: (true, "\(host) knows the key and asks to slow down.")
            default: (false, "\(host) answered with status \(status); try again later.")
            }
        return KeyValidation(host: host, status: status, isValid: isValid, message: message)
    }
}
