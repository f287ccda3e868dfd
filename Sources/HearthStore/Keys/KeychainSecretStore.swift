package import Foundation
public import HearthCore

/// Keeps secrets in the Keychain, as generic passwords of one service.
///
/// They stay on this device and can be read after the first unlock, so that background work can open the database.
public struct KeychainSecretStore: SecretStore {
    public let service: String
    private let calls: any KeychainCalls

    package init(service: String, calls: any KeychainCalls) {
        self.service = service
        self.calls = calls
    }

    public var placeDescription: String { "Keychain" }

    /// Whether the system lets this build use the Keychain at all; it asks for nothing that there is.
    package var isOpenToThisBuild: Bool {
        calls.read(service: service, name: "probe").status != KeychainStatus.missingEntitlement
    }

    /// - Throws: ``StoreError`` with the code `no-keychain` where this build may not use it, `secret-store` otherwise.
    public func secret(named name: String) throws -> Secret? {
        try check(name)
        let (status, data) = calls.read(service: service, name: name)
        if status == KeychainStatus.notFound { return nil }
        guard status == KeychainStatus.success, let data else { throw failure("read", status) }
        return Secret(bytes: data)
    }

    public func setSecret(_ secret: Secret, named name: String) throws {
        try check(name)
        let data = Data(secret.exposedBytes())
        var status = calls.update(service: service, name: name, to: data)
        if status == KeychainStatus.notFound { status = calls.add(service: service, name: name, data) }
        guard status == KeychainStatus.success else { throw failure("written", status) }
    }

    public func addSecret(_ secret: Secret, named name: String) throws -> Secret {
        try check(name)
        let status = calls.add(service: service, name: name, Data(secret.exposedBytes()))
        guard status == KeychainStatus.success || status == KeychainStatus.duplicate else {
            throw failure("written", status)
        }
        guard let kept = try self.secret(named: name) else { throw failure("read", KeychainStatus.notFound) }
        return kept
    }

    public func removeSecret(named name: String) throws {
        try check(name)
        let status = calls.delete(service: service, name: name)
        guard status == KeychainStatus.success || status == KeychainStatus.notFound else {
            throw failure("removed", status)
        }
    }

    private func check(_ name: String) throws {
        guard SecretName.isValid(name) else {
            throw StoreError(.secretStore, "“\(name)” is not a name of a secret.")
        }
    }

    private func failure(_ what: String, _ status: Int32) -> StoreError {
        let cause = "\(status): \(calls.words(for: status))"
        guard status != KeychainStatus.missingEntitlement else {
            return StoreError(
                .noKeychain,
                "This build of Hearth may not use the Keychain, because it is not signed for it. Keys can be kept in files.",
                cause: cause)
        }
        return StoreError(
            .secretStore, "The secret could not be \(what) in the Keychain. Unlock it and try again.", cause: cause)
    }
}

/// What Hearth asks of a Keychain: Apple's calls in the program, a fake in tests, which can refuse as an unsigned build is
/// refused. Every status is an `OSStatus`.
package protocol KeychainCalls: Sendable {
    func read(service: String, name: String) -> (status: Int32, data: Data?)
    func update(service: String, name: String, to data: Data) -> Int32
    func add(service: String, name: String, _ data: Data) -> Int32
    func delete(service: String, name: String) -> Int32
    /// The system's own words for a status.
    func words(for status: Int32) -> String
}

/// The answers that mean something to Hearth, with the numbers of Apple's `SecBase.h`.
package enum KeychainStatus {
    package static let success: Int32 = 0
    package static let duplicate: Int32 = -25299
    package static let notFound: Int32 = -25300
    /// `errSecMissingEntitlement`: the data protection Keychain takes only programs that are signed with an identifier, which
    /// a build from a checkout is not.
    package static let missingEntitlement: Int32 = -34018
}
