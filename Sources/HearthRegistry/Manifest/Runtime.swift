/// What runs a model.
public enum Runtime: String, Codable, Sendable, CaseIterable {
    case llama = "llama.cpp"
    case whisper = "whisper.cpp"
    /// Hearth's own encoder for BERT models.
    case hearth
    /// What the system brings along on Apple's platforms.
    case apple
    /// A service elsewhere; it has no file.
    case remote

    /// The formats of files that it reads.
    public var formats: [ModelFormat] {
        switch self {
        case .llama, .hearth: [.gguf]
        case .whisper: [.ggmlWhisper]
        case .apple: [.coreML]
        case .remote: []
        }
    }
}
