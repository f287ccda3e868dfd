import Foundation
import HearthCore
import HearthModels
import HearthStore

/// What a service said when it was shown a key.
public struct KeyValidation: Hashable, Sendable {
    public var host: String
    public var isValid: Bool
    /// What happened, and what to do about it.
    public var message: String
}

extension Hearth {
    /// Shows a service its key, once, by asking for its list of models. It happens only when a user asks for it, and is in
    /// the ledger with the purpose `probe`.
    ///
    /// - Throws: ``EngineError`` `no-key` or `usage`, and what the provider and the transport throw: `refused-by-policy` when
    ///   offline.
    public func validateKey(of provider: KeyProvider) async throws -> KeyValidation {
        let parts = try current()
        let snapshot = parts.snapshot
        guard let key = try await BlockingWork.run({ try KeyVault(snapshot).key(for: provider) }) else {
            throw EngineError(
                code: "no-key",
                message: "There is no key for \(provider.rawValue); `hearth keys set \(provider.rawValue)` stores one.")
        }
        guard let origin = provider.baseURL(snapshot.settings).flatMap(Origin.init) else {
            throw EngineError(
                code: "usage",
                message: "The service \(provider.rawValue) has no address; set one with "
                    + "`hearth settings set \(provider.rawValue)-url URL`.")
        }
        let engines = try await parts.engines()
        do {
            let isAccepted = try await parts.database().errand(
                "probe", host: origin.host, engine: Engine(rawValue: provider.rawValue)
            ) { record in
                switch provider {
                case .openai: _ = try await engines.openai().availableModels(ledgerRecord: record)
                case .anthropic: _ = try await engines.anthropic().availableModels(ledgerRecord: record)
                case .custom:
                    guard let custom = engines.custom() as? any ProbeableProvider else {
                        throw EngineError(
                            code: "usage",
                            message:
                                "No endpoint can be asked; set `custom-url` and `custom-model`, and leave out --offline."
                        )
                    }
                    _ = try await custom.availableModels(ledgerRecord: record)
                case .huggingface:
                    return try await engines.transport.accepts(
                        key, of: origin, at: "api/whoami-v2", ledgerRecord: record)
                }
                return true
            }
            guard isAccepted else { return .refused(provider, by: origin.host) }
            return KeyValidation(host: origin.host, isValid: true, message: "\(origin.host) accepts the key.")
        } catch let error as ProviderError where error.status == 401 || error.status == 403 {
            return .refused(provider, by: origin.host)
        }
    }
}

extension KeyValidation {
    fileprivate static func refused(_ provider: KeyProvider, by host: String) -> KeyValidation {
        KeyValidation(
            host: host, isValid: false,
            message: "\(host) does not accept the key; store another one with `hearth keys set \(provider.rawValue)`.")
    }
}

extension HTTPTransport {
    /// Shows a key to a service that is no engine, and so has no provider that would do it.
    ///
    /// - Throws: ``EngineError`` `service-failed` when the answer says nothing about the key.
    fileprivate func accepts(_ key: Secret, of origin: Origin, at path: String, ledgerRecord: Int) async throws -> Bool
    {
        guard let url = URL(string: origin.description)?.appending(path: path) else { return false }
        let response = try await send(
            HTTPRequest(
                .get, url,
                credential: Credential(header: "Authorization", prefix: "Bearer ", key: key, origin: origin),
                ledgerRecord: ledgerRecord, purpose: "probe", maximumResponseBytes: 1 << 20, mayRetry: false))
        await response.body.discardRest()
        switch response.status {
        case 200..<300: return true
        case 401, 403: return false
        default:
            throw EngineError(
                code: "service-failed",
                message: "\(origin.host) answered with status \(response.status); try again later.")
        }
    }
}
