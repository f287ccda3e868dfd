/// What is said where whisper.cpp is wanted and not in this build.
enum WhisperNotBuilt {
    static let error = VoiceError(
        .engineUnavailable, "This build has no whisper.cpp. Run `scripts/setup`, then build again.")
}
