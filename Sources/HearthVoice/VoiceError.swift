public import HearthCore

/// What can go wrong between a recording and its transcript.
public struct VoiceError: ReasonedError, Hashable {
    public let reason: Reason
    public let message: String
    public let help: [Failure.Help]

    package init(_ reason: Reason, _ message: String, help: [Failure.Help] = []) {
        self.reason = reason
        self.message = message
        self.help = help
    }

    /// The reasons this module knows. A raw value is what ``code`` carries; it never changes its meaning.
    public enum Reason: String, FailureReason {
        /// The file is not there, may not be read, or is not a file.
        case notReadable = "not-readable"
        /// The recording has no samples.
        case empty = "empty-audio"
        /// The file is in no format that holds sound, or in one that Hearth does not open.
        case notAudio = "not-audio"
        /// The file's header contradicts itself, or nothing of it can be decoded.
        case damaged = "damaged-audio"
        /// A program that this needs is not installed.
        case toolMissing = "tool-missing"
        /// A program or a recognizer gave no sign of life for too long.
        case timeout = "timeout"
        /// Recording or playing failed.
        case device = "audio-device"
        /// There is no speech model.
        case modelMissing = "speech-model-missing"
        /// The model's file is not what it should be.
        case modelDamaged = "speech-model-damaged"
        /// The engine is not in this build, or not on this system.
        case engineUnavailable = "speech-engine-unavailable"
        /// The engine failed at its work.
        case recognitionFailed = "recognition-failed"
        /// The language is none that the model knows.
        case unknownLanguage = "unknown-language"
        /// The engine or the model writes down what is said, and cannot put it into English.
        case cannotTranslate = "cannot-translate"
        /// A setting that cannot be met.
        case badOption = "bad-option"
    }
}

extension VoiceError.Reason {
    public var kind: Failure.Kind {
        switch self {
        case .notReadable, .empty, .notAudio, .damaged: .unreadable
        case .toolMissing: .toolMissing
        case .timeout: .timedOut
        case .device: .systemFailed
        case .modelMissing, .engineUnavailable: .noSpeechEngine
        case .modelDamaged: .unusableModel
        case .cannotTranslate: .unsupportedOption
        case .recognitionFailed: .modelFailed
        case .unknownLanguage: .invalidInput
        case .badOption: .badRequest
        }
    }
}

extension VoiceError {
    /// What was asked cannot put speech into English.
    ///
    /// - Parameter who: The engine or the model, as a sentence begins with it.
    package static func cannotTranslate(_ who: String) -> VoiceError {
        VoiceError(
            .cannotTranslate,
            "\(who) writes down what is said and cannot translate it. A Whisper model of several languages can that is no "
                + "\"turbo\", such as whisper-small.", help: [.fetchModel(id: "whisper-small")])
    }
}
