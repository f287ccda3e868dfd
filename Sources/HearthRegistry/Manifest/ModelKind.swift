public import Foundation

/// What a model does.
public enum Modality: String, Codable, Sendable, CaseIterable {
    case textGeneration = "text-generation"
    case embedding
    case reranking
    /// Reads passages for the words that answer a question.
    case reading
    /// Tells what sentences name, how they feel and what is done with them, or where they end.
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
        case .tagging: "tells names, mood, tasks and ends of sentences"
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

// MARK: - Formats

/// The format of a model's file.
public enum ModelFormat: String, Codable, Sendable, CaseIterable {
    case gguf
    /// The older format of ggml, which whisper.cpp reads.
    case ggmlWhisper = "ggml-whisper"
    case coreML = "core-ml"
    case mlx
    case safetensors
    case onnx

    /// The name for a person.
    public var title: String {
        switch self {
        case .gguf: "GGUF"
        case .ggmlWhisper: "ggml (whisper.cpp)"
        case .coreML: "Core ML"
        case .mlx: "MLX"
        case .safetensors: "safetensors"
        case .onnx: "ONNX"
        }
    }

    /// How many of the first bytes ``detect(_:)`` looks at.
    public static let detectionBytes = 512

    /// What the end of a file's name says; `nil` when it says nothing. MLX models are safetensors files, so that nothing but
    /// their repository's name tells them apart.
    public static func guess(from url: URL) -> ModelFormat? {
        switch url.pathExtension.lowercased() {
        case "gguf": .gguf
        case "bin" where url.lastPathComponent.lowercased().hasPrefix("ggml-"): .ggmlWhisper
        case "mlmodel", "mlmodelc", "mlpackage": .coreML
        case "safetensors": url.path.lowercased().contains("mlx") ? .mlx : .safetensors
        case "onnx": .onnx
        default: nil
        }
    }

    /// What the first bytes of a file say; `nil` when they fit no format that is known here.
    ///
    /// - `GGUF` opens a GGUF file; `lmgg`, the number 0x67676d6c in little-endian order, an old ggml file.
    /// - safetensors begins with the length of its header in 8 bytes and the header itself, a JSON object
    ///   (<https://github.com/huggingface/safetensors>, "Format").
    /// - ONNX is a protocol buffer, `ModelProto`: its first field is the version of the format, field 1 as a varint, then a
    ///   string or a number of one of the fields 2 to 8 (<https://github.com/onnx/onnx/blob/main/onnx/onnx.proto>).
    public static func detect(_ bytes: some Sequence<UInt8>) -> ModelFormat? {
        let bytes = Array(bytes.prefix(detectionBytes))
        if bytes.starts(with: Array("GGUF".utf8)) { return .gguf }
        if bytes.starts(with: Array("lmgg".utf8)) { return .ggmlWhisper }
        if bytes.count > 9 {
            let length = bytes.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            if (2...100_000_000).contains(length), bytes[8] == UInt8(ascii: "{"), bytes[9] == UInt8(ascii: "\"") {
                return .safetensors
            }
        }
        if bytes.count > 3, bytes[0] == 0x08, (1...32).contains(bytes[1]), [0x12, 0x1a, 0x22, 0x3a].contains(bytes[2]) {
            return .onnx
        }
        return nil
    }

    /// What a file that nothing here reads could be replaced by.
    var alternative: String {
        switch self {
        case .gguf, .ggmlWhisper: ""
        case .safetensors, .mlx: "Look for the same model as GGUF, often in a repository whose name ends in -GGUF."
        case .onnx: "Look for the same model as GGUF, or, for Whisper, as ggml-NAME.bin of ggerganov/whisper.cpp."
        case .coreML: "Look for the same model as GGUF."
        }
    }
}
