#if canImport(Speech)
import AVFoundation
import Foundation
import HearthCore
import Speech

/// Our samples in the form that the analyzer wants.
@available(macOS 26, iOS 26, visionOS 26, *)
enum AppleAudio {
    static func buffer(_ samples: [Float], for transcriber: SpeechTranscriber) async throws -> AVAudioPCMBuffer {
        guard
            let format = AVAudioFormat(
                commonFormat: .pcmFormatFloat32, sampleRate: Double(AudioFormat.sampleRate), channels: 1,
                interleaved: false),
            let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(max(1, samples.count))),
            let channel = buffer.floatChannelData?[0]
        else { throw AppleSpeechError.failed }
        for (index, sample) in samples.enumerated() { channel[index] = sample }
        buffer.frameLength = AVAudioFrameCount(samples.count)
        guard let wanted = await SpeechAnalyzer.bestAvailableAudioFormat(compatibleWith: [transcriber]),
            wanted != format
        else { return buffer }
        return try convert(buffer, to: wanted)
    }

    private static func convert(_ buffer: AVAudioPCMBuffer, to format: AVAudioFormat) throws -> AVAudioPCMBuffer {
        let ratio = format.sampleRate / buffer.format.sampleRate
        let capacity = AVAudioFrameCount((Double(buffer.frameLength) * ratio).rounded(.up)) + 1_024
        guard let converter = AVAudioConverter(from: buffer.format, to: format),
            let output = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: capacity)
        else { throw AppleSpeechError.failed }
        let input = ConverterInput(buffer)
        var error: NSError?
        let status = converter.convert(to: output, error: &error) { _, status in
            guard let buffer = input.take() else {
                status.pointee = .endOfStream
                return nil
            }
            status.pointee = .haveData
            return buffer
        }
        guard status != .error else { throw AppleSpeechError.failed }
        return output
    }
}
#endif
