#if Whisper
internal import CWhisper
import Foundation

/// Keeps whisper.cpp quiet: what it prints would end up between our lines.
enum WhisperLog {
    /// The first use of the library does this.
    static func start() { _ = started }

    private static let started: Void = {
        // When it ends the process, ggml would attach a debugger to print a backtrace; not to one that holds private data.
        setenv("GGML_NO_BACKTRACE", "1", 0)
        whisper_log_set({ _, _, _ in }, nil)
    }()
}
#endif
