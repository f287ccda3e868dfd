import Foundation
import HearthCore
import HearthStore

/// Where secrets are kept on this platform.
enum SecretStores {
    /// The Keychain on Apple platforms; elsewhere a key file in the data folder, readable by its owner only.
    ///
    /// The key file is the default on Linux because it is there without a desktop session, moves with the data folder, and
    /// lets several data folders have keys of their own.
    static func preferred(folder: URL) -> any SecretStore {
        #if canImport(Security)
        return KeychainSecretStore(service: "hearth:" + folder.path)
        #else
        return KeyFileSecretStore(folder: folder)
        #endif
    }
}
