import Foundation
import HearthCore
import HearthStore

/// Opens the places there are on this machine now, best first.
struct KeyPlaces: Sendable {
    /// The place, or `nil` when it is not there: no session bus, another platform.
    var open: @Sendable (KeyPlace) -> (any SecretStore)?
    /// Why a place that this platform has is not there, for a person; `nil` where there is nothing to say.
    var absence: @Sendable (KeyPlace) -> String? = { _ in nil }

    static func ofThisMachine(folder: URL, variables: [String: String]) -> KeyPlaces {
        #if canImport(Security)
        let keychain = KeychainSecretStore(service: "hearth:" + folder.path)
        return places(folder: folder, variables: variables, keychain: keychain)
        #else
        return places(folder: folder, variables: variables, keychain: nil)
        #endif
    }

    /// - Parameter keychain: `nil` where the platform has none.
    static func places(folder: URL, variables: [String: String], keychain: KeychainSecretStore?) -> KeyPlaces {
        KeyPlaces { place in
            switch place {
            case .keychain:
                // Asked each time it is needed, and then once: a key is read for each request to a service.
                return keychain.flatMap { $0.isOpenToThisBuild ? $0 : nil }
            case .secretService:
                #if os(Linux)
                return SecretServiceStore(folder: folder, environment: variables)
                #else
                return nil
                #endif
            case .file: return EncryptedFileSecretStore(folder: folder)
            }
        } absence: { place in
            guard place == .keychain, keychain?.isOpenToThisBuild == false else { return nil }
            return "this build of Hearth is not signed for the Keychain"
        }
    }
}

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
