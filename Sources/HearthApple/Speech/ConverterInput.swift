#if canImport(AVFoundation)
import AVFoundation

/// Hands one buffer to a converter, which asks until there is no more. `@unchecked Sendable`: it is used within one call of
/// the converter, on the thread of the caller.
final class ConverterInput: @unchecked Sendable {
    private var buffer: AVAudioPCMBuffer?

    init(_ buffer: AVAudioPCMBuffer) { self.buffer = buffer }

    func take() -> AVAudioPCMBuffer? {
        defer { buffer = nil }
        return buffer
    }
}
#endif
