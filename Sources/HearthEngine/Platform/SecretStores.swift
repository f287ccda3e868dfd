import Foundation
import HearthCore
import HearthStore

/// Where the key of the database is kept on this platform. The keys of services are ``KeyVault``'s.
enum SecretStores {
    /// The Keychain on Apple platforms, where the system lets this build use it; elsewhere a key file in the data folder, readable by its owner only.
    ///
    /// On Linux the secret service would be the wrong place: it is not there for a job that runs at night, and not on the
    /// machine that the folder is moved to. The key file is in both, and lets several data folders have keys of their own.
    static func preferred(folder: URL) -> any SecretStore {
        #if canImport(Security)
        return KeychainOrFileSecretStore(
            keychain: KeychainSecretStore(service: "hearth:" + folder.path), file: KeyFileSecretStore(folder: folder))
        #else
        return KeyFileSecretStore(folder: folder)
        #endif
    }
}
