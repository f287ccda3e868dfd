public import HearthCore

#if canImport(Speech)
import Speech
#endif

/// Apple's on-device speech recognizer, through the Speech framework's SpeechAnalyzer.
///
/// Speech stays on the device. The files of a language are Apple's, and the system fetches them; unless that is allowed, a
/// language whose files are missing is refused with a word on how to get them.
public struct AppleSpeechRecognizer: SpeechRecognizer {
    public let engine = SpeechEngine.apple
    public let modelID = "apple-speech"
    public let maximumClip = 60.0
    private let allowsDownload: Bool

    /// - Parameter allowsDownload: Whether the system may fetch a language's files from Apple.
    public init(allowsDownload: Bool = false) { self.allowsDownload = allowsDownload }

    /// Whether this system has the framework at all.
    public static var isSupported: Bool {
        #if canImport(Speech)
        if #available(macOS 26, iOS 26, visionOS 26, *) { return SpeechTranscriber.isAvailable }
        #endif
        return false
    }

    public func prepare() async throws {
        guard Self.isSupported else { throw AppleSpeechError.notHere }
    }

    public func recognize(
        _ clip: [Float], options: RecognitionOptions, partial: @escaping @Sendable (String) -> Void
    ) async throws -> RecognizedSpeech {
        #if canImport(Speech)
        if #available(macOS 26, iOS 26, visionOS 26, *) {
            return try await AppleTranscription(options: options, allowsDownload: allowsDownload).run(clip, partial)
        }
        #endif
        throw AppleSpeechError.notHere
    }
}

/// Why Apple's speech frameworks could not do what was asked.
public struct AppleSpeechError: ReasonedError, Hashable {
    /// What can go wrong; a raw value is the `code`.
    public enum Reason: String, FailureReason {
        case speechEngineUnavailable = "speech-engine-unavailable"
        case unknownLanguage = "unknown-language"
        case speechModelMissing = "speech-model-missing"
        case recognitionFailed = "recognition-failed"
        case audioDevice = "audio-device"

        public var kind: Failure.Kind {
            switch self {
            case .speechEngineUnavailable, .speechModelMissing: .noSpeechEngine
            case .unknownLanguage: .invalidInput
            case .recognitionFailed: .modelFailed
            case .audioDevice: .systemFailed
            }
        }
    }

    public let reason: Reason
    public let message: String

    init(_ reason: Reason, _ message: String) {
        self.reason = reason
        self.message = message
    }

    static let notHere = AppleSpeechError(
        .speechEngineUnavailable,
        "Apple's speech recognizer needs macOS 26, iOS 26 or visionOS 26. Use another recognizer.")

    static func unknownLanguage(_ language: String) -> AppleSpeechError {
        AppleSpeechError(
            .unknownLanguage,
            "Apple's speech recognizer does not know the language \"\(language)\". "
                + "Use another recognizer.")
    }

    static func notInstalled(_ language: String) -> AppleSpeechError {
        AppleSpeechError(
            .speechModelMissing,
            "The system has not fetched the files for \"\(language)\" yet. Use dictation in this language "
                + "once, or another recognizer.")
    }

    static let failed = AppleSpeechError(.recognitionFailed, "Apple's speech recognizer failed. Try again.")

    static let noMicrophone = AppleSpeechError(
        .audioDevice,
        "The microphone cannot be used. Allow it in the system's privacy settings, and check that there is "
            + "one.")
}
