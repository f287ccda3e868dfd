/// What runs a model.
public enum Runtime: String, Codable, Sendable, CaseIterable {
    case llama = "llama.cpp"
    case whisper = "whisper.cpp"
    /// Hearth's own code: the encoder for BERT models, and the network that hears voices.
    case hearth
    /// What the system brings along on Apple's platforms.
    case apple
    /// A service elsewhere; it has no file.
    case remote

    /// The formats of files that it reads for a kind of work.
    public func formats(for modality: Modality) -> [ModelFormat] {
        switch self {
        case .llama: [.gguf]
        case .hearth: modality == .voiceActivity ? [.ggmlWhisper] : [.gguf]
        case .whisper: [.ggmlWhisper]
        case .apple: [.coreML]
        case .remote: []
        }
    }
}
