#if canImport(Security)
import Foundation
import Security

extension KeychainSecretStore {
    /// The Keychain of this machine.
    public init(service: String = "hearth") { self.init(service: service, calls: SystemKeychain()) }
}

/// Apple's Keychain, the one of data protection.
struct SystemKeychain: KeychainCalls {
    func read(service: String, name: String) -> (status: Int32, data: Data?) {
        var query = item(service, name)
        query[kSecReturnData] = true
        query[kSecMatchLimit] = kSecMatchLimitOne
        var result: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &result)
        return (status, result as? Data)
    }

    func update(service: String, name: String, to data: Data) -> Int32 {
        SecItemUpdate(item(service, name) as CFDictionary, [kSecValueData: data] as CFDictionary)
    }

    func add(service: String, name: String, _ data: Data) -> Int32 {
        var attributes = item(service, name)
        attributes[kSecValueData] = data
        attributes[kSecAttrAccessible] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
        return SecItemAdd(attributes as CFDictionary, nil)
    }

    func delete(service: String, name: String) -> Int32 { SecItemDelete(item(service, name) as CFDictionary) }

    func words(for status: Int32) -> String { SecCopyErrorMessageString(status, nil) as String? ?? "no message" }

    private func item(_ service: String, _ name: String) -> [CFString: Any] {
        [
            kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: name,
            kSecUseDataProtectionKeychain: true,
        ]
    }
}
#endif
