#if canImport(Security)
import Foundation
public import HearthCore
import Security

/// Keeps secrets in the Keychain, as generic passwords of one service.
///
/// They stay on this device and can be read after the first unlock, so that background work can open the database.
public struct KeychainSecretStore: SecretStore {
    public let service: String

    public init(service: String = "hearth") {
        self.service = service
    }

    public var placeDescription: String { "Keychain" }

    public func secret(named name: String) throws -> Secret? {
        var query = try item(name)
        query[kSecReturnData] = true
        query[kSecMatchLimit] = kSecMatchLimitOne
        var result: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &result)
        if status == errSecItemNotFound { return nil }
        guard status == errSecSuccess, let data = result as? Data else { throw failure("read", status) }
        return Secret(bytes: data)
    }

    public func setSecret(_ secret: Secret, named name: String) throws {
        let data = Data(secret.exposedBytes())
        let status = SecItemUpdate(try item(name) as CFDictionary, [kSecValueData: data] as CFDictionary)
        if status == errSecItemNotFound {
            let added = try add(data, named: name)
            guard added == errSecSuccess else { throw failure("written", added) }
        } else if status != errSecSuccess {
            throw failure("written", status)
        }
    }

    public func addSecret(_ secret: Secret, named name: String) throws -> Secret {
        let status = try add(Data(secret.exposedBytes()), named: name)
        guard status == errSecSuccess || status == errSecDuplicateItem else { throw failure("written", status) }
        guard let kept = try self.secret(named: name) else { throw failure("read", errSecItemNotFound) }
        return kept
    }

    public func removeSecret(named name: String) throws {
        let status = SecItemDelete(try item(name) as CFDictionary)
        guard status == errSecSuccess || status == errSecItemNotFound else { throw failure("removed", status) }
    }

    private func add(_ data: Data, named name: String) throws -> OSStatus {
        var attributes = try item(name)
        attributes[kSecValueData] = data
        attributes[kSecAttrAccessible] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
        return SecItemAdd(attributes as CFDictionary, nil)
    }

    private func item(_ name: String) throws -> [CFString: Any] {
        guard SecretName.isValid(name) else {
            throw StoreError(.secretStore, "“\(name)” is not a name of a secret.")
        }
        return [
            kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: name,
            kSecUseDataProtectionKeychain: true,
        ]
    }

    private func failure(_ what: String, _ status: OSStatus) -> StoreError {
        let words = SecCopyErrorMessageString(status, nil) as String? ?? "no message"
        return StoreError(
            .secretStore, "The secret could not be \(what) in the Keychain. Unlock it and try again.",
            cause: "\(status): \(words)")
    }
}
#endif
