import Foundation
import HearthCore
import HearthModels

/// The result of showing a key to its service.
public struct KeyValidation: Hashable, Sendable {
    public var host: String
    /// Whether the service knows the key and lets it be used: also where it has had enough of us for now.
    public var isValid: Bool
    /// The status of its answer.
    public var status: Int
    /// The result in words, with what to do about it.
    public var message: String
}

extension Hearth.Privacy {
    /// Shows a service its key, once, by asking for its list of models. It happens only when a user asks for it, and is in
    /// the ledger with the purpose `probe`.
    ///
    /// - Throws: ``EngineError`` `no-key`, `usage` or, for a program, `owner-only`, and what the provider and the transport throw: `refused-by-policy` when
    ///   offline.
    public func validateKey(of provider: KeyProvider) async throws -> KeyValidation {
        try Reader.requireOwner(for: "Showing a service its key", of: .server)
        switch provider {
        case .tools, .signIn:
            throw EngineError(.usage, "A server of tools is shown its key when it is asked for its tools.")
        case .identityProvider:
            throw EngineError(.usage, "Who lets people in is shown its secret when somebody signs in.")
        case .openai, .anthropic, .custom, .huggingface, .endpoint: break
        }
        let resources = try await hearth.current()
        let snapshot = resources.snapshot
        guard let key = try await BlockingWork.run({ try KeyVault(snapshot).key(for: provider) }) else {
            throw EngineError(
                .noKey, "There is no key for \(provider.rawValue).", help: [.giveKey(service: provider.rawValue)])
        }
        guard let origin = provider.baseURL(snapshot.settings).flatMap(Origin.init) else {
            let setting = Engine(rawValue: provider.rawValue)?.setting("url") ?? "\(provider.rawValue)-url"
            throw EngineError(
                .usage, "The service \(provider.rawValue) has no address.", help: [.set(setting: setting)])
        }
        let engines = try await resources.engines()
        do {
            return try await resources.library().errand(
                "probe", host: origin.host, engine: Engine(rawValue: provider.rawValue)
            ) { record in
                switch provider {
                case .openai: _ = try await engines.openai().availableModels(ledgerRecord: record)
                case .anthropic: _ = try await engines.anthropic().availableModels(ledgerRecord: record)
                case .custom:
                    guard let custom = engines.custom() as? any ProbeableProvider else {
                        throw EngineError(
                            .usage,
                            "No endpoint can be asked: it needs an address, a model and the network.",
                            help: [.set(setting: "custom-url"), .set(setting: "custom-model")])
                    }
                    _ = try await custom.availableModels(ledgerRecord: record)
                case .endpoint, .tools, .signIn, .identityProvider:
                    guard let endpoint = engines.askable(provider) else {
                        throw EngineError(
                            .usage, "The endpoint cannot be asked: it needs an address and the network.",
                            help: [.set(setting: "endpoints")])
                    }
                    _ = try await endpoint.availableModels(ledgerRecord: record)
                case .huggingface:
                    let status = try await engines.transport.status(
                        for: key, of: origin, at: "api/whoami-v2", ledgerRecord: record)
                    if let told = KeyValidation(status: status, host: origin.host) { return told }
                    throw EngineError(.serviceFailed, "\(origin.host) answered with status \(status); try again later.")
                }
                return .accepted(by: origin.host)
            }
        } catch let error as any ReadableError where error.kind == .rateLimited {
            // The transport gives up where the wait is longer than it may be.
            return KeyValidation(status: 429, host: origin.host, said: error.message)
                ?? .accepted(by: origin.host)
        } catch let error as ProviderError {
            guard let status = error.status,
                let told = KeyValidation(status: status, host: origin.host, said: error.message)
            else { throw error }
            return told
        }
    }
}

extension KeyValidation {
    static func accepted(by host: String) -> KeyValidation {
        KeyValidation(host: host, isValid: true, status: 200, message: "\(host) accepts the key.")
    }

    /// What a status says about the key; `nil` when it says nothing about it.
    ///
    /// - Parameter said: The service's own words, with what to do.
    init?(status: Int, host: String, said: String? = nil) {
        switch status {
        case 200..<300: self = .accepted(by: host)
        case 401:
            self.init(
                host: host, isValid: false, status: status,
                message:
                    "\(host) does not accept the key; set another one.")
        case 403:
            self.init(
                host: host, isValid: false, status: status,
                message: said
                    ?? "\(host) does not permit this request: the region or the rights of the key may be why.")
        case 402, 429:
            self.init(
                host: host, isValid: true, status: status,
                message: "\(host) accepts the key, and answers nothing now: "
                    + (said ?? "it is asked more often than it allows. Ask again in a while."))
        default: return nil
        }
    }
}

extension HTTPTransport {
    /// Shows a key to a service that is no engine, and so has no provider that would do it.
    ///
    /// - Returns: The status of the answer.
    fileprivate func status(
        for key: Secret, of origin: Origin, at path: String, ledgerRecord: Int
    ) async throws -> Int {
        guard let url = URL(string: origin.description)?.appending(path: path) else {
            throw EngineError(.usage, "The address \(origin) cannot be asked; correct it in the settings.")
        }
        let response = try await send(
            HTTPRequest(
                .get, url,
                credential: Credential(header: "Authorization", prefix: "Bearer ", key: key, origin: origin),
                ledgerRecord: ledgerRecord, purpose: "probe", maximumResponseBytes: 1 << 20, mayRetry: false))
        await response.body.discardRest()
        return response.status
    }
}
