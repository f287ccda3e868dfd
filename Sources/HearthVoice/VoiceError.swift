public import HearthCore

/// What can go wrong between a recording and its transcript. Callers branch on ``code``.
public struct VoiceError: ReadableError, Hashable {
    public let code: String
    public let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code.rawValue
        self.message = message
    }

    /// The reasons this module knows. A raw value is what ``code`` carries; it never changes its meaning.
    package enum Code: String, CaseIterable, Sendable {
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
        /// There is no speech model; the message names the command that brings one.
        case modelMissing = "speech-model-missing"
        /// The model's file is not what it should be.
        case modelDamaged = "speech-model-damaged"
        /// The engine is not in this build, or not on this system.
        case engineUnavailable = "speech-engine-unavailable"
        /// The engine failed at its work.
        case recognitionFailed = "recognition-failed"
        /// The language is none that the model knows.
        case unknownLanguage = "unknown-language"
        /// A setting that cannot be met.
        case badOption = "bad-option"
    }
}
