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
