import HearthCore

/// What is said where whisper.cpp is wanted and not in this build.
package enum WhisperNotBuilt {
    package static let error = VoiceError(
        .engineUnavailable, "This build has no whisper.cpp.", help: [.rebuild])
}
