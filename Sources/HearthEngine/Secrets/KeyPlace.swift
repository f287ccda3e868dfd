import Foundation
import HearthCore
import HearthStore

/// A kind of place that keeps the keys of services.
public enum KeyPlace: String, Sendable, CaseIterable, Codable {
    /// The Keychain of an Apple platform.
    case keychain
    /// The desktop's secret service: GNOME Keyring, KWallet.
    case secretService = "secret-service"
    /// A file in the data folder, encrypted under a key file beside it.
    case file

    /// In words, for a person.
    public var description: String {
        switch self {
        case .keychain: "Keychain"
        case .secretService: "secret service"
        case .file: "encrypted file"
        }
    }
}

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
