package import Foundation

/// What `scripts/setup` brings for tests that listen: a recording, and the vocabulary for models that a test writes.
package enum SpokenFiles {
    private static let share = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent(".deps/whisper/share")

    /// Eleven seconds of a speech, in the public domain.
    package static let recording = share.appendingPathComponent("jfk.wav")
    /// A Whisper model without weights, for ``ScriptedWhisperModel``.
    package static let vocabulary = share.appendingPathComponent("for-tests-ggml-tiny.bin").path

    /// Whether whisper.cpp is in this build, and what its tests need is there.
    package static var hasWhisper: Bool {
        #if Whisper
        [recording.path, vocabulary].allSatisfy { FileManager.default.fileExists(atPath: $0) }
        #else
        false
        #endif
    }

    /// Whether there is something to recognize, for tests that use PocketSphinx where the system has it.
    package static var hasRecording: Bool { FileManager.default.fileExists(atPath: recording.path) }
}
