/// What a model does.
public enum Modality: String, Codable, Sendable, CaseIterable {
    case textGeneration = "text-generation"
    case embedding
    case reranking
    /// Reads passages for the words that answer a question.
    case reading
    /// Tells what sentences name, how they feel and what is done with them.
    case tagging
    case speechRecognition = "speech-recognition"
    case voiceActivity = "voice-activity"
    case diarization

    /// The runtimes of Hearth that are made for it, the best first.
    public var runtimes: [Runtime] {
        switch self {
        case .textGeneration: [.llama, .apple, .remote]
        case .embedding: [.hearth, .llama]
        case .reranking: [.llama]
        case .reading, .tagging: [.hearth]
        case .speechRecognition: [.whisper, .apple]
        case .voiceActivity: [.hearth]
        case .diarization: []
        }
    }

    /// What it is good for, in a few words.
    public var use: String {
        switch self {
        case .textGeneration: "writes answers, summaries and chats"
        case .embedding: "finds passages by their meaning"
        case .reranking: "optional; puts the best passages first"
        case .reading: "finds the words of a passage that answer a question"
        case .tagging: "tells names, mood and tasks of sentences"
        case .speechRecognition: "writes down recordings"
        case .voiceActivity: "finds the speech in recordings"
        case .diarization: "tells speakers apart"
        }
    }

    /// In words.
    public var title: String {
        switch self {
        case .textGeneration: "chat"
        case .embedding: "embedding"
        case .reranking: "reranking"
        case .reading: "reading"
        case .tagging: "tagging"
        case .speechRecognition: "speech recognition"
        case .voiceActivity: "voice activity"
        case .diarization: "diarization"
        }
    }
}

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
