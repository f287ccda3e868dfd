import Foundation
import HearthCore
import HearthStore

/// Opens the places there are on this machine now, best first.
struct KeyPlaces: Sendable {
    /// The place, or `nil` when it is not there: no session bus, another platform.
    var open: @Sendable (KeyPlace) -> (any SecretStore)?

    static func ofThisMachine(folder: URL, variables: [String: String]) -> KeyPlaces {
        KeyPlaces { place in
            switch place {
            case .keychain:
                #if canImport(Security)
                return KeychainSecretStore(service: "hearth:" + folder.path)
                #else
                return nil
                #endif
            case .secretService:
                #if os(Linux)
                return SecretServiceStore(folder: folder, environment: variables)
                #else
                return nil
                #endif
            case .file: return EncryptedFileSecretStore(folder: folder)
            }
        }
    }
}
